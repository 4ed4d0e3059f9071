//! Aggregation of messages of any protocol.

use clarity_protocol::aggregate::Input;
use clarity_protocol::{ClarityResult, Protocol as _};
use envelope_core::{Message, Severity};

use crate::{AnyParsed, AnyProtocol, AnyValue, Options, find, parse, read};

/// Reads a message for an aggregation. What no protocol claims is unparseable, and its finding tables are still kept (R-C1).
pub fn read_input(file: &str, bytes: &[u8], protocol: Option<&AnyProtocol>, options: &Options) -> Input {
    let message = Message::from(bytes);
    let parsed = read(&message, protocol, options);
    let clarity = ClarityResult::INFO;
    let report = |parsed: &AnyParsed| parsed.rejected().or(parsed.accepted()).map(AnyValue::to_report);
    if let Some(value) = parsed.accepted() {
        let input = Input::accepted(file, bytes, value.to_report());
        return if parsed.protocol() == Some(clarity.name) { input.quarantine_incomplete() } else { input };
    }
    let is_claimed = parsed.diagnostics().iter().all(|diagnostic| diagnostic.rule.code != clarity.missing.code);
    let outcome = parsed.protocol().filter(|_| is_claimed).map(|_| parsed.outcome());
    let reread = parsed.protocol().is_none().then(|| find(clarity.name)).flatten();
    let reread = reread.map(|protocol| parse(&message, protocol, options));
    let is_clarity = reread.is_some() || parsed.protocol() == Some(clarity.name);
    let report = report(reread.as_ref().unwrap_or(&parsed));
    let input = Input::rejected(file, bytes, outcome, reason(&parsed), report);
    if is_clarity { input.quarantine_incomplete() } else { input }
}

/// The first error, and how many follow.
fn reason(parsed: &AnyParsed) -> String {
    let errors = parsed.diagnostics().iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
    let mut errors = errors.map(|error| error.message.as_str());
    let first = errors.next().unwrap_or("no value");
    match errors.count() {
        0 => first.to_owned(),
        more => format!("{first}, and {more} more"),
    }
}
