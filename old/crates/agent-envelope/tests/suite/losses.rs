//! What a conversion cannot keep is listed, also where it is no part of any field (R-A15).

use agent_envelope::envelope_core::Source;
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read_as};
use serde_json::json;

use crate::round_trips::silent_change;

fn accepted(protocol: Protocol, text: &str) -> AnyEnvelope {
    let envelope = read_as(protocol, &Source::new(text), &Settings::default());
    assert!(envelope.is_accepted(), "{text}: {:?}", envelope.diagnostics());
    envelope
}

fn losses_of(envelope: &AnyEnvelope, to: Protocol) -> Vec<String> {
    convert(envelope, to).unwrap().losses.into_iter().map(|loss| loss.field).collect()
}

fn block(status: &str, rest: &str) -> String {
    format!(
        "STATUS: {status}\n\nSUMMARY:\n  what_i_did: \"a # b\"\n  confidence: high\n  iterations_used: 1\n{rest}\n\
         FILES:\n  created: []\n  modified: []\n  read: []\n\nNEXT_ACTION:\n  recommended_agent: a\n  reason: b\n  \
         context_forward: look at c\n\nERRORS:\n  message: none\n  details: none\n  can_retry: false\n"
    )
}

#[test]
fn comments_of_a_block_are_listed() {
    for (text, lost) in [
        (block("success # note", ""), true),
        (block("failed # note", ""), true),
        (block("failed", "  # note"), true),
        (block("failed", "NOTES: 1 # note"), true),
        (block("failed", "NOTES: \"\\x23 1\" # note"), true),
        (block("failed", "").replace("FILES:", "## FILES:"), false),
        (block("failed", "NOTES: \"# no note\""), false),
        (block("failed", "NOTES: |\n  # no note"), false),
        (block("failed", ""), false),
    ] {
        let envelope = accepted(Protocol::StatusBlock, &text);
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to).iter().filter(|field| *field == "comments").count();
            assert_eq!(told, usize::from(lost), "{to}: {text}");
        }
    }
}

#[test]
fn a_template_beside_a_block_is_dropped_and_listed() {
    let template = "STATUS: success | blocked | failed\n\nSUMMARY:\n  what_i_did: \"<what>\"\n";
    let block = block("failed", "");
    for (text, lost) in [(format!("{template}\n{block}"), 1), (format!("{block}\n{template}"), 1), (block.clone(), 0)] {
        let envelope = accepted(Protocol::StatusBlock, &text);
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to).iter().filter(|field| *field == "text").count();
            assert_eq!(told, lost, "{to}: {text}");
            let written = convert(&envelope, to).unwrap().text.unwrap();
            assert!(!written.contains("success | blocked") && !written.contains("<what>"), "{to}: {written}");
        }
    }
}

fn clarifications(heading: &str, front: &str, end: &str) -> String {
    format!(
        "---\nquestion_count: 1\nsections: 1{front}\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n# Harbour\n\n\
         ## Depth\n\n### Q1: Channel{heading}\nHow deep? <!-- kept -->\n\nA. Dredge it\nB. Other (please specify)\n\n\
         **Recommendation:** A\n\n**Answer:** A\n{end}"
    )
}

#[test]
fn comments_and_remarks_of_a_document_are_listed() {
    for (text, field) in [
        (clarifications("", "", ""), None),
        (clarifications(" [MUST ANSWER]", "", ""), None),
        (clarifications(" [MUST ANSWER - blocking]", "", ""), Some("text")),
        (clarifications("", "", "\n<!-- to do -->\n"), Some("comments")),
        (clarifications("", " # one", ""), Some("comments")),
    ] {
        let envelope = accepted(Protocol::Clarifications, &text);
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to);
            for name in ["text", "comments"] {
                assert_eq!(told.iter().any(|known| known == name), field == Some(name), "{to}: {told:?}\n{text}");
            }
        }
    }
    let decisions = |end: &str| {
        format!(
            "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Depth\n- **Source:** Q1\n- **Decision:** Dredge it\n\
             - **Reasoning:** ships\n- **Implication:** money\n- **Status:** resolved\n{end}"
        )
    };
    for (text, lost) in [(decisions(""), false), (decisions("\n<!-- to do -->\n"), true)] {
        let envelope = accepted(Protocol::Decisions, &text);
        let kept = envelope.value().unwrap().to_string().contains("to do");
        for to in Protocol::targets() {
            let told = losses_of(&envelope, to).iter().any(|known| known == "comments");
            assert_eq!(told, lost && !kept, "{to}: {text}");
        }
    }
}

