//! The five result types with their metrics: one table for the reader, the renderer, the prompt, the schema and the docs.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

/// What kind of work a result reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    pub const ALL: [Self; 5] =
        [Self::Digest, Self::Consistency, Self::Verification, Self::Implementation, Self::DesignPlan];

    /// The word, such as `design-plan`.
    pub fn as_str(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The type with a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    pub(crate) fn info(self) -> &'static Type {
        &TYPES[self as usize]
    }
}

pub(crate) const NAMES: [&str; 5] = ["digest", "consistency", "verification", "implementation", "design-plan"];

/// What a result type has.
#[derive(Debug)]
pub(crate) struct Type {
    pub(crate) metrics: &'static [Metric],
    /// What the prompt asks for below the metadata.
    pub(crate) detail: &'static str,
    /// When the status is CLEAN.
    pub(crate) clean: &'static str,
    /// When the status is FINDINGS.
    pub(crate) findings: &'static str,
}

/// A metric of the RESULT line.
#[derive(Debug)]
pub(crate) struct Metric {
    pub(crate) key: &'static str,
    /// The name in JSON.
    pub(crate) field: &'static str,
    pub(crate) form: Form,
    /// What it says.
    pub(crate) about: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Count,
    Ratio,
}

const fn metric(key: &'static str, field: &'static str, form: Form, about: &'static str) -> Metric {
    Metric { key, field, form, about }
}

const FINDING_TABLE: &str = "a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion, one finding a row";

pub(crate) static TYPES: [Type; 5] = [
    Type {
        metrics: &[
            metric("Doc", "doc", Form::Text, "path of the document"),
            metric("Sections", "sections", Form::Count, "number of sections"),
            metric("Entities", "entities", Form::Count, "number of terms and entities"),
            metric("Cross-refs", "cross_refs", Form::Count, "number of references to other documents"),
        ],
        detail: "the sections of the document with one line about each, its key terms and entities with their definitions, the decisions that it makes, and its references to other documents",
        clean: "you read all of the document and have nothing to object",
        findings: "you read all of it and found issues in it; list them in a table with the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
    },
    Type {
        metrics: &[
            metric("Pair", "pair", Form::Text, "first document/second document"),
            metric("Findings", "findings", Form::Count, "number of findings"),
            metric("Critical", "critical", Form::Count, "number of critical findings"),
            metric("Major", "major", Form::Count, "number of major findings"),
            metric("Minor", "minor", Form::Count, "number of minor findings"),
        ],
        detail: FINDING_TABLE,
        clean: "you compared everything and found no inconsistency; all counts are 0",
        findings: "you compared everything and found inconsistencies",
    },
    Type {
        metrics: &[
            metric("Items", "items", Form::Count, "number of items"),
            metric("Applied", "applied", Form::Count, "number of applied items"),
            metric("Partial", "partial", Form::Count, "number of partly applied items"),
            metric("Missing", "missing", Form::Count, "number of missing items"),
        ],
        detail: "a table with the columns Item, Status, Notes, one item a row; a Status is applied, partial, missing or not-applicable",
        clean: "every item is applied or not applicable",
        findings: "some item is partial or missing",
    },
    Type {
        metrics: &[
            metric("Task", "task", Form::Text, "id of the task"),
            metric("Files", "files", Form::Count, "number of modified files"),
            metric("Criteria", "criteria", Form::Ratio, "passed/all acceptance criteria"),
            metric("Tests", "tests", Form::Ratio, "passed/all tests"),
        ],
        detail: "the modified files (columns File, Change), the acceptance criteria (Criterion, Result, Evidence), the tests (Test, Result), and the gaps that you found",
        clean: "every criterion is met and every test passes",
        findings: "the work is done, but a criterion or a test fails",
    },
    Type {
        metrics: &[
            metric("Screen", "screen", Form::Text, "name of the screen"),
            metric("Components", "components", Form::Count, "number of components"),
        ],
        detail: "the components with their placement, the layout, the decisions on content, and the instructions to carry it out",
        clean: "the plan is complete",
        findings: "the plan is complete, but has issues itself, such as a missing component or a constraint that it violates",
    },
];

/// The metrics of a RESULT line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metrics {
    result_type: ResultType,
    values: Vec<Option<MetricValue>>,
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
        Self { result_type, values: vec![None; result_type.info().metrics.len()] }
    }

    /// The type.
    pub fn result_type(&self) -> ResultType {
        self.result_type
    }

    /// Sets a metric, such as `Cross-refs`; `false` if the type has none of this name and form.
    pub fn set(&mut self, key: &str, value: MetricValue) -> bool {
        let metrics = self.result_type.info().metrics;
        let index = metrics.iter().position(|metric| metric.key == key && metric.form == value.form());
        let slot = index.and_then(|index| self.values.get_mut(index));
        slot.map(|slot| *slot = Some(value)).is_some()
    }

    /// A metric, such as `Cross-refs`.
    pub fn get(&self, key: &str) -> Option<&MetricValue> {
        self.iter().find(|(metric, _)| metric.key == key)?.1
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

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static Metric, Option<&MetricValue>)> {
        self.result_type.info().metrics.iter().zip(self.values.iter().map(Option::as_ref))
    }
}

impl MetricValue {
    pub(crate) fn form(&self) -> Form {
        match self {
            Self::Count(_) => Form::Count,
            Self::Ratio { .. } => Form::Ratio,
            Self::Text(_) => Form::Text,
        }
    }

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
            if let Some(value) = value {
                map.serialize_entry(metric.field, value)?;
            }
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
            let mut metrics = Metrics::new(ResultType::Consistency);
            assert!(metrics.set("Pair", MetricValue::Text(text.to_owned())));
            metrics.pair().map(|(a, b)| format!("{a} + {b}"))
        };
        assert_eq!(pair("a.md/b.md").as_deref(), Some("a.md + b.md"));
        assert_eq!(pair("docs/a.md/docs/b.md").as_deref(), Some("docs/a.md + docs/b.md"));
        assert_eq!(pair("a/b"), None);
        assert_eq!(pair("a.md/b.md/c.md"), None);
    }
}
