use crate::rules::{DECORATION, MORE_DIAGNOSTICS, MORE_ERRORS, NOT_UTF8, TOO_LARGE, TRUNCATED};
use crate::text::one_line;
use crate::{Diagnostic, LineIndex, MAX_DIAGNOSTICS, Message, Position, Rule, Severity, Span, Unreadable};

/// Collects what a decoder finds wrong, up to [`MAX_DIAGNOSTICS`].
#[derive(Debug, Default)]
pub struct Sink {
    entries: Vec<Entry>,
    beyond_limit: usize,
    errors_beyond_limit: bool,
    decorated: bool,
    truncated: bool,
    object: Option<usize>,
}

#[derive(Debug)]
struct Entry {
    rule: &'static Rule,
    span: Span,
    other: Option<Span>,
    message: String,
}

impl Sink {
    /// Reports a broken rule; the message is only made if there is room for it.
    pub fn push(&mut self, rule: &'static Rule, span: Span, message: impl FnOnce() -> String) {
        self.push_entry(rule, span, None, message);
    }

    /// Reports a broken rule in the words of its summary.
    pub fn report(&mut self, rule: &'static Rule, span: Span) {
        self.push(rule, span, || rule.summary.to_owned());
    }

    /// Reports a broken rule with a second place, which the message names.
    pub fn push_pair(&mut self, rule: &'static Rule, span: Span, other: Span, message: impl FnOnce() -> String) {
        self.push_entry(rule, span, Some(other), message);
    }

    /// Reports a decorated word or name: one warning per message (R-A6).
    pub fn decoration(&mut self, span: Span) {
        if !std::mem::replace(&mut self.decorated, true) {
            self.report(&DECORATION, span);
        }
    }

    /// Whether a message can be read at all; if not, reports why.
    pub fn check_readable(&mut self, message: &Message<'_>) -> bool {
        match message.unreadable() {
            None => return true,
            Some(Unreadable::TooLarge) => self.report(&TOO_LARGE, Span::at(0)),
            Some(Unreadable::NotUtf8(span)) => self.report(&NOT_UTF8, span),
        }
        false
    }

    /// Reports that the text ends too early (R-A10).
    pub fn truncated(&mut self, at: usize, message: impl FnOnce() -> String) {
        self.truncated = true;
        self.push(&TRUNCATED, Span::at(at), message);
    }

    /// Whether [`truncated`](Self::truncated) was called.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The gravest severity that was reported.
    pub(crate) fn worst(&self) -> Option<Severity> {
        let worst = self.entries.iter().map(|entry| entry.rule.severity).min();
        if self.errors_beyond_limit { Some(Severity::Error) } else { worst }
    }

    /// Names the JSON object that pointers are relative to.
    pub(crate) fn set_object(&mut self, node: usize) {
        self.object = Some(node);
    }

    fn push_entry(&mut self, rule: &'static Rule, span: Span, other: Option<Span>, message: impl FnOnce() -> String) {
        if self.entries.len() < MAX_DIAGNOSTICS - 1 {
            self.entries.push(Entry { rule, span, other, message: message() });
        } else {
            self.beyond_limit += 1;
            self.errors_beyond_limit |= rule.severity == Severity::Error;
        }
    }

    /// The diagnostics in the order of their places.
    pub fn finish(mut self, message: &Message<'_>) -> Vec<Diagnostic> {
        let text = message.text();
        self.entries.sort_by_key(|entry| entry.span);
        if self.beyond_limit > 0 {
            let rule = if self.errors_beyond_limit { &MORE_ERRORS } else { &MORE_DIAGNOSTICS };
            let message = format!("{} further diagnostics are not shown", self.beyond_limit);
            self.entries.push(Entry { rule, span: Span::at(text.len()), other: None, message });
        }
        if self.entries.is_empty() {
            return Vec::new();
        }
        let positions = positions(&self.entries, text);
        let position = |offset: usize| {
            let found = positions.binary_search_by_key(&offset, |(at, _)| *at);
            found
                .ok()
                .and_then(|at| positions.get(at))
                .map_or(Position { line: 1, column: 1 }, |(_, position)| *position)
        };
        let starts = self.entries.iter().map(|entry| entry.span.start());
        let pointers = self.object.map_or_else(Vec::new, |object| message.json().pointers(object, starts));
        let mut pointers = pointers.into_iter();
        let diagnostic = |entry: Entry| {
            // A message may quote the agent, whose words must not act on a terminal.
            let mut message = one_line(&entry.message).into_owned();
            if let Some(other) = entry.other.map(|span| position(span.start())) {
                message += &format!(" (see also {}:{})", other.line, other.column);
            }
            let position = position(entry.span.start());
            Diagnostic { rule: entry.rule, span: entry.span, position, pointer: pointers.next().flatten(), message }
        };
        self.entries.into_iter().map(diagnostic).collect()
    }
}

/// The places of all offsets that are named, found in one pass over the text.
fn positions(entries: &[Entry], text: &str) -> Vec<(usize, Position)> {
    let spans = entries.iter().flat_map(|entry| std::iter::once(entry.span).chain(entry.other));
    let mut offsets: Vec<usize> = spans.map(Span::start).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let mut index = LineIndex::new(text);
    offsets.into_iter().map(|offset| (offset, index.position(offset))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CONFLICTING_KEY, REPEATED_KEY};

    fn filled(rule: &'static Rule, last: &'static Rule) -> Vec<Diagnostic> {
        let mut sink = Sink::default();
        for at in (0..1_200).rev() {
            sink.report(rule, Span::at(at));
        }
        sink.report(last, Span::at(0));
        sink.finish(&Message::from(&"\n".repeat(1_200)))
    }

    #[test]
    fn the_list_ends_with_a_count_of_the_rest() {
        let list = filled(&REPEATED_KEY, &REPEATED_KEY);
        assert_eq!(list.len(), MAX_DIAGNOSTICS);
        let end = list.last().unwrap();
        assert_eq!(
            (end.rule.code, end.message.as_str()),
            (MORE_DIAGNOSTICS.code, "202 further diagnostics are not shown")
        );
        assert_eq!(filled(&REPEATED_KEY, &CONFLICTING_KEY).last().unwrap().rule.code, MORE_ERRORS.code);
    }

    #[test]
    fn diagnostics_are_in_order_and_name_the_second_place() {
        let mut sink = Sink::default();
        sink.push_pair(&CONFLICTING_KEY, Span::new(4, 5), Span::new(0, 1), || "b".to_owned());
        sink.decoration(Span::at(2));
        sink.decoration(Span::at(3));
        let list: Vec<String> = sink.finish(&Message::from("a\nb\nc")).iter().map(ToString::to_string).collect();
        assert_eq!(list.len(), 2);
        assert!(list[0].starts_with("2:1: warning"), "{list:?}");
        assert_eq!(list[1], "3:1: error: b (see also 1:1) [envelope-core/conflicting-key]");
    }
}
