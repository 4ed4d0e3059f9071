//! Laws of conversion: no success out of a non-success, what is promised is what the text says (R-A15).

use agent_envelope::envelope_core::{Class, Diagnostic, Loss, Outcome, Severity, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read_as};

/// Reads the bytes as one protocol and converts to all targets, then from each to one more, which the length chooses.
pub(crate) fn check(protocol: Protocol, bytes: &[u8]) {
    let envelope = read_as(protocol, &Source::from_bytes(bytes), &Settings::default());
    for to in Protocol::targets() {
        if let Some(there) = check_one(&envelope, to) {
            for further in Protocol::targets().skip(bytes.len() % 4).take(1) {
                let end = check_one(&there, further);
                let success = end.is_some_and(|end| end.outcome().is_success());
                assert!(!success || envelope.outcome().is_success(), "{protocol} -> {to} -> {further}: a success");
            }
        }
    }
}

/// Converts once; what was written, read again.
fn check_one(envelope: &AnyEnvelope, to: Protocol) -> Option<AnyEnvelope> {
    let conversion = convert(envelope, to).expect("a target");
    assert_eq!(conversion.text.is_some(), envelope.to_report().is_some(), "what can be read converts to something");
    assert_eq!((conversion.from.outcome, conversion.from.status.as_deref()), (envelope.outcome(), envelope.status()));
    let promised = conversion.outcome;
    let success = promised.is_some_and(Outcome::is_success);
    assert!(!success || envelope.outcome().is_success(), "{to}: a success from {}", envelope.outcome());
    let better = envelope.is_accepted() && promised.is_some_and(|outcome| outcome < envelope.outcome());
    assert!(!better, "{to}: better than {}", envelope.outcome());
    let text = conversion.text?;
    let written = read_as(to, &Source::new(text.as_str()), &Settings::default());
    assert_eq!((Some(written.outcome()), written.status()), (promised, conversion.status.as_deref()), "{to}:\n{text}");
    let told = conversion.losses.iter().any(|loss| loss.field == "outcome");
    assert!(told || written.outcome() == envelope.outcome(), "{to}: the outcome changed without a word\n{text}");
    assert!(
        conversion.losses.iter().all(|loss| !loss.field.is_empty() && !loss.note.is_empty()),
        "a loss says nothing"
    );
    // A text that we wrote ourselves may say what is refused, but is not written in a form that is, unless it gives back
    // what stood around the report in this very protocol (R-A3): prose that refused it there refuses it again.
    let kept = envelope.to_report().is_some_and(|report| report.extra.contains_key(to.as_str()));
    let before = |code: &str| envelope.diagnostics().iter().any(|found| found.rule.code() == code);
    let ill_formed = |found: &&Diagnostic| {
        let code = found.rule.code();
        let is_prose = OF_PROSE.contains(&code) && (kept || envelope.protocol() == Some(to) && before(code));
        found.severity == Severity::Error && found.rule.class() == Class::Form && !is_prose
    };
    assert_eq!(written.diagnostics().iter().find(ill_formed), None, "{to}:\n{text}");
    if envelope.is_accepted() && envelope.protocol() == Some(to) {
        assert_eq!(written.value(), envelope.value(), "{to}: not the same in its own protocol\n{text}");
        // What stands around the report and between its parts is no part of it.
        let beside = ["prose", "comments", "text"];
        let lost: Vec<&Loss> = conversion.losses.iter().filter(|loss| !beside.contains(&loss.field.as_str())).collect();
        assert!(lost.is_empty(), "{to}: lost in its own protocol: {lost:?}");
    }
    Some(written)
}

/// What prose around a report can be refused for: a status of its own or a scratchpad's, a section (R-A11), also a broken
/// or cut one (R-A4, R-A10), a thought that hides the report or nothing closes (R-A12).
const OF_PROSE: [&str; 8] = [
    "status-block/second-status",
    "status-block/scratchpad",
    "status-block/duplicate-key",
    "status-block/unclosed",
    "status-block/truncated",
    "status-block/open-aside",
    "clarity-protocol/open-aside",
    "envelope-core/envelope-hidden",
];
