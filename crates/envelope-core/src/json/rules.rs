//! The rules of the JSON reader: one for each repair, and what keeps an object from being the envelope.

use crate::Example::{Shared, Tested};
use crate::Rule;
use crate::Severity::{Error, Warning};

/// All rules of this module.
pub static RULES: &[&Rule] = &[
    &TRAILING_COMMA,
    &MISSING_COMMA,
    &DOUBLED_COMMA,
    &COMMENT,
    &QUOTES,
    &MISSING_QUOTES,
    &UNQUOTED_KEY,
    &RAW_CONTROL,
    &UNESCAPED_QUOTE,
    &INVALID_ESCAPE,
    &LITERAL,
    &NUMBER_FORM,
    &MISSING_COLON,
    &CLOSER,
    &IN_ARRAY,
    &KEY_WITHOUT_VALUE,
    &NOT_FINITE,
    &ELLIPSIS,
    &LONE_SURROGATE,
    &NUMBER_RANGE,
    &TOO_DEEP,
    &NESTED,
    &TOO_MANY,
    &NO_JSON,
];

/// A comma before `}` or `]`.
pub static TRAILING_COMMA: Rule = Rule {
    code: "envelope-core/json-trailing-comma",
    severity: Warning,
    summary: "a comma before a closer",
    why: "JSON has commas between items only.",
    help: "remove the comma before `}` or `]`",
    source: "R-A4",
    example: Shared,
};

/// No comma between two items.
pub static MISSING_COMMA: Rule = Rule {
    code: "envelope-core/json-missing-comma",
    severity: Warning,
    summary: "a comma is missing",
    why: "Line breaks do not separate items in JSON.",
    help: "write a comma between items",
    source: "R-A4",
    example: Shared,
};

/// A comma without an item before it.
pub static DOUBLED_COMMA: Rule = Rule {
    code: "envelope-core/json-doubled-comma",
    severity: Warning,
    summary: "a comma without an item before it",
    why: "Two commas may hide an item that was lost.",
    help: "write one comma between items",
    source: "R-A4",
    example: Shared,
};

/// A comment.
pub static COMMENT: Rule = Rule {
    code: "envelope-core/json-comment",
    severity: Warning,
    summary: "a comment",
    why: "JSON has no comments; what one says is not read.",
    help: "remove the comment",
    source: "R-A4",
    example: Shared,
};

/// A text in single or smart quotes.
pub static QUOTES: Rule = Rule {
    code: "envelope-core/json-quotes",
    severity: Warning,
    summary: "a text in other quotes",
    why: "JSON has double quotes only.",
    help: "write texts in double quotes: `\"text\"`",
    source: "R-A4",
    example: Shared,
};

/// A text without quotes, or with one.
pub static MISSING_QUOTES: Rule = Rule {
    code: "envelope-core/json-missing-quotes",
    severity: Warning,
    summary: "quotes are missing",
    why: "Without quotes only its position tells where a text ends.",
    help: "write texts in double quotes: `\"text\"`",
    source: "R-A4",
    example: Shared,
};

/// A key without quotes.
pub static UNQUOTED_KEY: Rule = Rule {
    code: "envelope-core/json-unquoted-key",
    severity: Warning,
    summary: "a key without quotes",
    why: "JavaScript allows it, JSON does not.",
    help: "write keys in double quotes: `\"key\": 1`",
    source: "R-A4",
    example: Shared,
};

/// A raw line break, tab or other control character in a string.
pub static RAW_CONTROL: Rule = Rule {
    code: "envelope-core/json-raw-control",
    severity: Warning,
    summary: "a raw control character in a string",
    why: "A line break in a string looks like a string that was not closed.",
    help: "write `\\n` for a line break and `\\t` for a tab",
    source: "R-A4",
    example: Shared,
};

/// A quote inside a string without a back-slash.
pub static UNESCAPED_QUOTE: Rule = Rule {
    code: "envelope-core/json-unescaped-quote",
    severity: Warning,
    summary: "an unescaped quote inside a string",
    why: "A quote ends a string; only what follows shows that it was not meant to.",
    help: "write `\\\"` for a quote inside a string",
    source: "R-A4",
    example: Shared,
};

/// An escape that JSON does not have.
pub static INVALID_ESCAPE: Rule = Rule {
    code: "envelope-core/json-invalid-escape",
    severity: Warning,
    summary: "an invalid escape; the back-slash is kept",
    why: "Paths and patterns have back-slashes that are meant as such.",
    help: "write `\\\\` for a back-slash",
    source: "R-A4",
    example: Shared,
};

