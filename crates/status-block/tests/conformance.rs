//! The tests that every protocol crate runs on itself, and the rules that an edit of a message cannot show.

use envelope_core::{MAX_DIAGNOSTICS, MAX_INPUT, Protocol};
use status_block::{Outcome, StatusBlock, parse};

#[test]
fn conformance() {
    envelope_core::conformance::check::<StatusBlock>(&[status_block::prompt()]);
}

/// Reads a message that is rejected; gives the last rule.
#[track_caller]
fn last_rule(bytes: &[u8]) -> &'static str {
    let parsed = parse(bytes);
    assert_eq!((parsed.accepted(), parsed.outcome()), (None, Outcome::Failed));
    parsed.diagnostics().last().map_or("accepted", |diagnostic| diagnostic.rule.code)
}

#[test]
fn limits_and_encoding() {
    let success = include_str!("../src/canonical/success.txt");
    let padded = |length: usize| format!("{success}{}", "\n".repeat(length - success.len()));
    assert!(parse(&padded(MAX_INPUT)).is_accepted());
    assert_eq!(last_rule(padded(MAX_INPUT + 1).as_bytes()), "envelope-core/too-large");
    assert_eq!(last_rule(padded(20 << 20).as_bytes()), "envelope-core/too-large");
    assert_eq!(last_rule(&[success.as_bytes(), b"\xff"].concat()), "envelope-core/not-utf8");
    let statuses = format!("{success}{}", "\nSTATUS: failed".repeat(MAX_DIAGNOSTICS));
    assert_eq!(last_rule(statuses.as_bytes()), "envelope-core/more-errors");
    assert_eq!(parse(&statuses).diagnostics().len(), MAX_DIAGNOSTICS);
}

#[test]
fn a_rejected_value_is_not_handed_out_as_accepted() {
    let qualified = include_str!("../src/canonical/success.txt").replace("FILES:\n", "FILES:\n  created: [\"a\"]\n");
    let rejected = parse(&qualified).into_result().unwrap_err();
    assert!(rejected.to_string().starts_with("rejected: 10:3: error"), "{rejected}");
    assert_eq!(rejected.partial().unwrap().status, status_block::Status::Success);
    assert_eq!(rejected.outcome(), Outcome::Failed);
}

/// Errors contradict a success in whatever form they are written (R-S4).
#[test]
fn a_success_with_errors_in_any_form_is_rejected() {
    let success = include_str!("../src/canonical/success.txt");
    for errors in [
        "ERRORS:\n  message: \"3 tests failed\"",
        "ERRORS:\n  details: |\n    3 tests failed",
        "ERRORS:\n  message:\n    - \"3 tests failed\"",
        "ERRORS: 3 tests failed\n  message: none",
        "ERRORS:\n3 tests failed",
        "ERROR:\n- 3 tests failed",
    ] {
        let parsed = parse(&format!("{success}\n{errors}\n"));
        let rules: Vec<&str> = parsed.diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect();
        assert!(rules.contains(&"status-block/error-on-success"), "{errors}: {rules:?}");
    }
    for nothing in ["ERRORS:", "ERRORS: none", "ERRORS: []", "ERRORS:\n  message: \"\"\n  details: N/A"] {
        assert!(parse(&format!("{success}\n{nothing}\n")).is_accepted(), "{nothing}");
    }
}

/// Cuts behind what makes a success whole, where something is still open (R-A10).
#[test]
fn a_success_that_is_cut_off_is_rejected() {
    let success = include_str!("../src/canonical/success.txt");
    for end in ["RISKS:", "RISKS:\n  level:", "RISKS:\n  all: [\"x\", \"y", "ISSUES:\n  - \"Tides are"] {
        let parsed = parse(&format!("{success}\n{end}"));
        assert!(parsed.truncated() && !parsed.is_accepted(), "{end}");
    }
}

/// Text behind a block may hold its STATUS line once more; what is rendered is read back all the same.
#[test]
fn a_second_status_line_in_the_text_behind_is_read_back() {
    let text = concat!(include_str!("../src/canonical/success.txt"), "\nDone:\n\nF```\nSTATUS: success\n");
    let value = parse(text).into_result().expect("the same status again is a warning");
    assert_eq!(parse(&value.render()).accepted(), Some(&value));
}
