//! `carried`: what has no natural place in the target travels in one object and comes back (R-A15).

use serde_json::{Map, Value};

use super::{Field, NATURAL_PLACES, Place, Report, Target};
use crate::Outcome;

/// What of `report` has no natural place in `target`, as one object; `None` when everything has one. Members that the
/// neutral report itself does not know have none anywhere.
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
            (Place::All(_) | Place::Fitting(_), _) | (Place::First(_), Field { item: None, .. }) => {}
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
    for (name, member) in &report.other {
        if NATURAL_PLACES.iter().all(|row| row.field.name != name) {
            object.insert(name.clone(), member.clone());
        }
    }
    (!object.is_empty()).then_some(object)
}

/// Puts what was carried back into the report that was read from the target; gives the names of the fields that did not
/// fit, or not whole, which somebody must have changed on the way: whoever reads them has to keep them elsewhere.
///
/// The outcome can only get worse by it; one that is no outcome at all counts as the worst. What the target itself says
/// is not overwritten; where it says the same, nothing is left over.
///
/// ```
/// use envelope_core::{Outcome, report::{Report, restore}};
/// let mut report = Report::new(Outcome::Completed);
/// report.agent = Some("reviewer".into());
/// report.session = Some("sess_1".into());
/// let carried = serde_json::json!({"agent": "planner", "session": "sess_1", "task": "7"});
/// let left = restore(&mut report, carried.as_object().unwrap_or(&serde_json::Map::new()));
/// assert_eq!((left, report.task.as_deref()), (vec!["agent".to_owned()], Some("7")));
/// ```
pub fn restore(report: &mut Report, carried: &Map<String, Value>) -> Vec<String> {
    let mut unfit = Vec::new();
    for (name, value) in carried {
        if name == "outcome" {
            let word = value.as_str().and_then(|word| word.parse().ok());
            unfit.extend(word.is_none().then(|| name.clone()));
            report.outcome = report.outcome.worst(word.unwrap_or(Outcome::Failed));
        } else if NATURAL_PLACES.iter().all(|row| row.field.name != name) {
            // Nobody knows it: it needs no type to fit, and there may be any number of such.
            match report.other.get_mut(name) {
                Some(known) => merge(known, value.clone()),
                None => drop(report.other.insert(name.clone(), value.clone())),
            }
        } else if !fits_in(report, name, value) {
            unfit.push(name.clone());
        }
    }
    let now = serde_json::to_value(&*report).unwrap_or_default();
    let said = |name: &String, value: &Value| now.get(name).is_some_and(|now| holds(now, value));
    let skipped = |(name, value): &(&String, &Value)| *name != "outcome" && !unfit.contains(name) && !said(name, value);
    let skipped: Vec<String> = carried.iter().filter(skipped).map(|(name, _)| name.clone()).collect();
    unfit.extend(skipped);
    unfit
}

/// Values nested deeper than this are compared as they are.
const MAX_DEPTH: usize = 128;

/// Whether everything that `part` says is said by `whole`: members by name, items by index. 70 and 70.0 say the same.
///
/// ```
/// use envelope_core::report::holds;
/// use serde_json::json;
/// assert!(holds(&json!({"a": [1, 2], "b": 70.0}), &json!({"a": [1], "b": 70})));
/// assert!(!holds(&json!({"a": [1]}), &json!({"a": [1, 2]})));
/// ```
pub fn holds(whole: &Value, part: &Value) -> bool {
    holds_at(whole, part, 0)
}

fn holds_at(whole: &Value, part: &Value, depth: usize) -> bool {
    match (whole, part) {
        _ if depth > MAX_DEPTH => whole == part,
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| holds_at(whole, part, depth + 1)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            part.len() <= whole.len() && whole.iter().zip(part).all(|(whole, part)| holds_at(whole, part, depth + 1))
        }
        (Value::Number(whole), Value::Number(part)) => whole == part || whole.as_f64() == part.as_f64(),
        _ => whole == part,
    }
}

