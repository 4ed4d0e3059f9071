//! What fuzzing found, once mended, in `fuzz/regressions/<target>/`: each must keep its laws for ever.

use std::path::Path;

use agent_envelope::Protocol;

use crate::fixtures::of;
use crate::laws::TARGETS;

#[test]
fn what_fuzzing_found_stays_mended() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions");
    let mut replayed = 0;
    for (target, law) in TARGETS {
        let Ok(entries) = std::fs::read_dir(root.join(target)) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let bytes = std::fs::read(&path).unwrap();
            assert!(std::panic::catch_unwind(|| law(&bytes)).is_ok(), "{} is back", path.display());
            replayed += 1;
        }
    }
    assert!(replayed > 10, "only {replayed} were replayed");
}

/// A folder of another name would be replayed by nobody; a target without a file would not be run.
#[test]
fn every_target_has_its_file_and_every_folder_its_target() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(fuzz.join(folder)).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut files = names("fuzz_targets");
    files.sort();
    let mut targets: Vec<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    targets.sort();
    assert_eq!(files, targets);
    assert!(names("regressions").iter().all(|name| targets.contains(name)), "{:?}", names("regressions"));
}

/// The laws hold of every fixture; where they do not, fuzzing would find little else.
#[test]
fn fixtures_keep_the_laws() {
    let mut wrong = Vec::new();
    for protocol in Protocol::ALL {
        let fixtures = ["valid", "deviating", "invalid"].into_iter().flat_map(|folder| of(*protocol, folder));
        for (at, fixture) in fixtures.enumerate() {
            // What reads a message many times is for every fourth of them; `cargo xtask fuzz` takes all as seeds.
            let many = |target: &str| matches!(target, "convert" | "aggregate" | "edits");
            for (target, prefix) in targets_of(*protocol).into_iter().filter(|(target, _)| at % 4 == 0 || !many(target))
            {
                let bytes = [prefix.as_bytes(), &fixture.bytes].concat();
                let law = TARGETS.iter().find(|(name, _)| *name == target).unwrap().1;
                if std::panic::catch_unwind(|| law(&bytes)).is_err() {
                    wrong.push(format!("{target}: {}", fixture.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

/// The targets that take messages of this protocol, with the byte that chooses it.
fn targets_of(protocol: Protocol) -> Vec<(&'static str, String)> {
    let at = Protocol::ALL.iter().position(|other| *other == protocol).unwrap();
    let (target, prefix) = match protocol {
        Protocol::Clarity => ("clarity", ""),
        Protocol::JsonReturn => ("json_return", ""),
        Protocol::StatusBlock => ("status_block", "0"),
        Protocol::ReportContract => ("report_contract", ""),
        Protocol::Clarifications => ("clarifications", ""),
        Protocol::Evaluation => ("evaluation_decisions", "0"),
        _ => ("evaluation_decisions", "1"),
    };
    let own = [(target, prefix.to_owned()), ("convert", at.to_string()), ("aggregate", String::new())];
    let edits = (protocol == Protocol::Clarifications).then(|| ("edits", String::new()));
    let json = prefix.is_empty().then(|| ("json", String::new()));
    own.into_iter().chain(edits).chain(json).collect()
}
