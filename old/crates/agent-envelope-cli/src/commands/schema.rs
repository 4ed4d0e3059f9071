//! `envelope schema`: prints a published schema.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::exit::{Exit, Failure};
use crate::output::{Out, json_pretty};
use crate::schemas::{OTHER_KINDS, Published, published};

/// Print the JSON Schema of a kind of document
///
/// For json-return, report-contract and evaluation it describes the message itself; for clarity, status-block,
/// clarifications and decisions the value that `envelope parse` prints; for clarity-report what `envelope aggregate
/// --format json` prints; for neutral-report the report that conversions go through in Rust.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope schema json-return
  envelope schema report-contract --profile llm  # for structured output
  envelope schema clarity --profile draft-07

Exit status: 0 printed, 2 there is no such schema.")]
pub(crate) struct Schema {
    /// The name of a protocol or of a kind
    #[arg(value_name = "KIND", value_parser = kinds())]
    kind: String,
    /// For whom the schema is
    #[arg(long, value_enum, default_value_t = Profile::Full)]
    profile: Profile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// Draft 2020-12, for validators and editors
    Full,
    /// Narrowed to what structured-output interfaces accept
    Llm,
    /// For tools that stop at draft-07
    #[value(name = "draft-07")]
    Draft07,
}

impl Schema {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let of_protocol = self.kind.parse::<agent_envelope::Protocol>().map(agent_envelope::Protocol::kind);
        let kind = of_protocol.unwrap_or(&self.kind);
        let profile = match self.profile {
            Profile::Full => "full",
            Profile::Llm => "llm",
            Profile::Draft07 => "draft-07",
        };
        let all = published();
        let found = all.iter().find(|schema| schema.kind == kind && schema.profile == profile);
        let schema = found.ok_or_else(|| Failure::new(missing(&all, kind, profile)))?;
        out.result(&json_pretty(&schema.schema))?;
        Ok(Exit::Accepted)
    }
}

fn kinds() -> PossibleValuesParser {
    let protocols = agent_envelope::Protocol::ALL.iter().map(|protocol| protocol.as_str());
    PossibleValuesParser::new(protocols.chain(OTHER_KINDS).collect::<Vec<_>>())
}

fn missing(all: &[Published], kind: &str, profile: &str) -> String {
    let profiles = all.iter().filter(|schema| schema.kind == kind).map(|schema| schema.profile.as_str());
    format!("{kind} has no schema for {profile}; there are: {}", profiles.collect::<Vec<_>>().join(", "))
}
