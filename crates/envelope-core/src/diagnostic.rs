use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::{Position, Rule, Severity, Span};

/// What is wrong with a message, and at which bytes.
///
/// Displays as `line:column: severity: message [rule]`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The bytes in the original text.
    pub span: Span,
    /// The start of the span for people.
    pub position: Position,
    /// The place in a JSON document.
    pub pointer: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl Diagnostic {
    /// The severity of the rule.
    pub fn severity(&self) -> Severity {
        self.rule.severity
    }

    /// The gravest of some diagnostics, and how many follow, on one line.
    pub fn summary(diagnostics: &[Self]) -> String {
        let worst = diagnostics.iter().min_by_key(|diagnostic| diagnostic.severity());
        let worst = worst.map_or_else(|| "no value".to_owned(), ToString::to_string);
        match diagnostics.len() {
            0 | 1 => worst,
            number => format!("{worst}, and {} more", number - 1),
        }
    }

    /// The right form.
    pub fn help(&self) -> &str {
        self.rule.help
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: {}: {} [{}]", self.severity(), self.message, self.rule.code)
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Diagnostic", 8)?;
        object.serialize_field("rule", self.rule.code)?;
        object.serialize_field("severity", &self.severity())?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("span", &self.span)?;
        object.serialize_field("line", &self.position.line)?;
        object.serialize_field("column", &self.position.column)?;
        object.serialize_field("pointer", &self.pointer)?;
        object.serialize_field("help", self.help())?;
        object.end()
    }
}
