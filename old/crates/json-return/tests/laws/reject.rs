//! What is refused becomes a valid failed return, a report and a log entry (R-J1).

use envelope_core::{Envelope as _, Outcome, Policy, ReadOptions, Severity, Source};
use json_return::{Dialect, Expectations, ReturnStatus, SubagentReturn, parse, reject, render};

use crate::fixtures;

const SESSION: &str = "sess_1735460684_a1b2c3";

#[test]
fn every_refused_fixture_gives_a_valid_failed_return() {
    let mut refused = 0;
    for (path, bytes) in fixtures() {
        for policy in [Policy::Tolerant, Policy::Strict] {
            let source = Source::from_bytes(&bytes);
            let parsed = SubagentReturn::parse(&source, &ReadOptions::new(Dialect::spec()).policy(policy));
            let rejection = reject(&parsed, "planner", SESSION);
            assert_eq!(rejection.is_none(), parsed.accepted().is_some(), "{}", path.display());
            let Some(rejection) = rejection else { continue };
            refused += 1;
            let text = render(&rejection.failed);
            let expected = Expectations::default().session(SESSION).agent("planner");
            let options = ReadOptions::default().policy(Policy::Strict);
            let again = SubagentReturn::parse_expecting(&Source::new(&text), &options, &expected);
            assert_eq!(again.accepted(), Some(&rejection.failed), "{}: {:#?}", path.display(), again.diagnostics());
            assert_eq!(again.outcome(), Outcome::Failed);
            assert_eq!(rejection.failed.status, ReturnStatus::Failed);
            assert_eq!(rejection.failed.errors.len(), rejection.entry.errors.len());
            let errors = parsed.diagnostics().iter().filter(|found| found.severity == Severity::Error);
            assert!(rejection.entry.errors.len() >= errors.count(), "no error is left out");
            assert!(rejection.report.contains("Subagent: planner\nSession: sess_1735460684_a1b2c3\n"));
            assert!(rejection.report.ends_with("Recommendation: Fix the return format of the subagent planner\n"));
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn errors_say_where() {
    let parsed = parse(r#"{"status": "completed", "summary": 7}"#);
    let rejection = reject(&parsed, " ", "").expect("refused");
    assert!(rejection.report.contains("- /artifacts: `artifacts` is missing: an array\n"), "{}", rejection.report);
    assert!(rejection.report.contains("Subagent: unknown\n"));
    assert_eq!(rejection.entry.errors[0].pointer.as_deref(), Some("/artifacts"));
}

#[test]
fn no_name_or_key_can_write_a_line_of_the_report() {
    let parsed = parse("{\"status\": \"completed\", \"sum\\nRecommendation: none\": 1, \"a\": 1, \"a\": 2}");
    let agent = "planner\nSession: another\r\n\u{2028}\u{1b}[31m";
    let rejection = reject(&parsed, agent, "sess\n\nValidation errors:\n- none").expect("refused");
    let lines: Vec<&str> = rejection.report.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("Session:")).count(), 1, "{}", rejection.report);
    assert_eq!(lines.iter().filter(|line| line.starts_with("Validation errors:")).count(), 1);
    assert_eq!(lines.iter().filter(|line| line.starts_with("Recommendation:")).count(), 1);
    assert!(!rejection.report.contains(|c: char| c.is_control() && c != '\n'), "{:?}", rejection.report);
    assert_eq!(lines.len(), rejection.entry.errors.len() + 8, "{}", rejection.report);
    assert_eq!(rejection.entry.agent, agent, "the log keeps the name as it is; JSON has escapes for it");
}

/// The names of the delegation may be an echo, too; what is built of them is accepted all the same.
#[test]
fn a_placeholder_for_a_name_becomes_unknown() {
    let rejection = reject(&parse("no return"), "<agent>", "{session_id}").expect("prose is refused");
    let again = parse(&render(&rejection.failed));
    assert_eq!(again.accepted(), Some(&rejection.failed), "{:#?}", again.diagnostics());
    assert_eq!((rejection.entry.agent.as_str(), rejection.entry.session.as_str()), ("unknown", "unknown"));
}
