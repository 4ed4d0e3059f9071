//! The top-level blocks of the detail section, in order.
//!
//! Most of what agents write is told by its lines alone: headings, plain paragraphs and lists, closed fences, tables with
//! outer pipes. These are recognised here. Whatever is less plain goes to the Markdown parser, from its first line to the
//! next line that begins a block whatever stands before it, and so it pays for no text that it is not needed for. A test
//! holds both against each other.

use envelope_core::Span;
use envelope_core::text::is_blank;
use memchr::memchr;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::table::{rows_end, table_end, text_end};
use crate::steps;

/// What a block at the top level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A heading of this level.
    Heading(usize),
    /// A paragraph.
    Paragraph,
    /// A list.
    List,
    /// A table.
    Table,
    /// A fence with the info string `json`.
    Json,
    /// Anything else.
    Other,
}

/// Tells `each` of every block of `text`; a span may or may not hold the line ends behind its block.
pub(crate) fn outline(text: &str, mut each: impl FnMut(Kind, Span)) {
    blocks(text, true, &mut each);
}

/// The same; `parting` tells whether tables of the Markdown parser are divided.
fn blocks(text: &str, parting: bool, each: &mut dyn FnMut(Kind, Span)) {
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let line = first_line(rest);
        if is_blank(line) {
            at += line.len();
            continue;
        }
        let (kind, len) = plain_block(rest, line).unwrap_or_else(|| {
            let len = unplain(rest);
            (None, len)
        });
        match kind {
            Some(kind) => each(kind, Span::new(at, at + len)),
            None => {
                by_markdown(rest.get(..len).unwrap_or(rest), parting, &mut |kind, span| each(kind, span.shifted(at)));
            }
        }
        at += len.max(1);
    }
}

/// The blocks by the Markdown parser.
fn by_markdown(text: &str, parting: bool, each: &mut dyn FnMut(Kind, Span)) {
    steps::count(text.len());
    let mut depth = 0_usize;
    // Up to where text below a table was told already.
    let mut done = 0;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                match kind_of(&tag) {
                    Kind::Table if depth == 0 && parting => done = parted(text, Span::from(range), each),
                    kind if depth == 0 && range.start >= done => each(kind, Span::from(range)),
                    _ => {}
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// A table of the parser, divided where lines without any pipe stand in it: to Markdown these are rows, to us blocks of
/// their own, as they would be behind a blank line. Where they end.
fn parted(text: &str, table: Span, each: &mut dyn FnMut(Kind, Span)) -> usize {
    let mut at = table.start();
    while let Some(rest) = text.get(at..table.end()).filter(|rest| !rest.is_empty()) {
        let rows = rows_end(rest).max(1);
        each(Kind::Table, Span::new(at, at + rows));
        at += rows;
        let len = text.get(at..table.end()).map_or(0, text_end);
        if len > 0 {
            let mut end = at + len;
            // Directly below text, dashes underline it.
            let next = text.get(end..).map_or("", first_line);
            if end >= table.end() && is_underline(next) {
                end += next.len();
            }
            let from = at;
            blocks(text.get(at..end).unwrap_or_default(), false, &mut |kind, span| each(kind, span.shifted(from)));
            at = end;
        }
    }
    at
}

fn is_underline(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte == b'-')
}

fn kind_of(tag: &Tag<'_>) -> Kind {
    match tag {
        Tag::Heading { level, .. } => Kind::Heading(*level as usize),
        Tag::Paragraph => Kind::Paragraph,
        Tag::List(_) => Kind::List,
        Tag::Table(_) => Kind::Table,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) if info.as_ref() == "json" => Kind::Json,
        _ => Kind::Other,
    }
}

/// The block that `rest` begins with and its length, if its lines leave no doubt about it.
fn plain_block(rest: &str, line: &str) -> Option<(Option<Kind>, usize)> {
    let (kind, len) = match rest.as_bytes().first()? {
        b'#' => (Kind::Heading(heading_level(line)?), line.len()),
        b'`' | b'~' if fence_len(line) > 2 => fence(rest, line)?,
        b'|' => (Kind::Table, table_end(rest)?),
        _ if is_plain(line) => (Kind::Paragraph, paragraph_end(rest)?),
        _ => (Kind::List, list_end(rest, line)?),
    };
    Some((Some(kind), len))
}

