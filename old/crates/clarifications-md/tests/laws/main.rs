//! The laws of edits: what was not asked to change does not change (R-Q4), and a second time changes nothing.

mod documents;
mod edits;
mod migration;
mod reading;
mod splices;

use clarifications_md::{Clarifications, ItemId, parse};
use proptest::prelude::*;

fn document(text: &str) -> Option<Clarifications> {
    parse(text).read().cloned()
}

fn json(document: &Clarifications) -> serde_json::Value {
    serde_json::to_value(document).expect("a document is JSON")
}

/// Every answer as it counts, by item and position.
fn answers(document: &Clarifications) -> Vec<(ItemId, String)> {
    document.items().map(|(id, item)| (id, item.answer_text().to_owned())).collect()
}

/// `PROPTEST_CASES` can ask for more.
fn cases(least: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(least), ..default }
}
