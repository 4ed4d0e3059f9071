//! Random decisions, with everything that a document may hold beside the known fields.

use clarifications_md::decisions::{DecisionsFrontmatter, OtherField, SidedAnswer, SourceRef};
use clarifications_md::{Decision, DecisionId, DecisionStatus, Decisions};
use envelope_core::{Count, Status as _};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const TEXTS: &[&str] = &[
    "One line",
    "Two\nlines",
    "A paragraph\n\nand another",
    "- a list\n  - deeper\n- again",
    "```\n### D9: not an entry\n```",
    "### D7: not a heading",
    "**Note:** in bold",
    "---",
    "<!-- a comment\nof two lines -->",
    "    x",
    "> a quote: with a colon",
    "<placeholder>",
    "(not answered)",
    "ends with a colon:",
    "é — ü ¶",
];

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(TEXTS).prop_map(|text| text.trim_start().to_owned())
}

fn source() -> impl Strategy<Value = SourceRef> {
    prop::sample::select(&["Q1", "Q12", "R1.1", "R1.1a", "the pilots", "D2"][..]).prop_map(SourceRef::from)
}

fn status() -> impl Strategy<Value = Option<clarifications_md::decisions::EntryStatus>> {
    let words: Vec<&str> =
        DecisionStatus::ALL.iter().map(|status| status.as_str()).chain(["done", "resolved (mostly)"]).collect();
    prop::option::weighted(0.9, prop::sample::select(words).prop_map(Into::into))
}

fn others() -> impl Strategy<Value = Vec<OtherField>> {
    let label = prop::sample::select(&["Owner", "Due date", "Answer", "Status", "Risk (high)"][..]);
    prop::collection::vec((label, text()).prop_map(|(label, text)| OtherField::new(label, text)), 0..3)
}

prop_compose! {
    fn entry()(
        number in 1_u32..30,
        title in prop::sample::select(&["", "Depth", "[Critical Gap] Depth: of the channel", "A — B", "{title}", "C#"][..]),
        texts in prop::collection::vec(prop::option::of(text()), 7),
        source in prop::collection::vec(source(), 0..3),
        answers in prop::collection::vec((prop::sample::select(&["Q1", "Q2", "R2.1", "pilot"][..]), text()), 0..3),
        status in status(),
        fields in others(),
        other in prop::sample::select(&["", "", "Loose words.", "## A heading\n\nand words", "## Gap\n- **Status:** draft\n> **Answer:** B", "```\n### D1: fenced\n```", "```\nopen", "---"][..]),
    ) -> Decision {
        let mut entry = Decision::new(DecisionId::new(number).expect("a number"), title);
        let mut texts = texts.into_iter();
        let mut next = || texts.next().flatten();
        entry.original_question = next();
        entry.section = next().map(|text| text.lines().next().unwrap_or_default().to_owned());
        entry.answer = next();
        entry.decision = next();
        entry.reasoning = next();
        entry.implication = next();
        entry.note = next();
        entry.source = source;
        for (item, text) in answers {
            if entry.answers.iter().all(|sided| sided.item != SourceRef::from(item)) {
                entry.answers.push(SidedAnswer::new(item, text));
            }
        }
        entry.status = status;
        // What stands there again stands there once already.
        entry.fields = fields
            .into_iter()
            .filter(|field| match field.label.as_str() {
                "Answer" => entry.answer.is_some(),
                "Status" => entry.status.is_some(),
                _ => true,
            })
            .collect();
        other.clone_into(&mut entry.other);
        entry
    }
}

fn frontmatter() -> impl Strategy<Value = DecisionsFrontmatter> {
    let status =
        prop::option::weighted(0.9, prop::sample::select(&["draft", "final", "pending", "{status}", "a: b # c"][..]));
    let extra = prop::sample::select(vec![
        Map::new(),
        Map::from_iter([
            ("round".to_owned(), json!("1")),
            ("owners".to_owned(), json!(["pilot", "the \"master\", too"])),
        ]),
        Map::from_iter([("empty".to_owned(), json!("")), ("odd key: x".to_owned(), json!("- # [x]"))]),
        Map::from_iter([("none".to_owned(), Value::Array(Vec::new()))]),
    ]);
    let lines = prop::sample::select(vec![
        vec![],
        vec!["  model: small".to_owned()],
        vec!["no entry".to_owned(), "- stray".to_owned()],
    ]);
    (status, prop::option::of(0_u64..4), prop::option::of(0_u64..3), extra, lines).prop_map(
        |(status, count, conflicts, extra, lines)| {
            let mut frontmatter = DecisionsFrontmatter::default();
            frontmatter.status = status.map(str::to_owned);
            frontmatter.decision_count = count.and_then(Count::new);
            frontmatter.conflicts_resolved = conflicts.and_then(Count::new);
            frontmatter.extra = extra;
            frontmatter.other_lines = lines;
            frontmatter
        },
    )
}

prop_compose! {
    /// Any decisions document that reading can give.
    pub(crate) fn decisions()(
        frontmatter in frontmatter(),
        preamble in prop::sample::select(&["", "# Decisions", "Words\n\n- **Status:** resolved", "# Gap\n  - Source: Q1\n- **Decision:** x"][..]),
        mut entries in prop::collection::vec(entry(), 0..4),
        quarantine in prop::sample::select(&["", "", "### D01: zero\n- **Status:** resolved"][..]),
    ) -> Decisions {
        // An open fence hides what follows it, so it stands last.
        let hides = |entry: &Decision| entry.other.ends_with("open");
        if let Some(at) = entries.iter().position(hides) {
            entries.truncate(at + 1);
        }
        let hidden = entries.iter().any(hides);
        let mut value = Decisions::default();
        value.frontmatter = Some(frontmatter);
        preamble.clone_into(&mut value.preamble);
        value.entries = entries;
        value.quarantine = Some(quarantine.to_owned()).filter(|text| !text.is_empty() && !hidden).into_iter().collect();
        value
    }
}
