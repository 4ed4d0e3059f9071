//! Laws of one reading: places in the text, the verdict, the canonical form.

use agent_envelope::envelope_core::{Class, Diagnostic, Policy, Severity, Source, Span, apply_edits};
use agent_envelope::{AnyEnvelope, Protocol, Settings, canonical, detect, read, read_as};

use super::splices;

/// Reads the bytes under both policies and checks everything that must hold of what is read.
pub(crate) fn check(protocol: Protocol, bytes: &[u8]) {
    let source = Source::from_bytes(bytes);
    let tolerant = judged(protocol, &source, Policy::Tolerant);
    let strict = judged(protocol, &source, Policy::Strict);
    if strict.is_accepted() {
        assert!(tolerant.is_accepted(), "accepted in strict mode only");
        assert_eq!(tolerant.value(), strict.value(), "the policies read differently");
        assert_eq!(tolerant.outcome(), strict.outcome(), "the policies judge differently");
    }
    check_detection(&source);
    if protocol == Protocol::Clarifications {
        check_edited_form(&tolerant);
    } else {
        check_canonical(protocol, &tolerant);
    }
}

/// Reads under one policy; places and verdict are checked.
fn judged(protocol: Protocol, source: &Source<'_>, policy: Policy) -> AnyEnvelope {
    let mut settings = Settings::default();
    settings.policy = policy;
    steps::start();
    let envelope = read_as(protocol, source, &settings);
    steps::assert_linear(source.text().len());
    check_places(source, envelope.diagnostics());
    assert!(envelope.diagnostics().len() <= settings.limits.diagnostics() + 1, "more diagnostics than the limit");
    check_verdict(protocol, &envelope, source, policy);
    envelope
}

/// Every place lies in the text and on character boundaries, and leads back into the original bytes (R-A7, R-A13).
pub(crate) fn check_places(source: &Source<'_>, diagnostics: &[Diagnostic]) {
    let inside = |span: Span, rule: &str| {
        assert!(source.text().get(span.range()).is_some(), "{rule}: {span} is no part of the text");
        let original = source.original(span);
        assert!(original.start() <= original.end() && original.end() <= source.original_len(), "{rule}: {original}");
    };
    for found in diagnostics {
        inside(found.span, found.rule.code());
        let edits = found.fix.iter().flat_map(|fix| &fix.edits);
        edits.for_each(|edit| inside(edit.span, found.rule.code()));
        let applied = found.fix.iter().all(|fix| apply_edits(source.text(), &fix.edits).is_ok());
        assert!(applied, "{}: edits of its fix overlap", found.rule.code());
        assert!(!found.message.trim().is_empty(), "{}: says nothing", found.rule.code());
        let _ = source.position(found.span.start());
    }
    // The closing "N more" stands last, wherever it points.
    let listed = diagnostics.split_last().map_or(diagnostics, |(_, before)| before);
    assert!(listed.is_sorted_by_key(|found| found.span.start()), "not in the order of the text");
}

/// A success is stated in so many words and accepted; what is accepted has nothing against it (R-A2, R-A10, R-A16).
pub(crate) fn check_verdict(protocol: Protocol, envelope: &AnyEnvelope, source: &Source<'_>, policy: Policy) {
    let (outcome, accepted) = (envelope.outcome(), envelope.is_accepted());
    let bar = if policy == Policy::Strict { Severity::Warning } else { Severity::Error };
    let grave = envelope.diagnostics().iter().find(|found| found.severity >= bar);
    if accepted {
        assert!(grave.is_none(), "accepted in spite of {grave:?}");
        assert!(!envelope.truncated(), "accepted, although cut off");
        assert!(envelope.value().is_some(), "accepted without a value");
        assert!(source.first_bad_byte().is_none(), "accepted with bytes that are not UTF-8");
    } else {
        assert!(outcome >= protocol.fallback(), "refused with {outcome}");
        assert!(envelope.render().is_none(), "what was refused is rendered");
        assert!(grave.is_some(), "refused without a word: {:?}", envelope.diagnostics());
    }
    if outcome.is_success() {
        assert!(accepted, "the success {outcome} of what was refused");
        assert!(envelope.value().is_some() && envelope.to_report().is_some(), "a success that says nothing");
        check_stated(protocol, envelope, source.text());
    }
    if let Some(report) = envelope.to_report() {
        assert!(report.outcome >= outcome, "the report says {}, the verdict {outcome}", report.outcome);
    }
    let asked = envelope.reask(source, &Settings::default());
    assert!(accepted || asked.is_some_and(|asked| asked.len() < 20_000), "a refused message gives no question");
}

