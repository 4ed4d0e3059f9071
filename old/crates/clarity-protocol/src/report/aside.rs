//! Texts that would hide a part of the result they are written into (R-A12).
//!
//! A thought or a comment that a text opens and does not close, or closes and did not open, reaches beyond that text. Where
//! such a one would be written, the field is carried instead, inside of JSON, where it is a word like any other (R-A15).

use std::fmt::Write as _;

use envelope_core::report::{NATURAL_PLACES, Place, Target};
use envelope_core::text::{hidden_parts, thinking_tag};
use envelope_core::{Loss, LossKind, Report};
use serde_json::{Map, Value};

use super::from::one_line;
use crate::{ClarityResult, render};

/// A report without the fields that would hide something.
pub(super) struct Aside {
    pub(super) report: Report,
    /// The fields, to be carried.
    pub(super) carried: Map<String, Value>,
    pub(super) told: Vec<Loss>,
}

/// Takes the fields out of the report that would hide a part of `result`, which was made from it.
pub(super) fn set_aside(report: &Report, result: &ClarityResult) -> Aside {
    let mut aside = Aside { report: report.clone(), carried: Map::new(), told: Vec::new() };
    if hidden_parts(&render(result)).is_empty() {
        return aside;
    }
    let Ok(Value::Object(mut said)) = serde_json::to_value(report) else { return aside };
    let natural = NATURAL_PLACES.iter().filter(|row| !matches!(row.place(Target::Clarity), Place::Carried));
    for name in natural.map(|row| row.field.name).filter(|name| !matches!(*name, "outcome" | PROBLEMS)) {
        if said.get(name).is_some_and(reaches_out)
            && let Some(value) = said.shift_remove(name)
        {
            aside.carried.insert(name.to_owned(), value);
            let note = "it would hide a part of the result; it is carried";
            aside.told.push(Loss::new(name, LossKind::Approximated, note));
        }
    }
    if let Ok(others) = serde_json::from_value(Value::Object(said)) {
        aside.report = others;
    }
    // The line needs a reason, so the first problem stays and its tag is written as Markdown writes a character.
    if let Some(problem) = aside.report.problems.first_mut().filter(|problem| is_open(&one_line(&problem.message))) {
        problem.message = spelled_out(one_line(&problem.message));
        let note = "a tag in it would hide the result; its first character is written as an entity";
        aside.told.push(Loss::new("problems.message", LossKind::Approximated, note));
    }
    aside
}

const PROBLEMS: &str = "problems";

/// Whether one of the texts opens or closes something beyond itself.
fn reaches_out(value: &Value) -> bool {
    match value {
        Value::String(text) => is_open(text) || is_open(&one_line(text)),
        Value::Array(items) => items.iter().any(reaches_out),
        Value::Object(members) => members.values().any(reaches_out),
        _ => false,
    }
}

pub(super) fn is_open(text: &str) -> bool {
    let closes = |at: usize| thinking_tag(text, at).is_some_and(|tag| tag.closing);
    hidden_parts(text).iter().any(|part| !part.closed || closes(part.tag.start()))
}

fn spelled_out(mut text: String) -> String {
    // All at once, and again for those that were inside of others.
    loop {
        let tags: Vec<usize> = hidden_parts(&text).iter().map(|part| part.tag.start()).collect();
        let (mut spelled, mut from) = (String::with_capacity(text.len()), 0);
        for at in tags {
            let Some(first) = text.get(at..).and_then(|tag| tag.chars().next()) else { continue };
            spelled += text.get(from..at).unwrap_or_default();
            let _ = write!(spelled, "&#{};", u32::from(first));
            from = at + first.len_utf8();
        }
        if from == 0 {
            return text;
        }
        spelled += text.get(from..).unwrap_or_default();
        text = spelled;
    }
}
