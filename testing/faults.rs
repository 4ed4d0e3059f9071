//! Faults for what writes to the disk, with real processes: shared by the tests of every crate that writes, which take
//! this file in by its path.
#![allow(dead_code, reason = "each crate needs a part of it")]
#![allow(clippy::disallowed_methods, reason = "tests work on the disk and start processes")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stdout, reason = "a child tells its parent what it has done")]
#![allow(unreachable_pub, reason = "the same file is a module of libraries and of tests")]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A folder of its own for a test, taken away at its end.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A fresh, empty folder.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("envelope-faults-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// The names in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// This test program once more, to run one test that plays the part of another process.
pub fn this_program(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The same command on a full disk: no file may grow past so many blocks (of 512 or 1024 bytes), and the signal for it
/// is ignored, so that the write fails. It binds the superuser, too. What it prints goes to pipes: in a file it would
/// meet the limit as well.
pub fn on_a_full_disk(command: &Command, blocks: u32) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"]);
    shell.arg(command.get_program()).args(command.get_args());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

/// Numbers that look random and are the same in every run.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number below `sides`.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// What a child prints when a write has returned: from here on it must not be lost.
pub fn done(what: &str) {
    println!("\ndone {what}");
}

/// What a child prints when a write has failed.
pub fn failed(error: &std::io::Error) {
    println!("\nfailed: {error}");
}

/// Starts a child, waits until it has [`done`] something, and kills it a moment later; gives all that it had done.
pub fn killed_under_way(mut command: Command, dice: &mut Dice) -> Vec<String> {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a process");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut all = Vec::new();
    for line in lines.by_ref() {
        if let Some(what) = line.strip_prefix("done ") {
            all.push(what.to_owned());
            break;
        }
    }
    std::thread::sleep(Duration::from_micros(dice.below(4_000)));
    child.kill().expect("it can be killed");
    all.extend(lines.filter_map(|line| line.strip_prefix("done ").map(str::to_owned)));
    child.wait().expect("its end");
    assert!(!all.is_empty(), "the child did nothing");
    all
}

/// The variable with the number of the step after which a process dies.
pub const DIE_AFTER: &str = "ENVELOPE_TEST_DIE_AFTER";

/// A fail point: dies after as many steps as the variable says, without cleaning anything up; does nothing without it.
pub fn passed() {
    static STEPS: AtomicU32 = AtomicU32::new(0);
    let Some(last) = std::env::var(DIE_AFTER).ok().and_then(|last| last.parse::<u32>().ok()) else { return };
    if STEPS.fetch_add(1, Ordering::Relaxed) + 1 == last {
        std::process::abort();
    }
}

/// Runs the command so that it dies after its first step, then after its second, and so on until it lives; looks at
/// what is left each time. Gives the number of deaths.
pub fn killed_after_each_step(mut start: impl FnMut() -> Command, mut look: impl FnMut(u32, bool)) -> u32 {
    for step in 1.. {
        let died = !start().env(DIE_AFTER, step.to_string()).status().expect("a process").success();
        look(step, died);
        if !died {
            return step - 1;
        }
        assert!(step < 1_000, "it never lives");
    }
    0
}
