//! Data below a key: lists and maps by their indentation (R-S3).

use envelope_core::Span;
use envelope_core::text::{Decoration, read_status};

use super::node::{Entry, Node};
use super::reader::Reader;
use super::row::{Head, Key, Row};
use crate::BlockStatus;

impl<'a> Reader<'a, '_> {
    /// What stands below a line without a value of its own.
    pub(super) fn below(&mut self, row: Row<'a>, at: usize, indent: usize, depth: usize) -> Node<'a> {
        self.advance();
        self.node_below(row, at, indent, depth)
    }

    pub(super) fn node_below(&mut self, row: Row<'a>, at: usize, indent: usize, depth: usize) -> Node<'a> {
        // A list may stand at the indentation of its key.
        let item_here = |next: &Row<'a>| next.indent == indent && self.begins_list(next);
        if self.peek_content().is_none_or(|next| next.indent <= indent && !item_here(&next)) {
            return Node::null(Span::at(at.min(row.end)));
        }
        self.deeper_node(row, at, indent, depth)
    }

    /// What stands below a line that is not indented less than it.
    fn deeper_node(&mut self, row: Row<'a>, at: usize, indent: usize, depth: usize) -> Node<'a> {
        let Some(next) = self.peek_content() else { return Node::null(Span::at(at.min(row.end))) };
        if depth >= self.depth {
            let span = next.span();
            self.skip_deeper(indent);
            return self.too_deep(span);
        }
        self.row = Some(next);
        if next.is_item() || self.paths && self.mark(&next).is_some() || self.begins_list(&next) {
            return self.list(next.indent, depth + 1);
        }
        if Key::any(next.text, next.at).is_some() {
            return self.map(indent, depth + 1);
        }
        self.value(next.at, indent, depth)
    }

    /// The next line with content that is no comment.
    fn peek_content(&self) -> Option<Row<'a>> {
        let mut row = self.row?;
        while row.is_blank() || row.is_comment() {
            row = Row::read(self.text, row.next)?;
        }
        Some(row)
    }

    /// The length of the mark that makes the line an item here: besides a dash, other marks where paths are listed and in
    /// extensions (R-A6).
    fn mark(&self, row: &Row<'a>) -> Option<usize> {
        if row.is_item() { Some(1) } else { row.path_mark().filter(|_| self.paths || self.section.is_none()) }
    }

    /// Whether the line is the first item of a list. In an extension a key may have another mark than a dash before it.
    fn begins_list(&self, row: &Row<'a>) -> bool {
        let keyed = || !row.is_item() && !self.paths && Key::any(row.text, row.at).is_some();
        self.item_mark(row).is_some() && !keyed()
    }

    /// The same, but for lines that are more than an item: a key of the section, or a status.
    fn item_mark(&self, row: &Row<'a>) -> Option<usize> {
        let status = || self.is_status_item(row) || !row.is_item() && matches!(Head::read(row), Head::Status { .. });
        self.mark(row).filter(|_| !self.is_known_key(row) && !status())
    }

    /// Whether the line states a status inside one of the four sections: it never continues a text without quotes (R-A2).
    pub(super) fn is_status_line(&self, row: &Row<'a>) -> bool {
        self.section.is_some()
            && match Head::read(row) {
                Head::Status { exact: true, .. } => true,
                Head::Status { key, .. } => read_status::<BlockStatus>(key.value).0.is_some(),
                _ => false,
            }
    }

    /// Whether the line states a status where one of the four sections lists something: it is no item (R-A2).
    pub(super) fn is_status_item(&self, row: &Row<'a>) -> bool {
        self.section.is_some() && matches!(Head::read(row), Head::Status { .. })
    }

    fn skip_deeper(&mut self, indent: usize) {
        while self.row.is_some_and(|row| row.is_blank() || row.indent > indent) {
            self.advance();
        }
    }

    /// A list whose items are indented by `indent`.
    fn list(&mut self, indent: usize, depth: usize) -> Node<'a> {
        let mut items = Vec::new();
        let mut span: Option<Span> = None;
        while let Some(row) = self.peek_content() {
            let Some(mark) = self.item_mark(&row).filter(|_| row.indent == indent) else { break };
            self.row = Some(row);
            self.note_tab(&row);
            if !row.is_item() {
                let decorations = std::iter::once(Decoration::List).collect();
                self.note_decorations(decorations, Span::new(row.at, row.at + mark));
            }
            let rest = row.text.get(mark..).unwrap_or_default();
            let inner = rest.trim_start_matches([' ', '\t']);
            let at = row.at + row.text.len() - inner.len();
            let column = row.indent + row.text.len() - inner.len();
            let item = self.item(row, inner, at, column, indent, depth);
            span = Some(span.map_or(item.span(), |span| span.join(item.span())));
            items.push(item);
        }
        Node::List(items, span.unwrap_or_default())
    }

    /// What follows the dash of an item.
    fn item(
        &mut self,
        row: Row<'a>,
        inner: &'a str,
        at: usize,
        column: usize,
        indent: usize,
        depth: usize,
    ) -> Node<'a> {
        let quoted = inner.starts_with(['"', '\'', '[', '{', '`']);
        if inner.is_empty() || inner.starts_with('#') {
            self.note_comment_for_text(at);
            // The next item at the same indentation is no part of this one.
            self.advance();
            return match self.peek_content().filter(|next| next.indent > indent) {
                Some(_) => self.deeper_node(row, at, indent, depth),
                None => Node::null(Span::at(at.min(row.end))),
            };
        }
        let nested = inner.starts_with("- ") || Key::exact(inner, at).is_some();
        if nested && (!quoted || Key::exact(inner, at).is_some()) {
            if depth >= self.depth {
                self.advance();
                self.skip_deeper(indent);
                return self.too_deep(Span::new(at, row.end));
            }
            // The item's own line becomes the first line of what it holds.
            self.row = Some(Row { indent: column, text: inner, at, tab: false, ..row });
            return if inner.starts_with("- ") { self.list(column, depth + 1) } else { self.map(indent, depth + 1) };
        }
        self.value(at, indent, depth)
    }

    /// A map whose keys are indented by more than `parent`.
    fn map(&mut self, parent: usize, depth: usize) -> Node<'a> {
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut indent = None;
        let mut span: Option<Span> = None;
        while let Some(row) = self.peek_content() {
            let first = *indent.get_or_insert(row.indent);
            if row.indent <= parent
                || row.is_item() && row.indent <= first
                || self.is_known_key(&row) && !entries.is_empty()
            {
                break;
            }
            let Some(key) = Key::any(row.text, row.at) else {
                self.stray(row);
                continue;
            };
            self.row = Some(row);
            if row.indent != first {
                self.note_uneven(&key);
            }
            self.note_key(&key, &row);
            self.strange_form |= points_elsewhere(row.text);
            let entry = self.entry(key, row.indent, depth);
            let whole = entry.key_span.join(entry.node.span());
            span = Some(span.map_or(whole, |span| span.join(whole)));
            entries.push(entry);
        }
        self.note_repeated(&entries);
        Node::Map(entries, span.unwrap_or_default())
    }
}

/// Whether the key of the line is an alias, `*name :`, or that of a merge, so that the line alone does not tell its name.
fn points_elsewhere(line: &str) -> bool {
    let alias = || {
        let name = line.strip_prefix('*').unwrap_or_default();
        let length =
            name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
        let after = name.get(length..).unwrap_or_default();
        length > 0 && after.starts_with([' ', '\t']) && after.trim_start().starts_with(':')
    };
    line.starts_with("<<:") || alias()
}
