//! The table of natural places: where each field of the neutral report lives in each protocol (R-A15).

use std::fmt;

/// The protocols that a report can be converted to (R-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// clarity-protocol.
    Clarity,
    /// json-return.
    JsonReturn,
    /// status-block.
    StatusBlock,
    /// report-contract.
    ReportContract,
}

impl Target {
    /// All targets, in the order of the table's columns.
    pub const ALL: [Self; 4] = [Self::Clarity, Self::JsonReturn, Self::StatusBlock, Self::ReportContract];

    /// The protocol's name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clarity => "clarity",
            Self::JsonReturn => "json-return",
            Self::StatusBlock => "status-block",
            Self::ReportContract => "report-contract",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A field of the neutral report, or a field of the items of one of its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Field {
    /// The field of the report.
    pub name: &'static str,
    /// The field of the list's items; `None` for the field as a whole.
    pub item: Option<&'static str>,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item {
            Some(item) => write!(f, "{}[].{item}", self.name),
            None => f.write_str(self.name),
        }
    }
}

/// Where a field lives in a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Here, all of it.
    All(&'static str),
    /// Here, as far as the place can hold it; what it cannot is carried.
    Fitting(&'static str),
    /// Here, but only the first item of the list; the others are carried.
    First(&'static str),
    /// It has none and is carried.
    Carried,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(place) => write!(f, "{place}"),
            Self::Fitting(place) => write!(f, "{place} (what fits)"),
            Self::First(place) => write!(f, "{place} (the first)"),
            Self::Carried => f.write_str("carried"),
        }
    }
}

/// One row of the table: a field and its place in each of the four targets (R-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NaturalPlace {
    /// The field.
    pub field: Field,
    places: [Place; 4],
}

impl NaturalPlace {
    /// Where the field lives in `target`.
    pub const fn place(&self, target: Target) -> Place {
        let [clarity, json_return, status_block, report_contract] = self.places;
        match target {
            Target::Clarity => clarity,
            Target::JsonReturn => json_return,
            Target::StatusBlock => status_block,
            Target::ReportContract => report_contract,
        }
    }
}

const fn row(name: &'static str, places: [Place; 4]) -> NaturalPlace {
    NaturalPlace { field: Field { name, item: None }, places }
}

const fn part(name: &'static str, item: &'static str, places: [Place; 4]) -> NaturalPlace {
    NaturalPlace { field: Field { name, item: Some(item) }, places }
}

use Place::{All, Carried, First, Fitting};

/// The table; converters, `carried`, and the crate docs are made from it (R-A15).
pub static NATURAL_PLACES: &[NaturalPlace] = &[
    row("outcome", [All("RESULT"), All("status"), All("STATUS"), All("report_metadata.status")]),
    row("kind", [All("Type"), Carried, Carried, Carried]),
    row("agent", [All("Agent"), All("metadata.agent_type"), Carried, All("report_metadata.agent_name")]),
    row("task", [All("Task"), Carried, Carried, All("report_metadata.task_id")]),
    row("session", [Carried, All("metadata.session_id"), Carried, Carried]),
    row("assignment", [All("Assigned"), Carried, Carried, Carried]),
    row("scope", [All("Scope"), Carried, Carried, Carried]),
    row("subject", [All("Doc, Pair or Screen"), Carried, Carried, Carried]),
    row("delegation_path", [Carried, All("metadata.delegation_path"), Carried, Carried]),
    row("delegation_depth", [Carried, All("metadata.delegation_depth"), Carried, Carried]),
    row("verbosity", [Carried, Carried, Carried, All("report_metadata.verbosity_level")]),
    row("summary", [Carried, All("summary"), All("SUMMARY.what_i_did"), Carried]),
    row("confidence", [All("Confidence"), Carried, All("SUMMARY.confidence"), All("report_metadata.confidence_level")]),
    row("coverage", [All("Coverage"), Carried, Carried, Carried]),
    row("iterations", [Carried, Carried, All("SUMMARY.iterations_used"), Carried]),
    row(
        "duration_seconds",
        [Carried, All("metadata.duration_seconds"), Carried, All("report_metadata.execution_time_seconds")],
    ),
    row("tokens", [Carried, Carried, Carried, All("report_metadata.token_usage")]),
    row("findings", [All("finding table"), Carried, Carried, Carried]),
    row("checks", [All("checklist, criteria and tests"), Carried, Carried, Carried]),
    part("artifacts", "path", [All("files"), All("artifacts[].path"), All("FILES"), Carried]),
    part("artifacts", "type", [Carried, All("artifacts[].type"), Carried, Carried]),
    part("artifacts", "change", [Carried, Carried, All("FILES.created, modified, read"), Carried]),
    part("artifacts", "summary", [All("files"), All("artifacts[].summary"), Carried, Carried]),
    row("references", [Carried, Carried, Carried, All("findings.context_map")]),
    row("gaps", [All("gaps"), Carried, Carried, All("identified_gaps")]),
    part(
        "problems",
        "message",
        [First("Reason"), All("errors[].message"), First("ERRORS.message"), All("error_message, blockers")],
    ),
    part("problems", "type", [Carried, All("errors[].type"), Carried, Carried]),
    part("problems", "details", [Carried, Carried, First("ERRORS.details"), Carried]),
    part("problems", "recoverable", [Carried, All("errors[].recoverable"), First("ERRORS.can_retry"), Carried]),
    part("problems", "recommendation", [Carried, All("errors[].recommendation"), Carried, Carried]),
    part("problems", "blocking", [Carried, Carried, Carried, All("blockers")]),
    part("next_steps", "action", [Carried, First("next_steps"), First("NEXT_ACTION.reason"), All("recommendations[]")]),
    part("next_steps", "agent", [Carried, Carried, First("NEXT_ACTION.recommended_agent"), Carried]),
    part("next_steps", "context", [Carried, Carried, First("NEXT_ACTION.context_forward"), Carried]),
    // A pair has a name that begins with a capital, and a text in one line.
    row("metrics", [Fitting("other pairs of the line"), All("metadata"), Carried, Carried]),
    row("data", [Carried, Carried, Carried, All("findings")]),
    row("sections", [All("detail sections"), Carried, Carried, Carried]),
    // What a protocol did not know returns to where it stood in that protocol, and is carried by every other.
    row("extra", [Carried, Carried, Carried, Carried]),
];
