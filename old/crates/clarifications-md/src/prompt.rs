//! What an agent is told that writes questions or refinements (R-A17), made from the tables of the parser.

use std::fmt::Write as _;

use crate::labels::{
    BLOCK_HEAD, COUNTS, Label, MUST_ANSWER, OPEN_CHOICE, OPTIONAL_KEYS, QUESTION_LEVEL, REFINEMENT_LEVEL,
    SECTION_LEVEL, hashes,
};

/// What the agent is to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PromptKind {
    /// A clarifications document with its questions.
    Questions,
    /// Refinements of questions that were not answered clearly.
    Refinements,
    /// The evaluation of the answers.
    Evaluation,
    /// The draft of the decisions.
    Draft,
    /// The final decisions.
    Decisions,
}

impl PromptKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Questions, Self::Refinements, Self::Evaluation, Self::Draft, Self::Decisions];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Refinements => "refinements",
            Self::Evaluation => "evaluation",
            Self::Draft => "draft",
            Self::Decisions => "decisions",
        }
    }
}

/// The instruction to give an agent. It holds placeholders only: no part of it is read as a document (R-A17).
pub fn prompt(kind: PromptKind) -> String {
    match kind {
        PromptKind::Questions => questions(),
        PromptKind::Refinements => refinements(),
        PromptKind::Evaluation => crate::evaluation::prompt(),
        PromptKind::Draft => crate::decisions::drafter(),
        PromptKind::Decisions => crate::decisions::confirmer(),
    }
}

/// The placeholders of the templates with what stands for each, in the order of the text.
pub(crate) const PLACEHOLDERS: [(&str, &str); 8] = [
    ("{n}", "the number of the question, from 1, running on through all sections"),
    ("{m}", "the number of the refinement, from 1 for each question"),
    ("{section}", "the title of the section"),
    ("{title}", "a short title"),
    ("{question}", "the question itself, in one or a few sentences"),
    ("{choice}", "one choice"),
    ("{sources}", "the questions that were merged into this one, with commas between"),
    ("{recommendation}", "the letter of a choice, a dash, and the reason in a sentence"),
];

fn questions() -> String {
    let mut text = "Write the questions as one Markdown document in exactly this form, and nothing before or after it.\n\n\
         The document starts on its first line with front matter between two lines of three hyphens, one `key: value` a line:\n\n"
        .to_owned();
    for (key, counts) in COUNTS {
        let _ = writeln!(text, "- `{}` (required): {counts}", key.as_str());
    }
    for (key, says) in OPTIONAL_KEYS {
        let _ = writeln!(text, "- `{key}` (optional): {says}");
    }
    text += "\nThe counts are compared with the document; a wrong one refuses it. Then, for each section and each question in it:\n\n";
    text += &fenced(&question_template());
    text += &legend(&["{n}", "{section}", "{title}", "{question}", "{choice}", "{sources}", "{recommendation}"]);
    let _ = write!(
        text,
        "\nRules:\n\
         - Add ` {MUST_ANSWER}` at the end of the heading of a question without whose answer the work cannot go on, and nowhere else.\n\
         - Letter the choices A, B, C and so on, each at the start of its line; the last one is `{OPEN_CHOICE}`.\n\
         - Leave out the line about consolidation where a question comes from one source.\n\
         - Leave every answer empty: `{}` alone on its line. A person fills it in.\n\
         - Write no headings of your own inside a question.\n",
        Label::Answer.canonical()
    );
    text
}

fn refinements() -> String {
    let mut text = format!(
        "Write refinement questions for the items that you were given: those that are not answered or whose answer is vague. \
         Write nothing else; the blocks are inserted into the document as they are.\n\n\
         For each question one block that starts with a line `{BLOCK_HEAD}Q{{n}}:`, then for each refinement:\n\n"
    );
    text += &fenced(&refinement_template());
    text += &legend(&["{n}", "{m}", "{title}", "{question}", "{choice}", "{recommendation}"]);
    let _ = write!(
        text,
        "\nRules:\n\
         - The id holds its parent: the number of the question, a dot, and the number of the refinement.\n\
         - A follow-up to a refinement takes that refinement's id and a small letter, from a on.\n\
         - Use no id that is in the document already.\n\
         - Say in the text why the refinement matters, given what was answered.\n\
         - Letter the choices A, B, C and so on, each at the start of its line; the last one is `{OPEN_CHOICE}`.\n\
         - Leave every answer empty: `{}` alone on its line. A person fills it in.\n",
        Label::Answer.canonical()
    );
    text
}

