//! What is told to people: flags and the report (R-Q15).

use clarifications_md::{Contradiction, EditError, parse};
use envelope_core::{Envelope as _, Outcome, Verdict};

use crate::{document, id, text};

#[test]
fn flags_are_written_once() {
    let before = text();
    let document = document(&before);
    let found = [Contradiction::new(vec![id("Q1"), id("Q2")], "Depth or width").note("Q1 says so.\nQ2 does not.")];
    assert_eq!(document.critical_gaps().iter().map(ToString::to_string).collect::<Vec<_>>(), ["Q1"]);
    let flagged = document.flag(&found, &document.critical_gaps()).unwrap();
    let after = flagged.change.apply();
    assert_eq!((flagged.written, flagged.known), (2, 0));
    assert_eq!(
        after,
        format!(
            "{before}\n## Needs Clarification\n\n### Contradiction: Depth or width\n\n**Items:** Q1, Q2\n\nQ1 says so.\nQ2 does \
             not.\n\n### Critical Gap: Depth\n\n**Items:** Q1\n\nThis question has to be answered before the work can go on.\n"
        )
    );
    assert!(parse(&after).accepted().is_some(), "the counts still agree");
    let again = parse(&after).read().unwrap().clone();
    let more = [found[0].clone(), Contradiction::new(vec![id("R1.2")], "Another")];
    let flagged = again.flag(&more, &again.critical_gaps()).unwrap();
    assert_eq!((flagged.written, flagged.known), (1, 2));
    assert_eq!(flagged.change.apply(), format!("{after}\n### Contradiction: Another\n\n**Items:** R1.2\n"));
    for (items, title) in [(vec![], "x"), (vec![id("Q1")], " "), (vec![id("Q1")], "a\nb")] {
        assert_eq!(document.flag(&[Contradiction::new(items, title)], &[]).unwrap_err(), EditError::IncompleteFlag);
    }
    let unknown = document.flag(&[Contradiction::new(vec![id("Q7")], "x")], &[]).unwrap_err();
    assert_eq!(unknown, EditError::UnknownItem(id("Q7")));
    let broken = found[0].clone().note("a\n\n## Section");
    assert_eq!(document.flag(&[broken], &[]).unwrap_err(), EditError::MisreadText);
}

#[test]
fn the_report_says_what_is_open() {
    let parsed = parse(&text().replace("**Answer:** B", "**Answer:** A"));
    let report = parsed.to_report().expect("a value");
    assert_eq!(report.outcome, Outcome::Partial);
    assert_eq!(
        report.problems.iter().map(|problem| (problem.message.as_str(), problem.blocking)).collect::<Vec<_>>(),
        [("Q1: Depth must be answered", true)]
    );
    assert_eq!(report.checks.len(), 3);
    let refused = parse(
        &text()
            .replace("question_count: 2", "question_count: 3")
            .replace("**Answer:** B", "**Answer:**")
            .replace("**Answer:**\n", "**Answer:** A\n"),
    );
    assert_eq!(
        refused.to_report().map(|report| report.outcome),
        Some(Outcome::Blocked),
        "a refused document is no success"
    );
    let value = refused.read().unwrap();
    assert!(!Verdict::of(value, &()).accepted(), "nor is its value, taken by itself");
    assert_eq!(value.stated(), Outcome::Completed);
}
