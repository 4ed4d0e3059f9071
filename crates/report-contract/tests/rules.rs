//! Rules that an edit of a message cannot show: expectations, schemas of findings, conversions of the confidence.

use report_contract::{
    ContractReport, FromReport as _, Options, Outcome, ToReport as _, Verbosity, check, parse, parse_with,
};

const COMPLETED: &str = include_str!("../src/canonical/completed.json");

/// The codes of the rules that a message breaks, with their pointers.
#[track_caller]
fn check_rules(text: &str, options: &Options, expected: &[(&str, &str)]) {
    let parsed = parse_with(text, options);
    let found = parsed.diagnostics().iter();
    let found: Vec<(&str, &str)> =
        found.map(|found| (found.rule.code, found.pointer.as_deref().unwrap_or_default())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_caller_expects_a_task_an_agent_and_a_verbosity() {
    let task = |id: &str| Options { task_id: Some(id.to_owned()), ..Options::default() };
    let agent = |name: &str| Options { agent_name: Some(name.to_owned()), ..Options::default() };
    let verbosity = |level| Options { verbosity: Some(level), ..Options::default() };
    check_rules(COMPLETED, &task("harbour-12-task-3"), &[]);
    check_rules(COMPLETED, &task("x"), &[("report-contract/task-mismatch", "/report_metadata/task_id")]);
    check_rules(COMPLETED, &agent("investigator"), &[]);
    check_rules(COMPLETED, &agent("x"), &[("report-contract/agent-mismatch", "/report_metadata/agent_name")]);
    check_rules(COMPLETED, &verbosity(Verbosity::Detailed), &[]);
    let mismatch = [("report-contract/verbosity-mismatch", "/report_metadata/verbosity_level")];
    check_rules(COMPLETED, &verbosity(Verbosity::Summary), &mismatch);
    let absent = COMPLETED.replace("    \"verbosity_level\": \"detailed\",\n", "");
    check_rules(&absent, &verbosity(Verbosity::Detailed), &[]);
    check_rules(&absent, &verbosity(Verbosity::Summary), &[("report-contract/verbosity-mismatch", "/report_metadata")]);
}

#[test]
fn the_confidence_is_a_number_from_0_to_1() {
    let value = |written: &str| {
        let parsed = parse(&COMPLETED.replace("0.95", written));
        let rules: Vec<&str> = parsed.diagnostics().iter().map(|found| found.rule.code).collect();
        (parsed.accepted().map(|report| report.report_metadata.confidence_level), rules)
    };
    assert_eq!(value("1"), (Some(1.0), vec![]));
    assert_eq!(value("\"0.98\""), (Some(0.98), vec!["envelope-core/converted"]));
    assert_eq!(value("\"98%\""), (Some(0.98), vec!["envelope-core/converted"]));
    assert_eq!(value("0.4"), (Some(0.4), vec!["report-contract/low-confidence"]));
    for wrong in ["98", "-0.1", "\"high\"", "\"98 of 100\""] {
        assert_eq!(value(wrong), (None, vec!["report-contract/confidence"]), "{wrong}");
    }
    let strict = Options { review_threshold: 0.99, ..Options::default() };
    check_rules(COMPLETED, &strict, &[("report-contract/low-confidence", "/report_metadata/confidence_level")]);
}

#[cfg(feature = "findings-schema")]
#[test]
fn findings_fit_the_schema_of_their_agent() {
    let schema = r#"{"type": "object", "required": ["context_map"], "properties": {"lines": {"type": "integer"}},
        "verbosity_levels": ["summary", "detailed"]}"#;
    let mut options = Options::default();
    options.registry.add("investigator", schema).expect("the schema is well formed");
    check_rules(COMPLETED, &options, &[]);
    let lines = COMPLETED.replace("\"context_map\": [\n", "\"lines\": \"many\", \"context_map\": [\n");
    check_rules(&lines, &options, &[("report-contract/findings-schema", "/findings/lines")]);
    let missing = COMPLETED.replace("\"context_map\"", "\"map\"");
    check_rules(&missing, &options, &[("report-contract/findings-schema", "/findings")]);
    let level = COMPLETED.replace("\"detailed\"", "\"comprehensive\"");
    check_rules(&level, &options, &[("report-contract/level-not-offered", "/report_metadata/verbosity_level")]);
    check_rules(&level.replace("\"investigator\"", "\"tester\""), &options, &[]);
    for wrong in ["{", "{\"type\": 7}", "{\"verbosity_levels\": [\"some\"]}"] {
        assert!(options.registry.add("x", wrong).is_err(), "{wrong}");
    }
}

/// To the neutral report and back, nothing is lost but what is listed.
#[test]
fn reports_survive_the_neutral_report() {
    for text in [COMPLETED, include_str!("../src/canonical/blocked.json"), include_str!("../src/canonical/failed.json")]
    {
        let mut report = parse(text).into_result().expect("a canonical message");
        let (again, losses) = ContractReport::from_report(&report.to_report());
        assert_eq!(losses, []);
        report.blockers = report.blockers.filter(|blockers| !blockers.is_empty());
        assert_eq!(again, report);
        assert!(check(&again).is_accepted());
    }
}

#[test]
fn a_cut_report_is_rejected() {
    let end = COMPLETED.trim_end().len();
    for cut in (1..end).filter(|at| COMPLETED.is_char_boundary(*at)) {
        let parsed = parse(&COMPLETED[..cut]);
        assert!(!parsed.is_accepted() && parsed.outcome() == Outcome::Failed, "{cut}");
    }
}

/// An error or blocker beside `completed` rejects the report in whatever form it is written (R-P4, R-A11).
#[test]
fn a_completed_report_with_an_error_in_any_form_is_rejected() {
    for (from, to) in [
        ("\"token_usage\"", "\"error_message\": null, \"error\": \"Build failed\", \"token_usage\""),
        ("\"token_usage\"", "\"error\": true, \"token_usage\""),
        ("\"token_usage\"", "\"error_message\": {\"message\": \"disk full\"}, \"token_usage\""),
        ("\"blockers\": []", "\"blockers\": {\"db\": \"ambiguous\"}"),
        ("\"blockers\": []", "\"blockers\": true"),
        ("\"blockers\": []", "\"blockers\": [0]"),
        ("\"token_usage\"", "\"error_message\": 0, \"token_usage\""),
        ("\"blockers\": []", "\"overall_status\": \"Failed\""),
        ("\"blockers\": []\n}", "\"blockers\": []\n}\n{\"status\": \"failed\"}"),
    ] {
        let parsed = parse(&COMPLETED.replace(from, to));
        assert!(!parsed.is_accepted() && parsed.outcome() == Outcome::Failed, "{to}");
    }
    for to in ["\"blockers\": [\"none\"]", "\"blockers\": null", "\"blockers\": [], \"error\": \"n/a\""] {
        assert!(parse(&COMPLETED.replace("\"blockers\": []", to)).is_accepted(), "{to}");
    }
}

#[test]
fn issues_with_keys_of_their_own_are_not_cut_down_by_a_conversion() {
    let issues = COMPLETED
        .replace("\"context_map\": [\n", "\"findings\": [{\"description\": \"d\", \"line\": 5}], \"context_map\": [\n");
    let report = parse(&issues).into_result().expect("it follows the specification");
    let (again, losses) = ContractReport::from_report(&report.to_report());
    assert_eq!((again.findings.get("findings"), losses.len()), (report.findings.get("findings"), 0));
}
