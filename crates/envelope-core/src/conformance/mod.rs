//! The tests that every protocol crate runs on itself (feature `conformance`).
//!
//! ```ignore
//! #[test]
//! fn conformance() {
//!     envelope_core::conformance::check::<StatusBlock>(&[status_block::prompt()]);
//! }
//! ```

mod json;

use std::collections::BTreeSet;

pub use json::json_laws;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::{Canonical, Diagnostic, Example, Info, Message, Parsed, Protocol, Rule, Severity, Status};

/// Runs all tests of this module on a protocol; panics with what is wrong.
pub fn check<T: Protocol>(prompts: &[String]) {
    status_laws::<T::Status>();
    for canonical in T::INFO.canonical {
        canonical_message::<T>(canonical);
        cuts::<T>(canonical);
    }
    rule_table(T::INFO);
    for rule in T::INFO.rules {
        rule_example::<T>(rule, rule.example);
    }
    for (rule, example) in T::INFO.shared {
        rule_example::<T>(rule, *example);
    }
    for prompt in prompts {
        prompt_is_no_report::<T>(prompt);
    }
    mutations::<T>();
}

fn parse<T: Protocol>(text: &str) -> Parsed<T> {
    crate::parse(&Message::from(text), &T::Options::default())
}

fn status_laws<S: Status>() {
    let words: BTreeSet<&str> = S::ALL.iter().map(|status| status.as_str()).collect();
    assert_eq!(words.len(), S::ALL.len(), "two statuses have the same word");
    for outcome in crate::Outcome::ALL {
        let mapped = S::from_outcome(outcome);
        let back = mapped.status.outcome();
        if S::ALL.iter().any(|status| status.outcome() == outcome) {
            assert_eq!(back, outcome, "{outcome} has an exact status and does not map to it");
        } else {
            assert!(mapped.note.is_some(), "{outcome} maps to {:?} without a note", mapped.status);
        }
        assert!(outcome.is_success() || !back.is_success(), "{outcome} becomes a success");
    }
}

/// A canonical message is accepted without diagnostics and renders to itself.
fn canonical_message<T: Protocol>(canonical: &Canonical) {
    let parsed = parse::<T>(canonical.text);
    assert!(parsed.diagnostics().is_empty(), "{}: {:#?}", canonical.name, parsed.diagnostics());
    let value = parsed.accepted().unwrap_or_else(|| panic!("{} is rejected", canonical.name));
    assert_eq!(value.render(), canonical.text, "{} renders to something else", canonical.name);
    assert_eq!(canonical.last_part.is_some(), value.outcome().is_success(), "{}: last_part", canonical.name);
}

/// No cut before the end of the last part that a success needs reads as a success (R-A10).
fn cuts<T: Protocol>(canonical: &Canonical) {
    let Some(last_part) = canonical.last_part else { return };
    let Some(at) = canonical.text.find(last_part) else { panic!("{}: no `{last_part}`", canonical.name) };
    let end = at + last_part.len();
    let successes = |from: usize, to: usize| {
        let cuts = (from..to).filter(|at| canonical.text.is_char_boundary(*at));
        cuts.filter(|at| parse::<T>(&canonical.text[..*at]).outcome().is_success()).collect::<Vec<_>>()
    };
    let early = successes(0, end);
    assert!(early.is_empty(), "{}: cut at {early:?}, it is a success", canonical.name);
    let (late, all) = (successes(end, canonical.text.len()), canonical.text.len() - end);
    #[allow(clippy::print_stdout, reason = "a test tells what structure cannot see")]
    {
        println!("{}: {} of {all} cuts behind the last required part are successes", canonical.name, late.len());
    }
}

fn rule_table(info: &Info) {
    let mut codes = BTreeSet::new();
    for rule in info.rules.iter().chain(crate::rules::RULES).chain(crate::json::rules::RULES) {
        assert!(codes.insert(rule.code), "{} is there twice", rule.code);
        let name = rule.code.split_once('/').map_or("", |(_, name)| name);
        let is_kebab = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(!name.is_empty() && is_kebab, "{}: not <crate>/<kebab-name>", rule.code);
        assert!(rule.summary.split_whitespace().count() <= 12, "{}: more than twelve words", rule.code);
        assert!(!rule.help.is_empty() && !rule.why.is_empty() && rule.source.starts_with("R-"), "{}", rule.code);
    }
}

