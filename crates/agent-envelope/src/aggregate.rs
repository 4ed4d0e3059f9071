//! Aggregation of messages of any protocol.

use clarity_protocol::aggregate::Input;
use clarity_protocol::{ClarityResult, Protocol as _};
use envelope_core::{Diagnostic, Message};

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
    let outcome = parsed.has_envelope().then(|| parsed.outcome());
    let reread = parsed.protocol().is_none().then(|| find(clarity.name)).flatten();
    let reread = reread.map(|protocol| parse(&message, protocol, options));
    let is_clarity = reread.is_some() || parsed.protocol() == Some(clarity.name);
    let report = report(reread.as_ref().unwrap_or(&parsed));
    let input = Input::rejected(file, bytes, outcome, Diagnostic::summary(parsed.diagnostics()), report);
    if is_clarity { input.quarantine_incomplete() } else { input }
}
