//! Canonical text, reading without end or panic, and never failing open.

use envelope_core::{Class, Envelope, Limits, Policy, ReadOptions, Severity, Source, Status, Verdict};
use proptest::prelude::*;
use status_block::{BlockStatus, StatusBlock, check, parse, render};

use crate::values::{blocks, hostile};

/// The diagnostics of class content as rule and path, in an order that does not depend on the text.
fn content(parsed: &envelope_core::Parsed<StatusBlock>) -> Vec<(String, String)> {
    let content = parsed.diagnostics().iter().filter(|it| it.rule.class() == Class::Content);
    let mut told: Vec<_> = content
        .map(|it| (it.rule.code().to_owned(), it.path.as_ref().map(ToString::to_string).unwrap_or_default()))
        .collect();
    told.sort();
    told
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    /// The canonical law (RULINGS): rendering then parsing gives the same value, no diagnostic of class form, and the
    /// same content diagnostics as checking the value.
    #[test]
    fn what_is_rendered_reads_back(block in blocks()) {
        let text = render(&block);
        let parsed = parse(text.as_str());
        prop_assert_eq!(parsed.read(), Some(&block), "{}", text);
        let form: Vec<_> = parsed.diagnostics().iter().filter(|it| it.rule.class() == Class::Form).collect();
        prop_assert!(form.is_empty(), "{:?}\n{}", form, text);
        let mut checked: Vec<_> = check(&block).iter().map(|it| (it.rule.code().to_owned(), it.path.to_string())).collect();
        checked.sort();
        prop_assert_eq!(content(&parsed), checked);
        prop_assert_eq!(parsed.status(), Some(block.status));
        prop_assert_eq!(parsed.verdict(), Verdict::of(&block, &()));
        prop_assert_eq!(&render(parsed.read().unwrap()), &text);
        let strict = ReadOptions::new(()).policy(Policy::Strict);
        let strictly = StatusBlock::parse(&Source::new(text.as_str()), &strict);
        prop_assert_eq!(strictly.read(), Some(&block), "strict mode reads canonical text as it is");
    }

    #[test]
    fn a_value_survives_json(block in blocks()) {
        let json = serde_json::to_string(&block).unwrap();
        prop_assert_eq!(serde_json::from_str::<StatusBlock>(&json).unwrap(), block);
    }

    /// Whatever stands in a message: nothing panics, every place lies in it, and a success is stated in so many words.
    #[test]
    fn any_text_is_read_and_never_fails_open(lines in prop::collection::vec(line(), 0..14), cut in 0_usize..400) {
        let mut text = lines.concat();
        let mut end = cut.max(text.len() / 2).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        let parsed = parse(text.as_str());
        for diagnostic in parsed.diagnostics() {
            prop_assert!(text.get(diagnostic.span.range()).is_some(), "{:?} in {:?}", diagnostic, text);
        }
        if parsed.outcome().is_success() {
            let stated = text.lines().any(|line| {
                let line = line.to_lowercase();
                line.find("status").is_some_and(|at| line[at..].contains("success") && !line[at..].contains("fail"))
            });
            prop_assert!(stated, "{}", text);
            prop_assert!(!has_contrary_line(&text), "{}", text);
            prop_assert_eq!(parsed.status(), Some(BlockStatus::Success));
        }
        if let Some(block) = parsed.read() {
            let again = parse(render(block).as_str());
            let refused = parsed.diagnostics().iter().any(|it| {
                it.severity == Severity::Error && REFUSED_FOR_ANOTHER_LINE.contains(&it.rule.code())
            });
            // A bare value does not know that it was refused, but it holds the lines for which it was.
            prop_assert!(!refused || again.accepted().is_none(), "{}\n---\n{}", text, render(block));
        }
    }

    /// Beside a success no other line says something else, indented, decorated, before or after, with text between.
    #[test]
    fn a_contrary_status_line_counts_wherever_it_stands(before in prop::collection::vec(around(), 0..5),
        after in prop::collection::vec(around(), 0..5)) {
        let text = format!("{}\n{OK}\n{}", before.concat(), after.concat());
        let contrary = before.iter().chain(&after).any(|line| line.contains("failed"));
        let parsed = parse(text.as_str());
        prop_assert!(!(contrary && parsed.outcome().is_success()), "{}", text);
        if contrary {
            prop_assert!(parsed.diagnostics().iter().any(|it| it.rule.code() == "status-block/second-status"), "{}", text);
            // What is written back is not better than what was read; a further line of the block itself is not kept.
            let kept = parsed.read().filter(|block| render(block).contains("failed"));
            if let Some(block) = kept {
                prop_assert!(!parse(render(block).as_str()).outcome().is_success(), "{}", text);
            }
        } else {
            prop_assert!(parsed.accepted().is_some(), "{}\n{:?}", text, parsed.diagnostics());
        }
    }

    /// Any addition to the status word makes it none.
    #[test]
    fn only_the_bare_word_is_a_status(before in "[a-z(!~ ]{0,3}", after in "[a-z.,!?() -]{0,5}") {
        let value = format!("{before}success{after}");
        let text = format!("STATUS: {value}\nSUMMARY:\n  what_i_did: \"x\"\n");
        let stated = BlockStatus::from_word(value.trim());
        prop_assert_eq!(parse(text.as_str()).status(), stated, "{}", text);
    }

    /// No bytes make it panic, and the limits hold.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200), depth in 0_usize..4) {
        let options = ReadOptions::new(()).limits(Limits::default().with_depth(depth).with_diagnostics(3));
        let text = [b"STATUS: success\nSUMMARY:\n  x: ".as_slice(), &bytes].concat();
        let parsed = StatusBlock::parse(&Source::from_bytes(&text), &options);
        prop_assert!(parsed.diagnostics().len() <= 4);
    }
}

