//! The words of the format in one table: labels, headings, marks, keys (clarifications-md, "Decisions" 1 to 6; R-Q1).
//!
//! Parser, rules, edits, prompt and documentation use these and know no words of their own.

/// The fields of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// Older: stands before the body.
    Question,
    /// Older: stands before the choices.
    Choices,
    /// Where a question was consolidated from.
    Consolidated,
    /// What the agent recommends.
    Recommendation,
    /// What the person answered.
    Answer,
}

/// Every word that a label may have, the canonical one of each label first.
pub(crate) const LABELS: [(&str, Label); 6] = [
    ("Answer", Label::Answer),
    ("Selected answer", Label::Answer),
    ("Recommendation", Label::Recommendation),
    ("Question", Label::Question),
    ("Choices", Label::Choices),
    ("Consolidated from", Label::Consolidated),
];

impl Label {
    /// The canonical word.
    pub(crate) fn word(self) -> &'static str {
        LABELS.iter().find(|(_, label)| *label == self).map_or("", |(word, _)| *word)
    }

    /// The label as the canonical form writes it; empty where the canonical form has none (R-Q1).
    pub(crate) fn canonical(self) -> &'static str {
        match self {
            Self::Question | Self::Choices => "",
            Self::Consolidated => "_Consolidated from:",
            Self::Recommendation => "**Recommendation:**",
            Self::Answer => "**Answer:**",
        }
    }
}

/// The mark of a question that has to be answered.
pub(crate) const MUST_ANSWER: &str = "[MUST ANSWER]";
/// The group whose questions have to be answered though they carry no mark (R-Q13).
pub(crate) const REQUIRED_GROUP: &str = "Required";
/// The heading over the refinements of a question.
pub(crate) const REFINEMENTS: &str = "Refinements";
/// The section that is none: what a person has to clarify (R-Q13, R-Q15).
pub(crate) const NEEDS_CLARIFICATION: &str = "Needs Clarification";
/// The older mark of a recommended choice (R-Q1).
pub(crate) const RECOMMENDED: &str = "**(recommended)**";
/// The text of the open choice in prompts.
pub(crate) const OPEN_CHOICE: &str = "Other (please specify)";
/// What an answer says when the recommendation was taken over in the user interface (R-Q5).
pub(crate) const ACCEPTED_RECOMMENDATION: &str = "(accepted recommendation)";
/// The label of the line that names the items of an entry under `## Needs Clarification` (R-Q15).
pub(crate) const ITEMS: &str = "**Items:**";
/// How sub-agents head their blocks (R-Q12).
pub(crate) const BLOCK_HEAD: &str = "Refinements for ";

/// Heading levels: section, question, the heading over refinements, refinement.
pub(crate) const SECTION_LEVEL: u8 = 2;
pub(crate) const QUESTION_LEVEL: u8 = 3;
pub(crate) const REFINEMENTS_LEVEL: u8 = 4;
pub(crate) const REFINEMENT_LEVEL: u8 = 5;

/// A heading's marks.
pub(crate) fn hashes(level: u8) -> &'static str {
    "######".get(..usize::from(level)).unwrap_or("######")
}

/// The required counts of the front matter, in canonical order, with what each counts.
pub(crate) const COUNTS: [(CountKey, &str); 4] = [
    (CountKey::Questions, "the number of `### Q` questions"),
    (CountKey::Sections, "the number of `##` sections"),
    (CountKey::DuplicatesRemoved, "how many duplicate questions were merged away"),
    (CountKey::Refinements, "the number of `##### R` refinements, sub-refinements included"),
];

/// A required count of the front matter (clarifications-md, "Frontmatter fields").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountKey {
    /// `question_count`
    Questions,
    /// `sections`
    Sections,
    /// `duplicates_removed`
    DuplicatesRemoved,
    /// `refinement_count`
    Refinements,
}

impl CountKey {
    /// The key as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Questions => "question_count",
            Self::Sections => "sections",
            Self::DuplicatesRemoved => "duplicates_removed",
            Self::Refinements => "refinement_count",
        }
    }
}

/// The optional keys of the front matter, with what each says.
pub(crate) const OPTIONAL_KEYS: [(&str, &str); 3] = [
    (STATUS, "where the workflow stands, such as `pending`"),
    (PRIORITY, "the ids of the `[MUST ANSWER]` questions as a list"),
    (SCOPE, "`true` when the scope should be narrowed before anything else"),
];
pub(crate) const STATUS: &str = "status";
pub(crate) const PRIORITY: &str = "priority_questions";
pub(crate) const SCOPE: &str = "scope_recommendation";
