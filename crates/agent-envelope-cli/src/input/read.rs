//! From an input to its bytes.

use std::fs::File;
use std::io::{self, ErrorKind, Read, stdin};
use std::path::Path;

use agent_envelope::envelope_core::{Limits, Source};

use super::{Input, Unreadable};
use crate::exit::Failure;

/// What most messages fit into; read on the stack, so that each takes no more memory than it has bytes.
const USUAL: usize = 4 << 10;

/// An input that was read.
#[derive(Debug)]
pub(crate) struct Message {
    /// Its name.
    pub(crate) name: String,
    bytes: Vec<u8>,
}

impl Message {
    /// Reads the input, at most a byte more than the limit: then it is known to be too large, however large it is.
    pub(crate) fn read(input: &Input, limits: Limits) -> Result<Self, Unreadable> {
        let name = input.name();
        let bytes = match input {
            Input::Stdin => up_to(stdin().lock(), limits),
            Input::File(path) => open(path).and_then(|file| up_to(file, limits)),
        };
        match bytes {
            Ok(bytes) => Ok(Self { name, bytes }),
            // To open a folder succeeds, and what the system says to reading it does not help.
            Err(error) if error.kind() == ErrorKind::IsADirectory => {
                Err(Unreadable { name, reason: "is a folder".to_owned() })
            }
            Err(error) => Err(Unreadable { name, reason: error.to_string() }),
        }
    }

    /// Reads the file that an argument names, or standard input.
    pub(crate) fn of(path: &Path, limits: Limits) -> Result<Self, Failure> {
        Ok(Self::read(&Input::new(path), limits)?)
    }

    /// The message as the readers take it.
    pub(crate) fn source(&self) -> Source<'_> {
        Source::from_bytes(&self.bytes)
    }

    /// The bytes as they came.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(unix)]
use super::direct::Direct;

#[cfg(unix)]
fn open(path: &Path) -> io::Result<Direct> {
    Direct::open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// The text of a file that an option names; a larger one than any message is none that anybody meant.
pub(crate) fn text_of(path: &Path) -> io::Result<String> {
    let limits = Limits::default();
    let bytes = up_to(File::open(path)?, limits)?;
    if bytes.len() > limits.input() {
        return Err(io::Error::other(format!("it has more than {} bytes", limits.input())));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is no UTF-8"))
}

/// The bytes of a stream, at most one more than the limit. The system is not asked for the size first: most messages
/// are read at once, and to ask costs as much as to read them.
pub(crate) fn up_to(mut reader: impl Read, limits: Limits) -> io::Result<Vec<u8>> {
    let most = limits.input().saturating_add(1);
    let mut first = [0; USUAL];
    let (mut filled, room) = (0, USUAL.min(most));
    while filled < room {
        match reader.read(&mut first[filled..room]) {
            Ok(0) => return Ok(first[..filled].to_vec()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let mut bytes = first[..filled].to_vec();
    reader.take(u64::try_from(most - filled).unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
