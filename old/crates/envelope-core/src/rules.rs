//! The rules that all protocols share: bytes, limits, fences, decoration, echoes.

crate::rules! {
    /// Bytes that are not UTF-8.
    NOT_UTF8 = "envelope-core/not-utf8", Error, Form,
        "the message is UTF-8", "a replaced character may have been part of a word that decides", "R-A13";
    /// The message is larger than the limit.
    TOO_LARGE = "envelope-core/too-large", Error, Form,
        "the message is at most 16 MiB, or what the caller allows",
        "a runaway agent must not take the orchestrator's memory", "R-A9";
    /// The list of diagnostics was cut.
    MORE_DIAGNOSTICS = "envelope-core/more-diagnostics", Note, Form,
        "the list of diagnostics ends here; the entry has the gravest severity of those left out",
        "a list without end hides what matters, and one cut in silence hides an error", "R-A9";
    /// A byte order mark.
    BOM = "envelope-core/bom", Note, Form,
        "no byte order mark at the start", "other readers of the format may stumble over it", "R-A4";
    /// CRLF line ends.
    CRLF = "envelope-core/crlf", Note, Form,
        "lines end with a line feed", "canonical text has one kind of line end", "R-A4";
    /// Blanks at the end of a line.
    TRAILING_BLANKS = "envelope-core/trailing-blanks", Note, Form,
        "no blanks at the end of a line", "canonical text has none, so that equal texts are equal bytes", "R-A4";
    /// Decoration around a marker word, key or enum word.
    DECORATION = "envelope-core/decoration", Warning, Form,
        "marker words, keys and enum words stand undecorated",
        "a reader that compares words to the letter would miss them", "R-A6";
    /// The whole message lies in a fence.
    FENCED_MESSAGE = "envelope-core/fenced-message", Note, Form,
        "the message is not wrapped in a code fence", "the fence is not part of the format", "R-A6";
    /// The envelope was found only inside a fence.
    ENVELOPE_IN_FENCE = "envelope-core/envelope-in-fence", Warning, Form,
        "the envelope stands outside of code fences",
        "a fence inside a message usually quotes something, and a quoted report is not a report", "R-A12";
    /// The envelope was found only in thinking tags or in a comment.
    ENVELOPE_HIDDEN = "envelope-core/envelope-hidden", Error, Form,
        "the envelope stands outside of thinking tags and comments",
        "what an agent considers or comments out is not what it reports", "R-A12";
    /// A placeholder of the instruction where a value should stand.
    TEMPLATE_ECHO = "envelope-core/template-echo", Error, Content,
        "a value is filled in, not copied from the instruction",
        "an agent that repeats the template has reported nothing", "R-A5";
    /// An echoed template beside the real envelope.
    ECHO_BESIDE = "envelope-core/echo-beside", Warning, Form,
        "the message holds the envelope once, without the template",
        "a copied template can be taken for the report", "R-A5";
    /// A list or map of front matter that nothing closes.
    OPEN_FLOW = "envelope-core/open-flow", Error, Form,
        "a list or map in brackets is closed", "what was to follow is not known", "R-A10";
    /// A list or map of front matter that is nested too deeply.
    DEEP_FLOW = "envelope-core/deep-flow", Error, Form,
        "at most 128 lists and maps are nested", "deep nesting exhausts readers that recurse", "R-A9";
    /// A required field is not there.
    MISSING_FIELD = "envelope-core/missing-field", Error, Content, in_schema,
        "a required field is there, and neither null nor blank",
        "a field that is made up to fill the gap would be a lie", "R-A8, R-A16";
    /// A required field, or an item of a list, has the wrong type.
    WRONG_TYPE = "envelope-core/wrong-type", Error, Content, in_schema,
        "a field has the type of the specification", "what it was meant to say cannot be known for sure", "R-A14";
    /// An optional field has the wrong type.
    KEPT_ASIDE = "envelope-core/kept-aside", Warning, Content, in_schema,
        "a field has the type of the specification", "it is kept among the unknown fields, so nothing is lost", "R-A14";
    /// A value of the wrong type with one sure reading.
    CONVERTED = "envelope-core/converted", Warning, Form, in_schema,
        "a field has the type of the specification", "other readers take a number in quotes for text", "R-A14";
    /// A key that stands for one of the specification.
    OTHER_KEY = "envelope-core/other-key", Warning, Form,
        "a field has the name of the specification", "a reader that knows the specification alone misses it", "R-P0";
    /// A key that the protocol does not know.
    UNKNOWN_KEY = "envelope-core/unknown-key", Note, Content,
        "keys are those of the specification", "it is kept and written back, but nobody may be reading it", "R-A3";
    /// A word outside a closed list.
    UNKNOWN_WORD = "envelope-core/unknown-word", Error, Content, in_schema,
        "the word is one of those that the protocol has", "a verdict that nobody declared cannot be trusted", "R-A2";
    /// What a conversion carried along has no outcome that can be read.
    BAD_CARRIED = "envelope-core/bad-carried", Error, Content,
        "an outcome in `carried` stands under these very keys, and is one",
        "it can only lower the status, and one that goes unread would leave a success", "R-A15";
}
