//! The mechanical verdict on the answers (R-Q5, R-Q6); the rest of the evaluation has its own room.

mod choice;

pub(crate) use choice::{leading_letter, named_choice};

use choice::{DECORATION, is_end_sign};
use envelope_core::text::{is_blank, placeholder};
use serde::Serialize;

use crate::EvaluationVerdict;
use crate::decisions::NOT_ANSWERED;
use crate::echo::before_echo;
use crate::labels::ACCEPTED_RECOMMENDATION;
use crate::model::{Clarifications, Item, without_any_comments};

/// How answers are judged (R-Q5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvaluationRules {
    /// Whether an answer that names a listed choice is clear.
    pub choices: bool,
}

impl EvaluationRules {
    /// The rules of the specification to the letter: choices are not looked at, so that `B` is too short to be clear.
    pub const fn literal() -> Self {
        Self { choices: false }
    }
}

impl Default for EvaluationRules {
    fn default() -> Self {
        Self { choices: true }
    }
}

/// What an answer is worth (clarifications-md, "answer-evaluator").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::exhaustive_enums, reason = "the specification closes the list")]
pub enum AnswerVerdict {
    /// Substantive and specific, or the name of a choice.
    Clear,
    /// Empty, or only the word that the recommendation was accepted.
    NotAnswered,
    /// Too short, or only stock phrases.
    Vague,
}

impl AnswerVerdict {
    /// The word of the specification.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::NotAnswered => "not_answered",
            Self::Vague => "vague",
        }
    }
}

/// How many answers there are of each kind (R-Q6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Clear answers.
    pub answered: usize,
    /// Answers that are not there.
    pub empty: usize,
    /// Answers that say too little.
    pub vague: usize,
}

impl Tally {
    /// All of them together.
    pub const fn total(self) -> usize {
        self.answered + self.empty + self.vague
    }

    /// The verdict that follows from the counts (R-Q6).
    pub const fn verdict(self) -> EvaluationVerdict {
        if self.answered == 0 {
            EvaluationVerdict::Insufficient
        } else if self.empty + self.vague == 0 {
            EvaluationVerdict::Sufficient
        } else {
            EvaluationVerdict::Mixed
        }
    }

    pub(crate) fn add(mut self, verdict: AnswerVerdict) -> Self {
        match verdict {
            AnswerVerdict::Clear => self.answered += 1,
            AnswerVerdict::NotAnswered => self.empty += 1,
            AnswerVerdict::Vague => self.vague += 1,
        }
        self
    }
}

impl Clarifications {
    /// The mechanical counts over the questions, by the rules that the document was read with (R-Q5, R-Q6).
    pub fn tally(&self) -> Tally {
        self.questions().fold(Tally::default(), |tally, question| tally.add(judge(&question.item, self.source.0.rules)))
    }

    /// The mechanical verdict on one item.
    pub fn judge(&self, item: &Item) -> AnswerVerdict {
        judge(item, self.source.0.rules)
    }
}

/// What the answer of an item is worth (R-Q5).
pub fn judge(item: &Item, rules: EvaluationRules) -> AnswerVerdict {
    judge_words(item, item.answer_text(), rules)
}

/// What these words would be worth as the item's answer.
pub(crate) fn judge_words(item: &Item, words: &str, rules: EvaluationRules) -> AnswerVerdict {
    let answer = without_any_comments(words);
    let answer = before_echo(&answer);
    if !is_said(answer) {
        return AnswerVerdict::NotAnswered;
    }
    let words = match named_choice(&item.choices, answer).filter(|_| rules.choices) {
        Some(named) if !named.choice.is_open() => return AnswerVerdict::Clear,
        // The open choice says nothing by itself: what was specified decides.
        Some(named) => named.rest,
        None => answer,
    };
    if is_vague(words) { AnswerVerdict::Vague } else { AnswerVerdict::Clear }
}

/// Whether an answer says anything: not blank, not the accepted recommendation, not a placeholder (R-Q5, R-A5).
pub(crate) fn is_answered(answer: &str) -> bool {
    is_said(before_echo(&without_any_comments(answer)))
}

/// The same of words from which comments and instructions are taken.
fn is_said(answer: &str) -> bool {
    !is_no_answer(answer) && placeholder(answer.trim()).is_none() && !is_instruction(answer)
}

/// Whether a text, such as that of a decision, says something: words, and more than phrases that answer nothing.
pub(crate) fn says_something(text: &str) -> bool {
    is_answered(text) && text.contains(char::is_alphanumeric) && !only_stock(text)
}

