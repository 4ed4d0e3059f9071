//! Messages made to change on the way without a word: what is not the same after A → B → A is named by a loss (R-A15).

use std::collections::BTreeSet;

use agent_envelope::clarity_protocol::{COVERAGE, METRICS, REASON, TYPE};
use agent_envelope::envelope_core::report::{NATURAL_PLACES, Place, Target};
use agent_envelope::envelope_core::{Loss, Outcome, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, convert, read_as};
use serde_json::{Map, Value, json};

use crate::fixtures::built;
use crate::round_trips::{carried_beside_its_place, silent_change};

fn read(protocol: Protocol, text: &str) -> AnyEnvelope {
    read_as(protocol, &Source::new(text), &Settings::default())
}

/// A message of the protocol that carries this object.
fn carrying(protocol: Protocol, outcome: Outcome, object: &Value) -> String {
    let text = built(protocol, outcome);
    match protocol {
        Protocol::Clarity => {
            let own = text.split("## Carried").next().unwrap().trim_end();
            format!("{own}\n\n## Carried\n\n```json\n{object}\n```\n")
        }
        Protocol::StatusBlock => {
            let own = text.split("CARRIED:").next().unwrap().trim_end();
            format!("{own}\n\nCARRIED: {object}\n")
        }
        _ => {
            let mut message: Value = serde_json::from_str(&text).unwrap();
            message["carried"] = object.clone();
            message.to_string()
        }
    }
}

/// What changes on the way there and back and no loss names.
fn unspoken(start: &AnyEnvelope, to: Protocol) -> Vec<String> {
    let mut found: Vec<String> = silent_change(start, to).into_iter().collect();
    let from = start.protocol().unwrap();
    let there = convert(start, to).unwrap();
    let middle = read(to, there.text.as_deref().unwrap());
    if !middle.is_accepted() {
        return found;
    }
    let back = convert(&middle, from).unwrap();
    let end = read(from, back.text.as_deref().unwrap());
    let losses = [there.losses, back.losses].concat();
    found.extend(unnamed_places(start, &end, &losses).into_iter().map(|place| format!("{place}: {losses:?}")));
    // What it says beside the report is compared by itself.
    if from == Protocol::Clarity {
        return found;
    }
    let (before, after) = (start.value().unwrap(), end.value().unwrap());
    found.extend(unnamed(&before, &after, from, &losses).into_iter().map(|name| format!("{name}: {losses:?}")));
    found
}

/// What is carried on the way although it has a place there.
fn misplaced(start: &AnyEnvelope, to: Protocol) -> Vec<String> {
    let there = convert(start, to).unwrap();
    let value = read(to, there.text.as_deref().unwrap()).value().unwrap_or_default();
    if Some(to) == start.protocol() { Vec::new() } else { carried_beside_its_place(&value, target(to), &there.losses) }
}

fn target(protocol: Protocol) -> Target {
    Target::ALL.into_iter().find(|target| target.as_str() == protocol.as_str()).unwrap()
}

/// The members of a message that differ and belong to no field that a loss names.
fn unnamed(before: &Value, after: &Value, protocol: Protocol, losses: &[Loss]) -> BTreeSet<String> {
    let told: BTreeSet<&str> = losses.iter().filter_map(|loss| loss.field.split(['.', '[']).next()).collect();
    let named = |member: &str| {
        let mut rows = NATURAL_PLACES.iter().filter(|row| match row.place(target(protocol)) {
            Place::All(place) | Place::Fitting(place) | Place::First(place) => {
                place.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == member)
            }
            _ => false,
        });
        rows.any(|row| told.contains(row.field.name))
    };
    members(before, after).into_iter().filter(|member| !named(member)).collect()
}

