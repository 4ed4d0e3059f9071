//! The whole workflow: evaluation, draft, refinement, merge, trace, and the laws of what goes through it.
#![expect(clippy::disallowed_methods, reason = "tests read the fixtures")]

mod agreement;
mod cases;
mod gaps;
#[cfg(feature = "schemars")]
#[path = "../../../../testing/inputs.rs"]
mod inputs;
mod making;
mod merging;
mod reading;
mod report;

use std::path::{Path, PathBuf};

/// At least so many cases; `PROPTEST_CASES` can ask for more.
fn cases(least: u32) -> proptest::test_runner::Config {
    let default = proptest::test_runner::Config::default();
    proptest::test_runner::Config { cases: default.cases.max(least), ..default }
}

/// The folder of the fixtures of a kind or an operation.
fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A document with one section: each question with its answer, whether it must be answered, and its refinements.
fn document(questions: &[(&str, bool, &[&str])]) -> String {
    let item = |heading: String, answer: &str| {
        format!(
            "\n{heading}\nWhich way is it?\n\nA. This way\nB. That way\nC. Other (please specify)\n\n\
             **Recommendation:** A\n\n**Answer:**{}{answer}\n",
            if answer.is_empty() { "" } else { " " }
        )
    };
    let refinements: usize = questions.iter().map(|(.., refinements)| refinements.len()).sum();
    let mut text = format!(
        "---\nquestion_count: {}\nsections: 1\nduplicates_removed: 0\nrefinement_count: {refinements}\n---\n\n## Harbour\n",
        questions.len()
    );
    for (at, (answer, must, refinements)) in questions.iter().enumerate() {
        let number = at + 1;
        let mark = if *must { " [MUST ANSWER]" } else { "" };
        text += &item(format!("### Q{number}: Berth {number}{mark}"), answer);
        if !refinements.is_empty() {
            text += "\n#### Refinements\n";
        }
        for (at, answer) in refinements.iter().enumerate() {
            text += &item(format!("##### R{number}.{}: More of it", at + 1), answer);
        }
    }
    text
}

/// The document, which must be accepted.
fn accepted(text: &str) -> clarifications_md::Clarifications {
    let parsed = clarifications_md::parse(text);
    let diagnostics = format!("{:#?}", parsed.diagnostics());
    parsed.into_accepted().unwrap_or_else(|_| panic!("{text}\n{diagnostics}"))
}
