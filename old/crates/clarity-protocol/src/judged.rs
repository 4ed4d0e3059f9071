//! Items of lists that say what came of something: the name, the result, and where it stands (R-C8, R-C9).

use envelope_core::Span;
use envelope_core::text::{GOOD_SIGNS, bare, marker_line, split_key, trim_blank};

use crate::ItemStatus;
use crate::list::{first_item, last_part, name_and_rest};
use crate::roles::Role;
use crate::score::Score;
use crate::verdict::Verdict::{self, Fail, Open, Pass, Unknown};
use crate::verdict::{
    PARTLY, changed_to, counted, counts_failures, counts_issues, counts_none, is_cross, is_prose, of_word,
    tallies_failures,
};
use crate::words;

/// An item of a list: what it is about, what is said of it, and what that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged<'a> {
    pub(crate) name: &'a str,
    /// The part that holds the result, as it was written; empty where a sign says it.
    pub(crate) word: &'a str,
    pub(crate) verdict: Verdict,
    /// What follows the result.
    pub(crate) rest: &'a str,
}

/// Marks between a name and its result in the output of test runners.
const ARROWS: [&str; 6] = [" ... ", " … ", " → ", " -> ", " => ", " = "];
/// Marks that stand inside names too: only a result that is one word counts behind them.
const TIGHT: [&str; 4] = [", ", "; ", ":", "="];

