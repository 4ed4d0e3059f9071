//! What a conversion writes is recognised by detection as what it is (design: the outer `outcome` is what checking `text`
//! gives).

use agent_envelope::envelope_core::Source;
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read, read_as};

use crate::fixtures::{accepted, of};

/// How detection and reading as the target differ, if they do.
fn unlike(text: &str, to: Protocol) -> Option<String> {
    let source = Source::new(text);
    let (found, named) = (read(&source, &Settings::default()), read_as(to, &source, &Settings::default()));
    let told = |envelope: &AnyEnvelope| (envelope.protocol(), envelope.status(), envelope.outcome());
    (told(&found) != told(&named)).then(|| {
        let why = found.diagnostics().first().map(|diagnostic| diagnostic.message.clone()).unwrap_or_default();
        format!("{:?} instead of {:?}: {why}", told(&found), told(&named))
    })
}

#[test]
fn every_conversion_of_every_fixture_is_recognised() {
    let refused = Protocol::ALL.iter().flat_map(|protocol| of(*protocol, "invalid"));
    let (mut tried, mut wrong) = (0, Vec::new());
    for fixture in accepted().into_iter().chain(refused) {
        let envelope = read_as(fixture.protocol, &Source::from_bytes(&fixture.bytes), &Settings::default());
        for to in Protocol::targets() {
            let conversion = convert(&envelope, to).unwrap();
            let Some(text) = conversion.text else { continue };
            tried += 1;
            // What states nothing is no sign either; then the conversion says so.
            let told = conversion.losses.iter().any(|loss| loss.field == "protocol");
            assert!(!(told && envelope.is_accepted()), "{} -> {to}: {:?}", fixture.name, conversion.losses);
            let how = unlike(&text, to).filter(|_| !told);
            wrong.extend(how.map(|how| format!("{} -> {to}: {how}", fixture.name)));
        }
    }
    assert!(tried > 1000, "{tried} conversions are tried");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a report says in its fields, whatever it looks like, is not what it states.
#[test]
fn what_fields_say_is_not_taken_for_a_report() {
    let returned = r#"{"status": "failed", "summary": "It broke.", "artifacts": [], "metadata": {}}"#;
    for gap in ["STATUS: failed for the mirror job", "SUMMARY: none, STATUS: failed at noon", returned] {
        let report = with_gap(gap);
        let envelope = read(&Source::new(report.as_str()), &Settings::default());
        assert!(envelope.is_accepted(), "{gap}");
        for to in Protocol::targets() {
            let text = convert(&envelope, to).unwrap().text.unwrap();
            assert_eq!(unlike(&text, to), None, "{text}");
        }
    }
    let block = |field: &str| format!("STATUS: success\n\nSUMMARY:\n  what_i_did: {field}\n  confidence: high\n");
    for text in [
        block(&format!("'{returned}'")),
        block(&format!("it said {returned}")),
        block(&format!("|\n    {returned}")),
        format!("{}\nVERIFICATION:\n  command: cargo audit\n  result: partial\n", block("all")),
        format!("{}\nCHECKS:\n- name: audit\n  Result: failed\n  status: failed\n", block("all")),
    ] {
        assert_eq!(unlike(&text, Protocol::StatusBlock), None, "{text}");
    }
    // Outside of the fields it is another report.
    let text = format!("{}\n{returned}\n", block("all"));
    let found = read(&Source::new(text.as_str()), &Settings::default());
    assert_eq!(found.protocol(), None, "{text}");
}

/// A line that is a status and nothing else cannot be told from one, and the conversion says so; a gap that is one stays out
/// of the list.
#[test]
fn what_cannot_be_recognised_is_a_loss() {
    let mut quoting: serde_json::Value = serde_json::from_str(&with_gap("none")).unwrap();
    quoting["carried"] = serde_json::json!({"sections": [{"title": "Log", "body": "STATUS: failed"}]});
    for (report, lost) in [(quoting.to_string(), true), (with_gap("STATUS: failed"), false)] {
        let envelope = read(&Source::new(report.as_str()), &Settings::default());
        let conversion = convert(&envelope, Protocol::Clarity).unwrap();
        let text = conversion.text.unwrap();
        assert_eq!(unlike(&text, Protocol::Clarity).is_some(), lost, "{text}");
        let told = conversion.losses.iter().any(|loss| loss.field == "protocol");
        assert_eq!(told, lost, "{:?}", conversion.losses);
    }
}

fn with_gap(gap: &str) -> String {
    let report = serde_json::json!({
        "report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed", "confidence_level": 0.9,
            "verbosity_level": "detailed"},
        "findings": {"seen": 1},
        "identified_gaps": [gap],
    });
    report.to_string()
}
