//! The units that should have reported (R-C14).

use envelope_core::{Diagnostic, Span};

use super::rules::UNITS_FORM;

/// Reads expected units: a JSON array of names, or one name a line; blank names are left out.
///
/// ```
/// use clarity_protocol::aggregate::expected_units;
/// assert_eq!(expected_units("[\"api.md\", \"T-7\"]").unwrap(), ["api.md", "T-7"]);
/// assert_eq!(expected_units("api.md\n\nT-7\n").unwrap(), ["api.md", "T-7"]);
/// assert!(expected_units("[\"api.md\"").is_err());
/// ```
pub fn expected_units(text: &str) -> Result<Vec<String>, Box<Diagnostic>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let start = text.trim_start();
    let names: Vec<String> = if start.starts_with('[') {
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
