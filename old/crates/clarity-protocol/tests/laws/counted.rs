//! Failures below a heading of their own, counts in text and tables, and passes with a note beside them (R-A2, R-C8).

use crate::contradicted::{C, I, META, V, accepted, refused};

const CONTRADICTED: &str = "clean-with-issues";

#[track_caller]
fn refused_below(lines: &[&str], details: &[&str]) {
    for line in lines {
        for detail in details {
            refused(CONTRADICTED, &format!("{line}{META}{detail}"));
        }
    }
}

#[track_caller]
fn accepted_below(lines: &[&str], details: &[&str]) {
    for line in lines {
        for detail in details {
            accepted(&format!("{line}{META}{detail}"));
        }
    }
}

#[test]
fn what_stands_below_a_heading_of_failures_failed() {
    refused_below(
        &[I, V],
        &[
            "## Test Results\n\n### Failed\n\n- login_times_out\n",
            "## Test Results\n\n### Passed\n\n- a\n\n### Failed\n\n- b\n",
            "## Test Results\n\n### Failed: 2\n",
            "## Test Results\n\nPassed:\n- t1\n\nFailed:\n- t2\n",
            "## Test Results\n\n**Failed**\n\n- t2\n",
            "## Failing tests\n\n- login_times_out\n",
            "## Failed tests (1)\n\n1. login_times_out\n",
            "## Failed tests (2)\n",
            "## Failed tests\n\nlogin_times_out\n",
            "## Failing tests\n\n| Name | Why |\n|---|---|\n| login | slow |\n",
            "## Remaining failures\n\n- No retry is made\n",
            "## Criteria not met\n\n- AC2\n",
            "**Failed tests:**\n\n- login_times_out\n",
            "Failing tests:\n- login_times_out\n",
            "Passed:\n- a\n\nFailed:\n- b\n",
            "## Failed tests\n\n- unit: none\n- integration: login_times_out\n",
            "## Failed tests\n\nNo unit tests fail.\n\n- e2e/login_times_out\n",
            "## Failed checks\n\n- 0 of 3 checks passed\n",
            "## Remaining failures\n\n- No retry after a timeout\n",
            "## Failed tests\n\n### login_times_out\n\nIt waits for a lock.\n",
            "## Failed tests\n\n**login_times_out**\n\nIt waits for a lock.\n",
            "## Failed tests\n\n**login_times_out**\n",
            "## Failed tests\n\n```\nlogin_times_out\n```\n",
            "## Failed tests\n\n  - login_times_out\n",
            "## Failed tests\n\n| # | Test |\n|---|---|\n| 0 | login |\n",
            "Failed tests:\n\nIn the login suite:\n- times out\n",
            "**Failed tests**\n\n| Name | Why |\n|---|---|\n| login | slow |\n",
            "Failed tests: login_times_out\n",
            "The following tests failed:\n- login_times_out\n",
            "<details><summary>Failed tests</summary>\n\n- login_times_out\n\n</details>\n",
            "<details>\n<summary>Failed tests (1)</summary>\n\n- login_times_out\n\n</details>\n",
            "## Failed Tests: 2\n",
            "## 2 Failed Tests\n",
            "## Failed (2/12)\n",
            "## Build failures\n\n- src/a.rs\n",
            "## Failures and errors\n\n- login\n",
            "Tests that failed:\n\n- login\n",
            "__Failed__\n\n- login\n",
            "## Regressions\n\n- login\n",
            "## Test Results\n\n### Fixed header\n\n2 failed\n",
            "## Test Results\n\n### Expected\n\n40 passed, 2 failed\n",
            "## Test Results\n\n### Previously failing tests\n\nlogin_times_out: FAIL\n",
        ],
    );
    accepted_below(
        &[I, V],
        &[
            "## Failed tests\n\nNone\n",
            "## Failed tests\n\n- none\n",
            "## Failed tests (0)\n",
            "## Failing tests\n\nNo failing tests.\n\nThe suite ran twice.\n",
            "## Failures\n\nThere were no failures.\n",
            "## Failed tests\n\nAll tests passed.\n",
            "## Test Results\n\n### Failed\n\nNone.\n\n### Passed\n\n- a\n",
            "**Failed:**\n- none\n\n**Passed:**\n- a\n",
            "<details><summary>Failed tests</summary>\n\n- none\n\n</details>\n",
            "<details><summary>Changed files</summary>\n\n- src/a.rs\n\n</details>\n",
            "## Test Results\n\nFailed:\n- none\n\nPassed:\n- t1\n",
            "## Failed attempts\n\n- a lock for each key\n",
            "## Previously failing tests\n\n- login_times_out\n",
            "## Failure modes\n\n- the store is down: 503\n",
            "## Failed tests\n\n**Unit**\n\nNone\n\n**E2E**\n\nNone\n",
            "## Failed tests\n\nNone.\n\nNotes:\n- the suite ran twice\n",
            "## Failed tests\n\n### Unit\n\nNone.\n",
            "## Failures\n\n0 (all 12 passed)\n",
            "## Failures\n\nThe suite is green.\n",
            "## Failed tests\n\nThe full run was done on Linux.\n\nNone failed.\n",
            "## Failures\n\nFixed in this change:\n- login_times_out\n",
            "Failing tests (before the fix):\n- login_times_out\n",
            "## Test Results\n\n### Failure cases\n\n- wrong password: pass\n",
            "Failure scenarios:\n- store down\n",
        ],
    );
}

