//! Context maps wherever they stand, and other places deep in open values (R-P5).

use envelope_core::text::{placeholder, stands_for_more};
use envelope_core::{Issue, Path};
use serde_json::{Map, Value};

use crate::context_map::{self, NAME};
use crate::rules::{CONTEXT_MAP_NESTED, FINDINGS_PLACEHOLDER};

/// Paths longer than this are cut at a parent, and past this number of issues only the whole is pointed at: a message of
/// endless keys must not make endless paths (R-A9).
const LONGEST_PATH: usize = 4096;
const MOST_PLACES: usize = 1000;

/// Whether a context map stands among the members or anywhere below them.
pub(super) fn holds_map(members: &Map<String, Value>) -> bool {
    if members.contains_key(NAME) {
        return true;
    }
    let mut left: Vec<&Value> = members.values().collect();
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(members) if members.contains_key(NAME) => return true,
            Value::Object(members) => left.extend(members.values()),
            _ => {}
        }
    }
    false
}

/// Checks every context map among the members of an object and below them.
pub(super) fn check_maps(members: &Map<String, Value>, whole: &Path, issues: &mut Vec<Issue>) {
    let mut walk = Walk::new(whole, issues);
    walk.enter(members, None, 0);
    walk.run(false);
}

/// Tells of placeholders among the findings and of context maps below them, with their places. A context map of the
/// findings themselves has a rule of its own.
pub(super) fn check_findings(findings: &Map<String, Value>, tell_placeholders: bool, issues: &mut Vec<Issue>) {
    let whole = Path::root().key("findings");
    let mut walk = Walk::new(&whole, issues);
    walk.push_members(findings, None, 0);
    walk.run(tell_placeholders);
}

/// A node and the way to it, so that a path is only made where something is to be said.
struct Step<'v> {
    value: &'v Value,
    name: Name<'v>,
    parent: Option<usize>,
    /// The length of the path, roughly.
    length: usize,
}

#[derive(Clone, Copy)]
enum Name<'v> {
    Key(&'v str),
    Index(usize),
}

struct Walk<'v, 'i> {
    steps: Vec<Step<'v>>,
    whole: &'i Path,
    issues: &'i mut Vec<Issue>,
    /// How many issues there were before.
    from: usize,
}

impl<'v, 'i> Walk<'v, 'i> {
    fn new(whole: &'i Path, issues: &'i mut Vec<Issue>) -> Self {
        Self { steps: Vec::new(), whole, from: issues.len(), issues }
    }

    fn run(&mut self, tell_placeholders: bool) {
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            let (value, length) = (step.value, step.length);
            let item = matches!(step.name, Name::Index(_));
            match value {
                Value::String(text) if tell_placeholders && placeholder(text).is_some() => {
                    let message = "it looks like a placeholder of the instruction";
                    self.issues.push(Issue::new(&FINDINGS_PLACEHOLDER, self.place(Some(at)), message));
                }
                Value::String(text) if tell_placeholders && item && stands_for_more(text) => {
                    let message = "it looks like an ellipsis that stands for items left out";
                    self.issues.push(Issue::new(&FINDINGS_PLACEHOLDER, self.place(Some(at)), message));
                }
                Value::Array(items) => {
                    let below = items.iter().enumerate();
                    self.steps.extend(below.map(|(index, value)| Step {
                        value,
                        name: Name::Index(index),
                        parent: Some(at),
                        length: length + 8,
                    }));
                }
                Value::Object(members) => self.enter(members, Some(at), length),
                _ => {}
            }
            at += 1;
        }
    }

    /// Checks the context map of an object, and goes on with its other members.
    fn enter(&mut self, members: &'v Map<String, Value>, at: Option<usize>, length: usize) {
        if let Some(map) = members.get(NAME) {
            let cut = self.is_full() || length > LONGEST_PATH;
            let path = if cut { self.place(at) } else { self.place(at).key(NAME) };
            context_map::check(map, [&|| path.clone(), &|| self.whole.clone()], &CONTEXT_MAP_NESTED, self.issues);
        }
        self.push_members(members, at, length);
    }

    /// A list under the name of a context map has been checked as one; anything else there is gone through as it is.
    fn push_members(&mut self, members: &'v Map<String, Value>, parent: Option<usize>, length: usize) {
        let others = members.iter().filter(|(key, value)| *key != NAME || !value.is_array());
        self.steps.extend(others.map(|(key, value)| Step {
            value,
            name: Name::Key(key),
            parent,
            length: length + key.len() + 1,
        }));
    }

    fn is_full(&self) -> bool {
        self.issues.len() - self.from >= MOST_PLACES
    }

    fn place(&self, at: Option<usize>) -> Path {
        if self.is_full() {
            return self.whole.clone();
        }
        let mut names = Vec::new();
        let mut next = at;
        while let Some(step) = next.and_then(|at| self.steps.get(at)) {
            if step.length <= LONGEST_PATH {
                names.push(step.name);
            }
            next = step.parent;
        }
        names.into_iter().rev().fold(self.whole.clone(), |path, name| match name {
            Name::Key(key) => path.key(key),
            Name::Index(index) => path.index(index),
        })
    }
}