/// The form of a section with one question.
pub(crate) fn question_template() -> String {
    format!(
        "{section} {{section}}\n\n{question} Q{{n}}: {{title}}\n{body}_\n\n{fields}",
        section = hashes(SECTION_LEVEL),
        question = hashes(QUESTION_LEVEL),
        body = choices() + Label::Consolidated.canonical() + " {sources}",
        fields = fields()
    )
}

/// The form of one refinement.
pub(crate) fn refinement_template() -> String {
    let heading = hashes(REFINEMENT_LEVEL);
    format!("{heading} R{{n}}.{{m}}: {{title}}\n{}{}", choices(), fields())
}

fn choices() -> String {
    format!("{{question}}\n\nA. {{choice}}\nB. {{choice}}\nC. {OPEN_CHOICE}\n\n")
}

fn fields() -> String {
    format!("{} {{recommendation}}\n\n{}\n", Label::Recommendation.canonical(), Label::Answer.canonical())
}

fn fenced(template: &str) -> String {
    format!("```\n{template}```\n\n")
}

fn legend(names: &[&str]) -> String {
    let known = PLACEHOLDERS.iter().filter(|(name, _)| names.contains(name));
    known.fold(String::new(), |mut text, (name, says)| {
        let _ = writeln!(text, "- `{name}`: {says}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn fill(template: &str) -> String {
        let values = ["1", "1", "Harbour", "Depth", "How deep is it?", "So deep", "Tides Q1", "A — as surveyed"];
        let pairs = PLACEHOLDERS.iter().zip(values);
        pairs.fold(template.to_owned(), |text, ((name, _), value)| text.replace(name, value))
    }

    #[test]
    fn the_filled_templates_are_accepted() {
        let counts = COUNTS.iter().map(|(key, _)| [key.as_str(), ": 1\n"].concat()).collect::<String>();
        let text = format!("---\n{counts}---\n\n{}", fill(&question_template()));
        let whole = format!("{text}\n#### Refinements\n\n{}", fill(&refinement_template()));
        let parsed = parse(&whole);
        assert_eq!(parsed.diagnostics(), [], "{whole}");
        assert!(parsed.accepted().is_some());
        let without = text.replace("refinement_count: 1", "refinement_count: 0");
        let parsed = parse(&without);
        let document = parsed.accepted().expect("accepted");
        let block = format!("{BLOCK_HEAD}Q1:\n\n{}", fill(&refinement_template()));
        let refined = document.refine(&[&block], false).expect("the block is inserted");
        assert_eq!(refined.notes, []);
        assert_eq!(refined.change.apply(), whole, "the document with the refinement is the same, byte for byte");
    }

    #[test]
    fn prompts_are_inert() {
        for kind in PromptKind::ALL {
            let text = prompt(kind);
            let fences = envelope_core::text::fences(&text);
            let parts = text.lines().chain(fences.iter().map(|fence| fence.inner.of(&text))).chain([text.as_str()]);
            for part in parts {
                assert!(!parse(part).verdict().accepted(), "{part}");
                assert!(!crate::evaluation::parse(part).verdict().accepted(), "{part}");
                assert!(!crate::decisions::parse(part).verdict().accepted(), "{part}");
            }
            assert!(fences.len() == 1 && !text.contains("{}"), "{text}");
        }
    }

    #[test]
    fn every_placeholder_is_explained() {
        for (name, says) in PLACEHOLDERS {
            assert!(
                PromptKind::ALL.iter().any(|kind| prompt(*kind).contains(&format!("- `{name}`: {says}"))),
                "{name}"
            );
        }
    }
}
