//! Prompts are inert: no prompt, no line of one, no fence of one is accepted by anything (R-A17).

use agent_envelope::clarity_protocol::ResultType;
use agent_envelope::envelope_core::Source;
use agent_envelope::envelope_core::text::fences;
use agent_envelope::{Protocol, Settings, detect, prompt, prompt_types, read, read_as};

/// Every prompt of every protocol, with its name.
fn prompts() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for protocol in Protocol::ALL {
        let types = prompt_types(*protocol);
        if types.is_empty() {
            all.push((protocol.to_string(), prompt(*protocol, None).unwrap()));
        }
        for kind in types {
            all.push((format!("{protocol} {kind}"), prompt(*protocol, Some(kind)).unwrap()));
        }
    }
    assert!(all.len() >= 10, "all prompts are there");
    all
}

/// The whole, each line, each run of lines up to a blank one, each fence's inside and the fence with its marks.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![text.to_owned()];
    parts.extend(text.lines().map(str::to_owned));
    parts.extend(text.split("\n\n").map(str::to_owned));
    for fence in fences(text) {
        parts.push(fence.inner.of(text).to_owned());
        parts.push(fence.span.of(text).to_owned());
    }
    // From each line to the end: an agent may have cut off the start.
    parts.extend(text.match_indices('\n').map(|(at, _)| text[at + 1..].to_owned()));
    parts
}

/// What an agent is asked that sent no report, with the name of what was wanted.
fn questions() -> Vec<(String, String)> {
    let (source, mut settings) = (Source::new("All done, everything works."), Settings::default());
    let mut all = vec![("no protocol".to_owned(), read(&source, &settings).reask(&source, &settings).unwrap())];
    for protocol in Protocol::ALL {
        let asked = read_as(*protocol, &source, &settings).reask(&source, &settings).unwrap();
        all.push((format!("re-ask for {protocol}"), asked));
    }
    settings.clarity.expectations.kind = Some(ResultType::Verification);
    let asked = read_as(Protocol::Clarity, &source, &settings).reask(&source, &settings).unwrap();
    all.push(("re-ask for clarity verification".to_owned(), asked));
    all
}

/// Whoever sent no report is told all that one holds, so that the next try need not guess.
#[test]
fn a_message_without_a_report_gets_the_whole_form() {
    let questions = questions();
    let asked = |name: &str| &questions.iter().find(|(known, _)| known == name).unwrap().1;
    for protocol in Protocol::ALL.iter().filter(|protocol| **protocol != Protocol::Clarity) {
        let form = prompt(*protocol, None).unwrap();
        assert!(asked(&format!("re-ask for {protocol}")).ends_with(&form), "{protocol}");
    }
    assert!(
        asked("re-ask for clarity verification").ends_with(&prompt(Protocol::Clarity, Some("verification")).unwrap())
    );
    assert!(asked("re-ask for clarity").contains("RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: <digest|"));
    for target in Protocol::targets() {
        assert!(asked("no protocol").contains(&format!("\n- {target}: ")), "{target}");
    }
}

/// A report whose mistakes are all told does not bury them below the instruction.
#[test]
fn a_report_that_was_judged_is_asked_about_alone() {
    let settings = Settings::default();
    for text in [r#"{"status": "done", "summary": "x"}"#, "STATUS: failed\n\nSUMMARY:\n  what_i_did: \"tried\"\n"] {
        let source = Source::new(text);
        let asked = read(&source, &settings).reask(&source, &settings).unwrap();
        assert!(asked.contains("To fix:") && !asked.contains("asked for"), "{asked}");
    }
}

#[test]
fn nothing_of_a_prompt_is_accepted() {
    let settings = Settings::default();
    for (name, text) in prompts().into_iter().chain(questions()) {
        for part in parts(&text) {
            let source = Source::new(part.as_str());
            for protocol in Protocol::ALL {
                let envelope = read_as(*protocol, &source, &settings);
                assert!(!envelope.is_accepted(), "{name}: accepted as {protocol}:\n{part}");
                assert!(!envelope.outcome().is_success(), "{name}: a success in {protocol}:\n{part}");
            }
            let found = read(&source, &settings);
            assert!(!found.is_accepted() && !found.outcome().is_success(), "{name}: detected and accepted:\n{part}");
        }
    }
}

#[test]
fn the_types_of_a_prompt_are_told() {
    let error = prompt(Protocol::Clarity, Some("poem")).unwrap_err().to_string();
    assert!(error.contains("poem") && error.contains("design-plan"), "{error}");
    assert!(prompt(Protocol::StatusBlock, Some("poem")).unwrap_err().to_string().contains("no type `poem`"));
    assert_eq!(prompt(Protocol::Clarifications, None), prompt(Protocol::Clarifications, Some("questions")));
    assert_eq!(prompt(Protocol::Evaluation, None), prompt(Protocol::Clarifications, Some("evaluation")));
    assert!(prompt(Protocol::Evaluation, Some("poem")).is_err());
    assert_eq!(prompt(Protocol::Decisions, None), prompt(Protocol::Clarifications, Some("decisions")));
    assert_eq!(prompt(Protocol::Decisions, None), prompt(Protocol::Decisions, Some("final")));
    assert_eq!(prompt(Protocol::Decisions, Some("draft")), prompt(Protocol::Clarifications, Some("draft")));
    assert!(prompt(Protocol::Decisions, Some("poem")).unwrap_err().to_string().contains("final, draft"));
}

/// Detection of a prompt may name the protocol that it asks for, never another one for sure.
#[test]
fn a_prompt_is_not_taken_for_another_protocol() {
    for (name, text) in prompts() {
        let found = detect(&Source::new(text.as_str()));
        if let Some(protocol) = found.protocol {
            // The instructions for evaluations and decisions are also types of clarifications.
            let asked = name.split(' ').any(|word| word == protocol.as_str())
                || (name.ends_with(" draft") && protocol == Protocol::Decisions);
            assert!(asked, "{name} is detected as {protocol}: {}", found.why);
        }
    }
}
