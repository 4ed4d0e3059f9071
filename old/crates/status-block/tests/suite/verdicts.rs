//! Messages that must not be taken for a success, each beside one that is (R-A2).

use envelope_core::{Envelope, Policy, ReadOptions, Severity};
use status_block::{StatusBlock, parse, render};

const REPORT: &str = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"a b c\"\n";

#[track_caller]
fn refused(text: &str, rule: &str) {
    let parsed = parse(text);
    assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "accepted:\n{text}");
    let errors: Vec<&str> = parsed
        .diagnostics()
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.rule.code())
        .collect();
    assert!(errors.contains(&rule), "{errors:?} for\n{text}");
}

#[track_caller]
fn accepted(text: &str) {
    let parsed = parse(text);
    assert!(parsed.accepted().is_some(), "{:?} for\n{text}", parsed.diagnostics());
}

#[test]
fn a_second_status_that_is_qualified_or_unknown() {
    for line in [
        "**Status:** failed (2 tests red)",
        "**Status:** blocked (needs a key)",
        "## STATUS: partial",
        "**Status:** not a success",
        "Status: see above",
        "- status: failed, twice",
    ] {
        for text in [
            format!("{REPORT}\nI stopped.\n\n{line}\n"),
            format!("{REPORT}\n{line}\nSorry.\n"),
            format!("{line}\n\nHere it is:\n\n{REPORT}"),
            format!("```\n{REPORT}```\n{line}\n"),
        ] {
            refused(&text, "status-block/second-status");
        }
    }
    accepted(&format!("{REPORT}\nAll is well.\n\n**Status:** ✅ success\n"));
    accepted(&format!("{REPORT}  status: green\n"));
    refused(&format!("{REPORT}  status: failed (2 tests)\n"), "status-block/second-status");
}

#[test]
fn a_scratchpad() {
    let pad = format!("### GATE 1: Build - Attempt 1\n[AGENT OUTPUT STARTS]\n{REPORT}[AGENT OUTPUT ENDS]\n");
    refused(&pad, "status-block/scratchpad");
    for line in ["[coder OUTPUT ENDS]", "[AGENT OUTPUT TORN]", "[AGENT OUTPUT STARTS]", "### GATE 2: Test"] {
        refused(&format!("{REPORT}\n{line}\n"), "status-block/scratchpad");
        refused(&format!("{line}\n{REPORT}"), "status-block/scratchpad");
        accepted(&format!("{REPORT}\n```\n{line}\n```\n"));
    }
    accepted(&format!("### The gate\n\n{REPORT}\n[OUTPUT]\n"));
}

#[test]
fn tags_in_the_values_of_a_block() {
    refused(
        &format!("{REPORT}LOG: |\n  It prints\n  <think>\n\nSorry.\n\nSTATUS: failed\n"),
        "status-block/second-status",
    );
    refused(&format!("{REPORT}LOG: \"\n  <!-- \"\n\nSTATUS: failed\n"), "status-block/second-status");
    accepted(&format!("{REPORT}LOG: |\n  </think>\n"));
    accepted(&format!("{REPORT}LOG: [\"a\n  </think>\"]\n"));
    // What is hidden stays hidden, whatever its quotes say.
    refused(&format!("<think>\n{REPORT}LOG: |\n  </think>\nSorry.\n"), "envelope-core/envelope-hidden");
}

#[test]
fn thoughts_that_end_with_a_block() {
    let block = REPORT.trim_end();
    for text in [
        format!("{block}</think>\n\nI could not do it.\n"),
        format!("Okay, <think>\n{block}</think>\n\nI could not do it.\n"),
        format!("{REPORT}So that will do. </think>\nI could not do it.\n"),
        format!("{REPORT}    </think>\nI could not do it.\n"),
        format!("**<think>**\n{REPORT}**</think>**\nI could not do it.\n"),
    ] {
        refused(&text, "envelope-core/envelope-hidden");
    }
    accepted(&format!("{REPORT}\nThe filter takes <think>…</think>\n"));
}

#[test]
fn what_hides_a_block_behind_marks() {
    let marked = |mark: &dyn Fn(usize) -> String, text: &str| {
        text.lines().enumerate().map(|(at, line)| format!("{}{line}\n", mark(at + 1))).collect::<Vec<_>>().concat()
    };
    let number = |at: usize| format!("{at}→");
    let quote = |_: usize| "> ".to_owned();
    let thought = format!("<think>\n{REPORT}</think>\n");
    let comment = format!("<!--\n{REPORT}-->\n");
    for text in [&thought, &comment] {
        refused(&marked(&number, text), "envelope-core/envelope-hidden");
        refused(&marked(&quote, text), "envelope-core/envelope-hidden");
    }
    accepted(&marked(&number, REPORT));
    // Two of them, with a gap between.
    let failed = marked(&quote, "STATUS: failed\n");
    refused(&format!("{}\nand\n\n{failed}", marked(&quote, REPORT)), "status-block/second-status");
    refused(
        &format!("{}\n\n{}", marked(&number, REPORT), marked(&number, "STATUS: failed")),
        "status-block/second-status",
    );
}

