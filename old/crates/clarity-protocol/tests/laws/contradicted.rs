//! A success that the rest of the message contradicts is refused, and one that it bears out is not (R-A2, R-C8, R-C9).

use clarity_protocol::parse;

pub(crate) const META: &str = "\n---\n**Protocol**: v1\n**Agent**: checker\n**Assigned**: check it\n**Scope**: a.md\n\
                               **Coverage**: 100%\n**Confidence**: high\n---\n\n";
pub(crate) const C: &str =
    "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
pub(crate) const V: &str = "RESULT: CLEAN | Type: verification | Items: 1 | Applied: 1 | Partial: 0 | Missing: 0\n";
pub(crate) const D: &str = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 1 | Entities: 0 | Cross-refs: 0\n";
pub(crate) const I: &str = "RESULT: CLEAN | Type: implementation | Task: T1 | Files: 1 | Criteria: 1/1 | Tests: 1/1\n";

#[track_caller]
pub(crate) fn refused(rule: &str, text: &str) {
    let parsed = parse(text);
    let said: Vec<_> = parsed.diagnostics().iter().map(|found| found.rule.code()).collect();
    assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "{text}\n{said:?}");
    assert!(said.contains(&format!("clarity-protocol/{rule}").as_str()), "{text}\n{said:?}");
}

#[track_caller]
pub(crate) fn accepted(text: &str) {
    let parsed = parse(text);
    let said: Vec<_> = parsed.diagnostics().iter().map(|found| (found.rule.code(), &found.message)).collect();
    assert!(parsed.accepted().is_some(), "{text}\n{said:?}");
}

/// R-C9: words outside the four are errors, in a list as in a table.
#[test]
fn items_of_a_checklist_have_one_of_four_words() {
    for item in ["V1: not applied", "V1: partially applied", "V1: absent", "V1: todo", "V1: later", "[~] V1"] {
        let text = format!("{V}{META}## Checklist\n\n- {item}\n");
        refused("unknown-item-status", &text);
        let parsed = parse(text.as_str());
        let found = parsed.diagnostics().iter().find(|found| found.rule.code().ends_with("unknown-item-status"));
        assert_eq!(found.and_then(|found| text.get(found.span.range())), Some(item));
    }
    for item in ["V1 MISSING", "V1 -- missing", "V1, missing", "V1 [missing]", "V1: applied partially"] {
        refused(
            if item.ends_with("partially") { "unknown-item-status" } else { "clean-with-issues" },
            &format!("{V}{META}## Checklist\n\n- {item}\n"),
        );
    }
    for item in ["V1: applied", "V1 APPLIED", "V1 -- applied", "[x] V1: documented", "V1: said in two places"] {
        accepted(&format!("{V}{META}## Checklist\n\n- {item}\n"));
    }
}

/// R-C8: a failing test counts wherever its item says so.
#[test]
fn tests_that_fail_behind_their_name() {
    let items = [
        "tests/a.py::test_y FAILED",
        "t1 FAILED",
        "t1 [FAIL]",
        "t1, failed",
        "t1 -- failed",
        "t1:fail",
        "t1: not verified",
        "t1 failed",
        "✅ t1: failed",
    ];
    for heading in ["Test Results", "Acceptance Criteria"] {
        for item in items {
            refused("clean-with-issues", &format!("{I}{META}## {heading}\n\n- {item}\n"));
        }
        for item in ["tests/a.py::test_y PASSED", "t1, passed", "t1 [PASS]", "t1:pass", "t1: verified"] {
            accepted(&format!("{I}{META}## {heading}\n\n- {item}\n"));
        }
        for item in ["✅ Lock account: failed logins are counted", "[x] Lock account: failed logins are counted"] {
            accepted(&format!("{I}{META}## {heading}\n\n- {item}\n"));
        }
    }
}

