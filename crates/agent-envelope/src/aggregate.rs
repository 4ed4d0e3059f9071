//! Aggregation of messages of any protocol.

use clarity_protocol::aggregate::{Aggregate, Input, is_state};
use clarity_protocol::{ClarityResult, Protocol as _};
use envelope_core::{Diagnostic, Message};

use crate::{AnyParsed, AnyProtocol, AnyValue, Options, find, parse, read};

/// An input of an aggregation begins like a state and is none.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {source}")]
#[non_exhaustive]
pub struct UnreadableState {
    /// The name of the input.
    pub file: String,
    /// Why it cannot be read.
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

/// Adds an input to an aggregation: a message, or the state of an earlier aggregation.
pub fn add_input(
    aggregate: &mut Aggregate,
    file: &str,
    bytes: &[u8],
    protocol: Option<&AnyProtocol>,
) -> Result<(), UnreadableState> {
    if !is_state(bytes) {
        aggregate.add(read_input(file, bytes, protocol, &Options::default()));
        return Ok(());
    }
    let state = std::str::from_utf8(bytes).map_err(Into::into);
    let state = state.and_then(|text| Aggregate::from_state(text).map_err(Into::into));
    aggregate.merge(state.map_err(|source| UnreadableState { file: file.to_owned(), source })?);
    Ok(())
}

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
