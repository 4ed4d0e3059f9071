//! From headings and lines to the document (clarifications-md, "Markdown structure"; R-Q2).

use std::collections::HashSet;

use envelope_core::text::Lines;
use envelope_core::{Diagnostic, Edit, Fix, Rule, Severity, Span};

use super::blocks::{Blocks, Heading, blocks};
use super::heading::{self, Head, ItemHead};
use super::lines::{BoldMark, HiddenMark, LineMark, MarkKind, marks};
use super::{form, frontmatter, item, letters};
use crate::cut::cut_row;
use crate::evaluate::EvaluationRules;
use crate::ids::id_words;
use crate::labels::{COUNTS, ITEMS, Label, NEEDS_CLARIFICATION, REFINEMENTS, REFINEMENTS_LEVEL, hashes};
use crate::model::{
    Clarifications, Flag, Item, ItemSpots, NeedsClarification, Quarantined, Question, Refinement, Section, SourceText,
    Spot, Text,
};
use crate::rules::{
    CUT_OFF, HEADING_FORM, MALFORMED_ID, MISPLACED_QUESTION, REFINEMENTS_HEADING, REPEATED_KEY, STRAY_FIELD,
    UNCLOSED_FENCE,
};
use crate::second::second_frontmatter;
use crate::{CountKey, ItemId, RefinementId, steps};

/// Reads the document that stands at `whole` in `text`.
pub(crate) fn read(text: &str, whole: Span, rules: EvaluationRules) -> Clarifications {
    let front = frontmatter::read(text, whole);
    let body = Span::new(front.body, whole.end());
    let blocks = blocks(text, body);
    let mut walk = Walk {
        text,
        line_end: line_end(text),
        sections: Vec::new(),
        needs: None,
        quarantine: front.quarantine,
        deviations: front.deviations,
        preamble: Span::at(body.start()),
        state: State::Preamble,
        group: None,
        hidden: Vec::new(),
    };
    walk.run(&blocks, body);
    walk.hidden();
    if let Some(span) = blocks.unclosed {
        walk.aside(&UNCLOSED_FENCE, span, "nothing closes this; the rest of the document is not read", None);
    }
    if let Some(row) = cut_row(body.of(text)).filter(|_| blocks.unclosed.is_none()) {
        walk.aside(&CUT_OFF, row.shifted(body.start()), "the document ends in the middle of this row", None);
    }
    if front.value.is_some() {
        walk.second(body);
    }
    let Walk { mut sections, needs, mut quarantine, mut deviations, preamble, line_end, .. } = walk;
    // In the order of the text, whatever heading led to it: mending a heading must not change the order.
    quarantine.sort_by_key(|kept| kept.text.span().start());
    let preamble = Text::at(text, item::trimmed(text, preamble));
    form::sections_named(text, front.value.as_ref(), &sections, &mut deviations);
    // Whether letters may change is known when every word that may name one was read.
    let frontmatter = Span::new(whole.start(), body.start()).of(text);
    let around = letters::Around { frontmatter, preamble: &preamble, needs: needs.as_ref(), quarantine: &quarantine };
    let letters = letters::decide(text, &mut sections, &around);
    for item in sections.iter().flat_map(Section::items) {
        form::choices(text, line_end, item, &mut deviations);
    }
    // The copy, and the first line for its end: both are of the whole message, wherever the document stands in it.
    steps::count(2 * text.len());
    let source = SourceText { text: text.to_owned(), whole, deviations, letters, rules, issues: None };
    Clarifications {
        frontmatter: front.value,
        preamble,
        sections,
        needs_clarification: needs,
        quarantine,
        source: Spot(source),
    }
}

/// The line end that inserted text takes (R-Q4): the document's first.
pub(crate) fn line_end(text: &str) -> &'static str {
    Lines::new(text).next().map(|line| line.end.as_str()).filter(|end| !end.is_empty()).unwrap_or("\n")
}

/// Which part of the document the last heading belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Preamble,
    Section,
    Needs,
}

