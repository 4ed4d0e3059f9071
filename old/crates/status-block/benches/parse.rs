//! Reading a block, beside typed YAML crates on the same bytes.

mod work;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use work::{Block, SIZES, WORKS, input};

fn all(criterion: &mut Criterion) {
    for work in WORKS {
        compare(criterion, &format!("status-block {work}"), &SIZES.map(|size| (size, input(work, size))));
    }
}

fn compare(criterion: &mut Criterion, work: &str, inputs: &[(&str, String)]) {
    let mut group = criterion.benchmark_group(work);
    group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    for (name, text) in inputs {
        assert!(status_block::parse(text.as_str()).diagnostics().is_empty());
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", name), text, |bencher, text| {
            bencher.iter(|| black_box(status_block::parse(black_box(text.as_str()))));
        });
        group.bench_with_input(BenchmarkId::new("serde_norway", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_norway::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
        group.bench_with_input(BenchmarkId::new("serde_yaml_ng", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_yaml_ng::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
        group.bench_with_input(BenchmarkId::new("serde-saphyr", name), text, |bencher, text| {
            bencher.iter(|| black_box(serde_saphyr::from_str::<Block>(black_box(text)).expect("valid YAML")));
        });
    }
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
