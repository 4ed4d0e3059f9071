//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::{Edit, Tested};
use envelope_core::Severity::{Error, Note, Warning};
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

/// The rules of this protocol.
pub static RULES: &[&Rule] = &[
    &MISSING_RESULT,
    &UNKNOWN_STATUS,
    &MISSING_TYPE,
    &INFERRED_TYPE,
    &UNKNOWN_TYPE,
    &TYPE_MISMATCH,
    &MISSING_METRIC,
    &METRIC_FORM,
    &MISSING_REASON,
    &MISSING_COVERAGE,
    &MISSING_METADATA,
    &MISSING_METADATA_FIELD,
    &PROTOCOL_VERSION,
    &UNKNOWN_CONFIDENCE,
    &COVERAGE_CONFLICT,
    &LOW_COVERAGE,
    &COVERAGE_GAP,
    &INCOMPLETE,
    &NOTHING_DONE,
    &COUNT_MISMATCH,
    &COUNT_MISMATCH_UNFINISHED,
    &CLEAN_WITH_ISSUES,
    &FINDINGS_WITHOUT_ISSUES,
    &MISSING_ID,
    &MISSING_COLUMN,
    &REQUIRED_COLUMN,
    &REQUIRED_CELL,
    &UNKNOWN_SEVERITY,
    &UNKNOWN_FINDING_TYPE,
    &REPEATED_ID,
    &UNKNOWN_ITEM_STATUS,
    &EXTRA_COLUMN,
    &MISSING_DISCUSSION,
];

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

pub(crate) static MISSING_RESULT: Rule = Rule {
    code: "clarity-protocol/missing-result",
    severity: Error,
    summary: "no RESULT line",
    why: "Without it nobody knows what became of the work; the specification has it treated as PARTIAL.",
    help: "begin the report with `RESULT: <status> | Type: <type> | …` on one line",
    source: "R-C1, R-A2",
    example: Edit { of: "consistency", from: "RESULT: FINDINGS", to: "Findings" },
};

pub(crate) static UNKNOWN_STATUS: Rule = Rule {
    code: "clarity-protocol/unknown-status",
    severity: Error,
    summary: "unknown status",
    why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
    help: "write `CLEAN` (no issues), `FINDINGS` (issues listed), `PARTIAL` (incomplete) or `ERROR` (failed)",
    source: "R-A2, R-C16",
    example: Edit { of: "digest", from: "RESULT: CLEAN", to: "RESULT: COMPLETE" },
};

pub(crate) static MISSING_TYPE: Rule = Rule {
    code: "clarity-protocol/missing-type",
    severity: Error,
    summary: "no Type, and the metrics do not tell it",
    why: "The type says what the counts are about.",
    help: "write `| Type: ` and digest, consistency, verification, implementation or design-plan",
    source: "R-C4",
    example: Edit {
        of: "error",
        from: "Type: digest | Doc: docs/fees.md | Sections: 0 | Entities: 0 | Cross-refs: 0 | ",
        to: "",
    },
};

pub(crate) static INFERRED_TYPE: Rule = Rule {
    code: "clarity-protocol/inferred-type",
    severity: Warning,
    summary: "no Type; the metrics tell it",
    why: "Simple readers look for the Type.",
    help: "write `| Type: ` and digest, consistency, verification, implementation or design-plan",
    source: "R-C4",
    example: Edit { of: "digest", from: "Type: digest | ", to: "" },
};

pub(crate) static UNKNOWN_TYPE: Rule = Rule {
    code: "clarity-protocol/unknown-type",
    severity: Error,
    summary: "unknown type",
    why: "The type says what the counts are about; five are known.",
    help: "write digest, consistency, verification, implementation or design-plan",
    source: "R-C4",
    example: Edit { of: "digest", from: "Type: digest", to: "Type: summary" },
};

