//! The way back: what only a status block has, and what was carried before (R-A3, R-A15).

use envelope_core::text::is_blank;
use envelope_core::{Loss, LossKind, Path, Report};
use serde_json::{Map, Value};

use super::{OWN, other};
use crate::fields::{CARRIED, STATUS};
use crate::{BlockStatus, Errors, Files, Iterations, NextAction, Section, StatusBlock, Summary};

/// What the report keeps for this protocol, by the place where it stood.
pub(super) fn kept<'r>(report: &'r Report, losses: &mut Vec<Loss>) -> Option<&'r Map<String, Value>> {
    let own = report.extra.get(OWN)?;
    if !own.is_object() {
        losses.push(dropped("what is kept for this protocol is listed by its place, and this is no such list"));
    }
    own.as_object()
}

/// Puts what only a status block has back to where it stood; what has no place there any more is told.
pub(super) fn put_back(own: Option<&Map<String, Value>>, block: &mut StatusBlock, losses: &mut Vec<Loss>) {
    for (at, value) in own.into_iter().flatten() {
        let steps = steps(at);
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        if is_left_over(&steps).is_none() && !take_back(block, &steps, value, losses) {
            losses.push(dropped(format!("nothing at `{at}` can keep it")));
        }
    }
}

/// Carries again what was carried before and found its place taken.
pub(super) fn carry_left_over(
    own: Option<&Map<String, Value>>,
    object: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    for (at, value) in own.into_iter().flatten() {
        let steps = steps(at);
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let Some(name) = is_left_over(&steps) else { continue };
        if object.contains_key(name) {
            losses.push(dropped(format!("something else is carried at `{at}` by now")));
        } else {
            object.insert(name.to_owned(), value.clone());
        }
    }
}

fn dropped(note: impl Into<String>) -> Loss {
    Loss::new("extra", LossKind::Dropped, note)
}

/// The steps to a place; none where it is no pointer.
fn steps(at: &str) -> Vec<String> {
    at.parse::<Path>().map(|path| path.steps().collect()).unwrap_or_default()
}

/// The name of what was carried and found its place taken.
fn is_left_over<'s>(steps: &[&'s str]) -> Option<&'s str> {
    match steps {
        ["carried", name] => Some(name),
        _ => None,
    }
}

/// Puts one value back; whether there is a place for it.
fn take_back(block: &mut StatusBlock, steps: &[&str], value: &Value, losses: &mut Vec<Loss>) -> bool {
    let section = |member: &str| Section::ALL.into_iter().find(|section| section.member() == member);
    match steps {
        ["extensions", name] => take_extension(block, name, value, losses),
        ["prose", part] => take_prose(block, part, value),
        ["errors", "message"] => take_no_message(block, value),
        ["summary", "iterations_used"] => take_iterations(block, value),
        ["files", list] => take_empty_list(block, list, value),
        [member] => section(member).is_some_and(|section| take_empty_section(block, section, value)),
        [member, "extra", key] => section(member).is_some_and(|section| take_extra(block, section, key, value, losses)),
        _ => false,
    }
}

/// A section that was of the wrong type, or has the name of what is carried, gives its name to the one that was made
/// since (R-A11).
fn take_extension(block: &mut StatusBlock, name: &str, value: &Value, losses: &mut Vec<Loss>) -> bool {
    let made = Section::from_marker(name).is_some_and(|section| block.has(section)) || name == CARRIED;
    let kept = if made { other(name) } else { name.to_owned() };
    // Another status would be one to choose from.
    if name == STATUS || block.extensions.contains_key(&kept) {
        return false;
    }
    if made {
        losses.push(moved(name, &kept));
    }
    block.extensions.insert(kept, value.clone());
    true
}

fn moved(name: &str, kept: &str) -> Loss {
    Loss::new("extra", LossKind::Approximated, format!("the content of {name} is in {kept}"))
}

fn take_prose(block: &mut StatusBlock, part: &str, value: &Value) -> bool {
    let place = match part {
        "before" => &mut block.prose.before,
        "inside" => &mut block.prose.inside,
        "after" => &mut block.prose.after,
        _ => return false,
    };
    *place = value.as_str().filter(|text| !is_blank(text)).map(str::to_owned);
    place.is_some()
}

