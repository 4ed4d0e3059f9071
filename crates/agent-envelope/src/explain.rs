use std::fmt;

use envelope_core::{Example, Rule, Severity};
use serde::Serialize;

use crate::{PROTOCOLS, all_rules};

/// A rule with a wrong and a right example. Displays as text for people.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// The code of the rule.
    pub rule: &'static str,
    /// What breaking it does.
    pub severity: Severity,
    /// The ruling that asks for it.
    pub source: &'static str,
    /// What is wrong when it is broken.
    pub summary: &'static str,
    /// Why the rule exists.
    pub why: &'static str,
    /// The right form.
    pub help: &'static str,
    /// Lines that break the rule; none if no edit of a message shows it.
    pub wrong: Option<String>,
    /// The same lines as they should be.
    pub right: Option<String>,
}

/// Explains a rule, such as `status-block/unknown-status`.
pub fn explain(code: &str) -> Option<Explanation> {
    let rule = all_rules().find(|rule| rule.code == code)?;
    let (wrong, right) = example(rule).map(|(right, wrong)| changed_lines(right, &wrong)).unzip();
    let Rule { code: rule, severity, source, summary, why, help, .. } = *rule;
    Some(Explanation { rule, severity, source, summary, why, help, wrong, right })
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, severity, source, summary, why, help, .. } = self;
        writeln!(f, "{rule} ({severity}, {source}): {summary}\n\n{why}\nRight: {help}.")?;
        let (Some(wrong), Some(right)) = (&self.wrong, &self.right) else { return Ok(()) };
        write!(f, "\nWrong:\n")?;
        indented(f, wrong)?;
        write!(f, "\nRight:\n")?;
        indented(f, right)
    }
}

fn indented(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.lines().try_for_each(|line| writeln!(f, "{}", format!("    {line}").trim_end()))
}

/// A right message and a wrong one, from the rule itself or from a protocol that shares it.
fn example(rule: &Rule) -> Option<(&'static str, String)> {
    let shared = |(of, example): &(&'static Rule, Example)| (of.code == rule.code).then_some(*example);
    PROTOCOLS.iter().find_map(|protocol| {
        let mut own = std::iter::once(rule.example).chain(protocol.info.shared.iter().filter_map(shared));
        own.find_map(|example| protocol.info.example(example))
    })
}

/// The lines that differ, with two around them: of the wrong message and of the right one.
fn changed_lines(right: &str, wrong: &str) -> (String, String) {
    const AROUND: usize = 2;
    let [right, wrong] = [right, wrong].map(|text| text.lines().collect::<Vec<_>>());
    let same_before = right.iter().zip(&wrong).take_while(|(right, wrong)| right == wrong).count();
    let room = right.len().min(wrong.len()) - same_before;
    let pairs = right.iter().rev().zip(wrong.iter().rev()).take(room);
    let same_after = pairs.take_while(|(right, wrong)| right == wrong).count();
    let start = same_before.saturating_sub(AROUND);
    let part = |lines: &[&str]| {
        let end = (lines.len() - same_after + AROUND).min(lines.len());
        lines[start..end].iter().flat_map(|line| [line, "\n"]).collect()
    };
    (part(&wrong), part(&right))
}
