//! Detection: the right protocol for every fixture, and none where two could be meant.

use agent_envelope::envelope_core::{Outcome, Path, Source};
use agent_envelope::{AnyEnvelope, Certainty, Detection, Protocol, Settings, detect, read};
use proptest::prelude::*;

use crate::fixtures::{accepted, built, of};

pub(crate) fn found(text: &str) -> Detection {
    detect(&Source::new(text))
}

#[track_caller]
pub(crate) fn check(text: &str, protocol: Option<Protocol>, certainty: Certainty) {
    let found = found(text);
    assert_eq!((found.protocol, found.certainty), (protocol, certainty), "{found:#?}");
}

#[test]
fn every_accepted_fixture_is_known() {
    for fixture in accepted() {
        let found = detect(&Source::from_bytes(&fixture.bytes));
        assert_eq!(found.protocol, Some(fixture.protocol), "{}: {found:#?}", fixture.name);
        assert!(found.certainty >= Certainty::Likely, "{}: {found:#?}", fixture.name);
    }
}

/// What is refused is known as what it tried to be, or as nothing; never as something else.
#[test]
fn no_refused_fixture_is_taken_for_another_protocol() {
    for protocol in Protocol::ALL {
        for fixture in of(*protocol, "invalid") {
            let found = detect(&Source::from_bytes(&fixture.bytes));
            assert!(found.protocol.is_none_or(|known| known == *protocol), "{}: {found:#?}", fixture.name);
        }
    }
}

#[test]
fn nothing_is_nothing() {
    for text in [
        "",
        " \n",
        "All done!",
        "{}",
        "[1, 2]",
        "# Title\n\ntext",
        "# Q3 report\n\nAll good.",
        "# D3.js migration",
        "## R2 upload",
        "#Q1 hashtag",
        "#Q1: hashtag",
        "The result: everything works",
        "status: ok",
        "{\"a\": {\"b\": 1}}",
    ] {
        check(text, None, Certainty::None);
        let envelope = read(&Source::new(text), &Settings::default());
        assert_eq!((envelope.status(), envelope.outcome(), envelope.fallback()), (None, Outcome::Failed, true));
        assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/unknown-protocol");
        assert!(
            envelope
                .reask(&Source::new(text), &Settings::default())
                .is_some_and(|text| text.contains("whole report again"))
        );
    }
}

#[test]
fn two_reports_in_one_message_are_ambiguous() {
    for one in Protocol::targets() {
        for other in Protocol::targets().filter(|other| *other != one) {
            let text = format!("{}\n\n{}\n", built(one, Outcome::Completed), built(other, Outcome::Failed));
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            let AnyEnvelope::Unclaimed(unclaimed) = &envelope else {
                panic!("{one} and {other}: {envelope:?}\n{text}")
            };
            assert!(unclaimed.detection().candidates.len() >= 2);
            assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
            assert_eq!(envelope.outcome(), Outcome::Failed);
        }
    }
}

/// A fence is a quotation only beside something outside of fences.
#[test]
fn two_reports_in_two_fences_are_ambiguous() {
    for one in Protocol::targets() {
        for other in Protocol::targets().filter(|other| *other != one) {
            let (first, second) = (built(one, Outcome::Failed), built(other, Outcome::Completed));
            for (before, after) in [("", "\n"), ("My reports, {\"note\": 1}:\n\n", "\nDone.\n")] {
                for language in ["", "json"] {
                    let text = format!("{before}````\n{first}\n````\n\n````{language}\n{second}\n````{after}");
                    let envelope = read(&Source::new(text.as_str()), &Settings::default());
                    assert_eq!(envelope.protocol(), None, "{one} and {other}: {text}");
                    assert_eq!((envelope.status(), envelope.outcome()), (None, Outcome::Failed), "{text}");
                    assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
                }
            }
        }
    }
}

/// A JSON report of which a key is missing does not make way for one in another fence.
#[test]
fn a_part_of_a_report_in_a_fence_beside_a_whole_one_is_ambiguous() {
    let block = built(Protocol::StatusBlock, Outcome::Completed);
    let part = "{\"status\": \"failed\", \"summary\": \"The build broke\"}";
    check(&format!("```json\n{part}\n```\n\n```\n{block}\n```\n"), None, Certainty::None);
    check(&format!("{part}\n\n```\n{block}\n```\n"), None, Certainty::None);
}

