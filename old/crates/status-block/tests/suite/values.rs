//! Values as hostile as a program or an agent can make them.

use proptest::prelude::*;
use serde_json::{Map, Value};
use status_block::{BlockStatus, Confidence, Errors, Files, NextAction, StatusBlock, Summary};

/// Text with everything that could break out of its quotes.
pub(crate) fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\""),
        Just("'"),
        Just(": "),
        Just(":"),
        Just(" #"),
        Just("#"),
        Just("- "),
        Just("-"),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("\t"),
        Just("\\"),
        Just("\\n"),
        Just("C:\\"),
        Just("\\\\"),
        Just("STATUS: success"),
        Just("\nERRORS:\n"),
        Just("SUMMARY:"),
        Just("```"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(","),
        Just("|"),
        Just(">"),
        Just("&a"),
        Just("*a"),
        Just("!t"),
        Just("%"),
        Just("@"),
        Just("`"),
        Just("✅"),
        Just("👩‍🚀"),
        Just("é"),
        Just("\u{0}"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("\u{feff}"),
        Just(" "),
        Just("  "),
        Just("a"),
        Just("word"),
        Just("null"),
        Just("true"),
        Just("12"),
        Just("..."),
        Just("<path>"),
        Just("[AGENT OUTPUT ENDS]"),
        Just("success | blocked"),
        Just("\u{7f}"),
        Just("\u{10ffff}"),
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
}

/// Data as an extension holds it.
pub(crate) fn data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1_000_000_i64..1_000_000).prop_map(Value::from),
        prop_oneof![Just(0.5), Just(-2.25), Just(1e300), Just(1000.0)].prop_map(Value::from),
        hostile().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key(), inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// A key of an extension; none that the table knows in any letter case.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![3 => "k[a-z_]{0,6}", 1 => hostile().prop_map(|text| format!("k{text}")), 1 => "[0-9]{1,3}", 1 => "[A-Z]{2,5}_K"]
}

fn extra() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec((key(), data()), 0..3).prop_map(|entries| entries.into_iter().collect())
}

fn section_name() -> impl Strategy<Value = String> {
    prop_oneof![4 => "X_[A-Z][A-Z0-9_]{0,6}", 1 => key()]
}

fn maybe<S: Strategy>(strategy: S) -> impl Strategy<Value = Option<S::Value>> {
    prop::option::weighted(0.8, strategy)
}

prop_compose! {
    fn summary()(what in maybe(hostile()), word in maybe(prop_oneof!["high", "medium", "low", "very sure", "<N>", "0\\.9"]),
        count in maybe(0_u32..2000), other in maybe(Just("a few")), extra in extra()) -> Summary {
        let mut summary = Summary::default();
        summary.what_i_did = what;
        summary.confidence = word.map(|word: String| Confidence::from(word.as_str()));
        summary.iterations_used = count.map(|count| status_block::Iterations::Count(count.into()));
        if let (None, Some(other)) = (count, other) {
            summary.iterations_used = Some(status_block::Iterations::Text(other.to_owned()));
        }
        summary.extra = extra;
        summary
    }
}

prop_compose! {
    fn files()(lists in prop::array::uniform3(maybe(prop::collection::vec(hostile(), 0..4))), extra in extra(),
        malformed in any::<bool>()) -> Files {
        let mut files = Files::default();
        let [created, modified, read] = lists;
        (files.created, files.modified, files.read) = (created.map(Into::into), modified.map(Into::into), read.map(Into::into));
        files.extra = extra;
        if malformed && files.read.is_none() {
            // A list with an item that is no path is kept as it is.
            files.extra.insert("read".into(), serde_json::json!(["a", {"path": "b"}]));
        }
        files
    }
}

prop_compose! {
    fn next_action()(texts in prop::array::uniform3(maybe(hostile())), extra in extra()) -> NextAction {
        let mut next = NextAction::default();
        let [agent, reason, context] = texts;
        (next.recommended_agent, next.reason, next.context_forward) = (agent, reason, context);
        next.extra = extra;
        next
    }
}

prop_compose! {
    fn errors()(message in maybe(hostile()), details in maybe(hostile()), can_retry in maybe(any::<bool>()), extra in extra(),
        odd in any::<bool>()) -> Errors {
        let mut errors = Errors::default();
        (errors.message, errors.details, errors.can_retry, errors.extra) = (message, details, can_retry, extra);
        if odd && errors.can_retry.is_none() {
            errors.extra.insert("can_retry".into(), "perhaps".into());
        }
        errors
    }
}

/// Prose that has no status line of its own.
fn prose() -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.2, "[A-Za-z][a-z ,.()*-]{0,20}[a-z](\n\n?- [a-z ]{1,9}[a-z]){0,2}")
}

prop_compose! {
    pub(crate) fn blocks()(status in prop_oneof![Just(BlockStatus::Success), Just(BlockStatus::Blocked), Just(BlockStatus::Failed)],
        summary in maybe(summary()), files in maybe(files()), next in maybe(next_action()), errors in maybe(errors()),
        extensions in prop::collection::vec((section_name(), data()), 0..3), before in prose(), after in prose(), inside in prose(),
        text_for_section in prop::option::weighted(0.1, hostile())) -> StatusBlock {
        let mut block = StatusBlock::new(status);
        (block.summary, block.files, block.next_action, block.errors) = (summary, files, next, errors);
        if let (None, Some(text)) = (&block.summary, text_for_section) {
            block.extensions.insert("SUMMARY".into(), text.into());
        }
        block.extensions.extend(extensions);
        block.prose.before = before;
        block.prose.after = after;
        // Only a section that follows makes such a line one of the block.
        block.prose.inside = inside.map(|text| text.replace("\n\n", "\n")).filter(|_| block.files.as_ref().is_some_and(|files| files != &Files::default()));
        block
    }
}
