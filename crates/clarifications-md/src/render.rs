//! The canonical document of a value.

use std::fmt::Write as _;

use envelope_core::Span;
use envelope_core::markdown::{Kind, blocks};
use envelope_core::text::{Lines, frontmatter};
use serde_json::{Map, Value};

use crate::read::line::{ANSWER, ITEMS, RECOMMENDATION, label};
use crate::read::{FLAGS, KINDS, MARK, REFINEMENTS};
use crate::{Clarifications, Flag, Item, Section};

/// The document: blocks with a blank line between them.
pub(crate) fn render(document: &Clarifications) -> String {
    // The fields are in the order in which they are written.
    let entries = serde_json::to_value(&document.frontmatter).ok();
    let entries = entries.as_ref().and_then(Value::as_object).map(further).unwrap_or_default();
    let mut blocks = vec![format!("---\n{entries}---")];
    blocks.extend(document.preamble.clone());
    for section in &document.sections {
        render_section(section, &mut blocks);
    }
    if !document.needs_clarification.is_empty() || !document.other.is_empty() {
        blocks.push(format!("## {FLAGS}"));
        blocks.extend(document.other.iter().cloned());
        blocks.extend(document.needs_clarification.iter().map(flag));
    }
    blocks.join("\n\n") + "\n"
}

/// The further entries of frontmatter.
pub(crate) fn further(extra: &Map<String, Value>) -> String {
    let entry = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::String(text) => format!(" {}", scalar(text)),
            Value::Array(items) => list(items),
            other => format!(" {other}"),
        };
        format!("{}\n", format!("{key}:{value}").trim_ascii_end())
    };
    extra.iter().map(entry).collect()
}

/// A text, in quotes if it would not be read back without.
fn scalar(text: &str) -> String {
    if reads_as(text, &[text], false) { text.to_owned() } else { format!("\"{}\"", text.replace('\n', " ")) }
}

/// A list in brackets, or of lines if it would not be read back from these.
fn list(items: &[Value]) -> String {
    let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
    let flow = format!("[{}]", joined(&items.iter().map(list_item).collect::<Vec<_>>()));
    if texts.len() < items.len() || reads_as(&flow, &texts, true) {
        return format!(" {flow}");
    }
    format!("\n  - {}", texts.into_iter().map(scalar).collect::<Vec<_>>().join("\n  - "))
}

/// Whether an entry with a value has these texts.
fn reads_as(value: &str, texts: &[&str], is_list: bool) -> bool {
    let entry = format!("---\nkey: {value}\n---");
    let read = frontmatter::read(&entry, Span::new(0, entry.len())).and_then(|read| read.entries.into_iter().next());
    match read.map(|entry| entry.content) {
        Some(frontmatter::Value::Text(span)) => !is_list && [span.of(&entry)] == texts,
        Some(frontmatter::Value::List(spans)) => {
            is_list && spans.iter().map(|span| span.of(&entry)).eq(texts.iter().copied())
        }
        None => false,
    }
}

fn list_item(item: &Value) -> String {
    let text = item.as_str().map_or_else(|| item.to_string(), str::to_owned);
    let quote = if text.contains('"') { '\'' } else { '"' };
    let is_plain = !text.contains(',') && !text.starts_with(['"', '\'']) && text.trim() == text;
    if is_plain { text } else { format!("{quote}{text}{quote}") }
}

pub(crate) fn joined<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Questions without a group come first, then what a `###` heading would take from them, then the groups.
fn render_section(section: &Section, blocks: &mut Vec<String>) {
    blocks.extend(section.title.as_ref().map(|title| format!("## {title}").trim_ascii_end().to_owned()));
    let is_group = |text: &String| {
        text.strip_prefix("###").is_some_and(|title| title.is_empty() || title.starts_with([' ', '\t', '\n']))
    };
    let group = section.other.iter().position(is_group).unwrap_or(section.other.len());
    let (before, behind) = section.other.split_at(group);
    blocks.extend(before.iter().cloned());
    let (mut behind, mut group) = (behind.iter().cloned(), &None);
    for question in &section.questions {
        if question.group != *group {
            group = &question.group;
            blocks.extend(&mut behind);
            blocks.extend(group.as_ref().map(|group| format!("### {group}").trim_ascii_end().to_owned()));
        }
        blocks.push(item(question));
        blocks.extend((!question.refinements.is_empty()).then(|| format!("#### {REFINEMENTS}")));
        blocks.extend(question.refinements.iter().map(item));
    }
    blocks.extend(behind);
}

/// An item without its refinements.
pub(crate) fn item(item: &Item) -> String {
    let mut blocks = Vec::new();
    let signs = if item.id.is_question() { "###" } else { "#####" };
    let mark = if item.must_answer { format!(" {MARK}") } else { String::new() };
    let heading = format!("{signs} {}: {}{mark}", item.id, item.title);
    let body = item.body.as_ref().map(|body| format!("\n{body}")).unwrap_or_default();
    blocks.push(format!("{}{body}", heading.trim_ascii_end()));
    if !item.choices.is_empty() {
        let choices = item.choices.iter().map(|choice| format!("{}. {}", choice.letter, choice.text));
        blocks.push(choices.collect::<Vec<_>>().join("\n"));
    }
    if !item.consolidated_from.is_empty() {
        blocks.push(format!("_Consolidated from: {}_", joined(&item.consolidated_from)));
    }
    blocks.extend(item.notes.clone());
    blocks.extend(item.recommendation.as_ref().map(|text| field(RECOMMENDATION, text)));
    blocks.extend(item.answer.as_ref().map(|text| field(ANSWER, text)));
    blocks.extend(item.other.iter().cloned());
    blocks.join("\n\n")
}

fn field(label: &str, value: &str) -> String {
    format!("{label}{}{value}", separator(value))
}

/// What stands between a label and its value: one that begins with a block of Markdown begins on a line of its own.
pub(crate) fn separator(value: &str) -> &'static str {
    let blocks = blocks(value, Span::new(0, value.len()));
    let is_open = |kind| matches!(kind, Kind::Fence { closed: false } | Kind::Thought { closed: false });
    // There its first line could be read as a label, and a fence that is not closed would hide what follows.
    let is_text = blocks.last().is_none_or(|last| is_open(last.kind))
        || Lines::new(value, Span::new(0, value.len())).next().is_some_and(|line| label(&line).is_some());
    match blocks.first().map(|block| block.kind) {
        None => "",
        Some(Kind::Item | Kind::Table | Kind::Quote | Kind::Fence { .. } | Kind::Thought { .. }) if !is_text => "\n\n",
        Some(_) => " ",
    }
}

/// An entry under [`FLAGS`].
pub(crate) fn flag(flag: &Flag) -> String {
    let kind = KINDS.iter().find(|(_, kind)| *kind == flag.kind).map_or("", |(name, _)| name);
    let mut text = format!("### {kind}: {}", flag.title).trim_ascii_end().to_owned();
    if !flag.items.is_empty() {
        let _ = write!(text, "\n{ITEMS} {}", joined(&flag.items));
    }
    flag.text.iter().for_each(|body| text.push_str(&format!("\n\n{body}")));
    text
}
