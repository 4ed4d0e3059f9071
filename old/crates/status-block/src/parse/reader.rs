//! The line reader: from the lines of one block to nodes (R-S2).

use std::borrow::Cow;

use envelope_core::rules::DECORATION;
use envelope_core::text::{Decoration, Decorations, Fences, LineRole, placeholder};
use envelope_core::{Diagnostic, Diagnostics, Limits, Span};

pub(super) use super::block::Block;
use super::collection::collection;
use super::forgotten::NextHead;
use super::node::{Entry, Node};
use super::repeated::{Filled, note_repeated};
use super::row::{Head, Key, Row, without_comment};
use super::{is_template, yaml};
use crate::Section;
use crate::fields::{CARRIED, Shape, note_spelling};
use crate::rules::{TAB_INDENT, TIGHT_COLON, TOO_DEEP, UNEVEN_INDENT, UNREAD_YAML};

/// Reads lines from front to back; a line is looked at as [`Reader::row`] until something consumes it.
#[derive(Debug)]
pub(super) struct Reader<'a, 'd> {
    pub(super) text: &'a str,
    pub(super) row: Option<Row<'a>>,
    pub(super) found: &'d mut Diagnostics,
    pub(super) truncated: bool,
    /// Something was met that only a reader of all YAML understands.
    pub(super) strange_form: bool,
    /// Searches for a closing quote, double or single, that start here or later find none.
    pub(super) no_quote_after: [usize; 2],
    /// How many containers may be nested.
    pub(super) depth: usize,
    /// The indentation of the STATUS line.
    pub(super) base: usize,
    /// The section that is being read.
    pub(super) section: Option<Section>,
    /// Whether the value of a field of paths is being read, whose items may have other marks than a dash.
    pub(super) paths: bool,
    /// The sections that were met.
    pub(super) seen: [Option<Section>; 4],
    pub(super) next_heads: [NextHead; 4],
    /// The sections that were read and hold something.
    filled: Filled,
    stray: Vec<Span>,
    repeated: Vec<Span>,
    /// One past the last line that was consumed as part of the block.
    end: usize,
    /// One past the last comment that was passed over.
    commented: usize,
}

impl<'a, 'd> Reader<'a, 'd> {
    /// A reader of the block whose first line starts at `start`; `base` is the indentation of its STATUS line.
    pub(super) fn new(text: &'a str, start: usize, base: usize, limits: Limits, found: &'d mut Diagnostics) -> Self {
        Self {
            text,
            row: Row::read(text, start),
            found,
            truncated: false,
            strange_form: false,
            no_quote_after: [usize::MAX; 2],
            depth: limits.depth(),
            base,
            section: None,
            paths: false,
            seen: [None; 4],
            next_heads: [NextHead::default(); 4],
            filled: Filled::default(),
            stray: Vec::new(),
            repeated: Vec::new(),
            end: start,
            commented: start,
        }
    }

    /// Reads the block up to its end.
    pub(super) fn block(mut self) -> Block<'a> {
        let start = self.row.map_or(self.end, |row| row.at);
        let mut status = None;
        let mut further = Vec::new();
        let mut sections: Vec<(Option<Section>, Entry<'a>)> = Vec::with_capacity(4);
        while let Some(row) = self.row {
            if row.is_blank() || row.is_comment() && !Self::is_heading_of_ours(&row) {
                self.pass(row);
                continue;
            }
            if row.indent < self.base && self.is_section_further_out(&row) {
                // The block is indented and this section is not: as it is written back it belongs to the block.
                self.base = row.indent;
            }
            if row.indent != self.base {
                if !self.skip_stray(row) {
                    break;
                }
                continue;
            }
            if row.is_rule() && self.section_after(&row) {
                self.found.tally(&DECORATION, "rule", row.span(), "read through a line across the block");
                self.row = Row::read(self.text, row.next);
                continue;
            }
            match Head::read(&row) {
                Head::Status { key, .. } if status.is_none() => {
                    self.note_key(&key, &row);
                    status = Some(self.status_entry(key));
                }
                // Below a template, a status begins the report itself (R-A5).
                Head::Status { key, .. }
                    if !sections.is_empty()
                        && !status.as_ref().is_some_and(is_template)
                        && self.goes_on_after(&row) =>
                {
                    self.note_key(&key, &row);
                    further.push(self.status_entry(key));
                }
                // `Summary: all is well` below the block is a sentence about it.
                Head::Known { section, key, exact: false }
                    if !key.value.is_empty() && self.filled.contains(section) =>
                {
                    if !self.skip_stray(row) {
                        break;
                    }
                }
                Head::Known { section, key, .. } => {
                    self.note_key(&key, &row);
                    self.section = Some(section);
                    if !self.seen.contains(&Some(section))
                        && let Some(slot) = self.seen.iter_mut().find(|slot| slot.is_none())
                    {
                        *slot = Some(section);
                    }
                    let entry = self.section_entry(key);
                    if !entry.node.is_null() {
                        self.filled.insert(section);
                    } else if !self.filled.contains(section) {
                        self.seen.iter_mut().filter(|seen| **seen == Some(section)).for_each(|seen| *seen = None);
                    }
                    sections.push((Some(section), entry));
                }
                Head::Extension(key) => {
                    self.note_key(&key, &row);
                    self.section = None;
                    let entry = self.extension_entry(key, row.start);
                    sections.push((None, entry));
                }
                Head::Status { .. } => break,
                Head::Foreign => {
                    if !self.skip_stray(row) {
                        break;
                    }
                }
            }
        }
        if self.row.is_none() {
            // Comments below the last key, with nothing after them, are comments of the block (R-S2).
            self.end = self.end.max(self.commented);
        }
        let again = note_repeated(sections.iter().map(|(_, entry)| entry), self.found);
        let span = Span::new(start, self.end);
        let Self { stray, repeated, truncated, .. } = self;
        Block { span, status, further, sections, stray, repeated, again, truncated }
    }

