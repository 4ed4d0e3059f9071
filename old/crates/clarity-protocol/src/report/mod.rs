//! To and from the neutral report (R-A15).
//!
//! What a result says goes to the report's own fields. Where these do not give the same value back — text between the
//! tables, other headings, columns in another order — the value travels whole under `extra.clarity`, and the way back
//! takes it if the report still says the same.

mod aside;
mod files;
mod from;
mod gaps;
mod to;
mod whole;

pub(crate) use from::from_report;
pub(crate) use to::to_report;

/// The protocol's name in `extra`.
const PROTOCOL: &str = "clarity";
/// The pointer to the whole value.
const WHOLE: &str = "";
/// The pair that holds the subject where the type has no key for it.
pub(crate) const SUBJECT: &str = "Subject";
/// The key that holds the task.
const TASK: &str = "Task";
