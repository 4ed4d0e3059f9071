//! Findings of many results, to aggregate.

use clarity_protocol::aggregate::{Aggregate, Input};
use clarity_protocol::{Finding, Outcome, Report};

/// Findings of a result; every tenth of each second result is one of the result before, with another severity.
pub(super) const PER_RESULT: usize = 100;

/// A finding with words of its own.
pub(super) fn finding(at: usize) -> Finding {
    let severities = ["minor", "major", "critical"];
    let types = ["contradiction", "terminology-drift", "broken-reference", "stale-content", "missing-coverage"];
    let severity = severities[at % 3].to_owned();
    let is_known = at.is_multiple_of(10) && at / PER_RESULT % 2 == 1;
    let at = if is_known { at - PER_RESULT } else { at };
    // Scattered, so that the input is not in order.
    let place = at.wrapping_mul(7_919) % 1_000_003;
    Finding {
        id: Some(format!("F{}", at % PER_RESULT)),
        severity: Some(severity),
        r#type: Some(types[at % 5].to_owned()),
        location: Some(format!("docs/tides-{}.md S{place}", place % 50)),
        counter_location: Some(format!("docs/berths-{}.md S{}", place % 7, place / 3)),
        description: format!("The lock of berth {at} opens at 2.1 m and at 2.4 m"),
        suggestion: Some("Keep 2.4 m, as the harbour master says".to_owned()),
        ..Finding::default()
    }
}

/// The results with these findings.
pub(super) fn aggregate(results: impl Iterator<Item = Vec<Finding>>) -> Aggregate {
    let mut aggregate = Aggregate::default();
    for (index, findings) in results.enumerate() {
        let mut report = Report::new(Outcome::CompletedWithFindings);
        report.findings = findings;
        aggregate.add(Input::accepted(&format!("results/{index}.md"), &index.to_le_bytes(), report));
    }
    aggregate
}