/// Merges one field into the report, if the result is still one.
fn fits_in(report: &mut Report, name: &str, value: &Value) -> bool {
    let Ok(mut said) = serde_json::to_value(&*report) else { return false };
    merge(&mut said, Value::Object(Map::from_iter([(name.to_owned(), value.clone())])));
    let merged = serde_json::from_value(said);
    merged.map(|merged| *report = merged).is_ok()
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
            // Words in another order are another list: to mix the two would give one that nobody wrote.
            let mixed = |(known, value): (&Value, &Value)| !known.is_object() && known != value;
            if base.iter().zip(&rest).any(mixed) {
                return;
            }
            let common = base.len();
            let mut rest = rest.into_iter();
            base.iter_mut().zip(rest.by_ref().take(common)).for_each(|(known, value)| merge(known, value));
            base.extend(rest);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    fn everything() -> Value {
        json!({
            "outcome": "partial", "kind": "k", "agent": "a", "task": "t", "session": "s", "assignment": "as",
            "scope": "sc", "subject": "su", "delegation_path": ["a"], "delegation_depth": 1, "verbosity": "v",
            "summary": "sum", "confidence": 0.5, "coverage": 70.0, "iterations": 1, "duration_seconds": 2, "tokens": 3,
            "findings": [{"description": "d"}], "checks": [{"kind": "test", "name": "n", "result": "pass"}],
            "artifacts": [{"path": "p", "type": "plan", "change": "created", "summary": "s"}],
            "references": [{"text": "r"}], "gaps": ["g"],
            "problems": [
                {"message": "m", "type": "t", "details": "d", "recoverable": true, "recommendation": "r", "blocking": true},
                {"message": "n", "details": "e"}
            ],
            "next_steps": [{"action": "a", "agent": "b", "context": "c"}, {"action": "d"}],
            "metrics": {"m": 1}, "data": {"d": 1}, "sections": [{"body": "b"}], "extra": {"clarity": {"/x": 1}}
        })
    }

    #[test]
    fn the_table_has_every_field_of_the_report_and_its_items() {
        let all = everything();
        let report: Report = serde_json::from_value(all.clone()).expect("a report");
        assert_eq!(serde_json::to_value(&report).expect("json"), all, "the sample leaves nothing out");
        let known: BTreeSet<&str> = NATURAL_PLACES.iter().map(|row| row.field.name).collect();
        let fields: BTreeSet<&str> = all.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(known, fields);
        for list in ["artifacts", "problems", "next_steps"] {
            let parts: BTreeSet<&str> =
                NATURAL_PLACES.iter().filter(|row| row.field.name == list).filter_map(|row| row.field.item).collect();
            let items: BTreeSet<&str> = all[list][0].as_object().expect("an item").keys().map(String::as_str).collect();
            assert_eq!(parts, items, "{list}");
        }
    }

    /// Whatever a target has no place for comes back, and nothing that it has a place for is carried.
    #[test]
    fn what_is_carried_comes_back() {
        let report: Report = serde_json::from_value(everything()).expect("a report");
        for target in Target::ALL {
            let object = carried(&report, target, true).expect("something has no place");
            for row in NATURAL_PLACES.iter().filter(|row| matches!(row.place(target), Place::All(_))) {
                let listed = object.get(row.field.name).is_some_and(|value| match row.field.item {
                    None => row.field.name != "outcome",
                    Some(item) => {
                        value.as_array().is_some_and(|items| items.iter().any(|entry| entry.get(item).is_some()))
                    }
                });
                assert!(!listed, "{target} carries {} though it has a place for it", row.field);
            }
            let mut back = report.clone();
            assert!(restore(&mut back, &object).is_empty(), "{target}");
            assert_eq!(back, report, "{target}: what is said already is not overwritten");
        }
    }

    /// Whoever made them known later finds them again, by whatever protocol they went.
    #[test]
    fn what_the_neutral_report_does_not_know_is_carried() {
        let mut report = Report::new(Outcome::Completed);
        report.other.insert("weather".to_owned(), json!({"sky": "clear"}));
        for target in Target::ALL {
            let object = carried(&report, target, false).expect("it has no place");
            let mut back = Report::new(Outcome::Completed);
            assert!(restore(&mut back, &object).is_empty());
            assert_eq!(back, report, "{target}");
        }
    }

    /// However many there are: each of them used to take a copy of the whole report.
    #[test]
    fn what_nobody_knows_is_kept() {
        let object: Map<String, Value> = (0..20_000).map(|at| (format!("x{at}"), json!([at]))).collect();
        let mut report = Report::new(Outcome::Completed);
        report.other.insert("x7".to_owned(), json!(["said already", 8]));
        assert_eq!(restore(&mut report, &object), ["x7"], "what is said already is not overwritten, and that is told");
        assert_eq!((report.other.len(), &report.other["x7"]), (20_000, &json!(["said already", 8])));
        assert_eq!(serde_json::from_value::<Report>(serde_json::to_value(&report).expect("json")).ok(), Some(report));
    }

    #[test]
    fn lists_of_words_are_not_mixed() {
        let mut report = Report::new(Outcome::Completed);
        report.gaps = vec!["one".to_owned()];
        let object = json!({"gaps": ["another", "two"], "delegation_path": ["a"]});
        assert_eq!(restore(&mut report, object.as_object().expect("an object")), ["gaps"]);
        assert_eq!((report.gaps, report.delegation_path), (vec!["one".to_owned()], vec!["a".to_owned()]));
    }

    #[test]
    fn what_does_not_fit_is_told_and_never_improves() {
        let mut report = Report::new(Outcome::Completed);
        let object = json!({"outcome": "splendid", "summary": 7, "session": "s"});
        let unfit = restore(&mut report, object.as_object().expect("an object"));
        assert_eq!(unfit, ["outcome", "summary"]);
        assert_eq!((report.outcome, report.session.as_deref()), (Outcome::Failed, Some("s")));
    }
}
