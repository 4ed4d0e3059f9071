//! What is wrong, where, and how to mend it (R-A7).

mod collect;
mod record;

pub use collect::Diagnostics;
pub use record::DiagnosticRecord;

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::rules::{BAD_CARRIED, KEPT_ASIDE, UNKNOWN_KEY};
use crate::text::shortened;
use crate::{Fix, Path, Rule, Severity, Span};

/// A breach of a rule found in a typed value: it knows the place as a path, not yet as bytes (R-A7).
///
/// Checks make issues; [`Parsed`](crate::Parsed) joins them with the places of the text into [`Diagnostic`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Issue {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// How grave this breach is; the rule's own severity unless set.
    pub severity: Severity,
    /// What is wrong, lower case, no full stop.
    pub message: String,
    /// The right form, where there is one to show.
    pub help: Option<String>,
    /// Where in the value.
    pub path: Path,
    /// Whether the place is the member's key and not its value.
    pub at_key: bool,
}

impl Issue {
    /// A breach of `rule` at `path`.
    // Cold: most messages breach nothing, and what makes issues should lie out of the way of the code that finds none.
    #[cold]
    pub fn new(rule: &'static Rule, path: Path, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity(), message: message.into(), help: None, path, at_key: false }
    }

    /// The same issue with the right form shown.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same issue with another severity than the rule's own.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same issue, pointing at the key of the member.
    #[must_use]
    pub fn at_key(mut self) -> Self {
        self.at_key = true;
        self
    }

    /// Leaves out what goes without saying: that a member is unknown where a rule refuses it for what it says, and that
    /// what a conversion carried is kept aside where it is refused. Checks end with it.
    ///
    /// ```
    /// use envelope_core::rules::{BAD_CARRIED, UNKNOWN_KEY};
    /// use envelope_core::{Issue, Path};
    /// let at = |key: &str| Path::root().key(key);
    /// let unknown = |key: &str| Issue::new(&UNKNOWN_KEY, at(key), "not a key of the specification");
    /// let refused = Issue::new(&BAD_CARRIED, at("Carried"), "nobody reads it under this key");
    /// let mut issues = vec![unknown("mood"), unknown("Carried"), refused.clone()];
    /// Issue::settle(&mut issues);
    /// assert_eq!(issues, [unknown("mood"), refused]);
    /// ```
    pub fn settle(issues: &mut Vec<Self>) {
        let mild = |issue: &Self| issue.rule == &UNKNOWN_KEY || issue.rule == &KEPT_ASIDE;
        if !issues.iter().any(mild) {
            return;
        }
        let refused: BTreeSet<(Path, bool)> = issues
            .iter()
            .filter(|issue| !mild(issue) && issue.severity == Severity::Error)
            .map(|issue| (issue.path.clone(), issue.rule == &BAD_CARRIED))
            .collect();
        issues.retain(|issue| {
            let at = |carried: bool| refused.contains(&(issue.path.clone(), carried));
            !(mild(issue) && (at(true) || issue.rule == &UNKNOWN_KEY && at(false)))
        });
    }
}

/// A breach of a rule with its place in the text (R-A7).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// How grave this breach is.
    pub severity: Severity,
    /// What is wrong, lower case, no full stop.
    pub message: String,
    /// The bytes, in [`Source::text`](crate::Source::text).
    pub span: Span,
    /// Where in the value, if it is about a value.
    pub path: Option<Path>,
    /// The right form, where there is one to show.
    pub help: Option<String>,
    /// Edits that mend it, where they are sure.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A breach of `rule` at `span`.
    #[cold]
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        let message = bounded(message.into());
        Self { rule, severity: rule.severity(), message, span, path: None, help: None, fix: None }
    }

    /// The issue, now that its place is known.
    pub fn from_issue(issue: Issue, span: Span) -> Self {
        let Issue { rule, severity, message, help, path, .. } = issue;
        let (message, help) = (bounded(message), help.map(bounded));
        Self { rule, severity, message, span, path: Some(path), help, fix: None }
    }

    /// The same with the right form shown.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(bounded(help.into()));
        self
    }

    /// The same with another severity than the rule's own.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with its place in the value.
    #[must_use]
    pub fn path(mut self, path: Path) -> Self {
        self.path = Some(path);
        self
    }

    /// The same with edits that mend it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

/// How many characters of a message or a help text there are at most: either may quote an agent's word, and a word may be
/// the whole message (R-A9).
const MOST_SAID: usize = 400;

fn bounded(said: String) -> String {
    match shortened(&said, MOST_SAID) {
        Cow::Borrowed(_) => said,
        Cow::Owned(short) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::UNKNOWN_WORD;

    #[test]
    fn nothing_is_said_at_length_however_long_the_word() {
        let said = format!("`{}` is no status", "x".repeat(1_000_000));
        let issue = Issue::new(&UNKNOWN_WORD, Path::root(), &said).help(&said);
        for diagnostic in
            [Diagnostic::new(&UNKNOWN_WORD, Span::at(0), &said).help(&said), Diagnostic::from_issue(issue, Span::at(0))]
        {
            for said in [&diagnostic.message, diagnostic.help.as_ref().expect("help")] {
                assert!(said.chars().count() <= MOST_SAID + 1 && said.ends_with("is no status"), "{said}");
            }
        }
    }
}
