//! SARIF 2.1.0: diagnostics for code scanning and editors.

#[cfg(feature = "clarity-protocol")]
pub use super::findings::findings_log;
pub use super::limits::size_note;

use std::fmt::Write as _;

use envelope_core::{Class, Diagnostic, Rule, Severity, Source};
use serde_json::{Value, json};

use super::limits;

/// Gathers diagnostics and closes them into one log with one run.
///
/// ```
/// use agent_envelope::{Settings, envelope_core::Source, export::sarif::SarifLog, read};
/// let source = Source::new("All done!");
/// let mut log = SarifLog::new();
/// log.add("reports/a b.md", read(&source, &Settings::default()).diagnostics(), &source);
/// let log = log.finish("0.1.0");
/// let result = &log["runs"][0]["results"][0];
/// assert_eq!(result["ruleId"], "agent-envelope/unknown-protocol");
/// assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "reports/a%20b.md");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SarifLog {
    rules: Vec<&'static Rule>,
    results: Vec<Value>,
}

impl SarifLog {
    /// A log with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the diagnostics of a message.
    pub fn add(&mut self, file: &str, diagnostics: &[Diagnostic], source: &Source<'_>) {
        let uri = uri(file);
        for diagnostic in diagnostics {
            if !self.rules.contains(&diagnostic.rule) {
                self.rules.push(diagnostic.rule);
            }
            let (start, end) = (source.position(diagnostic.span.start()), source.position(diagnostic.span.end()));
            let bytes = source.original(diagnostic.span);
            let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            self.results.push(json!({
                "ruleId": diagnostic.rule.code(),
                "level": level(diagnostic.severity),
                "message": {"text": format!("{}{help}", diagnostic.message)},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": uri},
                    "region": {
                        "startLine": start.line, "startColumn": start.column,
                        "endLine": end.line, "endColumn": end.column,
                        "byteOffset": bytes.start(), "byteLength": bytes.end() - bytes.start(),
                    },
                }}],
            }));
        }
    }

    /// Adds what another log gathered.
    pub fn append(&mut self, other: Self) {
        for rule in other.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        self.results.extend(other.results);
    }

    /// What a person should know: where code-scanning services would cut the log or refuse it.
    pub fn notes(&self) -> Vec<String> {
        limits::counts(self.results.len(), self.rules.len())
    }

    /// The log; `version` is that of the program.
    pub fn finish(self, version: &str) -> Value {
        let rules: Vec<Value> = self.rules.iter().map(|rule| described(rule)).collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {"name": "envelope", "semanticVersion": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        })
    }
}

fn described(rule: &Rule) -> Value {
    let class = match rule.class() {
        Class::Form => "form",
        Class::Content => "content",
    };
    json!({
        "id": rule.code(),
        "shortDescription": {"text": rule.summary()},
        "fullDescription": {"text": format!("{} ({})", rule.why(), rule.cites())},
        "help": {"text": format!("envelope explain {}", rule.code())},
        "defaultConfiguration": {"level": level(rule.severity())},
        "properties": {"tags": [class]},
    })
}

/// The words are the same by chance.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A path as a relative reference: what a URI does not take is percent-encoded.
pub(crate) fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
