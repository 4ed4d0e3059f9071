use std::process::Command;

use crate::Result;
use crate::files::root;
use crate::interop::{cargo, envelope, execute, node, python};

/// `cargo xtask bench`: prints the medians of the benches of all crates and of the libraries of other languages.
pub(crate) fn run() -> Result {
    let python = python()?;
    let bench =
        ["bench", "--workspace", "--all-features", "--locked", "--bench", "*", "--", "--output-format", "bencher"];
    execute(cargo().args(bench))?;
    let speed = ["-B", "interop/python/speed.py"];
    execute(Command::new(python).args(speed).current_dir(root()).env("ENVELOPE", envelope()?))?;
    execute(Command::new("node").arg("speed.mjs").current_dir(node("node")?))
}
