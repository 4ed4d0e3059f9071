//! Words and signs by which a row or an item says that something passed or failed: the one table of them (R-C8).

use envelope_core::text::{BAD_SIGNS, Decoration, GOOD_SIGNS, WARNING_SIGN, bare, is_failure_word};

use crate::list::name_and_rest;
use crate::note::{is_plain_note, passed_in_time};
use crate::score::Score;
use crate::{FindingType, ItemStatus, Passed};

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

/// The words, in small letters, besides those for a failure that all protocols know.
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
    ("succeeded", Pass),
    ("green", Pass),
    ("true", Pass),
    ("satisfied", Pass),
    ("fulfilled", Pass),
    ("verified", Pass),
    ("confirmed", Pass),
    ("complete", Pass),
    ("completed", Pass),
    ("implemented", Pass),
    ("applied", Pass),
    ("missing", Fail),
    ("absent", Fail),
    ("omitted", Fail),
    ("timed out", Fail),
    ("regressed", Fail),
    ("xfail", Open),
    ("skip", Open),
    ("skipped", Open),
    ("ignored", Open),
    ("pending", Open),
    ("todo", Open),
    ("tbd", Open),
    ("deferred", Open),
    ("postponed", Open),
    ("planned", Open),
    ("wip", Open),
    ("paused", Open),
    ("waiting", Open),
    ("in progress", Open),
    ("not started", Open),
    ("untested", Open),
    ("not run", Open),
    ("not tested", Open),
    ("not applicable", Open),
    ("n/a", Open),
    ("unknown", Open),
    ("flaky", Open),
    ("inconclusive", Open),
];
/// Words that turn what follows into its contrary, and words that say how often: never.
pub(crate) const NEGATIONS: [&str; 10] =
    ["not", "never", "didn't", "doesn't", "isn't", "wasn't", "cannot", "can't", "don't", "nothing"];
pub(crate) const NONE: [&str; 4] = ["0", "no", "zero", "without"];
/// Words that say that it is not whole, before or behind another.
pub(crate) const PARTLY: [&str; 5] = ["partially", "partly", "mostly", "almost", "nearly"];
/// Names under which issues are counted, besides those that begin with `fail`.
pub(crate) const ISSUES: [&str; 12] = [
    "discrepancies",
    "mismatches",
    "errors",
    "issues",
    "findings",
    "violations",
    "contradictions",
    "inconsistencies",
    "blockers",
    "regressions",
    "defects",
    "crashes",
];
/// Words before such a name that tell of issues which are none of this result's.
const SETTLED: [&str; 9] =
    ["resolved", "fixed", "closed", "previous", "prior", "expected", "allowed", "max", "maximum"];
/// What is tested, checked or asked for, and so counted.
pub(crate) const THINGS: [&str; 22] = [
    "tests",
    "test",
    "cases",
    "case",
    "checks",
    "check",
    "criteria",
    "criterion",
    "acceptance",
    "items",
    "item",
    "requirements",
    "requirement",
    "scenarios",
    "scenario",
    "validations",
    "specs",
    "spec",
    "assertions",
    "assertion",
    "suites",
    "suite",
];