pub(crate) static TYPE_MISMATCH: Rule = Rule {
    code: "clarity-protocol/type-mismatch",
    severity: Error,
    summary: "another type than the expected one",
    why: "The caller asked for one type; the counts of another one do not answer it.",
    help: "report the type that was asked for",
    source: "R-C15",
    example: Tested("the caller expects no type there"),
};

pub(crate) static MISSING_METRIC: Rule = Rule {
    code: "clarity-protocol/missing-metric",
    severity: Warning,
    summary: "a metric is missing",
    why: "Orchestrators add the metrics up.",
    help: "write every metric of the type on the RESULT line",
    source: "R-C4",
    example: Edit { of: "digest", from: " | Entities: 2", to: " | Entities: N/A" },
};

pub(crate) static METRIC_FORM: Rule = Rule {
    code: "clarity-protocol/metric-form",
    severity: Error,
    summary: "a metric is not of its form",
    why: "Orchestrators calculate with it.",
    help: "write a whole number, or `passed/total` for Criteria and Tests",
    source: "R-C4",
    example: Edit { of: "implementation", from: "Tests: 2/2", to: "Tests: 3/2" },
};

pub(crate) static MISSING_REASON: Rule = Rule {
    code: "clarity-protocol/missing-reason",
    severity: Error,
    summary: "PARTIAL or ERROR without Reason",
    why: "Whoever takes over must know what stopped the work.",
    help: "end the RESULT line with `| Reason: <why>`",
    source: "R-C6",
    example: Edit { of: "error", from: " | Reason: docs/fees.md does not exist", to: " | Reason: none" },
};

pub(crate) static MISSING_COVERAGE: Rule = Rule {
    code: "clarity-protocol/missing-coverage",
    severity: Warning,
    summary: "PARTIAL without Coverage",
    why: "An orchestrator must know how much is left.",
    help: "end the RESULT line with `| Coverage: <percentage> | Reason: <why>`",
    source: "R-C6",
    example: Edit { of: "design-plan", from: " | Coverage: 60%", to: "" },
};

pub(crate) static MISSING_METADATA: Rule = Rule {
    code: "clarity-protocol/missing-metadata",
    severity: Warning,
    summary: "no metadata block",
    why: "The metadata say who did what and how much of it.",
    help: "write the metadata block between two lines of `---` below the RESULT line",
    source: "R-C7",
    example: Edit {
        of: "digest",
        from: "---\n**Protocol**: v1\n**Agent**: document reader\n**Assigned**: Summarize docs/tides.md\n**Scope**: docs/tides.md\n**Coverage**: 100%\n**Confidence**: high\n---\n\n",
        to: "",
    },
};

pub(crate) static MISSING_METADATA_FIELD: Rule = Rule {
    code: "clarity-protocol/missing-metadata-field",
    severity: Warning,
    summary: "a metadata field is missing",
    why: "The metadata say who did what and how much of it.",
    help: "write Protocol, Agent, Assigned, Scope, Coverage and Confidence",
    source: "R-C7",
    example: Edit { of: "digest", from: "**Scope**: docs/tides.md\n", to: "" },
};

pub(crate) static PROTOCOL_VERSION: Rule = Rule {
    code: "clarity-protocol/protocol-version",
    severity: Error,
    summary: "unknown protocol version",
    why: "Another version may mean something else by the same words.",
    help: "write `**Protocol**: v1`",
    source: "R-C7",
    example: Edit { of: "digest", from: "v1", to: "v2" },
};

pub(crate) static UNKNOWN_CONFIDENCE: Rule = Rule {
    code: "clarity-protocol/unknown-confidence",
    severity: Warning,
    summary: "unknown confidence",
    why: "Orchestrators compare the word.",
    help: "write `high`, `medium` or `low`",
    source: "R-C7, R-A6",
    example: Edit { of: "digest", from: "**Confidence**: high", to: "**Confidence**: fairly sure" },
};

