//! Questions, refinements and their parts (clarifications-md, "Markdown structure").

use std::borrow::Cow;

use envelope_core::Span;
use serde::{Serialize, Serializer};

use super::text::{Spot, Text};
use crate::labels::Label;
use crate::{QuestionId, RefinementId};

/// A top-level question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Question {
    /// Its id.
    pub id: QuestionId,
    /// Whether it must be answered: by its mark, or because it stands in the group `Required` (R-Q13).
    pub must_answer: bool,
    /// The group heading that it stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// What it asks and what was answered.
    #[serde(flatten)]
    pub item: Item,
    /// Its refinements and sub-refinements, in the order of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub refinements: Vec<Refinement>,
    /// The heading over the refinements.
    #[serde(skip)]
    pub(crate) refinements_heading: Spot<Option<Span>>,
}

impl Question {
    /// Where the heading over its refinements stands.
    pub fn refinements_heading(&self) -> Option<Span> {
        self.refinements_heading.0
    }
}

/// A refinement or sub-refinement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Refinement {
    /// Its id; the parent is part of it.
    pub id: RefinementId,
    /// Whether it carries the mark `[MUST ANSWER]`. The format gives it to questions only; it is kept (R-A3).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub must_answer: bool,
    /// What it asks and what was answered.
    #[serde(flatten)]
    pub item: Item,
}

/// What a question or a refinement asks, and what was answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Item {
    /// The short title of the heading, without the mark `[MUST ANSWER]`.
    pub title: Text,
    /// The question itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Text>,
    /// The choices in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub choices: Vec<Choice>,
    /// The questions that it was consolidated from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub consolidated_from: Vec<Text>,
    /// What the agent recommends; absent where the field is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendation: Option<Field>,
    /// What the person answered; empty where nothing was, absent where the field is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Field>,
    /// Text after the choices that belongs to no field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub other: Vec<Text>,
    #[serde(skip)]
    pub(crate) spots: Spot<ItemSpots>,
}

impl Item {
    /// What was answered: the answer's words, or where they are empty the letter of the one choice that is ticked
    /// (R-Q1). Comments before and after the words say nothing. Empty where nothing was answered.
    pub fn answer_text(&self) -> &str {
        let written = self.answer.as_ref().map_or("", |answer| answer.text.as_str());
        let words = without_comments(written);
        if !words.is_empty() {
            return words;
        }
        let mut ticked = self.choices.iter().filter(|choice| choice.ticked);
        match (ticked.next(), ticked.next()) {
            (Some(choice), None) => choice.letter_text(),
            _ => "",
        }
    }

    /// What is recommended; empty where nothing is.
    pub fn recommendation_text(&self) -> &str {
        self.recommendation.as_ref().map_or("", |recommendation| recommendation.text.as_str())
    }

    /// Where its heading stands.
    pub fn heading_span(&self) -> Span {
        self.spots.0.heading
    }

    /// Where its id stands in the heading.
    pub fn id_span(&self) -> Span {
        self.spots.0.id
    }

    /// From its heading to the end of its last line with text, refinements not included.
    pub fn span(&self) -> Span {
        self.spots.0.span
    }
}

/// The words without the HTML comments before and after them: `<!-- write your answer here -->` is none. One that
/// nothing closes reaches to the end.
pub(crate) fn without_comments(words: &str) -> &str {
    let mut words = words.trim_matches(BLANKS);
    while let Some(comment) = words.strip_prefix(COMMENT) {
        let (_, rest) = comment.split_once(COMMENT_END).unwrap_or_default();
        words = rest.trim_start_matches(BLANKS);
    }
    while let Some(before) = last_comment(words).and_then(|at| words.get(..at)) {
        words = before.trim_end_matches(BLANKS);
    }
    words
}

/// Where the comment starts that the words end with: at the first opening after the last one that was closed.
pub(crate) fn last_comment(words: &str) -> Option<usize> {
    let inner = words.strip_suffix(COMMENT_END)?;
    let from = inner.rfind(COMMENT_END).map_or(0, |at| at + COMMENT_END.len());
    inner.get(from..)?.find(COMMENT).map(|at| from + at)
}

/// The words without any HTML comment, also in their midst; a comment that nothing closes reaches to the end.
pub(crate) fn without_any_comments(words: &str) -> Cow<'_, str> {
    if !words.contains(COMMENT) {
        return Cow::Borrowed(words);
    }
    let mut kept = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, comment)) = rest.split_once(COMMENT) {
        kept.push_str(before);
        (_, rest) = comment.split_once(COMMENT_END).unwrap_or_default();
    }
    kept.push_str(rest);
    Cow::Owned(kept.trim_matches(BLANKS).to_owned())
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];
pub(crate) const COMMENT: &str = "<!--";
pub(crate) const COMMENT_END: &str = "-->";

