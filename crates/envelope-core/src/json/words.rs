//! Reading a word of a closed list by serde: from a string and from nothing else.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};

/// The value that `find` knows the string as. What serde derives for an enum takes an object `{"word": null}`, too, and
/// then the fast path would read a status where none is stated (R-A2); see [`word_from_string!`](crate::word_from_string).
pub fn word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    find: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct WordVisitor<F>(F);
    impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for WordVisitor<F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word of the list")
        }

        fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
            (self.0)(word).ok_or_else(|| E::unknown_variant(word, &[]))
        }
    }
    deserializer.deserialize_str(WordVisitor(find))
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
                $crate::json::word(deserializer, |word| $all.iter().copied().find(|one| $word(*one) == word))
            }
        }
    };
}
