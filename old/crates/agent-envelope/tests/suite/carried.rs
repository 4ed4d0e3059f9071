//! What an earlier conversion carried along, beside a message that says otherwise: kept, or told (R-A15).

use agent_envelope::envelope_core::{Outcome, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read_as};
use serde_json::{Value, json};

use crate::fixtures::built;
use crate::round_trips::silent_change;

/// A report with the exact word for an outcome, if the protocol has one, and another outcome carried beside it.
fn stating(protocol: Protocol, word: Outcome, carried: Outcome) -> Option<AnyEnvelope> {
    let text = built(protocol, word);
    let exact = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
    if text.to_lowercase().contains("outcome") || exact.outcome() != word {
        return None;
    }
    let text = carrying(protocol, &text, "outcome", &json!(carried));
    let envelope = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
    assert!(envelope.is_accepted(), "{text}: {:?}", envelope.diagnostics());
    assert_eq!(envelope.outcome(), word.worst(carried), "{text}");
    Some(envelope)
}

/// The message with one more field in what it carries.
fn carrying(protocol: Protocol, text: &str, field: &str, value: &Value) -> String {
    match protocol {
        Protocol::Clarity => text.replacen("```json\n{", &format!("```json\n{{\"{field}\":{value},"), 1),
        Protocol::StatusBlock => text.replacen("CARRIED:\n", &format!("CARRIED:\n  {field}: {value}\n"), 1),
        _ => {
            let mut message: Value = serde_json::from_str(text).unwrap();
            message["carried"][field] = value.clone();
            message.to_string()
        }
    }
}

/// A field that is carried beside one that the message states itself, and says something else, comes back or is told.
#[test]
fn a_carried_field_beside_its_own_is_kept_or_told() {
    let mut tried = 0;
    for from in Protocol::targets() {
        let text = built(from, Outcome::Failed);
        let own = read_as(from, &Source::new(text.as_str()), &Settings::default());
        let own = serde_json::to_value(own.to_report().unwrap()).unwrap();
        for (field, said) in own.as_object().unwrap() {
            let other = match (field.as_str(), said) {
                ("outcome" | "extra", _) => continue,
                (_, Value::String(_)) => json!("another text"),
                (_, Value::Number(_)) => json!(7),
                ("delegation_path", _) => json!(["another agent"]),
                ("problems", _) => json!([{"message": "another text"}]),
                ("next_steps", _) => json!([{"action": "another text"}]),
                ("metrics", Value::Object(metrics)) => {
                    Value::Object(metrics.keys().map(|name| (name.clone(), json!("another text"))).collect())
                }
                _ => continue,
            };
            let carried = carrying(from, &text, field, &other);
            // What it carries of the field already is not said twice.
            if carried.matches(&format!("\"{field}\":")).count() + carried.matches(&format!("  {field}: ")).count() > 2
            {
                continue;
            }
            let start = read_as(from, &Source::new(carried.as_str()), &Settings::default());
            if !start.is_accepted() {
                continue;
            }
            tried += 1;
            for to in Protocol::targets().filter(|to| *to != from) {
                let case = format!("{from} with another {field} -> {to}");
                let conversion = convert(&start, to).unwrap();
                let text = conversion.text.unwrap();
                let needle = if other == json!(7) { "7" } else { "another" };
                let told = conversion.losses.iter().any(|loss| loss.field.starts_with(field.as_str()));
                assert!(told || text.contains(needle), "{case}: {:?}\n{text}", conversion.losses);
                assert_eq!(silent_change(&start, to), None, "{case}\n{carried}\n{text}");
            }
        }
    }
    assert!(tried > 12, "{tried}");
}

