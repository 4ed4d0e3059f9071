//! The hook with the inputs of both clients.

#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test of files")]

mod common;

use std::fs;
use std::path::Path;

use common::{envelope, run};
use serde_json::{Value, json};

const GOOD: &str = "\
STATUS: success

SUMMARY:
  what_i_did: \"Measured the gauges\"
  confidence: high
  iterations_used: 1

FILES:
  created: []
  modified: []
  read: []

NEXT_ACTION:
  recommended_agent: \"none\"
  reason: \"Nothing is left to do\"
  context_forward: \"All gauges are measured now\"
";

/// Runs the hook as a client does; gives what it prints.
fn hook(client: &str, cache: &Path, input: &Value) -> String {
    let mut command = envelope(&["hook", client]);
    let output = run(command.env("XDG_CACHE_HOME", cache), input.to_string().as_bytes());
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

fn input(message: Option<&str>, is_continuing: bool) -> Value {
    json!({
        "session_id": "s-1", "transcript_path": null, "cwd": "/", "permission_mode": "default", "agent_id": "a1",
        "agent_type": "surveyor", "hook_event_name": "SubagentStop", "stop_hook_active": is_continuing,
        "agent_transcript_path": null, "last_assistant_message": message,
    })
}

/// With `--agent` and no `--protocol`, agents of other types may end as they like.
#[test]
fn agents_of_other_types_may_stop() {
    let cache = tempfile::tempdir().unwrap();
    for (options, blocks) in [
        (&["--agent", "tester=status-block"][..], false),
        (&["--agent", "surveyor=status-block"], true),
        (&["--agent", "tester=status-block", "--protocol", "auto"], true),
        (&[], true),
    ] {
        let mut command = envelope(&["hook", "claude-code"]);
        let command = command.args(options).env("XDG_CACHE_HOME", cache.path());
        let output = run(command, input(Some("All is done."), false).to_string().as_bytes());
        assert_eq!(is_block(std::str::from_utf8(&output.stdout).unwrap()), blocks, "{options:?}");
    }
}

fn is_block(answer: &str) -> bool {
    answer.starts_with("{\"decision\":\"block\",\"reason\":")
}

#[test]
fn an_agent_is_asked_three_times_and_then_let_go() {
    for (client, allow) in [("claude-code", ""), ("codex", "{}\n")] {
        let cache = tempfile::tempdir().unwrap();
        let bad = GOOD.replace("STATUS: success", "STATUS: success (mostly)");
        for turn in 0..2 {
            let answers: Vec<String> =
                (0..4).map(|round| hook(client, cache.path(), &input(Some(&bad), round > 0))).collect();
            assert!(answers[..3].iter().all(|answer| is_block(answer)), "turn {turn}: {answers:?}");
            assert!(answers[0].contains("line 1, column 9"), "{answers:?}");
            assert_eq!(answers[3], allow, "turn {turn}");
        }
        // Three bad ones and the mended one.
        for round in 0..3 {
            assert!(is_block(&hook(client, cache.path(), &input(Some(&bad), round > 0))));
        }
        assert_eq!(hook(client, cache.path(), &input(Some(GOOD), true)), allow);
        assert!(is_block(&hook(client, cache.path(), &input(Some(&bad), true))), "an accepted report ends the count");
    }
}

#[test]
fn without_a_place_for_its_count_it_asks_once() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("file");
    fs::write(&cache, "in the way").unwrap();
    assert!(is_block(&hook("claude-code", &cache, &input(Some("Done."), false))));
    assert_eq!(hook("claude-code", &cache, &input(Some("Done."), true)), "");
    let mut without_session = input(Some("Done."), true);
    without_session["session_id"] = Value::Null;
    assert_eq!(hook("codex", folder.path(), &without_session), "{}\n");
}

#[test]
fn the_transcript_stands_in_for_the_message() {
    let folder = tempfile::tempdir().unwrap();
    let line = |text: &str| json!({"type": "assistant", "isSidechain": true, "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}});
    let with_transcript = |lines: &[Value], message: Option<&str>| {
        let path = folder.path().join("agent.jsonl");
        fs::write(&path, lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")).unwrap();
        let mut input = input(message, false);
        input["agent_transcript_path"] = json!(path);
        hook("claude-code", folder.path(), &input)
    };
    assert_eq!(with_transcript(&[line("Looking."), line(GOOD)], None), "");
    assert!(is_block(&with_transcript(&[line(GOOD), line("As I said.")], None)));
    let again = with_transcript(&[line(GOOD), line("As I said.")], Some("As I said."));
    assert!(is_block(&again) && again.contains("only your last message counts"), "{again}");
}

#[test]
fn its_own_faults_let_the_agent_go() {
    let cache = tempfile::tempdir().unwrap();
    let mut missing = input(None, false);
    missing["agent_transcript_path"] = json!("/no/such/file.jsonl");
    let mut other_event = input(Some("Done."), false);
    other_event["hook_event_name"] = json!("PostToolUse");
    for fault in [json!([]), json!({"stop_hook_active": "yes"}), input(None, false), missing, other_event] {
        assert_eq!(hook("claude-code", cache.path(), &fault), "", "{fault}");
        assert_eq!(hook("codex", cache.path(), &fault), "{}\n", "{fault}");
    }
    for args in [&["hook"][..], &["hook", "emacs"], &["hook", "codex", "--retries", "-1"], &["hook", "codex", "x"]] {
        assert_eq!(run(&mut envelope(args), b"").status.code(), Some(1), "{args:?}");
    }
}