#[test]
fn a_status_behind_what_is_not_seen() {
    for line in [
        "\u{a0}STATUS: failed",
        "\u{feff}STATUS: failed",
        "\u{200b}Status: failed (twice)",
        "\u{3164}STATUS: failed",
        "\u{e0020}Status: failed\u{fe0f}",
        "\u{c}STATUS: failed",
        "Sorry.\u{2028}STATUS: failed",
        "Sorry.\u{85}**Status:** failed",
        "(STATUS: failed)",
        "[Status: failed]",
    ] {
        refused(&format!("{REPORT}\n{line}\n"), "status-block/second-status");
    }
    accepted(&format!("{REPORT}\n(Status: success)\n"));
    accepted(&format!("{REPORT}\n(the status of it: fine)\n"));
}

#[test]
fn a_heading_between_sections() {
    let files = "\nFILES:\n  created: []\n";
    refused(&format!("{REPORT}\n## Two tests fail\n{files}"), "status-block/stray-text");
    refused(&format!("{REPORT}  ## Two tests fail\n{files}"), "status-block/stray-text");
    accepted(&format!("{REPORT}\n# All tests pass\n{files}"));
    let commented = REPORT.replacen("success", "success # but 2 tests fail", 1);
    let parsed = parse(commented.as_str());
    assert!(parsed.diagnostics().iter().any(|found| found.rule.code() == "status-block/comment-in-text"));
}

#[test]
fn curly_quotes() {
    let read = |text: &str, policy: Policy| {
        let mut options = ReadOptions::default();
        options.policy = policy;
        <StatusBlock as Envelope>::parse(&text.into(), &options).read().unwrap().clone()
    };
    let text = "STATUS: success\nSUMMARY:\n  what_i_did: “Did # it all”  # a\nFILES:\n  created: [“a.rs, b.rs”, ‘c’]\n";
    let block = read(text, Policy::Tolerant);
    assert_eq!(block.summary.unwrap().what_i_did.as_deref(), Some("Did # it all"));
    assert_eq!(block.files.unwrap().created.unwrap().iter().collect::<Vec<_>>(), ["a.rs, b.rs", "c"]);
    let block = read(text, Policy::Strict);
    assert_eq!(block.summary.unwrap().what_i_did.as_deref(), Some("“Did # it all”"));
    assert_eq!(block.files.unwrap().created.unwrap().iter().collect::<Vec<_>>(), ["“a.rs, b.rs”", "‘c’"]);
}

#[test]
fn prose_stays_outside_of_the_block() {
    let numbered: String = format!("Here:\n\n{REPORT}\nLet me know!\n")
        .lines()
        .enumerate()
        .map(|(at, line)| format!("{:>6}→{line}\n", at + 10))
        .collect::<Vec<_>>()
        .concat();
    for text in [
        format!("{REPORT}ISSUES: [a, {{b: c}}]\n    deep text\n"),
        format!("{REPORT}ISSUES: [a, {{b: c}}]\n\tkey: v\n"),
        numbered.clone(),
    ] {
        let parsed = parse(text.as_str());
        let block = parsed.accepted().unwrap();
        let again = render(block);
        assert_eq!(parse(again.as_str()).accepted(), Some(block), "{again}");
    }
    let prose = parse(numbered.as_str()).read().unwrap().prose.clone();
    assert_eq!((prose.before.as_deref(), prose.after.as_deref()), (Some("Here:"), Some("Let me know!")));
}

#[test]
fn a_status_in_quotes_in_any_letter_case() {
    for line in [
        "\"status\": \"failed\"",
        "\"Status\": failed",
        "'status': failed",
        "\"status\": blocked (needs a key)",
        "- \"status\": failed",
        "**\"Status\"**: failed",
        "\"status\" : \"failed\"",
        "“Status”: failed",
        "&x STATUS: failed",
        "!!str Status: failed",
    ] {
        for text in [
            format!("{REPORT}\n{line}\n"),
            format!("{REPORT}\nI stopped.\n\n{line}\n"),
            format!("{line}\n\nHere it is:\n\n{REPORT}"),
            format!("```\n{REPORT}```\n{line}\n"),
        ] {
            refused(&text, "status-block/second-status");
        }
    }
    accepted(&format!("{REPORT}\n\"status\": success\n"));
    accepted(&format!("{REPORT}\nI am done.\n\n'Status': \"success\"\n"));
    accepted(&format!("{REPORT}\nRUNS:\n  \"status\": failed\n"));
    accepted(&format!("{REPORT}\n```json\n{{\n  \"status\": \"failed\"\n}}\n```\n"));
    accepted(&REPORT.replacen("STATUS", "\"status\"", 1));
    let object = |word: &str| format!("{REPORT}\nAs JSON:\n\n{{\n  \"status\": \"{word}\",\n  \"files\": 1\n}}\n");
    accepted(&object("success"));
    refused(&object("failed"), "status-block/second-status");
    refused("\"status\": success\n", "status-block/missing-status");
}

