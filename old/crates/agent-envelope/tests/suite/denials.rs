//! A success that something beside it denies is none, whether the protocol is named or found (R-A2).

use agent_envelope::envelope_core::{Outcome, Severity, Source};
use agent_envelope::{Certainty, Protocol, Settings, detect, read, read_as};

use crate::detection::CLEAN;
use crate::fixtures::built;

const EVALUATION: &str = r#"{"verdict": "sufficient", "answered_count": 1, "empty_count": 0, "vague_count": 0,
    "total_count": 1, "reasoning": "all is said"}"#;

/// What states a success, alone and then beside a line.
fn successes() -> Vec<(Protocol, String)> {
    let targets = [Protocol::JsonReturn, Protocol::ReportContract, Protocol::StatusBlock];
    let built = targets.map(|protocol| (protocol, built(protocol, Outcome::Completed)));
    built.into_iter().chain([(Protocol::Evaluation, EVALUATION.to_owned())]).collect()
}

#[test]
fn a_line_denies_the_success_beside_it() {
    for (protocol, whole) in successes() {
        let settings = Settings::default();
        assert!(read_as(protocol, &Source::new(whole.as_str()), &settings).is_accepted(), "{whole}");
        for line in [
            "**Status:** FAILED",
            "## Status: blocked",
            "Status: FAILED because the disk was full",
            "RESULT: it failed",
            "Result: FAILED",
            "Overall status: ❌",
            "Overall result: FAILED",
            "Outcome: failed",
            "Final outcome: FAIL",
            "Task status: tests ❌",
            "- Status: failed - see the log of the last night",
            "  Result: not completed",
            "Result: could not finish",
            "Status: blocked because I have no access to the database",
            "Overall  status: failed",
            "overall_status: failed",
            "=== Status: FAILED ===",
            "**Overall** status: failed",
            "Status (final): FAILED",
            "Result = FAILED",
            "Status – failed",
            "Overall task status: FAILED",
            "Status\n------\nfailed",
            "Status: 10 passed, 2 failed",
            "Status: done, but tests fail",
            "Status: 🟥",
            "Status: panicked",
            "Status: failed earlier than expected",
            "Status: FAILED previously unseen error",
            "Conclusion: failed",
            "Final conclusion: aborted",
            "## Status\n\n❌",
            "## Status\n\ndone (failed)",
            "\u{1b}[31mResult: FAILED\u{1b}[0m",
        ] {
            for text in [
                format!("{line}\n\n{whole}\n"),
                format!("{whole}\n\n{line}\n"),
                format!("{whole}\n\nAll is pushed.\n\n{line}\n\nThe log is there.\n"),
                format!("```\n{whole}\n```\n\n{line}\n"),
                format!("Here it is:\n\n```\n{whole}\n{line}\n```\n"),
                format!("{whole}\n\n```\na log\n\n{line}\n"),
                format!("<think>\nhm\n</think>{line}\n\n{whole}\n"),
            ] {
                let source = Source::new(text.as_str());
                for envelope in [read_as(protocol, &source, &settings), read(&source, &settings)] {
                    assert!(!envelope.is_accepted() && !envelope.outcome().is_success(), "{protocol}: {text}");
                    let errors = envelope.diagnostics().iter().filter(|found| found.severity == Severity::Error);
                    // Below an underlined name it is the value that denies.
                    let said = line.trim();
                    let at_it = |span: &str| said.contains(span) && !span.is_empty();
                    assert!(
                        errors.clone().any(|error| at_it(error.span.of(&text))),
                        "{protocol}: {text}\n{:#?}",
                        errors.collect::<Vec<_>>()
                    );
                }
            }
        }
    }
}