/// R-C8: every column for the result counts, and so do columns and rows that count failures.
#[test]
fn any_cell_of_a_row_may_say_the_failure() {
    for table in [
        "| Test | Result | Status |\n|---|---|---|\n| t1 | pass | FAIL |\n",
        "| Test | Result | Errors |\n|---|---|---|\n| t1 | pass | 4 |\n",
        "| Suite | Passed | Failed |\n|---|---|---|\n| unit | 1 | 0 |\n| **Total** | 3 | 2 |\n",
        "| Suite | Passed | Failed | Errors |\n|---|---|---|---|\n| unit | 1 | 0 | 4 |\n",
        "| Suite | Passed | Total |\n|---|---|---|\n| unit | 1 | 2 |\n",
        "| Test | Result | Verdict |\n|---|---|---|\n| t1 | pass | see below |\n",
    ] {
        refused("clean-with-issues", &format!("{I}{META}## Test Results\n\n{table}"));
    }
    let table = "| Item | Status | Result |\n|---|---|---|\n| V1 | applied | FAIL |\n";
    refused("clean-with-issues", &format!("{V}{META}{table}"));
}

/// R-C8: suites are counted by what their rows count.
#[test]
fn ordinary_tables_of_tests_are_accepted() {
    let forty = I.replace("Tests: 1/1", "Tests: 40/40");
    for table in [
        "| Suite | Result |\n|---|---|\n| cargo test | 40 passed, 0 failed |\n",
        "| Suite | Result |\n|---|---|\n| unit | 30/30 |\n| e2e | 10/10 |\n",
        "| Suite | Result |\n|---|---|\n| unit | ✅ 30/30 passed |\n| e2e | 10/10 |\n| **Total** | 40/40 |\n",
        "| Suite | Passed | Failed |\n|---|---|---|\n| unit | 40 | 0 |\n| Total | 40 | 0 |\n",
        "| Suite | Passed | Total |\n|---|---|---|\n| unit | 40 | 40 |\n",
    ] {
        accepted(&format!("{forty}{META}## Test Results\n\n{table}"));
    }
    accepted(&format!("{forty}{META}## Test Results\n\n- cargo test: 40 passed, 0 failed\n"));
    for word in ["✅ 12/12 passed", "PASS — see x", "Verified", "Complete"] {
        let table = format!("| Test | Result |\n|---|---|\n| t1 | {word} |\n");
        accepted(&format!("{I}{META}## Test Results\n\n{table}"));
    }
    for word in ["PASS — but flaky", "38 passed, 2 skipped", "11/12 passed", "Verified in part"] {
        let table = format!("| Test | Result |\n|---|---|\n| t1 | {word} |\n");
        refused("clean-with-issues", &format!("{I}{META}## Test Results\n\n{table}"));
    }
}

/// R-C10: partial and missing items of a list are expanded too, below it or in their place.
#[test]
fn open_items_of_a_list_are_discussed() {
    let line = "RESULT: FINDINGS | Type: verification | Items: 1 | Applied: 0 | Partial: 0 | Missing: 1\n";
    let said = |detail: &str| -> Vec<String> {
        let text = format!("{line}{META}## Checklist\n\n- V1 retry policy: missing\n{detail}");
        parse(text.as_str()).diagnostics().iter().map(|found| found.rule.code().to_owned()).collect()
    };
    assert_eq!(said(""), ["clarity-protocol/missing-discussion"]);
    assert_eq!(said("\n### V1\n\nIt is not in S2.\n"), [""; 0]);
    assert_eq!(said("  S2 does not say it.\n"), [""; 0]);
}

/// R-A6, R-C2: a heading states a result as well as a line.
#[test]
fn a_contrary_status_in_a_heading() {
    for heading in ["## RESULT: FAILED\n", "RESULT: FAILED\n---\n"] {
        refused("conflicting-result-line", &format!("{C}{META}{heading}"));
    }
    for heading in ["---\n**Agent**: other\n**Status**: ERROR\n---\n", "## Status: ERROR\n", "## Verdict: FAIL\n"] {
        refused("clean-with-issues", &format!("{C}{META}{heading}"));
    }
    accepted(&format!("{C}{META}## Result: as expected\n"));
}

/// R-A2: what stands before the line is said too.
#[test]
fn a_contrary_status_before_the_line() {
    refused("clean-with-issues", &format!("**Status**: FAILED\n\n{I}{META}"));
    refused("clean-with-issues", &format!("**Status**: FAILED\n\n{D}{META}"));
    refused("clean-with-issues", &format!("## Verdict: FAIL\n\n{I}{META}"));
    refused("clean-with-issues", &format!("### F1: drift\n\n**Severity**: critical\n\n{C}{META}"));
    refused("clean-with-issues", &format!("### F1: drift\n\nTwo words for one thing.\n\n{C}{META}"));
    refused("clean-with-issues", &format!("{V}{META}### F1: drift\n\n**Severity**: critical\n"));
    accepted(&format!("Here is the report:\n\n{I}{META}"));
    accepted(&format!("**Status**: done\n\n{I}{META}"));
}