pub(crate) static COVERAGE_CONFLICT: Rule = Rule {
    code: "clarity-protocol/coverage-conflict",
    severity: Error,
    summary: "RESULT line and metadata state different coverages",
    why: "Only one of them can be right; the lower one counts.",
    help: "state the same coverage in both places",
    source: "R-C7, R-A11",
    example: Edit { of: "design-plan", from: "**Coverage**: 60%", to: "**Coverage**: 80%" },
};

pub(crate) static LOW_COVERAGE: Rule = Rule {
    code: "clarity-protocol/low-coverage",
    severity: Error,
    summary: "CLEAN with a coverage below 90 %",
    why: "CLEAN says that nothing was found anywhere; a large part was not looked at.",
    help: "write `PARTIAL` with Coverage and Reason",
    source: "R-C7",
    example: Edit { of: "clean", from: "100%", to: "85%" },
};

pub(crate) static COVERAGE_GAP: Rule = Rule {
    code: "clarity-protocol/coverage-gap",
    severity: Warning,
    summary: "a success with a coverage below 100 %",
    why: "What was not looked at is a gap.",
    help: "cover everything, or write `PARTIAL`",
    source: "R-C7",
    example: Edit { of: "clean", from: "100%", to: "95%" },
};

pub(crate) static INCOMPLETE: Rule = Rule {
    code: "clarity-protocol/incomplete",
    severity: Error,
    summary: "a success without what was counted",
    why: "A report that was cut off lacks its last parts; a success must have them.",
    help: "write the metadata block, and list what the RESULT line counts",
    source: "R-C7, R-A10",
    example: Edit {
        of: "digest",
        from: "## Sections\n\n| Section | Summary |\n|---------|---------|\n| Gauges | Where the water level is read |\n| Tables | How the predictions are computed |\n",
        to: "",
    },
};

pub(crate) static NOTHING_DONE: Rule = Rule {
    code: "clarity-protocol/nothing-done",
    severity: Error,
    summary: "CLEAN, and all counts are zero",
    why: "Nothing was done, so nothing is clean.",
    help: "report what was done, or write `ERROR` with the Reason",
    source: "R-C7",
    example: Edit {
        of: "digest",
        from: "Sections: 2 | Entities: 2 | Cross-refs: 1",
        to: "Sections: 0 | Entities: 0 | Cross-refs: 0",
    },
};

pub(crate) static COUNT_MISMATCH: Rule = Rule {
    code: "clarity-protocol/count-mismatch",
    severity: Error,
    summary: "a count differs from the tables",
    why: "One of the two is wrong, or a part of the table is lost.",
    help: "count the rows again",
    source: "R-C8",
    example: Edit { of: "consistency", from: "Findings: 2", to: "Findings: 3" },
};

pub(crate) static COUNT_MISMATCH_UNFINISHED: Rule = Rule {
    code: "clarity-protocol/count-mismatch-unfinished",
    severity: Warning,
    summary: "a count of unfinished work differs from the tables",
    why: "One of the two is wrong, or a part of the table is lost.",
    help: "count the rows again",
    source: "R-C8",
    example: Edit { of: "design-plan", from: "Components: 2", to: "Components: 2 | Findings: 1" },
};

pub(crate) static CLEAN_WITH_ISSUES: Rule = Rule {
    code: "clarity-protocol/clean-with-issues",
    severity: Error,
    summary: "CLEAN over issues",
    why: "A report that says both that there are issues and that there are none says neither.",
    help: "write `FINDINGS`",
    source: "R-C8, R-A11",
    example: Edit { of: "implementation", from: "| fits | pass |", to: "| fits | FAIL (flaky) |" },
};

pub(crate) static FINDINGS_WITHOUT_ISSUES: Rule = Rule {
    code: "clarity-protocol/findings-without-issues",
    severity: Warning,
    summary: "FINDINGS without an issue in counts and tables",
    why: "An orchestrator looks for the issues and finds none.",
    help: "list the issues, or write `CLEAN`",
    source: "R-C8",
    example: Edit { of: "implementation", from: "RESULT: CLEAN", to: "RESULT: FINDINGS" },
};

