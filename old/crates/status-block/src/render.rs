//! The canonical text of a block: what the specification shows, quoted so that any value survives (R-S2).

use std::fmt::Write as _;

use envelope_core::Status;
use serde_json::{Map, Value};

use crate::fields::{STATUS, Shape};
use crate::parse::goes_on;
use crate::{Iterations, Section, StatusBlock};

/// The canonical text: reading it gives the same value and no diagnostic of class form.
///
/// Text always stands in double quotes on one line, lists of words in brackets, nested data below its key; only before
/// prose that would be read as a part of it a section stands last, in braces on one line, where it ends. Three things
/// have no canonical form: a key of the table in an `extra` although its content is of its type, prose or an extension
/// with a status line of its own, and a key that denies the success beside it. Reading never gives the first; the others
/// are written as they are, and refused when read.
///
/// ```
/// use status_block::{BlockStatus, Summary, StatusBlock, render};
/// let block = StatusBlock::new(BlockStatus::Success).summary(Summary::new("Ran: \"make\"", "high".into(), 2));
/// let text = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Ran: \\\"make\\\"\"\n  confidence: high\n  iterations_used: 2\n";
/// assert_eq!(render(&block), text);
/// assert_eq!(status_block::parse(text).read(), Some(&block));
/// ```
pub fn render(block: &StatusBlock) -> String {
    let mut out = String::with_capacity(512);
    if let Some(before) = &block.prose.before {
        if before.starts_with('\u{feff}') {
            // At the very start it would be a byte order mark, which is no part of the text.
            out.push('\n');
        }
        let _ = write!(out, "{before}\n\n");
    }
    let _ = writeln!(out, "{STATUS}: {}", block.status.as_str());
    if let Some(inside) = &block.prose.inside {
        let _ = write!(out, "\n{inside}\n");
    }
    // The last section stands on one line, where it ends, if the text behind it would be read as a part of it.
    let last = Section::ALL.into_iter().rfind(|section| block.has(*section));
    let last = last.filter(|last| block.prose.after.as_ref().is_some_and(|after| goes_on(*last, after)));
    let mut extensions = String::new();
    for (name, content) in &block.extensions {
        extensions.push('\n');
        render_key(name, 0, &mut extensions);
        render_value(content, 0, &mut extensions);
    }
    let mut sections =
        Section::ALL.into_iter().filter(|section| Some(*section) != last && block.has(*section)).peekable();
    while let Some(section) = sections.next() {
        // So does the last one before an extension whose name is that of a field of it.
        let inline = sections.peek().is_none() && goes_on(section, &extensions);
        render_section(block, section, inline, &mut out);
    }
    out.push_str(&extensions);
    if let Some(last) = last {
        render_section(block, last, true, &mut out);
    }
    if let Some(after) = &block.prose.after {
        let _ = write!(out, "\n{after}\n");
    }
    out
}

/// Writes the section, on one line if `inline`.
fn render_section(block: &StatusBlock, section: Section, inline: bool, out: &mut String) {
    let mut writer = Writer { section, fields: Vec::with_capacity(3) };
    let extra = match section {
        Section::Summary => block.summary.as_ref().map(|summary| {
            writer.text(0, summary.what_i_did.as_deref());
            let confidence = summary.confidence.as_ref();
            match confidence.map(crate::Confidence::as_str) {
                Some(word) if crate::fields::CONFIDENCE.contains(&word) => writer.plain(1, Some(word)),
                word => writer.text(1, word),
            }
            match &summary.iterations_used {
                Some(Iterations::Count(count)) => writer.plain(2, Some(&count.to_string())),
                Some(Iterations::Text(text)) => writer.text(2, Some(text)),
                None => {}
            }
            &summary.extra
        }),
        Section::Files => block.files.as_ref().map(|files| {
            for (at, list) in [&files.created, &files.modified, &files.read].into_iter().enumerate() {
                writer.plain(at, list.as_ref().map(|list| flow_list(list.iter().map(quote))).as_deref());
            }
            &files.extra
        }),
        Section::NextAction => block.next_action.as_ref().map(|next| {
            writer.text(0, next.recommended_agent.as_deref());
            writer.text(1, next.reason.as_deref());
            writer.text(2, next.context_forward.as_deref());
            &next.extra
        }),
        Section::Errors => block.errors.as_ref().map(|errors| {
            writer.text(0, errors.message.as_deref());
            writer.text(1, errors.details.as_deref());
            writer.plain(2, errors.can_retry.map(|flag| if flag { "true" } else { "false" }));
            &errors.extra
        }),
    };
    let Some(extra) = extra else { return };
    if inline || writer.fields.is_empty() && extra.is_empty() {
        // Without a key below it the marker alone would be null.
        let fields = writer.fields.into_iter().map(|(name, written)| format!("{name}: {written}"));
        let members = fields.chain(extra.iter().map(member)).collect::<Vec<_>>();
        let _ = write!(out, "\n{section}: {{{}}}\n", members.join(", "));
        return;
    }
    let mut body = String::new();
    for (name, written) in writer.fields {
        let _ = writeln!(body, "  {name}: {written}");
    }
    for (key, value) in extra {
        render_key(key, 2, &mut body);
        match value {
            Value::String(text) if is_paths(section, key) => render_aside(text, &mut body),
            _ => render_value(value, 2, &mut body),
        }
    }
    let _ = write!(out, "\n{section}:\n{body}");
}

