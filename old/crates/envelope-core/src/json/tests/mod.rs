//! Tests of the reader against a table of malformed messages, and its laws.

mod cases;
mod laws;
mod many;
mod table;

use super::read::read_noting_bytes;
use super::{JsonRecord, Request};
use crate::Source;

fn rank(rule: &str) -> usize {
    let name = rule.strip_prefix("envelope-core/").unwrap_or(rule);
    super::rules::RULES.iter().position(|rule| rule.code().ends_with(name)).unwrap_or(usize::MAX)
}

#[test]
fn reads_what_a_careful_person_reads() {
    let mut wrong = Vec::new();
    for case in cases::CASES.iter().copied().flatten() {
        let source = Source::new(case.input);
        // What the object lacks is for `judge` to say.
        let read = read_noting_bytes(&source, &Request::requiring(case.required));
        let record = JsonRecord::of(&read, &source);
        let mut found: Vec<(usize, usize, String)> = record
            .diagnostics
            .iter()
            .map(|entry| {
                let name = entry.rule.strip_prefix("envelope-core/").unwrap_or(&entry.rule);
                let line = format!("{} {name} {:?}", entry.severity, &case.input[entry.span.range()]);
                (entry.span.start(), rank(name), line)
            })
            .collect();
        found.sort();
        let starts: Vec<usize> = record.diagnostics.iter().map(|entry| entry.span.start()).collect();
        assert!(starts.is_sorted(), "{}: diagnostics come in the order of the text", case.name);
        let found: Vec<String> = found.into_iter().map(|(_, _, line)| line).collect();
        let expected: Vec<String> =
            case.diagnostics.iter().map(|(severity, rule, text)| format!("{severity} {rule} {text:?}")).collect();
        let mut sorted = (found.clone(), expected.clone());
        sorted.0.sort();
        sorted.1.sort();
        let value = record.value.as_ref().map(ToString::to_string);
        // `serde_json` stops one container short of our limit; such a text is compared as it is.
        let wanted = case.value.map(|text| {
            serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.to_owned(), |value| value.to_string())
        });
        if sorted.0 != sorted.1 || value != wanted || record.truncated != case.truncated {
            wrong.push(format!(
                "{}\n  input:    {:?}\n  value:    {value:?}\n  expected: {wanted:?}\n  found:    {found:?}\n  expected: {expected:?}\n  truncated: {}",
                case.name, case.input, record.truncated
            ));
        }
    }
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}

/// Every repair inside the JSON says where in the value it was, and what it was read as (R-A4, R-A7).
#[test]
fn repairs_have_pointers_and_say_what_was_read() {
    let text = "Report:\n{'a': [1, {'b': True,}], \"c\": {\"d\": NaN} \"e\": \"x\ty\"}";
    let record = JsonRecord::new(&Source::new(text), &Request::default());
    let told: Vec<(&str, Option<&str>, &str)> = record
        .diagnostics
        .iter()
        .map(|entry| {
            (entry.rule.rsplit('/').next().unwrap_or_default(), entry.pointer.as_deref(), entry.message.as_str())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("json-in-prose", None, "text around the JSON"),
            ("json-single-quotes", Some("/a"), "not in double quotes; read as if it were"),
            ("json-single-quotes", Some("/a/1/b"), "not in double quotes; read as if it were"),
            ("json-literal", Some("/a/1/b"), "`True` read as `true`"),
            ("json-trailing-comma", Some("/a/1"), "a comma after the last value; read as if it were not there"),
            ("json-not-finite", Some("/c/d"), "`NaN` read as `null`"),
            ("json-missing-comma", Some(""), "no comma between two values; read as if there were one"),
            ("json-raw-control", Some("/e"), "a raw tab in a string; read as if it were escaped"),
        ]
    );
}

/// What `envelope json --format json` prints (design, "The command line").
#[test]
fn the_record_has_the_shape_of_the_command_line() {
    let record = JsonRecord::new(&Source::new("{\"a\": 1,}"), &Request::default());
    let json = serde_json::to_string(&record).expect("a record is JSON");
    assert_eq!(
        json,
        "{\"value\":{\"a\":1},\"truncated\":false,\"diagnostics\":[{\"rule\":\"envelope-core/json-trailing-comma\",\
         \"severity\":\"warning\",\"message\":\"a comma after the last value; read as if it were not there\",\
         \"span\":{\"start\":7,\"end\":8},\"line\":1,\"column\":8,\"pointer\":\"\",\"help\":null}]}"
    );
    let record = JsonRecord::new(&Source::new("no JSON here"), &Request::default());
    assert!(!record.accepted());
    assert!(serde_json::to_string(&record).expect("a record is JSON").starts_with("{\"value\":null,"));
}

