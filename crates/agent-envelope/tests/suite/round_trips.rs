//! A → B → A equals A but for the losses listed, and `carried` holds only what has no natural place (R-A15).

use std::collections::BTreeSet;

use agent_envelope::envelope_core::report::{NATURAL_PLACES, Place, Target};
use agent_envelope::envelope_core::{Class, Diagnostic, Loss, Report, Severity, Source};
use agent_envelope::{AnyEnvelope, Conversion, Protocol, Settings, convert, read_as};
use serde_json::{Map, Value};

use crate::fixtures::{accepted, of};

fn report_of(envelope: &AnyEnvelope) -> Map<String, Value> {
    let report: Report = envelope.to_report().expect("an accepted message has a report");
    match serde_json::to_value(report).unwrap() {
        Value::Object(members) => members,
        other => panic!("a report is an object: {other}"),
    }
}

/// The fields in which two reports differ.
fn differing(one: &Map<String, Value>, other: &Map<String, Value>) -> BTreeSet<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

/// The fields of the report that a loss names: `problems[].kind` is about `problems`.
fn named(losses: &[Loss]) -> BTreeSet<String> {
    let name = |loss: &Loss| loss.field.split(['.', '[']).next().unwrap_or_default().to_owned();
    losses.iter().map(name).collect()
}

fn reread(conversion: &Conversion) -> AnyEnvelope {
    let text = conversion.text.as_deref().expect("what is accepted converts");
    read_as(conversion.protocol, &Source::new(text), &Settings::default())
}

/// Ways there and back that change something without a word; each has its reason and leaves the list when it is mended.
const KNOWN: &[(&str, &str, &str)] = &[
    ("json-return/valid/blocked-by-the-outside.json", "status-block", BLOCKING),
    ("json-return/valid/near-artifacts-on-failed.json", "status-block", BLOCKING),
    ("json-return/valid/near-errors-missing.json", "status-block", BLOCKING),
    ("json-return/valid/near-nothing-recoverable--one-of-two.json", "status-block", BLOCKING),
    ("json-return/valid/near-phantom-work.json", "status-block", BLOCKING),
    ("json-return/valid/partial-with-artifacts.json", "status-block", BLOCKING),
    ("json-return/deviating/nothing-recoverable.json", "status-block", BLOCKING),
    ("json-return/deviating/phantom-work--partial.json", "status-block", BLOCKING),
    (
        "status-block/deviating/near-missing-error-field.txt",
        "clarity",
        "details without a message become a problem of their own",
    ),
    ("clarity-result/deviating/missing-metadata.md", "status-block", "an empty SUMMARY of the block is carried back"),
];
const BLOCKING: &str =
    "a status block that is not a success marks its problem as blocking, and json-return carries that";

#[test]
fn there_and_back_differs_only_in_what_is_listed() {
    let (mut wrong, mut checked, mut known) = (Vec::new(), 0, 0);
    for fixture in accepted().iter().filter(|fixture| fixture.protocol.is_target()) {
        let source = Source::from_bytes(&fixture.bytes);
        let start = read_as(fixture.protocol, &source, &Settings::default());
        // Some are accepted only with options.
        for to in Protocol::targets().filter(|_| start.accepted()) {
            checked += 1;
            let problem = silent_change(&start, to);
            let excuse = KNOWN.iter().any(|(name, target, _)| *name == fixture.name && *target == to.as_str());
            match (problem, excuse) {
                (Some(problem), false) => wrong.push(format!("{} -> {to}: {problem}", fixture.name)),
                (None, true) => wrong.push(format!("{} -> {to}: mended; take it off the list", fixture.name)),
                (Some(_), true) => known += 1,
                (None, false) => {}
            }
        }
    }
    assert!(checked > 500, "{checked} conversions");
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(known, KNOWN.len(), "every known one was met");
}

/// What changes on the way to a protocol and back without being listed among the losses.
pub(crate) fn silent_change(start: &AnyEnvelope, to: Protocol) -> Option<String> {
    let there = convert(start, to).unwrap();
    let middle = reread(&there);
    if let refused @ Some(_) = refused_for_its_form(&middle) {
        return refused;
    }
    let back = convert(&middle, start.protocol()?).unwrap();
    // What the target's rules refuse is told as a lowered outcome.
    if !middle.accepted() {
        return (!named(&there.losses).contains("outcome")).then(|| "lowered without a word".to_owned());
    }
    let end = reread(&back);
    if let refused @ Some(_) = refused_for_its_form(&end) {
        return refused;
    }
    if start.value() == end.value() {
        return None;
    }
    let told = named(&[there.losses.as_slice(), back.losses.as_slice()].concat());
    let (before, after) = (report_of(start), report_of(&end));
    // `extra` is where a protocol keeps what the neutral report does not say; the value was compared already.
    let silent: Vec<String> =
        differing(&before, &after).difference(&told).filter(|name| *name != "extra").cloned().collect();
    if told.is_empty() || !silent.is_empty() {
        return Some(format!("{silent:?}\n  {}\n  {}", start.value()?, end.value()?));
    }
    None
}

