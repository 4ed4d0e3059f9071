//! Which marker lines and objects are signs: those that the readers count, and none that is shown.

use agent_envelope::envelope_core::{Outcome, Source};
use agent_envelope::{Certainty, Protocol, Settings, read};

use crate::detection::{CLEAN, check, found};
use crate::fixtures::built;

/// A whole block is one in any letter case, where its reader takes it for one (R-S4).
fn in_other_cases(block: &str) -> [String; 3] {
    let names = ["STATUS", "SUMMARY", "FILES", "NEXT_ACTION", "ERRORS"];
    let written = |how: fn(&str) -> String| {
        let line = |line: &str| match line.split_once(':') {
            Some((name, rest)) if names.contains(&name) => format!("{}:{rest}\n", how(name)),
            _ => format!("{line}\n"),
        };
        block.lines().map(line).collect::<String>()
    };
    let title = |name: &str| name.chars().take(1).chain(name.to_lowercase().chars().skip(1)).collect();
    [written(str::to_lowercase), written(title), written(|name| format!("**{}**", name.to_lowercase()))]
}

const QUESTIONS: &str = "---\nquestion_count: 1\n---\n\n## Tides\n\n### Q1: Datum [MUST ANSWER]\nWhich?\n\nA. one\nB. two\n\n**Answer:** A\n";
const DECISIONS: &str = "---\nstatus: final\ndecision_count: 1\nconflicts_resolved: 0\n---\n\n### D1: Datum\n- **Source:** Q1\n- **Decision:** x\n- **Status:** resolved\n";

#[test]
fn a_block_in_any_letter_case_is_one() {
    for outcome in [Outcome::Completed, Outcome::Blocked, Outcome::Failed] {
        for text in in_other_cases(&built(Protocol::StatusBlock, outcome)) {
            check(&text, Some(Protocol::StatusBlock), Certainty::Likely);
            check(&format!("I am done.\n\n{text}"), Some(Protocol::StatusBlock), Certainty::Likely);
            check(&format!("I am done.\n\n```\n{text}```\n"), Some(Protocol::StatusBlock), Certainty::Likely);
            assert_eq!(read(&Source::new(text.as_str()), &Settings::default()).outcome(), outcome, "{text}");
        }
    }
    check("STATUS: failed\n\nErrors:\n  message: boom\n", Some(Protocol::StatusBlock), Certainty::Sure);
}

/// R-A2: a failure does not hide behind a success by being written in small letters.
#[test]
fn a_failed_block_in_any_letter_case_beside_a_success_is_ambiguous() {
    let inventory = format!("{CLEAN}---\n**Protocol**: v1\n---\n\n## Section inventory\n\n- Intro: one line\n");
    for text in in_other_cases(&built(Protocol::StatusBlock, Outcome::Failed)) {
        for success in [&inventory, QUESTIONS, DECISIONS, &built(Protocol::JsonReturn, Outcome::Completed)] {
            let text = format!("{success}\n{text}");
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert_eq!((envelope.protocol(), envelope.outcome()), (None, Outcome::Failed), "{text}");
            assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
        }
    }
}

/// A word on a line `Status:` and a heading `Summary:` somewhere else are prose (R-S4).
#[test]
fn sections_in_small_letters_make_no_block_of_prose() {
    for prose in [
        "Summary:\n\nThe tides are told by hour.\n\nFiles:\n- a.md\n",
        "## Summary\n\nStatus: failed\n",
        "Status: final\n\nSummary:\n  The tides are told by hour.\n",
        "Status: failed\n\nThat was in March.\n\nSummary:\n  The tides are told by hour.\n",
        "The job said status: failed.\n\nSummary:\n  It is known.\n",
        "### Job 3\n**Status**: failed\n**Files**: src/tides.rs\n",
        "- Status: failed\n\n| Summary: | x |\n|---|---|\n",
    ] {
        check(prose, None, Certainty::None);
        let found = found(&format!("{CLEAN}\n## Details\n\n{prose}"));
        assert_eq!((found.protocol, found.certainty), (Some(Protocol::Clarity), Certainty::Sure), "{found:#?}");
    }
    for success in in_other_cases(&built(Protocol::StatusBlock, Outcome::Completed)) {
        for (text, protocol) in [(QUESTIONS, Protocol::Clarifications), (DECISIONS, Protocol::Decisions)] {
            check(&format!("{text}\n{success}"), Some(protocol), Certainty::Sure);
        }
    }
}

