//! Inputs far beyond what anybody means to send: the command must say so in bounded memory, whoever it hurts.
//!
//! Each case gives an input, the most memory that may be held for it, how the command must end, and words that it must
//! say. `--small` runs the same cases on inputs that take seconds, for CI; where what is held grows with the input (a
//! million findings) the bound shrinks with it. Memory is known on Linux; elsewhere the end says that it was not seen.

mod cases;
mod measure;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::repo;
use cases::Case;
use measure::Seen;

/// How often a run is tried again whose memory was not seen.
const AGAIN: usize = 20;

/// How large the inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// As large as the specification of this task says: minutes, with the release build.
    Full,
    /// Small enough for every change: seconds, with the build that the tests use.
    Small,
}

impl Scale {
    /// A number of things in the small form and in the full one.
    fn of(self, small: usize, full: usize) -> usize {
        if self == Self::Full { full } else { small }
    }

    /// The name of an input in the small form and in the full one.
    fn name(self, small: &'static str, full: &'static str) -> &'static str {
        if self == Self::Full { full } else { small }
    }
}

/// Runs every case and prints a table; fails when a bound is broken.
pub(crate) fn run(root: &Path, scale: Scale) -> Result<(), String> {
    let program = build(root, scale)?;
    let folder = root.join("target/limits");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    repo::write(&folder.join("README"), "Inputs of `cargo xtask limits`; may be deleted.\n")?;
    println!(
        "| input | command | read | most memory | bound | exit | seconds | says |\n|---|---|---|---|---|---|---|---|"
    );
    let (mut wrong, mut unseen) = (Vec::new(), 0);
    for case in cases::all(scale) {
        let start = Instant::now();
        let mut seen = measure::run(&program, &case, &folder)?;
        // A run that is over at once may end before anybody looks.
        for _ in 0..if cfg!(target_os = "linux") { AGAIN } else { 0 } {
            if seen.memory.is_none() {
                seen = measure::run(&program, &case, &folder)?;
            }
        }
        unseen += usize::from(seen.memory.is_none());
        println!("{}", row(&case, &seen, start.elapsed().as_secs_f64()));
        wrong.extend(problems(&case, &seen));
    }
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if unseen > 0 {
        println!("the memory of {unseen} runs could not be seen: their bounds were not tested");
    }
    if unseen > 0 && cfg!(target_os = "linux") {
        wrong.push(format!("{unseen} runs whose memory could not be seen, though this system tells it"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("broken bounds:\n{}", wrong.join("\n"))) }
}

/// The command, built: by the release profile, or as the tests build it, so that CI need not build it once more.
fn build(root: &Path, scale: Scale) -> Result<PathBuf, String> {
    let (arguments, profile): (&[&str], &str) = match scale {
        Scale::Full => (&["build", "--release", "-p", "agent-envelope-cli"], "release"),
        Scale::Small => (&["build", "--workspace", "--all-features", "--bin", "envelope"], "debug"),
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let status = cargo.args(arguments).arg("--quiet").current_dir(root).status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo {}: {status}", arguments.join(" ")));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(profile).join(format!("envelope{}", std::env::consts::EXE_SUFFIX)))
}

fn row(case: &Case, seen: &Seen, seconds: f64) -> String {
    let exit = seen.exit.map_or_else(|| "killed".to_owned(), |exit| exit.to_string());
    let taken = if case.is_piped() { megabytes(seen.taken) } else { String::new() };
    let says: String = seen.says(case.words).chars().take(100).collect();
    let memory = seen.memory.map_or_else(|| "not known".to_owned(), megabytes);
    format!(
        "| {} | {} | {taken} | {memory} | {} | {exit} | {seconds:.1} | {} |",
        case.name,
        case.command.join(" "),
        megabytes(case.bound),
        says.replace('|', "\\|")
    )
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}

/// What does not hold.
fn problems(case: &Case, seen: &Seen) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut add = |what: String| wrong.push(format!("{} ({}): {what}", case.name, case.command.join(" ")));
    if let Some(memory) = seen.memory.filter(|memory| *memory > case.bound) {
        add(format!("{} where {} are allowed", megabytes(memory), megabytes(case.bound)));
    }
    if seen.exit != Some(case.exit) {
        add(format!("exit {:?}, not {}: {}", seen.exit, case.exit, seen.stderr.lines().take(3).collect::<String>()));
    }
    if !seen.stderr.contains(case.words) {
        add(format!("it does not say `{}` but `{}`", case.words, seen.stderr.lines().take(3).collect::<String>()));
    }
    if let Some(most) = case.reads_at_most.filter(|most| seen.taken > *most) {
        add(format!("it read {} of a pipe, {} are enough", megabytes(seen.taken), megabytes(most)));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_broken_bound_is_named() {
        let case = cases::all(Scale::Small).into_iter().find(|case| case.reads_at_most.is_some()).unwrap();
        let fine = Seen { memory: Some(1), exit: Some(case.exit), stderr: case.words.to_owned(), taken: 0 };
        assert_eq!(problems(&case, &fine), Vec::<String>::new());
        let broken = Seen { memory: Some(u64::MAX), exit: None, stderr: String::new(), taken: u64::MAX };
        assert_eq!(problems(&case, &broken).len(), if case.words.is_empty() { 3 } else { 4 });
    }
}
