use envelope_core::{Info, Message, Outcome, Parsed, Protocol, Span, ToReport};

use crate::parsed::AnyParsed;

/// Every protocol, in the order of the documentation.
pub static PROTOCOLS: &[AnyProtocol] =
    &[AnyProtocol::of::<status_block::StatusBlock>("status-block", || vec![status_block::prompt()])];

/// A protocol without its type.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnyProtocol {
    /// What is known about it without a message; its name on the command line is there.
    pub info: &'static Info,
    /// The kind of its value, which names its schema and the folder of its fixtures.
    pub kind: &'static str,
    /// The instructions for agents.
    pub prompts: fn() -> Vec<String>,
    /// The status words with their outcomes.
    pub statuses: fn() -> Vec<(&'static str, Outcome)>,
    pub(crate) detect: fn(&Message<'_>) -> Option<Span>,
    pub(crate) parse: fn(&Message<'_>) -> AnyParsed,
}

impl AnyProtocol {
    const fn of<T: ToReport>(kind: &'static str, prompts: fn() -> Vec<String>) -> Self {
        Self { info: T::INFO, kind, prompts, statuses: statuses::<T>, detect: T::detect, parse: parse::<T> }
    }
}

/// The protocol with a name, such as `status-block`.
pub fn find(name: &str) -> Option<&'static AnyProtocol> {
    PROTOCOLS.iter().find(|protocol| protocol.info.name == name)
}

fn statuses<T: Protocol>() -> Vec<(&'static str, Outcome)> {
    use envelope_core::Status as _;
    T::Status::ALL.iter().map(|status| (status.as_str(), status.outcome())).collect()
}

fn parse<T: ToReport>(message: &Message<'_>) -> AnyParsed {
    let parsed: Parsed<T> = envelope_core::parse(message, &T::Options::default());
    AnyParsed::of(parsed)
}
