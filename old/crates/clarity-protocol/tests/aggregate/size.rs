//! Twice as much in gives about twice as much out, whatever the words are.

use std::fmt::Write as _;

use clarity_protocol::aggregate::{Aggregate, Fingerprint, render};

/// How many bytes JSON and Markdown have for findings at one place, each with a type of its own.
fn written(count: usize, letters: usize) -> usize {
    let mut text = "RESULT: FINDINGS | Type: digest | Doc: A.md | Sections: 1 | Entities: 0 | Cross-refs: 0\n\n\
        | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in 0..count {
        let kind = format!("odd-{row}{}", "x".repeat(if row == 0 { letters } else { 0 }));
        let _ = writeln!(text, "| F{row} | minor | {kind} | A.md S1 | -- | one thing | mend it |");
    }
    let mut aggregate = Aggregate::new();
    aggregate.add("a.md", Fingerprint::of(text.as_bytes()), &clarity_protocol::parse(text.as_str()));
    let report = aggregate.finish();
    assert_eq!(report.findings.len(), count, "unknown types are never merged");
    serde_json::to_string(&report).expect("json").len() + render(&report).len()
}

#[test]
fn a_note_on_types_does_not_grow_with_its_place() {
    let (once, twice) = (written(400, 400), written(800, 800));
    assert!(twice < once * 5 / 2, "{once} bytes become {twice}");
}
