//! Conversion between all protocols (R-A15).

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use agent_envelope::{
    AnyParsed, AnyProtocol, Conversion, Loss, Message, Options, Outcome, PROTOCOLS, Report, Undetected, convert,
    detect, find, parse,
};
use proptest::prelude::*;
use serde_json::Value;

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

#[test]
fn what_is_lost_is_listed_and_nothing_else() {
    let mut wrong = Vec::new();
    for (name, parsed, conversion) in conversions() {
        let (true, Some(back)) = (parsed.is_accepted(), reparsed(&conversion)) else { continue };
        let [before, after] = [&parsed, &back].map(|parsed| serde_json::to_value(report(parsed)).unwrap());
        let mut found = Vec::new();
        leaves(&after, &mut found);
        let found = found.join("\n");
        for (field, value) in before.as_object().unwrap() {
            // A confidence in words becomes an invented number (R-P6).
            let is_same =
                |loss: &Loss| loss.field == *field || field == "confidence" && loss.field == "confidence_level";
            let is_listed = conversion.losses.iter().any(is_same);
            let mut said = Vec::new();
            leaves(value, &mut said);
            let lost: Vec<&String> = said.iter().filter(|leaf| !found.contains(leaf.as_str())).collect();
            if field != "outcome" && !is_listed && !lost.is_empty() {
                wrong.push(format!("{name}: `{field}` is lost: {lost:?}"));
            }
            if field != "outcome" && is_listed && before.get(field) == after.get(field) {
                wrong.push(format!("{name}: `{field}` is not lost"));
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
        if (target.statuses)().iter().any(|(_, outcome)| *outcome == before) {
            assert_eq!(before, after, "{name}");
        } else {
            assert!(conversion.losses.iter().any(|loss| loss.field == "outcome"), "{name}: {:?}", conversion.losses);
        }
    }
    assert!(converted > 150, "only {converted}");
}

/// A report with what any of the protocols may lack or have, of a status and with a kind of its own.
fn message(protocol: &AnyProtocol, canonical: usize) -> &'static str {
    let all = protocol.info.canonical;
    all[canonical % all.len()].text
}

proptest! {
    #[test]
    fn no_chain_makes_a_success_or_hides_findings(
        source in 0..PROTOCOLS.len(), canonical in 0_usize..8, cut in 0_usize..3_000, is_cut in any::<bool>(),
        chain in prop::collection::vec(0..PROTOCOLS.len(), 1..6),
    ) {
        let text = message(&PROTOCOLS[source], canonical);
        let end = if is_cut && text.is_char_boundary(cut) { cut } else { text.len() };
        let mut parsed = parse(&text[..end].into(), &PROTOCOLS[source], &Options::default());
        let mut has_findings = false;
        for target in chain {
            has_findings |= parsed.outcome() == Outcome::CompletedWithFindings;
            let conversion = convert(&parsed, &PROTOCOLS[target], true);
            let Some(back) = reparsed(&conversion) else { break };
            prop_assert!(parsed.outcome().is_success() || !back.outcome().is_success(), "{:?}", conversion.text);
            has_findings |= !report(&back).findings.is_empty();
            prop_assert!(!has_findings || back.status() != Some("CLEAN"), "{:?}", conversion.text);
            parsed = back;
        }
    }
}
