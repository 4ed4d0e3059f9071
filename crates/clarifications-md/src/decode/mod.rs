//! From the syntax to the value, with all rules.

mod frontmatter;

pub(crate) use frontmatter::{COUNTS, further};

use std::collections::BTreeMap;

use envelope_core::rules::{CONFLICTING_KEY, FENCED, REPEATED_KEY, TEXT_AROUND};
use envelope_core::text::{Line, Lines, Region, Regions, excerpt};
use envelope_core::{Decoded, Info, Located, Message, Protocol, Sink, Span, Status as _};

use crate::evaluate::verdict;
use crate::locate::{Place, locate};
use crate::read::{ids_in, line};
use crate::rules::{
    FLAG_ITEMS, INFO, MISPLACED, MISSING_ANSWER, NO_QUESTION, OLD_FORM, ORPHAN, REPEATED_ID, UNKNOWN_HEADING,
};
use crate::syntax::{ChoiceSyntax, Field, FlagSyntax, ItemSyntax, SectionSyntax, Syntax};
use crate::{Choice, Clarifications, Flag, Item, ItemId, Section, Verdict};

impl Protocol for Clarifications {
    const INFO: &'static Info = &INFO;
    type Status = Verdict;
    type Options = ();
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        locate(message.text())
    }

    /// `question_count` in the frontmatter, or the heading of a question (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        match locate(message.text()) {
            Located::At(place) => Some(place.marker),
            Located::Hidden(span) | Located::Several(span, _) => Some(span),
            Located::Absent | Located::Rejected(..) => None,
        }
    }

    fn decode(message: &Message<'_>, place: Place, (): &(), sink: &mut Sink) -> Decoded<Self> {
        let text = message.text();
        let syntax = Syntax::read_part(text, place.region);
        let mut decoder = Decoder { text, syntax: &syntax, sink, ids: BTreeMap::new() };
        let around = decoder.around(&place);
        decoder.form(&place);
        let sections = decoder.sections();
        let frontmatter = decoder.frontmatter();
        let (needs_clarification, other) = (decoder.flags(), decoder.others(&syntax.flags_other));
        let preamble = around.into_iter().chain(decoder.text_of(syntax.preamble)).collect::<Vec<_>>().join("\n\n");
        let preamble = Some(preamble).filter(|preamble| !preamble.is_empty());
        // The items and their answers are there without frontmatter, too.
        let (has_counts, frontmatter) = (frontmatter.is_some(), frontmatter.unwrap_or_default());
        let value = Self { frontmatter, preamble, sections, needs_clarification, other };
        let status = verdict(&value);
        let has_all = has_counts && value.items().count() == syntax.items.len();
        Decoded { value: has_all.then_some(value), status: Some(status), worst: Some(status.outcome()) }
    }

    fn status(&self) -> Verdict {
        verdict(self)
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }
}

struct Decoder<'d> {
    text: &'d str,
    syntax: &'d Syntax,
    sink: &'d mut Sink,
    /// The items by id: the place of the first id.
    ids: BTreeMap<ItemId, Span>,
}

