//! The words of the one table: headings and columns of every role, with their synonyms (R-C9).

use super::{Column, Role, RoleSpec};

const fn column(name: &'static str, synonyms: &'static [&'static str]) -> Column {
    Column { name, synonyms }
}

const fn spec(
    role: Role,
    heading: &'static str,
    headings: &'static [&'static str],
    columns: &'static [Column],
) -> RoleSpec {
    RoleSpec { role, heading, headings, columns }
}

const RESULT_WORDS: &[&str] = &[
    "status",
    "results",
    "pass/fail",
    "pass / fail",
    "verdict",
    "outcome",
    "state",
    "met",
    "met?",
    "passed",
    "passed?",
    "pass",
    "pass?",
    "ok",
    "ok?",
    "satisfied",
    "satisfied?",
];
const NOTE_WORDS: &[&str] = &["note", "comment", "comments", "evidence", "details", "remarks"];

pub(super) const DISCUSSIONS: RoleSpec = spec(
    Role::Discussions,
    "Details",
    &["expanded details", "finding details", "discussion", "discussions", "expanded discussion", "expansions"],
    &[],
);

/// What [`ROLES`](super::ROLES) holds.
pub(super) const ROLES: &[RoleSpec] = &[
    spec(
        Role::Checklist,
        "Checklist",
        &[
            "verification checklist",
            "checklist verification",
            "checklist results",
            "checklist items",
            "checklist status",
            "items",
            "verification",
            "verification results",
            "requirements checklist",
            "checklist table",
            "verified items",
        ],
        &[
            column("Item", &["checklist item", "check", "requirement"]),
            column("Status", &["result", "state", "verdict", "applied?", "outcome"]),
            column("Notes", NOTE_WORDS),
        ],
    ),
    spec(
        Role::Files,
        "Files Modified",
        &[
            "files",
            "modified files",
            "files changed",
            "changed files",
            "file changes",
            "files created",
            "files touched",
            "files modified or created",
            "files added",
            "list of files",
            "changes",
            "changes made",
        ],
        &[
            column("File", &["path", "file path", "filename"]),
            column("Change", &["changes", "change summary", "summary", "description", "what changed"]),
        ],
    ),
    spec(
        Role::Criteria,
        "Acceptance Criteria",
        &[
            "criteria",
            "acceptance criteria results",
            "criteria results",
            "acceptance criteria status",
            "acceptance results",
            "criteria check",
            "criteria status",
            "acceptance criteria check",
            "acceptance criteria verification",
        ],
        &[
            column("Criterion", &["criteria", "acceptance criterion", "acceptance criteria"]),
            column("Result", RESULT_WORDS),
            column("Evidence", &["note", "notes", "proof", "comment", "details"]),
        ],
    ),
    spec(
        Role::Tests,
        "Test Results",
        &[
            "tests",
            "test result",
            "tests run",
            "test runs",
            "test report",
            "test summary",
            "testing",
            "unit tests",
            "integration tests",
            "test outcomes",
            "tests executed",
            "test status",
        ],
        &[
            column("Test", &["name", "test name", "test case", "suite", "test suite"]),
            column("Result", RESULT_WORDS),
            column("Notes", NOTE_WORDS),
        ],
    ),
    spec(
        Role::Gaps,
        "Gaps",
        &[
            "gaps found",
            "known gaps",
            "remaining gaps",
            "open gaps",
            "identified gaps",
            "gaps identified",
            "gaps and limitations",
        ],
        &[column("Gap", &["gap found"]), column("Impact", &["effect", "severity", "note", "notes"])],
    ),
    spec(
        Role::Sections,
        "Section Inventory",
        &[
            "sections",
            "inventory",
            "document sections",
            "section summaries",
            "section summary",
            "sections overview",
            "section overview",
            "section list",
            "inventory of sections",
            "document structure",
        ],
        &[
            column("Heading", &["section", "title", "section heading"]),
            column("Summary", &["description", "content", "one-line summary", "1-line summary"]),
        ],
    ),
    spec(
        Role::Terms,
        "Terms and Entities",
        &[
            "terms",
            "key terms",
            "entities",
            "key terms and entities",
            "defined terms",
            "key entities",
            "glossary",
            "terminology",
            "terms & entities",
            "key terms & entities",
            "terms defined",
            "entities defined",
            "terms/entities",
            "entities and terms",
            "key terms and entities defined",
        ],
        &[column("Term", &["entity", "term or entity", "name"]), column("Definition", &["meaning", "description"])],
    ),
    spec(
        Role::Decisions,
        "Decisions",
        &[
            "architectural decisions",
            "architecture decisions",
            "key decisions",
            "decisions found",
            "decisions made",
            "key decisions and rationale",
            "architectural decisions found",
            "design decisions",
        ],
        &[column("Decision", &["architectural decision"]), column("Rationale", &["reason", "why", "section"])],
    ),
    spec(
        Role::CrossReferences,
        "Cross-references",
        &[
            "cross-refs",
            "cross references",
            "references",
            "references to other documents",
            "references to other docs",
            "cross-references to other docs",
            "cross-references to other documents",
            "cross references to other docs",
            "external references",
            "related documents",
        ],
        &[
            column("Reference", &["references", "cross-reference", "source", "from", "section"]),
            column("Target", &["target doc", "target document", "document", "to", "doc"]),
            column("Nature", &["note", "notes", "kind", "purpose"]),
        ],
    ),
    spec(
        Role::Components,
        "Components",
        &[
            "component list",
            "component layout",
            "component placement",
            "components and placement",
            "component inventory",
            "components list",
            "list of components",
            "component list with placement",
            "component plan",
        ],
        &[
            column("Component", &["name", "element"]),
            column("Placement", &["position", "location", "where", "region"]),
            column("Notes", NOTE_WORDS),
        ],
    ),
    spec(
        Role::Layout,
        "Layout",
        &["layout specification", "layout specifications", "layout specs", "screen layout", "page layout"],
        &[column("Region", &["area"]), column("Specification", &["spec", "value", "layout"])],
    ),
    spec(
        Role::Tokens,
        "Tokens",
        &["design tokens", "tokens used", "design tokens used", "token usage", "tokens applied"],
        &[column("Token", &["design token"]), column("Value", &["used for", "usage", "where"])],
    ),
    spec(
        Role::Content,
        "Content Decisions",
        &["content", "content plan", "copy decisions", "content and copy"],
        &[column("Content", &["text", "copy"]), column("Decision", &["value", "choice"])],
    ),
    spec(
        Role::Instructions,
        "Execution Instructions",
        &[
            "instructions",
            "execution steps",
            "execution",
            "execution plan",
            "implementation instructions",
            "implementation steps",
            "build instructions",
            "steps to execute",
        ],
        &[column("Step", &["instruction"]), column("Action", &["what", "description"])],
    ),
    DISCUSSIONS,
];

/// What [`COLUMNS`](super::COLUMNS) holds.
pub(super) const COLUMNS: &[Column] = &[
    column("ID", &["#", "finding id"]),
    column("Severity", &["sev", "sev."]),
    column("Type", &["finding type"]),
    column("Location", &["source location"]),
    column("Counter-location", &["counter location", "counterlocation"]),
    column("Description", &["finding description"]),
    column("Suggestion", &["suggested fix", "recommendation"]),
];
