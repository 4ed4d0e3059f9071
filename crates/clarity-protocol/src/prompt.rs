//! The instructions for agents, made from the tables (R-C15).

use std::fmt::Write as _;

use crate::metadata::FIELDS;
use crate::status::WORDS;
use crate::types::Form;
use crate::{FINDING_TYPES, ResultType};

/// What to tell an agent that is to report a result of a type. Holds placeholders only, so that an echo of it is no
/// report.
///
/// ```
/// use clarity_protocol::{ResultType, prompt};
///
/// let text = prompt(ResultType::Digest);
/// assert!(text.contains("Type: digest"));
/// assert!(!clarity_protocol::parse(&text).is_accepted());
/// ```
pub fn prompt(result_type: ResultType) -> String {
    let [detail, clean, findings] = result_type.texts();
    let mut text =
        String::from("Report in this form, as plain Markdown without a code fence. The first line is one line:\n\n");
    let _ = write!(text, "    RESULT: <{}> | Type: {}", WORDS.join("|"), result_type.as_str());
    for metric in result_type.metrics() {
        let _ = match metric.form {
            Form::Ratio => write!(text, " | {}: <{}>", metric.key, metric.about.replace('/', ">/<")),
            Form::Text | Form::Count => write!(text, " | {}: <{}>", metric.key, metric.about),
        };
    }
    text.push_str("\n\n    ---\n");
    let placeholders = "v1; <your role>; <what you were asked to do>; <documents or work units>; <percentage, or the sections \
                        that you covered>; <high|medium|low>";
    for (field, placeholder) in FIELDS.iter().zip(placeholders.split("; ")) {
        let _ = writeln!(text, "    **{field}**: {placeholder}");
    }
    let types = FINDING_TYPES.join(", ");
    text + &format!(include_str!("prompt.md"), detail = detail, clean = clean, findings = findings, types = types)
}
