//! The lines of a file from its end: a transcript may be long, and its last lines are the ones that count.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::open_regular;

/// How much is read at a time.
const BLOCK: usize = 1 << 16;
/// The longest line; what is longer is no message of an agent.
const LONGEST: usize = 1 << 26;

/// The lines of a file, the last one first, without their line ends. It takes the memory of the longest line.
#[derive(Debug)]
pub(crate) struct Backwards {
    file: File,
    /// Where the part begins that was read.
    at: u64,
    /// What was read and not yet given out.
    block: Vec<u8>,
    /// The pieces of the line whose start was not found yet, the last one first.
    pieces: Vec<Vec<u8>>,
    /// How long they are together.
    length: usize,
    done: bool,
}

impl Backwards {
    /// Opens a file as long as it is now.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut file = open_regular(path, OpenOptions::new().read(true))?;
        let at = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, at, block: Vec::new(), pieces: Vec::new(), length: 0, done: false })
    }

    /// Reads the block before the ones that were read; `false` at the start of the file.
    fn more(&mut self) -> io::Result<bool> {
        if self.at == 0 {
            return Ok(false);
        }
        let size = usize::try_from(self.at).unwrap_or(BLOCK).min(BLOCK);
        self.at -= size as u64;
        self.block.resize(size, 0);
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.read_exact(&mut self.block)?;
        Ok(true)
    }

    fn line(&mut self) -> Vec<u8> {
        let mut line = Vec::with_capacity(self.length);
        self.pieces.drain(..).rev().for_each(|piece| line.extend(piece));
        self.length = 0;
        line
    }

    fn take(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let start = self.block.iter().rposition(|byte| *byte == b'\n');
            let piece = self.block.split_off(start.map_or(0, |at| at + 1));
            self.length += piece.len();
            self.pieces.push(piece);
            if self.length > LONGEST {
                return Err(io::Error::other(format!("a line of more than {LONGEST} bytes")));
            }
            if start.is_some() {
                self.block.pop();
                return Ok(Some(self.line()));
            }
            if !self.more()? {
                self.done = true;
                return Ok((self.length > 0).then(|| self.line()));
            }
        }
    }
}

impl Iterator for Backwards {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let line = self.take().transpose();
        self.done |= !matches!(line, Some(Ok(_)));
        line
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn lines(name: &str, text: &[u8]) -> Vec<Vec<u8>> {
        let path = std::env::temp_dir().join(format!("envelope-backwards-{name}-{}", std::process::id()));
        fs::write(&path, text).unwrap();
        let lines = Backwards::open(&path).unwrap().map(Result::unwrap).collect();
        fs::remove_file(path).unwrap();
        lines
    }

    #[test]
    fn gives_the_lines_of_any_length_in_reverse() {
        let long = |byte: u8, length: usize| vec![byte; length];
        let cases: [&[Vec<u8>]; 6] = [
            &[],
            &[b"one".to_vec()],
            &[b"one".to_vec(), b"".to_vec(), b"two".to_vec()],
            &[long(b'a', BLOCK - 1), long(b'b', BLOCK), long(b'c', BLOCK + 1), b"d".to_vec()],
            &[long(b'a', 5 * BLOCK), long(b'b', 3)],
            &[long(b'a', 3), long(b'b', 5 * BLOCK + 7), long(b'c', 2 * BLOCK)],
        ];
        for (case, expected) in cases.into_iter().enumerate() {
            let text = expected.join(&b'\n');
            let mut reversed: Vec<Vec<u8>> = expected.to_vec();
            reversed.reverse();
            assert_eq!(lines(&format!("a{case}"), &text), reversed, "case {case}");
            // With a line end at its end, the file has an empty last line.
            let mut ended = text.clone();
            ended.push(b'\n');
            reversed.insert(0, Vec::new());
            if case > 0 {
                assert_eq!(lines(&format!("b{case}"), &ended), reversed, "case {case}, ended");
            }
        }
    }

    #[test]
    fn only_files_are_opened() {
        assert!(Backwards::open(&std::env::temp_dir()).is_err());
        assert!(Backwards::open(Path::new("/dev/null")).is_err());
    }
}
