//! Reading one JSON value with repairs: the containers.
//!
//! An explicit stack, one pass, and look-ahead of bounded length only, so that the time is linear and the machine's
//! stack is not used whatever the input (R-A9). Strings are read in `string.rs`, bare words in `word.rs`, and the
//! questions "does this quote close the string?" and "which container does this closer mean?" are answered in
//! `ahead`.

use std::cell::Cell;

use super::ahead::Ahead;
use super::read::Request;
use super::rules::{
    CLOSER, COMMENT, DOUBLED_COMMA, ELLIPSIS, MISSING_COLON, MISSING_COMMA, TOO_DEEP, TRAILING_COMMA, TRUNCATED,
    UNEXPECTED,
};
use crate::tree::TreeBuilder;
use crate::{Diagnostic, Diagnostics, Limits, Policy, Rule, Severity, Span, Tree};

/// A value that was read, with everything that was done to read it.
#[derive(Clone, Debug)]
pub(super) struct Scanned {
    pub(super) tree: Tree,
    pub(super) span: Span,
    pub(super) truncated: bool,
    pub(super) log: Diagnostics,
    /// Whether a quoted key was met: then it is JSON, however broken, and not code or prose.
    pub(super) trusted: bool,
}

/// Over how many bytes the balance of braces may still be followed, for all values of a text together: each wrong closer may
/// look far, and there may be many (R-A9).
#[derive(Debug)]
pub(super) struct Looks(Cell<usize>);

impl Looks {
    pub(super) fn over(text: &str) -> Self {
        Self::of(text.len().saturating_mul(MOST_LOOKS))
    }

    /// So many bytes.
    pub(super) const fn of(left: usize) -> Self {
        Self(Cell::new(left))
    }

    /// Over how many bytes it may still go.
    pub(super) const fn left(&self) -> usize {
        self.0.get()
    }
}

/// Reads the value whose brace or bracket stands at `start`; on failure says where it gave up.
pub(super) fn scan(text: &str, start: usize, request: &Request<'_>, looks: &Looks) -> Result<Scanned, usize> {
    let mut scanner = Scanner::new(text, start, request, looks);
    match scanner.run() {
        Flow::Failed => Err(scanner.at.max(start + 1)),
        flow => scanner.finish(start, matches!(flow, Flow::Cut)),
    }
}

pub(super) struct Scanner<'s> {
    pub(super) ahead: Ahead<'s>,
    pub(super) at: usize,
    pub(super) tree: TreeBuilder,
    pub(super) stack: Vec<Frame>,
    pub(super) log: Diagnostics,
    /// Where the last value ended: the place of a missing comma or closer.
    pub(super) last_end: usize,
    /// The key whose value is awaited.
    pub(super) key: Span,
    /// Text of the string being read, where it is not a slice of the source.
    pub(super) scratch: String,
    /// Whether a quoted key was met: then it is JSON, however broken, and not code or prose.
    pub(super) trusted: bool,
    /// Whether strings in three quotes are looked for: not after one that nothing closed.
    pub(super) triple: bool,
    /// How many objects are open.
    pub(super) objects: usize,
    looks: &'s Looks,
    limits: Limits,
    pub(super) policy: Policy,
}

/// How often every byte may be looked at for the balance of braces; among more wrong closers there is no sure reading anyway.
const MOST_LOOKS: usize = 64;

/// An open container.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) object: bool,
    pub(super) want: Want,
    /// The comma after the last value, while nothing has followed it.
    pub(super) comma: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Key,
    Colon,
    Value,
    Next,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Done,
    /// The text ended in mid-value.
    Cut,
    /// This is no JSON.
    Failed,
}

impl<'s> Scanner<'s> {
    fn new(text: &'s str, start: usize, request: &Request<'_>, looks: &'s Looks) -> Self {
        Self {
            ahead: Ahead::new(text),
            at: start,
            tree: TreeBuilder::sized(text.len() - start.min(text.len())),
            stack: Vec::with_capacity(8),
            log: Diagnostics::new(request.limits),
            last_end: start,
            key: Span::at(start),
            scratch: String::new(),
            trusted: false,
            triple: true,
            objects: 0,
            looks,
            limits: request.limits,
            policy: request.policy,
        }
    }

