//! Recommendations that become answers, or do not (R-Q12).

use clarifications_md::{Clarifications, Unfilled, parse};
use envelope_core::{Envelope as _, Outcome};

use crate::{document, id, text};

#[test]
fn autofill_takes_an_items_own_recommendation() {
    let before = format!(
        "{}\n### Q3: Bare\nWhat?\n\n**Answer:**\n\n### Q4: Said\nWhat?\n\n**Recommendation:** <letter>\n\n**Answer:** (accepted recommendation)\n",
        text()
    );
    let document = document(&before);
    let filled = document.autofill();
    assert_eq!(filled.filled, [id("Q1"), id("R1.2")]);
    assert_eq!(filled.unfilled, [(id("Q3"), Unfilled::NoRecommendation), (id("Q4"), Unfilled::Placeholder)]);
    let after = filled.change.apply();
    assert_eq!(after, before.replacen("**Answer:**\n", "**Answer:** A\n", 2), "Q2 keeps its answer, Q3 and Q4 stay");
}

#[test]
fn a_recommendation_never_crosses_a_heading() {
    let document = document(
        "## S\n\n### Q1: T\nWhy?\n\n**Recommendation:** mine\n\n### Q2: U\nWhy?\n\n**Answer:**\n\n#### Refinements\n\n##### R2.1: V\n\n**Recommendation:** sub\n",
    );
    let filled = document.autofill();
    assert_eq!(filled.filled, [id("Q1"), id("R2.1")]);
    assert_eq!(filled.unfilled, [(id("Q2"), Unfilled::NoRecommendation)]);
    assert!(filled.change.apply().contains("mine\n\n**Answer:** mine\n\n### Q2: U\nWhy?\n\n**Answer:**\n\n####"));
}

/// A recommendation that only says it was accepted fills nothing.
#[test]
fn autofill_leaves_an_accepted_recommendation() {
    let before = text().replace(
        "**Recommendation:** A\n\n**Answer:**\n\n####",
        "**Recommendation:** (accepted recommendation)\n\n**Answer:**\n\n####",
    );
    let document = document(&before);
    assert!(document.autofill().unfilled.contains(&(id("Q1"), Unfilled::NoRecommendation)));
}

#[test]
fn a_literal_reading_knows_no_choices() {
    use clarifications_md::EvaluationRules;
    use envelope_core::{ReadOptions, Source};
    let text = text();
    let literal = Clarifications::parse(&Source::new(&*text), &ReadOptions::new(EvaluationRules::literal()));
    assert_eq!(literal.outcome(), Outcome::Blocked, "`B` has under five words");
    assert_eq!(parse(&text.replace("**Answer:** B", "**Answer:** A")).outcome(), Outcome::Partial);
}