impl Verdict {
    /// Reads the cell or the part of an item that holds the result.
    pub(crate) fn read(text: &str) -> Self {
        if let Some(now) = changed_to(text).map(Self::read).filter(|now| *now != Unknown) {
            return now;
        }
        if text.contains(is_cross) {
            return Fail;
        }
        let word = bare(text);
        let doubtful = word.decorations.contains(Decoration::DoubtfulSign);
        if word.text.is_empty() {
            return if text.contains(GOOD_SIGNS) { Pass } else { Unknown };
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

/// What became of it at last, where only results stand before the last arrow: `fail → pass`, `❌ -> ✅ (12 ms)`.
pub(crate) fn changed_to(text: &str) -> Option<&str> {
    // The longer ones first, which hold the others.
    const ARROWS: [&str; 7] = ["-->", "==>", "→", "->", "=>", "➜", "⇒"];
    let is_result = |part: &str| {
        let word = bare(part).text;
        let signed = || word.is_empty() && part.contains(|sign| is_cross(sign) || GOOD_SIGNS.contains(&sign));
        of_word(word).is_some() || ItemStatus::read(word).rank().is_some() || signed()
    };
    let arrow = ARROWS.iter().find(|arrow| text.contains(**arrow))?;
    let (before, now) = text.rsplit_once(arrow)?;
    before.split(arrow).all(is_result).then_some(now)
}

/// Whether the sign says of an item that it failed; a warning does, too.
pub(crate) fn is_cross(sign: char) -> bool {
    BAD_SIGNS.contains(&sign) || sign == WARNING_SIGN
}

/// The verdict of the word, alone.
pub(crate) fn of_word(text: &str) -> Option<Verdict> {
    known(text).or_else(|| of_ratio(text))
}

fn known(word: &str) -> Option<Verdict> {
    let own = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, verdict)| *verdict);
    own.or_else(|| is_failure_word(word, true).then_some(Fail))
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

/// The verdict of several words. A pass with something beside it is qualified and stays unknown, but for a note that leaves
/// no doubt; a failure does not.
fn of_phrase(text: &str) -> Verdict {
    let lower = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|w| !w.is_empty()).collect();
    if words.first().and_then(|word| of_word(word)) == Some(Pass) && passed_in_time(&lower) {
        return Pass;
    }
    if words.first().is_some_and(|word| PARTLY.contains(word)) {
        return Fail;
    }
    if let Some(score) = Score::read(text) {
        return score.verdict();
    }
    match leading(&lower) {
        Some((word, Pass)) => {
            let noted = is_plain_note(lower.get(word.len()..).unwrap_or_default());
            return if noted { Pass } else { Unknown };
        }
        Some((_, Fail)) if counts_none(text) => return Unknown,
        Some((_, said)) => return said,
        None => {}
    }
    let passes = |word: &str| WORDS.iter().any(|(known, said)| *known == word && *said == Pass);
    let denied = |at: usize| words.iter().take(at).rev().take(2).any(|word| NEGATIONS.contains(word));
    for (at, word) in words.iter().enumerate() {
        let none = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| NONE.contains(word));
        let failure = word.starts_with("fail") && is_failure_word(word, false);
        if failure && !denied(at) && !none || denied(at) && passes(word) {
            return Fail;
        }
    }
    let first = text.split_whitespace().next().and_then(of_ratio);
    first.filter(|said| *said == Fail).unwrap_or(Unknown)
}

/// The word for a result that a text in small letters begins with, the longest there is, where it is not part of a sentence.
fn leading(lower: &str) -> Option<(&str, Verdict)> {
    let stands = |word: &str| {
        let rest = lower.get(word.len()..).unwrap_or_default().trim_start();
        !rest.starts_with(char::is_alphanumeric) && !rest.starts_with(['\'', '_'])
            || (word.starts_with("fail") || word.contains(' ')) && lower.as_bytes().get(word.len()) == Some(&b' ')
    };
    let several = WORDS.iter().filter(|(word, _)| lower.starts_with(word) && word.contains([' ', '/']) && stands(word));
    let first = lower.get(..lower.find(|c: char| !c.is_alphanumeric()).unwrap_or(lower.len()))?;
    let one = || known(first).filter(|_| stands(first)).map(|verdict| (first, verdict));
    several.max_by_key(|(word, _)| word.len()).copied().or_else(one)
}

/// Whether a word for a result in the text is part of a sentence about something else: `failed logins are counted`.
pub(crate) fn is_prose(text: &str) -> bool {
    const BEHIND: [&str; 14] =
        ["on", "in", "with", "at", "after", "because", "due", "to", "when", "by", "for", "again", "since", "under"];
    let text = bare(text).text;
    let mut words = text.split_whitespace();
    let (Some(first), Some(second), Some(_)) = (words.next(), words.next(), words.next()) else { return false };
    let loud = first.chars().all(char::is_uppercase) && of_word(first).is_some();
    let stated = !first.ends_with(char::is_alphanumeric)
        || BEHIND.contains(&second)
        || !second.starts_with(char::is_alphanumeric);
    let leads = of_word(first.trim_end_matches(|c: char| !c.is_alphanumeric())).is_some();
    !(loud || leads && stated || counts_failures(text))
}

