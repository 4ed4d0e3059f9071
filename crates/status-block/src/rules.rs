//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::Edit;
use envelope_core::rules::{
    CONFLICTING_KEY, CONTRADICTION, CONVERTED, DECORATION, FENCED, HIDDEN, REPEATED_KEY, REPEATED_STATUS, SEVERAL,
    TEMPLATE_ECHO, TEXT_AROUND, TRUNCATED, WRONG_TYPE,
};
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "status-block",
    is_json: false,
    fallback: Outcome::Failed,
    missing: &MISSING_STATUS,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "success", text: SUCCESS, last_part: Some("recommended_agent: \"validator\"") },
        Canonical {
            name: "extended",
            text: include_str!("canonical/extended.txt"),
            last_part: Some("recommended_agent: \"test-writer\""),
        },
        Canonical { name: "blocked", text: include_str!("canonical/blocked.txt"), last_part: None },
        Canonical { name: "failed", text: include_str!("canonical/failed.txt"), last_part: None },
    ],
};

const SUCCESS: &str = include_str!("canonical/success.txt");

/// An edit of the canonical success.
const fn success(from: &'static str, to: &'static str) -> Example {
    Edit { of: "success", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&HIDDEN, success("STATUS", "<thinking>\nSTATUS")),
    (&SEVERAL, success("STATUS: success\n", "```\nSTATUS: success\n```\n\n```\nSTATUS: failed\n```\n")),
    (&FENCED, success(SUCCESS, concat!("```text\n", include_str!("canonical/success.txt"), "```\n"))),
    (&TEXT_AROUND, success("STATUS", "Here is my report.\n\nSTATUS")),
    (&DECORATION, success("STATUS: success", "**Status:** ✅ success")),
    (&TEMPLATE_ECHO, success("STATUS: success", "STATUS: success | blocked | failed")),
    (&TRUNCATED, success("cargo test --test tides\"\n", "cargo te")),
    (&CONTRADICTION, success("NEXT_ACTION", "STATUS: failed\n\nNEXT_ACTION")),
    (&REPEATED_STATUS, success("NEXT_ACTION", "STATUS: success\n\nNEXT_ACTION")),
    (&CONFLICTING_KEY, success("confidence: high\n", "confidence: high\n  confidence: low\n")),
    (&REPEATED_KEY, success("confidence: high\n", "confidence: high\n  confidence: high\n")),
    (&CONVERTED, success("[\"tests/tides.rs\"]", "tests/tides.rs")),
    (&WRONG_TYPE, Edit { of: "failed", from: "can_retry: true", to: "can_retry: perhaps" }),
];

envelope_core::rules! {
    /// The rules of this protocol.
    pub RULES in "status-block":

    pub(crate) MISSING_STATUS = Error "missing-status": "no STATUS line" {
        why: "Without a status nobody knows whether the task is done; a missing one must not count as a success.",
        help: "begin the report with `STATUS: success`, `STATUS: blocked` or `STATUS: failed`",
        source: "R-S1, R-A2",
        example: success("STATUS: success\n", ""),
    }

    pub(crate) UNKNOWN_STATUS = Error "unknown-status": "unknown status" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write `success`, `blocked` or `failed` and nothing else on the line",
        source: "R-A2",
        example: success("STATUS: success", "STATUS: success (with caveats)"),
    }

    pub(crate) INCOMPLETE = Error "incomplete": "a success without SUMMARY or NEXT_ACTION" {
        why: "A report that was cut off lacks its last parts; a success must have them all.",
        help: "write SUMMARY with at least one field and NEXT_ACTION with `recommended_agent` (`none` is an answer)",
        source: "R-S4, R-A10",
        example: success("  recommended_agent: \"validator\"\n", ""),
    }

    pub(crate) MISSING_ERROR = Error "missing-error": "blocked or failed without an error message" {
        why: "Whoever takes over must know what went wrong.",
        help: "write `ERRORS:` with `message: \"what went wrong\"`",
        source: "R-S4",
        example: Edit { of: "failed", from: "  message: \"The tide server does not link\"\n", to: "" },
    }

    pub(crate) ERROR_ON_SUCCESS = Error "error-on-success": "a success that reports an error" {
        why: "ERRORS is for blocked and failed; together with a success one of the two is wrong.",
        help: "write `STATUS: failed` or `STATUS: blocked`, or remove ERRORS",
        source: "R-S4, R-A11",
        example: Edit { of: "failed", from: "STATUS: failed", to: "STATUS: success" },
    }

    pub(crate) UNCLOSED = Error "unclosed": "a quote or list is not closed" {
        why: "Where the value ends, and what follows it, cannot be known.",
        help: "close texts with `\"` and lists with `]`",
        source: "R-S2, R-A10",
        example: success("the tide table parser\"", "the tide table parser"),
    }

    pub(crate) MISSING_SECTION = Warning "missing-section": "a section is missing" {
        why: "The specification asks for SUMMARY, FILES and NEXT_ACTION in every report.",
        help: "write every section; empty lists are written `[]`",
        source: "R-S4",
        example: success(
            "FILES:\n  created: [\"tests/tides.rs\"]\n  modified: []\n  read: [\"src/tides.rs\", \"docs/\\\"units\\\".md\"]\n",
            "",
        ),
    }

    pub(crate) MISSING_FIELD = Warning "missing-field": "a field is missing" {
        why: "The specification asks for every field of a section.",
        help: "write every field; empty lists are written `[]`",
        source: "R-S4",
        example: success("  modified: []\n", ""),
    }

    pub(crate) UNKNOWN_CONFIDENCE = Warning "unknown-confidence": "unknown confidence" {
        why: "Orchestrators compare the word.",
        help: "write `high`, `medium` or `low`",
        source: "R-S4",
        example: success("confidence: high", "confidence: fairly"),
    }

    pub(crate) ITERATIONS = Warning "iterations-not-a-number": "`iterations_used` is not a whole number" {
        why: "Orchestrators count with it.",
        help: "write a whole number, such as `iterations_used: 1`",
        source: "R-S4",
        example: success("iterations_used: 1", "iterations_used: a few"),
    }

    pub(crate) SHORT_CONTEXT = Warning "short-context": "`context_forward` has fewer than three words" {
        why: "The next agent sees nothing but this text; it must be specific.",
        help: "name files, lines, commands and failures in full",
        source: "R-S5",
        example: success("Run: cargo test --test tides", "Run tests"),
    }

    pub(crate) SECTION_TEXT = Warning "section-text": "text in place of the fields of a section" {
        why: "The text is read as the section's first field.",
        help: "write the fields of the section, one on each line",
        source: "R-S2",
        example: Edit { of: "success", from: "SUMMARY:\n", to: "SUMMARY: all written\n" },
    }

    pub(crate) EXTENSION = Note "extension": "a section that the specification does not have" {
        why: "It is kept as text and not read.",
        help: "nothing to do, if the orchestrator knows the section",
        source: "R-S3",
        example: success("NEXT_ACTION", "TEST_PLAN:\n  first: unit\n\nNEXT_ACTION"),
    }
}
