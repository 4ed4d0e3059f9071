//! The canonical form: older forms rewritten, missing counts added, nothing else touched (R-Q1).

use std::fmt::Write as _;

use envelope_core::{Diagnostic, Edit, Issue, Severity};

use super::counts::set_count;
use super::place::new_field;
use super::{Change, holds};
use crate::check::check;
use crate::labels::{COUNTS, CountKey, Label};
use crate::model::{Clarifications, Frontmatter, Item, Sections};
use crate::parse::{recommendation_conflict, tick_conflict};
use crate::rules::{RECOMMENDATION_CONFLICT, TICK_CONFLICT};

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
        let deviations = &self.source.0.deviations;
        let mut edits: Vec<Edit> = Vec::new();
        for edit in deviations.iter().filter_map(|deviation| deviation.fix.as_ref()).flat_map(|fix| &fix.edits) {
            if !edits.contains_nearby(edit) {
                edits.push(edit.clone());
            }
        }
        let mut expected = self.settled();
        let invented = self.add_counts(&mut edits, &mut expected);
        let grave = |deviation: &&Diagnostic| deviation.severity >= Severity::Warning;
        if !holds(self, &edits, &expected) {
            // Two rewritings got in each other's way: rather none than a wrong one.
            let left = deviations.iter().filter(grave).cloned().collect();
            return Formatted { change: Change::new(self, Vec::new()), invented: Vec::new(), left };
        }
        let mut left: Vec<Diagnostic> =
            deviations.iter().filter(grave).filter(|deviation| deviation.fix.is_none()).cloned().collect();
        left.extend(self.conflicts());
        Formatted { change: Change::new(self, edits), invented, left }
    }

    /// Ticks and marks that cannot become an answer or a recommendation.
    fn conflicts(&self) -> impl Iterator<Item = Diagnostic> {
        let of_rule = |issue: &Issue| [&TICK_CONFLICT, &RECOMMENDATION_CONFLICT].contains(&issue.rule);
        check(self).into_iter().filter(of_rule).map(|issue| {
            let span = self.place(&issue.path);
            Diagnostic::from_issue(issue, span)
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

    /// What the document says once its older forms are rewritten.
    fn settled(&self) -> Self {
        let mut settled = self.clone();
        settled.items_mut().for_each(|(_, item)| settle(item));
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

fn is_entry(line: &str, key: CountKey) -> bool {
    line.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with(':'))
}

/// A tick becomes the answer, a mark the recommendation, and choices get their letters (R-Q1).
fn settle(item: &mut Item) {
    if item.choices.iter().any(|choice| choice.recommended) && recommendation_conflict(item).is_none() {
        let words = item.choices.iter().find(|choice| choice.recommended).map(|choice| {
            let words: Vec<&str> = choice.text.as_str().split_whitespace().collect();
            format!("{}. {}", choice.answer_letter(), words.join(" "))
        });
        if let Some(words) = words.filter(|_| item.recommendation_text().is_empty()) {
            item.recommendation = Some(new_field(Label::Recommendation, words));
        }
        item.choices.iter_mut().for_each(|choice| choice.recommended = false);
    }
    let in_sequence = item.choices.iter().all(|choice| choice.answer_letter() == choice.place && choice.place <= 'Z');
    if !in_sequence {
        return;
    }
    let holds = tick_conflict(item).is_none();
    if holds && item.choices.iter().any(|choice| choice.ticked) {
        item.answer = Some(new_field(Label::Answer, item.answer_text().to_owned()));
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
