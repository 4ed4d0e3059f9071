//! Reading a word of a closed list by serde: from a string and from nothing else.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};

/// The value of `all` that the string names. What serde derives for an enum takes an object `{"word": null}`, too, and
/// then the fast path would read a status where none is stated (R-A2); see [`word_from_string!`](crate::word_from_string).
pub fn word<'de, D: Deserializer<'de>, T: Copy>(
    deserializer: D,
    all: &[T],
    as_str: impl Fn(T) -> &'static str,
) -> Result<T, D::Error> {
    struct WordVisitor<'a, T, F>(&'a [T], F);
    impl<T: Copy, F: Fn(T) -> &'static str> Visitor<'_> for WordVisitor<'_, T, F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word of the list")
        }

        fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
            let found = self.0.iter().copied().find(|one| (self.1)(*one) == word);
            found.ok_or_else(|| {
                let known: Vec<String> = self.0.iter().map(|one| format!("`{}`", (self.1)(*one))).collect();
                E::custom(format_args!("unknown variant `{word}`, expected one of {}", known.join(", ")))
            })
        }
    }
    deserializer.deserialize_str(WordVisitor(all, as_str))
}

/// Implements `Deserialize` for a closed list of words: a string that is one of them, and nothing else.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Light { Green, Red }
/// impl Light {
///     const ALL: [Self; 2] = [Self::Green, Self::Red];
///     fn as_str(self) -> &'static str { match self { Self::Green => "green", Self::Red => "red" } }
/// }
/// envelope_core::word_from_string!(Light, Light::ALL, Light::as_str);
/// assert_eq!(serde_json::from_str::<Light>("\"red\"").unwrap(), Light::Red);
/// assert!(serde_json::from_str::<Light>("{\"green\": null}").is_err());
/// ```
#[macro_export]
macro_rules! word_from_string {
    ($type:ty, $all:expr, $word:expr) => {
        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::json::word(deserializer, &$all[..], $word)
            }
        }
    };
}
