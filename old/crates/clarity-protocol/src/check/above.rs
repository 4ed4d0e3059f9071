//! What a heading or a label says of the lines below it (R-C8).

use crate::ResultType;
use crate::roles::{Role, plain_title};
use crate::verdict::{ISSUES, THINGS};

/// Headings above lists of findings, and what may stand before each of them.
const FINDINGS: [&str; 9] = [
    "findings",
    "issues",
    "inconsistencies",
    "contradictions",
    "discrepancies",
    "mismatches",
    "critical",
    "major",
    "minor",
];
const KINDS_OF: [&str; 9] =
    ["critical ", "major ", "minor ", "open ", "key ", "remaining ", "all ", "unresolved ", "outstanding "];
/// Headings above lists that tell how all of it went.
const SUMMARIES: [&str; 8] = ["summary", "overview", "result", "results", "status", "conclusion", "verdict", "build"];
/// What headings above lists of failures say of what is listed, alone or with its name: `Failed`, `Unmet criteria`.
const FAILED: [&str; 10] = [
    "failed",
    "failing",
    "failures",
    "fail",
    "unmet",
    "unfulfilled",
    "unsatisfied",
    "unsuccessful",
    "crashed",
    "regressions",
];
/// The same with the name of what is listed only: `Broken tests`; `Broken windows` may be anything.
const FAILED_THING: &str = "broken";
/// The same behind `not`: `Criteria not met`.
const NOT: [&str; 5] = ["met", "passed", "passing", "fulfilled", "satisfied"];
/// The same of a checklist, and what its items may be.
const OPEN: [&str; 3] = ["missing", "partial", "unapplied"];
const PARTS: [&str; 3] = ["sections", "parts", "content"];
/// Words of such a heading that change nothing.
const STILL: [&str; 25] = [
    "still",
    "remaining",
    "outstanding",
    "unresolved",
    "known",
    "current",
    "new",
    "open",
    "all",
    "any",
    "the",
    "these",
    "that",
    "are",
    "yet",
    "following",
    "and",
    "or",
    "/",
    "unit",
    "integration",
    "e2e",
    "build",
    "lint",
    "ci",
];
/// First words of headings above lists of what is no longer so, and what may stand behind them besides names of issues.
const PAST: [&str; 8] = ["resolved", "fixed", "closed", "addressed", "previous", "previously", "prior", "former"];
const PAST_TOO: [&str; 6] = ["reported", "found", "now", "and", "fixed", "resolved"];
/// What a bracket behind a title begins with that says the same: `Failing tests (before the fix)`.
const WAS: [&str; 6] = ["before", "red", "fixed", "resolved", "now", "closed"];
/// Labels of lists about something else.
const ASIDES: [&str; 5] = ["legend", "key", "symbols", "next steps", "follow-up"];

/// What the nearest heading or label says of the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    /// There is none.
    Nothing,
    Findings,
    /// What failed, is not met, or is missing.
    Failures,
    /// Tests, criteria, a checklist.
    Judged,
    Summary,
    /// What was found earlier, and is no longer so.
    Settled,
    Other,
}

impl Above {
    pub(super) fn of(title: &str, kind: ResultType) -> Self {
        let (role, plain) = Role::with_title(title);
        Self::titled(title, role, plain, kind)
    }

    /// The same where the role and the plain title are known.
    pub(super) fn titled(title: &str, role: Option<Role>, plain: &str, kind: ResultType) -> Self {
        let above = Self::with(role, plain, kind);
        if above.counts_open() && is_past(title) { Self::Settled } else { above }
    }

    pub(super) fn with(role: Option<Role>, plain: &str, kind: ResultType) -> Self {
        let behind = |kind: &&str| {
            let (before, behind) = plain.split_at_checked(kind.len())?;
            before.eq_ignore_ascii_case(kind).then_some(behind)
        };
        let name = KINDS_OF.iter().find_map(behind).unwrap_or(plain);
        let found = name.strip_suffix(" found").unwrap_or(name);
        match () {
            () if is_one_of(&FINDINGS, found) && kind != ResultType::Implementation => Self::Findings,
            () if is_one_of(&SUMMARIES, name) => Self::Summary,
            () if role.is_some_and(Role::is_judged) => Self::Judged,
            () if heads_failures(plain, kind) => Self::Failures,
            () if names_past(plain) => Self::Settled,
            () => Self::Other,
        }
    }

    /// Whether a count above none below it, or beside it, counts issues.
    pub(super) const fn counts_open(self) -> bool {
        matches!(self, Self::Findings | Self::Failures)
    }
}

/// Whether the label is one of a list about something else.
pub(super) fn is_aside(line: &str) -> bool {
    is_one_of(&ASIDES, plain_title(line))
}

/// A short line alone that ends with a colon, or is bold as a whole.
pub(super) fn is_label(line: &str) -> bool {
    let line = line.trim();
    line.len() < 80
        && (line.trim_end_matches(['*', '_']).ends_with(':')
            || ["**", "__"].iter().any(|mark| line.starts_with(mark) && line.ends_with(mark)))
}

