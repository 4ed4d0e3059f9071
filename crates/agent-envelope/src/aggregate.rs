//! Aggregation of messages of any protocol.

use clarity_protocol::aggregate::{Aggregate, Input, is_state};
use clarity_protocol::{ClarityResult, Protocol as _};
use envelope_core::report::Section;
use envelope_core::{Diagnostic, Message, Outcome, Report, Span};

use crate::{AnyParsed, AnyProtocol, Options, find, read};

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
    let protocol = protocol.or_else(|| find(parsed.protocol()?));
    let report = report(&message, &parsed, protocol);
    let input = match report {
        Some(report) if parsed.is_accepted() => Input::accepted(file, bytes, report),
        report => {
            let outcome = parsed.has_envelope().then(|| parsed.outcome());
            Input::rejected(file, bytes, outcome, Diagnostic::summary(parsed.diagnostics()), report)
        }
    };
    let is_clarity = protocol.is_none_or(|protocol| protocol.info.name == ClarityResult::INFO.name);
    if is_clarity { input.quarantine_incomplete() } else { input }
}

/// What could be read. The text around is a section without a title, as text protocols have it themselves; a message that no
/// protocol claims is only such text.
fn report(message: &Message<'_>, parsed: &AnyParsed, protocol: Option<&AnyProtocol>) -> Option<Report> {
    let (mut report, envelope) = match protocol {
        Some(protocol) => {
            let report = parsed.value(true)?.to_report();
            if !protocol.info.is_json {
                return Some(report);
            }
            (report, (protocol.detect)(message).unwrap_or_default())
        }
        None if message.unreadable().is_some() => return None,
        None => (Report::new(Outcome::Failed), Span::default()),
    };
    let text = message.text();
    let body = format!("{}\n{}", &text[..envelope.start()], &text[envelope.end()..]);
    report.sections.push(Section { title: String::new(), body });
    Some(report)
}
