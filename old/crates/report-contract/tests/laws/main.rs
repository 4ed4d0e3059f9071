//! The laws of the protocol: reading, writing, the schema, the prompt, conversion.

mod agreement;
mod findings;
#[path = "../../../../testing/inputs.rs"]
mod inputs;
mod keys;
mod making;
mod mutate;
mod prompt;
mod reading;
mod report;
mod schema;

use std::path::PathBuf;

/// Every input among the fixtures: its path without the suffix of the file, and its bytes.
fn fixtures() -> Vec<(PathBuf, Vec<u8>)> {
    inputs::inputs("report-contract")
}
