//! The rules of clarifications documents, and where they show those of the core.

use envelope_core::Example::Edit;
use envelope_core::rules as core;
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "clarifications",
    is_json: false,
    fallback: Outcome::Blocked,
    missing: &MISSING_DOCUMENT,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "sufficient", text: SUFFICIENT, last_part: Some("**Answer:** Both, one after") },
        Canonical { name: "mixed", text: MIXED, last_part: None },
        Canonical { name: "insufficient", text: include_str!("canonical/insufficient.md"), last_part: None },
        Canonical { name: "refinements", text: include_str!("canonical/refinements.md"), last_part: None },
    ],
};

const SUFFICIENT: &str = include_str!("canonical/sufficient.md");
const MIXED: &str = include_str!("canonical/mixed.md");

/// An edit of the canonical document with clear answers.
const fn edit(from: &'static str, to: &'static str) -> Example {
    Edit { of: "sufficient", from, to }
}

/// An edit of the canonical document with refinements.
const fn refinements(from: &'static str, to: &'static str) -> Example {
    Edit { of: "refinements", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&core::TEXT_AROUND, edit("---\nquestion", "Here are the questions.\n\n---\nquestion")),
    (&core::FENCED, edit(SUFFICIENT, concat!("```markdown\n", include_str!("canonical/sufficient.md"), "```\n"))),
    (&core::HIDDEN, edit("---\nquestion", "<think>\n---\nquestion")),
    (&core::DECORATION, edit("[MUST ANSWER]", "**[MUST ANSWER]**")),
    (&core::TRUNCATED, edit("Both, one after the other, never at the same time", "\n\n```\nBoth")),
    (&core::CONVERTED, edit("question_count: 2", "question_count: \"2\"")),
    (&core::WRONG_TYPE, edit("status: answered", "status: [answered]")),
    (&core::REPEATED_KEY, edit("sections: 1\n", "sections: 1\nsections: 1\n")),
    (&core::CONFLICTING_KEY, edit("**Answer:** B", "**Answer:** B\n\n**Answer:** A")),
];

envelope_core::rules! {
    /// The rules of clarifications documents.
    pub RULES in "clarifications-md":

    pub(crate) MISSING_DOCUMENT = Error "missing-document": "no clarifications document" {
        why: "Questions without ids cannot be answered, refined or traced.",
        help: "begin with frontmatter that has `question_count`, and write questions as `### Q1: Title`",
        source: "R-A12, R-Q13",
        example: edit(SUFFICIENT, "1. **How deep is the harbour?**\n   - Recommendation: Ask the pilot.\n"),
    }

    pub(crate) MISSING_COUNT = Error "missing-count": "the frontmatter or a required count is missing" {
        why: "The counts tell whether the document is whole.",
        help: "begin with question_count, sections, duplicates_removed and refinement_count, whole numbers, between two lines of `---`",
        source: "R-Q13",
        example: edit("refinement_count: 0\n", ""),
    }

    pub(crate) WRONG_COUNT = Error "wrong-count": "a count differs from what is there" {
        why: "Either the count is wrong or a part of the document is lost.",
        help: "look for what is missing, or correct the count",
        source: "R-Q13",
        example: edit("question_count: 2", "question_count: 3"),
    }

    pub(crate) FRONTMATTER_LINE = Error "frontmatter-line": "a line of the frontmatter is no entry" {
        why: "Frontmatter is flat: a key with a text, or with a list.",
        help: "write `key: text`, `key: [a, b]`, or `key:` and lines that begin with `- `",
        source: "R-A3",
        example: edit("status: answered", "status: answered\nby the harbour office"),
    }

    pub(crate) PRIORITY = Error "priority-questions": "`priority_questions` differs from the marked questions" {
        why: "Agents read either of them to see what must be answered first.",
        help: "list the questions that are marked [MUST ANSWER], and no others",
        source: "R-Q13",
        example: edit("[Q1]", "[Q1, Q2]"),
    }

    pub(crate) REPEATED_ID = Error "repeated-id": "an id is there twice" {
        why: "Evaluations and decisions refer to items by their ids.",
        help: "give each question and refinement an id of its own",
        source: "R-Q13",
        example: edit("### Q2", "### Q1"),
    }

    pub(crate) MISPLACED = Error "misplaced": "an item in no section, or not under its parent" {
        why: "It is read in the light of the item that it stands under, and every id traces back to a question.",
        help: "move it into its section and under the item that it refines, write that item, or correct the id",
        source: "R-Q13",
        example: refinements("R1.2a", "R1.1a"),
    }

    pub(crate) OLD_FORM = Warning "old-form": "an older form" {
        why: "Simple readers look for the form of today.",
        help: "run `envelope fmt`; rewrite by hand what it leaves",
        source: "R-Q1",
        example: edit("**Answer:** B", "**Answer**: B"),
    }

    pub(crate) NO_QUESTION = Warning "no-question": "a question without choices or text" {
        why: "A title alone does not say what is asked.",
        help: "write the question below its heading, and choices as `A. Choice`",
        source: "R-Q1",
        example: edit("Can two ships use the lock at once?\n", ""),
    }

    pub(crate) MISSING_ANSWER = Warning "missing-answer": "an item without `**Answer:**`" {
        why: "People and programs write the answer into this field.",
        help: "write `**Answer:**`, empty where there is no answer yet",
        source: "R-A10",
        example: Edit { of: "mixed", from: "**Answer:** Not sure\n\n", to: "" },
    }

    pub(crate) UNKNOWN_HEADING = Note "unknown-heading": "a heading that the format does not have" {
        why: "What stands below it is kept as text; no field is read there.",
        help: "use no headings but those of sections, groups, questions and refinements",
        source: "R-A3, R-Q2",
        example: edit("**Answer:** B", "**Answer:** B\n\n#### Notes\n\nSettled at the harbour office."),
    }

    pub(crate) FLAG_ITEMS = Warning "flag-items": "an entry that names no item of the document" {
        why: "Contradictions and gaps are resolved where their items are answered.",
        help: "write `**Items:** Q2, Q12` below the heading of the entry",
        source: "R-Q15",
        example: refinements("**Items:** Q1, Q2\n", ""),
    }
}
