//! The table by which a tree is decoded: which members an object has and of what type (R-A14).

use std::borrow::Cow;

use crate::Rule;

/// A member of an object.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// Whether it must be there, and not null or blank (R-A8).
    pub required: bool,
    /// Another key that is read as this one, with a warning, where this one is not there.
    pub also: Option<&'static str>,
}

impl Field {
    /// A member that must be there.
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: true, also: None }
    }

    /// A member that may be missing or null.
    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: false, also: None }
    }

    /// The same member, which agents also call by this key.
    #[must_use]
    pub const fn also(mut self, key: &'static str) -> Self {
        self.also = Some(key);
        self
    }
}

/// The type of a member or item.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A string.
    Text,
    /// A word of a closed list; anything else is an error (R-A2).
    Word(&'static [&'static str]),
    /// A status word of a closed list: it is found even where no value can be made, and a sign of failure beside one
    /// of the successes is a conflict, so that none is stated (R-A2).
    Status {
        /// The words.
        words: &'static [&'static str],
        /// Those among them that are successes.
        successes: &'static [&'static str],
    },
    /// A word of a list that the specification leaves open; others are kept as they are.
    OpenWord(&'static [&'static str]),
    /// A whole number from 0.
    Count,
    /// A number.
    Number,
    /// A number from 0 to 1; in quotes or as a percentage it is converted (R-A14), and anything else breaks the rule.
    Ratio {
        /// The rule that asks for it.
        rule: &'static Rule,
        /// What the scale is.
        help: &'static str,
    },
    /// `true` or `false`.
    Bool,
    /// A list.
    List(&'static Shape),
    /// An object with these members, and unknown ones.
    Object(&'static [Field]),
    /// An object with these members; a bare string stands for the one named here (R-A14).
    ObjectOr {
        /// The member that a bare string is read as.
        bare: &'static str,
        /// The members.
        fields: &'static [Field],
    },
    /// An object whose members nobody knows.
    Map,
    /// Anything.
    Any,
}

impl Shape {
    /// The words for it in a message.
    pub fn expected(&self) -> Cow<'static, str> {
        let words = match self {
            Self::Word(words) | Self::Status { words, .. } => return format!("one of `{}`", words.join("`, `")).into(),
            Self::Text | Self::OpenWord(_) => "a string",
            Self::Count => "a whole number from 0",
            Self::Number => "a number",
            Self::Ratio { .. } => "a number from 0 to 1",
            Self::Bool => "`true` or `false`",
            Self::List(_) => "an array",
            Self::Object(_) | Self::ObjectOr { .. } | Self::Map => "an object",
            Self::Any => "a value",
        };
        words.into()
    }
}