/// Whichever of two whole reports stands in a fence, and whichever comes first.
#[test]
fn a_report_in_a_fence_beside_one_of_another_protocol_is_ambiguous() {
    for one in Protocol::targets() {
        for other in Protocol::targets().filter(|other| *other != one) {
            let (bare, fenced) = (built(one, Outcome::Completed), built(other, Outcome::Failed));
            for text in [
                format!("````\n{fenced}\n````\n\n{bare}\n"),
                format!("{bare}\n\n````\n{fenced}\n````\n"),
                format!("{bare}\n\n`````\n````\n{fenced}\n````\n`````\n"),
            ] {
                let envelope = read(&Source::new(text.as_str()), &Settings::default());
                assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
                assert_eq!((envelope.protocol(), envelope.outcome()), (None, Outcome::Failed), "{text}");
            }
        }
    }
}

pub(crate) const CLEAN: &str = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 3 | Entities: 2 | Cross-refs: 1\n";
const PART: &str = r#"{"status":"failed","summary":"It all broke. Nothing works.","artifacts":[],"errors":[{"type":"x","message":"boom"}]}"#;

/// The same as a weaker sign of another protocol, that states a failure outside of fences (R-A2).
#[test]
fn a_success_beside_a_weaker_failure_is_ambiguous() {
    let completed = |protocol| built(protocol, Outcome::Completed);
    let (json, block) = (completed(Protocol::JsonReturn), completed(Protocol::StatusBlock));
    let report = completed(Protocol::ReportContract);
    let failed = built(Protocol::StatusBlock, Outcome::Failed).replace("STATUS:", "Status:");
    let other = PART.replace("It all", "Then it");
    for text in [
        format!("{failed}\n\n{json}\n"),
        format!("{json}\n\n{failed}\n"),
        format!("STATUS: failed\n\n{json}\n"),
        format!("STATUS: success\n\nStatus: failed\nSTATUS: failed\n\n{json}\n"),
        format!("{CLEAN}\n{failed}\n"),
        format!("{CLEAN}\n{PART}\n"),
        format!("{PART}\n\n{CLEAN}"),
        format!("{CLEAN}\nThe return: {PART}\n"),
        format!("{CLEAN}\n{{\"status\": \"Failed\"}}\n"),
        format!("{CLEAN}\n{PART}\n\n{other}\n"),
        format!("{CLEAN}\n{}\n\n{PART}\n", PART.replace("failed", "completed")),
        format!("{block}\n{PART}\n"),
        format!("{report}\n{PART}\n"),
        format!("{PART}\n{report}\n"),
        format!("RESULT: FAILED | Type: digest\n\n{json}\n"),
        format!("{CLEAN}\n{{\"report_metadata\": {{\"status\": \"blocked\", \"agent_name\": \"a\"}}}}\n"),
    ] {
        let envelope = read(&Source::new(text.as_str()), &Settings::default());
        assert_eq!((envelope.protocol(), envelope.outcome()), (None, Outcome::Failed), "{text}");
        assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
    }
}

/// Of two texts the one to look at is the one that states the worse outcome; of two successes, the one that nobody asked for.
#[test]
fn the_line_that_makes_a_message_ambiguous_is_pointed_at() {
    let block = built(Protocol::StatusBlock, Outcome::Completed);
    let error = "RESULT: ERROR | Type: digest | Reason: no access";
    let clean = CLEAN.trim_end();
    let failed = built(Protocol::JsonReturn, Outcome::Failed);
    for (text, line) in [
        (format!("{block}\n{error}\n"), error),
        (format!("{error}\n\n{block}\n"), error),
        (format!("{CLEAN}\n{}", built(Protocol::StatusBlock, Outcome::Failed)), "STATUS: failed"),
        (format!("{CLEAN}\n{error}\n\n{block}"), error),
        (format!("{clean}\n\n{block}"), "STATUS: success"),
        (format!("{block}\n\n```json\n{failed}\n```\n"), failed.lines().next().unwrap()),
    ] {
        let envelope = read(&Source::new(text.as_str()), &Settings::default());
        let found = &envelope.diagnostics()[0];
        let is_it = (found.rule.code(), found.span.of(&text)) == ("agent-envelope/ambiguous-protocol", line);
        assert!(is_it, "{text}\n{found:#?}");
    }
}

