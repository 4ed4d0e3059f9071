//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::Edit;
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
        canonical("implementation", include_str!("canonical/implementation.md"), Some("with that of the berth |")),
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
    (&SEVERAL, digest("RESULT:", "```\nRESULT: CLEAN\n```\n\n```\nRESULT: ERROR\n```\n\n> RESULT:")),
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

    pub(crate) UNKNOWN_TYPE = Error "unknown-type": "no Type, an unknown one, or not the expected one" {
        why: "The type says what the counts are about; five are known, and a caller may expect one of them.",
        help: "write `| Type: ` and digest, consistency, verification, implementation or design-plan, as you were asked",
        source: "R-C4, R-C15",
        example: Edit { of: "digest", from: "Type: digest", to: "Type: summary" },
    }

    pub(crate) MISSING_PAIR = Warning "missing-pair": "the RESULT line lacks Type, metric or Coverage" {
        why: "Orchestrators look for the Type, add the metrics up, and must know how much is left.",
        help: "write the Type and all its metrics; end a PARTIAL with `| Coverage: <percentage> | Reason: <why>`",
        source: "R-C4, R-C6",
        example: Edit { of: "digest", from: " | Entities: 2", to: " | Entities: N/A" },
    }

    pub(crate) METRIC_FORM = Error "metric-form": "a metric is not of its form" {
        why: "Orchestrators calculate with it.",
        help: "write a whole number, or `passed/total` for Criteria and Tests",
        source: "R-C4",
        example: Edit { of: "implementation", from: "Tests: 2/2", to: "Tests: 3/2" },
    }

    pub(crate) MISSING_METADATA = Warning "missing-metadata": "no metadata block, or a field of it is missing" {
        why: "The metadata say who did what and how much of it.",
        help: "below the RESULT line, write Protocol, Agent, Assigned, Scope, Coverage and Confidence between two `---`",
        source: "R-C7",
        example: Edit { of: "digest", from: "**Scope**: docs/tides.md\n", to: "" },
    }

    pub(crate) UNKNOWN_WORD = Error "unknown-word": "an unknown protocol version, severity or item status" {
        why: "Findings and items are counted by these words; another version may mean something else by them.",
        help: "write `v1`; critical, major or minor; applied, partial, missing or not-applicable",
        source: "R-C7, R-C9",
        example: Edit { of: "consistency", from: "| major |", to: "| blocker |" },
    }

    pub(crate) UNLISTED_WORD = Warning "unlisted-word": "an unknown finding type or confidence" {
        why: "Findings of an unknown type are never merged; orchestrators compare the confidence.",
        help: "write a type of the specification, such as `contradiction`; `high`, `medium` or `low`",
        source: "R-C7, R-C9",
        example: Edit { of: "consistency", from: "terminology-drift", to: "wording" },
    }

    pub(crate) COVERAGE_GAP = Warning "coverage-gap": "a success with a coverage below 100 %" {
        why: "What was not looked at is a gap.",
        help: "cover everything, or write `PARTIAL`",
        source: "R-C7",
        example: Edit { of: "clean", from: "100%", to: "95%" },
    }

    pub(crate) INCOMPLETE = Error "incomplete": "the message lacks what its status needs" {
        why: "A success has parts that come last, and did something; who takes over the rest must know what stopped the work.",
        help: "list what the RESULT line counts, or end it with `| Reason: <why>` for PARTIAL and ERROR",
        source: "R-C6, R-C7, R-A10",
        example: digest("Sections: 2 | Entities: 2 | Cross-refs: 1", "Sections: 0 | Entities: 0 | Cross-refs: 0"),
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

    pub(crate) CLEAN_WITH_ISSUES = Error "clean-with-issues": "CLEAN over issues, or over a coverage below 90 %" {
        why: "A report that says both that there are issues and that there are none says neither; CLEAN claims that nothing was found anywhere.",
        help: "write `FINDINGS`, or `PARTIAL` with Coverage and Reason",
        source: "R-C7, R-C8, R-A11",
        example: Edit { of: "implementation", from: "| fits | pass |", to: "| fits | FAIL (flaky) |" },
    }

    pub(crate) FINDINGS_WITHOUT_ISSUES = Warning "findings-without-issues": "FINDINGS without an issue in counts and tables" {
        why: "An orchestrator looks for the issues and finds none.",
        help: "list the issues, or write `CLEAN`",
        source: "R-C8",
        example: Edit { of: "implementation", from: "RESULT: CLEAN", to: "RESULT: FINDINGS" },
    }

    pub(crate) MISSING_COLUMN = Warning "missing-column": "a finding without ID, or a table without a column" {
        why: "Readers look for all seven columns, and refer to findings by their IDs; one is given.",
        help: "write the columns ID (F1, F2, …), Severity, Type, Location, Counter-location, Description, Suggestion",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| Suggestion |", to: "| Remedy |" },
    }

    pub(crate) REQUIRED_CELL = Error "required-cell": "a table or row lacks what it must have" {
        why: "A finding without severity, type, place or description cannot be merged; an item needs a name and a status.",
        help: "fill the cells of Severity, Type, Location and Description, or of Item and Status",
        source: "R-C9",
        example: Edit { of: "consistency", from: "| docs/tides.md S1 |", to: "|  |" },
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