pub(crate) static MISSING_ID: Rule = Rule {
    code: "clarity-protocol/missing-id",
    severity: Warning,
    summary: "a finding without an ID",
    why: "Discussions and reports refer to findings by their IDs; one is given.",
    help: "number the findings F1, F2 and so on",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| F2 |", to: "|  |" },
};

pub(crate) static MISSING_COLUMN: Rule = Rule {
    code: "clarity-protocol/missing-column",
    severity: Warning,
    summary: "the finding table lacks a column",
    why: "Readers look for all seven columns.",
    help: "write the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| Suggestion |", to: "| Remedy |" },
};

pub(crate) static REQUIRED_COLUMN: Rule = Rule {
    code: "clarity-protocol/required-column",
    severity: Error,
    summary: "the finding table lacks a required column",
    why: "A finding without type, place or description cannot be merged with others.",
    help: "write the columns ID, Severity, Type, Location, Counter-location, Description, Suggestion",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| Description |", to: "| Text |" },
};

pub(crate) static REQUIRED_CELL: Rule = Rule {
    code: "clarity-protocol/required-cell",
    severity: Error,
    summary: "a row lacks a required cell",
    why: "A finding without severity, type, place or description cannot be merged; an item needs a name and a status.",
    help: "fill the cell",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| docs/tides.md S1 |", to: "|  |" },
};

pub(crate) static UNKNOWN_SEVERITY: Rule = Rule {
    code: "clarity-protocol/unknown-severity",
    severity: Error,
    summary: "unknown severity",
    why: "Findings are sorted and counted by it.",
    help: "write `critical`, `major` or `minor`",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| major |", to: "| blocker |" },
};

pub(crate) static UNKNOWN_FINDING_TYPE: Rule = Rule {
    code: "clarity-protocol/unknown-finding-type",
    severity: Warning,
    summary: "unknown finding type",
    why: "Findings of an unknown type are never merged.",
    help: "write one of the types of the specification, such as `contradiction`",
    source: "R-C9",
    example: Edit { of: "consistency", from: "terminology-drift", to: "wording" },
};

pub(crate) static REPEATED_ID: Rule = Rule {
    code: "clarity-protocol/repeated-id",
    severity: Warning,
    summary: "two findings have the same ID",
    why: "Nobody knows which one a discussion is about.",
    help: "number the findings F1, F2 and so on",
    source: "R-C9",
    example: Edit { of: "consistency", from: "| F2 |", to: "| F1 |" },
};

pub(crate) static UNKNOWN_ITEM_STATUS: Rule = Rule {
    code: "clarity-protocol/unknown-item-status",
    severity: Error,
    summary: "unknown status of an item",
    why: "Items are counted by it.",
    help: "write `applied`, `partial`, `missing` or `not-applicable`",
    source: "R-C9",
    example: Edit { of: "verification", from: "| applied |", to: "| done |" },
};

pub(crate) static EXTRA_COLUMN: Rule = Rule {
    code: "clarity-protocol/extra-column",
    severity: Note,
    summary: "a column or cell that the specification does not have",
    why: "It is kept and not read.",
    help: "nothing to do, if the orchestrator knows it",
    source: "R-C9, R-A3",
    example: Edit { of: "consistency", from: "| Suggestion |\n| --- |", to: "| Suggestion | Owner |\n| --- | --- |" },
};

pub(crate) static MISSING_DISCUSSION: Rule = Rule {
    code: "clarity-protocol/missing-discussion",
    severity: Warning,
    summary: "no discussion",
    why: "Critical and major findings, partial and missing items are to be explained with evidence.",
    help: "below the table, write a paragraph or heading that begins with the ID or the item",
    source: "R-C10",
    example: Edit { of: "consistency", from: "**F1**:", to: "Reason:" },
};
