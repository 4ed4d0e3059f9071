//! The rules of the clarifications document; the reference and `explain` are made from this table.

envelope_core::rules! {
    /// Neither front matter nor a question.
    NO_DOCUMENT = "clarifications-md/no-document", Error, Content,
        "the text is a clarifications document: front matter, sections, questions",
        "what holds neither front matter nor a question is something else", "R-A2, R-A16";
    /// No question at all.
    NO_QUESTIONS = "clarifications-md/no-questions", Error, Content,
        "the document asks something, unless it recommends to narrow the scope",
        "questions in another form would go unseen, and an empty document must not pass for an answered one",
        "R-Q6, R-Q15";
    /// No front matter.
    MISSING_FRONTMATTER = "clarifications-md/missing-frontmatter", Error, Content, in_schema,
        "the document starts with front matter", "its counts show whether the document is whole", "R-Q13";
    /// Front matter that nothing closes.
    UNCLOSED_FRONTMATTER = "clarifications-md/unclosed-frontmatter", Error, Form,
        "the front matter ends with a line `---`", "without it readers disagree where the document begins", "R-Q13";
    /// Blank lines before the front matter.
    BLANK_BEFORE_FRONTMATTER = "clarifications-md/blank-before-frontmatter", Warning, Form,
        "the front matter starts on the first line", "other readers see none if anything stands before it",
        "clarifications-md, decision 6";
    /// A required count is missing.
    MISSING_COUNT = "clarifications-md/missing-count", Error, Content, in_schema,
        "the front matter has the four counts", "counts show whether the document is whole", "R-Q13";
    /// A count that is no whole number.
    MALFORMED_COUNT = "clarifications-md/malformed-count", Error, Content, in_schema,
        "a count is a whole number", "what it was meant to claim cannot be known", "R-Q13, R-A14";
    /// A count that the document contradicts.
    COUNT_MISMATCH = "clarifications-md/count-mismatch", Error, Content,
        "the counts agree with the document", "a question may have been lost on the way", "R-Q13";
    /// A key that stands twice.
    REPEATED_KEY = "clarifications-md/repeated-key", Error, Content,
        "a key stands once in the front matter", "two values cannot both hold", "R-A11";
    /// A line of the front matter that is not `key: value`.
    FRONTMATTER_LINE = "clarifications-md/frontmatter-line", Note, Content,
        "the front matter is a flat list of keys", "nested values are kept, but nobody may be reading them", "R-Q13";
    /// Sections named, not counted.
    SECTION_NAMES = "clarifications-md/section-names", Warning, Form,
        "`sections` is a number", "an older form lists the names", "R-Q1";
    /// Priority questions that are no ids of questions.
    MALFORMED_PRIORITY = "clarifications-md/malformed-priority", Error, Content,
        "`priority_questions` lists ids of questions", "what has to be answered must be beyond doubt", "R-Q13";
    /// Priority questions that differ from the marks.
    PRIORITY_MISMATCH = "clarifications-md/priority-mismatch", Error, Content,
        "`priority_questions` lists exactly the `[MUST ANSWER]` questions",
        "a question that blocks the work would go unnoticed", "R-Q13";
    /// A question under `### Required` without the mark.
    UNMARKED_REQUIRED = "clarifications-md/unmarked-required", Warning, Form,
        "a question that must be answered carries `[MUST ANSWER]`",
        "a reader that looks for the mark takes it for optional", "R-Q13";
    /// A heading that starts like an id and is none.
    MALFORMED_ID = "clarifications-md/malformed-id", Error, Content,
        "ids are `Q1`, `R1.1`, `R1.1a`, without leading zeros", "an item that cannot be named cannot be traced",
        "clarifications-md, Three levels";
    /// The same id twice.
    REPEATED_ID = "clarifications-md/repeated-id", Error, Content,
        "an id stands once", "an evaluation or a decision could not say which one it means", "R-Q13";
    /// A refinement whose parent is not in the document.
    ORPHAN_REFINEMENT = "clarifications-md/orphan-refinement", Error, Content,
        "a refinement's parent is in the document", "what it refines cannot be known", "R-Q13";
    /// A refinement under another question.
    MISPLACED_REFINEMENT = "clarifications-md/misplaced-refinement", Error, Content,
        "a refinement stands under its question", "a person would answer it for the wrong question", "R-Q13";
    /// A sub-refinement before the refinement that it refines.
    SUB_BEFORE_PARENT = "clarifications-md/sub-before-parent", Warning, Content,
        "a sub-refinement follows its refinement", "a person would answer it before what it asks about",
        "clarifications-md, Three levels";
    /// A question under `## Needs Clarification`.
    MISPLACED_QUESTION = "clarifications-md/misplaced-question", Error, Content,
        "questions stand in sections, not under `## Needs Clarification`",
        "what stands there is made by tools and is no section", "R-Q13, R-Q15";
    /// A question outside of any section.
    OUTSIDE_SECTION = "clarifications-md/outside-section", Warning, Content,
        "a question stands in a `##` section", "its decision has to name the section",
        "clarifications-md, decision 3";
    /// Ids that do not run on.
    NUMBERING = "clarifications-md/numbering", Note, Content,
        "ids run on from 1 without gaps", "a question may have been removed", "clarifications-md, Three levels";
    /// A heading that is not as the format writes it.
    HEADING_FORM = "clarifications-md/heading-form", Warning, Form,
        "headings have the form of the specification, like `### Q1: Title [MUST ANSWER]` or `##### R1.1: Title`",
        "readers find items by their headings", "clarifications-md, decisions 3 and 5";
    /// A refinement headed by bold text.
    OLDER_REFINEMENT = "clarifications-md/older-refinement", Warning, Form,
        "a refinement is headed `##### R1.1: Title`", "an older form writes it in bold", "R-Q1";
    /// No heading over the refinements.
    REFINEMENTS_HEADING = "clarifications-md/refinements-heading", Warning, Form,
        "refinements stand under `#### Refinements`", "readers fold them by this heading",
        "clarifications-md, decision 3";
    /// A heading without a title.
    MISSING_TITLE = "clarifications-md/missing-title", Warning, Content,
        "an item has a title", "the title is what a person sees first", "clarifications-md, decision 5";
    /// A label that is not as the format writes it.
    OLDER_LABEL = "clarifications-md/older-label", Warning, Form,
        "labels are `**Recommendation:**` and `**Answer:**`, and body and choices have none",
        "a reader that looks for the label to the letter would miss the field", "R-Q1";
    /// No answer field.
    MISSING_ANSWER = "clarifications-md/missing-answer", Error, Content,
        "an item has an answer field", "nobody could answer it", "clarifications-md, decision 1";
    /// An answer that looks like choices or like a recommendation.
    UNCLEAR_ANSWER = "clarifications-md/unclear-answer", Error, Content,
        "below an empty `**Answer:**` stand no choices and no recommendation, and in an answer no instruction",
        "nothing tells them from an answer, and a question that nobody answered must not pass for an answered one",
        "R-A2, R-A5, R-Q3";
    /// Words behind a blank line that alone make the last answer one.
    DETACHED_ANSWER = "clarifications-md/detached-answer", Warning, Content,
        "the last answer says what it says before the first blank line",
        "an answer may have several paragraphs, but nothing tells the last one from what an agent wrote below the document",
        "R-A2, R-Q3";
    /// A field twice.
    REPEATED_FIELD = "clarifications-md/repeated-field", Error, Content,
        "a field stands once in an item", "of two answers neither can be trusted", "R-A11";
    /// A field under a heading that has none.
    STRAY_FIELD = "clarifications-md/stray-field", Error, Content,
        "a field stands under its item, with no other heading between",
        "an answer that belongs to nothing would be lost", "R-Q2";
    /// No body.
    MISSING_BODY = "clarifications-md/missing-body", Warning, Content,
        "a short title is followed by the question itself", "a title alone does not say what is asked", "R-Q1";
    /// No choices.
    NO_CHOICES = "clarifications-md/no-choices", Warning, Content,
        "a question offers choices", "a person answers faster and clearer by a letter", "R-Q1";
    /// No recommendation.
    NO_RECOMMENDATION = "clarifications-md/no-recommendation", Note, Content,
        "an item has a recommendation", "without one an empty answer cannot be filled in", "R-Q1";
    /// A choice that is not marked `A.`.
    OLDER_CHOICE = "clarifications-md/older-choice", Warning, Form,
        "a choice is `A. text`", "older forms are list items, boxes and small letters", "R-Q1";
    /// A tick that cannot become the answer.
    TICK_CONFLICT = "clarifications-md/tick-conflict", Warning, Content,
        "at most one choice is ticked, and the answer names it", "which of the two was meant only the person knows",
        "R-Q1";
    /// A mark of recommendation that the recommendation does not share.
    RECOMMENDATION_CONFLICT = "clarifications-md/recommendation-conflict", Warning, Content,
        "at most one choice is marked as recommended, and the recommendation names it",
        "which of the two was meant only the agent knows", "R-Q1";
    /// A choice marked as recommended.
    RECOMMENDED_MARK = "clarifications-md/recommended-mark", Warning, Form,
        "the recommendation is a field of its own", "an older form marks the choice", "R-Q1";
    /// Letters that do not run on.
    CHOICE_SEQUENCE = "clarifications-md/choice-sequence", Warning, Content,
        "choices are lettered A, B, C in order", "a choice may have been lost, and answers name letters",
        "clarifications-md, decision 2";
    /// The same letter twice.
    REPEATED_CHOICE = "clarifications-md/repeated-choice", Error, Content,
        "a letter stands for one choice", "an answer by that letter says nothing", "clarifications-md, decision 2";
    /// No open choice.
    NO_OPEN_CHOICE = "clarifications-md/no-open-choice", Note, Content,
        "the last choice is open: `Other (please specify)`", "a person must be able to say something else",
        "clarifications-md, Markdown structure";
    /// Text that belongs to no field.
    LOOSE_TEXT = "clarifications-md/loose-text", Note, Content,
        "text stands in the body or in a field", "it is kept, but nobody may be reading it", "R-A3";
    /// An entry under `## Needs Clarification` that is of no kind.
    UNKNOWN_FLAG = "clarifications-md/unknown-flag", Note, Content,
        "entries are `### Contradiction: title` and `### Critical Gap: title`", "others are kept, but nobody may be reading them",
        "R-Q15";
    /// An entry that names no items, or some that are not there.
    FLAG_ITEMS = "clarifications-md/flag-items", Error, Content,
        "an entry under `## Needs Clarification` names items of the document",
        "a person must know which answers it is about", "R-Q15";
    /// A last line that stops within a row of a table.
    CUT_OFF = "clarifications-md/cut-off", Error, Form,
        "the document does not end within a row of a table", "what came after it, questions included, is lost", "R-A10";
    /// A fence that nothing closes.
    UNCLOSED_FENCE = "clarifications-md/unclosed-fence", Error, Form,
        "a code fence is closed", "everything after it is code, questions included", "R-Q2, R-A10";
}
