//! What reading a message knows better than the rules on its value (R-A14, R-J8).

use std::collections::{HashMap, HashSet};

use crate::{Issue, Path, Rule};

/// What becomes of the issues of a value that was read: where they stand in the text, which were told already in other
/// words, and which a dialect excuses.
///
/// Rules see the value alone; a value that a program built gets their issues unchanged.
#[derive(Clone, Debug, Default)]
pub struct Amend {
    /// Most readings have nothing to change, and then nothing is made for it.
    changes: Option<Box<Changes>>,
}

#[derive(Clone, Debug, Default)]
struct Changes {
    moved: HashMap<Path, Path>,
    told: HashSet<(Path, &'static str)>,
    excused: HashMap<(Path, &'static str), &'static Rule>,
}

impl Amend {
    /// Nothing is changed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where items of lists stand in the text, by their path in the value.
    #[must_use]
    pub fn moved(mut self, moved: HashMap<Path, Path>) -> Self {
        self.changes.get_or_insert_default().moved = moved;
        self
    }

    /// What `rule` says of `path` was said already when it was read.
    pub fn told(&mut self, rule: &'static Rule, path: Path) {
        self.changes.get_or_insert_default().told.insert((path, rule.code()));
    }

    /// What `rule` says of `path` is said by another rule, with that one's severity.
    pub fn excuse(&mut self, rule: &'static Rule, path: Path, instead: &'static Rule) {
        self.changes.get_or_insert_default().excused.insert((path, rule.code()), instead);
    }

    /// The issue as it stands for the text; `None` if it was told already.
    pub(crate) fn apply(&self, issue: Issue) -> Option<Issue> {
        match &self.changes {
            Some(changes) => changes.apply(issue),
            None => Some(issue),
        }
    }
}

impl Changes {
    fn apply(&self, mut issue: Issue) -> Option<Issue> {
        let key = (issue.path, issue.rule.code());
        if self.told.contains(&key) {
            return None;
        }
        if let Some(instead) = self.excused.get(&key) {
            issue.rule = instead;
            issue.severity = instead.severity();
        }
        issue.path = self.in_text(key.0);
        Some(issue)
    }

    fn in_text(&self, path: Path) -> Path {
        let mut step = Some(path.clone()).filter(|_| !self.moved.is_empty());
        while let Some(parent) = step {
            if let Some(moved) = self.moved.get(&parent) {
                let below = path.as_str().get(parent.as_str().len()..).unwrap_or_default();
                return format!("{moved}{below}").parse().unwrap_or(path);
            }
            step = parent.parent();
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;
    use crate::rules::{KEPT_ASIDE, MISSING_FIELD};

    fn path(text: &str) -> Path {
        text.parse().expect("a pointer")
    }

    #[test]
    fn issues_are_moved_told_and_excused() {
        let mut amend = Amend::new().moved(HashMap::from([(path("/list/0"), path("/list/2"))]));
        amend.told(&MISSING_FIELD, path("/list/0/name"));
        amend.excuse(&MISSING_FIELD, path("/note"), &KEPT_ASIDE);
        let apply = |at: &str| amend.apply(Issue::new(&MISSING_FIELD, path(at), "gone"));
        assert_eq!(apply("/list/0/name"), None, "told already");
        assert_eq!(apply("/list/0/size").map(|issue| issue.path), Some(path("/list/2/size")));
        assert_eq!(apply("/list/01").map(|issue| issue.path), Some(path("/list/01")), "another item");
        let excused = apply("/note").expect("still said");
        assert_eq!((excused.rule.code(), excused.severity), (KEPT_ASIDE.code(), Severity::Warning));
    }
}
