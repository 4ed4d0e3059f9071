//! A message that ends in the middle is never a success (R-A2, R-A10).

use clarity_protocol::{
    Block, ClarityResult, Finding, FindingSeverity, FindingType, Metadata, Metrics, ResultStatus, ResultType, Role,
    SummaryLine, parse, render,
};
use proptest::collection::vec;
use proptest::prelude::*;

use super::generate;

fn metadata() -> Metadata {
    let mut metadata = Metadata::new("reviewer");
    let said = [("Assigned", "compare\nboth"), ("Scope", "a.md"), ("Coverage", "100%"), ("Confidence", "high")];
    for (key, value) in said {
        metadata.set(key, value);
    }
    metadata
}

fn success(status: ResultStatus, kind: ResultType, metrics: &[(&str, &str)], blocks: Vec<Block>) -> ClarityResult {
    let mut line = Metrics::new(kind);
    for (key, value) in metrics {
        assert!(line.set(key, value), "{key}");
    }
    let mut result = ClarityResult::new(SummaryLine::new(status, line)).metadata(metadata());
    result.blocks = blocks;
    result
}

fn words() -> impl Strategy<Value = String> {
    r"[a-z|\\é]{1,6}"
}

fn table(role: Role, columns: &[&str], rows: Vec<Vec<String>>) -> Block {
    Block::Table { role, columns: columns.iter().map(|&name| name.to_owned()).collect(), rows }
}

/// Messages of every type that end with a table and are accepted.
fn successes() -> impl Strategy<Value = ClarityResult> {
    let pairs = || vec((words(), words()), 1..4);
    let findings = pairs().prop_map(|rows| {
        let count = rows.len().to_string();
        let columns = ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion"];
        let finding = |(at, (place, text)): (usize, (String, String))| {
            let mut finding = Finding::default();
            finding.id = Some(format!("F{}", at + 1));
            finding.severity = Some(FindingSeverity::Minor);
            finding.kind = Some(FindingType::Regression);
            finding.location = Some(place);
            finding.description = Some(text);
            finding
        };
        let rows = rows.into_iter().enumerate().map(finding).collect();
        let block = Block::Findings { columns: columns.map(str::to_owned).to_vec(), rows };
        let metrics =
            [("Pair", "a.md/b.md"), ("Findings", &count), ("Critical", "0"), ("Major", "0"), ("Minor", &count)];
        success(ResultStatus::Findings, ResultType::Consistency, &metrics, vec![block])
    });
    let items = pairs().prop_map(|rows| {
        let count = rows.len().to_string();
        let rows = rows.into_iter().map(|(item, notes)| vec![item, "applied".to_owned(), notes]).collect();
        let metrics = [("Items", count.as_str()), ("Applied", &count), ("Partial", "0"), ("Missing", "0")];
        let block = table(Role::Checklist, &["Item", "Status", "Notes"], rows);
        success(ResultStatus::Clean, ResultType::Verification, &metrics, vec![block])
    });
    let tests = pairs().prop_map(|rows| {
        let ratio = format!("{0}/{0}", rows.len());
        let rows = rows.into_iter().map(|(name, _)| vec![name, "pass".to_owned()]).collect();
        let metrics = [("Task", "T1"), ("Files", "0"), ("Criteria", "0/0"), ("Tests", ratio.as_str())];
        let blocks = vec![Block::section("Test Results", ""), table(Role::Tests, &["Test", "Result"], rows)];
        success(ResultStatus::Clean, ResultType::Implementation, &metrics, blocks)
    });
    prop_oneof![findings, items, tests]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A success that ends inside a row or the metadata block is seen to be cut off and is not accepted.
    #[test]
    fn a_cut_inside_is_seen(value in successes()) {
        let text = render(&value);
        let whole = parse(text.as_str());
        prop_assert!(whole.accepted().is_some() && whole.outcome().is_success(), "{text}\n{:?}", whole.diagnostics());
        let mut at = 0;
        let mut rules = 0;
        for line in text.split_inclusive('\n') {
            let (row, rule) = (line.starts_with('|'), line == "---\n");
            rules += usize::from(rule);
            let block = rules == 1 || rule;
            let inside = if row || block { 1..line.trim_end().len() } else { 0..0 };
            // In the block a cut at a line's end is seen as well; a lone line of dashes may be meant.
            let ends = if rules == 1 { line.trim_end().len()..line.len() + usize::from(!rule) } else { 0..0 };
            for cut in inside.chain(ends).map(|cut| at + cut) {
                let Some(part) = text.get(..cut) else { continue };
                let parsed = parse(part);
                prop_assert!(parsed.truncated(), "{part:?}");
                prop_assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "{part:?}");
            }
            at += line.len();
        }
    }

    /// Whatever is cut off, what is not a success does not become one.
    #[test]
    fn a_cut_never_makes_a_success(value in generate::result(), at in any::<prop::sample::Index>()) {
        let text = render(&value);
        let cut = text.floor_char_boundary(at.index(text.len() + 1));
        let stated = value.summary.as_ref().map(|line| line.status);
        let success = matches!(stated, Some(ResultStatus::Clean | ResultStatus::Findings));
        prop_assert!(success || !parse(&text[..cut]).outcome().is_success(), "{:?}", &text[..cut]);
    }
}
