//! What single messages are read as: forms that were once misread, and their neighbours.

use envelope_core::Parsed;
use serde_json::{Value, json};
use status_block::{NextAction, StatusBlock, Step, Stop, next_step, parse};

const HEAD: &str = "STATUS: success\nSUMMARY:\n  confidence: high\n";

fn codes(parsed: &Parsed<StatusBlock>) -> Vec<&'static str> {
    let own = parsed.diagnostics().iter().map(|it| it.rule.code().trim_start_matches("status-block/"));
    own.filter(|code| !code.starts_with("missing-")).collect()
}

/// What an extension `XX` with this text holds.
fn extension(text: &str) -> Value {
    let text = format!("{HEAD}XX:{text}\n");
    let parsed = parse(text.as_str());
    let block = parsed.read().unwrap_or_else(|| panic!("{text}"));
    block.extensions.get("XX").cloned().unwrap_or_else(|| panic!("{text}\n{block:?}"))
}

fn what_i_did(text: &str) -> (Option<String>, Vec<&'static str>) {
    let text = format!("{HEAD}  what_i_did: {text}");
    let parsed = parse(text.as_str());
    let summary = parsed.read().and_then(|block| block.summary.clone());
    (summary.and_then(|summary| summary.what_i_did), codes(&parsed))
}

