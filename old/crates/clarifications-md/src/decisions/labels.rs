//! The words of a decisions document in one table: fields, marks, keys (clarifications-md, decision 8; R-Q9).

/// The known fields of an entry, in the order of the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FieldKind {
    OriginalQuestion,
    Source,
    Section,
    Answer,
    Decision,
    Reasoning,
    Implication,
    Status,
    Note,
}

/// Every known field: its label, its name in the value, and what stands in it.
pub(crate) const FIELDS: [(FieldKind, &str, &str, &str); 9] = [
    (FieldKind::OriginalQuestion, "Original question", "original_question", "the question as it was asked"),
    (FieldKind::Source, "Source", "source", "the ids of the items that it comes from, with commas between"),
    (FieldKind::Section, "Section", "section", "the section of the question"),
    (FieldKind::Answer, "Answer", "answer", "what the person answered"),
    (FieldKind::Decision, "Decision", "decision", "what is decided"),
    (FieldKind::Reasoning, "Reasoning", "reasoning", "why it is decided so"),
    (FieldKind::Implication, "Implication", "implication", "what follows from it for the work"),
    (FieldKind::Status, "Status", "status", "the status, one word of the list"),
    (FieldKind::Note, "Note", "note", "what a person should know of it"),
];

impl FieldKind {
    /// Whether canonical text has it behind the status.
    pub(crate) fn is_behind_status(self) -> bool {
        FIELDS.iter().skip_while(|(kind, ..)| *kind != Self::Status).skip(1).any(|(kind, ..)| *kind == self)
    }

    /// The label as it is written.
    pub(crate) fn label(self) -> &'static str {
        FIELDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, label, ..)| *label)
    }

    /// The name of the member in the value.
    pub(crate) fn member(self) -> &'static str {
        FIELDS.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, _, member, _)| *member)
    }

    /// The field with this label, in any case of letters.
    pub(crate) fn of(label: &str) -> Option<Self> {
        FIELDS.iter().find(|(_, known, ..)| known.eq_ignore_ascii_case(label)).map(|(kind, ..)| *kind)
    }
}

/// The status of the front matter while entries are drafted.
pub(crate) const DRAFT: &str = "draft";
/// The status of the front matter when every entry was confirmed.
pub(crate) const FINAL: &str = "final";
/// The words that the status of the front matter may be.
pub(crate) const STATUSES: [&str; 2] = [DRAFT, FINAL];

/// What stands for an answer that is not there (R-Q10).
pub(crate) const NOT_ANSWERED: &str = "(not answered)";
/// The mark before the title of a critical gap (R-Q10).
pub(crate) const GAP_MARK: &str = "[Critical Gap] ";
/// The mark before the title of a contradiction (R-Q10).
pub(crate) const CONTRADICTION_MARK: &str = "[Contradiction] ";
/// The section of what concerns several (R-Q10).
pub(crate) const CROSS_CUTTING: &str = "Cross-cutting";
/// The note of a critical gap.
pub(crate) const GAP_NOTE: &str = "This [MUST ANSWER] question has to be answered before the work can go on.";
/// The note of a vague answer to a question that must be answered.
pub(crate) const VAGUE_NOTE: &str = "The answer to this [MUST ANSWER] question is too vague to decide by.";

/// The keys of the front matter.
pub(crate) const KEYS: [&str; 3] = [STATUS, DECISION_COUNT, CONFLICTS_RESOLVED];
pub(crate) const STATUS: &str = "status";
pub(crate) const DECISION_COUNT: &str = "decision_count";
pub(crate) const CONFLICTS_RESOLVED: &str = "conflicts_resolved";

/// The keys of the front matter: whether each is required, and what it says.
pub(crate) const FRONTMATTER_KEYS: [(&str, bool, &str); 3] = [
    (STATUS, true, "`draft` while entries are drafted, `final` when all were confirmed"),
    (DECISION_COUNT, true, "the number of entries"),
    (CONFLICTS_RESOLVED, false, "how many entries were decided anew because answers contradicted the draft"),
];
