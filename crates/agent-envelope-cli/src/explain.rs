use std::io::{Result, Write};

use agent_envelope::{all_rules, explain};

use crate::{ACCEPTED, FAILED};

/// Explains a rule: why it is there, and a wrong and a right example.
///
/// Diagnostics name their rule. Without a rule all of them are listed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope explain status-block/unknown-status")]
pub(crate) struct Explain {
    /// The rule
    #[arg(value_name = "RULE")]
    rule: Option<String>,
}

/// Runs `envelope explain`; gives the exit code.
pub(crate) fn run(args: &Explain) -> Result<u8> {
    let mut out = anstream::stdout().lock();
    let Some(code) = &args.rule else {
        for rule in all_rules() {
            writeln!(out, "{}: {}: {}", rule.code, rule.severity, rule.summary)?;
        }
        return Ok(ACCEPTED);
    };
    let Some(explanation) = explain(code) else {
        tell!("error: unknown rule `{code}`; `envelope explain` lists all rules");
        return Ok(FAILED);
    };
    write!(out, "{explanation}")?;
    Ok(ACCEPTED)
}