/// The places of what is kept for a protocol that is not kept on the way, and that no loss names.
fn unnamed_places(start: &AnyEnvelope, end: &AnyEnvelope, losses: &[Loss]) -> Vec<String> {
    let kept = |envelope: &AnyEnvelope| envelope.to_report().map(|report| report.extra).unwrap_or_default();
    let (before, after) = (kept(start), kept(end));
    let is_part = |character: char| character.is_alphanumeric() || "_~".contains(character);
    let told = |name: &str| {
        let mut notes = losses.iter().filter(|loss| loss.field == "extra").map(|loss| loss.note.as_str());
        notes.any(|note| note.contains(&format!("`{name}`")) || note.split(|c| !is_part(c)).any(|word| word == name))
    };
    let mut found = Vec::new();
    for (own, kept) in &before {
        let Some(places) = kept.as_object() else {
            if after.get(own) != Some(kept) && !told("list") {
                found.push(format!("{own}: {kept}"));
            }
            continue;
        };
        // A value that travels whole differs with every field that is told.
        for (place, kept) in places.iter().filter(|(place, _)| !place.is_empty()) {
            let still = after.get(own).and_then(|own| own.get(place)) == Some(kept);
            let name = place.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(place);
            if !still && !told(name) {
                found.push(format!("{own} {place}: {kept}"));
            }
        }
    }
    found
}

/// The names of what differs, two levels deep; what is carried is compared as a part of the report.
fn members(before: &Value, after: &Value) -> BTreeSet<String> {
    let empty = Map::new();
    let of = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let keys = |one: &Map<String, Value>, other: &Map<String, Value>| {
        let all: BTreeSet<String> = one.keys().chain(other.keys()).cloned().collect();
        all.into_iter().filter(|key| !key.eq_ignore_ascii_case("carried") && one.get(key) != other.get(key)).collect()
    };
    let (before, after) = (of(before), of(after));
    let first: Vec<String> = keys(&before, &after);
    let mut names = BTreeSet::new();
    for key in first {
        match (before.get(&key), after.get(&key)) {
            (Some(Value::Object(one)), Some(Value::Object(other))) => names.extend(keys(one, other)),
            (Some(Value::Object(one)), None) => names.extend(keys(one, &empty)),
            (None, Some(Value::Object(other))) => names.extend(keys(&empty, other)),
            _ => drop(names.insert(key)),
        }
    }
    names
}

/// What was found with how many messages that are accepted.
#[derive(Default)]
struct Tried {
    messages: usize,
    wrong: Vec<String>,
}

impl Tried {
    fn message(&mut self, protocol: Protocol, text: &str, law: impl Fn(&AnyEnvelope) -> Vec<String>) {
        let start = read(protocol, text);
        if start.is_accepted() {
            self.messages += 1;
            self.wrong.extend(law(&start).into_iter().map(|one| format!("{protocol} {one}\n  {text}")));
        }
    }

    #[track_caller]
    fn all_told(&self, at_least: usize) {
        assert!(self.messages >= at_least, "{} messages", self.messages);
        let shown: Vec<&str> = self.wrong.iter().take(20).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} of {}:\n{}", self.wrong.len(), self.messages, shown.join("\n"));
    }
}

fn labelled(to: Protocol, found: Vec<String>) -> impl Iterator<Item = String> {
    found.into_iter().map(move |one| format!("-> {to}: {one}"))
}

/// Everything is told and stands where it belongs.
fn told_in_place(start: &AnyEnvelope) -> Vec<String> {
    let found = |to| labelled(to, [unspoken(start, to), misplaced(start, to)].concat());
    Protocol::targets().flat_map(found).collect()
}

/// Pointers that no reader gives, or gives for something else.
const POINTERS: [&str; 37] = [
    "",
    "/",
    "x",
    "/x",
    "/a/b/c",
    "/~2",
    "/status",
    "/STATUS",
    "/summary",
    "/SUMMARY/what_i_did",
    "/summary/what_i_did",
    "/summary/iterations_used",
    "/summary/extra/confidence",
    "/summary/extra/k",
    "/extensions/CARRIED",
    "/extensions/STATUS",
    "/extensions/SUMMARY",
    "/extensions/NOTES",
    "/CARRIED",
    "/carried",
    "/carried/x",
    "/carried/agent",
    "/carried/extra",
    "/ISSUES",
    "/files",
    "/files/created",
    "/files/other",
    "/prose/after",
    "/prose/other",
    "/errors/message",
    "/errors/0/x",
    "/artifacts/7/x",
    "/metadata/x",
    "/metadata/session_id",
    "/report_metadata/x",
    "/report_metadata/error",
    "/blockers",
];

