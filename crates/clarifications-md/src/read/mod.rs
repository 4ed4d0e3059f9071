//! From the text to its syntax, in one scan by lines (R-Q2, R-Q3).

mod heading;
mod item;
pub(crate) mod line;

use envelope_core::text::frontmatter::{self, Value};
use envelope_core::text::{Line, Lines, Region, Regions};
use envelope_core::{Edit, Located, Span};

pub(crate) use heading::MARK;

use crate::locate::locate;
use crate::syntax::{OldForm, SectionSyntax, Syntax};
use crate::{FlagKind, ItemId};

/// The title of the section that holds contradictions and gaps.
pub(crate) const FLAGS: &str = "Needs Clarification";
/// The title of the heading above the refinements of a question.
pub(crate) const REFINEMENTS: &str = "Refinements";
/// How the entries under [`FLAGS`] begin.
pub(crate) const KINDS: [(&str, FlagKind); 2] =
    [("Contradiction", FlagKind::Contradiction), ("Critical Gap", FlagKind::CriticalGap)];

impl Syntax {
    /// Reads a text, from its frontmatter or its beginning.
    #[allow(dead_code, reason = "for the edits, which change whole texts")]
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
        let mut reader = Reader { text, syntax: Self { frontmatter, ..Self::default() }, ..Reader::default() };
        let mut regions = Regions::default();
        for line in Lines::new(text, Span::new(start, part.end())) {
            let region = regions.next(&line);
            reader.line(&line, region);
        }
        reader.finish(part.end(), &regions)
    }
}

/// The ids that a text names: whole words such as `R1.2a`.
pub(crate) fn ids_in(text: &str) -> impl Iterator<Item = ItemId> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    words.filter_map(|word| word.trim_matches('.').parse().ok())
}

