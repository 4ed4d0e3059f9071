//! Headings: sections, groups, items, flags.

use envelope_core::text::{Line, same_name, split_key};
use envelope_core::{Edit, Span};

use super::line::{self, Heading, Id};
use super::rank;
use super::{FLAGS, Group, KINDS, Open, Owner, REFINEMENTS, Reader};
use crate::syntax::{FlagSyntax, ItemSyntax};

/// What marks the title of a question that must be answered.
pub(crate) const MARK: &str = "[MUST ANSWER]";

impl<'a> Reader<'a> {
    /// Reads a heading; `false` if the line is none.
    pub(super) fn heading(&mut self, line: &Line<'a>) -> bool {
        let text = self.text;
        match line.content().as_bytes() {
            [b'#', ..] => {
                let Some(heading) = line::heading(line) else { return false };
                match line::id(text, heading.title) {
                    Some(id) => self.id_heading(line, &heading, &id),
                    None => self.plain_heading(line, &heading),
                }
            }
            [b'*', b'*', ..] => {
                let Some(id) = line::bold_id(text, line) else { return false };
                let today = format!("##### {}: {}", id.item, id.title.of(text));
                self.old_form(line.span(), "##### R1.1: Title", vec![Edit::replace(line.span(), today)]);
                self.item(line, &id);
            }
            _ => return false,
        }
        true
    }

    fn id_heading(&mut self, line: &Line<'a>, heading: &Heading, id: &Id) {
        let (signs, right) =
            if id.item.is_question() { ("###", "### Q1: Title") } else { ("#####", "##### R1.1: Title") };
        if heading.signs.of(self.text) != signs {
            self.old_form(line.span(), right, vec![Edit::replace(heading.signs, signs)]);
        }
        self.item(line, id);
    }

    fn plain_heading(&mut self, line: &Line<'a>, heading: &Heading) {
        self.end_own(line.start);
        let title = heading.title.of(self.text);
        match (heading.level, self.open) {
            (2, _) => {
                self.end_section(line.start);
                if same_name(title, FLAGS) {
                    self.in_flags = true;
                    self.syntax.flags_heading.get_or_insert(line.span());
                    self.open = Open::Other { owner: Owner::Flags, heading: None, is_new: true };
                } else {
                    self.new_section(line.start, Some((line.span(), heading.title)));
                }
            }
            (3, _) if self.in_flags => self.flag(line, heading.title),
            (3, _) => {
                self.end_items(0, line.start);
                self.end_group();
                self.ensure_section(line.start);
                self.group = Some(Group { line: line.span(), title: heading.title, is_empty: true });
                self.open = Open::Other { owner: Owner::Section, heading: Some(line.span()), is_new: true };
            }
            (_, Open::Preamble | Open::Flag { .. }) => self.text_line(line.span(), false),
            (4, _) if same_name(title, REFINEMENTS) && self.refinements(line.span()) => {
                self.open = Open::Other { owner: Owner::Item, heading: Some(line.span()), is_new: true };
            }
            _ => self.keep(line.span()),
        }
    }

    /// Keeps a heading that is none of the format's, with the text below it.
    fn keep(&mut self, line: Span) {
        let owner = match self.stack.last() {
            _ if self.in_flags => Owner::Flags,
            Some(_) => Owner::Item,
            None => Owner::Section,
        };
        self.syntax.unknown_headings.push(line);
        self.open = Open::Other { owner, heading: Some(line), is_new: true };
        self.other_line(line);
    }

    /// Takes `#### Refinements` below a question.
    fn refinements(&mut self, line: Span) -> bool {
        let question = self.stack.first().and_then(|at| self.syntax.items.get_mut(*at));
        question.map(|question| question.refinements_heading.get_or_insert(line)).is_some()
    }

    fn flag(&mut self, line: &Line<'a>, title: Span) {
        let (key, value) = split_key(title.of(self.text)).unwrap_or((title.of(self.text), title.of(self.text).len()));
        let Some((_, kind)) = KINDS.iter().find(|(name, _)| same_name(name, key.trim_ascii())) else {
            return self.keep(line.span());
        };
        let title = Span::new(title.start() + value, title.end()).trim(self.text);
        let (heading, text) = (line.span(), Span::at(line.end()));
        self.syntax.flags.push(FlagSyntax { kind: *kind, heading, title, items: None, text });
        self.open = Open::Flag { is_new: true };
    }

    fn ensure_section(&mut self, at: usize) {
        if self.syntax.sections.is_empty() {
            self.new_section(at, None);
        }
        self.in_flags = false;
    }

    /// Begins an item.
    pub(super) fn item(&mut self, line: &Line<'a>, id: &Id) {
        self.end_own(line.start);
        self.end_items(rank(id.item), line.start);
        self.ensure_section(line.start);
        let (title, mark) = self.marked(id.title);
        let below = self.stack.first().copied().filter(|at| self.syntax.items[*at].id.is_question());
        let item = ItemSyntax {
            id: id.item,
            id_span: id.span,
            heading: line.span(),
            title,
            mark,
            section: self.syntax.sections.len().saturating_sub(1),
            group: self.group.as_ref().map(|group| group.title),
            below,
            own: Span::at(line.start),
            span: Span::at(line.start),
            refinements_heading: None,
            body: None,
            choices: Vec::new(),
            consolidated_from: None,
            recommendation: None,
            answer: None,
            other: Vec::new(),
        };
        if item.is_marked_by_group(self.text) {
            let edits = vec![Edit::insert(line.span().end(), format!(" {MARK}"))];
            self.old_form(line.span(), "### Q1: Title [MUST ANSWER]", edits);
        }
        self.stack.push(self.syntax.items.len());
        self.syntax.items.push(item);
        self.fill_group();
        (self.in_own, self.open) = (true, Open::Body);
    }

    /// A title without its mark, and the mark.
    fn marked(&self, title: Span) -> (Span, Option<Span>) {
        let content = title.of(self.text);
        let start = content.len().wrapping_sub(MARK.len());
        match content.get(start..) {
            Some(end) if end.eq_ignore_ascii_case(MARK) => {
                let mark = Span::new(title.start() + start, title.end());
                (Span::new(title.start(), mark.start()).trim(self.text), Some(mark))
            }
            _ => (title, None),
        }
    }
}
