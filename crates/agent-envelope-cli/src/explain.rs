use std::io::{Result, Write};

use agent_envelope::envelope_core::Example;
use agent_envelope::{PROTOCOLS, Rule, all_rules};

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
    let Some(rule) = all_rules().find(|rule| rule.code == code) else {
        tell!("error: unknown rule `{code}`; `envelope explain` lists all rules");
        return Ok(FAILED);
    };
    let Rule { code, severity, summary, why, help, source, .. } = rule;
    writeln!(out, "{code} ({severity}, {source}): {summary}\n\n{why}\nRight: {help}.")?;
    if let Some((right, wrong)) = example(rule) {
        let [right, wrong] = changed_lines(right, &wrong);
        write!(out, "\nWrong:\n{wrong}\nRight:\n{right}")?;
    }
    Ok(ACCEPTED)
}

/// A right message and a wrong one, from the rule itself or from a protocol that shares it.
fn example(rule: &Rule) -> Option<(&'static str, String)> {
    let shared = |(of, example): &(&'static Rule, Example)| (of.code == rule.code).then_some(*example);
    PROTOCOLS.iter().find_map(|protocol| {
        let mut own = std::iter::once(rule.example).chain(protocol.info.shared.iter().filter_map(shared));
        own.find_map(|example| protocol.info.example(example))
    })
}

/// The lines that differ, with two around them, indented.
fn changed_lines(right: &str, wrong: &str) -> [String; 2] {
    const AROUND: usize = 2;
    let [right, wrong] = [right, wrong].map(|text| text.lines().collect::<Vec<_>>());
    let same_before = right.iter().zip(&wrong).take_while(|(right, wrong)| right == wrong).count();
    let room = right.len().min(wrong.len()) - same_before;
    let pairs = right.iter().rev().zip(wrong.iter().rev()).take(room);
    let same_after = pairs.take_while(|(right, wrong)| right == wrong).count();
    let start = same_before.saturating_sub(AROUND);
    [right, wrong].map(|lines| {
        let end = (lines.len() - same_after + AROUND).min(lines.len());
        lines[start..end].iter().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
    })
}
