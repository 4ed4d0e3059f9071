//! From the text to its syntax: into parts at its headings, then the fields of each item (R-Q2, R-Q3).

mod fields;
pub(crate) mod line;

use envelope_core::markdown::{Kind, blocks};
use envelope_core::text::frontmatter::{self, Value};
use envelope_core::text::{Line, Lines, Region, Regions, same_name, split_key};
use envelope_core::{Edit, Located, Span};

use crate::locate::locate;
use crate::syntax::{FlagSyntax, ItemSyntax, SectionSyntax, Syntax};
use crate::{FlagKind, ItemId};
use line::{ITEMS, Id};

/// What marks the title of a question that must be answered.
pub(crate) const MARK: &str = "[MUST ANSWER]";
/// The title of the section that holds contradictions and gaps.
pub(crate) const FLAGS: &str = "Needs Clarification";
/// The title of the heading above the refinements of a question.
pub(crate) const REFINEMENTS: &str = "Refinements";
/// How the entries under [`FLAGS`] begin.
pub(crate) const KINDS: [(&str, FlagKind); 2] =
    [("Contradiction", FlagKind::Contradiction), ("Critical Gap", FlagKind::CriticalGap)];

impl Syntax {
    /// Reads a text, from its frontmatter or its beginning.
    pub(crate) fn read(text: &str) -> Self {
        let region = match locate(text) {
            Located::At(place) => place.region,
            _ => Span::new(0, text.len()),
        };
        Self::read_part(text, region)
    }

    /// Reads a part of a text.
    pub(crate) fn read_part(text: &str, part: Span) -> Self {
        let frontmatter = frontmatter::read(text, part);
        let start = frontmatter.as_ref().map_or(part.start(), |frontmatter| frontmatter.span.end());
        let mut reader =
            Reader { text, syntax: Self { frontmatter, end: part.end(), ..Self::default() }, ..Reader::default() };
        let (mut regions, mut last) = (Regions::default(), Part { body: Span::at(start), ..Part::default() });
        for line in Lines::new(text, Span::new(start, part.end())) {
            if regions.next(&line) == Region::Open
                && let Some(next) = reader.heading(&line)
            {
                last.body = Span::new(last.body.start(), line.start);
                reader.part(&last, next.id.is_some());
                last = next;
            }
        }
        last.body = Span::new(last.body.start(), part.end());
        reader.part(&last, false);
        reader.syntax.cut = reader.cut(&last, &regions);
        reader.sections_by_name();
        reader.syntax
    }
}

/// The ids that a text names: whole words such as `R1.2a`.
pub(crate) fn ids_in(text: &str) -> impl Iterator<Item = ItemId> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    words.filter_map(|word| word.trim_matches('.').parse().ok())
}

/// A heading with the text up to the next one; without heading the text before the first.
#[derive(Default)]
struct Part {
    line: Span,
    /// How many signs the heading has; 0 without heading, and for an older form.
    level: usize,
    title: Span,
    id: Option<Id>,
    body: Span,
}

/// What text that belongs to no field is kept with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Owner {
    #[default]
    Preamble,
    Section,
    Item,
    /// The section [`FLAGS`].
    Flags,
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    syntax: Syntax,
    owner: Owner,
    /// The title of the group that goes on.
    group: Option<Span>,
    /// The question and the refinement that go on.
    question: Option<ItemId>,
    refinement: Option<ItemId>,
}

impl<'a> Reader<'a> {
    /// The heading that a line is, in today's form or an older one.
    fn heading(&mut self, line: &Line<'a>) -> Option<Part> {
        let text = self.text;
        // Most lines are told apart by their first byte.
        let (level, title, id) = match line.content().as_bytes() {
            [b'#', ..] => line::heading(line).map(|(level, title)| (level, title, line::id(text, title)))?,
            [b'*', b'*', ..] => line::bold_id(text, line).map(|id| (0, id.title, Some(id)))?,
            _ => return None,
        };
        if let Some(id) = &id {
            let (signs, today) = if id.item.is_question() { (3, "### Q1: Title") } else { (5, "##### R1.1: Title") };
            if level != signs {
                let heading = format!("{} {}: {}", "#".repeat(signs), id.item, id.title.of(text));
                self.syntax.old_form(line.span(), today, Edit::replace(line.span(), heading));
            }
        }
        Some(Part { line: line.span(), level, title, id, body: Span::at(line.end()) })
    }

