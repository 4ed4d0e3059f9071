//! The canonical text.

use std::fmt::Write as _;

use envelope_core::{Located, Message, Protocol as _, Status as _};
use serde_json::{Map, Value};

use crate::fields::{ERRORS, FILES, NEXT_ACTION, SECTIONS, SUMMARY};
use crate::{Confidence, Iterations, StatusBlock};

/// The block as the specification has it; with text around it, in a fence, unless that text holds another STATUS line.
pub(crate) fn render(block: &StatusBlock) -> String {
    let rendered = render_block(block);
    if block.before.is_none() && block.after.is_none() {
        return rendered;
    }
    let around = [block.before.as_deref(), block.after.as_deref()];
    let has_marker = |text: &&str| !matches!(StatusBlock::locate(&Message::from(*text)), Located::Absent);
    let fence = fence_for(&rendered);
    let is_bare = around.iter().flatten().any(has_marker);
    let rendered = if is_bare { rendered.trim_end().to_owned() } else { format!("{fence}text\n{rendered}{fence}") };
    let parts = around[0].into_iter().chain([rendered.as_str()]).chain(around[1]);
    parts.collect::<Vec<_>>().join("\n\n") + "\n"
}

fn render_block(block: &StatusBlock) -> String {
    let mut out = format!("STATUS: {}\n", block.status.as_str());
    if let Some(summary) = &block.summary {
        let confidence = summary.confidence.as_ref().map(|confidence| match confidence {
            Confidence::Other(text) => scalar(text),
            known => known.as_str().to_owned(),
        });
        let iterations = summary.iterations_used.as_ref().map(|iterations| match iterations {
            Iterations::Count(count) => count.to_string(),
            Iterations::Other(text) => scalar(text),
        });
        let values = [summary.what_i_did.as_deref().map(scalar), confidence, iterations];
        section(&mut out, SUMMARY, values, &summary.extra);
    }
    if let Some(files) = &block.files {
        let values = [&files.created, &files.modified, &files.read].map(|paths| paths.as_deref().map(list));
        section(&mut out, FILES, values, &files.extra);
    }
    for (name, text) in &block.extensions {
        let _ = write!(out, "\n{name}:\n{}", indented(&plain(text)));
    }
    if let Some(next) = &block.next_action {
        let values = [&next.recommended_agent, &next.reason, &next.context_forward];
        section(&mut out, NEXT_ACTION, values.map(|text| text.as_deref().map(scalar)), &next.extra);
    }
    if let Some(errors) = &block.errors {
        let [message, details] = [&errors.message, &errors.details].map(|text| text.as_deref().map(scalar));
        section(&mut out, ERRORS, [message, details, errors.can_retry.map(|retry| retry.to_string())], &errors.extra);
    }
    out
}

fn section(out: &mut String, index: usize, values: [Option<String>; 3], extra: &Map<String, Value>) {
    let section = &SECTIONS[index];
    let _ = write!(out, "\n{}:\n", section.name);
    for (field, value) in section.fields.iter().zip(values) {
        if let Some(value) = value {
            let _ = writeln!(out, "  {}: {value}", field.name);
        }
    }
    for (key, value) in extra {
        let value = match value {
            Value::Array(items) => list(&items.iter().map(plain).collect::<Vec<_>>()),
            other => scalar(&plain(other)),
        };
        let _ = writeln!(out, "  {key}: {value}");
    }
}

/// The text of a string, or another value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A text in quotes; over several lines, as a literal.
fn scalar(text: &str) -> String {
    if text.contains('\n') { format!("|\n{}", indented(text).trim_end()) } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn list(items: &[String]) -> String {
    format!("[{}]", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
}

/// Every line four blanks further in, where no reader takes it for a fence.
fn indented(text: &str) -> String {
    let indent = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}

/// A fence that is longer than any in the text.
fn fence_for(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
