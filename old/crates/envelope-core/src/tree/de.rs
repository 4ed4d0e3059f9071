//! A tree as a serde deserializer, so that a typed value can be made of it without another copy.

use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::view::exact_number;
use super::{Entries, Items, Kind, NodeRef};
use crate::Count;

/// Repeated keys are passed on as they are, and a typed visitor refuses them; the decoder gives each key once. A number
/// that a double cannot hold is given as its text.
impl<'de> Deserializer<'de> for NodeRef<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(value),
            Kind::Number(text) => match exact_number(text) {
                None => visitor.visit_borrowed_str(text),
                Some(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                    (Some(value), ..) => visitor.visit_u64(value),
                    (_, Some(value), _) => visitor.visit_i64(value),
                    (.., Some(value)) => visitor.visit_f64(value),
                    _ => visitor.visit_borrowed_str(text),
                },
            },
            Kind::String(text) => visitor.visit_borrowed_str(text),
            Kind::Array(items) => visitor.visit_seq(ItemAccess(items)),
            Kind::Object(entries) => visitor.visit_map(EntryAccess { entries, value: None }),
        }
    }

    /// No text format: numbers come as they were written, so that a large whole double is known to be one.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// A count, however it is written: `3.0` is 3.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.as_number_text().and_then(exact_number);
        match number.and_then(|number| Count::from_f64(number.as_f64()?)) {
            Some(count) => visitor.visit_u64(count.get()),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if let Some(word) = self.as_str() {
            return visitor.visit_enum(word.into_deserializer());
        }
        let mut entries = self.entries();
        let (key, value) = entries
            .next()
            .filter(|_| entries.next().is_none())
            .ok_or_else(|| Error::invalid_type(Unexpected::Other(self.kind_word()), &"a variant"))?;
        visitor.visit_enum(Variant { key, value })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for NodeRef<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

struct ItemAccess<'t>(Items<'t>);

impl<'de> SeqAccess<'de> for ItemAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.clone().count())
    }
}

struct EntryAccess<'t> {
    entries: Entries<'t>,
    value: Option<NodeRef<'t>>,
}

impl<'de> MapAccess<'de> for EntryAccess<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(key.as_key().unwrap_or_default())).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let value = self.value.take().ok_or_else(|| Error::custom("a value was asked for before its key"))?;
        seed.deserialize(value)
    }
}

struct Variant<'t> {
    key: NodeRef<'t>,
    value: NodeRef<'t>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = BorrowedStrDeserializer::new(self.key.as_key().unwrap_or_default());
        seed.deserialize(name).map(|value| (value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.value.is_null() { Ok(()) } else { Err(Error::custom("a unit variant has no content")) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.value.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.value.deserialize_any(visitor)
    }
}
