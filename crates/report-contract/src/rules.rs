//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::{Edit, Tested};
use envelope_core::json::rules as json;
use envelope_core::rules as core;
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "report-contract",
    is_json: true,
    fallback: Outcome::Failed,
    missing: &MISSING_REPORT,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "completed", text: COMPLETED, last_part: Some("\"blockers\": []\n}") },
        Canonical { name: "blocked", text: include_str!("canonical/blocked.json"), last_part: None },
        Canonical { name: "failed", text: include_str!("canonical/failed.json"), last_part: None },
    ],
};

const COMPLETED: &str = include_str!("canonical/completed.json");

/// An edit of the canonical completed report.
const fn edit(from: &'static str, to: &'static str) -> Example {
    Edit { of: "completed", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&core::TEMPLATE_ECHO, edit("\"completed\"", "\"completed | blocked | failed\"")),
    (&core::CONTRADICTION, edit("[]\n}\n", "[]\n}\nCorrection: {\"status\": \"failed\"}\n")),
    (&core::CONTRADICTING_FLAG, edit("\"blockers\"", "\"success\": false,\n  \"blockers\"")),
    (&core::TRUNCATED, edit("[]\n}", "[]")),
    (&core::CONVERTED, edit("0.95", "\"95%\"")),
    (&core::WRONG_TYPE, edit("5120", "\"many\"")),
    (&json::NESTED, edit(COMPLETED, concat!("{\"result\": ", include_str!("canonical/completed.json"), "}"))),
];

