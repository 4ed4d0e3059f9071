//! `envelope explain`: why a rule exists, with a wrong and a right example.

use agent_envelope::envelope_core::Rule;
use agent_envelope::rules;
use clap::Args;

use crate::examples::Example;
use crate::exit::{Exit, Failure};
use crate::output::Out;

/// Explain a rule, with a wrong and a right example
///
/// Without a rule, all of them are listed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope explain json-return/summary-length
  envelope explain template-echo  # the crate may be left out where the name is the only one
  envelope explain  # every rule with its severity and what it asks for

Exit status: 0 explained, 2 there is no such rule.")]
pub(crate) struct Explain {
    /// The code of the rule, as diagnostics show it
    #[arg(value_name = "RULE")]
    rule: Option<String>,
}

impl Explain {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let Some(name) = &self.rule else {
            let line =
                |rule: &Rule| format!("{:<8} {} asks: {}", rule.severity().as_str(), rule.code(), rule.summary());
            let list: Vec<String> = rules::all().map(line).collect();
            out.result(&(list.join("\n") + "\n"))?;
            return Ok(Exit::Accepted);
        };
        let rule = rules::find(name).ok_or_else(|| Failure::new(unknown(name)))?;
        out.result(&explanation(rule))?;
        Ok(Exit::Accepted)
    }
}

fn explanation(rule: &'static Rule) -> String {
    let schema = if rule.is_in_schema() { "; the JSON Schema refuses it too" } else { "" };
    let mut text = format!(
        "{}\n\nAsks: {}\nWhy: {}\nSeverity: {}\nClass: {}{schema}\nSource: {}\n",
        rule.code(),
        rule.summary(),
        rule.why(),
        rule.severity(),
        rule.class().as_str(),
        rule.cites()
    );
    if let Some(example) = Example::of(rule.code()) {
        text += &example.shown(rule);
    }
    text
}

fn unknown(name: &str) -> String {
    let several: Vec<&str> = rules::named(name).map(Rule::code).collect();
    if !several.is_empty() {
        return format!("several rules are called `{name}`: {}", several.join(", "));
    }
    let similar = similar(name);
    if similar.is_empty() {
        format!("no rule `{name}`; `envelope explain` lists them")
    } else {
        format!("no rule `{name}`; did you mean {}? `envelope explain` lists them all", similar.join(", "))
    }
}

/// The three rules whose code, or name behind the slash, is most like this one.
fn similar(name: &str) -> Vec<&'static str> {
    /// As clap has it for its own suggestions.
    const ALIKE: f64 = 0.7;
    let likeness = |rule: &Rule| {
        let own = rule.code().split_once('/').map_or("", |(_, own)| own);
        strsim::jaro(rule.code(), name).max(strsim::jaro(own, name.rsplit('/').next().unwrap_or(name)))
    };
    let mut rules: Vec<(f64, &str)> = rules::all().map(|rule| (likeness(rule), rule.code())).collect();
    rules.retain(|(likeness, _)| *likeness > ALIKE);
    rules.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    rules.into_iter().take(3).map(|(_, code)| code).collect()
}
