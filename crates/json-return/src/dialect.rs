//! What an orchestrator allows beyond the specification (R-J8).

use envelope_core::text::find_word;
use serde_json::Value;

use crate::model::SUMMARY_LIMIT;
use crate::status::WORDS;
use crate::{ARTIFACT_TYPES, Status};

/// Fields that a dialect can let be missing.
const FIELDS: [&str; 7] =
    ["summary", "artifacts", "errors", "session_id", "agent_type", "delegation_depth", "delegation_path"];

/// Status words, and the fields that may be missing. The default is the specification.
///
/// ```
/// let dialect = json_return::Dialect::from_json(r#"{"statuses": {"shipped": "completed"}, "optional": ["summary"]}"#)?;
/// # Ok::<(), json_return::DialectError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    words: Vec<(String, Status)>,
    optional: Vec<&'static str>,
    contextual: bool,
}

/// Why a dialect cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DialectError {
    /// The text is not JSON.
    #[error("a dialect is a JSON object: {0}")]
    Json(#[from] serde_json::Error),
    /// A part of it has another shape.
    #[error("a dialect is `{{\"statuses\": {{word: status}}, \"optional\": [field]}}`, not {0}")]
    Shape(String),
    /// A word means a status that does not exist.
    #[error("unknown status `{0}`; expected completed, partial, failed or blocked")]
    Status(String),
    /// A field cannot be optional.
    #[error(
        "`{0}` cannot be optional; expected one of summary, artifacts, errors, session_id, agent_type, delegation_depth, delegation_path"
    )]
    Field(String),
}

impl Dialect {
    /// The specification itself.
    pub fn spec() -> Self {
        Self::default()
    }

    /// What the same agents write today: `implemented`, `planned`, `in_progress` and others, and fewer required fields.
    pub fn contextual() -> Self {
        let completed = [
            "researched",
            "planned",
            "implemented",
            "synced",
            "linked",
            "committed",
            "tasks_created",
            "done",
            "success",
        ];
        let words = completed.map(|word| (word, Status::Completed)).into_iter();
        let words = words.chain([("in_progress", Status::Partial)]).map(|(word, status)| (word.to_owned(), status));
        let optional = vec!["summary", "artifacts", "errors", "delegation_depth", "delegation_path"];
        Self { words: words.collect(), optional, contextual: true }
    }

    /// A dialect of your own, `{"statuses": {word: status}, "optional": [field]}`; both are optional.
    pub fn from_json(text: &str) -> Result<Self, DialectError> {
        let json: Value = serde_json::from_str(text)?;
        let object = json.as_object().ok_or_else(|| DialectError::Shape(json.to_string()))?;
        let mut dialect = Self::default();
        for (key, value) in object {
            match (key.as_str(), value) {
                ("statuses", Value::Object(words)) => {
                    for (word, status) in words {
                        let index = WORDS.iter().position(|known| status == known);
                        let index = index.ok_or_else(|| DialectError::Status(status.to_string()))?;
                        dialect.words.push((word.clone(), <Status as envelope_core::Status>::ALL[index]));
                    }
                }
                ("optional", Value::Array(fields)) => {
                    for field in fields {
                        let known = FIELDS.iter().find(|known| field == **known);
                        dialect.optional.push(known.ok_or_else(|| DialectError::Field(field.to_string()))?);
                    }
                }
                _ => return Err(DialectError::Shape(format!("`{key}`"))),
            }
        }
        Ok(dialect)
    }

    /// The status that a word means.
    pub fn status(&self, word: &str) -> Option<Status> {
        let known = WORDS.iter().position(|known| *known == word);
        let status = known.map(|index| <Status as envelope_core::Status>::ALL[index]);
        status.or_else(|| self.words.iter().find(|(known, _)| known == word).map(|(_, status)| *status))
    }

    /// The status that a text states, decorated or not (R-A6).
    pub(crate) fn read(&self, text: &str) -> Option<Status> {
        let words = self.words();
        find_word(text, &words).and_then(|word| self.status(words[word.index]))
    }

    /// Every word that means a status.
    pub(crate) fn words(&self) -> Vec<&str> {
        WORDS.into_iter().chain(self.words.iter().map(|(word, _)| word.as_str())).collect()
    }

    /// Whether a field may be missing; an empty list then counts as missing.
    pub(crate) fn is_optional(&self, field: &str) -> bool {
        self.optional.contains(&field)
    }

    /// Whether the fields of the metadata may stand at the top level.
    pub(crate) fn has_flat_metadata(&self) -> bool {
        self.contextual
    }

    pub(crate) fn has_artifact_type(&self, kind: &str) -> bool {
        self.contextual || ARTIFACT_TYPES.contains(&kind)
    }

    pub(crate) fn summary_limit(&self) -> usize {
        if self.contextual { 1_000 } else { SUMMARY_LIMIT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_of_ones_own() {
        let text = r#"{"statuses": {"shipped": "completed"}, "optional": ["summary"]}"#;
        let dialect = Dialect::from_json(text).expect("the dialect is well formed");
        assert_eq!(dialect.status("shipped"), Some(Status::Completed));
        assert_eq!((dialect.status("blocked"), dialect.status("planned")), (Some(Status::Blocked), None));
        assert!(dialect.is_optional("summary") && !dialect.is_optional("artifacts"));
    }

    #[test]
    fn what_is_wrong_with_a_dialect_is_named() {
        for (text, expected) in [
            ("[]", "a dialect is `{"),
            (r#"{"words": {}}"#, "not `words`"),
            (r#"{"statuses": {"x": "shipped"}}"#, "unknown status"),
            (r#"{"optional": ["status"]}"#, "cannot be optional"),
        ] {
            let error = Dialect::from_json(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
