//! The benchmarks, and a table of how we compare.
//!
//! Convention for the benches: the criterion group is the work (`json-return clean`), the function is who does it —
//! `ours`, or a peer's name — and the parameter is the input (`small`). Within a group, every peer on the same input is
//! compared with `ours`. Medians of one run are compared, never times of two runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::Value;

use crate::repo;

/// Runs every benchmark of the workspace and writes the table to `target/bench.md`.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let crates = repo::entries(&root.join("crates"))?;
    let benches = crates.iter().map(|path| repo::walk(&path.join("benches"))).collect::<Result<Vec<_>, _>>()?;
    if benches.iter().all(Vec::is_empty) {
        println!("no benchmarks yet: a crate has them in benches/");
        return Ok(());
    }
    let start = SystemTime::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Only the bench targets: the harness of the unit tests does not know criterion's arguments.
    let mut command = Command::new(cargo);
    command.args(["bench", "--workspace", "--bench", "*"]).current_dir(root);
    let status = command.status().map_err(|error| format!("cannot run cargo bench: {error}"))?;
    if !status.success() {
        return Err(format!("cargo bench: {status}"));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let table = table(&results(&target.join("criterion"), start)?);
    repo::write(&target.join("bench.md"), &table)?;
    print!("{table}");
    Ok(())
}

/// One measurement.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    work: String,
    who: String,
    input: String,
    nanoseconds: f64,
}

/// What criterion wrote since `start`; older results are of another run.
fn results(criterion: &Path, start: SystemTime) -> Result<Vec<Measured>, String> {
    let mut results = Vec::new();
    for path in repo::walk(criterion)? {
        let fresh = || path.metadata().and_then(|meta| meta.modified()).is_ok_and(|time| time >= start);
        if path.ends_with("new/estimates.json") && fresh() {
            results.push(measured(&json(&path)?, &json(&path.with_file_name("benchmark.json"))?)?);
        }
    }
    Ok(results)
}

fn measured(estimates: &Value, benchmark: &Value) -> Result<Measured, String> {
    let text = |name: &str| benchmark[name].as_str().unwrap_or_default().to_owned();
    let nanoseconds = estimates["median"]["point_estimate"].as_f64();
    let nanoseconds = nanoseconds.ok_or_else(|| format!("no median for {}", text("full_id")))?;
    Ok(Measured { work: text("group_id"), who: text("function_id"), input: text("value_str"), nanoseconds })
}

/// A row for each peer; work without `ours`, or `ours` without a peer, has a row with its time only.
fn table(results: &[Measured]) -> String {
    let mut groups: BTreeMap<(&str, &str), Vec<&Measured>> = BTreeMap::new();
    for result in results {
        groups.entry((&result.work, &result.input)).or_default().push(result);
    }
    let mut text = "| work | input | ours | peer | time of peer | ours ÷ peer | peer ÷ ours |\n".to_owned();
    text += "|---|---|---|---|---|---|---|\n";
    for ((work, input), mut group) in groups {
        group.sort_by(|one, other| one.who.cmp(&other.who));
        let (ours, peers): (Vec<&Measured>, Vec<&Measured>) =
            group.into_iter().partition(|result| result.who == "ours");
        let own = ours.first().map(|ours| ours.nanoseconds);
        let own_time = own.map(time).unwrap_or_default();
        if peers.is_empty() {
            let _ = writeln!(text, "| {work} | {input} | {own_time} | | | | |");
        }
        for peer in peers {
            let ratios = own.map(|own| (own / peer.nanoseconds, peer.nanoseconds / own));
            let (less, more) = ratios.map_or_else(Default::default, |(a, b)| (format!("{a:.2}"), format!("{b:.2}")));
            let peer_time = time(peer.nanoseconds);
            let _ = writeln!(text, "| {work} | {input} | {own_time} | {} | {peer_time} | {less} | {more} |", peer.who);
        }
    }
    text
}

fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (scale, unit) = units.into_iter().find(|(scale, _)| nanoseconds >= *scale).unwrap_or((1.0, "ns"));
    format!("{:.2} {unit}", nanoseconds / scale)
}

fn json(path: &Path) -> Result<Value, String> {
    serde_json::from_slice(&repo::read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn write(scratch: &Scratch, work: &str, who: &str, input: &str, nanoseconds: f64) {
        let folder = format!("{work}/{who}/{input}/new");
        scratch.write(
            &format!("{folder}/estimates.json"),
            &format!("{{\"median\":{{\"point_estimate\":{nanoseconds}}}}}"),
        );
        let ids = serde_json::json!({"group_id": work, "function_id": who, "value_str": input});
        scratch.write(&format!("{folder}/benchmark.json"), &ids.to_string());
    }

    #[test]
    fn peers_are_compared_on_the_same_work_and_input() {
        let scratch = Scratch::new("bench");
        write(&scratch, "clean", "ours", "small", 500.0);
        write(&scratch, "clean", "serde_json", "small", 1000.0);
        write(&scratch, "clean", "ours", "large", 3e6);
        write(&scratch, "merge", "hash", "million", 2e9);
        let table = table(&results(scratch.path(), SystemTime::UNIX_EPOCH).unwrap());
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| clean | large | 3.00 ms | | | | |",
                "| clean | small | 500.00 ns | serde_json | 1.00 µs | 0.50 | 2.00 |",
                "| merge | million |  | hash | 2.00 s |  |  |",
            ]
        );
    }

    #[test]
    fn results_of_another_run_are_left_out() {
        let scratch = Scratch::new("bench-old");
        write(&scratch, "clean", "ours", "small", 500.0);
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert_eq!(results(scratch.path(), later).unwrap(), []);
    }
}
