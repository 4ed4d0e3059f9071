//! The rules of this protocol, and where it shows those of the core.

use envelope_core::Example::{Edit, Tested};
use envelope_core::json::rules as json;
use envelope_core::rules as core;
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "json-return",
    is_json: true,
    fallback: Outcome::Failed,
    missing: &MISSING_RETURN,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "completed", text: COMPLETED, last_part: Some("\"next_steps\": \"Run /implement 31\"\n}") },
        Canonical { name: "partial", text: include_str!("canonical/partial.json"), last_part: None },
        Canonical { name: "failed", text: include_str!("canonical/failed.json"), last_part: None },
        Canonical { name: "blocked", text: include_str!("canonical/blocked.json"), last_part: None },
    ],
};

const COMPLETED: &str = include_str!("canonical/completed.json");

/// An edit of the canonical completed return.
const fn edit(from: &'static str, to: &'static str) -> Example {
    Edit { of: "completed", from, to }
}

const fn partial(from: &'static str, to: &'static str) -> Example {
    Edit { of: "partial", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&core::HIDDEN, edit("{\n  \"status\"", "<think>\n{\n  \"status\"")),
    (
        &core::SEVERAL,
        edit(
            "{\n  \"status\"",
            concat!(
                "{\"status\": \"failed\", \"summary\": \"\", \"artifacts\": [], \"metadata\": {}}\n",
                "{\n  \"status\""
            ),
        ),
    ),
    (&core::FENCED, edit(COMPLETED, concat!("```json\n", include_str!("canonical/completed.json"), "```\n"))),
    (&core::TEXT_AROUND, edit("{\n  \"status\"", "Here it is:\n{\n  \"status\"")),
    (&core::DECORATION, edit("\"completed\"", "\"**Completed**\"")),
    (&core::TEMPLATE_ECHO, edit("\"completed\"", "\"completed|partial|failed|blocked\"")),
    (&core::TRUNCATED, edit("31\"\n}", "31\"\n")),
    (&core::CONTRADICTION, edit("31\"\n}\n", "31\"\n}\nCorrection: {\"status\": \"failed\"}\n")),
    (&core::CONTRADICTING_FLAG, edit("\"next_steps\"", "\"success\": false,\n  \"next_steps\"")),
    (&core::REPEATED_STATUS, edit("31\"\n}\n", "31\"\n}\n{\"status\": \"completed\"}\n")),
    (&core::CONFLICTING_KEY, edit("\"next_steps\"", "\"summary\": \"Other\",\n  \"next_steps\"")),
    (&core::REPEATED_KEY, edit("\"next_steps\"", "\"status\": \"completed\",\n  \"next_steps\"")),
    (&core::CONVERTED, edit("\"duration_seconds\": 245", "\"duration_seconds\": \"245\"")),
    (&core::WRONG_TYPE, edit("\"phase_count\": 3", "\"phase_count\": \"three\"")),
    (&json::TRAILING_COMMA, edit("31\"\n}", "31\",\n}")),
    (&json::MISSING_COMMA, edit("\"completed\",", "\"completed\"")),
    (&json::DOUBLED_COMMA, edit("\"completed\",", "\"completed\",,")),
    (&json::COMMENT, edit("\"completed\",", "\"completed\", // done")),
    (&json::QUOTES, edit("\"completed\"", "'completed'")),
    (&json::MISSING_QUOTES, edit("\"completed\"", "completed")),
    (&json::UNQUOTED_KEY, edit("\"status\"", "status")),
    (&json::RAW_CONTROL, edit("three phases. The", "three phases.\nThe")),
    (&json::UNESCAPED_QUOTE, edit("the harbour map in", "the \"harbour\" map in")),
    (&json::INVALID_ESCAPE, edit("the harbour map in", "the \\harbour map in")),
    (&json::LITERAL, edit("\"phase_count\": 3", "\"phase_count\": None")),
    (&json::NUMBER_FORM, edit("\"phase_count\": 3", "\"phase_count\": +3")),
    (&json::MISSING_COLON, edit("\"status\":", "\"status\"")),
    (
        &json::CLOSER,
        edit(
            "      \"planner\"\n    ],\n    \"phase_count\": 3,\n    \"estimated_hours\": 6.5\n",
            "      \"planner\"\n",
        ),
    ),
    (&json::IN_ARRAY, edit(COMPLETED, concat!("[", include_str!("canonical/completed.json"), "]"))),
    (&json::KEY_WITHOUT_VALUE, edit("\"next_steps\": \"Run /implement 31\"", "\"next_steps\":")),
    (&json::NOT_FINITE, edit("6.5", "NaN")),
    (&json::ELLIPSIS, edit("      \"planner\"\n", "      ...\n")),
    (&json::LONE_SURROGATE, edit("the harbour map in", "the \\ud800 map in")),
    (&json::NUMBER_RANGE, edit("6.5", "1e999")),
    (&json::NESTED, edit(COMPLETED, concat!("{\"result\": ", include_str!("canonical/completed.json"), "}"))),
];