    /// Whether the line is a section that is indented less than the block, which has one of the four already.
    fn is_section_further_out(&mut self, row: &Row<'a>) -> bool {
        if self.filled.is_empty() {
            return false;
        }
        match Head::read(row) {
            Head::Known { key, exact: true, .. } | Head::Extension(key) => {
                self.note_uneven(&key);
                true
            }
            _ => false,
        }
    }

    /// A line `## SUMMARY:` is a section, not a comment.
    fn is_heading_of_ours(row: &Row<'a>) -> bool {
        matches!(Head::read(row), Head::Known { .. } | Head::Status { .. })
    }

    /// Whether the next line with content is a section, and no sentence that begins like one that is there.
    fn section_after(&self, row: &Row<'a>) -> bool {
        let next = Row::read(self.text, row.next).and_then(|next| self.next_content(next));
        next.filter(|(next, _)| next.indent == self.base).is_some_and(|(next, _)| match Head::read(&next) {
            Head::Known { section, key, exact } => exact || key.value.is_empty() || !self.filled.contains(section),
            Head::Extension(_) => true,
            Head::Status { .. } | Head::Foreign => false,
        })
    }

    /// Consumes the line.
    pub(super) fn advance(&mut self) {
        if let Some(row) = self.row {
            self.end = self.end.max(row.end);
            self.row = Row::read(self.text, row.next);
        }
    }

    /// Steps over a blank line or a comment, which is part of the block only if more of it follows.
    fn pass(&mut self, row: Row<'a>) {
        if !row.is_blank() {
            self.commented = row.end;
        }
        self.row = Row::read(self.text, row.next);
    }

    /// Consumes all lines up to the one that holds `end`, which is one past something read.
    pub(super) fn skip_to(&mut self, end: usize) {
        while self.row.is_some_and(|row| row.start < end) {
            self.advance();
        }
    }

    /// The first line with content after blank ones from `row` on, and how many blank ones there are.
    pub(super) fn next_content(&self, row: Row<'a>) -> Option<(Row<'a>, usize)> {
        let (mut row, mut blanks) = (row, 0);
        while row.is_blank() {
            row = Row::read(self.text, row.next)?;
            blanks += 1;
        }
        Some((row, blanks))
    }

    /// Whether the line is a key of the section that is being read, so that it never continues a text.
    pub(super) fn is_known_key(&self, row: &Row<'a>) -> bool {
        let Some(section) = self.section else { return false };
        // The names of all fields begin with one of a few letters, or the line is decorated.
        Key::any(row.text, row.at).is_some_and(|key| section.field_any_case(&key.name).is_some())
    }

