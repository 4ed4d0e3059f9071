//! Lists and maps in brackets with everything in them, scalars as their letters (R-S2, R-S3).

use envelope_core::{Diagnostic, Span};

use super::flow::blanks;
use super::node::{Entry, Node, Scalar};
use super::quoted::closing;
use super::reader::Reader;
use super::scalar::meaning;

/// The list or map at `span`, brackets included; `None` when it holds what only a reader of all YAML understands: an
/// anchor, a tag, a text over several lines, a pair in a list.
pub(super) fn collection<'a>(reader: &mut Reader<'a, '_>, span: Span) -> Option<Node<'a>> {
    let mut cursor = Cursor { text: span.of(reader.text), at: 0, start: span.start(), found: Vec::new() };
    let node = cursor.value()?;
    cursor.skip_blanks();
    if cursor.peek().is_some() {
        return None;
    }
    cursor.found.into_iter().for_each(|diagnostic| reader.found.push(diagnostic));
    note_repeated(reader, &node);
    Some(node)
}

/// Reports the keys that stand twice in a map. Recursion is as deep as the brackets, which the reader limits.
fn note_repeated<'a>(reader: &mut Reader<'a, '_>, node: &Node<'a>) {
    match node {
        Node::List(items, _) => items.iter().for_each(|item| note_repeated(reader, item)),
        Node::Map(entries, _) => {
            reader.note_repeated(entries);
            for entry in entries {
                note_repeated(reader, &entry.node);
            }
        }
        Node::Scalar(_) | Node::Data(..) => {}
    }
}

/// A place in a text in brackets. What is odd is told only if all of it can be read.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// Where the text starts in the message.
    start: usize,
    found: Vec<Diagnostic>,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, sign: u8) -> bool {
        let here = self.peek() == Some(sign);
        self.at += usize::from(here);
        here
    }

    fn skip_blanks(&mut self) {
        self.at += blanks(self.text.get(self.at..).unwrap_or_default());
    }

    fn span(&self, from: usize) -> Span {
        Span::new(self.start + from, self.start + self.at)
    }

    /// Recursion is as deep as the brackets, which the reader limits.
    fn value(&mut self) -> Option<Node<'a>> {
        match self.peek()? {
            b'[' => self.list(),
            b'{' => self.map(),
            _ => self.scalar().map(Node::Scalar),
        }
    }

    fn list(&mut self) -> Option<Node<'a>> {
        let from = self.at;
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.skip_blanks();
            if self.take(b']') {
                return Some(Node::List(items, self.span(from)));
            }
            items.push(self.value()?);
            self.part(b']')?;
        }
    }

    fn map(&mut self) -> Option<Node<'a>> {
        let from = self.at;
        let mut entries = Vec::new();
        self.at += 1;
        loop {
            self.skip_blanks();
            if self.take(b'}') {
                return Some(Node::Map(entries, self.span(from)));
            }
            let key = self.scalar()?;
            self.skip_blanks();
            let mut node = Node::null(Span::at(self.start + self.at));
            if self.take(b':') {
                self.skip_blanks();
                if !matches!(self.peek()?, b',' | b'}') {
                    node = self.value()?;
                }
            }
            entries.push(Entry { key: key.text, key_span: key.span, node });
            self.part(b'}')?;
        }
    }

    /// The comma behind an item, or the closing bracket, which stays.
    fn part(&mut self, close: u8) -> Option<()> {
        self.skip_blanks();
        (self.take(b',') || self.peek() == Some(close)).then_some(())
    }

    fn scalar(&mut self) -> Option<Scalar<'a>> {
        let from = self.at;
        match self.peek()? {
            b'"' | b'\'' => {
                self.at = closing(self.text, from)?;
                let raw = self.text.get(from..self.at)?;
                let found = &mut self.found;
                Some(meaning(raw, self.start + from, |diagnostic| found.push(diagnostic)))
            }
            b'&' | b'*' | b'!' | b'|' | b'>' | b'%' | b'@' | b'`' => None,
            _ => self.plain(from),
        }
    }

    /// Text without quotes, up to a sign that ends it.
    fn plain(&mut self, from: usize) -> Option<Scalar<'a>> {
        let bytes = self.text.as_bytes();
        let blank = |at: usize| bytes.get(at).is_none_or(|byte| b" \t\r\n,[]{}".contains(byte));
        let ends = |at: usize| match bytes.get(at) {
            None | Some(b',' | b'[' | b']' | b'{' | b'}' | b'\n' | b'\r') => true,
            Some(b':') => blank(at + 1),
            Some(b'#') => at > from && matches!(bytes.get(at - 1), Some(b' ' | b'\t')),
            Some(_) => false,
        };
        if matches!(self.peek(), Some(b'-' | b'?')) && blank(from + 1) {
            return None;
        }
        let stop = (from..=bytes.len()).find(|at| ends(*at))?;
        let text = self.text.get(from..stop)?.trim_end_matches([' ', '\t']);
        self.at = from + text.len();
        (!text.is_empty()).then(|| Scalar { text: text.into(), span: self.span(from), plain: true })
    }
}
