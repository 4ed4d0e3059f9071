//! Lines around an envelope that take back the success which it states (R-A2).

use std::borrow::Cow;

use super::failure::{is_failing_conclusion, is_failing_result, is_failing_verdict, negates_success, states_failure};
use super::{
    BAD_SIGNS, Fences, LineRole, Lines, alternatives, fences, hidden_parts, is_blank, marker_line, placeholder,
    trim_blank,
};
use crate::json::denies_success;
use crate::{Outcome, Span};

/// Whether a value under a name states that the work is not done.
type States = fn(&str) -> bool;
/// What a value states of all of the work under a name, where that is no success.
type Judge<'j> = &'j dyn Fn(&str, &str) -> Option<Outcome>;

/// Names under which people state how all of it went; a result may also be what was found, a verdict on anything.
const OVERALL: [(&str, States); 6] = [
    ("status", states_failure),
    ("result", is_failing_result),
    ("outcome", is_failing_result),
    ("conclusion", is_failing_conclusion),
    (IN_ALL, is_failing_result),
    ("verdict", is_failing_verdict),
];
/// What may stand before such a name, or behind it; also several of them.
pub(crate) const WHOLE: [&str; 10] =
    [IN_ALL, "final", "task", "current", "end", "agent", "execution", "revised", "corrected", "updated"];
const IN_ALL: &str = "overall";
/// No name of several words is longer.
const LONGEST: usize = 32;
/// No word of a name is longer.
const LONGEST_WORD: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < OVERALL.len() + WHOLE.len() {
        let length = word(at).len();
        longest = if length > longest { length } else { longest };
        at += 1;
    }
    longest
};
/// For each letter that a name may begin with, the letters that may be its second, as bits.
const SECOND: [u32; 128] = {
    let mut second = [0; 128];
    let mut at = 0;
    while at < OVERALL.len() + WHOLE.len() {
        let name = word(at).as_bytes();
        second[name[0] as usize] |= 1 << (name[1] - b'a');
        at += 1;
    }
    // A ticked box stands before any of them.
    second[TICK as usize] = u32::MAX;
    second
};
const TICK: u8 = b'x';
/// What flags that can be about nothing but the work are called last; `error` not alone.
const FLAGGED: [&str; 12] = [
    "success",
    "successful",
    "succeeded",
    "completed",
    "complete",
    "done",
    "finished",
    "failed",
    "blocked",
    "aborted",
    "incomplete",
    "error",
];
/// What a flag says, and what stands around it.
const FLAGS: [&str; 6] = ["true", "false", "yes", "no", "0", "1"];
const SIGNS: [char; 9] = ['*', '_', '`', '"', '\'', ' ', '\t', '.', '!'];
/// In how many fences one inside the other an envelope is looked for.
const DEEPEST: usize = 4;
/// How much further than the envelope a line is indented that is shown, and not said.
const SHOWN: usize = 4;

/// A line such as `**Status:** FAILED`: the sign of no protocol, and yet not to be passed over beside a success (R-A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denial {
    /// Where it stands.
    pub span: Span,
    /// What it states: the outcome that it names, else a failure.
    pub outcome: Outcome,
}

impl Denial {
    /// The same in a text of which the one that was looked at begins so far behind.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self { span: self.span.shifted(by), ..self }
    }
}

/// The line around the envelope at `at` that states the worst under the name of a status, a result or an outcome, where
/// that says that the work is not done. What stands in another fence, a quotation, a table, a thought, or further in than
/// the envelope is shown, not said; a fence or a tag that nothing closes hides nothing.
///
/// ```
/// use envelope_core::{Outcome, Span, text::denial};
/// let text = "{}\n\n**Overall status:** blocked, no access\n";
/// let found = denial(text, Span::new(0, 2)).unwrap();
/// assert_eq!((found.span.of(text), found.outcome), ("**Overall status:** blocked, no access", Outcome::Blocked));
/// for other in ["> Status: failed", "Status: done", "The status: failed", "Result: not found", "| Status: failed |"] {
///     assert_eq!(denial(other, Span::at(0)), None, "{other}");
/// }
/// ```
pub fn denial(text: &str, at: Span) -> Option<Denial> {
    look(text, at, &denies, true)
}

/// The same by another judge, who is given each name for all of the work with what stands under it.
pub fn denial_by(text: &str, at: Span, judge: &dyn Fn(&str, &str) -> Option<Outcome>) -> Option<Denial> {
    look(text, at, judge, false)
}

