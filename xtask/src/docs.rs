use std::fmt::Write as _;
use std::fs;

use agent_envelope::{Outcome, PROTOCOLS, Rule, all_rules};

use crate::Result;
use crate::files::Files;

/// `cargo xtask docs`: docs/rules.md, and the status table between its comments in the README.
pub(crate) fn run(mut files: Files) -> Result {
    files.put("docs/rules.md", &rules())?;
    let readme = fs::read_to_string("README.md").map_err(|error| format!("README.md: {error}"))?;
    files.put("README.md", &replace(&readme, "statuses", &statuses())?)?;
    files.finish()
}

fn rules() -> String {
    let mut text = String::from(
        "<!-- Written by `cargo xtask docs`; do not edit. -->\n\n# Rules\n\nA message that breaks a rule of severity *error* \
         is rejected. A *warning* is accepted, except in strict mode. A *note* is\nworth knowing. `R-…` names the ruling \
         that a rule comes from.\n",
    );
    let mut section = "";
    for rule in all_rules() {
        let krate = rule.code.split('/').next().unwrap_or_default();
        if krate != section {
            section = krate;
            let _ = write!(text, "\n## {krate}\n");
        }
        let Rule { code, severity, summary, why, help, source, .. } = rule;
        let _ = write!(text, "\n### {code}\n\n*{severity}*, {source}: {summary}. {why} Right: {help}.\n");
    }
    text
}

/// The words of each protocol by outcome.
fn statuses() -> String {
    let mut text = String::from("| outcome |");
    for protocol in PROTOCOLS {
        let _ = write!(text, " {} |", protocol.info.name);
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(PROTOCOLS.len()));
    for outcome in Outcome::ALL {
        let _ = write!(text, "\n| `{outcome}` |");
        for protocol in PROTOCOLS {
            let words = (protocol.statuses)().into_iter().filter(|(_, meaning)| *meaning == outcome);
            let words: Vec<String> = words.map(|(word, _)| format!("`{word}`")).collect();
            let _ = write!(text, " {} |", words.join(", "));
        }
    }
    text
}

/// Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->`.
fn replace(text: &str, name: &str, with: &str) -> Result<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("\n<!-- /{name} -->"));
    let parts = text.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("README.md has no `<!-- {name} -->` … `<!-- /{name} -->`"))?;
    Ok(format!("{before}{open}{with}{close}{after}"))
}
