//! How long a hook takes from its start to its end, next to a program that does nothing.
//!
//! Agents wait for it at every stop, so what counts is the whole process: loading, arguments, the message, the count of
//! tries on the disk. `ours` is the hook; `true` is started in the same way with the same input. The inputs are those of
//! `fixtures/hook`: a report that is accepted, one that is refused, and one that stands in a transcript.
#![allow(clippy::disallowed_methods, reason = "the benchmark runs the program on files")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn start(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cache = std::env::temp_dir().join(format!("envelope-bench-{}", std::process::id()));
    let mut group = criterion.benchmark_group("hook");
    group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(4));
    for name in ["claude-accepted", "claude-refused", "claude-no-message"] {
        let input = root.join("fixtures/hook").join(name).with_extension("json");
        let programs: [(&str, PathBuf, &[&str]); 2] = [
            ("ours", env!("CARGO_BIN_EXE_envelope").into(), &["hook", "claude-code", "--protocol", "status-block"]),
            ("true", "true".into(), &[]),
        ];
        for (who, program, arguments) in programs {
            group.bench_function(BenchmarkId::new(who, name), |bencher| {
                bencher.iter(|| {
                    let status = Command::new(&program)
                        .args(arguments)
                        .current_dir(&root)
                        .env("XDG_CACHE_HOME", &cache)
                        .stdin(File::open(&input).expect("the fixture is there"))
                        .stdout(Stdio::null())
                        .status();
                    assert!(status.is_ok_and(|status| status.success()), "{who} on {name}");
                });
            });
        }
    }
    group.finish();
    fs::remove_dir_all(cache).ok();
}

criterion_group!(benches, start);
criterion_main!(benches);