/// The line that `text` begins with, its end included.
pub(super) fn first_line(text: &str) -> &str {
    let end = memchr(b'\n', text.as_bytes()).map_or(text.len(), |end| end + 1);
    steps::count(end);
    text.get(..end).unwrap_or(text)
}

fn heading_level(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let next = line.as_bytes().get(level);
    (level < 7 && next.is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r'))).then_some(level)
}

/// Whether the line can only begin or go on with a paragraph: it starts with a letter, a number that counts no item, or
/// emphasis around one.
pub(super) fn is_plain(line: &str) -> bool {
    let letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte > 0x7f);
    match line.as_bytes() {
        [b'*', b'*', next, ..] | [b'_', b'_', next, ..] | [b'`', next, ..] => {
            letter(Some(next)) || next.is_ascii_digit()
        }
        [b'0'..=b'9', ..] => {
            let behind = line.bytes().position(|byte| !byte.is_ascii_digit());
            behind.is_some_and(|at| line.as_bytes().get(at).is_some_and(|byte| *byte == b' ' || letter(Some(byte))))
        }
        bytes => letter(bytes.first()),
    }
}

/// Where the paragraph ends: before a blank line, if every line up to there is plain.
fn paragraph_end(rest: &str) -> Option<usize> {
    let mut end = 0;
    while let Some(line) = rest.get(end..).map(first_line).filter(|line| !is_blank(line)) {
        if !is_plain(line) {
            return None;
        }
        end += line.len();
    }
    Some(end)
}

fn fence_len(line: &str) -> usize {
    let mark = line.as_bytes().first();
    line.bytes().take_while(|byte| Some(byte) == mark).count()
}

/// A fence up to the line that closes it, or to the end.
fn fence(rest: &str, line: &str) -> Option<(Kind, usize)> {
    let len = fence_len(line);
    let mark = line.get(..len)?;
    let info = line.get(len..)?.trim();
    // The parser undoes escapes in the info string, and one with a back-tick opens nothing.
    if info.contains(['`', '\\', '&']) {
        return None;
    }
    let kind = if info == "json" { Kind::Json } else { Kind::Other };
    let mut end = line.len();
    while end < rest.len() {
        let line = first_line(rest.get(end..)?);
        end += line.len();
        let inner = line.trim_start_matches(' ');
        if line.len() - inner.len() < 4 && inner.starts_with(mark) {
            let behind = inner.get(fence_len(inner)..)?;
            match behind.trim() {
                // What else may stand behind a closer is a matter of taste.
                "" if behind.bytes().any(|byte| !matches!(byte, b' ' | b'\r' | b'\n')) => return None,
                "" => return Some((kind, end)),
                _ => {}
            }
        }
    }
    Some((kind, end))
}

/// How far the mark of a list item moves its text, if plain text follows the mark.
fn item_width(line: &str) -> Option<(u8, usize)> {
    let bytes = line.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mark = *bytes.get(digits)?;
    let known =
        if digits == 0 { matches!(mark, b'-' | b'*' | b'+') } else { digits < 10 && matches!(mark, b'.' | b')') };
    let text = line.get(digits + 1..)?.strip_prefix(' ')?;
    let text = ["[x] ", "[X] ", "[ ] "].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text);
    (known && is_plain(text)).then_some((mark, digits + 2))
}

/// Where the list ends: before a line that is no item of it and not indented, behind a blank one.
fn list_end(rest: &str, line: &str) -> Option<usize> {
    let (mark, mut width) = item_width(line)?;
    let mut end = line.len();
    let mut at = end;
    let mut parted = false;
    while at < rest.len() {
        let line = first_line(rest.get(at..)?);
        at += line.len();
        if is_blank(line) {
            parted = true;
            continue;
        }
        let indent = line.bytes().take_while(|byte| *byte == b' ').count();
        match item_width(line) {
            Some((same, next)) if same == mark => width = next,
            _ if indent >= width => {}
            _ if parted && begins_block(line) => break,
            _ => return None,
        }
        parted = false;
        end = at;
    }
    Some(end)
}

