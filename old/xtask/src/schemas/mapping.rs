//! The mapping of every protocol's words to outcomes as data, for programs in other languages.

use clarifications_md::{Clarifications, Decisions, Evaluation};
use clarity_protocol::ClarityResult;
use envelope_core::{Envelope, Outcome, Status as _};
use json_return::SubagentReturn;
use report_contract::ContractReport;
use serde_json::{Map, Value, json};
use status_block::StatusBlock;

/// Where a protocol that reports are converted to carries what has no place in it (R-A15).
const CARRIED: Option<&str> = Some("/carried");

/// The text of `schemas/status-mapping.json`.
pub(crate) fn text() -> Result<String, String> {
    let protocols = json!({
        "clarity": protocol::<ClarityResult>("clarity-result", None, None),
        "json-return": protocol::<SubagentReturn>("json-return", Some("/status"), CARRIED),
        "status-block": protocol::<StatusBlock>("status-block", None, None),
        "report-contract": protocol::<ContractReport>("report-contract", Some("/report_metadata/status"), CARRIED),
        "clarifications": protocol::<Clarifications>("clarifications", None, None),
        "evaluation": protocol::<Evaluation>("answer-evaluation", Some("/verdict"), None),
        "decisions": protocol::<Decisions>("decisions", None, None),
    });
    let outcomes: Vec<Value> = Outcome::ALL
        .into_iter()
        .map(|outcome| json!({"outcome": outcome.as_str(), "is_success": outcome.is_success()}))
        .collect();
    let mapping = json!({
        "version": 1,
        "outcomes": outcomes,
        "protocols": protocols,
    });
    Ok(serde_json::to_string_pretty(&mapping).map_err(|error| error.to_string())? + "\n")
}

/// What each word means, and which word says an outcome; `lost` where it says it only nearly.
///
/// `status` and `carried` say where a document holds its word and the outcome that it had before a conversion; `carried`
/// is null where nothing is converted to the protocol. Both are null for text: the value behind it does not tell whether the text was accepted, so its outcome comes from
/// `envelope check` alone.
fn protocol<E: Envelope>(kind: &str, status: Option<&str>, carried: Option<&str>) -> Value {
    let statuses: Map<String, Value> =
        E::Status::ALL.iter().map(|status| (status.as_str().to_owned(), json!(status.outcome().as_str()))).collect();
    let from_outcome: Map<String, Value> = Outcome::ALL
        .into_iter()
        .map(|outcome| {
            let mapped = E::Status::from_outcome(outcome);
            (outcome.as_str().to_owned(), json!({"status": mapped.status().as_str(), "lost": mapped.lost()}))
        })
        .collect();
    json!({
        "kind": kind,
        "wire": if status.is_some() { "json" } else { "text" },
        "status": status,
        "carried": carried,
        "fallback": E::FALLBACK.as_str(),
        "statuses": statuses,
        "from_outcome": from_outcome,
    })
}
