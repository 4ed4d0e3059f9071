//! Many results as one report (clarity-protocol, "Aggregation Rules"; R-C11 … R-C14).
//!
//! ```
//! use clarity_protocol::aggregate::{Aggregate, Fingerprint, render};
//!
//! let row = |severity: &str, text: &str| format!(
//!     "RESULT: FINDINGS | Type: digest | Doc: A.md | Sections: 1 | Entities: 0 | Cross-refs: 0\n\n\
//!      | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n\
//!      | F1 | {severity} | regression | A.md S1 | -- | {text} | -- |\n"
//! );
//! let mut aggregate = Aggregate::new();
//! for (file, message) in [("one.md", row("minor", "retries are gone")), ("two.md", row("critical", "no retries"))] {
//!     aggregate.add(file, Fingerprint::of(message.as_bytes()), &clarity_protocol::parse(message.as_str()));
//! }
//! let report = aggregate.finish();
//! assert_eq!(report.findings.len(), 1, "both mean the same place");
//! assert_eq!(report.findings[0].severity.as_str(), "critical");
//! assert_eq!(&*report.findings[0].description, "retries are gone", "the longer text stands");
//! assert_eq!(report.findings[0].sources.len(), 2, "and nothing is lost");
//! assert!(render(&report).contains("| severity | G1 | critical in two.md F1; minor in one.md F1 |"));
//! ```
//!
//! An [`Aggregate`] is what was read, a multiset of inputs; [`Aggregate::merge`] is its union, and its
//! [state](Aggregate::state) travels as JSON lines. [`Aggregate::finish`] merges, sorts and numbers, and depends on
//! nothing but the multiset. The report is JSON by serde and Markdown by [`render`] and [`parse`].
//!
//! Where the rulings leave a choice:
//!
//! - An input is unparseable when no status could be read; all others are in the bucket of their outcome, blocked work
//!   among the partial.
//! - A row without a severity, a type or a description, or with a placeholder for one, is quarantined with all its
//!   cells. A row that lacks only its location is a finding that is never merged.
//! - A finding table inside other text, such as a quotation, a list or a fence, is quarantined with that text.
//! - A placeholder and a word such as `n/a` or `TBD` are no location.
//! - A success is never clean with findings or with something in quarantine, for that may be a finding: it counts as one
//!   with findings, and what is in quarantine is a gap. So are findings that a result claims and does not list.
//! - The same file with the same bytes and the same rows counts once even where it was judged differently, by stricter
//!   settings for example: the worse judgement stands. With different rows both are kept, so that no finding is lost.
//! - A unit that is met by several results has no known coverage where one of theirs is unknown, unless another is 0.
//! - A discussion of a finding that is in no table is quarantined. Checklists, criteria and tests are no findings: their
//!   results show in the status, not in the table.
//! - A severity outside the list counts as major in the figures too, so that they add up and hide nothing.
//! - In texts that are merged, one that is missing disagrees with nothing, and a suggestion that the main source lacks
//!   is taken from the others.
//! - Findings of one result at one place with one type are no disagreement among themselves; one is recorded when
//!   another result reports the place, too, and its finding equals none of them.
//! - Files, agents and ids are compared in natural order as places are.
//! - Names of units are compared without back-ticks and bold, in their letter case. A result may meet several units.
//! - `gaps` lists every result that is no success, every missing unit, and every success whose coverage is below 100
//!   or unknown. A mean is rounded to two places, but never up to 100.
//! - A row of `coverage` lists the files of its results (`files`): a unit may be met by several.

mod cell;
mod cluster;
mod coverage;
mod disagree;
mod fingerprint;
mod finish;
mod flat;
mod input;
mod natural;
mod nested;
mod normal;
mod read;
mod render;
mod rows;
mod rules;
#[cfg(feature = "schemars")]
mod schemas;
mod state;
mod tables;
mod text;
mod unified;
mod units;
mod values;

pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use natural::natural;
pub use read::parse;
pub use render::render;
pub use rules::{REPEATED_INPUT, REPORT_FORM, RULES, STATE_LINE, STATE_VERSION, UNITS_FORM};
pub use state::StateReader;
pub use text::Text;
pub use unified::{
    Detail, Disagreement, DisagreementKind, FindingSource, Gap, IdEntry, Quarantined, Stats, UnifiedFinding,
    UnifiedReport, UnitCoverage,
};
pub use units::expected_units;
pub use values::{Cells, Covered, GlobalId, InvalidGlobalId, Percent, UnitStatus};

use std::collections::BTreeSet;

use envelope_core::{Issue, Parsed, Path, Verdict};

use crate::ClarityResult;
use input::Input;

/// What was read of many results, to be merged, kept and at last finished (R-C13).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aggregate {
    inputs: Vec<Input>,
    expected: BTreeSet<Text>,
}

impl Aggregate {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds units that should have reported (R-C14).
    pub fn expect(&mut self, units: impl IntoIterator<Item = impl AsRef<str>>) {
        let units = units.into_iter().map(|unit| Text::from(unit.as_ref().trim()));
        self.expected.extend(units.filter(|unit: &Text| !unit.is_empty()));
    }

    /// Adds a message as it was judged. The same file with the same bytes counts once.
    pub fn add(&mut self, file: &str, bytes: Fingerprint, parsed: &Parsed<ClarityResult>) {
        self.inputs.push(Input::parsed(file, bytes, parsed));
    }

    /// Adds a report of another protocol, converted to a result; `verdict` is that of the report as it came.
    ///
    /// `refusal` says why it was not accepted. The outcome is the worse of the verdict's and the result's own, and
    /// findings make a success one with findings.
    pub fn add_converted(
        &mut self,
        file: &str,
        bytes: Fingerprint,
        result: &ClarityResult,
        verdict: Verdict,
        refusal: Option<&str>,
    ) {
        self.inputs.push(Input::converted(file, bytes, result, verdict, refusal));
    }

    /// Adds what cannot be read as anything: it counts as unparseable and stands in the gaps with the reason.
    pub fn add_unreadable(&mut self, file: &str, bytes: Fingerprint, reason: &str) {
        self.inputs.push(Input::unreadable(file, bytes, reason));
    }

    /// The same for what tells at least who wrote it or what it is about, so that the unit is not taken for missing.
    pub fn add_unreadable_of(
        &mut self,
        file: &str,
        bytes: Fingerprint,
        reason: &str,
        agent: Option<&str>,
        about: Option<&str>,
    ) {
        self.inputs.push(Input::unreadable(file, bytes, reason).of(agent, about));
    }

    /// Takes over all that another aggregation holds.
    pub fn merge(&mut self, other: Self) {
        self.inputs.extend(other.inputs);
        self.expected.extend(other.expected);
    }

    /// Whether every input was accepted.
    pub fn is_accepted(&self) -> bool {
        self.inputs.iter().all(|input| input.accepted)
    }

    /// A note for every file that was given more than once with the same bytes (R-C13).
    pub fn notes(&self) -> Vec<Issue> {
        let mut inputs: Vec<&Input> = self.inputs.iter().collect();
        inputs.sort_by(|one, other| one.order(other));
        let runs = inputs.chunk_by(|one, other| one.is_same(other)).filter(|run| run.len() > 1);
        let told = runs.filter_map(|run| {
            let first = run.first()?;
            let (file, times) = (&first.file, run.len());
            let judged = if run.iter().any(|other| other != first) { "; the worst judgement stands" } else { "" };
            let message = format!("`{file}` was given {times} times with the same bytes and counts once{judged}");
            Some(Issue::new(&REPEATED_INPUT, Path::root(), message))
        });
        told.collect()
    }

    /// The report: merged, sorted, numbered, counted.
    pub fn finish(self) -> UnifiedReport {
        finish::finish(self.inputs, &self.expected)
    }
}
