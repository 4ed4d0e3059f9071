//! No chain of conversions makes a success of what is none (RULINGS, "Status mapping"; R-A15).

use std::collections::BTreeSet;

use agent_envelope::envelope_core::{LossKind, Outcome, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read, read_as};

use crate::fixtures::{built, of};

/// Converts along every chain of up to `depth` further steps.
fn follow(start: Outcome, text: &str, protocol: Protocol, way: &str, depth: usize) {
    let envelope = read_as(protocol, &Source::new(text), &Settings::default());
    assert!(envelope.outcome() >= start, "{way}: {} from {start}\n{text}", envelope.outcome());
    // Nor for whoever is not told the protocol.
    let found = read(&Source::new(text), &Settings::default());
    assert!(start.is_success() || !found.outcome().is_success(), "{way}: taken for {:?}\n{text}", found.protocol());
    if depth == 0 {
        return;
    }
    for to in Protocol::targets() {
        let conversion = convert(&envelope, to).unwrap();
        let way = format!("{way} -> {to}");
        // What an agent had not filled in is a placeholder in every protocol, so that nothing may be left to convert.
        let Some(text) = conversion.text else { continue };
        assert!(conversion.outcome.is_some_and(|outcome| outcome >= start), "{way}: better than {start}\n{text}");
        follow(start, &text, to, &way, depth - 1);
    }
}

#[test]
fn every_pair_and_every_outcome() {
    for from in Protocol::targets() {
        for outcome in Outcome::ALL {
            let text = built(from, outcome);
            let envelope = read_as(from, &Source::new(text.as_str()), &Settings::default());
            assert!(envelope.is_accepted(), "{from} {outcome}: {:?}\n{text}", envelope.diagnostics());
            assert_eq!(envelope.outcome().is_success(), outcome.is_success(), "{from} {outcome}\n{text}");
            for to in Protocol::targets() {
                let conversion = convert(&envelope, to).unwrap();
                let text = conversion.text.unwrap();
                let there = read_as(to, &Source::new(text.as_str()), &Settings::default());
                assert!(there.is_accepted(), "{from} {outcome} -> {to}: {:?}\n{text}", there.diagnostics());
                assert_eq!(Some(there.outcome()), conversion.outcome, "{from} {outcome} -> {to}");
                assert_eq!(there.status(), conversion.status.as_deref());
                assert_eq!(conversion.from.outcome, envelope.outcome());
                // Where the target has no word for it, `carried` keeps it for the way back, but cannot raise it here.
                assert!(there.outcome() >= envelope.outcome(), "{from} {outcome} -> {to}");
                let told = conversion.losses.iter().any(|loss| loss.field == "outcome");
                assert!(
                    told || there.outcome() == envelope.outcome(),
                    "{from} {outcome} -> {to}: {:?}",
                    conversion.losses
                );
            }
        }
    }
}

#[test]
fn every_chain_of_three() {
    for from in Protocol::targets() {
        for outcome in Outcome::ALL {
            let text = built(from, outcome);
            follow(outcome, &text, from, &format!("{outcome} in {from}"), 3);
        }
    }
}

/// The kinds of the clarifications workflow are the start of chains only.
#[test]
fn every_chain_from_a_document() {
    let mut statuses = BTreeSet::new();
    for protocol in Protocol::ALL.iter().filter(|protocol| !protocol.is_target()) {
        let mut seen = Vec::new();
        for fixture in ["valid", "deviating"].into_iter().flat_map(|folder| of(*protocol, folder)) {
            let envelope = read_as(*protocol, &Source::from_bytes(&fixture.bytes), &Settings::default());
            seen.push(envelope.outcome());
            let text = String::from_utf8_lossy(&fixture.bytes);
            follow(envelope.outcome(), &text, *protocol, &fixture.name, 2);
            statuses.extend(STATUSES.into_iter().filter(|status| text.contains(status)));
        }
        assert!(seen.contains(&Outcome::Completed) && seen.contains(&Outcome::Blocked), "{protocol}: {seen:?}");
    }
    assert_eq!(statuses, BTreeSet::from(STATUSES), "a word that no document has is not tried");
}

/// Words of evaluations and decisions beside the plain ones.
const STATUSES: [&str; 5] = ["mixed", "draft", "needs-review", "contradiction", "conflict-resolved"];

/// What was refused converts with its fallback outcome, and never becomes a success.
#[test]
fn refused_messages_stay_refused() {
    for protocol in Protocol::ALL {
        for fixture in of(*protocol, "invalid") {
            let source = Source::from_bytes(&fixture.bytes);
            let envelope = read_as(*protocol, &source, &Settings::default());
            if envelope.is_accepted() {
                continue; // refused only with options
            }
            for to in Protocol::targets() {
                let conversion = convert(&envelope, to).unwrap();
                let name = &fixture.name;
                assert_eq!(conversion.text.is_some(), envelope.to_report().is_some(), "{name} -> {to}");
                let success = conversion.outcome.is_some_and(Outcome::is_success);
                assert!(!success, "{name} -> {to}: {:?}", conversion.text);
                if let Some(text) = conversion.text {
                    follow(envelope.outcome(), &text, to, &format!("{name} -> {to}"), 1);
                }
            }
        }
    }
}

