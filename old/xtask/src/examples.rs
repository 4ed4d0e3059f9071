//! The examples of `envelope explain`: for every rule a message in which it speaks alone, and one without it.
//!
//! A rule of a kind has both among the fixtures by their names: `<rule>` and `near-<rule>`. The rules that all kinds
//! share, those of the scratchpad, of aggregation and of detection have theirs in `fixtures/rules/examples.json`, with the reader
//! that shows them: `json` (the JSON reader alone), `any` (whichever protocol is detected), `strict` (the same without
//! repairs), `expecting` (a session of whichever protocol), `file` (the message is the name of one), `pad`, `state` and
//! `units` (of an aggregation), or the name of a kind.

use std::collections::HashMap;
use std::path::Path;

use agent_envelope::rules::{UNCHECKED_EXPECTATION, UNREADABLE};
use agent_envelope::{CheckRecord, Protocol, Settings};
use clarity_protocol::aggregate::{Aggregate, expected_units};
use envelope_core::json::{Request, read};
use envelope_core::{Diagnostic, Limits, Policy, Rule, Source, Span, note_bytes};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use status_block::scratchpad::Pad;

use crate::docs::{rule_tables, status_words};
use crate::fixtures::{Case, Folder, Role, collect, is_named};
use crate::generated::Generated;
use crate::kind::{Said, Seen, SeenDiagnostic};
use crate::kinds::KINDS;
use crate::repo;

/// Where the command keeps them.
const PATH: &str = "crates/agent-envelope-cli/src/generated/examples.json";
/// Those that people write.
const BY_HAND: &str = "fixtures/rules/examples.json";

/// How much a right example that was asked something else is worse than one that is right when the same is asked of it.
const OTHER: usize = 250;
/// How much one with another status is worse: to turn one status into another mends nothing.
const STATUS: usize = 200;

/// An example as the command reads it.
#[derive(Debug, Serialize)]
struct Example {
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    wrong: String,
    /// What was asked of the right one, where it was not the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_of_right: Option<String>,
    right: String,
    said: Said,
}

/// An example as a person writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    rule: String,
    reader: String,
    #[serde(default)]
    asked: Value,
    wrong: Text,
    right: Text,
}

/// A message; one that is not UTF-8 is written in hexadecimal digits.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Bytes { hex: String },
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Plain(text) => text.as_bytes().to_vec(),
            Self::Bytes { hex } => {
                let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
                digits
                    .chunks(2)
                    .filter_map(|pair| u8::try_from(pair.iter().fold(0, |sum, d| sum * 16 + d)).ok())
                    .collect()
            }
        }
    }
}

/// The file; fails with a line for every rule whose example is missing or does not show it.
pub(crate) fn generate(root: &Path) -> Result<Generated, String> {
    let (cases, _) = collect(root, KINDS)?;
    let by_hand = repo::read_text(&root.join(BY_HAND))?;
    let pairs: Vec<Pair> = serde_json::from_str(&by_hand).map_err(|error| format!("{BY_HAND}: {error}"))?;
    let (mut examples, mut wrong) = (Vec::new(), Vec::new());
    for rule in rule_tables().into_iter().flat_map(|table| table.iter().copied()) {
        let example = match pairs.iter().find(|pair| pair.rule == rule.code()) {
            Some(pair) => of_pair(rule, pair),
            None => of_fixtures(rule, &cases),
        };
        match example {
            Ok(example) => examples.push(example),
            Err(problem) => wrong.push(format!("{}: {problem}\n", rule.code())),
        }
    }
    let known = |pair: &&Pair| examples.iter().any(|example| example.rule == pair.rule);
    wrong.extend(
        pairs.iter().filter(|pair| !known(pair)).map(|pair| format!("{BY_HAND}: {} shows nothing\n", pair.rule)),
    );
    if !wrong.is_empty() {
        return Err(wrong.concat());
    }
    let text = serde_json::to_string_pretty(&examples).map_err(|error| error.to_string())?;
    Ok(Generated { path: PATH.to_owned(), text: text + "\n" })
}

