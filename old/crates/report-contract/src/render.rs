//! The canonical text of a report.

use std::borrow::Cow;

use envelope_core::Status as _;
use envelope_core::json::{Extra, is_other_name, keep_apart, would_be_read};
use envelope_core::text::is_blank;
use serde_json::Value;

use crate::{ContractReport, METADATA_FIELDS, REPORT_FIELDS};

/// The canonical text: JSON, two blanks to a level, members in the order of the specification, unknown ones after them
/// in the order they were written; what is absent or empty is left out, but for `findings`.
///
/// ```
/// use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, ReportMetadata, parse, render};
/// let metadata = ReportMetadata::new("planner", "t-1", ContractStatus::Completed, ConfidenceLevel::FULL);
/// let value = ContractReport::new(metadata).finding("steps", 3);
/// assert_eq!(parse(&render(&value)).read(), Some(&value));
/// ```
pub fn render(value: &ContractReport) -> String {
    let value = &*apart(value);
    // Writing these types to a string cannot fail: keys are strings and numbers are finite.
    let text = match other_gaps(value) {
        Some(whole) => serde_json::to_string_pretty(&whole),
        None => serde_json::to_string_pretty(value),
    };
    text.map(|text| text + "\n").unwrap_or_default()
}

/// The value with every unknown member under a name that is not read as that of a known one (R-A3, R-A6).
fn apart(value: &ContractReport) -> Cow<'_, ContractReport> {
    let (metadata, status) = (&value.report_metadata, value.report_metadata.status.as_str());
    let silent = metadata.error_message.as_deref().is_none_or(is_blank);
    let also = |key: &str| silent && METADATA_FIELDS.iter().any(|field| is_other_name(key, field));
    let below = |key: &str, kept: &Value| would_be_read(key, kept, METADATA_FIELDS, status) || also(key);
    let above = |key: &str, kept: &Value| would_be_read(key, kept, REPORT_FIELDS, status);
    let mixed = |extra: &Extra, taken: &dyn Fn(&str, &Value) -> bool| {
        !extra.is_empty() && extra.as_map().iter().any(|(key, kept)| taken(key, kept))
    };
    if !mixed(&metadata.extra, &below) && !mixed(&value.extra, &above) {
        return Cow::Borrowed(value);
    }
    let mut value = value.clone();
    keep_apart(&mut value.extra, above);
    keep_apart(&mut value.report_metadata.extra, below);
    Cow::Owned(value)
}

/// Where the value has no gaps but an unknown member under their other name, the empty list is written: without it the
/// unknown member would be read as the gaps.
fn other_gaps(value: &ContractReport) -> Option<Value> {
    let field = REPORT_FIELDS.iter().find(|field| field.name == "identified_gaps")?;
    let other = value.extra.as_map().keys().any(|key| is_other_name(key, field));
    if !other || !value.identified_gaps.is_empty() || value.extra.as_map().contains_key(field.name) {
        return None;
    }
    let mut whole = serde_json::to_value(value).ok()?;
    let members = whole.as_object_mut()?;
    let before = ["report_metadata", "findings", "recommendations"];
    let at = members.keys().take_while(|key| before.contains(&key.as_str())).count();
    members.shift_insert(at, field.name.to_owned(), Value::Array(Vec::new()));
    Some(whole)
}