/// Strict mode repairs nothing: the repair that was not made is reported, and no value is given.
#[test]
fn strict_mode_repairs_nothing() {
    let strict = Request::default().policy(crate::Policy::Strict);
    for (text, given) in
        [("{\"a\": 1,}", false), ("{\"a\": 1, \"a\": 1}", false), ("see: {\"a\": 1}", true), ("{\"a\": 1}", true)]
    {
        let record = JsonRecord::new(&Source::new(text), &strict);
        assert_eq!(record.value.is_some(), given, "{text}");
    }
}

/// A repair that was not made is told as one; what the agent wrote is quoted as it stands.
#[test]
fn strict_mode_says_what_would_be_read() {
    let said = |text: &str, policy: crate::Policy| {
        let record = JsonRecord::new(&Source::new(text), &Request::default().policy(policy));
        record.diagnostics.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    let text = "{\"a read as b\": NaN, \"a read as b\": \"\t\",}";
    let told = |read: &str| {
        [
            format!("`NaN` {read} as `null`"),
            "the key `a read as b` once more, with another value; the first one counts".to_owned(),
            format!("a raw tab in a string; {read} as if it were escaped"),
            format!("a comma after the last value; {read} as if it were not there"),
        ]
    };
    assert_eq!(said(text, crate::Policy::Tolerant), told("read"));
    assert_eq!(said(text, crate::Policy::Strict), told("would be read"));
}

/// Every part of it has the same place, so the place does not tell the path.
#[test]
fn an_encoded_item_is_the_root() {
    let source = Source::new(r#"["{\"status\": \"done\", \"n\": 1,}"]"#);
    let record = JsonRecord::new(&source, &Request::requiring(&["status"]));
    let pointer = |rule: &str| {
        let found = record.diagnostics.iter().find(|found| found.rule.ends_with(rule)).expect("it is told");
        found.pointer.as_ref().map(ToString::to_string)
    };
    assert_eq!(pointer("json-encoded").as_deref(), Some(""));
    assert_eq!(pointer("json-one-element-array").as_deref(), Some(""));
}

/// A label in prose is no key, and a sentence behind the object is no member of it.
#[test]
fn labels_are_not_keys() {
    for text in [
        "Result: {\"status\": 1}",
        "In step 2, result: {\"status\": 1}",
        "Input: {\"a\": 1}\nOutput: {\"status\": 1}",
        "{\"status\": 1}\n\nNote: all is well",
        "{\"status\": 1}\n`a.rs`: changed",
    ] {
        let record = JsonRecord::new(&Source::new(text), &Request::requiring(&["status"]));
        assert!(record.accepted(), "{text}: {:?}", record.diagnostics);
    }
}

/// Of several that differ all places are named, never one alone (R-A12).
#[test]
fn of_several_that_are_wrapped_all_are_named() {
    let told = |text: &str| {
        let record = JsonRecord::new(&Source::new(text), &Request::requiring(&["status"]));
        record.diagnostics.iter().map(|entry| entry.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let all = "several that could each be the envelope lie inside another value: at `/a`, `/b`";
    assert_eq!(told(r#"{"a": {"status": "failed"}, "b": {"status": "completed"}}"#), all);
    let part = "the envelope lies at `/a`, inside another value";
    assert_eq!(told(r#"{"a": {"status": "failed", "before": {"status": "completed"}}}"#), part);
    let string = "the string at `/a` holds several objects that could each be the envelope";
    assert_eq!(told(r#"{"a": "{\"status\": \"failed\"} {\"status\": \"completed\"}"}"#), string);
    let items = r#"{"status": "failed"}, "#.repeat(6);
    let many = told(&format!(r#"{{"a": [{items}{{"status": "completed"}}]}}"#));
    assert!(many.ends_with("`/a/3`, `/a/4` and 2 more"), "{many}");
}
