//! The result of a check as text.

use agent_envelope::envelope_core::text::one_line;
use agent_envelope::{AnyParsed, Diagnostic, Message, Position, Severity};
use serde::Serialize;

use crate::check::CheckFormat;
use crate::print::{inert, inert_json};
use crate::snippet;

/// What goes to standard error, and what to standard output.
pub(crate) fn texts(format: CheckFormat, name: &str, message: &Message<'_>, parsed: &AnyParsed) -> (String, String) {
    match format {
        CheckFormat::Human => {
            (snippet::all(parsed.diagnostics(), name, message), inert(&one_line(&format!("{name}: {parsed}"))) + "\n")
        }
        CheckFormat::Json => (String::new(), json(name, parsed)),
        CheckFormat::Github => {
            (String::new(), parsed.diagnostics().iter().map(|diagnostic| annotation(name, diagnostic)).collect())
        }
        CheckFormat::Sarif => (String::new(), String::new()),
    }
}

/// The line of `--format json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(flatten)]
    parsed: &'a AnyParsed,
}

fn json(file: &str, parsed: &AnyParsed) -> String {
    inert_json(&serde_json::to_string(&Line { file, parsed }).unwrap_or_default()) + "\n"
}

/// A workflow command of GitHub, which shows a message at a place of a file.
pub(crate) fn github(command: &str, file: &str, place: Option<Position>, title: &str, message: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(&one_line(text)).replace(':', "%3A").replace(',', "%2C");
    let place = place.map(|Position { line, column, .. }| format!(",line={line},col={column}")).unwrap_or_default();
    format!("::{command} file={}{place},title={}::{}\n", property(file), property(title), data(message))
}

/// The command that shows a diagnostic.
fn annotation(file: &str, diagnostic: &Diagnostic) -> String {
    let command = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "notice",
    };
    let message = format!("{}. Help: {}", diagnostic.message, diagnostic.help());
    github(command, file, Some(diagnostic.position), diagnostic.rule.code, &message)
}
