use std::fmt;

use serde::Serialize;

/// What a diagnostic does to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// The message is rejected.
    Error,
    /// The message is accepted but deviates from its specification; strict mode rejects it.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// All severities, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The lower-case name.
    pub fn as_str(self) -> &'static str {
        ["error", "warning", "note"][self as usize]
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A rule that messages are checked against. The parser, `envelope explain`, `docs/rules.md` and the tests read the same
/// static item.
#[derive(Debug)]
#[allow(clippy::exhaustive_structs, reason = "protocol crates build their static tables with it")]
pub struct Rule {
    /// `<crate>/<kebab-name>`, never changed once published.
    pub code: &'static str,
    /// What breaking it does.
    pub severity: Severity,
    /// What is wrong when it is broken.
    pub summary: &'static str,
    /// Why the rule exists.
    pub why: &'static str,
    /// The right form.
    pub help: &'static str,
    /// The ruling that asks for it, such as `R-S4`.
    pub source: &'static str,
    /// A message that breaks it.
    pub example: Example,
}

/// Rules are told apart by their codes.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// How a rule proves itself.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "protocol crates build their static tables with it")]
pub enum Example {
    /// An edit of a canonical message: in the message `of`, replace the first `from` by `to`.
    Edit {
        /// The name of the canonical message.
        of: &'static str,
        /// What is replaced.
        from: &'static str,
        /// By what.
        to: &'static str,
    },
    /// A rule of the core: protocols show it on their own messages ([`Info::shared`](crate::Info)).
    Shared,
    /// An edit cannot show it; says why, and a test of its own does.
    Tested(&'static str),
}

/// A table of rules: one static item a rule, and the list of all of them.
///
/// ```
/// envelope_core::rules! {
///     /// The rules of this protocol.
///     pub RULES in "tide-table":
///
///     NO_TIDE = Error "no-tide": "a row without a tide" {
///         why: "A ship that trusts the row runs aground.",
///         help: "write `high` or `low`",
///         source: "R-T1",
///         example: envelope_core::Example::Edit { of: "table", from: "high", to: "" },
///     }
/// }
/// assert_eq!(RULES[0].code, "tide-table/no-tide");
/// ```
#[macro_export]
macro_rules! rules {
    (
        $(#[$list_doc:meta])*
        $list_vis:vis $list:ident in $prefix:literal:
        $(
            $(#[$doc:meta])*
            $vis:vis $name:ident = $severity:ident $code:literal: $summary:literal {
                why: $why:expr,
                help: $help:expr,
                source: $source:expr,
                example: $example:expr $(,)?
            }
        )*
    ) => {
        $(#[$list_doc])*
        $list_vis static $list: &[&$crate::Rule] = &[$(&$name),*];
        $(
            $(#[$doc])*
            $vis static $name: $crate::Rule = $crate::Rule {
                code: concat!($prefix, "/", $code),
                severity: $crate::Severity::$severity,
                summary: $summary,
                why: $why,
                help: $help,
                source: $source,
                example: $example,
            };
        )*
    };
}
