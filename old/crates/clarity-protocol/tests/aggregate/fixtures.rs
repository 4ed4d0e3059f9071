//! Whole cases: `fixtures/aggregate/<case>/` has inputs, and what comes of them.
//!
//! - `inputs/`: a file each; `.jsonl` is a state, `.unreadable` holds the reason why a file could not be read.
//! - `retry/`: files that are given again under the same names.
//! - `expect`: the expected units, where there are any.
//! - `summary`: worked out by hand from the rulings that its first line names; [`summary`] says what its lines are.
//! - `report.json`, `report.md`: the report byte for byte. With `BLESS_AGGREGATE=1` they are written anew where the
//!   summary holds; read the difference.

#![expect(clippy::disallowed_methods, reason = "fixtures are files")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clarity_protocol::aggregate::{Aggregate, Fingerprint, UnifiedReport, expected_units, parse, render};

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    files.sort();
    files
}

fn add(path: &Path, aggregate: &mut Aggregate, said: &mut String) {
    let bytes = fs::read(path).expect("a fixture can be read");
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("jsonl") => {
            let (state, diagnostics) = Aggregate::from_state(&String::from_utf8_lossy(&bytes));
            for diagnostic in diagnostics {
                let _ = writeln!(said, "{} {}", diagnostic.severity, diagnostic.rule.code());
            }
            aggregate.merge(state);
        }
        Some("unreadable") => {
            let reason = String::from_utf8_lossy(&bytes);
            let name = name.trim_end_matches(".unreadable");
            aggregate.add_unreadable(name, Fingerprint::of(b""), reason.trim());
        }
        _ => {
            let parsed = clarity_protocol::parse(bytes.as_slice());
            aggregate.add(name, Fingerprint::of(&bytes), &parsed);
        }
    }
}

/// A line of results, a line of findings, then a line for each finding with its sources, each disagreement, each row of
/// the coverage map, each gap, each thing in quarantine, and each diagnostic.
fn summary(report: &UnifiedReport, said: &str) -> String {
    let stats = &report.stats;
    let mut text = format!(
        "results {}: {} clean, {} findings, {} partial, {} error, {} unparseable\n",
        stats.results, stats.clean, stats.findings, stats.partial, stats.error, stats.unparseable
    );
    let coverage = stats.coverage_percent.map_or("unknown".to_owned(), |percent| percent.to_string());
    let _ = writeln!(
        text,
        "findings {}: {} critical, {} major, {} minor; coverage {coverage}",
        stats.total_findings, stats.critical, stats.major, stats.minor
    );
    for finding in &report.findings {
        let place = finding.location.as_deref().unwrap_or("nowhere");
        let against = finding.counter_location.as_deref().map(|place| format!(" / {place}")).unwrap_or_default();
        let _ = write!(
            text,
            "{} {} {} at {place}{against}: {}",
            finding.id, finding.severity, finding.kind, finding.description
        );
        for source in &finding.sources {
            let _ = write!(text, " < {} {}", source.file, source.id);
        }
        text.push('\n');
    }
    for detail in &report.details {
        let _ = writeln!(text, "detail {} {}", detail.id, detail.file);
    }
    for disagreement in &report.disagreements {
        let ids: Vec<String> = disagreement.ids.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "differ in {}: {}", disagreement.kind.as_str(), ids.join(" "));
    }
    for unit in &report.coverage {
        let coverage = unit.coverage.as_ref().map_or("unknown".to_owned(), ToString::to_string);
        let files: Vec<&str> = unit.files.iter().map(|file| &**file).collect();
        let _ = writeln!(
            text,
            "unit {}: {} {coverage}, {} findings < {}",
            unit.unit,
            unit.status.as_str(),
            unit.findings,
            files.join(" ")
        );
    }
    for gap in &report.gaps {
        let _ = writeln!(text, "gap {}: {}", gap.unit, gap.status.as_str());
    }
    for held in &report.quarantined {
        let _ = writeln!(text, "quarantined {} {}", held.file, held.id.as_deref().unwrap_or("--"));
    }
    let lines = text.lines().map(str::trim_end);
    lines.chain(said.lines()).fold(String::new(), |text, line| text + line + "\n")
}

fn check(case: &Path) -> Result<(), String> {
    let mut given = files(&case.join("inputs"));
    given.extend(files(&case.join("retry")));
    let mut said = String::new();
    let mut aggregate = Aggregate::new();
    if let Ok(text) = fs::read_to_string(case.join("expect")) {
        aggregate.expect(expected_units(&text).map_err(|error| error.message)?);
    }
    let mut backwards = aggregate.clone();
    for path in &given {
        add(path, &mut aggregate, &mut said);
    }
    for path in given.iter().rev() {
        let mut one = Aggregate::new();
        add(path, &mut one, &mut String::new());
        backwards.merge(one);
    }
    for note in aggregate.notes() {
        let _ = writeln!(said, "{} {}", note.severity, note.rule.code());
    }
    let report = aggregate.finish();
    if backwards.finish() != report {
        return Err("the order of the inputs counts".to_owned());
    }
    let written = fs::read_to_string(case.join("summary")).map_err(|error| format!("summary: {error}"))?;
    let (why, expected) = written.split_once('\n').unwrap_or_default();
    if !why.starts_with("# ") {
        return Err("the first line of the summary names no ruling".to_owned());
    }
    let found = summary(&report, &said);
    if found != expected {
        return Err(format!("the summary differs, expected:\n{expected}found:\n{found}"));
    }
    let json = serde_json::to_string_pretty(&report).expect("json") + "\n";
    let markdown = render(&report);
    if parse(&markdown).as_ref() != Ok(&report) {
        return Err("the Markdown does not read back".to_owned());
    }
    for (name, text) in [("report.json", json), ("report.md", markdown)] {
        let path = case.join(name);
        if std::env::var_os("BLESS_AGGREGATE").is_some() {
            fs::write(&path, text).expect("a fixture can be written");
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            return Err(format!("{name} differs from:\n{text}"));
        }
    }
    Ok(())
}

#[test]

fn every_case_is_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/aggregate");
    let cases = files(&folder);
    assert!(cases.len() >= 15, "{} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let name = case.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            check(case).err().map(|problem| format!("{name}: {problem}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
