//! The transcript in the workspace's README is what the reader says of the demo message.

use envelope_core::Source;
use envelope_core::json::{JsonRecord, Request};

const README: &str = include_str!("../../../README.md");
const MESSAGE: &str = include_str!("../../../fixtures/json/return-in-prose.txt");

#[test]
fn the_readme_shows_the_message_and_what_is_said_of_it() {
    assert!(README.contains(MESSAGE), "the message in README.md is fixtures/json/return-in-prose.txt");
    let record = JsonRecord::new(&Source::new(MESSAGE), &Request::requiring(&["status", "summary"]));
    let said: Vec<String> = record
        .diagnostics
        .iter()
        .map(|entry| format!("{}:{}: {}: {} [{}]", entry.line, entry.column, entry.severity, entry.message, entry.rule))
        .collect();
    let shown: Vec<&str> =
        README.lines().filter(|line| line.ends_with(']') && line.contains(" [envelope-core/")).collect();
    assert_eq!(shown, said, "mend the transcript in README.md");
    assert!(!record.accepted());
}
