//! Findings of many agents and protocols in one aggregation (R-C13): other protocols are converted first.

use clarity_protocol::ClarityResult;
use clarity_protocol::aggregate::{Aggregate, Fingerprint};
use envelope_core::{FromReport as _, Severity, Source};

use crate::{AnyEnvelope, Protocol, Settings, read_as};

/// Adds a message of any protocol. What no protocol claims is searched for finding tables all the same and counts as
/// unparseable (R-C1), so that nothing is skipped.
///
/// ```
/// use agent_envelope::clarity_protocol::Aggregate;
/// use agent_envelope::{Settings, aggregate::add, envelope_core::Source, read};
/// let settings = Settings::default();
/// let source = Source::new("All done!");
/// let mut aggregate = Aggregate::new();
/// add(&mut aggregate, "a.md", &source, "All done!".as_bytes(), &read(&source, &settings), &settings);
/// assert_eq!(aggregate.finish().stats.unparseable.get(), 1);
/// ```
pub fn add(
    aggregate: &mut Aggregate,
    file: &str,
    source: &Source<'_>,
    bytes: &[u8],
    envelope: &AnyEnvelope,
    settings: &Settings,
) {
    let print = Fingerprint::of(bytes);
    let reason = || refusal(envelope).unwrap_or_else(|| "nothing could be read".to_owned());
    match envelope {
        AnyEnvelope::Clarity(parsed) => aggregate.add(file, print, parsed),
        AnyEnvelope::Unclaimed(_) if bytes.len() <= settings.limits.input() => {
            match read_as(Protocol::Clarity, source, settings) {
                AnyEnvelope::Clarity(parsed) => aggregate.add(file, print, &parsed),
                _ => aggregate.add_unreadable(file, print, &reason()),
            }
        }
        _ => match (envelope.to_report(), envelope.verdict()) {
            (Some(report), Some(verdict)) => {
                let (result, _) = ClarityResult::from_report(&report);
                aggregate.add_converted(file, print, &result, verdict, refusal(envelope).as_deref());
            }
            _ => aggregate.add_unreadable(file, print, &reason()),
        },
    }
}

/// Why the message was not accepted, in the words of its gravest diagnostic.
fn refusal(envelope: &AnyEnvelope) -> Option<String> {
    let refused = !envelope.accepted();
    let first = envelope.diagnostics().iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let first = first.or_else(|| envelope.diagnostics().first()).filter(|_| refused)?;
    Some(format!("{} ({})", first.message, first.rule.code()))
}
