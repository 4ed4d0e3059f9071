//! Dialects: what later users of the format write instead (R-J8).

use std::fmt;

use envelope_core::Status;
use envelope_core::json::{Extra, Synonym};
use envelope_core::text::{self, Word, read_word};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::ReturnStatus;
use crate::rules::DIALECT_WORD;
use crate::table::MAY_MISS;

/// Words that stand for the four statuses, and required fields that may be missing (R-J8).
///
/// The four words of the specification stay valid and keep their meaning. A file can hold a dialect:
///
/// ```
/// use json_return::{Dialect, ReturnStatus};
/// let dialect: Dialect = serde_json::from_str(r#"{"statuses": {"done": "completed"}, "optional": ["summary"]}"#)?;
/// assert_eq!(dialect.status("done"), Some(ReturnStatus::Completed));
/// assert!(dialect.is_optional("summary") && !dialect.is_optional("artifacts"));
/// assert!(serde_json::from_str::<Dialect>(r#"{"statuses": {"failed": "completed"}}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Loaded", into = "Loaded")]
pub struct Dialect {
    statuses: Vec<(String, ReturnStatus)>,
    optional: Vec<&'static str>,
}

/// The words of [`Dialect::contextual`].
const CONTEXTUAL: [(&str, ReturnStatus); 8] = [
    ("researched", ReturnStatus::Completed),
    ("planned", ReturnStatus::Completed),
    ("implemented", ReturnStatus::Completed),
    ("synced", ReturnStatus::Completed),
    ("linked", ReturnStatus::Completed),
    ("committed", ReturnStatus::Completed),
    ("tasks_created", ReturnStatus::Completed),
    ("in_progress", ReturnStatus::Partial),
];

/// The fields that may be missing in [`Dialect::contextual`].
const CONTEXTUAL_OPTIONAL: [&str; 4] = ["summary", "errors", "metadata.delegation_depth", "metadata.delegation_path"];

impl Dialect {
    /// The specification as it is.
    pub fn spec() -> Self {
        Self::default()
    }

    /// What agents in daily use write: the status says what was done (`researched`, `planned`, …), and some required
    /// fields are missing.
    pub fn contextual() -> Self {
        let statuses = CONTEXTUAL.map(|(word, status)| (word.to_owned(), status)).to_vec();
        Self { statuses, optional: CONTEXTUAL_OPTIONAL.to_vec() }
    }

    /// The same dialect with one more word for a status.
    pub fn with_status(mut self, word: &str, status: ReturnStatus) -> Result<Self, InvalidDialect> {
        // In another case or decoration, too: reading takes either for the same word.
        let same = |one: &str, other: &str| matches!(read_word(one, &[other]), Word::Exact(_) | Word::Decorated { .. });
        let known = |other: &str| other.eq_ignore_ascii_case(word) || same(word, other) || same(other, word);
        let refuse = |why| Err(InvalidDialect { what: format!("the word `{word}`"), why });
        if text::trim_blank(word).is_empty() || text::trim_blank(word) != word {
            return refuse("a word is not blank and has no blanks around it");
        }
        match read_word(word, ReturnStatus::WORDS) {
            Word::Placeholder(_) => return refuse("a placeholder of the instruction states nothing"),
            // Decorated or with a remark behind it, too: a mapping must not change what the reader makes of them.
            Word::Exact(_) | Word::Decorated { .. } | Word::Qualified { .. } => {
                return refuse("the four words of the specification keep their meaning");
            }
            _ => {}
        }
        if self.statuses.iter().any(|(other, _)| known(other)) {
            return refuse("a word stands for one status");
        }
        self.statuses.push((word.to_owned(), status));
        Ok(self)
    }

    /// The same dialect with one more required field that may be missing, like `summary` or `metadata.agent_type`.
    pub fn with_optional(mut self, field: &str) -> Result<Self, InvalidDialect> {
        let Some(name) = MAY_MISS.iter().find(|name| **name == field) else {
            let why = if field == "status" {
                "a return without a status states nothing"
            } else {
                "it is none of the required fields, like `summary` or `metadata.agent_type`"
            };
            return Err(InvalidDialect { what: format!("the field `{field}`"), why });
        };
        if !self.optional.contains(name) {
            self.optional.push(name);
        }
        Ok(self)
    }

    /// The status that the word stands for, to the letter; the specification's own words included.
    pub fn status(&self, word: &str) -> Option<ReturnStatus> {
        let own = self.statuses.iter().find(|(other, _)| other == word).map(|(_, status)| *status);
        ReturnStatus::from_word(word).or(own)
    }

    /// Whether the field may be missing.
    pub fn is_optional(&self, field: &str) -> bool {
        self.optional.contains(&field)
    }

    /// The fields that may be missing.
    pub fn optional(&self) -> &[&'static str] {
        &self.optional
    }

