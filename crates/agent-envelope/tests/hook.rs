//! What the hook reads and decides.

use agent_envelope::hook::{Decision, HookInput, Past, decide};
use agent_envelope::{AnyParsed, Options, Outcome, find, read};

fn parsed(text: &str) -> AnyParsed {
    read(&text.into(), None, &Options::default())
}

fn good() -> &'static str {
    find("status-block").map_or("", |protocol| protocol.info.canonical[0].text)
}

const FIRST: Past = Past { tries: Some(0), retries: 3, is_continuing: false, sent_earlier: false };

#[test]
fn it_blocks_until_the_tries_are_spent() {
    let bad = parsed("STATUS: success (mostly)\n\nSUMMARY:\n  what_i_did: \"x\"\n");
    assert_eq!(bad.outcome(), Outcome::Failed);
    let Decision::Block { reason } = decide(&bad, &FIRST) else { panic!("allowed") };
    assert!(reason.contains("line 1, column 9: unknown status"), "{reason}");
    let is_allowed = |past: Past| decide(&bad, &past) == Decision::Allow;
    assert!(!is_allowed(Past { tries: Some(2), is_continuing: true, ..FIRST }));
    assert!(is_allowed(Past { tries: Some(3), is_continuing: true, ..FIRST }));
    assert!(is_allowed(Past { retries: 0, ..FIRST }));
    // Without a count it asks once.
    assert!(!is_allowed(Past { tries: None, ..FIRST }));
    assert!(is_allowed(Past { tries: None, is_continuing: true, ..FIRST }));
    assert_eq!(decide(&parsed(good()), &FIRST), Decision::Allow);
}

#[test]
fn a_report_that_was_sent_earlier_is_asked_for_again() {
    let earlier = Past { sent_earlier: true, ..FIRST };
    let reason = |text: &str, past: &Past| match decide(&parsed(text), past) {
        Decision::Block { reason } => reason,
        Decision::Allow => panic!("allowed"),
    };
    assert!(reason("As I said above.", &earlier).contains("only your last message counts"));
    assert!(!reason("As I said above.", &FIRST).contains("only your last message counts"));
    assert!(!reason("STATUS: maybe\n\nSUMMARY:\n  confidence: low\n", &earlier).contains("only your last message"));
}

#[test]
fn transcripts_of_both_clients_are_read() {
    let input = |json: &str| serde_json::from_str::<HookInput>(json).unwrap();
    let line = |aside: bool, text: &str| {
        format!(
            r#"{{"type":"assistant","isSidechain":{aside},"message":{{"role":"assistant","content":[{{"type":"thinking","thinking":"hm"}},{{"type":"text","text":"{text}"}}]}}}}"#
        )
    };
    let session = format!(
        "{}\n{}\n{}\n{}\n",
        line(false, "parent"),
        r#"{"type":"user","message":{"role":"user","content":"quoting an \"assistant\""}}"#,
        line(true, "child"),
        r#"{"type":"assistant","isSidechain":true,"message":{"role":"assistant","content":[{"type":"tool_use"}]}}"#
    );
    assert_eq!(input(r#"{"hook_event_name":"Stop"}"#).said(&session), ["parent"]);
    assert_eq!(input(r#"{"hook_event_name":"SubagentStop"}"#).said(&session), ["child"]);
    let rollout = r#"{"type":"session_meta","payload":{"id":"x"}}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"one"}]}}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"two"}]}}
{"type":"response_item","payload":{"type":"message","role":"assist"#;
    let codex =
        input(r#"{"hook_event_name":"SubagentStop","agent_id":"a","agent_transcript_path":"/x","turn_id":"t"}"#);
    assert_eq!(codex.said(rollout), ["one", "two"]);
    // The session's transcript is the parent's.
    assert_eq!(input(r#"{"hook_event_name":"SubagentStop","agent_transcript_path":null}"#).said(rollout), [""; 0]);
    assert!(!input(r#"{"hook_event_name":"PostToolUse"}"#).is_stop());
}
