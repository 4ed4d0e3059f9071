//! Reports whose parts are nested too deep for the text that they are written into (R-A9, R-A15).

use envelope_core::{Loss, LossKind, Report};
use serde_json::Value;

/// How many containers a report may nest: one less than a message may, since `carried` is one member of it.
const MOST_NESTED: usize = 127;

/// The report with what is nested deeper as JSON in a text, and the members in which that is so; `None` where nothing is.
pub(crate) fn shallow(report: &Report) -> Option<(Report, Vec<Loss>)> {
    let Ok(Value::Object(mut members)) = serde_json::to_value(report) else { return None };
    let mut losses = Vec::new();
    for (name, member) in &mut members {
        if flatten(member, 2) {
            let note = format!("what is nested in more than {MOST_NESTED} containers became text");
            losses.push(Loss::new(name, LossKind::Approximated, note));
        }
    }
    let report = serde_json::from_value(Value::Object(members)).ok()?;
    (!losses.is_empty()).then_some((report, losses))
}

/// Whether `value`, as a container at this level, or a part of it had to become text.
fn flatten(value: &mut Value, level: usize) -> bool {
    if level > MOST_NESTED && (value.is_array() || value.is_object()) {
        *value = Value::String(value.to_string());
        return true;
    }
    let mut any = false;
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| any |= flatten(item, level + 1)),
        Value::Object(members) => members.values_mut().for_each(|member| any |= flatten(member, level + 1)),
        _ => {}
    }
    any
}