/// A Python or JavaScript literal.
pub static LITERAL: Rule = Rule {
    code: "envelope-core/json-literal",
    severity: Warning,
    summary: "a literal of another language",
    why: "JSON has `true`, `false` and `null` only.",
    help: "write `true`, `false` or `null`",
    source: "R-A4",
    example: Shared,
};

/// A leading plus, dot or zeros.
pub static NUMBER_FORM: Rule = Rule {
    code: "envelope-core/json-number-form",
    severity: Warning,
    summary: "a number in a form that JSON does not have",
    why: "JSON numbers begin with a digit or a minus and have no leading zeros.",
    help: "write numbers like `5`, `0.5` or `-1`",
    source: "R-A4",
    example: Shared,
};

/// No colon between a key and its value.
pub static MISSING_COLON: Rule = Rule {
    code: "envelope-core/json-missing-colon",
    severity: Warning,
    summary: "a colon is missing",
    why: "JSON has a colon behind each key.",
    help: "write a colon between key and value",
    source: "R-A4",
    example: Shared,
};

/// A closer that matches an outer container.
pub static CLOSER: Rule = Rule {
    code: "envelope-core/json-closer",
    severity: Warning,
    summary: "a closer for an outer container closes the inner ones",
    why: "The inner closers are missing; this one shows where they belong.",
    help: "close each `{` by `}` and each `[` by `]`",
    source: "R-A4",
    example: Shared,
};

/// An array around the envelope.
pub static IN_ARRAY: Rule = Rule {
    code: "envelope-core/json-in-array",
    severity: Warning,
    summary: "the report is the only item of an array",
    why: "The specification has one object.",
    help: "send the object without `[` and `]` around it",
    source: "R-A4",
    example: Shared,
};

/// A key without a value.
pub static KEY_WITHOUT_VALUE: Rule = Rule {
    code: "envelope-core/json-key-without-value",
    severity: Error,
    summary: "a key without a value",
    why: "The value was lost, and nothing tells what it was.",
    help: "write a value behind each key",
    source: "R-A4",
    example: Shared,
};

/// NaN or an infinity.
pub static NOT_FINITE: Rule = Rule {
    code: "envelope-core/json-not-finite",
    severity: Error,
    summary: "not a finite number",
    why: "JSON has no such number; the calculation behind it failed.",
    help: "write a number, or `null` where there is none",
    source: "R-A4",
    example: Shared,
};

/// An ellipsis in place of items.
pub static ELLIPSIS: Rule = Rule {
    code: "envelope-core/json-ellipsis",
    severity: Error,
    summary: "an ellipsis in place of items",
    why: "What was left out cannot be read.",
    help: "write all items",
    source: "R-A4",
    example: Shared,
};

/// An escape that is half of a character.
pub static LONE_SURROGATE: Rule = Rule {
    code: "envelope-core/json-lone-surrogate",
    severity: Error,
    summary: "half of a surrogate pair",
    why: "Half of a character is no character.",
    help: "write the character itself instead of escapes",
    source: "R-A4",
    example: Shared,
};

/// An integer beyond 64 bits that no double equals, or a number beyond a double.
pub static NUMBER_RANGE: Rule = Rule {
    code: "envelope-core/json-number-range",
    severity: Error,
    summary: "a number that no reader keeps exactly",
    why: "Most readers would change it without telling.",
    help: "write large numbers as text, in quotes",
    source: "R-A4",
    example: Shared,
};

/// Containers nested beyond the limit.
pub static TOO_DEEP: Rule = Rule {
    code: "envelope-core/json-too-deep",
    severity: Error,
    summary: "more than 128 containers in each other",
    why: "A report is flat. Reading has a limit, so that no message can exhaust the stack.",
    help: "send a report with less nesting",
    source: "R-A9",
    example: Tested("no edit of a canonical message is that deep"),
};

/// The envelope is the value of a key of another object.
pub static NESTED: Rule = Rule {
    code: "envelope-core/json-nested",
    severity: Error,
    summary: "the report is inside another object",
    why: "An object inside another may be an example or somebody else's report.",
    help: "send the inner object alone",
    source: "R-A12",
    example: Shared,
};

/// Too many objects that could be the envelope.
pub static TOO_MANY: Rule = Rule {
    code: "envelope-core/json-too-many",
    severity: Error,
    summary: "more than 64 objects that could be the report",
    why: "Choosing among that many would be a guess.",
    help: "send one report",
    source: "R-A12",
    example: Tested("no edit of a canonical message has that many objects"),
};

/// The text has no JSON object, or none with the keys asked for.
pub static NO_JSON: Rule = Rule {
    code: "envelope-core/json-missing",
    severity: Error,
    summary: "no JSON object",
    why: "There is nothing to read.",
    help: "write one JSON object",
    source: "R-A12",
    example: Tested("protocols have a rule of their own for it"),
};
