//! A → B → A equals A but for the losses listed, and `carried` holds only what has no natural place (R-A15).

use std::collections::{BTreeMap, BTreeSet};

use agent_envelope::clarity_protocol::{COVERAGE, METRICS, REASON, TYPE};
use agent_envelope::envelope_core::report::{Field, NATURAL_PLACES, Place, Target, holds};
use agent_envelope::envelope_core::{Class, Diagnostic, Loss, Report, Severity, Source};
use agent_envelope::{AnyEnvelope, Conversion, Protocol, Settings, convert, read_as};
use serde_json::{Map, Value, json};

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

/// The fields in which what was read differs from the report that it was written from, but for those that are listed.
pub(crate) fn unlisted(report: &Report, written: &AnyEnvelope, losses: &[Loss]) -> BTreeSet<String> {
    let Ok(Value::Object(before)) = serde_json::to_value(report) else { return BTreeSet::new() };
    let after = report_of(written);
    let mut silent: BTreeSet<String> = differing(&before, &after).difference(&named(losses)).cloned().collect();
    // A summary line counts what the lists of the report hold, and those figures stand beside its own.
    let figures = |of: &Map<String, Value>| of.get("metrics").cloned().unwrap_or_else(|| json!({}));
    if holds(&figures(&after), &figures(&before)) {
        silent.remove("metrics");
    }
    silent
}

fn reread(conversion: &Conversion) -> AnyEnvelope {
    let text = conversion.text.as_deref().expect("what is accepted converts");
    read_as(conversion.protocol, &Source::new(text), &Settings::default())
}

#[test]
fn there_and_back_differs_only_in_what_is_listed() {
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for fixture in accepted().iter().filter(|fixture| fixture.protocol.is_target()) {
        let source = Source::from_bytes(&fixture.bytes);
        let start = read_as(fixture.protocol, &source, &Settings::default());
        // Some are accepted only with options.
        for to in Protocol::targets().filter(|_| start.is_accepted()) {
            checked += 1;
            wrong.extend(silent_change(&start, to).map(|problem| format!("{} -> {to}: {problem}", fixture.name)));
        }
    }
    assert!(checked > 500, "{checked} conversions");
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
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
    if !middle.is_accepted() {
        return (!named(&there.losses).contains("outcome")).then(|| "lowered without a word".to_owned());
    }
    let end = reread(&back);
    if let refused @ Some(_) = refused_for_its_form(&end) {
        return refused;
    }
    if start.outcome() == end.outcome() && start.value() == end.value() {
        return None;
    }
    let told = named(&[there.losses.as_slice(), back.losses.as_slice()].concat());
    let (before, after) = (report_of(start), report_of(&end));
    let mut silent: BTreeSet<String> = differing(&before, &after).difference(&told).cloned().collect();
    // A value that travels whole differs with every field that is told; what no field says is compared beside it.
    if silent.remove("extra") && (besides(&before) != besides(&after) || unsaid(start) != unsaid(&end)) {
        silent.insert("extra".to_owned());
    }
    if told.is_empty() || !silent.is_empty() {
        return Some(format!("{silent:?}\n  {}\n  {}", start.value()?, end.value()?));
    }
    None
}

/// What the protocols did not know, but for a value that travels whole.
fn besides(report: &Map<String, Value>) -> Value {
    let mut extra = report.get("extra").cloned().unwrap_or_default();
    for own in extra.as_object_mut().into_iter().flat_map(|extra| extra.values_mut()) {
        own.as_object_mut().map(|own| own.shift_remove(""));
    }
    let filled =
        extra.as_object().into_iter().flatten().filter(|(_, own)| own.as_object().is_none_or(|own| !own.is_empty()));
    Value::Object(filled.map(|(name, own)| (name.clone(), own.clone())).collect())
}

/// What a clarity result says that no field of the report does: text before it, unknown metadata, all but what is carried.
fn unsaid(envelope: &AnyEnvelope) -> Value {
    let value = envelope.value().unwrap_or_default();
    let blocks = value["blocks"].as_array().into_iter().flatten();
    let blocks: Vec<&Value> = blocks.filter(|block| carried(block).is_none() && block["kind"] != "carried").collect();
    json!([value["before"], value["metadata"]["other"], blocks])
}

/// A text that we wrote ourselves may say what is refused, but must not be written in a form that is.
fn refused_for_its_form(envelope: &AnyEnvelope) -> Option<String> {
    let grave =
        |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error && diagnostic.rule.class() == Class::Form;
    envelope.diagnostics().iter().find(grave).map(|found| format!("{}: {}", found.rule.code(), found.message))
}

