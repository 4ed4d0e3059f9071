//! Values made at random, for properties.

use envelope_core::Count;
use envelope_core::json::Extra;
use json_return::{Artifact, Metadata, ReturnError, ReturnStatus, SubagentReturn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Texts of all sorts; some are what agents write wrongly, none is a placeholder or blank.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[A-Za-z][a-z .,/_-]{0,30}",
        1 => "\\PC{1,20}",
        1 => Just("One. Two\n\t\"three\" \\ four ✅".to_owned()),
        1 => "[A-Z][a-z]{380,420}[.]",
    ]
    .prop_filter("a value", |text| {
        !envelope_core::text::is_blank(text) && envelope_core::text::placeholder(text).is_none()
    })
}

/// A word of an open list, or another one that no reader takes for it.
fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![proptest::sample::select(words).prop_map(str::to_owned), "x-[a-z]{1,8}", Just(String::new())]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,6}(/[a-z]{1,6}){0,3}[.]md",
        1 => proptest::sample::select(&["/abs", "../up", "a/../../b", "c:\\\\x", "a\\\\b", "..\\\\a"][..]).prop_map(str::to_owned),
    ]
}

/// Unknown members, and known ones of another type: what a reader keeps aside.
fn extra(aside: &'static [(&'static str, &'static str)]) -> impl Strategy<Value = Extra> {
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!(-7)),
        Just(json!(1.5)),
        Just(json!("more")),
        Just(json!([1, {"deep": []}])),
        Just(json!({"b": 1, "a": 2})),
    ];
    let unknown = vec(("zz_[a-z]{1,4}", value), 0..3);
    let known = proptest::sample::subsequence(aside, 0..=aside.len());
    (unknown, known).prop_map(|(unknown, known)| {
        let known = known.into_iter().map(|(name, json)| (name.to_owned(), serde_json::from_str(json).expect("JSON")));
        Extra::from(unknown.into_iter().chain(known).collect::<Map<String, Value>>())
    })
}

fn count() -> impl Strategy<Value = Option<Count>> {
    option::of((0..=Count::MAX).prop_map(|value| Count::new(value).expect("in range")))
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let session = prop_oneof![Just("sess_1735460684_a1b2c3".to_owned()), text()];
    let fields = (session, text(), vec(text(), 0..3), count(), count(), option::of(0_u32..99));
    let aside = extra(&[("phase_count", "\"three\""), ("findings_count", "-1")]);
    (fields, aside).prop_map(|((session, agent, mut path, duration, findings, hours), mut extra)| {
        path.push(agent.clone());
        let mut metadata = Metadata::new(session, agent, path);
        metadata.duration_seconds = duration;
        metadata.findings_count = findings.filter(|_| !extra.as_map().contains_key("findings_count"));
        metadata.estimated_hours = hours.map(Into::into);
        if extra.as_map().len() > 3 {
            extra.as_map_mut().shift_remove("phase_count");
        }
        metadata.extra = extra;
        metadata
    })
}

fn artifact() -> impl Strategy<Value = Artifact> {
    let fields = (option::of(word(json_return::ArtifactKind::WORDS)), path(), option::of(text()), extra(&[]));
    fields.prop_map(|(kind, path, summary, extra)| {
        let mut artifact = Artifact::new(path);
        artifact.kind = kind.as_deref().map(Into::into);
        artifact.summary = summary;
        artifact.extra = extra;
        artifact
    })
}

fn error() -> impl Strategy<Value = ReturnError> {
    let kind = option::of(word(json_return::ErrorKind::WORDS));
    let fields = (kind, text(), option::of(any::<bool>()), option::of(text()), extra(&[]));
    fields.prop_map(|(kind, message, recoverable, recommendation, extra)| {
        let mut error = ReturnError::new(message);
        error.kind = kind.as_deref().map(Into::into);
        error.recoverable = recoverable;
        error.recommendation = recommendation;
        error.extra = extra;
        error
    })
}

/// Any return that a program can build with its required fields.
pub(crate) fn value() -> impl Strategy<Value = SubagentReturn> {
    let status = proptest::sample::select(<ReturnStatus as envelope_core::Status>::ALL);
    let lists = (vec(artifact(), 0..4), vec(error(), 0..3));
    let aside = extra(&[("next_steps", "[\"a\", \"b\"]")]);
    (status, text(), metadata(), lists, option::of(text()), aside).prop_map(
        |(status, summary, metadata, (artifacts, errors), next_steps, extra)| {
            let mut value = SubagentReturn::new(status, summary, metadata);
            value.artifacts = Some(artifacts);
            value.errors = errors;
            value.next_steps = next_steps.filter(|_| !extra.as_map().contains_key("next_steps"));
            value.extra = extra;
            value
        },
    )
}
