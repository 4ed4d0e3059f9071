//! What did not run, or was not understood, as the invocation of a SARIF log (R-C14).

use clarity_protocol::aggregate::{Gap, Quarantined, UnifiedReport, UnitStatus};
use serde_json::Value;

use super::log::{self, notification};

/// The invocation: successful only where every unit reported, was covered whole, and was understood.
pub(crate) fn invocation(report: &UnifiedReport) -> Value {
    let gaps = report.gaps.iter().map(gap);
    log::invocation(gaps.chain(report.quarantined.iter().map(held)))
}

/// The counts for people; `None` where there is nothing to tell.
pub(crate) fn note(report: &UnifiedReport) -> Option<String> {
    let count = |wanted: fn(UnitStatus) -> bool| report.gaps.iter().filter(|gap| wanted(gap.status)).count();
    let missing = count(|status| status == UnitStatus::Missing);
    let unparseable = count(|status| status == UnitStatus::Unparseable);
    let parts = [
        (missing, "missing"),
        (unparseable, "unparseable"),
        (report.gaps.len() - missing - unparseable, "with a gap"),
        (report.quarantined.len(), "not understood"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    (!parts.is_empty()).then(|| format!("warning: not all ran: {}; the log's invocation says which", parts.join(", ")))
}

fn gap(gap: &Gap) -> Value {
    let level = match gap.status {
        UnitStatus::Missing | UnitStatus::Unparseable | UnitStatus::Error => "error",
        _ => "warning",
    };
    let covered = gap.coverage.as_ref().map(|covered| format!(", covered: {covered}")).unwrap_or_default();
    let text = format!("{}: {}{covered}: {}", &*gap.unit, gap.status.as_str(), &*gap.reason);
    notification(level, &text, gap.file.as_deref())
}

fn held(row: &Quarantined) -> Value {
    let id = row.id.as_ref().map(|id| format!(", {}", &**id)).unwrap_or_default();
    let cells = row.cells.iter().map(|(name, cell)| format!("\n{name}: {cell}"));
    let words: String = row.text.iter().map(|text| format!("\n{}", &**text)).chain(cells).collect();
    let text = format!("{}{id}: not understood: {}{words}", &*row.file, &*row.reason);
    notification("error", &text, Some(&row.file))
}

#[cfg(test)]
mod tests {
    use clarity_protocol::Aggregate;
    use envelope_core::Source;

    use super::super::sarif::{findings_log, findings_notes};
    use crate::aggregate::add;
    use crate::{Settings, read};

    fn log(inputs: &[(&str, &str)], expected: &[&str]) -> (serde_json::Value, String) {
        let settings = Settings::default();
        let mut aggregate = Aggregate::new();
        aggregate.expect(expected.iter().copied());
        for (file, text) in inputs {
            let source = Source::new(*text);
            add(&mut aggregate, file, &source, &read(&source, &settings), &settings);
        }
        let report = aggregate.finish();
        let log = serde_json::to_value(findings_log(&report, "0.1.0")).unwrap();
        (log["runs"][0]["invocations"][0].clone(), findings_notes(&report).join("\n"))
    }

    const CLEAN: &str = "RESULT: CLEAN | Type: consistency | Pair: a.md/b.md | Findings: 0\n\n\
        ---\n**Protocol**: v1\n**Agent**: a\n**Coverage**: 100%\n**Confidence**: high\n---\n";

    #[test]
    fn what_did_not_run_is_told() {
        let (invocation, note) = log(&[("a b.md", "All done!")], &["tides"]);
        assert_eq!(invocation["executionSuccessful"], false);
        let told = invocation["toolExecutionNotifications"].as_array().unwrap();
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(told[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b.md");
        assert!(told[0]["message"]["text"].as_str().unwrap().starts_with("a b.md: unparseable"), "{told:?}");
        assert!(told[1]["message"]["text"].as_str().unwrap().starts_with("tides: missing"), "{told:?}");
        assert!(told[1].get("locations").is_none());
        assert!(note.contains("warning: not all ran: 1 missing, 1 unparseable;"), "{note}");
    }

    #[test]
    fn what_ran_whole_is_successful() {
        let (invocation, note) = log(&[("a.md", CLEAN)], &["a"]);
        assert_eq!(invocation, serde_json::json!({"executionSuccessful": true, "toolExecutionNotifications": []}));
        assert_eq!(note, "");
    }
}
