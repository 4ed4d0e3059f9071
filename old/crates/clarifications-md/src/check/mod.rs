//! The rules on the typed document (R-Q13 and the structure).

mod counts;
mod detached;
mod ids;
mod items;

use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::{Issue, Path, Severity};

use crate::ItemId;
use crate::model::{Clarifications, Item, Section, Text, without_any_comments};
use crate::rules::{FLAG_ITEMS, LOOSE_TEXT, MISSING_TITLE, NO_QUESTIONS, OUTSIDE_SECTION, UNKNOWN_FLAG};

/// Applies every rule to a document that was read; the diagnostics of [`parse`](crate::parse) hold these already.
pub fn check(document: &Clarifications) -> Vec<Issue> {
    if let Some(issues) = &document.source.0.issues {
        return issues.clone();
    }
    let mut issues = Vec::new();
    for (at, kept) in document.quarantine.iter().enumerate() {
        let path = Path::root().key("quarantine").index(at);
        let issue = Issue::new(kept.rule, path, kept.message.clone()).severity(kept.severity);
        issues.push(match &kept.help {
            Some(help) => issue.help(help.clone()),
            None => issue,
        });
    }
    counts::check(document, &mut issues);
    ids::check(document, &mut issues);
    each_item(document, &mut |place, id, item| items::check(place, id, item, &mut issues));
    if document.questions().next().is_none() && !document.scope_recommendation() {
        let issue = Issue::new(&NO_QUESTIONS, Path::root(), "the document asks no question");
        issues.push(issue.help("a question starts with a heading like `### Q1: Title`"));
    }
    for (at, section) in document.sections.iter().enumerate() {
        // Under `## Needs Clarification` another rule speaks.
        let in_needs =
            document.needs_clarification.as_ref().is_some_and(|needs| needs.span.0.start() < section.span.0.start());
        if section.title.is_none() && !section.questions.is_empty() && !in_needs {
            let path = section_path(at).key("questions").index(0);
            issues.push(Issue::new(&OUTSIDE_SECTION, path, "this question stands in no section"));
        }
    }
    issues.extend(detached::check(document));
    loose(document, &mut issues);
    flags(document, &mut issues);
    issues
}

/// Text that belongs to no item. Words under a heading that stands below an item may be a person's, who took them for
/// part of the answer (R-A3, R-Q2).
fn loose(document: &Clarifications, issues: &mut Vec<Issue>) {
    if document.introduction().is_some_and(|words| says_words(words.of(document.text()))) {
        issues.push(Issue::new(&LOOSE_TEXT, Path::root().key("preamble"), "text before the first section"));
    }
    for (at, section) in document.sections.iter().enumerate().filter(|(_, section)| !section.other.is_empty()) {
        let first = section.items().map(|item| item.span().start()).min();
        let others = section.other.iter().enumerate();
        for (index, other) in others.filter(|(_, other)| says_words(other.as_str()) && !is_told(document, other)) {
            let path = section_path(at).key("other").index(index);
            let headed = other.as_str().starts_with('#');
            issues.push(if headed && first.is_some_and(|first| first < other.span().start()) {
                let message = "this heading ends the item above it: nothing under it belongs to the answer";
                let issue = Issue::new(&LOOSE_TEXT, path, message).severity(Severity::Warning);
                issue.help("leave the heading out, or write it in bold, if the words belong to the answer")
            } else {
                Issue::new(&LOOSE_TEXT, path, "text that belongs to no item")
            });
        }
    }
}

/// Whether another rule tells of something in the text already.
fn is_told(document: &Clarifications, text: &Text) -> bool {
    let (kept, span) = (&document.quarantine, text.span());
    let at = kept.partition_point(|kept| kept.text.span().start() < span.start());
    kept.get(at).is_some_and(|kept| span.contains(kept.text.span()))
}

/// Whether a text says anything; rules and comments do not.
fn says_words(text: &str) -> bool {
    without_any_comments(text).contains(char::is_alphanumeric)
}

/// Where an item stands in the value; the path is only made when something is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemPlace {
    section: usize,
    question: Option<usize>,
    refinement: Option<usize>,
}

impl ItemPlace {
    pub(crate) fn path(self) -> Path {
        let section = section_path(self.section);
        match (self.question, self.refinement) {
            (Some(question), None) => section.key("questions").index(question),
            (Some(question), Some(at)) => section.key("questions").index(question).key("refinements").index(at),
            (None, at) => section.key("orphans").index(at.unwrap_or_default()),
        }
    }
}

/// Every item with its place, in the order of the text within each section.
fn each_item<'d>(document: &'d Clarifications, visit: &mut dyn FnMut(ItemPlace, ItemId, &'d Item)) {
    for (at, section) in document.sections.iter().enumerate() {
        in_section(at, section, visit);
    }
}

fn in_section<'d>(section_at: usize, section: &'d Section, visit: &mut dyn FnMut(ItemPlace, ItemId, &'d Item)) {
    for (at, question) in section.questions.iter().enumerate() {
        let place = ItemPlace { section: section_at, question: Some(at), refinement: None };
        visit(place, question.id.into(), &question.item);
        for (at, refinement) in question.refinements.iter().enumerate() {
            visit(ItemPlace { refinement: Some(at), ..place }, refinement.id.into(), &refinement.item);
        }
    }
    for (at, refinement) in section.orphans.iter().enumerate() {
        let place = ItemPlace { section: section_at, question: None, refinement: Some(at) };
        visit(place, refinement.id.into(), &refinement.item);
    }
}

fn section_path(at: usize) -> Path {
    Path::root().key("sections").index(at)
}

/// Entries under `## Needs Clarification` name items that are there (R-Q15).
fn flags(document: &Clarifications, issues: &mut Vec<Issue>) {
    let Some(needs) = &document.needs_clarification else { return };
    let path = || Path::root().key("needs_clarification");
    for (at, other) in needs.other.iter().enumerate() {
        let path = path().key("other").index(at);
        if other.as_str().starts_with('#') {
            let message = format!("neither a contradiction nor a critical gap; kept: {} bytes", other.as_str().len());
            issues.push(Issue::new(&UNKNOWN_FLAG, path, message));
        } else if says_words(other.as_str()) {
            issues.push(Issue::new(&LOOSE_TEXT, path, "text that belongs to no entry"));
        }
    }
    if needs.entries.is_empty() {
        return;
    }
    let known: std::collections::HashSet<ItemId> = document.items().map(|(id, _)| id).collect();
    for (at, entry) in needs.entries.iter().enumerate() {
        let path = path().key("entries").index(at);
        if entry.title.is_empty() {
            let message = format!("this `{}` has no title", entry.kind.heading());
            issues.push(Issue::new(&MISSING_TITLE, path.clone().key("title"), message));
        }
        if entry.items.is_empty() {
            let issue = Issue::new(&FLAG_ITEMS, path, "this entry names no item").severity(Severity::Warning);
            issues.push(issue.help("name the questions that it is about, like `Q2, Q12`"));
            continue;
        }
        for (index, id) in entry.items.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
            let path = path.clone().key("items").index(index);
            issues.push(Issue::new(&FLAG_ITEMS, path, format!("{id} is not in the document")));
        }
    }
}

/// A placeholder as the whole of a value (R-A5).
fn echo(path: Path, what: &str) -> Issue {
    Issue::new(&TEMPLATE_ECHO, path, format!("the {what} is a placeholder, not a value")).help("fill it in")
}
