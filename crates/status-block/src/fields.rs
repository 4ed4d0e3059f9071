//! The one table of sections and fields: parser, rules, renderer, prompt and report are driven by it.

use std::fmt;

use envelope_core::text::{Decoration, Decorations};

/// The four sections of a block (status-block, "Required Output Format").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list; every other section is an extension")]
pub enum Section {
    /// What was done, how sure the agent is, how many rounds it took.
    Summary,
    /// Files made, changed and read.
    Files,
    /// Who should go on, why, and with what.
    NextAction,
    /// What went wrong; only when blocked or failed.
    Errors,
}

impl Section {
    /// All sections in the order of the canonical form.
    pub const ALL: [Self; 4] = [Self::Summary, Self::Files, Self::NextAction, Self::Errors];

    /// The word at the start of its line.
    pub const fn marker(self) -> &'static str {
        match self {
            Self::Summary => "SUMMARY",
            Self::Files => "FILES",
            Self::NextAction => "NEXT_ACTION",
            Self::Errors => "ERRORS",
        }
    }

    /// The name of the member of the typed value.
    pub const fn member(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Files => "files",
            Self::NextAction => "next_action",
            Self::Errors => "errors",
        }
    }

    /// The section whose marker this is, to the letter.
    pub fn from_marker(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.marker() == word)
    }

    /// The section whose marker this is, in any letter case and with blanks or dashes for underscores.
    pub(crate) fn from_any_case(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| is_name(section.marker(), word))
    }

    /// Its fields in canonical order.
    pub(crate) const fn fields(self) -> &'static [Field; 3] {
        match self {
            Self::Summary => &SUMMARY,
            Self::Files => &FILES,
            Self::NextAction => &NEXT_ACTION,
            Self::Errors => &ERRORS,
        }
    }

    /// The place of the field called `key`, to the letter.
    pub(crate) fn field(self, key: &str) -> Option<usize> {
        self.fields().iter().position(|field| field.name == key)
    }

    /// The field called `key` in any letter case and with blanks or dashes for underscores.
    pub(crate) fn field_any_case(self, key: &str) -> Option<&'static Field> {
        self.fields().iter().find(|field| is_name(field.name, key))
    }
}

/// Whether `word` is the name as a person may write it: `Next Action` for `NEXT_ACTION` (R-A6).
fn is_name(name: &str, word: &str) -> bool {
    let same = |(name, word): (u8, u8)| name.eq_ignore_ascii_case(&word) || name == b'_' && matches!(word, b' ' | b'-');
    name.len() == word.len() && name.bytes().zip(word.bytes()).all(same)
}

/// What was read through where `word` stands for `name`.
pub(crate) fn note_spelling(name: &str, word: &str, decorations: &mut Decorations) {
    if word.contains([' ', '-']) {
        decorations.insert(Decoration::WordBreak);
    }
    let cased = |(name, word): (u8, u8)| name != word && name != b'_';
    if name.bytes().zip(word.bytes()).any(cased) {
        decorations.insert(Decoration::Case);
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.marker())
    }
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Confidence,
    Iterations,
    Flag,
    Paths,
}

/// One field of a section.
#[derive(Debug)]
pub(crate) struct Field {
    /// Its key.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) shape: Shape,
    /// What an agent is told to put there; the prompt writes it in angle brackets.
    pub(crate) asks: &'static str,
}

const fn field(name: &'static str, shape: Shape, asks: &'static str) -> Field {
    Field { name, shape, asks }
}

static SUMMARY: [Field; 3] = [
    field("what_i_did", Shape::Text, "one or two sentences on the work done"),
    field("confidence", Shape::Confidence, ""),
    field("iterations_used", Shape::Iterations, "whole number of rounds"),
];

static FILES: [Field; 3] = [
    field("created", Shape::Paths, "path of each new file"),
    field("modified", Shape::Paths, "path of each changed file"),
    field("read", Shape::Paths, "path of each file that was only looked at"),
];

static NEXT_ACTION: [Field; 3] = [
    field("recommended_agent", Shape::Text, "name of the agent to run next, or orchestrator"),
    field("reason", Shape::Text, "why that agent"),
    field("context_forward", Shape::Text, "what that agent must know to start at once"),
];

static ERRORS: [Field; 3] = [
    field("message", Shape::Text, "what went wrong, for a person"),
    field("details", Shape::Text, "technical details, output verbatim"),
    field("can_retry", Shape::Flag, ""),
];

/// The words of `confidence`, best first (status-block, "Required Output Format").
pub(crate) const CONFIDENCE: [&str; 3] = ["high", "medium", "low"];

/// The words of `can_retry`.
pub(crate) const FLAGS: [&str; 2] = ["true", "false"];

/// Words for an empty list.
pub(crate) const NOTHING: [&str; 6] = ["none", "(none)", "n/a", "(n/a)", "nothing", "-"];

/// The marker of the status line.
pub(crate) const STATUS: &str = "STATUS";

/// The extension section in which a converted report keeps what a status block has no place for (R-A15).
pub(crate) const CARRIED: &str = "CARRIED";
