//! The canonical text of a decisions document (clarifications-md, "Phase 1", decision 8; R-Q10).

use std::fmt::Write as _;

use envelope_core::text::{Lines, scalar};
use serde_json::Value;

use super::hidden::hides;
use super::labels::{CONFLICTS_RESOLVED, DECISION_COUNT, FIELDS, FieldKind, STATUS};
use super::{Decision, Decisions, DecisionsFrontmatter};

/// The canonical text: front matter, then each entry with its fields in the order of the table, further lines of a
/// field indented by two blanks. Reading it gives the same value.
pub fn render(value: &Decisions) -> String {
    let mut text = String::new();
    if let Some(frontmatter) = &value.frontmatter {
        front(&mut text, frontmatter);
    }
    block(&mut text, &value.preamble);
    // What hides what follows it can only have been the last.
    let (last, first): (Vec<&String>, Vec<&String>) = value.quarantine.iter().partition(|kept| hides(kept));
    for kept in first {
        block(&mut text, kept);
    }
    for entry in &value.entries {
        block(&mut text, &entry_text(entry));
        block(&mut text, &entry.other);
    }
    for kept in last {
        block(&mut text, kept);
    }
    text
}

/// Adds a block after a blank line; nothing where it is empty.
fn block(text: &mut String, block: &str) {
    if block.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(block);
    if !block.ends_with('\n') {
        text.push('\n');
    }
}

fn front(text: &mut String, frontmatter: &DecisionsFrontmatter) {
    text.push_str("---\n");
    if let Some(status) = &frontmatter.status {
        let _ = writeln!(text, "{STATUS}: {}", plain(status));
    }
    for (key, count) in
        [(DECISION_COUNT, frontmatter.decision_count), (CONFLICTS_RESOLVED, frontmatter.conflicts_resolved)]
    {
        if let Some(count) = count {
            let _ = writeln!(text, "{key}: {count}");
        }
    }
    for (key, value) in &frontmatter.extra {
        let _ = writeln!(text, "{}: {}", plain(key), listed(value));
    }
    for line in &frontmatter.other_lines {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("---\n");
}

fn listed(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| plain(item.as_str().unwrap_or_default())).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) => plain(text),
        other => plain(&other.to_string()),
    }
}

/// The scalar as it is where every reader reads it as it is, else in quotes.
fn plain(text: &str) -> String {
    let sure = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '+'))
        && !text.ends_with(' ')
        && scalar(text) == text;
    if sure { text.to_owned() } else { Value::from(text).to_string() }
}

fn entry_text(entry: &Decision) -> String {
    let title = entry.title.as_str();
    let mut text = format!("### {}:{}{title}\n", entry.id, if title.is_empty() { "" } else { " " });
    for (kind, label, ..) in FIELDS {
        match kind {
            FieldKind::Source if !entry.source.is_empty() => {
                let sources: Vec<String> = entry.source.iter().map(ToString::to_string).collect();
                field(&mut text, label, &sources.join(", "));
            }
            FieldKind::Status => {
                if let Some(status) = &entry.status {
                    field(&mut text, label, status.as_str());
                }
            }
            _ => {
                if let Some(said) = entry.text(kind) {
                    field(&mut text, label, said);
                }
            }
        }
        if kind == FieldKind::Answer {
            for sided in &entry.answers {
                field(&mut text, &format!("{label} ({})", sided.item), &sided.text);
            }
        }
    }
    for other in &entry.fields {
        field(&mut text, &other.label, &other.text);
    }
    text
}

fn field(text: &mut String, label: &str, said: &str) {
    let _ = write!(text, "- **{label}:**");
    for (at, line) in Lines::new(said).enumerate() {
        let before = match (at, line.text.is_empty()) {
            (0, false) => " ",
            (0, true) => "",
            (_, false) => "\n  ",
            (_, true) => "\n",
        };
        let _ = write!(text, "{before}{}", line.text);
    }
    text.push('\n');
}
