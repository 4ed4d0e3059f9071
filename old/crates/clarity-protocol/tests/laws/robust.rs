//! Reading is total and linear, whatever comes.

use clarity_protocol::{ResultType, parse, prompt, render};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn anything_is_read(text in r"(RESULT: |CLEAN|Type: digest|\| |\|---|---\n|\*\*Agent\*\*: x|\n|```|~~~|## F1|- |<|>|`|\\|é|\r|\t| ){0,40}") {
        assert_is_read(&text);
    }

    /// The same in the middle of a message that is a success but for what is put there.
    #[test]
    fn anything_in_a_message_is_read(
        text in r"(RESULT: (CLEAN|ERROR)|Type: digest|\| |\|---|---\n|\*\*Agent\*\*: x|\n|\n\n|```|~~~|## F1|## Tests\n|- |❌|<|>|`|\\|é|\r|\t|    | |a){0,30}",
        behind in any::<bool>(),
    ) {
        let line = "RESULT: CLEAN | Type: digest | Doc: a | Sections: 0 | Entities: 0 | Cross-refs: 0";
        assert_is_read(&if behind { format!("{line}\n{text}\n## End\n") } else { format!("{text}\n{line}\n") });
    }

    #[test]
    fn bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(!parse(bytes.as_slice()).outcome().is_success());
    }
}

#[track_caller]
fn assert_is_read(text: &str) {
    let parsed = parse(text);
    for diagnostic in parsed.diagnostics() {
        assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
    }
    // What was read once is read the same when it is written again, and says nothing better.
    let value = parsed.read().expect("a value");
    let again = render(value);
    let second = parse(again.as_str());
    assert_eq!(second.read().map(render).as_ref(), Some(&again), "{text:?}");
    assert!(second.outcome() >= parsed.outcome(), "{text:?}\n{again}");
    if parsed.outcome().is_success() {
        assert!(text.contains("RESULT: "), "{text:?}");
    }
}

/// Texts that were once read otherwise when they were written again.
#[test]
fn found_by_searching() {
    let line = "RESULT: CLEAN | Type: digest | Doc: a | Sections: 0 | Entities: 0 | Cross-refs: 0";
    for before in ["**Agent**: x\n\n## Tests\n\n- a ❌", "---\n\n## Tests\n\n- a ❌", "- Agent: x\n\n## Tests\n\n- a"]
    {
        assert_is_read(&format!("{before}\n\n{line}\n"));
        assert_is_read(&format!("{before}\n\n{line}\n\n**Scope**: y\n\n- b\n"));
    }
    for before in ["## Tests\n---\n- **Agent**: x", "## F1\n---\n**Agent**: x\r## Tests\n- Type: digest"] {
        assert_is_read(&format!("{before}\n{line}\n"));
    }
    for text in ["---\nType: digest---\n- ```---\n**Agent**: x", "---\nType: digest\n\\\r**Agent**: x"] {
        assert_is_read(text);
    }
}

/// The long messages that a reader with a step too many would never finish.
#[test]
fn long_messages_of_one_kind_are_read() {
    let lines = [
        "RESULT: CLEAN | Type: digest\n",
        "| a | b |\n",
        "### F1: again\n\n",
        "**F1** again\n\n",
        "- **F2**: item\n",
        "| ",
        "| `",
        "```\n",
        "Result: x ",
        "**Agent**: x\n",
        "---\n",
        "> ",
        "| Doc: ",
        "\\|",
    ];
    let head = "RESULT: CLEAN | Type: digest | Doc: a | Sections: 1 | Entities: 1 | Cross-refs: 1\n\n";
    for line in lines {
        let text = format!("{head}{}", line.repeat(100_000 / line.len()));
        assert!(parse(text.as_str()).read().is_some(), "{line}");
    }
    // Kinds of lines that each cost nothing may do so together.
    for line in ["RESULT: CLEAN\n<!-- x -->\n", "RESULT: <STATUS> | Type: <TYPE>\n<!-- x -->\n"] {
        assert!(parse(line.repeat(500_000 / line.len()).as_str()).accepted().is_none(), "{line}");
    }
    let header = "| ID | Severity | Type | Location | Description |\n|---|---|---|---|---|\n";
    let rows = "| F1 | grave | typo | `a | b |\n".repeat(3_000);
    assert!(parse(format!("{head}{header}{rows}").as_str()).accepted().is_none());
}

#[test]
fn every_prompt_is_refused() {
    for kind in ResultType::ALL {
        assert!(parse(prompt(kind)).accepted().is_none());
    }
}

