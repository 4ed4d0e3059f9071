use crate::ContractReport;

/// The report as JSON over several lines.
pub(crate) fn render(report: &ContractReport) -> String {
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
