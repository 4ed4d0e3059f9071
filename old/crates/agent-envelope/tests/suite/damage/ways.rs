//! Damage around the envelope and on its marks: the value stays.

use agent_envelope::envelope_core::conformance::Dice;
use agent_envelope::{Protocol, prompt, prompt_types};
use serde_json::{Map, Value};

use super::values::{kept_texts, same_but_for_prose, same_words};
use super::{Original, Wrong, damaged, originals};

/// What is done to a text, by name.
type Way = (&'static str, fn(&Original) -> String);

/// Ways that leave the typed value equal, but for the prose that was added.
const AROUND: [Way; 8] = [
    ("prose before it", |it| format!("Here is my report, as you asked:\n\n{}", it.text)),
    ("prose behind it", |it| format!("{}\n\nLet me know what to do next!\n", it.text.trim_end())),
    ("prose around it", |it| format!("I am done.\n\n{}\n\nAnything else?\n", it.text.trim_end())),
    ("a fence", |it| fenced(&it.text, "")),
    ("a fence with a language", |it| fenced(&it.text, if it.is_json() { "json" } else { "text" })),
    ("prose and a fence", |it| format!("My report:\n\n{}\nDone.\n", fenced(&it.text, ""))),
    ("CRLF", |it| it.text.replace("\r\n", "\n").replace('\n', "\r\n")),
    (BOLD, bold),
];

/// In documents the marks are part of a title; the words stay.
const BOLD: &str = "bold marks";

/// Says that an answer stands behind a blank line at the end of a document.
const DETACHED: &str = "clarifications-md/detached-answer";

/// In a document what stands behind the last field is part of it, up to the next heading (R-Q3).
fn is_document(original: &Original) -> bool {
    matches!(original.protocol, Protocol::Clarifications | Protocol::Decisions)
}

#[test]
fn what_surrounds_the_envelope_does_not_change_it() {
    let (mut wrong, mut dice) = (Wrong::default(), Dice::new(2));
    let (mut accepted, mut detached) = ([0; AROUND.len()], 0);
    for original in originals() {
        for ((way, damage), count) in AROUND.iter().zip(&mut accepted) {
            let text = damage(&original);
            let found = damaged(&original, &text, &mut dice);
            let joined = is_document(&original) && (way.ends_with("behind it") || way.ends_with("around it"));
            // Where the prose alone makes the last answer one, that is said (R-Q3).
            if joined && found.diagnostics().iter().any(|it| it.rule.code() == DETACHED) {
                detached += 1;
                continue;
            }
            wrong.expect_no_better(&original, &found, way, &text);
            if found.is_accepted() {
                *count += 1;
                let (before, after) = (original.envelope.value().unwrap(), found.value().unwrap());
                let kept = || kept_texts(&original.envelope, &found, &text).is_empty();
                let longer = joined || *way == BOLD && is_document(&original);
                let same = same_but_for_prose(&before, &after) || longer && kept();
                wrong.expect(same, "another value", &original, way, &text);
                wrong.expect(found.outcome() == original.envelope.outcome(), "another outcome", &original, way, &text);
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 90), "of each way some are accepted: {accepted:?}");
    assert!(detached > 3, "{detached} answers are made by prose alone");
    wrong.assert_none();
}

/// Quotes as a word processor writes them; for JSON the value stays, in text the quotes are part of it.
#[test]
fn quotes_of_another_kind_change_no_words() {
    let (mut wrong, mut dice, mut accepted) = (Wrong::default(), Dice::new(3), 0);
    for original in originals() {
        for (way, pair) in [("smart quotes", ['“', '”']), ("single quotes", ['\'', '\'']), ("low quotes", ['„', '“'])]
        {
            let text = translated(&original.text, pair);
            let found = damaged(&original, &text, &mut dice);
            wrong.expect_no_better(&original, &found, way, &text);
            // In a status block only double quotes know escapes.
            if found.is_accepted() && (original.is_json() || !text.contains('\\')) {
                accepted += 1;
                let (before, after) = (original.envelope.value().unwrap(), found.value().unwrap());
                wrong.expect(same_words(&before, &after), "other words", &original, way, &text);
            }
        }
    }
    assert!(accepted > 300, "{accepted} are accepted");
    wrong.assert_none();
}

/// The instruction, copied beside the report: it is none, and the report counts (R-A5, R-A17).
#[test]
fn an_echo_of_the_prompt_is_no_report() {
    let (mut wrong, mut dice, mut accepted) = (Wrong::default(), Dice::new(4), 0);
    let prompts: Vec<(Protocol, String)> = Protocol::ALL.iter().flat_map(|protocol| prompts(*protocol)).collect();
    for original in originals() {
        let own: Vec<&String> =
            prompts.iter().filter(|(of, _)| *of == original.protocol).map(|(_, prompt)| prompt).collect();
        let echo = own[dice.roll(own.len())];
        let fence = fenced(echo, "");
        for (way, text) in [
            ("an echo before it", format!("{echo}\n\n{}", original.text)),
            ("an echo behind it", format!("{}\n\n{echo}\n", original.text.trim_end())),
            ("an echo in a fence", format!("{fence}\n{}", original.text)),
        ] {
            let found = damaged(&original, &text, &mut dice);
            wrong.expect_no_better(&original, &found, way, &text);
            if found.is_accepted() {
                accepted += 1;
                let same =
                    found.status() == original.envelope.status() && found.outcome() == original.envelope.outcome();
                wrong.expect(same, "another status", &original, way, &text);
                if original.is_json() {
                    wrong.expect(found.value() == original.envelope.value(), "another value", &original, way, &text);
                }
            }
        }
    }
    assert!(accepted > 50, "{accepted} are accepted");
    wrong.assert_none();
}

fn prompts(protocol: Protocol) -> Vec<(Protocol, String)> {
    let kinds = prompt_types(protocol);
    let kinds: Vec<Option<&str>> = if kinds.is_empty() { vec![None] } else { kinds.into_iter().map(Some).collect() };
    kinds.into_iter().filter_map(|kind| Some((protocol, prompt(protocol, kind).ok()?))).collect()
}

/// In a fence that is longer than any inside.
pub(super) fn fenced(text: &str, language: &str) -> String {
    let longest = text.lines().map(|line| line.trim_start().bytes().take_while(|byte| *byte == b'`').count()).max();
    let marks = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{marks}{language}\n{}\n{marks}\n", text.trim_end())
}

/// Bold marks where agents put them: around the marker line, around words of JSON, around headings.
fn bold(original: &Original) -> String {
    let text = &original.text;
    match original.protocol {
        Protocol::StatusBlock | Protocol::Clarity => {
            let marker = if original.protocol == Protocol::Clarity { "RESULT:" } else { "STATUS:" };
            let Some(line) = text.lines().find(|line| line.starts_with(marker)) else { return text.clone() };
            text.replacen(line, &format!("**{line}**"), 1)
        }
        Protocol::Clarifications | Protocol::Decisions => {
            let heading = |line: &str| {
                line.split_once("# ")
                    .filter(|(marks, _)| marks.bytes().all(|byte| byte == b'#'))
                    .map(|(marks, title)| format!("{marks}# **{title}**\n"))
            };
            text.lines().map(|line| heading(line).unwrap_or_else(|| format!("{line}\n"))).collect()
        }
        _ => {
            let Ok(Value::Object(mut members)) = serde_json::from_str(text) else { return text.clone() };
            let mark = |members: &mut Map<String, Value>| {
                for key in ["status", "verdict"] {
                    if let Some(Value::String(word)) = members.get_mut(key) {
                        *word = format!("**{word}**");
                    }
                }
            };
            mark(&mut members);
            members.get_mut("report_metadata").and_then(Value::as_object_mut).map(mark);
            let bold = Value::Object(members).to_string();
            assert!(bold.contains("\"**"), "{} has a status to mark", original.name);
            bold
        }
    }
}

/// Straight quotes become a pair, opening and closing in turn; an escaped one stays.
fn translated(text: &str, [open, close]: [char; 2]) -> String {
    let (mut out, mut inside, mut escaped) = (String::new(), false, false);
    for character in text.chars() {
        if character == '"' && !escaped {
            out.push(if inside { close } else { open });
            inside = !inside;
        } else {
            out.push(character);
        }
        escaped = character == '\\' && !escaped;
    }
    out
}
