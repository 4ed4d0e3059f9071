use std::process::Command;
use std::time::Instant;

use crate::Result;
use crate::files::root;

/// What must be green, in the order of how soon it fails.
const STEPS: &[&str] = &[
    "fmt --all --check",
    "clippy --workspace --all-features --all-targets --locked -- -D warnings",
    "test --workspace --all-features --locked",
    "xtask schemas --check",
    "xtask docs --check",
    "xtask fixtures",
    "xtask interop",
    "doc --workspace --all-features --no-deps --locked",
    "check --package clarity-protocol --no-default-features --locked",
    "check --package status-block --no-default-features --locked",
    "check --package agent-envelope --no-default-features --features status-block --locked",
    "check --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --locked",
    "package --workspace --exclude xtask --no-verify --allow-dirty --offline --locked --quiet",
];

/// `cargo xtask ci`: runs the steps and stops at the first that fails.
pub(crate) fn run() -> Result {
    let begin = Instant::now();
    for step in STEPS {
        println!("\n==> cargo {step}");
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO"));
        command.args(step.split(' ')).current_dir(root()).env("RUSTDOCFLAGS", "-D warnings");
        let status = command.status().map_err(|error| format!("cargo {step}: {error}"))?;
        if !status.success() {
            return Err(format!("`cargo {step}` failed"));
        }
        println!("    {} s", start.elapsed().as_secs());
    }
    println!("\nAll {} steps are green after {} s.", STEPS.len(), begin.elapsed().as_secs());
    Ok(())
}