fn is_paths(section: Section, key: &str) -> bool {
    let field = section.field(key).and_then(|at| section.fields().get(at));
    field.is_some_and(|field| field.shape == Shape::Paths)
}

/// Text in place of a list was kept aside because it stood on several lines; on one it would be read as a path (R-A14).
fn render_aside(text: &str, out: &mut String) {
    let quoted = quote(text);
    let open = quoted.strip_suffix('"').unwrap_or(&quoted);
    let _ = writeln!(out, " {open}\\\n    \"");
}

/// Collects the fields of a section, named by their place in the table.
struct Writer {
    section: Section,
    fields: Vec<(&'static str, String)>,
}

impl Writer {
    fn text(&mut self, at: usize, text: Option<&str>) {
        self.plain(at, text.map(quote).as_deref());
    }

    fn plain(&mut self, at: usize, written: Option<&str>) {
        if let (Some(written), Some(field)) = (written, self.section.fields().get(at)) {
            self.fields.push((field.name, written.to_owned()));
        }
    }
}

fn flow_list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn render_map(map: &Map<String, Value>, indent: usize, out: &mut String) {
    for (key, value) in map {
        render_key(key, indent, out);
        render_value(value, indent, out);
    }
}

fn render_key(key: &str, indent: usize, out: &mut String) {
    let word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    // At the start of a line only a name in upper case is a section.
    let section = indent > 0 || key.len() > 1 && is_section_name(key);
    let _ = if word && section {
        write!(out, "{:indent$}{key}:", "")
    } else {
        write!(out, "{:indent$}{}:", "", quote(key))
    };
}

/// Whether a section can have this name without quotes (R-S3).
fn is_section_name(name: &str) -> bool {
    let upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(upper)
}

/// The value behind its key, whose line is indented by `indent`.
fn render_value(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            render_map(map, indent + 2, out);
        }
        Value::Array(items) if items.iter().any(is_nested) => {
            out.push('\n');
            for item in items {
                render_item(item, indent + 2, out);
            }
        }
        _ => {
            let _ = writeln!(out, " {}", inline(value));
        }
    }
}

/// One item of a list whose dashes are indented by `indent`.
fn render_item(item: &Value, indent: usize, out: &mut String) {
    match item {
        Value::Object(map) if !map.is_empty() => {
            let start = out.len();
            render_map(map, indent + 2, out);
            // The first key moves up to the dash.
            out.replace_range(start + indent..=start + indent, "-");
        }
        Value::Array(items) if items.iter().any(is_nested) => {
            let _ = write!(out, "{:indent$}-", "");
            render_value(item, indent, out);
        }
        _ => {
            let _ = writeln!(out, "{:indent$}- {}", "", inline(item));
        }
    }
}

fn is_nested(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// A value on one line. Recursion is as deep as the reader lets data be.
fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Array(items) => flow_list(items.iter().map(inline)),
        Value::Object(members) => {
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn member((key, value): (&String, &Value)) -> String {
    format!("{}: {}", quote(key), inline(value))
}

/// The text in double quotes, so that YAML and our own reader give it back.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    // A letter, a colon and an escape, or one back-slash at the start, would be taken for a Windows path (R-S2).
    let drive = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .get(1..)
            .and_then(|rest| rest.strip_prefix(':'))
            .is_some_and(|rest| rest.starts_with(|c| needs_escape(c) || matches!(c, '"' | '\\')));
    let escaped_drive = drive && text.contains(needs_escape);
    for (at, character) in text.char_indices() {
        match character {
            ':' if escaped_drive && at == 1 => out.push_str("\\x3a"),
            '\\' if at == 0 && !text.starts_with("\\\\") => out.push_str("\\x5c"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ if needs_escape(character) => {
                let code = u32::from(character);
                let _ = if code < 0x100 { write!(out, "\\x{code:02x}") } else { write!(out, "\\u{code:04x}") };
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

/// Whether a character is written as an escape: what is not seen, or what breaks a line for some reader.
fn needs_escape(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