/// What a result carries comes back to it from every protocol, whether or not the result has a place of its own for it.
#[test]
fn what_a_result_carries_comes_back() {
    let finding = json!({"id": "F1", "severity": "critical", "type": "regression", "location": "a.md",
        "description": "the gate is open", "suggestion": "close it", "discussion": "### F1\n\n<think>\nwhy"});
    let objects = [
        json!({"gaps": ["first gap", "second\n# gap"]}),
        json!({"gaps": ["a\n\nb", "", " x ", "---", "```"], "tokens": 5}),
        json!({"findings": [finding]}),
        json!({"sections": [{"title": "T", "body": "more"}]}),
        json!({"checks": [{"kind": "test", "name": "t1", "result": "pass"}]}),
        json!({"problems": [{"message": "too slow", "details": "by far"}]}),
        json!({"artifacts": [{"type": "plan"}], "summary": "all of it"}),
        json!({"metrics": {"Sections": 99, "Zed": {"a": 1}}}),
        json!({"scope": "another", "agent": "another", "session": "sess_1"}),
        json!({"tokens": "many", "next_steps": 7, "weather": "clear"}),
        json!({"extra": {"clarity": {"/x": 1, "": 2}, "json-return": {"/y": 2}}}),
    ];
    let line = "RESULT: FINDINGS | Type: digest | Doc: a.md | Sections: 3 | Entities: 2 | Cross-refs: 1";
    let metadata = "---\n**Protocol**: v1\n**Agent**: a\n**Assigned**: b\n**Scope**: c\n**Confidence**: high\n---";
    let mut wrong = Vec::new();
    for object in objects {
        let text = format!("{line}\n\n{metadata}\n\n## Carried\n\n```json\n{object}\n```\n");
        let start = read_as(Protocol::Clarity, &Source::new(text.as_str()), &Settings::default());
        assert!(start.is_accepted(), "{object}: {:?}", start.diagnostics());
        for to in Protocol::targets() {
            wrong.extend(silent_change(&start, to).map(|change| format!("{object} -> {to}: {change}")));
            let there = convert(&start, to).unwrap().text.unwrap();
            let there = read_as(to, &Source::new(there.as_str()), &Settings::default());
            let back = convert(&there, Protocol::Clarity).unwrap().text.unwrap();
            let end = read_as(Protocol::Clarity, &Source::new(back.as_str()), &Settings::default());
            let blocks = end.value().unwrap()["blocks"].clone();
            let carries = |(name, value): (&String, &Value)| {
                blocks.as_array().into_iter().flatten().any(|block| block["object"].get(name) == Some(value))
            };
            if !object.as_object().unwrap().iter().all(carries) {
                wrong.push(format!("{object} -> {to} -> clarity:\n{back}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What stands under the protocol's own name and has no place in a result is told.
#[test]
fn what_is_kept_for_a_result_and_cannot_stand_in_it_is_told() {
    for extra in [json!({"/x": "y"}), json!("all of it"), json!({"": "no result"})] {
        let object = json!({"extra": {"clarity": extra}});
        let mut message: Value = serde_json::from_str(&built(Protocol::JsonReturn, Outcome::Completed)).unwrap();
        message["carried"] = object.clone();
        let text = message.to_string();
        let start = read_as(Protocol::JsonReturn, &Source::new(text.as_str()), &Settings::default());
        let conversion = convert(&start, Protocol::Clarity).unwrap();
        let told = conversion.losses.iter().any(|loss| loss.field == "extra");
        assert!(told, "{object}: {:?}\n{}", conversion.losses, conversion.text.unwrap());
    }
}

/// A number that is carried says the same with and without a fraction of zero: nothing is left over.
#[test]
fn a_carried_number_fits_however_it_is_written() {
    let mut message: Value = serde_json::from_str(&built(Protocol::ReportContract, Outcome::Completed)).unwrap();
    message["carried"] = json!({"coverage": 70});
    let text = message.to_string();
    let start = read_as(Protocol::ReportContract, &Source::new(text.as_str()), &Settings::default());
    let report = serde_json::to_value(start.to_report().unwrap()).unwrap();
    assert_eq!((&report["coverage"], report.get("extra")), (&json!(70.0), None), "{report}");
}

/// A level of detail that is none has no place in a report of this protocol; that it is carried is told.
#[test]
fn a_level_of_detail_that_is_none_is_told() {
    let text =
        carrying(Protocol::JsonReturn, &built(Protocol::JsonReturn, Outcome::Failed), "verbosity", &json!("loud"));
    let start = read_as(Protocol::JsonReturn, &Source::new(text.as_str()), &Settings::default());
    let conversion = convert(&start, Protocol::ReportContract).unwrap();
    assert!(conversion.losses.iter().any(|loss| loss.field == "verbosity"), "{conversion:?}");
}

/// Beside a word that cannot be read the carried outcome lowers what the message comes to.
#[test]
fn an_outcome_beside_an_unread_word_lowers() {
    let line = "RESULT: CLEANISH | Type: digest | Doc: a.md | Sections: 1 | Entities: 1 | Cross-refs: 1";
    for carried in Outcome::ALL {
        let object = json!({"outcome": carried, "session": "sess_1"});
        let text = format!("{line}\n\n## Carried\n\n```json\n{object}\n```\n");
        let start = read_as(Protocol::Clarity, &Source::new(text.as_str()), &Settings::default());
        assert!(!start.is_accepted());
        assert_eq!(start.outcome(), Outcome::Partial.worst(carried), "{carried}");
        for to in Protocol::targets() {
            let conversion = convert(&start, to).unwrap();
            let told = conversion.losses.iter().any(|loss| loss.field == "outcome");
            assert!(told || conversion.outcome == Some(start.outcome()), "{carried} -> {to}: {:?}", conversion.losses);
        }
    }
}

#[test]
fn a_carried_outcome_is_kept_or_told() {
    let mut tried = 0;
    for from in Protocol::targets() {
        for (word, carried) in Outcome::ALL.iter().flat_map(|word| Outcome::ALL.map(|carried| (*word, carried))) {
            let Some(start) = stating(from, word, carried) else { continue };
            tried += 1;
            for to in Protocol::targets() {
                let case = format!("{from} {word} with {carried} -> {to}");
                let conversion = convert(&start, to).unwrap();
                let text = conversion.text.unwrap();
                let written = read_as(to, &Source::new(text.as_str()), &Settings::default());
                assert!(written.outcome() >= start.outcome(), "{case}: {text}");
                assert_eq!(silent_change(&start, to), None, "{case}");
                if to == from {
                    assert_eq!(written.value(), start.value(), "{case}");
                    assert!(conversion.losses.is_empty(), "{case}: {:?}", conversion.losses);
                } else {
                    let told = |field: &str| conversion.losses.iter().any(|loss| loss.field == field);
                    assert_eq!(told("carried.outcome"), carried <= word, "{case}: {:?}", conversion.losses);
                }
            }
        }
    }
    // Four words of clarity and json-return, three of the others, five outcomes beside each.
    assert_eq!(tried, 14 * 5);
}
