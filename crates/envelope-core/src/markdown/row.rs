use std::borrow::Cow;

use crate::Span;

/// The longest run of back-ticks that opens code in a row; the limit keeps splitting linear.
const LONGEST_RUN: usize = 8;

/// The cells of a table row, without the blanks around them: all that the row has, however many columns the table has.
///
/// A `|` in back-ticks or behind a back-slash does not split.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    row: &'a str,
    offset: usize,
    /// Where the next cell begins; `None` behind the last one.
    next: Option<usize>,
    code: Code<'a>,
}

/// The cells of the row at these bytes of a text.
pub fn cells(text: &str, row: Span) -> Cells<'_> {
    let row_text = row.of(text);
    let start = row_text.len() - row_text.trim_ascii_start().len();
    let start = start + usize::from(row_text[start..].starts_with('|'));
    Cells { row: row_text, offset: row.start(), next: Some(start), code: Code::new(row_text) }
}

impl Iterator for Cells<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = self.next?;
        let mut at = start;
        let bytes = self.row.as_bytes();
        let end = loop {
            let Some(found) = memchr::memchr2(b'|', b'`', &bytes[at..]) else {
                self.next = None;
                break bytes.len();
            };
            at += found;
            if bytes[at] == b'`' {
                at = self.code.end(at);
            } else if at > start && bytes[at - 1] == b'\\' {
                at += 1;
            } else {
                self.next = Some(at + 1);
                break at;
            }
        };
        let cell = &self.row[start..end];
        let content = cell.trim_ascii();
        // What follows the closing `|` is no cell.
        if self.next.is_none() && content.is_empty() {
            return None;
        }
        let start = self.offset + start + (cell.len() - cell.trim_ascii_start().len());
        Some(Span::new(start, start + content.len()))
    }
}

/// Finds code in back-ticks.
#[derive(Clone, Debug)]
struct Code<'a> {
    bytes: &'a [u8],
    /// Runs of these lengths have no further run of the same length behind them.
    absent: [bool; LONGEST_RUN + 1],
}

impl<'a> Code<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), absent: [false; LONGEST_RUN + 1] }
    }

    fn run(&self, at: usize) -> usize {
        self.bytes[at..].iter().take_while(|byte| **byte == b'`').count()
    }

    /// Where to go on behind the back-tick at this place: behind the code that it opens, or behind its run.
    fn end(&mut self, at: usize) -> usize {
        if at > 0 && self.bytes[at - 1] == b'\\' {
            return at + 1;
        }
        let length = self.run(at);
        let mut next = at + length;
        if length > LONGEST_RUN || self.absent[length] {
            return next;
        }
        while let Some(found) = memchr::memchr(b'`', &self.bytes[next..]) {
            let run = self.run(next + found);
            next += found + run;
            if run == length {
                return next;
            }
        }
        self.absent[length] = true;
        at + length
    }
}

/// The value of a cell: `\|` is a `|`, and outside code an escaped back-tick is a back-tick.
pub fn unescape(cell: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', cell.as_bytes()).is_none() {
        return Cow::Borrowed(cell);
    }
    let mut code = Code::new(cell);
    let mut value = String::with_capacity(cell.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'`', &cell.as_bytes()[at..]) {
        let tick = at + found;
        at = code.end(tick);
        if at == tick + 1 && cell[..tick].ends_with('\\') {
            value.push_str(&cell[copied..tick - 1]);
            copied = tick;
        }
    }
    value.push_str(&cell[copied..]);
    Cow::Owned(value.replace("\\|", "|"))
}

/// A table row with these values, which [`cells`] and [`unescape`] read back.
pub fn row<S: AsRef<str>>(values: &[S]) -> String {
    let values: Vec<String> = values.iter().map(|value| one_line(value.as_ref())).collect();
    let plain = join(values.iter().map(|value| value.replace('|', "\\|")));
    let read = cells(&plain, Span::new(0, plain.len())).map(|cell| unescape(cell.of(&plain)));
    if read.eq(values.iter().map(String::as_str)) {
        return plain;
    }
    // A back-tick would open code that reaches into another cell.
    join(values.iter().map(|value| value.replace('|', "\\|").replace('`', "\\`")))
}

fn join(cells: impl Iterator<Item = String>) -> String {
    let mut row = String::from("|");
    for cell in cells {
        row.push(' ');
        row.push_str(&cell);
        row.push_str(" |");
    }
    row
}

fn one_line(value: &str) -> String {
    value.trim_ascii().replace("\r\n", " ").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(row: &str) -> Vec<String> {
        cells(row, Span::new(0, row.len())).map(|cell| unescape(cell.of(row)).into_owned()).collect()
    }

    #[test]
    fn rows_split_at_plain_pipes() {
        assert_eq!(split("| a | b |"), ["a", "b"]);
        assert_eq!(split("a | b"), ["a", "b"]);
        assert_eq!(split("|a||c|  "), ["a", "", "c"]);
        assert_eq!(split(r"| a\|b | `c|d` | ``e|`f`` |"), ["a|b", "`c|d`", "``e|`f``"]);
        assert_eq!(split("| a ` b | c |"), ["a ` b", "c"]);
        assert_eq!(split(r"| \`a | b` |"), ["`a", "b`"]);
        assert_eq!(split(r"| C:\a | `C:\` |"), [r"C:\a", r"`C:\`"]);
        assert_eq!(split("|"), Vec::<String>::new());
        assert_eq!(split("| a"), ["a"]);
    }

    #[test]
    fn many_runs_of_back_ticks_are_no_trap() {
        let runs: String = (1..3_000).map(|length| "`".repeat(length) + " ").collect();
        assert_eq!(split(&runs).len(), 1);
    }

    proptest! {
        #[test]
        fn rows_read_back(values in prop::collection::vec(r"[ab|`\\ ]{0,8}", 1..5)) {
            let values: Vec<&str> = values.iter().map(|value| value.trim()).collect();
            prop_assert_eq!(split(&row(&values)), values);
        }
    }
}