#[test]
fn what_is_kept_for_a_protocol_is_put_back_or_told() {
    let values = [json!("kept words"), json!(["kept words"]), json!({"k": "kept words"}), json!({}), json!(null)];
    let mut tried = Tried::default();
    for from in Protocol::targets() {
        for (at, own) in Protocol::targets().enumerate().filter(|(_, own)| *own != from) {
            let law = |start: &AnyEnvelope| {
                let others = Protocol::targets().filter(|to| *to != own).skip(at % 2).take(1);
                others.chain([own]).flat_map(|to| labelled(to, unspoken(start, to))).collect::<Vec<_>>()
            };
            let extra = |kept: Value| json!({"extra": {own.as_str(): kept}});
            for (number, pointer) in POINTERS.iter().enumerate() {
                let outcome = if number % 2 == 0 { Outcome::Completed } else { Outcome::Failed };
                for value in values.iter().cycle().skip(number + at).take(2) {
                    tried.message(from, &carrying(from, outcome, &extra(json!({*pointer: value}))), law);
                }
            }
            // What is told of one place excuses no other.
            for (one, other) in POINTERS.iter().zip(POINTERS.iter().cycle().skip(7 + at)) {
                let kept = json!({*one: "kept words", *other: ["kept words"]});
                tried.message(from, &carrying(from, Outcome::Completed, &extra(kept)), law);
            }
            for kept in [json!("kept words"), json!(["kept words"]), json!(7)] {
                tried.message(from, &carrying(from, Outcome::Failed, &extra(kept)), law);
            }
        }
    }
    tried.all_told(800);
}

#[test]
fn blank_texts_come_back_or_are_told() {
    let mut tried = Tried::default();
    let lists = [
        json!({"gaps": ["", "a gap", "  "]}),
        json!({"problems": [{"message": ""}, {"message": "a problem", "type": "timeout"}]}),
        json!({"problems": [{"message": "a problem"}, {"message": " ", "blocking": true}, {"message": "another"}]}),
        json!({"problems": [{"message": "", "details": "by far", "recommendation": "wait"}, {"message": "a problem"}]}),
        json!({"next_steps": [{"action": ""}, {"action": "go on"}, {"agent": " ", "context": ""}]}),
        json!({"artifacts": [{"path": ""}, {"path": "a.md", "type": "plan"}, {"path": " ", "summary": ""}]}),
        json!({"findings": [{"description": ""}, {"description": "a finding", "severity": "minor", "type": "gap"}]}),
        json!({"checks": [{"kind": "item", "name": "", "result": ""}, {"kind": "test", "name": " ", "result": "pass"}]}),
        json!({"references": [{"text": ""}, {"text": "a statement"}]}),
        json!({"sections": [{"title": "", "body": ""}, {"title": "More", "body": " "}]}),
        json!({"delegation_path": ["", "a", " "]}),
        json!({"metrics": {"": "", "Blank": "", "low": " "}, "data": {"": " "}}),
        json!({"scope": "", "subject": " ", "assignment": "", "coverage": "", "kind": "", "verbosity": " "}),
        json!({"summary": " ", "confidence": "", "agent": " ", "task": "", "session": ""}),
    ];
    for from in Protocol::targets() {
        for outcome in [Outcome::Completed, Outcome::Failed, Outcome::Blocked] {
            for object in lists.iter().filter(|object| is_foreign(object, from)) {
                tried.message(from, &carrying(from, outcome, object), told_in_place);
            }
        }
    }
    let report = |status: &str, member: &str, value: Value| {
        let mut report = json!({"report_metadata": {"agent_name": "a", "task_id": "t", "status": status,
            "verbosity_level": "detailed", "confidence_level": 0.9}, "findings": {"k": 1}, "blockers": []});
        match status {
            "failed" => report["report_metadata"]["error_message"] = json!("boom"),
            "blocked" => report["blockers"] = json!(["no key"]),
            _ => {}
        }
        match member {
            "error_message" => report["report_metadata"][member] = value,
            _ => report[member] = value,
        }
        report.to_string()
    };
    for status in ["completed", "failed", "blocked"] {
        for blank in ["", " \n"] {
            tried.message(Protocol::ReportContract, &report(status, "error_message", json!(blank)), told_in_place);
            for member in ["blockers", "identified_gaps", "recommendations"] {
                for list in [json!([blank]), json!([blank, "real one"]), json!(["real one", blank, "another"])] {
                    tried.message(Protocol::ReportContract, &report(status, member, list), told_in_place);
                }
            }
        }
    }
    let block = "STATUS: success\n\nSUMMARY:\n  what_i_did: \"\"\n  confidence: \"\"\n  iterations_used: 1\n\nFILES:\n  \
        created: [\"\", \"a.md\"]\n  modified: [\" \"]\n  read: []\n\nNEXT_ACTION:\n  recommended_agent: \"\"\n  reason: \" \"\
        \n  context_forward: \"\"\n";
    tried.message(Protocol::StatusBlock, block, told_in_place);
    tried.message(
        Protocol::StatusBlock,
        &format!("{block}\nERRORS:\n  message: \"\"\n  details: \"\"\n"),
        told_in_place,
    );
    tried.all_told(100);
}