/// An item that counts, such as `Failed: 0`: the name and the number.
pub(crate) fn counted(item: &str) -> Option<(&str, u64)> {
    const FAILURES: [&str; 2] = ["failures", "errors"];
    let (name, value) = name_and_rest(item);
    let mut words = bare(value).text.split_whitespace();
    let count = whole_number(words.next()?)?;
    let known = |thing: &str| THINGS.contains(&thing) || FAILURES.contains(&thing);
    let alone = words.next().is_none_or(known) && words.next().is_none();
    alone.then_some((name, count))
}

/// A number as people write it: `1,000` has a comma, and one that is too large is many.
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    let grouped = text.split(',').skip(1).all(|group| group.len() == 3);
    let digits: String = text.chars().filter(|c| *c != ',').collect();
    let is_number = grouped && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// An item that counts how many came to what: `Passed: 2`, `Tests failed: 0`, `2 passed`; no verdict for `Total: 2`.
pub(crate) fn tallied(item: &str) -> Option<(Option<Verdict>, u64)> {
    const ALL: [&str; 4] = ["total", "run", "all", "count"];
    let (name, count) = counted(item).or_else(|| {
        let (number, name) = bare(item).text.split_once(' ')?;
        // `12 passed, 0 failed` counts two things, and none of them twelve failures.
        let one = !name.contains(|c: char| c.is_ascii_digit() || [',', ';', '/', '|'].contains(&c));
        Some((name, whole_number(number).filter(|_| one)?))
    })?;
    let lower = name.to_lowercase();
    let words = lower.split_whitespace().filter(|word| !THINGS.contains(word)).collect::<Vec<_>>();
    match words.as_slice() {
        [] => Some((None, count)),
        [word] if ALL.contains(word) => Some((None, count)),
        _ if counts_issues(name) => Some((Some(Fail), count)),
        [word] => known(word).map(|verdict| (Some(verdict), count)),
        _ => None,
    }
}

/// Whether the item says that nothing failed: `0 failed`, `Failures: none`.
pub(crate) fn counts_none(item: &str) -> bool {
    let (name, value) = name_and_rest(item);
    let is_none = |text: &str| ["none", "none found"].iter().any(|known| known.eq_ignore_ascii_case(text));
    let none = || is_none(bare(value).text) && counts_issues(name);
    tallied(item).is_some_and(|(_, count)| count == 0) || none()
}

/// Whether this is a name under which failures are counted: `Failed`, `Errors`, `Tests failed`.
pub(crate) fn names_failures(name: &str) -> bool {
    last_word(name).is_some_and(|word| word.starts_with("fail") || word == "errors")
}

/// The same for issues of any kind: `Open issues`, `Critical findings`. `Resolved issues` are none.
pub(crate) fn counts_issues(name: &str) -> bool {
    let settled = |word: &str| SETTLED.iter().any(|known| known.eq_ignore_ascii_case(word));
    let known = |word: &str| word.starts_with("fail") || ISSUES.contains(&word);
    // `Failure cases` are cases like others.
    let cases = |word: &str| word == "failure" && !name.to_ascii_lowercase().ends_with(word);
    last_word(name).is_some_and(|word| known(&word) && !cases(&word))
        && !name.split_whitespace().next().is_some_and(settled)
}

/// Whether a name asks for something bad and for nothing else, so that `yes` is the bad answer and `no` the good one:
/// `Contradictions found?`, `Missing coverage`. `No regressions` and `Reports errors` ask for something good.
pub(crate) fn asks_for_issues(name: &str) -> bool {
    const BEFORE: [&str; 3] = ["any", "are", "there"];
    const BEHIND: [&str; 4] = ["found", "present", "detected", "remaining"];
    let lower = bare(name).text.trim_end_matches('?').to_lowercase();
    let words: Vec<&str> = lower.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let start = words.iter().position(|word| !BEFORE.contains(word)).unwrap_or(words.len());
    let end = words.iter().rposition(|word| !BEHIND.contains(word)).map_or(start, |at| at + 1);
    let asked = words.get(start..end).unwrap_or_default().join("-");
    let one = asked.strip_suffix('s').unwrap_or(&asked);
    // `Broken links`, `Missing sections`
    let bad = |word: &&str| ["missing", "broken", "stale", "conflicting", "duplicate", "outdated"].contains(word);
    if end - start == 2 && words.get(start).is_some_and(bad) {
        return true;
    }
    ISSUES.contains(&asked.as_str()) || FindingType::WORDS.iter().any(|word| [asked.as_str(), one].contains(word))
}

