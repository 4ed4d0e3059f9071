//! Whole numbers as JSON knows them.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A whole number from 0 to 2^53 − 1: what every reader of JSON holds without change (R-A4).
///
/// JSON Schema calls `1`, `1.0` and `1e0` the same integer, so all three are read.
///
/// ```
/// use envelope_core::Count;
/// assert_eq!(serde_json::from_str::<Count>("3.0").ok(), Count::new(3));
/// assert!(serde_json::from_str::<Count>("-1").is_err());
/// assert!(Count::new(1 << 53).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Count(u64);

impl Count {
    /// The largest count, 2^53 − 1.
    pub const MAX: u64 = (1 << 53) - 1;

    /// The count, unless it is too large.
    pub const fn new(value: u64) -> Option<Self> {
        if value <= Self::MAX { Some(Self(value)) } else { None }
    }

    /// The count of this double, if it is whole and in range.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked before")]
    pub fn from_f64(value: f64) -> Option<Self> {
        let whole = value.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&value);
        if whole { Self::new(value as u64) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl From<u32> for Count {
    fn from(value: u32) -> Self {
        Self(u64::from(value))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            // Not `deserialize_u64`: inside a tagged enum that refuses `2.0`.
            deserializer.deserialize_any(CountVisitor)
        } else {
            // A tree knows how the number was written, and gives `0.0` and `-0` as 0.
            deserializer.deserialize_u64(CountVisitor)
        }
    }
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0 to 2^53 - 1")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Count, E> {
        Count::new(value).ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(value), &self))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Count, E> {
        let count = u64::try_from(value).ok().and_then(Count::new);
        count.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(value), &self))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Count, E> {
        // A zero with a point may have been `1e-400`; only the slow path can tell, and gives it as an integer.
        Count::from_f64(value)
            .filter(|count| count.get() > 0)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Float(value), &self))
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Count {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer", "minimum": 0, "maximum": Self::MAX})
    }
}