/// That ERRORS had no message, which only a success may lack.
fn take_no_message(block: &mut StatusBlock, value: &Value) -> bool {
    if block.status != BlockStatus::Success || !value.is_null() {
        return false;
    }
    let errors = block.errors.get_or_insert_default();
    let silent = errors.message.as_deref().is_none_or(is_blank);
    if silent {
        errors.message = None;
    }
    silent
}

fn take_iterations(block: &mut StatusBlock, value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    let place = &mut block.summary.get_or_insert_default().iterations_used;
    let free = place.is_none();
    place.get_or_insert_with(|| Iterations::Text(text.to_owned()));
    free
}

fn take_empty_list(block: &mut StatusBlock, list: &str, value: &Value) -> bool {
    if value.as_array().is_none_or(|paths| !paths.is_empty()) || Section::Files.field(list).is_none() {
        return false;
    }
    let files = block.files.get_or_insert_default();
    let place = match list {
        "created" => &mut files.created,
        "modified" => &mut files.modified,
        _ => &mut files.read,
    };
    let free = place.is_none();
    place.get_or_insert_default();
    free
}

/// That a section stood there and held nothing.
fn take_empty_section(block: &mut StatusBlock, section: Section, value: &Value) -> bool {
    if value.as_object().is_none_or(|members| !members.is_empty()) {
        return false;
    }
    match section {
        Section::Summary => block.summary.get_or_insert_default() == &Summary::default(),
        Section::Files => block.files.get_or_insert_default() == &Files::default(),
        Section::NextAction => block.next_action.get_or_insert_default() == &NextAction::default(),
        Section::Errors => block.errors.get_or_insert_default() == &Errors::default(),
    }
}

/// What was of the wrong type gives its key to what was made since (R-A11).
fn take_extra(block: &mut StatusBlock, section: Section, key: &str, value: &Value, losses: &mut Vec<Loss>) -> bool {
    let filled = is_filled(block, section, key);
    let extra = extra_of(block, section);
    let kept = if filled { format!("other_{key}") } else { key.to_owned() };
    if extra.contains_key(&kept) {
        return false;
    }
    if filled {
        losses.push(moved(key, &kept));
    }
    extra.insert(kept, value.clone());
    true
}

/// The further keys of a section, which is there from now on.
fn extra_of(block: &mut StatusBlock, section: Section) -> &mut Map<String, Value> {
    match section {
        Section::Summary => &mut block.summary.get_or_insert_default().extra,
        Section::Files => &mut block.files.get_or_insert_default().extra,
        Section::NextAction => &mut block.next_action.get_or_insert_default().extra,
        Section::Errors => &mut block.errors.get_or_insert_default().extra,
    }
}

/// Whether the section holds something under a key of the table.
fn is_filled(block: &StatusBlock, section: Section, key: &str) -> bool {
    let summary = block.summary.as_ref();
    let files = block.files.as_ref();
    let next = block.next_action.as_ref();
    let errors = block.errors.as_ref();
    match (section.member(), key) {
        ("summary", "what_i_did") => summary.is_some_and(|summary| summary.what_i_did.is_some()),
        ("summary", "confidence") => summary.is_some_and(|summary| summary.confidence.is_some()),
        ("summary", "iterations_used") => summary.is_some_and(|summary| summary.iterations_used.is_some()),
        ("files", "created") => files.is_some_and(|files| files.created.is_some()),
        ("files", "modified") => files.is_some_and(|files| files.modified.is_some()),
        ("files", "read") => files.is_some_and(|files| files.read.is_some()),
        ("next_action", "recommended_agent") => next.is_some_and(|next| next.recommended_agent.is_some()),
        ("next_action", "reason") => next.is_some_and(|next| next.reason.is_some()),
        ("next_action", "context_forward") => next.is_some_and(|next| next.context_forward.is_some()),
        ("errors", "message") => errors.is_some_and(|errors| errors.message.is_some()),
        ("errors", "details") => errors.is_some_and(|errors| errors.details.is_some()),
        ("errors", "can_retry") => errors.is_some_and(|errors| errors.can_retry.is_some()),
        _ => false,
    }
}
