//! The rules of a status block (R-S1 … R-S6); those of the scratchpad are in [`scratchpad`](crate::scratchpad).

envelope_core::rules! {
    /// No STATUS line, or one without a word.
    MISSING_STATUS = "status-block/missing-status", Error, Content,
        "the message has a line `STATUS:` with one word", "a report without a verdict is no success", "R-S1";
    /// A word that is no status.
    UNKNOWN_STATUS = "status-block/unknown-status", Error, Content,
        "the status is `success`, `blocked` or `failed`", "a verdict that nobody declared cannot be trusted", "R-A2";
    /// A status with something added.
    QUALIFIED_STATUS = "status-block/qualified-status", Error, Content,
        "the status is one word, without an addition", "\"success, mostly\" is not a success", "R-A2";
    /// A STATUS line and nothing beside it.
    LONELY_STATUS = "status-block/lonely-status", Error, Content,
        "at least one of the four sections stands beside the STATUS line",
        "a line quoted from a log is not a report", "R-S4";
    /// A further STATUS line, or a key that denies the success.
    SECOND_STATUS = "status-block/second-status", Error, Form,
        "the message states its status once, and no line denies a success, like `OUTCOME: failed`, \
        `VERDICT: insufficient`, `success: false`, `is_error: true` or, around the block, `Overall result: FAILED`",
        "of two verdicts neither can be believed", "R-A11, R-A2";
    /// The message is a scratchpad, or a part of one.
    SCRATCHPAD = "status-block/scratchpad", Error, Form,
        "no marker or heading of a scratchpad stands around the block",
        "a pad holds the reports of many attempts, and the first of them is not the verdict", "R-S7, R-A2";
    /// Several fences hold a block.
    SEVERAL_FENCES = "status-block/several-fences", Error, Form,
        "one fence at most holds a block", "which of several quoted reports counts cannot be known", "R-A12";
    /// A thought or a comment that nothing closes.
    OPEN_ASIDE = "status-block/open-aside", Error, Form,
        "a thought or a comment is closed", "all that follows it is read for nothing, and may tell of a failure", "R-A12";
    /// ERRORS beside a success.
    ERRORS_WITH_SUCCESS = "status-block/errors-with-success", Warning, Content,
        "the section ERRORS stands only beside `blocked` and `failed`",
        "a success that lists errors contradicts itself", "R-S4";
    /// No ERRORS although blocked or failed.
    MISSING_ERRORS = "status-block/missing-errors", Error, Content,
        "`blocked` and `failed` come with a section ERRORS", "who must help has to know with what", "R-S4";
    /// ERRORS without a message or without `can_retry`.
    MISSING_ERROR_FIELD = "status-block/missing-error-field", Error, Content,
        "ERRORS says `message` and `can_retry`", "an orchestrator cannot decide about a retry without them", "R-S4";
    /// `can_retry` is neither true nor false.
    UNREADABLE_FLAG = "status-block/unreadable-flag", Error, Content,
        "`can_retry` is `true` or `false`", "a retry must not hang on a guess", "R-S4, R-A14";
    /// A section is not there.
    MISSING_SECTION = "status-block/missing-section", Warning, Content,
        "SUMMARY, FILES and NEXT_ACTION are there", "the next agent has nothing to go by", "R-S4";
    /// A field of a section is not there.
    MISSING_FIELD = "status-block/missing-field", Warning, Content,
        "every field of a section is there", "the next agent has nothing to go by", "R-S4";
    /// A confidence outside the three words.
    UNKNOWN_CONFIDENCE = "status-block/unknown-confidence", Warning, Content,
        "the confidence is `high`, `medium` or `low`", "a word of one's own cannot be compared", "R-S4";
    /// Iterations that are no whole number.
    ODD_ITERATIONS = "status-block/odd-iterations", Warning, Content,
        "`iterations_used` is a whole number", "a circuit breaker counts with it", "R-S4";
    /// A context that nobody can act on.
    VAGUE_CONTEXT = "status-block/vague-context", Warning, Content,
        "`context_forward` is specific: three words at least, and no pointing back",
        "the next agent does not see what stood above", "R-S5; status-block, Context Forward Rules";
    /// A section beyond the four.
    EXTENSION_SECTION = "status-block/extension-section", Note, Content,
        "sections are those of the specification", "it is kept and written back, but nobody may be reading it", "R-S3";
    /// Text before or after the block.
    PROSE_AROUND = "status-block/prose-around", Warning, Content,
        "nothing stands before STATUS or after the block", "other readers may take it for a part of the block", "R-S6";
    /// A line inside the block that belongs to nothing.
    STRAY_TEXT = "status-block/stray-text", Error, Content,
        "every line inside the block belongs to a key",
        "what such a line was meant to say, and of what, cannot be known", "R-A3";
    /// What a conversion carried along cannot be read.
    BAD_CARRIED = "status-block/bad-carried", Error, Content,
        "the section CARRIED is a map whose `outcome` is one of the five outcomes",
        "it can only lower the outcome, so one that cannot be read must not count as none", "R-A15";
    /// Tabs before a line.
    TAB_INDENT = "status-block/tab-indent", Note, Form,
        "lines are indented with spaces", "YAML readers refuse tabs", "R-S2";
    /// A colon in text without quotes.
    UNQUOTED_COLON = "status-block/unquoted-colon", Note, Form,
        "text with a colon stands in quotes", "YAML readers take it for another key", "R-S2";
    /// A sign that begins something else in YAML.
    UNQUOTED_SIGN = "status-block/unquoted-sign", Note, Form,
        "text that begins with a sign of YAML stands in quotes", "YAML readers refuse it", "R-S2";
    /// A Windows path in double quotes.
    LITERAL_BACKSLASH = "status-block/literal-backslash", Note, Form,
        "back-slashes in double quotes are doubled", "`\\t` in a path would become a tab", "R-S2";
    /// Text cut off by a comment sign.
    COMMENT_IN_TEXT = "status-block/comment-in-text", Note, Form,
        "text with ` #` stands in quotes", "what follows is a comment in YAML and is not read", "R-S2";
    /// No blank after the colon of a key.
    TIGHT_COLON = "status-block/tight-colon", Warning, Form,
        "a blank stands between a key's colon and its value", "YAML readers take the whole for text", "R-A4";
    /// Keys that are not in line.
    UNEVEN_INDENT = "status-block/uneven-indent", Warning, Form,
        "the keys of a section are indented alike, and the block is not",
        "YAML readers refuse it or read another structure", "R-A4";
    /// Quotes inside quotes.
    UNESCAPED_QUOTE = "status-block/unescaped-quote", Warning, Form,
        "a quote inside quoted text is written `\\\"` or `''`", "YAML readers end the text there", "R-A4";
    /// Curly quotes around a text.
    CURLY_QUOTE = "status-block/curly-quote", Warning, Form,
        "text stands in straight quotes", "YAML readers take curly ones for a part of the text", "R-A4";
    /// An escape that does not exist.
    INVALID_ESCAPE = "status-block/invalid-escape", Warning, Form,
        "a back-slash in double quotes begins a known escape", "YAML readers refuse it; here it is kept", "R-A4";
    /// A quote or bracket that nothing closes, with more of the block after it.
    UNCLOSED = "status-block/unclosed", Error, Form,
        "quotes and brackets are closed", "where the value was meant to end cannot be known", "R-A4";
    /// The message ends inside a value.
    TRUNCATED = "status-block/truncated", Error, Form,
        "the message does not end inside quotes or brackets, nor inside a line that begins a key, an item or a section",
        "what was cut off may have been the failure", "R-A10";
    /// A key or section stands there twice.
    DUPLICATE_KEY = "status-block/duplicate-key", Error, Form,
        "a section stands in the block once, and a key in its section", "the first one counts here, elsewhere the last",
        "R-A11";
    /// A form of YAML that could not be read.
    UNREAD_YAML = "status-block/unread-yaml", Warning, Form,
        "nested data is YAML", "it is kept as text, so nothing is lost", "R-S3";
    /// Data nested too deeply.
    TOO_DEEP = "status-block/too-deep", Error, Form,
        "at most 128 nested containers, or what the caller allows", "a runaway agent must not take the stack", "R-A9";
}
