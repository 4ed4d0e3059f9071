//! Words and signs by which a row or an item says that something passed or failed: the one table of them (R-C8).

use envelope_core::Span;
use envelope_core::text::{Decoration, bare, marker_line, split_key, trim_blank};

use crate::list::{first_item, name_and_rest};
use crate::roles::Role;
use crate::{ItemStatus, Passed};

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It passed.
    Pass,
    /// It failed.
    Fail,
    /// It did neither, or not yet: it counts as passed under no reading.
    Open,
    /// Something else is said.
    Unknown,
}

use Verdict::{Fail, Open, Pass, Unknown};

/// The words, in small letters.
const WORDS: &[(&str, Verdict)] = &[
    ("pass", Pass),
    ("passed", Pass),
    ("passes", Pass),
    ("passing", Pass),
    ("ok", Pass),
    ("met", Pass),
    ("yes", Pass),
    ("done", Pass),
    ("success", Pass),
    ("successful", Pass),
    ("green", Pass),
    ("true", Pass),
    ("satisfied", Pass),
    ("fulfilled", Pass),
    ("fail", Fail),
    ("failed", Fail),
    ("fails", Fail),
    ("failing", Fail),
    ("failure", Fail),
    ("unmet", Fail),
    ("no", Fail),
    ("ko", Fail),
    ("error", Fail),
    ("errored", Fail),
    ("crashed", Fail),
    ("partial", Fail),
    ("partially met", Fail),
    ("partly met", Fail),
    ("missing", Fail),
    ("blocked", Fail),
    ("broken", Fail),
    ("red", Fail),
    ("false", Fail),
    ("timeout", Fail),
    ("timed out", Fail),
    ("incomplete", Fail),
    ("unsatisfied", Fail),
    ("unsuccessful", Fail),
    ("abort", Fail),
    ("aborted", Fail),
    ("crash", Fail),
    ("segfault", Fail),
    ("panicked", Fail),
    ("killed", Fail),
    ("regressed", Fail),
    ("rejected", Fail),
    ("refused", Fail),
    ("denied", Fail),
    ("nope", Fail),
    ("xfail", Open),
    ("skip", Open),
    ("skipped", Open),
    ("ignored", Open),
    ("pending", Open),
    ("todo", Open),
    ("tbd", Open),
    ("deferred", Open),
    ("untested", Open),
    ("not run", Open),
    ("not tested", Open),
    ("not applicable", Open),
    ("n/a", Open),
    ("unknown", Open),
    ("flaky", Open),
    ("inconclusive", Open),
];
/// Signs for a pass, and signs for a failure.
const TICKS: [char; 6] = ['✅', '✓', '✔', '☑', '🟢', '🟩'];
const CROSSES: [char; 15] = ['❌', '✗', '✘', '✖', '✕', '☒', '⚠', '🔴', '🟥', '🚫', '⛔', '🛑', '👎', '💥', '🚨'];
/// Words that turn what follows into its contrary, and words that say how often: never.
const NEGATIONS: [&str; 10] =
    ["not", "never", "didn't", "doesn't", "isn't", "wasn't", "cannot", "can't", "don't", "nothing"];
const NONE: [&str; 4] = ["0", "no", "zero", "without"];

impl Verdict {
    /// Reads the cell or the part of an item that holds the result.
    pub(crate) fn read(text: &str) -> Self {
        if text.contains(CROSSES) {
            return Fail;
        }
        let word = bare(text);
        let doubtful = word.decorations.contains(Decoration::DoubtfulSign);
        if word.text.is_empty() {
            return if text.contains(TICKS) { Pass } else { Unknown };
        }
        let said = of_word(word.text).unwrap_or_else(|| of_phrase(word.text));
        if said == Pass && doubtful { Unknown } else { said }
    }

    /// What this is to a caller of the views.
    pub(crate) const fn passed(self) -> Passed {
        match self {
            Pass => Passed::Yes,
            Fail => Passed::No,
            Open | Unknown => Passed::Unknown,
        }
    }

    /// The graver of what two parts of an item say.
    pub(crate) fn and(self, other: Self) -> Self {
        [Fail, Open, Pass].into_iter().find(|verdict| self == *verdict || other == *verdict).unwrap_or(Unknown)
    }
}

/// The verdict of the word, alone.
fn of_word(text: &str) -> Option<Verdict> {
    let known = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    known.map(|(_, verdict)| *verdict).or_else(|| of_ratio(text))
}

