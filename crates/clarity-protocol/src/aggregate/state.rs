//! The state of an aggregation as JSON lines: a header, then one input a line.

use serde::{Deserialize, Serialize};

use super::{Aggregate, Input};

/// The version of the state.
const VERSION: u64 = 1;
/// How a state begins.
const BEGIN: &str = "{\"envelope_state\":";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    envelope_state: u64,
}

/// An input of a state. `left` tells how many follow, so that a state that is cut between two lines is noticed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    left: usize,
    input: T,
}

/// Why a state cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// It does not begin with a header.
    #[error("line {line}: no state; expected `{{\"envelope_state\":{VERSION}}}`")]
    Header {
        /// The line, from 1.
        line: usize,
    },
    /// Another version wrote it.
    #[error("line {line}: the state has version {version}; this program reads version {VERSION}")]
    Version {
        /// The line, from 1.
        line: usize,
        /// The version.
        version: u64,
    },
    /// A line is no input.
    #[error("line {line}: no input of a state; see column {}", source.column())]
    Input {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The line ends too early, or inputs are missing before or behind it.
    #[error("line {line}: the state is cut")]
    Cut {
        /// The line, from 1.
        line: usize,
    },
}

/// Whether a text is a state, by how its first line begins.
pub fn is_state(text: impl AsRef<[u8]>) -> bool {
    text.as_ref().starts_with(BEGIN.as_bytes())
}

impl Aggregate {
    /// The state: JSON lines that [`from_state`](Self::from_state) reads. States one after the other are a state.
    pub fn to_state(&self) -> String {
        let mut state = format!("{BEGIN}{VERSION}}}\n");
        for (index, input) in self.inputs.iter().enumerate() {
            let line = Line { left: self.inputs.len() - index - 1, input };
            state += &serde_json::to_string(&line).unwrap_or_default();
            state.push('\n');
        }
        state
    }

    /// Reads a state, or several one after the other.
    pub fn from_state(state: &str) -> Result<Self, StateError> {
        let mut inputs = Vec::new();
        let mut left = None;
        let mut last = 1;
        for (text, line) in state.lines().zip(1..) {
            last = line;
            match left {
                None | Some(0) if is_state(text) => {
                    let header: Header = serde_json::from_str(text).map_err(|_| StateError::Header { line })?;
                    let version = header.envelope_state;
                    if version != VERSION {
                        return Err(StateError::Version { line, version });
                    }
                    left = None;
                    continue;
                }
                None if line == 1 => return Err(StateError::Header { line }),
                Some(_) if is_state(text) => return Err(StateError::Cut { line }),
                _ => {}
            }
            let next: Line<Input> = serde_json::from_str(text).map_err(|source| {
                if source.is_eof() { StateError::Cut { line } } else { StateError::Input { line, source } }
            })?;
            if left.is_some_and(|left| left != next.left + 1) {
                return Err(StateError::Cut { line });
            }
            left = Some(next.left);
            inputs.push(next.input);
        }
        match left {
            Some(left) if left > 0 => Err(StateError::Cut { line: last }),
            _ if state.is_empty() => Err(StateError::Header { line: 1 }),
            _ => Ok(Self { inputs }),
        }
    }
}