/// A step that says nothing has the others carried beside the recommendations that they are.
#[test]
fn an_empty_step_doubles_no_other() {
    for (steps, doubled) in [
        (json!([{}, {"action": "call the harbour"}]), false),
        (json!([{}, {"action": "call the harbour", "agent": "b"}]), false),
        (json!([{"action": "call the harbour"}, {}]), false),
        (json!([{"agent": "b"}, {"action": "call the harbour"}]), true),
    ] {
        let text = format!(
            "STATUS: success\n\nSUMMARY:\n  what_i_did: Moved it\n  confidence: high\n  \
            iterations_used: 1\n\nCARRIED:\n  next_steps: {steps}\n"
        );
        let envelope = accepted(Protocol::StatusBlock, &text);
        let conversion = convert(&envelope, Protocol::ReportContract).unwrap();
        let times = conversion.text.unwrap().matches("call the harbour").count();
        assert_eq!(times, if doubled { 2 } else { 1 }, "{steps}");
        assert!(conversion.losses.iter().any(|loss| loss.field == "next_steps"), "{steps}: {:?}", conversion.losses);
        for to in Protocol::targets() {
            assert_eq!(silent_change(&envelope, to), None, "{steps} -> {to}");
        }
    }
}

/// What is nested as deep as a message may be stands deeper still where it is carried: there it becomes text.
#[test]
fn what_is_nested_to_the_limit_is_read_again() {
    let mut tried = 0;
    for depth in 118..=127 {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let contract = |findings: &str, more: &str| {
            format!(
                r#"{{"report_metadata":{{"agent_name":"a","task_id":"t","status":"completed","verbosity_level":"detailed",
                "confidence_level":0.9}},"findings":{{"y":{findings}}}{more}}}"#
            )
        };
        let returned = format!(
            r#"{{"status":"completed","summary":"One thing. Another thing.","artifacts":[{{"type":"plan","path":"a.md",
            "summary":"s"}}],"metadata":{{"session_id":"sess_1700000000_abcdef","agent_type":"a","delegation_depth":1,
            "delegation_path":["o","a"]}},"x":{deep}}}"#
        );
        let line = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 3 | Entities: 2 | Cross-refs: 1";
        let metadata = "---\n**Protocol**: v1\n**Agent**: a\n**Assigned**: b\n**Scope**: c\n**Confidence**: high\n---";
        for (protocol, text) in [
            (Protocol::ReportContract, contract(&deep, "")),
            (Protocol::ReportContract, contract("1", &format!(",\"x\":{deep}"))),
            (Protocol::ReportContract, contract("1", &format!(",\"carried\":{{\"x\":{deep}}}"))),
            (Protocol::JsonReturn, returned),
            (Protocol::StatusBlock, format!("{}NOTES: {deep}\n", block("success", ""))),
            (Protocol::StatusBlock, format!("{}CARRIED:\n  x: {deep}\n", block("success", ""))),
            (Protocol::Clarity, format!("{line}\n\n{metadata}\n\n## Carried\n\n```json\n{{\"x\":{deep}}}\n```\n")),
        ] {
            let start = read_as(protocol, &Source::new(&text), &Settings::default());
            for to in Protocol::targets().filter(|_| start.is_accepted()) {
                tried += 1;
                let conversion = convert(&start, to).unwrap();
                let written = read_as(to, &Source::new(conversion.text.as_deref().unwrap()), &Settings::default());
                let case = format!("{protocol} with {depth} -> {to}");
                assert!(written.is_accepted(), "{case}: {:?}", conversion.losses);
                assert_eq!(silent_change(&start, to), None, "{case}");
            }
        }
    }
    assert!(tried > 200, "{tried}");
}
