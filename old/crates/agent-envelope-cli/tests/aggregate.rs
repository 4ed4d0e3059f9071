//! Parts that were aggregated apart and merged give the same report, byte for byte (R-C13).
#![allow(clippy::disallowed_methods, reason = "the test runs the command and keeps states in files")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FORMATS: [&str; 4] = ["markdown", "json", "sarif", "html"];

fn aggregate(format: &str, inputs: &[PathBuf]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_envelope"))
        .args(["aggregate", "--quiet", "--format", format])
        .args(inputs)
        .current_dir(root())
        .output()
        .expect("the command runs");
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every fourth message of the fixtures, and those of other protocols.
fn inputs() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["clarity-result/valid", "clarity-result/deviating", "clarity-result/invalid", "demo"] {
        let folder = PathBuf::from("fixtures").join(folder);
        let entries = fs::read_dir(root().join(&folder)).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.filter(|name| !name.to_string_lossy().ends_with("diagnostics")).collect();
        names.sort();
        files.extend(names.into_iter().step_by(4).map(|name| folder.join(name)));
    }
    files
}

#[test]
fn any_split_gives_the_same_report() {
    let inputs = inputs();
    assert!(inputs.len() > 30);
    let whole = FORMATS.map(|format| aggregate(format, &inputs));
    assert!(whole.iter().all(|report| report.len() > 1000));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aggregate");
    fs::create_dir_all(&folder).expect("a folder");
    let mut dice = 20_261_116_u64;
    for round in 0..4 {
        let mut parts = vec![Vec::new(); 3];
        for input in &inputs {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            parts[usize::try_from(dice >> 33).unwrap_or(0) % 3].push(input.clone());
        }
        let states: Vec<PathBuf> = (0..3).map(|part| folder.join(format!("{round}-{part}.state"))).collect();
        for (part, state) in parts.iter().zip(&states).filter(|(part, _)| !part.is_empty()) {
            fs::write(state, aggregate("state", part)).expect("a state");
        }
        let mut states: Vec<PathBuf> = states.into_iter().filter(|state| state.exists()).collect();
        states.reverse();
        for (format, whole) in FORMATS.iter().zip(&whole) {
            assert!(aggregate(format, &states) == *whole, "{format}, round {round}");
        }
    }
}
