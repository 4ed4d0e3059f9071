//! Rules: what a protocol asks, how grave a breach is, and why (R-A7).

use std::fmt;

use serde::Serialize;

/// How grave a diagnostic is (RULINGS, "Severities"); the order is from mild to grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "the rulings know three severities, and acceptance depends on them")]
pub enum Severity {
    /// Accepted; something was inferred, kept or read through that the reader should know.
    Note,
    /// Accepted, but it deviates from the canonical form. Not accepted in strict mode.
    Warning,
    /// Not accepted.
    Error,
}

crate::word_from_string!(Severity, Severity::ALL, Severity::as_str);

impl Severity {
    /// All severities, mildest first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The word used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a rule looks at (RULINGS, "Every rule has a class").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the rulings know two classes")]
pub enum Class {
    /// How it is written; canonical text breaks no rule of this class.
    Form,
    /// What it says; rendering does not change it.
    Content,
}

impl Class {
    /// The word used in the rule reference.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Content => "content",
        }
    }
}

/// One entry of a crate's rule table, from which parser, checks, `explain` and the rule reference are made (R-A7).
///
/// Rules are written with [`rules!`](crate::rules!), which gives each a name and collects the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    code: &'static str,
    severity: Severity,
    class: Class,
    in_schema: bool,
    summary: &'static str,
    why: &'static str,
    cites: &'static str,
}

impl Rule {
    /// A rule; `code` is `<crate>/<kebab-name>` and never changes once released.
    pub const fn new(
        code: &'static str,
        severity: Severity,
        class: Class,
        summary: &'static str,
        why: &'static str,
        cites: &'static str,
    ) -> Self {
        Self { code, severity, class, in_schema: false, summary, why, cites }
    }

    /// The same rule, marked as one that the JSON Schema expresses too.
    #[must_use]
    pub const fn in_schema(mut self) -> Self {
        self.in_schema = true;
        self
    }

    /// The stable code, `<crate>/<kebab-name>`.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The severity that a breach has unless the check says otherwise.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Form or content.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Whether the JSON Schema refuses the same breach.
    pub const fn is_in_schema(&self) -> bool {
        self.in_schema
    }

    /// What the rule asks, in one line.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Why it exists.
    pub const fn why(&self) -> &'static str {
        self.why
    }

    /// The ruling or the section of the specification that it comes from.
    pub const fn cites(&self) -> &'static str {
        self.cites
    }
}

/// Declares the rules of a crate: a constant for each, and the table `RULES` of them all.
///
/// ```
/// envelope_core::rules! {
///     /// The message names no colour.
///     MISSING_COLOUR = "paint/missing-colour", Error, Content,
///         "the message names a colour", "a wall cannot be painted in no colour", "Paint, section 2";
///     /// The colour is written in capitals.
///     SHOUTED_COLOUR = "paint/shouted-colour", Warning, Form,
///         "a colour is written in small letters", "readers compare words to the letter", "Paint, section 3";
/// }
/// assert_eq!(RULES.len(), 2);
/// assert_eq!(RULES[0].code(), MISSING_COLOUR.code());
/// ```
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $severity:ident, $class:ident $(, $schema:ident)?,
        $summary:literal, $why:literal, $cites:literal;)+) => {
        $($(#[$doc])* pub static $name: $crate::Rule = $crate::Rule::new(
            $code, $crate::Severity::$severity, $crate::Class::$class, $summary, $why, $cites,
        )$(.$schema())?;)+

        /// Every rule of this crate; the rule reference and `explain` are made from it.
        pub static RULES: &[&$crate::Rule] = &[$(&$name),+];
    };
}
