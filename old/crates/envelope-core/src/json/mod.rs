//! The tolerant JSON reader: whatever JSON an agent wrote, and never silently wrong (R-A4, R-A12).
//!
//! [`exact`] is the fast path: typed serde, which answers only when there is nothing at all to say. Anything else goes
//! through [`read`]: find the values of the message, choose the envelope, repair what has one sure reading, and keep a
//! tree with a span for every node. [`decode()`] turns that tree into a typed value by a table.
//!
//! ```
//! use envelope_core::{Source, json};
//! let source = Source::new("Here it is:\n```json\n{'done': True, \"files\": [\"a.rs\",]}\n```");
//! let read = json::read(&source, &json::Request::default());
//! assert_eq!(read.value(), Some(serde_json::json!({"done": true, "files": ["a.rs"]})));
//! let rules: Vec<_> = read.diagnostics().iter().map(|diagnostic| diagnostic.rule.code()).collect();
//! assert_eq!(rules, [
//!     "envelope-core/json-in-prose",
//!     "envelope-core/json-in-fence",
//!     "envelope-core/json-single-quotes",
//!     "envelope-core/json-literal",
//!     "envelope-core/json-trailing-comma",
//! ]);
//! ```

mod ahead;
mod at;
mod choose;
mod decode;
mod decoding;
mod denied;
mod encoded;
mod exact;
mod extras;
mod fences;
mod found;
mod locate;
mod margin;
mod marks;
mod nested;
mod other_keys;
mod out;
mod plain;
mod rate;
mod read;
mod refused;
mod scalar;
mod scan;
mod shape;
mod spelling;
mod stand_in;
mod statuses;
#[cfg(not(fuzzing))]
mod steps;
mod string;
mod whole;
mod word;
mod words;
mod wrapped;

pub mod rules;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod steps;

#[cfg(test)]
mod tests;

pub use decode::{KeepExtra, decode, decode_with};
pub use decoding::{Decoded, Decoding, Refused, Synonym};
pub use denied::{denial_message, denied};
pub use exact::{Extra, double, exact, number};
pub use extras::extra_issues;
pub use read::{JsonRead, JsonRecord, Request, judge, read};
pub use refused::{keep_refused, refused_list, refused_of};
pub use shape::{Field, Shape};
pub use spelling::{has_spelling, is_other_name, is_spelled, keep_apart, member, would_be_read};
pub use statuses::{OtherStatus, denies_success, other_statuses, tells_failure, tells_no_success};
pub use words::word;
