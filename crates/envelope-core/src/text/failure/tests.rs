//! Phrases that state a failure, and phrases that do not.

use super::*;

#[test]
fn a_status_that_states_a_failure() {
    for text in [
        "failed because the tests do not compile",
        "Failed due to missing credentials",
        "blocked because I have no access to the database",
        "Partial because two of the five files remain",
        "timed out after 30 seconds",
        "could not be completed",
        "I could not complete the task",
        "couldn't finish",
        "can't complete",
        "cannot complete",
        "FAILED with error logged",
        "FAILED no files created",
        "BLOCKED no errors",
        "failed and logged",
        "completed (failed)",
        "was completed, now failed",
        "completed? no, failed",
        "partially complete",
        "in_progress",
        "given up",
        "pending",
        "no",
        "not done",
        "not yet started",
        "access denied",
        "tests ❌",
        "🔴",
        "10 passed, 2 failed",
        "3 of 12 tests failed",
        "passed: 10, failed: 2",
        "done, but tests fail",
        "completed with failures",
        "failed, then failed again",
        "could not open the database",
        "didn't finish",
        "does not work",
        "timeout",
        "🟢 → 🔴",
        "never completes",
        "did not reach the goal",
        "not succeeding",
        "won't compile",
        "is not functional",
        "failed, since not fixed",
        "DIDN'T FINISH",
    ] {
        assert!(states_failure(text), "{text}");
    }
}

#[test]
fn a_status_that_states_none() {
    for text in [
        "errors: 0",
        "failed: 0",
        "not pushed",
        "not applicable",
        "blocked → completed",
        "previously failing, now passing",
        "Error handling complete",
        "no new errors",
        "no longer blocked",
        "FAILED tests were fixed",
        "0 failed",
        "done, no failures",
        "completed",
        "passed: 12, failed: 0, skipped: 0",
        "completed; failed: 0",
        "done (blocked: none)",
        "was failing, now fixed",
        "fixed (was: failed)",
        "fixed 3 errors",
        "2 errors fixed",
        "🔴 → 🟢",
        "❌ → done",
        "version not changed",
        "12 passed / 0 failed",
        "failures: 0/12",
        "done; failed: None",
        "ERRORS: none found",
        "done, 3 tests added for errors",
        "done, 30 second timeout",
        "3 retries when it failed",
        "tests pass, but one test previously failed",
        "partial refunds implemented",
    ] {
        assert!(!states_failure(text), "{text}");
    }
}

#[test]
fn a_result_may_tell_of_anything() {
    for text in [
        "no compile errors",
        "Errors: 0",
        "none failed",
        "nothing broken",
        "no broken links",
        "no timeout",
        "without any error",
        "all errors gone",
        "error reproduced",
        "better error messages",
        "error handling improved",
        "failing tests pass",
        "all mutants killed",
        "Mutants killed: 12",
        "hypothesis rejected",
        "partial index works",
        "progress bar works",
        "not a bug",
        "not applicable",
        "could not reproduce",
        "could not be reproduced",
        "version not changed",
        "token not expired",
        "migration not necessary",
        "not in the docs",
        "not stored with the password",
        "doesn't crash",
        "secrets are not logged any more",
        "the app is not vulnerable to CVE-2024-1",
        "the library does not support streaming",
        "Timeout in CI fixed",
        "The build failed at first, then passed.",
        "if the build fails, the job is retried",
        "the new tests fail, as expected in the RED phase",
        "3 errors",
    ] {
        assert!(!is_failing_result(text), "{text}");
    }
    for text in [
        "could not finish",
        "it failed",
        "FAIL",
        "error",
        "the build is broken",
        "not completed",
        "3 tests failed",
        "failed: disk full",
        "2 failed, 10 passed",
        "could not be finished",
        "it does not work",
        "did not compile",
        "failed: expected 3, got 2",
        "failed (expected 200, got 500)",
        "failed, not as expected",
    ] {
        assert!(is_failing_result(text), "{text}");
    }
}