/// The name may stand above the failure, and of several the worst counts.
#[test]
fn a_heading_names_what_stands_below_it() {
    for (protocol, whole) in successes() {
        for line in ["## Status\n\nFAILED", "## Overall result\n\n**FAILED** - the tests", "**Result:**\n\nFAILED"] {
            let text = format!("{whole}\n\n{line}\n");
            let envelope = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
            assert!(!envelope.is_accepted() && !envelope.outcome().is_success(), "{protocol}: {text}");
        }
        let text = format!("{whole}\n\n## Result\n\nThe failed job runs again.\n");
        assert!(
            read_as(protocol, &Source::new(text.as_str()), &Settings::default()).is_accepted(),
            "{protocol}: {text}"
        );
    }
    let text = format!("Overall outcome: blocked\n\n{EVALUATION}\n\nOverall outcome: failed\n");
    let envelope = read_as(Protocol::Evaluation, &Source::new(text.as_str()), &Settings::default());
    assert_eq!(envelope.outcome(), Outcome::Failed);
}

/// What the reader takes off every line is taken off here, too.
#[test]
fn a_mark_before_every_line_hides_no_denial() {
    for (protocol, whole) in successes() {
        let text = format!("{whole}\n\nResult: FAILED");
        let numbered: Vec<String> = text.lines().zip(1..).map(|(line, at)| format!("{at:5}→{line}\n")).collect();
        let marked = |mark: &str| text.lines().map(|line| format!("{mark}{line}\n")).collect::<Vec<_>>().concat();
        for text in [numbered.concat(), marked("> "), marked("    "), marked("  ")] {
            let envelope = read_as(protocol, &Source::new(text.as_str()), &Settings::default());
            assert!(!envelope.outcome().is_success(), "{protocol}: {text}");
        }
    }
}

/// It may be about something else, be settled, be shown, or say what was found.
#[test]
fn a_line_that_denies_nothing_leaves_the_success() {
    for (protocol, whole) in successes() {
        for line in [
            "Status: no errors",
            "Result: ✅ 12 passed, ❌ 0 failed",
            "Outcome: error handling added",
            "Result: passed: 12, failed: 0, skipped: 0",
            "Result: version not changed",
            "Outcome: secrets are not logged any more",
            "Outcome: the new tests fail, as expected before the code is there",
            "## Result\n\nThe build failed at first, then passed.",
            "Overall: 🔴 → 🟢",
            "Status: errors addressed",
            "Status: FAILED=0",
            "Result: previously failing tests pass",
            "Result: request refused",
            "Result: red",
            "Conclusion: no failures",
            "## Conclusion\n\nThe errors of the last run are gone.",
            "RESULT: not found",
            "Result: not found",
            "The status: failed",
            "> Result: failed",
            "    Result: failed",
            "| Result: failed |",
            "```\nResult: failed\n```",
            "Result: everything that failed before passes now",
            "<think>\nResult: failed\n</think>",
        ] {
            // A block takes any line about a status for a further one, and what is indented for its own (R-A11).
            if protocol == Protocol::StatusBlock && (line.starts_with("Status") || line.starts_with(' ')) {
                continue;
            }
            let text = format!("{whole}\n\n{line}\n");
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert_eq!((envelope.is_accepted(), envelope.protocol()), (true, Some(protocol)), "{text}");
        }
    }
    for alone in ["Status: FAILED", "Result: FAILED"] {
        assert_eq!(detect(&Source::new(alone)).certainty, Certainty::None, "{alone}");
    }
}

/// The same wherever a line stands around a summary line of any type; under a heading of its own it is about something else.
#[test]
fn a_clean_result_beside_a_line_that_denies_it_is_none() {
    let metadata = "---\n**Protocol**: v1\n**Agent**: a\n**Coverage**: 100%\n**Confidence**: high\n---\n";
    for line in [
        "Status: failed",
        "Result: FAILED",
        "Status: aborted",
        "Final outcome: FAIL",
        "Task status: not done",
        "Overall status: ❌",
        "## Verdict: FAIL",
        "## Summary\n\nOverall status: blocked",
        "## Overall status\n\n**FAILED** - no access",
        "Result: 3 tests failed",
        "Status = FAILED",
        "Status — failed",
        "Status:\nfailed",
        "**Status**\n\nFailed",
        "  Status: FAILED",
        "RESULT: NOT CLEAN",
        "RESULT: could not finish, sorry",
    ] {
        for text in [format!("{line}\n\n{CLEAN}\n{metadata}"), format!("{CLEAN}\n{metadata}\n{line}\n")] {
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert!(!envelope.is_accepted() && !envelope.outcome().is_success(), "{text}");
        }
    }
    for other in [
        "## Job 3\n\nStatus: failed",
        "Status: blocked → completed",
        "Result: FAILED: 0",
        "## Result\n\n> FAILED",
        "## Tests\n\n12 tests, 0 failures",
        "RESULT: see above",
    ] {
        let text = format!("{CLEAN}\n{metadata}\n{other}\n");
        assert!(read(&Source::new(text.as_str()), &Settings::default()).is_accepted(), "{text}");
    }
}