#[test]
fn a_flag_around_the_block_that_denies_the_success() {
    for line in [
        "success: false",
        "Success: False",
        "SUCCESS: false",
        "FAILED: true",
        "failed: yes",
        "Blocked: true",
        "is_error: true",
        "Is Error: yes",
        "- **done**: no",
        "**passed:** `false`",
        "success: 0",
        "success: \"false\"",
        "\"success\": false",
        "  success: false",
    ] {
        for text in [
            format!("{line}\n{REPORT}"),
            format!("{line}\n\nHere it is:\n\n{REPORT}"),
            format!("{REPORT}\nI stopped.\n\n{line}\n"),
            format!("{REPORT}\n{line}\n"),
            format!("{line}\n```\n{REPORT}```\n"),
            format!("```\n{REPORT}```\nI stopped.\n{line}\n"),
            format!("```\n{REPORT}\nI stopped.\n{line}\n```\n"),
        ] {
            refused(&text, "status-block/second-status");
        }
    }
    for line in [
        "success: true",
        "Failed: no",
        "failed: 0",
        "failed: 3",
        "Blocked: none",
        "Tests passed: false",
        "success: false was what the old code returned",
        "The flag success: false is gone.",
        "> success: false",
        "| success: false |",
        "    success: false",
        "```\nsuccess: false\n```",
        "<think>\nsuccess: false\n</think>",
        "```yaml\nsuccess: false\n```\n\nIt is now:\n\n```yaml\nsuccess: true\n```",
    ] {
        accepted(&format!("{line}\n\nHere it is:\n\n{REPORT}"));
        accepted(&format!("{REPORT}\nAll is well.\n\n{line}\n"));
    }
    // Beside a failure it denies nothing.
    accepted("success: false\n\nSTATUS: failed\n\nERRORS:\n  message: \"no key\"\n  can_retry: true\n");
}

#[test]
fn a_flag_of_the_prose_is_refused_when_it_is_written_back() {
    for text in [format!("Failed: true\n\n{REPORT}"), format!("{REPORT}\nsuccess: false\n")] {
        let parsed = parse(text.as_str());
        let block = parsed.read().expect("the status is read");
        assert!(status_block::check(block).iter().any(|it| it.rule.code() == "status-block/second-status"), "{text}");
        refused(&render(block), "status-block/second-status");
    }
    let named = StatusBlock::new(status_block::BlockStatus::Success).extension("Status", "failed");
    assert!(status_block::check(&named).iter().any(|it| it.rule.code() == "status-block/second-status"));
}

/// What only a reader of all YAML understands hides no outcome (R-A15).
#[test]
fn a_carried_outcome_behind_a_tag_or_an_anchor() {
    for carried in [
        "CARRIED:\n  !!str outcome: failed\n",
        "CARRIED:\n  &x outcome: failed\n",
        "CARRIED:\n  &x !!str outcome: failed\n",
        "CARRIED:\n  !<tag:yaml.org,2002:str> outcome: failed\n",
        "CARRIED:\n  gaps: [a]\n  !!str \"outcome\": failed\n",
        "CARRIED:\n  ? outcome\n  : failed\n",
        "CARRIED:\n  <<: {outcome: failed}\n",
        "CARRIED:\n  gaps: &k outcome\n  *k : failed\n",
        "CARRIED: {!!str outcome: failed}\n",
        "CARRIED: {&x outcome: failed}\n",
        "CARRIED: !!map\n  outcome: failed\n",
        "CARRIED: &x\n  outcome: failed\n",
        "&x CARRIED:\n  outcome: failed\n",
        "!!str CARRIED:\n  outcome: failed\n",
        "XX: &k outcome\nCARRIED:\n  *k : failed\n",
        "CARRIED:\n  &x outcome: failed\n  gaps: \"a\" b\n",
    ] {
        let text = format!("{REPORT}\n{carried}");
        let parsed = parse(text.as_str());
        assert!(!parsed.outcome().is_success(), "{text}\n{:#?}", parsed.diagnostics());
        let block = parsed.read().expect("the status is read");
        assert!(!parse(render(block).as_str()).outcome().is_success(), "{text}\n{}", render(block));
    }
    // What says that all is well, or says it of something else, stays.
    for carried in
        ["CARRIED:\n  !!str outcome: completed\n", "CARRIED:\n  &x gaps: [a]\n", "XX:\n  &x outcome: failed\n"]
    {
        accepted(&format!("{REPORT}\n{carried}"));
    }
}

#[test]
fn a_tag_before_a_key_of_a_section() {
    refused(&format!("{REPORT}  !!str status: failed\n"), "status-block/second-status");
    refused(&format!("{REPORT}  &x success: false\n"), "status-block/second-status");
    let parsed = parse("STATUS: success\nSUMMARY:\n  !!str what_i_did: \"a b c\"\n  &x confidence: high\n");
    let summary = parsed.accepted().and_then(|block| block.summary.clone()).expect("it is accepted");
    assert_eq!((summary.what_i_did.as_deref(), summary.extra.len()), (Some("a b c"), 0));
    assert!(parsed.diagnostics().iter().any(|it| it.rule.code() == "envelope-core/decoration"), "and it is told");
}
