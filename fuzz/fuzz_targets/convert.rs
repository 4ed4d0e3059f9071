//! Converts a message from protocol to protocol; its length says to which.

#![no_main]

use agent_envelope::{AnyProtocol, Message, Options, Outcome, convert, find, parse, read};

const TARGETS: [&str; 4] = ["clarity", "json-return", "status-block", "report-contract"];

libfuzzer_sys::fuzz_target!(|text: &str| {
    let options = Options::default();
    let mut parsed = read(&Message::from(text), None, &options);
    for step in 0..3 {
        let target: &AnyProtocol = find(TARGETS[(text.len() >> (2 * step)) % 4]).expect("a target is a protocol");
        let before = parsed.outcome();
        let Some(converted) = convert(&parsed, target, true).text else { return };
        parsed = parse(&Message::from(&converted), target, &options);
        assert!(before.is_success() || !parsed.outcome().is_success(), "a success is made:\n{converted}");
        let is_clean = parsed.status() == Some("CLEAN");
        assert!(before != Outcome::CompletedWithFindings || !is_clean, "findings are lost:\n{converted}");
    }
});
