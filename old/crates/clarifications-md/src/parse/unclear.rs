//! Answers that nothing tells from what an agent wrote below an empty label (R-A2).

use envelope_core::Span;

use super::item::is_rule;
use super::lines::{MarkKind, classify, lines};
use crate::echo::holds_echo;
use crate::labels::Label;
use crate::model::{Item, without_comments};

/// What the words of an answer may be instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unclear {
    Question,
    Choices,
    Recommendation,
    /// What a tool puts at the end of a document.
    Furniture,
    /// The instruction, copied back (R-A5).
    Instruction,
}

/// What the words of the answer look like, where they may be no answer at all.
///
/// An answer that starts, below its label, with the label of something else that an agent writes, and one to a question
/// without choices that holds, below its label, a list of them: both were more likely written before anybody answered.
/// After a label without bold, which may be a word of the question itself, choices count on its own line, too. On the
/// line of a bold label a person may write what they like.
pub(crate) fn unclear_answer(item: &Item) -> Option<Unclear> {
    let answer = item.answer.as_ref()?;
    if holds_echo(answer.text.as_str()) {
        return Some(Unclear::Instruction);
    }
    let words = without_comments(answer.text.as_str());
    // A comment on the line of the label is no answer, so that what follows it stands below.
    let below = answer.spots.0.below || words.len() < answer.text.as_str().len();
    let headed = if below { headed(words) } else { None };
    if headed.is_some() {
        return headed;
    }
    if below && is_furniture(words) {
        return Some(Unclear::Furniture);
    }
    let offered = item.choices.is_empty() && (below || !answer.spots.0.canonical) && offers(words);
    offered.then_some(Unclear::Choices)
}

/// What the first line is headed as: a label of the table or a word that agents use for one, however decorated.
fn headed(words: &str) -> Option<Unclear> {
    let (_, line) = lines(words, Span::new(0, words.len())).next()?;
    let label = match mark(line) {
        Some(MarkKind::Label(found)) => Some(found.label),
        _ => None,
    };
    match label {
        Some(Label::Question) => return Some(Unclear::Question),
        Some(Label::Choices) => return Some(Unclear::Choices),
        Some(Label::Recommendation) => return Some(Unclear::Recommendation),
        _ => {}
    }
    let (head, _) = line.split_once([':', '：'])?;
    let head = head.trim_matches(|c: char| !c.is_alphanumeric());
    let said = |words: &[&str]| words.iter().any(|word| head.eq_ignore_ascii_case(word));
    if said(&["question"]) {
        Some(Unclear::Question)
    } else if said(&["choices", "options"]) {
        Some(Unclear::Choices)
    } else {
        said(&["recommendation", "recommended"]).then_some(Unclear::Recommendation)
    }
}

/// Whether the words start with what divides or ends a document: a rule, a hidden note, a folded hint.
fn is_furniture(words: &str) -> bool {
    let Some((_, line)) = lines(words, Span::new(0, words.len())).next() else { return false };
    let line = line.trim_matches([' ', '\t']);
    let starts = |tag: &str| line.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
    is_rule(line) || starts("[//]:") || starts("<details") || starts("<summary")
}

/// Whether two choices stand here, from A on or in boxes.
fn offers(words: &str) -> bool {
    let mut choices = lines(words, Span::new(0, words.len())).map(|(_, line)| match mark(line) {
        Some(MarkKind::Choice(choice)) if !choice.bare => Some(choice.letter.unwrap_or('A')),
        _ => None,
    });
    choices.any(|letter| letter == Some('A')) && choices.any(|letter| matches!(letter, Some('A' | 'B')))
}

/// What the line may start, if it is not indented as code is.
fn mark(line: &str) -> Option<MarkKind> {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = line.len() - rest.len();
    if indent < 4 { classify(rest, indent, indent) } else { None }
}