/// The same, where a flag in a paragraph of its own counts, too, or not.
fn look(text: &str, at: Span, judge: Judge<'_>, flags: bool) -> Option<Denial> {
    let [before, after] = [text.get(..at.start()), text.get(at.end()..)].map(Option::unwrap_or_default);
    if !may_deny(before) && !may_deny(after) {
        return None;
    }
    // The envelope itself is not looked at, however long it is.
    let found = around(&format!("{before}\n{after}"), before.len(), judge, flags)?;
    let behind = found.span.start() > before.len();
    let span =
        if behind { Span::new(found.span.start() - 1, found.span.end() - 1).shifted(at.len()) } else { found.span };
    Some(Denial { span, ..found })
}

/// Whether a line begins with the letters of one of the names, so that a dear look is worth it; most texts have no such
/// line. Where a tag, a comment or a colour may hide the beginning of one, it is worth it, too.
///
/// ```
/// use envelope_core::text::may_deny;
/// assert!(may_deny("All is there.\n- **Status**: done\n") && !may_deny("All is there.\n"));
/// ```
pub fn may_deny(text: &str) -> bool {
    let bytes = text.as_bytes();
    let hides = |at: usize| match bytes.get(at) {
        Some(b'<') => bytes.get(at + 1) == Some(&b'/'),
        Some(b'>') => bytes.get(..at).is_some_and(|before| before.ends_with(b"--")),
        _ => true,
    };
    let starts = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1);
    let mut lines = std::iter::once(0).chain(starts).filter_map(|start| text.get(start..));
    memchr::memchr3_iter(b'<', b'>', b'\x1b', bytes).any(hides)
        || lines.any(begins_with_a_name)
        || ends_with_a_flag(text)
}

/// Whether a line does.
fn ends_with_a_flag(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).chain([bytes.len()]);
    ends.filter_map(|end| text.get(..end)).any(|before| {
        let before = before.trim_end_matches(SIGNS).as_bytes();
        let last = |count: usize| before.get(before.len().wrapping_sub(count)..).unwrap_or_default();
        FLAGS.iter().any(|flag| last(flag.len()).eq_ignore_ascii_case(flag.as_bytes()))
    })
}

/// Whether the first line of the text does.
fn begins_with_a_name(text: &str) -> bool {
    if !may_begin(text.as_bytes()) {
        return false;
    }
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let mut letters = [0; LONGEST_WORD + 1];
    let said = line.chars().filter(|character| character.is_alphanumeric()).skip_while(char::is_ascii_digit);
    for (place, letter) in letters.iter_mut().zip(said) {
        *place = u8::try_from(letter).unwrap_or_default().to_ascii_lowercase();
    }
    // A ticked box stands before it.
    let unticked = letters.strip_prefix(&[TICK]).unwrap_or(&letters);
    let is = |name: &str| letters.starts_with(name.as_bytes()) || unticked.starts_with(name.as_bytes());
    OVERALL.iter().any(|(name, _)| is(name)) || WHOLE.iter().any(|name| is(name))
}

/// What the first two letters tell of most lines: that they do not.
fn may_begin(text: &[u8]) -> bool {
    let ends = |byte: u8| matches!(byte, b'\n' | b'\r');
    let first = text.iter().position(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii() || ends(*byte));
    let Some((first, rest)) = first.and_then(|at| text.get(at..)?.split_first()) else { return false };
    let Some(seconds) = SECOND.get(usize::from(first.to_ascii_lowercase())) else { return true };
    let second = rest.iter().find(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii() || ends(**byte));
    *seconds != 0
        && second.is_some_and(|byte| {
            let place = byte.to_ascii_lowercase().wrapping_sub(b'a');
            !byte.is_ascii() || seconds.checked_shr(u32::from(place)).is_some_and(|bits| bits & 1 == 1)
        })
}

/// One after the other, the words that a name may begin with.
const fn word(at: usize) -> &'static str {
    if at < OVERALL.len() { OVERALL[at].0 } else { WHOLE[at - OVERALL.len()] }
}

/// The same in a text from which the envelope was taken out.
fn around(text: &str, at: usize, judge: Judge<'_>, flags: bool) -> Option<Denial> {
    let margin = Lead::of(text.get(..at).unwrap_or_default().rsplit(['\n', '\r']).next().unwrap_or_default());
    let text = &*unhidden(text);
    let (mut region, mut worst) = (Span::new(0, text.len()), None);
    for _ in 0..DEEPEST {
        let own = fences(region.of(text)).into_iter().find(|fence| {
            let inner = fence.inner.shifted(region.start());
            inner.start() <= at && at <= inner.end()
        });
        let cut = own.map_or(Span::at(at), |fence| fence.span.shifted(region.start()));
        let parts = [Span::new(region.start(), cut.start()), Span::new(cut.end(), region.end().max(cut.end()))];
        worst = worse(worst, Scan::new(text, margin, judge, flags).all(parts));
        match own {
            Some(fence) => region = fence.inner.shifted(region.start()),
            None => break,
        }
    }
    worst
}

