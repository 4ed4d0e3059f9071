//! The rules that every protocol shares.

use crate::Example::{Shared, Tested};
use crate::Rule;
use crate::Severity::{Error, Note, Warning};

/// All rules of this module.
pub static RULES: &[&Rule] = &[
    &TOO_LARGE,
    &NOT_UTF8,
    &MORE_ERRORS,
    &MORE_DIAGNOSTICS,
    &HIDDEN,
    &SEVERAL,
    &FENCED,
    &TEXT_AROUND,
    &DECORATION,
    &TEMPLATE_ECHO,
    &TRUNCATED,
    &CONTRADICTION,
    &CONTRADICTING_FLAG,
    &REPEATED_STATUS,
    &CONFLICTING_KEY,
    &REPEATED_KEY,
    &CONVERTED,
    &WRONG_TYPE,
];

/// The message is over the size limit.
pub static TOO_LARGE: Rule = Rule {
    code: "envelope-core/too-large",
    severity: Error,
    summary: "the message is larger than 16 MiB",
    why: "A report is short. Reading has a limit, so that no message can exhaust the memory.",
    help: "send the report alone, without the files that it is about",
    source: "R-A9",
    example: Tested("no canonical message is that large"),
};

/// The message is not UTF-8.
pub static NOT_UTF8: Rule = Rule {
    code: "envelope-core/not-utf8",
    severity: Error,
    summary: "the message is not UTF-8",
    why: "Bytes in an unknown encoding cannot be read without guessing.",
    help: "encode the message as UTF-8",
    source: "R-A13",
    example: Tested("the text of an example is UTF-8"),
};

/// More diagnostics than the limit, errors among them.
pub static MORE_ERRORS: Rule = Rule {
    code: "envelope-core/more-errors",
    severity: Error,
    summary: "further diagnostics are not shown, errors among them",
    why: "A list of 1,000 diagnostics is long enough; the rest is counted.",
    help: "mend what is shown and check again",
    source: "R-A9",
    example: Tested("no canonical message breaks that many rules"),
};

/// More diagnostics than the limit, none of them an error.
pub static MORE_DIAGNOSTICS: Rule = Rule {
    code: "envelope-core/more-diagnostics",
    severity: Note,
    summary: "further diagnostics are not shown",
    why: "A list of 1,000 diagnostics is long enough; the rest is counted.",
    help: "mend what is shown and check again",
    source: "R-A9",
    example: Tested("no canonical message breaks that many rules"),
};

/// The envelope is only inside a thought.
pub static HIDDEN: Rule = Rule {
    code: "envelope-core/envelope-hidden",
    severity: Error,
    summary: "the report is only inside a thought",
    why: "In a thought an agent tries things out; what it says there is not its report.",
    help: "close the thought and write the report after it",
    source: "R-A12",
    example: Shared,
};

/// Two envelopes, and nothing tells which one counts.
pub static SEVERAL: Rule = Rule {
    code: "envelope-core/several-envelopes",
    severity: Error,
    summary: "two reports, and nothing tells which one counts",
    why: "Choosing one of two reports would be a guess.",
    help: "send one report",
    source: "R-A12",
    example: Shared,
};

/// The envelope is in a fence.
pub static FENCED: Rule = Rule {
    code: "envelope-core/fenced",
    severity: Warning,
    summary: "the report is in a code fence",
    why: "The specification has the report stand by itself.",
    help: "write the report without the fence",
    source: "R-A12",
    example: Shared,
};

/// There is text before or after the envelope.
pub static TEXT_AROUND: Rule = Rule {
    code: "envelope-core/text-around",
    severity: Warning,
    summary: "text around the report",
    why: "What stands around a report is not read; strict mode refuses it.",
    help: "send the report alone",
    source: "R-C2, R-S6",
    example: Shared,
};

/// A marker, key or word is decorated.
pub static DECORATION: Rule = Rule {
    code: "envelope-core/decoration",
    severity: Warning,
    summary: "a word is decorated or in another letter case",
    why: "Simple readers look for the plain word.",
    help: "write names and words exactly as the specification has them",
    source: "R-A6",
    example: Shared,
};

/// The status is a placeholder.
pub static TEMPLATE_ECHO: Rule = Rule {
    code: "envelope-core/template-echo",
    severity: Error,
    summary: "the status is the placeholder of the template",
    why: "A template that was copied back says nothing about the work.",
    help: "write one status word",
    source: "R-A5",
    example: Shared,
};

/// The text ends too early.
pub static TRUNCATED: Rule = Rule {
    code: "envelope-core/truncated",
    severity: Error,
    summary: "the message is cut off",
    why: "What is missing at the end may be the part that matters.",
    help: "send the whole report again",
    source: "R-A10",
    example: Shared,
};

/// A second status that differs.
pub static CONTRADICTION: Rule = Rule {
    code: "envelope-core/contradiction",
    severity: Error,
    summary: "a second status differs from the first",
    why: "A report that states two statuses states none.",
    help: "state the status once",
    source: "R-A11",
    example: Shared,
};

/// A key that contradicts the success.
pub static CONTRADICTING_FLAG: Rule = Rule {
    code: "envelope-core/contradicting-flag",
    severity: Error,
    summary: "a key contradicts the success",
    why: "A report that says both that it succeeded and that it did not says neither.",
    help: "remove the key, or state the status that it means",
    source: "R-A11",
    example: Shared,
};

/// A second status that is the same.
pub static REPEATED_STATUS: Rule = Rule {
    code: "envelope-core/repeated-status",
    severity: Warning,
    summary: "the status is stated twice",
    why: "Each further place is one more that can contradict the first.",
    help: "state the status once",
    source: "R-A11",
    example: Shared,
};

/// A repeated key with another value.
pub static CONFLICTING_KEY: Rule = Rule {
    code: "envelope-core/conflicting-key",
    severity: Error,
    summary: "a key is repeated with another value",
    why: "Only one of the values can be meant; the first is read.",
    help: "write each key once",
    source: "R-A11",
    example: Shared,
};

/// A repeated key with the same value.
pub static REPEATED_KEY: Rule = Rule {
    code: "envelope-core/repeated-key",
    severity: Warning,
    summary: "a key is repeated with the same value",
    why: "Each further place is one more that can contradict the first.",
    help: "write each key once",
    source: "R-A11",
    example: Shared,
};

/// A value of another type that can be converted for sure.
pub static CONVERTED: Rule = Rule {
    code: "envelope-core/converted",
    severity: Warning,
    summary: "a value of another type was converted",
    why: "There is one sure reading, but a stricter program would not take it.",
    help: "write lists as `[\"a\", \"b\"]`, numbers and booleans without quotes",
    source: "R-A14",
    example: Shared,
};

/// An optional field of a type that cannot be converted.
pub static WRONG_TYPE: Rule = Rule {
    code: "envelope-core/wrong-type",
    severity: Warning,
    summary: "a field has a value of the wrong type",
    why: "The value is kept beside the field, which counts as absent.",
    help: "write the value as the specification has it",
    source: "R-A14",
    example: Shared,
};
