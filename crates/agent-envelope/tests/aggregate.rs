//! Aggregation of messages of any protocol.

#![cfg(feature = "clarity-protocol")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use agent_envelope::clarity_protocol::aggregate::{Aggregate, ClarityReport, Expected};
use agent_envelope::{AnyProtocol, Options, PROTOCOLS, convert, find, parse, read_input};

const TABLE: &str = "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n\
     |----|----------|------|----------|------------------|-------------|------------|\n\
     | X1 | major | regression | docs/quay.md S77 | -- | The crane stands on the rails | -- |\n";

fn aggregate(message: &str, protocol: Option<&AnyProtocol>) -> ClarityReport {
    let mut aggregate = Aggregate::default();
    aggregate.add(read_input("a.md", message.as_bytes(), protocol, &Options::default()));
    aggregate.finish(&Expected::default())
}

/// How often the row of the table is in a report, as a source or quarantined.
fn count(report: &ClarityReport) -> usize {
    let sources = report.findings.iter().flat_map(|finding| &finding.sources);
    let rows = sources.filter(|source| source.finding.location.as_deref() == Some("docs/quay.md S77")).count();
    rows + report.quarantined.iter().map(|lost| lost.text.matches("S77").count()).sum::<usize>()
}

/// Each canonical message of each protocol that reports findings, bare and in a fence.
fn messages() -> impl Iterator<Item = (&'static AnyProtocol, String)> {
    let protocols = PROTOCOLS.iter().filter(|protocol| protocol.is_target() || protocol.info.is_json);
    protocols.flat_map(|protocol| {
        let texts = protocol.info.canonical.iter().map(|canonical| canonical.text);
        texts.flat_map(move |text| [(protocol, text.to_owned()), (protocol, format!("```\n{text}```\n"))])
    })
}

/// A row in the text around a report counts once, whatever the protocol; one in a fence is a quotation.
#[test]
fn tables_around_a_report_count_once() {
    for (protocol, message) in messages() {
        let plain = aggregate(&message, None);
        for (text, rows) in [
            (format!("What I saw:\n\n{TABLE}\n{message}"), 1),
            (format!("{message}\n\nWhat I saw, too:\n\n{TABLE}"), 1),
            (format!("{TABLE}\n{message}\n{TABLE}"), 2),
            (format!("My last attempt:\n\n~~~\nIn short:\n\n{TABLE}~~~\n\n{message}"), 0),
        ] {
            for protocol in [None, Some(protocol)] {
                let report = aggregate(&text, protocol);
                assert_eq!(count(&report), rows, "{text}");
                let is_clean = rows == 0 && plain.stats.clean == 1;
                assert_eq!(report.stats.clean, usize::from(is_clean), "{text}");
            }
        }
    }
}

/// What no protocol claims, or more than one, has its rows all the same.
#[test]
fn tables_of_unclaimed_messages_count() {
    for text in [TABLE.to_owned(), format!("RESULT: CLEAN\n\nSTATUS: success\nSUMMARY:\n  x: y\n\n{TABLE}")] {
        let report = aggregate(&text, None);
        assert_eq!((report.stats.unparseable, report.findings.len(), report.gaps.len()), (1, 1, 1), "{text}");
    }
}

/// Gaps are gaps in any protocol that has a place for them, over a conversion, too.
#[test]
fn gaps_survive_a_conversion() {
    let contract = find("report-contract").unwrap();
    let text = r#"{"report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed", "confidence_level": 1},
        "findings": {"x": 1}, "identified_gaps": ["The cellar was not read", "The north wing neither"]}"#;
    let parsed = parse(&text.into(), contract, &Options::default());
    let converted = convert(&parsed, find("clarity").unwrap(), false).text.unwrap();
    for text in [text, &converted] {
        let gaps: Vec<String> = aggregate(text, None).gaps.into_iter().map(|gap| gap.reason).collect();
        assert_eq!(gaps, ["The cellar was not read", "The north wing neither"], "{text}");
    }
}
