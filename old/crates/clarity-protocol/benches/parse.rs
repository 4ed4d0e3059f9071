//! Full typed parse and rules, next to a bare pass of the Markdown parser over the same text.

use std::hint::black_box;
use std::time::Duration;

use clarity_protocol::parse;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pulldown_cmark::{Options, Parser};

mod inputs;

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clarity parse and rules");
    // About 2 KB and 1 MB; findings are half table, half discussions.
    let inputs = [
        ("2KB", inputs::message(5)),
        ("1MB", inputs::message(3100)),
        ("2KB prose", inputs::prose(7)),
        ("1MB prose", inputs::prose(3900)),
    ];
    for (name, text) in inputs {
        assert_eq!(parse(text.as_str()).diagnostics(), [], "the input is clean");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            bencher.iter(|| parse(black_box(text.as_str())));
        });
        group.bench_with_input(BenchmarkId::new("pulldown-cmark", name), &text, |bencher, text| {
            bencher.iter(|| {
                Parser::new_ext(black_box(text), Options::ENABLE_TABLES).into_offset_iter().map(black_box).count()
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = parsing;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = benches
}
criterion_main!(parsing);
