//! The rules of the protocol (json-return, "Validation Rules"; R-J1 to R-J8). What all protocols share is in
//! `envelope_core::rules`, what concerns JSON as such in `envelope_core::json::rules`.

envelope_core::rules! {
    /// A status word of a dialect.
    DIALECT_WORD = "json-return/dialect-word", Note, Form, in_schema,
        "the status is `completed`, `partial`, `failed` or `blocked`",
        "a reader that knows the specification alone refuses the word of a dialect", "R-J8";
    /// A required field is missing that the dialect lets be missing.
    LEFT_OUT = "json-return/left-out", Warning, Content, in_schema,
        "required fields are there, though the dialect lets them be missing",
        "a reader that knows the specification alone refuses the return", "R-J8";
    /// Another status that says something else.
    STATUS_CONFLICT = "json-return/status-conflict", Error, Content,
        "a `status` elsewhere in the return says the same as its status, and no flag, like `\"success\": false`, no line around it, like `Status: FAILED`, and no object behind it denies it",
        "of two statuses nobody knows which one is meant, and a success must not win", "R-A2";
    /// The summary is too long.
    SUMMARY_LENGTH = "json-return/summary-length", Error, Content, in_schema,
        "the summary has less than 100 tokens; without a counter of tokens, at most 400 characters",
        "the summary is what the orchestrator keeps, and a long one floods its context", "R-J3";
    /// The summary is too short or has too many sentences.
    SUMMARY_SENTENCES = "json-return/summary-sentences", Note, Content,
        "the summary has two to five sentences", "one sentence rarely says what was done and what came of it", "R-J3";
    /// No errors though the task is not completed.
    ERRORS_MISSING = "json-return/errors-missing", Error, Content, in_schema,
        "a status other than `completed` comes with at least one error",
        "who is told that it failed must be told why", "R-J4";
    /// Errors though the task is completed.
    ERRORS_ON_COMPLETED = "json-return/errors-on-completed", Note, Content,
        "`completed` comes without errors", "either the errors were overcome, or the task is not completed", "R-J4";
    /// Artifacts though the task failed.
    ARTIFACTS_ON_FAILED = "json-return/artifacts-on-failed", Note, Content,
        "`failed` comes without artifacts", "what can be used makes it `partial`", "R-J4";
    /// Nothing can be recovered though the work can go on.
    NOTHING_RECOVERABLE = "json-return/nothing-recoverable", Note, Content,
        "`partial` and `blocked` come with an error that can be recovered from",
        "work that can be resumed or retried has something to wait for", "R-J4";
    /// An artifact without a type.
    ARTIFACT_TYPE_MISSING = "json-return/artifact-type-missing", Warning, Content, in_schema,
        "an artifact has a type", "the orchestrator decides by the type what to do with a file", "R-J2";
    /// An artifact without a summary.
    ARTIFACT_SUMMARY_MISSING = "json-return/artifact-summary-missing", Warning, Content,
        "an artifact has a summary", "the orchestrator does not open the file to learn what it is", "R-J2";
    /// An artifact of another type.
    ARTIFACT_TYPE = "json-return/artifact-type", Warning, Content,
        "the type of an artifact is plan, report, summary, implementation or documentation",
        "nobody may know what to do with another one; it is kept", "R-J5";
    /// An error without type, recoverable or recommendation.
    ERROR_INCOMPLETE = "json-return/error-incomplete", Warning, Content,
        "an error has a type, says whether it is recoverable, and recommends something",
        "without them nobody knows whether to try again", "R-J2";
    /// Another session than expected.
    SESSION_MISMATCH = "json-return/session-mismatch", Error, Content,
        "`session_id` is the one that was given with the delegation",
        "a return of another session answers another question", "R-J6";
    /// A session of another shape.
    SESSION_SHAPE = "json-return/session-shape", Warning, Content,
        "`session_id` is `sess_`, seconds since 1970, `_` and six letters or digits",
        "an id made up by the agent looks different", "R-J6";
    /// Another agent than expected.
    AGENT_MISMATCH = "json-return/agent-mismatch", Error, Content,
        "`agent_type` is the agent that was called", "somebody else answered", "R-J6";
    /// A delegation path that ends elsewhere.
    DELEGATION_PATH_END = "json-return/delegation-path-end", Warning, Content,
        "the delegation path ends with the agent that returns", "a path that ends elsewhere is another agent's", "R-J6";
    /// A path that leaves the root by its text.
    PATH_UNSAFE = "json-return/path-unsafe", Error, Content,
        "paths are relative and stay under the root of the project",
        "whoever opens it would leave the project", "R-J7";
    /// A back-slash in a path.
    PATH_BACK_SLASH = "json-return/path-back-slash", Warning, Content,
        "the parts of a path are separated by `/`", "a back-slash is part of a name on one system and not on another", "R-J7";
    /// An artifact that is not there.
    ARTIFACT_ABSENT = "json-return/artifact-absent", Error, Content,
        "every artifact of a completed task exists", "a file that is not there was not created", "R-J7";
    /// An artifact that is no file, or cannot be looked at.
    ARTIFACT_NO_FILE = "json-return/artifact-no-file", Error, Content,
        "every artifact of a completed task is a file that can be looked at",
        "a folder or a pipe is not what was asked for", "R-J7";
    /// An artifact that is empty.
    ARTIFACT_EMPTY = "json-return/artifact-empty", Error, Content,
        "no artifact of a completed task is empty", "an empty file holds no work", "R-J7";
    /// A symbolic link that leaves the root.
    ARTIFACT_LEAVES_ROOT = "json-return/artifact-leaves-root", Error, Content,
        "no symbolic link on the way to an artifact leaves the root",
        "whoever opens it would leave the project", "R-J7";
    /// Work without anything to show.
    PHANTOM_WORK = "json-return/phantom-work", Warning, Content,
        "`completed` and `partial` come with artifacts", "work that left nothing behind may not have been done", "R-J7";
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sound() {
        envelope_core::conformance::assert_rules("json-return", super::RULES);
    }
}
