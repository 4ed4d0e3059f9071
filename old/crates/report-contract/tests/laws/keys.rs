//! Members under another key than the specification's (R-A6, R-A8, R-A11, R-P0).

use envelope_core::{Outcome, Severity};
use report_contract::{parse, render};

/// A complete report with these members more in its metadata and beside it.
fn report(metadata: &str, more: &str) -> String {
    format!(
        r#"{{"report_metadata":{{"agent_name":"a","task_id":"t-1","status":"completed","verbosity_level":"detailed",
        "confidence_level":0.9{metadata}}},"findings":{{"x":1}}{more}}}"#
    )
}

fn both_ways(first: &str, second: &str) -> [String; 2] {
    [format!(",{first},{second}"), format!(",{second},{first}")]
}

/// What is told above a note: the rule and the pointer.
fn told(text: &str) -> Vec<(String, String)> {
    let found = parse(text);
    let above = found.diagnostics().iter().filter(|found| found.severity > Severity::Note);
    let pointer = |path: &envelope_core::Path| path.as_str().to_owned();
    above.map(|found| (found.rule.code().to_owned(), found.path.as_ref().map(pointer).unwrap_or_default())).collect()
}

#[track_caller]
fn reads_back(text: &str) {
    let value = parse(text).read().cloned().unwrap_or_else(|| panic!("no value: {text}"));
    let again = render(&value);
    assert_eq!(parse(&again).read(), Some(&value), "{again}");
    assert!(!again.contains("#2"), "nothing is renamed: {again}");
}

