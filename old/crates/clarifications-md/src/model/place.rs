//! From a path into the typed value to the bytes (R-A7).

use envelope_core::{Path, Span};

use super::{Choice, Clarifications, Item, Refinement, Section};

impl Clarifications {
    /// Where the part of the value at `path` stands; its nearest parent's place where it has none.
    pub(crate) fn place(&self, path: &Path) -> Span {
        let steps: Vec<String> = path.steps().collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let start = Span::at(self.source.0.whole.start());
        match steps.as_slice() {
            ["frontmatter", rest @ ..] => self.frontmatter.as_ref().map_or(start, |frontmatter| {
                let opening = frontmatter.spots.0.span;
                let value = rest.first().and_then(|key| frontmatter.value_span(key));
                value.unwrap_or(Span::new(opening.start(), opening.start() + 3))
            }),
            ["sections", section, rest @ ..] => {
                let section = index(section).and_then(|at| self.sections.get(at));
                section.map_or(start, |section| in_section(section, rest))
            }
            ["needs_clarification", rest @ ..] => {
                let Some(needs) = &self.needs_clarification else { return start };
                let entry = match rest {
                    ["entries", at, rest @ ..] => index(at).and_then(|at| needs.entries.get(at)).map(|entry| {
                        let (heading, items) = &entry.spots.0;
                        let item = match rest {
                            ["items", at] => index(at).and_then(|at| items.get(at)),
                            _ => None,
                        };
                        let named = if entry.title.is_empty() { *heading } else { entry.title.span() };
                        item.copied().unwrap_or(named)
                    }),
                    ["other", at, ..] => index(at).and_then(|at| needs.other.get(at)).map(super::Text::span),
                    _ => None,
                };
                entry.unwrap_or(needs.span.0)
            }
            ["quarantine", at, ..] => {
                index(at).and_then(|at| self.quarantine.get(at)).map_or(start, |kept| kept.text.span())
            }
            ["preamble"] => self.introduction().unwrap_or(self.preamble.span()),
            _ => start,
        }
    }

    /// What introduces the document: the text before the first section without the line of its title.
    pub(crate) fn introduction(&self) -> Option<Span> {
        let text = self.text();
        let mut words: Option<Span> = None;
        for (start, line) in crate::parse::lines(text, self.preamble.span()) {
            let title = line.strip_prefix('#').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
            if !title && !line.trim_matches([' ', '\t']).is_empty() {
                let line = Span::new(start, start + line.len());
                words = Some(words.map_or(line, |words| words.join(line)));
            }
        }
        words
    }
}

fn index(step: &str) -> Option<usize> {
    step.parse().ok()
}

fn in_section(section: &Section, steps: &[&str]) -> Span {
    let whole = section.title.as_ref().map_or(section.span.0, super::Text::span);
    let refinement = |list: &[Refinement], at: &str, rest: &[&str]| {
        index(at).and_then(|at| list.get(at)).map(|refinement| in_item(&refinement.item, rest))
    };
    let found = match steps {
        ["questions", at, rest @ ..] => {
            index(at).and_then(|at| section.questions.get(at)).and_then(|question| match rest {
                ["refinements", at, rest @ ..] => refinement(&question.refinements, at, rest),
                _ => Some(in_item(&question.item, rest)),
            })
        }
        ["orphans", at, rest @ ..] => refinement(&section.orphans, at, rest),
        ["other", at, ..] => index(at).and_then(|at| section.other.get(at)).map(super::Text::span),
        _ => None,
    };
    found.unwrap_or(whole)
}

fn in_item(item: &Item, steps: &[&str]) -> Span {
    let heading = item.spots.0.heading;
    let words = |text: &super::Text, label: Span| if text.is_empty() { label } else { text.span() };
    let found = match steps {
        ["id"] => Some(item.spots.0.id),
        ["title"] => Some(words(&item.title, heading)),
        ["body"] => item.body.as_ref().map(super::Text::span),
        ["choices", at, ..] => {
            let choice = index(at).and_then(|at| item.choices.get(at));
            choice.map(Choice::span)
        }
        ["choices"] => item.choices.first().map(Choice::span),
        ["recommendation"] => item.recommendation.as_ref().map(|field| words(&field.text, field.spots.0.label)),
        ["answer"] => item.answer.as_ref().map(|field| words(&field.text, field.spots.0.label)),
        ["other", at, ..] => index(at).and_then(|at| item.other.get(at)).map(super::Text::span),
        _ => None,
    };
    found.unwrap_or(heading)
}
