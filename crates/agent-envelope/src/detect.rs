use std::fmt;

use envelope_core::Message;

use crate::{AnyProtocol, PROTOCOLS};

/// Why no protocol could be found for a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undetected {
    /// No protocol claims it.
    Unclaimed,
    /// These protocols claim it.
    Ambiguous(Vec<&'static str>),
}

impl fmt::Display for Undetected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclaimed => f.write_str("no protocol claims the message"),
            Self::Ambiguous(names) => write!(f, "{} claim the message", names.join(" and ")),
        }
    }
}

impl std::error::Error for Undetected {}

/// The protocol of a message (R-A18).
pub fn detect(message: &Message<'_>) -> Result<&'static AnyProtocol, Undetected> {
    let claiming: Vec<&AnyProtocol> = PROTOCOLS.iter().filter(|protocol| (protocol.detect)(message)).collect();
    match claiming.as_slice() {
        [] => Err(Undetected::Unclaimed),
        [protocol] => Ok(protocol),
        several => Err(Undetected::Ambiguous(several.iter().map(|protocol| protocol.info.name).collect())),
    }
}
