//! What `check` prints of a message in JSON (design, "The command line").

use std::borrow::Cow;

use envelope_core::{Diagnostic, DiagnosticRecord, Outcome, Source, Span};
use serde::{Deserialize, Serialize};

use crate::rules::UNREADABLE;
use crate::{AnyEnvelope, Protocol};

/// One line of `envelope check --format json`, to write and to read.
///
/// ```
/// use agent_envelope::{CheckRecord, Settings, envelope_core::Source, read};
/// let source = Source::new("All done!");
/// let record = CheckRecord::new("a.md", &read(&source, &Settings::default()), &source);
/// let line = serde_json::to_string(&record)?;
/// assert_eq!(serde_json::from_str::<CheckRecord>(&line)?, record);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CheckRecord {
    /// The file, as it was named.
    pub file: String,
    /// The protocol, or null.
    pub protocol: Option<Protocol>,
    /// Whether the message was accepted.
    pub accepted: bool,
    /// The protocol's own word that was stated, or null.
    pub status: Option<Cow<'static, str>>,
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
            accepted: envelope.is_accepted(),
            status: envelope.status().map(Cow::Borrowed),
            outcome: envelope.outcome(),
            fallback: envelope.fallback(),
            truncated: envelope.truncated(),
            diagnostics: envelope.records(source),
        }
    }

    /// The record of a file that cannot be read: no protocol claims it, so it has failed (R-A2).
    ///
    /// ```
    /// use agent_envelope::{CheckRecord, envelope_core::Outcome};
    /// let record = CheckRecord::unreadable("a.md", "permission denied");
    /// assert_eq!((record.accepted, record.outcome), (false, Outcome::Failed));
    /// assert_eq!(record.diagnostics[0].rule, "agent-envelope/unreadable");
    /// assert_eq!(record.diagnostics[0].message, "the file cannot be read: permission denied");
    /// ```
    pub fn unreadable(file: impl Into<String>, reason: &str) -> Self {
        let why = format!("the file cannot be read: {reason}");
        let found = Diagnostic::new(&UNREADABLE, Span::at(0), why);
        Self {
            file: file.into(),
            protocol: None,
            accepted: false,
            status: None,
            outcome: Outcome::Failed,
            fallback: true,
            truncated: false,
            diagnostics: vec![DiagnosticRecord::new(&found, &Source::new(""))],
        }
    }
}