/// One JSON object with the keys of two protocols: the worse of two statuses is not lost (R-A2).
#[test]
fn one_object_that_states_two_outcomes_is_ambiguous() {
    let object = |protocol| match serde_json::from_str(&built(protocol, Outcome::Completed)) {
        Ok(serde_json::Value::Object(members)) => members,
        other => panic!("{other:?}"),
    };
    let evaluation = serde_json::json!({"verdict": "sufficient", "answered_count": 1, "empty_count": 0,
        "vague_count": 0, "total_count": 1, "reasoning": "all is said"});
    for (one, certain, worse, key) in [
        (
            Protocol::JsonReturn,
            object(Protocol::JsonReturn),
            serde_json::json!({"status": "failed"}),
            "report_metadata",
        ),
        (
            Protocol::JsonReturn,
            object(Protocol::JsonReturn),
            serde_json::json!({"status": "Blocked"}),
            "report_metadata",
        ),
        (Protocol::JsonReturn, object(Protocol::JsonReturn), "insufficient".into(), "verdict"),
        (Protocol::ReportContract, object(Protocol::ReportContract), "failed".into(), "status"),
        (Protocol::ReportContract, object(Protocol::ReportContract), "in_progress".into(), "status"),
        (Protocol::Evaluation, evaluation.as_object().unwrap().clone(), "partial".into(), "status"),
    ] {
        let with = |value: serde_json::Value| {
            let mut members = certain.clone();
            members.insert(key.to_owned(), value);
            serde_json::to_string_pretty(&members).unwrap()
        };
        let text = with(worse.clone());
        for text in [
            text.clone(),
            format!("Here it is:\n\n{text}\n"),
            format!("```json\n{text}\n```\n"),
            text.replace('}', ",}"),
        ] {
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert_eq!((envelope.protocol(), envelope.outcome()), (None, Outcome::Failed), "{text}");
            let found = &envelope.diagnostics()[0];
            assert_eq!(found.rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
            let (pointer, word) = match &worse {
                serde_json::Value::String(word) => (format!("/{key}"), word.as_str()),
                worse => (format!("/{key}/status"), worse["status"].as_str().unwrap()),
            };
            assert_eq!(found.path.as_ref().map(Path::as_str), Some(pointer.as_str()), "{text}");
            assert_eq!(found.span.of(&text), format!("\"{word}\""), "{text}");
            assert!(found.message.ends_with(&format!("stated at `{pointer}`")), "{}", found.message);
            let asked = envelope.reask(&Source::new(text.as_str()), &Settings::default()).unwrap();
            assert!(
                asked.contains("expected: state one outcome in one report: mend this member or leave it out\n"),
                "{asked}"
            );
            assert!(!asked.contains("--protocol"), "{asked}");
        }
        // What states the same, or nothing, or something better, is an unknown member of the report.
        let same = if worse.is_string() { "completed".into() } else { serde_json::json!({"status": "completed"}) };
        for other in [same, serde_json::Value::Null, serde_json::json!({"note": "failed"})] {
            check(&with(other), Some(one), Certainty::Sure);
        }
    }
}

/// A failure that is quoted, and a weaker sign that states a success or nothing or the same, leave the report alone.
#[test]
fn a_weaker_sign_that_lowers_nothing_is_a_quotation() {
    let block = built(Protocol::StatusBlock, Outcome::Completed);
    let json = built(Protocol::JsonReturn, Outcome::Completed);
    let clarity = [
        format!("{CLEAN}\n{}\n", PART.replace("failed", "completed")),
        format!("{CLEAN}\n{{\"summary\": \"x\", \"artifacts\": []}}\n"),
        format!("{CLEAN}\n```json\n{PART}\n```\n"),
        format!("{CLEAN}\n```json\n{PART}\n```\n\n```json\n{}\n```\n", PART.replace("boom", "bang")),
        format!("{CLEAN}\n> {PART}\n"),
        format!("{CLEAN}\n    {PART}\n"),
        format!("{CLEAN}\nThe service said {{\"status\": \"failed\"}} once.\n"),
        format!("<think>\n{PART}\n</think>\n\n{CLEAN}"),
    ];
    for text in &clarity {
        check(text, Some(Protocol::Clarity), Certainty::Sure);
    }
    let said = block.replacen("  what_i_did: ", &format!("  what_i_did: the service said {PART}, then "), 1);
    assert_ne!(said, block);
    check(&said, Some(Protocol::StatusBlock), Certainty::Sure);
    check(&format!("RESULT: all good\n\n{json}\n"), Some(Protocol::JsonReturn), Certainty::Sure);
    check(&format!("STATUS: success\n\n{json}\n"), Some(Protocol::JsonReturn), Certainty::Sure);
    let failed = built(Protocol::JsonReturn, Outcome::Failed);
    check(&format!("STATUS: failed\n\n{failed}\n"), Some(Protocol::JsonReturn), Certainty::Sure);
}

/// R-S6: a line that looks like a marker inside a literal scalar or quotes is text.
#[test]
fn what_stands_in_a_scalar_of_a_block_is_text() {
    let line = "RESULT: ERROR | Type: digest | Reason: x";
    for scalar in [
        format!("|\n    {line}\n"),
        format!("|-\n    a\n\n    {line}\n    STATUS: failed\n"),
        format!(">2\n      {line}\n"),
        format!("\"a\n    {line}\n    b\"\n"),
        format!("'\n    {line}'\n"),
    ] {
        let text = format!("STATUS: success\nSUMMARY:\n  what_i_did: {scalar}  confidence: high\n");
        check(&text, Some(Protocol::StatusBlock), Certainty::Sure);
        check(&format!("{text}{line}\n"), None, Certainty::None);
    }
    check(&format!("STATUS: success\nSUMMARY:\n  what_i_did: |\n    a\n  {line}\n"), None, Certainty::None);
    check(&format!("STATUS: success\nSUMMARY:\n  what_i_did: \"a\"\n    {line}\n"), None, Certainty::None);
}

#[test]
fn what_is_quoted_does_not_count() {
    let clarity = built(Protocol::Clarity, Outcome::Completed);
    let block = built(Protocol::StatusBlock, Outcome::Failed);
    // A part of a report, a line of a log, or a whole one in a thought or of the same protocol.
    check(
        &format!("{clarity}\n```text\nSTATUS: failed\n```\n\n```\nSUMMARY:\n```\n"),
        Some(Protocol::Clarity),
        Certainty::Sure,
    );
    check(&format!("{block}\n```text\nRESULT: ERROR\n```\n"), Some(Protocol::StatusBlock), Certainty::Sure);
    check(&format!("<think>\n```\n{block}```\n</think>\n\n{clarity}"), Some(Protocol::Clarity), Certainty::Sure);
    check(&format!("{clarity}\n```text\n{clarity}```\n"), Some(Protocol::Clarity), Certainty::Sure);
    let quoting = serde_json::json!({"status": "failed", "summary": block, "artifacts": [], "metadata": {}});
    check(&quoting.to_string(), Some(Protocol::JsonReturn), Certainty::Sure);
    // Raw line breaks in a string make it no clean JSON, and yet they are in a string.
    let raw = format!("{{\"status\": \"failed\", \"summary\": \"{block}\", \"artifacts\": [], \"metadata\": {{}}}}");
    check(&raw, Some(Protocol::JsonReturn), Certainty::Sure);
    check(
        &format!("{block}\nThe service said:\n```json\n{{\"status\": \"completed\"}}\n```\n"),
        Some(Protocol::StatusBlock),
        Certainty::Sure,
    );
}

#[test]
fn a_part_of_the_signs_is_a_guess() {
    check("{\"status\": \"completed\"}", Some(Protocol::JsonReturn), Certainty::Guess);
    check("{\"report_metadata\": {}", Some(Protocol::ReportContract), Certainty::Likely);
    check(
        "{\"result\": {\"status\": \"failed\", \"summary\": \"x\", \"artifacts\": [], \"metadata\": {}}}",
        Some(Protocol::JsonReturn),
        Certainty::Guess,
    );
    check("RESULT: COMPLETE", Some(Protocol::Clarity), Certainty::Likely);
    check("STATUS: success", Some(Protocol::StatusBlock), Certainty::Likely);
    check("**Status:** success\n\nSUMMARY:\n  what_i_did: x\n", Some(Protocol::StatusBlock), Certainty::Likely);
    check("### Q1: Datum\n\n**Answer:** A\n", Some(Protocol::Clarifications), Certainty::Likely);
    check("### Q1. Datum\n\n**Answer:** A\n", Some(Protocol::Clarifications), Certainty::Likely);
    check("##### R1.1 Datum\n", Some(Protocol::Clarifications), Certainty::Likely);
    check("### D1: Datum\n- **Source:** Q1\n", Some(Protocol::Decisions), Certainty::Likely);
    check("---\nstatus: draft\ndecision_count: 0\n---\n", Some(Protocol::Decisions), Certainty::Likely);
    check("---\nstatus: draft\n---\n", None, Certainty::None);
    check("{\"verdict\": \"sufficient\"}", Some(Protocol::Evaluation), Certainty::Guess);
    check(
        "{\"verdict\": \"mixed\", \"answered_count\": 1, \"empty_count\": 1}",
        Some(Protocol::Evaluation),
        Certainty::Likely,
    );
}

/// The three kinds of the clarifications workflow name each other's ids, and are told apart by their own.
#[test]
fn the_kinds_of_one_workflow_are_told_apart() {
    let decisions =
        "---\nstatus: draft\ndecision_count: 1\n---\n\n### D1: Datum\n- **Source:** Q1\n- **Status:** draft\n";
    check(decisions, Some(Protocol::Decisions), Certainty::Sure);
    let questions = "---\nquestion_count: 1\n---\n\n## Tides\n\n### Q1: Datum\n";
    check(questions, Some(Protocol::Clarifications), Certainty::Sure);
    check(&format!("{questions}\n{decisions}"), None, Certainty::None);
    check("### Q1: Datum\n\n### D1: Datum\n", None, Certainty::None);
    let evaluation =
        "{\"verdict\": \"mixed\", \"answered_count\": 1, \"empty_count\": 1, \"vague_count\": 0, \"total_count\": 2}";
    check(evaluation, Some(Protocol::Evaluation), Certainty::Sure);
    check(&format!("{evaluation}\n\n{}", built(Protocol::JsonReturn, Outcome::Completed)), None, Certainty::None);
    check(&format!("{decisions}\n```json\n{evaluation}\n```\n"), None, Certainty::None);
}

proptest! {
    /// Whatever the bytes: no panic, and a success only where a success word is written.
    #[test]
    fn detection_and_reading_are_total(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let source = Source::from_bytes(&bytes);
        let envelope = read(&source, &Settings::default());
        prop_assert!(!envelope.outcome().is_success());
    }

    /// Pieces of all protocols in any order: a success only from an accepted message of one protocol.
    #[test]
    fn pieces_never_add_up_to_a_success(pieces in prop::collection::vec(prop::sample::select(vec![
        "RESULT: CLEAN\n", "RESULT:", "STATUS: success\n", "SUMMARY:\n", "---\n", "```\n", "{\"status\": \"completed\"", "\"summary\": \"x\"",
        "}", ",", "{", "\"report_metadata\": ", "question_count: 1\n", "### Q1: a\n", "**Answer:** A\n", "\n", " | Type: digest", "text ", "\u{feff}", "\r\n",
    ]), 0..20)) {
        let text = pieces.concat();
        let envelope = read(&Source::new(text.as_str()), &Settings::default());
        if envelope.outcome().is_success() {
            prop_assert!(envelope.is_accepted() && envelope.protocol().is_some(), "{}", text);
        }
    }
}

/// Why it is thought to be that protocol: the signs, and what is missing.
#[test]
fn what_speaks_for_a_protocol_is_named() {
    for (text, why) in [
        ("RESULT: CLEAN | Type: digest", "a line `RESULT: CLEAN`"),
        ("STATUS: blocked\n\nSUMMARY:\n  what_i_did: x", "a line `STATUS: blocked` and a section `SUMMARY:`"),
        ("SUMMARY:\n  what_i_did: x", "a line `SUMMARY:`"),
        (
            r#"{"status": "failed", "summary": "x", "artifacts": []}"#,
            "JSON with `status`, `summary`, `artifacts`, 1 of its keys missing",
        ),
        (r#"{"report_metadata": {"status": "failed"}, "findings": {}}"#, "JSON with `report_metadata`, `findings`"),
        ("### Q1: Which tide?", "a heading `Q1: Which tide?`"),
        (
            "---\nquestion_count: 1\n---\n\n### Q1: Which tide?",
            "front matter with `question_count` and a heading `Q1: Which tide?`",
        ),
        ("---\ndecision_count: 0\n---\n", "front matter with `decision_count`"),
        ("All done.", "no sign of any protocol: no marker line, no envelope's keys"),
    ] {
        assert_eq!(detect(&Source::new(text)).why, why, "{text}");
    }
    let two = format!("{CLEAN}\n\n{}", built(Protocol::StatusBlock, Outcome::Failed));
    let why = detect(&Source::new(two.as_str())).why;
    assert!(
        why.starts_with("this could be ") && why.contains("clarity (a line") && why.contains("status-block (a"),
        "{why}"
    );
}
