//! The way back: what was carried, and what this protocol did not know (R-A3, R-A15).

use envelope_core::json::{Extra, KeepExtra};
use envelope_core::report::{self, Confidence, NextStep, Problem, Reference};
use envelope_core::text::is_blank;
use envelope_core::{Loss, LossKind, Path, Report};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{CARRIED, ERROR_MESSAGE, PROTOCOL, WHOLE, actions, entry, level_of, mark_whole, problems, reference};
use crate::context_map::NAME;
use crate::{ContractReport, METADATA_FIELDS, REPORT_FIELDS};

/// Takes back what was carried: whole fields where the place still says what was put there, then the rest. Gives what
/// could not be taken, because somebody changed the report on the way.
pub(super) fn take_back(
    value: &ContractReport,
    carried: &Map<String, Value>,
    report: &mut Report,
) -> Map<String, Value> {
    let (mut rest, mut left) = (carried.clone(), Map::new());
    let mut whole = Whole { names: Vec::new(), rest: &mut rest, left: &mut left };
    whole.read_names();
    let placed = |list: &Vec<Problem>| {
        let placed = problems::placed(list, value.report_metadata.status);
        placed.says(value.report_metadata.error_message.as_deref(), &value.blockers)
    };
    if let Some(list) = whole.take("problems", placed) {
        report.problems = list;
    }
    if let Some(list) = whole.take("next_steps", |list: &Vec<NextStep>| actions(list).eq(value.recommendations.iter()))
    {
        report.next_steps = list;
    }
    let said = &report.references;
    let same = |list: &Vec<Reference>| list.iter().filter_map(entry).map(reference).eq(said.iter().cloned());
    if let Some(list) = whole.take("references", same) {
        report.references = list;
    }
    whole.give_up();
    if let Some(word) = rest.get("confidence").and_then(|word| Confidence::deserialize(word).ok())
        && level_of(&word) == value.report_metadata.confidence_level
    {
        report.confidence = Some(word);
        rest.shift_remove("confidence");
    }
    keep_other_map(report, &mut rest, &mut left);
    let unfit = report::restore(report, &rest);
    let now = serde_json::to_value(&*report).unwrap_or_default();
    let taken = |name: &String, member: &Value| match name.as_str() {
        _ if unfit.contains(name) => false,
        "outcome" => true,
        name => now.get(name).is_some_and(|now| report::holds(now, member)),
    };
    left.extend(rest.into_iter().filter(|(name, member)| !taken(name, member)));
    left
}

/// A context map among carried data is another protocol's member of that name. Where this report has no map of its own it
/// would take its place, so it stays where it is.
fn keep_other_map(report: &Report, rest: &mut Map<String, Value>, left: &mut Map<String, Value>) {
    let Some(data) = rest.get_mut(DATA).and_then(Value::as_object_mut).filter(|_| report.references.is_empty()) else {
        return;
    };
    if let Some(other) = data.shift_remove(NAME) {
        left.insert(DATA.to_owned(), Value::Object(Map::from_iter([(NAME.to_owned(), other)])));
    }
    if data.is_empty() {
        rest.shift_remove(DATA);
    }
}

const DATA: &str = "data";

/// Fields that are carried whole, not only in the parts that have no place.
struct Whole<'r> {
    names: Vec<String>,
    rest: &'r mut Map<String, Value>,
    left: &'r mut Map<String, Value>,
}

/// Those that [`super::carry_whole`] is called for.
const WHOLE_FIELDS: [&str; 3] = ["problems", "next_steps", "references"];