    fn part(&mut self, part: &Part, next_is_item: bool) {
        let body = part.body.trim(self.text);
        let whole = Span::new(part.line.start(), part.body.end()).trim(self.text);
        let title = part.title.of(self.text);
        let in_flags = self.owner == Owner::Flags;
        match (part.level, &part.id) {
            (_, Some(id)) => self.item(part, id),
            (0, _) => self.syntax.preamble = body,
            (2, _) if same_name(title, FLAGS) => {
                self.open(Owner::Flags, None);
                let is_first = *self.syntax.flags_heading.get_or_insert(part.line) == part.line;
                self.keep(if is_first || body.is_empty() { body } else { whole });
            }
            (2, _) => {
                self.open(Owner::Section, None);
                self.section(Some(part.title));
                self.keep(body);
            }
            (3, _) if in_flags && self.flag(part) => {}
            (3, _) if !in_flags => {
                self.ensure_section();
                self.open(Owner::Section, Some(part.title));
                // The title of a group is that of its items. Without any it is kept as text.
                self.keep(if body.is_empty() && next_is_item { body } else { whole });
            }
            (4, _) if same_name(title, REFINEMENTS) => {
                self.syntax.refinements_headings.extend(self.question);
                self.keep(if body.is_empty() { body } else { whole });
            }
            _ => {
                // Before the first section any heading is text.
                let is_unknown = self.owner != Owner::Preamble;
                self.syntax.unknown_headings.extend(is_unknown.then_some(part.line));
                self.keep(whole);
            }
        }
        if let Some(item) = self.syntax.items.last_mut().filter(|_| self.owner == Owner::Item) {
            item.span = Span::new(item.span.start(), part.body.end());
        }
    }

    /// Begins a section or group, which ends the question before it.
    fn open(&mut self, owner: Owner, group: Option<Span>) {
        (self.owner, self.group, self.question, self.refinement) = (owner, group, None, None);
    }

    fn section(&mut self, title: Option<Span>) {
        self.syntax.sections.push(SectionSyntax { title, other: Vec::new() });
    }

    fn ensure_section(&mut self) {
        if self.syntax.sections.is_empty() {
            self.section(None);
        }
    }

    /// Keeps text that belongs to no field.
    fn keep(&mut self, text: Span) {
        let syntax = &mut self.syntax;
        let other = match self.owner {
            _ if text.is_empty() => None,
            Owner::Preamble => return extend(&mut syntax.preamble, text),
            Owner::Flags => Some(&mut syntax.flags_other),
            Owner::Section => syntax.sections.last_mut().map(|section| &mut section.other),
            Owner::Item => syntax.items.last_mut().map(|item| &mut item.other),
        };
        if let Some(other) = other {
            other.push(text);
        }
    }

    /// Reads an entry under [`FLAGS`], whose first line may be `**Items:** Q1, R1.2`; `false` if it is none.
    fn flag(&mut self, part: &Part) -> bool {
        let title = part.title.of(self.text);
        let (key, value) = split_key(title).unwrap_or((title, title.len()));
        let Some((_, kind)) = KINDS.iter().find(|(name, _)| same_name(name, key.trim_ascii())) else { return false };
        let title = Span::new(part.title.start() + value, part.title.end()).trim(self.text);
        let first = Lines::new(self.text, part.body).find(|line| !line.is_blank());
        let items = first.and_then(|line| line::items(self.text, &line));
        let start = items.map_or(part.line.end(), Span::end);
        let text = Span::new(start, part.body.end()).trim(self.text);
        let text = if text.is_empty() { Span::at(start) } else { text };
        self.syntax.flags.push(FlagSyntax { kind: *kind, heading: part.line, title, items, text });
        true
    }

    fn item(&mut self, part: &Part, id: &Id) {
        self.ensure_section();
        self.syntax.stray = self.syntax.stray.or((self.owner == Owner::Flags).then_some(id.span));
        self.owner = Owner::Item;
        let mut under = self.question;
        match id.item.parent() {
            None => (self.question, self.refinement) = (Some(id.item), None),
            Some(parent) if parent.is_question() => self.refinement = Some(id.item),
            Some(_) => under = self.refinement.or(under),
        }
        let (title, mark) = line::marked(self.text, id.title);
        let is_required = |group: Span| same_name(group.of(self.text), "Required");
        let is_unmarked = mark.is_none() && id.item.is_question() && self.group.is_some_and(is_required);
        if is_unmarked {
            let edit = Edit::insert(part.line.end(), format!(" {MARK}"));
            self.syntax.old_form(part.line, "### Q1: Title [MUST ANSWER]", edit);
        }
        let item = ItemSyntax {
            id: id.item,
            id_span: id.span,
            heading: part.line,
            title,
            mark,
            must_answer: mark.is_some() || is_unmarked,
            section: self.syntax.sections.len().saturating_sub(1),
            group: self.group,
            under,
            span: part.line,
            fields: fields::read(self.text, part.body, &mut self.syntax),
            other: Vec::new(),
        };
        self.syntax.items.push(item);
    }

