//! The one table of metrics: which key, which kind of value, which type has it, in which order (R-C3, R-C4).

use std::fmt;

use envelope_core::Count;
use envelope_core::text::bare;
use serde::{Deserialize, Serialize};

use crate::ResultType;

/// The key of the result type.
pub const TYPE: &str = "Type";
/// The key that tells how much was covered; on every type, needed on PARTIAL and ERROR (R-C6).
pub const COVERAGE: &str = "Coverage";
/// The key that tells why the work is not whole; on every type, needed on PARTIAL and ERROR (R-C6).
pub const REASON: &str = "Reason";

/// One metric of a type (clarity-protocol, "Per-type metrics").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metric {
    /// The type that has it.
    pub of: ResultType,
    /// The key on the line.
    pub key: &'static str,
    /// The field of [`Metrics`] that holds it.
    pub field: &'static str,
    /// What its value is.
    pub value: MetricKind,
}

impl Metric {
    /// The metrics of a type, in the order of the line.
    pub fn of(kind: ResultType) -> impl Iterator<Item = &'static Self> {
        METRICS.iter().filter(move |metric| metric.of == kind)
    }

    /// The metric of a type by its key, in any letter case.
    pub fn find(kind: ResultType, key: &str) -> Option<&'static Self> {
        Self::of(kind).find(|metric| metric.key.eq_ignore_ascii_case(key))
    }
}

/// What the value of a metric is (clarity-protocol, "Per-type metrics").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification knows four kinds of values")]
pub enum MetricKind {
    /// Any text on one line.
    Text,
    /// Two documents, `<docA>/<docB>` (R-C5).
    Pair,
    /// A whole number.
    Count,
    /// Passed of all, `<pass>/<total>`.
    Ratio,
}

impl MetricKind {
    /// The right form, for help texts.
    pub const fn form(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Pair => "two documents, like `a.md/b.md`",
            Self::Count => "a whole number, like `3`",
            Self::Ratio => "passed and total, like `3/4`",
        }
    }
}

/// How many passed, of how many (clarity-protocol, "Per-type metrics").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ratio {
    /// How many passed.
    pub passed: Count,
    /// How many there are.
    pub total: Count,
}

impl Ratio {
    /// `passed` of `total`; that the first may exceed the second is for the rules to say (R-C8).
    pub const fn new(passed: Count, total: Count) -> Self {
        Self { passed, total }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.passed, self.total)
    }
}

/// A place for the value of a metric: it reads what is of its kind and writes it back.
pub(crate) trait Slot {
    /// Takes the value if it is of the right kind and none was taken before.
    fn take(&mut self, text: &str) -> bool;
    /// The value as it stands on the line.
    fn text(&self) -> Option<String>;
    /// The value, if it is a count.
    fn count(&self) -> Option<u64> {
        None
    }
    /// The value, if it is a ratio.
    fn ratio(&self) -> Option<Ratio> {
        None
    }
}

impl Slot for Option<String> {
    fn take(&mut self, text: &str) -> bool {
        let free = self.is_none();
        if free {
            *self = Some(text.to_owned());
        }
        free
    }

    fn text(&self) -> Option<String> {
        self.clone()
    }
}

impl Slot for Option<Count> {
    fn take(&mut self, text: &str) -> bool {
        let read = read_count(text).filter(|_| self.is_none());
        *self = self.or(read);
        read.is_some()
    }

    fn text(&self) -> Option<String> {
        self.map(|count| count.to_string())
    }

    fn count(&self) -> Option<u64> {
        self.map(Count::get)
    }
}

impl Slot for Option<Ratio> {
    fn take(&mut self, text: &str) -> bool {
        let read = bare(text)
            .text
            .split_once('/')
            .and_then(|(passed, total)| Some(Ratio::new(read_count(passed)?, read_count(total)?)));
        let read = read.filter(|_| self.is_none());
        *self = self.or(read);
        read.is_some()
    }

    fn text(&self) -> Option<String> {
        self.map(|ratio| ratio.to_string())
    }

    fn ratio(&self) -> Option<Ratio> {
        *self
    }
}

/// A whole number in plain digits, without sign and without needless zeros: what is written back is what was read.
fn read_count(text: &str) -> Option<Count> {
    let digits = bare(text).text;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let count = plain.then(|| digits.parse().ok()).flatten().and_then(Count::new);
    count.filter(|count| count.to_string() == digits)
}