/// Whether the line, behind a blank one, begins a block whatever stands before: no list, quotation or indented code goes
/// on with it.
fn begins_block(line: &str) -> bool {
    // The parser counts a definition of a link with the list before it.
    let sign = |byte: &u8| byte.is_ascii_punctuation() && !matches!(byte, b'-' | b'*' | b'+' | b'[');
    line.as_bytes().first().is_some_and(sign) || is_plain(line)
}

/// How much of `rest` the Markdown parser is to read. Fences and HTML may go on over blank lines, and where one might
/// have begun nothing is sure up to the end.
fn unplain(rest: &str) -> usize {
    let mut at = 0;
    let mut parted = false;
    while at < rest.len() {
        let line = first_line(rest.get(at..).unwrap_or_default());
        if is_blank(line) {
            parted = true;
        } else if parted && begins_block(line) {
            return at;
        } else {
            parted = false;
            if line.contains('<') || line.contains("```") || line.contains("~~~") {
                return rest.len();
            }
        }
        at += line.len();
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::row::is_delimiter;

    fn ours(text: &str) -> Vec<(Kind, &str)> {
        let mut found = Vec::new();
        outline(text, |kind, span| found.push((kind, span.of(text).trim())));
        found
    }

    fn theirs(text: &str) -> Vec<(Kind, &str)> {
        let mut found = Vec::new();
        by_markdown(text, true, &mut |kind, span| found.push((kind, span.of(text).trim())));
        found
    }

    #[test]
    fn text_below_a_table_is_no_row() {
        let text = "| h |\n|---|\n| 1 |\nb\n\nc\n";
        assert_eq!(ours(text), [(Kind::Table, "| h |\n|---|\n| 1 |"), (Kind::Paragraph, "b"), (Kind::Paragraph, "c")]);
    }

    /// However the table is written, if only its rows begin with a pipe.
    #[test]
    fn text_below_a_table_is_no_row_in_any_form() {
        for table in
            ["| h |\n|---|\n| 1 |", " | h |\n |---|\n | 1 |", "| `h` |\n|---|\n| 1 |", "See:\n| h |\n|---|\n| 1 |"]
        {
            let text = format!("{table}\nb\n| 2 |\n");
            let found = ours(&text);
            let [.., (Kind::Table, rows), (Kind::Paragraph, "b\n| 2 |")] = found[..] else { panic!("{found:?}") };
            assert!(rows.ends_with("| 1 |"), "{rows}");
        }
    }

    #[test]
    fn most_blocks_are_told_by_their_lines() {
        let plain = "## a\nb\nc\n\n- d\n  - e\n\n- f\n\n```json\n- x\n```\n1. g\n\n| h |\n|---|\n| 1 |\n\n**i**: j\n";
        assert_eq!(ours(plain), theirs(plain));
        let mut at = 0;
        while let Some(rest) = plain.get(at..).filter(|rest| !rest.is_empty()) {
            let line = first_line(rest);
            at += if is_blank(line) { line.len() } else { plain_block(rest, line).expect("a plain block").1 };
        }
    }

    fn lines() -> impl Strategy<Value = String> {
        let starts = "|a|12 |1\\. |2\\) |- |\\* |\\+ |# |### |#|\\*\\*b\\*\\*|---|===|> |<b>|<!-- |-->|```|~~~|```json|    |  |   |\t|\\| |\\|---\\||:--|\\[x\\] |\\[a\\]: b|é|_c_|`d`|`";
        let line =
            (starts, starts, "|a|a b| \\||`|\\\\| |\\|---\\|| c:").prop_map(|(one, two, three)| one + &two + &three);
        prop::collection::vec((line, "\n|\n\n|\r\n|\n"), 0..14)
            .prop_map(|lines| lines.into_iter().flat_map(|(line, end)| [line, end]).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn agrees_with_the_markdown_parser(text in lines()) {
            // Text below a table is a heading to us where it is underlined, and two rows or blocks to the parser.
            let lines = text.lines().collect::<Vec<_>>();
            let underlined = lines.windows(2).any(|pair| {
                matches!(pair, [above, line] if !is_blank(above) && !above.contains('|') && line.trim_start().starts_with(['=', '-']))
            });
            prop_assume!(!(underlined && lines.iter().any(|line| is_delimiter(line))));
            prop_assert_eq!(ours(&text), theirs(&text), "{:?}", text);
        }
    }
}
