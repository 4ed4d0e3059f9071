use envelope_core::{FromReport, Info, Loss, Message, Outcome, Protocol, Report, Span, Status as _, ToReport};

use crate::parsed::AnyParsed;
use crate::{NoPrompt, Options, Prompt, prompts};

/// Every protocol, in the order of the documentation.
pub static PROTOCOLS: &[AnyProtocol] = &[
    #[cfg(feature = "clarity-protocol")]
    AnyProtocol::target::<clarity_protocol::ClarityResult>("clarity-result", prompts::clarity),
    #[cfg(feature = "json-return")]
    AnyProtocol::target::<json_return::SubagentReturn>("json-return", prompts::json_return),
    #[cfg(feature = "report-contract")]
    AnyProtocol::target::<report_contract::ContractReport>("report-contract", prompts::report_contract),
    #[cfg(feature = "status-block")]
    AnyProtocol::target::<status_block::StatusBlock>("status-block", prompts::status_block),
    #[cfg(feature = "clarifications-md")]
    AnyProtocol::of::<clarifications_md::Clarifications>("clarifications", prompts::clarifications),
    #[cfg(feature = "clarifications-md")]
    AnyProtocol::of::<clarifications_md::Evaluation>("answer-evaluation", prompts::evaluation),
    #[cfg(feature = "clarifications-md")]
    AnyProtocol::of::<clarifications_md::Decisions>("decisions", prompts::decisions),
];

/// A protocol without its type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AnyProtocol {
    /// What is known about it without a message; its name on the command line is there.
    pub info: &'static Info,
    /// The kind of its value, which names its schema and the folder of its fixtures.
    pub kind: &'static str,
    /// The instructions for agents, one for each type of report.
    pub prompts: fn(&Options) -> Vec<Prompt>,
    /// The status words with their outcomes.
    pub statuses: fn() -> Vec<(&'static str, Outcome)>,
    pub(crate) detect: fn(&Message<'_>) -> Option<Span>,
    pub(crate) parse: fn(&Message<'_>, &Options) -> AnyParsed,
    pub(crate) write: Option<fn(&Report) -> Written>,
}

/// A report as text of a protocol.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) outcome: Outcome,
    pub(crate) losses: Vec<Loss>,
}

impl AnyProtocol {
    /// A protocol that can be read, checked and converted from.
    pub const fn of<T>(kind: &'static str, prompts: fn(&Options) -> Vec<Prompt>) -> Self
    where
        T: ToReport,
        for<'o> T::Options: From<&'o Options>,
    {
        let (statuses, detect, parse) = (statuses::<T>, T::detect, parse::<T>);
        Self { info: T::INFO, kind, prompts, statuses, detect, parse, write: None }
    }

    /// The same for a protocol that can be converted to, too.
    pub const fn target<T>(kind: &'static str, prompts: fn(&Options) -> Vec<Prompt>) -> Self
    where
        T: ToReport + FromReport,
        for<'o> T::Options: From<&'o Options>,
    {
        Self { write: Some(write::<T>), ..Self::of::<T>(kind, prompts) }
    }

    /// The instruction for an agent, for one type of report where there are several.
    pub fn prompt(&self, r#type: Option<&str>, options: &Options) -> Result<Prompt, NoPrompt> {
        let prompts = (self.prompts)(options);
        let types = prompts.iter().filter_map(|prompt| prompt.r#type).collect();
        let found = prompts.into_iter().find(|prompt| prompt.r#type == r#type);
        found.ok_or(NoPrompt { protocol: self.info.name, types })
    }

    /// Whether reports of other protocols can be converted to it.
    pub fn is_target(&self) -> bool {
        self.write.is_some()
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

fn write<T: FromReport>(report: &Report) -> Written {
    let (value, losses) = T::from_report(report);
    Written { text: value.render(), outcome: value.outcome(), losses }
}
