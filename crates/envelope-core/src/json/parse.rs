use super::rules::{CLOSER, COMMENT, DOUBLED_COMMA, KEY_WITHOUT_VALUE, MISSING_COLON, MISSING_COMMA, TRAILING_COMMA};
use super::tree::{Document, End, Node, Place, Repair, Root, Tag};
use crate::rules::{CONFLICTING_KEY, REPEATED_KEY};
use crate::{Rule, Span};

/// The most containers in each other (R-A9).
const MAX_DEPTH: usize = 128;

/// Reads outermost values into a document.
///
/// First each quote ends a string, as in JSON. As soon as that gives something that a string with quotes in it would give,
/// the value is read again from its start with care: then what follows a quote tells whether it ends the string. So clean
/// JSON is never guessed at.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    pub(super) document: Document<'a>,
    /// The text up to where the value must end.
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Whether the value is read with care.
    pub(super) careful: bool,
    /// Whether a string may have ended too early.
    pub(super) doubt: bool,
    /// The open containers.
    stack: Vec<usize>,
    /// Whether the innermost open container is an object.
    object: bool,
    /// Where the last item ends.
    item_end: usize,
}

/// What was read in place of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A text, number, literal or ellipsis.
    Scalar,
    /// A container was opened.
    Opened,
    /// The text ends here.
    Cut,
    /// This is no JSON.
    Prose,
    TooDeep,
}