/// A result without its line may quote a report of another protocol, which must not come to stand alone.
#[test]
fn a_result_without_a_line_gets_one() {
    for outcome in Outcome::ALL {
        for quoted in Protocol::targets().filter(|protocol| *protocol != Protocol::Clarity) {
            let text = format!("Report of the review:\n\n{}", built(quoted, outcome));
            let envelope = read_as(Protocol::Clarity, &Source::new(text.as_str()), &Settings::default());
            assert_eq!((envelope.is_accepted(), envelope.outcome()), (false, Outcome::Partial), "{text}");
            for to in Protocol::targets() {
                let conversion = convert(&envelope, to).unwrap();
                follow(Outcome::Partial, &conversion.text.unwrap(), to, &format!("{quoted} -> {to}"), 2);
            }
            let again = convert(&envelope, Protocol::Clarity).unwrap();
            assert!(again.text.is_some_and(|text| text.starts_with("RESULT: PARTIAL | Type: ")));
            assert_eq!(again.status.as_deref(), Some("PARTIAL"));
            let told =
                |field: &str| again.losses.iter().any(|loss| loss.field == field && loss.kind == LossKind::Invented);
            assert!(told("status") && told("kind"), "{:?}", again.losses);
        }
    }
}

#[test]
fn what_an_invented_line_says_is_not_carried_beside_it() {
    let carried = r#"{"kind":"digest","task":"tides-4","session":"s1","outcome":"failed"}"#;
    let text = format!("Just notes.\n\n## Carried\n\n```json\n{carried}\n```\n");
    let envelope = read_as(Protocol::Clarity, &Source::new(text.as_str()), &Settings::default());
    let written = convert(&envelope, Protocol::Clarity).unwrap().text.unwrap();
    assert!(written.starts_with("RESULT: ERROR | Type: digest | Task: tides-4 | "), "{written}");
    assert!(written.ends_with("```json\n{\"session\":\"s1\"}\n```\n"), "{written}");
}

#[test]
fn what_cannot_be_read_converts_to_nothing() {
    let unclaimed = agent_envelope::read(&Source::new("All done!"), &Settings::default());
    assert!(matches!(unclaimed, AnyEnvelope::Unclaimed(_)));
    for to in Protocol::targets() {
        let json = serde_json::to_value(convert(&unclaimed, to).unwrap()).unwrap();
        let expected = serde_json::json!({
            "from": {"protocol": null, "status": null, "outcome": "failed"},
            "text": null, "protocol": to.as_str(), "status": null, "outcome": null, "losses": [],
        });
        assert_eq!(json, expected);
    }
    for protocol in Protocol::ALL.iter().filter(|protocol| !protocol.is_target()) {
        assert!(convert(&unclaimed, *protocol).is_err_and(|error| error.to_string().contains("targets are")));
    }
}

#[test]
fn prose_around_json_is_a_loss() {
    let json = built(Protocol::JsonReturn, Outcome::Completed);
    for (text, lost) in
        [(json.clone(), false), (format!("Sure! {json}"), true), (format!("{json}\nAnything else?"), true)]
    {
        for to in Protocol::targets() {
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert!(envelope.is_accepted());
            let conversion = convert(&envelope, to).unwrap();
            let told =
                conversion.losses.iter().find(|loss| loss.field == "prose").map(|loss| (loss.kind, loss.note.as_str()));
            assert_eq!(told, lost.then_some((LossKind::Dropped, "text around the JSON")), "{text}");
        }
    }
}

/// What reading leaves out or changes is listed, whichever rule tells of it.
#[test]
fn what_was_not_read_is_a_loss() {
    let json = built(Protocol::JsonReturn, Outcome::Completed);
    let twice = json.replacen('{', "{\"mood\": \"calm\", \"mood\": \"wild\",", 1);
    let comment = json.replacen('{', "{ // but the tests fail\n", 1);
    let mut foreign = json.replacen('{', "{\"mood\": \"?\",", 1).into_bytes();
    foreign.iter_mut().filter(|byte| **byte == b'?').take(1).for_each(|byte| *byte = 0xff);
    let prose = of(Protocol::Clarifications, "deviating").into_iter().find(|case| case.name.contains("fence-in-prose"));
    let cases = [
        (Protocol::JsonReturn, twice.into_bytes(), "text"),
        (Protocol::JsonReturn, comment.into_bytes(), "comments"),
        (Protocol::JsonReturn, foreign, "text"),
        (Protocol::Clarifications, prose.unwrap().bytes, "prose"),
    ];
    for (protocol, bytes, field) in cases {
        let envelope = read_as(protocol, &Source::from_bytes(&bytes), &Settings::default());
        for to in Protocol::targets() {
            let conversion = convert(&envelope, to).unwrap();
            let told = conversion.losses.iter().any(|loss| loss.field == field);
            assert!(told && conversion.text.is_some(), "{} -> {to}: {conversion:?}", String::from_utf8_lossy(&bytes));
        }
    }
}
