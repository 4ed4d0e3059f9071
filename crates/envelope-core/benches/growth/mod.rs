//! Shared by the benches: what reading twice as much costs.

use criterion::{BenchmarkId, Criterion, Throughput};

/// Makes an input of a size that grows with n.
pub(crate) type Input<'a> = (&'a str, &'a dyn Fn(usize) -> String);

/// Measures reading each input with n = 1 and n = 2.
pub(crate) fn growth<R>(c: &mut Criterion, read: impl Fn(&str) -> R, inputs: &[Input<'_>]) {
    for (name, input) in inputs {
        let mut group = c.benchmark_group(format!("2n {name}"));
        for n in [1, 2] {
            let text = input(n);
            group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
            group.bench_function(BenchmarkId::from_parameter(format!("{n}n")), |b| b.iter(|| read(&text)));
        }
        group.finish();
    }
}
