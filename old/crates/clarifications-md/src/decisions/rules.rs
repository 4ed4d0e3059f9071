//! The rules of a decisions document; the reference and `explain` are made from this table.

envelope_core::rules! {
    /// Neither front matter nor an entry.
    NO_DECISIONS = "clarifications-md/no-decisions", Error, Content,
        "the text is a decisions document: front matter and entries",
        "what holds neither front matter nor an entry is something else", "R-A2, R-A16";
    /// No front matter.
    NO_FRONTMATTER = "clarifications-md/decisions-frontmatter", Error, Content, in_schema,
        "the decisions start with front matter", "its count shows whether the document is whole", "R-Q9";
    /// Front matter that nothing closes.
    OPEN_FRONTMATTER = "clarifications-md/decisions-open-frontmatter", Error, Form,
        "the front matter of the decisions ends with a line `---`",
        "without it readers disagree where the document begins", "R-Q9";
    /// Blank lines before the front matter.
    LATE_FRONTMATTER = "clarifications-md/decisions-late-frontmatter", Warning, Form,
        "the front matter of the decisions starts on the first line",
        "other readers see none if anything stands before it", "R-Q9";
    /// A required key is missing.
    MISSING_KEY = "clarifications-md/decisions-missing-key", Error, Content, in_schema,
        "the front matter has `status` and `decision_count`",
        "whether the decisions are final, and whether they are all there, must be beyond doubt", "R-Q9";
    /// A status of the document that is none.
    DOCUMENT_STATUS = "clarifications-md/decisions-status", Error, Content, in_schema,
        "the `status` of the front matter is `draft` or `final`", "a status that nobody declared cannot be trusted",
        "R-Q9, R-Q14, R-A2";
    /// A count that is no number.
    DECISIONS_COUNT_FORM = "clarifications-md/decisions-malformed-count", Error, Content, in_schema,
        "a count of the decisions is a whole number", "what it was meant to claim cannot be known", "R-Q9, R-A14";
    /// A count that the document contradicts.
    DECISION_COUNT = "clarifications-md/decision-count", Error, Content,
        "`decision_count` is the number of entries", "a decision may have been lost on the way", "R-Q9";
    /// A count of conflicts that the document contradicts.
    CONFLICT_COUNT = "clarifications-md/conflict-count", Warning, Content,
        "`conflicts_resolved` is the number of `conflict-resolved` entries",
        "a decision that was turned round may have been lost", "R-Q11";
    /// A key that stands twice.
    DECISIONS_REPEATED_KEY = "clarifications-md/decisions-repeated-key", Error, Content,
        "a key stands once in the front matter of the decisions", "two values cannot both hold", "R-A11";
    /// A line of the front matter that is not `key: value`.
    DECISIONS_LINE = "clarifications-md/decisions-frontmatter-line", Note, Content,
        "the front matter of the decisions is a flat list of keys",
        "nested values are kept, but nobody may be reading them", "R-A3";
    /// An id that is none.
    DECISION_ID = "clarifications-md/decision-id", Error, Content,
        "ids of decisions are `D1`, `D2` and so on, without leading zeros",
        "a decision that cannot be named cannot be judged", "R-Q9";
    /// The same id twice.
    REPEATED_DECISION = "clarifications-md/repeated-decision", Error, Content,
        "the id of a decision stands once", "a judgement could not say which one it means", "R-Q9";
    /// A heading that is not as the format writes it.
    DECISION_HEADING = "clarifications-md/decision-heading", Warning, Form,
        "an entry is headed `### D1: Title`", "readers find entries by their headings", "clarifications-md, Phase 1";
    /// A heading without a title.
    DECISION_TITLE = "clarifications-md/decision-title", Warning, Content,
        "an entry has a title", "the title is what a person sees first", "clarifications-md, Phase 1";
    /// A label that is not as the format writes it.
    DECISION_LABEL = "clarifications-md/decision-label", Warning, Form,
        "a field is `- **Label:** text`", "a reader that looks for the label to the letter would miss the field",
        "clarifications-md, Phase 1";
    /// A further line that is not indented.
    UNINDENTED = "clarifications-md/unindented", Warning, Form,
        "further lines of a field are indented by two blanks", "other readers take the line for something else", "R-Q10";
    /// A field twice.
    REPEATED_ENTRY_FIELD = "clarifications-md/repeated-entry-field", Error, Content,
        "a field stands once in an entry", "of two statuses or answers neither can be trusted", "R-A11";
    /// Text that belongs to no field.
    ENTRY_TEXT = "clarifications-md/entry-text", Note, Content,
        "the text of an entry stands in its fields", "it is kept, but nobody may be reading it", "R-A3";
    /// A fence or a comment that nothing closes.
    OPEN_FENCE = "clarifications-md/open-fence", Error, Content,
        "a code fence or comment among the decisions is closed", "every entry after it is hidden", "R-Q2, R-A10";
    /// A last line that stops within a row of a table.
    DECISIONS_CUT_OFF = "clarifications-md/decisions-cut-off", Error, Form,
        "the decisions do not end within a row of a table", "what came after it is lost", "R-A10";
    /// No status.
    NO_STATUS = "clarifications-md/decision-without-status", Error, Content, in_schema,
        "an entry has a status", "what is not called resolved is not resolved", "R-Q9";
    /// A status that is none.
    UNKNOWN_STATUS = "clarifications-md/decision-status", Error, Content, in_schema,
        "the status of an entry is a word of the list", "an unknown status must never pass for a resolved one", "R-Q9";
    /// A key of the front matter that says the contrary of what the entries come to.
    DENIED = "clarifications-md/decisions-denied", Error, Content,
        "nothing in the front matter denies that the decisions are made: no `blocked: true`, no `complete: false`",
        "of two statuses the worse one holds", "R-A2";
    /// A draft in a final document.
    DRAFT_IN_FINAL = "clarifications-md/draft-in-final", Error, Content,
        "a final document has no draft entries", "nobody has confirmed them", "R-Q14";
    /// No source.
    NO_SOURCE = "clarifications-md/decision-without-source", Error, Content,
        "draft, critical-gap and contradiction entries name their source",
        "without it nobody knows which answer would settle them", "R-Q9";
    /// A source that is no id.
    SOURCE_ID = "clarifications-md/source-id", Error, Content, in_schema,
        "a source is the id of an item, like `Q12` or `R12.1`", "the decision cannot be traced", "R-Q9";
    /// Sources that are separated in another way.
    SOURCE_LIST = "clarifications-md/source-list", Warning, Form,
        "several sources have a comma and a blank between them", "other readers see one long id", "R-Q9";
    /// A source that is not in the document.
    UNKNOWN_SOURCE = "clarifications-md/unknown-source", Error, Content,
        "every source is in the clarifications document", "the decision rests on nothing, or on another document", "R-Q9";
    /// Reasoning in a draft.
    REASONED_DRAFT = "clarifications-md/reasoned-draft", Warning, Content,
        "a draft is structured, not reasoned", "reasons are given when the whole is confirmed", "R-Q10";
    /// A settled entry that says nothing.
    NOTHING_DECIDED = "clarifications-md/nothing-decided", Warning, Content,
        "a resolved entry has a decision or an answer", "a gap must not pass for a decision", "R-A2, R-Q11";
    /// A settled entry over a question that is not answered.
    SETTLED_GAP = "clarifications-md/settled-gap", Error, Content,
        "a resolved entry rests on an answer to each question that it names",
        "a gap must not pass for a decision; where the question may be skipped, this is a warning", "R-A2, R-Q11";
    /// A question that must be answered and that no entry names.
    HIDDEN_GAP = "clarifications-md/hidden-gap", Error, Content,
        "every question that must be answered is the source of an entry",
        "final decisions without the gap look as if there were none", "R-A2, R-Q10";
}
