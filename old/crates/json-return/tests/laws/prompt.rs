//! Prompts are inert, and hold nothing that the types do not know (R-A17).

use std::collections::BTreeSet;

use envelope_core::json::{Field, Shape};
use envelope_core::{Envelope as _, ReadOptions, Source, Status as _};
use json_return::{
    ArtifactKind, Delegation, Dialect, ErrorKind, RETURN_FIELDS, ReturnStatus, SubagentReturn, parse, prompt,
};

const SESSION: &str = "sess_1735460684_a1b2c3";

fn delegation() -> Delegation {
    Delegation::new(SESSION, ["orchestrator", "plan", "planner"].map(str::to_owned).to_vec())
}

fn keys(fields: &[Field], all: &mut BTreeSet<String>) {
    for field in fields {
        all.insert(field.name.to_owned());
        let shape = if let Shape::List(item) = field.shape { *item } else { field.shape };
        if let Shape::Object(below) | Shape::ObjectOr { fields: below, .. } = shape {
            keys(below, all);
        }
    }
}

#[test]
fn the_prompt_names_every_key_and_word_of_the_types_and_no_other() {
    for text in [prompt(&Delegation::default()), prompt(&delegation())] {
        let mut known = BTreeSet::new();
        keys(RETURN_FIELDS, &mut known);
        known.remove("carried");
        let told: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"))
            .map(|(key, _)| key.to_owned())
            .collect();
        assert_eq!(told, known);
        for words in [ReturnStatus::WORDS, ArtifactKind::WORDS, ErrorKind::WORDS] {
            assert!(text.contains(&words.join("|")), "{words:?}");
        }
        assert!(text.contains("400 characters") && text.contains("100 tokens"));
    }
}

#[test]
fn the_delegation_is_filled_in_to_be_repeated() {
    let text = prompt(&delegation());
    assert!(text.contains(&format!("\"session_id\": \"{SESSION}\"")));
    assert!(text.contains("\"agent_type\": \"planner\""));
    assert!(text.contains("\"delegation_path\": [\"orchestrator\",\"plan\",\"planner\"]"));
}

#[test]
fn no_prompt_is_a_report_whole_or_in_parts() {
    for text in [prompt(&Delegation::default()), prompt(&delegation())] {
        let parts = text.lines().chain(text.split("\n\n")).chain([text.as_str()]);
        for part in parts {
            for dialect in [Dialect::spec(), Dialect::contextual()] {
                let parsed = SubagentReturn::parse(&Source::new(part), &ReadOptions::new(dialect));
                assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "{part}");
            }
        }
    }
}

/// Whoever only takes the brackets away and chooses the words has said nothing (R-A5).
#[test]
fn what_it_asks_for_is_no_answer() {
    let text = filled_by("completed", |asked| asked);
    let parsed = parse(&text);
    let echoes = parsed.diagnostics().iter().filter(|found| found.rule.code() == "envelope-core/template-echo");
    assert_eq!(echoes.count(), 6, "{text}\n{:#?}", parsed.diagnostics());
}

/// The placeholders filled in by what they stand for.
fn filled(status: &str) -> String {
    filled_by(status, |asked| match asked {
        "relative path of the file" => "docs/plan.md",
        _ => "It is done. It is good.",
    })
}

/// The placeholders filled in, those for texts by what `says` makes of them.
fn filled_by(status: &str, says: impl Fn(&str) -> &str) -> String {
    let text = prompt(&delegation());
    let object = &text[text.find('{').expect("an object")..];
    let object = &object[..object.find("\n}").expect("its end") + 2];
    let mut filled = String::new();
    let mut rest = object;
    while let Some((before, after)) = rest.split_once('<') {
        let (what, after) = after.split_once('>').expect("a placeholder ends");
        filled += before;
        filled += match what {
            "whole number" | "number" => "3",
            words if words == ReturnStatus::WORDS.join("|") => status,
            words if words.contains('|') => words.split('|').next().expect("a word"),
            asked => says(asked),
        };
        rest = after;
    }
    filled + rest
}

#[test]
fn an_agent_that_fills_it_in_is_understood() {
    for status in ReturnStatus::ALL {
        let text = filled(status.as_str());
        let parsed = parse(&text);
        let value = parsed.accepted().unwrap_or_else(|| panic!("{text}\n{:#?}", parsed.diagnostics()));
        assert_eq!(value.status, *status);
        let worse = parsed.diagnostics().iter().filter(|found| found.severity > envelope_core::Severity::Note);
        assert_eq!(worse.count(), 0, "{:#?}", parsed.diagnostics());
        assert_eq!(value.metadata.as_ref().and_then(|metadata| metadata.session_id.as_deref()), Some(SESSION));
    }
}