/// Whether the answer that a decision records says that there is none, or that it is not known yet.
pub(crate) fn is_undecided(text: &str) -> bool {
    let words = text.contains(char::is_alphanumeric);
    is_no_answer(text) || !words || is_instruction(text) || only(text, &[&UNDECIDED])
}

/// How a note in brackets begins that tells somebody to answer, or that nobody has.
const INSTRUCTIONS: [&str; 17] = [
    "your answer",
    "answer here",
    "write your",
    "enter your",
    "to be filled",
    "to be answered",
    "to be completed",
    "to be decided",
    "fill in",
    "fill this in",
    "please answer",
    "please fill",
    "no answer",
    "not yet",
    "not answered",
    "awaiting",
    "waiting for",
];

/// Whether a text in brackets only asks for an answer, or offers boxes of which none is ticked.
fn is_instruction(answer: &str) -> bool {
    let text = answer.trim().trim_matches(DECORATION);
    let boxes = text.trim_start_matches(['-', '+', '*', ' ']);
    if boxes.starts_with("[ ]") {
        return !(text.contains("[x]") || text.contains("[X]"));
    }
    let enclosed = [('[', ']'), ('(', ')'), ('{', '}'), ('<', '>')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    let Some(inner) = enclosed.filter(|inner| inner.len() < LONGEST_INSTRUCTION) else { return false };
    let inner = normalised(inner);
    INSTRUCTIONS.iter().any(|start| inner.starts_with(start))
}

/// How long such a note may be: a long text in brackets was written by a person.
const LONGEST_INSTRUCTION: usize = 200;

/// Whether a text says only that there is no answer: blank, or `(accepted recommendation)` or `(not answered)`, in
/// whatever case and decoration, once or several times (R-Q5, R-Q10).
pub(crate) fn is_no_answer(text: &str) -> bool {
    const NO_ANSWERS: [&str; 2] = [ACCEPTED_RECOMMENDATION, NOT_ANSWERED];
    if is_blank(text) {
        return true;
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut any = false;
    while let Some(first) = words.next() {
        let second = words.next().unwrap_or_default();
        let is = |phrase: &&str| {
            let bare = phrase.trim_matches(['(', ')']).split_once(' ');
            bare.is_some_and(|(one, two)| first.eq_ignore_ascii_case(one) && second.eq_ignore_ascii_case(two))
        };
        if !NO_ANSWERS.iter().any(is) {
            return false;
        }
        any = true;
    }
    any
}

/// Small letters, single blanks, no sign at the end.
pub(crate) fn normalised(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_matches(is_end_sign).to_owned()
}

/// Phrases that answer nothing (R-Q5).
const STOCK: [&str; 13] = [
    "default is fine",
    "defaults are fine",
    "the default",
    "default",
    "standard",
    "not applicable",
    "na",
    "none",
    "no preference",
    "whatever",
    "up to you",
    "your call",
    "same",
];

/// Those among them that say that nothing is known or decided yet.
const UNDECIDED: [&str; 27] = [
    "accepted recommendation",
    "not answered",
    "not answered yet",
    "not yet answered",
    "unanswered",
    "no answer",
    "no answer yet",
    "no answer provided",
    "no answer given",
    "no answer was given",
    "no answer was provided",
    "no response",
    "none given",
    "none provided",
    "not provided",
    "pending",
    "open",
    "not sure",
    "tbd",
    "to be determined",
    "to be decided",
    "unknown",
    "no idea",
    "don't know",
    "i don't know",
    "later",
    "skip",
];

/// Under five words, or nothing but stock phrases (R-Q5).
fn is_vague(answer: &str) -> bool {
    // Nobody counts the words of a long answer.
    let enough = answer.split_whitespace().try_fold(0, |words, piece| {
        let words = words + words_in(piece);
        if words < ENOUGH_WORDS { Ok(words) } else { Err(()) }
    });
    enough.is_ok() || only_stock(answer)
}

/// How many words an answer needs to say something (R-Q5).
const ENOUGH_WORDS: usize = 5;

/// How many words a piece between blanks counts for: one, or where its script sets no blanks between words, one for
/// every two signs.
fn words_in(piece: &str) -> usize {
    if piece.is_ascii() {
        return usize::from(piece.bytes().any(|byte| byte.is_ascii_alphanumeric()));
    }
    let unspaced = piece.chars().filter(|c| c.is_alphanumeric() && is_unspaced(*c)).count();
    (unspaced / 2).max(usize::from(piece.contains(char::is_alphanumeric)))
}

/// Thai, Lao, Burmese, Khmer, Kana, Han: scripts without blanks between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn only_stock(answer: &str) -> bool {
    only(answer, &[&STOCK, &UNDECIDED])
}

/// Whether the words are nothing but phrases of these tables.
fn only(answer: &str, tables: &[&[&'static str]]) -> bool {
    let phrases = || tables.iter().flat_map(|table| table.iter());
    // Most answers begin with a word that no stock phrase begins with.
    let first = answer.trim_start_matches(|c: char| !c.is_alphanumeric());
    let letter = first.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let starts = |phrase: &&'static str| {
        if phrase.bytes().next() != letter {
            return false;
        }
        let word = phrase.split([' ', '\'']).next().unwrap_or_default();
        first.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if !phrases().chain(&["and", "or", "but", "n/a"]).any(starts) {
        return false;
    }
    // Whatever stands between the words decorates or divides them; only `n/a` has a sign within.
    let text = answer.to_lowercase().replace('’', "'").replace("n/a", "na");
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_matches('\''))
        .filter(|word| !word.is_empty() && !matches!(*word, "and" | "or" | "but"))
        .collect();
    let mut at = 0;
    while at < words.len() {
        let fits = |phrase: &&str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.get(at..at + phrase.len()).is_some_and(|run| run == phrase).then_some(phrase.len())
        };
        let Some(len) = phrases().filter_map(fits).max() else { return false };
        at += len;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expected: AnswerVerdict, literal: AnswerVerdict) {
        let text = format!(
            "## S\n\n### Q1: T\nBody?\n\nA. Keep the ledger open\nB. Close it each month\nC. Other (please specify)\n\n\
             **Recommendation:** A\n\n**Answer:** {answer}\n"
        );
        let parsed = crate::parse(&text);
        let item = &parsed.read().unwrap().questions().next().unwrap().item;
        assert_eq!(judge(item, EvaluationRules::default()), expected, "{answer}");
        assert_eq!(judge(item, EvaluationRules::literal()), literal, "{answer}, to the letter");
    }

    #[test]
    fn answers_are_judged() {
        use AnswerVerdict::{Clear, NotAnswered, Vague};
        for answer in ["", "  ", "(accepted recommendation)", "(Accepted Recommendation)", "<answer>", "..."] {
            check(answer, NotAnswered, NotAnswered);
        }
        for answer in [
            "[Your answer here, please be as specific as you can]",
            "(to be filled in by the product manager)",
            "*(no answer has been given yet)*",
            "[ ] A [ ] B [ ] C [ ] D [ ] E",
        ] {
            check(answer, NotAnswered, NotAnswered);
        }
        check("(your answers to Q2 and Q3 hold here) we close it weekly", Clear, Clear);
        check("[ ] A [x] B, as the auditors ask us to", Clear, Clear);
        check("B.because it is so", Clear, Vague);
        check("B -because", Clear, Vague);
        check("a.m. or p.m.", Vague, Vague);
        for answer in [
            "B",
            "b",
            "B.",
            "b)",
            "**B**",
            "B: yes",
            "A (for now)",
            "B — monthly",
            "Close it each month.",
            "close  it each MONTH",
            "(B)",
            "[b]",
            "\"B\"",
            "- B",
            "> **B**",
        ] {
            check(answer, Clear, Vague);
        }
        check("B – as the auditors ask us to", Clear, Clear);
        check("毎月末に帳簿を締めてください", Clear, Clear);
        check("不确定", Vague, Vague);
        check("(D)", Vague, Vague);
        check("[B1]", Vague, Vague);
        check("We close the books every Friday evening", Clear, Clear);
        for answer in [
            "C",
            "C. Other (please specify)",
            "Other (please specify)",
            "C - not sure",
            "D",
            "E. foo",
            "yes",
            "A lot",
            "Not sure",
        ] {
            check(answer, Vague, Vague);
        }
        check("C: we close the books every Friday evening", Clear, Clear);
        check("Not sure, default is fine, TBD", Vague, Vague);
        check("not sure, but the default of thirty days", Clear, Clear);
    }

    #[test]
    fn verdicts_follow_from_the_counts() {
        let tally = |answered, empty, vague| Tally { answered, empty, vague }.verdict();
        assert_eq!(tally(0, 0, 0), EvaluationVerdict::Insufficient, "nothing was asked, nothing is sufficient");
        assert_eq!(tally(3, 0, 0), EvaluationVerdict::Sufficient);
        assert_eq!(tally(0, 1, 5), EvaluationVerdict::Insufficient);
        assert_eq!(tally(1, 0, 1), EvaluationVerdict::Mixed);
        assert_eq!(tally(1, 1, 0), EvaluationVerdict::Mixed);
    }
}
