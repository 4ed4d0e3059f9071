//! Tests of the reader against a table of malformed messages, and its laws.

mod cases;
mod laws;

use super::{JsonRecord, Request};
use crate::Source;

fn rank(rule: &str) -> usize {
    let name = rule.strip_prefix("envelope-core/").unwrap_or(rule);
    super::rules::RULES.iter().position(|rule| rule.code().ends_with(name)).unwrap_or(usize::MAX)
}

#[test]
fn reads_what_a_careful_person_reads() {
    let mut wrong = Vec::new();
    for case in cases::CASES {
        let source = Source::new(case.input);
        let record = JsonRecord::new(&source, &Request::requiring(case.required));
        let mut found: Vec<(usize, usize, String)> = record
            .diagnostics
            .iter()
            .map(|entry| {
                let name = entry.rule.strip_prefix("envelope-core/").unwrap_or(&entry.rule);
                let line = format!("{} {name} {:?}", entry.severity, &case.input[entry.span.range()]);
                (entry.span.start(), rank(name), line)
            })
            .collect();
        found.sort();
        let found: Vec<String> = found.into_iter().map(|(_, _, line)| line).collect();
        let expected: Vec<String> =
            case.diagnostics.iter().map(|(severity, rule, text)| format!("{severity} {rule} {text:?}")).collect();
        let mut sorted = (found.clone(), expected.clone());
        sorted.0.sort();
        sorted.1.sort();
        let value = record.value.as_ref().map(ToString::to_string);
        // `serde_json` stops one container short of our limit; such a text is compared as it is.
        let wanted = case.value.map(|text| {
            serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.to_owned(), |value| value.to_string())
        });
        if sorted.0 != sorted.1 || value != wanted || record.truncated != case.truncated {
            wrong.push(format!(
                "{}\n  input:    {:?}\n  value:    {value:?}\n  expected: {wanted:?}\n  found:    {found:?}\n  expected: {expected:?}\n  truncated: {}",
                case.name, case.input, record.truncated
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases\n{}", wrong.len(), cases::CASES.len(), wrong.join("\n"));
}
