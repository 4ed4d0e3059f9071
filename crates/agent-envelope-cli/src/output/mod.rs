//! What is written: results to standard output, everything for people to standard error.

mod github;
mod human;
mod json;
mod progress;
mod replace;
mod signals;
mod summary;
mod visible;

use std::io::{BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write as _, stderr, stdout};

pub(crate) use github::Github;
pub(crate) use human::Snippets;
pub(crate) use json::{json_line, json_pretty};
pub(crate) use progress::Progress;
pub(crate) use replace::{Turn, replace_file};
pub(crate) use summary::{Summary, verdict};
pub(crate) use visible::{visible, visible_text};

use serde::Serialize;

use crate::exit::Failure;
use json::write_json;

/// The two streams.
#[derive(Debug)]
pub(crate) struct Out {
    stdout: BufWriter<Stdout>,
    stderr: BufWriter<Stderr>,
    /// Standard output is a terminal: agents' control characters must not reach it.
    terminal: bool,
    quiet: bool,
    /// Nobody reads standard output any more.
    closed: bool,
}

impl Out {
    /// The streams of the process; a quiet one says nothing to people.
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            stdout: BufWriter::with_capacity(1 << 16, stdout()),
            stderr: BufWriter::with_capacity(1 << 14, stderr()),
            terminal: stdout().is_terminal(),
            quiet,
            closed: false,
        }
    }

    /// Whether people are to be told nothing.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// A result whose control characters are escaped already.
    pub(crate) fn result(&mut self, text: &str) -> Result<(), Failure> {
        if self.closed {
            return Err(Failure::Closed);
        }
        self.let_people_read();
        Ok(self.stdout.write_all(text.as_bytes())?)
    }

    /// A result as JSON, written as it is made, however long it is; gives how many bytes that is.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<usize, Failure> {
        self.let_people_read();
        Ok(write_json(&mut self.stdout, value)?)
    }

    /// What was said before stands before, wherever the two streams end up together.
    fn let_people_read(&mut self) {
        if !self.stderr.buffer().is_empty() {
            self.stderr.flush().ok();
        }
    }

    /// A result that is text with an agent's words in it: as it is into files and pipes, made visible on a terminal.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        if self.terminal {
            let shown = visible_text(text);
            self.result(&shown)
        } else {
            self.result(text)
        }
    }

    /// A result that is an agent's own bytes: as they are into files and pipes, made visible on a terminal.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.terminal { self.text(&String::from_utf8_lossy(bytes)) } else { Ok(self.stdout.write_all(bytes)?) }
    }

    /// Something for people, fit for a terminal already; nothing when quiet, or when the results before it found no reader.
    /// That nobody reads it is no failure.
    pub(crate) fn people(&mut self, text: &str) {
        if self.quiet || text.is_empty() {
            return;
        }
        if !self.stdout.buffer().is_empty() {
            // Any other failure comes up again when the rest is written, and is told then.
            let failed = self.stdout.flush().err();
            self.closed |= failed.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe);
        }
        if self.closed {
            return;
        }
        self.stderr.write_all(text.as_bytes()).ok();
    }

    /// Why the command could not run; said even when quiet.
    pub(crate) fn error(&mut self, message: &str) {
        self.stdout.flush().ok();
        writeln!(self.stderr, "error: {}", visible(message)).ok();
        self.stderr.flush().ok();
    }

    /// Writes what is still waiting.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.stderr.flush().ok();
        Ok(self.stdout.flush()?)
    }
}

/// Whether a stream gets colour: a terminal that wants it.
pub(crate) fn colour(stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !set("NO_COLOR") && !dumb
}
