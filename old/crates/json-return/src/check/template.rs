//! What the specification's template and our prompt have in place of texts (json-return, "Schema", "Artifact object",
//! "Error object"; R-A5). In no brackets it looks like a text, but nobody says it of work that was done.

use envelope_core::text::trim_blank;

/// The texts that stand for one of a field.
pub(super) type Told = &'static [&'static str];

pub(super) static NOTHING: Told = &[];

pub(super) static SUMMARY: Told = &["Brief 2-5 sentence summary (<100 tokens)", "what you did and what came of it"];

pub(super) static ARTIFACT_PATH: Told =
    &["relative/path/to/artifact.md", "relative/path/from/project/root", "relative path of the file"];

pub(super) static ARTIFACT_SUMMARY: Told =
    &["Brief description of artifact", "Brief description", "what the file holds"];

pub(super) static MESSAGE: Told = &["Clear error description", "Clear, actionable error message", "what went wrong"];

pub(super) static RECOMMENDATION: Told =
    &["How to fix or retry", "How to fix or what to do next", "how to fix it or what to do next"];

pub(super) static NEXT_STEPS: Told =
    &["What user should do next (if applicable)", "What user should do next", "what the user should do next"];

/// Whether the whole of `text` is one of them, letter case and blanks around it aside.
#[inline]
pub(super) fn is_told(text: &str, told: Told) -> bool {
    let text = trim_blank(text);
    told.iter().any(|told| told.eq_ignore_ascii_case(text))
}
