//! Generated parts of the documentation: the status table, the rule reference, the table of natural places.
//!
//! `docs/rules.md` and `natural-places.md` are generated whole. In `README.md` only what stands between
//! `<!-- generated: NAME -->` and `<!-- end: NAME -->` is; the rest belongs to its author.

use std::fmt::Write as _;
use std::path::Path;

use clarifications_md::{DecisionStatus, EvaluationVerdict};
use clarity_protocol::ResultStatus;
use envelope_core::report::{NATURAL_PLACES, Place, Target};
use envelope_core::{Outcome, Rule, Status};
use json_return::ReturnStatus;
use report_contract::ContractStatus;
use status_block::BlockStatus;

use crate::generated::{Generated, Mode, sync};
use crate::kinds::KINDS;
use crate::rulings::Rulings;
use crate::{examples, repo};

const COMMAND: &str = "cargo xtask docs";
const NOTICE: &str = "<!-- Written by `cargo xtask docs`; do not edit. -->\n";

/// Writes or checks every generated part.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let readme = repo::read_text(&root.join("README.md"))?;
    let rulings = Rulings::load(root)?;
    let files = [
        Generated { path: "README.md".to_owned(), text: replace_block(&readme, "status-table", &status_table())? },
        Generated { path: "docs/rules.md".to_owned(), text: rule_reference(&rule_tables(), &rulings)? },
        Generated { path: "crates/envelope-core/src/report/natural-places.md".to_owned(), text: natural_places() },
    ];
    sync(root, &files, mode, COMMAND)?;
    // A scratch folder of a test has no fixtures.
    if root.join("fixtures").is_dir() { sync(root, &[examples::generate(root)?], mode, COMMAND) } else { Ok(()) }
}

/// The text with the block of this name replaced.
fn replace_block(text: &str, name: &str, content: &str) -> Result<String, String> {
    let (open, close) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let missing = || format!("README.md needs the marks `{}` and `{close}`, each once, in this order", open.trim_end());
    let (before, rest) = text.split_once(&open).ok_or_else(missing)?;
    let (old, after) = rest.split_once(&close).ok_or_else(missing)?;
    if old.contains(&open) || after.contains(&open) || after.contains(&close) {
        return Err(missing());
    }
    Ok(format!("{before}{open}\n{content}\n{close}{after}"))
}

/// A title, and the words for an outcome.
type Column = (&'static str, fn(Outcome) -> String);

/// A row per outcome, a column per list of status words (RULINGS, "Status mapping").
fn status_table() -> String {
    let columns: [Column; 6] = [
        ("clarity-protocol", words::<ResultStatus>),
        ("json-return", words::<ReturnStatus>),
        ("status-block", words::<BlockStatus>),
        ("report-contract", words::<ContractStatus>),
        ("evaluation verdict", words::<EvaluationVerdict>),
        ("decision status", words::<DecisionStatus>),
    ];
    let titles: Vec<&str> = columns.iter().map(|(title, _)| *title).collect();
    let mut table = heading(&[&["outcome"], titles.as_slice()].concat());
    for outcome in Outcome::ALL {
        let cells = columns.iter().map(|(_, words)| words(outcome));
        table += &row(std::iter::once(outcome.to_string()).chain(cells));
    }
    table
}

/// Every word that is a status of some protocol.
pub(crate) fn status_words() -> Vec<&'static str> {
    fn words<S: Status>() -> impl Iterator<Item = &'static str> {
        S::ALL.iter().map(|status| status.as_str())
    }
    let reports = words::<ResultStatus>().chain(words::<ReturnStatus>()).chain(words::<BlockStatus>());
    let reports = reports.chain(words::<ContractStatus>());
    reports.chain(words::<EvaluationVerdict>()).chain(words::<DecisionStatus>()).collect()
}

/// The words that mean this outcome, or after `~` the nearest one.
fn words<S: Status>(outcome: Outcome) -> String {
    let exact: Vec<&str> = S::ALL.iter().filter(|word| word.outcome() == outcome).map(|word| word.as_str()).collect();
    if exact.is_empty() { format!("~ {}", S::from_outcome(outcome).status().as_str()) } else { exact.join(", ") }
}

/// The rules of the core and of every registered kind, each table once.
pub(crate) fn rule_tables() -> Vec<&'static [&'static Rule]> {
    let mut tables = vec![
        envelope_core::rules::RULES,
        envelope_core::json::rules::RULES,
        agent_envelope::rules::RULES,
        status_block::scratchpad::RULES,
        clarity_protocol::aggregate::RULES,
    ];
    for table in KINDS.iter().flat_map(|kind| kind.rules.iter().copied()) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    tables
}

