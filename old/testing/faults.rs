//! Faults for what writes to the disk, with real processes: shared by the tests of every crate that writes, which take
//! this file in by its path. Where unit tests need it, a link in `src/` leads here: a package holds what lies in its
//! folder, and its links as files, so that the tests of the package compile.
#![allow(dead_code, reason = "each crate needs a part of it")]
#![allow(clippy::disallowed_methods, reason = "tests work on the disk and start processes")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stdout, reason = "a child tells its parent what it has done")]
#![allow(unreachable_pub, reason = "the same file is a module of libraries and of tests")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
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

/// A fail point: dies after as many steps as the one variable says, without cleaning anything up, or waits there, as the
/// other says; does nothing without them.
pub fn passed() {
    static STEPS: AtomicU32 = AtomicU32::new(0);
    let last = |name| std::env::var(name).ok().and_then(|last| last.parse::<u32>().ok());
    let step = Some(STEPS.fetch_add(1, Ordering::Relaxed) + 1);
    if step == last(DIE_AFTER) {
        std::process::abort();
    }
    if step == last(PAUSE_AFTER) {
        println!("\n{PAUSED}");
        std::io::stdin().read_line(&mut String::new()).expect("the word to go on");
    }
}

/// The variable with the number of the step after which a process waits, and what it says there.
pub const PAUSE_AFTER: &str = "ENVELOPE_TEST_PAUSE_AFTER";
const PAUSED: &str = "paused";

/// Whether the steps of this process are counted.
pub fn is_watched() -> bool {
    std::env::var_os(DIE_AFTER).or_else(|| std::env::var_os(PAUSE_AFTER)).is_some()
}

/// Lets a process come to a step, does something while it waits there, and lets it go on; whether it ended well, and
/// what it printed after that.
pub fn meanwhile_at(mut command: Command, step: u32, meanwhile: impl FnOnce()) -> (bool, String) {
    command.env(PAUSE_AFTER, step.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == PAUSED), "there is a step {step}");
    meanwhile();
    child.stdin.take().expect("a pipe").write_all(b"\n").expect("the word to go on");
    let said: Vec<String> = lines.collect();
    (child.wait().expect("its end").success(), said.join("\n"))
}

/// A named pipe that nobody reads or writes.
pub fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// Runs a command that has to end by itself, soon.
pub fn at_once(mut command: Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    for _ in 0..1_500 {
        if child.try_wait().expect("its state").is_some() {
            return child.wait_with_output().expect("its output");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("its end");
    panic!("it hangs: {command:?}");
}

/// The same command for which folders can be read-only: the superuser gives up the power to write anywhere. `None`, and a
/// word about it, where that cannot be done.
pub fn bound_by_permissions(command: &Command) -> Option<Command> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout == b"0\n");
    let mut bound = Command::new("setpriv");
    bound.args(["--bounding-set=-dac_override", "--"]);
    if !is_root {
        bound = Command::new("env");
    } else if !Command::new("setpriv")
        .args(["--bounding-set=-dac_override", "--", "true"])
        .status()
        .is_ok_and(|it| it.success())
    {
        println!("skipped: nothing here takes the superuser's power away");
        return None;
    }
    bound.arg(command.get_program()).args(command.get_args());
    bound.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Some(bound)
}

/// Takes away, or gives back, everybody's right to write into a folder.
#[cfg(unix)]
pub fn set_writable(folder: &Path, writable: bool) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = if writable { 0o755 } else { 0o555 };
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode)).expect("permissions");
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
