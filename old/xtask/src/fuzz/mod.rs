//! Fuzzing: the targets of `fuzz/` with seeds from the fixtures and dictionaries from the tables of words.

mod dictionaries;
mod run;
mod seeds;

use std::path::Path;
use std::process::{Command, Stdio};

/// The version that the targets are known to work with.
const CARGO_FUZZ: &str = "0.13.2";

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// How long each target runs; 0 writes seeds and dictionaries only.
    seconds: u64,
    target: Option<String>,
    jobs: usize,
}

impl Options {
    /// Reads `--seconds N [--target T] [--jobs J]`, or `--seeds`; `None` when it was called wrongly.
    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        let mut options = Self { seconds: 0, target: None, jobs: 2 };
        if words == ["--seeds"] {
            return Some(options);
        }
        for pair in words.chunks(2) {
            match pair {
                ["--seconds", seconds] => options.seconds = seconds.parse().ok()?,
                ["--target", target] => options.target = Some((*target).to_owned()),
                ["--jobs", jobs] => options.jobs = jobs.parse().ok().filter(|jobs| *jobs > 0)?,
                _ => return None,
            }
        }
        (options.seconds > 0).then_some(options)
    }
}

/// Writes seeds and dictionaries, builds all targets and runs them; fails on any finding.
pub(crate) fn run(root: &Path, options: &Options) -> Result<(), String> {
    let all = targets(root)?;
    let chosen: Vec<String> = match &options.target {
        Some(target) if !all.contains(target) => {
            return Err(format!("no target is called {target}; there are: {}", all.join(", ")));
        }
        Some(target) => vec![target.clone()],
        None => all,
    };
    dictionaries::run(root, crate::generated::Mode::Write)?;
    for target in &chosen {
        let count = seeds::write(root, target)?;
        println!("{target}: {count} seeds");
    }
    if options.seconds == 0 {
        return Ok(());
    }
    if !is_installed() {
        return Err(format!(
            "cargo-fuzz is not there; install it: cargo install cargo-fuzz --version {CARGO_FUZZ} --locked"
        ));
    }
    run::build(root)?;
    let results = run::all(root, &chosen, options)?;
    println!("\n{}", run::table(&results));
    let found: Vec<String> = results.iter().flat_map(|result| result.findings.clone()).collect();
    if found.is_empty() { Ok(()) } else { Err(format!("{} findings:\n{}", found.len(), found.join("\n"))) }
}

/// The names of the targets, from their files.
fn targets(root: &Path) -> Result<Vec<String>, String> {
    let files = crate::repo::entries(&root.join("fuzz/fuzz_targets"))?;
    Ok(files.iter().filter_map(|path| path.file_stem()?.to_str().map(str::to_owned)).collect())
}

/// A call of cargo that lets a stable compiler take the flags of coverage.
fn cargo_fuzz(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg("fuzz").current_dir(root.join("fuzz")).env("RUSTC_BOOTSTRAP", "1");
    command
}

fn is_installed() -> bool {
    let mut command = Command::new("cargo");
    command.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::Mode;
    use crate::repo;

    #[test]
    fn options_are_read() {
        let read = |words: &str| Options::read(&words.split(' ').collect::<Vec<_>>());
        let expected = Options { seconds: 60, target: Some("json".into()), jobs: 1 };
        assert_eq!(read("--seconds 60 --target json --jobs 1"), Some(expected));
        assert_eq!(read("--seeds").map(|options| options.seconds), Some(0));
        for wrong in ["", "--seconds", "--seconds x", "--target json", "--seconds 5 --jobs 0", "--all 5"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_target_has_seeds() {
        let root = repo::root();
        for target in targets(&root).unwrap() {
            let seeds = seeds::of(&root, &target).unwrap();
            assert!(seeds.len() > 10, "{target}: {} seeds", seeds.len());
        }
    }

    #[test]
    fn dictionaries_are_up_to_date() {
        dictionaries::run(&repo::root(), Mode::Check).unwrap_or_else(|message| panic!("{message}"));
    }
}
