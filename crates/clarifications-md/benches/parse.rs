//! Reading documents with all rules against a bare pulldown-cmark pass with offsets, and 2n against n.

#![allow(clippy::format_collect, clippy::semicolon_if_nothing_returned, missing_docs, reason = "a bench")]

#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use std::hint::black_box;

use clarifications_md::parse;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pulldown_cmark::Parser;

/// A document with this many questions, ten a section, every third one with a refinement.
fn document(questions: usize) -> String {
    let refinement = |at: usize| {
        format!(
            "#### Refinements\n\n##### R{at}.1: Which Part of the Draught at Berth {at}\nThe answer does not say how much.\n\n\
             A. A tenth\nB. A fifth\nC. Other (please specify)\n\n**Recommendation:** A — The charts are exact to that.\n\n\
             **Answer:** C — a seventh, but never under half a metre\n\n"
        )
    };
    let question = |at: usize| {
        let section = if at % 10 == 1 { format!("## Section {}: Berths\n\n", at / 10 + 1) } else { String::new() };
        let refinement = if at.is_multiple_of(3) { refinement(at) } else { String::new() };
        format!(
            "{section}### Q{at}: Reference Level for the Draught at Berth {at}\nTo which level do we compare the draught of a \
             ship that enters the harbour, and who says so?\n\nA. The lowest tide of the year, as the charts have it\nB. The \
             tide of the day, less a margin\nC. Other (please specify)\n\n_Consolidated from: Charts Q{at}, Pilotage Q3_\n\n\
             **Recommendation:** A — It is safe on every day and needs no forecast.\n\n**Answer:** B\n\n{refinement}"
        )
    };
    format!(
        "---\nquestion_count: {questions}\nsections: {}\nduplicates_removed: 1\nrefinement_count: {}\n---\n\n# Tides\n\n{}",
        questions.div_ceil(10),
        questions / 3,
        (1..=questions).map(question).collect::<String>(),
    )
}

fn against_pulldown_cmark(c: &mut Criterion) {
    for (name, questions) in [("2 KB", 3), ("1 MB", 1_800)] {
        let text = document(questions);
        assert!(parse(&text).diagnostics().is_empty());
        let mut group = c.benchmark_group(format!("clarifications {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(50);
        group.bench_function("clarifications-md", |b| b.iter(|| parse(black_box(&text))));
        let behind_prose = format!("Here are the questions.\n\n{text}");
        assert!(parse(&behind_prose).is_accepted());
        group.bench_function("behind a line of prose", |b| b.iter(|| parse(black_box(&behind_prose))));
        group.bench_function("pulldown-cmark", |b| {
            let parser = || Parser::new(black_box(&text)).into_offset_iter();
            b.iter(|| parser().map(|(event, range)| drop(black_box((event, range)))).count())
        });
        group.finish();
    }
}

fn growth(c: &mut Criterion) {
    let inputs: [growth::Input<'_>; 6] = [
        ("questions", &|n| document(n * 1_000)),
        ("frontmatter", &|n| {
            document(1).replace("sections", &format!("{}sections", "note: [a, \"b\"]\n".repeat(n * 20_000)))
        }),
        ("names of sections", &|n| {
            document(n * 1_000).replace("sections: ", &format!("sections: [{}] #", "Berths, ".repeat(n * 10_000)))
        }),
        ("repeated ids", &|n| document(1) + &"### Q1: Again\n".repeat(n * 5_000)),
        ("breaks", &|n| "---\nnote: 1\n".repeat(n * 40_000)),
        ("flags", &|n| {
            document(n * 1_000) + "## Needs Clarification\n" + &"### Contradiction: Q1\nQ2 R3.1\n".repeat(n * 5_000)
        }),
    ];
    growth::growth(c, |text| parse(text), &inputs);
}

criterion_group!(benches, against_pulldown_cmark, growth);
criterion_main!(benches);
