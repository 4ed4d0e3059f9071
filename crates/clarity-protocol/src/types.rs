//! The five result types with their metrics: one table for the reader, the renderer, the prompt, the schema and the docs.

use std::collections::BTreeMap;

use envelope_core::text::same_name;
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};

use ResultType::{Consistency, DesignPlan, Digest, Implementation, Verification};

/// What kind of work a result reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum ResultType {
    /// The contents of a document.
    Digest,
    /// A comparison of two documents.
    Consistency,
    /// A checklist.
    Verification,
    /// A task that was implemented.
    Implementation,
    /// A plan of a screen.
    DesignPlan,
}

impl ResultType {
    /// All types, in the order of the specification.
    pub const ALL: [Self; 5] = [Digest, Consistency, Verification, Implementation, DesignPlan];

    /// The word, such as `design-plan`.
    pub fn as_str(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The type with a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What the prompt says: what to write below the metadata, when the status is CLEAN, and when it is FINDINGS.
    pub(crate) fn texts(self) -> [&'static str; 3] {
        TEXTS[self as usize]
    }

    pub(crate) fn metrics(self) -> impl Iterator<Item = &'static Metric> {
        METRICS.iter().filter(move |metric| metric.of == self)
    }
}

pub(crate) const NAMES: [&str; 5] = ["digest", "consistency", "verification", "implementation", "design-plan"];

/// A metric of the RESULT line.
#[derive(Debug)]
pub(crate) struct Metric {
    pub(crate) of: ResultType,
    pub(crate) key: &'static str,
    pub(crate) form: Form,
    /// What it says.
    pub(crate) about: &'static str,
}

impl Metric {
    /// The name in JSON.
    pub(crate) fn field(&self) -> String {
        self.key.to_ascii_lowercase().replace('-', "_")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Count,
    Ratio,
}

const fn metric(of: ResultType, key: &'static str, form: Form, about: &'static str) -> Metric {
    Metric { of, key, form, about }
}

pub(crate) static METRICS: [Metric; 19] = [
    metric(Digest, "Doc", Form::Text, "path of the document"),
    metric(Digest, "Sections", Form::Count, "number of sections"),
    metric(Digest, "Entities", Form::Count, "number of terms and entities"),
    metric(Digest, "Cross-refs", Form::Count, "number of references to other documents"),
    metric(Consistency, "Pair", Form::Text, "first document/second document"),
    metric(Consistency, "Findings", Form::Count, "number of findings"),
    metric(Consistency, "Critical", Form::Count, "number of critical findings"),
    metric(Consistency, "Major", Form::Count, "number of major findings"),
    metric(Consistency, "Minor", Form::Count, "number of minor findings"),
    metric(Verification, "Items", Form::Count, "number of items"),
    metric(Verification, "Applied", Form::Count, "number of applied items"),
    metric(Verification, "Partial", Form::Count, "number of partly applied items"),
    metric(Verification, "Missing", Form::Count, "number of missing items"),
    metric(Implementation, "Task", Form::Text, "id of the task"),
    metric(Implementation, "Files", Form::Count, "number of modified files"),
    metric(Implementation, "Criteria", Form::Ratio, "passed/all acceptance criteria"),
    metric(Implementation, "Tests", Form::Ratio, "passed/all tests"),
    metric(DesignPlan, "Screen", Form::Text, "name of the screen"),
    metric(DesignPlan, "Components", Form::Count, "number of components"),
];

static TEXTS: [[&str; 3]; 5] = [
    [
        "the sections of the document with one line about each, its key terms and entities with their definitions, the decisions that it makes, and its references to other documents",
        "you read all of the document and have nothing to object",
        "you read all of it and found issues in it; list them in a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
    ],
    [
        "a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion, one finding a row",
        "you compared everything and found no inconsistency; all counts are 0",
        "you compared everything and found inconsistencies",
    ],
    [
        "a table with the columns Item, Status, Notes, one item a row; a Status is applied, partial, missing or not-applicable",
        "every item is applied or not applicable",
        "some item is partial or missing",
    ],
    [
        "the modified files (columns File, Change), the acceptance criteria (Criterion, Result, Evidence), the tests (Test, Result), and the gaps that you found",
        "every criterion is met and every test passes",
        "the work is done, but a criterion or a test fails",
    ],
    [
        "the components with their placement, the layout, the decisions on content, and the instructions to carry it out",
        "the plan is complete",
        "the plan is complete, but has issues itself, such as a missing component or a constraint that it violates",
    ],
];

/// The type of a result, and the metrics that its RESULT line states, those of other types included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metrics {
    result_type: ResultType,
    /// By their index in [`METRICS`].
    values: BTreeMap<usize, MetricValue>,
}