struct Walk<'a> {
    text: &'a str,
    line_end: &'static str,
    sections: Vec<Section>,
    needs: Option<NeedsClarification>,
    quarantine: Vec<Quarantined>,
    deviations: Vec<Diagnostic>,
    preamble: Span,
    state: State,
    group: Option<String>,
    /// Lines that may be items without a heading.
    hidden: Vec<(HiddenMark, Span)>,
}

impl Walk<'_> {
    fn run(&mut self, blocks: &Blocks, body: Span) {
        let first = blocks.headings.first().map_or(body.end(), |heading| heading.span.start());
        let before = Span::new(body.start(), first);
        let marks = marks(self.text, before, &blocks.opaque);
        self.glued(&marks);
        self.preamble = own_part(&marks, before);
        self.parts(&marks, before);
        for (at, heading) in blocks.headings.iter().enumerate() {
            let next = blocks.headings.get(at + 1).map_or(body.end(), |next| next.span.start());
            // Indentation before the next heading belongs to it.
            self.heading(heading, Span::new(heading.span.end(), next), &blocks.opaque);
        }
    }

    fn heading(&mut self, heading: &Heading, content: Span, opaque: &[Span]) {
        let head = heading::read(self.text, heading);
        let opens = matches!(head, Head::Section | Head::Needs | Head::Title);
        if self.state == State::Needs && !opens && self.needs_entry(heading, &head, content) {
            return;
        }
        let marks = marks(self.text, content, opaque);
        self.glued(&marks);
        let own = own_part(&marks, content);
        let words = heading.words.of(self.text);
        let nameless = matches!(head, Head::Section | Head::Group | Head::Other) && heading::is_marked(words);
        if nameless && !heading::is_required(words) {
            let message = "this has the mark of a question that must be answered, and no id";
            self.aside(&MALFORMED_ID, heading.words, message, Some("write `### Q1: Title [MUST ANSWER]`"));
        }
        match head {
            Head::Item(head) => {
                self.item(&head, heading.span, own, &marks, true);
                self.bold_parts(&marks, content);
                return;
            }
            Head::Section => {
                self.state = State::Section;
                self.group = None;
                let title = Text::at(self.text, heading.words);
                self.sections.push(Section::new(Some(title), heading.span));
            }
            Head::Needs => {
                self.state = State::Needs;
                self.group = None;
                self.written_as(heading, &format!("{} {NEEDS_CLARIFICATION}", hashes(heading.level)));
                let end = end_of(self.text, heading.span, content);
                let span = Span::new(heading.span.start(), end);
                let (other, entries) = Default::default();
                let new = NeedsClarification { other, entries, span: Spot(span) };
                self.needs.get_or_insert(new).span.0 = span;
                self.needs_text(content);
                return;
            }
            Head::Title if self.state == State::Preamble && self.sections.is_empty() => {
                self.preamble = Span::new(self.preamble.start(), own.end());
                self.parts(&marks, content);
                return;
            }
            Head::Malformed => {
                let message = "this starts like an id and is none";
                let help = "ids are `Q1`, `R1.1` and `R1.1a`; a heading without an id is a group";
                self.aside(&MALFORMED_ID, heading.words, message, Some(help));
            }
            Head::Refinements(canonical) => {
                if !canonical {
                    self.misheaded(heading, format!("{} {REFINEMENTS}", hashes(REFINEMENTS_LEVEL)));
                }
                if let Some(question) = self.last_question() {
                    question.refinements_heading.0.get_or_insert(heading.span);
                }
            }
            Head::Group => {
                let title = Text::at(self.text, heading.words);
                self.group = Some(heading::plain(title.as_str()).to_owned());
                self.in_section(heading.span, |section| section.groups.push(title));
            }
            Head::Title | Head::Other => {
                let text = item::trimmed(self.text, Span::new(heading.span.start(), own.end()));
                let text = Text::at(self.text, text);
                self.in_section(heading.span, |section| section.other.push(text));
                self.strays(&marks, own);
                self.bold_parts(&marks, content);
                return;
            }
        }
        let loose = item::trimmed(self.text, own);
        if !loose.is_empty() {
            let loose = Text::at(self.text, loose);
            self.in_section(heading.span, |section| section.other.push(loose));
        }
        self.parts(&marks, content);
    }

    /// What stands under a heading that is no item: fields have no place there, bold refinements do.
    fn parts(&mut self, marks: &[LineMark], content: Span) {
        self.strays(marks, own_part(marks, content));
        self.bold_parts(marks, content);
    }

    /// Tells of a heading that does not say this to the letter, blanks and closing marks aside.
    fn written_as(&mut self, heading: &Heading, right: &str) {
        let words = right.trim_start_matches('#').trim_start();
        let level = right.len() - right.trim_start_matches('#').len();
        if heading.words.of(self.text) != words || usize::from(heading.level) != level {
            self.misheaded(heading, right.to_owned());
        }
    }

    fn misheaded(&mut self, heading: &Heading, right: String) {
        let told = Diagnostic::new(&HEADING_FORM, heading.span, format!("this heading is `{right}`"));
        let fix = Fix::new("write the heading", Edit::replacement(heading.span, right));
        self.deviations.push(told.fix(fix));
    }

    fn bold_parts(&mut self, marks: &[LineMark], content: Span) {
        steps::count(marks.len());
        let starts: Vec<(usize, &LineMark, BoldMark)> = marks
            .iter()
            .enumerate()
            .filter_map(|(at, mark)| if let MarkKind::Bold(bold) = mark.kind { Some((at, mark, bold)) } else { None })
            .collect();
        for (position, (at, mark, bold)) in starts.iter().enumerate() {
            let end = starts.get(position + 1).map_or(content.end(), |(_, next, _)| next.start);
            let span = item::trimmed(self.text, Span::new(mark.start, mark.end));
            let title = Text::at(self.text, bold.title);
            let id = ItemId::from(bold.id);
            let head = ItemHead { id, id_span: bold.id_span, title, marked: false, odd: None };
            form::bold_refinement(self.text, self.line_end, mark, bold, &mut self.deviations);
            let rest = marks.get(at + 1..).unwrap_or_default();
            self.item(&head, span, Span::new(bold.content, end), rest, false);
        }
    }

    fn item(&mut self, head: &ItemHead, heading: Span, content: Span, marks: &[LineMark], atx: bool) {
        let upto = marks.iter().take_while(|mark| mark.start < content.end()).count();
        steps::count(upto + 1);
        let marks = marks.get(..upto).unwrap_or_default();
        let (mut item, labels) = item::read(self.text, content, marks, &mut self.quarantine);
        item.title = head.title.clone();
        let span = Span::new(heading.start(), end_of(self.text, heading, content));
        item.spots = Spot(ItemSpots { span, heading, id: head.id_span, reletter: false });
        form::labels(self.text, &labels, &item, &mut self.deviations);
        match head.id {
            ItemId::Question(id) => {
                let required = self.group.as_deref().is_some_and(heading::is_required);
                let must_answer = head.marked || required;
                form::heading(head, heading, must_answer, &mut self.deviations);
                let (group, refinements) = (self.group.clone(), Vec::new());
                let refinements_heading = Spot(None);
                let question = Question { id, must_answer, group, item, refinements, refinements_heading };
                self.in_section(heading, |section| section.questions.push(question));
            }
            ItemId::Refinement(id) => {
                if atx {
                    form::heading(head, heading, head.marked, &mut self.deviations);
                }
                self.refinement(id, head.marked, item, heading);
            }
        }
    }

    fn refinement(&mut self, id: RefinementId, must_answer: bool, item: Item, heading: Span) {
        let line_end = self.line_end;
        let refinement = Refinement { id, must_answer, item };
        let Some(question) = self.last_question() else {
            self.in_section(heading, |section| section.orphans.push(refinement));
            return;
        };
        let headless = question.refinements_heading.0.is_none() && question.refinements.is_empty();
        question.refinements.push(refinement);
        if headless {
            let text = format!("{} {REFINEMENTS}{line_end}{line_end}", hashes(REFINEMENTS_LEVEL));
            let fix = Fix::new("insert the heading", Edit::insertion(heading.start(), text));
            let message = "no `#### Refinements` stands over the refinements of this question";
            self.deviations.push(Diagnostic::new(&REFINEMENTS_HEADING, heading, message).fix(fix));
        }
    }

    /// Adds to the section that takes what comes next; to one without a title where no heading opened one.
    fn in_section(&mut self, at: Span, add: impl FnOnce(&mut Section)) {
        if self.state != State::Section || self.sections.is_empty() {
            self.state = State::Section;
            self.sections.push(Section::new(None, at));
        }
        if let Some(section) = self.sections.last_mut() {
            add(section);
        }
    }

    fn last_question(&mut self) -> Option<&mut Question> {
        if self.state == State::Section { self.sections.last_mut()?.questions.last_mut() } else { None }
    }

    /// An entry under `## Needs Clarification`; false when the heading opens something else.
    fn needs_entry(&mut self, heading: &Heading, head: &Head, content: Span) -> bool {
        if let Head::Item(item) = head {
            let message = format!("{} stands under `## Needs Clarification`", item.id);
            let help = "move it into its section; tools write what stands there";
            self.aside(&MISPLACED_QUESTION, heading.words, &message, Some(help));
            // Its heading may be of an older form, and is the same item when that is mended.
            if let Some(kept) = self.quarantine.last_mut() {
                kept.text = Text::pieced(item.id.to_string(), heading.words);
            }
            return false;
        }
        let end = end_of(self.text, heading.span, content);
        let entry = heading::read_flag(self.text, heading);
        if let Some((kind, title)) = &entry {
            self.written_as(heading, &heading::flag_heading(*kind, title.as_str()));
        }
        let whole = Span::new(heading.span.start(), end);
        let Some(needs) = &mut self.needs else { return false };
        needs.span.0 = Span::new(needs.span.0.start(), end);
        match entry {
            Some((kind, title)) => {
                let body = Text::at(self.text, item::trimmed(self.text, content));
                // Our own entries have a line for the items; elsewhere every id that stands in the entry counts.
                let (title_words, words) = (title.span().of(self.text), body.span().of(self.text));
                let line = words.lines().find_map(|line| line.trim_start().strip_prefix(ITEMS));
                let named: Vec<(ItemId, &str)> = match line {
                    Some(line) => id_words(line).collect(),
                    None => id_words(title_words).chain(id_words(words)).collect(),
                };
                let mut seen = HashSet::new();
                let named = named.into_iter().filter(|(id, _)| seen.insert(*id));
                let (items, spans) = named.map(|(id, word)| (id, Span::of_slice(self.text, word))).unzip();
                needs.entries.push(Flag { kind, title, items, body, spots: Spot((heading.span, spans)) });
            }
            None => needs.other.push(Text::at(self.text, whole)),
        }
        true
    }

    fn needs_text(&mut self, content: Span) {
        let loose = item::trimmed(self.text, content);
        if let Some(needs) = self.needs.as_mut().filter(|_| !loose.is_empty()) {
            needs.other.push(Text::at(self.text, loose));
        }
    }

    /// Fields under a heading that is no item's (R-Q2).
    fn strays(&mut self, marks: &[LineMark], own: Span) {
        let labels = marks.iter().filter(|mark| mark.start < own.end()).filter_map(|mark| match mark.kind {
            MarkKind::Label(label) if label.strong => Some((mark, label.label)),
            _ => None,
        });
        let found: Vec<(Span, Label)> = labels
            .filter(|(_, label)| matches!(label, Label::Answer | Label::Recommendation))
            .map(|(mark, label)| (item::trimmed(self.text, Span::new(mark.start, mark.end)), label))
            .collect();
        for (span, label) in found {
            let message = format!("this {} belongs to no item", label.word());
            self.aside(&STRAY_FIELD, span, &message, Some("put it under its question, above any other heading"));
            if let Some(kept) = self.quarantine.last_mut().filter(|_| label == Label::Recommendation) {
                kept.severity = Severity::Warning;
            }
        }
    }

    /// `###Q2: Title` is text to Markdown, and hardly meant as such: the question would be part of the answer above it.
    fn glued(&mut self, marks: &[LineMark]) {
        for mark in marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Glued)) {
            let span = item::trimmed(self.text, Span::new(mark.start, mark.end));
            let message = "no blank stands between the marks and the id, so this is no heading";
            self.aside(&MALFORMED_ID, span, message, Some("write `### Q1: Title`, with a blank after the marks"));
        }
        // From the last line up, so that what follows a line is known.
        let (mut opens, mut found) = (false, Vec::new());
        let fields = marks.iter().position(is_own).unwrap_or(marks.len());
        for (at, mark) in marks.iter().enumerate().rev() {
            match mark.kind {
                MarkKind::Hidden(hidden) => {
                    if !hidden.bare || (opens && at > fields) {
                        found.push((hidden, item::trimmed(self.text, Span::new(mark.start, mark.end))));
                    }
                    opens = false;
                }
                _ => opens = is_own(mark) || (opens && is_bare_item(mark)),
            }
        }
        self.hidden.extend(found.into_iter().rev());
    }

    /// An item that no heading opens would be part of the answer above it. Where the id has its heading elsewhere, the
    /// line only speaks of that item.
    fn hidden(&mut self) {
        let hidden = std::mem::take(&mut self.hidden);
        if hidden.is_empty() {
            return;
        }
        let questions = || self.sections.iter().flat_map(|section| &section.questions);
        let orphans = self.sections.iter().flat_map(|section| &section.orphans);
        let refinements = questions().flat_map(|question| &question.refinements).chain(orphans);
        let mut known: HashSet<ItemId> = questions().map(|question| question.id.into()).collect();
        known.extend(refinements.map(|refinement| ItemId::from(refinement.id)));
        for (mark, span) in hidden.into_iter().filter(|(mark, _)| mark.marked || !known.contains(&mark.id)) {
            let message = format!("{} has no heading, so this is part of what stands above it", mark.id);
            self.aside(&MALFORMED_ID, span, &message, Some("write `### Q1: Title` at the start of a line"));
        }
    }

    /// The front matter of a further document: what this one says of itself is not all that the text says.
    fn second(&mut self, body: Span) {
        let opened = COUNTS.iter().filter(|(key, _)| *key != CountKey::Sections);
        let opened = opened.filter_map(|(key, _)| second_frontmatter(body.of(self.text), key.as_str())).min();
        if let Some(line) = opened {
            let message = "another front matter stands here, so the text is more than one document";
            self.aside(&REPEATED_KEY, line.shifted(body.start()), message, Some("send one document at a time"));
        }
    }

    fn aside(&mut self, rule: &'static Rule, span: Span, message: &str, help: Option<&str>) {
        self.quarantine.push(Quarantined {
            rule,
            text: Text::at(self.text, span),
            severity: rule.severity(),
            message: message.to_owned(),
            help: help.map(str::to_owned),
        });
    }
}

/// A choice with a letter or a box, or a field: what an item has of its own.
fn is_own(mark: &LineMark) -> bool {
    match mark.kind {
        MarkKind::Choice(choice) => !choice.bare,
        MarkKind::Label(label) => matches!(label.label, Label::Answer | Label::Recommendation | Label::Choices),
        _ => false,
    }
}

fn is_bare_item(mark: &LineMark) -> bool {
    matches!(mark.kind, MarkKind::Choice(choice) if choice.bare)
}

/// The part of a heading's content before the first bold refinement.
fn own_part(marks: &[LineMark], content: Span) -> Span {
    let bold = marks.iter().find(|mark| matches!(mark.kind, MarkKind::Bold(_)));
    Span::new(content.start(), bold.map_or(content.end(), |mark| mark.start))
}

/// The end of the last line with text, trailing blanks included: where text after it can be inserted.
fn end_of(text: &str, heading: Span, content: Span) -> usize {
    let words = item::said(text, content);
    let last = if words.is_empty() { heading.end() } else { words.end() };
    item::line_end(text, last)
}
