//! How many instructions the work of the benches takes, next to its peers.
//!
//! On a shared machine times are worth little and counts are exact. A bench that can be counted answers `--loops` with a
//! line for each `work/input/who`, and `--loop NAME TIMES` by doing that and nothing else. Each is run once and a few
//! times more, so that start and set-up fall out of the difference.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates whose bench `parse` can be counted.
const COUNTED: [&str; 2] = ["json-return", "report-contract"];

/// Counts with callgrind and prints how many times as much each peer takes.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    for name in COUNTED {
        let bench = built(root, name)?;
        let loops = output(Command::new(&bench).arg("--loops"))?.0;
        let mut counts = BTreeMap::new();
        for each in loops.lines() {
            counts.insert(each, counted(&bench, each)?);
        }
        print!("{}", table(&counts));
    }
    Ok(())
}

/// Builds the bench; where it lies.
fn built(root: &Path, name: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["bench", "-p", name, "--bench", "parse", "--no-run"]).current_dir(root);
    let told = output(&mut command)?.1;
    let path =
        told.lines().find_map(|line| line.trim().strip_prefix("Executable")?.rsplit_once('(')?.1.strip_suffix(')'));
    path.map(|path| root.join(path)).ok_or_else(|| format!("cargo does not say where the bench is:\n{told}"))
}

/// Instructions for one time.
fn counted(bench: &Path, each: &str) -> Result<u64, String> {
    let more = if each.contains("/large/") { 2 } else { 100 };
    let count = |times: u64| {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(bench);
        let told = output(command.args(["--loop", each, &times.to_string()]))?.1;
        let count = told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse::<u64>().ok());
        count.ok_or_else(|| format!("callgrind gives no count:\n{told}"))
    };
    Ok((count(1 + more)? - count(1)?) / more)
}

fn output(command: &mut Command) -> Result<(String, String), String> {
    let output =
        command.output().map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, told) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() { Ok((out, told)) } else { Err(format!("{:?}: {}\n{told}", command, output.status)) }
}

/// A row for each peer.
fn table(counts: &BTreeMap<&str, u64>) -> String {
    let mut text = "| work | input | ours | peer | of peer | ours ÷ peer | peer ÷ ours |\n".to_owned();
    text += "|---|---|---|---|---|---|---|\n";
    for (each, count) in counts {
        let mut parts = each.splitn(3, '/');
        let (Some(work), Some(input), Some(who)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let Some(ours) = counts.get(format!("{work}/{input}/ours").as_str()).filter(|_| who != "ours") else {
            continue;
        };
        let (less, more) = (ratio(*ours, *count), ratio(*count, *ours));
        let _ = writeln!(text, "| {work} | {input} | {ours} | {who} | {count} | {less} | {more} |");
    }
    text
}

/// In hundredths, without a detour over doubles.
fn ratio(one: u64, other: u64) -> String {
    let hundredths = (one * 100 + other / 2) / other.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_compared_with_ours_on_the_same_input() {
        let counts =
            [("w clean/small/ours", 200), ("w clean/small/peer", 450), ("w clean/large/peer", 9)].into_iter().collect();
        let table = table(&counts);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows, ["| w clean | small | 200 | peer | 450 | 0.44 | 2.25 |"]);
    }
}