/// What came last in a container.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Opener,
    Item,
    Comma(usize),
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let document = Document { text, nodes: Vec::with_capacity(text.len() / 16), ..Document::default() };
        Self {
            document,
            bytes: text.as_bytes(),
            at: 0,
            careful: false,
            doubt: false,
            stack: Vec::new(),
            object: false,
            item_end: 0,
        }
    }

    /// Reads the container that opens at an offset; returns how it ends. Reading goes on at [`Parser::at`].
    pub(super) fn root(&mut self, start: usize, place: Place) -> End {
        let document = &self.document;
        let (node, repairs) = (document.nodes.len(), document.repairs.len());
        let (pieces, decoded) = (document.pieces.len(), document.decoded.len());
        (self.careful, self.doubt) = (false, false);
        let mut end = self.tree(start);
        if self.doubt || matches!(end, End::Prose(_)) {
            self.document.nodes.truncate(node);
            self.document.repairs.truncate(repairs);
            self.document.pieces.truncate(pieces);
            self.document.decoded.truncate(decoded);
            self.careful = true;
            end = self.tree(start);
        }
        self.repeated_keys(node);
        if let Some(own) = self.document.repairs.get_mut(repairs..) {
            own.sort_by_key(|repair| repair.span);
        }
        let repairs = repairs..self.document.repairs.len();
        self.document.roots.push(Root { node, place, end, inside: false, repairs });
        end
    }

    fn tree(&mut self, start: usize) -> End {
        self.at = start;
        self.stack.clear();
        self.open(self.bytes.get(start) == Some(&b'{'));
        let mut last = Last::Opener;
        loop {
            if self.doubt && !self.careful {
                return self.end(End::Prose(self.at));
            }
            let Some(byte) = self.skip_blanks() else { return self.end(End::Cut(self.bytes.len())) };
            let start = self.at;
            match byte {
                b',' => {
                    self.at += 1;
                    if last == Last::Item {
                        last = Last::Comma(start);
                    } else {
                        while self.skip_blanks() == Some(b',') {
                            self.at += 1;
                        }
                        self.repair(&DOUBLED_COMMA, Span::new(start, start + 1));
                    }
                    continue;
                }
                b'}' | b']' => {
                    if let Last::Comma(at) = last {
                        self.repair(&TRAILING_COMMA, Span::new(at, at + 1));
                    }
                    match self.close(byte == b'}') {
                        Some(end) => return self.end(end),
                        None => last = Last::Item,
                    }
                    continue;
                }
                _ => {}
            }
            let (nodes, repairs, item_end) = (self.document.nodes.len(), self.document.repairs.len(), self.item_end);
            let step = if self.in_object() { self.member(byte) } else { self.value(byte) };
            match step {
                Step::Scalar | Step::Opened => {}
                Step::Cut => return self.end(End::Cut(self.bytes.len())),
                Step::TooDeep => return self.end(End::TooDeep(self.at)),
                Step::Prose => {
                    self.document.nodes.truncate(nodes);
                    self.document.repairs.truncate(repairs);
                    self.at = start;
                    return self.end(End::Prose(start));
                }
            }
            if last == Last::Item {
                self.doubt = true;
                self.repair(&MISSING_COMMA, Span::at(item_end));
            }
            self.item_end = self.at;
            last = if step == Step::Opened { Last::Opener } else { Last::Item };
        }
    }

    pub(super) fn in_object(&self) -> bool {
        self.object
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    fn open(&mut self, object: bool) {
        self.stack.push(self.document.nodes.len());
        self.push(if object { Tag::Object } else { Tag::Array }, self.at, self.at + 1, Node::PLAIN);
        self.object = object;
        self.at += 1;
        self.item_end = self.at;
    }

    /// Closes the innermost container of a kind and all inside it; tells how the outermost value ends if this ends it.
    fn close(&mut self, object: bool) -> Option<End> {
        let tag = if object { Tag::Object } else { Tag::Array };
        let is_match = |index: &usize| self.document.nodes.get(*index).is_some_and(|node| node.tag == tag);
        let Some(depth) = self.stack.iter().rposition(is_match) else { return Some(End::Prose(self.at)) };
        let forced = depth + 1 < self.stack.len();
        if forced {
            self.repair(&CLOSER, Span::new(self.at, self.at + 1));
            self.close_down_to(depth + 1, self.at);
        }
        self.at += 1;
        self.close_down_to(depth, self.at);
        self.item_end = self.at;
        if !self.stack.is_empty() {
            return None;
        }
        // The closer may have been meant for an inner container: then this goes on.
        let goes_on = forced && self.bytes[self.at..].trim_ascii_start().first() == Some(&b',');
        Some(if goes_on { End::Prose(self.at) } else { End::Closed })
    }

    fn close_down_to(&mut self, depth: usize, end: usize) {
        let count = offset(self.document.nodes.len());
        for index in self.stack.drain(depth..) {
            if let Some(node) = self.document.nodes.get_mut(index) {
                node.end = offset(end);
                node.data = count;
            }
        }
        let top = self.stack.last().and_then(|top| self.document.nodes.get(*top));
        self.object = top.is_some_and(|node| node.tag == Tag::Object);
    }

    /// Closes whatever is open.
    fn end(&mut self, end: End) -> End {
        match end {
            End::Closed => {}
            End::Cut(at) => {
                self.close_down_to(0, at);
                self.at = at;
            }
            End::Prose(_) | End::TooDeep(_) => self.close_down_to(0, self.item_end),
        }
        end
    }

    fn member(&mut self, byte: u8) -> Step {
        let key = self.document.nodes.len();
        let quoted = match self.key(byte) {
            Ok(quoted) => quoted,
            Err(step) => {
                if step == Step::Cut {
                    self.document.nodes.truncate(key);
                }
                return step;
            }
        };
        let span = self.document.span(key);
        let colon = match self.skip_blanks() {
            Some(b':') => {
                self.at += 1;
                true
            }
            _ => false,
        };
        match self.skip_blanks() {
            None => {
                self.document.nodes.truncate(key);
                Step::Cut
            }
            Some(b',' | b'}' | b']') => {
                self.doubt = true;
                self.repair(&KEY_WITHOUT_VALUE, span);
                self.push(Tag::Null, span.end(), span.end(), Node::PLAIN);
                Step::Scalar
            }
            Some(byte) if colon => self.value(byte),
            Some(byte) if quoted => {
                self.doubt = true;
                self.repair(&MISSING_COLON, Span::at(span.end()));
                self.value(byte)
            }
            Some(_) => Step::Prose,
        }
    }

    #[inline]
    fn value(&mut self, byte: u8) -> Step {
        match byte {
            b'"' => self.string(),
            b'{' | b'[' if self.stack.len() == MAX_DEPTH => Step::TooDeep,
            b'{' | b'[' => {
                self.open(byte == b'{');
                Step::Opened
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, tag: Tag, start: usize, end: usize, data: u32) {
        self.document.nodes.push(Node { start: offset(start), end: offset(end), data, tag });
    }

    pub(super) fn repair(&mut self, rule: &'static Rule, span: Span) {
        self.document.repairs.push(Repair { rule, span, other: None });
    }

    /// Goes to the next byte that is neither a blank nor in a comment.
    #[inline]
    fn skip_blanks(&mut self) -> Option<u8> {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
            self.at += blanks;
            let byte = *rest.get(blanks)?;
            if !matches!(byte, b'/' | b'#') {
                return Some(byte);
            }
            let Some(end) = comment_end(self.bytes, self.at) else { return Some(byte) };
            self.repair(&COMMENT, Span::new(self.at, end));
            self.at = end;
        }
    }

    /// Marks each key that its object had before, in all objects from a node on.
    fn repeated_keys(&mut self, from: usize) {
        let mut keys = Vec::new();
        for object in from..self.document.nodes.len() {
            if self.document.nodes[object].tag != Tag::Object {
                continue;
            }
            keys.clear();
            let (mut at, end) = (object + 1, self.document.nodes[object].data as usize);
            // Keys of the same kind are rare; without any the keys need not be sorted.
            let (mut kinds, mut suspicious) = ([0_u64; 4], false);
            while at < end {
                let kind = self.key_kind(at);
                suspicious |= kinds[kind / 64] & 1 << (kind % 64) != 0;
                kinds[kind / 64] |= 1 << (kind % 64);
                keys.push(at);
                at = self.document.behind(at + 1);
            }
            if suspicious {
                self.mark_repeated(&mut keys);
            }
        }
    }

    /// A number below 256 that equal keys share.
    fn key_kind(&self, key: usize) -> usize {
        let bytes = self.document.bytes(key);
        let ends =
            bytes.first().zip(bytes.last()).map_or(0, |(first, last)| usize::from(*first) * 7 + usize::from(*last));
        (ends + bytes.len() * 31) % 256
    }

    fn mark_repeated(&mut self, keys: &mut [usize]) {
        let document = &self.document;
        let key = |index: &usize| document.bytes(*index);
        keys.sort_by(|a, b| key(a).len().cmp(&key(b).len()).then_with(|| key(a).cmp(key(b))));
        let mut first = 0;
        for at in 1..keys.len() {
            if self.document.bytes(keys[first]) == self.document.bytes(keys[at]) {
                self.mark(keys[first], keys[at]);
            } else {
                first = at;
            }
        }
    }

    fn mark(&mut self, first: usize, again: usize) {
        let (value, other) = (self.document.value(first + 1), self.document.value(again + 1));
        let rule = if value.same(other) { &REPEATED_KEY } else { &CONFLICTING_KEY };
        let repair = Repair { rule, span: self.document.span(again), other: Some(self.document.span(first)) };
        self.document.repairs.push(repair);
        self.document.nodes[again].tag = Tag::RepeatedKey;
    }
}

/// An offset or index as nodes hold it; no message is longer than `MAX_INPUT`.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Where the comment that begins here ends; an open one ends with the text.
pub(super) fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    match rest {
        [b'/', b'/', ..] | [b'#', b' ' | b'#', ..] => {
            Some(memchr::memchr(b'\n', rest).map_or(bytes.len(), |length| at + length))
        }
        [b'/', b'*', inner @ ..] => {
            let length = memchr::memmem::find(inner, b"*/").map(|length| at + 2 + length + 2);
            Some(length.unwrap_or(bytes.len()))
        }
        _ => None,
    }
}
