//! A wrong and a right example for every rule, built into the program.
//!
//! `cargo xtask docs` writes `generated/examples.json` from `fixtures/`, where each rule has a case in which it is the
//! only one to speak and a near miss without it; rules that no kind lists are in `fixtures/rules/examples.json`. Both
//! are read when the file is made or compared, so an example that no longer shows its rule fails the tests.

mod asked;

use agent_envelope::envelope_core::{Diagnostic, Rule, Severity, Source, Span};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::output::{Snippets, visible_text};

/// The example of one rule.
#[derive(Debug, Deserialize)]
pub(crate) struct Example {
    rule: String,
    /// What the reader was asked, where it was anything in particular.
    asked: Option<String>,
    wrong: String,
    /// What was asked of the right one, where it was not the same.
    asked_of_right: Option<String>,
    right: String,
    /// What is said of the wrong one.
    said: Said,
}

#[derive(Debug, Deserialize)]
struct Said {
    severity: Severity,
    message: String,
    help: Option<String>,
    span: Span,
}

impl Example {
    /// The example of the rule with this code.
    pub(crate) fn of(code: &str) -> Option<Self> {
        all().into_iter().find(|example| example.rule == code)
    }

    /// Both sides, for people.
    pub(crate) fn shown(self, rule: &'static Rule) -> String {
        let Self { asked, wrong, asked_of_right, right, said, .. } = self;
        let mut diagnostic = Diagnostic::new(rule, said.span, said.message).severity(said.severity);
        diagnostic.help = said.help;
        let snippet = Snippets::plain().all(&[diagnostic], "wrong", &Source::new(wrong.as_str()));
        let (wrong, right) = (indented(&wrong), indented(&right));
        let between =
            typed(asked_of_right).map(|asked| format!("{}\n", asked.trim_start_matches('\n'))).unwrap_or_default();
        format!("{}\nWrong:\n\n{wrong}\n{snippet}{between}Right:\n\n{right}", typed(asked).unwrap_or_default())
    }
}

fn typed(asked: Option<String>) -> Option<String> {
    let asked: Map<String, Value> = serde_json::from_str(&asked?).ok()?;
    Some(asked::shown(&asked))
}

fn all() -> Vec<Example> {
    serde_json::from_str(include_str!("../generated/examples.json")).expect("a test reads the generated file")
}

fn indented(text: &str) -> String {
    let lines = visible_text(text);
    lines.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_example_and_every_example_a_rule() {
        let examples = all();
        for rule in agent_envelope::rules::all() {
            assert!(examples.iter().any(|example| example.rule == rule.code()), "{}: no example", rule.code());
        }
        for example in examples {
            let rule = agent_envelope::rules::find(&example.rule);
            let rule = rule.unwrap_or_else(|| panic!("{} is no rule", example.rule));
            let asked = example.asked.is_some();
            let shown = example.shown(rule);
            assert!(shown.contains(rule.code()));
            let line = shown.lines().find_map(|line| line.strip_prefix("Given: "));
            assert_eq!(line.is_some(), asked, "{shown}");
            assert!(!line.is_some_and(|line| line.contains(['{', '"'])), "{shown}");
        }
    }
}
