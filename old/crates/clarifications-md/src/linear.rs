//! Linear in the input: steps are counted, not timed (R-A9).

use crate::{decisions, steps};

const DOCUMENT: &str = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n\
    ### Q1: T\nWhy?\n\nA. x\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** ";
const ENTRY: &str = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: T\n- **Source:** Q1\n- **Decision:** x\n\
    - **Status:** resolved\n";

/// The kinds of lines and pieces of lines of which a hard document is made.
const PARTS: [&str; 67] = [
    "x ",
    "**",
    "`",
    "<",
    "<b>",
    "<!-- ",
    "<!-- x -->",
    "</b>",
    "- ",
    "> ",
    "é",
    "\\",
    "&amp;",
    "a, ",
    "Q2 ",
    "Q1, ",
    "Option B ",
    "**(recommended)** ",
    "A. x\n",
    "D. x\n",
    "- [x] a\n",
    "- a) x\n",
    "### Q1: T\n",
    "###Q1: T\n",
    "##### R1.1: T\n",
    "**R1.1:** t\n",
    "**Answer:** x\n",
    "**Answer:**\n\n",
    "- Recommendation: x\n",
    "_Consolidated from: a_\n",
    "**Choices:**\n",
    "---\n",
    "***\n\n",
    "* * *\n",
    "```\n",
    "~~~\n\n",
    "```x\ny\n```\n",
    "- ```\n",
    "> ```\n",
    "## S\n\n",
    "#### Refinements\n",
    "### Contradiction: x\n",
    "## Needs Clarification\n",
    "<!-- x -->\n\n",
    "<!-- x\n",
    "-->\n",
    "</details>\n",
    "<details>\n",
    "<pre>\n",
    "<br>\n\n",
    "Q2: x\n",
    "**Q2: x**\n",
    "> Q2: x\n",
    "\n",
    "\t\n",
    "    x\n",
    "  x\n",
    "1. x\n",
    "| a | b |\n|---|---|\n",
    "[a]: b\n",
    "### D1: x\n",
    "- **Source:** Q1\n",
    "- **Answer (Q2):** x\n",
    "---\nquestion_count: 0\n",
    "```\n---\nquestion_count: 0\n```\n",
    "```\n---\ndecision_count: 0\n```\n",
    "<!--\n---\nquestion_count: 0\n-->\n",
];

/// Four times the input takes about four times the steps, and no byte is looked at often.
#[track_caller]
fn check(name: &str, read: impl Fn(&str), make: impl Fn(usize) -> String) {
    let counted = |text: &str| {
        steps::take();
        read(text);
        steps::take()
    };
    let (small, large) = (make(100), make(400));
    let (few, many) = (counted(&small), counted(&large));
    assert!(few > 0, "{name}");
    assert!(many < 5 * few + 4000, "{name}: {few} steps, then {many}");
    assert!(many <= steps::allowed(large.len()), "{name}: {many} steps for {} bytes", large.len());
}

fn read_document(text: &str) {
    drop(crate::parse(text));
}

fn read_decisions(text: &str) {
    drop(decisions::parse(text));
}

#[test]
fn documents_of_every_kind_of_line() {
    for part in PARTS {
        check(part, read_document, |n| part.repeat(n));
        check(part, read_document, |n| format!("{DOCUMENT}{}", part.repeat(n)));
        check(part, read_document, |n| format!("{DOCUMENT}\n\n{}", format!("{part}\n").repeat(n)));
        check(part, read_document, |n| format!("---\n{}", part.repeat(n)));
    }
}

#[test]
fn decisions_of_every_kind_of_line() {
    for part in PARTS {
        check(part, read_decisions, |n| format!("### D1: T\n{}", part.repeat(n)));
        check(part, read_decisions, |n| format!("{ENTRY}{}", part.repeat(n)));
        check(part, read_decisions, |n| format!("{ENTRY}- **Answer:** {}", part.repeat(n)));
        check(part, read_decisions, |n| ENTRY.replace("### D1", &format!("{}\n\n### D1", part.repeat(n))));
        check(part, read_decisions, |n| format!("---\n{}", part.repeat(n)));
    }
}

/// Among fences each may hold the document, and none is a reason to look at the whole message again (R-A12).
#[test]
fn documents_in_fences_among_every_kind_of_line() {
    for part in PARTS {
        for (document, read) in [(DOCUMENT, read_document as fn(&str)), (ENTRY, read_decisions)] {
            check(part, read, |n| format!("Here:\n\n```md\n{document}\n```\n{}", part.repeat(n)));
            check(part, read, |n| format!("Here:\n\n{}\n```md\n{document}\n```\n", part.repeat(n)));
            check(part, read, |n| format!("Here: {}\n\n{}", "x".repeat(n), format!("```md\n{part}\n```\n").repeat(n)));
        }
    }
}

#[test]
fn documents_with_many_items() {
    let items = |n: usize, item: &dyn Fn(usize) -> String| (1..=n).map(item).collect::<String>();
    check("questions", read_document, |n| {
        items(n, &|at| format!("### Q{at}: T [MUST ANSWER]\nWhy?\n\nA. x\nC. y\n\n**Answer:** A, as in Q1\n\n"))
    });
    check("refinements", read_document, |n| {
        format!(
            "{DOCUMENT}\n\n#### Refinements\n\n{}",
            items(n, &|at| format!("##### R1.{at}: T\nB. x\n\n**Answer:**\n\n"))
        )
    });
    check("bold refinements", read_document, |n| {
        format!("{DOCUMENT}\n\n{}", items(n, &|at| format!("**R1.{at}:** T\n**Answer:** x\n")))
    });
    check("sections", read_document, |n| items(n, &|at| format!("## S{at}\n\n### Q{at}: T\n\n**Answer:** x\n\n")));
    check("groups", read_document, |n| items(n, &|at| format!("### Required\n\n### Q{at}: T\n\n**Answer:** x\n\n")));
    check("contradictions", read_document, |n| {
        format!("## Needs Clarification\n\n{}", items(n, &|at| format!("### Contradiction: x\nQ{at} and Q1\n\n")))
    });
    check("hidden items", read_document, |n| items(n, &|at| format!("- ### Q{at}: T\n")));
    check("entries", read_decisions, |n| {
        items(n, &|at| format!("### D{at}: T\n- **Source:** Q1, Q{at}\n- **Answer:** x\n- **Status:** resolved\n\n"))
    });
    check("fields", read_decisions, |n| format!("{ENTRY}{}", items(n, &|at| format!("- **Label {at}:** x\n"))));
    check("sources", read_decisions, |n| format!("### D1: T\n- **Source:** {}\n", items(n, &|at| format!("Q{at}, "))));
}
