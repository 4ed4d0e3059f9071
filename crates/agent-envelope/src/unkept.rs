//! Whatever a text does not give back as it was put in, and nobody told (R-A15).

use envelope_core::report::holds;
use envelope_core::{Loss, LossKind, Report};
use serde_json::{Map, Value};

use crate::AnyEnvelope;

/// The fields of the report that its text, read again, says otherwise and that no loss names.
///
/// Each protocol tells what it cannot hold, and why. What was made to be written as one thing and read as another, only
/// reading shows.
pub(crate) fn unkept(report: &Report, written: &AnyEnvelope, losses: &[Loss]) -> Vec<Loss> {
    let (Some(before), Some(after)) = (members(Some(report)), members(written.to_report().as_ref())) else {
        return Vec::new();
    };
    let told = |name: &str| losses.iter().any(|loss| loss.field.split(['.', '[']).next() == Some(name));
    let added = after.keys().filter(|name| !before.contains_key(*name));
    let names = before.keys().chain(added).filter(|name| name.as_str() != OUTCOME && !told(name));
    let changed = names.filter(|name| !is_kept(name, before.get(*name), after.get(*name)));
    changed.map(|name| Loss::new(name, LossKind::Approximated, "the text does not give it back as it was")).collect()
}

/// That it got worse is told, and how.
const OUTCOME: &str = "outcome";

fn members(report: Option<&Report>) -> Option<Map<String, Value>> {
    match serde_json::to_value(report?) {
        Ok(Value::Object(members)) => Some(members),
        _ => None,
    }
}

fn is_kept(name: &str, before: Option<&Value>, after: Option<&Value>) -> bool {
    match (name, before, after) {
        // A summary line counts what the lists of the report hold, and a value may travel whole beside what it says.
        ("metrics" | "extra", None, _) => true,
        ("metrics" | "extra", Some(before), Some(after)) => holds(after, before),
        (_, before, after) => before == after,
    }
}
