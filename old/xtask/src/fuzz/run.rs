//! Builds the targets, runs them some at a time, and tells what came of each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use super::{Options, cargo_fuzz};
use crate::repo;

/// What came of a target.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) target: String,
    executions: u64,
    /// Places of the code reached by the seeds, and at the end.
    coverage: (u64, u64),
    pub(super) findings: Vec<String>,
}

/// Builds all targets, without a sanitizer: the crates have no unsafe code.
pub(super) fn build(root: &Path) -> Result<(), String> {
    let status = cargo_fuzz(root).args(["build", "-s", "none"]).status();
    let status = status.map_err(|error| format!("cannot run cargo fuzz: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo fuzz build failed ({status})")) }
}

/// Runs the targets, so many at a time.
pub(super) fn all(root: &Path, targets: &[String], options: &Options) -> Result<Vec<Outcome>, String> {
    let mut waiting = targets.iter();
    let mut running: Vec<Run> = Vec::new();
    let mut outcomes = Vec::new();
    loop {
        while running.len() < options.jobs {
            let Some(target) = waiting.next() else { break };
            println!("{target}: {} s", options.seconds);
            running.push(Run::start(root, target, options.seconds)?);
        }
        if running.is_empty() {
            return Ok(outcomes);
        }
        std::thread::sleep(Duration::from_millis(200));
        let mut still = Vec::new();
        for mut run in running {
            match run.child.try_wait().map_err(|error| error.to_string())? {
                None => still.push(run),
                Some(status) => outcomes.push(run.outcome(root, status.success())?),
            }
        }
        running = still;
    }
}

/// A target at work.
struct Run {
    target: String,
    child: Child,
    before: BTreeSet<String>,
}

impl Run {
    fn start(root: &Path, target: &str, seconds: u64) -> Result<Self, String> {
        let path = log_path(root, target);
        repo::write(&path, "")?;
        let log = File::create(&path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        // A whole envelope with its fixture fits; JSON is read alone, too, and nests deeper.
        let length = if target == "json" { 16_384 } else { 4_096 };
        let mut command = cargo_fuzz(root);
        command.args(["run", "-s", "none", target, "--"]);
        command.args([format!("-max_total_time={seconds}"), format!("-max_len={length}")]);
        command.args([format!("-dict=dictionaries/{target}.dict"), "-timeout=10".to_owned()]);
        command.args(["-rss_limit_mb=2048", "-print_final_stats=1"]).stderr(log);
        let child = command.spawn().map_err(|error| format!("cannot run cargo fuzz: {error}"))?;
        Ok(Self { target: target.to_owned(), child, before: artifacts(root, target)? })
    }

    fn outcome(self, root: &Path, success: bool) -> Result<Outcome, String> {
        let log = repo::read(&log_path(root, &self.target))?;
        let (executions, coverage) = figures(&String::from_utf8_lossy(&log));
        let mut findings: Vec<String> = artifacts(root, &self.target)?.difference(&self.before).cloned().collect();
        if !success && findings.is_empty() {
            findings.push(format!("{}: see {}", self.target, log_path(root, &self.target).display()));
        }
        Ok(Outcome { target: self.target, executions, coverage, findings })
    }
}

/// Executions and coverage, from what libFuzzer prints.
fn figures(log: &str) -> (u64, (u64, u64)) {
    let after =
        |line: &str, mark: &str| -> Option<u64> { line.split_once(mark)?.1.split_whitespace().next()?.parse().ok() };
    let executions = log.lines().filter_map(|line| after(line, "stat::number_of_executed_units:")).next_back();
    // A run that ended in a finding prints no statistics, but every line begins with the count so far.
    let counted = || log.lines().filter_map(|line| after(line, "#")).next_back();
    let covered = |line: &str| after(line, " cov: ");
    let first = log.lines().find(|line| line.contains("INITED")).and_then(covered).unwrap_or_default();
    let last = log.lines().filter_map(covered).next_back().unwrap_or(first);
    (executions.or_else(counted).unwrap_or_default(), (first, last))
}

fn log_path(root: &Path, target: &str) -> std::path::PathBuf {
    root.join("fuzz/target/logs").join(format!("{target}.log"))
}

fn artifacts(root: &Path, target: &str) -> Result<BTreeSet<String>, String> {
    let files = repo::entries(&root.join("fuzz/artifacts").join(target))?;
    Ok(files.iter().map(|path| repo::relative(root, path)).collect())
}

/// One row for each target.
pub(super) fn table(outcomes: &[Outcome]) -> String {
    let mut out = String::from(
        "| target | executions | coverage of the seeds | new coverage | findings |\n|---|---:|---:|---:|---:|\n",
    );
    for Outcome { target, executions, coverage: (first, last), findings } in outcomes {
        let new = last.saturating_sub(*first);
        let _ = writeln!(out, "| {target} | {executions} | {first} | {new} | {} |", findings.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_taken_from_the_log() {
        let log = "#2\tINITED cov: 120 ft: 200 corp: 9/1Kb exec/s: 0 rss: 40Mb\n\
                   #512\tNEW    cov: 131 ft: 230 corp: 10/1Kb lim: 4 exec/s: 0\n";
        assert_eq!(figures(log), (512, (120, 131)));
        let done = format!("{log}stat::number_of_executed_units: 70000\nstat::average_exec_per_sec: 100\n");
        assert_eq!(figures(&done), (70_000, (120, 131)));
        assert_eq!(figures("error: no such target"), (0, (0, 0)));
        let outcome =
            Outcome { target: "json".into(), executions: 7, coverage: (120, 131), findings: vec!["x".into()] };
        assert!(table(&[outcome]).ends_with("| json | 7 | 120 | 11 | 1 |\n"));
    }
}