fn rule_reference(tables: &[&[&Rule]], rulings: &Rulings) -> Result<String, String> {
    let mut text = format!("{NOTICE}\n# Rules\n\n");
    text += "Every diagnostic names one of these rules. An *error* means that the message is not accepted, a *warning* \
             that it\ndeviates from the canonical form, a *note* that something was inferred, kept or read through. \
             Rules of form are about\nhow a message is written, rules of content about what it says. *In schema* marks \
             what the JSON Schema refuses too. The\nsource is a section of the protocol's document, or one of the \
             [rulings](rulings.md) on what those leave open.\n";
    let mut section = "";
    for table in tables {
        let title = table.first().and_then(|rule| rule.code().split('/').next()).unwrap_or_default();
        // A crate may have several tables; they stand under one heading.
        if title != section {
            let _ = write!(text, "\n## {title}\n");
        }
        section = title;
        text += "\n";
        text += &heading(&["code", "severity", "class", "in schema", "asks", "why", "source"]);
        for rule in *table {
            let in_schema = if rule.is_in_schema() { "yes" } else { "" };
            let words = [rule.severity().as_str(), rule.class().as_str(), in_schema];
            let texts = [escape(rule.summary()), escape(rule.why()), rulings.linked(&escape(rule.cites()))?];
            let code = std::iter::once(format!("`{}`", rule.code()));
            text += &row(code.chain(words.map(str::to_owned)).chain(texts));
        }
    }
    Ok(text)
}

fn natural_places() -> String {
    let mut text = format!("{NOTICE}\n# Natural places\n\n");
    text += "Where each field of the report lives in the four protocols that a report can be converted to. What is \
             *carried* has\nno place of its own there and travels in the object `carried`; of a list marked *first* \
             the other items do.\n\n";
    text += &heading(&[&["field"][..], &Target::ALL.map(Target::as_str)].concat());
    for place in NATURAL_PLACES {
        let cells = Target::ALL.into_iter().map(|target| match place.place(target) {
            Place::All(name) => code(name),
            Place::Fitting(name) => format!("{} (*what fits*)", code(name)),
            Place::First(name) => format!("{} (*first*)", code(name)),
            other => format!("*{other}*"),
        });
        text += &row(std::iter::once(format!("`{}`", place.field)).chain(cells));
    }
    text
}

/// Names of fields in back-ticks; a place that is described in words stays as it is.
fn code(place: &str) -> String {
    let names: Vec<&str> = place.split(", ").collect();
    if names.iter().any(|name| name.contains(' ')) {
        return escape(place);
    }
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn heading(titles: &[&str]) -> String {
    let rule = "|---".repeat(titles.len()) + "|\n";
    row(titles.iter().map(|title| (*title).to_owned())) + &rule
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.fold("|".to_owned(), |row, cell| row + if cell.is_empty() { "" } else { " " } + &cell + " |") + "\n"
}

/// Text in a table cell, in Markdown and in rustdoc: a bar would end the cell, an angle bracket open a tag.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn generated_parts_are_up_to_date() {
        run(&repo::root(), Mode::Check).unwrap_or_else(|message| panic!("{message}"));
    }

    #[test]
    fn a_word_is_exact_or_marked() {
        assert_eq!(words::<DecisionStatus>(Outcome::Completed), "resolved, conflict-resolved");
        assert_eq!(words::<ResultStatus>(Outcome::Completed), "CLEAN");
        assert_eq!(words::<ResultStatus>(Outcome::Blocked), "~ PARTIAL");
    }

    #[test]
    fn only_the_block_is_replaced() {
        let text = "a\n<!-- generated: x -->\nold\n<!-- end: x -->\nb\n";
        let new = replace_block(text, "x", "new\n").unwrap();
        assert_eq!(new, "a\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nb\n");
        assert_eq!(replace_block(&new, "x", "new\n").unwrap(), new, "a second run changes nothing");
        for broken in ["", "<!-- end: x -->\n<!-- generated: x -->\n", &(new.clone() + &new)] {
            assert!(replace_block(broken, "x", "new\n").is_err(), "{broken}");
        }
    }

    #[test]
    fn an_edited_table_is_found() {
        let scratch = Scratch::new("docs");
        scratch.write("README.md", "# x\n\n<!-- generated: status-table -->\n<!-- end: status-table -->\n");
        scratch.write("docs/rulings.md", &repo::read_text(&repo::root().join("docs/rulings.md")).unwrap());
        run(scratch.path(), Mode::Write).unwrap();
        run(scratch.path(), Mode::Check).unwrap();
        let table = scratch.read("README.md").replace("~ PARTIAL", "PARTIAL");
        scratch.write("README.md", &table);
        let message = run(scratch.path(), Mode::Check).unwrap_err();
        assert!(message.contains("README.md") && message.contains(COMMAND), "{message}");
    }
}
