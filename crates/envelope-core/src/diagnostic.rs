use std::fmt;

use serde::{Serialize, Serializer};

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
        let Position { line, column } = self.position;
        let (rule, severity, help) = (self.rule.code, self.severity(), self.help());
        let (message, pointer) = (self.message.as_str(), self.pointer.as_deref());
        Json { rule, severity, message, span: self.span, line, column, pointer, help }.serialize(serializer)
    }
}

/// A diagnostic as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Diagnostic"))]
struct Json<'a> {
    /// The rule that is broken.
    rule: &'a str,
    /// What breaking it does.
    severity: Severity,
    /// What is wrong.
    message: &'a str,
    /// The bytes in the original text.
    span: Span,
    /// The line of the start, from 1.
    line: usize,
    /// The column of the start in Unicode scalars, from 1.
    column: usize,
    /// The place in a JSON document.
    pointer: Option<&'a str>,
    /// The right form.
    help: &'a str,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Diagnostic {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Json::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Json::json_schema(generator)
    }
}
