//! The rules of the JSON reader: one for each repair, and what keeps an object from being the envelope.

use crate::Example::{Shared, Tested};

crate::rules! {
    /// All rules of this module.
    pub RULES in "envelope-core":

    /// A comma before `}` or `]`.
    pub TRAILING_COMMA = Warning "json-trailing-comma": "a comma before a closer" {
        why: "JSON has commas between items only.",
        help: "remove the comma before `}` or `]`",
        source: "R-A4",
        example: Shared,
    }

    /// No comma between two items.
    pub MISSING_COMMA = Warning "json-missing-comma": "a comma is missing" {
        why: "Line breaks do not separate items in JSON.",
        help: "write a comma between items",
        source: "R-A4",
        example: Shared,
    }

    /// A comma without an item before it.
    pub DOUBLED_COMMA = Warning "json-doubled-comma": "a comma without an item before it" {
        why: "Two commas may hide an item that was lost.",
        help: "write one comma between items",
        source: "R-A4",
        example: Shared,
    }

    /// A comment.
    pub COMMENT = Warning "json-comment": "a comment" {
        why: "JSON has no comments; what one says is not read.",
        help: "remove the comment",
        source: "R-A4",
        example: Shared,
    }

    /// A text in single or smart quotes.
    pub QUOTES = Warning "json-quotes": "a text in other quotes" {
        why: "JSON has double quotes only.",
        help: "write texts in double quotes: `\"text\"`",
        source: "R-A4",
        example: Shared,
    }

    /// A text without quotes, or with one.
    pub MISSING_QUOTES = Warning "json-missing-quotes": "quotes are missing" {
        why: "Without quotes only its position tells where a text ends.",
        help: "write texts in double quotes: `\"text\"`",
        source: "R-A4",
        example: Shared,
    }

    /// A key without quotes.
    pub UNQUOTED_KEY = Warning "json-unquoted-key": "a key without quotes" {
        why: "JavaScript allows it, JSON does not.",
        help: "write keys in double quotes: `\"key\": 1`",
        source: "R-A4",
        example: Shared,
    }

    /// A raw line break, tab or other control character in a string.
    pub RAW_CONTROL = Warning "json-raw-control": "a raw control character in a string" {
        why: "A line break in a string looks like a string that was not closed.",
        help: "write `\\n` for a line break and `\\t` for a tab",
        source: "R-A4",
        example: Shared,
    }

    /// A quote inside a string without a back-slash.
    pub UNESCAPED_QUOTE = Warning "json-unescaped-quote": "an unescaped quote inside a string" {
        why: "A quote ends a string; only what follows shows that it was not meant to.",
        help: "write `\\\"` for a quote inside a string",
        source: "R-A4",
        example: Shared,
    }

    /// An escape that JSON does not have.
    pub INVALID_ESCAPE = Warning "json-invalid-escape": "an invalid escape; the back-slash is kept" {
        why: "Paths and patterns have back-slashes that are meant as such.",
        help: "write `\\\\` for a back-slash",
        source: "R-A4",
        example: Shared,
    }

    /// A Python or JavaScript literal.
    pub LITERAL = Warning "json-literal": "a literal of another language" {
        why: "JSON has `true`, `false` and `null` only.",
        help: "write `true`, `false` or `null`",
        source: "R-A4",
        example: Shared,
    }

    /// A leading plus, dot or zeros.
    pub NUMBER_FORM = Warning "json-number-form": "a number in a form that JSON does not have" {
        why: "JSON numbers begin with a digit or a minus and have no leading zeros.",
        help: "write numbers like `5`, `0.5` or `-1`",
        source: "R-A4",
        example: Shared,
    }

    /// No colon between a key and its value.
    pub MISSING_COLON = Warning "json-missing-colon": "a colon is missing" {
        why: "JSON has a colon behind each key.",
        help: "write a colon between key and value",
        source: "R-A4",
        example: Shared,
    }

    /// A closer that matches an outer container.
    pub CLOSER = Warning "json-closer": "a closer for an outer container closes the inner ones" {
        why: "The inner closers are missing; this one shows where they belong.",
        help: "close each `{` by `}` and each `[` by `]`",
        source: "R-A4",
        example: Shared,
    }

    /// An array around the envelope.
    pub IN_ARRAY = Warning "json-in-array": "the report is the only item of an array" {
        why: "The specification has one object.",
        help: "send the object without `[` and `]` around it",
        source: "R-A4",
        example: Shared,
    }

    /// A key without a value.
    pub KEY_WITHOUT_VALUE = Error "json-key-without-value": "a key without a value" {
        why: "The value was lost, and nothing tells what it was.",
        help: "write a value behind each key",
        source: "R-A4",
        example: Shared,
    }

    /// NaN or an infinity.
    pub NOT_FINITE = Error "json-not-finite": "not a finite number" {
        why: "JSON has no such number; the calculation behind it failed.",
        help: "write a number, or `null` where there is none",
        source: "R-A4",
        example: Shared,
    }

    /// An ellipsis in place of items.
    pub ELLIPSIS = Error "json-ellipsis": "an ellipsis in place of items" {
        why: "What was left out cannot be read.",
        help: "write all items",
        source: "R-A4",
        example: Shared,
    }

    /// An escape that is half of a character.
    pub LONE_SURROGATE = Error "json-lone-surrogate": "half of a surrogate pair" {
        why: "Half of a character is no character.",
        help: "write the character itself instead of escapes",
        source: "R-A4",
        example: Shared,
    }

    /// An integer beyond 64 bits that no double equals, or a number beyond a double.
    pub NUMBER_RANGE = Error "json-number-range": "a number that no reader keeps exactly" {
        why: "Most readers would change it without telling.",
        help: "write large numbers as text, in quotes",
        source: "R-A4",
        example: Shared,
    }

    /// Containers nested beyond the limit.
    pub TOO_DEEP = Error "json-too-deep": "more than 128 containers in each other" {
        why: "A report is flat. Reading has a limit, so that no message can exhaust the stack.",
        help: "send a report with less nesting",
        source: "R-A9",
        example: Tested("no edit of a canonical message is that deep"),
    }

    /// The envelope is the value of a key of another object.
    pub NESTED = Error "json-nested": "the report is inside another object" {
        why: "An object inside another may be an example or somebody else's report.",
        help: "send the inner object alone",
        source: "R-A12",
        example: Shared,
    }

    /// Too many objects that could be the envelope.
    pub TOO_MANY = Error "json-too-many": "more than 64 objects that could be the report" {
        why: "Choosing among that many would be a guess.",
        help: "send one report",
        source: "R-A12",
        example: Tested("no edit of a canonical message has that many objects"),
    }

    /// The text has no JSON object, or none with the keys asked for.
    pub NO_JSON = Error "json-missing": "no JSON object" {
        why: "There is nothing to read.",
        help: "write one JSON object",
        source: "R-A12",
        example: Tested("protocols have a rule of their own for it"),
    }
}
