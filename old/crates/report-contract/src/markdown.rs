//! A report as one Markdown document, for people (report-contract, section 5.1).
//!
//! The texts of a report are Markdown themselves and may hold headings and fences, closed or not. Every one of them
//! stands inside a list item or a quotation, with each of its lines prefixed, so that whatever it opens ends with it:
//! the headings and sections of the document are ours alone. What would hide the rest in another way is spelled out: control
//! characters, marks that turn the direction of writing, an HTML comment, script or tag without an end.

use std::fmt;

use envelope_core::Status;
use serde_json::{Map, Value};

use crate::ContractReport;
use crate::context_map::NAME;
use crate::shown::{shown, spelled};

/// Findings nested deeper than this are shown as JSON on one line.
const MAX_DEPTH: usize = 6;

impl ContractReport {
    /// The whole report as one Markdown document: first the facts, then what blocks, the error, the findings, the
    /// recommendations, the gaps, and what else there is. A context map is a list of references.
    ///
    /// ```
    /// use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, ReportMetadata};
    /// let metadata = ReportMetadata::new("builder", "t-1", ContractStatus::Blocked, ConfidenceLevel::FULL);
    /// let report = ContractReport::new(metadata).blocker("# No key\n```\nunclosed");
    /// let text = report.to_markdown();
    /// assert!(text.contains("\n## Blockers\n\n- # No key\n  ```\n  unclosed\n"));
    /// ```
    pub fn to_markdown(&self) -> String {
        let metadata = &self.report_metadata;
        let mut out = format!("# Report of {} on {}\n\n", code(&metadata.agent_name), code(&metadata.task_id));
        let mut fact = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                write(&mut out, format_args!("- {name}: {value}\n"));
            }
        };
        fact("status", Some(format!("**{}**", metadata.status.as_str())));
        let claimed = self.claimed();
        fact("outcome", (claimed != metadata.status.outcome()).then(|| claimed.to_string().replace('_', " ")));
        fact("verbosity", Some(self.verbosity().to_string()));
        fact("confidence", Some(metadata.confidence_level.to_string()));
        fact("tokens", metadata.token_usage.map(|count| count.to_string()));
        fact("seconds", metadata.execution_time_seconds.map(|count| count.to_string()));
        list(&mut out, "Blockers", &self.blockers);
        list(&mut out, "Error", metadata.error_message.as_slice());
        section(&mut out, "Findings");
        if self.findings.is_empty() {
            out.push_str("None.\n");
        }
        members(&mut out, self.findings.as_map(), 0);
        list(&mut out, "Recommendations", &self.recommendations);
        list(&mut out, "Gaps", &self.identified_gaps);
        if !metadata.extra.is_empty() {
            section(&mut out, "Further metadata");
            members(&mut out, metadata.extra.as_map(), 0);
        }
        if !self.extra.is_empty() {
            section(&mut out, "Further members");
            members(&mut out, self.extra.as_map(), 0);
        }
        if let Some(carried) = &self.carried {
            section(&mut out, "Carried");
            members(&mut out, carried.as_map(), 0);
        }
        out
    }
}

fn write(out: &mut String, text: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = fmt::Write::write_fmt(out, text);
}

fn section(out: &mut String, title: &str) {
    write(out, format_args!("\n## {title}\n\n"));
}

fn list(out: &mut String, title: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    section(out, title);
    for text in texts {
        item(out, text, 0);
    }
}

/// A text as an item of a list; its lines stand below the item's mark, so that what it opens ends with the item.
fn item(out: &mut String, text: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let text = shown(text);
    let lines = lines(&text);
    let Some((first, rest)) = lines.split_first() else {
        write(out, format_args!("{indent}- (blank)\n"));
        return;
    };
    // Blanks before the first word would move the place where the item's content begins, and marks alone make a rule.
    let first = first.trim_start_matches([' ', '\t']);
    let escape = if first.bytes().all(|byte| b"- \t".contains(&byte)) { "\\" } else { "" };
    write(out, format_args!("{indent}- {escape}{first}\n"));
    for line in rest {
        write(out, format_args!("{indent}  {line}\n"));
    }
}

/// A label and a text: on one line where it fits, else the text as a quotation below.
fn labelled(out: &mut String, label: &str, text: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    match lines(&shown(text)).as_slice() {
        [] => write(out, format_args!("{indent}- {label}: (blank)\n")),
        [line] => write(out, format_args!("{indent}- {label}: {}\n", line.trim_start_matches([' ', '\t']))),
        lines => {
            write(out, format_args!("{indent}- {label}:\n\n"));
            for line in lines {
                write(out, format_args!("{indent}  > {line}\n"));
            }
            out.push('\n');
        }
    }
}

fn members(out: &mut String, members: &Map<String, Value>, depth: usize) {
    for (name, value) in members {
        let label = code(name);
        match value {
            Value::Array(entries) if name == NAME && depth < MAX_DEPTH => {
                write(out, format_args!("{}- {label}:\n", "  ".repeat(depth)));
                for entry in entries {
                    reference(out, entry, depth + 1);
                }
            }
            value => nested(out, Some(&label), value, depth),
        }
    }
}