impl Decoder<'_> {
    /// A text with LF as line end; none if it is empty.
    fn text_of(&self, span: Span) -> Option<String> {
        let text = span.of(self.text);
        let text = if text.contains('\r') {
            text.lines().map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>().join("\n")
        } else {
            text.to_owned()
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// Pieces of text: those without a heading as one, then those with one.
    fn others(&self, spans: &[Span]) -> Vec<String> {
        let texts: Vec<String> = spans.iter().filter_map(|span| self.text_of(*span)).collect();
        let (headed, plain): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| begins_with_heading(text));
        let plain = Some(plain.join("\n\n")).filter(|plain| !plain.is_empty());
        plain.into_iter().chain(headed).collect()
    }

    /// Text before and behind the document, which becomes part of the text before the first section.
    fn around(&mut self, place: &Place) -> Vec<String> {
        let start = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let (document, end) = (place.fence.unwrap_or(place.region), self.text.len());
        let around = [Span::new(start.min(document.start()), document.start()), Span::new(document.end(), end)];
        let around = around.map(|span| span.trim(self.text)).into_iter().filter(|span| !span.is_empty());
        let report = |span: &Span| self.sink.report(&TEXT_AROUND, *span);
        let around: Vec<Span> = around.inspect(report).collect();
        around.into_iter().filter_map(|span| self.text_of(span)).collect()
    }

    /// How the document is written.
    fn form(&mut self, place: &Place) {
        if let Some(fence) = place.fence {
            self.sink.report(&FENCED, fence);
        }
        if let Some(cut) = self.syntax.cut.or(place.open_fence.then_some("inside a code fence")) {
            self.sink.truncated(self.text.len(), || format!("the document ends {cut}"));
        }
        let behind = Span::new(place.fence.unwrap_or(place.region).end(), self.text.len());
        let mut regions = Regions::default();
        let is_structure = |line: Line<'_>| regions.next(&line) == Region::FenceEdge || line::heading(&line).is_some();
        if place.fence.is_some() && Lines::new(self.text, behind).any(is_structure) {
            // A fence inside the document closed the one around it.
            self.sink.truncated(self.text.len(), || "the code fence ends inside the document".to_owned());
        }
        for form in &self.syntax.old_forms {
            self.sink.push(&OLD_FORM, form.span, || {
                let cannot = if form.edits.is_empty() { "; rewriting it would lose something" } else { "" };
                format!("`{}` is written `{}` today{cannot}", excerpt(form.span.of(self.text)), form.right)
            });
        }
        for heading in &self.syntax.unknown_headings {
            self.sink.report(&UNKNOWN_HEADING, *heading);
        }
        for (first, again) in &self.syntax.repeated {
            self.repeated((first.label, first.value), (again.label, again.value));
        }
    }

    /// A repeated key or field: the first counts (R-A11).
    fn repeated(&mut self, first: (Span, Span), again: (Span, Span)) {
        let is_same = first.1.of(self.text) == again.1.of(self.text);
        let rule = if is_same { &REPEATED_KEY } else { &CONFLICTING_KEY };
        self.sink.push_pair(rule, again.0, first.0, || rule.summary.to_owned());
    }

    /// The sections with their items.
    fn sections(&mut self) -> Vec<Section> {
        let (text, syntax) = (self.text, self.syntax);
        for item in &syntax.items {
            if let Some(first) = self.ids.get(&item.id) {
                self.sink
                    .push_pair(&REPEATED_ID, item.id_span, *first, || format!("the id {} is there twice", item.id));
            } else {
                self.ids.insert(item.id, item.id_span);
            }
        }
        let section = |section: &SectionSyntax| Section {
            title: section.title.map(|title| title.of(text).to_owned()),
            other: self.others(&section.other),
            questions: Vec::new(),
        };
        let mut sections: Vec<Section> = syntax.sections.iter().map(section).collect();
        // The section of the last question.
        let mut last = None;
        for (at, syntax) in syntax.items.iter().enumerate() {
            self.check_parent(syntax);
            let item = self.item(syntax, at + 1 == self.syntax.items.len());
            let section = if syntax.id.is_question() { Some(syntax.section) } else { last };
            let Some(section) = section.and_then(|at| sections.get_mut(at)) else { continue };
            if syntax.id.is_question() {
                last = Some(syntax.section);
                section.questions.push(item);
            } else if let Some(question) = section.questions.last_mut() {
                question.refinements.push(item);
            }
        }
        sections
    }

    /// A refinement stands below the question that it refines.
    fn check_parent(&mut self, item: &ItemSyntax) {
        let Some(parent) = item.id.parent() else { return };
        let below = item.below.map(|at| self.syntax.items[at].id);
        if !self.ids.contains_key(&parent) {
            self.sink.push(&ORPHAN, item.id_span, || format!("{} refines {parent}, which is not there", item.id));
        } else if below != Some(item.id.question()) {
            self.sink.push(&MISPLACED, item.id_span, || {
                let below = below.map_or_else(|| "above every question".to_owned(), |below| format!("below {below}"));
                format!("{} stands {below}", item.id)
            });
        }
    }

    fn item(&mut self, item: &ItemSyntax, is_last: bool) -> Item {
        let ticked = item.ticked();
        if item.body.is_none() && item.choices.is_empty() {
            self.sink.push(&NO_QUESTION, item.heading, || format!("{} has neither a text nor choices", item.id));
        }
        // That the last answer is missing is reported as the end of the document.
        if item.answer.is_none() && ticked.is_empty() && !(is_last && self.syntax.cut.is_some()) {
            self.sink.push(&MISSING_ANSWER, item.heading, || format!("{} has no field `**Answer:**`", item.id));
        }
        let value = |field: Field| self.text_of(field.value).unwrap_or_default();
        let answer = item.answer.map(value).filter(|answer| ticked.is_empty() || !answer.is_empty());
        let names = item.consolidated_from.map(|names| names.of(self.text)).unwrap_or_default().split(',');
        let mut read = Item {
            id: item.id,
            title: item.title.of(self.text).to_owned(),
            must_answer: item.must_answer(self.text),
            group: item.group.map(|group| group.of(self.text).to_owned()),
            body: item.body.and_then(|body| self.text_of(body)),
            choices: Vec::new(),
            consolidated_from: names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            recommendation: item.recommendation.map(value).filter(|text| !text.is_empty()),
            answer: answer.or(Some(ticked).filter(|ticked| !ticked.is_empty())),
            other: self.others(&item.other),
            refinements: Vec::new(),
        };
        let text = |choice: &ChoiceSyntax| self.text_of(choice.text).unwrap_or_default();
        read.choices = item.choices.iter().map(|choice| Choice { letter: choice.letter, text: text(choice) }).collect();
        // Without choices, what belongs to no field is part of the question.
        let has_plain = read.other.first().is_some_and(|other| !begins_with_heading(other));
        if has_plain && read.choices.is_empty() && read.consolidated_from.is_empty() {
            let parts = read.body.take().into_iter().chain([read.other.remove(0)]);
            read.body = Some(parts.collect::<Vec<_>>().join("\n\n"));
        }
        read
    }

    fn flags(&mut self) -> Option<Vec<Flag>> {
        let flags: Vec<Flag> = self.syntax.flags.iter().map(|flag| self.flag(flag)).collect();
        Some(flags).filter(|flags| !flags.is_empty())
    }

    /// An entry, with the items of its line `**Items:**`, or else those that its title and text name (R-Q15).
    fn flag(&mut self, flag: &FlagSyntax) -> Flag {
        let named = |span: Span| ids_in(span.of(self.text));
        let mut items: Vec<ItemId> = match flag.items {
            Some(items) => named(items).collect(),
            None => named(flag.title).chain(named(flag.text)).filter(|id| self.ids.contains_key(id)).collect(),
        };
        items.sort_unstable();
        items.dedup();
        if items.is_empty() {
            self.sink.report(&FLAG_ITEMS, flag.heading);
        }
        for id in items.iter().filter(|id| !self.ids.contains_key(id)) {
            self.sink.push(&FLAG_ITEMS, flag.items.unwrap_or(flag.heading), || format!("{id} is not there"));
        }
        let (title, text) = (flag.title.of(self.text).to_owned(), self.text_of(flag.text));
        Flag { kind: flag.kind, title, items, text }
    }
}

/// Whether a text begins with a line such as `#### Notes`.
pub(crate) fn begins_with_heading(text: &str) -> bool {
    let title = text.trim_start_matches('#');
    title.len() < text.len() && (title.is_empty() || title.starts_with([' ', '\t', '\n']))
}
