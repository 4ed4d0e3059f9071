//! The canonical text of a return.

use crate::SubagentReturn;

/// The canonical text: JSON, two blanks to a level, members in the order of the specification, unknown ones after them
/// in the order they were written. An unknown member under the name of one that is written, which only a program can
/// make, becomes `name#2`.
///
/// ```
/// use json_return::{Metadata, ReturnStatus, SubagentReturn, parse, render};
/// let path = vec!["orchestrator".to_owned(), "planner".to_owned()];
/// let metadata = Metadata::new("sess_1735460684_a1b2c3", "planner", path);
/// let value = SubagentReturn::new(ReturnStatus::Completed, "Wrote the plan. It has three phases.", metadata);
/// assert_eq!(parse(&render(&value)).read(), Some(&value));
/// ```
pub fn render(value: &SubagentReturn) -> String {
    // Writing these types to a string cannot fail: keys are strings and numbers are finite.
    serde_json::to_string_pretty(&*value.settled()).map(|text| text + "\n").unwrap_or_default()
}
