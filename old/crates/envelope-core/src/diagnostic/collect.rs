//! Gathering diagnostics within limits (R-A9).

use super::Diagnostic;
use crate::rules::MORE_DIAGNOSTICS;
use crate::{Limits, Path, Rule, Severity, Span};

/// The diagnostics of one message: bounded in number, repeated kinds counted, none without effect (R-A9).
///
/// Past the limit a diagnostic is only counted, but its severity still decides whether the message is accepted. A graver
/// one takes the place of the mildest that is listed: whoever is refused is told why, however much else was found.
///
/// ```
/// use envelope_core::{Diagnostic, Diagnostics, Limits, Severity, Span, rules};
/// let mut found = Diagnostics::new(Limits::default().with_diagnostics(1));
/// found.tally(&rules::CRLF, "", Span::new(4, 6), "line ends are CRLF");
/// found.tally(&rules::CRLF, "", Span::new(9, 11), "line ends are CRLF");
/// found.push(Diagnostic::new(&rules::NOT_UTF8, Span::new(7, 8), "a byte that is not UTF-8"));
/// assert_eq!(found.worst(), Some(Severity::Error));
/// assert!(found.is_full(), "one is listed, the other counted");
/// let list = found.finish();
/// assert_eq!(list[0].message, "a byte that is not UTF-8", "the graver one");
/// assert_eq!(list[1].message, "1 more diagnostic");
/// assert_eq!(list[1].severity, Severity::Note);
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    limit: usize,
    tallies: Vec<Tally>,
    worst: Option<Severity>,
    left_out: usize,
    left_out_worst: Severity,
    /// Where the milder ones are listed, once the list is full.
    milder: Option<Milder>,
}

/// The places in a full list that a graver diagnostic may take: the last ones first, notes before warnings.
#[derive(Clone, Debug, Default)]
struct Milder {
    notes: Vec<usize>,
    warnings: Vec<usize>,
}

impl Milder {
    fn of(list: &[Diagnostic]) -> Self {
        let mut milder = Self::default();
        list.iter().enumerate().for_each(|(at, diagnostic)| milder.add(at, diagnostic.severity));
        milder
    }

    fn add(&mut self, at: usize, severity: Severity) {
        match severity {
            Severity::Note => self.notes.push(at),
            Severity::Warning => self.warnings.push(at),
            Severity::Error => {}
        }
    }

    fn has_for(&self, severity: Severity) -> bool {
        severity > Severity::Note && !self.notes.is_empty() || severity > Severity::Warning && !self.warnings.is_empty()
    }

