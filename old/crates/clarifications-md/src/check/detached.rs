//! Text behind the last answer, which nobody can tell from it (R-Q3, R-A2).

use envelope_core::text::is_blank;
use envelope_core::{Issue, Span};

use super::{ItemPlace, each_item};
use crate::evaluate::{AnswerVerdict, judge_words};
use crate::model::{Clarifications, Field, Item};
use crate::parse::unclear_answer;
use crate::rules::DETACHED_ANSWER;
use crate::{ItemId, steps};

/// The last answer, where it is clear by nothing but what stands behind a blank line.
pub(super) fn check(document: &Clarifications) -> Option<Issue> {
    let (place, id, item, answer) = last(document)?;
    let source = &document.source.0;
    let from = answer.spots.0.label.end();
    let all = Span::new(from, answer.text.span().end().max(from)).of(&source.text);
    let rest = Span::new(answer.spots.0.end, source.whole.end().max(answer.spots.0.end)).of(&source.text);
    steps::count(all.len() + rest.len());
    let first = first_paragraph(all).filter(|_| is_blank(rest))?;
    let clear = |words: &str| judge_words(item, words, source.rules) == AnswerVerdict::Clear;
    if clear(first) || !clear(answer.text.as_str()) || unclear_answer(item).is_some() {
        return None;
    }
    let message = format!("what answers {id} stands behind a blank line at the document's end");
    let help = "write the answer on the line of its label, and nothing below the document";
    Some(Issue::new(&DETACHED_ANSWER, place.path().key("answer"), message).help(help))
}

fn last(document: &Clarifications) -> Option<(ItemPlace, ItemId, &Item, &Field)> {
    let mut last: Option<(ItemPlace, ItemId, &Item, &Field)> = None;
    each_item(document, &mut |place, id, item| {
        let Some(answer) = &item.answer else { return };
        let start = answer.spots.0.label.start();
        if last.as_ref().is_none_or(|(.., before)| before.spots.0.label.start() < start) {
            last = Some((place, id, item, answer));
        }
    });
    last
}

/// The words up to the first blank line below the label; `None` where there is none.
fn first_paragraph(words: &str) -> Option<&str> {
    let mut at = 0;
    for line in words.split_inclusive('\n') {
        if at > 0 && is_blank(line.trim_end_matches(['\r', '\n'])) {
            return words.get(..at).map(str::trim);
        }
        at += line.len();
    }
    None
}