#[test]
fn a_field_and_its_other_name_are_never_read_as_one_key_twice() {
    for (first, second, said) in [
        (r#""error_message":null"#, r#""error":"""#, None),
        (r#""error_message":"""#, r#""error":"""#, Some("")),
        (r#""Error_Message":"a""#, r#""error":"b""#, Some("a")),
        (r#""**error_message**":"a""#, r#""error":"a""#, Some("a")),
        (r#""Error":"b""#, r#""error_message":null"#, Some("b")),
        (r#""Error":"b""#, r#""error_message":"a""#, Some("a")),
    ] {
        for more in both_ways(first, second) {
            let parsed = parse(&report(&more, ""));
            let value = parsed.accepted().unwrap_or_else(|| panic!("{more}: {:?}", parsed.diagnostics()));
            assert_eq!(value.report_metadata.error_message.as_deref(), said, "{more}");
            reads_back(&report(&more, ""));
        }
    }
    for (first, second, said) in [
        (r#""Identified_Gaps":["b"]"#, r#""gaps":["a"]"#, &["b"][..]),
        (r#""identified_gaps":"""#, r#""gaps":"""#, &[]),
        (r#""identified_gaps":null"#, r#""Gaps":["a"]"#, &["a"]),
        (r#""identified_gaps":[]"#, r#""Gaps":["a"]"#, &[]),
    ] {
        for more in both_ways(first, second) {
            let parsed = parse(&report("", &more));
            let value = parsed.accepted().unwrap_or_else(|| panic!("{more}: {:?}", parsed.diagnostics()));
            assert_eq!(value.identified_gaps, said, "{more}");
            reads_back(&report("", &more));
        }
    }
}

#[test]
fn an_equal_repeat_in_another_spelling_is_a_warning_and_is_dropped() {
    let repeated = |pointer: &str| vec![("envelope-core/json-repeated-key".to_owned(), pointer.to_owned())];
    for (metadata, more, pointer) in [
        (r#","Task_ID":"t-1""#, "", "/report_metadata/Task_ID"),
        (r#","Status":"completed""#, "", "/report_metadata/Status"),
        ("", r#","recommendations":["r"],"Recommendations":["r"]"#, "/Recommendations"),
        ("", r#","Recommendations":["r"],"recommendations":["r"]"#, "/Recommendations"),
    ] {
        let text = report(metadata, more);
        assert_eq!(told(&text), repeated(pointer), "{text}");
        assert!(parse(&text).verdict().accepted());
        reads_back(&text);
    }
    let text = report("", r#","Blockers":["x"],"BLOCKERS":["x"]"#);
    let codes: Vec<String> = told(&text).into_iter().map(|(code, _)| code).collect();
    assert!(codes.contains(&"envelope-core/json-repeated-key".to_owned()), "{codes:?}");
    assert!(parse(&text).verdict().accepted());
}

#[test]
fn null_in_another_spelling_is_absent() {
    let text = report(r#","Status":null,"Task_ID":null"#, r#","Findings":null"#);
    assert!(told(&text).is_empty(), "{:?}", told(&text));
    reads_back(&text);
    for more in both_ways(r#""recommendations":null"#, r#""Recommendations":["x"]"#) {
        let parsed = parse(&report("", &more));
        assert_eq!(parsed.accepted().map(|value| value.recommendations.clone()), Some(vec!["x".to_owned()]), "{more}");
    }
}

#[test]
fn another_value_in_another_spelling_is_told_once_and_with_its_place() {
    let text = report(r#","Task_ID":"t-2""#, "");
    let parsed = parse(&text);
    let codes: Vec<_> = parsed.diagnostics().iter().map(|found| found.rule.code()).collect();
    assert_eq!(codes, ["envelope-core/json-duplicate-key"]);
    assert_eq!(told(&text)[0].1, "/report_metadata/Task_ID");
    assert_eq!(parsed.read().unwrap().report_metadata.extra.as_map()["Task_ID"], "t-2");
}

#[test]
fn a_second_status_stays_a_contradiction_when_it_is_written_again() {
    let text = report(r#","Status":"failed""#, "");
    let parsed = parse(&text);
    assert_eq!((parsed.outcome(), parsed.verdict().accepted()), (Outcome::Failed, false));
    let again = parse(&render(parsed.read().unwrap()));
    assert_eq!((again.outcome(), again.verdict().accepted()), (Outcome::Failed, false));
    let metadata = r#"{"agent_name":"a","task_id":"t-1","status":"failed","confidence_level":0.9,"error_message":"e"}"#;
    for key in ["report_metadata", "Report_Metadata"] {
        let parsed = parse(&report("", &format!(r#","{key}":{metadata}"#)));
        let verdict = parsed.verdict();
        assert_eq!(
            (verdict.outcome(), verdict.accepted(), verdict.fallback()),
            (Outcome::Failed, false, false),
            "{key}"
        );
    }
}

#[test]
fn what_is_carried_and_cannot_be_read_states_nothing() {
    for carried in [r#"{"outcome":"bogus"}"#, r#""x""#, "[]", r#"{"Outcome":"failed"}"#] {
        let parsed = parse(&report("", &format!(r#","carried":{carried}"#)));
        let verdict = parsed.verdict();
        assert_eq!(
            (verdict.outcome(), verdict.accepted(), verdict.fallback()),
            (Outcome::Failed, false, true),
            "{carried}"
        );
        let codes: Vec<_> = parsed.diagnostics().iter().map(|found| found.rule.code()).collect();
        assert_eq!(codes, ["envelope-core/bad-carried"], "{carried}");
    }
}

/// Of a complete report in which `from` is `to`: the rules of severity error.
fn errors_with(from: &str, to: &str) -> Vec<&'static str> {
    let whole = report(r#","token_usage":5"#, "");
    assert!(whole.contains(from), "{from}");
    let parsed = parse(&whole.replace(from, to));
    let errors = parsed.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| found.rule.code()).collect()
}

#[test]
fn the_placeholders_of_the_specification_are_no_values() {
    for (from, to) in [
        (r#""token_usage":5"#, r#""token_usage":"integer (optional)""#),
        (r#""token_usage":5"#, r#""execution_time_seconds":"integer (optional)""#),
        (r#""confidence_level":0.9"#, r#""confidence_level":"float (0.0 to 1.0)""#),
        (r#""status":"completed""#, r#""status":"passed|failed|blocked""#),
        (r#""status":"completed""#, r#""status":"completed | blocked | failed""#),
    ] {
        assert_eq!(errors_with(from, to), ["envelope-core/template-echo"], "{to}");
    }
    assert_eq!(
        errors_with(r#""confidence_level":0.9"#, r#""confidence_level":"high""#),
        ["report-contract/confidence-scale"]
    );
    assert_eq!(errors_with(r#""status":"completed""#, r#""status":"passed|done""#), ["envelope-core/unknown-word"]);
}

#[test]
fn findings_of_blanks_are_none() {
    let text = report("", "").replace(r#"{"x":1}"#, r#"{"a":" \n"}"#);
    assert_eq!(told(&text), [("report-contract/findings-empty".to_owned(), "/findings".to_owned())]);
}

#[test]
fn a_message_to_the_agent_counts_what_is_left_out() {
    let items = vec!["5"; 3_000].join(",");
    let text = report("", "").replace(r#"{"x":1}"#, &format!(r#"{{"context_map":[{items}]}}"#));
    let told = envelope_core::reask(&parse(&text), &envelope_core::Source::new(&text)).expect("refused");
    assert!(told.contains("and 2990 more, none of them graver"), "{told}");
}
