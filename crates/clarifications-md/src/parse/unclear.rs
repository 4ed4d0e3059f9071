//! Answers that nothing tells from what an agent wrote below an empty label (R-A2).

use envelope_core::Span;

use super::lines::{MarkKind, classify, lines};
use crate::labels::Label;
use crate::model::Item;

/// What the words of an answer may be instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unclear {
    Choices,
    Recommendation,
}

/// What the words of the answer look like, where they may be no answer at all.
///
/// A question without choices whose answer starts, below its label, like a list of them, and one without recommendation
/// whose answer starts with a label of it: both were more likely written before anybody answered. After a label without
/// bold, which may be a word of the question itself, choices further down count, too. On the label's own line a person
/// may write what they like.
pub(crate) fn unclear_answer(item: &Item) -> Option<Unclear> {
    let answer = item.answer.as_ref()?;
    let (below, canonical) = (answer.spots.0.below, answer.spots.0.canonical);
    let words = answer.text.as_str();
    if item.choices.is_empty() && (below && offers(words, true) || !canonical && offers(words, false)) {
        return Some(Unclear::Choices);
    }
    if !below || !item.recommendation_text().is_empty() {
        return None;
    }
    let first = lines(words, Span::new(0, words.len())).next().and_then(|(_, line)| mark(line));
    let recommends = matches!(first, Some(MarkKind::Label(label)) if label.label == Label::Recommendation);
    recommends.then_some(Unclear::Recommendation)
}

/// Whether two choices stand here, from A on or in boxes; the first of them on the first line if so asked.
fn offers(words: &str, first: bool) -> bool {
    let mut choices = lines(words, Span::new(0, words.len())).map(|(_, line)| match mark(line) {
        Some(MarkKind::Choice(choice)) if !choice.bare => Some(choice.letter.unwrap_or('A')),
        _ => None,
    });
    let start = if first { choices.next() == Some(Some('A')) } else { choices.any(|letter| letter == Some('A')) };
    start && choices.any(|letter| matches!(letter, Some('A' | 'B')))
}

/// What the line may start, if it is not indented as code is.
fn mark(line: &str) -> Option<MarkKind> {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = line.len() - rest.len();
    if indent < 4 { classify(rest, indent, indent) } else { None }
}
