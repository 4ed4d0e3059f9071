//! A value for the rules to look at where none can be given (R-A16).

use std::collections::HashSet;

use crate::{Issue, Path, Rule};

/// What the value would be, with stand-ins for what could not be read.
///
/// It is never given to anybody: no value may hold what nobody wrote. The protocol's own rules look at it
/// ([`Envelope::check_draft`](crate::Envelope::check_draft)), so that a message with a single wrong member is told all that
/// is wrong with the others, too; what they say of a stand-in is left out. What the caller brought, such as a probe for
/// files, is asked nothing.
#[derive(Clone, Debug)]
pub struct Draft<T> {
    value: T,
    holes: HashSet<Path>,
}

/// A rule, and a further place that it needs beside the one it speaks of; the root for a rule that needs the whole.
pub type Need = (&'static Rule, &'static str);

impl<T> Draft<T> {
    /// A draft in which these places were not read.
    pub(crate) fn new(value: T, holes: HashSet<Path>) -> Self {
        Self { value, holes }
    }

    /// The value, for what does not go by stand-ins.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value, to keep in it what was refused.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// What the rules say of it, without what they say of stand-ins.
    pub(crate) fn said(&self, needs: &[Need], check: impl Fn(&T) -> Vec<Issue>) -> Vec<Issue> {
        let lacks = |place: &str| self.is_hole(place) || self.holes.iter().any(|hole| is_below(hole.as_str(), place));
        let silent: Vec<&str> = needs.iter().filter(|(_, place)| lacks(place)).map(|(rule, _)| rule.code()).collect();
        let speaks = |issue: &Issue| !silent.contains(&issue.rule.code()) && !self.is_hole(issue.path.as_str());
        let mut issues = check(&self.value);
        issues.retain(speaks);
        Issue::settle(&mut issues);
        issues
    }

    /// Whether a stand-in is there, or further up.
    pub fn is_hole(&self, place: &str) -> bool {
        let mut next = place.parse::<Path>().ok();
        while let Some(path) = next {
            if self.holes.contains(&path) {
                return true;
            }
            next = path.parent();
        }
        false
    }
}

fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{KEPT_ASIDE, MISSING_FIELD, UNKNOWN_KEY, WRONG_TYPE};

    #[test]
    fn nothing_is_said_of_stand_ins() {
        let path = |text: &str| text.parse::<Path>().expect("a pointer");
        let draft = Draft::new((), HashSet::from([path("/a/0/name"), path("/b")]));
        let check = |(): &()| {
            let issue = |rule, place: &str| Issue::new(rule, path(place), "said");
            vec![
                issue(&MISSING_FIELD, "/a/0/name"),
                issue(&MISSING_FIELD, "/a/0/name/x"),
                issue(&MISSING_FIELD, "/b/c"),
                issue(&MISSING_FIELD, "/a/0/names"),
                issue(&MISSING_FIELD, "/a"),
                issue(&UNKNOWN_KEY, "/c"),
                issue(&KEPT_ASIDE, "/c"),
                issue(&WRONG_TYPE, "/c"),
            ]
        };
        let needs: &[Need] = &[(&UNKNOWN_KEY, "/b/status"), (&KEPT_ASIDE, "/a"), (&WRONG_TYPE, "/c")];
        let said: Vec<String> = draft.said(needs, check).iter().map(|issue| issue.path.to_string()).collect();
        assert_eq!(said, ["/a/0/names", "/a", "/c"]);
        assert!(
            draft
                .said(&[(&MISSING_FIELD, ""), (&UNKNOWN_KEY, ""), (&KEPT_ASIDE, ""), (&WRONG_TYPE, "")], check)
                .is_empty()
        );
    }
}
