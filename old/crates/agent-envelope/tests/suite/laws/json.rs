//! Laws of the tolerant JSON reader, alone and below a protocol.

use agent_envelope::envelope_core::json::{JsonRecord, Request, read};
use agent_envelope::envelope_core::{Diagnostic, Policy, Severity, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, read_as};
use serde_json::Value;

use super::reading::{self, check_places, steps};

/// Keys that are looked for, so that candidates are scored.
const REQUIRED: [&[&str]; 3] = [&[], &["status", "summary"], &["report_metadata", "findings"]];

/// The reader alone.
pub(crate) fn check(bytes: &[u8]) {
    let source = Source::from_bytes(bytes);
    for required in REQUIRED {
        steps::start();
        let found = read(&source, &Request::requiring(required));
        steps::assert_linear(source.text().len());
        check_places(&source, &found.diagnostics());
        assert!(source.text().get(found.span.range()).is_some(), "the envelope's place {}", found.span);
        let strict = read(&source, &Request::requiring(required).policy(Policy::Strict));
        check_places(&source, &strict.diagnostics());
        if let Some(value) = strict.value() {
            assert_eq!(found.value(), Some(value), "strict mode reads differently");
        }
        let whole = serde_json::from_slice::<Value>(bytes).ok().filter(Value::is_object);
        if let (Some(whole), true) = (whole, required.is_empty()) {
            check_exact(&found.diagnostics(), found.value().as_ref(), &whole);
        }
        let record = JsonRecord::new(&source, &Request::requiring(required));
        assert!(!(record.accepted() && record.truncated), "accepted, although cut off");
        if let (true, Some(value)) = (record.accepted(), &record.value) {
            check_printed(value);
        }
    }
}

/// What `serde_json` takes whole is read alike, unless something is told of it.
fn check_exact(diagnostics: &[Diagnostic], value: Option<&Value>, whole: &Value) {
    if diagnostics.iter().all(|found| found.severity == Severity::Note) {
        assert_eq!(value, Some(whole), "read otherwise than by serde_json without a word");
    }
}

/// What was read prints to JSON that is read as it is, without a word.
fn check_printed(value: &Value) {
    let text = value.to_string();
    let again = JsonRecord::new(&Source::new(text.as_str()), &Request::default());
    if value.is_object() {
        assert_eq!(again.value.as_ref(), Some(value), "printed as {text}");
        assert!(again.diagnostics.is_empty(), "{:?} in {text}", again.diagnostics);
    }
}

/// A protocol that is JSON on the wire: the laws of reading, and the fast path against the slow one.
pub(crate) fn check_protocol(protocol: Protocol, bytes: &[u8]) {
    reading::check(protocol, bytes);
    let source = Source::from_bytes(bytes);
    let text = source.text();
    let start = text.len() - text.trim_start_matches([' ', '\n']).len();
    if source.first_bad_byte().is_none() && text[start..].starts_with('{') {
        // A blank at a line's end is all that it takes to leave the fast path.
        let slow = format!("{}{{ \n{}", &text[..start], &text[start + 1..]);
        let slow = read_as(protocol, &Source::new(slow), &Settings::default());
        let fast = read_as(protocol, &source, &Settings::default());
        if fast.tree().is_none() && fast.value().is_some() {
            assert_eq!(fast.value(), slow.value(), "the slow path reads another value");
            assert_eq!(said(&fast), said(&slow), "the slow path says something else");
            assert_eq!((fast.outcome(), fast.status()), (slow.outcome(), slow.status()));
        }
    }
}

fn said(envelope: &AnyEnvelope) -> Vec<&'static str> {
    let codes = envelope.diagnostics().iter().map(|found| found.rule.code());
    let mut codes: Vec<&str> = codes.filter(|code| *code != "envelope-core/trailing-blanks").collect();
    codes.sort_unstable();
    codes
}
