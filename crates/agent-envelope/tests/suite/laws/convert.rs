//! Laws of conversion: no success out of a non-success, what is promised is what the text says (R-A15).

use agent_envelope::envelope_core::{Class, Diagnostic, Outcome, Severity, Source};
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
    assert_eq!((conversion.from.outcome, conversion.from.status), (envelope.outcome(), envelope.status()));
    let promised = conversion.outcome;
    let success = promised.is_some_and(Outcome::is_success);
    assert!(!success || envelope.outcome().is_success(), "{to}: a success from {}", envelope.outcome());
    let better = envelope.accepted() && promised.is_some_and(|outcome| outcome < envelope.outcome());
    assert!(!better, "{to}: better than {}", envelope.outcome());
    let text = conversion.text?;
    let written = read_as(to, &Source::new(text.as_str()), &Settings::default());
    assert_eq!((Some(written.outcome()), written.status()), (promised, conversion.status), "{to}:\n{text}");
    let told = conversion.losses.iter().any(|loss| loss.field == "outcome");
    assert!(told || written.outcome() == envelope.outcome(), "{to}: the outcome changed without a word\n{text}");
    assert!(
        conversion.losses.iter().all(|loss| !loss.field.is_empty() && !loss.note.is_empty()),
        "a loss says nothing"
    );
    let ill_formed = |found: &&Diagnostic| {
        let of_prose = [
            "status-block/second-status",
            "status-block/scratchpad",
            "status-block/duplicate-key",
            "status-block/open-aside",
            "clarity-protocol/open-aside",
            "envelope-core/envelope-hidden",
        ];
        let contrary = of_prose.contains(&found.rule.code());
        found.severity == Severity::Error && found.rule.class() == Class::Form && !contrary
    };
    // A text that we wrote ourselves may say what is refused, but is not written in a form that is. Prose with a status
    // or a section of its own, of a scratchpad, or that hides the report or what follows it in a thought, is the
    // exception: it is kept, and refused (R-A3, R-A11, R-A12).
    assert_eq!(written.diagnostics().iter().find(ill_formed), None, "{to}:\n{text}");
    Some(written)
}
