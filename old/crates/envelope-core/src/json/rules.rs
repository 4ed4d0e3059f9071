//! The rules of the tolerant JSON reader (R-A4, R-A11, R-A12).

crate::rules! {
    /// No JSON value was found.
    MISSING = "envelope-core/json-missing", Error, Form,
        "the message holds a JSON object with the envelope's keys",
        "prose is not a report: taking it for one is how a missing verdict becomes a success", "R-A12";
    /// Two different objects are equally good candidates.
    AMBIGUOUS = "envelope-core/json-ambiguous", Error, Form,
        "the message holds one envelope", "of two different verdicts neither can be believed", "R-A12";
    /// The envelope lies one level below.
    WRAPPED = "envelope-core/json-wrapped", Error, Form,
        "the envelope is the outermost object", "a nested object may be a quotation or an earlier step", "R-A12";
    /// The only object lies inside thinking tags.
    IN_THINKING = "envelope-core/json-in-thinking", Error, Form,
        "the envelope stands outside of thinking tags", "what an agent considers is not what it reports", "R-A12";
    /// Text around the JSON.
    IN_PROSE = "envelope-core/json-in-prose", Warning, Form,
        "nothing stands before or after the JSON", "the specifications forbid it, and other readers refuse it", "R-A4";
    /// The JSON lies in a code fence.
    IN_FENCE = "envelope-core/json-in-fence", Warning, Form,
        "the JSON is not wrapped in a code fence", "the specifications forbid it, and other readers refuse it", "R-A4";
    /// The fence around the JSON is not closed.
    UNCLOSED_FENCE = "envelope-core/json-unclosed-fence", Warning, Form,
        "a fence around the JSON is closed", "an open fence can be the sign of an answer cut off", "R-A4";
    /// The same object stands in the message twice.
    REPEATED_OBJECT = "envelope-core/json-repeated-object", Warning, Form,
        "the envelope stands in the message once", "two copies may drift apart", "R-A12";
    /// A copied template beside the real envelope.
    TEMPLATE_ECHO = "envelope-core/json-template-echo", Warning, Form,
        "the message holds the envelope without the template", "a copied template can be taken for the report", "R-A5";
    /// An array of one element around the envelope.
    ONE_ELEMENT_ARRAY = "envelope-core/json-one-element-array", Warning, Form,
        "the envelope is not wrapped in an array", "other readers expect an object", "R-A4";
    /// The object is encoded as a JSON string.
    ENCODED = "envelope-core/json-encoded", Warning, Form,
        "the object is written as such, not as a string", "other readers see a string", "R-A4";
    /// The text ends before the value does.
    TRUNCATED = "envelope-core/json-truncated", Error, Form,
        "the JSON is complete", "what was cut off may have been the failure", "R-A10";
    /// The same key with different values.
    DUPLICATE_KEY = "envelope-core/json-duplicate-key", Error, Form,
        "a key stands in an object once", "readers disagree about which value counts; here the first does", "R-A11";
    /// The same key with equal values.
    REPEATED_KEY = "envelope-core/json-repeated-key", Warning, Form,
        "a key stands in an object once", "the values are equal today", "R-A11";
    /// A comma before a closer.
    TRAILING_COMMA = "envelope-core/json-trailing-comma", Warning, Form,
        "no comma before a closing brace or bracket", "strict readers refuse it", "R-A4";
    /// No comma between two values.
    MISSING_COMMA = "envelope-core/json-missing-comma", Warning, Form,
        "values are separated by commas", "strict readers refuse it", "R-A4";
    /// A comma too many.
    DOUBLED_COMMA = "envelope-core/json-doubled-comma", Warning, Form,
        "one comma between two values and none before the first", "strict readers refuse it", "R-A4";
    /// A comment.
    COMMENT = "envelope-core/json-comment", Warning, Form,
        "no comments", "JSON has none; strict readers refuse them", "R-A4";
    /// Single quotes or back-ticks around a string.
    SINGLE_QUOTES = "envelope-core/json-single-quotes", Warning, Form,
        "strings stand in double quotes", "strict readers refuse it", "R-A4";
    /// Typographic quotes around a string.
    SMART_QUOTES = "envelope-core/json-smart-quotes", Warning, Form,
        "strings stand in plain double quotes", "strict readers refuse it", "R-A4";
    /// A key without quotes.
    UNQUOTED_KEY = "envelope-core/json-unquoted-key", Warning, Form,
        "keys stand in double quotes", "strict readers refuse it", "R-A4";
    /// A string of one word without quotes.
    MISSING_QUOTES = "envelope-core/json-missing-quotes", Warning, Form,
        "strings stand in double quotes", "strict readers refuse it", "R-A4";
    /// A value of several words without quotes.
    UNQUOTED_TEXT = "envelope-core/json-unquoted-text", Error, Form,
        "strings stand in double quotes", "where the text ends is a guess, and a guess is not a reading", "R-A4";
    /// Control characters in a string.
    RAW_CONTROL = "envelope-core/json-raw-control", Warning, Form,
        "line breaks and tabs in a string are escaped", "strict readers refuse them", "R-A4";
    /// A quote inside a string without a back-slash.
    UNESCAPED_QUOTE = "envelope-core/json-unescaped-quote", Warning, Form,
        "quotes inside a string are escaped", "strict readers end the string there", "R-A4";
    /// An escape that JSON does not know.
    INVALID_ESCAPE = "envelope-core/json-invalid-escape", Warning, Form,
        "a back-slash in a string is doubled", "strict readers refuse it; here the back-slash is kept", "R-A4";
    /// Half of a surrogate pair.
    LONE_SURROGATE = "envelope-core/json-lone-surrogate", Error, Form,
        "surrogates come in pairs", "half a pair is no character, so the text is changed", "R-A4";
    /// A literal of another language.
    LITERAL = "envelope-core/json-literal", Warning, Form,
        "literals are `true`, `false` and `null`", "strict readers refuse others", "R-A4";
    /// Not a number, or infinite.
    NOT_FINITE = "envelope-core/json-not-finite", Error, Form,
        "numbers are finite", "JSON cannot say it, so it is read as null: the value is changed", "R-A4";
    /// A number written as JSON does not know it.
    NUMBER_FORM = "envelope-core/json-number-form", Warning, Form,
        "numbers are decimal, without plus, with digits before and after the point", "strict readers refuse it", "R-A4";
    /// A number with leading zeros.
    LEADING_ZEROS = "envelope-core/json-leading-zeros", Error, Form,
        "numbers have no leading zeros", "it may be octal, or no number at all but an identifier", "R-A4";
    /// A number that a double cannot hold.
    NUMBER_RANGE = "envelope-core/json-number-range", Error, Form,
        "numbers fit a double without change", "other readers would see another number; here its text is kept", "R-A4";
    /// Strings joined with a plus.
    CONCATENATION = "envelope-core/json-concatenation", Warning, Form,
        "a string is written in one piece", "strict readers refuse it", "R-A4";
    /// No colon between key and value.
    MISSING_COLON = "envelope-core/json-missing-colon", Warning, Form,
        "a colon stands between key and value", "strict readers refuse it", "R-A4";
    /// A missing or wrong closer.
    CLOSER = "envelope-core/json-closer", Warning, Form,
        "braces and brackets are closed by their own kind", "strict readers refuse it", "R-A4";
    /// An ellipsis for something left out.
    ELLIPSIS = "envelope-core/json-ellipsis", Error, Form,
        "lists and objects are complete", "what was left out may have been the failure", "R-A4";
    /// Something that fits nowhere.
    UNEXPECTED = "envelope-core/json-unexpected", Error, Form,
        "nothing stands between the parts of the JSON", "what cannot be read may have changed the meaning", "R-A4";
    /// Too many nested containers.
    TOO_DEEP = "envelope-core/json-too-deep", Error, Form,
        "at most 128 containers are nested, or what the caller allows",
        "deep nesting exhausts readers that recurse", "R-A9";
}
