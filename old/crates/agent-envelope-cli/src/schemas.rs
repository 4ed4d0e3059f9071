//! The published schemas, built into the program.
//!
//! `cargo xtask schemas` writes `generated/schemas.json` together with `schemas/`, so that the package holds them.

use serde::Deserialize;
use serde_json::Value;

/// A published schema.
#[derive(Debug, Deserialize)]
pub(crate) struct Published {
    /// The kind of document.
    pub(crate) kind: String,
    /// For whom it is: `full`, `draft-07`, `llm`.
    pub(crate) profile: String,
    /// The schema.
    pub(crate) schema: Value,
}

/// The kinds that are not called like a protocol.
pub(crate) const OTHER_KINDS: [&str; 4] = ["clarity-result", "clarity-report", "answer-evaluation", "neutral-report"];

/// All of them.
pub(crate) fn published() -> Vec<Published> {
    serde_json::from_str(include_str!("generated/schemas.json")).expect("a test reads the generated file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name() {
        let named = |kind: &str| OTHER_KINDS.contains(&kind) || kind.parse::<agent_envelope::Protocol>().is_ok();
        let all = published();
        assert!(all.iter().all(|schema| named(&schema.kind)));
        assert!(OTHER_KINDS.iter().all(|kind| all.iter().any(|schema| schema.kind == *kind)));
    }

    #[test]
    fn every_schema_prints_as_it_is_published() {
        let all = published();
        assert!(all.len() > 10, "the file holds the schemas");
        for schema in all {
            let folder = if schema.profile == "full" { String::new() } else { format!("{}/", schema.profile) };
            let path = format!("{}/../../schemas/v1/{folder}{}.schema.json", env!("CARGO_MANIFEST_DIR"), schema.kind);
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(crate::output::json_pretty(&schema.schema), text, "{path}");
        }
    }
}