/// A block may stand between two rules, as front matter does.
#[test]
fn a_block_between_rules_is_one() {
    for outcome in [Outcome::Completed, Outcome::Failed] {
        let block = built(Protocol::StatusBlock, outcome);
        let block = block.trim_end();
        for (text, certainty) in std::iter::once((block, Certainty::Sure))
            .chain(in_other_cases(block).iter().take(2).map(|text| (text.trim_end(), Certainty::Likely)))
        {
            check(&format!("---\n{text}\n"), Some(Protocol::StatusBlock), certainty);
            let text = format!("---\n{text}\n---\n");
            check(&text, Some(Protocol::StatusBlock), certainty);
            let envelope = read(&Source::new(text.as_str()), &Settings::default());
            assert_eq!((envelope.is_accepted(), envelope.outcome()), (true, outcome), "{text}");
            let beside = found(&format!("{text}\n{CLEAN}"));
            let clean = outcome == Outcome::Completed && certainty == Certainty::Likely;
            assert_eq!(beside.protocol, clean.then_some(Protocol::Clarity), "{beside:#?}");
        }
    }
    for front in ["title: x\nstatus: draft\nsummary: y", "status: failed\ntitle: x", "summary: x", "SUMMARY: x"] {
        check(&format!("---\n{front}\n---\n\nText.\n"), None, Certainty::None);
    }
    check("---\nstatus: final\nsummary: x\ndecision_count: 0\n---\n", Some(Protocol::Decisions), Certainty::Likely);
}

/// A line claims a message only where the reader of its protocol counts it; what no one claims has failed (R-A2, R-A12).
#[test]
fn a_line_of_a_log_claims_nothing() {
    for text in [
        "RESULT: 12 passed, 0 failed\n",
        "I ran it:\n\nRESULT: 12 passed, 0 failed\n\nThat is all.\n",
        "Test output:\n```\nRESULT: 12 passed, 0 failed\n```\n",
        "I could not do it.\n\n```\n$ make test\nRESULT: 12 passed, 3 failed\n```\n",
        "I could not do it.\n\n```\nRESULT: PASS\n```\n",
        "I could not do it.\n\n```\n$ make test\nRESULT: ERROR\n```\n",
        "<think>\nRESULT: PASS\n</think>\nDone.\n",
        "In the logs I saw\n\n    STATUS: failed\n\nand then nothing.",
        "It said:\n\n- **STATUS:** success\n",
        "The log says:\n\n    STATUS: success\n    FILES:\n      read: []\n",
        "It said:\n\n    STATUS: success\n\n```\nRESULT: 12 passed, 3 failed\n```\n",
        "RESULT: 12 passed, 0 failed\nType: unit\nTests: 12\n",
        "RESULT: 12 passed, 0 failed\nThat is all.\nType: verification\n",
        "Type: verification\nRESULT: 12 passed, 0 failed\n",
        "RESULT: 12 passed, 0 failed\n```\nType: verification\n```\n",
    ] {
        check(text, None, Certainty::None);
        let envelope = read(&Source::new(text), &Settings::default());
        assert_eq!(envelope.outcome(), Outcome::Failed, "{text}");
        assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/unknown-protocol", "{text}");
    }
}

#[test]
fn a_line_that_its_reader_counts_claims_the_message() {
    for (text, protocol, certainty) in [
        ("RESULT: PASS\n", Protocol::Clarity, Certainty::Likely),
        ("RESULT: ✅ PASS\n", Protocol::Clarity, Certainty::Likely),
        ("RESULT: all is well | Type: digest\n", Protocol::Clarity, Certainty::Likely),
        ("RESULT: <STATUS> | Type: <TYPE>\n", Protocol::Clarity, Certainty::Likely),
        // The pairs of a line that was broken.
        ("RESULT: Issues found\nTYPE: consistency\nFINDINGS: 3\n", Protocol::Clarity, Certainty::Likely),
        ("RESULT: 3 of 12 failed\nTests: 9/12\nType: verification\n", Protocol::Clarity, Certainty::Likely),
        ("RESULT: Issues found\n\n- **Type:** `digest`\n- Doc: a.md\n", Protocol::Clarity, Certainty::Likely),
        ("  **RESULT:** CLEAN\n", Protocol::Clarity, Certainty::Sure),
        ("Done.\n\n```\nRESULT: CLEAN | Type: digest\n```\n", Protocol::Clarity, Certainty::Sure),
        ("```\nRESULT: CLEAN\n```\n\n```\nRESULT: ERROR\n```\n", Protocol::Clarity, Certainty::Sure),
        ("<think>\nRESULT: CLEAN | Type: digest\n</think>\nDone.\n", Protocol::Clarity, Certainty::Sure),
        ("STATUS: failed\n", Protocol::StatusBlock, Certainty::Likely),
        ("\"STATUS\": failed\n", Protocol::StatusBlock, Certainty::Likely),
        ("  STATUS: failed\n  SUMMARY:\n    what_i_did: x\n", Protocol::StatusBlock, Certainty::Sure),
        // A block that lacks its status, and has one in a text.
        ("SUMMARY:\n  what_i_did: |\n    STATUS: success\n", Protocol::StatusBlock, Certainty::Sure),
        ("Done.\n\n```\nSTATUS: failed\nSUMMARY:\n  what_i_did: x\n```\n", Protocol::StatusBlock, Certainty::Sure),
    ] {
        check(text, Some(protocol), certainty);
    }
}

