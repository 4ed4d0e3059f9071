//! `envelope prompt`: the instruction to give an agent.

use agent_envelope::{Protocol, prompt};
use clap::Args;

use crate::args::protocols;
use crate::exit::{Exit, Failure};
use crate::output::Out;

/// Print the instruction to give an agent
///
/// It holds placeholders only: an agent that copies it back has reported nothing.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope prompt json-return
  envelope prompt clarity --type consistency
  envelope prompt clarifications --type refinements

Types of clarity (one must be named): digest, consistency, verification, implementation, design-plan.
Types of clarifications: questions (the default), refinements, evaluation, draft, decisions.
Types of decisions: final (the default), draft.

Exit status: 0 printed, 2 the protocol has no such type.")]
pub(crate) struct Prompt {
    /// The protocol that the agent is to answer in
    #[arg(value_name = "P", value_parser = protocols(Protocol::ALL.iter().copied()))]
    protocol: Protocol,
    /// The type of the answer, where the protocol has several; clarity needs one
    #[arg(long = "type", value_name = "T")]
    kind: Option<String>,
}

impl Prompt {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let text = prompt(self.protocol, self.kind.as_deref()).map_err(Failure::new)?;
        out.result(&text)?;
        Ok(Exit::Accepted)
    }
}
