//! Findings as a type, and checks of them with places in the text (R-P5).

use envelope_core::{Envelope as _, Path, ReadOptions, Source};
use report_contract::{ContractReport, Expectations, parse};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Review {
    answer: String,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "it does not fit")]
struct Other {
    answer: u32,
}

const TEXT: &str = include_str!("../../../../fixtures/report-contract/valid/least.json");

#[test]
fn a_type_of_the_caller_is_read() {
    let parsed = parse(TEXT);
    let report = parsed.accepted().expect("accepted");
    assert_eq!(report.findings_as::<Review>().expect("it fits").answer, "The cache is never emptied.");
    let issues = report.findings_as::<Other>().expect_err("it does not fit");
    assert_eq!(issues[0].path, Path::root().key("findings").key("answer"));
}

#[test]
fn what_does_not_fit_is_told_with_its_bytes() {
    let source = Source::new(TEXT);
    let judge = |expected: &Expectations| ContractReport::parse_expecting(&source, &ReadOptions::default(), expected);
    assert!(judge(&Expectations::default().typed_findings::<Review>()).accepted().is_some());
    let refused = judge(&Expectations::default().typed_findings::<Other>());
    assert!(refused.accepted().is_none());
    let found = &refused.diagnostics()[0];
    assert_eq!(found.rule.code(), "report-contract/findings-shape");
    assert_eq!(source.slice(found.span), "\"The cache is never emptied.\"");
}
