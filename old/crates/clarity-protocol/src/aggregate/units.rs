//! The units that should have reported (R-C14).

use envelope_core::{Diagnostic, Span};

use super::rules::UNITS_FORM;

/// Reads expected units: a JSON array of names, or one name a line; blank names are left out.
///
/// ```
/// use clarity_protocol::aggregate::expected_units;
/// assert_eq!(expected_units("[\"api.md\", \"T-7\"]").unwrap(), ["api.md", "T-7"]);
/// assert_eq!(expected_units("api.md\n\nT-7\n").unwrap(), ["api.md", "T-7"]);
/// assert_eq!(expected_units("[draft] doc\nT-7\n").unwrap(), ["[draft] doc", "T-7"]);
/// assert!(expected_units("[\"api.md\"").is_err());
/// assert!(expected_units("{\"api.md\": 1}").is_err());
/// ```
pub fn expected_units(text: &str) -> Result<Vec<String>, Box<Diagnostic>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let names: Vec<String> = if is_json(text) {
        serde_json::from_str(text).map_err(|error| {
            let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
            let span = Span::at((line + error.column().saturating_sub(1)).min(text.len()));
            let message = format!("the list of units cannot be read: {error}");
            let help = "write `[\"api.md\", \"store.md\"]`, or one name a line";
            Box::new(Diagnostic::new(&UNITS_FORM, span, message).help(help))
        })?
    } else {
        text.lines().map(str::to_owned).collect()
    };
    Ok(names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect())
}

/// Whether it is meant as JSON: it is a JSON value of more than one bare word, or begins as an array of names or an
/// object does. `[draft] doc` is a name.
fn is_json(text: &str) -> bool {
    let start = text.trim_start();
    let inner = start.strip_prefix('[').map(str::trim_start);
    let array = inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['"', ']', '{', '[']));
    let quoted = || start.starts_with(['[', '{', '"']) && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    array && !start.starts_with("[]") || quoted()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_that_is_no_array_of_names_is_refused() {
        for text in [r#"{"a": 1}"#, r#""alpha""#, "[1]", r#"["a", 1]"#, r#"["a""#, r#"[{"a": 1}]"#, "[["] {
            assert!(expected_units(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_that_look_like_json_are_names() {
        for text in ["[draft] doc", "{draft} doc", "\"alpha\" and others", "12", "null", "[x] done"] {
            assert_eq!(expected_units(text).unwrap(), [text], "{text}");
        }
        assert_eq!(expected_units("[]").unwrap(), [""; 0]);
    }
}
