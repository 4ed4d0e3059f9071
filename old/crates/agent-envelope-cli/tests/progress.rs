//! The bar: on a terminal when the work takes longer than half a second, never in pipes, never when quiet.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, reason = "the tests run the command")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// The letters that the bar turns.
fn bar(letter: char) -> bool {
    ('\u{2800}'..='\u{28ff}').contains(&letter)
}

const MESSAGE: &[u8] = b"All done.\n";

const MANY: usize = 300;

/// A folder with two pipes between files, which keep the command waiting, and another with many files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("progress").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    for file in ["a", "z"] {
        fs::write(folder.join(file), MESSAGE).unwrap();
    }
    fs::create_dir(folder.join("many")).unwrap();
    for number in 0..MANY {
        fs::write(folder.join("many").join(number.to_string()), MESSAGE).unwrap();
    }
    let made = Command::new("mkfifo").args(["slow", "slower"]).current_dir(&folder).status().unwrap();
    assert!(made.success());
    folder
}

/// What the command writes to a terminal or to a pipe while each of two inputs takes so long.
fn written(name: &str, command: &str, terminal: bool, wait: Duration) -> String {
    written_of(&["a", "slow", "slower", "z"], name, command, terminal, wait)
}

fn written_of(inputs: &'static [&str], name: &str, command: &str, terminal: bool, wait: Duration) -> String {
    let folder = folder(name);
    let call = format!("{} {command} {}", env!("CARGO_BIN_EXE_envelope"), inputs.join(" "));
    let mut run = if terminal { Command::new("script") } else { Command::new("sh") };
    if terminal {
        run.args(["-qec", &call, "/dev/null"])
    } else {
        run.args(["-c", &format!("{call} 2>&1")])
    };
    run.env("TERM", "xterm").env("ENVELOPE_THREADS", "1").current_dir(&folder);
    let child = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let feeder = thread::spawn(move || {
        for pipe in inputs.iter().filter(|input| input.starts_with("slow")) {
            sleep(wait);
            // To open waits for the reader.
            fs::write(folder.join(pipe), MESSAGE).unwrap();
        }
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

const LONG: Duration = Duration::from_millis(600);
const SHORT: Duration = Duration::from_millis(5);
/// How long the command works before it shows a bar.
const HALF_A_SECOND: Duration = Duration::from_millis(500);

#[test]
fn long_work_shows_a_bar_on_a_terminal_and_takes_it_away() {
    for (name, command) in [("check", "check"), ("aggregate", "aggregate")] {
        let said = written(name, command, true, LONG);
        assert!(said.contains(bar), "{said:?}");
        assert!(said.contains(" of 4 read"), "how much there is to do: {said:?}");
        let after = said.rsplit(bar).next().unwrap();
        assert!(after.contains("\u{1b}[2K"), "the line of the bar is cleared: {said:?}");
    }
}

#[test]
fn the_bar_turns_while_the_first_input_is_slow() {
    let said = written_of(&["slow"], "first", "check", true, LONG * 2);
    let (before, _) = said.split_once("error").unwrap();
    let mut turns: Vec<char> = before.chars().filter(|letter| bar(*letter)).collect();
    turns.dedup();
    assert!(turns.len() >= 2, "{said:?}");
    assert!(said.rsplit(bar).next().unwrap().contains("1 message:"), "{said:?}");
}

#[test]
fn results_that_go_elsewhere_leave_the_bar_alone() {
    let cleared = |said: &str| said.matches("\u{1b}[2K").count();
    let said = written_of(&["slow", "many", ">/dev/null"], "elsewhere", "check --format json", true, LONG);
    assert!(said.contains(bar) && cleared(&said) < MANY / 2, "{} times: {said:?}", cleared(&said));
    // On the terminal each of them takes its place.
    let said = written_of(&["slow", "many"], "here", "check --format json", true, LONG);
    assert!(cleared(&said) >= MANY, "{} times: {said:?}", cleared(&said));
}

/// A machine that has much to do may take long for it: then it is tried again, and what took long says nothing.
#[test]
fn short_work_shows_none() {
    for _ in 0..20 {
        let since = Instant::now();
        let said = written("short", "check", true, SHORT);
        assert!(said.contains("4 messages:"), "{said:?}");
        if since.elapsed() < HALF_A_SECOND {
            assert!(!said.contains(bar), "{said:?}");
            return;
        }
    }
}

#[test]
fn pipes_and_the_quiet_never_get_one() {
    let said = written("pipe", "check", false, LONG);
    assert!(!said.contains('\r') && !said.contains('\u{1b}'), "{said:?}");
    let said = written("quiet", "check --quiet", true, LONG);
    assert_eq!(said, "");
}
