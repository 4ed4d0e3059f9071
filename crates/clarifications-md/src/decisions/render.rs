use std::fmt::Write as _;

use envelope_core::Status as _;

use super::{Decision, Decisions};
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
    let mut field = |name: &str, value: &str| {
        let _ = write!(text, "- **{name}:**");
        for (index, line) in value.split('\n').enumerate() {
            let before = match (index, line.is_empty()) {
                (0, true) => "",
                (0, false) => " ",
                (_, true) => "\n",
                (_, false) => "\n  ",
            };
            *text += before;
            *text += line;
        }
        text.push('\n');
    };
    if !decision.source.is_empty() {
        let ids: Vec<String> = decision.source.iter().map(ToString::to_string).collect();
        field("Source", &ids.join(", "));
    }
    let mut optional = |name: &str, value: &Option<String>| value.iter().for_each(|value| field(name, value));
    optional("Section", &decision.section);
    for answer in &decision.answers {
        let name = answer.item.map_or_else(|| "Answer".to_owned(), |item| format!("Answer ({item})"));
        optional(&name, &Some(answer.text.clone()));
    }
    optional("Decision", &decision.decision);
    optional("Reasoning", &decision.reasoning);
    optional("Implication", &decision.implication);
    for (name, value) in &decision.extra {
        optional(name, &Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    }
    optional("Status", &Some(decision.status.as_str().to_owned()));
    optional("Note", &decision.note);
}