/// Whether things of whatever kind are listed below the title: `Entity inventory`.
pub(super) fn heads_inventory(role: Option<Role>, title: &str) -> bool {
    let last = title.split_whitespace().next_back();
    last.is_some_and(|word| word.eq_ignore_ascii_case("inventory")) || role.is_some_and(is_inventory)
}

/// Whether it lists parts of a document or a plan, which may have any name.
pub(super) const fn is_inventory(role: Role) -> bool {
    matches!(
        role,
        Role::Sections
            | Role::Terms
            | Role::Decisions
            | Role::CrossReferences
            | Role::Components
            | Role::Layout
            | Role::Tokens
    )
}

/// How many signs `#` it begins with; none where it is underlined.
pub(super) fn heading_level(heading: &str) -> usize {
    heading.bytes().take_while(|byte| *byte == b'#').count()
}

/// Whether what is listed below the title failed: `Failed`, `Failing tests`, `Criteria not met`; for a checklist also
/// `Missing items`. `Failed attempts` and `Failure cases` are about something else.
pub(super) fn heads_failures(title: &str, kind: ResultType) -> bool {
    let (mut said, mut length, mut things) = ([""; 2], 0, false);
    for word in title.split_whitespace() {
        let thing = is_one_of(&THINGS, word);
        things |= thing;
        if !thing && !is_one_of(&STILL, word) {
            let Some(place) = said.get_mut(length) else { return false };
            *place = word;
            length += 1;
        }
    }
    let checklist = kind == ResultType::Verification;
    match said {
        [word, ""] => {
            let named = things
                && (is_one_of(&[FAILED_THING], word)
                    || is_one_of(&["missing"], word) && kind == ResultType::Consistency);
            is_one_of(&FAILED, word) || named || checklist && is_one_of(&OPEN, word)
        }
        [not, word] if is_one_of(&["not"], not) => is_one_of(&NOT, word) || checklist && is_one_of(&["applied"], word),
        [one, other] if is_one_of(&FAILED, one) => is_one_of(&FAILED, other) || is_one_of(&["errors"], other),
        [one, other] => {
            let both =
                checklist && is_one_of(&OPEN, other) || is_one_of(&PARTS, other) && kind != ResultType::Implementation;
            is_one_of(&OPEN, one) && both
                || checklist && is_one_of(&["partially"], one) && is_one_of(&["applied"], other)
        }
    }
}

/// Whether a label begins with a word for what is no longer so: `Fixed in this change:`.
pub(super) fn begins_in_the_past(label: &str) -> bool {
    plain_title(label).split_whitespace().next().is_some_and(|first| is_one_of(&PAST, first))
}

/// Whether what is listed below the title was an issue, and is none any more: `Resolved findings`. `Fixed header` is a thing.
fn names_past(title: &str) -> bool {
    let mut words = title.split([' ', ',']).filter(|word| !word.is_empty());
    let issue = |word: &str| {
        is_one_of(&ISSUES, word) || is_one_of(&THINGS, word) || is_one_of(&FAILED, word) || is_one_of(&PAST_TOO, word)
    };
    words.next().is_some_and(|first| is_one_of(&PAST, first)) && words.clone().next().is_some() && words.all(issue)
}

/// Whether the bracket behind a title says the same.
fn is_past(title: &str) -> bool {
    let inner = title.split_once(" (").map_or("", |(_, inner)| inner);
    let words = || inner.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words().next().is_some_and(|first| is_one_of(&WAS, first))
        && !words().any(|word| is_one_of(&["still", "not"], word))
}

/// Whether a text is one of the words, in any letter case.
pub(super) fn is_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_failures() {
        let of = |title| Above::of(title, ResultType::Implementation);
        for title in "Failed ¦ Failing tests ¦ **Failed tests** (2) ¦ Failures: ¦ Unmet criteria ¦ Criteria not met ¦ Still failing \
                      ¦ Remaining failures ¦ Test failures ¦ Unmet acceptance criteria ¦ Broken tests ¦ 3. Failed checks ¦ The \
                      following tests failed: ¦ Failed unit tests ¦ Build failures"
            .split('¦')
        {
            assert_eq!(of(title.trim()), Above::Failures, "{title}");
        }
        for title in
            "Failed attempts ¦ Failure modes ¦ Failure ¦ Missing ¦ Broken windows ¦ Failed logins ¦ Not in scope ¦ Failure cases ¦ Fixed header ¦ \
                      Expected ¦ Previous page button ¦ \
                      Handling of failed tests in the queue"
                .split('¦')
        {
            assert_eq!(of(title.trim()), Above::Other, "{title}");
        }
        for title in "Fixed failures ¦ Previously failing tests ¦ Resolved findings ¦ Previously reported, now fixed ¦ Failing tests \
                      (before the fix) ¦ Failing tests (now fixed)"
            .split('¦')
        {
            assert_eq!(of(title.trim()), Above::Settled, "{title}");
        }
        assert_eq!(of("Failing tests (still red)"), Above::Failures);
        assert_eq!(Above::of("Missing items", ResultType::Verification), Above::Failures);
        assert_eq!(Above::of("Missing sections", ResultType::Consistency), Above::Failures);
    }
}