fn rule_example<T: Protocol>(rule: &Rule, example: Example) {
    let Example::Edit { .. } = example else {
        assert!(matches!(example, Example::Tested(why) if !why.is_empty()), "{}: no example", rule.code);
        return;
    };
    let (_, text) = T::INFO.example(example).unwrap_or_else(|| panic!("{}: the edit does not apply", rule.code));
    let parsed = parse::<T>(&text);
    let found: Vec<&str> = parsed.diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect();
    assert!(found.contains(&rule.code), "{}: its example gives {found:?}", rule.code);
    let is_error = rule.severity == Severity::Error;
    assert_eq!(parsed.is_accepted(), !is_error, "{}: {found:?}\n{text}", rule.code);
}

fn prompt_is_no_report<T: Protocol>(prompt: &str) {
    for text in std::iter::once(prompt).chain(prompt.lines()) {
        assert!(!parse::<T>(text).is_accepted(), "a prompt reads as a report: {text}");
    }
}

/// Signs and lines that matter to some protocol.
const FRAGMENTS: [&str; 22] = [
    "\n",
    "\r\n",
    "\n\n",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ":",
    "|",
    "#",
    "- ",
    "  ",
    "\t",
    "\\",
    "> ",
    "```\n",
    "<think>\n",
    "</think>\n",
    "...",
    "é✅",
];

/// Parsing is total, spans are valid, only what is accepted is a success, and what is accepted renders to the same value.
fn mutations<T: Protocol>() {
    let texts: Vec<&'static str> = T::INFO.canonical.iter().map(|canonical| canonical.text).collect();
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..FRAGMENTS.len() + 3);
    let input = (prop::sample::select(texts), prop::collection::vec(edit, 1..6));
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&input, |(text, edits)| {
        let text = edits.into_iter().fold(text.to_owned(), |text, (from, to, what)| mutate(&text, from, to, what));
        // With a byte that is not UTF-8 behind it; the laws then go on to the text itself.
        laws::<T>(&[text.as_bytes(), b"\xff"].concat());
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn mutate(text: &str, from: prop::sample::Index, to: prop::sample::Index, what: usize) -> String {
    let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (a, b) = (*from.get(&boundaries), *to.get(&boundaries));
    let (start, end) = (a.min(b), a.max(b));
    match FRAGMENTS.get(what) {
        Some(fragment) => format!("{}{fragment}{}", &text[..start], &text[start..]),
        None if what == FRAGMENTS.len() => text[..end].to_owned(),
        None if what == FRAGMENTS.len() + 1 => format!("{}{}", &text[..start], &text[end..]),
        None => format!("{}{}", &text[..end], &text[start..]),
    }
}

/// What holds for all bytes; fuzz targets call it, too.
pub fn laws<T: Protocol>(bytes: &[u8]) {
    let message = Message::from(bytes);
    let parsed = crate::parse::<T>(&message, &T::Options::default());
    spans_are_valid(bytes, parsed.diagnostics());
    let stated = T::Status::ALL.iter().find(|status| Some(status.as_str()) == parsed.status());
    let is_stated = parsed.is_accepted() && stated.is_some_and(|status| status.outcome() == parsed.outcome());
    let is_stated = is_stated && (states::<T>(message.text()) || message.text().contains('\\'));
    assert!(is_stated || !parsed.outcome().is_success(), "a success that nothing states: {:?}", message.text());
    if let Some(value) = parsed.accepted() {
        let rendered = value.render();
        let again = parse::<T>(&rendered);
        let (text, diagnostics) = (message.text(), again.diagnostics());
        assert_eq!(again.accepted(), Some(value), "{text:?}\nrenders to\n{rendered}\n{diagnostics:#?}");
    }
    if message.unreadable().is_some() {
        assert!(!parsed.is_accepted(), "accepted, but unreadable: {bytes:?}");
        laws::<T>(message.text().as_bytes());
    }
}

/// Whether a text holds a word for a success, as the canonical successes do unless the protocol has no such words.
fn states<T: Protocol>(text: &str) -> bool {
    let fold = |text: &str| text.to_lowercase().replace([' ', '_', '-'], "");
    let words = T::Status::ALL.iter().filter(|status| status.outcome().is_success());
    let words: Vec<String> = words.map(|status| fold(status.as_str())).collect();
    let states = |text: &str| words.iter().any(|word| fold(text).contains(word));
    states(text) || T::INFO.canonical.iter().any(|message| message.last_part.is_some() && !states(message.text))
}

/// The span of every diagnostic lies in the bytes, and does not split a character where these are text.
pub fn spans_are_valid(bytes: &[u8], diagnostics: &[Diagnostic]) {
    let text = std::str::from_utf8(bytes).ok();
    for diagnostic in diagnostics {
        let range = diagnostic.span.range();
        let is_valid = text.map_or(bytes.get(range.clone()).is_some(), |text| text.get(range).is_some());
        assert!(is_valid, "{diagnostic}: {:?} in {:?}", diagnostic.span, String::from_utf8_lossy(bytes));
    }
}
