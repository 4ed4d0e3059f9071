//! The one table of sections and fields: parser, rules, renderer, prompt and report are driven by it.

use std::fmt;

use envelope_core::text::{Decoration, Decorations, placeholder, trim_blank};

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

    /// The section whose marker this is, in any letter case and with blanks or dashes for underscores (R-A6).
    ///
    /// ```
    /// use status_block::Section;
    /// assert_eq!(Section::from_any_case("Next Action"), Some(Section::NextAction));
    /// assert_eq!(Section::from_any_case("Next"), None);
    /// ```
    pub fn from_any_case(word: &str) -> Option<Self> {
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
    /// What stands for a text in the template of the specification ("Required Output Format"), in no brackets.
    shows: &'static str,
}

impl Field {
    /// Whether the text is a placeholder, or what an instruction has in its place (R-A5).
    pub(crate) fn is_echo(&self, text: &str) -> bool {
        placeholder(text).is_some() || [self.shows, self.asks].iter().any(|told| is_told(told, text))
    }
}

/// Whether the path is a placeholder, or one of those that an instruction has in their place (R-A5).
pub(crate) fn is_echoed_path(path: &str) -> bool {
    placeholder(path).is_some() || FILES.iter().any(|field| field.is_echo(path))
}

/// Whether the ends of a path tell that it stands for itself: every path of an instruction begins with a `p`, and every
/// placeholder or ellipsis begins or ends with a sign. Nearly all paths are plain.
#[inline]
pub(crate) fn is_plain_path(path: &str) -> bool {
    let [first, .., last] = path.as_bytes() else { return false };
    first.is_ascii_alphabetic() && !first.eq_ignore_ascii_case(&b'p') && last.is_ascii_alphanumeric()
}

fn is_told(told: &str, text: &str) -> bool {
    !told.is_empty() && told.eq_ignore_ascii_case(trim_blank(text))
}

const fn field(name: &'static str, shape: Shape, asks: &'static str, shows: &'static str) -> Field {
    Field { name, shape, asks, shows }
}

static SUMMARY: [Field; 3] = [
    field("what_i_did", Shape::Text, "one or two sentences on the work done", "Brief description"),
    field("confidence", Shape::Confidence, "", ""),
    field("iterations_used", Shape::Iterations, "whole number of rounds", ""),
];

static FILES: [Field; 3] = [
    field("created", Shape::Paths, "path of each new file", "path/to/new/file.rb"),
    field("modified", Shape::Paths, "path of each changed file", "path/to/changed/file.rb"),
    field("read", Shape::Paths, "path of each file that was only looked at", "path/to/examined/file.rb"),
];

static NEXT_ACTION: [Field; 3] = [
    field(
        "recommended_agent",
        Shape::Text,
        "name of the agent to run next, or orchestrator",
        "agent-name or orchestrator",
    ),
    field("reason", Shape::Text, "why that agent", "Why this agent should run next"),
    field(
        "context_forward",
        Shape::Text,
        "what that agent must know to start at once",
        "Specific information for next agent",
    ),
];

static ERRORS: [Field; 3] = [
    field("message", Shape::Text, "what went wrong, for a person", "User-friendly error description"),
    field("details", Shape::Text, "technical details, output verbatim", "Technical details for debugging"),
    field("can_retry", Shape::Flag, "", ""),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_instruction_has_in_place_of_a_path_is_seen_by_its_first_letter() {
        for field in &FILES {
            for told in [field.shows, field.asks] {
                assert!(is_echoed_path(told) && is_echoed_path(&format!(" {} ", told.to_uppercase())), "{told}");
            }
        }
        assert!(!is_echoed_path("path/to/file.rb") && !is_echoed_path("") && !is_echoed_path(" "));
    }

    #[test]
    fn a_plain_path_is_no_echo() {
        let told = FILES.iter().flat_map(|field| [field.shows, field.asks]);
        for echo in told.chain(["<path>", "{file}", "...", "a|b|...", "a|…", "… and 3 more", "... and more"]) {
            assert!(!is_plain_path(echo) && !is_plain_path(&echo.to_uppercase()), "{echo}");
        }
        assert!(is_plain_path("src/lib.rs") && is_plain_path("Makefile"));
    }

    #[test]
    fn what_an_instruction_has_in_place_of_a_text_is_no_text() {
        for field in Section::ALL.iter().flat_map(|section| section.fields()) {
            for told in [field.shows, field.asks].into_iter().filter(|told| !told.is_empty()) {
                assert!(field.is_echo(told), "{told}");
                assert!(!field.is_echo(&format!("{told}, done")), "{told}");
            }
            assert!(!field.is_echo("") && !field.is_echo(" "), "{}", field.name);
        }
    }
}
