//! The canonical form: older forms rewritten, missing counts added, nothing else touched (R-Q1).

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use envelope_core::{Diagnostic, Edit, Issue, Severity, Span};

use super::counts::set_count;
use super::place::new_field;
use super::{Change, holds};
use crate::check::check;
use crate::labels::{COUNTS, CountKey, Label};
use crate::model::{Clarifications, Frontmatter, Item, Section, Sections, without_comments};
use crate::parse::{in_sequence, recommendation_conflict, renamed, settled_letter, tick_conflict};
use crate::rules::{CHOICE_SEQUENCE, RECOMMENDATION_CONFLICT, TICK_CONFLICT};

/// What `fmt` did (R-Q1).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Formatted<'d> {
    /// The splices.
    pub change: Change<'d>,
    /// Counts that nothing in the document tells and that were written as 0.
    pub invented: Vec<CountKey>,
    /// Deviations that were left, because rewriting would lose something.
    pub left: Vec<Diagnostic>,
}

impl Clarifications {
    /// Rewrites older forms to the canonical one and adds what the front matter lacks; a wrong count is never changed,
    /// and what cannot be rewritten without losing something is left and told (R-Q1).
    pub fn fmt(&self) -> Formatted<'_> {
        let owners = Owners::new(self);
        let mut rewritten = self.rewritten(&owners, &|_| true);
        let mut dropped = HashSet::new();
        let mut sound = rewritten.holds(self);
        if !sound {
            // Rewritings get in each other's way: those of an item that does not come out as it should are left.
            let mut items: Vec<usize> = self.rewritable().filter_map(|span| owners.of(span)).collect();
            items.sort_unstable();
            items.dedup();
            dropped.extend(self.unsound(&owners, &items, &mut (0..READINGS)));
            rewritten = self.rewritten(&owners, &|item| !dropped.contains(&item));
            sound = rewritten.holds(self);
        }
        let deviations = &self.source.0.deviations;
        let grave = |deviation: &&Diagnostic| deviation.severity >= Severity::Warning;
        if !sound {
            // Rather none than a wrong one.
            let left = deviations.iter().filter(grave).cloned().collect();
            return Formatted { change: Change::new(self, Vec::new()), invented: Vec::new(), left };
        }
        let stays = |deviation: &&Diagnostic| {
            deviation.fix.is_none() || owners.of(deviation.span).is_some_and(|item| dropped.contains(&item))
        };
        let mut left: Vec<Diagnostic> = deviations.iter().filter(grave).filter(stays).cloned().collect();
        left.extend(self.conflicts(&dropped));
        Formatted { change: Change::new(self, rewritten.edits), invented: rewritten.invented, left }
    }

    /// The rewritings of the items that are wanted, and of all that belongs to none.
    fn rewritten(&self, owners: &Owners, wanted: &dyn Fn(usize) -> bool) -> Rewritten {
        let is_wanted = |span: Span| owners.of(span).is_none_or(wanted);
        let deviations = self.source.0.deviations.iter().filter(|deviation| is_wanted(deviation.span));
        let mut edits: Vec<Edit> = Vec::new();
        for edit in deviations.filter_map(|deviation| deviation.fix.as_ref()).flat_map(|fix| &fix.edits) {
            if !edits.contains_nearby(edit) {
                edits.push(edit.clone());
            }
        }
        edits.extend(self.source.0.letters.iter().filter(|edit| is_wanted(edit.span)).cloned());
        let mut expected = self.settled(wanted);
        let invented = self.add_counts(&mut edits, &mut expected);
        Rewritten { edits, expected, invented }
    }

    /// Where something is to be rewritten.
    fn rewritable(&self) -> impl Iterator<Item = Span> {
        let deviations = self.source.0.deviations.iter().filter(|deviation| deviation.fix.is_some());
        deviations.map(|deviation| deviation.span).chain(self.source.0.letters.iter().map(|edit| edit.span))
    }

    /// Those of the items whose rewritings do not hold, found by halving; after so many readings of the whole document
    /// what is not known to hold counts as one that does not.
    fn unsound(&self, owners: &Owners, items: &[usize], readings: &mut Range<usize>) -> Vec<usize> {
        let wanted: HashSet<usize> = items.iter().copied().collect();
        let known = readings.next().is_some();
        if items.is_empty() || known && self.rewritten(owners, &|item| wanted.contains(&item)).holds(self) {
            return Vec::new();
        }
        if items.len() == 1 || !known {
            return items.to_vec();
        }
        let (first, second) = items.split_at(items.len() / 2);
        let mut unsound = self.unsound(owners, first, readings);
        unsound.extend(self.unsound(owners, second, readings));
        unsound
    }

    /// Ticks and marks that cannot become an answer or a recommendation, and letters that words of the document name.
    fn conflicts(&self, dropped: &HashSet<usize>) -> impl Iterator<Item = Diagnostic> {
        let of_rule =
            |issue: &Issue| [&TICK_CONFLICT, &RECOMMENDATION_CONFLICT, &CHOICE_SEQUENCE].contains(&issue.rule);
        let rewritten = in_order(self).enumerate().filter(|(at, _)| !dropped.contains(at)).map(|(_, item)| item);
        let lettered = rewritten.filter(|item| item.spots.0.reletter).flat_map(|item| &item.choices);
        let lettered: HashSet<usize> = lettered.map(|choice| choice.span().start()).collect();
        check(self).into_iter().filter(of_rule).filter_map(move |issue| {
            let span = self.place(&issue.path);
            let mended = *issue.rule == CHOICE_SEQUENCE && lettered.contains(&span.start());
            (!mended).then(|| Diagnostic::from_issue(issue, span))
        })
    }

    /// Adds missing counts, or the whole front matter; gives those that were made up.
    fn add_counts(&self, edits: &mut Vec<Edit>, expected: &mut Self) -> Vec<CountKey> {
        let end = self.line_end();
        let missing = |frontmatter: Option<&Frontmatter>, key: CountKey| match frontmatter {
            Some(frontmatter) => frontmatter.value_span(key.as_str()).is_none(),
            None => true,
        };
        let missing: Vec<CountKey> =
            COUNTS.iter().map(|(key, _)| *key).filter(|key| missing(self.frontmatter.as_ref(), *key)).collect();
        let closed = self.frontmatter.as_ref().is_none_or(|frontmatter| frontmatter.spots.0.closed);
        // A front matter that stands too late to be read as one must not get a second one before it.
        let late = self.frontmatter.is_none()
            && self.text().lines().any(|line| COUNTS.iter().any(|(key, _)| is_entry(line, *key)));
        if missing.is_empty() || !closed || late {
            return Vec::new();
        }
        let lines = missing.iter().fold(String::new(), |mut lines, key| {
            let _ = write!(lines, "{}: {}{end}", key.as_str(), self.counted(*key).unwrap_or_default());
            lines
        });
        edits.push(match &self.frontmatter {
            Some(frontmatter) => Edit::insertion(frontmatter.spots.0.insert, lines),
            None => Edit::insertion(self.source.0.whole.start(), format!("---{end}{lines}---{end}{end}")),
        });
        let frontmatter = expected.frontmatter.get_or_insert_default();
        for key in &missing {
            set_count(frontmatter, *key, self.counted(*key).unwrap_or_default());
        }
        missing.into_iter().filter(|key| self.counted(*key).is_none()).collect()
    }

    /// What the document says once the older forms of the items that are wanted are rewritten.
    fn settled(&self, wanted: &dyn Fn(usize) -> bool) -> Self {
        let mut settled = self.clone();
        let items = settled.items_mut().enumerate().filter(|(at, _)| wanted(*at));
        items.for_each(|(_, (_, item))| settle(self.text(), item));
        let titled = self.counted(CountKey::Sections).unwrap_or_default();
        if let Some(frontmatter) = &mut settled.frontmatter {
            let fixed = self
                .source
                .0
                .deviations
                .iter()
                .any(|deviation| *deviation.rule == crate::rules::SECTION_NAMES && deviation.fix.is_some());
            if let (Some(Sections::Names(_)), true) = (&frontmatter.sections, fixed) {
                set_count(frontmatter, CountKey::Sections, titled);
            }
        }
        settled
    }
}

