//! The mapping of every protocol's words to outcomes as data, for programs in other languages.

use clarity_protocol::ClarityResult;
use envelope_core::{Envelope, Outcome, Status as _};
use json_return::SubagentReturn;
use report_contract::ContractReport;
use serde_json::{Map, Value, json};
use status_block::StatusBlock;

/// The text of `schemas/status-mapping.json`.
pub(crate) fn text() -> Result<String, String> {
    let protocols = json!({
        "clarity": protocol::<ClarityResult>("clarity-result", "/summary/status"),
        "json-return": protocol::<SubagentReturn>("json-return", "/status"),
        "status-block": protocol::<StatusBlock>("status-block", "/status"),
        "report-contract": protocol::<ContractReport>("report-contract", "/report_metadata/status"),
    });
    let outcomes: Vec<Value> = Outcome::ALL
        .into_iter()
        .map(|outcome| json!({"outcome": outcome.as_str(), "is_success": outcome.is_success()}))
        .collect();
    let mapping = json!({
        "version": 1,
        "outcomes": outcomes,
        "carried_outcome": "/carried/outcome",
        "protocols": protocols,
    });
    Ok(serde_json::to_string_pretty(&mapping).map_err(|error| error.to_string())? + "\n")
}

/// Where the word stands in a value of this kind, what each word means, and which word says an outcome; `lost` where it
/// says it only nearly.
fn protocol<E: Envelope>(kind: &str, pointer: &str) -> Value {
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
        "pointer": pointer,
        "fallback": E::FALLBACK.as_str(),
        "statuses": statuses,
        "from_outcome": from_outcome,
    })
}
