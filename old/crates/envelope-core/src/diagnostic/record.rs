//! A diagnostic as it is printed in JSON (design, "The command line").

use serde::{Deserialize, Serialize};

use super::Diagnostic;
use crate::{Severity, Source, Span};

/// The shape of a diagnostic in every JSON output: `rule`, `severity`, `message`, `span`, `line`, `column`,
/// `pointer`, `help`. The span points into the original bytes (R-A7, R-A13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiagnosticRecord {
    /// The stable code of the rule.
    pub rule: String,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The bytes of the original message.
    pub span: Span,
    /// The line, from 1.
    pub line: usize,
    /// The column in Unicode scalars, from 1.
    pub column: usize,
    /// The JSON pointer into the value, or null.
    pub pointer: Option<String>,
    /// The right form, or null.
    pub help: Option<String>,
}

impl DiagnosticRecord {
    /// The record of a diagnostic that points into `source`.
    pub fn new(diagnostic: &Diagnostic, source: &Source<'_>) -> Self {
        let position = source.position(diagnostic.span.start());
        Self {
            rule: diagnostic.rule.code().to_owned(),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            span: source.original(diagnostic.span),
            line: position.line,
            column: position.column,
            pointer: diagnostic.path.as_ref().map(ToString::to_string),
            help: diagnostic.help.clone(),
        }
    }
}
