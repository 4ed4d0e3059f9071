//! The canonical text of a decisions document (clarifications-md, "Phase 1", decision 8; R-Q10).

use std::collections::HashSet;
use std::fmt::Write as _;

use envelope_core::Count;
use envelope_core::text::{Lines, scalar};
use serde_json::Value;

use super::hidden::hides;
use super::labels::{CONFLICTS_RESOLVED, DECISION_COUNT, FIELDS, FieldKind, KEYS, STATUS};
use super::model::FrontLineKind;
use super::{Decision, Decisions, DecisionsFrontmatter};
use crate::parse::goes_on;

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
    let mut told: HashSet<&str> = HashSet::new();
    let mut kept = frontmatter.other_lines.iter().peekable();
    let mut whole = true;
    // Below a key they would be a part of its value.
    if !frontmatter.written.0.iter().any(|line| matches!(line.kind, FrontLineKind::Other)) {
        while let Some(line) = kept.next_if(|line| goes_on(line)) {
            let _ = writeln!(text, "{line}");
        }
    }
    // Lines that were read stay where they are, with their comments; what changed since is written anew.
    for line in &frontmatter.written.0 {
        match &line.kind {
            FrontLineKind::Key { name, value, comment } => {
                told.insert(name);
                let now = value_of(frontmatter, name);
                whole = now == *value;
                let known = KEYS.contains(&name.as_str());
                let exact = || now.as_ref().is_none_or(|now| line.text.starts_with(&format!("{name}: {now}")));
                match &now {
                    None if !whole => {}
                    Some(now) if !whole || (known && !exact()) => {
                        let apart = if comment.is_empty() { "" } else { "  " };
                        let _ = writeln!(text, "{}: {now}{apart}{comment}", plain(name));
                    }
                    _ => {
                        let _ = writeln!(text, "{}", line.text);
                    }
                }
            }
            FrontLineKind::Item if !whole => {}
            FrontLineKind::Other if kept.next_if(|kept| **kept == line.text).is_none() => {}
            FrontLineKind::Item | FrontLineKind::Other | FrontLineKind::Comment => {
                let _ = writeln!(text, "{}", line.text);
            }
        }
    }
    let keys = KEYS.into_iter().chain(frontmatter.extra.keys().map(String::as_str));
    for key in keys.filter(|key| !told.contains(key)) {
        if let Some(value) = value_of(frontmatter, key) {
            let _ = writeln!(text, "{}: {value}", plain(key));
        }
    }
    for line in kept {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("---\n");
}

/// The value of a key as the canonical form writes it.
pub(super) fn value_of(frontmatter: &DecisionsFrontmatter, key: &str) -> Option<String> {
    let count = |count: Option<Count>| count.map(|count| count.to_string());
    let own = match key {
        STATUS => frontmatter.status.as_deref().map(plain),
        DECISION_COUNT => count(frontmatter.decision_count),
        CONFLICTS_RESOLVED => count(frontmatter.conflicts_resolved),
        _ => None,
    };
    own.or_else(|| frontmatter.extra.get(key).map(listed))
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
