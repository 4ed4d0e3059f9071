//! Typed views over the blocks: what each of the five types reports (clarity-protocol, "Result Types").

use std::borrow::Cow;
use std::collections::HashMap;

use crate::judged::Judged;
use crate::list::{items, leads, name_and_rest};
use crate::parse::folded;
use crate::results::{results, verdicts};
use crate::roles::Role;
use crate::verdict::Verdict;
use crate::words::{says_none, says_none_found};
use crate::{Block, ClarityResult, Finding, ItemStatus, ResultType};

/// What a result reports, by its type.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list of types")]
pub enum View<'a> {
    /// Of a digest.
    Digest(DigestView<'a>),
    /// Of a comparison.
    Consistency(ConsistencyView<'a>),
    /// Of a checklist.
    Verification(VerificationView<'a>),
    /// Of a task.
    Implementation(ImplementationView<'a>),
    /// Of a plan.
    DesignPlan(DesignPlanView<'a>),
}

/// A name and what is said of it: a section and its summary, a term and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named<'a> {
    /// The name.
    pub name: &'a str,
    /// What is said of it; empty where nothing is.
    pub text: &'a str,
}

/// What a digest reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DigestView<'a> {
    /// The sections, each with its summary.
    pub sections: Vec<Named<'a>>,
    /// The terms and entities, each with its meaning.
    pub terms: Vec<Named<'a>>,
    /// The decisions, each with its reason.
    pub decisions: Vec<Named<'a>>,
    /// The references, each with its target.
    pub cross_references: Vec<Named<'a>>,
}

/// A finding with an id of its own and its discussion.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identified<'a> {
    /// The id, unlike any other of the message: `F1#2` for the second F1, `F3` for the third row without one (R-C9).
    pub id: String,
    /// The finding.
    pub finding: &'a Finding,
    /// The discussion, as it was written.
    pub discussion: Option<&'a str>,
}

/// What a comparison reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConsistencyView<'a> {
    /// The two documents, where they can be told apart (R-C5).
    pub documents: Option<(&'a str, &'a str)>,
    /// The findings with their discussions.
    pub findings: Vec<Identified<'a>>,
}

/// An item of a checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChecklistItem<'a> {
    /// The item.
    pub item: &'a str,
    /// What became of it.
    pub status: ItemStatus,
    /// Notes; empty where there are none.
    pub notes: &'a str,
    /// The expansion, as it was written.
    pub expansion: Option<&'a str>,
}

/// What a verification reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerificationView<'a> {
    /// The checklist.
    pub items: Vec<ChecklistItem<'a>>,
}

/// A file that was modified.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChange<'a> {
    /// Its path.
    pub path: &'a str,
    /// What was changed; empty where it is not said.
    pub summary: &'a str,
}

/// Whether something passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a result says yes, no, or something else")]
pub enum Passed {
    /// It did.
    Yes,
    /// It did not.
    No,
    /// The word is neither.
    Unknown,
}

impl Passed {
    /// Reads a word or a sign; a pass with something beside it (`pass (after retry)`) is unknown, a failure is not.
    pub fn read(text: &str) -> Self {
        Verdict::read(text).passed()
    }
}

/// A criterion or a test with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked<'a> {
    /// What was checked.
    pub name: &'a str,
    /// The result as it was written.
    pub word: &'a str,
    /// What it means.
    pub passed: Passed,
    /// Evidence or notes; empty where there are none.
    pub evidence: &'a str,
}

/// What an implementation reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImplementationView<'a> {
    /// The files that were modified.
    pub files: Vec<FileChange<'a>>,
    /// The acceptance criteria.
    pub criteria: Vec<Checked<'a>>,
    /// The tests.
    pub tests: Vec<Checked<'a>>,
    /// What is still open.
    pub gaps: Vec<Named<'a>>,
}

/// A component with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComponentPlan<'a> {
    /// The component.
    pub component: &'a str,
    /// Where it goes; empty where it is not said.
    pub placement: &'a str,
}

