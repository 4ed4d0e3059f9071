//! The canonical text of a report.

use crate::ContractReport;

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
    // Writing these types to a string cannot fail: keys are strings and numbers are finite.
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}