#[test]
fn a_table_that_counts_failures_tells_of_them() {
    refused_below(
        &[I, V],
        &[
            "## Summary\n\n| Metric | Count |\n|---|---|\n| Passed | 11 |\n| Failed | 1 |\n",
            "| Passed | Failed | Skipped |\n|---|---|---|\n| 11 | 1 | 0 |\n",
            "## Test Results\n\n| Metric | Value |\n|---|---|\n| Failed tests | 2 |\n",
            "| Metric | Before | After |\n|---|---|---|\n| Failed | 0 | 3 |\n",
            "| Metric | Old | New |\n|---|---|---|\n| Failed | 0 | 3 |\n",
            "| Kind | Unit | E2E |\n|---|---|---|\n| Passed | 9 | 9 |\n| Failed | 0 | 2 |\n",
            "| Metric | Count |\n|---|---|\n| Failed | 1 of 12 |\n",
            "| Metric | Value |\n|---|---|\n| Tests | 11 passed, 1 failed |\n",
            "| Metric | Value |\n|---|---|\n| Tests passing | 11/12 |\n",
            "| Metric | Count |\n|---|---|\n| Unmet criteria | 1 |\n",
            "| Failed | 1 |\n|---|---|\n| Passed | 11 |\n",
            "| Folder | Failed |\n|---|---|\n| Red path | 2 |\n",
        ],
    );
    accepted_below(
        &[I, V],
        &[
            "| Metric | Count |\n|---|---|\n| Passed | 12 |\n| Failed | 0 |\n",
            "| Metric | Before | After |\n|---|---|---|\n| Failed | 3 | 0 |\n",
            "| Setting | Default |\n|---|---|\n| Failed logins until lock | 3 |\n",
            "| Limit | Value |\n|---|---|\n| Max failures | 3 |\n",
            "| Folder | Files |\n|---|---|\n| Errors | 3 |\n",
            "| Status | HTTP |\n|---|---|\n| ok | 200 |\n| failed | 500 |\n",
            "| State | Code |\n|---|---|\n| failed | 1 |\n",
            "| Variant | Value |\n|---|---|\n| Ok | 0 |\n| Failed | 1 |\n",
            "| Run | Passed | Failed |\n|---|---|---|\n| main | 9 | 3 |\n| this branch | 12 | 0 |\n",
            "| Setting | Value |\n|---|---|\n| Consecutive failures | 5 |\n",
            "| Failures | Backoff |\n|---|---|\n| 1 | 2 |\n",
            "| Metric | Old | New |\n|---|---|---|\n| Failed | 3 | 0 |\n",
            "| Run | Passed | Failed |\n|---|---|---|\n| Initial | 9 | 3 |\n| Final | 12 | 0 |\n",
            "| Category | Tests |\n|---|---|\n| Success cases | 8 |\n| Failure cases | 4 |\n",
            "| Version part | Value |\n|---|---|\n| Major | 1 |\n",
        ],
    );
    let critical = "| Severity | Count |\n|---|---|\n| Critical | 1 |\n| Major | 0 |\n";
    refused_below(&[C, V], &[critical, "| Critical | Major |\n|---|---|\n| 1 | 0 |\n"]);
    accepted_below(&[C, V, I], &[&critical.replace('1', "0")]);
    refused_below(
        &[C],
        &[
            "| Severity | Issues |\n|---|---|\n| Critical | 2 (F1, F2) |\n",
            "| Area | Contradictions |\n|---|---|\n| API | 2 |\n",
            "| Question | Answer |\n|---|---|\n| Contradictions found? | Yes (2) |\n",
            "| Metric | Count |\n|---|---|\n| Issues found | 2 |\n",
        ],
    );
    refused_below(&[V], &["| Status | Items |\n|---|---|\n| Missing | 1 |\n"]);
    refused_below(&[V], &["| Status | Count |\n|---|---|\n| Applied | 2 |\n| Missing | 1 |\n"]);
    accepted_below(&[V], &["| Status | Count |\n|---|---|\n| Applied | 2 |\n| Partial | 0 |\n"]);
}

