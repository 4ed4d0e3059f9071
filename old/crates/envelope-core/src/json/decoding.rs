//! How a table is read, what a dialect changes in it at run time, and what reading by it gives.

use std::collections::HashMap;

use serde_json::Value;

use crate::{Draft, Path, Policy, Rule};

/// How a tree is decoded: the policy, and what a dialect changes in the table.
///
/// Places in the table are named with dots, like `metadata.session_id`; items of lists have no number in them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Decoding<'d> {
    /// Whether sure conversions are made.
    pub policy: Policy,
    /// Places of required members that may be missing all the same. Nothing is said of them: the rules on the value
    /// see that they are missing.
    pub may_miss: &'d [&'d str],
    /// Words that are read as words of a closed list.
    pub synonyms: &'d [Synonym<'d>],
    /// Whether the rules on the value tell of unknown members and of those kept aside, see
    /// [`extra_issues`](super::extra_issues); then decoding tells of them only where there is no value.
    pub extras_are_checked: bool,
    /// Whether a draft is made where there is no value.
    pub drafting: bool,
}

impl<'d> Decoding<'d> {
    /// Decodes by the table alone.
    pub fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// The same with required members that may be missing.
    #[must_use]
    pub fn may_miss(mut self, places: &'d [&'d str]) -> Self {
        self.may_miss = places;
        self
    }

    /// The same with further words for closed lists.
    #[must_use]
    pub fn synonyms(mut self, synonyms: &'d [Synonym<'d>]) -> Self {
        self.synonyms = synonyms;
        self
    }

    /// The same for a type whose rules tell of what it does not know.
    #[must_use]
    pub fn extras_are_checked(mut self) -> Self {
        self.extras_are_checked = true;
        self
    }

    /// The same with a draft where there is no value, for the rules to look at what was read. Not for a message that was
    /// cut off: what is missing there may have followed.
    #[must_use]
    pub fn drafting(mut self, drafting: bool) -> Self {
        self.drafting = drafting;
        self
    }
}

/// A word of a dialect that stands for a word of a closed list.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it is written as a literal by every dialect")]
pub struct Synonym<'d> {
    /// The place in the table, like `status`.
    pub place: &'d str,
    /// What is written.
    pub word: &'d str,
    /// What it means: a word of the list.
    pub means: &'static str,
    /// The rule that tells of it.
    pub rule: &'static Rule,
}

/// What decoding gave.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decoded<T> {
    /// The value, if every required member was read with the right type (R-A16).
    pub value: Option<T>,
    /// What the value would be, where there is none and a draft was asked for.
    pub draft: Option<Draft<T>>,
    /// The words stated where the table has [`Shape::Status`](super::Shape::Status), members met twice included; they
    /// are found even where there is no value (R-A2).
    pub stated: Vec<&'static str>,
    /// The paths, in the value, of objects that were read from a bare string (R-A14).
    pub bare: Vec<Path>,
    /// Where items stand in the text whose number in the value is another one, because an item before was left out.
    pub moved: HashMap<Path, Path>,
    /// What was refused and told, and is not in the value: for a protocol to keep (R-A3).
    pub refused: Vec<Refused>,
    /// The paths of members that are there in another spelling, too, with another value: they are kept among the unknown
    /// ones, and that was told.
    pub again: Vec<Path>,
}

/// A value that was read and refused: an item of a list, or an optional member.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Refused {
    /// The path, in the value, of the member; for an item, of its list.
    pub path: Path,
    /// Whether it is an item of the list.
    pub item: bool,
    /// What stood there.
    pub value: Value,
}
