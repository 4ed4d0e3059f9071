use std::fmt::Write as _;

use envelope_core::Status as _;

use super::{Answer, Decision, Decisions};
use crate::render::further;

/// The document as the specification has it.
pub(super) fn render(decisions: &Decisions) -> String {
    let front = &decisions.frontmatter;
    let mut text = String::from("---\n");
    if let Some(status) = front.status {
        let _ = writeln!(text, "status: {}", status.as_str());
    }
    let _ = writeln!(text, "decision_count: {}", front.decision_count);
    if let Some(count) = front.conflicts_resolved {
        let _ = writeln!(text, "conflicts_resolved: {count}");
    }
    text.push_str(&further(&front.extra));
    text.push_str("---\n");
    if let Some(preamble) = &decisions.preamble {
        let _ = write!(text, "\n{preamble}\n");
    }
    for decision in &decisions.decisions {
        entry(&mut text, decision);
    }
    text
}

fn entry(text: &mut String, decision: &Decision) {
    let _ = write!(text, "\n### {}: {}\n", decision.id, decision.title);
    // Above the fields, where its lines can neither continue a field nor look like a cut-off end.
    if let Some(other) = &decision.other {
        let _ = write!(text, "\n{other}\n\n");
    }
    let mut field = |name: &str, value: Option<&str>| {
        let indented = |line: &str| if line.is_empty() { String::new() } else { format!("  {line}") };
        for value in value.iter().map(|value| value.split('\n').map(indented).collect::<Vec<_>>().join("\n")) {
            let _ = writeln!(text, "- **{name}:**{}", value.strip_prefix(' ').unwrap_or(&value));
        }
    };
    let source = decision.source.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    field("Source", Some(&*source).filter(|source| !source.is_empty()));
    field("Section", decision.section.as_deref());
    for Answer { item, text } in &decision.answers {
        field(&item.map_or_else(|| "Answer".to_owned(), |item| format!("Answer ({item})")), Some(text));
    }
    field("Decision", decision.decision.as_deref());
    field("Reasoning", decision.reasoning.as_deref());
    field("Implication", decision.implication.as_deref());
    for (name, value) in &decision.extra {
        field(name, Some(&value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    }
    field("Status", Some(decision.status.as_str()));
    field("Note", decision.note.as_deref());
}
