//! The exact reading of a protocol that is JSON on the wire, to be compared with its JSON Schema.

use serde_json::{Map, Value};

use crate::rules::BAD_CARRIED;
use crate::{Diagnostic, Envelope, Policy, ReadOptions, Source};

/// What the exact reading says of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a verdict has no fourth form")]
pub enum Exact {
    /// No rule speaks that the schema expresses.
    Accepts,
    /// A rule speaks that the schema expresses, or it is no JSON object.
    Refuses,
    /// A rule speaks where a schema cannot agree; one of [`KNOWN`].
    Known(&'static str),
}

impl Exact {
    /// Whether it accepts; nothing where a schema cannot agree.
    pub const fn accepts(self) -> Option<bool> {
        match self {
            Self::Accepts => Some(true),
            Self::Refuses => Some(false),
            Self::Known(_) => None,
        }
    }
}

/// Rules that speak where a schema cannot or need not agree, each with its reason.
pub const KNOWN: &[(&str, &str)] = &[
    ("envelope-core/template-echo", "a schema cannot tell a placeholder from a text"),
    ("envelope-core/decoration", "a decorated word is told as decoration, and refused by the schema as a word"),
    ("envelope-core/json-number-range", "other readers round a number that a double cannot hold"),
    ("envelope-core/json-duplicate-key", "other readers keep the last of two values without a word"),
    ("envelope-core/json-repeated-key", "other readers keep the last of two values without a word"),
    ("envelope-core/json-missing", "an object with none of the keys is not told key by key"),
    ("envelope-core/json-wrapped", "an object with none of the keys is not told key by key"),
];

/// Reads a document strictly, without conversions: it is refused when any rule speaks that the schema expresses,
/// whatever its severity, and when it is no JSON object.
pub fn exact<E: Envelope>(bytes: &[u8]) -> Exact {
    // A byte order mark is read through with a note (R-A4); other readers may refuse it.
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if serde_json::from_slice::<Map<String, Value>>(text).is_err() {
        return Exact::Refuses;
    }
    let options = ReadOptions::default().policy(Policy::Strict);
    let parsed = E::parse(&Source::from_bytes(bytes), &options);
    let mut codes = parsed.diagnostics().iter().map(|found| found.rule.code());
    if let Some((code, _)) = codes.find_map(|code| KNOWN.iter().find(|(known, _)| *known == code)) {
        return Exact::Known(code);
    }
    if parsed.diagnostics().iter().any(is_in_schema) { Exact::Refuses } else { Exact::Accepts }
}

/// Whether the schema refuses what the diagnostic is about. Of what is carried the schema knows only that it is an
/// object; the rule that reads it asks for more.
pub fn is_in_schema(found: &Diagnostic) -> bool {
    let is_no_object = || found.path.as_ref().is_some_and(|path| path.as_str() == "/carried");
    found.rule.is_in_schema() || (found.rule.code() == BAD_CARRIED.code() && is_no_object())
}
