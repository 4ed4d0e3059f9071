//! The message that tells an agent what to fix (R-A7).

use std::fmt::Write as _;

use crate::rules::MORE_DIAGNOSTICS;
use crate::text::{is_invisible, shortened};
use crate::{Diagnostic, Envelope, Parsed, Source};

/// How many problems are named; an agent that gets a long list mends the first few anyway.
const MOST_PROBLEMS: usize = 10;
/// How many characters of the agent's own text are quoted back.
const MOST_QUOTED: usize = 60;
/// How many characters of a message or a help text are repeated.
const MOST_SAID: usize = 240;

/// The message for the agent: which places, what was found there, what was expected, and that the *whole* envelope is
/// to be sent again. `None` when the message was accepted.
///
/// It is bounded in length whatever was wrong, quotes agents' text on one line with what nobody sees made visible,
/// and is itself no envelope: every quoted line begins with a list mark.
pub fn reask<T: Envelope>(parsed: &Parsed<T>, source: &Source<'_>) -> Option<String> {
    if parsed.verdict().accepted() {
        return None;
    }
    let mut listed: Vec<&Diagnostic> =
        parsed.diagnostics().iter().filter(|diagnostic| diagnostic.severity >= parsed.bar()).collect();
    listed.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
    // The record of those that were not listed is none itself (R-A9).
    let record = listed.iter().position(|diagnostic| diagnostic.rule == &MORE_DIAGNOSTICS);
    let unlisted = record.map(|at| listed.remove(at)).map_or(0, |_| parsed.unlisted());
    let more = listed.len().saturating_sub(MOST_PROBLEMS) + unlisted;
    listed.truncate(MOST_PROBLEMS);
    let mut text = format!("Your {} report was not accepted.\n", T::PROTOCOL);
    if parsed.truncated() {
        text.push_str("It ends before it is complete.\n");
    }
    if !listed.is_empty() {
        text.push_str("To fix:\n");
    }
    for diagnostic in listed {
        describe::<T>(&mut text, diagnostic, source);
    }
    if more > 0 {
        let _ = writeln!(text, "- and {more} more, none of them graver");
    }
    text.push_str("Send the whole report again from its first line, complete and corrected, and nothing else: ");
    text.push_str("a part, a difference or a remark about it cannot be read.\n");
    Some(text)
}

fn describe<T: Envelope>(text: &mut String, diagnostic: &Diagnostic, source: &Source<'_>) {
    let position = source.position(diagnostic.span.start());
    let _ = write!(text, "- line {}, column {}", position.line, position.column);
    if let Some(path) = diagnostic.path.as_ref().filter(|path| T::IS_JSON && !path.as_str().is_empty()) {
        let _ = write!(text, " (`{}`)", visible(path.as_str(), MOST_QUOTED));
    }
    let _ = write!(text, ": {}", visible(&diagnostic.message, MOST_SAID));
    let found = source.slice(diagnostic.span).trim();
    if !found.is_empty() {
        let _ = write!(text, "; found `{}`", visible(found, MOST_QUOTED).replace('`', "'"));
    }
    let expected = diagnostic.help.as_deref().unwrap_or(diagnostic.rule.summary());
    let _ = write!(text, "; expected: {}", visible(expected, MOST_SAID));
    text.push('\n');
}

/// The text on one line, at most `most` characters long, with what nobody sees escaped.
fn visible(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for character in shortened(text, most).chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            _ if is_invisible(character) => shown.extend(character.escape_default()),
            _ => shown.push(character),
        }
    }
    shown
}
