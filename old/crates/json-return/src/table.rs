//! Which members the objects of a return have and of what type (json-return, "Field Specifications"; R-J2).
//!
//! The decoder, the rules, the prompt and the tests of the schema all go by these tables.

use envelope_core::json::{Field, Shape};

use crate::{ArtifactKind, ErrorKind, ReturnStatus};

/// The members of a return.
pub static RETURN_FIELDS: &[Field] = &[
    Field::required("status", Shape::Status { words: ReturnStatus::WORDS, successes: ReturnStatus::SUCCESSES }),
    Field::required("summary", Shape::Text),
    Field::required("artifacts", Shape::List(&Shape::ObjectOr { bare: "path", fields: ARTIFACT_FIELDS })),
    Field::required("metadata", Shape::Object(METADATA_FIELDS)),
    Field::optional("errors", Shape::List(&Shape::ObjectOr { bare: "message", fields: ERROR_FIELDS })),
    Field::optional("next_steps", Shape::Text),
    Field::optional("carried", Shape::Map),
];

/// The members of an artifact; a missing type or summary is told by a rule (R-J2).
pub static ARTIFACT_FIELDS: &[Field] = &[
    Field::optional("type", Shape::OpenWord(ArtifactKind::WORDS)),
    Field::required("path", Shape::Text),
    Field::optional("summary", Shape::Text),
];

/// The members of the metadata.
pub static METADATA_FIELDS: &[Field] = &[
    Field::required("session_id", Shape::Text),
    Field::optional("duration_seconds", Shape::Count),
    Field::required("agent_type", Shape::Text),
    Field::required("delegation_depth", Shape::Count),
    Field::required("delegation_path", Shape::List(&Shape::Text)),
    Field::optional("phase_count", Shape::Count),
    Field::optional("estimated_hours", Shape::Number),
    Field::optional("findings_count", Shape::Count),
];

/// The members of an error; a missing type, recoverable or recommendation is told by a rule (R-J2).
pub static ERROR_FIELDS: &[Field] = &[
    Field::optional("type", Shape::OpenWord(ErrorKind::WORDS)),
    Field::required("message", Shape::Text),
    Field::optional("recoverable", Shape::Bool),
    Field::optional("recommendation", Shape::Text),
];

/// What a dialect may let be missing (R-J8): every required field but the status, without which nothing is stated
/// (R-A2), and the errors that a status other than `completed` asks for.
pub(crate) static MAY_MISS: &[&str] = &[
    "summary",
    "artifacts",
    "metadata",
    "metadata.session_id",
    "metadata.agent_type",
    "metadata.delegation_depth",
    "metadata.delegation_path",
    "errors",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_may_excuse_every_required_field_but_the_status() {
        let top = RETURN_FIELDS.iter().filter(|field| field.required).map(|field| field.name.to_owned());
        let below = METADATA_FIELDS.iter().filter(|field| field.required);
        let below = below.map(|field| format!("metadata.{}", field.name));
        let mut required: Vec<String> = top.chain(below).filter(|name| name != "status").collect();
        required.push("errors".to_owned());
        required.sort();
        let mut excusable: Vec<&str> = MAY_MISS.to_vec();
        excusable.sort_unstable();
        assert_eq!(required, excusable);
    }
}
