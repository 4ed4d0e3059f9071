//! The crates that repair JSON, to be measured beside our reader.

use serde_json::Value;

/// The name of a peer, and how it makes a value of a text, if it can.
pub(crate) type Peer = (&'static str, fn(&str) -> Option<Value>);

/// All of them.
pub(crate) const REPAIRERS: [Peer; 4] = [
    ("jsonrepair", |text| jsonrepair::repair_to_value(text, &jsonrepair::Options::default()).ok()),
    ("jsonrepair-rs", |text| jsonrepair_rs::jsonrepair_value(text).ok()),
    ("llm-json-repair", |text| llm_json_repair::parse(text).ok()),
    ("llm_json", |text| llm_json::loads(text, &llm_json::RepairOptions::default()).ok()),
];
