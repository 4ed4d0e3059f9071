//! The canonical form of a message (RULINGS, "Canonical"; R-Q1 for documents that people edit).

use envelope_core::Diagnostic;
#[cfg(feature = "clarifications-md")]
use envelope_core::rules::NOT_UTF8;

use crate::AnyEnvelope;

/// The canonical form, and what stands in its way.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Canonical {
    /// The text; `None` when the message was refused and nothing can be written without making it look better.
    pub text: Option<String>,
    /// What had to be made up to fill a required place.
    pub invented: Vec<&'static str>,
    /// Deviations that were left, because rewriting them would lose something.
    pub left: Vec<Diagnostic>,
}

/// The canonical form of a message.
///
/// Reports are rendered anew, and only if they were accepted. A clarifications document is edited by splices, accepted
/// or not: what is wrong in it stays wrong (R-Q1, R-Q4). One with bytes that are not UTF-8 has no canonical form: what
/// is written in their stead would be accepted (R-A13).
///
/// ```
/// use agent_envelope::{Settings, canonical, envelope_core::Source, read};
/// # #[cfg(feature = "status-block")] {
/// let block = "**STATUS:** blocked\nERRORS:\n  message: no access to the ledger\n  can_retry: true\n";
/// let text = canonical(&read(&Source::new(block), &Settings::default())).text;
/// assert!(text.is_some_and(|text| text.starts_with("STATUS: blocked\n")));
/// # }
/// ```
pub fn canonical(envelope: &AnyEnvelope) -> Canonical {
    match envelope {
        #[cfg(feature = "clarifications-md")]
        AnyEnvelope::Clarifications(parsed) if parsed.diagnostics().iter().any(|told| *told.rule == NOT_UTF8) => {
            Canonical::default()
        }
        #[cfg(feature = "clarifications-md")]
        AnyEnvelope::Clarifications(parsed) => parsed.read().map(document).unwrap_or_default(),
        _ => Canonical { text: envelope.render(), ..Canonical::default() },
    }
}

#[cfg(feature = "clarifications-md")]
fn document(document: &clarifications_md::Clarifications) -> Canonical {
    let formatted = document.fmt();
    Canonical {
        text: Some(formatted.change.apply()),
        invented: formatted.invented.iter().map(|key| key.as_str()).collect(),
        left: formatted.left,
    }
}
