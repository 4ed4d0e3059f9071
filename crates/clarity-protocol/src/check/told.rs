//! Issues that a message tells of outside of recognised tables and lists (R-A2, R-C8).

use envelope_core::text::{bare, split_key};

use super::said::said_lines;
use crate::list::first_item;
use crate::parse::title;
use crate::roles::Role;
use crate::verdict::{Judged, Verdict, counts_failures};
use crate::words::says_none_found;
use crate::{Block, ClarityResult, FindingSeverity, ResultType};

/// Headings above lists of findings.
const FINDINGS: [&str; 6] =
    ["findings", "issues", "issues found", "findings found", "inconsistencies", "contradictions"];
/// Names of a line that states how all of it went, and what it states besides a success.
const OVERALL: [&str; 4] = ["status", "overall status", "result", "overall result"];
const NO_SUCCESS: [&str; 9] =
    ["fail", "failed", "failing", "failure", "error", "partial", "blocked", "incomplete", "findings"];

/// What the texts of a message tell of, each with a count.
pub(super) fn told(result: &ClarityResult, kind: ResultType) -> Vec<(&'static str, u64)> {
    let mut told = Told::default();
    for block in &result.blocks {
        match block {
            Block::Section { heading, text } => told.text(text, Some(title(heading)), kind),
            Block::Raw { text } => told.text(text, None, kind),
            _ => {}
        }
    }
    vec![
        ("findings in a list", told.findings),
        ("severities in the text", told.severities),
        ("items that are not ticked", told.unticked),
        ("items that failed", told.failed),
        ("failures counted in the text", told.counted),
        ("a status in the text", told.statuses),
    ]
}

#[derive(Default)]
struct Told {
    findings: u64,
    severities: u64,
    unticked: u64,
    failed: u64,
    counted: u64,
    statuses: u64,
}

impl Told {
    fn text(&mut self, text: &str, heading: Option<&str>, kind: ResultType) {
        let named = |words: &[&str]| {
            let heading = heading.map(|heading| bare(heading.trim_end_matches(':')).text);
            heading.is_some_and(|heading| words.iter().any(|word| word.eq_ignore_ascii_case(heading)))
        };
        let findings = named(&FINDINGS) && kind != ResultType::Implementation;
        let judged = heading.and_then(Role::of_heading).is_some_and(Role::is_judged);
        let (mut ticked, mut unticked) = (0, 0);
        for line in said_lines(text) {
            let item = first_item(line);
            let indented = line.starts_with([' ', '\t']);
            if findings && !item.is_empty() && !indented && !says_none_found(item) {
                self.findings += 1;
            }
            self.counted += u64::from(judged && counts_failures(line));
            ticked += u64::from(item.starts_with("[x] ") || item.starts_with("[X] "));
            unticked += u64::from(item.starts_with("[ ] "));
            self.failed += u64::from(failed(item));
            self.keyed(if item.is_empty() { line } else { item }, item.is_empty() && !indented);
        }
        // A list of nothing but open boxes is a plan.
        if ticked > 0 || kind == ResultType::Verification {
            self.unticked += unticked;
        }
    }

    /// `Severity: critical` tells of a finding, `**Status**: failed` at the start of a line of how all of it went.
    fn keyed(&mut self, line: &str, leads: bool) {
        let Some(split) = split_key(line) else { return };
        let word = bare(split.value).text;
        let is = |words: &[&str], text: &str| words.iter().any(|known| known.eq_ignore_ascii_case(text));
        self.severities += u64::from(is(&["severity"], split.key) && FindingSeverity::read(word).rank().is_some());
        self.statuses += u64::from(leads && is(&OVERALL, split.key) && is(&NO_SUCCESS, word));
    }
}

/// Whether an item says in so many words that it failed: `name: FAIL`, `❌ name`.
fn failed(item: &str) -> bool {
    if item.is_empty() {
        return false;
    }
    let judged = Judged::read(item, Role::Tests);
    let word = bare(judged.word).text;
    let whole = ["fail", "failed", "failing"].iter().any(|known| known.eq_ignore_ascii_case(word));
    judged.verdict == Verdict::Fail && (whole || item.starts_with('❌'))
}
