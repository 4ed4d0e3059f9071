//! The canonical form: older forms rewritten, missing counts added, nothing else touched (R-Q1).

use std::collections::HashSet;
use std::fmt::Write as _;

use envelope_core::{Diagnostic, Edit, Issue, Severity, Span};

use super::counts::set_count;
use super::place::new_field;
use super::{Change, holds};
use crate::check::check;
use crate::labels::{COUNTS, CountKey, Label};
use crate::model::{Clarifications, Frontmatter, Item, Sections, without_comments};
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
        let deviations = &self.source.0.deviations;
        let mut edits: Vec<Edit> = Vec::new();
        for edit in deviations.iter().filter_map(|deviation| deviation.fix.as_ref()).flat_map(|fix| &fix.edits) {
            if !edits.contains_nearby(edit) {
                edits.push(edit.clone());
            }
        }
        edits.extend(self.source.0.letters.iter().cloned());
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

    /// Ticks and marks that cannot become an answer or a recommendation, and letters that words of the document name.
    fn conflicts(&self) -> impl Iterator<Item = Diagnostic> {
        let of_rule =
            |issue: &Issue| [&TICK_CONFLICT, &RECOMMENDATION_CONFLICT, &CHOICE_SEQUENCE].contains(&issue.rule);
        let lettered = self.items().filter(|(_, item)| item.spots.0.reletter).flat_map(|(_, item)| &item.choices);
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

    /// What the document says once its older forms are rewritten.
    fn settled(&self) -> Self {
        let mut settled = self.clone();
        settled.items_mut().for_each(|(_, item)| settle(self.text(), item));
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
