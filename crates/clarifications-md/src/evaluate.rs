//! The mechanical evaluation of answers (R-Q5, R-Q6).

use envelope_core::text::{is_placeholder, strip_decoration};

use crate::evaluation::count;
use crate::{AnswerVerdict, Choice, Clarifications, Evaluation, Item, ItemVerdict, Verdict};

/// What is said in place of an answer.
const STOCK_PHRASES: [&str; 5] = ["default is fine", "n/a", "not sure", "standard", "tbd"];

/// The answer that takes the recommendation without saying so; it counts as empty.
pub(crate) const ACCEPTED: &str = "(accepted recommendation)";

/// An answer of fewer words is vague, unless it names a choice.
const FEWEST_WORDS: usize = 5;

/// How answers are evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct EvaluateOptions {
    /// Count words only: an answer that names a choice is an answer like any other.
    pub literal: bool,
    /// Evaluate refinements, too.
    pub refinements: bool,
}

/// Evaluates the answers to the questions of a document, and to its refinements if the options ask for it.
///
/// ```
/// use clarifications_md::{EvaluateOptions, Verdict, evaluate, parse};
///
/// let document = parse(include_str!("canonical/mixed.md")).into_result()?;
/// let evaluation = evaluate(&document, &EvaluateOptions::default());
/// assert_eq!(evaluation.verdict, Verdict::Mixed);
/// assert_eq!(evaluation.reasoning.as_deref(), Some("1 of 3 items answered; 1 empty, 1 vague."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(document: &Clarifications, options: &EvaluateOptions) -> Evaluation {
    let items = document.items().filter(|item| options.refinements || item.id.is_question());
    let verdict = |item: &Item| ItemVerdict {
        question_id: item.id,
        verdict: answer_verdict(item, options.literal),
        extra: serde_json::Map::new(),
    };
    let per_question: Vec<ItemVerdict> = items.map(verdict).collect();
    let [clear, empty, vague, _] = count(&per_question);
    let total = clear + empty + vague;
    Evaluation {
        verdict: Verdict::of(clear, total),
        answered_count: clear,
        empty_count: empty,
        vague_count: vague,
        contradictory_count: None,
        total_count: total,
        reasoning: Some(format!("{clear} of {total} items answered; {empty} empty, {vague} vague.")),
        per_question: Some(per_question),
        extra: serde_json::Map::new(),
    }
}

/// The verdict over all items, questions and refinements (R-Q14).
pub(crate) fn verdict(document: &Clarifications) -> Verdict {
    evaluate(document, &EvaluateOptions { refinements: true, ..EvaluateOptions::default() }).verdict
}

/// How well an item is answered. `literal` turns the reading of choices off.
pub fn answer_verdict(item: &Item, literal: bool) -> AnswerVerdict {
    let answer = item.answer.as_deref().unwrap_or_default().trim();
    let named = named_choice(answer, &item.choices);
    // An answer of these signs alone is empty; others, such as a thumb, say something.
    let stripped = answer.trim_matches(|c: char| c.is_whitespace() || "*_`\"#-:.,".contains(c));
    let is_empty = stripped.is_empty() || stripped.eq_ignore_ascii_case(ACCEPTED) || is_placeholder(answer, &[]);
    if is_empty && named.is_none() {
        return AnswerVerdict::NotAnswered;
    }
    match named.filter(|_| !literal) {
        Some((choice, rest)) if is_open(choice) => words(rest),
        Some(_) => AnswerVerdict::Clear,
        None => words(answer),
    }
}

/// The verdict over an answer in the agent's or person's own words.
fn words(answer: &str) -> AnswerVerdict {
    let words = answer.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let mut parts = answer.split([',', ';', '.', '!', '?', '\n']).map(strip_decoration).filter(|part| !part.is_empty());
    let is_stock = |part: &str| STOCK_PHRASES.iter().any(|phrase| part.eq_ignore_ascii_case(phrase));
    if words < FEWEST_WORDS || parts.all(is_stock) { AnswerVerdict::Vague } else { AnswerVerdict::Clear }
}

/// Whether a choice leaves the answer open ("Other (please specify)").
fn is_open(choice: &Choice) -> bool {
    let first = choice.text.split(|c: char| !c.is_alphanumeric()).next();
    first.is_some_and(|word| word.eq_ignore_ascii_case("other"))
}

/// The choice that an answer names by letter or text, and what it says beyond that.
fn named_choice<'a, 'c>(answer: &'a str, choices: &'c [Choice]) -> Option<(&'c Choice, &'a str)> {
    if let Some((letter, rest)) = letter(answer)
        && let Some(choice) = choices.iter().find(|choice| choice.letter == letter)
    {
        return Some((choice, behind(rest, choice).unwrap_or(rest)));
    }
    let by_text = |choice: &'c Choice| behind(answer, choice).map(|rest| (choice, rest));
    // Only the open choice goes on in other words; the text of another one is the whole answer.
    let is_named = |(choice, rest): &(&Choice, &str)| {
        is_open(choice) || strip_decoration(rest.trim_start_matches([')', ']'])).is_empty()
    };
    choices.iter().filter_map(by_text).find(is_named)
}

/// What an answer says behind the text of a choice, or behind the first word of the open one.
fn behind<'a>(answer: &'a str, choice: &Choice) -> Option<&'a str> {
    let answer = answer.trim_start_matches(|c: char| !c.is_alphanumeric());
    let begins = |text: &str| {
        let start = answer.get(..text.len()).filter(|start| !text.is_empty() && start.eq_ignore_ascii_case(text));
        start.map(|start| &answer[start.len()..]).filter(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let open = is_open(choice).then_some("Other").and_then(begins);
    begins(choice.text.trim_matches(|c: char| c == '.' || !c.is_alphanumeric() && c != ')')).or(open)
}

/// The letter that an answer begins with, as a capital, and what follows: `B`, `b)`, `B. …`, `B (…)`, or before a dash or
/// colon.
fn letter(answer: &str) -> Option<(char, &str)> {
    let is_bold = |c: char| matches!(c, '*' | '_' | '`' | '"');
    let start = answer.trim_start_matches(|c| is_bold(c) || matches!(c, '(' | '['));
    let letter = start.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = start[1..].trim_start_matches(is_bold);
    let behind = rest.trim_start();
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || is_bold(c));
    let names = match rest.strip_prefix(['.', ')', ']', '-']) {
        Some(rest) => ends(rest),
        None if ends(rest) => {
            rest.is_empty() || rest.starts_with('\n') || behind.starts_with(['-', '–', '—', '(', ':'])
        }
        None => rest.starts_with([':', '–', '—']),
    };
    names.then(|| (letter.to_ascii_uppercase(), behind))
}
