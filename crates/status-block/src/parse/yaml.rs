//! The forms of YAML that the line reader does not know, read by serde-saphyr (R-S3).

use serde_json::Value;

/// The value of a piece of YAML; `None` when it is none, or larger or deeper than what is read.
pub(super) fn read(text: &str, depth: usize) -> Option<Value> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: depth },
        strict_booleans: true,
    };
    serde_saphyr::from_str_with_options(text, options).ok()
}
