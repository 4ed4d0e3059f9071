//! Arguments that several commands share.

mod demands;
mod settings;

pub(crate) use demands::Unchecked;
pub(crate) use settings::{dialect, text_of};

use std::path::PathBuf;
use std::str::FromStr;

use agent_envelope::clarity_protocol::ResultType;
use agent_envelope::report_contract::Verbosity;
use agent_envelope::{AnyEnvelope, Protocol, Settings, UnknownProtocol, envelope_core::Source, read, read_as};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use crate::exit::Failure;
use demands::Demand;

/// The word for a protocol that is to be detected.
pub(crate) const AUTO: &str = "auto";

/// How messages are read, and what is expected of them.
#[derive(Args, Debug)]
pub(crate) struct Asked {
    /// The protocol of the messages
    #[arg(long, short, value_name = "P", default_value = AUTO, value_parser = protocol_or_auto(), help_heading = "Reading")]
    protocol: ProtocolOrAuto,
    /// Repair nothing, and accept nothing that has a warning
    #[arg(long, help_heading = "Reading")]
    strict: bool,
    /// Which words a json-return may use: spec, contextual, or a JSON file with `statuses` and `optional`
    #[arg(long, value_name = "D", default_value = "spec", help_heading = "Reading")]
    dialect: String,
    /// The session that a json-return must name
    #[arg(long, value_name = "ID", help_heading = "Expectations")]
    session: Option<String>,
    /// The task that a report-contract must name
    #[arg(long, value_name = "ID", help_heading = "Expectations")]
    task: Option<String>,
    /// The agent that must have sent it (json-return, report-contract)
    #[arg(long, value_name = "NAME", help_heading = "Expectations")]
    agent: Option<String>,
    /// The level of detail that was asked for (report-contract)
    #[arg(long, value_name = "V", value_parser = PossibleValuesParser::new(Verbosity::WORDS), help_heading = "Expectations")]
    verbosity: Option<String>,
    /// Where the artifacts of a json-return must lie
    #[arg(long, value_name = "DIR", help_heading = "Expectations")]
    root: Option<PathBuf>,
    /// The JSON Schema of an agent's findings (report-contract); may be repeated
    #[arg(long, value_name = "AGENT=FILE", help_heading = "Expectations")]
    findings_schema: Vec<String>,
    /// The type that a clarity result must have
    #[arg(long = "type", value_name = "T", value_parser = PossibleValuesParser::new(ResultType::WORDS), help_heading = "Expectations")]
    kind: Option<String>,
    /// The clarifications document that an evaluation or decisions must be about
    #[arg(long, value_name = "FILE", help_heading = "Expectations")]
    clarifications: Option<PathBuf>,
}

/// A protocol, or `auto`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProtocolOrAuto(pub(crate) Option<Protocol>);

impl FromStr for ProtocolOrAuto {
    type Err = UnknownProtocol;

    fn from_str(name: &str) -> Result<Self, UnknownProtocol> {
        if name == AUTO { Ok(Self(None)) } else { name.parse().map(|protocol| Self(Some(protocol))) }
    }
}

/// One of the protocols, or `auto`, for an argument.
pub(crate) fn protocol_or_auto() -> impl clap::builder::TypedValueParser<Value = ProtocolOrAuto> {
    let names = std::iter::once(AUTO).chain(Protocol::ALL.iter().map(|protocol| protocol.as_str()));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(|name| name.parse::<ProtocolOrAuto>())
}

/// One of the protocols, for an argument.
pub(crate) fn protocols(of: impl Iterator<Item = Protocol>) -> impl clap::builder::TypedValueParser<Value = Protocol> {
    PossibleValuesParser::new(of.map(Protocol::as_str).collect::<Vec<_>>()).try_map(|name| name.parse::<Protocol>())
}

/// The arguments made ready for reading many messages.
#[derive(Debug)]
pub(crate) struct Reader {
    protocol: Option<Protocol>,
    /// What is asked of every message.
    pub(crate) settings: Settings,
    demands: Vec<Demand>,
}

impl Asked {
    /// Opens and checks what the arguments name.
    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        let demands = self.demands()?;
        Ok(Reader { protocol: self.protocol.0, settings: self.settings()?, demands })
    }
}

impl Reader {
    /// Reads and judges a message.
    pub(crate) fn read(&self, source: &Source<'_>) -> AnyEnvelope {
        match self.protocol {
            Some(protocol) => read_as(protocol, source, &self.settings),
            None => read(source, &self.settings),
        }
    }
}
