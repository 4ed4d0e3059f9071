//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::{Edit, Tested};
use envelope_core::rules::{
    CONFLICTING_KEY, CONTRADICTION, DECORATION, FENCED, HIDDEN, REPEATED_KEY, REPEATED_STATUS, SEVERAL, TEMPLATE_ECHO,
    TEXT_AROUND, TRUNCATED,
};
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "clarity",
    is_json: false,
    fallback: Outcome::Partial,
    missing: &MISSING_RESULT,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        canonical("digest", DIGEST, Some("| Gauges |")),
        canonical("consistency", include_str!("canonical/consistency.md"), Some("| Say gauge |")),
        canonical("clean", include_str!("canonical/clean.md"), Some("high\n---")),
        canonical("verification", include_str!("canonical/verification.md"), Some("Dropped from the proposal |")),
        canonical(
            "implementation",
            include_str!("canonical/implementation.md"),
            Some("src/harbour.rs | Compare the length with that of the berth |"),
        ),
        canonical("design-plan", include_str!("canonical/design-plan.md"), None),
        canonical("error", include_str!("canonical/error.md"), None),
    ],
};

const DIGEST: &str = include_str!("canonical/digest.md");

const fn canonical(name: &'static str, text: &'static str, last_part: Option<&'static str>) -> Canonical {
    Canonical { name, text, last_part }
}

/// An edit of the canonical digest.
const fn digest(from: &'static str, to: &'static str) -> Example {
    Edit { of: "digest", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&HIDDEN, digest("RESULT", "<thinking>\nRESULT")),
    (
        &SEVERAL,
        digest(
            "RESULT:",
            "```\nRESULT: CLEAN | Type: digest\n```\n\n```\nRESULT: ERROR | Type: digest\n```\n\n> RESULT:",
        ),
    ),
    (&FENCED, digest(DIGEST, concat!("```text\n", include_str!("canonical/digest.md"), "```\n"))),
    (&TEXT_AROUND, digest("RESULT", "Here is my report.\n\nRESULT")),
    (&DECORATION, digest("RESULT: CLEAN", "**Result:** ✅ CLEAN")),
    (&TEMPLATE_ECHO, digest("RESULT: CLEAN", "RESULT: CLEAN|FINDINGS|PARTIAL|ERROR")),
    (&TRUNCATED, digest("are computed |\n", "are com")),
    (&CONTRADICTION, digest("## Sections", "RESULT: ERROR | Type: digest\n\n## Sections")),
    (&REPEATED_STATUS, digest("## Sections", "RESULT: CLEAN | Type: digest\n\n## Sections")),
    (&CONFLICTING_KEY, digest("Sections: 2 |", "Sections: 2 | Sections: 3 |")),
    (&REPEATED_KEY, digest("Sections: 2 |", "Sections: 2 | Sections: 2 |")),
];

