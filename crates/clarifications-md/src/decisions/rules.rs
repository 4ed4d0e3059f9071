//! The rules of a decisions document, and where it shows those of the core.

use envelope_core::Example::Edit;
use envelope_core::rules as core;
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

use crate::rules::{FRONTMATTER_LINE, REPEATED_ID};

pub(crate) static INFO: Info = Info {
    name: "decisions",
    is_json: false,
    fallback: Outcome::Blocked,
    missing: &NO_DECISIONS,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "final", text: FINAL, last_part: Some("- **Status:** conflict-resolved") },
        Canonical { name: "draft", text: DRAFT, last_part: None },
    ],
};

const FINAL: &str = include_str!("../canonical/decisions-final.md");
const DRAFT: &str = include_str!("../canonical/decisions-draft.md");

/// An edit of the canonical final document.
const fn edit(from: &'static str, to: &'static str) -> Example {
    Edit { of: "final", from, to }
}

/// An edit of the canonical draft.
const fn edit_draft(from: &'static str, to: &'static str) -> Example {
    Edit { of: "draft", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&core::TEMPLATE_ECHO, edit("** resolved", "** draft | resolved | conflict-resolved")),
    (&core::DECORATION, edit("**Status:** resolved", "**Status:** `Resolved`")),
    (&core::TRUNCATED, edit("- **Note:** The first answer was: four weeks.\n", "- **No")),
    (&core::TEXT_AROUND, edit("---\nstatus", "Here are the decisions.\n\n---\nstatus")),
    (&core::FENCED, edit(FINAL, concat!("````md\n", include_str!("../canonical/decisions-final.md"), "````\n"))),
    (&core::HIDDEN, edit(FINAL, "<think>\n### D1: Opening hours\n</think>\n")),
    (&core::CONFLICTING_KEY, edit("- **Status:** resolved", "- **Status:** resolved\n- **Status:** critical-gap")),
    (&core::CONVERTED, edit("decision_count: 2", "decision_count: \"2\"")),
    (&core::WRONG_TYPE, edit("conflicts_resolved: 1", "conflicts_resolved: one")),
    (&FRONTMATTER_LINE, edit("status: final", "status: final\nby the town council")),
    (&REPEATED_ID, edit("### D2", "### D1")),
    (&core::REPEATED_KEY, edit("status: final\n", "status: final\nstatus: final\n")),
];

envelope_core::rules! {
    /// The rules of a decisions document.
    pub RULES in "clarifications-md":

    pub(crate) NO_DECISIONS = Error "no-decisions": "neither `decision_count` nor a decision" {
        why: "Without entries nobody knows what was decided.",
        help: "begin with frontmatter that has `decision_count`, then write `### D1: Title`",
        source: "R-Q9, R-A12",
        example: edit(FINAL, "Everything is decided.\n"),
    }

    pub(crate) DECISIONS_COUNT = Error "decisions-count": "`decision_count` is missing, or not the number of entries" {
        why: "Without it nobody sees that the end of the document is missing.",
        help: "write `decision_count: 12`, the number of entries, between two lines of `---` at the beginning",
        source: "R-Q9",
        example: edit("decision_count: 2", "decision_count: 3"),
    }

    pub(crate) DECISIONS_NO_STATUS = Warning "decisions-no-status": "`status` is missing in the frontmatter" {
        why: "It tells a draft from the final document; without it the entries tell.",
        help: "write `status: draft` or `status: final`",
        source: "R-Q9",
        example: edit("status: final\n", ""),
    }

    pub(crate) DECISIONS_FINAL = Error "decisions-final-over-drafts": "`status: final` over a draft" {
        why: "The final document has no entry that nobody has thought through.",
        help: "write `status: draft`, or resolve the drafts",
        source: "R-Q14",
        example: edit_draft("status: draft", "status: final"),
    }

    pub(crate) DECISION_LEVEL = Warning "decision-level": "the heading of a decision is not at level 3" {
        why: "Readers look for `###`.",
        help: "write `### D1: Title`",
        source: "R-Q9, R-A12",
        example: edit("### D2", "## D2"),
    }

    pub(crate) DECISION_STATUS = Error "decision-status": "no status, or an unknown one" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write draft, resolved, conflict-resolved, critical-gap or contradiction; draft or final for the document",
        source: "R-Q9, R-Q14, R-A2",
        example: edit("** resolved", "** resolved (mostly)"),
    }

    pub(crate) DECISION_NO_SOURCE = Error "decision-no-source": "a decision that is open has no Source" {
        why: "What is open is settled where it comes from.",
        help: "write `- **Source:** Q1`, with the ids of the items that it comes from",
        source: "R-Q9",
        example: edit_draft("- **Source:** Q3\n", ""),
    }

    pub(crate) DECISION_UNSOURCED = Warning "decision-unsourced": "a resolved decision has no Source" {
        why: "Every decision traces back to a question.",
        help: "write `- **Source:** Q1`, with the ids of the items that it comes from",
        source: "R-Q9",
        example: edit("- **Source:** Q1\n", ""),
    }

    pub(crate) DECISION_NO_TEXT = Error "decision-no-text": "a resolved decision does not say what was decided" {
        why: "Nobody can act on a title.",
        help: "write `- **Decision:** …`, or the answer that it is",
        source: "R-A5, R-Q11",
        example: edit("** Three weeks for everything but journals.", "** <what is decided>"),
    }

    pub(crate) DECISION_SOURCE = Error "decision-source": "a Source that is no id, or does not exist" {
        why: "A decision that comes from nowhere was made up.",
        help: "write ids of the clarifications with commas between them, such as `Q2, R12.1`",
        source: "R-Q9",
        example: edit("** Q1", "** Question 1"),
    }

    pub(crate) DECISION_REASONED_DRAFT = Warning "decision-reasoned-draft": "a draft with a reasoning or implication" {
        why: "A draft records answers; thinking them through is the next step.",
        help: "leave Reasoning and Implication out of drafts",
        source: "R-Q10",
        example: edit_draft("- **Status:** draft", "- **Reasoning:** Nobody reads at night.\n- **Status:** draft"),
    }

    pub(crate) DECISION_OTHER_TEXT = Note "decision-other-text": "text that belongs to no field of a decision" {
        why: "It is kept, but no program reads it.",
        help: "write `- **Note:** …`, with further lines indented by two blanks",
        source: "R-A3",
        example: edit("four weeks.\n", "four weeks.\n\nThe minutes have more on this.\n"),
    }
}