/// What the next line of text belongs to.
#[derive(Clone, Copy, Default)]
enum Open {
    #[default]
    Preamble,
    Body,
    Choice,
    Recommendation,
    Answer,
    /// A field that the item has already.
    Repeated,
    /// A flag, directly below its heading or not.
    Flag {
        is_new: bool,
    },
    /// None of these. Text under a heading that is no item begins with that heading, and no field is read there.
    Other {
        owner: Owner,
        heading: Option<Span>,
        is_new: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Section,
    Item,
    Flags,
}

/// A `###` heading without an id.
struct Group {
    line: Span,
    title: Span,
    /// Whether neither an item nor text stands under it yet.
    is_empty: bool,
}

#[derive(Default)]
struct Reader<'a> {
    text: &'a str,
    syntax: Syntax,
    open: Open,
    after_blank: bool,
    /// The end of the last line that is not blank, and of the last heading.
    content_end: usize,
    heading_end: usize,
    group: Option<Group>,
    in_flags: bool,
    /// The items that go on: a question, its refinement, its sub-refinement.
    stack: Vec<usize>,
    /// Whether the last item is the nearest heading.
    in_own: bool,
    /// The older form of the choices of the last item.
    choices_form: Option<usize>,
    /// The indentation and older form of the open field if that is an item of a list.
    list_field: Option<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>, region: Region) {
        if line.is_blank() {
            self.after_blank = true;
            return;
        }
        let is_heading = region == Region::Open && self.heading(line);
        let is_field = !is_heading && region == Region::Open && self.field(line);
        if !is_heading && !is_field {
            self.text_line(line.span(), matches!(region, Region::Fence | Region::FenceEdge));
        }
        (self.after_blank, self.content_end) = (false, line.span().end());
        if is_heading {
            self.heading_end = self.content_end;
        }
    }

    /// Adds a line of text to what it belongs to.
    fn text_line(&mut self, line: Span, in_fence: bool) {
        let syntax = &mut self.syntax;
        match (&mut self.open, syntax.items.last_mut()) {
            (Open::Preamble, _) => extend(&mut syntax.preamble, line),
            (Open::Body, Some(item)) => extend(item.body.get_or_insert_default(), line),
            (Open::Choice, Some(item)) if !self.after_blank || in_fence => {
                extend_some(item.choices.last_mut().map(|choice| &mut choice.text), line);
            }
            (Open::Recommendation, Some(item)) => {
                extend_some(item.recommendation.as_mut().map(|field| &mut field.value), line);
            }
            (Open::Answer, Some(item)) => extend_some(item.answer.as_mut().map(|field| &mut field.value), line),
            (Open::Repeated, _) => extend_some(syntax.repeated.last_mut().map(|(_, field)| &mut field.value), line),
            (Open::Flag { is_new }, _) => {
                *is_new = false;
                extend_some(syntax.flags.last_mut().map(|flag| &mut flag.text), line);
            }
            (Open::Other { .. }, _) => self.other_line(line),
            (Open::Choice | Open::Body, _) => {
                self.open = Open::Other { owner: Owner::Item, heading: None, is_new: true };
                self.other_line(line);
            }
            (Open::Recommendation | Open::Answer, None) => {}
        }
    }

    fn other_line(&mut self, line: Span) {
        let Open::Other { owner, heading, is_new } = &mut self.open else { return };
        let (owner, heading) = (*owner, *heading);
        let is_new = std::mem::replace(is_new, false);
        if owner == Owner::Section {
            self.fill_group();
        }
        let Some(others) = self.others(owner) else { return };
        match others.last_mut() {
            Some(last) if !is_new => extend(last, line),
            _ => others.push(Span::new(heading.unwrap_or(line).start(), line.end())),
        }
    }

    fn others(&mut self, owner: Owner) -> Option<&mut Vec<Span>> {
        match owner {
            Owner::Section => self.syntax.sections.last_mut().map(|section| &mut section.other),
            Owner::Item => self.syntax.items.last_mut().map(|item| &mut item.other),
            Owner::Flags => Some(&mut self.syntax.flags_other),
        }
    }

    /// Notes an older form; gives its index.
    fn old_form(&mut self, span: Span, right: &'static str, edits: Vec<Edit>) -> usize {
        self.syntax.old_forms.push(OldForm { span, right, edits });
        self.syntax.old_forms.len() - 1
    }

    fn finish(mut self, end: usize, regions: &Regions) -> Syntax {
        let last = self.syntax.items.last().filter(|_| self.in_own);
        let is_closed = self.syntax.frontmatter.as_ref().is_none_or(|frontmatter| frontmatter.is_closed);
        self.syntax.cut = match last {
            _ if !is_closed => Some("inside the frontmatter"),
            _ if regions.in_fence() => Some("inside a code fence"),
            _ if regions.in_thought() => Some("inside a thought"),
            _ if self.heading_end > 0 && self.heading_end == self.content_end => Some("behind a heading"),
            Some(item) if item.answer.is_none() && item.ticked().is_empty() => Some("before `**Answer:**`"),
            _ => None,
        };
        self.end_section(end);
        self.sections_by_name();
        self.syntax
    }

    /// `sections:` as a list of names is an older form of their number.
    fn sections_by_name(&mut self) {
        let entry = self.syntax.frontmatter.as_ref().and_then(|frontmatter| frontmatter.get(self.text, "sections"));
        let Some((entry, Value::List(names))) = entry.map(|entry| (entry, &entry.content)) else { return };
        let blank = if self.text[..entry.value.start()].ends_with(':') { " " } else { "" };
        let edit = Edit::replace(entry.value, format!("{blank}{}", names.len()));
        let span = entry.value;
        self.old_form(span, "sections: 6", vec![edit]);
    }

    fn end_section(&mut self, at: usize) {
        self.end_own(at);
        self.end_items(0, at);
        self.end_group();
        if let Some(section) = self.syntax.sections.last_mut().filter(|_| !self.in_flags) {
            section.span = Span::new(section.span.start(), at);
        }
    }

    /// Ends the items of a rank and of those below.
    fn end_items(&mut self, level: usize, at: usize) {
        while let Some(item) = self.stack.last().and_then(|last| self.syntax.items.get_mut(*last))
            && rank(item.id) >= level
        {
            item.span = Span::new(item.span.start(), at);
            self.stack.pop();
        }
    }

    fn fill_group(&mut self) {
        if let Some(group) = &mut self.group {
            group.is_empty = false;
        }
    }

    /// Keeps the heading of a group that has nothing below it.
    fn end_group(&mut self) {
        let group = self.group.take().filter(|group| group.is_empty);
        if let (Some(group), Some(section)) = (group, self.syntax.sections.last_mut()) {
            section.other.push(group.line);
        }
    }

    fn new_section(&mut self, at: usize, heading: Option<(Span, Span)>) {
        self.in_flags = false;
        let (heading, title) = heading.unzip();
        self.syntax.sections.push(SectionSyntax { heading, title, span: Span::at(at), other: Vec::new() });
        self.open = Open::Other { owner: Owner::Section, heading: None, is_new: true };
    }
}

/// 0 for a question, 1 for a refinement, 2 for a sub-refinement.
fn rank(id: ItemId) -> usize {
    match id.parent() {
        None => 0,
        Some(parent) if parent.is_question() => 1,
        Some(_) => 2,
    }
}

fn extend(span: &mut Span, line: Span) {
    *span = if span.is_empty() { line } else { Span::new(span.start(), line.end()) };
}

fn extend_some(span: Option<&mut Span>, line: Span) {
    if let Some(span) = span {
        extend(span, line);
    }
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
