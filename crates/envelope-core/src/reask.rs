use std::fmt::Write as _;

use crate::{Diagnostic, Severity};

/// The most places that one re-ask names.
const MAX_PLACES: usize = 10;

/// What to tell an agent whose message was rejected: the places, what is wrong there, and the right form.
///
/// Names the errors; if there are none, the warnings, for which strict mode rejects.
pub fn reask(protocol: &str, diagnostics: &[Diagnostic]) -> String {
    let worst = diagnostics.iter().map(Diagnostic::severity).min().unwrap_or(Severity::Error);
    let listed: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == worst).collect();
    let mut text = format!("Your {protocol} report was rejected. Mend this and send the whole report again:\n");
    for diagnostic in listed.iter().take(MAX_PLACES) {
        let (line, column) = (diagnostic.position.line, diagnostic.position.column);
        let _ = writeln!(text, "- line {line}, column {column}: {}. Help: {}", diagnostic.message, diagnostic.help());
    }
    if listed.len() > MAX_PLACES {
        let _ = writeln!(text, "- and {} more", listed.len() - MAX_PLACES);
    }
    text
}