    fn take_for(&mut self, severity: Severity) -> Option<usize> {
        let note = (severity > Severity::Note).then(|| self.notes.pop()).flatten();
        note.or_else(|| (severity > Severity::Warning).then(|| self.warnings.pop()).flatten())
    }
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
            milder: None,
        }
    }

    /// The limits within which it gathers, as far as it knows them.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().with_diagnostics(self.limit)
    }

    /// How many bytes the list takes, as far as that can be told without looking into paths and fixes.
    pub(crate) fn size(&self) -> usize {
        let words = |entry: &Diagnostic| entry.message.capacity() + entry.help.as_ref().map_or(0, String::capacity);
        self.list.capacity() * size_of::<Diagnostic>() + self.list.iter().map(words).sum::<usize>()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list(diagnostic);
    }

    /// Adds one whose message is only made when it will be listed: for readers that may meet very many.
    #[cold]
    pub fn report(&mut self, rule: &'static Rule, span: Span, message: impl FnOnce() -> String) {
        if self.lists(rule.severity()) {
            self.push(Diagnostic::new(rule, span, message()));
        } else {
            self.leave_out(rule.severity());
        }
    }

    /// The same with the place in the value, which is made only when it will be listed, too.
    #[cold]
    pub fn report_at(&mut self, rule: &'static Rule, span: Span, said: impl FnOnce() -> (String, Path)) {
        if self.lists(rule.severity()) {
            let (message, path) = said();
            self.push(Diagnostic::new(rule, span, message).path(path));
        } else {
            self.leave_out(rule.severity());
        }
    }

    /// Adds all that `other` holds, its counts included: a kind that both have is still reported once.
    pub fn absorb(&mut self, other: Self) {
        let Self { list, tallies, left_out, left_out_worst, .. } = other;
        for (at, diagnostic) in list.into_iter().enumerate() {
            let Some(tally) = tallies.iter().find(|tally| tally.at == Some(at)) else {
                self.push(diagnostic);
                continue;
            };
            let known = self.tallies.iter_mut().find(|own| own.code == tally.code && own.kind == tally.kind);
            if let Some(own) = known {
                own.count += tally.count;
                continue;
            }
            let own_at = self.list(diagnostic);
            self.tallies.push(Tally { at: own_at, ..*tally });
        }
        if left_out > 0 {
            self.worst = self.worst.max(Some(left_out_worst));
            self.left_out += left_out;
            self.left_out_worst = self.left_out_worst.max(left_out_worst);
        }
    }

    /// Adds all that `other` holds, each moved to another place.
    pub fn absorb_moved(&mut self, mut other: Self, place: impl Fn(Span) -> Span) {
        other.list.iter_mut().for_each(|diagnostic| diagnostic.span = place(diagnostic.span));
        self.absorb(other);
    }

    /// Gives a path to every diagnostic inside `span` that has none yet; `paths` takes offsets in ascending order.
    pub(crate) fn set_paths(&mut self, paths: impl FnOnce(&[usize]) -> Vec<Path>, span: Span) {
        let mut inside: Vec<&mut Diagnostic> =
            self.list.iter_mut().filter(|entry| entry.path.is_none() && span.contains(entry.span)).collect();
        inside.sort_by_key(|diagnostic| diagnostic.span.start());
        let offsets: Vec<usize> = inside.iter().map(|diagnostic| diagnostic.span.start()).collect();
        for (diagnostic, path) in inside.into_iter().zip(paths(&offsets)) {
            diagnostic.path = Some(path);
        }
    }

    /// Adds one per rule and kind: the first has the place, the others are counted (R-A6, R-A9).
    pub fn tally(&mut self, rule: &'static Rule, kind: &'static str, span: Span, message: impl Into<String>) {
        self.tally_with(rule, kind, || Diagnostic::new(rule, span, message));
    }

    /// The same with the place in the value, which is made for the first one only.
    pub fn tally_at(
        &mut self,
        rule: &'static Rule,
        kind: &'static str,
        span: Span,
        said: impl FnOnce() -> (String, Path),
    ) {
        self.tally_with(rule, kind, || {
            let (message, path) = said();
            Diagnostic::new(rule, span, message).path(path)
        });
    }

    /// The same with a diagnostic that is made for the first one only.
    pub(crate) fn tally_with(&mut self, rule: &'static Rule, kind: &'static str, first: impl FnOnce() -> Diagnostic) {
        if let Some(tally) = self.tallies.iter_mut().find(|tally| tally.code == rule.code() && tally.kind == kind) {
            tally.count += 1;
            return;
        }
        let at = self.list(first());
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

    /// Whether the list is at its limit and holds errors alone, so that what comes now is only counted.
    pub fn is_full(&self) -> bool {
        !self.lists(Severity::Error)
    }

    /// Whether one of this severity would be listed now: there is room, or a milder one to take the place of.
    pub fn lists(&self, severity: Severity) -> bool {
        self.list.len() < self.limit || self.milder.as_ref().is_some_and(|milder| milder.has_for(severity))
    }

    /// What is listed so far, in the order of finding.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// How many were left out, which are only counted.
    pub(crate) fn unlisted(&self) -> usize {
        self.left_out
    }

    /// The list in the order of the text; where some were left out, a last entry says how many and how grave.
    pub fn finish(self) -> Vec<Diagnostic> {
        let (left_out, worst) = (self.left_out, self.left_out_worst);
        let mut list = self.close_tallies();
        list.sort_by_key(|diagnostic| (diagnostic.span.start(), diagnostic.span.end()));
        if left_out > 0 {
            let plural = if left_out == 1 { "" } else { "s" };
            let end = list.last().map_or(Span::at(0), |last| Span::at(last.span.end()));
            let message = format!("{left_out} more diagnostic{plural}");
            list.push(Diagnostic::new(&MORE_DIAGNOSTICS, end, message).severity(worst));
        }
        list
    }

    /// Lists one and gives its place, or leaves out the mildest.
    fn list(&mut self, diagnostic: Diagnostic) -> Option<usize> {
        let severity = diagnostic.severity;
        self.worst = self.worst.max(Some(severity));
        let at = if self.list.len() < self.limit {
            self.list.push(diagnostic);
            if self.list.len() == self.limit {
                self.milder = Some(Milder::of(&self.list));
            }
            return Some(self.list.len() - 1);
        } else {
            self.milder.as_mut().and_then(|milder| milder.take_for(severity))
        };
        let Some((at, entry)) = at.and_then(|at| Some((at, self.list.get_mut(at)?))) else {
            self.leave_out(severity);
            return None;
        };
        let replaced = std::mem::replace(entry, diagnostic);
        self.leave_out(replaced.severity);
        self.tallies.iter_mut().filter(|tally| tally.at == Some(at)).for_each(|tally| tally.at = None);
        self.milder.iter_mut().for_each(|milder| milder.add(at, severity));
        Some(at)
    }

    fn leave_out(&mut self, severity: Severity) {
        self.worst = self.worst.max(Some(severity));
        self.left_out += 1;
        self.left_out_worst = self.left_out_worst.max(severity);
    }

    /// The list, in the order of finding, with the counts written into the messages.
    fn close_tallies(mut self) -> Vec<Diagnostic> {
        for tally in &self.tallies {
            if let (true, Some(entry)) = (tally.count > 1, tally.at.and_then(|at| self.list.get_mut(at))) {
                entry.message = format!("{} ({} places)", entry.message, tally.count);
            }
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CRLF, DECORATION, NOT_UTF8};

    #[test]
    fn errors_are_listed_before_what_is_milder() {
        let one = |severity, at: usize| Diagnostic::new(&NOT_UTF8, Span::at(at), at.to_string()).severity(severity);
        let mut found = Diagnostics::new(Limits::default().with_diagnostics(3));
        found.tally(&CRLF, "", Span::at(0), "lines end with CRLF");
        found.push(one(Severity::Warning, 1));
        found.push(one(Severity::Warning, 2));
        found.push(one(Severity::Warning, 3));
        assert!(found.lists(Severity::Error) && !found.lists(Severity::Warning), "the note is gone");
        found.tally(&CRLF, "", Span::at(0), "lines end with CRLF");
        for at in 4..9 {
            found.report(&NOT_UTF8, Span::at(at), || at.to_string());
        }
        assert!(found.is_full());
        let told: Vec<_> = found.finish().into_iter().map(|it| (it.severity, it.message)).collect();
        let error = |message: &str| (Severity::Error, message.to_owned());
        assert_eq!(told, [error("4"), error("5"), error("6"), error("6 more diagnostics")]);
    }

    #[test]
    fn a_list_without_room_counts() {
        let mut found = Diagnostics::new(Limits::default().with_diagnostics(0));
        found.tally(&CRLF, "", Span::at(0), "lines end with CRLF");
        found.report(&NOT_UTF8, Span::at(1), || "not UTF-8".to_owned());
        assert_eq!((found.worst(), found.finish().len()), (Some(Severity::Error), 1));
    }

    #[test]
    fn a_kind_that_two_collections_have_is_reported_once() {
        let mut whole = Diagnostics::new(Limits::default());
        whole.tally(&DECORATION, "bold", Span::new(0, 1), "read through bold");
        let mut part = Diagnostics::new(Limits::default());
        part.tally(&DECORATION, "bold", Span::new(2, 3), "read through bold");
        part.push(Diagnostic::new(&NOT_UTF8, Span::new(4, 5), "not UTF-8"));
        part.tally(&CRLF, "", Span::new(6, 7), "lines end with CRLF");
        part.tally(&CRLF, "", Span::new(8, 9), "lines end with CRLF");
        whole.absorb_moved(part, |span| span.shifted(10));
        whole.tally(&CRLF, "", Span::new(30, 31), "lines end with CRLF");
        let list = whole.finish();
        let told: Vec<_> = list.iter().map(|it| (it.message.as_str(), it.span.start())).collect();
        let expected = [("read through bold (2 places)", 0), ("not UTF-8", 14), ("lines end with CRLF (3 places)", 16)];
        assert_eq!(told, expected);
    }
}
