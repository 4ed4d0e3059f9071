//! Reports whose parts are nested too deep for the text that they are written into (R-A9, R-A15).

use envelope_core::{Limits, Loss, LossKind, Report};
use serde_json::Value;

/// How many containers a report may nest: one less than a message may, since `carried` is one member of it.
fn most_nested() -> usize {
    Limits::default().depth().saturating_sub(1)
}

/// The report with what is nested deeper as JSON in a text, and the members in which that is so; `None` where nothing is.
pub(crate) fn shallow(report: &Report) -> Option<(Report, Vec<Loss>)> {
    let Ok(Value::Object(mut members)) = serde_json::to_value(report) else { return None };
    let (mut losses, most) = (Vec::new(), most_nested());
    for (name, member) in &mut members {
        if flatten(member, 2, most) {
            let note = format!("what is nested in more than {most} containers became text");
            losses.push(Loss::new(name, LossKind::Approximated, note));
        }
    }
    let report = serde_json::from_value(Value::Object(members)).ok()?;
    (!losses.is_empty()).then_some((report, losses))
}

/// Whether `value`, as a container at this level, or a part of it had to become text: no level is deeper than `most`.
fn flatten(value: &mut Value, level: usize, most: usize) -> bool {
    if level > most && (value.is_array() || value.is_object()) {
        *value = Value::String(value.to_string());
        return true;
    }
    let mut any = false;
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| any |= flatten(item, level + 1, most)),
        Value::Object(members) => members.values_mut().for_each(|member| any |= flatten(member, level + 1, most)),
        _ => {}
    }
    any
}
