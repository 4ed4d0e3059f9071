//! The laws of the protocol: reading, writing, the schema, the prompt, conversion.

mod agreement;
#[path = "../../../../testing/inputs.rs"]
mod inputs;
mod making;
mod message;
mod mutate;
mod prompt;
mod reading;
mod reject;
mod report;
mod wording;

use std::path::PathBuf;

/// Every input among the fixtures: its path without the suffix of the file, and its bytes.
fn fixtures() -> Vec<(PathBuf, Vec<u8>)> {
    inputs::inputs("json-return")
}
