//! What an agent is told (R-A17): the template, what each status means, and how to pass context on.

use std::fmt::Write as _;

use envelope_core::Status;

use crate::fields::{CONFIDENCE, FLAGS, Field, STATUS, Shape};
use crate::{BlockStatus, Section};

/// How to fill `context_forward` (status-block, "Context Forward Rules").
const CONTEXT_RULES: [&str; 4] = [
    "Say exactly what is to be done and where: the function, the line, the check that is missing.",
    "Give the path of every file that matters.",
    "Copy failing tests and error output word for word.",
    "Leave nothing to be looked up: the next agent sees this text and nothing else of yours.",
];

/// The instruction to give an agent. It holds placeholders only, so that a copy of it is never taken for a report.
///
/// ```
/// let prompt = status_block::prompt();
/// assert!(prompt.contains("STATUS: <success | blocked | failed>"));
/// assert!(status_block::parse(prompt.as_str()).accepted().is_none());
/// ```
pub fn prompt() -> String {
    let mut out = String::from(
        "End your work with one status block and write nothing before or after it: no code fence, no bold, no remarks. \
         Replace everything in angle brackets, the brackets included.\n\n",
    );
    let _ = writeln!(out, "{STATUS}: {}", choice(BlockStatus::ALL.iter().map(|status| status.as_str())));
    for section in Section::ALL {
        let _ = write!(out, "\n{section}:\n");
        for field in section.fields() {
            let _ = writeln!(out, "  {}: {}", field.name, asked(field));
        }
    }
    out.push_str("\nChoose the status so:\n");
    for status in BlockStatus::ALL {
        let _ = writeln!(out, "- `{}` when {}", status.as_str(), status.asks());
    }
    let _ = write!(
        out,
        "\nLeave {} out unless you are blocked or failed; then it is required. Write an empty list as `[]`. Keep text on \
         one line in double quotes, with `\\\"` for a quote and `\\n` for a line break.\n",
        Section::Errors
    );
    out.push_str("\nThe next agent starts from `context_forward`:\n");
    for rule in CONTEXT_RULES {
        let _ = writeln!(out, "- {rule}");
    }
    out
}

fn choice<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    format!("<{}>", words.into_iter().collect::<Vec<_>>().join(" | "))
}

/// The placeholder of a field, in the quotes and brackets that its value has.
fn asked(field: &Field) -> String {
    match field.shape {
        Shape::Text => format!("\"<{}>\"", field.asks),
        Shape::Confidence => choice(CONFIDENCE),
        Shape::Iterations => format!("<{}>", field.asks),
        Shape::Flag => choice(FLAGS),
        Shape::Paths => format!("[\"<{}>\"]", field.asks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// The prompt's template with every placeholder replaced by what `value` gives for it.
    fn filled(value: impl Fn(&str) -> String) -> String {
        let prompt = prompt();
        let template = &prompt[prompt.find("STATUS:").unwrap()..prompt.find("\nChoose").unwrap()];
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('<') {
            let (name, after) = after.split_once('>').unwrap();
            out += before;
            out += &value(name);
            rest = after;
        }
        out + rest
    }

    #[test]
    fn filling_the_template_gives_an_accepted_block() {
        for (word, at) in [("success", 0), ("blocked", 1), ("failed", 2)] {
            let text = filled(|name| match name {
                "whole number of rounds" => "2".to_owned(),
                name if name.contains(" | ") => {
                    let words: Vec<&str> = name.split(" | ").collect();
                    words.get(at).or(words.last()).unwrap().to_string()
                }
                name => format!("{} - {}", name, "filled in with care"),
            });
            let parsed = parse(text.as_str());
            let value = parsed.accepted().unwrap_or_else(|| panic!("{text}\n{:?}", parsed.diagnostics()));
            assert_eq!(value.status.as_str(), word);
            let left: Vec<_> = parsed.diagnostics().iter().map(|it| it.rule.code()).collect();
            let expected: &[&str] = if at == 0 { &["status-block/errors-with-success"] } else { &[] };
            assert_eq!(left, expected, "{text}");
        }
    }

    #[test]
    fn the_prompt_and_its_parts_are_no_report() {
        let prompt = prompt();
        let fenced = format!("```text\n{prompt}```\n");
        let template = filled(|name| format!("<{name}>"));
        let lines = prompt.lines().map(str::to_owned);
        for text in [prompt.clone(), fenced, template].into_iter().chain(lines) {
            assert!(parse(text.as_str()).accepted().is_none(), "{text}");
            assert!(!parse(text.as_str()).outcome().is_success(), "{text}");
        }
    }
}
