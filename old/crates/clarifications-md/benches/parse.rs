//! Reading and checking a document beside a bare pass over its Markdown (design, "Speed").

mod documents;

use std::hint::black_box;
use std::time::Duration;

use clarifications_md::parse;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use documents::documents;
use pulldown_cmark::{Options, Parser};

fn full_parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("clarifications-md document");
    group.sample_size(40).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for (name, text) in documents() {
        assert!(parse(&text).accepted().is_some(), "the input is good");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), &text, |bencher, text| {
            // Tables are made when they are first asked, which is no part of the work.
            assert!(parse(text).read().is_some());
            bencher.iter(|| parse(black_box(text)));
        });
        group.bench_with_input(BenchmarkId::new("pulldown-cmark", name), &text, |bencher, text| {
            bencher.iter(|| Parser::new_ext(black_box(text), Options::ENABLE_TABLES).into_offset_iter().for_each(drop));
        });
    }
    group.finish();
}

criterion_group!(benches, full_parse);
criterion_main!(benches);