/// R-A2: one list of names for pairs, fields and lines that state how all of it went.
#[test]
fn a_contrary_status_in_a_pair_or_a_field() {
    for pair in ["Verdict: PARTIAL", "Outcome: blocked", "Overall: FAILED", "Final status: ERROR"] {
        refused("repeated-pair", &format!("{} | {pair}\n{META}", C.trim_end()));
    }
    for pair in ["Critical Findings: 3", "Open Issues: 1", "Errors: 3", "Tests Failed: 2"] {
        refused("clean-with-issues", &format!("{} | {pair}\n{META}", C.trim_end()));
    }
    for (field, rule) in [
        ("Verdict**: FAIL", "repeated-pair"),
        ("Outcome**: not complete", "repeated-pair"),
        ("Errors**: 3", "clean-with-issues"),
        ("Build**: FAILED", "clean-with-issues"),
    ] {
        let meta = META.replace("**Scope**", &format!("**{field}\n**Scope**"));
        refused(rule, &format!("{C}{meta}"));
    }
    for pair in ["Verdict: both agree", "Errors: 0", "Resolved issues: 3", "Outcome: CLEAN"] {
        accepted(&format!("{} | {pair}\n{META}", C.trim_end()));
    }
}

/// R-A2: however it is written and under whatever heading, a name that can mean no part speaks of all of it.
#[test]
fn a_status_of_all_of_it_below_any_heading() {
    for line in [
        "- Overall status: failed",
        "Overall status = failed",
        "Overall status — failed",
        "Overall status: failed",
        "**Overall status**: failed",
        "overall_status: blocked",
        "- Task status: FINDINGS",
        "Final conclusion: could not finish",
        "- Status: done\n- Overall status: ❌",
    ] {
        for whole in [C, V, D, I] {
            refused("clean-with-issues", &format!("{whole}{META}## Details\n\n{line}\n"));
        }
    }
    for line in [
        "- Overall status: done",
        "Overall status — all pages are read",
        "- Status of page 3: failed",
        "- Status: failed",
        "Overall status: FAILED=0",
        "```\nOverall status: failed\n```",
    ] {
        for whole in [C, V, D, I] {
            accepted(&format!("{whole}{META}## Details\n\n{line}\n"));
        }
    }
}

/// What a document holds may be called a status; nothing in it is called an overall one.
#[test]
fn a_status_that_an_inventory_lists() {
    for line in [
        "- Task status: pending, blocked, failed, done",
        "- **Task status** — one of pending, running, failed",
        "- Task status: failed when the worker crashes",
        "- Final status: aborted, settled",
    ] {
        for heading in ["Entity inventory", "Section Inventory", "Terms"] {
            accepted(&format!("{D}{META}## {heading}\n\n{line}\n"));
        }
    }
    accepted(&format!("{D}{META}## Details\n\n- Task status: pending, blocked, failed, done\n"));
    refused("clean-with-issues", &format!("{D}{META}## Entity inventory\n\n- Overall status: failed\n"));
    refused("clean-with-issues", &format!("{D}{META}## Details\n\n- Task status: failed, aborted\n"));
}

/// A pair says a failure by any word for one, and shows signs as things.
#[test]
fn pairs_that_say_a_failure() {
    for pair in ["Build: broken", "Build: aborted", "Build: failed", "Build: ❌"] {
        refused("clean-with-issues", &format!("{} | {pair}\n{META}", C.trim_end()));
    }
    accepted(&format!("{} | Icons: ✕ and 🚨\n{META}", C.trim_end()));
}