/// How often the whole document is read to find what cannot be rewritten.
const READINGS: usize = 32;

/// Splices and what the text says after them.
struct Rewritten {
    edits: Vec<Edit>,
    expected: Clarifications,
    invented: Vec<CountKey>,
}

impl Rewritten {
    fn holds(&self, document: &Clarifications) -> bool {
        holds(document, &self.edits, &self.expected)
    }
}

/// The items in the order in which `items_mut` gives them, so that places agree.
fn in_order(document: &Clarifications) -> impl Iterator<Item = &Item> {
    document.sections.iter().flat_map(Section::items)
}

/// Where each item stands, in the order of the text, with its place in the document.
struct Owners(Vec<(Span, usize)>);

impl Owners {
    fn new(document: &Clarifications) -> Self {
        let mut spans: Vec<(Span, usize)> =
            in_order(document).enumerate().map(|(at, item)| (item.span(), at)).collect();
        spans.sort_unstable_by_key(|(span, _)| span.start());
        Self(spans)
    }

    /// The item in which the span starts.
    fn of(&self, span: Span) -> Option<usize> {
        let before = self.0.partition_point(|(item, _)| item.start() <= span.start());
        let (item, at) = self.0.get(before.checked_sub(1)?)?;
        (span.start() <= item.end()).then_some(*at)
    }
}