envelope_core::rules! {
    /// The rules of this protocol.
    pub RULES in "json-return":

    pub(crate) MISSING_RETURN = Error "missing-return": "no JSON object with the fields of a return" {
        why: "Prose cannot be checked; without a status nobody knows whether the task is done.",
        help: "return one JSON object with `status`, `summary`, `artifacts` and `metadata`, and nothing else",
        source: "R-J2, R-A2",
        example: edit(COMPLETED, "I wrote the plan.\n"),
    }

    pub(crate) UNKNOWN_STATUS = Error "unknown-status": "unknown status" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write `completed`, `partial`, `failed` or `blocked`",
        source: "R-A2, R-J8",
        example: edit("\"completed\"", "\"planned\""),
    }

    pub(crate) MISSING_FIELD = Error "missing-field": "a required field is missing" {
        why: "The orchestrator reads it from every return.",
        help: "write status, summary, artifacts, and metadata with session_id, agent_type, delegation_depth, delegation_path",
        source: "R-J2",
        example: edit("    \"session_id\": \"sess_1790001200_b7e2\",\n", ""),
    }

    pub(crate) FIELD_TYPE = Error "field-type": "a required field has a value of the wrong type" {
        why: "There is no sure way to read it as what it should be.",
        help: "summary, session_id and agent_type are texts, delegation_depth is a whole number, the others are lists or objects",
        source: "R-A14, R-J2",
        example: edit("\"delegation_depth\": 1", "\"delegation_depth\": \"first\""),
    }

    pub(crate) SUMMARY_TOO_LONG = Error "summary-too-long": "the summary is too long" {
        why: "Summaries of many agents share the context window of the orchestrator.",
        help: "say it in two to five sentences, at most 400 characters or less than 100 tokens",
        source: "R-J3",
        example: Tested("an edit of 400 characters shows nothing"),
    }

    pub(crate) ARTIFACT_WITHOUT_PATH = Error "artifact-without-path": "an artifact without a path" {
        why: "Nobody can find a file without its path.",
        help: "write `{\"type\": …, \"path\": …, \"summary\": …}` for each file",
        source: "R-J2",
        example: edit("      \"path\": \"specs/031_harbour_map/plans/plan-001.md\",\n", ""),
    }

    pub(crate) ARTIFACT_INCOMPLETE = Warning "artifact-incomplete": "an artifact without a type or summary" {
        why: "The orchestrator shows both to the user.",
        help: "write `{\"type\": …, \"path\": …, \"summary\": …}` for each file",
        source: "R-J2",
        example: edit("      \"type\": \"plan\",\n", ""),
    }

    pub(crate) ARTIFACT_TYPE = Warning "artifact-type": "an artifact type outside the list" {
        why: "Orchestrators sort artifacts by type.",
        help: "write `plan`, `report`, `summary`, `implementation` or `documentation`",
        source: "R-J5",
        example: edit("\"type\": \"plan\"", "\"type\": \"sketch\""),
    }

    pub(crate) ARTIFACT_PATH = Error "artifact-path": "a path that leaves the root of the project" {
        why: "An agent's work stays inside the project.",
        help: "write a path relative to the root, such as `specs/plan.md`",
        source: "R-J7",
        example: edit("specs/031_harbour_map", "../031_harbour_map"),
    }

    pub(crate) NO_ARTIFACTS = Error "no-artifacts": "completed or partial without artifacts" {
        why: "Work that left no file behind cannot be checked.",
        help: "list every file that was created, or return `failed` or `blocked`",
        source: "R-J7",
        example: Edit { of: "failed", from: "\"failed\"", to: "\"partial\"" },
    }

    pub(crate) ARTIFACT_MISSING = Error "artifact-missing": "an artifact of a completed task is not there" {
        why: "A file that does not exist, is empty or lies elsewhere is phantom work.",
        help: "create the file before you return, or leave it out",
        source: "R-J7",
        example: Tested("it needs a root on the disk"),
    }

    pub(crate) ARTIFACT_NOT_YET = Warning "artifact-not-yet": "an artifact of an unfinished task is not there" {
        why: "What is listed should exist, even if more is to come.",
        help: "list only files that exist",
        source: "R-J7",
        example: Tested("it needs a root on the disk"),
    }

    pub(crate) ERROR_WITHOUT_MESSAGE = Error "error-without-message": "an error without a message" {
        why: "Whoever takes over must know what went wrong.",
        help: "write `{\"type\": …, \"message\": …, \"recoverable\": …, \"recommendation\": …}`",
        source: "R-J2",
        example: partial("      \"message\": \"Phase 2 was stopped after 7200 s\",\n", ""),
    }

    pub(crate) ERROR_INCOMPLETE = Warning "error-incomplete": "an error without type, recoverable or recommendation" {
        why: "The orchestrator decides by them whether to try again.",
        help: "write `{\"type\": …, \"message\": …, \"recoverable\": …, \"recommendation\": …}`",
        source: "R-J2",
        example: partial("      \"recoverable\": true,\n", ""),
    }

    pub(crate) NO_ERRORS = Error "no-errors": "not completed, and no error says why" {
        why: "Whoever takes over must know what went wrong.",
        help: "write at least one entry in `errors`",
        source: "R-J4",
        example: edit("\"completed\"", "\"partial\""),
    }

    pub(crate) ERROR_ON_COMPLETED = Error "error-on-completed": "a completed task that reports an error" {
        why: "One of the two is wrong. A recoverable error may be mentioned.",
        help: "return `partial` or `failed`, or remove the error",
        source: "R-J4, R-A11",
        example: edit(
            "\"next_steps\"",
            "\"errors\": [{\"type\": \"execution\", \"message\": \"The build fails\", \"recoverable\": false, \"recommendation\": \"Fix it\"}],\n  \"next_steps\"",
        ),
    }

    pub(crate) RECOVERABLE_ON_COMPLETED = Warning "recoverable-on-completed": "a completed task that reports a recoverable error" {
        why: "Errors belong to tasks that are not completed.",
        help: "tell it in the summary, or return `partial`",
        source: "R-J4",
        example: edit(
            "\"next_steps\"",
            "\"errors\": [{\"type\": \"execution\", \"message\": \"One retry\", \"recoverable\": true, \"recommendation\": \"None needed now\"}],\n  \"next_steps\"",
        ),
    }

    pub(crate) PHASES = Error "phases-left": "completed with fewer phases than planned" {
        why: "A task with phases left is not completed.",
        help: "return `in_progress` or `partial`",
        source: "R-J8",
        example: Tested("only the contextual dialect has it"),
    }

    pub(crate) SESSION = Error "session-mismatch": "not the expected session" {
        why: "The return may be that of another call.",
        help: "return the session_id exactly as it was given",
        source: "R-J6",
        example: Tested("the caller says what it expects"),
    }

    pub(crate) AGENT = Error "agent-mismatch": "not the expected agent" {
        why: "The return may be that of another agent.",
        help: "return your own name in agent_type",
        source: "R-J6",
        example: Tested("the caller says what it expects"),
    }
}