fn of_pair(rule: &'static Rule, pair: &Pair) -> Result<Example, String> {
    let (wrong, right) = (pair.wrong.bytes(), pair.right.bytes());
    let seen = read_by(&pair.reader, &wrong, &pair.asked)?;
    // Some cannot speak alone: an unclosed fence is a fence, too.
    let spoken = seen.diagnostics.iter().find(|diagnostic| diagnostic.rule == Some(rule.code()));
    let said = spoken.and_then(|found| found.said.clone());
    let said = said.ok_or_else(|| format!("the wrong example shows {}", told(&seen)))?;
    let near = read_by(&pair.reader, &right, &pair.asked)?;
    if !near.diagnostics.is_empty() {
        return Err(format!("the right example shows {}", told(&near)));
    }
    let (wrong, right) = (lossy(&wrong), lossy(&right));
    Ok(Example { rule: rule.code(), asked: asked(&pair.asked), wrong, asked_of_right: None, right, said })
}

/// A case named after the rule in which it is the only diagnostic, and of all cases with nothing to say about it the one
/// that is most like it: the difference is what a reader is to see.
fn of_fixtures(rule: &'static Rule, cases: &[Case<'_>]) -> Result<Example, String> {
    let name = rule.code().rsplit('/').next().unwrap_or_default();
    let near_name = format!("near-{name}");
    let kinds = KINDS.iter().filter(|kind| kind.all_rules().any(|own| own.code() == rule.code()));
    let mut best: Option<(_, Example)> = None;
    for kind in kinds {
        let mine = || cases.iter().filter(|case| case.kind.name == kind.name);
        let wrongs = mine().filter(|case| is_named(&case.name, name)).map(load).collect::<Result<Vec<_>, _>>()?;
        let is_right = |case: &&Case<'_>| case.folder == Folder::Valid || is_named(&case.name, &near_name);
        let rights = mine().filter(is_right).map(load).collect::<Result<Vec<_>, _>>()?;
        for (wrong, options, seen) in &wrongs {
            let Some(said) = alone(rule, seen) else { continue };
            for (right, own, _) in rights.iter().filter(|(_, _, seen)| seen.diagnostics.is_empty()) {
                let cost = distance(wrong, right) + wrong.len() / 4;
                // To ask for something else altogether mends nothing.
                let else_asked = if keys(own) == keys(options) { OTHER } else { usize::MAX };
                let rank = |other| {
                    let cost = cost.saturating_add(if other { else_asked } else { 0 });
                    (said.severity != rule.severity(), !options.is_null(), cost)
                };
                let is_best = |rank| best.as_ref().is_none_or(|(best, _)| rank < *best);
                if !is_best(rank(false)) {
                    continue;
                }
                let stays_right = || (kind.read)(right, options).is_ok_and(|seen| seen.diagnostics.is_empty());
                let other = own != options && !stays_right();
                if is_best(rank(other)) {
                    let rank = rank(other);
                    let asked_of_right = other.then(|| asked(own).unwrap_or("{}".to_owned()));
                    let (asked, said) = (asked(options), said.clone());
                    let (wrong, right) = (lossy(wrong), lossy(right));
                    best = Some((rank, Example { rule: rule.code(), asked, wrong, asked_of_right, right, said }));
                }
            }
        }
    }
    let best = best.map(|(_, example)| example);
    best.ok_or_else(|| format!("no pair of fixtures `{name}` and `near-{name}`; or write one into {BY_HAND}"))
}

fn keys(options: &Value) -> Vec<&str> {
    options.as_object().into_iter().flat_map(|options| options.keys().map(String::as_str)).collect()
}

/// How much of two messages is not in both, by words.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let mut words: HashMap<&[u8], isize> = HashMap::new();
    for (text, sign) in [(one, 1), (other, -1)] {
        for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            *words.entry(word).or_default() += sign;
        }
    }
    let statuses = status_words();
    let cost = |word: &[u8]| {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let bare = word.split(|byte| !is_letter(byte)).find(|part| !part.is_empty()).unwrap_or_default();
        let is_status = statuses.iter().any(|status| status.as_bytes() == bare);
        word.len() + 1 + if is_status { STATUS } else { 0 }
    };
    words.into_iter().map(|(word, surplus)| surplus.unsigned_abs() * cost(word)).sum()
}

