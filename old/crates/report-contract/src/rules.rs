//! The rules of the protocol (report-contract, sections 2 to 4; R-P0 to R-P5). What all protocols share is in
//! `envelope_core::rules`, what concerns JSON as such in `envelope_core::json::rules`.

envelope_core::rules! {
    /// A confidence that is not on the scale.
    CONFIDENCE_SCALE = "report-contract/confidence-scale", Error, Content, in_schema,
        "`confidence_level` is a number from 0 to 1",
        "a word or a number of another scale would be compared with a threshold that means something else", "R-P3";
    /// A confidence below the threshold.
    LOW_CONFIDENCE = "report-contract/low-confidence", Note, Content,
        "the confidence is at least 0.7, or what the caller set",
        "what the agent itself doubts a person should look at", "R-P3";
    /// No verbosity level.
    VERBOSITY_ABSENT = "report-contract/verbosity-absent", Note, Content,
        "the report says at which verbosity level it is", "without a word it is read as `detailed`", "R-P2";
    /// Another verbosity level than asked for.
    VERBOSITY_MISMATCH = "report-contract/verbosity-mismatch", Error, Content,
        "the report is at the verbosity level that was asked for, and says so",
        "who asked for a summary has no room for more, and who asked for more needs it", "R-P2";
    /// Another task than expected.
    TASK_MISMATCH = "report-contract/task-mismatch", Error, Content,
        "`task_id` is the one of the briefing", "a report on another task answers another question", "R-P2";
    /// Another agent than expected.
    AGENT_MISMATCH = "report-contract/agent-mismatch", Error, Content,
        "`agent_name` is the agent that was briefed", "somebody else answered", "R-P2";
    /// A second status that says something else.
    CONFLICTING_STATUS = "report-contract/conflicting-status", Error, Content,
        "the status stands in `report_metadata` alone, and no flag beside it, like `\"success\": false`, no line around it, like `Status: FAILED`, and no object behind it denies it",
        "of two different verdicts neither can be believed", "R-A2";
    /// Failed without saying why.
    ERROR_MESSAGE_MISSING = "report-contract/error-message-missing", Error, Content, in_schema,
        "`failed` comes with an `error_message`", "who is told that it failed must be told why", "R-P4";
    /// An error though the task is completed.
    ERROR_ON_COMPLETED = "report-contract/error-on-completed", Warning, Content,
        "`completed` comes without an `error_message`",
        "either the error was overcome, or the task is not completed", "R-P4";
    /// Blocked without saying by what.
    BLOCKERS_MISSING = "report-contract/blockers-missing", Error, Content, in_schema,
        "`blocked` comes with at least one blocker", "nobody can remove what is not named", "R-P4";
    /// Blockers though the task is not blocked.
    BLOCKERS_UNBLOCKED = "report-contract/blockers-unblocked", Warning, Content,
        "blockers come with `blocked` only", "either they were overcome, or the task is blocked", "R-P4";
    /// Gaps though the task is not completed.
    GAPS_NOT_COMPLETED = "report-contract/gaps-not-completed", Note, Content,
        "`identified_gaps` come with `completed`",
        "they are what a successful task found beside its way; what stands in the way is a blocker", "section 4.4";
    /// Nothing found though the task is completed.
    FINDINGS_EMPTY = "report-contract/findings-empty", Warning, Content,
        "`completed` comes with findings", "work that found nothing may not have been done", "R-P0";
    /// Findings of another shape than the agent's manual says.
    FINDINGS_SHAPE = "report-contract/findings-shape", Error, Content,
        "`findings` have the shape that the agent's manual gives them",
        "whoever reads them goes by the manual", "R-P5";
    /// Findings that nobody checked.
    FINDINGS_UNCHECKED = "report-contract/findings-unchecked", Note, Content,
        "schemas of findings are given, and one is that of the agent that reports",
        "an agent under another name than its manual has would escape its schema without a word", "R-P5";
    /// Items of a list that reading refused.
    REFUSED_ITEMS = "report-contract/refused-items", Error, Content,
        "no items of a list were refused when the report was read",
        "they are kept beside the list, and what was refused for them stays refused", "R-A3";
    /// A placeholder among the findings.
    FINDINGS_PLACEHOLDER = "report-contract/findings-placeholder", Warning, Content,
        "the findings hold values, not placeholders",
        "the shape is the agent's own, so `<T>` may be a value there; but it looks like an instruction copied back", "R-A5";
    /// A context map that is none.
    CONTEXT_MAP = "report-contract/context-map", Error, Content, in_schema,
        "`context_map` is a list of pairs: a text, and null or `repo://path[:line[-line]]`",
        "the next agent opens what the pairs point at", "R-P5";
    /// A context map further down that is none.
    CONTEXT_MAP_NESTED = "report-contract/context-map-nested", Error, Content,
        "`context_map` is a list of such pairs wherever it stands",
        "the next agent opens what the pairs point at", "R-P5";
    /// Lines that run backwards, or stand where no lines are read.
    CONTEXT_MAP_LINES = "report-contract/context-map-lines", Error, Content,
        "the lines of a reference stand after a colon, and the first is not after the last",
        "backwards such lines do not exist, and as `#L10` they would be part of the file's name", "R-P5";
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sound() {
        envelope_core::conformance::assert_envelope::<crate::ContractReport>("report-contract");
    }
}