/// Whether a message of the protocol would carry such an object: what has a place of its own there goes to that place.
fn is_foreign(object: &Value, protocol: Protocol) -> bool {
    let own = NATURAL_PLACES.iter().filter(|row| !matches!(row.place(target(protocol)), Place::Carried));
    let named = |name: &str| object.as_object().is_some_and(|members| members.contains_key(name));
    // A result is compared as a report.
    protocol == Protocol::Clarity || !own.into_iter().any(|row| named(row.field.name))
}

/// Words that mean something at another place, or in another protocol.
fn foreign_words() -> Vec<&'static str> {
    let mut words: Vec<&str> = METRICS.iter().map(|metric| metric.key).collect();
    words.extend([TYPE, COVERAGE, REASON, "Subject", "Scope", "Agent", "Assigned", "Confidence", "Protocol"]);
    words.extend(["SUMMARY", "FILES", "NEXT_ACTION", "ERRORS", "CARRIED", "ISSUES", "REASON", "doc", "Cross refs"]);
    words.extend(["error_message", "blockers", "findings", "context_map", "identified_gaps", "carried", "extra"]);
    words.extend(["kind", "task", "coverage", "tokens", "summary", "artifacts", "next_steps"]);
    words
}

/// A figure keeps its name and its value, whatever the name means elsewhere, and the report keeps its outcome.
#[test]
fn figures_named_as_something_else_stay_figures() {
    let mut tried = Tried::default();
    let values = [json!("many"), json!("7"), json!("3/4"), json!(7)];
    for (number, word) in foreign_words().into_iter().enumerate() {
        for value in &values {
            let mut message = json!({"status": "completed", "summary": "Did it. All of it.",
                "artifacts": [{"type": "plan", "path": "a.md", "summary": "s"}], "metadata":
                {"session_id": "sess_1735460684_a1b2c3", "agent_type": "planner", "delegation_depth": 1,
                "delegation_path": ["orchestrator", "planner"]}});
            message["metadata"][word] = value.clone();
            tried.message(Protocol::JsonReturn, &message.to_string(), |start| {
                let others = [Protocol::StatusBlock, Protocol::ReportContract].into_iter().skip(number % 2).take(1);
                let targets = others.chain([Protocol::Clarity]);
                targets.flat_map(|to| labelled(to, spoilt(start, to))).collect()
            });
        }
    }
    tried.all_told(150);
}

/// Whether the figures or the outcome of a return are others after the way there and back.
fn spoilt(start: &AnyEnvelope, to: Protocol) -> Vec<String> {
    let there = convert(start, to).unwrap();
    let back = convert(&read(to, there.text.as_deref().unwrap()), Protocol::JsonReturn).unwrap();
    let end = read(Protocol::JsonReturn, back.text.as_deref().unwrap()).value().unwrap();
    let same = |member: &str| end[member] == start.value().unwrap()[member];
    let kept = [there.outcome, back.outcome].iter().all(|outcome| *outcome == Some(start.outcome()));
    if same("metadata") && same("errors") && kept { Vec::new() } else { vec![format!("{end}: {:?}", there.losses)] }
}
