//! `carried`: what has no natural place in the target travels in one object and comes back (R-A15).

use serde_json::{Map, Value};

use super::{Field, NATURAL_PLACES, Place, Report, Target};

/// What of `report` has no natural place in `target`, as one object; `None` when everything has one.
///
/// With `outcome_lost` the outcome is carried too, because the target's word for it is an approximation.
///
/// ```
/// use envelope_core::{Outcome, report::{Report, Target, carried, restore}};
/// let mut report = Report::new(Outcome::Partial);
/// report.session = Some("sess_1".into());
/// report.summary = Some("half of it is done".into());
/// let object = carried(&report, Target::StatusBlock, true).expect("a status block has no session");
/// assert_eq!(serde_json::to_string(&object)?, r#"{"outcome":"partial","session":"sess_1"}"#);
///
/// // What a status block itself can say: blocked, for want of a better word.
/// let mut back = Report::new(Outcome::Blocked);
/// back.summary = report.summary.clone();
/// restore(&mut back, &object);
/// assert_eq!(back.session, report.session);
/// assert_eq!(back.outcome, Outcome::Blocked, "carried can only lower");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn carried(report: &Report, target: Target, outcome_lost: bool) -> Option<Map<String, Value>> {
    let Ok(Value::Object(said)) = serde_json::to_value(report) else { return None };
    let mut object = Map::new();
    if outcome_lost && let Some(outcome) = said.get("outcome") {
        object.insert("outcome".to_owned(), outcome.clone());
    }
    for row in NATURAL_PLACES {
        let Some(value) = said.get(row.field.name) else { continue };
        match (row.place(target), row.field) {
            (Place::All(_), _) | (Place::First(_), Field { item: None, .. }) => {}
            (Place::Carried, Field { item: None, name }) => {
                let value = if name == "extra" { without_own_extra(value, target) } else { Some(value.clone()) };
                if let Some(value) = value {
                    object.insert(name.to_owned(), value);
                }
            }
            (place, Field { item: Some(item), name }) => {
                let skip = usize::from(matches!(place, Place::First(_)));
                carry_items(&mut object, name, item, value, skip);
            }
        }
    }
    (!object.is_empty()).then_some(object)
}

/// Puts what was carried back into the report that was read from the target.
///
/// The outcome can only get worse by it. What the target itself says is not overwritten, and an object that does not
/// fit the report's types changes nothing but the outcome.
pub fn restore(report: &mut Report, carried: &Map<String, Value>) {
    let outcome = carried.get("outcome").and_then(Value::as_str).and_then(|word| word.parse().ok());
    let Ok(mut said) = serde_json::to_value(&*report) else { return };
    let mut rest = carried.clone();
    rest.shift_remove("outcome");
    merge(&mut said, Value::Object(rest));
    if let Ok(merged) = serde_json::from_value(said) {
        *report = merged;
    }
    report.outcome = outcome.map_or(report.outcome, |carried| report.outcome.worst(carried));
}

/// Unknown keys of the target's own protocol go back to where they stood.
fn without_own_extra(value: &Value, target: Target) -> Option<Value> {
    let mut by_protocol = value.as_object()?.clone();
    by_protocol.shift_remove(target.as_str());
    (!by_protocol.is_empty()).then_some(Value::Object(by_protocol))
}

/// Carries one field of a list's items, from item `skip` on; the carried list is aligned with the report's.
fn carry_items(object: &mut Map<String, Value>, name: &str, item: &str, list: &Value, skip: usize) {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    let anything = items.iter().skip(skip).any(|entry| entry.get(item).is_some());
    if !anything {
        return;
    }
    let aligned = object.entry(name).or_insert_with(|| Value::Array(vec![Value::Object(Map::new()); items.len()]));
    let Some(aligned) = aligned.as_array_mut() else { return };
    for (entry, rest) in items.iter().zip(aligned).skip(skip) {
        if let (Some(value), Some(rest)) = (entry.get(item), rest.as_object_mut()) {
            rest.insert(item.to_owned(), value.clone());
        }
    }
}

/// Adds what `base` lacks: members of objects, items of arrays by their index.
fn merge(base: &mut Value, rest: Value) {
    match (base, rest) {
        (Value::Object(base), Value::Object(rest)) => {
            for (key, value) in rest {
                match base.get_mut(&key) {
                    Some(known) => merge(known, value),
                    None => drop(base.insert(key, value)),
                }
            }
        }
        (Value::Array(base), Value::Array(rest)) => {
            let common = base.len();
            let mut rest = rest.into_iter();
            base.iter_mut().zip(rest.by_ref().take(common)).for_each(|(known, value)| merge(known, value));
            base.extend(rest);
        }
        _ => {}
    }
}
