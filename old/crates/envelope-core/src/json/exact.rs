//! The fast path: typed serde that answers only when there is nothing at all to say (design, `json`).
//!
//! Law: whenever [`exact`] gives a value, [`read`](super::read) and [`decode`](super::decode()) give the same value and
//! no diagnostic. So the types must refuse what the slow path reports: members met twice (derived structs do, maps do
//! not, hence [`Extra`]), and numbers that a double cannot hold (hence [`double`] and [`Count`](crate::Count)).

use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Number, Value};

use super::plain::{MOST_NESTED, from_plain};
use crate::tree::is_held;
use crate::{Limits, Source};

/// The typed value, if the whole message is exactly that: valid JSON of this type and nothing to report.
///
/// ```
/// use envelope_core::{Limits, Source, json};
/// #[derive(serde::Deserialize)]
/// struct Ticket { id: String }
/// let ticket: Option<Ticket> = json::exact(&Source::new(r#"{"id": "t1"}"#), Limits::default());
/// assert_eq!(ticket.map(|ticket| ticket.id).as_deref(), Some("t1"));
/// let fenced: Option<Ticket> = json::exact(&Source::new("```json\n{\"id\": \"t1\"}\n```"), Limits::default());
/// assert!(fenced.is_none(), "there is something to say, so the slow path reads it");
/// ```
pub fn exact<T: DeserializeOwned>(source: &Source<'_>, limits: Limits) -> Option<T> {
    let text = source.text();
    let within = source.original_len() <= limits.input() && limits.depth() > MOST_NESTED;
    if !within || source.replacements() > 0 || !is_closed(text) {
        return None;
    }
    from_plain(text)
}

/// Whether JSON can begin as the text does, and it ends with the closer of what it begins with: a message in prose or
/// cut off need not be read twice.
fn is_closed(text: &str) -> bool {
    let text = text.trim_ascii();
    match text.as_bytes().first() {
        Some(b'{') => text.ends_with('}'),
        Some(b'[') => text.ends_with(']'),
        Some(first) => matches!(first, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'),
        None => false,
    }
}

/// 2^53: whole doubles below it are what was written.
const LARGEST_SURE: f64 = 9_007_199_254_740_992.0;

/// What a protocol's type does not know, in the order it was written (R-A3).
///
/// For use with `#[serde(flatten)]`. It refuses repeated keys and numbers that a double cannot hold, at any depth, so
/// that the fast path cannot pass over them.
///
/// ```
/// use envelope_core::json::Extra;
/// assert!(serde_json::from_str::<Extra>(r#"{"a": {"b": 1}}"#).is_ok());
/// assert!(serde_json::from_str::<Extra>(r#"{"a": {"b": 1, "b": 2}}"#).is_err());
/// assert!(serde_json::from_str::<Extra>("{\"a\": [9007199254740993]}").is_err());
/// ```
#[derive(Clone, Default)]
pub struct Extra(
    // Nearly every object has none, and then it costs a word.
    Option<Box<Map<String, Value>>>,
);

/// What an object without unknown members shows.
static NONE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

impl Extra {
    /// The members.
    pub fn as_map(&self) -> &Map<String, Value> {
        self.0.as_deref().unwrap_or(&NONE)
    }

    /// The members, to be changed.
    pub fn as_map_mut(&mut self) -> &mut Map<String, Value> {
        self.0.get_or_insert_default()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|members| members.is_empty())
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_map().fmt(f)
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        self.as_map() == other.as_map()
    }
}

impl From<Map<String, Value>> for Extra {
    fn from(members: Map<String, Value>) -> Self {
        Self((!members.is_empty()).then(|| Box::new(members)))
    }
}

impl Serialize for Extra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_map().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ExtraVisitor;
        impl<'de> Visitor<'de> for ExtraVisitor {
            type Value = Extra;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object without repeated keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Extra, A::Error> {
                members(access).map(|members| Extra(members.map(Box::new)))
            }
        }
        deserializer.deserialize_map(ExtraVisitor)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Extra {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Extra".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object", "additionalProperties": true})
    }
}

