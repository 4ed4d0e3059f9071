//! The rules that every protocol shares.

use crate::Example::{Shared, Tested};

crate::rules! {
    /// All rules of this module.
    pub RULES in "envelope-core":

    /// The message is over the size limit.
    pub TOO_LARGE = Error "too-large": "the message is larger than 16 MiB" {
        why: "A report is short. Reading has a limit, so that no message can exhaust the memory.",
        help: "send the report alone, without the files that it is about",
        source: "R-A9",
        example: Tested("no canonical message is that large"),
    }

    /// The message is not UTF-8.
    pub NOT_UTF8 = Error "not-utf8": "the message is not UTF-8" {
        why: "Bytes in an unknown encoding cannot be read without guessing.",
        help: "encode the message as UTF-8",
        source: "R-A13",
        example: Tested("the text of an example is UTF-8"),
    }

    /// More diagnostics than the limit, errors among them.
    pub MORE_ERRORS = Error "more-errors": "further diagnostics are not shown, errors among them" {
        why: "A list of 1,000 diagnostics is long enough; the rest is counted.",
        help: "mend what is shown and check again",
        source: "R-A9",
        example: Tested("no canonical message breaks that many rules"),
    }

    /// More diagnostics than the limit, none of them an error.
    pub MORE_DIAGNOSTICS = Note "more-diagnostics": "further diagnostics are not shown" {
        why: "A list of 1,000 diagnostics is long enough; the rest is counted.",
        help: "mend what is shown and check again",
        source: "R-A9",
        example: Tested("no canonical message breaks that many rules"),
    }

    /// The envelope is only inside a thought.
    pub HIDDEN = Error "envelope-hidden": "the report is only inside a thought" {
        why: "In a thought an agent tries things out; what it says there is not its report.",
        help: "close the thought and write the report after it",
        source: "R-A12",
        example: Shared,
    }

    /// Two envelopes, and nothing tells which one counts.
    pub SEVERAL = Error "several-envelopes": "two reports, and nothing tells which one counts" {
        why: "Choosing one of two reports would be a guess.",
        help: "send one report",
        source: "R-A12",
        example: Shared,
    }

    /// The envelope is in a fence.
    pub FENCED = Warning "fenced": "the report is in a code fence" {
        why: "The specification has the report stand by itself.",
        help: "write the report without the fence",
        source: "R-A12",
        example: Shared,
    }

    /// There is text before or after the envelope.
    pub TEXT_AROUND = Warning "text-around": "text around the report" {
        why: "What stands around a report is not read; strict mode refuses it.",
        help: "send the report alone",
        source: "R-C2, R-S6",
        example: Shared,
    }

    /// What was read would not be read back.
    pub AMBIGUOUS = Error "ambiguous": "the report would be read differently once written in canonical form" {
        why: "A report whose parts cannot be told from the text around them has no sure reading.",
        help: "send the report alone, in the form that was asked for",
        source: "R-A3",
        example: Tested("only odd text around or between the parts breaks it"),
    }

    /// A marker, key or word is decorated.
    pub DECORATION = Warning "decoration": "a word is decorated or in another letter case" {
        why: "Simple readers look for the plain word.",
        help: "write names and words exactly as the specification has them",
        source: "R-A6",
        example: Shared,
    }

    /// The status is a placeholder.
    pub TEMPLATE_ECHO = Error "template-echo": "the status is the placeholder of the template" {
        why: "A template that was copied back says nothing about the work.",
        help: "write one status word",
        source: "R-A5",
        example: Shared,
    }

    /// The text ends too early.
    pub TRUNCATED = Error "truncated": "the message is cut off" {
        why: "What is missing at the end may be the part that matters.",
        help: "send the whole report again",
        source: "R-A10",
        example: Shared,
    }

    /// A second status that differs.
    pub CONTRADICTION = Error "contradiction": "a second status differs from the first" {
        why: "A report that states two statuses states none.",
        help: "state the status once",
        source: "R-A11",
        example: Shared,
    }

    /// A key that contradicts the success.
    pub CONTRADICTING_FLAG = Error "contradicting-flag": "a key contradicts the success" {
        why: "A report that says both that it succeeded and that it did not says neither.",
        help: "remove the key, or state the status that it means",
        source: "R-A11",
        example: Shared,
    }

    /// A second status that is the same.
    pub REPEATED_STATUS = Warning "repeated-status": "the status is stated twice" {
        why: "Each further place is one more that can contradict the first.",
        help: "state the status once",
        source: "R-A11",
        example: Shared,
    }

    /// A repeated key with another value.
    pub CONFLICTING_KEY = Error "conflicting-key": "a key is repeated with another value" {
        why: "Only one of the values can be meant; the first is read.",
        help: "write each key once",
        source: "R-A11",
        example: Shared,
    }

    /// A repeated key with the same value.
    pub REPEATED_KEY = Warning "repeated-key": "a key is repeated with the same value" {
        why: "Each further place is one more that can contradict the first.",
        help: "write each key once",
        source: "R-A11",
        example: Shared,
    }

    /// A value of another type that can be converted for sure.
    pub CONVERTED = Warning "converted": "a value of another type was converted" {
        why: "There is one sure reading, but a stricter program would not take it.",
        help: "write lists as `[\"a\", \"b\"]`, numbers and booleans without quotes",
        source: "R-A14",
        example: Shared,
    }

    /// An optional field of a type that cannot be converted.
    pub WRONG_TYPE = Warning "wrong-type": "a field has a value of the wrong type" {
        why: "The value is kept beside the field, which counts as absent.",
        help: "write the value as the specification has it",
        source: "R-A14",
        example: Shared,
    }
}
