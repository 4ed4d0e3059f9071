//! What a drafter and a confirmer are told (clarifications-md, "Phase 1" and "merge protocol"; R-A17), made from the
//! tables of the reader.

use std::fmt::Write as _;

use envelope_core::Status as _;

use super::JudgementWord;
use super::labels::{
    CONTRADICTION_MARK, CROSS_CUTTING, DRAFT, FIELDS, FINAL, FRONTMATTER_KEYS, FieldKind, GAP_MARK, NOT_ANSWERED,
};
use crate::DecisionStatus;

/// The placeholders of the templates with what stands for each.
const PLACEHOLDERS: [(&str, &str); 9] = [
    ("{k}", "the number of the entry, from 1"),
    ("{decision title}", "a short title"),
    ("{source}", FIELDS[1].3),
    ("{section of it}", FIELDS[2].3),
    ("{answer}", FIELDS[3].3),
    ("{decision}", FIELDS[4].3),
    ("{reasoning}", FIELDS[5].3),
    ("{implication}", FIELDS[6].3),
    ("{status}", FIELDS[7].3),
];

/// The instruction for an agent that drafts decisions from clear answers.
pub(crate) fn drafter() -> String {
    let fields = [FieldKind::Source, FieldKind::Section, FieldKind::Answer, FieldKind::Status];
    let mut text = start(
        "Draft the decisions from the clarifications document and its evaluation that you are given, as one Markdown \
         document in exactly this form, and nothing before or after it.",
        &format!("`{DRAFT}`"),
        &fields,
        &["{k}", "{decision title}", "{source}", "{section of it}", "{answer}", "{status}"],
    );
    let note = FieldKind::Note.label();
    let _ = write!(
        text,
        "\nEntries, in this order:\n\
         - One for each question whose verdict is `clear`, in the order of the document, titled as the question: status `{draft}`. \
         Copy the answer as it is; indent its further lines by two blanks. Draft nothing from an empty answer.\n\
         - One for each question marked as having to be answered that is not: status `{gap}`, the title begins with `{gap_mark}`, \
         an empty answer is `{NOT_ANSWERED}`. If its answer is vague: status `{review}`, and no mark. Say in a field `{note}` what is missing.\n\
         - One for each pair of clear answers that conflict: status `{contradiction}`, the title begins with `{mark}`, the section is \
         `{CROSS_CUTTING}`, the sources are both ids, each answer has a field of its own whose label names its item in parentheses, \
         and a field `{note}` tells both sides.\n\
         \nGive no reasons and no implications: a draft is structured, not reasoned.\n",
        draft = DecisionStatus::Draft.as_str(),
        gap = DecisionStatus::CriticalGap.as_str(),
        gap_mark = GAP_MARK.trim_end(),
        review = DecisionStatus::NeedsReview.as_str(),
        contradiction = DecisionStatus::Contradiction.as_str(),
        mark = CONTRADICTION_MARK.trim_end(),
    );
    text
}

/// The instruction for an agent that confirms decisions.
pub(crate) fn confirmer() -> String {
    let fields = [
        FieldKind::Source,
        FieldKind::Section,
        FieldKind::Answer,
        FieldKind::Decision,
        FieldKind::Reasoning,
        FieldKind::Implication,
        FieldKind::Status,
    ];
    let mut text = start(
        "Confirm the decisions: from the draft and the clarifications document with its answered refinements, write the \
         final decisions as one Markdown document in exactly this form, and nothing before or after it.",
        &format!("`{FINAL}`"),
        &fields,
        &[
            "{k}",
            "{decision title}",
            "{source}",
            "{section of it}",
            "{answer}",
            "{decision}",
            "{reasoning}",
            "{implication}",
            "{status}",
        ],
    );
    text += "\nJudge every entry of the draft anew; none passes through unchanged:\n";
    for word in JudgementWord::ALL {
        let when = match word {
            JudgementWord::Supported => "the new answers support it",
            JudgementWord::Contradicted => {
                "the new answers contradict its core: write the decision anew and tell the contradiction"
            }
            JudgementWord::NoNewInformation => "there are no new answers",
            JudgementWord::PartlyChanged => {
                "the new answers support it and change a part: tell the change in the implication"
            }
        };
        let _ = writeln!(text, "- {when}: status `{}`.", word.settles().as_str());
    }
    let _ = write!(
        text,
        "- It is `{gap}`, `{contradiction}` or `{review}`: it keeps that status, unless one of its sources, or a refinement of \
         them, is answered clearly now and you write down the decision.\n\
         - An answered refinement of a question without an entry becomes a new entry, whose source is the refinement.\n\
         \nKeep the ids of the draft. Never call settled what nobody has answered.\n",
        gap = DecisionStatus::CriticalGap.as_str(),
        contradiction = DecisionStatus::Contradiction.as_str(),
        review = DecisionStatus::NeedsReview.as_str(),
    );
    text
}

fn start(task: &str, status: &str, fields: &[FieldKind], placeholders: &[&str]) -> String {
    let mut text = format!(
        "{task}\n\nThe document starts on its first line with front matter between two lines of three hyphens, one \
         `key: value` a line:\n\n"
    );
    for (key, required, says) in FRONTMATTER_KEYS {
        let must = if required { "required" } else { "optional" };
        let _ = writeln!(text, "- `{key}` ({must}): {says}");
    }
    let _ = write!(
        text,
        "\nHere the status of the document is {status}. Then, for each entry:\n\n```\n{}```\n\n",
        template(fields)
    );
    for (name, says) in PLACEHOLDERS.iter().filter(|(name, _)| placeholders.contains(name)) {
        let _ = writeln!(text, "- `{name}`: {says}");
    }
    text
}

/// The form of an entry with these fields.
fn template(fields: &[FieldKind]) -> String {
    let mut text = "### D{k}: {decision title}\n".to_owned();
    for kind in fields {
        let name = if *kind == FieldKind::Section { "section of it" } else { kind.member() };
        let _ = writeln!(text, "- **{}:** {{{name}}}", kind.label());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::parse;

    #[test]
    fn the_filled_templates_are_accepted() {
        for (prompt, document, status) in [(drafter(), DRAFT, "draft"), (confirmer(), FINAL, "resolved")] {
            let fence = envelope_core::text::fences(&prompt);
            let template = fence[0].inner.of(&prompt);
            let values = [
                "1",
                "Datum",
                "Q1",
                "Tides",
                "Chart datum",
                "Read from chart datum",
                "So charts agree",
                "Mark the gauges",
                status,
            ];
            let filled = PLACEHOLDERS
                .iter()
                .zip(values)
                .fold(template.to_owned(), |text, ((name, _), value)| text.replace(name, value));
            let text = format!("---\nstatus: {document}\ndecision_count: 1\n---\n\n{filled}");
            let parsed = parse(&text);
            assert_eq!(parsed.diagnostics(), [], "{text}");
            assert!(parsed.accepted().is_some());
        }
    }

    #[test]
    fn every_word_and_placeholder_is_explained() {
        let both = drafter() + &confirmer();
        for status in DecisionStatus::ALL {
            assert!(both.contains(&format!("`{}`", status.as_str())), "{status:?}");
        }
        for (name, says) in PLACEHOLDERS {
            assert!(both.contains(&format!("- `{name}`: {says}")), "{name}");
        }
    }
}
