//! Conversion between all protocols (R-A15).

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::collections::BTreeMap;

use agent_envelope::clarity_protocol::aggregate::{Aggregate, Expected};
use agent_envelope::{
    AnyParsed, AnyProtocol, Conversion, Loss, LossKind, Message, Options, Outcome, PROTOCOLS, Report, Undetected,
    add_input, convert, detect, find, parse,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn report(parsed: &AnyParsed) -> Report {
    parsed.accepted().unwrap().to_report()
}

fn reparsed(conversion: &Conversion) -> Option<AnyParsed> {
    let text = conversion.text.as_ref()?;
    Some(parse(&Message::from(text), find(conversion.protocol).unwrap(), &Options::default()))
}

/// Every accepted fixture with every target.
fn conversions() -> Vec<(String, AnyParsed, Conversion)> {
    let mut all = Vec::new();
    for (name, protocol, bytes) in common::fixtures() {
        for target in PROTOCOLS {
            let parsed = parse(&bytes.as_slice().into(), protocol, &Options::default());
            let conversion = convert(&parsed, target, true);
            all.push((format!("{name} -> {}", target.info.name), parsed, conversion));
        }
    }
    all
}

/// The lines of texts and the numbers in a value; a line behind `#` may become a heading.
fn leaves(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        Value::Object(members) => members.values().for_each(|member| leaves(member, into)),
        Value::String(text) => into.extend(text.lines().map(|line| line.trim_matches(['#', ' ', '\t']).to_owned())),
        Value::Number(number) => into.push(number.to_string()),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The fields of a report, each section as one of its own: `section NEXT_STEPS`, `section ` for text without a title.
fn fields(report: &Value) -> BTreeMap<String, Vec<String>> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (field, value) in report.as_object().unwrap() {
        if field != "sections" {
            leaves(value, fields.entry(field.clone()).or_default());
            continue;
        }
        for section in value.as_array().unwrap() {
            let name = |title: &str| title.to_uppercase().replace(|c: char| !c.is_alphanumeric(), "_");
            let key = format!("section {}", name(section["title"].as_str().unwrap()));
            let texts = fields.entry(key).or_default();
            leaves(&section["title"], texts);
            leaves(&section["body"], texts);
        }
    }
    fields
}

#[test]
fn what_is_lost_is_listed_and_nothing_else() {
    let mut wrong = Vec::new();
    for (name, parsed, conversion) in conversions() {
        let (true, Some(back)) = (parsed.is_accepted(), reparsed(&conversion)) else { continue };
        let [before, after] = [&parsed, &back].map(|parsed| serde_json::to_value(report(parsed)).unwrap());
        // A confidence in words becomes an invented number (R-P6).
        let is_of =
            |loss: &Loss, field: &str| loss.field == field || field == "confidence" && loss.field == "confidence_level";
        let is_listed = |field: &str| conversion.losses.iter().any(|loss| is_of(loss, field));
        for field in before.as_object().unwrap().keys().filter(|field| *field != "outcome" && is_listed(field)) {
            if before.get(field) == after.get(field) {
                wrong.push(format!("{name}: `{field}` is not lost"));
            }
        }
        let fields_after = fields(&after);
        for (field, said) in fields(&before).into_iter().filter(|(field, _)| field != "outcome") {
            // Some fields become further keys, or sections of a RESULT message, where `#` in a section begins another one.
            let of_section = format!("section {}", field.to_uppercase());
            let is_place = |place: &str| match field.strip_prefix("section ") {
                Some("") => place == field,
                Some(_) => place.len() > "section ".len() && place.starts_with("section "),
                None => place == field || place == of_section || place == "extra",
            };
            let found = fields_after.iter().filter(|(place, _)| is_place(place)).flat_map(|(_, texts)| texts);
            let found = found.map(String::as_str).collect::<Vec<_>>().join("\n");
            let is_dropped = |loss: &Loss| loss.field == "sections" && loss.kind == LossKind::Dropped;
            let is_listed = match field.strip_prefix("section ") {
                Some("") => conversion.losses.iter().any(is_dropped),
                Some(_) => is_listed("sections"),
                None => is_listed(&field),
            };
            let lost: Vec<&String> = said.iter().filter(|leaf| !found.contains(leaf.as_str())).collect();
            if !is_listed && !lost.is_empty() {
                wrong.push(format!("{name}: `{field}` is lost or elsewhere: {lost:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_conversion_is_detected_and_keeps_its_outcome() {
    let mut converted = 0;
    for (name, parsed, conversion) in conversions() {
        let Some(text) = &conversion.text else {
            assert!(conversion.rejection.is_some(), "{name}");
            continue;
        };
        converted += 1;
        let detected = detect(&Message::from(text), PROTOCOLS).map(|found| found.info.name);
        match detected {
            // Text around the report may hold another one, which is quoted.
            Err(Undetected::Ambiguous(names)) => {
                assert!(names.iter().any(|(claim, _)| *claim == conversion.protocol), "{name}")
            }
            detected => assert_eq!(detected, Ok(conversion.protocol), "{name}\n{text}"),
        }
        let (before, after) = (parsed.outcome(), conversion.outcome.unwrap());
        assert!(before.is_success() || !after.is_success(), "{name}: {before} becomes {after}");
        let target = find(conversion.protocol).unwrap();
        let lists_findings = || parsed.value(true).is_some_and(|value| !value.to_report().findings.is_empty());
        if before == Outcome::Completed && conversion.protocol == "clarity" && lists_findings() {
            assert_eq!(after, Outcome::CompletedWithFindings, "{name}");
        } else if (target.statuses)().iter().any(|(_, outcome)| *outcome == before) {
            assert_eq!(before, after, "{name}");
        } else {
            assert!(conversion.losses.iter().any(|loss| loss.field == "outcome"), "{name}: {:?}", conversion.losses);
        }
    }
    assert!(converted > 150, "only {converted}");
}

/// A report with what any of the protocols may lack or have, of a status and with a kind of its own; or with findings that
/// have only text.
fn message(protocol: &AnyProtocol, canonical: usize) -> String {
    let all = protocol.info.canonical.iter().map(|canonical| canonical.text.to_owned());
    let texts = texts_only().into_iter().filter(|(name, _)| *name == protocol.info.name).map(|(_, text)| text);
    let all: Vec<String> = all.chain(texts).collect();
    all[canonical % all.len()].clone()
}

/// Successes, each with two findings that have only text.
fn texts_only() -> [(&'static str, String); 3] {
    let list = json!(["The lock is taken twice", {"description": "Wording"}]);
    let metadata = json!({"agent_name": "a", "task_id": "t", "status": "completed", "confidence_level": 0.9});
    let contract = json!({"report_metadata": metadata, "findings": {"findings": list}});
    let metadata = json!({"session_id": "s", "agent_type": "a", "delegation_depth": 0, "delegation_path": ["a"]});
    let artifact = json!({"type": "plan", "path": "a.md", "summary": "It"});
    let json = json!({
        "status": "completed", "summary": "Read it.", "artifacts": [artifact], "metadata": metadata, "findings": list,
    });
    let block = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Read it\"\n
FINDINGS:\n  - The lock is taken twice\n  - Wording\n\nNEXT_ACTION:\n  recommended_agent: none\n";
    let texts = [contract.to_string(), json.to_string(), block.to_owned()];
    let mut texts = texts.into_iter();
    ["report-contract", "json-return", "status-block"].map(|name| (name, texts.next().unwrap()))
}

fn parse_as(name: &str, text: &str) -> AnyParsed {
    parse(&text.into(), find(name).unwrap(), &Options::default())
}

fn converted(from: &str, text: &str, to: &str) -> Conversion {
    convert(&parse_as(from, text), find(to).unwrap(), false)
}

#[test]
fn findings_that_have_only_text_are_findings_everywhere() {
    for (name, text) in texts_only() {
        let clarity = converted(name, &text, "clarity");
        assert_eq!(clarity.outcome, Some(Outcome::CompletedWithFindings), "{name}: {:?}", clarity.rejection);
        let invented = |loss: &&Loss| loss.kind == LossKind::Invented && loss.field == "findings";
        assert_eq!(clarity.losses.iter().filter(invented).count(), 2, "{name}");
        let mut aggregate = Aggregate::default();
        for (name, text) in [(name, text.as_str()), ("clarity", &clarity.text.unwrap())] {
            add_input(&mut aggregate, name, text.as_bytes(), find(name)).unwrap();
        }
        let stats = aggregate.finish(&Expected::default()).stats;
        assert_eq!((stats.findings, stats.total_findings, stats.major), (2, 4, 4), "{name}");
    }
}

#[test]
fn a_finding_that_would_not_be_read_back_is_not_converted() {
    let [_, (name, text), _] = texts_only();
    let text = text.replace("\"The lock", "{\"severity\": \"none\", \"description\": \"y\"}, \"The lock");
    let rejection = converted(name, &text, "clarity").rejection.unwrap().to_string();
    assert_eq!(rejection, "of 3 findings, 2 would be read back");
}

#[test]
fn a_section_about_findings_does_not_become_one() {
    const CLEAN: &str = "RESULT: CLEAN | Type: verification | Items: 1 | Applied: 1 | Partial: 0 | Missing: 0\n
| Item | Status | Notes |\n|---|---|---|\n| Wasps | applied | |\n\n## Findings\n\nThere are no others.\n";
    let text = converted("clarity", CLEAN, "status-block").text.unwrap();
    assert!(text.contains("FINDINGS_2:"), "{text}");
    assert_eq!(report(&parse_as("status-block", &text)).findings, []);
}

#[test]
fn a_file_that_was_only_read_is_no_artifact() {
    let [.., (name, text)] = texts_only();
    let text = text.replace("NEXT_ACTION", "FILES:\n  created: []\n  modified: []\n  read: [x.rs]\n\nNEXT_ACTION");
    let json = converted(name, &text, "json-return");
    assert!(json.rejection.unwrap().to_string().ends_with("completed without artifacts"));
    assert!(json.losses.iter().any(|loss| loss.note == "`x.rs` was only read"), "{:?}", json.losses);
    let clarity = converted(name, &text, "clarity");
    assert!(clarity.losses.iter().any(|loss| loss.field == "artifacts"), "{:?}", clarity.losses);
    assert!(!clarity.text.unwrap().contains("x.rs"));
}

#[test]
fn counts_that_the_source_does_not_state_are_invented() {
    let is_invented = |text: &str| {
        let losses = converted("status-block", text, "clarity").losses;
        losses.iter().any(|loss| loss.kind == LossKind::Invented && loss.field == "metrics")
    };
    let [.., (_, text)] = texts_only();
    assert!(!is_invented(&text));
    assert!(is_invented(&text.replace("FINDINGS:", "NOTES:")));
}

proptest! {
    #[test]
    fn no_chain_makes_a_success_or_hides_findings(
        source in 0..PROTOCOLS.len(), canonical in 0_usize..9, cut in 0_usize..3_000, is_cut in any::<bool>(),
        chain in prop::collection::vec(0..PROTOCOLS.len(), 1..6),
    ) {
        let text = message(&PROTOCOLS[source], canonical);
        let end = if is_cut && text.is_char_boundary(cut) { cut } else { text.len() };
        let findings = |parsed: &AnyParsed| parsed.value(true).map_or(0, |value| value.to_report().findings.len());
        let mut parsed = parse(&text[..end].into(), &PROTOCOLS[source], &Options::default());
        let mut has_findings = false;
        for target in chain {
            has_findings |= parsed.outcome() == Outcome::CompletedWithFindings;
            let conversion = convert(&parsed, &PROTOCOLS[target], true);
            let Some(back) = reparsed(&conversion) else { break };
            prop_assert!(parsed.outcome().is_success() || !back.outcome().is_success(), "{:?}", conversion.text);
            prop_assert!(findings(&parsed) <= findings(&back), "{:?}", conversion.text);
            has_findings |= findings(&back) > 0;
            prop_assert!(!has_findings || back.status() != Some("CLEAN"), "{:?}", conversion.text);
            parsed = back;
        }
    }
}
