//! The profiles in which a kind's schema is published.

use std::path::Path;

use envelope_core::schema::{MAJOR, draft_07, full, llm};
use schemars::Schema;
use serde_json::json;

use crate::fixtures::value_of;
use crate::kind::Kind;

/// The valid fixture of each kind that its schema shows as an example.
const EXAMPLES: &[(&str, &str)] = &[
    ("clarity-result", "consistency-minor"),
    ("clarity-report", "near-report-form"),
    ("json-return", "every-field"),
    ("report-contract", "everything"),
    ("status-block", "canonical-blocked"),
    ("clarifications", "every-field"),
    ("answer-evaluation", "mixed"),
    ("decisions", "a-final-document"),
    ("neutral-report", "everything"),
];

/// For whom a schema is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Profile {
    /// Draft 2020-12, for validators and editors.
    Full,
    /// For tools that stop at draft 7.
    Draft07,
    /// Narrowed to what structured-output APIs accept.
    Llm,
}

impl Profile {
    pub(crate) const ALL: [Self; 3] = [Self::Full, Self::Draft07, Self::Llm];

    /// Its name in `schemas/index.json` and on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Draft07 => "draft-07",
            Self::Llm => "llm",
        }
    }

    /// The file of a kind's schema, below `schemas/`.
    pub(crate) fn file(self, kind: &str) -> String {
        let folder = match self {
            Self::Full => String::new(),
            Self::Draft07 | Self::Llm => format!("{}/", self.name()),
        };
        format!("v{MAJOR}/{folder}{kind}.schema.json")
    }

    /// Whether the kind is published in this profile.
    pub(crate) const fn has(self, kind: &Kind) -> bool {
        kind.schema.is_some() && (kind.llm || !matches!(self, Self::Llm))
    }
}

/// The schema of a kind as the types give it.
pub(crate) fn made(kind: &Kind, profile: Profile) -> Result<Schema, String> {
    let make = kind.schema.ok_or_else(|| format!("kind {} has no schema", kind.name))?;
    match profile {
        Profile::Full => Ok(full(kind.name, make)),
        Profile::Draft07 => Ok(draft_07(kind.name, make)),
        Profile::Llm => llm(make).map_err(|error| format!("kind {}, profile llm: {error}", kind.name)),
    }
}

/// The schema of a kind as it is published: with the value of a fixture as its example. Of the
/// narrowed profile nothing is left that structured-output APIs may not know.
pub(crate) fn published(root: &Path, kind: &Kind, profile: Profile) -> Result<Schema, String> {
    let mut schema = made(kind, profile)?;
    let shown = EXAMPLES.iter().find(|(name, _)| *name == kind.name && profile != Profile::Llm);
    if let Some((_, case)) = shown {
        let value = value_of(root, kind, case)?;
        schema.insert("examples".to_owned(), json!([value]));
    }
    Ok(schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;

    #[test]
    fn every_schema_shows_an_example() {
        let shown: Vec<&str> = EXAMPLES.iter().map(|(kind, _)| *kind).collect();
        let kinds: Vec<&str> = KINDS.iter().filter(|kind| kind.schema.is_some()).map(|kind| kind.name).collect();
        assert_eq!(shown, kinds);
    }
}
