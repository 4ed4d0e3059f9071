use clarity_protocol::ResultType;
use envelope_core::{Info, Message, Outcome, Protocol, Span, Status as _, ToReport};

use crate::Options;
use crate::parsed::AnyParsed;

/// Every protocol, in the order of the documentation.
pub static PROTOCOLS: &[AnyProtocol] = &[
    AnyProtocol::of::<clarity_protocol::ClarityResult>("clarity-result", || {
        ResultType::ALL.map(clarity_protocol::prompt).to_vec()
    }),
    AnyProtocol::of::<json_return::SubagentReturn>("json-return", || {
        vec![json_return::prompt(&json_return::Prompt::default())]
    }),
    AnyProtocol::of::<report_contract::ContractReport>("report-contract", || {
        vec![report_contract::prompt(&report_contract::Prompt::default())]
    }),
    AnyProtocol::of::<status_block::StatusBlock>("status-block", || vec![status_block::prompt()]),
];

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
    pub(crate) parse: fn(&Message<'_>, &Options) -> AnyParsed,
}

impl AnyProtocol {
    const fn of<T>(kind: &'static str, prompts: fn() -> Vec<String>) -> Self
    where
        T: ToReport,
        for<'o> T::Options: From<&'o Options>,
    {
        Self { info: T::INFO, kind, prompts, statuses: statuses::<T>, detect: T::detect, parse: parse::<T> }
    }
}

/// The protocol with a name, such as `status-block`.
pub fn find(name: &str) -> Option<&'static AnyProtocol> {
    PROTOCOLS.iter().find(|protocol| protocol.info.name == name)
}

fn statuses<T: Protocol>() -> Vec<(&'static str, Outcome)> {
    T::Status::ALL.iter().map(|status| (status.as_str(), status.outcome())).collect()
}

fn parse<T>(message: &Message<'_>, options: &Options) -> AnyParsed
where
    T: ToReport,
    for<'o> T::Options: From<&'o Options>,
{
    AnyParsed::of(envelope_core::parse::<T>(message, &T::Options::from(options)))
}
