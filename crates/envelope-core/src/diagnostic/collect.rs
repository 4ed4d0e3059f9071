//! Gathering diagnostics within limits (R-A9).

use super::Diagnostic;
use crate::rules::MORE_DIAGNOSTICS;
use crate::{Limits, Rule, Severity, Span};

/// The diagnostics of one message: bounded in number, repeated kinds counted, none without effect (R-A9).
///
/// Past the limit a diagnostic is only counted, but its severity still decides whether the message is accepted.
///
/// ```
/// use envelope_core::{Diagnostic, Diagnostics, Limits, Severity, Span, rules};
/// let mut found = Diagnostics::new(Limits::default().with_diagnostics(1));
/// found.tally(&rules::CRLF, "", Span::new(4, 6), "line ends are CRLF");
/// found.tally(&rules::CRLF, "", Span::new(9, 11), "line ends are CRLF");
/// found.push(Diagnostic::new(&rules::NOT_UTF8, Span::new(7, 8), "a byte that is not UTF-8"));
/// assert_eq!(found.worst(), Some(Severity::Error));
/// let list = found.finish();
/// assert_eq!(list[0].message, "line ends are CRLF (2 places)");
/// assert_eq!(list[1].message, "1 more diagnostic");
/// assert_eq!(list[1].severity, Severity::Error);
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    limit: usize,
    tallies: Vec<Tally>,
    worst: Option<Severity>,
    left_out: usize,
    left_out_worst: Severity,
}

/// A kind of deviation that is reported once for the whole document.
#[derive(Clone, Copy, Debug)]
struct Tally {
    code: &'static str,
    kind: &'static str,
    /// Its place in the list, if it was not left out.
    at: Option<usize>,
    count: usize,
}

impl Diagnostics {
    /// An empty collection.
    pub fn new(limits: Limits) -> Self {
        Self {
            list: Vec::new(),
            limit: limits.diagnostics(),
            tallies: Vec::new(),
            worst: None,
            left_out: 0,
            left_out_worst: Severity::Note,
        }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.worst = self.worst.max(Some(diagnostic.severity));
        if self.list.len() < self.limit {
            self.list.push(diagnostic);
        } else {
            self.left_out += 1;
            self.left_out_worst = self.left_out_worst.max(diagnostic.severity);
        }
    }

    /// Adds one per rule and kind: the first has the place, the others are counted (R-A6, R-A9).
    pub fn tally(&mut self, rule: &'static Rule, kind: &'static str, span: Span, message: impl Into<String>) {
        if let Some(tally) = self.tallies.iter_mut().find(|tally| tally.code == rule.code() && tally.kind == kind) {
            tally.count += 1;
            return;
        }
        let at = (self.list.len() < self.limit).then_some(self.list.len());
        self.push(Diagnostic::new(rule, span, message));
        self.tallies.push(Tally { code: rule.code(), kind, at, count: 1 });
    }

    /// The gravest severity met, those left out included.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.worst.is_none()
    }

    /// What is listed so far, in the order of finding.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// The list in the order of the text; where some were left out, a last entry says how many and how grave.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for tally in &self.tallies {
            if let (true, Some(entry)) = (tally.count > 1, tally.at.and_then(|at| self.list.get_mut(at))) {
                entry.message = format!("{} ({} places)", entry.message, tally.count);
            }
        }
        self.list.sort_by_key(|diagnostic| (diagnostic.span.start(), diagnostic.span.end()));
        if self.left_out > 0 {
            let plural = if self.left_out == 1 { "" } else { "s" };
            let end = self.list.last().map_or(Span::at(0), |last| Span::at(last.span.end()));
            self.list.push(
                Diagnostic::new(&MORE_DIAGNOSTICS, end, format!("{} more diagnostic{plural}", self.left_out))
                    .severity(self.left_out_worst),
            );
        }
        self.list
    }
}
