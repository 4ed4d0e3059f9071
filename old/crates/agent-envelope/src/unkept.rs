//! Whatever a text does not give back as it was put in, and nobody told (R-A15).

use std::collections::HashSet;

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
    let names = before.keys().chain(added).filter(|name| ![OUTCOME, EXTRA].contains(&name.as_str()) && !told(name));
    let changed = names.filter(|name| !is_kept(name, before.get(*name), after.get(*name)));
    let changed = changed.map(|name| lost(name, "it"));
    let places = places(before.get(EXTRA), after.get(EXTRA), losses);
    changed.chain(places.iter().map(|place| lost(EXTRA, place))).collect()
}

fn lost(field: &str, what: &str) -> Loss {
    Loss::new(field, LossKind::Approximated, format!("the text does not give {what} back as it was"))
}

const EXTRA: &str = "extra";

/// The places of what protocols did not know that are not kept and that no loss names: what is told of one of them says
/// nothing of the others. A value may travel whole beside what it says.
fn places(before: Option<&Value>, after: Option<&Value>, losses: &[Loss]) -> Vec<String> {
    let named = names(losses);
    let is_held = |now: Option<&Value>, kept: &Value| now.is_some_and(|now| holds(now, kept));
    let is_told = |place: &str| named.contains(place) || named.contains(last_step(place));
    let mut found = Vec::new();
    for (own, kept) in before.and_then(Value::as_object).into_iter().flatten() {
        let now = after.and_then(|after| after.get(own));
        let Some(kept) = kept.as_object() else {
            found.extend((!is_held(now, kept) && named.is_empty()).then(|| "it".to_owned()));
            continue;
        };
        for (place, _) in kept.iter().filter(|(place, kept)| !is_held(now.and_then(|now| now.get(*place)), kept)) {
            match place.as_str() {
                // The whole of a value has no name.
                "" => found.extend(named.is_empty().then(|| "it".to_owned())),
                place => found.extend((!is_told(place)).then(|| format!("`{place}`"))),
            }
        }
    }
    found
}

/// What is named by losses of what protocols did not know: the words of their notes, and places with their last steps, also
/// of one that was numbered since its name was taken. As a set, so that many losses and many places are no square.
fn names(losses: &[Loss]) -> HashSet<&str> {
    let mut names = HashSet::new();
    for note in losses.iter().filter(|loss| loss.field == EXTRA).map(|loss| loss.note.as_str()) {
        for (at, part) in note.split('`').enumerate() {
            if at % 2 == 0 {
                names.extend(part.split_whitespace());
            } else {
                let last = last_step(part);
                names.extend([part, last, last.rsplit_once('#').map_or(last, |(name, _)| name)]);
            }
        }
    }
    names
}

fn last_step(place: &str) -> &str {
    place.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(place)
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
        // A summary line counts what the lists of the report hold.
        ("metrics", None, _) => true,
        ("metrics", Some(before), Some(after)) => holds(after, before),
        (_, before, after) => before == after,
    }
}