/// What a value states of all of the work under this name, where that is no success.
///
/// ```
/// use envelope_core::{Outcome, text::denies};
/// assert_eq!(denies("Task status", "aborted"), Some(Outcome::Failed));
/// assert_eq!(denies("Verdict", "NOT sufficient"), Some(Outcome::Failed));
/// assert_eq!((denies("status", "done"), denies("mood", "failed"), denies("Result", "not found")), (None, None, None));
/// ```
pub fn denies(key: &str, value: &str) -> Option<Outcome> {
    let fails = overall(key).filter(|_| !is_template(value.trim()))?;
    (fails(value) || negates_success(value))
        .then(|| named(value).filter(|outcome| !outcome.is_success()).unwrap_or(Outcome::Failed))
}

/// The word of a value that is a flag and nothing else.
///
/// ```
/// use envelope_core::text::flag;
/// assert_eq!((flag(" **No**. "), flag("no tests")), (Some("No"), None));
/// ```
pub fn flag(value: &str) -> Option<&str> {
    let word = value.trim_matches(SIGNS);
    FLAGS.iter().any(|known| known.eq_ignore_ascii_case(word)).then_some(word)
}

/// Whether a name and its value are a flag that denies a success, and nothing else: a sentence may speak of anything.
fn is_denying_flag(key: &str, value: &str) -> bool {
    let Some(flag) = flag(value) else { return false };
    let mut words = key.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let (last, alone) = (words.next_back().unwrap_or_default(), words.next().is_none());
    let named = FLAGGED.iter().any(|known| known.eq_ignore_ascii_case(last));
    named && !(alone && last.eq_ignore_ascii_case("error")) && denies_success(key, &flag.into())
}

/// Whether people state under this name how all of the work went.
///
/// ```
/// use envelope_core::text::names_all_of_it;
/// assert!(names_all_of_it("Overall status") && names_all_of_it("task_result") && !names_all_of_it("Status of page 3"));
/// ```
pub fn names_all_of_it(key: &str) -> bool {
    overall(key).is_some()
}

/// Whether the name means all of the work wherever it stands; a plain `Status` may be of a part.
///
/// ```
/// use envelope_core::text::names_no_part;
/// assert!(names_no_part("Overall status") && names_no_part("overall") && !names_no_part("Status"));
/// ```
pub fn names_no_part(key: &str) -> bool {
    let plain = |name: &str| name != IN_ALL && OVERALL.iter().any(|(known, _)| *known == name);
    by_letters(key, |name| known(name).filter(|_| !plain(name))).is_some()
}

/// How the value under this name is judged, if it is one for all of the work.
pub(crate) fn overall(key: &str) -> Option<States> {
    by_letters(key, known)
}

/// Looks a name up by its letters alone.
fn by_letters(key: &str, look: impl FnOnce(&str) -> Option<States>) -> Option<States> {
    let mut name = [0; LONGEST];
    let mut length = 0;
    for letter in key.chars().filter(|character| character.is_alphanumeric()) {
        // A longer name, or one with other letters, is none of them; most keys are.
        *name.get_mut(length)? = u8::try_from(letter).ok()?.to_ascii_lowercase();
        length += 1;
    }
    look(std::str::from_utf8(name.get(..length)?).ok()?)
}

/// The same for the letters of a name, of which each word less is tried: there are few of them.
fn known(name: &str) -> Option<States> {
    let plain = OVERALL.iter().find(|(known, _)| *known == name).map(|(_, fails)| *fails);
    let less = |whole: &&str| [name.strip_prefix(*whole), name.strip_suffix(*whole)];
    plain.or_else(|| WHOLE.iter().flat_map(less).flatten().filter(|rest| !rest.is_empty()).find_map(known))
}