    /// Reports keys that stand there again; what they say is kept beside the block (R-A3).
    pub(super) fn note_repeated(&mut self, entries: &[Entry<'a>]) {
        let repeated = note_repeated(entries.iter(), self.found);
        self.repeated.extend(repeated);
    }

    pub(super) fn note_tab(&mut self, row: &Row<'a>) {
        if row.tab {
            let span = Span::new(row.start, row.at);
            self.found.tally(&TAB_INDENT, "", span, "a line is indented with tabs");
        }
    }

    pub(super) fn note_decorations(&mut self, decorations: Decorations, span: Span) {
        for decoration in decorations.iter() {
            let kind = decoration.as_str();
            self.found.tally(&DECORATION, kind, span, format!("read through {kind}"));
        }
    }

    pub(super) fn too_deep(&mut self, span: Span) -> Node<'a> {
        let message = format!("more than {} nested containers", self.depth);
        self.found.push(Diagnostic::new(&TOO_DEEP, Span::at(span.start()), message));
        Node::plain(span.of(self.text).trim_end(), span)
    }

    /// A list or map in brackets, or a piece in a form that only the YAML crate knows.
    pub(super) fn through_yaml(&mut self, span: Span) -> Node<'a> {
        let text = span.of(self.text);
        if placeholder(text).is_some() {
            return Node::plain(text, span);
        }
        if let Some(node) = collection(self, span) {
            return node;
        }
        if let Some(value) = yaml::read(text, self.depth) {
            return Node::Data(value, span);
        }
        self.note_unread(span);
        Node::plain(text, span)
    }

    fn note_unread(&mut self, span: Span) {
        let message = "a form of YAML that cannot be read, kept as text";
        let help = "write plain keys and lists, or put the text in double quotes";
        self.found.push(Diagnostic::new(&UNREAD_YAML, span, message).help(help));
    }

    pub(super) fn note_key(&mut self, key: &Key<'a>, row: &Row<'a>) {
        self.note_tab(row);
        self.note_decorations(key.decorations, key.span);
        if key.tagged {
            self.strange_form = true;
            self.found.tally(&DECORATION, "tag", key.span, "read through a tag or an anchor before a key");
        }
        if key.tight {
            let message = "no blank stands after the colon";
            let help = format!("write `{}: …`", key.name);
            self.found.push(Diagnostic::new(&TIGHT_COLON, key.span, message).help(help));
        }
    }

    /// The key with the value on its line or below it.
    pub(super) fn entry(&mut self, key: Key<'a>, indent: usize, depth: usize) -> Entry<'a> {
        self.end_line_at(&key);
        self.note_comment_for_text(key.value_at);
        let node = self.value(key.value_at, indent, depth);
        Entry { key: key.name, key_span: key.span, node }
    }

    /// Leaves the marks at the line's end out that close what was opened before its key: `**KEY: value**` (R-A6).
    pub(super) fn end_line_at(&mut self, key: &Key<'a>) {
        let Some(row) = &mut self.row else { return };
        let length = (key.value_at + key.value.len()).saturating_sub(row.at);
        let rest = row.text.get(length..).unwrap_or_default();
        if !rest.is_empty() && rest.bytes().all(|byte| b"*_`".contains(&byte)) {
            row.text = row.text.get(..length).unwrap_or(row.text);
        }
    }

    /// Whether a further status line is a slip inside the block, and not the start of another: nothing follows it, or a
    /// section that is not there yet.
    fn goes_on_after(&self, row: &Row<'a>) -> bool {
        let next = Row::read(self.text, row.next).and_then(|next| self.next_content(next));
        next.is_none_or(|(next, _)| match Head::read(&next) {
            Head::Known { section, .. } => !self.filled.contains(section),
            _ => false,
        })
    }

    fn section_entry(&mut self, key: Key<'a>) -> Entry<'a> {
        let row = self.row;
        let on_line = without_comment(key.value);
        if !on_line.is_empty() && !on_line.starts_with('#') {
            let entry = self.entry(key, self.base, 0);
            return Entry { node: entry.node.opened(), ..entry };
        }
        self.advance();
        let entries = self.known_fields();
        let node = match entries {
            Some(entries) if entries.is_empty() => Node::null(Span::at(key.value_at)),
            Some(entries) => Node::Map(entries, key.span),
            None => match row {
                // The lines are no keys: they are a list or text, whatever they are.
                Some(row) => self.node_below(row, key.span.end(), self.base, 0),
                None => Node::null(key.span),
            },
        };
        Entry { key: key.name, key_span: key.span, node }
    }

    /// The fields of a known section; `None` when its first line is no key.
    fn known_fields(&mut self) -> Option<Vec<Entry<'a>>> {
        let section = self.section?;
        let mut entries: Vec<Entry<'a>> = Vec::with_capacity(3);
        let mut indent = None;
        while let Some(row) = self.row {
            if row.is_blank() || row.is_comment() && Key::any(row.text, row.at).is_none() {
                self.pass(row);
                continue;
            }
            let exact = Key::exact(row.text, row.at).filter(|_| row.indent > self.base);
            let (mut key, own) = match exact {
                Some(key) => {
                    let own = section.field(&key.name).is_some();
                    (key, own)
                }
                None => match Key::any(row.text, row.at) {
                    Some(key) => {
                        let own = section.field_any_case(&key.name).is_some();
                        (key, own)
                    }
                    None if row.indent > self.base && !entries.is_empty() => {
                        self.stray(row);
                        continue;
                    }
                    None => break,
                },
            };
            // An unknown key is one only inside the section, and not as an item of a list.
            if !own && (row.indent <= self.base || row.is_item()) {
                if row.is_item() && row.indent > self.base && !entries.is_empty() {
                    self.stray(row);
                    continue;
                }
                break;
            }
            if row.is_comment() && !own {
                self.pass(row);
                continue;
            }
            if let Some(field) = section.field_any_case(&key.name)
                && key.name != field.name
            {
                // A sentence below the block that begins like a field which is there.
                if row.indent <= self.base && entries.iter().any(|entry| entry.key == field.name) {
                    break;
                }
                note_spelling(field.name, &key.name, &mut key.decorations);
                key.name = Cow::Borrowed(field.name);
            }
            let first = *indent.get_or_insert(row.indent);
            // A list mark before the key is said already, and comes without indentation more often than not.
            if (row.indent != first || row.indent <= self.base) && !key.decorations.contains(Decoration::List) {
                self.note_uneven(&key);
            }
            self.note_key(&key, &row);
            let field = section.field_any_case(&key.name);
            self.paths = field.is_some_and(|field| field.shape == Shape::Paths);
            entries.push(self.entry(key, row.indent, 1));
            self.paths = false;
        }
        self.note_repeated(&entries);
        (!entries.is_empty() || self.row.is_none_or(|row| row.indent <= self.base && !row.is_item())).then_some(entries)
    }

    /// An extension section: read by lines, and once more by the YAML crate where the lines were not understood (R-S3).
    fn extension_entry(&mut self, key: Key<'a>, start: usize) -> Entry<'a> {
        self.strange_form = false;
        let value_at = key.value_at;
        let mut entry = self.entry(key, self.base, 0);
        if self.strange_form {
            let span = Span::new(start, self.row.map_or(self.text.len(), |row| row.start));
            let whole = yaml::read(span.of(self.text), self.depth);
            let read = whole.and_then(|mut whole| whole.get_mut(entry.key.as_ref()).map(serde_json::Value::take));
            if let Some(value) = read {
                entry.node = Node::Data(value, entry.node.span());
                return entry;
            }
            self.note_unread(entry.key_span);
            if entry.key == CARRIED {
                // What it says of the outcome is not sure: as text it is refused (R-A15).
                let span = Span::new(value_at.min(span.end()), span.end());
                entry.node = Node::plain(span.of(self.text).trim(), span);
            }
        }
        entry
    }

    pub(super) fn note_uneven(&mut self, key: &Key<'a>) {
        let message = format!("`{}` is not indented like the keys of its section", key.name);
        self.found.push(Diagnostic::new(&UNEVEN_INDENT, key.span, message).help("indent every key by two blanks"));
    }

    /// Keeps a line that belongs to nothing.
    pub(super) fn stray(&mut self, row: Row<'a>) {
        self.stray.push(row.span());
        self.row = Some(row);
        self.advance();
    }

    /// Passes over lines that are no part of the block, if a section that is not there yet follows them; else the block
    /// ends before them.
    fn skip_stray(&mut self, row: Row<'a>) -> bool {
        let mut fences = Fences::new();
        let mut passed = Vec::new();
        let mut next = Some(row);
        while let Some(row) = next {
            if fences.classify(row.text) == LineRole::Text && row.indent == self.base {
                match Head::read(&row) {
                    Head::Status { .. } => return false,
                    Head::Known { section, key, exact: true }
                        if matches!(without_comment(key.value), "" | "{}") || key.value.starts_with('#') =>
                    {
                        if self.filled.contains(section) {
                            return false;
                        }
                        self.stray.append(&mut passed);
                        self.end = self.end.max(row.start);
                        self.row = Some(row);
                        return true;
                    }
                    _ => {}
                }
            }
            if !row.is_blank() {
                passed.push(row.span());
            }
            next = Row::read(self.text, row.next);
        }
        false
    }
}
