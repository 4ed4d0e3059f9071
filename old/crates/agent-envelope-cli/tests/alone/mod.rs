//! Processes that know nothing of the user who runs the tests.

use std::path::Path;
use std::process::Command;

/// The command for a user who has no home and has told neither git nor the program anything.
pub(crate) fn alone(mut command: Command) -> Command {
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    command.env("HOME", &nowhere).env("XDG_CONFIG_HOME", &nowhere);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    command.env_remove("ENVELOPE_THREADS");
    command
}
