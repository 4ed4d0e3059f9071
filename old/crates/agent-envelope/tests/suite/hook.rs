//! What the hook makes of the inputs in `fixtures/hook`, and of hostile ones.

use std::fs;
use std::path::{Path, PathBuf};

use agent_envelope::hook::{Fault, HookInput, Judge, Verdict};
use agent_envelope::{Protocol, Settings};
use proptest::prelude::*;

/// What is expected of an input.
#[derive(Clone, Copy, Debug)]
enum Expected {
    Accepted,
    /// The reason holds these words.
    Refused(&'static [&'static str]),
    /// The fault holds these words.
    Fault(&'static str),
}
use Expected::{Accepted, Refused};

const WHOLE: &str = "Send the whole report again from its first line";
const EARLIER: &str = "An earlier message of yours holds one that is accepted";

/// Every input of the folder; agents of the type `reviewer` are asked for clarity.
const CASES: &[(&str, Expected)] = &[
    ("claude-accepted", Accepted),
    ("claude-refused", Refused(&["line 1, column 9", "write one of success, blocked, failed", WHOLE])),
    ("claude-refused-active", Refused(&["line 1, column 9", WHOLE])),
    ("claude-no-message", Accepted),
    ("claude-session-transcript", Refused(&["no report", WHOLE])),
    ("claude-report-sent-earlier", Refused(&[EARLIER, WHOLE])),
    ("claude-earlier-in-transcript", Refused(&[EARLIER, WHOLE])),
    ("claude-cut-off", Expected::Fault("no JSON")),
    ("claude-unreadable-transcript", Expected::Fault("cannot read the transcript fixtures/hook/no-such-file.jsonl")),
    ("claude-torn-transcript", Expected::Fault("what the agent said last is not known")),
    ("claude-own-transcript-missing", Accepted),
    ("claude-parent-reports", Refused(&["no report", WHOLE])),
    ("claude-reviewer", Accepted),
    ("claude-other-event", Expected::Fault("not for `PostToolUse`")),
    ("codex-accepted", Accepted),
    ("codex-refused", Refused(&[EARLIER, WHOLE])),
    ("codex-no-message", Accepted),
    ("codex-no-message-no-transcript", Expected::Fault("neither a message nor a transcript")),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of a file from its end, as the command gives them.
fn backwards(path: &str) -> std::io::Result<impl Iterator<Item = std::io::Result<Vec<u8>>> + use<>> {
    let text = fs::read(root().join(path))?;
    let lines: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    Ok(lines.into_iter().rev().map(Ok))
}

fn judged(json: &[u8], protocol: Option<Protocol>) -> Result<Verdict, Fault> {
    let settings = Settings::default();
    let mut judge = Judge::new(&settings);
    judge.protocol = protocol;
    judge.agents = vec![("reviewer".to_owned(), Some(Protocol::Clarity))];
    judge.judge(&HookInput::read(json)?, backwards)
}

#[test]
fn inputs_of_both_clients() {
    for (name, expected) in CASES {
        let json = fs::read(root().join("fixtures/hook").join(name).with_extension("json")).unwrap();
        for protocol in [None, Some(Protocol::StatusBlock)] {
            let found = judged(&json, protocol);
            match (expected, &found) {
                (Accepted, Ok(Verdict::Accepted)) => {}
                (Refused(words), Ok(Verdict::Refused { reason })) => {
                    let missing: Vec<_> = words.iter().filter(|word| !reason.contains(**word)).collect();
                    // In what protocol there is no report, only one who knows it can say.
                    let other = protocol.is_some() && missing == [&"no report"] && reason.contains("no STATUS line");
                    assert!(missing.is_empty() || other, "{name}: {missing:?} in {reason}");
                    let earlier = words.contains(&EARLIER);
                    assert_eq!(reason.contains(EARLIER), earlier, "{name}: {reason}");
                }
                (Expected::Fault(words), Err(fault)) => assert!(fault.to_string().contains(words), "{name}: {fault}"),
                _ => panic!("{name}, {protocol:?}: {found:?}"),
            }
        }
    }
}

#[test]
fn every_input_is_listed() {
    let mut names: Vec<String> = fs::read_dir(root().join("fixtures/hook"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    let mut listed: Vec<&str> = CASES.iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(names, listed);
}

#[test]
fn the_protocol_of_an_agent_is_the_one_of_its_type() {
    let review = fs::read_to_string(root().join("fixtures/demo/1-review.md")).unwrap();
    let of = |agent: &str| {
        let json = serde_json::json!({"agent_type": agent, "last_assistant_message": review});
        judged(json.to_string().as_bytes(), Some(Protocol::JsonReturn)).unwrap()
    };
    assert_eq!(of("reviewer"), Verdict::Accepted);
    for other in ["Reviewer", "reviewers", "plugin:reviewer", ""] {
        assert_ne!(of(other), Verdict::Accepted, "{other}");
    }
}

#[test]
fn a_message_that_is_there_but_empty_is_the_message() {
    let json = serde_json::json!({
        "last_assistant_message": "", "agent_transcript_path": "fixtures/hook/surveyor.jsonl", "agent_id": "a1b2c3d"
    });
    let Ok(Verdict::Refused { reason }) = judged(json.to_string().as_bytes(), None) else { panic!("{json}") };
    assert!(reason.contains(EARLIER), "{reason}");
}

#[test]
fn a_broken_report_is_no_reason_to_point_at_an_earlier_one() {
    let echoed = fs::read_to_string(root().join("fixtures/demo/6-block-echoed.txt")).unwrap();
    let json = serde_json::json!({
        "last_assistant_message": echoed, "agent_transcript_path": "fixtures/hook/surveyor.jsonl", "agent_id": "a1b2c3d"
    });
    let Ok(Verdict::Refused { reason }) = judged(json.to_string().as_bytes(), None) else { panic!("{json}") };
    assert!(!reason.contains(EARLIER) && reason.contains(WHOLE), "{reason}");
}

#[test]
fn half_a_surrogate_pair_does_not_open_the_gate() {
    let json = br#"{"last_assistant_message": "all done \ud83d", "hook_event_name": "SubagentStop"}"#;
    assert!(matches!(judged(json, None), Ok(Verdict::Refused { .. })));
}

#[test]
fn broken_inputs_are_faults() {
    for json in
        ["", "{", "null", "[]", "\"x\"", "{}", r#"{"session_id": 7}"#, r#"{"stop_hook_active": "yes"}"#, "{} {}"]
    {
        assert!(judged(json.as_bytes(), None).is_err(), "{json}");
    }
    assert!(judged(b"\xff\xfe", None).is_err());
}

proptest! {
    /// Whatever stands in a transcript, the last text of the agent is found, or it is a fault that there is none or that a
    /// line behind it is torn; nothing panics.
    #[test]
    fn any_transcript(lines in prop::collection::vec(prop_oneof![
        Just(r#"{"message":{"role":"assistant","content":"STATUS: success"}}"#),
        Just(r#"{"message":{"role":"assistant","content":[{"type":"text","text":"hello"}]}}"#),
        Just(r#"{"payload":{"role":"assistant","content":[{"type":"output_text","text":7},{"type":"x"},8]}}"#),
        Just(r#"{"role":"assistant","content":{}}"#), Just(r#"["assistant"]"#), Just("assistant"), Just("{"), Just(""),
        Just("\u{0}assistant"), Just(r#"{"message":null,"role":"assistant"}"#),
    ], 0..8)) {
        let input = HookInput::read(br#"{"transcript_path": "t"}"#).unwrap();
        let settings = Settings::default();
        let given = lines.clone();
        let open = |_: &str| Ok::<_, String>(given.clone().into_iter().rev().map(|line| Ok(line.as_bytes().to_vec())));
        let verdict = Judge::new(&settings).judge(&input, open);
        let last = lines.iter().rposition(|line| line.contains("success") || line.contains("hello"));
        let known = last.is_some_and(|last| !lines[last..].iter().any(|line| ["assistant", "{", "\u{0}assistant"].contains(line)));
        prop_assert_eq!(verdict.is_ok(), known, "{:?}", verdict);
        prop_assert!(!matches!(verdict, Ok(Verdict::Accepted)));
    }
}
