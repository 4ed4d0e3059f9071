//! Many files on many threads: what is written has the order of the inputs, and is the same whatever the number of threads.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the tests run the command")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

mod alone;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use alone::alone;

const DEMO: [&str; 9] = [
    "1-review.md",
    "2-review-too-clean.md",
    "3-return.json",
    "4-return-cut-off.txt",
    "5-block.txt",
    "6-block-echoed.txt",
    "7-report.json",
    "8-clarifications.md",
    "9-all-done.txt",
];
/// Those of them that are read soonest, for thousands.
const FAST: [&str; 3] = ["3-return.json", "4-return-cut-off.txt", "7-report.json"];
const SLOW: [&str; 2] = ["slow", "slower"];
const MISSING: &str = "missing";

/// Messages of all kinds, some below a folder, and two pipes that keep the command waiting; with the arguments, and the
/// inputs in the order in which they are given.
fn inputs(name: &str) -> (PathBuf, Vec<String>, Vec<String>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(folder.join("below")).unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    let copy = |number: usize, name: &str| {
        fs::copy(demo.join(DEMO[number % DEMO.len()]), folder.join(name)).unwrap();
    };
    let (mut arguments, mut order) = (vec![SLOW[0].to_owned()], vec![SLOW[0].to_owned()]);
    // Backwards, so that no sorting of names gives the order by chance.
    for number in (0..400).rev() {
        let name = format!("{number:03}");
        copy(number, &name);
        arguments.push(name.clone());
        order.push(name);
        if number == 200 {
            arguments.extend([SLOW[1], "below", MISSING].map(str::to_owned));
            order.push(SLOW[1].to_owned());
            for number in 0..40 {
                let name = format!("below/{number:02}");
                copy(number, &name);
                order.push(name);
            }
            order.push(MISSING.to_owned());
        }
    }
    let made = Command::new("mkfifo").args(SLOW).current_dir(&folder).status().unwrap();
    assert!(made.success());
    (folder, arguments, order)
}

/// Both streams as a terminal shows them. The slow inputs come when all others that may be ahead are done.
fn written(folder: &Path, arguments: &[String], format: &str, threads: &str) -> String {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = alone(Command::new(env!("CARGO_BIN_EXE_envelope")));
    command.args(["check", "--format", format]).args(arguments).env("ENVELOPE_THREADS", threads).current_dir(folder);
    command.stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command);
    let pipes = SLOW.map(|pipe| folder.join(pipe));
    let feeder = thread::spawn(move || {
        for pipe in pipes {
            sleep(Duration::from_millis(150));
            // To open waits for the reader.
            fs::write(pipe, "All done.\n").unwrap();
        }
    });
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    feeder.join().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "one input is missing");
    text
}

/// The inputs that the lines of a format are about.
fn named(text: &str, format: &str) -> Vec<String> {
    let of_record = |line: &str| Some(line.strip_prefix("{\"file\":\"")?.split_once('"')?.0.to_owned());
    let of_verdict = |line: &str| {
        let missing = line.strip_prefix("error: cannot read ").and_then(|rest| rest.split_once(':'));
        let judged = || line.split_once(": accepted: ").or_else(|| line.split_once(": NOT ACCEPTED: "));
        missing.or_else(judged).map(|(name, _)| name.to_owned())
    };
    let name = |line: &str| if format == "json" { of_record(line) } else { of_verdict(line) };
    text.lines().filter_map(name).collect()
}

#[test]
fn results_have_the_order_of_the_inputs_on_any_number_of_threads() {
    for format in ["human", "json"] {
        let (folder, arguments, order) = inputs(format);
        let alone = written(&folder, &arguments, format, "1");
        assert_eq!(named(&alone, format), order, "{format}");
        for threads in ["2", "4", "16"] {
            let text = written(&folder, &arguments, format, threads);
            assert_eq!(named(&text, format), order, "{format}, {threads} threads");
            assert!(text == alone, "{format}: {threads} threads write something else than one");
        }
    }
}

/// As many as `xargs` and `find -exec … +` put on one command line.
#[test]
fn as_many_paths_as_a_command_line_holds_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order").join("paths");
    fs::create_dir_all(&folder).unwrap();
    // What is read soonest: it is the number of paths that is tried.
    let message = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/json-return/valid/least.json");
    fs::copy(message, folder.join("a")).unwrap();
    for threads in ["1", "2"] {
        let mut command = alone(Command::new(env!("CARGO_BIN_EXE_envelope")));
        command.args(["check", "--format", "json", "--protocol", "json-return"]).args(vec!["a"; 40_000]);
        command.env("ENVELOPE_THREADS", threads);
        let said = command.current_dir(&folder).output().unwrap();
        let lines = String::from_utf8(said.stdout).unwrap().lines().count();
        assert_eq!((said.status.code(), lines), (Some(0), 40_000), "{threads} threads");
    }
}

/// While a large folder is put in order its files are begun with as the system lists them, and some come more than once.
#[test]
fn folders_that_are_named_twice_and_lie_in_each_other_are_read_as_on_one_thread() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order").join("folders");
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(folder.join("in/deep")).unwrap();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    let messages: Vec<String> = FAST.iter().map(|name| fs::read_to_string(demo.join(name)).unwrap()).collect();
    for number in 0..450 {
        let place = if number % 3 == 0 { "in/deep" } else { "in" };
        fs::write(folder.join(place).join(format!("{number:04}")), &messages[number % messages.len()]).unwrap();
    }
    let run = |command: &str, threads: &str| {
        let mut envelope = alone(Command::new(env!("CARGO_BIN_EXE_envelope")));
        envelope.args([command, "--format", "json", "in", "./in", "in/deep", "in"]).env("ENVELOPE_THREADS", threads);
        let said = envelope.current_dir(&folder).output().unwrap();
        (said.stdout, said.stderr, said.status.code())
    };
    for command in ["check", "aggregate"] {
        let alone = run(command, "1");
        if command == "check" {
            assert_eq!(alone.0.split(|byte| *byte == b'\n').count(), 3 * 450 + 150 + 1);
        }
        for threads in ["2", "2", "8"] {
            assert!(run(command, threads) == alone, "{command}: {threads} threads say something else than one");
        }
    }
}