/// Rules that refuse a block for what stands beside or around it.
const REFUSED_FOR_ANOTHER_LINE: [&str; 4] = [
    "status-block/second-status",
    "status-block/duplicate-key",
    "status-block/stray-text",
    "envelope-core/envelope-hidden",
];

const OK: &str = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Ran it\"\n  confidence: high\n  iterations_used: 1\n\n\
    FILES:\n  created: []\n  modified: []\n  read: []\n\n\
    NEXT_ACTION:\n  recommended_agent: \"a\"\n  reason: \"b\"\n  context_forward: \"Look at src/lib.rs\"\n";

/// A line around a block: text, or a status line that begins no block.
fn around() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("Tests did not pass."),
        Just(""),
        Just("Done: see the log"),
        Just("Status: success"),
        Just("STATUS: failed"),
        Just("  STATUS: failed"),
        Just("\tSTATUS: failed"),
        Just("**STATUS: failed**"),
        Just("**STATUS:** failed"),
        Just("## STATUS: failed"),
        Just("STATUS：failed"),
        Just("❌ STATUS: failed"),
        Just("- Status: failed"),
        Just("\"status\": failed"),
        Just("'Status': \"failed\""),
        Just("&x STATUS: failed"),
    ];
    line.prop_map(|line| format!("{line}\n"))
}

/// Whether a line reads as another status than success, where nothing can make text of it: no quotes, no fences, no
/// literal text and no section that holds data of its own.
fn has_contrary_line(text: &str) -> bool {
    let makes_text = ["\"", "'", "```", "~~~", "|", ">", "[", "{", "ISSUES", "CARRIED", "- ", "é", "k:"];
    !makes_text.iter().any(|sign| text.contains(sign))
        && text.split(['\n', '\r']).any(|line| line.trim() == "STATUS: failed")
}

