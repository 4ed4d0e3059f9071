//! Prompts are inert, and hold nothing that the types do not know (R-A17).

use std::collections::BTreeSet;

use envelope_core::Status as _;
use envelope_core::json::{Field, Shape};
use report_contract::{Briefing, ContractStatus, REPORT_FIELDS, Verbosity, parse, prompt};
use serde_json::json;

fn briefings() -> Vec<Briefing> {
    let schema = json!({"type": "object", "required": ["files"], "properties": {"files": {"type": "array"}}});
    let full = Briefing::new("investigator", "sprint-4").verbosity(Verbosity::Summary);
    vec![Briefing::default(), full.clone(), full.findings(schema)]
}

fn keys(fields: &[Field], all: &mut BTreeSet<String>) {
    for field in fields {
        all.insert(field.name.to_owned());
        if let Shape::Object(below) = field.shape {
            keys(below, all);
        }
    }
}

#[test]
fn the_prompt_names_every_key_and_word_of_the_types_and_no_other() {
    for text in briefings().iter().take(2).map(prompt) {
        let mut known = BTreeSet::new();
        keys(REPORT_FIELDS, &mut known);
        known.remove("carried");
        let told: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"))
            .map(|(key, _)| key.to_owned())
            .collect();
        assert_eq!(told, known);
        assert!(text.contains(&ContractStatus::WORDS.join("|")));
        for word in ["Markdown inside its JSON string", "nothing else", "repo://path:line-line", "next decision"] {
            assert!(text.contains(word), "{word}");
        }
    }
    assert!(prompt(&Briefing::default()).contains(&Verbosity::WORDS.join("|")));
}

#[test]
fn what_is_given_is_filled_in() {
    let texts: Vec<String> = briefings().iter().map(prompt).collect();
    for part in ["\"agent_name\": \"investigator\"", "\"task_id\": \"sprint-4\"", "\"verbosity_level\": \"summary\""] {
        assert!(texts[1].contains(part) && !texts[0].contains(part), "{part}");
    }
    assert!(!texts[1].contains("- comprehensive:"), "only the level that is asked for is told");
    assert!(texts[2].contains("JSON Schema") && texts[2].contains("\"required\""));
}

#[test]
fn no_prompt_is_a_report_whole_or_in_parts() {
    for text in briefings().iter().map(prompt) {
        for part in text.lines().chain(text.split("\n\n")).chain([text.as_str()]) {
            let parsed = parse(part);
            assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "{part}");
        }
    }
}

/// The placeholders filled in by what they stand for.
fn filled(briefing: &Briefing, status: ContractStatus) -> String {
    let text = prompt(briefing);
    let object = &text[text.find('{').expect("an object")..];
    let object = &object[..object.find("\n}").expect("its end") + 2];
    let mut filled = String::new();
    let mut rest = object;
    while let Some((before, after)) = rest.split_once('<') {
        let (what, after) = after.split_once('>').expect("a placeholder ends");
        filled += before;
        filled += match what {
            "whole number" => "3",
            "number from 0 to 1" => "0.9",
            "what came of the work" => "\"answer\": 42",
            words if words == ContractStatus::WORDS.join("|") => status.as_str(),
            words if words == Verbosity::WORDS.join("|") => "detailed",
            _ => "It is done.",
        };
        rest = after;
    }
    filled += rest;
    // As the rules of the prompt say: these come with one status only.
    let kept = |line: &&str| {
        let only = |key: &str, with: ContractStatus| !line.contains(key) || status == with;
        only("\"blockers\"", ContractStatus::Blocked)
            && only("\"error_message\"", ContractStatus::Failed)
            && only("\"identified_gaps\"", ContractStatus::Completed)
    };
    let text = filled.lines().filter(kept).collect::<Vec<_>>().join("\n");
    text.replace(",\n}", "\n}").replace(",\n  }", "\n  }")
}

#[test]
fn an_agent_that_fills_it_in_is_understood() {
    for briefing in briefings() {
        for status in ContractStatus::ALL {
            let text = filled(&briefing, *status);
            let parsed = parse(&text);
            let value = parsed.accepted().unwrap_or_else(|| panic!("{text}\n{:#?}", parsed.diagnostics()));
            assert_eq!(value.report_metadata.status, *status);
            assert!(parsed.diagnostics().is_empty(), "{:#?}", parsed.diagnostics());
        }
    }
}