#[test]
fn an_escaped_quote_at_the_end_closes_nothing() {
    for cut in ["\"said \\\"hi\\\"", "\"said \\\"hi\\\"\n", "'it''", "'''"] {
        let text = format!("{HEAD}  what_i_did: {cut}");
        let parsed = parse(text.as_str());
        assert!(parsed.accepted().is_none() && parsed.truncated(), "{text}\n{:?}", parsed.diagnostics());
    }
    let odd = |text: &str| (Some(text.to_owned()), vec!["unescaped-quote"]);
    assert_eq!(what_i_did(r#""said \"hi\" and "bye" now""#), odd(r#"said "hi" and "bye" now"#));
    assert_eq!(what_i_did("'it''s 'fine' now'"), odd("it's 'fine' now"));
    assert_eq!(what_i_did(r#""a "b" \\""#), odd(r#"a "b" \"#));
    assert_eq!(what_i_did(r#""C:\dir\""#), (Some(r"C:\dir\".to_owned()), vec!["literal-backslash"]));
}

#[test]
fn an_empty_item_is_an_item() {
    assert_eq!(extension("\n  -\n  - a"), json!([null, "a"]));
    assert_eq!(extension("\n-\n- a"), json!([null, "a"]));
    assert_eq!(extension("\n  -\n    - a\n  - b"), json!([["a"], "b"]));
    assert_eq!(extension("\n  -\n    k: a\n  -"), json!([{"k": "a"}, null]));
}

#[test]
fn extensions_list_with_any_mark() {
    assert_eq!(extension("\n  * a\n  * b"), json!(["a", "b"]));
    assert_eq!(extension("\n* a\n+ b: c"), json!(["a", {"b": "c"}]));
    assert_eq!(extension("\n  1. a\n  2) b"), json!(["a", "b"]));
    assert_eq!(extension("\n  * k: a\n  * l: b"), json!({"k": "a", "l": "b"}));
    let hidden = format!("{HEAD}  what_i_did: x\nXX:\n* a\n* STATUS: failed\n");
    assert!(!parse(hidden.as_str()).outcome().is_success(), "a status is no item");
}

#[test]
fn a_list_that_cannot_be_read_is_no_path() {
    let parsed = parse("STATUS: success\nFILES:\n  created: [app/{id}/page.tsx]\n");
    let files = parsed.read().unwrap().files.clone().unwrap();
    assert_eq!((files.created, files.extra.get("created")), (None, Some(&json!("[app/{id}/page.tsx]"))));
    let parsed = parse("STATUS: success\nFILES:\n  created: app/[id]/page.tsx\n");
    assert_eq!(
        parsed.read().unwrap().files.clone().unwrap().created,
        Some(["app/[id]/page.tsx"].into_iter().collect())
    );
}

#[test]
fn comments() {
    let end = format!("{HEAD}  what_i_did: \"x\"\n\n# end of report\n  # indeed\n");
    let parsed = parse(end.as_str());
    assert!(!codes(&parsed).contains(&"prose-around"), "{:?}", codes(&parsed));
    assert!(parsed.read().unwrap().prose.is_empty());
    let heading = format!("{HEAD}  what_i_did: \"x\"\n\n# Notes\nmore\n");
    assert_eq!(parse(heading.as_str()).read().unwrap().prose.after.as_deref(), Some("# Notes\nmore"));
    assert_eq!(what_i_did("#234 fixed the login"), (None, vec!["comment-in-text"]));
    assert_eq!(what_i_did("# a comment"), (None, vec![]));
}

#[test]
fn a_list_of_agents_is_not_the_end() {
    let with = |next: &str| format!("{HEAD}  what_i_did: \"x\"\n{next}\n");
    let listed = with("NEXT_ACTION:\n  recommended_agent: [x, y or z]");
    let parsed = parse(listed.as_str());
    let Step::Run(handoff) = next_step(&parsed) else { panic!("somebody goes on") };
    assert_eq!(handoff.agents, ["x", "y", "z"]);
    for odd in ["NEXT_ACTION: run the validator", "NEXT_ACTION:\n  recommended_agent: {name: x}"] {
        assert_eq!(next_step(&parse(with(odd).as_str())), Step::Stop(Stop::Blocked), "{odd}");
    }
    for nobody in ["NEXT_ACTION: none", "NEXT_ACTION:\n  recommended_agent: []", "NEXT_ACTION:\n  reason: done"] {
        assert_eq!(next_step(&parse(with(nobody).as_str())), Step::Stop(Stop::Finished), "{nobody}");
    }
    assert!(NextAction::default().agents().is_empty());
}

#[test]
fn marks_around_a_whole_line_are_no_part_of_the_value() {
    let parsed = parse("STATUS: success\nFILES:\n- **created:**\n  - a.rs\n- **modified:** [b.rs]\n");
    let files = parsed.read().unwrap().files.clone().unwrap();
    assert_eq!(
        (files.created, files.modified),
        (Some(["a.rs"].into_iter().collect()), Some(["b.rs"].into_iter().collect()))
    );
    let with = |text: &str| {
        let text = format!("{HEAD}  what_i_did: x\n{text}\n");
        let parsed = parse(text.as_str());
        let block = parsed.read().unwrap_or_else(|| panic!("{text}"));
        Value::Object(block.extensions.clone())
    };
    assert_eq!(with("**ISSUES:**\n- a\n- b"), json!({"ISSUES": ["a", "b"]}));
    assert_eq!(with("**ROOT_CAUSE: the cache**"), json!({"ROOT_CAUSE": "the cache"}));
    assert_eq!(with("**ROOT_CAUSE: \"the cache\"**"), json!({"ROOT_CAUSE": "the cache"}));
    assert_eq!(with("**ROOT_CAUSE: [a, \"b\"]**"), json!({"ROOT_CAUSE": ["a", "b"]}));
    assert_eq!(with("ROOT_CAUSE: **the** *cache*"), json!({"ROOT_CAUSE": "**the** *cache*"}));
}

#[test]
fn what_stands_in_braces_keeps_its_letters() {
    let files = |text: &str| {
        let text = format!("STATUS: success\nFILES: {text}\n");
        let parsed = parse(text.as_str());
        let files = parsed.read().unwrap().files.clone().unwrap_or_else(|| panic!("{text}"));
        let created: Vec<String> = files.created.iter().flat_map(|paths| paths.iter().map(str::to_owned)).collect();
        (created, codes(&parsed))
    };
    assert_eq!(files("{created: [1.10, 007]}").0, ["1.10", "007"]);
    assert_eq!(files(r#"{created: ["C:\temp\new.rs"]}"#).0, [r"C:\temp\new.rs"]);
    assert!(files("{created: [a], created: [b]}").1.contains(&"duplicate-key"));
    let big = " {id: 12345678901234567890123, n: 9007199254740993, v: [1.10, [007]], t: true, e: , f}";
    let expected = json!({"id": "12345678901234567890123", "n": "9007199254740993", "v": ["1.10", ["007"]], "t": true,
        "e": null, "f": null});
    assert_eq!(extension(big), expected);
    assert_eq!(extension(" {a: 1, \"b\":[2.5, -3], 'c d': {}}"), json!({"a": 1, "b": [2.5, -3], "c d": {}}));
    // What only a reader of all YAML understands is kept as text where a number would change.
    assert_eq!(extension(" {a: &x 1.10, b: *x}"), json!("{a: &x 1.10, b: *x}"));
    assert_eq!(extension(" {a: &x 12, b: *x}"), json!({"a": 12, "b": 12}));
}

#[test]
fn a_line_number_is_part_of_its_key() {
    let expected = json!({"src/a.rs:12": "boom", "src/a.rs:15": "bang"});
    assert_eq!(extension("\n  src/a.rs:12: boom\n  src/a.rs:15: bang"), expected);
    assert_eq!(
        extension("\n  12:30:00: started\n  12:30:07: done"),
        json!({"12:30:00": "started", "12:30:07": "done"})
    );
}

/// What is written back has no diagnostic of class form, and reads as the same value.
#[track_caller]
fn settles(text: &str) -> StatusBlock {
    let block = parse(text).read().cloned().unwrap_or_else(|| panic!("{text}"));
    let written = status_block::render(&block);
    let again = parse(written.as_str());
    let form: Vec<_> = again.diagnostics().iter().filter(|it| it.rule.class() == envelope_core::Class::Form).collect();
    assert!(form.is_empty(), "{form:?}\n{written}");
    assert_eq!(again.read(), Some(&block), "{written}");
    block
}

#[test]
fn what_is_written_back_settles() {
    let outer = settles(" STATUS: success\n SUMMARY:\n   what_i_did: x\nFILES:\n  created: [a]\n");
    assert_eq!(outer.files.unwrap().created, Some(["a"].into_iter().collect()));
    settles(" STATUS: success\n SUMMARY:\n   what_i_did: x\nNOTES: y\n");
    let fenced = settles(&format!("Here:\n```\n{HEAD}```\nDone.\n"));
    assert_eq!((fenced.prose.before.as_deref(), fenced.prose.after.as_deref()), (Some("Here:"), Some("Done.")));
    let inside = settles(&format!("Here:\n~~~~yaml\n{HEAD}\nand so on\n```\nx\n```\n~~~~\n"));
    assert_eq!(inside.prose.after.as_deref(), Some("and so on\n```\nx\n```"));
    settles(&format!("````\nHere:\n```\n{HEAD}```\nDone.\n````\n"));
    let twice = settles("STATUS: ✅ success\nSUMMARY:\n  what_i_did: x\nSTATUS: success\nFILES:\n  created: []\n");
    assert!(twice.prose.is_empty());
    let kept = parse(format!("Here:\n```\n{HEAD}```\nNOTES: y\n").as_str()).read().cloned().unwrap();
    assert_eq!(kept.prose.after.as_deref(), Some("```\nNOTES: y"), "without the fence it would be a section");
}

/// What is said of marks before lines is true of them.
#[test]
fn marks_before_some_lines_are_not_called_marks_before_every_line() {
    let marks = |text: &str| {
        let parsed = parse(text);
        let decoration = |it: &&envelope_core::Diagnostic| it.rule.code() == "envelope-core/decoration";
        parsed.diagnostics().iter().filter(decoration).map(|it| it.message.clone()).collect::<Vec<_>>()
    };
    let body = "SUMMARY:\n  what_i_did: \"Moved the tests\"\n";
    let quoted = format!("> STATUS: success\n>\n> {}\n", body.trim_end().replace('\n', "\n> "));
    assert_eq!(marks(&quoted), ["read through quote mark before every line"]);
    assert_eq!(marks(&format!("\n{quoted}\n\n")), ["read through quote mark before every line"]);
    let some = ["read through quote mark at the start of lines"];
    assert_eq!(marks(&format!("> STATUS: success\n\n{body}")), some);
    assert_eq!(marks(&format!("My report:\n\n{quoted}")), some);
    assert_eq!(marks(&format!("{quoted}\nThat is all.\n")), some);
    let numbered = "1→STATUS: success\n2→SUMMARY:\n3→  what_i_did: \"Moved the tests\"\n";
    assert_eq!(marks(numbered), ["read through line number before every line"]);
    assert_eq!(marks(&numbered.replace("3→", "")), ["read through line number at the start of lines"]);
}

/// A copy of the instruction beside a report is told once and written back nowhere (R-A5).
#[test]
fn a_template_beside_the_report_is_left_out() {
    let block = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Moved the tests\"\n  confidence: high\n";
    let line = "STATUS: success | blocked | failed";
    let whole = format!("{line}\n\nSUMMARY:\n  what_i_did: \"<what>\"\n\nISSUES: <list>");
    let fenced = format!("```\n{whole}\n```");
    let texts = [
        format!("{line}\n{block}"),
        format!("{block}\n{line}\n"),
        format!("{whole}\n\n{block}"),
        format!("{block}\n{whole}\n"),
        format!("The form:\n{line}\n\n{block}"),
        format!("{block}\n  {line}\n\nDone.\n"),
        format!("{block}\n- {line}\n- Done.\n"),
        format!("{block}\n**Status:** success | blocked | failed\n"),
        format!("{block}\n{line}\n\nFILES:\n  created: []\n"),
        format!("{block}  {line}\n"),
        format!("{fenced}\n\n```\n{block}```\n"),
        format!("Two fences:\n```\n{block}```\n\n{fenced}\n"),
        format!("> {}\n", format!("{line}\n\n{block}").trim_end().replace('\n', "\n> ")),
        format!("{line}\r\n\r\n{}", block.replace('\n', "\r\n")),
    ];
    for text in texts {
        let parsed = parse(text.as_str());
        let count =
            |parsed: &Parsed<StatusBlock>| codes(parsed).iter().filter(|it| it.ends_with("echo-beside")).count();
        assert_eq!(count(&parsed), 1, "{text}\n{:#?}", parsed.diagnostics());
        let value = parsed.accepted().unwrap_or_else(|| panic!("{text}\n{:#?}", parsed.diagnostics()));
        assert_eq!(value.summary.as_ref().and_then(|it| it.what_i_did.as_deref()), Some("Moved the tests"), "{text}");
        let written = status_block::render(value);
        let again = parse(written.as_str());
        assert!(!written.contains('|') && count(&again) == 0, "{text}\n{written}");
        assert_eq!(again.accepted(), Some(value), "{text}\n{written}");
    }
}

/// What a copy says beside the template is not left out with it (R-A2).
#[test]
fn a_template_that_says_more_is_not_left_out() {
    let block = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Moved the tests\"\n  confidence: high\n";
    for more in ["  STATUS: failed\n", "OUTCOME: failed\n", "CARRIED:\n  outcome: failed\n"] {
        let text = format!("STATUS: success | blocked | failed\n\nSUMMARY:\n  what_i_did: \"<what>\"\n{more}\n{block}");
        let parsed = parse(text.as_str());
        assert!(parsed.accepted().is_none(), "{text}\n{:#?}", parsed.diagnostics());
        let value = parsed.read().unwrap_or_else(|| panic!("{text}"));
        assert!(parse(status_block::render(value).as_str()).accepted().is_none(), "{text}");
    }
}