fn is_entry(line: &str, key: CountKey) -> bool {
    line.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with(':'))
}

/// A tick becomes the answer, a mark the recommendation, and choices get their letters (R-Q1).
fn settle(text: &str, item: &mut Item) {
    let agreed = recommendation_conflict(item).is_none();
    if let Some((at, letter)) = renamed(item).filter(|_| item.spots.0.reletter) {
        let mut words = item.recommendation_text().to_owned();
        words.replace_range(at..=at, letter.encode_utf8(&mut [0; 4]));
        item.recommendation = Some(new_field(Label::Recommendation, words));
    }
    if agreed && item.choices.iter().any(|choice| choice.recommended) {
        let words = item.choices.iter().find(|choice| choice.recommended).map(|choice| {
            let words: Vec<&str> = choice.text.as_str().split_whitespace().collect();
            format!("{}. {}", settled_letter(item, choice), words.join(" "))
        });
        if let Some(words) = words.filter(|_| item.recommendation_text().is_empty()) {
            item.recommendation = Some(new_field(Label::Recommendation, words));
        }
        item.choices.iter_mut().for_each(|choice| choice.recommended = false);
    }
    if !(item.spots.0.reletter || in_sequence(item)) {
        return;
    }
    let holds = tick_conflict(item).is_none();
    let ticked = item.choices.iter().find(|choice| choice.ticked).filter(|_| holds);
    if let Some(place) = ticked.map(|choice| choice.place) {
        let field = item.answer.as_ref();
        let said = field.map_or("", |field| field.text.as_str());
        if without_comments(said).is_empty() {
            // A comment below or behind the label stays where it is.
            let kept = field
                .filter(|_| !said.is_empty())
                .map_or("", |field| Span::new(field.spots.0.label.end(), field.text.span().end()).of(text));
            item.answer = Some(new_field(Label::Answer, format!("{place}{kept}")));
        }
    }
    for choice in item.choices.iter_mut().filter(|choice| holds || !choice.ticked) {
        choice.ticked = false;
        choice.letter = Some(choice.place);
    }
}

/// Whether a list of edits in the order of the text holds the same one; equal ones come close together.
trait Nearby {
    fn contains_nearby(&self, edit: &Edit) -> bool;
}

impl Nearby for Vec<Edit> {
    fn contains_nearby(&self, edit: &Edit) -> bool {
        self.iter().rev().take(4).any(|other| other == edit && !edit.span.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One item that does not come out as it should leaves the others their rewriting.
    #[test]
    fn an_odd_item_is_left_alone() {
        let item = |id: u32| format!("### Q{id}: T\nWhy?\n\nA. x\n\n**Answer**: A\n\n");
        let text = format!("## S\n\n{}{}{}", item(1), item(2), item(3));
        let parsed = crate::parse(&text);
        let mut document = parsed.read().expect("a document").clone();
        let owners = Owners::new(&document);
        // A rewriting that changes what the second question says.
        for deviation in document.source.0.deviations.iter_mut().filter(|it| owners.of(it.span) == Some(1)) {
            if let Some(edit) = deviation.fix.as_mut().and_then(|fix| fix.edits.first_mut()) {
                edit.text = "**Answer:** not".to_owned();
            }
        }
        let formatted = document.fmt();
        assert!(formatted.left.iter().any(|left| owners.of(left.span) == Some(1)));
        let mended = formatted.change.apply();
        let labels = (mended.matches("**Answer:** A").count(), mended.matches("**Answer**: A").count());
        assert_eq!(labels, (2, 1), "{mended}");
    }
}
