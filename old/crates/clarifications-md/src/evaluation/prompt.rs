//! What an evaluator is told (clarifications-md, "answer-evaluator"; R-A17), made from the tables of the reader.

use std::fmt::Write as _;

use envelope_core::json::{Field, Shape};

use super::table::DOCUMENT_ACCEPTED;
use super::{EVALUATION_FIELDS, ItemVerdict};
use crate::labels::{ACCEPTED_RECOMMENDATION, Label, SCOPE};

/// The placeholders of the template with what stands for each.
const PLACEHOLDERS: [(&str, &str); 3] = [
    ("<number>", "how many answers of the document are of that kind, in digits"),
    ("<id>", "the id in the heading, such as that of the first question"),
    ("<text>", "the counts in one sentence"),
];

/// The instruction for an agent that evaluates answers.
pub(crate) fn prompt() -> String {
    let mut text = "Evaluate the answers of the clarifications document that you are given. Classify, and recommend nothing. \
         Answer with one JSON object in exactly this form, without a code fence and with nothing before or after it:\n\n```\n"
        .to_owned();
    text += &template();
    text += "```\n\n";
    for (name, says) in PLACEHOLDERS {
        let _ = writeln!(text, "- `{name}`: {says}");
    }
    let answer = Label::Answer.canonical();
    let _ = write!(
        text,
        "\nThe verdict on one answer, which is the text after `{answer}`:\n\
         - `{not_answered}`: it is empty, or says only `{ACCEPTED_RECOMMENDATION}`.\n\
         - `{clear}`: it is substantive and specific, or names one of the listed choices, other than the open one.\n\
         - `{vague}`: it has fewer than five words, or nothing but phrases like \"not sure\", \"default is fine\" or \"TBD\".\n\
         \nThe verdict on the whole follows from the counts: `sufficient` when there is at least one answer and all are `{clear}`, \
         `insufficient` when none is `{clear}`, else `mixed`. The four counts add up: `total_count` is the sum of the others. \
         `per_question` has one entry for each question, in the order of the document, and no other.\n",
        clear = ItemVerdict::Clear.as_str(),
        not_answered = ItemVerdict::NotAnswered.as_str(),
        vague = ItemVerdict::Vague.as_str(),
    );
    text
}

/// The form of an evaluation.
fn template() -> String {
    let mut text = "{\n".to_owned();
    let asked: Vec<&Field> = EVALUATION_FIELDS.iter().filter(|field| is_asked(field)).collect();
    for (at, field) in asked.iter().enumerate() {
        let comma = if at + 1 < asked.len() { "," } else { "" };
        let _ = writeln!(text, "  \"{}\": {}{comma}", field.name, value(field));
    }
    text + "}\n"
}

/// A later evaluator's count and words (R-Q7), and what our own evaluator says of a document, are read, but nobody is
/// asked for them.
fn is_asked(field: &Field) -> bool {
    !["contradictory_count", DOCUMENT_ACCEPTED, SCOPE].contains(&field.name)
}

fn value(field: &Field) -> String {
    match field.shape {
        Shape::Status { words, .. } => format!("\"<{}>\"", words.join("|")),
        Shape::Count => "<number>".to_owned(),
        Shape::List(Shape::Object(fields)) => {
            let members = fields.iter().map(|field| format!("\"{}\": {}", field.name, value(field)));
            format!("[\n    {{ {} }}\n  ]", members.collect::<Vec<_>>().join(", "))
        }
        Shape::Word(_) => {
            let specified = ItemVerdict::ALL.iter().filter(|verdict| verdict.is_specified());
            format!("\"<{}>\"", specified.map(|verdict| verdict.as_str()).collect::<Vec<_>>().join("|"))
        }
        _ if field.name == "question_id" => "\"<id>\"".to_owned(),
        _ => "\"<text>\"".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::parse;

    #[test]
    fn the_filled_template_is_accepted() {
        let filled = template()
            .replace("<sufficient|mixed|insufficient>", "insufficient")
            .replace("<clear|not_answered|vague>", "vague")
            .replace("\"vague_count\": <number>", "\"vague_count\": 1")
            .replace("\"total_count\": <number>", "\"total_count\": 1")
            .replace("<number>", "0")
            .replace("<id>", "Q1")
            .replace("<text>", "Nothing is clear.");
        let parsed = parse(&filled);
        assert_eq!(parsed.diagnostics(), [], "{filled}");
        assert!(parsed.accepted().is_some());
    }

    #[test]
    fn every_key_and_word_is_named() {
        let text = prompt();
        for field in EVALUATION_FIELDS.iter().filter(|field| is_asked(field)) {
            assert!(text.contains(&format!("\"{}\"", field.name)), "{}", field.name);
        }
        for verdict in ItemVerdict::ALL {
            assert_eq!(text.contains(verdict.as_str()), verdict.is_specified(), "{verdict:?}");
        }
    }
}
