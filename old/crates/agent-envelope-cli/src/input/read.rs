//! From an input to its bytes.

use std::fs::File;
use std::io::{self, ErrorKind, Read, stdin};
use std::path::Path;

use agent_envelope::envelope_core::{Limits, Source};

use super::{Found, Input, Unreadable};
use crate::exit::Failure;

/// What most messages fit into.
pub(super) const USUAL: usize = 4 << 10;
/// No further input is read ahead where so many bytes wait.
const ENOUGH: usize = 256 << 10;

/// Reads inputs and makes something of each, several at a time: workers that open and close files in turns with other work
/// get in each other's way more often.
pub(crate) fn make_of_each<O>(
    inputs: &[&Found],
    limits: Limits,
    mut make: impl FnMut(Result<(&Input, &[u8]), Unreadable>) -> O,
    results: &mut Vec<O>,
) {
    let (mut bytes, mut ends, mut rest) = (Vec::new(), Vec::with_capacity(inputs.len()), inputs);
    while !rest.is_empty() {
        bytes.clear();
        for found in rest {
            let read = found.as_ref().map_err(Clone::clone).and_then(|input| {
                append(input, limits, &mut bytes)?;
                Ok((input, bytes.len()))
            });
            ends.push(read);
            if bytes.len() >= ENOUGH {
                break;
            }
        }
        rest = rest.get(ends.len()..).unwrap_or_default();
        let mut start = 0;
        results.extend(ends.drain(..).map(|read| {
            let message = read.map(|(input, end)| {
                let message = bytes.get(start..end).unwrap_or_default();
                start = end;
                (input, message)
            });
            make(message)
        }));
    }
}

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
        let mut bytes = Vec::new();
        append(input, limits, &mut bytes)?;
        Ok(Self { name: input.name(), bytes })
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

/// Puts the bytes of an input behind those that are there, at most one more than the limit.
fn append(input: &Input, limits: Limits, bytes: &mut Vec<u8>) -> Result<(), Unreadable> {
    let (before, most) = (bytes.len(), limits.input().saturating_add(1));
    let read = match input {
        Input::Stdin => append_stream(stdin().lock(), most, bytes),
        Input::File(path) => append_file(path, most, bytes),
    };
    read.map_err(|error| {
        bytes.truncate(before);
        let reason = match error.kind() {
            // To open a folder succeeds, and what the system says to reading it does not help.
            ErrorKind::IsADirectory => "is a folder".to_owned(),
            _ => error.to_string(),
        };
        Unreadable { name: input.name(), reason }
    })
}

#[cfg(unix)]
use super::direct::append as append_file;

#[cfg(not(unix))]
fn append_file(path: &Path, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    append_stream(File::open(path)?, most, bytes)
}

fn append_stream(stream: impl Read, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    stream.take(u64::try_from(most).unwrap_or(u64::MAX)).read_to_end(bytes).map(|_| ())
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

/// The bytes of a stream, at most one more than the limit.
pub(crate) fn up_to(stream: impl Read, limits: Limits) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(USUAL);
    append_stream(stream, limits.input().saturating_add(1), &mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::faults::Scratch;

    /// What was made of each: the bytes, or why there are none.
    fn read_all(paths: &[PathBuf], limits: Limits) -> Vec<Result<Vec<u8>, String>> {
        let found: Vec<Found> = paths.iter().map(|path| Ok(Input::new(path))).collect();
        let mut all = Vec::new();
        let bytes_of = |read: Result<(&Input, &[u8]), Unreadable>| match read {
            Ok((_, bytes)) => Ok(bytes.to_vec()),
            Err(unreadable) => Err(unreadable.reason),
        };
        make_of_each(&found.iter().collect::<Vec<_>>(), limits, bytes_of, &mut all);
        all
    }

    #[test]
    fn each_message_has_its_own_bytes_whatever_stands_beside_it() {
        let scratch = Scratch::new();
        let (large, small) = (vec![b'l'; ENOUGH + 5], b"small".to_vec());
        fs::write(scratch.path("large"), &large).unwrap();
        fs::write(scratch.path("small"), &small).unwrap();
        fs::write(scratch.path("empty"), "").unwrap();
        let paths = ["small", "absent", "empty", "large", "small", "", "large", "empty", "small"];
        let made = read_all(&paths.map(|name| scratch.path(name)), Limits::default());
        let (small, large, empty) = (Ok(small), Ok(large), Ok(Vec::new()));
        let absent = Err("No such file or directory (os error 2)".to_owned());
        let folder = Err("is a folder".to_owned());
        let expected =
            [&small, &absent, &empty, &large, &small, &folder, &large, &empty, &small].map(Clone::clone).to_vec();
        assert!(made == expected, "{:?}", made.iter().map(|made| made.as_ref().map(Vec::len)).collect::<Vec<_>>());
    }

    #[test]
    fn of_a_large_message_one_byte_more_than_the_limit_is_read() {
        let scratch = Scratch::new();
        for length in [9, 10, 11, 12, 5000, 70_000] {
            fs::write(scratch.path(&length.to_string()), vec![b'x'; length]).unwrap();
            let paths = [scratch.path(&length.to_string()), scratch.path(&length.to_string())];
            let expected = Ok(vec![b'x'; length.min(11)]);
            assert_eq!(read_all(&paths, Limits::default().with_input(10)), [expected.clone(), expected], "{length}");
        }
    }
}
