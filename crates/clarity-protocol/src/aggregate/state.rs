//! The state of an aggregation as JSON lines: a header with the number of inputs, then one input a line.

use serde::{Deserialize, Serialize};

use super::{Aggregate, Input};

/// The version of the state.
const VERSION: u64 = 1;
/// How a state begins.
const BEGIN: &str = "{\"envelope_state\":";

#[derive(Serialize, Deserialize)]
struct Header {
    envelope_state: u64,
    inputs: Option<usize>,
}

/// Why a state cannot be read, and at which line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// There is no header.
    #[error("line {0}: no state; expected `{{\"envelope_state\":{VERSION},\"inputs\":<number>}}`")]
    Header(usize),
    /// Another version wrote it.
    #[error("line {0}: the state has version {1}; this program reads version {VERSION}")]
    Version(usize, u64),
    /// The line is no input.
    #[error("line {0}: no input of a state: {reason}", reason = .1.to_string().replace(" line 1", ""))]
    Input(usize, #[source] serde_json::Error),
    /// The line ends too early, or there are fewer inputs than the header says.
    #[error("line {0}: the state is cut")]
    Cut(usize),
}

/// Whether a text is a state, by how its first line begins.
pub fn is_state(text: impl AsRef<[u8]>) -> bool {
    text.as_ref().starts_with(BEGIN.as_bytes())
}

impl Aggregate {
    /// The state: JSON lines that [`from_state`](Self::from_state) reads. States one after the other are a state.
    pub fn to_state(&self) -> String {
        self.state_lines().map(|line| line + "\n").collect()
    }

    /// The lines of the state, one by one.
    pub fn state_lines(&self) -> impl Iterator<Item = String> {
        let header = Header { envelope_state: VERSION, inputs: Some(self.inputs.len()) };
        let inputs = self.inputs.iter().map(|input| serde_json::to_string(input).unwrap_or_default());
        serde_json::to_string(&header).into_iter().chain(inputs)
    }

    /// Reads a state, or several one after the other.
    pub fn from_state(state: &str) -> Result<Self, StateError> {
        let mut inputs: Vec<Input> = Vec::new();
        let (mut left, mut last) = (0, 0);
        for (text, line) in state.lines().zip(1..) {
            last = line;
            if left > 0 {
                let is_cut = |error: &serde_json::Error| error.is_eof() || is_state(text);
                let error = |why| if is_cut(&why) { StateError::Cut(line) } else { StateError::Input(line, why) };
                inputs.push(serde_json::from_str(text).map_err(error)?);
                left -= 1;
                continue;
            }
            let header: Header = serde_json::from_str(text).map_err(|_| StateError::Header(line))?;
            if header.envelope_state != VERSION {
                return Err(StateError::Version(line, header.envelope_state));
            }
            left = header.inputs.ok_or(StateError::Header(line))?;
        }
        match (last, left) {
            (0, _) => Err(StateError::Header(1)),
            (_, 0) => Ok(Self { inputs }),
            _ => Err(StateError::Cut(last)),
        }
    }
}