/// A line as agents write it, or worse.
fn line() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        Just("STATUS: success"),
        Just("STATUS: failed"),
        Just("**Status**: success"),
        Just("STATUS: success | failed"),
        Just("SUMMARY:"),
        Just("FILES:"),
        Just("## ERRORS:"),
        Just("NEXT_ACTION:"),
        Just("ISSUES:"),
        Just("CARRIED:"),
        Just("what_i_did: \"a"),
        Just("confidence: high"),
        Just("created: [\"a\","),
        Just("modified: ["),
        Just("]"),
        Just("\""),
        Just("reason: 'it"),
        Just("details: |"),
        Just("message: >-"),
        Just("- file: x"),
        Just("-"),
        Just("- - a"),
        Just("> STATUS: success"),
        Just("<think>"),
        Just("</think>"),
        Just("<!--"),
        Just("-->"),
        Just("---"),
        Just("Next Action: x"),
        Just("   1→STATUS: success"),
        Just("   2→SUMMARY:"),
        Just("```"),
        Just("~~~"),
        Just("{a: 1}"),
        Just("k: {a: [b, {"),
        Just("k: &a [*a]"),
        Just("outcome: failed"),
        Just("&x outcome: failed"),
        Just("*a : failed"),
        Just("success: false"),
        Just("\"status\": failed"),
        Just("what_i_did: “a"),
        Just("reason: \"a \"b\" c"),
        Just("k: !!seq [a"),
        Just("can_retry: maybe"),
        Just("prose here"),
        Just("# comment"),
        Just("é: ✅"),
    ];
    let end = prop_oneof![8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n"), 1 => Just("\r"), 1 => Just("")];
    let indent = prop_oneof![4 => Just(""), 4 => Just("  "), 1 => Just("\t"), 1 => Just("     ")];
    (indent, prop_oneof![9 => words.prop_map(str::to_owned), 1 => hostile()], end)
        .prop_map(|(indent, text, end)| format!("{indent}{text}{end}"))
}

/// Lines that an agent may write before and after its block, or between its sections.
const LINES: &[&str] = &[
    "",
    "prose",
    "Here it is:",
    "  indented",
    "# comment",
    "## Heading",
    "---",
    "- item",
    "1. one",
    "> quoted",
    "key: value",
    "  key: value",
    "\tkey: v",
    "Summary: all is well",
    "Next Action:",
    "**FILES:**",
    "SUMMARY:",
    "FILES:",
    "ERRORS:",
    "FILES: {created: [a]}",
    "ERRORS: {}",
    "  created: [a,",
    "  what_i_did: \"open",
    "  closes\"",
    "  confidence: high",
    "  message: 'it''s'",
    "ISSUES:",
    "ISSUES: [a, {b: c}]",
    "LOG: |",
    "    text",
    "```",
    "```yaml",
    "~~~",
    "<think>",
    "</think>",
    "<!-- a -->",
    "STATUS: success",
    "**STATUS**: success",
    "- STATUS: success",
    "Status: see above",
    "(STATUS: failed)",
    "Overall STATUS: failed",
    "\"status\": failed",
    "success: false",
    "&x FILES:",
    "CARRIED:",
    "  !!str outcome: failed",
    "  what_i_did: “open",
    "  reason: !!str \"open",
    "  reason: \"a \"b\" c",
    "STATUS: success | blocked | failed",
    "\u{feff}",
    "\"",
    "[",
    ">   what_i_did: b",
    "  3→SUMMARY:",
];

/// As it is written back, without its list mark and with a closing quote behind it, such a line may be read with the
/// section above it or not at all (R-A2).
#[test]
fn a_status_that_a_section_takes_in_begins_no_block() {
    let summary = "SUMMARY:\n  what_i_did: \"a b\"\n";
    for before in ["SUMMARY:\nISSUES:\n", "FILES:\n  read: [a]\nISSUES:\n"] {
        for times in [1, 2, 3] {
            let text = format!("{before}{}{summary}", "- STATUS: success\n".repeat(times));
            assert!(!parse(text.as_str()).outcome().is_success(), "{text}");
        }
    }
    let quoted = "SUMMARY:\n  what_i_did: \"open\nSTATUS: success\nFILES: {read: [a]}\n\"\n";
    assert!(!parse(quoted).outcome().is_success(), "{quoted}");
    for text in [format!("- STATUS: success\n{summary}"), format!("ISSUES:\n- STATUS: success\n{summary}")] {
        assert!(parse(text.as_str()).accepted().is_some(), "{text}");
    }
}