/// The word of a success stands in the text, but for documents whose outcome follows from what they hold (R-Q14).
fn check_stated(protocol: Protocol, envelope: &AnyEnvelope, text: &str) {
    if matches!(protocol, Protocol::Clarifications | Protocol::Decisions) {
        return;
    }
    let status = envelope.status().expect("a success has a status");
    let escaped = text.contains('\\');
    let said = text.to_lowercase().contains(&status.to_lowercase());
    assert!(said || escaped, "`{status}` is nowhere in the text");
}

/// Whatever is detected agrees with reading as that protocol.
fn check_detection(source: &Source<'_>) {
    let detection = detect(source);
    let any = read(source, &Settings::default());
    assert_eq!(any.protocol(), detection.protocol);
    check_places(source, any.diagnostics());
    if any.outcome().is_success() {
        assert!(any.is_accepted(), "a success that was not accepted");
    }
}

/// What is accepted renders to text that reads back to the same value, without diagnostics of form (RULINGS, "Canonical").
pub(crate) fn check_canonical(protocol: Protocol, envelope: &AnyEnvelope) {
    let Some(text) = envelope.render() else { return };
    let again = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
    assert_eq!(again.value(), envelope.value(), "rendered as\n{text}");
    let of_prose = |found: &Diagnostic| {
        let said = || envelope.diagnostics().iter().any(|first| first.rule.code() == found.rule.code());
        protocol == Protocol::StatusBlock && OF_PROSE.contains(&found.rule.code()) && said()
    };
    let of_form = |found: &&Diagnostic| found.rule.class() == Class::Form && !of_prose(found);
    let form: Vec<&Diagnostic> = again.diagnostics().iter().filter(of_form).collect();
    assert!(form.is_empty(), "{form:?} in\n{text}");
    assert!(again.is_accepted(), "{:?} in\n{text}", again.diagnostics());
    assert_eq!(again.outcome(), envelope.outcome(), "rendered as\n{text}");
    assert_eq!(again.status(), envelope.status(), "rendered as\n{text}");
    assert_eq!(again.render().as_deref(), Some(text.as_str()), "a second time gives another text");
}

/// What stands around a status block is part of its value and written back as it stood (R-S6, R-A3): the fence that holds
/// the block (R-A12), a template beside it (R-A5), the same status once more (R-A11). So what was said of it is said
/// again; nothing may be said that was not said before.
const OF_PROSE: [&str; 3] =
    ["envelope-core/envelope-in-fence", "envelope-core/echo-beside", "status-block/second-status"];

/// A clarifications document is edited, not laid out anew: the outcome stays, and a second time changes nothing (R-Q1).
fn check_edited_form(envelope: &AnyEnvelope) {
    let form = canonical(envelope);
    let AnyEnvelope::Clarifications(parsed) = envelope else { panic!("no clarifications") };
    if let (Some(document), Some(text)) = (parsed.read(), &form.text) {
        let change = document.fmt().change;
        splices::check(document.text(), change.edits(), text);
        splices::check_format(document, change.edits());
    }
    let Some(text) = form.text else { return };
    let again = read_as(Protocol::Clarifications, &Source::new(text.as_str()), &Settings::default());
    if envelope.is_accepted() {
        assert!(again.is_accepted(), "{:?} in\n{text}", again.diagnostics());
        assert_eq!(again.outcome(), envelope.outcome(), "edited to\n{text}");
    }
    assert_eq!(canonical(&again).text.as_deref(), Some(text.as_str()), "a second time gives another text");
}

/// Bytes looked at, where readers count them: only while fuzzing.
pub(crate) mod steps {
    #[cfg(fuzzing)]
    use agent_envelope::{clarifications_md, clarity_protocol, envelope_core::json, status_block};

    /// Each reader's count, and what it is allowed: the same that its own linearity tests allow.
    #[cfg(fuzzing)]
    const READERS: &[(&str, fn() -> usize, fn(usize) -> usize)] = &[
        ("JSON", json::steps::take, json::steps::allowed),
        ("block", status_block::steps::take, status_block::steps::allowed),
        ("result", clarity_protocol::steps::take, clarity_protocol::steps::allowed),
        ("clarifications", clarifications_md::steps::take, clarifications_md::steps::allowed),
    ];

    #[cfg(fuzzing)]
    pub(crate) fn start() {
        for (_, take, _) in READERS {
            take();
        }
    }

    #[cfg(fuzzing)]
    pub(crate) fn assert_linear(length: usize) {
        for (reader, take, allowed) in READERS {
            let steps = take();
            assert!(steps <= allowed(length), "{steps} steps of the {reader} reader for {length} bytes");
        }
    }

    #[cfg(not(fuzzing))]
    pub(crate) fn start() {}

    #[cfg(not(fuzzing))]
    pub(crate) fn assert_linear(_: usize) {}
}
