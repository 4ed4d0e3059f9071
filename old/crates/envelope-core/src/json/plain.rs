//! Plain JSON as a serde deserializer: the text that the fast path takes, and no other.
//!
//! It says neither what is wrong nor where, since the slow path reads the message then; so it does nothing but go ahead.
//! Like a [tree](crate::tree) it gives numbers as they were written.

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::marks::plain_len;
use super::steps;
use crate::Count;
use crate::tree::exact_number;

/// The value, if the text is plain JSON of this type: nothing to repair, and no number that a double cannot hold.
pub(super) fn from_plain<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let mut reader = Reader { text, at: 0, depth: 0, scratch: String::new(), length: 0 };
    let value = T::deserialize(&mut reader).ok()?;
    reader.next_byte().is_none().then_some(value)
}

/// Containers that are nested at most: reading them takes the machine's stack (R-A9).
pub(super) const MOST_NESTED: usize = 127;
/// Room is made beforehand for so many items at most.
const MOST_GUESSED: usize = 16;

struct Reader<'de> {
    text: &'de str,
    at: usize,
    depth: usize,
    /// The string being read, where it is not a slice of the text.
    scratch: String,
    /// How many items the list had that ended last: the next one is most often its sibling, and like it.
    length: usize,
}

/// Something that is not plain.
#[derive(Debug)]
struct Odd;

impl std::fmt::Display for Odd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no plain JSON of the type")
    }
}

impl std::error::Error for Odd {}

impl de::Error for Odd {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> Reader<'de> {
    /// The next byte that is no blank.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if *byte > b' ' => Some(*byte),
            Some(_) => self.past_blanks(),
            None => None,
        }
    }

    /// The same from a blank on. Nearly all of them end a line behind a token and indent the next one by less than sixteen.
    #[inline(never)]
    fn past_blanks(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        if let Some([b'\n', indent @ ..]) = rest.first_chunk::<17>() {
            let others = u128::from_le_bytes(*indent) ^ u128::from_le_bytes([b' '; 16]);
            let spaces = others.trailing_zeros() as usize / 8;
            if let Some(byte) = indent.get(spaces).filter(|byte| **byte > b' ') {
                steps::count(1 + spaces);
                self.at += 1 + spaces;
                return Some(*byte);
            }
        }
        self.past_any_blanks()
    }

    /// The same for blanks of any kind. Where a line ends with a carriage return or a blank there is something to say, and
    /// a byte is given that nothing can begin with.
    #[inline(never)]
    fn past_any_blanks(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            let byte = *bytes.get(at)?;
            let next = match byte {
                b'\n' if is_odd_end(bytes, at) => return Some(0),
                b'\n' => past_spaces(bytes, at + 1),
                b' ' | b'\t' | b'\r' => at + 1,
                _ => {
                    self.at = at;
                    return Some(byte);
                }
            };
            steps::count(next - at);
            at = next;
        }
    }

    /// Past this byte, if it is the next one.
    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), Odd> {
        if self.next_byte() != Some(byte) {
            return Err(Odd);
        }
        self.at += 1;
        Ok(())
    }

    fn literal(&mut self, word: &str) -> Result<(), Odd> {
        let here = self.text.as_bytes().get(self.at..self.at + word.len());
        if here != Some(word.as_bytes()) {
            return Err(Odd);
        }
        self.at += word.len();
        Ok(())
    }

    /// The text of a number; whether it is one is for who reads it to say.
    fn number(&mut self) -> &'de str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = rest.as_bytes().iter().take_while(|byte| is_part(byte)).count();
        steps::count(length);
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// The string whose quote is the next byte: a slice of the text, else it lies in the scratch buffer.
    #[inline]
    fn string(&mut self) -> Result<Option<&'de str>, Odd> {
        let from = self.at + 1;
        let rest = self.text.as_bytes().get(from..).ok_or(Odd)?;
        let length = plain_len(rest).ok_or(Odd)?;
        steps::count(length);
        self.at = from + length;
        let slice = self.text.get(from..self.at).ok_or(Odd)?;
        if rest.get(length) == Some(&b'"') {
            self.at += 1;
            return Ok(Some(slice));
        }
        self.scratch.clear();
        self.scratch.push_str(slice);
        self.escaped().map(|()| None)
    }

    /// The rest of a string, from its first back-slash on.
    fn escaped(&mut self) -> Result<(), Odd> {
        let (text, bytes, mut at) = (self.text, self.text.as_bytes(), self.at);
        while let Some([b'\\', escape]) = bytes.get(at..).and_then(<[u8]>::first_chunk::<2>) {
            // What stands for itself is the first of what follows.
            let mut stays = 0;
            at += 2;
            match escape {
                b'"' | b'\\' | b'/' => (at, stays) = (at - 1, 1),
                b'n' => self.scratch.push('\n'),
                b't' => self.scratch.push('\t'),
                b'r' => self.scratch.push('\r'),
                b'b' => self.scratch.push('\x08'),
                b'f' => self.scratch.push('\x0c'),
                b'u' => {
                    self.at = at;
                    let character = self.code_point()?;
                    self.scratch.push(character);
                    at = self.at;
                }
                _ => return Err(Odd),
            }
            let length = stays + plain_len(bytes.get(at + stays..).unwrap_or_default()).ok_or(Odd)?;
            steps::count(length);
            self.scratch.push_str(text.get(at..at + length).ok_or(Odd)?);
            at += length;
        }
        self.at = at + 1;
        if bytes.get(at) == Some(&b'"') { Ok(()) } else { Err(Odd) }
    }

    /// The character of the digits after `\u`; two halves make one.
    fn code_point(&mut self) -> Result<char, Odd> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(Odd);
        }
        self.literal("\\u")?;
        let second = self.four_digits()?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(Odd);
        }
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(Odd)
    }

    fn four_digits(&mut self) -> Result<u32, Odd> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or(Odd)?;
        self.at += 4;
        digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?)).ok_or(Odd)
    }

    /// Past the brace or bracket that is the next byte.
    fn enter(&mut self) -> Result<(), Odd> {
        self.at += 1;
        self.depth += 1;
        if self.depth > MOST_NESTED { Err(Odd) } else { Ok(()) }
    }

    /// Past what stands before the next part of a container; `false` when it ends here.
    #[inline]
    fn goes_on(&mut self, count: usize, closer: u8) -> Result<bool, Odd> {
        match self.next_byte() {
            Some(byte) if byte == closer => Ok(false),
            // No value and no key begins with the closer, should it follow.
            Some(b',') if count > 0 => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if count == 0 => Ok(true),
            _ => Err(Odd),
        }
    }

    fn leave(&mut self, closer: u8) -> Result<(), Odd> {
        self.depth -= 1;
        self.expect(closer)
    }
}

