use super::*;
use crate::text::Line;

/// What reading gives: the value as JSON or `-`, then the rules that are broken, each with its source text.
fn shown(text: &str, required: &[&str]) -> String {
    let read = read(text, required);
    let mut shown = read.value.map_or("-".to_owned(), |value| value.to_string());
    for diagnostic in &read.diagnostics {
        let name = diagnostic.rule.code.trim_start_matches("envelope-core/").trim_start_matches("json-");
        shown += &format!(" {name}({})", diagnostic.span.of(text));
    }
    assert_eq!(read.truncated, shown.contains(" truncated("), "{text}");
    shown
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shown(text, &[]), expected, "{text}");
}
