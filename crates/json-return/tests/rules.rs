//! Rules that an edit of a message cannot show: expectations, dialects, the disk, limits.

use json_return::{Dialect, Options, Outcome, Status, parse, parse_with};

const COMPLETED: &str = include_str!("../src/canonical/completed.json");

/// The codes of the rules that a message breaks.
fn rules(text: &str, options: &Options) -> Vec<&'static str> {
    parse_with(text, options).diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect()
}

fn contextual() -> Options {
    Options { dialect: Dialect::contextual(), ..Options::default() }
}

#[test]
fn the_caller_expects_a_session_and_an_agent() {
    let session = |id: &str| Options { session_id: Some(id.to_owned()), ..Options::default() };
    let agent = |name: &str| Options { agent_type: Some(name.to_owned()), ..Options::default() };
    assert_eq!(rules(COMPLETED, &session("sess_1790001200_b7e2")), [""; 0]);
    assert_eq!(rules(COMPLETED, &session("sess_2")), ["json-return/session-mismatch"]);
    assert_eq!(rules(COMPLETED, &agent("planner")), [""; 0]);
    assert_eq!(rules(COMPLETED, &agent("tester")), ["json-return/agent-mismatch"]);
}

#[test]
fn a_summary_has_400_characters_or_less_than_100_tokens() {
    let with = |length: usize| COMPLETED.replace("Wrote the plan", &"ä".repeat(length - 76));
    let length = |text: &str| parse(text).diagnostics().iter().map(|found| found.message.clone()).collect::<Vec<_>>();
    assert_eq!(length(&with(400)), [""; 0]);
    assert_eq!(length(&with(401)), ["the summary has 401 characters"]);
    assert_eq!(rules(&with(1_000), &contextual()), [""; 0]);
    assert_eq!(rules(&with(1_001), &contextual()), ["json-return/summary-too-long"]);
    let words = |text: &str| text.split(' ').count();
    let tokens = Options { count_tokens: Some(words), ..Options::default() };
    assert_eq!(rules(&with(401), &tokens), [""; 0]);
    let many = COMPLETED.replace("Wrote the plan", &"a ".repeat(100));
    assert_eq!(rules(&many, &tokens), ["json-return/summary-too-long"]);
}

#[test]
fn the_contextual_dialect_allows_what_agents_write_today() {
    let flat = r#"{"status": "implemented", "session_id": "s", "agent_type": "coder", "artifacts": []}"#;
    let parsed = parse_with(flat, &contextual());
    assert_eq!(parsed.diagnostics().len(), 0, "{:?}", parsed.diagnostics());
    let value = parsed.into_result().expect("it follows the dialect");
    assert_eq!((value.status.status(), value.status.as_str()), (Status::Completed, "implemented"));
    assert_eq!(value.metadata.and_then(|metadata| metadata.session_id).as_deref(), Some("s"));
    let phases =
        flat.replace("\"artifacts\": []", "\"partial_progress\": {\"phases_completed\": 2, \"phases_total\": 3}");
    assert_eq!(rules(&phases, &contextual()), ["json-return/phases-left"]);
    assert_eq!(parse_with(&phases, &contextual()).outcome(), Outcome::Failed);
    assert!(rules(flat, &Options::default()).contains(&"json-return/unknown-status"));
}

/// No cut of a return before its closer is a success, an accepted message or a panic; every one has a diagnostic.
#[test]
fn a_return_that_is_cut_off_is_rejected() {
    for text in [COMPLETED, include_str!("../src/canonical/partial.json")] {
        let end = text.trim_end().len();
        for cut in (1..end).filter(|at| text.is_char_boundary(*at)) {
            let parsed = parse(&text[..cut]);
            assert!(!parsed.is_accepted() && !parsed.diagnostics().is_empty(), "{cut}");
            assert_eq!(parsed.outcome(), Outcome::Failed);
        }
    }
}

#[test]
fn limits() {
    let nested = COMPLETED.replace("6.5", &format!("{}{}", "[".repeat(200), "]".repeat(200)));
    assert!(rules(&nested, &Options::default()).contains(&"envelope-core/json-too-deep"));
    let huge = COMPLETED.replace("Wrote", &"x".repeat(20 << 20));
    assert_eq!(rules(&huge, &Options::default()), ["envelope-core/too-large"]);
    let not_utf8 = parse([COMPLETED.as_bytes(), b"\xff"].concat().as_slice());
    assert_eq!(not_utf8.diagnostics()[0].rule.code, "envelope-core/not-utf8");
    let many = format!("{}{COMPLETED}", "{\"status\": \"x\"}\n".repeat(70));
    assert_eq!(rules(&many, &Options::default()), ["envelope-core/json-too-many"]);
    let numbers = COMPLETED.replace("6.5", "6.5, \"a\": 18446744073709551615, \"b\": -9223372036854775808");
    let value = parse(&numbers).into_result().expect("integers of 64 bits are read");
    let extra = value.metadata.map(|metadata| metadata.extra).unwrap_or_default();
    assert_eq!((extra["a"].as_u64(), extra["b"].as_i64()), (Some(u64::MAX), Some(i64::MIN)));
}

/// What contradicts a success is an object that states something else; what a thought, a quotation or a text says is not.
#[test]
fn contradictions_are_structural() {
    let failed = r#"{"status": "failed"}"#;
    for contradicting in [
        format!("{COMPLETED}\n{failed}"),
        format!("{COMPLETED}\n```json\n{failed}\n```\n"),
        format!("{COMPLETED}\nCorrection: {failed}\n"),
        format!("{failed}\n{COMPLETED}"),
        format!("{COMPLETED}\n{{\"status\": \"**Failed**\"}}"),
        format!("{COMPLETED}\n{{\"status\": \"failed\" because the build broke}}"),
        format!("{COMPLETED}\n{{\"status\": \"fai"),
        COMPLETED.replace("\"next_steps\"", "\"outcome\": \"Failed\",\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"ok\": \"false\",\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"error\": 500,\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"errors\": \"The build fails\",\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"errors\": [{\"type\": \"build_failed\"}],\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"success\": false,\n  \"next_steps\""),
        COMPLETED.replace("\"phase_count\"", "\"Has-Errors\": true,\n  \"phase_count\""),
        COMPLETED.replace("\"next_steps\"", "\"error\": \"The build fails\",\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"overall_status\": \"blocked\",\n  \"next_steps\""),
    ] {
        assert_eq!(parse(&contradicting).outcome(), Outcome::Failed, "{contradicting}");
    }
    let quoted = failed.replace('"', "\\\"");
    for harmless in [
        format!("<think>\n{failed}\n</think>\n{COMPLETED}"),
        format!("> {failed}\n\n{COMPLETED}"),
        COMPLETED.replace("Run /implement 31", &quoted),
        COMPLETED.replace("\"next_steps\"", "\"error\": \"none\",\n  \"next_steps\""),
        COMPLETED.replace("\"next_steps\"", "\"error\": {\"code\": null},\n  \"next_steps\""),
        format!("I used {{\"mode\": \"fast\" or so}} here.\n\n{COMPLETED}"),
        format!("It's like {{'a': 'it's}} or so.\n\n```json\n{COMPLETED}```\n"),
        format!("`{{\"status\": \"<word>\", \"summary\": \"<text>\"}}` is the form:\n{COMPLETED}"),
        COMPLETED.replace("\"next_steps\"", "\"last_run\": {\"status\": \"failed\"},\n  \"next_steps\""),
    ] {
        assert_eq!(parse(&harmless).outcome(), Outcome::Completed, "{harmless}: {:?}", parse(&harmless).diagnostics());
    }
}