/// FINDINGS is a success, too; what was looked at may have failed, but a status is about the work.
#[test]
fn findings_beside_a_status_that_denies_them_are_none() {
    let findings = "RESULT: FINDINGS | Type: digest | Doc: a.md | Sections: 1 | Entities: 1 | Cross-refs: 1\n\n---\n\
        **Protocol**: v1\n**Agent**: a\n**Coverage**: 100%\n**Confidence**: high\n---\n";
    let read = |text: &str| read(&Source::new(text), &Settings::default());
    for line in [
        "Status: blocked, no access to b.md",
        "Overall status: aborted after half of the pages",
        "## Details\n\nTask status: not done",
        "## Final status\n\nFAILED",
        "## Details\n\n- Overall status: failed",
        "Result: FAIL\nStatus: failed",
    ] {
        let text = format!("{findings}\n{line}\n");
        let envelope = read(&text);
        assert!(!envelope.is_accepted() && !envelope.outcome().is_success(), "{text}");
    }
    for line in
        ["Verdict: FAIL", "Result: the page fails", "## Job 3\n\nStatus: failed", "Status: done", "Status: FAILED=0"]
    {
        let text = format!("{findings}\n{line}\n");
        assert!(read(&text).is_accepted(), "{text}");
    }
}

/// However a member denies the success beside it, and whatever the protocol: it is none (R-A2).
#[test]
fn a_success_that_a_member_denies_is_none() {
    let members = [
        r#""success": false"#,
        r#""cancelled": true"#,
        r#""Timed_Out": "yes""#,
        r#""done": "no, two tests fail""#,
        r#""result": "FAILED""#,
        r#""result": {"status": "failed"}"#,
        r#""overall_status": "failed""#,
        r#""final_result": "could not finish""#,
        r#""success": "False.""#,
        r#""error": "yes, two""#,
        r#""outcome": [["failed"]]"#,
        r#""Is_Error": "yes""#,
        r#""status ": "not completed""#,
        r#""blocked": true"#,
        r#""partial": true"#,
        r#""incomplete": "yes""#,
        r#""aborted": true"#,
        r#""complete": false"#,
        r#""done": false"#,
        r#""outcome": ["failed"]"#,
        r#""outcome": {"status": "failed"}"#,
        r#""outcome": false"#,
        r#""task_failed": true"#,
        r#""unsuccessful": true"#,
        r#""is_passed": false"#,
        r#""has_passed": false"#,
        r#""all_done": false"#,
        r#""conclusion": "failure""#,
    ];
    let parts = [
        r#""report_metadata": {"success": false}"#,
        r#""report_metadata": {"done": false}"#,
        r#""report_metadata": [{"status": "failed"}]"#,
        r#""report_metadata": "{\"status\": \"timed_out\"}""#,
    ];
    let returned = built(Protocol::JsonReturn, Outcome::Completed);
    let reported = built(Protocol::ReportContract, Outcome::Completed);
    for (whole, parts) in [(returned.as_str(), &parts[..]), (reported.as_str(), &[]), (EVALUATION, &parts[..])] {
        let read = |text: &str| read(&Source::new(text), &Settings::default());
        assert_eq!(read(whole).outcome(), Outcome::Completed, "{whole}");
        for denial in members.iter().chain(parts) {
            let text = whole.replacen('{', &format!("{{{denial}, "), 1);
            let envelope = read(&text);
            assert!(!envelope.is_accepted() && !envelope.outcome().is_success(), "{text}");
        }
    }
}