    fn run(&mut self) -> Flow {
        self.open();
        loop {
            let flow = self.step();
            if flow != Flow::On {
                return flow;
            }
        }
    }

    fn step(&mut self) -> Flow {
        let Some(frame) = self.stack.last().copied() else { return Flow::Done };
        self.at = self.ahead.skip_blanks(self.at);
        // What is as it should be is nearly all of any message. No comment, fence or tag begins with these bytes.
        match (frame.want, self.ahead.byte(self.at)) {
            (Want::Key, Some(b'"')) => return if self.plain_key() { Flow::On } else { self.quoted_key() },
            (Want::Value, Some(b'"')) => return if self.plain_value() { Flow::On } else { self.string_value() },
            (Want::Value, Some(b'[')) => return self.open(),
            (Want::Value, Some(b'{')) if matches!(self.ahead.byte(self.at + 1), Some(b'\n' | b'"')) => {
                return self.open();
            }
            (Want::Colon, Some(b':')) => return self.colon(b':'),
            (Want::Next, Some(b',')) => return self.comma(),
            (Want::Next, Some(byte @ (b'}' | b']'))) => return self.closer(byte),
            _ => {}
        }
        self.skip_trivia();
        // What follows a fence or the tag of a thought that was broken off is not part of it.
        let Some(byte) = self.ahead.byte(self.at).filter(|_| !self.ahead.ends_region(self.at)) else {
            return Flow::Cut;
        };
        if frame.want == Want::Next && self.ahead.is_wide_comma(self.at) {
            let span = Span::new(self.at, self.at + '，'.len_utf8());
            self.repair(&MISSING_COMMA, span, |read| format!("`，` {read} as a comma"));
            self.at = span.end() - 1;
            return self.comma();
        }
        match (frame.want, byte) {
            (Want::Colon, _) => self.colon(byte),
            (Want::Value, b',' | b'}' | b']') if frame.object => self.no_value(),
            (Want::Value | Want::Key, b',') => self.surplus_comma(),
            (Want::Next, b',') => self.comma(),
            (_, b'}' | b']') => self.closer(byte),
            _ if self.ahead.ellipsis(self.at) > 0 => self.ellipsis(),
            (Want::Key, _) => self.member_key(byte),
            (Want::Value, _) => self.value(byte),
            (Want::Next, _) => self.missing_comma(byte),
        }
    }

    fn finish(mut self, start: usize, cut: bool) -> Result<Scanned, usize> {
        if cut {
            self.tree.drop_dangling_key();
            self.report(&TRUNCATED, Span::at(self.at), || "the text ends before the JSON does".to_owned());
        }
        let span = Span::new(start, self.at);
        while self.tree.depth() > 0 {
            self.tree.close(self.at);
        }
        match self.tree.finish() {
            Some(tree) => Ok(Scanned { tree, span, truncated: cut, log: self.log, trusted: self.trusted }),
            None => Err(self.at),
        }
    }

    pub(super) fn report(&mut self, rule: &'static Rule, span: Span, message: impl FnOnce() -> String) {
        self.log.report(rule, span, message);
    }

