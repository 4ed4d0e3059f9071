//! What is written: results to standard output, everything for people to standard error.

mod github;
mod human;
mod json;
mod progress;
mod replace;
mod signals;
mod summary;
mod visible;

use std::io::{BufWriter, IsTerminal, Stderr, Stdout, Write as _, stderr, stdout};

pub(crate) use github::Github;
pub(crate) use human::Snippets;
pub(crate) use json::{json_line, json_pretty};
pub(crate) use progress::Progress;
pub(crate) use replace::{Turn, replace_file};
pub(crate) use summary::{Summary, plural, verdict};
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
    /// Why results that were handed over did not get where they belong.
    lost: Option<Failure>,
}

impl Out {
    /// The streams of the process; a quiet one says nothing to people.
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            stdout: BufWriter::with_capacity(1 << 16, stdout()),
            stderr: BufWriter::with_capacity(1 << 14, stderr()),
            terminal: stdout().is_terminal(),
            quiet,
            lost: None,
        }
    }

    /// Whether people are to be told nothing.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// A result whose control characters are escaped already.
    pub(crate) fn result(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes())
    }

    /// A result as JSON, written as it is made, however long it is; gives how many bytes that is.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<usize, Failure> {
        self.begin_result()?;
        Ok(write_json(&mut self.stdout, value)?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.begin_result()?;
        Ok(self.stdout.write_all(bytes)?)
    }

    /// Nothing is written behind results that were lost.
    fn begin_result(&mut self) -> Result<(), Failure> {
        self.let_people_read();
        self.lost.clone().map_or(Ok(()), Err)
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
        if self.terminal { self.text(&String::from_utf8_lossy(bytes)) } else { self.write(bytes) }
    }

    /// Something for people, fit for a terminal already; nothing when quiet, or when the results before it were lost: it
    /// may speak of them. That nobody reads it is no failure.
    pub(crate) fn people(&mut self, text: &str) {
        if self.quiet || text.is_empty() {
            return;
        }
        if self.deliver().is_ok() {
            self.stderr.write_all(text.as_bytes()).ok();
        }
    }

    /// Why the command could not run; said even when quiet.
    pub(crate) fn error(&mut self, message: &str) {
        // What went wrong with the results is told when the command ends.
        self.deliver().ok();
        writeln!(self.stderr, "error: {}", visible(message)).ok();
        self.stderr.flush().ok();
    }

    /// Writes what is still waiting.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.stderr.flush().ok();
        self.deliver()
    }

    /// Hands over the results that wait.
    fn deliver(&mut self) -> Result<(), Failure> {
        if self.lost.is_none() {
            self.lost = self.stdout.flush().err().map(Failure::from);
        }
        self.lost.clone().map_or(Ok(()), Err)
    }
}

/// Whether a stream gets colour: a terminal that wants it.
pub(crate) fn colour(stream: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !set("NO_COLOR") && !dumb
}
