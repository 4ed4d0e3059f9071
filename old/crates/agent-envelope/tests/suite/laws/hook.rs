//! Laws of the hook: it opens for a report that is accepted and for its own faults, and never traps an agent.

use agent_envelope::envelope_core::Source;
use agent_envelope::hook::{Client, Decision, HookInput, Judge, Memory, Retries, State, Verdict, decide};
use agent_envelope::{Protocol, Settings, read, read_as};
use serde_json::Value;

use super::{pieces, select};

/// After the byte that chooses the protocol: the client's JSON, then the lines of the transcript.
pub(crate) fn check(bytes: &[u8]) {
    let (selector, rest) = select(bytes, Protocol::ALL.len() + 1);
    let pieces = pieces(rest, 2);
    let Ok(input) = HookInput::read(pieces[0]) else { return };
    let settings = Settings::default();
    let mut judge = Judge::new(&settings);
    judge.protocol = Protocol::ALL.get(selector).copied();
    let lines: Vec<Vec<u8>> = pieces.get(1).map_or_else(Vec::new, |transcript| {
        transcript.split(|byte| *byte == b'\n').rev().map(<[u8]>::to_vec).collect()
    });
    let opens = pieces.len() > 1;
    let open =
        |_: &str| if opens { Ok(lines.clone().into_iter().map(Ok::<_, String>)) } else { Err("no file".to_owned()) };
    // A fault lets the agent stop, so nothing more can go wrong.
    let Ok(verdict) = judge.judge(&input, open) else { return };
    if let Some(message) = &input.last_assistant_message {
        let source = Source::new(message.as_str());
        let envelope = match judge.protocol {
            Some(protocol) => read_as(protocol, &source, &settings),
            None => read(&source, &settings),
        };
        assert_eq!(verdict == Verdict::Accepted, envelope.is_accepted(), "the hook judges otherwise than `check`");
    }
    if let Verdict::Refused { reason } = verdict {
        assert!(!reason.trim().is_empty() && reason.len() < 20_000, "a reason of {} bytes", reason.len());
        check_answers(&reason, input.stop_hook_active);
        check_row(&reason, input.stop_hook_active);
    }
    assert!(input.key().is_none_or(|key| !key.contains(['/', '\\', '\0']) && !key.trim_matches('.').is_empty()));
}

/// What a client is told is JSON, or nothing.
fn check_answers(reason: &str, active: Option<bool>) {
    for client in Client::ALL {
        for memory in [Memory::Known(State::default()), Memory::Lost] {
            let (decision, _) = decide(reason.to_owned(), active, memory, Retries::default());
            let blocks = matches!(decision, Decision::Block { .. });
            assert!(!blocks || memory != Memory::Lost || active == Some(false), "uncounted tries must end");
            let printed = client.answer(&decision).map(|answer| answer.to_string());
            let read = printed.map(|text| serde_json::from_str::<Value>(&text).expect("an answer is JSON"));
            match (&decision, read) {
                (Decision::Block { .. }, Some(answer)) => {
                    assert_eq!(answer["decision"], "block");
                    assert_eq!(answer["reason"].as_str(), Some(reason));
                }
                (_, answer) => assert!(!blocks && answer.is_none_or(|answer| answer == serde_json::json!({}))),
            }
        }
    }
}

/// Whatever the client says of the first stop, a row of stops ends.
fn check_row(reason: &str, first: Option<bool>) {
    let retries = Retries::default();
    let (mut decision, mut state) = decide(reason.to_owned(), first, Memory::Known(State::default()), retries);
    let mut blocks = 0;
    while matches!(decision, Decision::Block { .. }) {
        blocks += 1;
        assert!(blocks <= 3, "an agent is trapped");
        (decision, state) = decide(reason.to_owned(), first.map(|_| true), Memory::Known(state), retries);
    }
    assert_eq!(blocks, 3, "an agent is asked three times");
}
