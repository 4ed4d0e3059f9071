//! SARIF 2.1.0: diagnostics for code scanning and editors.

#[cfg(feature = "clarity-protocol")]
pub use super::findings::{findings_log, findings_notes};
pub use super::limits::size_note;

use std::sync::Arc;

use envelope_core::{Diagnostic, Rule, Severity, Source};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::limits;
use super::log::{Log, Tool, invocation, notification, uri};

/// Gathers diagnostics and closes them into one log with one run.
///
/// ```
/// use agent_envelope::{Settings, envelope_core::Source, export::sarif::SarifLog, read};
/// let source = Source::new("All done!");
/// let mut log = SarifLog::new();
/// log.add("reports/a b.md", read(&source, &Settings::default()).diagnostics(), &source);
/// log.add_unreadable("reports/c.md", "permission denied");
/// let log = serde_json::to_value(log.finish("0.1.0")).unwrap();
/// assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
/// let result = &log["runs"][0]["results"][0];
/// assert_eq!(result["ruleId"], "agent-envelope/unknown-protocol");
/// assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "reports/a%20b.md");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SarifLog {
    rules: Vec<&'static Rule>,
    results: Vec<Found>,
    unreadable: Vec<(String, String)>,
}

/// A diagnostic as the log needs it; as JSON it would take twenty times the room.
#[derive(Clone, Debug)]
struct Found {
    rule: &'static Rule,
    severity: Severity,
    message: String,
    uri: Arc<str>,
    region: Region,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

impl SarifLog {
    /// A log with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the diagnostics of a message. A byte of the file's name that is no text is written `\xff`, as the command does.
    pub fn add(&mut self, file: &str, diagnostics: &[Diagnostic], source: &Source<'_>) {
        let uri: Arc<str> = uri(file).into();
        for diagnostic in diagnostics {
            if !self.rules.contains(&diagnostic.rule) {
                self.rules.push(diagnostic.rule);
            }
            let (start, end) = (source.position(diagnostic.span.start()), source.position(diagnostic.span.end()));
            let bytes = source.original(diagnostic.span);
            let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            self.results.push(Found {
                rule: diagnostic.rule,
                severity: diagnostic.severity,
                message: format!("{}{help}", diagnostic.message),
                uri: Arc::clone(&uri),
                region: Region {
                    start_line: start.line,
                    start_column: start.column,
                    end_line: end.line,
                    end_column: end.column,
                    byte_offset: bytes.start(),
                    byte_length: bytes.end() - bytes.start(),
                },
            });
        }
    }

    /// Adds an input that could not be read: a log that is silent about it would call it clean.
    pub fn add_unreadable(&mut self, file: &str, reason: &str) {
        self.unreadable.push((file.to_owned(), reason.to_owned()));
    }

    /// Adds what another log gathered.
    pub fn append(&mut self, other: Self) {
        for rule in other.rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        self.results.extend(other.results);
        self.unreadable.extend(other.unreadable);
    }

    /// What a person should know: where code-scanning services would cut the log or refuse it.
    pub fn notes(&self) -> Vec<String> {
        limits::counts(self.results.len(), self.rules.len())
    }

    /// The log; `version` is that of the program. Its results are made as they are written.
    pub fn finish<'l>(&'l self, version: &'l str) -> impl Serialize + 'l {
        let cannot = |(file, reason): &(String, String)| {
            notification("error", &format!("{file}: cannot be read: {reason}"), Some(file))
        };
        Log::new(Run {
            tool: Tool::new(version, self.rules.iter().map(|rule| described(rule)).collect()),
            invocations: [invocation(self.unreadable.iter().map(cannot))],
            column_kind: "unicodeCodePoints",
            results: Results(&self.results),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'l> {
    tool: Tool<'l>,
    invocations: [Value; 1],
    column_kind: &'static str,
    results: Results<'l>,
}

struct Results<'l>(&'l [Found]);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|found| {
            json!({
                "ruleId": found.rule.code(),
                "level": level(found.severity),
                "message": {"text": found.message},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": &*found.uri}, "region": found.region}}],
            })
        }))
    }
}

fn described(rule: &Rule) -> Value {
    json!({
        "id": rule.code(),
        "shortDescription": {"text": rule.summary()},
        "fullDescription": {"text": format!("{} ({})", rule.why(), rule.cites())},
        "help": {"text": format!("envelope explain {}", rule.code())},
        "defaultConfiguration": {"level": level(rule.severity())},
        "properties": {"tags": [rule.class().as_str()]},
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
