//! Whole edits on small documents: what is written, what is refused, what is told (R-Q4, R-Q8, R-Q12, R-Q15).

mod answers;
mod around;
mod forms;
mod recommendations;
mod refinements;
mod telling;

use clarifications_md::{Clarifications, ItemId, RefinementId, parse};

const FRONT: &str = "---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n---\n\n";
const Q1: &str = "### Q1: Depth [MUST ANSWER]\nHow deep?\n\nA. Shallow\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n";
const Q2: &str = "### Q2: Width\nHow wide?\n\nA. Narrow\nB. Other (please specify)\n\n**Recommendation:** A — so.\n\n**Answer:** B\n";

fn refinement(id: &str, title: &str) -> String {
    format!("##### {id}: {title}\nWhy?\n\nA. So\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n")
}

fn text() -> String {
    format!("{FRONT}## Harbour\n\n{Q1}\n#### Refinements\n\n{}\n{Q2}", refinement("R1.2", "Second"))
}

#[track_caller]
fn document(text: &str) -> Clarifications {
    parse(text).read().expect("a document").clone()
}

fn id(text: &str) -> ItemId {
    text.parse().expect("an id")
}

fn refinement_id(text: &str) -> RefinementId {
    text.parse().expect("an id")
}