impl<'a> Judged<'a> {
    /// Reads an item: `[x] name`, `❌ name`, `name: pass — evidence`, `FAIL: name`, `name (failed)`, or with its result
    /// on a line below it.
    pub(crate) fn read(item: &'a str, role: Role) -> Self {
        let (sign, boxed, item) = boxed(item).unwrap_or(("", Unknown, item));
        let (first, further) = item.split_once('\n').unwrap_or((item, ""));
        let signs = boxed.and(sign_before(first)).and(below(further, role));
        let (name, behind) = name_and_rest(first);
        let rest = if behind.is_empty() { further } else { item.get(offset(item, behind)..).unwrap_or(behind) };
        // `Failed: 0` tells of no failure, `Failed: 2` of some.
        let count = counted(first).map(|(_, count)| count);
        let none = count == Some(0) || counts_none(first);
        if let Some((word, verdict, after)) = tag(name, role).filter(|_| !none) {
            let (name, rest) = if after.is_empty() && !behind.is_empty() { name_and_rest(rest) } else { (after, rest) };
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        // `12 passed, 0 failed` is all of it.
        if let Some((word, verdict)) = result_word(first, role).filter(|_| Score::read(first).is_some()) {
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        let (part, evidence) = name_and_rest(behind);
        // An explicit tick stands before a word inside prose: `✅ Lockout: failed logins are counted`.
        let stated = |part: &str| !(signs == Pass && (is_prose(part) || names_topic(behind)));
        if let Some(word) = last_part(behind).filter(|word| of_word(bare(word).text).is_some() && is_prose(part)) {
            return Self { name, word, verdict: Verdict::read(word).and(signs), rest: "" };
        }
        if let Some((word, verdict)) = result_word(part, role).filter(|_| stated(part) && !counts_none(behind)) {
            let rest = if evidence.is_empty() { "" } else { rest.get(offset(rest, evidence)..).unwrap_or(evidence) };
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        if let Some((word, verdict)) = result_word(behind, role).filter(|_| stated(behind)) {
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        if let Some((name, word, verdict)) = result_behind(name, role).filter(|_| count.is_none() && !none) {
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        let anywhere = match () {
            () if first.contains(is_cross) || counts_failures(first) || tallies_failures(first) => Fail,
            () if first.contains(GOOD_SIGNS) => Pass,
            () => Unknown,
        };
        let verdict = anywhere.and(signs);
        // The place for the status of a checklist's item holds some other word.
        let other = Some(part).filter(|part| {
            role == Role::Checklist
                && verdict == Unknown
                && count.is_none()
                && !part.is_empty()
                && !part.contains([' ', '\n'])
        });
        Self { name, word: other.unwrap_or(sign), verdict, rest }
    }

    /// The status of a checklist's item: its word where it is one of the four, else what the signs say.
    pub(crate) fn status(&self) -> ItemStatus {
        match (ItemStatus::read(self.word), self.verdict) {
            (ItemStatus::Other(word), Fail) if word.is_empty() => ItemStatus::Missing,
            (ItemStatus::Other(word), Pass) if word.is_empty() => ItemStatus::Applied,
            // Sign and word disagree, as in a cell `❌ applied`.
            (ItemStatus::Applied | ItemStatus::NotApplicable, Fail) => ItemStatus::Other(format!("❌ {}", self.word)),
            (status, _) => status,
        }
    }
}

/// Whether it is about errors or the like rather than says that there are some: `✅ AC2: Errors: none are swallowed`.
fn names_topic(text: &str) -> bool {
    let (topic, said) = name_and_rest(text);
    let first = said.split_whitespace().next().unwrap_or_default();
    let of_all = ["none", "no", "all", "every", "each"].iter().any(|word| word.eq_ignore_ascii_case(first));
    of_all && counts_issues(topic) && !has_stem(topic) && !said.contains(|c: char| c.is_ascii_digit())
}

/// Where `part` begins in `whole`.
fn offset(whole: &str, part: &str) -> usize {
    Span::of_slice(whole, part).start()
}

/// The word of a part that holds a result, and what it says; for a checklist one of its four words, which may lead.
fn result_word(part: &str, role: Role) -> Option<(&str, Verdict)> {
    if let Some(found) = changed_to(part).and_then(|now| result_word(trim_blank(now), role)) {
        return Some(found);
    }
    if role == Role::Checklist {
        if is_limited(part) {
            return Some((part, Fail));
        }
        let lead = part.split_whitespace().next().unwrap_or_default().trim_end_matches([':', ',', '.', ';']);
        let said = |word: &str| match ItemStatus::read(word) {
            ItemStatus::Applied => Some(Pass),
            ItemStatus::NotApplicable => Some(Open),
            ItemStatus::Partial | ItemStatus::Missing => Some(Fail),
            ItemStatus::Other(_) => None,
        };
        if let Some(found) = [part, lead].into_iter().find_map(|word| Some((word, said(word)?))) {
            return Some(found);
        }
    }
    Some((part, Verdict::read(part))).filter(|(part, verdict)| !part.is_empty() && *verdict != Unknown)
}

/// The result that an item begins with, and what follows: `FAIL: name`, `[FAIL] name`, `FAIL name`.
fn tag(name: &str, role: Role) -> Option<(&str, Verdict, &str)> {
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (word, rest) = bracketed.or_else(|| name.split_once([' ', '\t'])).unwrap_or((name, ""));
    let word = bare(word).text;
    let (_, verdict) = result_word(word, role)?;
    let alone = rest.is_empty() && (has_stem(word) || role == Role::Checklist);
    (is_loud(word) || alone || bracketed.is_some()).then(|| (word, verdict, bare(rest).text))
}

/// The result that an item ends with: `name (failed)`, `name [FAIL]`, `name ... FAILED`, `name, failed`, `name FAILED`.
fn result_behind(name: &str, role: Role) -> Option<(&str, &str, Verdict)> {
    let arrow = ARROWS.iter().find_map(|mark| name.rsplit_once(mark));
    let closed = || {
        let round = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
        round.or_else(|| name.strip_suffix(']').and_then(|name| name.rsplit_once('[')))
    };
    if let Some((name, part)) = arrow.or_else(closed) {
        let (word, verdict) = result_word(part, role)?;
        return Some((trim_blank(name), word, verdict));
    }
    let single = |word: &str| of_word(bare(word).text).is_some() || ItemStatus::read(word).rank().is_some();
    let tight = TIGHT.iter().filter_map(|mark| name.rsplit_once(mark)).find(|(_, part)| single(trim_blank(part)));
    let (name, part) = tight.or_else(|| name.rsplit_once([' ', '\t']).filter(|split| ends_in_result(*split, role)))?;
    let (word, verdict) = result_word(trim_blank(part), role)?;
    Some((trim_blank(name), word, verdict))
}

/// Whether the last word is the result of what stands before it, and no part of a sentence: behind a name of one word, or
/// in capitals.
fn ends_in_result((name, word): (&str, &str), role: Role) -> bool {
    let word = bare(word).text;
    let one = !trim_blank(name).contains([' ', '\t']);
    let known = of_word(word).is_some() || role == Role::Checklist && ItemStatus::read(word).rank().is_some();
    known && (one || is_loud(word) && (has_stem(word) || role == Role::Checklist))
}

fn is_loud(word: &str) -> bool {
    word.len() > 1 && word.chars().all(char::is_uppercase)
}

/// Whether this is a word that means a result wherever it stands.
fn has_stem(word: &str) -> bool {
    ["pass", "fail", "skip"].iter().any(|stem| word.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(stem)))
}

/// Whether one of the four words leads, and what follows takes part of it back: `applied partially`, `applied except S3`.
fn is_limited(part: &str) -> bool {
    let mut words = part.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty());
    let leads = words.next().is_some_and(|word| ItemStatus::read(word) == ItemStatus::Applied);
    leads && words.map(str::to_lowercase).any(|word| PARTLY.contains(&word.as_str()) || words::is_limited(&word))
}

/// The box that an item begins with, what it says, and the item behind it; a box with any other sign is no tick.
fn boxed(item: &str) -> Option<(&str, Verdict, &str)> {
    let sign = item.strip_prefix('[')?.chars().next()?;
    let end = 1 + sign.len_utf8();
    let rest = item.get(end..)?.strip_prefix("] ")?;
    let verdict = match sign {
        'x' | 'X' => Pass,
        _ if GOOD_SIGNS.contains(&sign) => Pass,
        ' ' => Fail,
        _ if sign.is_alphanumeric() => return None,
        _ => Fail,
    };
    let shown = if verdict == Pass || sign == ' ' { "" } else { item.get(..=end)? };
    Some((shown, verdict, trim_blank(rest)))
}

/// What the lines below an item's first say: a result by its name, or a nested item that failed.
fn below(further: &str, role: Role) -> Verdict {
    let named = |at: usize, key: &str| role.spec().columns.get(at).is_some_and(|column| column.is_named(key));
    let mut verdict = Unknown;
    for line in further.lines() {
        let split = split_key(marker_line(line).rest);
        if let Some(split) = split.filter(|split| named(1, split.key)) {
            verdict = verdict.and(result_word(split.value, role).map_or(Unknown, |(_, said)| said));
        } else if split.is_none_or(|split| !named(2, split.key))
            && !first_item(line).is_empty()
            && Judged::read(first_item(line), role).verdict == Fail
        {
            return Fail;
        }
    }
    verdict
}

/// What a sign before the text of an item says.
fn sign_before(line: &str) -> Verdict {
    let line = line.trim_start_matches(['*', '_', '`', ' ']);
    match () {
        () if line.starts_with(is_cross) => Fail,
        () if line.starts_with(GOOD_SIGNS) => Pass,
        () => Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict::{Fail, Open, Pass, Unknown};

    #[track_caller]
    fn check(role: Role, item: &str, verdict: Verdict, name: &str) {
        let judged = Judged::read(item, role);
        assert_eq!((judged.verdict, judged.name), (verdict, name), "{item}");
    }

    #[test]
    fn items_say_pass_failure_or_neither() {
        for (item, verdict) in [
            ("❌ login test", Fail),
            ("✅ login test", Pass),
            ("🚫 login test", Fail),
            ("login test ❌", Fail),
            ("login test: pass — ❌ was shown before", Pass),
            ("login test: FAIL — timeout", Fail),
            ("login test — failed on CI", Fail),
            ("login test: FAIL: timeout", Fail),
            ("login test: not passed", Fail),
            ("login test (failed)", Fail),
            ("login test (pass)", Pass),
            ("login test ... FAILED", Fail),
            ("login test ... ok", Pass),
            ("FAIL: login test", Fail),
            ("**FAIL** login test", Fail),
            ("[FAIL] login test", Fail),
            ("FAILED login test", Fail),
            ("PASS: login test — 3 s", Pass),
            ("[x] login test", Pass),
            ("[ ] login test", Fail),
            ("[x] login test: failed", Fail),
            ("[x] ❌ login test", Fail),
            ("login test\n  - Result: fail", Fail),
            ("login test\n  - **Status**: pass\n  - Notes: fine", Pass),
            ("login test\n  - ❌ with a wrong password", Fail),
            ("login test\n  - by hand: pass\n  - by script: fail", Fail),
            ("login test: pass\n  - Notes: failed before the fix", Pass),
            ("login test FAILED", Fail),
            ("login test [FAIL]", Fail),
            ("login test, failed", Fail),
            ("login test -- failed", Fail),
            ("login test:fail", Fail),
            ("login test: not verified", Fail),
            ("login test: 40 passed, 0 failed", Pass),
            ("[~] login test", Fail),
            ("login test: skipped", Open),
            ("login test", Unknown),
        ] {
            check(Role::Tests, item, verdict, "login test");
        }
        check(Role::Tests, "t1 failed", Fail, "t1");
        check(Role::Tests, "tests/a.py::test_y ERROR", Fail, "tests/a.py::test_y");
        check(Role::Tests, "says that the login failed", Unknown, "says that the login failed");
        check(Role::Tests, "✅ Lock account: failed logins are counted", Pass, "Lock account");
        check(Role::Tests, "✅ Lock account: the third login failed and locks it", Pass, "Lock account");
        check(Role::Tests, "✅ Lock account: failed", Fail, "Lock account");
        check(Role::Tests, "✅ Lock account: Errors: none are swallowed", Pass, "Lock account");
        check(Role::Tests, "✅ Lock account: Errors: 3", Fail, "Lock account");
        check(Role::Tests, "✅ Lock account: Errors: two in src/a.rs", Fail, "Lock account");
        check(Role::Tests, "Lock account: PASS → FAIL (regression)", Fail, "Lock account");
        check(Role::Tests, "Lock account: FAIL → PASS (12 ms)", Pass, "Lock account");
        check(Role::Tests, "Lock account: fail → pass", Pass, "Lock account");
        check(Role::Tests, "Lock account: PASS -> FAIL", Fail, "Lock account");
        check(Role::Tests, "AC1: failed uploads are retried: PASS", Pass, "AC1");
        check(Role::Tests, "AC1: failed uploads are retried — **pass**", Pass, "AC1");
        check(Role::Tests, "AC1: uploads are stored at once: FAIL", Fail, "AC1");
        check(Role::Tests, "❌ AC1: failed uploads are retried: PASS", Fail, "AC1");
        check(Role::Tests, "AC1: failed on the second run: pass", Fail, "AC1");
        check(Role::Tests, "AC1: FAILED uploads are lost: pass", Fail, "AC1");
        check(Role::Tests, "AC1: failed uploads are retried: later", Fail, "AC1");
        check(Role::Tests, "✅ Lock account: failed on CI", Fail, "Lock account");
        assert_eq!(Judged::read("Errors: 1", Role::Tests).verdict, Fail);
        assert_eq!(Judged::read("Errors: 0", Role::Tests).verdict, Unknown);
        check(Role::Tests, "rejects failing logins: pass", Pass, "rejects failing logins");
        check(Role::Tests, "rejects failing logins", Unknown, "rejects failing logins");
        check(Role::Tests, "Lockout after 3 failed logins", Unknown, "Lockout after 3 failed logins");
        check(Role::Tests, "Failed: 0", Unknown, "Failed");
        assert_eq!(Judged::read("Failed: 2", Role::Tests).verdict, Fail);
        check(Role::Tests, "40 passed, 2 failed", Fail, "40 passed, 2 failed");
        check(Role::Criteria, "Error: shown to the user", Unknown, "Error");
    }

    #[test]
    fn items_of_a_checklist() {
        for (item, status) in [
            ("V1: applied — seen in S2", ItemStatus::Applied),
            ("V1: partial", ItemStatus::Partial),
            ("V1: applied → missing", ItemStatus::Missing),
            ("V1 — missing from S3", ItemStatus::Missing),
            ("V1 (missing)", ItemStatus::Missing),
            ("Missing: V1", ItemStatus::Missing),
            ("[x] V1", ItemStatus::Applied),
            ("[ ] V1", ItemStatus::Missing),
            ("❌ V1", ItemStatus::Missing),
            ("⚠️ V1: partial", ItemStatus::Partial),
            ("V1: not-applicable", ItemStatus::NotApplicable),
            ("[ ] V1: applied", ItemStatus::Other("❌ applied".to_owned())),
            ("V1: later", ItemStatus::Other("later".to_owned())),
            ("V1: to be looked at", ItemStatus::Other(String::new())),
            ("V1: not applied", ItemStatus::Other("not applied".to_owned())),
            ("V1: partially applied", ItemStatus::Other("partially applied".to_owned())),
            ("V1: applied partially", ItemStatus::Other("applied partially".to_owned())),
            ("V1: absent", ItemStatus::Other("absent".to_owned())),
            ("V1: todo", ItemStatus::Other("todo".to_owned())),
            ("V1 MISSING", ItemStatus::Missing),
            ("V1 -- missing", ItemStatus::Missing),
            ("[~] V1", ItemStatus::Other("[~]".to_owned())),
            ("[x] V1: documented", ItemStatus::Applied),
            ("V1\n  - Status: missing", ItemStatus::Missing),
        ] {
            let judged = Judged::read(item, Role::Checklist);
            assert_eq!((judged.status(), judged.name), (status, "V1"), "{item}");
        }
    }
}
