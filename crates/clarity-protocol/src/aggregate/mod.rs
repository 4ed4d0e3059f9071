//! Aggregation: from the reports of many agents to one report with statistics, unified findings, coverage and gaps.
//!
//! ```
//! use clarity_protocol::aggregate::{Aggregate, Expected, Input};
//!
//! let mut aggregate = Aggregate::default();
//! aggregate.add(Input::parse("tides.md", "RESULT: ERROR | Type: digest | Doc: tides.md | Coverage: 0% | Reason: no file"));
//! let report = aggregate.finish(&Expected::new(["tides.md", "berths.md"]));
//! assert_eq!((report.stats.error, report.gaps.len()), (1, 2));
//! assert_eq!((report.gaps[0].reason.as_str(), report.gaps[1].unit.as_str()), ("no result", "tides.md"));
//! ```
//!
//! An [`Aggregate`] is a multiset of inputs that can be written as a state and merged with others; deduplication, order and
//! numbering happen in [`Aggregate::finish`] (R-C13).

mod coverage;
mod finish;
mod input;
mod key;
mod markdown;
mod merge;
mod report;
mod state;

pub use input::Input;
pub use report::{
    Bucket, ClarityReport, Detail, Disagreement, DisagreementKind, Gap, Ids, Quarantined, Source, Stats,
    UnifiedFinding, UnitCoverage,
};
pub use state::{StateError, is_state};

/// A multiset of inputs.
#[derive(Clone, Debug, Default)]
pub struct Aggregate {
    inputs: Vec<Input>,
}

impl Aggregate {
    /// Adds an input.
    pub fn add(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Adds all inputs of another aggregate.
    pub fn merge(&mut self, other: Self) {
        self.inputs.extend(other.inputs);
    }

    /// The inputs, in the order in which they were added.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The report of all inputs. The order in which they were added makes no difference.
    pub fn finish(self, expected: &Expected) -> ClarityReport {
        finish::finish(self.distinct(), expected)
    }

    /// The inputs in order; the same file name with the same bytes counts once, as the worst that was read (R-C13).
    fn distinct(mut self) -> Vec<Input> {
        self.inputs.sort_by(Input::compare);
        self.inputs.dedup_by(|next, first| (&next.file, &next.hash) == (&first.file, &first.hash));
        // Stable: what has the same file and agent stays in the order of its bytes.
        self.inputs.sort_by(|a, b| (&a.file, &a.agent).cmp(&(&b.file, &b.agent)));
        self.inputs
    }
}

/// The units of work that must report: agents, documents, tasks, screens or files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expected {
    /// Their names; without any, the results are the units.
    pub units: Vec<String>,
}

impl Expected {
    /// The units with these names; a repeated name counts once.
    pub fn new<S: Into<String>>(units: impl IntoIterator<Item = S>) -> Self {
        let mut seen = std::collections::HashSet::new();
        let units = units.into_iter().map(|unit| unit.into().trim().to_owned());
        Self { units: units.filter(|unit| !unit.is_empty() && seen.insert(unit.clone())).collect() }
    }

    /// Reads a JSON list of names, or one name a line.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let list = text.starts_with('[').then(|| serde_json::from_str::<Vec<String>>(text));
        list.map_or_else(|| Ok(Self::new(text.lines())), |list| list.map(Self::new))
    }
}
