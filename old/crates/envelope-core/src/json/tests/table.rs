//! What a table can say beyond types: other keys, ratios, statuses in objects met twice.

use serde::Deserialize;

use crate::json::{self, Decoded, Decoding, Extra, Field, KeepExtra, Request, Shape};
use crate::rules::{OTHER_KEY, WRONG_TYPE};
use crate::{Diagnostic, Path, Policy, Source};

#[derive(Debug, Deserialize)]
struct Ticket {
    about: About,
    #[serde(default)]
    gaps: Vec<String>,
    #[serde(flatten)]
    extra: Extra,
}

#[derive(Debug, Deserialize)]
struct About {
    sure: f64,
}

impl KeepExtra for Ticket {
    fn extra_at(&mut self, _: &Path) -> Option<&mut Extra> {
        Some(&mut self.extra)
    }
}

static ABOUT: &[Field] = &[
    Field::required("state", Shape::Status { words: &["open", "shut"], successes: &["shut"] }),
    Field::required("sure", Shape::Ratio { rule: &WRONG_TYPE, help: "0 is not at all, 1 is wholly" }),
];
static FIELDS: &[Field] =
    &[Field::required("about", Shape::Object(ABOUT)), Field::optional("gaps", Shape::List(&Shape::Text)).also("holes")];

fn decode(text: &str, policy: Policy) -> (Decoded<Ticket>, Vec<Diagnostic>) {
    let (tree, mut log) = json::read(&Source::new(text), &Request::requiring(&["about"])).into_parts();
    let decoded = json::decode_with(&tree.expect("an object"), FIELDS, &Decoding::new(policy), &mut log);
    (decoded, log.finish())
}

#[track_caller]
fn sure(written: &str, expected: Option<f64>, rules: usize) {
    let text = format!(r#"{{"about": {{"state": "shut", "sure": {written}}}}}"#);
    let (decoded, log) = decode(&text, Policy::Tolerant);
    assert_eq!(decoded.value.map(|ticket| ticket.about.sure), expected, "{written}");
    assert_eq!(log.len(), rules, "{written}: {log:?}");
    assert_eq!(decoded.stated, ["shut"], "{written}");
}

#[test]
fn ratios() {
    for (written, ratio) in [("0", 0.0), ("1", 1.0), ("1.0", 1.0), ("0.98", 0.98), ("1e-3", 0.001)] {
        sure(written, Some(ratio), 0);
    }
    for (written, ratio) in [
        ("\"0.98\"", 0.98),
        ("\"98%\"", 0.98),
        ("\" 97.3 %\"", 0.973),
        ("\"100%\"", 1.0),
        ("\"0%\"", 0.0),
        ("\"7%\"", 0.07),
    ] {
        sure(written, Some(ratio), 1);
    }
    for written in
        ["1.01", "-0.1", "98", "\"high\"", "\"150%\"", "\"0.98%\"", "\"-5%\"", "\"%\"", "true", "[]", "\"<number>\""]
    {
        sure(written, None, 1);
    }
    let (_, log) = decode(r#"{"about": {"state": "shut", "sure": "high"}}"#, Policy::Tolerant);
    assert_eq!(log[0].help.as_deref(), Some("0 is not at all, 1 is wholly"));
    let (decoded, log) = decode(r#"{"about": {"state": "shut", "sure": "98%"}}"#, Policy::Strict);
    assert!(decoded.value.is_none() && log.len() == 1, "nothing is converted");
}

#[test]
fn a_key_under_another_name() {
    let text = r#"{"about": {"state": "shut", "sure": 1}, "holes": [[], "one"]}"#;
    let (decoded, log) = decode(text, Policy::Tolerant);
    let ticket = decoded.value.expect("a ticket");
    assert_eq!((ticket.gaps.as_slice(), ticket.extra.is_empty()), (&["one".to_owned()][..], true));
    assert_eq!(log[0].rule.code(), OTHER_KEY.code());
    assert_eq!(log[1].path.as_ref().map(Path::as_str), Some("/holes/0"), "the place in the text");
    let moved = |path: &str| decoded.moved.get(&path.parse::<Path>().expect("a path")).map(Path::as_str);
    assert_eq!((moved("/gaps"), moved("/gaps/0")), (Some("/holes"), Some("/holes/1")));

    let both = r#"{"about": {"state": "shut", "sure": 1}, "holes": ["a"], "gaps": ["b"]}"#;
    let (decoded, _) = decode(both, Policy::Tolerant);
    let ticket = decoded.value.expect("a ticket");
    assert_eq!(ticket.gaps, ["b"]);
    assert!(ticket.extra.as_map().contains_key("holes"), "kept beside the real one");

    let (decoded, log) = decode(text, Policy::Strict);
    let ticket = decoded.value.expect("a ticket");
    assert!(ticket.gaps.is_empty() && ticket.extra.as_map().contains_key("holes"), "strict reads no other key");
    assert_eq!(log[0].rule.code(), OTHER_KEY.code());
}

#[test]
fn what_is_refused_is_kept() {
    let text = r#"{"about": {"state": "shut", "sure": 1}, "gaps": ["one", [], "<gap>", "two"]}"#;
    let (decoded, log) = decode(text, Policy::Tolerant);
    assert_eq!(decoded.value.expect("a ticket").gaps, ["one", "two"]);
    assert_eq!(log.len(), 2, "each is told: {log:?}");
    let refused: Vec<_> = decoded.refused.iter().map(|it| (it.path.as_str(), it.item, it.value.to_string())).collect();
    assert_eq!(refused, [("/gaps", true, "[]".to_owned()), ("/gaps", true, "\"<gap>\"".to_owned())]);
    let (decoded, _) = decode(r#"{"about": {"state": "shut", "sure": 1}, "gaps": "<gap>"}"#, Policy::Tolerant);
    assert_eq!(decoded.refused.len(), 1, "one that is not in a list, too");
}

#[test]
fn a_status_in_an_object_met_twice_is_stated_too() {
    let text = r#"{"about": {"state": "shut", "sure": 1}, "about": {"state": "open"}}"#;
    assert_eq!(decode(text, Policy::Tolerant).0.stated, ["shut", "open"]);
}

#[test]
fn a_template_of_objects_gives_way_to_the_report() {
    let template = r#"{"about": {"state": "<open|shut>", "sure": <number>}}"#;
    let text = format!(r#"{template} {{"about": {{"state": "open", "sure": 1}}}}"#);
    let read = json::read(&Source::new(&*text), &Request::requiring(&["about"]));
    assert_eq!(
        read.value().and_then(|value| value["about"]["state"].as_str().map(str::to_owned)).as_deref(),
        Some("open")
    );
}
