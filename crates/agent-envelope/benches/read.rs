//! Reading messages whose protocol is not known, and 2n against n.

#![allow(missing_docs, reason = "a bench")]

#[path = "../../envelope-core/benches/growth/mod.rs"]
mod growth;

use std::hint::black_box;

use agent_envelope::{Message, Options, PROTOCOLS, parse, read};
use criterion::{Criterion, criterion_group, criterion_main};

/// Each protocol's first canonical message, once with its protocol named and once with it to be found.
fn detected(c: &mut Criterion) {
    let options = Options::default();
    for protocol in PROTOCOLS {
        let text = protocol.info.canonical[0].text;
        let mut group = c.benchmark_group(format!("detect {}", protocol.info.name));
        group.bench_function("named", |b| b.iter(|| parse(&Message::from(black_box(text)), protocol, &options)));
        group.bench_function("found", |b| b.iter(|| read(&Message::from(black_box(text)), None, &options)));
        group.finish();
    }
}

fn growth(c: &mut Criterion) {
    let options = Options::default();
    let all: String = PROTOCOLS.iter().map(|protocol| protocol.info.canonical[0].text).collect();
    let inputs: [growth::Input<'_>; 2] = [
        ("messages of all protocols", &|n| all.repeat(n * 200)),
        ("markers", &|n| "STATUS:\nRESULT:\n{\n## Q1\n".repeat(n * 10_000)),
    ];
    growth::growth(c, |text| read(&Message::from(text), None, &options), &inputs);
}

criterion_group!(benches, detected, growth);
criterion_main!(benches);