/// `3/5` has failures, `5/5` has none; `0/0` and `7/5` say nothing.
fn of_ratio(text: &str) -> Option<Verdict> {
    let (passed, total) = text.split_once('/')?;
    let (passed, total) = (passed.trim().parse::<u64>().ok()?, total.trim().parse::<u64>().ok()?);
    Some(match () {
        () if passed < total => Fail,
        () if passed == total && total > 0 => Pass,
        () => Unknown,
    })
}

/// The verdict of several words. A pass with something beside it is qualified and stays unknown; a failure does not.
fn of_phrase(text: &str) -> Verdict {
    let lower = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|w| !w.is_empty()).collect();
    let leads = |(word, _): &&(&str, Verdict)| {
        lower.strip_prefix(word).is_some_and(|rest| {
            let rest = rest.trim_start();
            !rest.starts_with(char::is_alphanumeric) && !rest.starts_with(['\'', '_'])
                || (word.starts_with("fail") || word.contains(' ')) && lower.as_bytes().get(word.len()) == Some(&b' ')
        })
    };
    if words.first().and_then(|word| of_word(word)) == Some(Pass) && passed_in_time(&lower) {
        return Pass;
    }
    let lead = WORDS.iter().filter(leads).max_by_key(|(word, _)| word.len()).map(|(_, verdict)| *verdict);
    match lead {
        Some(Pass) => return Unknown,
        Some(said) => return said,
        None => {}
    }
    let is = |word: &str, verdict: Verdict| WORDS.iter().any(|(known, said)| *known == word && *said == verdict);
    let denied = |at: usize| words.iter().take(at).rev().take(2).any(|word| NEGATIONS.contains(word));
    for (at, word) in words.iter().enumerate() {
        let none = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| NONE.contains(word));
        let failure = word.starts_with("fail") && (is(word, Fail) || *word == "failures");
        if failure && !denied(at) && !none || is(word, Pass) && denied(at) {
            return Fail;
        }
    }
    let first = text.split_whitespace().next().and_then(of_ratio);
    first.filter(|said| *said == Fail).unwrap_or(Unknown)
}

/// Whether nothing but how long it took stands behind the word for a pass: `pass (2.1s)`, `passed in 3 ms`.
fn passed_in_time(lower: &str) -> bool {
    const UNITS: [&str; 11] = ["ns", "us", "µs", "ms", "s", "sec", "secs", "second", "seconds", "m", "min"];
    let (_, behind) = lower.split_at(lower.find(|c: char| !c.is_alphabetic()).unwrap_or(lower.len()));
    let time = behind.trim_matches([' ', '(', ')', '[', ']', ',', '.']);
    let time = time.strip_prefix("in ").unwrap_or(time);
    let unit = time.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    unit.len() < time.len() && UNITS.contains(&unit.trim_start())
}

/// An item that counts, such as `Failed: 0`: the name and the number.
pub(crate) fn counted(item: &str) -> Option<(&str, u64)> {
    const THINGS: [&str; 8] = ["tests", "test", "cases", "checks", "criteria", "items", "failures", "errors"];
    let (name, value) = name_and_rest(item);
    let mut words = bare(value).text.split_whitespace();
    let count = words.next()?.parse().ok()?;
    let alone = words.next().is_none_or(|thing| THINGS.contains(&thing)) && words.next().is_none();
    alone.then_some((name, count))
}

/// An item that counts how many came to what: `Passed: 2`, `Tests failed: 0`, `2 passed`; no verdict for `Total: 2`.
pub(crate) fn tallied(item: &str) -> Option<(Option<Verdict>, u64)> {
    const THINGS: [&str; 6] = ["tests", "test", "cases", "checks", "criteria", "items"];
    const ALL: [&str; 4] = ["total", "run", "all", "count"];
    let (name, count) = counted(item).or_else(|| {
        let (number, name) = bare(item).text.split_once(' ')?;
        Some((name, number.parse().ok()?))
    })?;
    let lower = name.to_lowercase();
    let words = lower.split_whitespace().filter(|word| !THINGS.contains(word)).collect::<Vec<_>>();
    match words.as_slice() {
        [] => Some((None, count)),
        [word] if ALL.contains(word) => Some((None, count)),
        ["failures" | "errors"] => Some((Some(Fail), count)),
        [word] => WORDS.iter().find(|(known, _)| known == word).map(|(_, verdict)| (Some(*verdict), count)),
        _ => None,
    }
}

/// Whether the item counts failures by their name: `Failed: 2`, `Errors: 1`.
pub(crate) fn tallies_failures(item: &str) -> bool {
    tallied(item).is_some_and(|(verdict, count)| verdict == Some(Fail) && count > 0)
}

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

