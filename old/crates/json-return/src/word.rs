//! Word lists that the specification leaves open: the words it names, and any other (R-J5).

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// Declares an open list of words with its serde and schema.
macro_rules! open_words {
    ($(#[$doc:meta])* $name:ident, $title:literal, $other:literal { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
            /// Any other word, as it was written.
            Other(String),
        }

        impl $name {
            /// The words that the specification names, in its order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word,
                }
            }

            /// Whether the specification names it.
            pub fn is_known(&self) -> bool {
                !matches!(self, Self::Other(_))
            }

            fn known(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl From<Cow<'_, str>> for $name {
            fn from(word: Cow<'_, str>) -> Self {
                Self::known(&word).unwrap_or_else(|| Self::Other(word.into_owned()))
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                Self::from(Cow::Borrowed(word))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Words;
                impl Visitor<'_> for Words {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a word")
                    }

                    fn visit_str<E>(self, word: &str) -> Result<$name, E> {
                        Ok($name::from(word))
                    }
                }
                deserializer.deserialize_str(Words)
            }
        }

        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let other = schemars::json_schema!({
                    "type": "string", "pattern": crate::schema::NOT_BLANK, "description": $other
                });
                schemars::json_schema!({"anyOf": [{"type": "string", "enum": Self::WORDS}, other]})
            }
        }
    };
}

open_words! {
    /// What an artifact is (json-return, "artifacts (required)"; R-J5).
    ArtifactKind, "ArtifactType", "Any other type; a reader warns of it." {
        /// A plan.
        Plan = "plan",
        /// A report.
        Report = "report",
        /// A summary.
        Summary = "summary",
        /// Code or configuration.
        Implementation = "implementation",
        /// Documentation.
        Documentation = "documentation",
    }
}

open_words! {
    /// What sort of error it is (json-return, "errors (optional)"; R-J5).
    ErrorKind, "ErrorType", "Any other sort of error." {
        /// Something did not have the form it should have.
        Validation = "validation",
        /// A step of the work failed.
        Execution = "execution",
        /// Time ran out.
        Timeout = "timeout",
        /// Something was not allowed.
        Permission = "permission",
    }
}
