//! The benchmarks in one run, and one table of how we compare with the goals.
//!
//! Convention for the benches: the criterion group is the work (`json-return clean`), the function is who does it —
//! `ours`, or a peer's name — and the parameter is the input (`small`). Measures of one run are compared, never those of
//! two. Beside the time stand the instructions of one iteration, which a busy machine does not change; a goal that is
//! missed by both is missed.

mod command;
mod goals;
mod instructions;
mod table;
mod times;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde_json::Value;

use crate::repo;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Times and instructions, into `docs/speed.md`.
    All,
    /// The same with few samples, into `target/bench.md`: to see that it works.
    Quick,
    /// Only instructions, into `target/bench.md`.
    Instructions,
    /// Only the command on many files, into `target/bench.md`: both cores must have nothing else to do.
    Command,
}

/// One measure: nanoseconds or instructions.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    work: String,
    who: String,
    input: String,
    value: f64,
}

/// A program that holds benchmarks.
#[derive(Debug)]
struct Program {
    path: PathBuf,
    /// The folder of its crate.
    folder: PathBuf,
    name: String,
}

/// The name that the benches give to our own work.
const OURS: &str = "ours";
/// How many findings the goal of aggregation is about, and how many a quick run takes.
const FINDINGS: (&str, &str) = ("1000000", "10000");

/// Runs the benchmarks and writes the table.
pub(crate) fn run(root: &Path, what: What) -> Result<(), String> {
    let programs = if what == What::Command { Vec::new() } else { build(root)? };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut seconds = Vec::new();
    if matches!(what, What::All | What::Quick) {
        seconds = times(&programs, &target, what)?;
    }
    if what != What::Instructions {
        seconds.extend(command::measure(root, &target, what)?);
    }
    let counts = instructions::count(&programs, &target.join("callgrind"))?;
    let table = table::table(&seconds, &counts, &heading(root, what));
    let path = if what == What::All { root.join("docs/speed.md") } else { target.join("bench.md") };
    repo::write(&path, &table)?;
    print!("{table}");
    println!("\nwrote {}", repo::relative(root, &path));
    Ok(())
}

/// Builds every benchmark; gives the programs.
fn build(root: &Path) -> Result<Vec<Program>, String> {
    let mut command = cargo();
    // Only the bench targets: the harness of the unit tests does not know criterion's arguments.
    command.args(["bench", "--workspace", "--bench", "*", "--no-run", "--message-format", "json-render-diagnostics"]);
    let output = command.current_dir(root).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot run cargo bench: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo bench --no-run: {}", output.status));
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(messages.filter_map(|message| program(&message)).collect())
}

fn program(message: &Value) -> Option<Program> {
    let target = &message["target"];
    let is_bench = target["kind"].as_array()?.iter().any(|kind| kind == "bench");
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let path = message["executable"].as_str().filter(|_| is_bench)?;
    let folder = manifest.parent()?.to_owned();
    let name = format!("{} {}", folder.file_name()?.to_string_lossy(), target["name"].as_str()?);
    Some(Program { path: path.into(), folder, name })
}

/// Runs all programs and collects what criterion wrote.
fn times(programs: &[Program], target: &Path, what: What) -> Result<Vec<Measured>, String> {
    let start = SystemTime::now();
    for program in programs {
        println!("==> {}", program.name);
        let mut command = Command::new(&program.path);
        command.arg("--bench").current_dir(&program.folder).env("CARGO_TARGET_DIR", target);
        command.env("AGGREGATE_FINDINGS", if what == What::Quick { FINDINGS.1 } else { FINDINGS.0 });
        // Criterion's own defaults take half an hour; medians of a quiet machine are steady long before.
        let samples: &[&str] = match what {
            What::Quick => &["--warm-up-time", "0.1", "--measurement-time", "0.2", "--sample-size", "10"],
            What::All | What::Instructions | What::Command => &["--warm-up-time", "0.5", "--measurement-time", "2"],
        };
        command.args(samples);
        let status = command.status().map_err(|error| format!("{}: {error}", program.name))?;
        if !status.success() {
            return Err(format!("{}: {status}", program.name));
        }
    }
    times::results(&target.join("criterion"), start)
}

/// When, where and how the table was made.
fn heading(root: &Path, what: What) -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(root).output().ok();
        let text = output.filter(|output| output.status.success()).map(|output| output.stdout).unwrap_or_default();
        String::from_utf8_lossy(&text).trim().to_owned()
    };
    let flag = match what {
        What::All => "",
        What::Quick => " --quick",
        What::Instructions => " --instructions",
        What::Command => " --command",
    };
    let processor = repo::read_text(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map(|it| it.1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let warning =
        if what == What::Quick { "\nFew samples, 500 files: to see that it works, not to go by.\n" } else { "" };
    format!(
        "# Speed\n\nWritten by `cargo xtask bench{flag}` on {} at commit {} with {}, {cores} cores of {}.\n{warning}",
        said("date", &["-u", "+%Y-%m-%d"]),
        said("git", &["rev-parse", "--short", "HEAD"]),
        said("rustc", &["--version"]),
        processor.unwrap_or("an unknown processor"),
    )
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