/// What is accepted and hard to write in another protocol goes there and back, or is told.
#[test]
fn awkward_reports_change_only_in_what_is_listed() {
    let report = |member: &str, value: Value| {
        let mut report = json!({"report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed",
            "verbosity_level": "detailed", "confidence_level": 0.9}, "findings": {"x": 1}});
        match report.pointer_mut(member) {
            Some(place) => *place = value,
            None => report[member] = value,
        }
        (Protocol::ReportContract, report.to_string())
    };
    let mut cases = Vec::new();
    let gaps = [
        "```\ncargo test\n",
        "a\n\nb",
        "",
        "---",
        " x ",
        "RESULT: CLEAN | Type: digest",
        "- a\n- b",
        "a\n# b",
        "[x] a",
    ];
    cases.extend(gaps.map(|gap| report("identified_gaps", json!(["first", gap]))));
    cases.push(report("/report_metadata/task_id", json!("t\nu")));
    for number in ["-0", "-0.0", "1e16", "1e20", "100000000000000000000"] {
        let (protocol, text) = report("/findings/x", json!("NUMBER"));
        cases.push((protocol, text.replace("\"NUMBER\"", number)));
    }
    let failed = json!({"agent_name": "a", "task_id": "t", "status": "failed", "verbosity_level": "detailed",
        "confidence_level": 0.9, "error_message": "one\ntwo\n\nthree"});
    cases.push(report("/report_metadata", failed));
    let clarity = "Some words first.\n\nRESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1 | Critical: 0 \
        | Major: 0 | Minor: 1\n\n---\n**Protocol**: v1\n**Agent**: checker\n**Duration**: 45 seconds\n---\n\n## Findings\n\n\
        | ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n\
        | F1 | minor | terminology-drift | A.md | B.md | ledger or journal | say ledger |\n\n\
        ### F7: lost\n\nDiscussed without a row.\n";
    cases.push((Protocol::Clarity, clarity.to_owned()));
    let mut wrong = Vec::new();
    for (protocol, text) in cases {
        let start = read_as(protocol, &Source::new(&text), &Settings::default());
        let refused = start.diagnostics().iter().find(|found| found.severity == Severity::Error);
        assert!(start.is_accepted(), "{text}: {:?}", refused.map(|found| &found.message));
        for to in Protocol::targets() {
            wrong.extend(silent_change(&start, to).map(|problem| format!("{text} -> {to}: {problem}")));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The object `carried`, wherever the protocol keeps it.
fn carried(value: &Value) -> Option<&Map<String, Value>> {
    match value {
        Value::Object(members) if members.get("kind").is_some_and(|kind| kind == "carried") => {
            members.get("object").and_then(Value::as_object)
        }
        Value::Object(members) => match members.iter().find(|(key, _)| key.eq_ignore_ascii_case("carried")) {
            Some((_, Value::Object(object))) => Some(object),
            _ => members.values().find_map(carried),
        },
        Value::Array(items) => items.iter().find_map(carried),
        _ => None,
    }
}

/// Whether a loss is about this field: itself, or the whole of what it is a part of.
fn is_told(losses: &[Loss], field: Field) -> bool {
    losses
        .iter()
        .any(|loss| loss.field == field.name || loss.field.replace("[]", "") == field.to_string().replace("[]", ""))
}

/// What is carried of a field although its place could hold it: a figure under a name that a pair may have and that means
/// nothing else on the line, the first item of a list.
fn held_by_its_place(object: &Map<String, Value>, target: Target) -> impl Iterator<Item = String> {
    NATURAL_PLACES.iter().filter_map(move |row| {
        let held = object.get(row.field.name)?;
        let means_something = |key: &str| {
            let known = METRICS.iter().map(|metric| metric.key).chain([TYPE, COVERAGE, REASON, "Subject"]);
            known.into_iter().any(|known| known.eq_ignore_ascii_case(key))
        };
        let is_pair = |(key, value): (&String, &Value)| {
            key.starts_with(char::is_uppercase)
                && !means_something(key)
                && !key.contains([' ', ':', '|'])
                && value
                    .as_str()
                    .is_some_and(|text| !text.is_empty() && !text.contains(['\n', '\r']) && text.trim() == text)
        };
        let breaks = match (row.place(target), row.field.item) {
            (Place::Fitting(_), None) => held.as_object().is_some_and(|held| held.iter().any(is_pair)),
            (Place::First(_), Some(item)) => held.get(0)?.get(item).is_some_and(|said| !said.is_null() && said != ""),
            _ => false,
        };
        breaks.then(|| format!("{}: {held}", row.field))
    })
}

/// What a message carries although it has a natural place there, and no loss says that the place holds something else.
pub(crate) fn carried_beside_its_place(value: &Value, target: Target, losses: &[Loss]) -> Vec<String> {
    carried(value).map(|object| beside_its_place(object, target, losses)).unwrap_or_default()
}

fn beside_its_place(object: &Map<String, Value>, target: Target, losses: &[Loss]) -> Vec<String> {
    let mut found: Vec<String> = held_by_its_place(object, target).collect();
    for row in NATURAL_PLACES.iter().filter(|row| matches!(row.place(target), Place::All(_))) {
        let Some(held) = object.get(row.field.name).filter(|_| !is_told(losses, row.field)) else { continue };
        let breaks = match row.field.item {
            None => true,
            Some(item) => {
                let mut items = held.as_array().into_iter().flatten();
                items.any(|entry| entry.get(item).is_some_and(|said| said != ""))
            }
        };
        if breaks {
            found.push(format!("{}: {held}", row.field));
        }
    }
    found
}

/// The lists that are carried while their own place is empty, although it could hold one of their items.
fn instead_of_its_place(conversion: &Conversion, object: &Map<String, Value>, target: Target) -> Vec<String> {
    let text = conversion.text.as_deref().unwrap_or_default();
    let own = match (text.split_once("\n## Carried\n"), text.split_once("\nCARRIED:\n")) {
        (Some((own, _)), _) if target == Target::Clarity => own.to_owned(),
        (_, Some((own, _))) if target == Target::StatusBlock => own.to_owned(),
        _ => {
            let mut value: Value = serde_json::from_str(text).unwrap_or_default();
            value.as_object_mut().map(|members| members.shift_remove("carried"));
            value.to_string()
        }
    };
    let own = read_as(conversion.protocol, &Source::new(own.as_str()), &Settings::default());
    let Some(own) = own.to_report().and_then(|report| serde_json::to_value(report).ok()) else { return Vec::new() };
    let natural = NATURAL_PLACES.iter().filter(|row| matches!(row.place(target), Place::All(_)));
    let lists =
        natural.filter(|row| row.field.item.is_none() && object.get(row.field.name).is_some_and(Value::is_array));
    let plain = |item: &Value| item.as_str().is_some_and(|text| text.chars().all(|c| c.is_alphabetic() || c == ' '));
    let empty = lists.filter(|row| own.get(row.field.name).is_none());
    let held = empty.filter(|row| object[row.field.name].as_array().into_iter().flatten().any(plain));
    held.map(|row| format!("{} instead of its place", row.field)).collect()
}

/// What has a natural place is carried only where that place holds an approximation, and then the loss is listed.
#[test]
fn nothing_with_a_natural_place_is_carried() {
    let mut seen = BTreeMap::new();
    let mut wrong = Vec::new();
    for fixture in accepted() {
        let source = Source::from_bytes(&fixture.bytes);
        let start = read_as(fixture.protocol, &source, &Settings::default());
        // To its own protocol nothing moves: what another one carried into it stays where it is.
        for to in Protocol::targets().filter(|to| *to != fixture.protocol) {
            let target = Target::ALL.into_iter().find(|target| target.as_str() == to.as_str()).unwrap();
            let conversion = convert(&start, to).unwrap();
            let Some(value) = conversion.text.as_ref().and_then(|_| reread(&conversion).value()) else { continue };
            let Some(object) = carried(&value) else { continue };
            *seen.entry(to.as_str()).or_insert(0) += 1;
            let mut found = beside_its_place(object, target, &conversion.losses);
            found.extend(instead_of_its_place(&conversion, object, target));
            wrong.extend(found.into_iter().map(|held| format!("{} -> {to} carries {held}", fixture.name)));
        }
    }
    // None of the fixtures has gaps that a list does not hold.
    let report = json!({"report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed",
        "verbosity_level": "detailed", "confidence_level": 0.9}, "findings": {"x": 1},
        "identified_gaps": ["no tests of\n- sign\n- verify", "---", "the manual is old", "STATUS: failed"]});
    let start = read_as(Protocol::ReportContract, &Source::new(report.to_string()), &Settings::default());
    let conversion = convert(&start, Protocol::Clarity).unwrap();
    let value = reread(&conversion).value().unwrap();
    wrong.extend(instead_of_its_place(&conversion, carried(&value).unwrap(), Target::Clarity));
    assert!(seen.len() == 4 && seen.values().all(|count| *count > 100), "something is carried in {seen:?} of them");
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
        for to in Protocol::targets().filter(|_| start.is_accepted()) {
            let conversion = convert(&start, to).expect("a target");
            let read = reread(&conversion);
            checked.insert((fixture.protocol.as_str(), to.as_str()));
            let better = read.outcome().is_success() && !start.outcome().is_success();
            if !read.is_accepted() || better {
                let errors = read.diagnostics().iter().filter(|found| found.severity == Severity::Error);
                let errors: Vec<&str> = errors.map(|found| found.message.as_str()).collect();
                wrong.push(format!("{} -> {to}: {} {errors:?}", fixture.name, read.outcome()));
            }
        }
    }
    assert_eq!(checked.len(), 12, "three kinds and four targets: {checked:?}");
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
