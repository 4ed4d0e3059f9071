//! Malformed JSON as agents write it, with what a careful person reads in it.

mod absent;
mod attacks;
mod clean;
mod fences;
mod marks;
mod messages;
mod prose;
mod several;
mod strings;
mod truncated;
mod values;
mod wrapped;

/// One message, what it says, and everything there is to report about it.
pub(crate) struct Case {
    /// What is special about the message, as a unique kebab-case sentence.
    pub name: &'static str,
    /// The envelope's required keys; without any, a single outermost object or array is the value.
    pub required: &'static [&'static str],
    /// The message.
    pub input: &'static str,
    /// Strict JSON text of the expected value; `None` where there is none.
    pub value: Option<&'static str>,
    /// Whether the message ends in mid-value.
    pub truncated: bool,
    /// Severity, rule and the text that the span covers (empty for an empty span), in order of span start.
    pub diagnostics: &'static [(&'static str, &'static str, &'static str)],
}

/// All cases, by what they are about.
pub(crate) const CASES: &[&[Case]] = &[
    clean::CASES,
    absent::CASES,
    prose::CASES,
    fences::CASES,
    several::CASES,
    wrapped::CASES,
    marks::CASES,
    strings::CASES,
    values::CASES,
    truncated::CASES,
    messages::CASES,
    attacks::CASES,
];