/// Whether a blank or a carriage return stands before this line feed.
#[inline]
fn is_odd_end(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    before.is_some_and(|before| *before <= b' ' && *before != b'\n')
}

/// Where the spaces end that begin here.
fn past_spaces(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at..).and_then(<[u8]>::first_chunk) == Some(&[b' '; 8]) {
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| **byte == b' ').count()
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Odd;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Odd> {
        match self.next_byte() {
            Some(b'"') => match self.string()? {
                Some(slice) => visitor.visit_borrowed_str(slice),
                None => visitor.visit_str(&self.scratch),
            },
            Some(b'[') => {
                self.enter()?;
                let mut items = Items { reader: self, count: 0 };
                let value = visitor.visit_seq(&mut items)?;
                let Items { reader, count } = items;
                reader.length = count;
                reader.leave(b']')?;
                Ok(value)
            }
            Some(b'{') => {
                self.enter()?;
                let value = visitor.visit_map(Members { reader: self, count: 0 })?;
                self.leave(b'}')?;
                Ok(value)
            }
            Some(b'-' | b'0'..=b'9') => {
                let number = exact_number(self.number()).ok_or(Odd)?;
                match (number.as_u64(), number.as_i64(), number.as_f64()) {
                    (Some(value), ..) => visitor.visit_u64(value),
                    (_, Some(value), _) => visitor.visit_i64(value),
                    (.., Some(value)) => visitor.visit_f64(value),
                    _ => Err(Odd),
                }
            }
            Some(b'n') => self.literal("null").and_then(|()| visitor.visit_unit()),
            Some(b't') => self.literal("true").and_then(|()| visitor.visit_bool(true)),
            Some(b'f') => self.literal("false").and_then(|()| visitor.visit_bool(false)),
            _ => Err(Odd),
        }
    }

    /// As with a tree, numbers come as they were written.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Odd> {
        if self.next_byte() == Some(b'n') {
            self.literal("null")?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    /// A count, however it is written: `3.0` is 3.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Odd> {
        if !matches!(self.next_byte(), Some(b'-' | b'0'..=b'9')) {
            return self.deserialize_any(visitor);
        }
        let number = exact_number(self.number()).ok_or(Odd)?;
        let count = number.as_f64().and_then(Count::from_f64).ok_or(Odd)?;
        visitor.visit_u64(count.get())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Odd> {
        visitor.visit_newtype_struct(self)
    }

    /// A variant that is a word; another is for the slow path.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Odd> {
        if self.next_byte() != Some(b'"') {
            return Err(Odd);
        }
        match self.string()? {
            Some(slice) => visitor.visit_enum(BorrowedStrDeserializer::new(slice)),
            None => visitor.visit_enum(StrDeserializer::new(&self.scratch)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    count: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Odd;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Odd> {
        if !self.reader.goes_on(self.count, b']')? {
            return Ok(None);
        }
        self.count += 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.reader.length.min(MOST_GUESSED))
    }
}

struct Members<'r, 'de> {
    reader: &'r mut Reader<'de>,
    count: usize,
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = Odd;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Odd> {
        if !self.reader.goes_on(self.count, b'}')? {
            return Ok(None);
        }
        self.count += 1;
        if self.reader.next_byte() != Some(b'"') {
            return Err(Odd);
        }
        let key = match self.reader.string()? {
            Some(slice) => seed.deserialize(BorrowedStrDeserializer::<Odd>::new(slice))?,
            None => seed.deserialize(StrDeserializer::<Odd>::new(&self.reader.scratch))?,
        };
        self.reader.expect(b':')?;
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Odd> {
        seed.deserialize(&mut *self.reader)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::super::Extra;
    use super::*;

    #[test]
    fn what_is_plain() {
        for text in [
            "{}",
            " {\n\n  \"a\" : [ ] ,\r \"b\":[1,-2.5,1e3, true,false,null]}\n\n",
            "{\n                                  \"a\": {\n\n\t\t \t\"b\": 1\n}}",
            r#"{"a": "\"\\\/\b\f\n\r\t", "\u00e9\ud83d\ude00": "é😀", "": {"a": [[], [1], [1, 2, 3]]}}"#,
            "{\"a\": 9007199254740992, \"b\": 0.1, \"c\": -0, \"d\": 123456789012345.5}",
        ] {
            let read: Option<Extra> = from_plain(text);
            assert_eq!(read.as_ref().map(Extra::as_map), serde_json::from_str(text).ok().as_ref(), "{text}");
            assert!(read.is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_not() {
        for text in [
            "",
            "{",
            "{}}",
            "{} x",
            "{,}",
            r#"{"a":1,}"#,
            r#"{"a" 1}"#,
            r#"{"a":}"#,
            r#"{"a":1 "b":2}"#,
            "{a:1}",
            r#"{"a":[1,]}"#,
            r#"{"a":[,1]}"#,
            r#"{"a":[1 2]}"#,
            r#"{"a":[1}"#,
            r#"{"a":01}"#,
            r#"{"a":+1}"#,
            r#"{"a":.5}"#,
            r#"{"a":1.}"#,
            r#"{"a":-}"#,
            r#"{"a":1e}"#,
            r#"{"a":tru}"#,
            r#"{"a":nulls}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\ud800"}"#,
            r#"{"a":"\ud800\u0041"}"#,
            r#"{"a":"\udc00"}"#,
            r#"{"a":"\u00g0"}"#,
            r#"{"a":"\u+041"}"#,
            r#"{"a":"\"#,
            "{\"a\":\"\n\"}",
            "{\"a\":\"b",
            "{\"a\u{a0}\":1}\u{a0}",
            r#"{"a":1,"a":1}"#,
            "{\r\n}",
            "{ \n}",
            "{\t\n}",
            "{}\r\n",
            "{} \n",
            " \n{}",
            "{\"a\":1, \n\"b\":2}",
            r#"{"a":9007199254740993}"#,
            r#"{"a":1e999}"#,
            r#"{"a":1e-999}"#,
            "{\"a\":\u{b}1}",
        ] {
            assert!(from_plain::<Extra>(text).is_none(), "{text}");
        }
    }

    #[test]
    fn nesting_ends_somewhere() {
        let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        assert!(from_plain::<Extra>(&nested(MOST_NESTED)).is_some());
        assert!(from_plain::<Extra>(&nested(MOST_NESTED + 1)).is_none());
        assert!(from_plain::<Extra>(&nested(100_000)).is_none());
    }

    proptest! {
        /// What is taken for plain JSON is JSON, and says the same.
        #[test]
        fn agrees_with_serde_json(text in "\\{(\"[ab]\": ?)?([\"ab:,{}\\[\\] \n01.eE+-]|true|null|\\\\n|\\\\u00e9|\"[ab]\":|, ?){0,14}\\}") {
            if let Some(read) = from_plain::<Extra>(&text) {
                let value: Value = serde_json::from_str(&text).expect("it is JSON");
                prop_assert_eq!(serde_json::to_value(read).expect("JSON"), value);
            }
        }

        /// And what is printed is plain.
        #[test]
        fn takes_what_is_printed(texts in prop::collection::vec(("[a-z]{1,9}", ".{0,30}"), 0..6), number in -1000.0..1000.0_f64) {
            let mut value = serde_json::Map::new();
            for (key, text) in texts {
                value.insert(key, serde_json::json!([text, [number, {"k": text}], null]));
            }
            for text in [serde_json::to_string(&value), serde_json::to_string_pretty(&value)] {
                let read = from_plain::<Extra>(&text.expect("JSON"));
                prop_assert_eq!(read.as_ref().map(Extra::as_map), Some(&value));
            }
        }
    }
}