/// The last word of a name, in small letters, without the things that are counted: `failed` of `Failed tests`.
fn last_word(name: &str) -> Option<String> {
    let lower = bare(name).text.to_lowercase();
    lower.split_whitespace().rfind(|word| !THINGS.contains(word)).map(str::to_owned)
}

/// Whether the item counts failures by their name: `Failed: 2`, `Errors: 1`.
pub(crate) fn tallies_failures(item: &str) -> bool {
    tallied(item).is_some_and(|(verdict, count)| verdict == Some(Fail) && count > 0)
}

/// Whether the line counts failures: `2 failed`, `3 failing tests`; `3 failed attempts` are about something else.
pub(crate) fn counts_failures(line: &str) -> bool {
    const BEHIND: [&str; 6] = ["of", "out", "in", "on", "and", "with"];
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
            if next.is_empty() || BEHIND.iter().chain(&THINGS).any(|word| word.eq_ignore_ascii_case(next)) {
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
            (
                Pass,
                "40 passed, 0 failed ¦ ✅ 12/12 passed ¦ 40 tests passed ¦ PASS — see x ¦ Verified ¦ Complete ¦ pass ¦ pass (2.1s) ¦ passed in 3 ms ¦ 5/5 ¦ ✅ ¦ ✅ Pass ¦ ❌ → ✅ ¦ fail -> pass ¦ pass (12/12) ¦ Pass. ¦ pass, see log ¦ **PASSED** ¦ ok ¦ Yes ¦ 🟢 ¦ `met`",
            ),
            (
                Fail,
                "fail ¦ pass → fail ¦ pass (11/12) ¦ pass (1 failed) ¦ ❌ ¦ ❌ pass ¦ 🚫 pass ¦ ⛔ ¦ FAIL: timeout ¦ failed on CI ¦ Fails with E12 ¦ not passed ¦ not met ¦ \
                 did not pass ¦ doesn’t pass ¦ 🟥 ¦ ☒ ¦ ⚠️ pass ¦ cancelled ¦ interrupted ¦ Errors ¦ stopped: no disk ¦ not yet met ¦ 2 failed ¦ 40 passed, 2 failed ¦ 3/5 ¦ 3/5 pass ¦ no ¦ No — \
                 see log ¦ partially met ¦ partly applied ¦ not verified ¦ 1 failed, 2 errors ¦ missing ¦ error: no file ¦ test failed ¦ timed out after 3 s ¦ PASS? ❌",
            ),
            (
                Open,
                "3 passed, 2 skipped ¦ waiting ¦ paused ¦ skipped ¦ ⏭ skipped ¦ pending ¦ N/A ¦ not run ¦ Not tested: no device ¦ skipped (no device) ¦ flaky",
            ),
            (
                Unknown,
                " ¦ pass (after retry) ¦ Failed: 0 ¦ errors: none ¦ errors: none found ¦  PASS — but flaky ¦ pass: not on CI ¦ 40 tests ¦ no failures ¦ never fails ¦ 🔶 pass ¦ later ¦ 0/0 ¦ 7/5 ¦ nowhere ¦ \
                 errorless ¦ 5/5 after retry ¦ ❓",
            ),
        ];
        for (verdict, texts) in said {
            for text in texts.split('¦').map(str::trim) {
                assert_eq!(Verdict::read(text), verdict, "{text}");
            }
        }
    }

    #[test]
    fn items_that_count() {
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
            ("1,000 failures", Some((Some(Fail), 1000))),
            ("99999999999999999999 failures", Some((Some(Fail), u64::MAX))),
            ("1,00 failures", None),
            ("login test: pass", None),
            ("login: 2", None),
            ("3 failed logins lock the account", None),
            ("passed", None),
        ] {
            assert_eq!(tallied(item), said, "{item}");
        }
    }
}