    /// Why the text ends too early, if it does (R-A10).
    fn cut(&self, last: &Part, regions: &Regions) -> Option<&'static str> {
        let body = last.body.trim(self.text);
        let fields = self.syntax.items.last().filter(|_| last.id.is_some()).map(|item| &item.fields);
        match &self.syntax.frontmatter {
            Some(frontmatter) if !frontmatter.is_closed => Some("inside the frontmatter"),
            _ if regions.in_fence() => Some("inside a code fence"),
            _ if regions.in_thought() => Some("inside a thought"),
            _ if body.is_empty() && !last.line.is_empty() => Some("behind a heading"),
            _ if fields.is_some_and(|fields| fields.answer.is_none() && fields.ticked().is_empty()) => {
                Some("before `**Answer:**`")
            }
            _ if self.owner == Owner::Flags && body.of(self.text).ends_with(ITEMS) => Some("behind `**Items:**`"),
            _ => self.ends_in_row(body).then_some("inside a table"),
        }
    }

    /// Whether a text ends with a table row without its last `|`, below a header that has one.
    fn ends_in_row(&self, text: Span) -> bool {
        let is_open = |row: Span| !row.of(self.text).trim_ascii_end().ends_with('|');
        let blocks = blocks(self.text, text);
        let header = blocks.iter().rev().find(|block| block.kind == Kind::Table);
        let row = blocks.last().filter(|block| block.kind == Kind::Row);
        header.zip(row).is_some_and(|(header, row)| !is_open(header.text) && is_open(row.text))
    }

    /// `sections:` as a list of names is an older form of their number.
    fn sections_by_name(&mut self) {
        let entry = self.syntax.frontmatter.as_ref().and_then(|frontmatter| frontmatter.get(self.text, "sections"));
        let Some((value, Value::List(names))) = entry.map(|entry| (entry.value, &entry.content)) else { return };
        let blank = if self.text[..value.start()].ends_with(':') { " " } else { "" };
        let edit = Edit::replace(value, format!("{blank}{}", names.len()));
        self.syntax.old_form(value, "sections: 6", edit);
    }
}

/// Adds a text to what stands above it.
fn extend(span: &mut Span, text: Span) {
    *span = if span.is_empty() { text } else { Span::new(span.start(), text.end()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `fmt` is: every edit of every older form.
    fn rewritten(text: &str) -> String {
        let forms = Syntax::read(text).old_forms;
        envelope_core::edit::apply(text, forms.into_iter().flat_map(|form| form.edits).collect())
    }

    #[track_caller]
    fn check(old: &str, new: &str) {
        assert_eq!(rewritten(old), new);
        assert!(Syntax::read(new).old_forms.is_empty(), "{new}");
        assert_eq!(rewritten(&old.replace('\n', "\r\n")), new.replace('\n', "\r\n"));
    }

    #[test]
    fn older_forms_are_rewritten() {
        check("### Q1: A\n**Answer**: B\n", "### Q1: A\n**Answer:** B\n");
        check(
            "### Q1: A\n- Recommendation: A\n- Selected answer: B",
            "### Q1: A\n**Recommendation:** A\n**Answer:** B",
        );
        check(
            "### Q1: A\n- [ ] a) x\n  y\n- [X] b) z\n\n**Answer:**\n",
            "### Q1: A\nA. x\n  y\nB. z\n\n**Answer:** B\n",
        );
        check("### Q1: A\n  a) x\n  b) y\n", "### Q1: A\nA. x\nB. y\n");
        check("### Q1: A\n- [x] a) x\n\n## S\n", "### Q1: A\nA. x\n\n**Answer:** A\n\n## S\n");
        check("### Q1: A\n**Question**: Why?\n**Choices**:\n- a) x\n", "### Q1: A\nWhy?\n\nA. x\n");
        check(
            "**R1.1:** Why?\n\n**R1.1a: How?**\n**Answer:** c",
            "##### R1.1: Why?\n\n##### R1.1a: How?\n**Answer:** c",
        );
        check(
            "### Required\n### Q1: A\n## Q2: B\n",
            "### Required\n### Q1: A [MUST ANSWER]\n### Q2: B [MUST ANSWER]\n",
        );
        check("---\nsections: [a, b]\n---\n", "---\nsections: 2\n---\n");
        check("---\nsections:\n  - a\n  - b\nquestion_count: 1\n---\n", "---\nsections: 2\nquestion_count: 1\n---\n");
    }

    #[test]
    fn what_would_be_lost_is_not_rewritten() {
        let notes = "### Q1: A\n- Selected answer: B\n- Notes: see above\n";
        assert_eq!(rewritten(notes), notes);
        let ticked = "### Q1: A\n- [x] a) x\n**Answer:** something else\n";
        assert_eq!(rewritten(ticked), ticked);
    }
}