    /// The words as the decoder takes them.
    pub(crate) fn synonyms(&self) -> Vec<Synonym<'_>> {
        self.statuses
            .iter()
            .map(|(word, status)| Synonym { place: "status", word, means: status.as_str(), rule: &DIALECT_WORD })
            .collect()
    }
}

/// Why a dialect is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidDialect {
    what: String,
    why: &'static str,
}

impl fmt::Display for InvalidDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl std::error::Error for InvalidDialect {}

/// A dialect as a file holds it.
#[derive(Serialize)]
struct Loaded {
    /// Refuses a word that stands there twice, of which one would win in silence.
    statuses: Extra,
    optional: Vec<String>,
}

/// The members of [`Loaded`].
#[derive(Deserialize)]
#[serde(remote = "Loaded", deny_unknown_fields)]
struct Members {
    #[serde(default)]
    statuses: Extra,
    #[serde(default)]
    optional: Vec<String>,
}

/// An object and nothing else (R-J8): what is derived takes an array of the members, too.
impl<'de> Deserialize<'de> for Loaded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AnObject)
    }
}

struct AnObject;

impl<'de> Visitor<'de> for AnObject {
    type Value = Loaded;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `statuses` and `optional`")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Loaded, A::Error> {
        Members::deserialize(MapAccessDeserializer::new(members))
    }
}

impl TryFrom<Loaded> for Dialect {
    type Error = InvalidDialect;

    fn try_from(loaded: Loaded) -> Result<Self, InvalidDialect> {
        let mut dialect = Self::spec();
        for (word, status) in loaded.statuses.as_map() {
            let status = status.as_str().and_then(ReturnStatus::from_word).ok_or_else(|| InvalidDialect {
                what: format!("the word `{word}`"),
                why: "it stands for `completed`, `partial`, `failed` or `blocked`",
            })?;
            dialect = dialect.with_status(word, status)?;
        }
        loaded.optional.iter().try_fold(dialect, |dialect, field| dialect.with_optional(field))
    }
}

impl From<Dialect> for Loaded {
    fn from(dialect: Dialect) -> Self {
        let words = dialect.statuses.into_iter().map(|(word, status)| (word, Value::from(status.as_str())));
        let statuses = words.collect::<serde_json::Map<String, Value>>().into();
        Self { statuses, optional: dialect.optional.into_iter().map(str::to_owned).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(json: &str, expected: &str) {
        let error = serde_json::from_str::<Dialect>(json).expect_err("no dialect").to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn the_built_in_ones_can_be_written_to_a_file_and_read_back() {
        for dialect in [Dialect::spec(), Dialect::contextual()] {
            let json = serde_json::to_string(&dialect).unwrap();
            assert_eq!(serde_json::from_str::<Dialect>(&json).unwrap(), dialect);
        }
        assert_eq!(serde_json::from_str::<Dialect>("{}").unwrap(), Dialect::spec());
    }

    #[test]
    fn a_dialect_cannot_turn_a_failure_into_a_success() {
        refused(r#"{"statuses": {"failed": "completed"}}"#, "keep their meaning");
        refused(r#"{"statuses": {"Failed": "completed"}}"#, "keep their meaning");
        refused(r#"{"statuses": {"**failed**": "completed"}}"#, "keep their meaning");
        refused(r#"{"statuses": {"❌ Failed": "completed"}}"#, "keep their meaning");
        refused(r#"{"statuses": {"failed (see below)": "completed"}}"#, "keep their meaning");
        refused(r#"{"statuses": {"<status>": "completed"}}"#, "placeholder");
        refused(r#"{"statuses": {"completed|failed": "completed"}}"#, "placeholder");
        refused(r#"{"statuses": {"done": "failed", "done": "completed"}}"#, "twice");
        refused(r#"{"statuses": {"done": "failed", "DONE": "completed"}}"#, "one status");
        refused(r#"{"statuses": {"done": "failed", "**done**": "completed"}}"#, "one status");
        refused(r#"{"statuses": {"✅ done": "completed", "done": "failed"}}"#, "one status");
        refused(r#"{"statuses": {"done": "great"}}"#, "stands for");
        refused(r#"{"statuses": {" ": "completed"}}"#, "blank");
        refused(r#"{"optional": ["status"]}"#, "states nothing");
        refused(r#"{"optional": ["sumary"]}"#, "none of the required fields");
        refused(r#"{"option": ["summary"]}"#, "unknown field");
        refused(r#"{"optional": [], "optional": ["summary"]}"#, "duplicate field");
    }

    #[test]
    fn a_dialect_is_an_object() {
        for json in [r#"[{"done": "completed"}, ["summary"]]"#, "[]", "null", r#""contextual""#, "1"] {
            refused(json, "expected an object with `statuses` and `optional`");
        }
    }
}