/// Lines of messages: what is rendered after reading reads the same, whatever follows what.
const POOL: [&str; 30] = [
    "| Item | Status | Notes |",
    "| ID | Severity | Type | Location | Description |",
    "|---|---|---|---|---|",
    "| F1 | minor | omission | a.md | gap |",
    "| Item | Status | Notes |\n|---|---|---|",
    "| V1 | applied | ok |",
    "| V1 | applied",
    "| Item | Status\n|---|---",
    "\ttab",
    "    code",
    "a",
    "a | b",
    "===",
    "---",
    "***",
    "",
    "",
    "## Checklist",
    "## Findings",
    "### F1: drift",
    "**F1** — disc",
    "- **F1**: disc",
    "- V1: applied",
    "  more",
    "> quoted",
    "```",
    "RESULT: <STATUS> | Type: <TYPE>",
    "- Scope: y",
    "**Scope**: y",
    "text",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn what_was_read_is_read_again(lines in prop::collection::vec(prop::sample::select(&POOL[..]), 0..9), meta in any::<bool>()) {
        let head = format!("{}{}", crate::contradicted::C, if meta { crate::contradicted::META } else { "" });
        assert_reads_again(&format!("{head}{}\n", lines.join("\n")));
    }
}

#[track_caller]
fn assert_reads_again(text: &str) {
    let parsed = parse(text);
    let value = parsed.read().expect("a value");
    let again = render(value);
    assert_eq!(parse(again.as_str()).read(), Some(value), "{text:?}\n{again}");
}

/// The same for texts that were once read otherwise.
#[test]
fn once_read_otherwise() {
    let (line, meta) = (crate::contradicted::C, crate::contradicted::META);
    let echo = "RESULT: <STATUS> | Type: <TYPE>\n";
    for text in [
        format!("{line}{meta}| Item | Status | Notes |\n|---|---|---|\n| V1 | applied | ok |\n\ttab\n**F1** — disc\n"),
        format!("{line}{meta}| Item | Status\n|---|---\n| V1 | applied\na\n===\n"),
        format!("{line}\nRESULT: <STATUS> | Type: <TYPE>\n- Scope: y\n\ntext\n"),
        format!("{line}{meta}- ```\n  a\n  ```\nRESULT: <STATUS> | Type: <TYPE>\n- **F1**: disc"),
        format!("{line}| Item | Status | Notes |\n|---|---|---|\n---\n| V1 | applied | ok |\n- Scope: y\n"),
        format!("{line}| Item | Status | Notes |\n***\n| Item | Status | Notes |\n- Scope: y\n"),
        format!("{line}| Item | Status\n|---|---\n- Scope: y\n\n| Item | Status | Notes |\n- **F1**: disc\n"),
        format!("{line}| Item | Status | Notes |\n|---|---|---|\n---\n- Scope: y\n| F1 | minor | gap | a.md | b |\n"),
        format!("{line}| Item | Status | Notes |\n- **F1**: disc\n{echo}| Item | Status | Notes |\n- V1: applied\n"),
        format!("{line}| Item | Status | Notes |\n- **F1**: disc\n{echo}| V1 | applied | ok |\n\ttab\n"),
        format!("{line}- **F1**: disc\n---\n- Scope: y\n---\n- Scope: y\n"),
    ] {
        assert_reads_again(&text);
    }
}

/// An empty metadata block hides none behind it: what that one says would not be judged.
#[test]
fn an_empty_block_hides_no_other() {
    let line = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 1 | Entities: 1 | Cross-refs: 1 | Coverage: 100%";
    let filled = "---\n**Protocol**: v9\n**Agent**: x\n**Coverage**: 40%\n**Confidence**: low\n---\n";
    let status = "---\n**Agent**: x\n**Status**: ERROR\n---\n";
    for empty in ["---\n**Protocol**:\n---\n", "---\n**Agent**:\n---\n", "Words.\n\n---\n**Scope**:\n---\n"] {
        for twice in [1, 2] {
            let empty = format!("{empty}\n").repeat(twice);
            for later in [filled, status] {
                let text = format!("{line}\n\n{empty}Some words.\n\n{later}");
                let parsed = parse(text.as_str());
                assert!(parsed.accepted().is_none(), "{text}");
                assert!(!parsed.outcome().is_success(), "{text}");
                assert_reads_again(&text);
            }
            assert!(parse(format!("{line}\n\n{empty}Some words.\n").as_str()).accepted().is_some(), "{empty}");
        }
    }
}
