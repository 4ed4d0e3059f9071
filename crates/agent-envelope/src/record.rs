//! What `check` prints of a message in JSON (design, "The command line").

use envelope_core::{DiagnosticRecord, Outcome, Source};
use serde::Serialize;

use crate::{AnyEnvelope, Protocol};

/// One line of `envelope check --format json`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CheckRecord {
    /// The file, as it was named.
    pub file: String,
    /// The protocol, or null.
    pub protocol: Option<Protocol>,
    /// Whether the message was accepted.
    pub accepted: bool,
    /// The protocol's own word that was stated, or null.
    pub status: Option<&'static str>,
    /// What to branch on.
    pub outcome: Outcome,
    /// Whether the outcome is not the one that was stated.
    pub fallback: bool,
    /// Whether the text ends before the envelope does.
    pub truncated: bool,
    /// What was found, in the order of the text.
    pub diagnostics: Vec<DiagnosticRecord>,
}

impl CheckRecord {
    /// The record of a message that was read from `source`.
    pub fn new(file: impl Into<String>, envelope: &AnyEnvelope, source: &Source<'_>) -> Self {
        Self {
            file: file.into(),
            protocol: envelope.protocol(),
            accepted: envelope.accepted(),
            status: envelope.status(),
            outcome: envelope.outcome(),
            fallback: envelope.fallback(),
            truncated: envelope.truncated(),
            diagnostics: envelope.records(source),
        }
    }
}
