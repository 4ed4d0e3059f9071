//! Messages of every protocol, from the fixtures of the workspace and built from nothing.

use std::path::{Path, PathBuf};

use agent_envelope::envelope_core::report::{NextStep, Problem};
use agent_envelope::envelope_core::{Outcome, Report};
use agent_envelope::{Protocol, convert_report};

/// A message with the name of its file.
pub(crate) struct Fixture {
    pub(crate) name: String,
    pub(crate) protocol: Protocol,
    pub(crate) bytes: Vec<u8>,
}

/// Every input of a folder (`valid`, `deviating`, `invalid`) that needs no options.
pub(crate) fn of(protocol: Protocol, folder: &str) -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(protocol.kind()).join(folder);
    let mut files = Vec::new();
    walk(&root, &mut files);
    let ends = if ["json-return", "report-contract", "answer-evaluation"].contains(&protocol.kind()) {
        "json"
    } else if protocol.kind() == "status-block" {
        "txt"
    } else {
        "md"
    };
    let is_input = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (stem, suffix) = name.split_once('.').unwrap_or((name, ""));
        let options = path.with_file_name(format!("{stem}.options.json"));
        (suffix == ends || suffix == format!("crlf.{ends}") || suffix == "bin") && !options.exists()
    };
    let read = |path: PathBuf| Fixture {
        name: format!("{}/{folder}/{}", protocol.kind(), path.file_name().unwrap().to_string_lossy()),
        protocol,
        bytes: std::fs::read(path).unwrap(),
    };
    let found: Vec<Fixture> = files.into_iter().filter(is_input).map(read).collect();
    assert!(folder != "valid" || found.len() > 3, "the fixtures of {protocol} are found");
    found
}

/// The accepted ones of every protocol.
pub(crate) fn accepted() -> Vec<Fixture> {
    let folders = Protocol::ALL.iter().flat_map(|protocol| ["valid", "deviating"].map(|folder| of(*protocol, folder)));
    folders.flatten().collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { walk(&path, files) } else { files.push(path) }
    }
}

/// A message in this protocol for this outcome, with a little of everything a report may say.
pub(crate) fn built(protocol: Protocol, outcome: Outcome) -> String {
    let mut report = Report::new(outcome);
    report.agent = Some("auditor".to_owned());
    report.task = Some("task-7".to_owned());
    report.session = Some("sess_1735460684_a1b2c3".to_owned());
    report.summary = Some("Looked at the gauges. Two of them are off.".to_owned());
    report.next_steps = vec![NextStep::new("replace the gauges")];
    if !outcome.is_success() {
        report.problems = vec![Problem::new("the ladder is missing")];
    }
    convert_report(&report, protocol).unwrap().text.unwrap()
}
