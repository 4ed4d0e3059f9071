//! Values made at random, for properties.

use envelope_core::Count;
use envelope_core::json::Extra;
use envelope_core::text::{is_blank, placeholder};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, ReportMetadata, Verbosity};
use serde_json::{Map, Value, json};

/// Texts of all sorts; some are what agents write wrongly, none is a placeholder or blank.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[A-Za-z][a-z .,/_-]{0,30}",
        1 => "\\PC{1,20}",
        1 => Just("# One\n```\n\t\"two\" \\ three ✅".to_owned()),
    ]
    .prop_filter("a value", |text| !is_blank(text) && placeholder(text).is_none())
}

fn member() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!(-7)),
        Just(json!(1.5)),
        Just(json!("more")),
        Just(json!("<T>")),
        Just(json!([1, {"deep": []}])),
        Just(json!({"b": 1, "a": 2})),
        Just(json!({"context_map": [["a", "b"]]})),
    ]
}

/// Unknown members, and known ones of another type: what a reader keeps aside.
fn extra(aside: &'static [(&'static str, &'static str)]) -> impl Strategy<Value = Extra> {
    let known = proptest::sample::subsequence(aside, 0..=aside.len());
    (vec(("zz_[a-z]{1,4}", member()), 0..3), known).prop_map(|(unknown, known)| {
        let known = known.into_iter().map(|(name, json)| (name.to_owned(), serde_json::from_str(json).expect("JSON")));
        Extra::from(unknown.into_iter().chain(known).collect::<Map<String, Value>>())
    })
}

fn findings() -> impl Strategy<Value = Map<String, Value>> {
    let place = prop_oneof![
        Just(json!(null)),
        Just(json!("repo://src/a b.rs:1-9")),
        Just(json!("repo://src/a%20b.rs")),
        Just(json!("src/a.rs")),
        Just(json!("repo://a:9-1")),
    ];
    let map = vec((text(), place), 0..3).prop_map(|pairs| json!(pairs));
    (vec(("[a-z]{1,4}", member()), 0..4), option::of(map)).prop_map(|(members, map)| {
        let map = map.map(|map| ("context_map".to_owned(), map));
        map.into_iter().chain(members).collect()
    })
}

fn metadata() -> impl Strategy<Value = ReportMetadata> {
    let count = || option::of((0..=Count::MAX).prop_map(|value| Count::new(value).expect("in range")));
    let status = select(<ContractStatus as envelope_core::Status>::ALL);
    let fields = (text(), text(), status, option::of(select(&Verbosity::ALL[..])), 0.0..=1.0_f64);
    let more = (count(), count(), option::of(text()));
    let aside = extra(&[
        ("token_usage", "-1"),
        ("execution_time_seconds", "1.5"),
        ("error_message", "[1]"),
        ("verbosity_level", "\"high\""),
    ]);
    (fields, more, aside).prop_map(|((agent, task, status, level, confidence), (tokens, seconds, error), extra)| {
        let confidence = ConfidenceLevel::new(confidence).expect("on the scale");
        let mut metadata = ReportMetadata::new(agent, task, status, confidence);
        let free = |name: &str| !extra.as_map().contains_key(name);
        metadata.verbosity_level = level.filter(|_| free("verbosity_level"));
        metadata.token_usage = tokens.filter(|_| free("token_usage"));
        metadata.execution_time_seconds = seconds.filter(|_| free("execution_time_seconds"));
        metadata.error_message = error.filter(|_| free("error_message"));
        metadata.extra = extra;
        metadata
    })
}

/// Any report that a program can build.
pub(crate) fn value() -> impl Strategy<Value = ContractReport> {
    let lists = (vec(text(), 0..3), vec(text(), 0..3), vec(text(), 0..3));
    let aside = extra(&[
        ("recommendations", "{\"a\": 1}"),
        ("status", "\"failed\""),
        ("gaps", "[\"a\"]"),
        ("blockers#refused", "[{\"a\": 1}, null]"),
    ]);
    let carried = option::of(select(&["completed", "partial", "failed"][..]));
    (metadata(), findings(), lists, carried, aside).prop_map(|(metadata, findings, lists, carried, extra)| {
        let mut value = ContractReport::new(metadata);
        *value.findings.as_map_mut() = findings;
        (value.recommendations, value.identified_gaps, value.blockers) = lists;
        if extra.as_map().contains_key("recommendations") {
            value.recommendations.clear();
        }
        value.carried = carried.map(|word| Map::from_iter([("outcome".to_owned(), json!(word))]).into());
        value.extra = extra;
        value
    })
}
