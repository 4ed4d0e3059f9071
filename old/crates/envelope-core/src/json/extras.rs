//! What a value says of the members that it keeps without knowing them (R-A3, R-A14).

use serde_json::Value;

use super::decode::NEGATIVE;
use super::{Extra, Field, Shape};
use crate::rules::{KEPT_ASIDE, TEMPLATE_ECHO, UNKNOWN_KEY, UNKNOWN_WORD};
use crate::text::{Word, is_choice, is_type_name, placeholder, read_word};
use crate::{Issue, Path};

/// Tells of every unknown member of the object at `at`, and of known ones that were kept aside for their type.
///
/// For the rules on a value, so that checking it says the same as reading its canonical text.
///
/// ```
/// use envelope_core::{Path, json::{Extra, Field, Shape, extra_issues}};
/// let extra: Extra = serde_json::from_str(r#"{"mood": "good", "count": "many"}"#)?;
/// let mut issues = Vec::new();
/// extra_issues(&extra, &[Field::optional("count", Shape::Count)], &Path::root(), &mut issues);
/// let codes: Vec<_> = issues.iter().map(|issue| issue.rule.code()).collect();
/// assert_eq!(codes, ["envelope-core/unknown-key", "envelope-core/kept-aside"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn extra_issues(extra: &Extra, fields: &[Field], at: &Path, issues: &mut Vec<Issue>) {
    for (key, value) in extra.as_map() {
        let path = at.clone().key(key);
        let field = fields.iter().find(|field| field.name == key);
        let Some(field) = field else {
            let message = format!("`{key}` is not a key of the specification; it is kept");
            issues.push(Issue::new(&UNKNOWN_KEY, path, message).at_key());
            continue;
        };
        if let (Shape::Word(words), Some(said)) = (field.shape, value.as_str()) {
            issues.push(of_a_closed_list(said, words, path));
            continue;
        }
        let text = matches!(field.shape, Shape::Text | Shape::OpenWord(_));
        let echo = value
            .as_str()
            .is_some_and(|said| placeholder(said).is_some() || (!text && (is_choice(said) || is_type_name(said))));
        if echo {
            let message = "a placeholder of the instruction, not a value";
            issues.push(Issue::new(&TEMPLATE_ECHO, path.clone(), message));
        }
        if !(echo && text) {
            let expected = field.shape.expected();
            let number =
                matches!(field.shape, Shape::Count | Shape::Number) && value.as_str().is_some_and(is_long_number);
            let found = match (field.shape, value) {
                _ if number => "a number that a double cannot hold",
                (Shape::Count, Value::Number(number)) if number.to_string().starts_with('-') => NEGATIVE,
                _ => kind_word(value),
            };
            issues.push(Issue::new(&KEPT_ASIDE, path, format!("{found} where {expected} is meant; kept as it is")));
        }
    }
}

/// A text where a word of a closed list is meant: reading says the same of it.
fn of_a_closed_list(said: &str, words: &[&str], path: Path) -> Issue {
    match read_word(said, words) {
        Word::Placeholder(_) => Issue::new(&TEMPLATE_ECHO, path, "a placeholder of the instruction, not a value"),
        _ => Issue::new(&UNKNOWN_WORD, path, format!("`{said}` is none of `{}`", words.join("`, `"))),
    }
}

/// Whether the text is that of a number that no double holds: reading keeps its text, and converts any other in quotes.
fn is_long_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.len() > 15 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn kind_word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