/// And yet such a line takes back a success that stands beside it, and keeps no envelope in a fence from being seen.
#[test]
fn a_line_of_a_log_is_no_reason_to_believe_a_success() {
    let (block, json) =
        (built(Protocol::StatusBlock, Outcome::Completed), built(Protocol::JsonReturn, Outcome::Completed));
    let failed = built(Protocol::StatusBlock, Outcome::Failed);
    for text in [
        format!("{CLEAN}\nIn the logs:\n\n    STATUS: failed\n"),
        format!("{json}\n\nIn the logs:\n\n    STATUS: failed\n"),
        format!("{DECISIONS}\nIn the logs:\n\n    STATUS: failed\n    ERRORS:\n      message: x\n"),
        format!("RESULT: FAILED 3 of 12\n\n{json}\n"),
        format!("RESULT: 12 passed, 0 failed\n\n{json}\n\n```\n{failed}\n```\n"),
        format!("RESULT: FAILED 3 of 12\n\n```\n{block}\n```\n"),
    ] {
        let envelope = read(&Source::new(text.as_str()), &Settings::default());
        assert_eq!((envelope.protocol(), envelope.outcome()), (None, Outcome::Failed), "{text}");
        assert_eq!(envelope.diagnostics()[0].rule.code(), "agent-envelope/ambiguous-protocol", "{text}");
    }
    let log = "RESULT: 12 passed, 0 failed\n";
    check(&format!("{log}\n{json}\n"), Some(Protocol::JsonReturn), Certainty::Sure);
    check(&format!("{log}\n{block}\n"), Some(Protocol::StatusBlock), Certainty::Sure);
    check(&format!("{log}\n```\n{block}\n```\n"), Some(Protocol::StatusBlock), Certainty::Sure);
    check(&format!("{log}\n{{\"status\": \"completed\"}}\n"), Some(Protocol::JsonReturn), Certainty::Guess);
}

/// An object in a code span among other words is shown, and not said.
#[test]
fn code_in_a_sentence_is_a_quotation() {
    let part = r#"{"status": "failed", "summary": "quota exceeded"}"#;
    let block = built(Protocol::StatusBlock, Outcome::Completed);
    for sentence in [
        format!("The endpoint answers `{part}` on error."),
        format!("The endpoint answers ``{part}``."),
        format!("- It answers `{part}`, which nobody reads."),
        format!("`{part}` is what it answers."),
        format!("Note: `curl` shows `{part}` on error."),
        format!("It answers: `{part}` on error."),
        format!("It answers `{part}` and then `{}`.", part.replace("quota", "time")),
    ] {
        check(&format!("{CLEAN}\n{sentence}\n"), Some(Protocol::Clarity), Certainty::Sure);
        check(&format!("{block}\n{sentence}\n"), Some(Protocol::StatusBlock), Certainty::Sure);
    }
    for said in [
        format!("`{part}`"),
        format!("My return: `{part}`"),
        format!("My return: `{part}`."),
        format!("My return is {part} and that is `all`."),
        format!("The `return` is {part} in `json`."),
        format!("My return` is {part} here."),
        format!("My return` is {} here.", part.replace("quota", "`quota`")),
        format!("My return is ``{part}` here."),
        format!("It answers `{part}`.\n\n{}", part.replace("quota", "time")),
    ] {
        for text in [format!("{CLEAN}\n{said}\n"), format!("{block}\n{said}\n")] {
            assert_eq!(found(&text).protocol, None, "{text}");
        }
    }
    // A whole return is one, wherever it stands.
    let whole = built(Protocol::JsonReturn, Outcome::Failed);
    let whole: serde_json::Value = serde_json::from_str(&whole).unwrap();
    check(&format!("{CLEAN}\nThe endpoint answers `{whole}` on error.\n"), None, Certainty::None);
}