fn nested(out: &mut String, label: Option<&str>, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    let label_colon = label.map(|label| format!("{label}: ")).unwrap_or_default();
    let open = |out: &mut String| {
        write(out, format_args!("{indent}- {}\n", label.map_or("(group)".to_owned(), |label| format!("{label}:"))));
    };
    match value {
        Value::String(text) => match label {
            Some(label) => labelled(out, label, text, depth),
            None => item(out, text, depth),
        },
        Value::Array(items) if !items.is_empty() && depth < MAX_DEPTH => {
            open(out);
            for item in items {
                nested(out, None, item, depth + 1);
            }
        }
        Value::Object(inner) if !inner.is_empty() && depth < MAX_DEPTH => {
            open(out);
            members(out, inner, depth + 1);
        }
        value => write(out, format_args!("{indent}- {label_colon}{}\n", code(&value.to_string()))),
    }
}

/// A pair of a context map: the place first, then the statement.
fn reference(out: &mut String, entry: &Value, depth: usize) {
    match (entry.get(0).and_then(Value::as_str), entry.get(1)) {
        (Some(text), Some(Value::String(place))) => labelled(out, &code(place), text, depth),
        (Some(text), Some(Value::Null)) => item(out, text, depth),
        _ => nested(out, None, entry, depth),
    }
}

/// The lines of a text as Markdown counts them, blank ones at its start and end left out.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> =
        text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect();
    let blank = |line: &&str| line.trim_matches([' ', '\t']).is_empty();
    let leading = lines.iter().take_while(|line| blank(line)).count();
    lines.drain(..leading);
    while lines.last().is_some_and(&blank) {
        lines.pop();
    }
    lines
}

/// A code span that nothing inside can end.
fn code(text: &str) -> String {
    let text: String =
        spelled(text).chars().map(|character| if matches!(character, '\n' | '\r') { ' ' } else { character }).collect();
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let mark = "`".repeat(longest + 1);
    let pad = text.starts_with('`') || text.ends_with('`') || text.trim_matches(' ').is_empty();
    let pad = if pad { " " } else { "" };
    format!("{mark}{pad}{text}{pad}{mark}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    use serde_json::json;

    use super::*;
    use crate::{ConfidenceLevel, ContractStatus, ReportMetadata};

    /// The blocks of the document itself, without what they hold: headings with their text, and other kinds by name.
    fn outline(text: &str) -> Vec<String> {
        let (mut depth, mut found) = (0_usize, Vec::new());
        let mut heading = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level, .. }) if depth == 0 => heading = Some(format!("{level}")),
                Event::Start(tag) => {
                    if depth == 0 && heading.is_none() {
                        found.push(match tag {
                            Tag::List(_) => "list".to_owned(),
                            other => format!("{other:?}"),
                        });
                    }
                    depth += 1;
                }
                Event::End(TagEnd::Heading(_)) if depth == 0 => found.extend(heading.take()),
                Event::End(_) => depth -= 1,
                Event::Text(part) if depth == 0 => {
                    heading = heading.map(|title| format!("{title} {part}"));
                }
                Event::Rule | Event::Html(_) if depth == 0 => found.push("something of its own".to_owned()),
                _ => {}
            }
        }
        found
    }

    fn report(text: &str, name: &str) -> ContractReport {
        let metadata = ReportMetadata::new(name, "t", ContractStatus::Blocked, ConfidenceLevel::FULL).error(text);
        let mut report = ContractReport::new(metadata)
            .blocker(text)
            .blocker(text)
            .finding(name, text)
            .finding("list", json!([text, [text, {"deep": {name: text}}]]))
            .finding("context_map", json!([[text, "repo://a"], [text, null], text]))
            .recommendation(text)
            .gap(text);
        report.extra.as_map_mut().insert("own".to_owned(), json!({name: [text]}));
        report
    }

    /// The same with members in places where few reports have any.
    fn fuller(text: &str, name: &str) -> ContractReport {
        let mut report = report(text, name);
        report.report_metadata.extra.as_map_mut().insert("more".to_owned(), json!([text, {name: text}]));
        report.carried = Some(Map::from_iter([("more".to_owned(), json!([text, {name: text}]))]).into());
        report
    }

    #[test]
    fn a_document_for_people() {
        let text = report("two\nlines", "a`b").to_markdown();
        let expected = "# Report of ``a`b`` on `t`\n\n- status: **blocked**\n- verbosity: detailed\n- confidence: 1\n\n\
            ## Blockers\n\n- two\n  lines\n- two\n  lines\n\n## Error\n\n- two\n  lines\n\n## Findings\n\n\
            - ``a`b``:\n\n  > two\n  > lines\n\n- `list`:\n  - two\n    lines\n  - (group)\n    - two\n      lines\n    - (group)\n      - `deep`:\n        \
            - ``a`b``:\n\n          > two\n          > lines\n\n- `context_map`:\n  - `repo://a`:\n\n    > two\n    > lines\n\n  - two\n    lines\n  - two\n    lines\n\n\
            ## Recommendations\n\n- two\n  lines\n\n## Gaps\n\n- two\n  lines\n\n## Further members\n\n- `own`:\n  - ``a`b``:\n    - two\n      lines\n";
        assert_eq!(text, expected);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_text_breaks_out(text in "([#`~<>|=\\-*_\\[\\]:!a1.) \\t\\n\\r\\\\]|```|---|<!--|<pre>|\\n\\n|    ){0,12}", name in "[`#<a\\n ]{0,5}") {
            let ours = fuller(&text, &name).to_markdown();
            let plain = fuller("x", "n").to_markdown();
            let kinds = |text: &str| -> Vec<String> {
                outline(text).into_iter().map(|line| if line.starts_with("h1") { "h1".to_owned() } else { line }).collect()
            };
            prop_assert_eq!(kinds(&ours), kinds(&plain), "{}", ours);
        }
    }
}
