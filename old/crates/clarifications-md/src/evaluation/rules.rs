//! The rules of an evaluation; the reference and `explain` are made from this table.

envelope_core::rules! {
    /// Counts that do not add up.
    COUNT_SUM = "clarifications-md/count-sum", Error, Content,
        "answered, empty, vague and contradictory answers add up to the total",
        "an answer that was counted nowhere may be the one that is missing", "R-Q6";
    /// A verdict that the counts contradict.
    VERDICT_MISMATCH = "clarifications-md/verdict-mismatch", Error, Content,
        "the verdict follows from the counts: sufficient when nothing is open, insufficient when nothing is answered, else mixed",
        "a verdict better than its counts would let a gap through", "R-Q6";
    /// An evaluation of a document that was refused.
    DOCUMENT_REFUSED = "clarifications-md/document-refused", Error, Content, in_schema,
        "an evaluation is of a document that was accepted; it never says `\"document_accepted\": false`",
        "what is wrong with the document may hide an answer that is missing", "R-A2";
    /// A status beside the verdict that says something worse.
    STATUS_CONFLICT = "clarifications-md/status-conflict", Error, Content,
        "nothing beside the verdict says that the evaluation went wrong: no `status` like `failed`, no `\"success\": false`, no line `Status: FAILED` around it, no object behind it",
        "of two statuses the worse one holds", "R-A2";
    /// No verdicts on single answers.
    NO_VERDICTS = "clarifications-md/no-verdicts", Note, Content,
        "`per_question` has the verdict on each answer", "without it nobody knows which answers need refinement", "R-Q6";
    /// Fewer verdicts than answers.
    FEWER_VERDICTS = "clarifications-md/fewer-verdicts", Warning, Content,
        "`per_question` has as many entries as `total_count` says", "what became of the others is not known", "R-Q6";
    /// More verdicts than answers.
    MORE_VERDICTS = "clarifications-md/more-verdicts", Error, Content,
        "`per_question` has no more entries than `total_count` says", "one of the two is about another document", "R-Q6";
    /// Verdicts that disagree with the counts.
    VERDICT_COUNTS = "clarifications-md/verdict-counts", Error, Content,
        "the entries of `per_question` are as many of each kind as the counts say",
        "of two numbers for the same answers one is wrong, and it may be the better one", "R-Q6";
    /// Verdicts that could not be read.
    REFUSED_VERDICTS = "clarifications-md/refused-verdicts", Error, Content,
        "no entries of a list were refused when the evaluation was read",
        "they are kept beside the list, and what was refused for them stays refused", "R-A3";
    /// An id that is none.
    VERDICT_ID = "clarifications-md/verdict-id", Error, Content, in_schema,
        "`question_id` is an id of the document, like `Q12` or `R12.1`", "the verdict belongs to no answer", "R-Q6";
    /// The same id twice.
    REPEATED_VERDICT = "clarifications-md/repeated-verdict", Error, Content,
        "an answer has one verdict", "of two verdicts neither can be trusted", "R-Q6";
    /// An id that is not in the document.
    UNKNOWN_ITEM = "clarifications-md/unknown-item", Error, Content,
        "every id is in the clarifications document", "the evaluation is about another document", "R-Q6, R-Q10";
    /// An id of the document without a verdict.
    UNJUDGED_ITEM = "clarifications-md/unjudged-item", Error, Content,
        "every question of the document has a verdict", "an answer that nobody looked at may be missing", "R-Q10";
    /// A total that is not the document's.
    TOTAL_MISMATCH = "clarifications-md/total-mismatch", Error, Content,
        "`total_count` is the number of questions in the document, or of all items after refinement",
        "the evaluation is about another document, or about another state of it", "R-Q6, R-Q10";
    /// A good verdict on an answer that is not there.
    EMPTY_BUT_CLEAR = "clarifications-md/empty-but-clear", Error, Content,
        "what is called clear is answered in the document", "a gap would become a decision", "R-Q10";
    /// No reasoning.
    NO_REASONING = "clarifications-md/no-reasoning", Warning, Content,
        "`reasoning` tells the counts in a sentence", "a person reads it first", "R-Q7";
    /// A word of a later evaluator.
    LATER_WORD = "clarifications-md/later-word", Warning, Content,
        "verdicts are `clear`, `not_answered` and `vague`",
        "a reader that knows the specification alone does not know the word", "R-Q7";
}
