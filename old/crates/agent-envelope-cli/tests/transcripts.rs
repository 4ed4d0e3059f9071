//! Transcripts: every command in `tests/transcripts/*.md` and in the READMEs is run, and prints what is written there.
//!
//! A fence marked `console` holds commands after `$ `, each with its output below it (both streams as a terminal shows
//! them) and, where it is not 0, its exit status as `[exit N]`. Commands run in a shell at the root of the repository;
//! `cargo envelope` is the program under test, and `$TMP` a folder that goes away. Fences without a `$ ` are not run.
//!
//! The runner is our own, and small: the READMEs are transcripts too, their commands are lines of a shell with pipes and
//! loops, and the crates for this (trycmd, snapbox) run programs without one.
//!
//! `TRANSCRIPTS=overwrite cargo test -p agent-envelope-cli --test transcripts` writes what the commands print now: then
//! read the difference.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the test runs the program on files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

mod alone;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use alone::alone;

/// What stands before each command: the program's folder first, `cargo envelope` as an alias, one stream, no colours.
const PRELUDE: &str = "exec 2>&1; cargo() { shift; envelope \"$@\"; }; ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn commands_print_what_the_transcripts_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.push(root().join("README.md"));
    files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let overwrite = env::var_os("TRANSCRIPTS").is_some_and(|word| word == "overwrite");
    let mut wrong = String::new();
    let mut commands = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let now = rerun(&text, &mut commands);
        if overwrite {
            fs::write(&file, &now).unwrap();
        } else if now != text {
            let _ = writeln!(wrong, "{}:\n{}", file.display(), first_difference(&text, &now));
        }
    }
    assert!(commands > 30, "the transcripts are found");
    assert!(wrong.is_empty(), "{wrong}\nif it is right now: TRANSCRIPTS=overwrite cargo test -p agent-envelope-cli");
}

/// The same text with the output of every command as it is now.
fn rerun(text: &str, commands: &mut usize) -> String {
    let scratch = Scratch::new();
    let mut now = String::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        match &fence {
            None => {
                let marks = line.len() - line.trim_start_matches('`').len();
                fence = (marks >= 3 && &line[marks..] == "console").then(|| line[..marks].to_owned());
                let _ = writeln!(now, "{line}");
            }
            Some(marks) if line == marks => {
                fence = None;
                let _ = writeln!(now, "{line}");
            }
            Some(_) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    *commands += 1;
                    let _ = write!(now, "{line}\n{}", scratch.run(command));
                } else if !now.contains("\n$ ") || !in_transcript(&now) {
                    let _ = writeln!(now, "{line}");
                }
            }
        }
    }
    now
}

/// Whether the open fence has a command already, so that its other lines are output.
fn in_transcript(now: &str) -> bool {
    now.rfind("console\n").is_some_and(|at| now[at..].contains("\n$ "))
}

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let name = format!("envelope-transcripts-{}-{:p}", std::process::id(), &());
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn run(&self, command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_envelope")).parent().unwrap().to_owned();
        let mut path = vec![program];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let output = alone(Command::new("bash"))
            .args(["-c", &format!("{PRELUDE}{command}")])
            .current_dir(root())
            .env("PATH", env::join_paths(path).unwrap())
            .env("TMP", &self.0)
            .env("XDG_CACHE_HOME", self.0.join("cache"))
            .env_remove("NO_COLOR")
            .output()
            .expect("bash is there");
        let mut text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
        text = text.replace(self.0.to_str().unwrap(), "$TMP");
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match output.status.code() {
            Some(0) => text,
            Some(code) => text + &format!("[exit {code}]\n"),
            None => text + "[killed]\n",
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn first_difference(old: &str, new: &str) -> String {
    let at = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let show = |text: &str| text.lines().skip(at).take(8).collect::<Vec<_>>().join("\n    ");
    format!("line {}, expected:\n    {}\nthere is:\n    {}", at + 1, show(old), show(new))
}
