//! From the syntax to the value, with all rules.

mod frontmatter;

use std::collections::BTreeMap;

use envelope_core::text::excerpt;
use envelope_core::{Decoded, Info, Located, Message, Protocol, Sink, Span, Status as _};

use crate::evaluate::verdict;
use crate::frontmatter::repeated;
use crate::locate::{Place, detect, locate};
use crate::read::{FLAGS, MARK, ids_in};
use crate::rules::{FLAG_ITEMS, INFO, MISPLACED, MISSING_ANSWER, NO_QUESTION, OLD_FORM, REPEATED_ID, UNKNOWN_HEADING};
use crate::syntax::{ChoiceSyntax, Field, FlagSyntax, ItemSyntax, SectionSyntax, Syntax, lf};
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
        detect(message.text(), &locate(message.text()))
    }

    fn decode(message: &Message<'_>, place: Place, (): &(), sink: &mut Sink) -> Decoded<Self> {
        let text = message.text();
        let syntax = Syntax::read_part(text, place.region);
        let mut decoder = Decoder { text, syntax: &syntax, sink, ids: BTreeMap::new() };
        let around = place.around(text, decoder.sink);
        decoder.form();
        let sections = decoder.sections();
        let frontmatter = decoder.frontmatter();
        let needs_clarification = syntax.flags.iter().map(|flag| decoder.flag(flag)).collect();
        let other = decoder.texts_of(&syntax.flags_other);
        let preamble = around.into_iter().chain(decoder.text_of(syntax.preamble)).collect::<Vec<_>>().join("\n\n");
        let preamble = Some(preamble).filter(|preamble| !preamble.is_empty());
        // The status is that of the items, which are there without frontmatter, too.
        let (has_counts, frontmatter) = (frontmatter.is_some(), frontmatter.unwrap_or_default());
        let value = Self { frontmatter, preamble, sections, needs_clarification, other };
        let status = verdict(&value);
        // A refinement that stands under no question has no place in the value.
        let is_whole = has_counts && value.items().count() == syntax.items.len();
        Decoded { value: is_whole.then_some(value), status: Some(status), worst: Some(status.outcome()) }
    }

    fn status(&self) -> Verdict {
        verdict(self)
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }
}

/// The items of a text that is no whole document, without a word on what is wrong with them.
pub(crate) fn items(text: &str, syntax: &Syntax) -> Vec<Item> {
    let mut decoder = Decoder { text, syntax, sink: &mut Sink::default(), ids: BTreeMap::new() };
    syntax.items.iter().map(|item| decoder.item(item)).collect()
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
        Some(lf(span.of(self.text))).filter(|text| !text.is_empty())
    }

    fn texts_of(&self, spans: &[Span]) -> Vec<String> {
        spans.iter().filter_map(|span| self.text_of(*span)).collect()
    }

    /// How the document is written.
    fn form(&mut self) {
        if let Some(cut) = self.syntax.cut.filter(|_| !self.sink.is_truncated()) {
            self.sink.truncated(self.text.len(), || format!("the document ends {cut}"));
        }
        if let Some(stray) = self.syntax.stray {
            self.sink.push(&MISPLACED, stray, || format!("an item stands under `## {FLAGS}`, which is no section"));
        }
        for form in &self.syntax.old_forms {
            self.sink.push(&OLD_FORM, form.span, || {
                let today =
                    if form.today.is_empty() { "left out".to_owned() } else { format!("written `{}`", form.today) };
                let cannot = if form.edits.is_empty() { "; rewriting it would lose something" } else { "" };
                format!("`{}` is {today} today{cannot}", excerpt(form.span.of(self.text)))
            });
        }
        for heading in &self.syntax.unknown_headings {
            self.sink.report(&UNKNOWN_HEADING, *heading);
        }
        for (first, again) in &self.syntax.repeated {
            repeated(self.text, (first.label, first.value), (again.label, again.value), self.sink);
        }
    }

    /// The sections with their items.
    fn sections(&mut self) -> Vec<Section> {
        let (text, syntax) = (self.text, self.syntax);
        for ItemSyntax { id, id_span, .. } in &syntax.items {
            let first = *self.ids.entry(*id).or_insert(*id_span);
            if first != *id_span {
                self.sink.push_pair(&REPEATED_ID, *id_span, first, || format!("the id {id} is there twice"));
            }
        }
        let section = |section: &SectionSyntax| Section {
            title: section.title.map(|title| title.of(text).to_owned()),
            other: self.texts_of(&section.other),
            questions: Vec::new(),
        };
        let mut sections: Vec<Section> = syntax.sections.iter().map(section).collect();
        for syntax in &syntax.items {
            self.check_parent(syntax);
            let item = self.item(syntax);
            let Some(section) = sections.get_mut(syntax.section) else { continue };
            if item.id.is_question() {
                section.questions.push(item);
            } else if let Some(question) = section.questions.last_mut() {
                question.refinements.push(item);
            }
        }
        sections
    }

    /// A refinement stands below the item that it refines.
    fn check_parent(&mut self, item: &ItemSyntax) {
        let (id, under) = (item.id, item.under);
        if let Some(parent) = id.parent().filter(|parent| under != Some(*parent)) {
            self.sink.push(&MISPLACED, item.id_span, || match under {
                _ if !self.ids.contains_key(&parent) => format!("{id} refines {parent}, which is not there"),
                Some(under) => format!("{id} stands under {under}, not under {parent}"),
                None => format!("{id} stands above every question, not under {parent}"),
            });
        }
    }

    fn item(&mut self, item: &ItemSyntax) -> Item {
        let fields = &item.fields;
        let ticked = Some(fields.ticked()).filter(|ticked| !ticked.is_empty());
        if fields.body.is_empty() && fields.choices.is_empty() {
            self.sink.push(&NO_QUESTION, item.heading, || format!("{} has neither a text nor choices", item.id));
        }
        if fields.answer.is_none() && ticked.is_none() {
            self.sink.push(&MISSING_ANSWER, item.heading, || format!("{} has no field `**Answer:**`", item.id));
        }
        if let Some(mark) = item.mark.filter(|mark| mark.of(self.text) != MARK) {
            self.sink.decoration(mark);
        }
        let value = |field: Field| self.text_of(field.value).unwrap_or_default();
        let answer = fields.answer.map(value).filter(|answer| ticked.is_none() || !answer.is_empty());
        let names = fields.consolidated_from.map(|names| names.of(self.text)).unwrap_or_default().split(',');
        let choice = |choice: &ChoiceSyntax| Choice {
            letter: choice.letter,
            text: self.text_of(choice.text).unwrap_or_default(),
        };
        let join = |texts: Vec<String>| Some(texts.join("\n\n")).filter(|text| !text.is_empty());
        let (mut body, mut notes) = (self.texts_of(&[fields.body]), self.texts_of(&fields.notes));
        if fields.choices.is_empty() && fields.consolidated_from.is_none() {
            // Nothing stands between them.
            body.append(&mut notes);
        }
        Item {
            id: item.id,
            title: item.title.of(self.text).to_owned(),
            must_answer: item.must_answer,
            group: item.group.map(|group| group.of(self.text).to_owned()),
            body: join(body),
            choices: fields.choices.iter().map(choice).collect(),
            consolidated_from: names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            notes: join(notes),
            recommendation: fields.recommendation.map(value).filter(|text| !text.is_empty()),
            answer: answer.or(ticked),
            other: self.texts_of(&item.other),
            refinements: Vec::new(),
        }
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
