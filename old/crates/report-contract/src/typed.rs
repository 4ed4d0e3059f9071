//! From a JSON value to a type, with the place where it does not fit: serde's own errors name none.

use std::fmt;

use envelope_core::text::shortened;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// The longest message that is passed on: a type may quote a whole value in it.
pub(crate) const MAX_MESSAGE: usize = 200;

/// The map as a type.
pub(crate) fn typed<T: DeserializeOwned>(members: &Map<String, Value>) -> Result<T, Misfit> {
    T::deserialize(Root(members))
}

/// A message, cut to a sensible length, without line breaks. Other signs stay: who shows them makes them visible.
pub(crate) fn cut(message: &str) -> String {
    shortened(message, MAX_MESSAGE).replace(['\n', '\r'], " ")
}

/// What does not fit, and where; the steps are gathered on the way out.
#[derive(Debug)]
pub(crate) struct Misfit {
    message: String,
    /// From the place to the root.
    steps: Vec<String>,
}

impl Misfit {
    /// The steps from the root to the place.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().rev().map(String::as_str)
    }

    /// What is wrong.
    pub(crate) fn message(&self) -> String {
        cut(&self.message)
    }

    fn below(mut self, step: impl fmt::Display) -> Self {
        self.steps.push(step.to_string());
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), steps: Vec::new() }
    }
}

struct Root<'v>(&'v Map<String, Value>);

impl<'de> Deserializer<'de> for Root<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Members { members: self.0.iter(), value: None })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        variant_of(self.0, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Node<'v>(&'v Value);

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), ..) => visitor.visit_u64(value),
                (_, Some(value), _) => visitor.visit_i64(value),
                (.., value) => visitor.visit_f64(value.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Items { items: items.iter().enumerate() }),
            Value::Object(members) => Root(members).deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(IntoDeserializer::<Misfit>::into_deserializer(word.as_str())),
            Value::Object(members) => Root(members).deserialize_enum(name, variants, visitor),
            _ => Err(de::Error::invalid_type(Unexpected::Other("a value of another type"), &"a word")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'v> {
    items: std::iter::Enumerate<std::slice::Iter<'v, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        seed.deserialize(Node(item)).map(Some).map_err(|error| error.below(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members<'v> {
    members: serde_json::map::Iter<'v>,
    value: Option<(&'v String, &'v Value)>,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        self.value = self.members.next();
        self.value.map(|(key, _)| seed.deserialize(StrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let (key, value) =
            self.value.take().ok_or_else(|| de::Error::custom("a value was asked for before its key"))?;
        seed.deserialize(Node(value)).map_err(|error| error.below(key))
    }
}

fn variant_of<'de, V: Visitor<'de>>(members: &'de Map<String, Value>, visitor: V) -> Result<V::Value, Misfit> {
    let mut entries = members.iter();
    match (entries.next(), entries.next()) {
        (Some((key, value)), None) => visitor.visit_enum(Variant { key, value }).map_err(|error| error.below(key)),
        _ => Err(de::Error::invalid_type(Unexpected::Map, &"an object with one member")),
    }
}

struct Variant<'v> {
    key: &'v str,
    value: &'v Value,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Misfit;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Misfit> {
        seed.deserialize(StrDeserializer::new(self.key)).map(|value| (value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        if self.value.is_null() { Ok(()) } else { Err(de::Error::custom("a word without content was expected")) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        seed.deserialize(Node(self.value))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        Node(self.value).deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Misfit> {
        Node(self.value).deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct All {
        number: f64,
        pairs: Vec<(String, Option<u8>)>,
        kind: Kind,
        #[serde(default)]
        more: Option<Box<All>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Kind {
        Plain,
        Named { name: String },
        Held(u8),
    }

    #[track_caller]
    fn fails_at(value: &Value, place: &str) {
        let error = typed::<All>(value.as_object().expect("an object")).expect_err("it does not fit");
        assert_eq!(error.steps().collect::<Vec<_>>().join("/"), place, "{error}");
    }

    #[test]
    fn what_fits_is_what_serde_json_gives() {
        for kind in [json!("Plain"), json!({"Named": {"name": "a"}}), json!({"Held": 3})] {
            let value = json!({"number": -1, "pairs": [["a", null], ["b", 2]], "kind": kind, "more": null, "x": [{}]});
            let ours: All = typed(value.as_object().expect("an object")).expect("it fits");
            assert_eq!(ours, serde_json::from_value::<All>(value).expect("it fits"));
        }
    }

    #[test]
    fn what_does_not_fit_is_found() {
        let inner = |number: Value, pair: Value, kind: Value| json!({"number": number, "pairs": [pair], "kind": kind});
        let good = json!(["a", 1]);
        fails_at(&inner(json!("1"), good.clone(), json!("Plain")), "number");
        fails_at(&inner(json!(1), json!(["a", 300]), json!("Plain")), "pairs/0/1");
        fails_at(&inner(json!(1), json!(["a"]), json!("Plain")), "pairs/0");
        fails_at(&inner(json!(1), good.clone(), json!("Other")), "kind");
        fails_at(&inner(json!(1), good.clone(), json!({"Named": {"name": 1}})), "kind/Named/name");
        fails_at(&inner(json!(1), good.clone(), json!({"Held": "x"})), "kind/Held");
        fails_at(&json!({"number": 1}), "");
        let mut deep = inner(json!(1), good.clone(), json!("Plain"));
        deep["more"] = inner(json!(1), good, json!(7));
        fails_at(&deep, "more/kind");
    }
}