#[test]
fn counts_in_the_text_are_those_of_the_result() {
    refused_below(
        &[C],
        &[
            "Total findings: 3\n",
            "## Summary\n\n- Total findings: 3\n",
            "## Findings (3)\n",
            "**Findings:** 3\n",
            "Critical: 1\nMajor: 0\n",
            "Critical: 0, Major: 1\n",
            "1 critical, 0 major, 2 minor\n",
            "Found 3 inconsistencies.\n",
            "Findings: 2 (1 critical, 1 major)\n",
            "## Findings: 3\n",
            "## 3 findings\n",
            "## Critical\n\n- the quota differs\n",
            "## Contradictions found\n\n- the quota differs\n",
            "Contradictions found: yes\n",
            "## Resolved findings\n\n- F1 critical: the quota still differs\n",
            "## Fixed header\n\n- F1 critical: the header overlaps\n",
            "## Missing sections\n\n- S3 has no counterpart\n",
        ],
    );
    refused_below(&[V], &["Missing: V2\n", "## Missing or partial items\n\n- V2\n", "## Partially applied\n\n- V2\n"]);
    refused_below(&[V], &["Missing: 1\n", "## Summary\n\n- Applied: 0\n- Partial: 1\n", "## Missing items\n\n- V2\n"]);
    accepted_below(&[C], &["Total findings: 0\n", "## Findings (0)\n\nNone.\n", "- Critical: 0\n- Major: 0\n"]);
    accepted_below(&[C], &["## Resolved findings\n\n- F1 critical: the quota, mended in the second round\n"]);
    accepted_below(&[V], &["## Missing items\n\nNone.\n", "- Missing: 0\n", "## Partial items\n\n- none\n"]);
    accepted_below(&[I], &["Issues: 3\n"]);
}

#[test]
fn a_pass_stays_one_with_a_note_that_leaves_no_doubt() {
    let cell = |word: &str| format!("## Test Results\n\n| Test | Result |\n|---|---|\n| login | {word} |\n");
    for word in
        "Pass. ¦ pass, see log ¦ passed! ¦ met (see S3) ¦ ok, by hand ¦ PASS [3] ¦ yes (tests/a.rs) ¦ fail → pass"
            .split('¦')
    {
        accepted_below(&[I], &[&cell(word.trim())]);
    }
    for word in "pass (after retry) ¦ pass but slow ¦ pass (11/12) ¦ pass, except on CI ¦ pass - crashed once ¦ pass (1 failed) ¦ \
                 pass, not on CI ¦ passed with errors ¦ pass, broken elsewhere ¦ pass (unverified) ¦ pass (not run) ¦ should pass ¦ \
                 pass (11 of 12) ¦ pass (0 tests) ¦ pass (no tests run) ¦ pass (7/5) ¦ pass (80%) ¦ met (in part) ¦ yes, with limitations ¦ \
                 pass (hangs) ¦ pass. Crashes on Windows ¦ pass (couldn't run) ¦ pass (stub) ¦ pass (dry run) ¦ pass (no run) ¦ \
                 PASS → FAIL (regression) ¦ pass --> fail ¦ pass once X lands ¦ pass (timed out once) ¦ pass → fail ¦ pass | fail"
        .split('¦')
    {
        refused_below(&[I], &[&cell(word.trim())]);
    }
    let twelve = I.replace("Tests: 1/1", "Tests: 12/12");
    accepted_below(&[&twelve], &[&cell("pass (12/12)"), &cell("pass (12 tests)"), &cell("passed: 12/12")]);
}

#[test]
fn what_was_so_before_the_work_does_not_count() {
    let table = |was: &str, is: &str| {
        format!("## Test Results\n\n| Test | Before | After |\n|---|---|---|\n| login | {was} | {is} |\n")
    };
    accepted_below(
        &[I],
        &[&table("FAIL", "PASS"), &table("❌", "✅").replace("Before", "Red phase").replace("After", "Green phase")],
    );
    refused_below(&[I], &[&table("PASS", "FAIL"), &table("FAIL", "FAIL")]);
    refused_below(&[V, I], &[&table("FAIL", "not fixed"), &table("FAIL", "—"), &table("FAIL", "")]);
    refused_below(&[I], &[&table("FAIL", "PASS").replace("Before", "Red team").replace("After", "Green team")]);
}

#[test]
fn no_is_the_good_answer_where_something_bad_is_asked_for() {
    let row = |name: &str, answer: &str| format!("| Check | Result |\n|---|---|\n| {name} | {answer} |\n");
    for name in
        ["Missing coverage", "Contradictions found?", "Regressions", "Any broken references?", "Missing sections"]
    {
        accepted_below(&[C], &[&row(name, "no"), &row(name, "No ✅"), &row(name, "No.")]);
        refused_below(&[C], &[&row(name, "failed"), &row(name, "Yes"), &row(name, "yes, two"), &row(name, "❌ no")]);
    }
    for name in ["No regressions", "Build without errors", "Reports errors", "Detects contradictions", "Retry covered"]
    {
        refused_below(&[C], &[&row(name, "no"), &row(name, "❌ No")]);
        accepted_below(&[C], &[&row(name, "yes"), &row(name, "✅ Yes")]);
        let criterion =
            |answer| format!("## Acceptance Criteria\n\n| Criterion | Met |\n|---|---|\n| {name} | {answer} |\n");
        refused_below(&[I], &[&criterion("no")]);
        accepted_below(&[I], &[&criterion("yes")]);
    }
}