/// Whether it is what an instruction shows (R-A5). Words to choose from of which none is a success are no choice: `failed,
/// blocked` denies it in any case.
fn is_template(value: &str) -> bool {
    const GOOD: [&str; 5] = ["success", "completed", "clean", "sufficient", "done"];
    const OTHERS: [&str; 7] = ["partial", "blocked", "failed", "findings", "error", "mixed", "insufficient"];
    let is_good = |word: &str| GOOD.iter().any(|known| known.eq_ignore_ascii_case(word));
    let any_good = || value.split(|character: char| !character.is_alphanumeric()).any(is_good);
    placeholder(value).is_some() || any_good() && alternatives(value, &[&GOOD[..], &OTHERS].concat())
}

/// The outcome that the first word is.
fn named(value: &str) -> Option<Outcome> {
    let word = value.split(|character: char| !character.is_alphanumeric()).find(|word| !word.is_empty())?;
    word.to_ascii_lowercase().parse().ok()
}

fn worse(one: Option<Denial>, other: Option<Denial>) -> Option<Denial> {
    match (one, other) {
        (Some(one), Some(other)) if one.outcome.worst(other.outcome) == one.outcome => Some(one),
        (one, other) => other.or(one),
    }
}

/// What stands before the first character of a line that says something.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    quotes: usize,
    indent: usize,
}

impl Lead {
    /// Of the line, or of what stands before the envelope on its own; other text is no margin.
    fn of(line: &str) -> Self {
        let mut lead = Self::default();
        for sign in line.chars() {
            match sign {
                '>' => lead = Self { quotes: lead.quotes + 1, indent: 0 },
                ' ' => lead.indent += 1,
                '\t' => lead.indent += SHOWN,
                _ => break,
            }
        }
        lead
    }
}

/// The lines of some parts of a message, one after the other.
struct Scan<'t> {
    text: &'t str,
    margin: Lead,
    judge: Judge<'t>,
    /// Whether flags count.
    flags: bool,
    /// Whether the next line begins a paragraph.
    begins: bool,
    fences: Fences,
    /// The name above the next line that says something.
    label: Option<String>,
    /// The same of a line that is only the name: one below it that underlines it makes it a heading.
    bare_name: Option<String>,
    said: Option<Denial>,
    /// The same in a fence; what nothing closes is no fence.
    fenced: Option<Denial>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str, margin: Lead, judge: Judge<'t>, flags: bool) -> Self {
        let (label, bare_name, said, fenced) = (None, None, None, None);
        Self { text, margin, judge, flags, begins: true, fences: Fences::new(), label, bare_name, said, fenced }
    }

    fn all(mut self, parts: [Span; 2]) -> Option<Denial> {
        for part in parts.map(|part| part.of(self.text)).into_iter().filter(|part| !is_blank(part)) {
            self.begins = true;
            Lines::after_bom(part).for_each(|line| self.line(line.text));
        }
        worse(self.said, self.fenced)
    }

    fn line(&mut self, line: &'t str) {
        let role = self.fences.classify(line);
        match role {
            LineRole::Opener | LineRole::Closer => (self.fenced, self.label, self.begins) = (None, None, true),
            LineRole::Text | LineRole::Inside if !has_content(line) => {
                self.begins = true;
                self.label = self.bare_name.take().filter(|_| is_underline(line)).or_else(|| self.label.take());
            }
            LineRole::Text | LineRole::Inside => {
                let outcome = self.outcome(line);
                let found = outcome.map(|outcome| Denial { span: Span::of_slice(self.text, said(line)), outcome });
                let place = if role == LineRole::Inside { &mut self.fenced } else { &mut self.said };
                *place = worse(*place, found);
            }
        }
    }

    /// What the line states of all of it, where that is no success.
    fn outcome(&mut self, line: &str) -> Option<Outcome> {
        let (label, begins) = (self.label.take(), std::mem::take(&mut self.begins));
        self.bare_name = None;
        let line = unnumbered(line);
        let lead = Lead::of(line);
        let deeper = lead.quotes == self.margin.quotes && lead.indent >= self.margin.indent + SHOWN;
        let said = line.trim_start_matches([' ', '\t', '>', '\0']);
        // Another object is for the reader of JSON to choose or to leave.
        if lead.quotes > self.margin.quotes || deeper || said.starts_with(['|', '{', '"', '\'']) {
            return None;
        }
        let said = uncoloured(said);
        let bare = marker_line(&said)
            .rest
            .trim_start_matches(|character: char| !character.is_alphanumeric() && !BAD_SIGNS.contains(&character));
        let (key, value) = pair(bare);
        match value {
            // `Success: false` in a paragraph of its own; an item of a list or below a name may be about anything.
            Some(value) if begins && self.flags && !is_item(&said) && is_denying_flag(key, value) => {
                Some(Outcome::Failed)
            }
            _ if overall(key).is_none() => {
                // A sign that the marker's reader took off may be all that is said.
                let said = if said.contains(BAD_SIGNS) { &said } else { bare };
                label.and_then(|name| (self.judge)(&name, said))
            }
            Some(value) if has_content(value) => (self.judge)(key, value),
            _ => {
                // `## Status` and `Status:` speak of what follows; a line that is only the word does not.
                let labels = value.is_some() || said.starts_with(['#', '*', '_']);
                let name = if labels { &mut self.label } else { &mut self.bare_name };
                *name = Some(key.to_owned());
                None
            }
        }
    }
}