impl Whole<'_> {
    fn read_names(&mut self) {
        let Some(names) = self.rest.shift_remove(WHOLE) else { return };
        match Vec::<String>::deserialize(&names) {
            Ok(known) if known.iter().all(|name| WHOLE_FIELDS.contains(&name.as_str())) => self.names = known,
            _ => drop(self.left.insert(WHOLE.to_owned(), names)),
        }
    }

    /// The list of this name, if it was carried whole and still is what the report says.
    fn take<T: DeserializeOwned>(&mut self, name: &str, still: impl FnOnce(&T) -> bool) -> Option<T> {
        let list = T::deserialize(self.rest.get(name).filter(|_| self.names.iter().any(|known| known == name))?).ok();
        let list = list.filter(still)?;
        self.rest.shift_remove(name);
        self.names.retain(|known| known != name);
        Some(list)
    }

    /// The lists that no longer are what the report says: to mix them with what it says now would be wrong.
    fn give_up(&mut self) {
        let mut names = std::mem::take(&mut self.names);
        names.retain(|name| match self.rest.shift_remove(name) {
            Some(list) => {
                self.left.insert(name.clone(), list);
                true
            }
            None => false,
        });
        if !names.is_empty() {
            self.left.insert(WHOLE.to_owned(), names.into());
        }
    }
}

/// What this protocol did not know goes back to where it stood (R-A3), unless something else has taken the place.
pub(super) fn put_back(
    report: &Report,
    value: &mut ContractReport,
    carried: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    let own = match report.extra.get(PROTOCOL) {
        None => return,
        Some(Value::Object(own)) => own,
        Some(_) => {
            let note = "what this protocol did not know is listed by its place, and this is no such list";
            losses.push(Loss::new("extra", LossKind::Dropped, note));
            return;
        }
    };
    let written = serde_json::to_value(&*value).unwrap_or_default();
    let at_whole = Path::root().key(CARRIED).key(WHOLE).to_string();
    let mut back = Vec::new();
    for (pointer, member) in own.iter().filter(|(pointer, _)| **pointer != at_whole) {
        if pointer == ERROR_MESSAGE
            && let (None, Value::String(blank)) = (&value.report_metadata.error_message, member)
            && is_blank(blank)
        {
            value.report_metadata.error_message = Some(blank.clone());
            continue;
        }
        let place = pointer.parse::<Path>().ok();
        let key = place.as_ref().and_then(|place| place.steps().last());
        let parent = place.as_ref().and_then(Path::parent);
        let (Some(key), Some(parent)) = (key, parent) else {
            losses.push(no_place(pointer));
            continue;
        };
        let object = if parent == Path::root().key(CARRIED) {
            back.push(key.clone());
            Some(&mut *carried).filter(|carried| !carried.contains_key(&key))
        } else {
            let fields = [REPORT_FIELDS, METADATA_FIELDS];
            let known = fields.iter().any(|fields| fields.iter().any(|field| field.name == key));
            let free = !known || written.pointer(pointer).is_none();
            value.extra_at(&parent).filter(|_| free).map(Extra::as_map_mut)
        };
        if let Some(object) = object {
            object.insert(key, member.clone());
        } else {
            losses.push(no_place(pointer));
            back.retain(|one| *one != key);
        }
    }
    if let Some(names) = own.get(&at_whole) {
        whole_again(names, &back, carried, losses);
    }
}

/// The lists that went back whole are marked as such once more: else they would be mixed with what the report says.
fn whole_again(names: &Value, back: &[String], carried: &mut Map<String, Value>, losses: &mut Vec<Loss>) {
    match Vec::<String>::deserialize(names) {
        Ok(mut names) if names.iter().all(|name| WHOLE_FIELDS.contains(&name.as_str())) => {
            names.retain(|name| back.contains(name));
            for name in &names {
                mark_whole(name, carried);
            }
        }
        _ if carried.contains_key(WHOLE) => losses.push(no_place(WHOLE)),
        _ => drop(carried.insert(WHOLE.to_owned(), names.clone())),
    }
}

pub(super) fn no_place(pointer: &str) -> Loss {
    Loss::new("extra", LossKind::Dropped, format!("nothing at `{pointer}` can keep it"))
}
