//! The mapping of every protocol's words to outcomes as data, for programs in other languages.

use clarifications_md::{Clarifications, DecisionStatus};
use clarity_protocol::ClarityResult;
use envelope_core::{Envelope, Outcome, Status};
use json_return::SubagentReturn;
use report_contract::ContractReport;
use serde_json::{Map, Value, json};
use status_block::StatusBlock;

/// The text of `schemas/status-mapping.json`.
pub(crate) fn text() -> Result<String, String> {
    let protocols = json!({
        "clarity": protocol::<ClarityResult>(),
        "json-return": protocol::<SubagentReturn>(),
        "status-block": protocol::<StatusBlock>(),
        "report-contract": protocol::<ContractReport>(),
        "clarifications": protocol::<Clarifications>(),
        "evaluation": protocol::<Clarifications>(),
        "decisions": words::<DecisionStatus>(Outcome::Blocked),
    });
    let outcomes: Vec<Value> = Outcome::ALL
        .into_iter()
        .map(|outcome| json!({"outcome": outcome.as_str(), "is_success": outcome.is_success()}))
        .collect();
    let mapping = json!({"version": 1, "outcomes": outcomes, "protocols": protocols});
    Ok(serde_json::to_string_pretty(&mapping).map_err(|error| error.to_string())? + "\n")
}

fn protocol<E: Envelope>() -> Value {
    words::<E::Status>(E::FALLBACK)
}

/// What each word means, and which word says an outcome; `lost` where it says it only nearly.
fn words<S: Status>(fallback: Outcome) -> Value {
    let statuses: Map<String, Value> =
        S::ALL.iter().map(|status| (status.as_str().to_owned(), json!(status.outcome().as_str()))).collect();
    let from_outcome: Map<String, Value> = Outcome::ALL
        .into_iter()
        .map(|outcome| {
            let mapped = S::from_outcome(outcome);
            (outcome.as_str().to_owned(), json!({"status": mapped.status().as_str(), "lost": mapped.lost()}))
        })
        .collect();
    json!({"fallback": fallback.as_str(), "statuses": statuses, "from_outcome": from_outcome})
}