fn load(case: &Case<'_>) -> Result<(Vec<u8>, Value, Seen), String> {
    let bytes = case.file(Role::Input).map_or_else(|| Ok(Vec::new()), repo::read)?;
    let options = case.file(Role::Options).map(repo::read_text).transpose()?;
    let options =
        options.map_or(Ok(Value::Null), |text| serde_json::from_str(&text)).map_err(|error| error.to_string())?;
    let seen = (case.kind.read)(&bytes, &options)?;
    Ok((bytes, options, seen))
}

fn read_by(reader: &str, bytes: &[u8], options: &Value) -> Result<Seen, String> {
    let source = Source::from_bytes(bytes);
    let diagnostics = match reader {
        "json" => {
            let keys: Vec<&str> =
                options["require"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let depth = options["limits"]["depth"].as_u64().and_then(|depth| usize::try_from(depth).ok());
            let limits = depth.map_or(Limits::default(), |depth| Limits::default().with_depth(depth));
            let (_, mut found) = read(&source, &Request::requiring(&keys).limits(limits)).into_parts();
            note_bytes(&source, &mut found);
            found.finish()
        }
        "any" => agent_envelope::read(&source, &Settings::default()).diagnostics().to_vec(),
        "strict" => {
            let mut settings = Settings::default();
            settings.policy = Policy::Strict;
            let envelope = agent_envelope::read(&source, &settings);
            envelope.diagnostics().iter().cloned().chain(envelope.strict_refusal()).collect()
        }
        "expecting" => {
            let mut settings = Settings::default();
            settings.json_return.expectations.session = options["session"].as_str().map(str::to_owned);
            let envelope = agent_envelope::read(&source, &settings);
            let other = envelope.protocol() != Some(Protocol::JsonReturn);
            // The command says it; a test there holds its words against the example.
            let said = "--session was not checked: it is for json-return";
            let note = other.then(|| Diagnostic::new(&UNCHECKED_EXPECTATION, Span::at(0), said));
            note.into_iter().chain(envelope.diagnostics().iter().cloned()).collect()
        }
        "file" => {
            let failed = std::fs::metadata(repo::root().join(source.text().trim_end())).err();
            let record = failed.map(|error| CheckRecord::unreadable("", &error.to_string()));
            let said = record.into_iter().flat_map(|record| record.diagnostics);
            said.map(|found| Diagnostic::new(&UNREADABLE, Span::at(0), found.message)).collect()
        }
        "pad" => Pad::read(bytes).diagnostics().to_vec(),
        "state" => {
            let (aggregate, mut found) = Aggregate::from_state(source.text());
            found.extend(aggregate.notes().into_iter().map(|note| Diagnostic::from_issue(note, Span::default())));
            found
        }
        "units" => expected_units(source.text()).err().into_iter().map(|wrong| *wrong).collect(),
        _ => {
            let kind = KINDS.iter().find(|kind| kind.name == reader).ok_or_else(|| format!("no reader `{reader}`"))?;
            return (kind.read)(bytes, options);
        }
    };
    let seen = |diagnostic: &Diagnostic| SeenDiagnostic::new(diagnostic, &source);
    Ok(Seen { accepted: false, outcome: None, value: None, diagnostics: diagnostics.iter().map(seen).collect() })
}

/// What is said, if the rule is the only one to speak.
fn alone(rule: &Rule, seen: &Seen) -> Option<Said> {
    let only = seen.diagnostics.iter().all(|diagnostic| diagnostic.rule == Some(rule.code()));
    seen.diagnostics.first().filter(|_| only).and_then(|first| first.said.clone())
}

fn told(seen: &Seen) -> String {
    let lines: Vec<String> = seen.diagnostics.iter().map(ToString::to_string).collect();
    if lines.is_empty() { "nothing".to_owned() } else { lines.join(", ") }
}

fn asked(options: &Value) -> Option<String> {
    (!options.is_null()).then(|| options.to_string())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
