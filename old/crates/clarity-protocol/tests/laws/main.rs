//! The laws of the protocol, over generated values and mangled messages.

mod contradicted;
mod counted;
mod cuts;
mod generate;
mod prompts;
mod reports;
mod robust;

use clarity_protocol::{ClarityResult, Expectations, check, parse, render};
use envelope_core::{Class, Source};
use proptest::prelude::*;

/// What a diagnostic says, its place aside.
type Said = (String, String, String);

fn content_of(text: &str) -> (Vec<Said>, Vec<Said>) {
    let parsed = parse(text);
    let said = |class: Class| {
        let mut said: Vec<Said> = parsed
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.rule.class() == class)
            .map(|it| (it.rule.code().to_owned(), it.severity.to_string(), it.message.clone()))
            .collect();
        said.sort();
        said
    };
    (said(Class::Form), said(Class::Content))
}

fn issues_of(value: &ClarityResult) -> Vec<Said> {
    let issues = check(value, &Expectations::default());
    let mut said: Vec<Said> = issues
        .into_iter()
        .map(|issue| (issue.rule.code().to_owned(), issue.severity.to_string(), issue.message))
        .collect();
    said.sort();
    said
}

#[track_caller]
fn assert_canonical(value: &ClarityResult) -> Result<(), TestCaseError> {
    let text = render(value);
    let parsed = parse(text.as_str());
    prop_assert_eq!(parsed.read(), Some(value), "{}", text);
    let (form, content) = content_of(&text);
    prop_assert_eq!(form, vec![], "{}", text);
    prop_assert_eq!(content, issues_of(value), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Rendering then parsing gives the same value, no diagnostic of form, and the content diagnostics of the value.
    #[test]
    fn what_is_written_is_read_as_it_was(value in generate::result()) {
        assert_canonical(&value)?;
    }

    /// Any text on the line: pipes, back-slashes before them, slashes, back-ticks, non-ASCII.
    #[test]
    fn any_value_on_the_line_comes_back(line in generate::line()) {
        assert_canonical(&ClarityResult::new(line))?;
    }

    /// A value as JSON is the value.
    #[test]
    fn json_keeps_the_value(value in generate::result()) {
        let json = serde_json::to_string(&value).expect("json");
        prop_assert_eq!(serde_json::from_str::<ClarityResult>(&json).expect("the same"), value);
    }

    /// Every place lies in the text, on character boundaries.
    #[test]
    fn places_are_in_the_text(value in generate::result()) {
        let text = render(&value);
        for diagnostic in parse(Source::new(text.as_str())).diagnostics() {
            prop_assert!(text.get(diagnostic.span.range()).is_some());
        }
    }
}
