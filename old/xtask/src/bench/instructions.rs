//! Instructions of one iteration of every benchmark, counted by valgrind.
//!
//! Criterion's own test mode runs each benchmark once. Callgrind collects only inside the function in which criterion
//! calls the work, and writes what it has counted each time that function ends: so one run of a program gives a number
//! for every benchmark in it, without what makes the inputs, and no benchmark has to know of it.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Measured, Program};
use crate::repo;

/// The function in which criterion calls the work; the batched forms make their input inside of it and are not counted.
const ITERATE: &str = "criterion::bencher::Bencher<M>::iter";
/// Programs whose work is another process, or takes a batched form.
const NOT_COUNTED: [&str; 2] = ["agent-envelope-cli start", "clarity-protocol aggregate"];

/// Counts all benchmarks of the programs.
pub(super) fn count(programs: &[Program], folder: &Path) -> Result<Vec<Measured>, String> {
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        println!("valgrind is not here, so instructions are not counted");
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for program in programs.iter().filter(|program| !NOT_COUNTED.contains(&program.name.as_str())) {
        println!("==> {}, instructions", program.name);
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--tool=callgrind", "--collect-atstart=no"]);
        command.args([format!("--toggle-collect={ITERATE}"), format!("--dump-after={ITERATE}")]);
        command.arg(format!("--callgrind-out-file={}", folder.join("out").display()));
        // Names are bound at the start, or the first call of each function would count for it.
        command.arg(&program.path).arg("--test").current_dir(&program.folder).env("LD_BIND_NOW", "1");
        let output = command.output().map_err(|error| format!("{}: {error}", program.name))?;
        if !output.status.success() {
            return Err(format!("{}: {}", program.name, String::from_utf8_lossy(&output.stderr)));
        }
        all.extend(pair(&String::from_utf8_lossy(&output.stdout), &totals(folder)?, &program.name)?);
    }
    Ok(all)
}

/// What each dump counted, in order. The last file is of the end of the program, with nothing in it.
fn totals(folder: &Path) -> Result<Vec<f64>, String> {
    let mut dumps = Vec::new();
    for path in repo::entries(folder)? {
        let number = path.extension().and_then(|number| number.to_str()?.parse::<usize>().ok());
        if let Some(number) = number {
            dumps.push((number, total(&repo::read_text(&path)?)));
        }
    }
    dumps.sort_by_key(|(number, _)| *number);
    Ok(dumps.into_iter().filter_map(|(_, total)| total).filter(|total| *total > 0.0).collect())
}

fn total(dump: &str) -> Option<f64> {
    let line = dump.lines().find_map(|line| line.strip_prefix("totals:").or_else(|| line.strip_prefix("summary:")))?;
    line.trim().parse().ok()
}

/// The names that criterion printed, each with its number.
fn pair(said: &str, totals: &[f64], program: &str) -> Result<Vec<Measured>, String> {
    let names: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("Testing ")).collect();
    if names.len() != totals.len() {
        return Err(format!("{program}: {} benchmarks, but {} counts", names.len(), totals.len()));
    }
    let measured = |(name, total): (&&str, &f64)| {
        let (rest, input) = name.rsplit_once('/')?;
        let (work, who) = rest.rsplit_once('/')?;
        Some(Measured { work: work.to_owned(), who: who.to_owned(), input: input.to_owned(), value: *total })
    };
    Ok(names.iter().zip(totals).filter_map(measured).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn dumps_and_names_are_paired_in_order() {
        let scratch = Scratch::new("callgrind");
        for (number, total) in [(10, 7), (2, 500), (11, 0)] {
            scratch.write(&format!("out.{number}"), &format!("part: {number}\nfn=(1)\n\ntotals: {total}\n"));
        }
        scratch.write("out", "totals: 9\n");
        let totals = totals(scratch.path()).unwrap();
        assert_eq!(totals, [500.0, 7.0]);
        let said =
            "Gnuplot not found\nTesting clean/ours/small\nSuccess\n\nTesting clean/serde_json typed/small\nSuccess\n";
        let counts = pair(said, &totals, "a").unwrap();
        assert_eq!((counts[1].who.as_str(), counts[1].value), ("serde_json typed", 7.0));
        assert!(pair("Testing a/b/c\n", &totals, "a").is_err());
    }
}