/// A template, a second status or an open quote around a block may take in lines of it once it is written back.
#[test]
fn what_cannot_be_told_from_the_block_is_refused() {
    for text in [
        "STATUS: success\nISSUES:\nSTATUS: success\nISSUES:\nSTATUS: success\nSUMMARY:\n  what_i_did: \"a b\"\n",
        "SUMMARY:\n  what_i_did: \"open\nSTATUS: success\nSTATUS: success\nFILES: {read: [a]}\n\"\n",
        "FILES: {created: [a]}\n  key: value\nSTATUS: success\nSUMMARY:\n  what_i_did: \"a b\"\n<think>\nERRORS: {}\n\
         STATUS: success\n",
        "~~~\nSTATUS: success\nSUMMARY:\n  what_i_did: \"a b\"\n<!-- a -->\nSTATUS: success\n~~~\n  created: [a,\n",
    ] {
        assert!(!parse(text).outcome().is_success(), "{text}");
    }
    // Below a template the report begins, whatever sections the template has.
    for text in [
        "SUMMARY:\n  created: [a,\nSTATUS: success | blocked | failed\nSTATUS: success\nFILES: {created: [a]}\n",
        "STATUS: success | blocked | failed\nNext Action:\nSTATUS: success\nSUMMARY:\n  what_i_did: \"a b\"\n",
    ] {
        let parsed = parse(text);
        let block = parsed.accepted().expect(text);
        assert_eq!(parse(render(block).as_str()).accepted(), Some(block), "{text}");
    }
}

/// A line between the sections is pointed at, not the first of its paragraph.
#[test]
fn a_denial_inside_the_block_has_its_place() {
    let text = "STATUS: success\n\nI did things.\nOverall result: blocked\n\nSUMMARY:\n  what_i_did: \"a b\"\n";
    let parsed = parse(text);
    let found = parsed.diagnostics().iter().find(|found| found.rule == &status_block::rules::SECOND_STATUS);
    assert_eq!(found.map(|found| found.span.of(text)), Some("Overall result: blocked"), "{:#?}", parsed.diagnostics());
}

/// Without the fence a comment would be one of the block.
#[test]
fn a_comment_behind_a_fence_reads_back() {
    for behind in ["# comment", "  # comment\n\n# another", "# Notes\n\nAll is well."] {
        let text = format!("```\nSTATUS: success\nSUMMARY:\n  what_i_did: \"a b\"\n```\n{behind}\n");
        let parsed = parse(text.as_str());
        let block = parsed.accepted().expect("it is accepted");
        let written = render(block);
        assert_eq!(parse(written.as_str()).accepted(), Some(block), "{written}");
    }
}

fn lines() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(LINES), 0..5)
        .prop_map(|lines| lines.into_iter().map(|line| format!("{line}\n")).collect::<Vec<_>>().concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Whatever stands around a block: what is accepted is written back so that it reads the same (RULINGS, "Canonical").
    #[test]
    fn what_stands_around_a_block_reads_back(
        before in lines(),
        after in lines(),
        status in prop::sample::select(&["STATUS: success", "**STATUS**: success", "## STATUS: success", "- STATUS: success"][..]),
        section in prop::sample::select(&["SUMMARY:\n  what_i_did: \"a b\"\n", "FILES: {read: [a]}\n", "SUMMARY:\n"][..]),
    ) {
        let text = format!("{before}{status}\n{section}{after}");
        let parsed = parse(text.as_str());
        if let Some(block) = parsed.accepted() {
            let written = render(block);
            let again = parse(written.as_str());
            prop_assert_eq!(again.accepted(), Some(block), "{}\nis written\n{}", text, written);
            prop_assert_eq!(again.outcome(), parsed.outcome());
        }
    }
}
