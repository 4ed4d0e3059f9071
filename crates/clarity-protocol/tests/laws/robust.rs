//! Reading is total and linear, whatever comes.

use clarity_protocol::{ResultType, parse, prompt, render};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn anything_is_read(text in r"(RESULT: |CLEAN|Type: digest|\| |\|---|---\n|\*\*Agent\*\*: x|\n|```|~~~|## F1|- |<|>|`|\\|é|\r|\t| ){0,40}") {
        let parsed = parse(text.as_str());
        for diagnostic in parsed.diagnostics() {
            prop_assert!(text.get(diagnostic.span.range()).is_some(), "{:?}", diagnostic);
        }
        // What was read once is read the same when it is written again.
        let value = parsed.read().expect("a value");
        let again = render(value);
        let second = parse(again.as_str());
        prop_assert_eq!(second.read().map(render), Some(again.clone()), "{:?}\n{}", text, again);
        if parsed.outcome().is_success() {
            prop_assert!(text.contains("RESULT: "), "{:?}", text);
        }
    }

    #[test]
    fn bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(!parse(bytes.as_slice()).outcome().is_success());
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