/// Whether the line is an item of a list.
fn is_item(line: &str) -> bool {
    line.starts_with(['•', '–']) || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
}

/// The name and the value of a line, told apart by the first sign that does.
fn pair(line: &str) -> (&str, Option<&str>) {
    let split = line.split_once([':', '：', '=']);
    let split = split.or_else(|| [" — ", " – ", " - "].iter().find_map(|dash| line.split_once(dash)));
    split.map_or((line, None), |(key, value)| (key, Some(value)))
}

/// Whether it makes a heading of the line above it.
fn is_underline(line: &str) -> bool {
    let line = line.trim();
    line.len() > 1 && ['=', '-'].iter().any(|sign| line.bytes().all(|byte| char::from(byte) == *sign))
}

/// The line without blanks and what stands for something hidden.
fn said(line: &str) -> &str {
    trim_blank(line.trim_matches('\0'))
}

fn has_content(value: &str) -> bool {
    value.contains(|character: char| character.is_alphanumeric() || BAD_SIGNS.contains(&character))
}

/// The text with what is thought or commented out made up of signs that say nothing, each where it was.
fn unhidden(text: &str) -> Cow<'_, str> {
    let hidden: Vec<Span> = hidden_parts(text).iter().filter(|part| part.closed).map(|part| part.span).collect();
    if hidden.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    let mut at = 0;
    for part in hidden {
        seen.push_str(text.get(at..part.start()).unwrap_or_default());
        for byte in part.of(text).bytes() {
            seen.push(if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { '\0' });
        }
        at = part.end();
    }
    seen.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(seen)
}

/// The line without the number that a tool put before it.
fn unnumbered(line: &str) -> &str {
    let number = line.trim_start();
    let behind = number.trim_start_matches(|digit: char| digit.is_ascii_digit());
    behind.strip_prefix('→').filter(|_| behind.len() < number.len()).unwrap_or(line)
}

/// The line without the sequences that colour it.
fn uncoloured(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line);
    }
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| {
        let end = part.find(|character: char| character.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        part.get(end..).unwrap_or_default()
    });
    Cow::Owned(rest.fold(first, |text, part| text + part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_choose_from_deny_where_none_is_a_success() {
        for shown in ["success | partial | failed", "completed, blocked", "<done|failed>", "failed|..."] {
            assert_eq!(denies("Status", shown), None, "{shown}");
        }
        assert_eq!(denies("Status", "failed, blocked"), Some(Outcome::Failed));
        assert_eq!(denies("Status", "blocked / partial"), Some(Outcome::Blocked));
    }

    /// The cheap look must see whatever the dear one does.
    #[test]
    fn every_line_that_denies_is_looked_at() {
        for line in [
            "Status: failed",
            "- [x] Status: failed",
            "[X] Status: failed",
            "12. **Overall** result: failed",
            "   7→Status: failed",
            "**S**tatus: failed",
            "Sta\u{200b}tus: failed",
            "S T A T U S: failed",
            "s-t-a-t-u-s: failed",
            "Final overall: failed",
            "Overall final: failed",
            "overall_task: failed",
            "Execution outcome = failed",
            "## Task verdict — mixed",
            "> Agent status: failed",
            "\u{1b}[31mStatus: failed\u{1b}[0m",
            "<b>x</b>Status: failed",
            "hm</think>Status: failed",
            "<!-- a\n--> Status: failed",
            "🟥 Status: failed",
            "Status: failed, blocked",
            "- [ ] Conclusion: aborted",
            "## Status\n\n❌",
            "## Status\n\ncompleted (failed)",
        ] {
            let found = around(line, line.len(), &denies, true);
            assert_eq!(denial(line, Span::at(line.len())), found, "{line}");
            let shown = line.starts_with(['>', '<']) || line.contains("</");
            assert!(found.is_some() || shown, "{line}");
        }
    }
}
