//! Which members the objects of a report have and of what type (report-contract, section 4; R-P0).
//!
//! The decoder, the rules, the prompt and the tests of the schema all go by these tables.

use envelope_core::json::{Field, Shape};

use crate::rules::CONFIDENCE_SCALE;
use crate::{ContractStatus, Verbosity};

/// What is said to an agent about the scale (R-P3).
pub(crate) const SCALE: &str =
    "write a number from 0.0 (no confidence) to 1.0 (complete confidence), like 0.98 and not \"98%\" or \"high\"";

/// The members of a report.
pub static REPORT_FIELDS: &[Field] = &[
    Field::required("report_metadata", Shape::Object(METADATA_FIELDS)),
    Field::required("findings", Shape::Map),
    Field::optional("recommendations", Shape::List(&Shape::Text)),
    Field::optional("identified_gaps", Shape::List(&Shape::Text)).also("gaps"),
    Field::optional("blockers", Shape::List(&Shape::Text)),
    Field::optional("carried", Shape::Map),
];

/// The members of the metadata.
pub static METADATA_FIELDS: &[Field] = &[
    Field::required("agent_name", Shape::Text),
    Field::required("task_id", Shape::Text),
    Field::required("status", Shape::Status { words: ContractStatus::WORDS, successes: ContractStatus::SUCCESSES }),
    Field::optional("verbosity_level", Shape::Word(Verbosity::WORDS)),
    Field::required("confidence_level", Shape::Ratio { rule: &CONFIDENCE_SCALE, help: SCALE }),
    Field::optional("token_usage", Shape::Count),
    Field::optional("execution_time_seconds", Shape::Count),
    Field::optional("error_message", Shape::Text).also("error"),
];
