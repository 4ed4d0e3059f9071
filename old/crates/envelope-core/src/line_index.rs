//! From byte offsets to lines and columns (R-A7).

use std::fmt;

use serde::{Deserialize, Serialize};

/// A line and a column, both from 1; the column counts Unicode scalars (R-A7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in Unicode scalars, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where the lines of a text begin, for many look-ups (R-A7).
///
/// A line ends at `\n`, at `\r\n`, or at a lone `\r`. Long lines have a checkpoint every 1024 bytes, so that
/// a look-up never counts more characters than that.
///
/// ```
/// use envelope_core::LineIndex;
/// let text = "für\r\nzwei";
/// let index = LineIndex::new(text);
/// assert_eq!(index.position(text, 3).to_string(), "1:3", "`r` is the third character");
/// assert_eq!(index.position(text, 6).to_string(), "2:1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
    /// Characters of the text before each multiple of [`STRIDE`], for lines longer than that.
    checkpoints: Vec<usize>,
}

/// Bytes between two checkpoints.
const STRIDE: usize = 1024;

impl LineIndex {
    /// One pass over the text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                starts.push(at + 1);
            }
        }
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut characters = 0;
        for chunk in bytes.chunks(STRIDE) {
            checkpoints.push(characters);
            characters += count_characters(chunk);
        }
        checkpoints.push(characters);
        Self { starts, checkpoints }
    }

    /// How many lines the text has; a final line end begins one more, empty line.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// Where `line` (from 1) begins.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }

    /// The position of a byte; past the end it is the end's, inside a character it is that character's.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let column = self.characters_before(text, offset) - self.characters_before(text, start) + 1;
        let inside = !text.is_char_boundary(offset);
        Position { line, column: column - usize::from(inside) }
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let checkpoint = offset / STRIDE;
        let known = self.checkpoints.get(checkpoint).copied().unwrap_or_default();
        known + text.as_bytes().get(checkpoint * STRIDE..offset).map_or(0, count_characters)
    }
}

/// Characters that begin in these bytes: every byte but the continuation bytes of UTF-8.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0b1100_0000) != 0b1000_0000).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &str, offset: usize) -> Position {
        let (mut line, mut start) = (1, 0);
        for (at, character) in text[..offset].char_indices() {
            let next = text[at + character.len_utf8()..].chars().next();
            if character == '\n' || (character == '\r' && next != Some('\n')) {
                (line, start) = (line + 1, at + 1);
            }
        }
        Position { line, column: text[start..offset].chars().count() + 1 }
    }

    proptest! {
        #[test]
        fn agrees_with_a_naive_count(text in "[a-zé漢🎈\r\n]{0,80}", repeat in 1usize..60) {
            let text = text.repeat(repeat);
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices().take(200).chain([(text.len(), ' ')]) {
                prop_assert_eq!(index.position(&text, offset), naive(&text, offset), "offset {} of {:?}", offset, text);
            }
        }
    }

    #[test]
    fn long_lines_use_checkpoints() {
        let text = format!("{}x", "é".repeat(STRIDE * 3));
        let index = LineIndex::new(&text);
        assert_eq!(index.position(&text, text.len() - 1), Position { line: 1, column: STRIDE * 3 + 1 });
        assert_eq!(index.position(&text, 1), Position { line: 1, column: 1 }, "inside a character");
    }
}
