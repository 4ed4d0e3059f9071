//! The result as it was sent, which travels whole and comes back where the report still says the same (R-A15).

use std::sync::LazyLock;

use envelope_core::report::{NATURAL_PLACES, Place, Target};
use envelope_core::{Loss, LossKind, Report, Status as _};
use serde_json::{Map, Value};

use super::from::{carried_beside, carry, metadata, named, with_line};
use super::to::said;
use super::{PROTOCOL, WHOLE};
use crate::{Block, ClarityResult, ResultStatus};

/// The value that came from this protocol, if the report still says what it says. What other protocols ask for and it did
/// not say is filled in; where the report says something else by now, the value is left out, and that is told.
pub(super) fn whole_value(report: &Report, losses: &mut Vec<Loss>) -> Option<ClarityResult> {
    let whole = kept(report.extra.get(PROTOCOL)?, losses)?;
    let Ok(mut result) = serde_json::from_value::<ClarityResult>(whole.clone()) else {
        losses.push(dropped("what was kept of the result as it was cannot be read"));
        return None;
    };
    let mut invented = Vec::new();
    let filled = fill(&mut result, report, &mut invented);
    let (Ok(Value::Object(own)), Ok(Value::Object(given))) =
        (serde_json::to_value(said(&result, report.outcome)), serde_json::to_value(report))
    else {
        return None;
    };
    let mut names = NATURAL_FIELDS.clone();
    names.retain(|name| *name != OUTCOME && !filled.contains(name) && own.get(*name) != given.get(*name));
    if !names.is_empty() {
        let note = "the text as it was sent; it says something else of";
        losses.push(dropped(format!("{note} `{}` than the report", names.join("`, `"))));
        return None;
    }
    losses.extend(invented);
    lower(&mut result, report);
    let mut result = with_line(result, report, losses);
    carry_again(&mut result, report, &Said { own, given }, losses);
    Some(result)
}

/// The fields that a result has a place for, be it for a part of them.
static NATURAL_FIELDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let natural = NATURAL_PLACES.iter().filter(|row| !matches!(row.place(Target::Clarity), Place::Carried));
    let mut names: Vec<&str> = natural.map(|row| row.field.name).collect();
    names.dedup();
    names
});

const OUTCOME: &str = "outcome";
const EXTRA: &str = "extra";

fn dropped(note: impl Into<String>) -> Loss {
    Loss::new(EXTRA, LossKind::Dropped, note)
}

/// The value as it was kept; whatever else is kept for this protocol has no place in a result.
fn kept<'r>(own: &'r Value, losses: &mut Vec<Loss>) -> Option<&'r Value> {
    let Value::Object(own) = own else {
        losses.push(dropped("what is kept for this protocol is listed by its place, and this is no such list"));
        return None;
    };
    for pointer in own.keys().filter(|pointer| *pointer != WHOLE) {
        losses.push(dropped(format!("nothing at `{pointer}` can keep it")));
    }
    own.get(WHOLE)
}

/// The fields of the report: as the value says them with what it carries, and as they were given.
struct Said {
    own: Map<String, Value>,
    given: Map<String, Value>,
}

impl Said {
    /// Whether the report says of this field what the value says.
    fn still(&self, name: &str) -> bool {
        let besides = |fields: &Map<String, Value>| {
            let mut value = fields.get(name).cloned();
            if name == EXTRA {
                value.as_mut().and_then(Value::as_object_mut).map(|extra| extra.shift_remove(PROTOCOL));
            }
            value.filter(|value| value.as_object().is_none_or(|members| !members.is_empty()))
        };
        besides(&self.own) == besides(&self.given)
    }
}

/// Carries what the report says beyond the value. What the value carried stays, in the field's own place or not, where the
/// report still says it; else it makes room for what the report says, or is told.
fn carry_again(result: &mut ClarityResult, report: &Report, said: &Said, losses: &mut Vec<Loss>) {
    let lost = result.effective_status().outcome() != report.outcome;
    let mut anew = carried_beside(report, lost, result.reason().is_none());
    let stated = result.stated_outcome() == report.outcome;
    let own = result.carried().cloned().unwrap_or_default();
    let mut again = Map::new();
    for (name, value) in &own {
        let new = anew.shift_remove(name);
        let kept = match new {
            None if name == OUTCOME => stated.then(|| value.clone()),
            Some(new) if name == OUTCOME => Some(new),
            _ if said.still(name) => Some(value.clone()),
            Some(new) => Some(with_own_extra(name, new, value)),
            None => {
                let note = "the result as it was sent carried it, and the report no longer says it";
                losses.push(Loss::new(name, LossKind::Dropped, note));
                None
            }
        };
        again.extend(kept.map(|kept| (name.clone(), kept)));
    }
    again.extend(anew);
    if again == own {
        return;
    }
    let is_carried = |block: &&mut Block| matches!(block, Block::Carried { .. });
    match result.blocks.iter_mut().find(is_carried) {
        // One that says nothing any more is left where it stands: it was sent.
        Some(block) => *block = Block::Carried { object: again },
        None => carry(result, again),
    }
}

/// What a conversion kept for this protocol is not among what the report says, since the value travels in its place.
fn with_own_extra(name: &str, mut new: Value, old: &Value) -> Value {
    if let (EXTRA, Some(new), Some(own)) = (name, new.as_object_mut(), old.get(PROTOCOL)) {
        new.insert(PROTOCOL.to_owned(), own.clone());
    }
    new
}

/// Fills in what the result does not say and the report does, because a protocol on the way asked for it; gives the names
/// of the fields that may differ for it.
fn fill(result: &mut ClarityResult, report: &Report, losses: &mut Vec<Loss>) -> Vec<&'static str> {
    let own = said(result, report.outcome);
    let mut filled = Vec::new();
    if let Some(line) = &mut result.summary {
        let mut missing = Report::new(report.outcome);
        missing.task = report.task.clone().filter(|_| own.task.is_none());
        missing.subject = report.subject.clone().filter(|_| own.subject.is_none());
        named(&missing, line);
    }
    if own.agent.is_none() {
        result.metadata.agent.clone_from(&report.agent);
    }
    if own.confidence.is_none() && report.confidence.is_some() {
        let mut missing = Report::new(report.outcome);
        missing.confidence.clone_from(&report.confidence);
        result.metadata.confidence = metadata(&missing, losses).confidence;
        filled.push("confidence");
    }
    filled
}

/// Gives the value the outcome of the report, where that is worse than its own: a refused CLEAN must not come back.
fn lower(result: &mut ClarityResult, report: &Report) {
    let stated = result.stated_outcome();
    let Some(line) = &mut result.summary else { return };
    if report.outcome > stated {
        line.status = ResultStatus::from_outcome(report.outcome).status();
        if !line.status.outcome().is_success() && line.reason.is_none() {
            line.reason = Some("not accepted as it was sent".to_owned());
        }
    }
}
