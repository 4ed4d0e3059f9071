//! The rules of the house, as tests: what the code map promises is held here, by plain `cargo test`.

mod code;
mod manifests;
mod sources;
mod texts;

use crate::generated::Mode;
use crate::{docs, repo};

/// Fails with every problem found, each of which says what to do.
#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} house rules are broken:\n{}", problems.len(), problems.join("\n"));
}

/// Fails unless the one problem found holds this text.
#[track_caller]
fn assert_one(problems: &[String], expected: &str) {
    assert!(problems.len() == 1 && problems[0].contains(expected), "{expected:?} is not the one problem: {problems:?}");
}

/// Unknown fields must come out in the order in which they were written, and schemas in the order of the fields.
#[test]
fn json_objects_keep_the_order_of_their_members() {
    let text = r#"{"z":1,"a":{"y":2,"b":3},"m":4}"#;
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(value.to_string(), text, "Cargo.toml: serde_json needs the feature `preserve_order`");
    let numbers: serde_json::Value = serde_json::from_str("0.1e-6").unwrap();
    assert_eq!(numbers.as_f64(), Some(0.1e-6), "Cargo.toml: serde_json needs the feature `float_roundtrip`");
}

#[test]
fn the_status_table_of_the_readme_is_the_code() {
    docs::run(&repo::root(), Mode::Check).unwrap_or_else(|message| panic!("{message}"));
}