macro_rules! metrics {
    ($($(#[$doc:meta])* $variant:ident, $title:literal {
        $($(#[$field_doc:meta])* $field:ident: $store:ty as $kind:ident = $key:literal),+ $(,)?
    })+) => {
        /// The metrics of the summary line, by type (clarity-protocol, "Per-type metrics").
        ///
        /// A metric that was not given, or whose value is not of its kind, is absent here; the latter stands among the
        /// line's other pairs as it was written (R-C4).
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[serde(tag = "type", rename_all = "kebab-case")]
        #[expect(clippy::exhaustive_enums, reason = "the specification closes the list of types")]
        pub enum Metrics {
            $($(#[$doc])*
            #[cfg_attr(feature = "schemars", schemars(title = $title))]
            $variant {
                $($(#[$field_doc])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                $field: Option<$store>,)+
            },)+
        }

        /// Every metric, by type and in the order of the line; parser, rules, renderer, prompts and reports use it.
        pub static METRICS: &[Metric] = &[$($(Metric {
            of: ResultType::$variant,
            key: $key,
            field: stringify!($field),
            value: MetricKind::$kind,
        },)+)+];

        impl Metrics {
            /// The metrics of a type, none given yet.
            pub const fn new(kind: ResultType) -> Self {
                match kind {
                    $(ResultType::$variant => Self::$variant { $($field: None),+ },)+
                }
            }

            /// The type that has these metrics.
            pub const fn kind(&self) -> ResultType {
                match self {
                    $(Self::$variant { .. } => ResultType::$variant,)+
                }
            }

            fn slots(&self) -> Vec<&dyn Slot> {
                match self {
                    $(Self::$variant { $($field),+ } => vec![$($field as &dyn Slot),+],)+
                }
            }

            fn slots_mut(&mut self) -> Vec<&mut dyn Slot> {
                match self {
                    $(Self::$variant { $($field),+ } => vec![$($field as &mut dyn Slot),+],)+
                }
            }
        }
    };
}

metrics! {
    /// Metrics of a digest.
    Digest, "DigestMetrics" {
        /// The document that was read.
        doc: String as Text = "Doc",
        /// How many sections it has.
        sections: Count as Count = "Sections",
        /// How many terms and entities it defines.
        entities: Count as Count = "Entities",
        /// How many references to other documents it holds.
        cross_refs: Count as Count = "Cross-refs",
    }
    /// Metrics of a comparison.
    Consistency, "ConsistencyMetrics" {
        /// The two documents, as they were written (R-C5).
        pair: String as Pair = "Pair",
        /// How many findings there are.
        findings: Count as Count = "Findings",
        /// How many of them are critical.
        critical: Count as Count = "Critical",
        /// How many of them are major.
        major: Count as Count = "Major",
        /// How many of them are minor.
        minor: Count as Count = "Minor",
    }
    /// Metrics of a checklist.
    Verification, "VerificationMetrics" {
        /// How many items there are.
        items: Count as Count = "Items",
        /// How many of them are applied.
        applied: Count as Count = "Applied",
        /// How many of them are partly applied.
        partial: Count as Count = "Partial",
        /// How many of them are missing.
        missing: Count as Count = "Missing",
    }
    /// Metrics of a task.
    Implementation, "ImplementationMetrics" {
        /// The task.
        task: String as Text = "Task",
        /// How many files were modified.
        files: Count as Count = "Files",
        /// How many acceptance criteria are met.
        criteria: Ratio as Ratio = "Criteria",
        /// How many tests pass.
        tests: Ratio as Ratio = "Tests",
    }
    /// Metrics of a plan.
    DesignPlan, "DesignPlanMetrics" {
        /// The screen that was planned.
        screen: String as Text = "Screen",
        /// How many components it has.
        components: Count as Count = "Components",
    }
}

impl Metrics {
    /// The metrics with their values, in the order of the line.
    pub(crate) fn figures(&self) -> impl Iterator<Item = (&'static Metric, &dyn Slot)> {
        Metric::of(self.kind()).zip(self.slots())
    }

    /// The value of the metric with this key, as it stands on the line.
    pub fn text(&self, key: &str) -> Option<String> {
        self.figures().find(|(metric, _)| metric.key == key).and_then(|(_, slot)| slot.text())
    }

    /// The value of the metric with this key, if it is a count and was given.
    pub fn count(&self, key: &str) -> Option<u64> {
        self.figures().find(|(metric, _)| metric.key == key).and_then(|(_, slot)| slot.count())
    }

    /// The value of the metric with this key, if it is a ratio and was given.
    pub fn ratio(&self, key: &str) -> Option<Ratio> {
        self.figures().find(|(metric, _)| metric.key == key).and_then(|(_, slot)| slot.ratio())
    }

    /// Takes the value for `key` if it is a metric of the type, of the right kind, and not given yet.
    pub fn set(&mut self, key: &str, text: &str) -> bool {
        let at = Metric::of(self.kind()).position(|metric| metric.key.eq_ignore_ascii_case(key));
        let text = text.trim();
        at.filter(|_| !text.is_empty())
            .is_some_and(|at| self.slots_mut().get_mut(at).is_some_and(|slot| slot.take(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_their_kind() {
        let mut metrics = Metrics::new(ResultType::Implementation);
        assert!(metrics.set("task", "T-1") && !metrics.set("Task", "T-2"), "the first value stays");
        assert!(metrics.set("Criteria", "3/4") && metrics.set("Tests", "0 / 0"));
        assert!(!metrics.set("Files", "many") && !metrics.set("Files", "-1") && !metrics.set("Files", "03"));
        assert!(!metrics.set("Doc", "a.md"), "a key of another type");
        assert_eq!(metrics.ratio("Criteria").map(|ratio| ratio.to_string()).as_deref(), Some("3/4"));
        assert_eq!(metrics.text("Files"), None);
    }
}
