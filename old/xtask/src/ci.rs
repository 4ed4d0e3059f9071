//! Everything that must be green before a change is taken, in order, stopping at the first failure.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use toml::{Table, Value};

use crate::generated::Mode;
use crate::interop::{self, Generators};
use crate::kinds::KINDS;
use crate::{api, docs, fixtures, limits, repo, schemas, supply};

/// Runs the steps.
pub(crate) fn run(root: &Path, generators: Generators) -> Result<(), String> {
    let start = Instant::now();
    for step in steps(root, has_nextest())? {
        step.run(root)?;
    }
    println!("\n==> generated files and fixtures");
    schemas::run(root, KINDS, Mode::Check)?;
    docs::run(root, Mode::Check)?;
    println!("{}", fixtures::run(root, KINDS)?);
    println!("\n==> public items, dependencies, licences, packages");
    api::run(root, Mode::Check)?;
    supply::run(root, Mode::Check, supply::Packages::Packed)?;
    println!("\n==> inputs beyond any sense, in small");
    limits::run(root, limits::Scale::Small)?;
    println!("\n==> the schemas with the tools of other languages");
    interop::run(root, KINDS, generators)?;
    println!("\nall green in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// One call of cargo.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    arguments: Vec<String>,
    /// Variables of its environment.
    variables: &'static [(&'static str, &'static str)],
}

/// The laws and what only fuzzing compiles, with a stable compiler and without cargo-fuzz. Nothing is linked, so that the
/// path of a libFuzzer that is not there spares the build of the real one and with it a compiler of C++.
const FUZZING: &[(&str, &str)] =
    &[("RUSTFLAGS", "--cfg fuzzing -D warnings"), ("CUSTOM_LIBFUZZER_PATH", "not/linked.a")];

impl Step {
    fn new(arguments: &str) -> Self {
        Self { arguments: arguments.split(' ').map(str::to_owned).collect(), variables: &[] }
    }

    fn with(self, variables: &'static [(&'static str, &'static str)]) -> Self {
        Self { variables, ..self }
    }

    fn shown(&self) -> String {
        let variables = self.variables.iter().map(|(name, value)| format!("{name}='{value}'"));
        let words = variables.chain(["cargo".to_owned()]).chain(self.arguments.iter().cloned());
        words.collect::<Vec<_>>().join(" ")
    }

    fn run(&self, root: &Path) -> Result<(), String> {
        println!("\n==> {}", self.shown());
        let start = Instant::now();
        let mut command = cargo();
        command.args(&self.arguments).envs(self.variables.iter().copied()).current_dir(root);
        let status = command.status().map_err(|error| format!("cannot run cargo: {error}"))?;
        println!("    {:.1} s", start.elapsed().as_secs_f64());
        if status.success() { Ok(()) } else { Err(format!("failed: {} ({status})", self.shown())) }
    }
}

fn steps(root: &Path, nextest: bool) -> Result<Vec<Step>, String> {
    let tests = if nextest {
        Step::new("nextest run --workspace --all-features")
    } else {
        Step::new("test --workspace --all-features --lib --bins --tests")
    };
    let mut steps = vec![
        Step::new("fmt --all --check"),
        Step::new("fmt --manifest-path fuzz/Cargo.toml --check"),
        Step::new("clippy --workspace --all-targets --all-features -- -D warnings"),
        tests,
        Step::new("test --doc --workspace --all-features"),
        Step::new("test -p agent-envelope --no-default-features --features json-return --test one_protocol"),
    ];
    for path in repo::entries(&root.join("crates"))? {
        if path.join("src/lib.rs").is_file() {
            steps.extend(alone(&repo::read_text(&path.join("Cargo.toml"))?)?);
        }
    }
    let fuzzing = "check --manifest-path fuzz/Cargo.toml --locked --target-dir target/fuzz-check";
    steps.push(Step::new(fuzzing).with(FUZZING));
    let doc = "doc --workspace --all-features --no-deps";
    steps.push(Step::new(doc).with(&[("RUSTDOCFLAGS", "-D warnings")]));
    Ok(steps)
}

/// A library by itself: bare, as it comes, and with each of its features.
fn alone(manifest: &str) -> Result<Vec<Step>, String> {
    let manifest: Table = manifest.parse().map_err(|error| format!("a manifest: {error}"))?;
    let name = manifest.get("package").and_then(|package| package.get("name")).and_then(Value::as_str);
    let name = name.ok_or("a manifest without a name")?;
    let features = manifest.get("features").and_then(Value::as_table);
    let features: BTreeSet<&String> =
        features.into_iter().flat_map(Table::keys).filter(|name| *name != "default").collect();
    let bare = format!("check -p {name} --no-default-features");
    let singly = features.iter().map(|feature| format!("{bare} --features {feature}"));
    Ok([bare.clone(), format!("check -p {name}")].into_iter().chain(singly).map(|step| Step::new(&step)).collect())
}

/// The cargo that runs this task.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn has_nextest() -> bool {
    let mut command = cargo();
    command.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_checked_with_each_feature() {
        let manifest = "[package]\nname = \"a\"\n[features]\ndefault = [\"y\"]\ny = []\nx = []\n";
        let shown: Vec<String> = alone(manifest).unwrap().iter().map(Step::shown).collect();
        assert_eq!(
            shown,
            [
                "cargo check -p a --no-default-features",
                "cargo check -p a",
                "cargo check -p a --no-default-features --features x",
                "cargo check -p a --no-default-features --features y",
            ]
        );
    }

    #[test]
    fn tests_run_with_or_without_nextest() {
        let steps = |nextest| steps(&repo::root(), nextest).unwrap().iter().map(Step::shown).collect::<Vec<_>>();
        assert_eq!(steps(true)[3], "cargo nextest run --workspace --all-features");
        assert_eq!(steps(false)[3], "cargo test --workspace --all-features --lib --bins --tests");
        assert!(
            steps(true).contains(&"cargo check -p envelope-core --no-default-features --features schemars".to_owned())
        );
        assert_eq!(
            steps(true).last().unwrap(),
            "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --all-features --no-deps"
        );
    }
}
