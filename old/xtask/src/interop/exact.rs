//! Our own exact reading of each kind, the fourth judge beside three schema validators.
//!
//! For a kind that is JSON on the wire it is the parser in strict mode: it refuses when any rule speaks that the
//! schema expresses. For the typed value behind a text it is deserialising the value.

use clarifications_md::Evaluation;
use clarity_protocol::ClarityResult;
use clarity_protocol::aggregate::UnifiedReport;
use envelope_core::conformance::agree::{Exact, exact};
use envelope_core::{Envelope, Report};
use json_return::SubagentReturn;
use report_contract::ContractReport;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use status_block::StatusBlock;

/// `None` where the value is only written: the documents hold places in their own text, so nobody can read them without
/// that text.
type Judge = Option<fn(&[u8]) -> Exact>;

/// How each kind is read exactly.
static JUDGES: &[(&str, Judge)] = &[
    ("clarity-result", Some(typed::<ClarityResult>)),
    ("clarity-report", Some(typed::<UnifiedReport>)),
    ("json-return", Some(strict::<SubagentReturn>)),
    ("report-contract", Some(strict::<ContractReport>)),
    ("status-block", Some(typed::<StatusBlock>)),
    ("clarifications", None),
    ("answer-evaluation", Some(strict::<Evaluation>)),
    ("decisions", None),
    ("neutral-report", Some(typed::<Report>)),
];

/// The exact reading of a kind.
pub(crate) fn judge(kind: &str) -> Result<Judge, String> {
    let found = JUDGES.iter().find(|(name, _)| *name == kind);
    found.map(|(_, judge)| *judge).ok_or_else(|| format!("{kind} has no exact reading (xtask/src/interop/exact.rs)"))
}

fn strict<E: Envelope>(bytes: &[u8]) -> Exact {
    exact::<E>(bytes)
}

fn typed<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Exact {
    let read = serde_json::from_slice::<Value>(bytes).ok();
    if read.is_some_and(|read| reads::<T>(&read) && !takes_list_for_struct::<T>(&read)) {
        Exact::Accepts
    } else {
        Exact::Refuses
    }
}

fn reads<T: DeserializeOwned>(document: &Value) -> bool {
    T::deserialize(document).is_ok()
}

/// Derived reading takes a struct from a list too, member by member; exact reading does not.
fn takes_list_for_struct<T: DeserializeOwned + Serialize>(document: &Value) -> bool {
    let written = T::deserialize(document).ok().and_then(|value| serde_json::to_value(value).ok()).unwrap_or_default();
    let mut lists = Vec::new();
    places_of_lists(document, "", &mut lists);
    let reads_with = |place: &str, instead: Value| {
        let mut other = document.clone();
        other.pointer_mut(place).into_iter().for_each(|list| *list = instead.clone());
        reads::<T>(&other)
    };
    lists.iter().any(|place| match written.pointer(place) {
        Some(written) => written.is_object(),
        // Left out when written: an empty list, a struct without members, or a member that nobody knows.
        None => reads_with(place, Value::Object(Map::new())) && !reads_with(place, Value::from(1)),
    })
}

fn places_of_lists(value: &Value, at: &str, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            places.push(at.to_owned());
            items.iter().enumerate().for_each(|(index, item)| places_of_lists(item, &format!("{at}/{index}"), places));
        }
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            places_of_lists(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), places);
        }),
        _ => {}
    }
}
