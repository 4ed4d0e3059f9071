//! Values on and below the line of their key: quoted, plain, literal and folded text, flow lists (R-S2).

use std::borrow::Cow;

use envelope_core::{Diagnostic, Span};

use super::flow;
use super::node::{Node, Scalar};
use super::open::is_open_curly;
use super::quoted::{closing, unquote};
use super::reader::Reader;
use super::row::{Row, without_comment};
use crate::rules::{
    COMMENT_IN_TEXT, CURLY_QUOTE, INVALID_ESCAPE, LITERAL_BACKSLASH, TRUNCATED, UNCLOSED, UNESCAPED_QUOTE,
    UNQUOTED_COLON, UNQUOTED_SIGN,
};

/// Quotes that word processors write, opening and closing.
const CURLY_QUOTES: [(char, char); 4] = [('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»')];

impl<'a> Reader<'a, '_> {
    /// The value that starts at `at` on the current line, which belongs to something indented by `indent`; the lines
    /// that it takes are consumed.
    pub(super) fn value(&mut self, at: usize, indent: usize, depth: usize) -> Node<'a> {
        let Some(row) = self.row else { return Node::null(Span::at(at)) };
        let stop = row.at + row.text.len();
        let rest = self.text.get(at..stop).unwrap_or_default();
        let blank_before = at > row.at && self.text.as_bytes().get(at - 1).is_some_and(|byte| b" \t".contains(byte));
        match rest.bytes().next() {
            None => self.below(row, at, indent, depth),
            Some(b'#') if blank_before => self.below(row, at, indent, depth),
            Some(b'"' | b'\'') => self.quoted(row, at, indent),
            Some(b'[') => self.flow_value(row, at, indent, depth),
            Some(b'{' | b'&' | b'!') => self.strange(row, at, indent, depth),
            Some(b'|' | b'>') => match Header::read(rest) {
                Some(header) => self.block_scalar(row, at, indent, header),
                None => self.plain(row, at, indent, true),
            },
            Some(b'*' | b'@' | b'`' | b'%' | b',' | b']' | b'}') => {
                self.strange_form |= rest.starts_with('*') && !rest.contains([' ', '`']);
                self.plain(row, at, indent, true)
            }
            Some(b'-' | b'?') if rest.len() == 1 || rest.as_bytes().get(1).is_some_and(|it| b" \t".contains(it)) => {
                self.plain(row, at, indent, true)
            }
            Some(_) => self.plain(row, at, indent, false),
        }
    }

    /// Text in quotes.
    fn quoted(&mut self, row: Row<'a>, at: usize, indent: usize) -> Node<'a> {
        let line_end = row.at + row.text.len();
        let bytes = self.text.as_bytes();
        let quote = bytes.get(at).copied().unwrap_or(b'"');
        let close = self.closing(at);
        if let Some(close) = close.filter(|close| self.ends_after(*close)) {
            let raw = self.text.get(at..close).unwrap_or_default();
            if close <= line_end || !self.swallows(at, close) {
                self.skip_to(close);
                return self.unquoted(raw, at);
            }
        }
        // The closing quote is not where the line ends: quotes inside the text, or none at all.
        let last = self.text.get(at..line_end).unwrap_or_default();
        let tail = without_comment(last);
        if closes_at_end(tail, quote) {
            let span = Span::new(at, at + tail.len());
            self.advance();
            if !is_folder(tail) {
                let message = "quotes inside quoted text are read as part of it";
                self.found
                    .push(Diagnostic::new(&UNESCAPED_QUOTE, span, message).help("write \\\" inside double quotes"));
            }
            return self.unquoted(tail, at);
        }
        if close.is_some_and(|close| close <= line_end) {
            // `"foo" and more`: the quotes belong to the text.
            return self.plain(row, at, indent, true);
        }
        if close.is_none() && !self.more_of_the_block(row.next) {
            let span = Span::new(at, self.text.len());
            self.found.push(Diagnostic::new(&TRUNCATED, Span::new(at, at + 1), "the message ends inside quotes"));
            self.truncated = true;
            let raw = self.text.get(at..).unwrap_or_default().trim_end();
            self.skip_to(self.text.len());
            let text = unquote(&format!("{raw}\"")).text.into_owned();
            return Node::Scalar(Scalar { text: Cow::Owned(text), span, plain: false });
        }
        self.found.push(Diagnostic::new(&UNCLOSED, Span::new(at, at + 1), "nothing closes this quote"));
        self.advance();
        let span = Span::new(at, line_end);
        Node::Scalar(Scalar {
            text: Cow::Borrowed(span.of(self.text).get(1..).unwrap_or_default()),
            span,
            plain: false,
        })
    }

    /// Where the quoted text at `at` is closed; a search that found nothing is not made again (R-A9).
    pub(super) fn closing(&mut self, at: usize) -> Option<usize> {
        let known = usize::from(self.text.as_bytes().get(at) == Some(&b'\''));
        if self.no_quote_after.get(known).is_some_and(|from| at >= *from) {
            return None;
        }
        let found = closing(self.text, at);
        crate::steps::count(found.unwrap_or(self.text.len()) - at);
        if let (None, Some(from)) = (found, self.no_quote_after.get_mut(known)) {
            *from = at;
        }
        found
    }

    /// Whether only a comment or nothing follows on the line.
    fn ends_after(&self, at: usize) -> bool {
        // What closes marks around the whole line is no part of it.
        if self.row.is_some_and(|row| row.at + row.text.len() == at) {
            return true;
        }
        let rest = self.text.get(at..).unwrap_or_default();
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let content = line.trim_start_matches([' ', '\t']);
        content.is_empty() || (content.starts_with('#') && content.len() < line.len())
    }

    /// What quoted text means, with what was odd about it reported.
    pub(super) fn unquoted(&mut self, raw: &'a str, at: usize) -> Node<'a> {
        Node::Scalar(meaning(raw, at, |diagnostic| self.found.push(diagnostic)))
    }

    /// Text without quotes, and the deeper lines that continue it.
    pub(super) fn plain(&mut self, row: Row<'a>, at: usize, indent: usize, odd_start: bool) -> Node<'a> {
        let rest = self.text.get(at..row.at + row.text.len()).unwrap_or_default();
        let first = match curly_length(rest, &[]) {
            Some(length) => rest.get(..length).unwrap_or(rest),
            None if is_open_curly(rest) => rest,
            None => without_comment(rest),
        };
        self.note_plain(first, at, rest, odd_start);
        self.advance();
        let mut end = at + first.len();
        let mut joined: Option<String> = None;
        let mut breaks = 0_usize;
        let commented = first.len() < rest.trim_end().len();
        while let Some(next) = self.row.filter(|_| !commented) {
            if next.is_blank() {
                let Some((content, blanks)) = self.next_content(next) else { break };
                if content.indent <= indent || content.is_comment() {
                    break;
                }
                breaks = blanks;
                self.row = Some(content);
                continue;
            }
            if next.indent <= indent || next.is_comment() || self.is_known_key(&next) || self.is_status_line(&next) {
                break;
            }
            let line = without_comment(next.text);
            self.note_plain(line, next.at, next.text, false);
            self.note_tab(&next);
            let text = joined.get_or_insert_with(|| first.to_owned());
            if breaks > 0 {
                text.extend(std::iter::repeat_n('\n', breaks));
            } else {
                text.push(' ');
            }
            breaks = 0;
            text.push_str(line);
            end = next.at + line.len();
            let stop = line.len() < next.text.len();
            self.advance();
            if stop {
                break;
            }
        }
        let span = Span::new(at, end);
        let text = joined.map_or(Cow::Borrowed(first), Cow::Owned);
        if let Some(inner) = self.within_curly_quotes(&text, span) {
            let text = Cow::Owned(inner.to_owned());
            return Node::Scalar(Scalar { text, span, plain: false });
        }
        if self.note_left_open(&row, span) && !rest.starts_with(['!', '&']) {
            let text = text.chars().skip(1).collect::<String>().into();
            return Node::Scalar(Scalar { text, span, plain: false });
        }
        Node::Scalar(Scalar { text, span, plain: true })
    }

    /// The text inside the curly quotes that stand around the whole of it (R-A4).
    pub(super) fn within_curly_quotes<'t>(&mut self, text: &'t str, span: Span) -> Option<&'t str> {
        let inner = CURLY_QUOTES.iter().find_map(|(open, close)| {
            let inner = text.strip_prefix(*open)?.strip_suffix(*close)?;
            (!inner.contains(*open)).then_some(inner)
        })?;
        let message = "curly quotes are read as straight ones";
        self.found.push(Diagnostic::new(&CURLY_QUOTE, span, message).help("write \"…\""));
        Some(inner)
    }

    pub(super) fn note_plain(&mut self, text: &str, at: usize, whole: &str, odd_start: bool) {
        let span = Span::new(at, at + text.len());
        if odd_start {
            let message = "text that begins with a sign of YAML, read as text";
            self.found.push(Diagnostic::new(&UNQUOTED_SIGN, span, message).help("put it in double quotes"));
        } else if text.contains(": ") || text.contains(":\t") || text.ends_with(':') {
            let message = "a colon in text without quotes, read as text";
            self.found.push(Diagnostic::new(&UNQUOTED_COLON, span, message).help("put it in double quotes"));
        }
        let comment = whole.get(text.len()..).unwrap_or_default().trim_start_matches([' ', '\t']);
        if comment.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric())) {
            let from = at + whole.len() - comment.len();
            let message = "what follows the ` #` is a comment and was not read as text";
            let span = Span::new(from, at + whole.len());
            self.found
                .push(Diagnostic::new(&COMMENT_IN_TEXT, span, message).help("put the whole text in double quotes"));
        }
    }

    /// Says that what stands in place of a value is a comment, where it looks like text.
    pub(super) fn note_comment_for_text(&mut self, at: usize) {
        let Some(row) = self.row else { return };
        let rest = self.text.get(at..row.at + row.text.len()).unwrap_or_default();
        if rest.starts_with('#') && self.text.get(..at).is_some_and(|before| before.ends_with([' ', '\t'])) {
            self.note_plain("", at, rest, false);
        }
    }

    /// A list in brackets.
    fn flow_value(&mut self, row: Row<'a>, at: usize, indent: usize, depth: usize) -> Node<'a> {
        match flow::extent(self, at, row.indent) {
            flow::Extent::Closed(end) if self.ends_after(end) => {
                self.skip_to(end);
                let text = Span::new(at, end).of(self.text);
                if depth >= self.depth {
                    return self.too_deep(Span::new(at, end));
                }
                match flow::scalars(self, text, at) {
                    Some(items) => Node::List(items, Span::new(at, end)),
                    None => self.through_yaml(Span::new(at, end)),
                }
            }
            // `[WIP] text` is text.
            flow::Extent::Closed(_) => self.plain(row, at, indent, true),
            flow::Extent::TooDeep => {
                self.advance();
                self.too_deep(Span::new(at, row.end))
            }
            flow::Extent::Open(stop) => {
                let ended = stop >= self.text.trim_end().len() && !self.more_of_the_block(row.next);
                let span = Span::new(at, stop);
                if ended {
                    self.truncated = true;
                    self.found.push(Diagnostic::new(
                        &TRUNCATED,
                        Span::new(at, at + 1),
                        "the message ends inside a list",
                    ));
                } else {
                    self.found.push(Diagnostic::new(&UNCLOSED, Span::new(at, at + 1), "nothing closes this list"));
                }
                self.skip_to(stop);
                let text = span.of(self.text).trim_end();
                let items = flow::open_scalars(self, text, at);
                Node::List(items, Span::new(at, at + text.len()))
            }
        }
    }

    /// A form that the line reader does not know: a map in braces, an anchor, a tag.
    fn strange(&mut self, row: Row<'a>, at: usize, indent: usize, depth: usize) -> Node<'a> {
        let rest = self.text.get(at..row.at + row.text.len()).unwrap_or_default();
        if rest.starts_with('{') {
            return match flow::extent(self, at, row.indent) {
                flow::Extent::Closed(end) if self.ends_after(end) => {
                    self.skip_to(end);
                    if depth >= self.depth {
                        self.too_deep(Span::new(at, end))
                    } else {
                        self.through_yaml(Span::new(at, end))
                    }
                }
                flow::Extent::TooDeep => {
                    self.advance();
                    self.too_deep(Span::new(at, row.end))
                }
                flow::Extent::Open(stop) if stop >= self.text.trim_end().len() && !self.more_of_the_block(row.next) => {
                    self.truncated = true;
                    self.found.push(Diagnostic::new(
                        &TRUNCATED,
                        Span::new(at, at + 1),
                        "the message ends inside a map",
                    ));
                    self.skip_to(stop);
                    let text = Span::new(at, stop).of(self.text).trim_end();
                    Node::plain(text, Span::new(at, at + text.len()))
                }
                _ => self.plain(row, at, indent, true),
            };
        }
        // An anchor or a tag makes sense only to a reader of the whole section.
        let tagged = rest.len() > 1 && !rest.starts_with("& ") && !rest.starts_with("! ");
        self.strange_form |= tagged;
        self.plain(row, at, indent, true)
    }

    /// Text under `|` or `>`.
    fn block_scalar(&mut self, row: Row<'a>, at: usize, indent: usize, header: Header) -> Node<'a> {
        self.advance();
        let mut lines: Vec<&'a str> = Vec::new();
        let mut inner = header.indent.map(|more| indent + more);
        let mut end = row.end;
        while let Some(next) = self.row {
            if next.is_blank() {
                let from = inner.unwrap_or(usize::MAX);
                lines.push(deeper(self.text, &next, from));
            } else {
                let from = *inner.get_or_insert(next.indent);
                if next.indent <= indent || next.indent < from {
                    break;
                }
                self.note_tab(&next);
                lines.push(deeper(self.text, &next, from));
                end = next.end;
            }
            self.advance();
        }
        let text = header.text(&lines);
        Node::Scalar(Scalar { text: Cow::Owned(text), span: Span::new(at, end), plain: false })
    }
}

/// What quoted text means; `note` is told what was odd about it.
pub(super) fn meaning(raw: &str, at: usize, mut note: impl FnMut(Diagnostic)) -> Scalar<'_> {
    let span = Span::new(at, at + raw.len());
    let meant = unquote(raw);
    if meant.literal {
        note(literal(span));
    }
    if let Some(bad) = meant.bad_escape {
        let message = "an escape that YAML does not know; the back-slash is kept";
        let place = bad.shifted(at + 1);
        note(Diagnostic::new(&INVALID_ESCAPE, place, message).help("write \\\\ for a back-slash"));
    }
    Scalar { text: meant.text, span, plain: false }
}

/// How long the text in curly quotes is that `text` begins with: up to the first closing quote behind which the text ends,
/// or one of `stops` or a comment stands.
pub(super) fn curly_length(text: &str, stops: &[char]) -> Option<usize> {
    let open = text.chars().next()?;
    let close = curly_close(text)?;
    let closers = text.match_indices(close).map(|(at, close)| at + close.len()).filter(|end| *end > open.len_utf8());
    let found = closers.into_iter().find(|end| {
        let rest = text.get(*end..).unwrap_or_default();
        let after = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        after.is_empty() || after.starts_with(stops) || after.len() < rest.len() && after.starts_with('#')
    });
    crate::steps::count(found.unwrap_or(text.len()));
    found
}

/// The curly quote that closes the one that the text begins with.
pub(super) fn curly_close(text: &str) -> Option<char> {
    let first = text.chars().next()?;
    CURLY_QUOTES.iter().find(|(open, _)| *open == first).map(|(_, close)| *close)
}

/// Whether the text begins with a curly quote.
pub(super) fn begins_curly(text: &str) -> bool {
    CURLY_QUOTES.iter().any(|(open, _)| text.starts_with(*open))
}

/// Whether the text, which begins with the quote, ends with one that closes it: an escaped one does not (R-A10).
fn closes_at_end(text: &str, quote: u8) -> bool {
    let inside = text.get(1..).unwrap_or_default().as_bytes();
    if inside.last() != Some(&quote) {
        return false;
    }
    let before = |sign: u8, from: &[u8]| from.iter().rev().take_while(|byte| **byte == sign).count();
    if quote == b'\'' {
        return before(quote, inside) % 2 == 1;
    }
    before(b'\\', inside.get(..inside.len() - 1).unwrap_or_default()) % 2 == 0 || is_folder(text)
}

/// Whether the quoted text is a folder as Windows writes it, whose last back-slash escapes nothing (R-S2).
fn is_folder(text: &str) -> bool {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    inside.ends_with('\\') && !inside.contains('"') && unquote(text).literal
}

fn literal(span: Span) -> Diagnostic {
    let message = "back-slashes of a Windows path, read as they are";
    Diagnostic::new(&LITERAL_BACKSLASH, span, message).help("write each back-slash twice")
}

/// The line from the column `from` on, blanks at its end included.
fn deeper<'a>(text: &'a str, row: &Row<'a>, from: usize) -> &'a str {
    let line = text.get(row.start..row.end).unwrap_or_default();
    let mut column = 0;
    for (at, byte) in line.bytes().enumerate() {
        if column >= from || !matches!(byte, b' ' | b'\t') {
            return line.get(at..).unwrap_or_default();
        }
        column += if byte == b'\t' { 4 - column % 4 } else { 1 };
    }
    ""
}

/// What stands after `|` or `>`.
#[derive(Clone, Copy, Debug)]
struct Header {
    folded: bool,
    chomp: Option<char>,
    indent: Option<usize>,
}

impl Header {
    fn read(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let folded = characters.next()? == '>';
        let mut header = Self { folded, chomp: None, indent: None };
        let mut rest = characters.as_str();
        while let Some(sign) = rest.chars().next() {
            match sign {
                '+' | '-' if header.chomp.is_none() => header.chomp = Some(sign),
                '1'..='9' if header.indent.is_none() => header.indent = sign.to_digit(10).map(|it| it as usize),
                ' ' | '\t' => {
                    let comment = rest.trim_start_matches([' ', '\t']);
                    return (comment.is_empty() || comment.starts_with('#')).then_some(header);
                }
                _ => return None,
            }
            rest = rest.get(1..)?;
        }
        Some(header)
    }

    fn text(self, lines: &[&str]) -> String {
        let blank_tail = lines.iter().rev().take_while(|line| line.is_empty()).count();
        let (content, tail) = lines.split_at(lines.len() - blank_tail);
        let mut text = String::new();
        // How many line breaks stand before the next line, and whether the last one keeps its own (folded text).
        let (mut breaks, mut keep, mut started) = (0_usize, false, false);
        for line in content {
            if !self.folded {
                if started {
                    text.push('\n');
                }
                started = true;
            } else if line.is_empty() {
                breaks += 1;
                continue;
            } else {
                let deep = line.starts_with([' ', '\t']);
                let own = usize::from(started && (keep || deep));
                match (started, breaks + own) {
                    (true, 0) => text.push(' '),
                    (_, count) => text.extend(std::iter::repeat_n('\n', count)),
                }
                (breaks, keep, started) = (0, deep, true);
            }
            text.push_str(line);
        }
        match self.chomp {
            Some('-') => {}
            Some(_) => text.extend(std::iter::repeat_n('\n', tail.len() + usize::from(!content.is_empty()))),
            None if !text.is_empty() => text.push('\n'),
            None => {}
        }
        text
    }
}
