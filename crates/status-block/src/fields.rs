//! The sections and fields of the block: one table for the parser, the renderer and the prompt.

/// A section of the block.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) fields: [Field; 3],
    /// The field that a text in place of the fields is read as (R-S2).
    pub(crate) text_field: Option<usize>,
}

/// A field of a section.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    /// The words that may stand there, where the list is closed.
    pub(crate) words: &'static [&'static str],
    /// What the prompt shows in place of a value.
    pub(crate) placeholder: &'static str,
}

const fn text(name: &'static str, placeholder: &'static str) -> Field {
    Field { name, words: &[], placeholder }
}

const fn word(name: &'static str, words: &'static [&'static str]) -> Field {
    Field { name, words, placeholder: "" }
}

pub(crate) const CONFIDENCE: [&str; 3] = ["high", "medium", "low"];
pub(crate) const BOOLEANS: [&str; 2] = ["true", "false"];

pub(crate) const SUMMARY: usize = 0;
pub(crate) const FILES: usize = 1;
pub(crate) const NEXT_ACTION: usize = 2;
pub(crate) const ERRORS: usize = 3;

pub(crate) static SECTIONS: [Section; 4] = [
    Section {
        name: "SUMMARY",
        fields: [
            text("what_i_did", "<what you did, in one or two sentences>"),
            word("confidence", &CONFIDENCE),
            text("iterations_used", "<number of rounds>"),
        ],
        text_field: Some(0),
    },
    Section {
        name: "FILES",
        fields: [
            text("created", "[<path of each new file>]"),
            text("modified", "[<path of each changed file>]"),
            text("read", "[<path of each file that you only read>]"),
        ],
        text_field: None,
    },
    Section {
        name: "NEXT_ACTION",
        fields: [
            text("recommended_agent", "<agent that should run next>"),
            text("reason", "<why that agent>"),
            text("context_forward", "<what that agent must know>"),
        ],
        text_field: Some(0),
    },
    Section {
        name: "ERRORS",
        fields: [
            text("message", "<what went wrong, for a person>"),
            text("details", "<technical details>"),
            word("can_retry", &BOOLEANS),
        ],
        text_field: Some(0),
    },
];
