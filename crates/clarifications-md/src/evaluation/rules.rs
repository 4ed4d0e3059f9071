//! The rules of an evaluation, and where it shows those of the core.

use envelope_core::Example::{Edit, Tested};
use envelope_core::rules as core;
use envelope_core::{Canonical, Example, Info, Outcome, Rule};

pub(crate) static INFO: Info = Info {
    name: "evaluation",
    is_json: true,
    fallback: Outcome::Blocked,
    missing: &NO_EVALUATION,
    rules: RULES,
    shared: SHARED,
    canonical: &[
        Canonical { name: "sufficient", text: SUFFICIENT, last_part: Some("  ]\n}") },
        Canonical { name: "mixed", text: include_str!("../canonical/evaluation-mixed.json"), last_part: None },
        Canonical {
            name: "insufficient",
            text: include_str!("../canonical/evaluation-insufficient.json"),
            last_part: None,
        },
    ],
};

const SUFFICIENT: &str = include_str!("../canonical/evaluation-sufficient.json");

/// An edit of the canonical mixed evaluation.
const fn edit(from: &'static str, to: &'static str) -> Example {
    Edit { of: "mixed", from, to }
}

/// An edit of the canonical sufficient evaluation.
const fn edit_sufficient(from: &'static str, to: &'static str) -> Example {
    Edit { of: "sufficient", from, to }
}

static SHARED: &[(&Rule, Example)] = &[
    (&core::TEMPLATE_ECHO, edit("\"mixed\"", "\"sufficient | mixed | insufficient\"")),
    (&core::CONTRADICTION, edit_sufficient("  ]\n}\n", "  ]\n}\nCorrection: {\"verdict\": \"mixed\"}\n")),
    (&core::CONTRADICTING_FLAG, edit_sufficient("\"reasoning\"", "\"success\": false,\n  \"reasoning\"")),
    (&core::TRUNCATED, edit("  ]\n}", "  ]")),
    (&core::CONVERTED, edit("\"total_count\": 3", "\"total_count\": \"3\"")),
];

envelope_core::rules! {
    /// The rules of an evaluation.
    pub RULES in "clarifications-md":

    pub(crate) NO_EVALUATION = Error "no-evaluation": "no JSON object with `verdict` and the counts" {
        why: "Without a verdict nobody knows whether the answers suffice.",
        help: "write one JSON object with `verdict` and the four counts, and nothing else",
        source: "R-Q7, R-A2",
        example: edit_sufficient(SUFFICIENT, "All questions are answered.\n"),
    }

    pub(crate) EVALUATION_VERDICT = Error "evaluation-verdict": "unknown verdict" {
        why: "A word outside the list, or one with a remark beside it, has no sure meaning.",
        help: "write sufficient, mixed or insufficient; clear, not_answered or vague for an item",
        source: "R-A2, R-A3",
        example: edit("\"mixed\"", "\"mostly fine\""),
    }

    pub(crate) EVALUATION_FIELD = Error "evaluation-field": "a field is missing or cannot be read" {
        why: "The gate reads the verdict, and the counts say whether it can be right.",
        help: "write verdict and the four counts as whole numbers; question_id and verdict in every entry",
        source: "R-Q7, R-A14, R-A3",
        example: edit("  \"vague_count\": 1,\n", ""),
    }

    pub(crate) EVALUATION_REASONING = Warning "evaluation-reasoning": "`reasoning` is missing" {
        why: "The person who answers wants to know what is missing.",
        help: "write the counts in a sentence",
        source: "R-Q7",
        example: edit("  \"reasoning\": \"1 of 3 questions is answered; 1 is empty, 1 vague.\",\n", ""),
    }

    pub(crate) EVALUATION_COUNTS = Error "evaluation-counts": "the counts do not add up, or not to the entries" {
        why: "An evaluator that counts wrong has not looked at every answer.",
        help: "count the entries of per_question again; all counts together are total_count",
        source: "R-Q6",
        example: edit("\"empty_count\": 1", "\"empty_count\": 2"),
    }

    pub(crate) EVALUATION_CLAIM = Error "evaluation-claim": "the verdict is not what the counts and entries say" {
        why: "The workflow goes on without questions where the verdict is `sufficient`.",
        help: "write `sufficient` if all items are clear, `insufficient` if none is, else `mixed`",
        source: "R-Q6",
        example: edit("\"mixed\"", "\"sufficient\""),
    }

    pub(crate) EVALUATION_ID = Error "evaluation-id": "an id that is none, or has two verdicts" {
        why: "Every item has one verdict.",
        help: "write one entry per item, with the id of its heading, such as Q6, R6.1 or R6.1a",
        source: "R-Q6",
        example: edit("\"Q3\"", "\"Question 3\""),
    }

    pub(crate) EVALUATION_OLD_WORD = Warning "evaluation-old-word": "an older verdict on an item" {
        why: "Evaluators only classify; needs_refinement counts as answered, contradictory is found later.",
        help: "write `clear`, `not_answered` or `vague`",
        source: "R-Q7",
        example: edit("\"verdict\": \"clear\"", "\"verdict\": \"needs_refinement\""),
    }

    pub(crate) EVALUATION_FEWER = Warning "evaluation-fewer": "fewer entries than `total_count`" {
        why: "An item without a verdict gets no refinement.",
        help: "write one entry per item",
        source: "R-Q6",
        example: edit(",\n    {\n      \"question_id\": \"Q3\",\n      \"verdict\": \"vague\"\n    }", ""),
    }

    pub(crate) EVALUATION_FIT = Error "evaluation-fit": "the evaluation is not one of the clarifications" {
        why: "It is of another document, or an empty answer passes as clear and becomes a decision that nobody made.",
        help: "evaluate the questions, or all items, as they are now; an empty answer is `not_answered`",
        source: "R-Q6, R-Q10",
        example: Tested("it needs the clarifications"),
    }
}