/// A text that we wrote ourselves may say what is refused, but must not be written in a form that is.
fn refused_for_its_form(envelope: &AnyEnvelope) -> Option<String> {
    let grave =
        |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error && diagnostic.rule.class() == Class::Form;
    envelope.diagnostics().iter().find(grave).map(|found| format!("{}: {}", found.rule.code(), found.message))
}

/// The object `carried`, wherever the protocol keeps it.
fn carried(value: &Value) -> Option<&Map<String, Value>> {
    match value {
        Value::Object(members) => match members.iter().find(|(key, _)| key.eq_ignore_ascii_case("carried")) {
            Some((_, Value::Object(object))) => Some(object),
            _ => members.values().find_map(carried),
        },
        Value::Array(items) => items.iter().find_map(carried),
        _ => None,
    }
}

/// What has a natural place is carried only where that place holds an approximation, and then the loss is listed.
#[test]
fn nothing_with_a_natural_place_is_carried() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for fixture in accepted() {
        let source = Source::from_bytes(&fixture.bytes);
        let start = read_as(fixture.protocol, &source, &Settings::default());
        for to in Protocol::targets() {
            let target = Target::ALL.into_iter().find(|target| target.as_str() == to.as_str()).unwrap();
            let conversion = convert(&start, to).unwrap();
            let Some(value) = conversion.text.as_ref().and_then(|_| reread(&conversion).value()) else { continue };
            let Some(object) = carried(&value) else { continue };
            seen += 1;
            let told = named(&conversion.losses);
            for row in NATURAL_PLACES.iter().filter(|row| !told.contains(row.field.name)) {
                if !matches!(row.place(target), Place::All(_)) {
                    continue;
                }
                let Some(held) = object.get(row.field.name) else { continue };
                let breaks = match row.field.item {
                    None => true,
                    Some(item) => held
                        .as_array()
                        .into_iter()
                        .flatten()
                        .any(|entry| entry.get(item).is_some_and(|said| said != "")),
                };
                if breaks {
                    wrong.push(format!("{} -> {to} carries {}: {held}", fixture.name, row.field));
                }
            }
        }
    }
    assert!(seen > 100, "something is carried in {seen} of them");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The clarifications kinds convert to every target, and never to a better outcome than their own; a worse one is told.
#[test]
fn documents_convert_one_way() {
    for protocol in Protocol::ALL.iter().filter(|protocol| !protocol.is_target()) {
        for fixture in of(*protocol, "valid") {
            let start = read_as(*protocol, &Source::from_bytes(&fixture.bytes), &Settings::default());
            for to in Protocol::targets() {
                let conversion = convert(&start, to).unwrap();
                let outcome = conversion.outcome.unwrap();
                assert!(outcome >= start.outcome(), "{} -> {to}: {:?}", fixture.name, conversion.text);
                let told = named(&conversion.losses).contains("outcome");
                assert!(outcome == start.outcome() || told, "{} -> {to}: {:?}", fixture.name, conversion.losses);
            }
        }
    }
}

/// What is made from a clarifications document, an evaluation or decisions is a message that our own reader accepts, and
/// says nothing better than they do.
#[test]
fn what_is_only_converted_from_becomes_an_accepted_message() {
    let (mut wrong, mut checked) = (Vec::new(), BTreeSet::new());
    for fixture in accepted().iter().filter(|fixture| !fixture.protocol.is_target()) {
        let source = Source::from_bytes(&fixture.bytes);
        let start = read_as(fixture.protocol, &source, &Settings::default());
        for to in Protocol::targets().filter(|_| start.accepted()) {
            let conversion = convert(&start, to).expect("a target");
            let read = reread(&conversion);
            checked.insert((fixture.protocol.as_str(), to.as_str()));
            let better = read.outcome().is_success() && !start.outcome().is_success();
            if !read.accepted() || better {
                let errors = read.diagnostics().iter().filter(|found| found.severity == Severity::Error);
                let errors: Vec<&str> = errors.map(|found| found.message.as_str()).collect();
                wrong.push(format!("{} -> {to}: {} {errors:?}", fixture.name, read.outcome()));
            }
        }
    }
    assert_eq!(checked.len(), 12, "three kinds and four targets: {checked:?}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
