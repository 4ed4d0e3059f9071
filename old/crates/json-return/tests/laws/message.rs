//! What stands around a return in its message (R-A2, R-A4, R-A12).

use envelope_core::{Envelope as _, Outcome, Policy, ReadOptions, Source};
use json_return::{SubagentReturn, parse};

/// A clean return on one line, without its last brace.
const OPEN: &str = r#"{"status":"completed","summary":"Wrote the plan. It has three phases.","artifacts":[{"type":"plan","path":"plan.md","summary":"The plan"}],"metadata":{"session_id":"sess_1735460684_a1b2c3","agent_type":"planner","delegation_depth":1,"delegation_path":["orchestrator","planner"]}"#;

fn whole() -> String {
    format!("{OPEN}}}")
}

fn codes(text: &str) -> Vec<&'static str> {
    parse(text).diagnostics().iter().map(|found| found.rule.code()).collect()
}

#[test]
fn what_follows_an_early_end_is_never_dropped_without_an_error() {
    for rest in [
        r#","x":[1,"k":null},"v"],"status":"failed"}"#,
        r#","log":[{"a":1},"b":2},{"c":3}],"errors":[{"message":"m"}]}"#,
        r#","x":{"a":1}},{"b":2}],"status":"failed"}"#,
        r#"}, 3, "status":"failed"}"#,
        r#"}, 3, "status":"failed""#,
        r#"}, {"k":1}, "status":"failed"}"#,
        r#","x":[}1],"status":"failed"}"#,
        r#", }status": "failed"}"#,
        r#"} status: "failed"}"#,
        "} status: failed}",
        r#"}, "status":"failed"}"#,
    ] {
        let text = format!("{OPEN}{rest}");
        assert!(!parse(&text).verdict().accepted(), "{text}\n{:?}", codes(&text));
    }
    let whole = whole();
    for rest in [
        "\nDone :)",
        "\nAll 3 tests pass, see [log] and {x}.",
        ", as you asked",
        "}",
        "\n```\n}\n",
        "\n\"Done\", said I",
    ] {
        let text = format!("{whole}{rest}");
        assert_eq!(parse(&text).outcome(), Outcome::Completed, "{text}\n{:?}", codes(&text));
    }
}

#[test]
fn what_nobody_sees_or_somebody_else_said_is_not_the_return() {
    let whole = whole();
    for text in [
        format!("<!-- {whole} -->\nI could not finish."),
        format!("Hello.\n<!--\n{whole}\n"),
        format!("The planner reported:\n\n> {whole}\n\nbut I could not finish."),
        format!("The planner reported:\n\n>> {whole}\n\nbut I could not finish."),
        format!("The planner reported:\n\n- > {whole}\n\nbut I could not finish."),
        format!("[THINK]\n{whole}\n[/THINK]\nI could not finish."),
        format!("◁think▷{whole}◁/think▷ I could not finish."),
        format!("<seed:think>{whole}</seed:think> I could not finish."),
        format!("<|begin_of_thought|>{whole}<|end_of_thought|> I could not finish."),
        format!("<|channel|>analysis<|message|>{whole}<|end|> I could not finish."),
        format!("<thinking_process>{whole}</thinking_process> I could not finish."),
        format!("<inner_monologue>{whole}</inner_monologue> I could not finish."),
        format!("<reasoning_content>{whole}</reasoning_content> I could not finish."),
        format!("<|thinking|>{whole}<|/thinking|> I could not finish."),
    ] {
        assert!(!parse(&text).verdict().accepted(), "{text}\n{:?}", codes(&text));
    }
    for text in [
        format!("<!-- a note -->\n{whole}"),
        format!("> {whole}"),
        format!("<|channel|>analysis<|message|>Hm.<|end|>{whole}"),
        format!("{whole}<|end|>"),
        format!("“Here” … it is — [THINK]Hm.[/THINK]\n{whole}"),
    ] {
        assert_eq!(parse(&text).outcome(), Outcome::Completed, "{text}\n{:?}", codes(&text));
    }
}

#[test]
fn a_clean_object_stays_what_it_is_whatever_touches_it() {
    let whole = whole();
    let value = parse(&whole).read().cloned();
    for text in
        [format!("'{whole}'"), format!("echo '{whole}' > x"), format!("\"\"\"{whole}\"\"\""), format!("{whole}\"")]
    {
        let parsed = parse(&text);
        assert_eq!(
            (parsed.read(), parsed.outcome()),
            (value.as_ref(), Outcome::Completed),
            "{text}\n{:?}",
            codes(&text)
        );
    }
    let party = whole.replace("Wrote", "🎉 Wrote");
    let encoded = serde_json::to_string(&party).unwrap().replace('🎉', r"\ud83c\udf89");
    assert_eq!(parse(&encoded).read(), parse(&party).read(), "{encoded}");
    let doubled = whole.replace(r#""session_id":"#, r#""session_id"":"#);
    assert_eq!(parse(&doubled).read(), value.as_ref());
    assert_eq!(codes(&doubled), ["envelope-core/json-unexpected"]);
}

#[test]
fn text_around_is_told_on_both_sides_and_odd_blanks_are_text() {
    let whole = whole();
    let prose = "envelope-core/json-in-prose";
    assert_eq!(codes(&format!("Before\n{whole}\nAfter: tests fail")), [prose, prose]);
    let strict = ReadOptions::default().policy(Policy::Strict);
    for blank in ['\u{b}', '\u{c}', '\u{a0}', '\u{85}', '\u{2003}', '\u{2028}'] {
        for text in [format!("{blank}{whole}"), format!("{whole}{blank}")] {
            let parsed = SubagentReturn::parse(&Source::new(&text), &strict);
            assert!(!parsed.verdict().accepted(), "{blank:?}");
        }
    }
}

/// R-A9: what was found does not keep the room that was made for all that follows it.
#[test]
fn many_objects_take_little_room() {
    let text = "{\"a\":1} ".repeat(300_000);
    assert!(!parse(&text).verdict().accepted());
}
