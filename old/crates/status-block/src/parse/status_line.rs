//! The status line: whatever may take its word back is part of it (R-A2).

use envelope_core::text::Decoration;
use envelope_core::{Diagnostic, Span};

use super::node::{Entry, Node};
use super::reader::Reader;
use super::row::Key;
use super::word_of;
use crate::BlockStatus;
use crate::rules::COMMENT_IN_TEXT;

impl<'a> Reader<'a, '_> {
    /// The status line; whatever stands there is text.
    pub(super) fn status_entry(&mut self, key: Key<'a>) -> Entry<'a> {
        self.section = None;
        let doubtful = key.decorations.contains(Decoration::DoubtfulSign);
        let value_at = key.value_at;
        self.end_line_at(&key);
        let node = self.value(value_at, self.base, 0);
        let mut entry = Entry { key: key.name, key_span: key.span, node };
        // A sign before the marker that may say no is part of what is said: the whole line is read, and states nothing.
        if doubtful {
            let start =
                self.text.get(..entry.key_span.start()).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
            let span = Span::new(start, entry.node.span().end());
            entry.node = Node::plain(span.of(self.text), span);
        }
        let span = entry.node.span();
        if !matches!(entry.node, Node::Scalar(_)) {
            // From the first sign on: the dash of a list is read through as decoration, and told.
            let whole = Span::new(value_at.min(span.end()), span.end());
            let text = whole.of(self.text).trim();
            let span = Span::of_slice(whole.of(self.text), text).shifted(whole.start());
            entry.node = Node::plain(text, span);
        }
        // `success #failed`: what may be text is an addition to the status (R-A2).
        let rest = self.text.get(span.end()..).unwrap_or_default();
        let rest = rest.split(['\n', '\r']).next().unwrap_or_default().trim_end();
        let comment = rest.trim_start().strip_prefix('#').unwrap_or_default();
        if comment.starts_with(char::is_alphanumeric) {
            let span = Span::new(entry.node.span().start(), span.end() + rest.len());
            entry.node = Node::plain(span.of(self.text), span);
        } else if comment.contains(char::is_alphanumeric) && word_of(&entry).0 == Some(BlockStatus::Success) {
            let end = span.end() + rest.len();
            let message = "what follows the ` #` is a comment and says nothing of the status";
            let help = "say it in SUMMARY, or state another status";
            let comment = Span::new(end - comment.len() - 1, end);
            self.found.push(Diagnostic::new(&COMMENT_IN_TEXT, comment, message).help(help));
        }
        entry
    }
}