    /// Reports what is read in another way than it is written; the message is made with the verb for that.
    pub(super) fn repair(&mut self, rule: &'static Rule, span: Span, message: impl FnOnce(&'static str) -> String) {
        let read = self.policy.reads();
        self.log.report(rule, span, || message(read));
    }

    /// Blanks and comments; blanks that only Unicode knows are skipped with a warning.
    fn skip_trivia(&mut self) {
        loop {
            self.at = self.ahead.skip_blanks(self.at);
            let comment = self.ahead.comment_end(self.at);
            if let Some(end) = comment {
                let span = Span::new(self.at, end);
                if self.ahead.says_left_out(span) {
                    let said = || "a comment with an ellipsis for something left out".to_owned();
                    self.report(&ELLIPSIS, span, said);
                } else {
                    self.repair(&COMMENT, span, |read| format!("a comment; {read} as if it were not there"));
                }
                self.at = end;
            } else if let Some(len) = self.ahead.odd_blank(self.at) {
                let span = Span::new(self.at, self.at + len);
                let message = format!("a blank that JSON does not know; {} as a blank", self.policy.reads());
                self.log.push(Diagnostic::new(&UNEXPECTED, span, message).severity(Severity::Warning));
                self.at += len;
            } else {
                return;
            }
        }
    }

    /// Opens the container at the cursor, or skips it when it lies too deep.
    pub(super) fn open(&mut self) -> Flow {
        let object = self.ahead.byte(self.at) == Some(b'{');
        if self.stack.len() >= self.limits.depth() {
            let most = self.limits.depth();
            let span = Span::new(self.at, self.at + 1);
            self.report(&TOO_DEEP, span, || format!("more than {most} nested containers; this one is not read"));
            self.at = self.ahead.skip_container(self.at);
            self.value_read();
            self.tree.drop_dangling_key();
            return Flow::On;
        }
        if object {
            self.tree.open_object(self.at);
        } else {
            self.tree.open_array(self.at);
        }
        self.at += 1;
        self.last_end = self.at;
        if let Some(parent) = self.stack.last_mut() {
            parent.comma = None;
        }
        let want = if object { Want::Key } else { Want::Value };
        self.stack.push(Frame { object, want, comma: None });
        self.objects += usize::from(object);
        Flow::On
    }

    /// A value is complete: the container waits for a comma or its closer.
    pub(super) fn value_read(&mut self) {
        self.last_end = self.at;
        self.want(Want::Next);
    }

    pub(super) fn want(&mut self, want: Want) {
        if let Some(frame) = self.stack.last_mut() {
            frame.want = want;
            frame.comma = None;
        }
    }

    fn colon(&mut self, byte: u8) -> Flow {
        match (byte, self.ahead.colon_like(self.at)) {
            (b':', _) => self.at += 1,
            (_, len @ 1..) => {
                let span = Span::new(self.at, self.at + len);
                let found = span.of(self.ahead.text);
                self.repair(&MISSING_COLON, span, |read| format!("`{found}` {read} as a colon"));
                self.at += len;
            }
            (b',' | b'}' | b']', _) => return self.no_value(),
            // `"key"": …`
            (b'"', _)
                if self.at == self.key.end() && self.ahead.colon_like(self.ahead.skip_blanks(self.at + 1)) > 0 =>
            {
                let span = Span::new(self.at, self.at + 1);
                let message =
                    format!("a quote too many after the key; {} as if it were not there", self.policy.reads());
                self.log.push(Diagnostic::new(&UNEXPECTED, span, message).severity(Severity::Warning));
                self.at += 1;
                return Flow::On;
            }
            _ => {
                let span = Span::at(self.key.end());
                self.repair(&MISSING_COLON, span, |read| {
                    format!("no colon after the key; {read} as if there were one")
                });
            }
        }
        self.want(Want::Value);
        Flow::On
    }

    /// A key without a value: nothing can be read for it.
    fn no_value(&mut self) -> Flow {
        let key = self.key;
        self.report(&UNEXPECTED, key, || "a key without a value; it is left out".to_owned());
        self.tree.drop_dangling_key();
        self.want(Want::Next);
        Flow::On
    }

    fn comma(&mut self) -> Flow {
        let span = Span::new(self.at, self.at + 1);
        self.at += 1;
        if let Some(frame) = self.stack.last_mut() {
            frame.want = if frame.object { Want::Key } else { Want::Value };
            frame.comma = Some(span);
        }
        Flow::On
    }

    fn surplus_comma(&mut self) -> Flow {
        let start = self.at;
        while self.ahead.byte(self.at) == Some(b',') {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        self.repair(&DOUBLED_COMMA, span, |read| format!("a comma too many; {read} as if it were not there"));
        Flow::On
    }

    fn ellipsis(&mut self) -> Flow {
        let span = Span::new(self.at, self.at + self.ahead.ellipsis(self.at));
        self.report(&ELLIPSIS, span, || "an ellipsis for something left out; nothing is read for it".to_owned());
        self.at = span.end();
        self.tree.drop_dangling_key();
        self.want(Want::Next);
        Flow::On
    }

    /// Two values with no comma between, or something that is no value.
    fn missing_comma(&mut self, byte: u8) -> Flow {
        let object = self.stack.last().is_some_and(|frame| frame.object);
        if object && byte == b'{' {
            return self.brace_for_key();
        }
        let starts = if object { self.ahead.starts_key(self.at) } else { self.ahead.starts_value(self.at) };
        if !starts {
            return self.garbage();
        }
        let span = Span::at(self.last_end);
        self.repair(&MISSING_COMMA, span, |read| format!("no comma between two values; {read} as if there were one"));
        self.want(if object { Want::Key } else { Want::Value });
        Flow::On
    }

    /// `{` where a key should stand: the object before it was not closed, if it is one of an array's.
    pub(super) fn brace_for_key(&mut self) -> Flow {
        let parent = self.stack.len().checked_sub(2).and_then(|at| self.stack.get(at));
        if parent.is_none_or(|frame| frame.object) {
            return self.garbage();
        }
        let comma = self.stack.last().and_then(|frame| frame.comma);
        self.close_missing();
        if let Some(frame) = self.stack.last_mut() {
            frame.want = if comma.is_some() { Want::Value } else { Want::Next };
            frame.comma = comma;
        }
        Flow::On
    }

    /// Something that fits nowhere is skipped up to the next sign of structure. Where no key at all was read, it is
    /// prose or code with a brace in it.
    pub(super) fn garbage(&mut self) -> Flow {
        if !self.trusted && self.key.is_empty() {
            return Flow::Failed;
        }
        let span = Span::new(self.at, self.ahead.garbage_end(self.at));
        self.report(&UNEXPECTED, span, || "this fits nowhere; it is left out".to_owned());
        self.at = span.end();
        Flow::On
    }

    fn closer(&mut self, byte: u8) -> Flow {
        let object = byte == b'}';
        if self.stack.last().is_none_or(|frame| frame.object == object) {
            self.close_here();
            return Flow::On;
        }
        let meant = self.stack.iter().rposition(|frame| frame.object == object);
        let missing = meant.map_or(0, |at| self.stack.len() - 1 - at);
        let after = self.stack.len().saturating_sub(missing + 1);
        if meant.is_none() || self.closes_too_early(after) {
            let span = Span::new(self.at, self.at + 1);
            self.repair(&CLOSER, span, |read| {
                format!("`{}` {read} as `{}`", byte as char, if object { ']' } else { '}' })
            });
            self.close_here();
            return Flow::On;
        }
        for _ in 0..missing {
            self.close_missing();
        }
        self.close_here();
        Flow::On
    }

    fn closes_too_early(&mut self, depth: usize) -> bool {
        let Looks(left) = self.looks;
        let (too_early, looked) = self.ahead.closes_too_early(self.at + 1, depth, left.get());
        left.set(left.get().saturating_sub(looked));
        too_early
    }

    /// Closes the innermost container without a closer of its own, where its last value ended.
    pub(super) fn close_missing(&mut self) {
        let object = self.stack.last().is_some_and(|frame| frame.object);
        let closer = if object { '}' } else { ']' };
        let span = Span::at(self.last_end);
        self.repair(&CLOSER, span, |read| format!("`{closer}` is missing; {read} as if it stood here"));
        self.tree.close(self.last_end);
        self.pop();
        if let Some(frame) = self.stack.last_mut() {
            frame.want = Want::Next;
        }
    }

    fn close_here(&mut self) {
        if let Some(comma) = self.stack.last().and_then(|frame| frame.comma) {
            self.repair(&TRAILING_COMMA, comma, |read| {
                format!("a comma after the last value; {read} as if it were not there")
            });
        }
        self.at += 1;
        self.tree.close(self.at);
        self.pop();
        self.value_read();
    }

    fn pop(&mut self) {
        let object = self.stack.pop().is_some_and(|frame| frame.object);
        self.objects -= usize::from(object);
    }

    fn value(&mut self, byte: u8) -> Flow {
        match byte {
            b'{' if self.ahead.placeholder_end(self.at).is_none() => self.open(),
            b'[' => self.open(),
            _ if self.ahead.quote(self.at).is_some() => self.string_value(),
            _ => self.word_value(),
        }
    }

    fn member_key(&mut self, byte: u8) -> Flow {
        if self.ahead.quote(self.at).is_some() {
            return self.quoted_key();
        }
        if byte == b'{' {
            return self.brace_for_key();
        }
        self.bare_key()
    }
}