/// A number for `#[serde(deserialize_with = "envelope_core::json::double")]`: refuses integers that it would change.
pub fn double<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let Strict(value) = Strict::deserialize(deserializer)?;
    value.as_f64().filter(|_| value.is_number()).ok_or_else(|| de::Error::custom("expected a number"))
}

/// The same, with the number as it was written: `8` stays `8`.
pub fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
    match Strict::deserialize(deserializer)? {
        Strict(Value::Number(number)) => Ok(number),
        Strict(_) => Err(de::Error::custom("expected a number")),
    }
}

/// Any JSON value, by the rules of [`Extra`].
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A tree, and the reader of plain JSON, have looked at every number already.
        let sure = !deserializer.is_human_readable();
        deserializer.deserialize_any(StrictVisitor { sure })
    }
}

fn members<'de, A: MapAccess<'de>>(mut access: A) -> Result<Option<Map<String, Value>>, A::Error> {
    let mut members: Option<Map<String, Value>> = None;
    while let Some(key) = access.next_key::<String>()? {
        let Strict(value) = access.next_value()?;
        if members.get_or_insert_default().insert(key, value).is_some() {
            return Err(de::Error::custom("a key stands in an object twice"));
        }
    }
    Ok(members)
}

/// Puts a value into a list where it is made: values are large to move.
struct PushTo<'v>(&'v mut Vec<Value>);

impl<'de> DeserializeSeed<'de> for PushTo<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let sure = !deserializer.is_human_readable();
        deserializer.deserialize_any(PushVisitor { items: self.0, strict: StrictVisitor { sure } })
    }
}

struct PushVisitor<'v> {
    items: &'v mut Vec<Value>,
    strict: StrictVisitor,
}

macro_rules! push_each {
    ($($visit:ident($type:ty)),*) => {
        $(#[inline]
        fn $visit<E: de::Error>(self, value: $type) -> Result<(), E> {
            self.items.push(self.strict.$visit(value)?.0);
            Ok(())
        })*
    };
}

impl<'de> Visitor<'de> for PushVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.strict.expecting(f)
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<(), E> {
        self.visit_str(value)
    }

    push_each!(visit_bool(bool), visit_i64(i64), visit_u64(u64), visit_f64(f64), visit_str(&str), visit_string(String));

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.items.push(Value::Null);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        self.items.push(self.strict.visit_seq(access)?.0);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        self.items.push(self.strict.visit_map(access)?.0);
        Ok(())
    }
}

struct StrictVisitor {
    /// Whether a double is known to be what was written.
    sure: bool,
}

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON that every reader reads alike")
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Strict, E> {
        Ok(Strict(Value::Bool(value)))
    }

    #[expect(clippy::cast_precision_loss, reason = "the loss is what is tested for")]
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Strict, E> {
        let held = is_held(i128::from(value), value as f64);
        if held { Ok(Strict(value.into())) } else { Err(E::custom("a double cannot hold the number")) }
    }

    #[expect(clippy::cast_precision_loss, reason = "the loss is what is tested for")]
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Strict, E> {
        let held = is_held(i128::from(value), value as f64);
        if held { Ok(Strict(value.into())) } else { Err(E::custom("a double cannot hold the number")) }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Strict, E> {
        // A long integer arrives here rounded; whether it was one only the slow path can tell.
        // And a zero may have been a number too small for a double.
        let sure = self.sure || value.fract() != 0.0 || (value != 0.0 && value.abs() < LARGEST_SURE);
        let number = if sure { Number::from_f64(value) } else { None };
        number.map(|number| Strict(number.into())).ok_or_else(|| E::custom("a number that may have changed"))
    }

    #[inline]
    fn visit_str<E>(self, value: &str) -> Result<Strict, E> {
        Ok(Strict(Value::String(value.to_owned())))
    }

    #[inline]
    fn visit_string<E>(self, value: String) -> Result<Strict, E> {
        Ok(Strict(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Strict, A::Error> {
        let mut items = Vec::with_capacity(access.size_hint().unwrap_or(0));
        while access.next_element_seed(PushTo(&mut items))?.is_some() {}
        Ok(Strict(Value::Array(items)))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Strict, A::Error> {
        members(access).map(|members| Strict(members.unwrap_or_default().into()))
    }
}
