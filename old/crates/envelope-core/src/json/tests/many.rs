//! What is kept of a message with very many values, and that reading one again changes nothing (R-A9).

use proptest::prelude::*;

use super::cases::CASES;
use super::laws::CLASSES;
use crate::json::Request;
use crate::json::choose::choose;
use crate::json::found::Found;
use crate::json::locate::locate_within;
use crate::json::margin;
use crate::{Diagnostics, Source, json};

/// All that comes of a message where so many bytes may be kept.
fn outcome(room: usize, text: &str, required: &[&str]) -> String {
    let request = Request::requiring(required);
    let masked = margin::without(text);
    let text = masked.as_ref().map_or(text, |(masked, _)| masked);
    let mut log = Diagnostics::new(request.limits);
    let chosen = choose(locate_within(room, text, &request), &mut log);
    format!("{chosen:?} {log:?}")
}

/// Whether everything is kept, the first value or nothing at all, what is read is the same.
fn assert_same(text: &str, required: &[&str]) {
    let all = outcome(usize::MAX, text, required);
    for room in [0, 1] {
        assert_eq!(outcome(room, text, required), all, "{text:?} with room for {room}, requiring {required:?}");
    }
}

#[test]
fn what_is_read_again_is_the_same() {
    for case in CASES.iter().copied().flatten() {
        assert_same(case.input, case.required);
        assert_same(case.input, &[]);
    }
    for (_, make) in CLASSES {
        for required in [&[][..], &["a"], &["b", "key"]] {
            assert_same(&make(40), required);
        }
    }
}

proptest! {
    #[test]
    fn what_is_read_again_of_any_text_is_the_same(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..14), two in any::<bool>()
    ) {
        assert_same(&parts.concat(), if two { &["a", "b"] } else { &["a"] });
        assert_same(&parts.concat(), &[]);
    }
}

/// Parts of messages in which the place of a value matters.
const PARTS: &[&str] = &[
    "{\"a\": 1}",
    "{\"a\": 1}",
    "{\"a\": 1, \"b\": \"failed\"}",
    "{'a': 'failed',}",
    "{\"a\": [1}",
    "{\"a\": \"<a>\"}",
    "{\"x\": {\"a\": 1}}",
    "{\"x\": \"{\\\"a\\\": 2}\"}",
    "\"{\\\"a\\\": 1}\"",
    "[{\"a\": 1}]",
    "[{\"a\": 1}, {\"a\": 2}]",
    "[\"{\\\"a\\\": 1,}\"]",
    "{}",
    "{\n",
    "}",
    "{ x: y and",
    "\"k\": ",
    ", ",
    "\n",
    "\n\n",
    "> ",
    "```json\n",
    "\n```\n",
    "<think>",
    "</think>",
    "<!--",
    "-->",
    "\n/* ",
    " */\n",
];

/// Pieces of a runaway agent's message: as little text as a value can take, repairs, places that change all the time.
const PIECES: [&str; 16] = [
    "{}",
    "[]",
    "[{}]",
    "[1]",
    "{\"a\":1,}",
    "{\"a\":1}\n",
    "{\"a\":[1}",
    "{'a':1}",
    "[{\"a\":1}]",
    "{\"b\":{\"a\":1}}",
    "\"{\\\"a\\\":1}\"\n",
    "<think>{}</think>",
    "{}</think>",
    "<!--{}-->",
    "```\n{}\n```\n",
    "\"k\":{\"a\":1}\n",
];

#[test]
fn what_is_kept_is_a_small_multiple_of_the_text() {
    let unclosed = format!("{}{}", "{a:[".repeat(9), "1,".repeat(20_000));
    for text in PIECES.iter().map(|piece| piece.repeat(40_000 / piece.len())).chain([unclosed]) {
        for required in [&[][..], &["a"]] {
            let kept = json::locate::locate(&text, &Request::requiring(required)).size();
            let times = kept / text.len();
            assert!(times <= 24, "{}… takes {times} times its length", &text[..20]);
        }
    }
}

/// An ordinary message is read once.
#[test]
fn all_of_an_ordinary_message_is_kept() {
    let text = "First I tried {\"a\": [1, 2, 3,]}, then:\n```json\n{\"a\": 1}\n```\n".repeat(20);
    let found = json::locate::locate(&text, &Request::requiring(&["a"]));
    assert_eq!((found.len(), found.count_kept()), (40, 40));
    let long = format!("[{}1]", "1,".repeat(100_000));
    assert_eq!(json::locate::locate(&long, &Request::default()).count_kept(), 1, "the first one, however long");
    let room = Found::room_for(&long);
    let read = json::read(&Source::new(&*long), &Request::default());
    assert!(read.tree.is_some_and(|tree| tree.size() > room), "it goes beyond the room");
}