/// What a design plan reports.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DesignPlanView<'a> {
    /// The components.
    pub components: Vec<ComponentPlan<'a>>,
    /// How the screen is laid out: rows of a table or items of a list.
    pub layout: Vec<Named<'a>>,
    /// The design tokens.
    pub tokens: Vec<Named<'a>>,
    /// What content was decided on.
    pub content: Vec<Named<'a>>,
    /// How to carry the plan out.
    pub instructions: Vec<Named<'a>>,
}

/// A row of a table or an item of a list, by the columns of its role.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) cells: [&'a str; 3],
    /// The whole item, where it is one of a list.
    pub(crate) item: Option<&'a str>,
}

impl ClarityResult {
    /// The typed view for the type of the result; `None` without a summary line.
    pub fn view(&self) -> Option<View<'_>> {
        let named =
            |role| self.entries(role).map(|entry| Named { name: entry.cells[0], text: entry.cells[1] }).collect();
        Some(match self.kind()? {
            ResultType::Digest => View::Digest(DigestView {
                sections: named(Role::Sections),
                terms: named(Role::Terms),
                decisions: named(Role::Decisions),
                cross_references: named(Role::CrossReferences),
            }),
            ResultType::Consistency => {
                View::Consistency(ConsistencyView { documents: self.documents(), findings: self.identified() })
            }
            ResultType::Verification => View::Verification(VerificationView { items: self.checklist() }),
            ResultType::Implementation => View::Implementation(ImplementationView {
                files: self.files(),
                criteria: self.checked(Role::Criteria),
                tests: self.checked(Role::Tests),
                gaps: named(Role::Gaps),
            }),
            ResultType::DesignPlan => View::DesignPlan(DesignPlanView {
                components: self
                    .entries(Role::Components)
                    .map(|entry| ComponentPlan { component: entry.cells[0], placement: entry.cells[1] })
                    .collect(),
                layout: named(Role::Layout),
                tokens: named(Role::Tokens),
                content: named(Role::Content),
                instructions: named(Role::Instructions),
            }),
        })
    }

    /// Every finding with an id of its own and its discussion, in order; incomplete rows included.
    pub fn identified(&self) -> Vec<Identified<'_>> {
        let discussions = self.discussions();
        let mut met: HashMap<String, usize> = HashMap::new();
        let mut identified = Vec::new();
        for (index, finding) in self.findings().enumerate() {
            let id = finding.id.clone().unwrap_or_else(|| format!("F{}", index + 1));
            let count = met.entry(id.clone()).or_default();
            *count += 1;
            let discussion = discussions.get(&folded(&id)).copied().filter(|_| *count == 1);
            let id = if *count > 1 { format!("{id}#{count}") } else { id };
            identified.push(Identified { id, finding, discussion });
        }
        identified
    }

    /// The two documents of a pair, where they can be told apart (R-C5).
    pub fn documents(&self) -> Option<(&str, &str)> {
        match &self.summary.as_ref()?.metrics {
            crate::Metrics::Consistency { pair, .. } => split_pair(pair.as_deref()?),
            _ => None,
        }
    }

    /// The checklist, of tables and lists.
    pub fn checklist(&self) -> Vec<ChecklistItem<'_>> {
        let discussions = self.discussions();
        self.entries(Role::Checklist)
            .map(|entry| {
                let [mut name, word, mut notes] = entry.cells;
                let status = match entry.item.map(|item| Judged::read(item, Role::Checklist)) {
                    None => ItemStatus::read(word),
                    Some(judged) => {
                        (name, notes) = (judged.name, judged.rest);
                        judged.status()
                    }
                };
                let id = crate::parse::item_id(name).map(folded);
                let expansion = discussions.get(&folded(name)).or_else(|| discussions.get(&id?)).copied();
                ChecklistItem { item: name, status, notes, expansion }
            })
            .collect()
    }

    /// The files that were modified.
    pub fn files(&self) -> Vec<FileChange<'_>> {
        self.entries(Role::Files).map(|entry| FileChange { path: entry.cells[0], summary: entry.cells[1] }).collect()
    }

    /// Criteria or tests with their results.
    pub(crate) fn checked(&self, role: Role) -> Vec<Checked<'_>> {
        let blocks = self.blocks.iter().filter(|block| block.role() == Some(role));
        let said = |block| entries(block, role).into_iter().zip(results(block, role));
        blocks.flat_map(said).map(|(entry, said)| checked(entry, role, said.verdict)).collect()
    }

    /// What every criterion, test or item of a checklist says, in order.
    pub(crate) fn verdicts(&self, role: Role) -> impl Iterator<Item = Verdict> {
        self.blocks.iter().filter(move |block| block.role() == Some(role)).flat_map(move |block| verdicts(block, role))
    }

    /// Every row and item of a role, in order.
    pub(crate) fn entries(&self, role: Role) -> impl Iterator<Item = Entry<'_>> {
        self.blocks.iter().filter(move |block| block.role() == Some(role)).flat_map(move |block| entries(block, role))
    }

    /// The discussions by the folded name of what they discuss.
    fn discussions(&self) -> HashMap<Cow<'_, str>, &str> {
        let mut found = HashMap::new();
        for block in &self.blocks {
            match block {
                Block::Discussion { id, text } => drop(found.entry(folded(id)).or_insert(text.as_str())),
                Block::List { role: Role::Discussions, text } => {
                    for item in items(text) {
                        for lead in leads(item) {
                            found.entry(folded(lead)).or_insert(item);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// The rows or items of a block.
pub(crate) fn entries(block: &Block, role: Role) -> Vec<Entry<'_>> {
    match block {
        Block::Table { columns, rows, .. } => {
            let places = [0, 1, 2].map(|at| role.column(at, columns));
            rows.iter()
                .filter(|row| !is_empty(row))
                .map(|row| Entry {
                    cells: places.map(|at| at.and_then(|at| row.get(at)).map_or("", String::as_str)),
                    item: None,
                })
                .collect()
        }
        Block::List { text, .. } => items(text)
            .into_iter()
            // The name of a criterion or a test may be such a phrase.
            .filter(|item| role.is_judged() && !says_none(item) || !role.is_judged() && !says_none_found(item))
            .map(|item| {
                let (name, rest) = name_and_rest(item);
                Entry { cells: [name, rest, ""], item: Some(item) }
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a row says that there is nothing.
pub(crate) fn is_empty(row: &[String]) -> bool {
    let mut told = row.iter().filter(|cell| !cell.is_empty()).peekable();
    told.peek().is_some() && told.all(|cell| says_none(cell))
}

/// The result of a row or of a list item.
fn checked(entry: Entry<'_>, role: Role, verdict: Verdict) -> Checked<'_> {
    if let Some(item) = entry.item {
        let Judged { name, word, rest, .. } = Judged::read(item, role);
        return Checked { name, word, passed: verdict.passed(), evidence: rest };
    }
    let [name, word, evidence] = entry.cells;
    Checked { name, word, passed: verdict.passed(), evidence }
}

/// The two documents of `a/b`, when exactly one slash has a file name with an extension on both sides (R-C5).
pub(crate) fn split_pair(text: &str) -> Option<(&str, &str)> {
    let mut found = text.match_indices('/').filter_map(|(at, _)| {
        let (left, right) = (text.get(..at)?, text.get(at + 1..)?);
        (has_extension(left) && has_extension(right)).then_some((left.trim(), right.trim()))
    });
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

fn has_extension(path: &str) -> bool {
    let name = path.trim().rsplit('/').next().unwrap_or_default().trim_matches('`');
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.trim_matches('.').is_empty()
            && (1..9).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_split_where_one_reading_is_left() {
        assert_eq!(split_pair("A.md/B.md"), Some(("A.md", "B.md")));
        assert_eq!(split_pair("docs/a.md/docs/b.md"), Some(("docs/a.md", "docs/b.md")));
        for text in ["a.md/b.md/c.md", "a/b", "a.md", "a.md/", "/", "", "v1.2 notes/b.md c d"] {
            assert_eq!(split_pair(text), None, "{text}");
        }
    }
}
