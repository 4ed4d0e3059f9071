//! An outcome that an earlier conversion carried along, beside any word: kept in its own protocol, told elsewhere (R-A15).

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
    let text = match protocol {
        Protocol::Clarity => text.replacen("```json\n{", &format!("```json\n{{\"outcome\":\"{carried}\","), 1),
        Protocol::StatusBlock => text.replacen("CARRIED:\n", &format!("CARRIED:\n  outcome: \"{carried}\"\n"), 1),
        _ => {
            let mut value: Value = serde_json::from_str(&text).unwrap();
            value["carried"]["outcome"] = json!(carried);
            value.to_string()
        }
    };
    let envelope = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
    assert!(envelope.accepted(), "{text}: {:?}", envelope.diagnostics());
    assert_eq!(envelope.outcome(), word.worst(carried), "{text}");
    Some(envelope)
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
