//! Reading one JSON value with repairs: strings and quoted keys.

use super::ahead::Role;
use super::marks::{Quote, plain_len};
use super::rules::{
    CONCATENATION, INVALID_ESCAPE, LONE_SURROGATE, MISSING_QUOTES, RAW_CONTROL, SINGLE_QUOTES, SMART_QUOTES,
    UNESCAPED_QUOTE, UNQUOTED_KEY,
};
use super::scan::{Flow, Scanner, Want};
use crate::{Diagnostic, Severity, Span};

/// A string that was read; its text is a slice of the source or lies in the scratch buffer.
#[derive(Clone, Copy, Debug)]
struct Text {
    /// Quotes included.
    span: Span,
    slice: Option<Span>,
    /// The source ended inside it.
    cut: bool,
}

/// Marks that may close a string by mistake.
const FOREIGN_QUOTES: [char; 8] = ['"', '\'', '`', '”', '“', '’', '‘', '»'];

/// Closers that are looked at to tell whether they end the whole value.
const MOST_CLOSERS: usize = 16;

impl Scanner<'_> {
    /// A key as nearly every one is written, and the colon right after it, in one go.
    pub(super) fn plain_key(&mut self) -> bool {
        let start = self.at;
        let end = self.plain_run(start + 1, Quote::Double);
        let as_ever = self.ahead.text.as_bytes().get(end..end + 2) == Some(b"\":");
        if let (true, Some(key), Some(frame)) = (as_ever, self.ahead.text.get(start + 1..end), self.stack.last_mut()) {
            self.key = Span::new(start, end + 1);
            self.tree.key(key, self.key);
            self.trusted = true;
            frame.want = Want::Value;
            frame.comma = None;
            self.at = end + 2;
            return true;
        }
        false
    }

    /// A string as most are written: a comma at the line's end follows, or a closer on the next line; in one go.
    pub(super) fn plain_value(&mut self) -> bool {
        let start = self.at;
        let end = self.plain_run(start + 1, Quote::Double);
        let bytes = self.ahead.text.as_bytes();
        let (next, comma) = match bytes.get(end..end + 3) {
            Some(b"\",\n") => (end + 2, Some(Span::new(end + 1, end + 2))),
            Some([b'"', b'\n', _]) => (self.ahead.skip_blanks(end + 1), None),
            _ => return false,
        };
        let closes = comma.is_some() || matches!(bytes.get(next), Some(b'}' | b']'));
        if let (true, Some(text), Some(frame)) = (closes, self.ahead.text.get(start + 1..end), self.stack.last_mut()) {
            self.tree.string(text, Span::new(start, end + 1));
            self.last_end = end + 1;
            frame.want = match comma {
                Some(_) if frame.object => Want::Key,
                Some(_) => Want::Value,
                None => Want::Next,
            };
            frame.comma = comma;
            self.at = next;
            return true;
        }
        false
    }

    pub(super) fn quoted_key(&mut self) -> Flow {
        self.trusted = true;
        let text = self.string(Role::Key);
        if text.cut {
            return Flow::Cut;
        }
        self.push_key(text);
        Flow::On
    }

    pub(super) fn string_value(&mut self) -> Flow {
        let object = self.stack.last().is_some_and(|frame| frame.object);
        let in_object = self.objects > 0;
        let role = if object { Role::Member } else { Role::Item { in_object } };
        let first = self.string(role);
        if !object && in_object && !first.cut && self.ahead.byte(self.ahead.skip_blanks(self.at)) == Some(b':') {
            return self.sibling_key(first);
        }
        let text = if first.cut { first } else { self.concatenated(first, role) };
        match text.slice {
            Some(slice) => self.tree.string(slice.of(self.ahead.text), text.span),
            None => self.tree.string(&self.scratch, text.span),
        }
        self.value_read();
        Flow::On
    }

    fn push_key(&mut self, text: Text) {
        match text.slice {
            Some(slice) => self.tree.key(slice.of(self.ahead.text), text.span),
            None => self.tree.key(&self.scratch, text.span),
        }
        self.key = text.span;
        self.want(Want::Colon);
    }

    /// A string with a colon after it inside an array: the array was not closed, the string is a key of the object
    /// around it.
    fn sibling_key(&mut self, text: Text) -> Flow {
        while self.stack.last().is_some_and(|frame| !frame.object) {
            self.close_missing();
        }
        self.trusted = true;
        self.push_key(text);
        Flow::On
    }

    /// Joins what `+` joins.
    fn concatenated(&mut self, first: Text, role: Role) -> Text {
        let mut text = first;
        loop {
            let plus = self.ahead.skip_blanks(self.at);
            if self.ahead.byte(plus) != Some(b'+') {
                return text;
            }
            let next = self.ahead.skip_blanks(plus + 1);
            if self.ahead.quote(next).is_none() {
                return text;
            }
            let before = match text.slice {
                Some(slice) => slice.of(self.ahead.text).to_owned(),
                None => std::mem::take(&mut self.scratch),
            };
            let span = Span::new(plus, plus + 1);
            self.repair(&CONCATENATION, span, |read| format!("strings joined by `+`; {read} as one"));
            self.at = next;
            let part = self.string(role);
            let after = match part.slice {
                Some(slice) => slice.of(self.ahead.text),
                None => &self.scratch,
            };
            self.scratch = before + after;
            text = Text { span: text.span.join(part.span), slice: None, cut: part.cut };
            if part.cut {
                return text;
            }
        }
    }

    /// Reads the string whose quote stands at the cursor.
    fn string(&mut self, role: Role) -> Text {
        let start = self.at;
        if let (Some(b'"'), Some(b'"')) = (self.ahead.byte(start + 1), self.ahead.byte(start + 2))
            && let Some(text) = self.triple_quoted(start)
        {
            return text;
        }
        let quote = self.ahead.quote(start).unwrap_or(Quote::Double);
        let inner = start + quote.len();
        let open = self.stack.len();
        let plain = self.plain_run(inner, quote);
        if let Some(len) = quote.closes(self.ahead.text.as_bytes(), plain)
            && (self.ends_all(plain + len, quote) || self.ahead.closes(plain + len, role, open))
        {
            self.at = plain + len;
            let text = Text { span: Span::new(start, self.at), slice: Some(Span::new(inner, plain)), cut: false };
            self.report_quotes(quote, text.span);
            return text;
        }
        self.scratch.clear();
        self.at = inner;
        let text = self.odd_string(start, quote, role);
        if !text.cut {
            self.report_quotes(quote, text.span);
        }
        text
    }

    /// Whether everything was as it should be so far, and the closers that follow end the whole value: then it is clean,
    /// whatever stands behind it (R-A4).
    fn ends_all(&self, after: usize, quote: Quote) -> bool {
        if quote != Quote::Double || !self.log.is_empty() || self.stack.len() > MOST_CLOSERS {
            return false;
        }
        let mut next = self.ahead.skip_blanks(after);
        for frame in self.stack.iter().rev() {
            if self.ahead.byte(next) != Some(if frame.object { b'}' } else { b']' }) {
                return false;
            }
            next = self.ahead.skip_blanks(next + 1);
        }
        true
    }

    /// Python's string in three quotes, as it stands.
    fn triple_quoted(&mut self, start: usize) -> Option<Text> {
        let body = self.ahead.rest(start).strip_prefix("\"\"\"").filter(|_| self.triple)?;
        let Some(len) = memchr::memmem::find(body.as_bytes(), b"\"\"\"") else {
            self.triple = false;
            return None;
        };
        super::steps::count(len);
        self.at = start + len + 6;
        let text =
            Text { span: Span::new(start, self.at), slice: Some(Span::new(start + 3, start + 3 + len)), cut: false };
        self.repair(&SINGLE_QUOTES, text.span, |read| format!("three quotes; {read} as a string in double quotes"));
        Some(text)
    }

    /// Up to the first byte that needs a thought.
    fn plain_run(&self, from: usize, quote: Quote) -> usize {
        let rest = self.ahead.text.as_bytes().get(from..).unwrap_or_default();
        let len = match quote {
            Quote::Double => plain_len(rest),
            _ => rest.iter().position(|byte| matches!(byte, b'\\' | 0..0x20) || quote.may_close(*byte)),
        };
        let len = len.unwrap_or(rest.len());
        super::steps::count(len);
        from + len
    }

    /// A string with escapes, control characters or quotes in it, into the scratch buffer.
    fn odd_string(&mut self, start: usize, quote: Quote, role: Role) -> Text {
        let mut control = false;
        let mut fence: Option<(usize, usize)> = None;
        // Whether the line has text: what a line's end may mean is asked once, not for each of many blank lines.
        let mut line_has_text = true;
        let literal = quote == Quote::Double && self.ahead.is_windows_path(self.at);
        loop {
            let run = self.plain_run(self.at, quote);
            let plain = Span::new(self.at, run).of(self.ahead.text);
            line_has_text = line_has_text || plain.bytes().any(|byte| byte != b' ');
            self.scratch.push_str(plain);
            self.at = run;
            let Some(byte) = self.ahead.byte(run) else { break };
            if byte == b'\\' {
                line_has_text = true;
                if !self.escape(quote, literal) {
                    break;
                }
            } else if byte < 0x20 {
                let line_end = matches!(byte, b'\n' | b'\r') && std::mem::take(&mut line_has_text);
                if line_end
                    && role != Role::Key
                    && let Some(text) = self.lost_closing_quote(start, run, quote, role)
                {
                    return text;
                }
                // A key does not run over its line: the colon on it tells where the closing quote was lost.
                if line_end
                    && !control
                    && role == Role::Key
                    && let Some(colon) = self.scratch.find(':')
                {
                    let end = Span::new(start, run).of(self.ahead.text).find(':').map_or(run, |at| start + at + 1);
                    self.scratch.truncate(colon + 1);
                    return self.key_without_closing_quote(start, end);
                }
                if line_end && fence.is_none() && self.ahead.is_fence_line(self.ahead.skip_blanks(run)) {
                    fence = Some((run, self.scratch.len()));
                }
                control = true;
                self.raw_control(byte, run);
                self.scratch.push(byte as char);
                self.at += 1;
            } else if let Some(len) = quote.closes(self.ahead.text.as_bytes(), run) {
                if self.ahead.closes(run + len, role, self.stack.len()) {
                    self.at = run + len;
                    return Text { span: Span::new(start, self.at), slice: None, cut: false };
                }
                if role == Role::Key && self.scratch.trim_end().ends_with(':') {
                    return self.key_without_closing_quote(start, run);
                }
                if role == Role::Member
                    && let Some(text) = self.lost_closing_quote(start, run, quote, role)
                {
                    return text;
                }
                line_has_text = true;
                let span = Span::new(run, run + len);
                self.scratch.push_str(span.of(self.ahead.text));
                self.report_inner_quote(span);
                self.at = run + len;
            } else {
                let len = self.ahead.rest(run).chars().next().map_or(1, char::len_utf8);
                self.scratch.push_str(Span::new(run, run + len).of(self.ahead.text));
                self.at += len;
            }
        }
        // The text ended inside the string; a fence line in it ended the JSON before.
        if let Some((at, len)) = fence {
            self.scratch.truncate(len);
            self.at = at;
        } else {
            self.at = self.ahead.len();
        }
        Text { span: Span::new(start, self.at), slice: None, cut: true }
    }

    /// A control character that is not escaped: one diagnostic for each kind, with a count (R-A9).
    fn raw_control(&mut self, byte: u8, at: usize) {
        let (kind, found) = match byte {
            // The second half of a line break.
            b'\n' if self.scratch.ends_with('\r') => return,
            b'\n' | b'\r' => ("line breaks", "line break"),
            b'\t' => ("tabs", "tab"),
            _ => ("others", "control character"),
        };
        let read = self.policy.reads();
        self.log.tally_with(&RAW_CONTROL, kind, || {
            let message = format!("a raw {found} in a string; {read} as if it were escaped");
            Diagnostic::new(&RAW_CONTROL, Span::new(at, at + 1), message)
        });
    }

    /// A quote that is part of the text; an error where it could mean something else.
    fn report_inner_quote(&mut self, span: Span) {
        if self.ahead.is_doubtful(span.end()) {
            let read = self.policy.reads();
            let message = format!("a quote inside the string; {read} as if it were escaped, but that is not sure");
            self.log.push(Diagnostic::new(&UNESCAPED_QUOTE, span, message).severity(Severity::Error));
        } else {
            self.repair(&UNESCAPED_QUOTE, span, |read| {
                format!("a quote inside the string; {read} as if it were escaped")
            });
        }
    }

    /// Reads the escape at the cursor; false when the text ends inside it.
    fn escape(&mut self, quote: Quote, literal: bool) -> bool {
        let at = self.at;
        // The three that nearly all are.
        let common = match self.ahead.byte(at + 1) {
            Some(b'n') if !literal => Some('\n'),
            Some(b'"') => Some('"'),
            Some(b'\\') => Some('\\'),
            _ => None,
        };
        if let Some(read) = common {
            self.scratch.push(read);
            self.at = at + 2;
            return true;
        }
        let next = self.ahead.rest(at + 1).chars().next();
        let (read, len) = match next {
            None => return false,
            Some(letter @ ('b' | 'f' | 'n' | 'r' | 't' | 'u')) if literal => return self.invalid_escape(at, letter),
            Some('b') => ('\u{8}', 2),
            Some('f') => ('\u{c}', 2),
            Some('n') => ('\n', 2),
            Some('r') => ('\r', 2),
            Some('t') => ('\t', 2),
            Some(plain @ ('"' | '\\' | '/')) => (plain, 2),
            Some(own) if quote != Quote::Double && quote.closes(self.ahead.text.as_bytes(), at + 1).is_some() => {
                (own, 1 + own.len_utf8())
            }
            Some('u') => match self.unicode_escape(at) {
                Ok(read) => read,
                Err(cut) if cut => return false,
                Err(_) => return self.invalid_escape(at, 'u'),
            },
            Some(other) => return self.invalid_escape(at, other),
        };
        self.scratch.push(read);
        self.at = at + len;
        true
    }

    fn invalid_escape(&mut self, at: usize, next: char) -> bool {
        let span = Span::new(at, at + 1 + next.len_utf8());
        self.report(&INVALID_ESCAPE, span, || {
            format!("`\\{}` is no escape; the back-slash is kept", next.escape_debug())
        });
        self.scratch.push('\\');
        self.at = at + 1;
        true
    }

    /// The character of a `\u` escape and its length; `Err(true)` when the text ends inside it.
    fn unicode_escape(&mut self, at: usize) -> Result<(char, usize), bool> {
        let high = self.hex(at + 2)?;
        if let Some(read) = char::from_u32(high) {
            return Ok((read, 6));
        }
        if high < 0xDC00 && self.ahead.rest(at + 6).starts_with("\\u") {
            let low = self.hex(at + 8).unwrap_or_default();
            if (0xDC00..0xE000).contains(&low) {
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                return Ok((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12));
            }
        }
        let span = Span::new(at, at + 6);
        self.repair(&LONE_SURROGATE, span, |read| format!("half a surrogate pair; {read} as U+FFFD"));
        Ok((char::REPLACEMENT_CHARACTER, 6))
    }

    fn hex(&self, at: usize) -> Result<u32, bool> {
        let rest = self.ahead.text.as_bytes().get(at..).unwrap_or_default();
        let digits = rest.iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let text = Span::new(at, at + digits).of(self.ahead.text);
        if digits == 4 { u32::from_str_radix(text, 16).map_err(|_| false) } else { Err(digits == rest.len()) }
    }

    /// The string, if it lost its closing quote before `line_end`: what follows there is structure, and before it stands
    /// a comma, or a quote of another kind.
    fn lost_closing_quote(&mut self, start: usize, line_end: usize, quote: Quote, role: Role) -> Option<Text> {
        let next = self.ahead.skip_blanks(line_end);
        let line = Span::new(start, line_end).of(self.ahead.text).trim_end();
        let text = line.strip_suffix(',').map_or(line, str::trim_end);
        let comma = text.len() < line.len();
        let own = quote == Quote::Double && text.ends_with('"');
        let foreign = !own && text.ends_with(FOREIGN_QUOTES) && text.len() > quote.len();
        let structure = match self.ahead.byte(next) {
            Some(b'}' | b']') => foreign,
            Some(b'"') if role == Role::Member => comma && self.ahead.quoted_name_with_colon(next),
            _ => comma && foreign && self.ahead.starts_value(next),
        };
        if !structure {
            return None;
        }
        let span = Span::new(start, start + text.len());
        let kept = self.scratch.trim_end().trim_end_matches(',').trim_end();
        let kept = if foreign { kept.trim_end_matches(FOREIGN_QUOTES) } else { kept }.len();
        self.scratch.truncate(kept);
        self.repair(&MISSING_QUOTES, span, |read| format!("no closing quote of its kind; {read} as if it stood here"));
        self.at = span.end();
        Some(Text { span, slice: None, cut: false })
    }

    fn key_without_closing_quote(&mut self, start: usize, end: usize) -> Text {
        let key = Span::new(start, end).of(self.ahead.text).trim_end().trim_end_matches(':').trim_end();
        let span = Span::new(start, start + key.len());
        let kept = self.scratch.trim_end().trim_end_matches(':').trim_end().trim_end_matches(FOREIGN_QUOTES).len();
        self.scratch.truncate(kept);
        self.repair(&UNQUOTED_KEY, span, |read| format!("no closing quote after the key; {read} as if it stood here"));
        self.at = span.end();
        Text { span, slice: None, cut: false }
    }

    fn report_quotes(&mut self, quote: Quote, span: Span) {
        match quote {
            Quote::Double => {}
            Quote::Single | Quote::BackTick => {
                self.repair(&SINGLE_QUOTES, span, |read| format!("not in double quotes; {read} as if it were"));
            }
            _ => self.repair(&SMART_QUOTES, span, |read| format!("typographic quotes; {read} as double quotes")),
        }
    }
}
