//! How sure an agent is of its work, as a number (report-contract, section 4.1; R-P3).

use std::fmt;

use envelope_core::json;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// A number from 0 (no confidence) to 1 (complete confidence); no other number can be held (R-P3).
///
/// ```
/// use report_contract::ConfidenceLevel;
/// let level = ConfidenceLevel::new(0.98)?;
/// assert_eq!(level.get(), 0.98);
/// assert!(ConfidenceLevel::new(98.0).is_err() && ConfidenceLevel::new(f64::NAN).is_err());
/// assert!(serde_json::from_str::<ConfidenceLevel>("1.5").is_err());
/// # Ok::<(), report_contract::OutOfScale>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct ConfidenceLevel(f64);

impl ConfidenceLevel {
    /// No confidence.
    pub const NONE: Self = Self(0.0);
    /// Complete confidence.
    pub const FULL: Self = Self(1.0);
    /// Below this a report is flagged for review by a person, unless the caller says otherwise (R-P3).
    pub const REVIEW: Self = Self(0.7);

    /// The level of this number, if it is on the scale.
    pub fn new(level: f64) -> Result<Self, OutOfScale> {
        // Adding zero makes 0 of a negative zero.
        if (0.0..=1.0).contains(&level) { Ok(Self(level + 0.0)) } else { Err(OutOfScale) }
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl fmt::Display for ConfidenceLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<f64> for ConfidenceLevel {
    type Error = OutOfScale;

    fn try_from(level: f64) -> Result<Self, OutOfScale> {
        Self::new(level)
    }
}

/// The number is not on the scale from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfScale;

impl fmt::Display for OutOfScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a confidence level is a number from 0 to 1, like 0.98")
    }
}

impl std::error::Error for OutOfScale {}

impl<'de> Deserialize<'de> for ConfidenceLevel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(json::double(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for ConfidenceLevel {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ConfidenceLevel".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "number", "minimum": 0, "maximum": 1})
    }
}
