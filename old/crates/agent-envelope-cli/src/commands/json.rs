//! `envelope json`: the tolerant JSON reader alone.

use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

use agent_envelope::envelope_core::Limits;
use agent_envelope::envelope_core::json::{JsonRecord, Request, judge};
use clap::{Args, ValueEnum};

use crate::exit::{Exit, Failure};
use crate::input::{Message, STDIN, no_input};
use crate::output::{Out, Snippets, json_line, json_pretty};

/// Read whatever JSON a model wrote
///
/// Finds the JSON in prose, fences and lists, repairs what has one sure reading, says what it repaired and where, and
/// prints the value. Nothing is guessed: what has two readings is an error. A value is an object or an array; a number or
/// a string alone is none.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope json answer.txt
  envelope json answer.txt --require name  # of several objects, the one with this key
  model | envelope json --require name
  model | envelope json --format json - | jq '.diagnostics[].rule'

Exit status: 0 a value was found and nothing is certainly wrong with it, 1 not, 2 the command could not run.")]
pub(crate) struct Json {
    /// A file, or `-` for standard input (the default)
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// A key that the object must have; of several objects the one with the most of them is taken; may be repeated
    #[arg(long, value_name = "KEY", num_args = 1..)]
    require: Vec<String>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = Format::Value)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The value; what was found on standard error
    Value,
    /// `{"value", "truncated", "diagnostics"}` on one line
    Json,
}

impl Json {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let message = Message::of(self.file()?, Limits::default())?;
        let source = message.source();
        let keys: Vec<&str> = self.keys().iter().map(String::as_str).collect();
        let request = Request::requiring(&keys);
        let read = judge(&source, &request);
        let record = JsonRecord::of(&read, &source);
        if self.format == Format::Json {
            out.result(&json_line(&record))?;
        } else {
            out.people(&Snippets::new().all(&read.diagnostics(), &message.name, &source));
            if let Some(value) = &record.value {
                out.result(&json_pretty(value))?;
            }
        }
        Ok(Exit::from_accepted(record.accepted()))
    }

    /// What is required. A last word `-` is standard input, for no object has such a key.
    fn keys(&self) -> &[String] {
        match self.require.split_last() {
            Some((last, keys)) if self.file.is_none() && last == STDIN => keys,
            _ => &self.require,
        }
    }

    /// The file, or standard input. Every word after `--require` is a key, the last one too: where that is a file, it
    /// was meant as one, and to wait for standard input instead would help nobody.
    fn file(&self) -> Result<&Path, Failure> {
        let meant = self.require.last().filter(|key| self.file.is_none() && Path::new(key).is_file());
        match (&self.file, meant) {
            (Some(file), _) => Ok(file),
            (None, Some(key)) => Err(Failure::new(format!(
                "every word after --require is a key, `{key}` too: write FILE, or `-`, before it, or `--` between"
            ))),
            (None, None) if stdin().is_terminal() && self.keys().len() == self.require.len() => Err(no_input()),
            (None, None) => Ok(Path::new(STDIN)),
        }
    }
}
