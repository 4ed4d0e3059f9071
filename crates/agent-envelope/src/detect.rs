use std::fmt;

use envelope_core::{Message, Span};

use crate::AnyProtocol;

/// Why no protocol could be found for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undetected {
    /// No protocol claims it.
    Unclaimed,
    /// These protocols claim it, each by what stands there.
    Ambiguous(Vec<(&'static str, Span)>),
}

impl fmt::Display for Undetected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclaimed => f.write_str("no protocol claims the message"),
            Self::Ambiguous(claims) => {
                let names: Vec<&str> = claims.iter().map(|(name, _)| *name).collect();
                write!(f, "{} claim the message", names.join(" and "))
            }
        }
    }
}

impl std::error::Error for Undetected {}

/// The protocol of a message, among those of a table such as [`PROTOCOLS`](crate::PROTOCOLS) (R-A18). A text marker inside
/// a JSON envelope does not count, and a message that is one JSON object is only asked as JSON.
pub fn detect<'t>(message: &Message<'_>, table: &'t [AnyProtocol]) -> Result<&'t AnyProtocol, Undetected> {
    let is_object = is_one_object(message);
    let asked = table.iter().filter(|protocol| protocol.info.is_json || !is_object);
    let found = asked.filter_map(|protocol| Some((protocol, (protocol.detect)(message)?)));
    let found: Vec<(&AnyProtocol, Span)> = found.collect();
    let is_within = |span: Span, outer: Span| outer.start() <= span.start() && span.end() <= outer.end();
    let in_json = |span: Span| {
        let mut json = found.iter().filter(|(protocol, _)| protocol.info.is_json).map(|(_, outer)| *outer);
        json.any(|outer| is_within(span, outer))
    };
    let claims = found.iter().filter(|(protocol, span)| protocol.info.is_json || !in_json(*span));
    let claims: Vec<&(&AnyProtocol, Span)> = claims.collect();
    match claims.as_slice() {
        [] => Err(Undetected::Unclaimed),
        [(protocol, _)] => Ok(protocol),
        several => {
            Err(Undetected::Ambiguous(several.iter().map(|(protocol, span)| (protocol.info.name, *span)).collect()))
        }
    }
}

/// Whether a message is one JSON object and nothing else.
fn is_one_object(message: &Message<'_>) -> bool {
    let text = message.text().trim_start_matches('\u{feff}').trim();
    let object = text.starts_with('{').then(|| message.json().objects().next()).flatten();
    object.is_some_and(|object| object.raw().len() == text.len())
}
