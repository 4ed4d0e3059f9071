//! The small values of a report: global ids, statuses, percentages, cells.

use std::fmt;
use std::str::FromStr;

use envelope_core::Outcome;
use envelope_core::report::Coverage;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Serialize};

use super::Text;

/// The number of a finding in a report: `G1`, `G2`, … (clarity-protocol, "Re-number"; R-C12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(u64);

impl GlobalId {
    /// The id of the finding at this place, from 0.
    pub(super) const fn at(index: usize) -> Self {
        Self(index as u64 + 1)
    }

    /// The place of the finding, from 0.
    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX).saturating_sub(1)
    }
}

impl fmt::Display for GlobalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G{}", self.0)
    }
}

/// The text is no id of a finding in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidGlobalId;

impl fmt::Display for InvalidGlobalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an id like `G12`")
    }
}

impl std::error::Error for InvalidGlobalId {}

impl FromStr for GlobalId {
    type Err = InvalidGlobalId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = text.strip_prefix('G').and_then(|number| number.parse().ok()).map(Self);
        id.filter(|id| id.0 > 0 && id.to_string() == text).ok_or(InvalidGlobalId)
    }
}

impl Serialize for GlobalId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GlobalId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// What became of a unit or a result: the buckets of the specification (clarity-protocol, "Collect"), and `missing` for
/// what nobody reported. The order is from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list of buckets")]
pub enum UnitStatus {
    /// Complete, and nothing was found.
    #[serde(rename = "CLEAN")]
    Clean,
    /// Complete, and something was found.
    #[serde(rename = "FINDINGS")]
    Findings,
    /// Incomplete, blocked, or refused.
    #[serde(rename = "PARTIAL")]
    Partial,
    /// Failed.
    #[serde(rename = "ERROR")]
    Error,
    /// No status could be read.
    #[serde(rename = "unparseable")]
    Unparseable,
    /// Nobody reported.
    #[serde(rename = "missing")]
    Missing,
}

envelope_core::word_from_string!(UnitStatus, UnitStatus::ALL, UnitStatus::as_str);

impl UnitStatus {
    /// All statuses, best first.
    pub const ALL: [Self; 6] =
        [Self::Clean, Self::Findings, Self::Partial, Self::Error, Self::Unparseable, Self::Missing];

    /// The bucket of an outcome (R-C14).
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Clean,
            Outcome::CompletedWithFindings => Self::Findings,
            Outcome::Partial | Outcome::Blocked => Self::Partial,
            Outcome::Failed => Self::Error,
        }
    }

    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clean => "CLEAN",
            Self::Findings => "FINDINGS",
            Self::Partial => "PARTIAL",
            Self::Error => "ERROR",
            Self::Unparseable => "unparseable",
            Self::Missing => "missing",
        }
    }

    /// Whether the work was done.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Clean | Self::Findings)
    }
}

/// A percentage from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Percent(f64);

impl Percent {
    /// Nothing.
    pub(super) const NONE: Self = Self(0.0);

    /// The percentage, if it is one.
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=100.0).contains(&value).then_some(Self(value + 0.0))
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The mean to two places. It is 100 only where every value is: rounding must not make a gap invisible.
    pub(super) fn mean(values: &mut [Self]) -> Option<Self> {
        // Sums of doubles depend on their order.
        values.sort_by(|one, other| one.0.total_cmp(&other.0));
        #[expect(clippy::cast_precision_loss, reason = "a count of units is far below 2^53")]
        let mean = values.iter().map(|value| value.0).sum::<f64>() / values.len() as f64;
        let rounded = (mean * 100.0).round() / 100.0;
        let whole = values.first()?.0 >= 100.0;
        Self::new(if rounded >= 100.0 && !whole { 99.99 } else { rounded })
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let whole = self.0 as u64;
        #[expect(clippy::float_cmp, clippy::cast_precision_loss, reason = "whether the number is whole, to the bit")]
        let is_whole = whole as f64 == self.0;
        if is_whole { serializer.serialize_u64(whole) } else { serializer.serialize_f64(self.0) }
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Self::new(value).ok_or_else(|| D::Error::custom("expected a percentage from 0 to 100"))
    }
}

/// How much was covered: a percentage, or what was written instead (R-C14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "a coverage is a percentage or a text")]
pub enum Covered {
    /// A percentage; `full`, `all` and `complete` are 100.
    Percent(Percent),
    /// Anything else, as it was written.
    Text(Text),
}

impl Covered {
    /// Reads what an agent wrote.
    pub fn read(text: &str) -> Self {
        let percent = Coverage::read(text).percent().and_then(Percent::new);
        percent.map_or_else(|| Self::Text(text.into()), Self::Percent)
    }

    /// The percentage, where it is known.
    pub const fn percent(&self) -> Option<Percent> {
        match self {
            Self::Percent(percent) => Some(*percent),
            Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => percent.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Cells by the names of their columns, in their order; no name stands twice.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cells(Vec<(Text, Text)>);

impl Cells {
    /// Cells whose names differ from each other.
    pub(super) fn new(cells: Vec<(Text, Text)>) -> Self {
        Self(cells)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Name and text of each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (&**name, &**text))
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, text) in self.iter() {
            map.serialize_entry(name, text)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CellsVisitor)
    }
}

struct CellsVisitor;

impl<'de> Visitor<'de> for CellsVisitor {
    type Value = Cells;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cells, A::Error> {
        let mut cells: Vec<(Text, Text)> = Vec::new();
        let mut met = std::collections::HashSet::new();
        while let Some((name, text)) = map.next_entry::<Text, Text>()? {
            if !met.insert(name.clone()) {
                return Err(A::Error::custom(format!("the name `{name}` stands twice")));
            }
            cells.push((name, text));
        }
        Ok(Cells(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_percentages_and_cells_are_written_as_they_are_read() {
        assert_eq!("G12".parse(), Ok(GlobalId::at(11)));
        for wrong in ["G0", "G01", "12", "g1", "G", "G+1"] {
            assert_eq!(wrong.parse::<GlobalId>(), Err(InvalidGlobalId), "{wrong}");
        }
        let percent = |value| serde_json::to_string(&Percent::new(value)).ok();
        assert_eq!((percent(70.0).as_deref(), percent(66.67).as_deref()), (Some("70"), Some("66.67")));
        assert_eq!((percent(-0.0).as_deref(), percent(101.0).as_deref()), (Some("0"), Some("null")));
        assert_eq!(serde_json::from_str::<Cells>(r#"{"a":"1","b":""}"#).unwrap().iter().count(), 2);
        assert!(serde_json::from_str::<Cells>(r#"{"a":"1","a":"2"}"#).is_err());
    }

    #[test]
    fn a_mean_is_whole_only_where_nothing_is_missing() {
        let mean = |values: &[f64]| {
            Percent::mean(&mut values.iter().filter_map(|value| Percent::new(*value)).collect::<Vec<_>>())
        };
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[100.0, 70.0]), Percent::new(85.0));
        assert_eq!(mean(&[100.0, 100.0, 0.0]), Percent::new(66.67));
        assert_eq!(mean(&[100.0; 3]), Percent::new(100.0));
        let mut nearly = vec![100.0; 20_000];
        nearly.push(99.0);
        assert_eq!(mean(&nearly), Percent::new(99.99));
    }

    #[test]
    fn coverage_is_a_percentage_where_it_says_one() {
        assert_eq!(Covered::read("Full").percent(), Percent::new(100.0));
        assert_eq!(Covered::read("70 %").percent(), Percent::new(70.0));
        assert_eq!(Covered::read("sections 1-4").to_string(), "sections 1-4");
    }
}