/// R-A2: one list of names and words for what contradicts CLEAN.
#[test]
fn a_contrary_conclusion() {
    for line in [
        "Conclusion: failed",
        "Conclusion: aborted",
        "Conclusion: could not finish",
        "Conclusion: ❌",
        "Conclusion: 🟥",
        "Conclusion: FINDINGS",
        "Overall status: FINDINGS",
        "Task status: FINDINGS",
        "Verdict: aborted",
        "## Conclusion\n\nThe run was aborted",
        "Status: panicked",
        "Status: failed earlier than expected",
    ] {
        for whole in [C, D] {
            refused("clean-with-issues", &format!("{whole}{META}{line}\n"));
        }
    }
    for line in [
        "Conclusion: both agree",
        "Conclusion: findings of the last review are all settled",
        "Conclusion: no failures",
        "Verdict: no, nothing is missing",
        "Verdict: red is used for errors in both",
        "Status: errors addressed",
    ] {
        for whole in [C, D] {
            accepted(&format!("{whole}{META}{line}\n"));
        }
    }
}

/// R-C8: the verdict of an item may be its last part.
#[test]
fn a_criterion_about_failures_passes() {
    accepted(&format!("{I}{META}## Acceptance Criteria\n\n- AC1: failed uploads are retried: PASS\n"));
    refused(
        "clean-with-issues",
        &format!("{I}{META}## Acceptance Criteria\n\n- AC1: failed uploads are retried: FAIL\n"),
    );
}

/// R-C8: lines below a heading of criteria or tests are read like items.
#[test]
fn paragraphs_below_a_heading_of_criteria() {
    refused("clean-with-issues", &format!("{I}{META}## Acceptance Criteria\n\nAC1: PASS\nAC2: FAIL\n"));
    refused("clean-with-issues", &format!("{I}{META}## Acceptance Criteria\n\nAC1: not met\n"));
    accepted(&format!("{I}{META}## Acceptance Criteria\n\nAC1: PASS\n"));
}

/// R-A4, R-A6: a figure is read through its decoration, and that is said where it stands.
#[test]
fn decoration_is_reported_where_it_stands() {
    for (plain, written, place) in [
        ("Files: 1", "Files: **1**", "**1**"),
        ("Tests: 1/1", "Tests: 1 / 1", "1 / 1"),
        ("Criteria: 1/1", "Criteria: `1/1`", "`1/1`"),
        ("RESULT: CLEAN", "RESULT: **CLEAN**", "**CLEAN**"),
        ("RESULT: CLEAN", "**RESULT**: CLEAN", "**RESULT**:"),
    ] {
        let text = format!("{}{META}", I.replace(plain, written));
        let parsed = parse(text.as_str());
        assert!(parsed.accepted().is_some());
        let found: Vec<_> = parsed.diagnostics().iter().collect();
        assert_eq!(found.len(), 1, "{written} {found:?}");
        assert_eq!(text.get(found[0].span.range()), Some(place));
        assert_eq!(found[0].severity, envelope_core::Severity::Warning);
    }
    let text = format!("{V}{META}| Item | Status | Notes |\n|---|---|---|\n| V1 | **applied** | ok |\n");
    let parsed = parse(text.as_str());
    let places: Vec<_> = parsed.diagnostics().iter().map(|found| text.get(found.span.range())).collect();
    assert_eq!(places, [Some("**applied**")]);
}

/// R-C7: the block between other lines that Markdown draws; coverages that disagree or are none.
#[test]
fn metadata_in_other_forms() {
    for mark in ["***", "___"] {
        let text = format!("{C}{}", META.replace("---", mark));
        let parsed = parse(text.as_str());
        let said: Vec<_> = parsed.diagnostics().iter().map(|found| found.rule.code()).collect();
        assert_eq!(said, ["clarity-protocol/metadata-form"]);
        assert!(parsed.read().is_some_and(|value| value.metadata.agent.is_some() && value.blocks.is_empty()));
    }
    refused("cut-off", &format!("{C}---\n"));
    let partial = C.replace("CLEAN", "PARTIAL").replace("Minor: 0", "Minor: 0 | Coverage: 60% | Reason: no time");
    for coverage in ["~90%", "about 90%", "90% (two left)", "90%"] {
        refused("coverage-disagrees", &format!("{partial}{}", META.replace("100%", coverage)));
    }
    refused("metric-kind", &format!("{}{META}", partial.replace("60%", "150%")));
    refused("metric-kind", &format!("{C}{}", META.replace("100%", "150%")));
    accepted(&format!("{partial}{}", META.replace("100%", "~60%")));
}