/// Where the parts of an item stand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ItemSpots {
    pub(crate) span: Span,
    pub(crate) heading: Span,
    /// The id in the heading.
    pub(crate) id: Span,
    /// Whether `fmt` gives its choices the letters of their places: no words of the document name the old ones.
    pub(crate) reletter: bool,
}

/// A field: its label and its words (R-Q3).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// The words after the label, over as many lines as there are.
    pub text: Text,
    pub(crate) spots: Spot<FieldSpots>,
}

impl Field {
    /// From the start of its label's line to the end of its last one.
    pub fn span(&self) -> Span {
        Span::new(self.spots.0.label.start(), self.spots.0.end)
    }

    /// Everything up to the words: indentation, marks, the label, its colon.
    pub fn label_span(&self) -> Span {
        self.spots.0.label
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Field {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Field".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Text::json_schema(generator)
    }
}

/// Where a field stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSpots {
    /// Everything up to the words: indentation, marks, the label, its colon.
    pub(crate) label: Span,
    /// The end of the last line of the words; the end of the label's line where there are none.
    pub(crate) end: usize,
    pub(crate) kind: Label,
    pub(crate) canonical: bool,
    /// Whether the words start on a line below the label's.
    pub(crate) below: bool,
}

/// One choice of an item (clarifications-md, decision 2).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Choice {
    /// Its letter, a capital; absent where none is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemars", schemars(with = "Option<String>", regex(pattern = "^[A-Z]$")))]
    pub letter: Option<char>,
    /// What it says.
    pub text: Text,
    /// Whether it is ticked, in an older form (R-Q1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub ticked: bool,
    /// Whether it is marked as recommended, in an older form (R-Q1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub recommended: bool,
    /// The letter that it has or would get by its place.
    #[serde(skip)]
    pub(crate) place: char,
    #[serde(skip)]
    pub(crate) spots: Spot<ChoiceSpots>,
}

impl Choice {
    /// The letter by which an answer names it: its own, or the one of its place.
    pub fn answer_letter(&self) -> char {
        self.letter.unwrap_or(self.place)
    }

    /// From its mark to the end of its text.
    pub fn span(&self) -> Span {
        self.spots.0.mark.join(self.text.span())
    }

    fn letter_text(&self) -> &'static str {
        const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let at = LETTERS.find(self.answer_letter()).unwrap_or(LETTERS.len());
        LETTERS.get(at..=at).unwrap_or_default()
    }

    /// Whether it is the open one, which asks for words of one's own (R-Q5).
    pub fn is_open(&self) -> bool {
        let text = self.text.as_str().trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut next_is = |list: &[&str]| {
            let word = words.next().unwrap_or_default();
            list.iter().any(|other| word.eq_ignore_ascii_case(other))
        };
        if next_is(&["other", "others"]) {
            let after = text.trim_start_matches(char::is_alphanumeric).trim_start();
            return !after.starts_with(char::is_alphanumeric) || next_is(&["please", "specify", "describe", "explain"]);
        }
        let starts = |phrase: &str| text.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase));
        starts("something else") || starts("specify your own") || asks_to_specify(text)
    }
}

/// Whether a text says `please specify` or `(specify`, or asks so to describe or explain, in any case.
fn asks_to_specify(text: &str) -> bool {
    let asks = |at: usize, asked: &str| {
        let word = text.get(at..at + asked.len()).is_some_and(|word| word.eq_ignore_ascii_case(asked));
        let before = text.get(..at).unwrap_or_default();
        let please = "please ";
        word && (before.ends_with(['(', '['])
            || before
                .len()
                .checked_sub(please.len())
                .and_then(|from| before.get(from..))
                .is_some_and(|it| it.eq_ignore_ascii_case(please)))
    };
    memchr::memchr2_iter(b's', b'S', text.as_bytes()).any(|at| asks(at, "specify"))
        || memchr::memchr2_iter(b'd', b'D', text.as_bytes()).any(|at| asks(at, "describe"))
        || memchr::memchr2_iter(b'e', b'E', text.as_bytes()).any(|at| asks(at, "explain"))
}

/// Where a choice stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoiceSpots {
    /// Indentation, list mark, box, letter and sign, up to the text.
    pub(crate) mark: Span,
    pub(crate) how: Mark,
    /// The older mark of a recommended choice, with the blank before it.
    pub(crate) recommended: Option<Span>,
}

/// How a choice is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// `A. `
    Canonical,
    /// Any of the older forms (R-Q1).
    Older,
    /// A plain list item after the older label `**Choices**:`.
    Bare,
}