envelope_core::rules! {
    /// The rules of this protocol.
    pub RULES in "report-contract":

    pub(crate) MISSING_REPORT = Error "missing-report": "no JSON object with `report_metadata`" {
        why: "Prose cannot be checked; without a status nobody knows whether the task is done.",
        help: "send one JSON object with `report_metadata` and `findings`, and nothing else",
        source: "R-P0, R-A2",
        example: edit(COMPLETED, "I looked at the tides.\n"),
    }

    pub(crate) UNKNOWN_STATUS = Error "unknown-status": "unknown status" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write `completed`, `blocked` or `failed`",
        source: "R-A2",
        example: edit("\"completed\"", "\"done\""),
    }

    pub(crate) MISSING_FIELD = Error "missing-field": "a required field is missing" {
        why: "The orchestrator reads it from every report.",
        help: "write report_metadata with agent_name, task_id, status, confidence_level, and findings",
        source: "R-P0",
        example: edit("    \"task_id\": \"harbour-12-task-3\",\n", ""),
    }

    pub(crate) FIELD_TYPE = Error "field-type": "a required field has a value of the wrong type" {
        why: "There is no sure way to read it as what it should be.",
        help: "report_metadata and findings are objects, agent_name and task_id texts",
        source: "R-A14, R-P0",
        example: edit("\"harbour-12-task-3\"", "[\"harbour-12-task-3\"]"),
    }

    pub(crate) OLD_NAME = Warning "old-name": "a field with another name" {
        why: "Agents write `error` and `gaps` for `error_message` and `identified_gaps`.",
        help: "write `error_message` and `identified_gaps`",
        source: "R-P0",
        example: edit("\"identified_gaps\"", "\"gaps\""),
    }

    pub(crate) CONFIDENCE = Error "confidence": "the confidence is no number from 0 to 1" {
        why: "Orchestrators compare it with a threshold.",
        help: "write a number from 0.0 (no confidence) to 1.0 (complete confidence), such as 0.9",
        source: "R-P3",
        example: edit("0.95", "\"high\""),
    }

    pub(crate) LOW_CONFIDENCE = Note "low-confidence": "the confidence is low" {
        why: "A person should look at work of which its agent is not sure.",
        help: "have a person review the result",
        source: "R-P3",
        example: edit("0.95", "0.4"),
    }

    pub(crate) UNKNOWN_VERBOSITY = Error "unknown-verbosity": "unknown verbosity level" {
        why: "The orchestrator compares it with the level that it asked for.",
        help: "write `summary`, `detailed` or `comprehensive`",
        source: "R-P2",
        example: edit("\"detailed\"", "\"medium\""),
    }

    pub(crate) VERBOSITY = Error "verbosity-mismatch": "not the verbosity that was asked for" {
        why: "The orchestrator asked for as much as it can use.",
        help: "report at the level that was asked for",
        source: "R-P2",
        example: Tested("the caller says what it asked for"),
    }

    pub(crate) TASK = Error "task-mismatch": "not the expected task" {
        why: "The report may be that of another task.",
        help: "return the task_id exactly as it was given",
        source: "R-P2",
        example: Tested("the caller says what it expects"),
    }

    pub(crate) AGENT = Error "agent-mismatch": "not the expected agent" {
        why: "The report may be that of another agent.",
        help: "return your own name in agent_name",
        source: "R-P2",
        example: Tested("the caller says what it expects"),
    }

    pub(crate) EMPTY_FINDINGS = Error "empty-findings": "a completed task with empty findings" {
        why: "The findings are the result; a task without one is not completed.",
        help: "write the result into `findings`, such as `{\"context_map\": …}`",
        source: "R-P0",
        example: Edit { of: "blocked", from: "\"blocked\"", to: "\"completed\"" },
    }

    pub(crate) MISSING_ERROR_MESSAGE = Error "missing-error-message": "failed without `error_message`" {
        why: "Whoever takes over must know what went wrong.",
        help: "write `\"error_message\": \"what went wrong\"` into report_metadata",
        source: "R-P4",
        example: Edit { of: "failed", from: ",\n    \"error_message\": \"cargo test: cannot find -ltide\"", to: "" },
    }

    pub(crate) MISSING_BLOCKERS = Error "missing-blockers": "blocked without blockers" {
        why: "Whoever is to help must know with what.",
        help: "write `\"blockers\": [\"what is in the way\"]`",
        source: "R-P4",
        example: edit("\"completed\"", "\"blocked\""),
    }

    pub(crate) ERROR_ON_COMPLETED = Error "error-on-completed": "a completed task with an error or blockers" {
        why: "One of the two is wrong. What is not in the way belongs into identified_gaps.",
        help: "report `failed` or `blocked`, or move the text to identified_gaps",
        source: "R-P4, R-A11",
        example: edit("\"blockers\": []", "\"blockers\": [\"The chart service is down\"]"),
    }

    pub(crate) BLOCKERS_ON_FAILED = Warning "blockers-on-failed": "a failed task with blockers" {
        why: "Blockers belong to blocked tasks, which can go on later.",
        help: "report `blocked`, or write the text into error_message",
        source: "R-P4",
        example: Edit {
            of: "failed",
            from: "\"recommendations\"",
            to: "\"blockers\": [\"libtide is missing\"],\n  \"recommendations\"",
        },
    }

    pub(crate) CONTEXT_MAP = Error "context-map": "a context map that is no list of pairs" {
        why: "Agents go on from the places that it names.",
        help: "write `[\"statement\", \"repo://path/to/file.rs:10-20\"]`, or null for the place",
        source: "R-P5",
        example: edit("read.rs:12-40", "read.rs:40-12"),
    }

    pub(crate) PLAIN_REFERENCE = Warning "plain-reference": "a path or address in place of `repo://`" {
        why: "Without the scheme a reader cannot tell a place in the repository from another address.",
        help: "write `repo://path/to/file.rs:10-20`",
        source: "R-P5",
        example: edit("repo://src/tides/read.rs:12-40", "src/tides/read.rs"),
    }

    pub(crate) FINDINGS_SCHEMA = Error "findings-schema": "the findings do not fit the agent's schema" {
        why: "The agent's manual promises their shape.",
        help: "write the findings as the agent's manual has them",
        source: "R-P5",
        example: Tested("the caller brings the schema"),
    }

    pub(crate) LEVEL_NOT_OFFERED = Error "level-not-offered": "a verbosity level that the agent does not offer" {
        why: "The agent's manual says which levels there are.",
        help: "report at a level that the agent's manual lists",
        source: "R-P5",
        example: Tested("the caller brings the levels"),
    }
}