/// The value of a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[allow(clippy::exhaustive_enums, reason = "the forms of the specification")]
pub enum MetricValue {
    /// A whole number.
    Count(u64),
    /// How many passed, of how many.
    Ratio {
        /// How many passed.
        passed: u64,
        /// How many there are.
        total: u64,
    },
    /// A path or a name.
    Text(String),
}

impl Metrics {
    /// No metrics of a type.
    pub fn new(result_type: ResultType) -> Self {
        Self { result_type, values: BTreeMap::new() }
    }

    /// The type.
    pub fn result_type(&self) -> ResultType {
        self.result_type
    }

    /// Sets a metric, such as `Cross-refs`; `false` if there is none of this name and form.
    pub fn set(&mut self, key: &str, value: MetricValue) -> bool {
        let is_form = |index: &usize| match METRICS[*index].form {
            Form::Count => matches!(value, MetricValue::Count(_)),
            Form::Ratio => matches!(value, MetricValue::Ratio { .. }),
            Form::Text => matches!(value, MetricValue::Text(_)),
        };
        let index = index(key).filter(is_form);
        index.map(|index| self.values.insert(index, value)).is_some()
    }

    /// A metric, such as `Cross-refs`.
    pub fn get(&self, key: &str) -> Option<&MetricValue> {
        self.values.get(&index(key)?)
    }

    /// A metric that is a number.
    pub fn count(&self, key: &str) -> Option<u64> {
        if let Some(MetricValue::Count(count)) = self.get(key) { Some(*count) } else { None }
    }

    /// A metric that is a path or a name.
    pub fn text(&self, key: &str) -> Option<&str> {
        if let Some(MetricValue::Text(text)) = self.get(key) { Some(text) } else { None }
    }

    /// The two documents of `Pair`, where exactly one `/` leaves a file name with an extension on both sides (R-C5).
    pub fn pair(&self) -> Option<(&str, &str)> {
        let pair = self.text("Pair")?;
        let is_file = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or_default().trim();
            name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
        };
        let mut splits = pair.match_indices('/').filter(|(at, _)| is_file(&pair[..*at]));
        let (at, _) = splits.next().filter(|_| is_file(pair))?;
        splits.next().is_none().then(|| (pair[..at].trim(), pair[at + 1..].trim()))
    }

    /// The metrics that are stated.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static Metric, &MetricValue)> {
        self.values.iter().map(|(index, value)| (&METRICS[*index], value))
    }
}

fn index(key: &str) -> Option<usize> {
    METRICS.iter().position(|metric| same_name(metric.key, key))
}

impl MetricValue {
    /// Whether it is a number and nothing was counted.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Count(0) | Self::Ratio { total: 0, .. })
    }
}

impl std::fmt::Display for MetricValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Ratio { passed, total } => write!(f, "{passed}/{total}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &self.result_type)?;
        for (metric, value) in self.iter() {
            map.serialize_entry(&metric.field(), value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_split_where_there_is_one_way() {
        let pair = |text: &str| {
            let mut metrics = Metrics::new(Consistency);
            assert!(metrics.set("Pair", MetricValue::Text(text.to_owned())));
            metrics.pair().map(|(a, b)| format!("{a} + {b}"))
        };
        assert_eq!(pair("a.md/b.md").as_deref(), Some("a.md + b.md"));
        assert_eq!(pair("docs/a.md/docs/b.md").as_deref(), Some("docs/a.md + docs/b.md"));
        assert_eq!(pair("a/b"), None);
        assert_eq!(pair("a.md/b.md/c.md"), None);
    }
}
