//! Laws of the edits of a clarifications document: bytes outside of the splices stay (R-Q4).

use agent_envelope::clarifications_md::{
    Change, Clarifications, Contradiction, Field, Frontmatter, Item, ItemId, parse,
};
use agent_envelope::envelope_core::Edit;

use super::{pieces, splices};

/// The first piece is the document, the second the words of an answer and a note, the third a block of refinements.
pub(crate) fn check(bytes: &[u8]) {
    let pieces = pieces(bytes, 3);
    let text = |at: usize| String::from_utf8_lossy(pieces.get(at).copied().unwrap_or_default()).into_owned();
    let (before, words, block) = (text(0), text(1), text(2));
    let parsed = parse(&before);
    let Some(document) = parsed.read() else { return };
    check_answers(document, &words);
    check_whole(document);
    if let Ok(refined) = document.refine(&[&block], words.len() % 2 == 1) {
        assert_inserts(document, &refined.change);
        let after = spliced(document, &refined.change);
        for (id, item) in document.items() {
            assert!(after.items().any(|(other, now)| other == id && now == item), "{id} is as it was");
        }
        assert_eq!(after.refinements().count(), document.refinements().count() + refined.inserted.len());
    }
    let items: Vec<ItemId> = document.items().map(|(id, _)| id).take(2).collect();
    let title = words.lines().next().unwrap_or_default();
    let found = [Contradiction::new(items, title).note(words.as_str())];
    if let Ok(flagged) = document.flag(&found, &document.critical_gaps()) {
        assert_inserts(document, &flagged.change);
        let after = spliced(document, &flagged.change);
        assert_eq!(answers(document), answers(&after), "a flag changes no answer");
        let again = after.flag(&found, &document.critical_gaps()).expect("what was written can be written again");
        assert!(again.change.is_empty(), "a second time changes nothing");
    }
}

/// Refinements and flags are put in between; only the counts of the frontmatter are rewritten (R-Q12, R-Q15).
fn assert_inserts(document: &Clarifications, change: &Change<'_>) {
    let front = document.frontmatter().map(Frontmatter::span);
    let is_count =
        |edit: &Edit| front.is_some_and(|front| front.start() <= edit.span.start() && edit.span.end() <= front.end());
    let other = change.edits().iter().find(|edit| !edit.span.is_empty() && !is_count(edit));
    assert_eq!(other, None, "something is taken away: {change:?}");
}

fn check_answers(document: &Clarifications, words: &str) {
    let items: Vec<ItemId> = document.items().map(|(id, _)| id).collect();
    for id in items.iter().take(4) {
        let Ok(change) = document.set_answer(*id, words) else { continue };
        if let Some(item) = document.item(*id) {
            assert!(change.edits().iter().all(|edit| is_of_answer(document, item, edit)), "{id}: {change:?}");
        }
        let after = spliced(document, &change);
        let written = after.item(*id).and_then(|item| item.answer.as_ref()).map(|answer| unified(answer.text.as_str()));
        let meant = unified(words.trim_matches([' ', '\t', '\n', '\r']));
        assert_eq!(written.as_deref(), Some(meant.as_str()), "{id} has the words that were set");
        let others = |document: &Clarifications| {
            let all = answers(document).into_iter();
            all.filter(|(other, _)| other != id).collect::<Vec<_>>()
        };
        assert_eq!(others(document), others(&after), "no other answer changes");
        assert!(after.set_answer(*id, words).expect("again").is_empty(), "a second time changes nothing");
    }
}

fn check_whole(document: &Clarifications) {
    let filled = document.autofill();
    let may_change: Vec<&Item> =
        document.items().filter(|(id, _)| filled.filled.contains(id)).map(|(_, item)| item).collect();
    for edit in filled.change.edits() {
        let is_asked = may_change.iter().any(|item| is_of_answer(document, item, edit));
        assert!(is_asked, "{edit:?} is in no answer that was filled");
    }
    let after = spliced(document, &filled.change);
    for ((id, item), (_, now)) in document.items().zip(after.items()) {
        let was = item.answer_text();
        let empty = was.is_empty() || was == "(accepted recommendation)";
        assert!(empty || was == now.answer_text(), "{id}: an answer is overwritten");
        assert!(filled.filled.contains(&id) || item.answer == now.answer, "{id}: filled without a word");
    }
    assert!(after.autofill().change.is_empty(), "a second time changes nothing");
    let counts = document.update_counts();
    let front = document.frontmatter().map(Frontmatter::span);
    let is_inside =
        |edit: &Edit| front.is_none_or(|front| front.start() <= edit.span.start() && edit.span.end() <= front.end());
    assert!(counts.edits().iter().all(is_inside), "counts stand in the frontmatter: {counts:?}");
    let counted = spliced(document, &counts);
    assert_eq!(answers(document), answers(&counted), "counts change no answer");
    let formatted = spliced(document, &document.fmt().change);
    assert_eq!(document.items().count(), formatted.items().count(), "the canonical form loses no item");
    for ((id, item), (now_id, now)) in document.items().zip(formatted.items()) {
        assert_eq!(id, now_id, "the canonical form gives no item another id");
        assert_eq!(meant(item), meant(now), "{id}: the canonical form changes no answer");
    }
    assert_eq!(document.tally(), formatted.tally(), "nor the verdict");
    assert!(formatted.fmt().change.is_empty(), "a second time changes nothing");
}

/// Whether an edit touches nothing but the answer of the item: its field, or where it has none the place behind it.
fn is_of_answer(document: &Clarifications, item: &Item, edit: &Edit) -> bool {
    let Some(answer) = item.answer.as_ref().map(Field::span) else {
        let behind = document.text().get(item.span().end()..edit.span.start());
        return edit.span.is_empty() && behind.is_some_and(|between| between.trim().is_empty());
    };
    answer.start() <= edit.span.start() && edit.span.end() <= answer.end()
}

/// Checks that the change is a row of splices and nothing else; the document that it makes.
fn spliced(document: &Clarifications, change: &Change<'_>) -> Clarifications {
    let after = change.apply();
    splices::check(document.text(), change.edits(), &after);
    let _ = change.unified_diff("clarifications.md");
    parse(&after).read().cloned().unwrap_or_else(|| panic!("no document any more:\n{after}"))
}

fn answers(document: &Clarifications) -> Vec<(ItemId, String)> {
    document.items().map(|(id, item)| (id, unified(item.answer_text()))).collect()
}

/// The answer; where it names a choice by its letter, which the canonical form gives anew, the place of that choice.
fn meant(item: &Item) -> (Option<usize>, String) {
    let text = unified(item.answer_text());
    let signs = |c: char| !c.is_alphanumeric();
    let words = text.trim_start_matches(signs);
    let mut letters = words.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    let behind = letters.as_str().trim_start_matches([' ', '\t', '*', '_', '`', ']', '"', '\'']);
    let alone = behind.is_empty() || behind.starts_with(['\n', '.', ')', ':', '-', '–', '—', '(']);
    let named = item.choices.iter().position(|choice| Some(choice.answer_letter()) == letter).filter(|_| alone);
    let rest = if named.is_some() { behind.to_owned() } else { text.clone() };
    (named, rest)
}

/// Inserted text takes the document's line ends.
fn unified(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
