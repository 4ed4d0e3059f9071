use crate::SubagentReturn;

/// The return as JSON over several lines.
pub(crate) fn render(value: &SubagentReturn) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