impl<'a> Judged<'a> {
    /// Reads an item: `[x] name`, `❌ name`, `name: pass — evidence`, `FAIL: name`, `name (failed)`, or with its result
    /// on a line below it.
    pub(crate) fn read(item: &'a str, role: Role) -> Self {
        let (item, boxed) = [("[x] ", Pass), ("[X] ", Pass), ("[ ] ", Fail)]
            .into_iter()
            .find_map(|(mark, said)| Some((trim_blank(item.strip_prefix(mark)?), said)))
            .unwrap_or((item, Unknown));
        let (first, further) = item.split_once('\n').unwrap_or((item, ""));
        let signs = boxed.and(sign_before(first)).and(below(further, role));
        let (name, behind) = name_and_rest(first);
        let rest = if behind.is_empty() { further } else { item.get(offset(item, behind)..).unwrap_or(behind) };
        // `Failed: 0` tells of no failure, `Failed: 2` of some.
        let none = counted(first).is_some_and(|(_, count)| count == 0);
        if let Some((word, verdict, after)) = tag(name, role).filter(|_| !none) {
            let (name, rest) = if after.is_empty() && !behind.is_empty() { name_and_rest(rest) } else { (after, rest) };
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        let (part, evidence) = name_and_rest(behind);
        if let Some((word, verdict)) = result_word(part, role) {
            let rest = if evidence.is_empty() { "" } else { rest.get(offset(rest, evidence)..).unwrap_or(evidence) };
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        if let Some((word, verdict)) = result_word(behind, role) {
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        if let Some((name, word, verdict)) = result_behind(name, role) {
            return Self { name, word, verdict: verdict.and(signs), rest };
        }
        let anywhere = match () {
            () if first.contains(CROSSES) || counts_failures(first) || tallies_failures(first) => Fail,
            () if first.contains(TICKS) => Pass,
            () => Unknown,
        };
        Self { name, word: "", verdict: anywhere.and(signs), rest }
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

/// Where `part` begins in `whole`.
fn offset(whole: &str, part: &str) -> usize {
    Span::of_slice(whole, part).start()
}

/// The word of a part that holds a result, and what it says; for a checklist one of its four words, which may lead.
fn result_word(part: &str, role: Role) -> Option<(&str, Verdict)> {
    if role == Role::Checklist {
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
    let loud = word.len() > 1 && word.chars().all(char::is_uppercase);
    let stem =
        ["pass", "fail", "skip"].iter().any(|stem| word.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(stem)));
    let alone = rest.is_empty() && (stem || role == Role::Checklist);
    (loud || alone || bracketed.is_some()).then(|| (word, verdict, bare(rest).text))
}

/// The result that an item ends with: `name (failed)`, `name ... FAILED`.
fn result_behind(name: &str, role: Role) -> Option<(&str, &str, Verdict)> {
    let arrow = ARROWS.iter().find_map(|mark| name.rsplit_once(mark));
    let closed = || name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let (name, part) = arrow.or_else(closed)?;
    let (word, verdict) = result_word(part, role)?;
    Some((trim_blank(name), word, verdict))
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
        () if line.starts_with(CROSSES) => Fail,
        () if line.starts_with(TICKS) => Pass,
        () => Unknown,
    }
}

/// Whether the line counts failures: `2 failed`, `3 failing tests`; `3 failed attempts` are about something else.
pub(crate) fn counts_failures(line: &str) -> bool {
    const BEHIND: [&str; 22] = [
        "test",
        "tests",
        "case",
        "cases",
        "check",
        "checks",
        "criterion",
        "criteria",
        "spec",
        "specs",
        "assertion",
        "assertions",
        "suite",
        "suites",
        "item",
        "items",
        "of",
        "out",
        "in",
        "on",
        "and",
        "with",
    ];
    let mut number = false;
    let mut rest = line;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let from = rest.get(start..).unwrap_or_default();
        let len = from.find(|c: char| !c.is_alphanumeric()).unwrap_or(from.len());
        let (word, behind) = from.split_at(len);
        rest = behind;
        if number && word.get(..4).is_some_and(|stem| stem.eq_ignore_ascii_case("fail")) {
            let next = behind.trim_start_matches([' ', '\t', '*', '_', '`']);
            let next = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            if next.is_empty() || BEHIND.iter().any(|word| word.eq_ignore_ascii_case(next)) {
                return true;
            }
        }
        number = word.parse::<u64>().is_ok_and(|number| number > 0);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_say_pass_failure_or_neither() {
        let said = [
            (Pass, "pass ¦ pass (2.1s) ¦ passed in 3 ms ¦ 5/5 ¦ ✅ ¦ ✅ Pass ¦ **PASSED** ¦ ok ¦ Yes ¦ 🟢 ¦ `met`"),
            (
                Fail,
                "fail ¦ ❌ ¦ ❌ pass ¦ 🚫 pass ¦ ⛔ ¦ FAIL: timeout ¦ failed on CI ¦ Fails with E12 ¦ not passed ¦ not met ¦ \
                 did not pass ¦ doesn’t pass ¦ not yet met ¦ 2 failed ¦ 40 passed, 2 failed ¦ 3/5 ¦ 3/5 pass ¦ no ¦ No — \
                 see log ¦ partially met ¦ missing ¦ error: no file ¦ test failed ¦ timed out after 3 s ¦ PASS? ❌",
            ),
            (
                Open,
                "skipped ¦ ⏭ skipped ¦ pending ¦ N/A ¦ not run ¦ Not tested: no device ¦ skipped (no device) ¦ flaky",
            ),
            (
                Unknown,
                " ¦ pass (after retry) ¦ 40 passed, 0 failed ¦ no failures ¦ never fails ¦ 🔶 pass ¦ later ¦ 0/0 ¦ 7/5 ¦ nowhere ¦ \
                 errorless ¦ 5/5 after retry ¦ ❓",
            ),
        ];
        for (verdict, texts) in said {
            for text in texts.split('¦').map(str::trim) {
                assert_eq!(Verdict::read(text), verdict, "{text}");
            }
        }
    }

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
            ("login test: skipped", Open),
            ("login test", Unknown),
        ] {
            check(Role::Tests, item, verdict, "login test");
        }
        check(Role::Tests, "rejects failing logins: pass", Pass, "rejects failing logins");
        check(Role::Tests, "rejects failing logins", Unknown, "rejects failing logins");
        check(Role::Tests, "Lockout after 3 failed logins", Unknown, "Lockout after 3 failed logins");
        check(Role::Tests, "Failed: 0", Unknown, "Failed");
        assert_eq!(Judged::read("Failed: 2", Role::Tests).verdict, Fail);
        check(Role::Tests, "40 passed, 2 failed", Fail, "40 passed, 2 failed");
        check(Role::Criteria, "Error: shown to the user", Unknown, "Error");
    }

    #[test]
    fn items_that_count() {
        assert_eq!(Judged::read("Errors: 1", Role::Tests).verdict, Fail);
        assert_eq!(Judged::read("Errors: 0", Role::Tests).verdict, Unknown);
        for (item, said) in [
            ("Passed: 2", Some((Some(Pass), 2))),
            ("**Passed**: 2 tests", Some((Some(Pass), 2))),
            ("Failed: 0", Some((Some(Fail), 0))),
            ("Tests failed: 1", Some((Some(Fail), 1))),
            ("Failures: 0", Some((Some(Fail), 0))),
            ("Skipped: 3", Some((Some(Open), 3))),
            ("Total tests: 5", Some((None, 5))),
            ("40 passed", Some((Some(Pass), 40))),
            ("40 tests", Some((None, 40))),
            ("login test: pass", None),
            ("login: 2", None),
            ("3 failed logins lock the account", None),
            ("passed", None),
        ] {
            assert_eq!(tallied(item), said, "{item}");
        }
    }

    #[test]
    fn items_of_a_checklist() {
        for (item, status) in [
            ("V1: applied — seen in S2", ItemStatus::Applied),
            ("V1: partial", ItemStatus::Partial),
            ("V1 — missing from S3", ItemStatus::Missing),
            ("V1 (missing)", ItemStatus::Missing),
            ("Missing: V1", ItemStatus::Missing),
            ("[x] V1", ItemStatus::Applied),
            ("[ ] V1", ItemStatus::Missing),
            ("❌ V1", ItemStatus::Missing),
            ("⚠️ V1: partial", ItemStatus::Partial),
            ("V1: not-applicable", ItemStatus::NotApplicable),
            ("[ ] V1: applied", ItemStatus::Other("❌ applied".to_owned())),
            ("V1: later", ItemStatus::Other(String::new())),
            ("V1\n  - Status: missing", ItemStatus::Missing),
        ] {
            let judged = Judged::read(item, Role::Checklist);
            assert_eq!((judged.status(), judged.name), (status, "V1"), "{item}");
        }
    }
}