envelope_core::rules! {
    /// The rules of this protocol.
    pub RULES in "clarity-protocol":

    pub(crate) MISSING_RESULT = Error "missing-result": "no RESULT line" {
        why: "Without it nobody knows what became of the work; the specification has it treated as PARTIAL.",
        help: "begin the report with `RESULT: <status> | Type: <type> | …` on one line",
        source: "R-C1, R-A2",
        example: Edit { of: "consistency", from: "RESULT: FINDINGS", to: "Findings" },
    }

    pub(crate) UNKNOWN_STATUS = Error "unknown-status": "unknown status" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write `CLEAN` (no issues), `FINDINGS` (issues listed), `PARTIAL` (incomplete) or `ERROR` (failed)",
        source: "R-A2, R-C16",
        example: Edit { of: "digest", from: "RESULT: CLEAN", to: "RESULT: COMPLETE" },
    }

    pub(crate) MISSING_TYPE = Error "missing-type": "no Type, and the metrics do not tell it" {
        why: "The type says what the counts are about.",
        help: "write `| Type: ` and digest, consistency, verification, implementation or design-plan",
        source: "R-C4",
        example: Edit {
            of: "error",
            from: "Type: digest | Doc: docs/fees.md | Sections: 0 | Entities: 0 | Cross-refs: 0 | ",
            to: "",
        },
    }

    pub(crate) INFERRED_TYPE = Warning "inferred-type": "no Type; the metrics tell it" {
        why: "Simple readers look for the Type.",
        help: "write `| Type: ` and digest, consistency, verification, implementation or design-plan",
        source: "R-C4",
        example: Edit { of: "digest", from: "Type: digest | ", to: "" },
    }

    pub(crate) UNKNOWN_TYPE = Error "unknown-type": "unknown type" {
        why: "The type says what the counts are about; five are known.",
        help: "write digest, consistency, verification, implementation or design-plan",
        source: "R-C4",
        example: Edit { of: "digest", from: "Type: digest", to: "Type: summary" },
    }

    pub(crate) TYPE_MISMATCH = Error "type-mismatch": "another type than the expected one" {
        why: "The caller asked for one type; the counts of another one do not answer it.",
        help: "report the type that was asked for",
        source: "R-C15",
        example: Tested("the caller expects no type there"),
    }

    pub(crate) MISSING_METRIC = Warning "missing-metric": "a metric is missing" {
        why: "Orchestrators add the metrics up.",
        help: "write every metric of the type on the RESULT line",
        source: "R-C4",
        example: Edit { of: "digest", from: " | Entities: 2", to: " | Entities: N/A" },
    }

    pub(crate) METRIC_FORM = Error "metric-form": "a metric is not of its form" {
        why: "Orchestrators calculate with it.",
        help: "write a whole number, or `passed/total` for Criteria and Tests",
        source: "R-C4",
        example: Edit { of: "implementation", from: "Tests: 2/2", to: "Tests: 3/2" },
    }

    pub(crate) MISSING_REASON = Error "missing-reason": "PARTIAL or ERROR without Reason" {
        why: "Whoever takes over must know what stopped the work.",
        help: "end the RESULT line with `| Reason: <why>`",
        source: "R-C6",
        example: Edit { of: "error", from: " | Reason: docs/fees.md does not exist", to: " | Reason: none" },
    }

    pub(crate) MISSING_COVERAGE = Warning "missing-coverage": "PARTIAL without Coverage" {
        why: "An orchestrator must know how much is left.",
        help: "end the RESULT line with `| Coverage: <percentage> | Reason: <why>`",
        source: "R-C6",
        example: Edit { of: "design-plan", from: " | Coverage: 60%", to: "" },
    }

    pub(crate) MISSING_METADATA = Warning "missing-metadata": "no metadata block" {
        why: "The metadata say who did what and how much of it.",
        help: "write the metadata block between two lines of `---` below the RESULT line",
        source: "R-C7",
        example: Edit {
            of: "digest",
            from: "---\n**Protocol**: v1\n**Agent**: document reader\n**Assigned**: Summarize docs/tides.md\n**Scope**: docs/tides.md\n**Coverage**: 100%\n**Confidence**: high\n---\n\n",
            to: "",
        },
    }

    pub(crate) MISSING_METADATA_FIELD = Warning "missing-metadata-field": "a metadata field is missing" {
        why: "The metadata say who did what and how much of it.",
        help: "write Protocol, Agent, Assigned, Scope, Coverage and Confidence",
        source: "R-C7",
        example: Edit { of: "digest", from: "**Scope**: docs/tides.md\n", to: "" },
    }

    pub(crate) PROTOCOL_VERSION = Error "protocol-version": "unknown protocol version" {
        why: "Another version may mean something else by the same words.",
        help: "write `**Protocol**: v1`",
        source: "R-C7",
        example: Edit { of: "digest", from: "v1", to: "v2" },
    }

    pub(crate) UNKNOWN_CONFIDENCE = Warning "unknown-confidence": "unknown confidence" {
        why: "Orchestrators compare the word.",
        help: "write `high`, `medium` or `low`",
        source: "R-C7, R-A6",
        example: Edit { of: "digest", from: "**Confidence**: high", to: "**Confidence**: fairly sure" },
    }

    pub(crate) COVERAGE_CONFLICT = Error "coverage-conflict": "RESULT line and metadata state different coverages" {
        why: "Only one of them can be right; the lower one counts.",
        help: "state the same coverage in both places",
        source: "R-C7, R-A11",
        example: Edit { of: "design-plan", from: "**Coverage**: 60%", to: "**Coverage**: 80%" },
    }

    pub(crate) LOW_COVERAGE = Error "low-coverage": "CLEAN with a coverage below 90 %" {
        why: "CLEAN says that nothing was found anywhere; a large part was not looked at.",
        help: "write `PARTIAL` with Coverage and Reason",
        source: "R-C7",
        example: Edit { of: "clean", from: "100%", to: "85%" },
    }

    pub(crate) COVERAGE_GAP = Warning "coverage-gap": "a success with a coverage below 100 %" {
        why: "What was not looked at is a gap.",
        help: "cover everything, or write `PARTIAL`",
        source: "R-C7",
        example: Edit { of: "clean", from: "100%", to: "95%" },
    }

    pub(crate) INCOMPLETE = Error "incomplete": "a success without what was counted" {
        why: "A report that was cut off lacks its last parts; a success must have them.",
        help: "write the metadata block, and list what the RESULT line counts",
        source: "R-C7, R-A10",
        example: Edit {
            of: "digest",
            from: "## Sections\n\n| Section | Summary |\n|---------|---------|\n| Gauges | Where the water level is read |\n| Tables | How the predictions are computed |\n",
            to: "",
        },
    }

    pub(crate) NOTHING_DONE = Error "nothing-done": "CLEAN, and all counts are zero" {
        why: "Nothing was done, so nothing is clean.",
        help: "report what was done, or write `ERROR` with the Reason",
        source: "R-C7",
        example: Edit {
            of: "digest",
            from: "Sections: 2 | Entities: 2 | Cross-refs: 1",
            to: "Sections: 0 | Entities: 0 | Cross-refs: 0",
        },
    }

    pub(crate) COUNT_MISMATCH = Error "count-mismatch": "a count differs from the tables" {
        why: "One of the two is wrong, or a part of the table is lost.",
        help: "count the rows again",
        source: "R-C8",
        example: Edit { of: "consistency", from: "Findings: 2", to: "Findings: 3" },
    }

    pub(crate) COUNT_MISMATCH_UNFINISHED = Warning "count-mismatch-unfinished": "a count of unfinished work differs from the tables" {
        why: "One of the two is wrong, or a part of the table is lost.",
        help: "count the rows again",
        source: "R-C8",
        example: Edit { of: "design-plan", from: "Components: 2", to: "Components: 2 | Findings: 1" },
    }

    pub(crate) CLEAN_WITH_ISSUES = Error "clean-with-issues": "CLEAN over issues" {
        why: "A report that says both that there are issues and that there are none says neither.",
        help: "write `FINDINGS`",
        source: "R-C8, R-A11",
        example: Edit { of: "implementation", from: "| fits | pass |", to: "| fits | FAIL (flaky) |" },
    }

    pub(crate) FINDINGS_WITHOUT_ISSUES = Warning "findings-without-issues": "FINDINGS without an issue in counts and tables" {
        why: "An orchestrator looks for the issues and finds none.",
        help: "list the issues, or write `CLEAN`",
        source: "R-C8",
        example: Edit { of: "implementation", from: "RESULT: CLEAN", to: "RESULT: FINDINGS" },
    }

    pub(crate) MISSING_ID = Warning "missing-id": "a finding without an ID" {
        why: "Discussions and reports refer to findings by their IDs; one is given.",
        help: "number the findings F1, F2 and so on",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| F2 |", to: "|  |" },
    }

    pub(crate) MISSING_COLUMN = Warning "missing-column": "the finding table lacks a column" {
        why: "Readers look for all seven columns.",
        help: "write the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| Suggestion |", to: "| Remedy |" },
    }

    pub(crate) REQUIRED_COLUMN = Error "required-column": "the finding table lacks a required column" {
        why: "A finding without type, place or description cannot be merged with others.",
        help: "write the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| Description |", to: "| Text |" },
    }

    pub(crate) REQUIRED_CELL = Error "required-cell": "a row lacks a required cell" {
        why: "A finding without severity, type, place or description cannot be merged; an item needs a name and a status.",
        help: "fill the cell",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| docs/tides.md S1 |", to: "|  |" },
    }

    pub(crate) UNKNOWN_SEVERITY = Error "unknown-severity": "unknown severity" {
        why: "Findings are sorted and counted by it.",
        help: "write `critical`, `major` or `minor`",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| major |", to: "| blocker |" },
    }

    pub(crate) UNKNOWN_FINDING_TYPE = Warning "unknown-finding-type": "unknown finding type" {
        why: "Findings of an unknown type are never merged.",
        help: "write one of the types of the specification, such as `contradiction`",
        source: "R-C9",
        example: Edit { of: "consistency", from: "terminology-drift", to: "wording" },
    }

    pub(crate) REPEATED_ID = Warning "repeated-id": "two findings have the same ID" {
        why: "Nobody knows which one a discussion is about.",
        help: "number the findings F1, F2 and so on",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| F2 |", to: "| F1 |" },
    }

    pub(crate) UNKNOWN_ITEM_STATUS = Error "unknown-item-status": "unknown status of an item" {
        why: "Items are counted by it.",
        help: "write `applied`, `partial`, `missing` or `not-applicable`",
        source: "R-C9",
        example: Edit { of: "verification", from: "| applied |", to: "| done |" },
    }

    pub(crate) EXTRA_COLUMN = Note "extra-column": "a column or cell that the specification does not have" {
        why: "It is kept and not read.",
        help: "nothing to do, if the orchestrator knows it",
        source: "R-C9, R-A3",
        example: Edit { of: "consistency", from: "| Suggestion |\n| --- |", to: "| Suggestion | Owner |\n| --- | --- |" },
    }

    pub(crate) MISSING_DISCUSSION = Warning "missing-discussion": "no discussion" {
        why: "Critical and major findings, partial and missing items are to be explained with evidence.",
        help: "below the table, write a paragraph or heading that begins with the ID or the item",
        source: "R-C10",
        example: Edit { of: "consistency", from: "**F1**:", to: "Reason:" },
    }
}
