//! Converts a message from protocol to protocol; its length says to which.

#![no_main]

use agent_envelope::{AnyParsed, AnyProtocol, Message, Options, Outcome, convert, find, parse, read};
use envelope_core::conformance::spans_are_valid;

const TARGETS: [&str; 4] = ["clarity", "json-return", "status-block", "report-contract"];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = Options::default();
    let mut parsed = read(&Message::from(bytes), None, &options);
    check(bytes, &parsed);
    for step in 0..3 {
        let target: &AnyProtocol = find(TARGETS[(bytes.len() >> (2 * step)) % 4]).expect("a target is a protocol");
        let before = parsed.outcome();
        let Some(converted) = convert(&parsed, target, true).text else { return };
        parsed = parse(&Message::from(&converted), target, &options);
        check(converted.as_bytes(), &parsed);
        assert!(before.is_success() || !parsed.outcome().is_success(), "a success is made:\n{converted}");
        let is_clean = parsed.status() == Some("CLEAN");
        assert!(before != Outcome::CompletedWithFindings || !is_clean, "findings are lost:\n{converted}");
    }
});

/// The laws of a protocol, for a message of any.
fn check(bytes: &[u8], parsed: &AnyParsed) {
    spans_are_valid(bytes, parsed.diagnostics());
    let protocol = parsed.protocol().and_then(find);
    let mut words = protocol.map_or_else(Vec::new, |protocol| (protocol.statuses)()).into_iter();
    let is_stated = words.any(|stated| Some(stated.0) == parsed.status() && stated.1 == parsed.outcome());
    assert!(!parsed.outcome().is_success() || parsed.is_accepted() && is_stated, "a success that nothing states");
    if let (Some(protocol), Some(value)) = (protocol, parsed.accepted()) {
        let rendered = value.render();
        let again = parse(&Message::from(&rendered), protocol, &Options::default());
        assert_eq!(again.accepted().map(|value| value.to_json()), Some(value.to_json()), "{rendered}");
    }
}
