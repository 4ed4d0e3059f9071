use std::process::Command;

use crate::Result;
use crate::files::root;
use crate::interop::{cargo, envelope, execute, node, python};

/// One line for each figure, and two minutes for each crate at most.
const CRITERION: [&str; 6] = ["--output-format", "bencher", "--warm-up-time", "0.5", "--measurement-time", "1.5"];

/// `cargo xtask bench`: prints the medians of the benches of all crates and of the libraries of other languages.
pub(crate) fn run() -> Result {
    let python = python()?;
    execute(
        cargo().args(["bench", "--workspace", "--all-features", "--locked", "--bench", "*", "--"]).args(CRITERION),
    )?;
    let speed = ["-B", "interop/python/speed.py"];
    execute(Command::new(python).args(speed).current_dir(root()).env("ENVELOPE", envelope()?))?;
    execute(Command::new("node").arg("speed.mjs").current_dir(node("node")?))
}
