//! Reading messages whose protocol is not known: 2n against n.

#![allow(missing_docs, reason = "a bench")]

#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use agent_envelope::{Message, Options, PROTOCOLS, read};
use criterion::{Criterion, criterion_group, criterion_main};

fn growth(c: &mut Criterion) {
    let options = Options::default();
    let all: String = PROTOCOLS.iter().map(|protocol| protocol.info.canonical[0].text).collect();
    let inputs: [growth::Input<'_>; 2] = [
        ("messages of all protocols", &|n| all.repeat(n * 200)),
        ("markers", &|n| "STATUS:\nRESULT:\n{\n### Q1:\n### D1:\n".repeat(n * 10_000)),
    ];
    growth::growth(c, |text| read(&Message::from(text), None, &options), &inputs);
}

criterion_group!(benches, growth);
criterion_main!(benches);
