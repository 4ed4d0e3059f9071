//! `envelope prompt`: the instruction to give an agent.

use agent_envelope::{Protocol, prompt, prompt_types};
use clap::Args;

use crate::args::protocols;
use crate::exit::{Exit, Failure};
use crate::output::Out;

/// Print the instruction to give an agent
///
/// It holds placeholders only: an agent that copies it back has reported nothing.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Prompt {
    /// The protocol that the agent is to answer in
    #[arg(value_name = "P", value_parser = protocols(Protocol::ALL.iter().copied()))]
    protocol: Protocol,
    /// The type of the answer, where the protocol has several; clarity needs one
    #[arg(long = "type", value_name = "T")]
    kind: Option<String>,
}

fn after_help() -> String {
    let types: String = Protocol::ALL.iter().filter_map(|protocol| types_of(*protocol)).collect();
    format!(
        "\
Examples:
  envelope prompt json-return
  envelope prompt clarity --type consistency
  envelope prompt clarifications --type refinements

{types}
Exit status: 0 printed, 2 the protocol has no such type."
    )
}

/// Whose instructions differ too much for one of them to be the default.
const WITHOUT_DEFAULT: Protocol = Protocol::Clarity;

/// A line with the types of a protocol that has several; the first is the default.
fn types_of(protocol: Protocol) -> Option<String> {
    let mut types: Vec<String> = prompt_types(protocol).into_iter().map(str::to_owned).collect();
    let named = if protocol == WITHOUT_DEFAULT {
        " (one must be named)"
    } else {
        types.first_mut()?.push_str(" (the default)");
        ""
    };
    (!types.is_empty()).then(|| format!("Types of {protocol}{named}: {}.\n", types.join(", ")))
}

impl Prompt {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let text = prompt(self.protocol, self.kind.as_deref()).map_err(Failure::new)?;
        out.result(&text)?;
        Ok(Exit::Accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_told_where_there_is_one() {
        for protocol in Protocol::ALL.iter().copied().filter(|protocol| !prompt_types(*protocol).is_empty()) {
            let default = prompt(protocol, None).ok();
            assert_eq!(default.is_none(), protocol == WITHOUT_DEFAULT, "{protocol}");
            assert!(default.is_none() || default == prompt(protocol, prompt_types(protocol).first().copied()).ok());
        }
        let decisions = types_of(Protocol::Decisions).unwrap_or_default();
        assert_eq!(decisions, "Types of decisions: final (the default), draft.\n");
        assert_eq!(types_of(Protocol::StatusBlock), None);
    }
}
