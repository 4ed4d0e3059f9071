//! The code fences of a message, also in each other, and where the innermost one ends (R-A12).

use super::ahead::Ahead;
use crate::Span;

/// Fences that are followed when they lie in each other; no message nests them deeper on purpose.
const MOST_FENCES: usize = 64;

/// The opening line of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opener {
    /// The line's text.
    pub(super) span: Span,
    mark: u8,
    len: usize,
    /// Where the fence ends, once somebody had to know.
    end: Option<usize>,
}

impl Opener {
    /// Whether the fence is closed by one of the lines behind a place.
    pub(super) fn is_closed(&self, text: &str, fence_lines: &[Span], after: usize) -> bool {
        fence_lines.iter().filter(|line| line.start() >= after).any(|line| {
            let line = line.of(text).trim();
            line.bytes().all(|byte| byte == self.mark) && line.len() >= self.len
        })
    }
}

/// A line that opens or closes a fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct FenceLine {
    /// The line's text, up to the JSON that some begin on it.
    pub(super) span: Span,
    /// Where reading goes on, and whether a line begins there.
    pub(super) next: (usize, bool),
    mark: u8,
    len: usize,
    bare: bool,
}

impl FenceLine {
    /// The line whose marks begin at `at`.
    pub(super) fn at(ahead: Ahead<'_>, at: usize) -> Self {
        let rest = ahead.rest(at).as_bytes();
        let line_end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        super::steps::count(line_end);
        // Some begin the JSON on the line of the fence.
        let brace = rest.get(..line_end).and_then(|line| memchr::memchr2(b'{', b'[', line)).filter(|at| *at > 2);
        let end = brace.unwrap_or(line_end);
        let line = Span::new(at, at + end).of(ahead.text).trim_end();
        let mark = rest.first().copied().unwrap_or(b'`');
        let len = line.bytes().take_while(|byte| *byte == mark).count();
        let next = if brace.is_some() { (at + end, false) } else { ((at + end + 1).min(ahead.len()), true) };
        Self { span: Span::new(at, at + line.len()), next, mark, len, bare: len == line.len() }
    }
}

/// The fences that are open, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Fences {
    open: Vec<Opener>,
    /// How many bytes may still be looked through for the ends of fences (R-A9).
    looks: usize,
}

/// How often all of the text may be looked through for the ends of fences; only fences in fences need more than one look.
const MOST_LOOKS: usize = 8;

impl Fences {
    pub(super) fn new(ahead: Ahead<'_>) -> Self {
        Self { open: Vec::new(), looks: MOST_LOOKS * ahead.len() }
    }

    pub(super) fn innermost(&self) -> Option<Opener> {
        self.open.last().copied()
    }

    /// Closes the innermost one by marks on the line on which its content ends; whether they close it.
    pub(super) fn close(&mut self, mark: u8, len: usize) -> bool {
        let closes = self.open.last().is_some_and(|open| open.mark == mark && open.len <= len);
        if closes {
            self.open.pop();
        }
        closes
    }

    /// Opens or closes a fence. Inside a fence a line with an info string opens another one, so that a fence in a
    /// fence is seen whichever is longer.
    pub(super) fn meet(&mut self, line: &FenceLine) {
        let FenceLine { span, mark, len, bare, .. } = *line;
        super::steps::count(self.open.len());
        match self.open.iter().rposition(|open| bare && open.mark == mark && open.len <= len) {
            Some(which) => self.open.truncate(which),
            None if bare && self.open.last().is_some_and(|open| open.mark == mark) => {}
            None if self.open.len() < MOST_FENCES => self.open.push(Opener { span, mark, len, end: None }),
            None => {}
        }
    }

    /// Where the innermost fence ends: what began in it at `from` does not go on behind it.
    ///
    /// Each fence is looked through once; where `from` lies behind the end that was found, as after code that looks like
    /// the end of a value, the look goes on from there. Where there were too many looks, any line of a fence is the end.
    pub(super) fn end(&mut self, ahead: Ahead<'_>, from: usize) -> usize {
        let Some(opener) = self.innermost() else { return ahead.len() };
        if let Some(known) = opener.end.filter(|end| *end > from) {
            return known;
        }
        let end = self.closing_line(ahead, from).unwrap_or(ahead.len());
        if let Some(opener) = self.open.last_mut() {
            opener.end = Some(end);
        }
        end
    }

    /// The start of the line behind `from` that closes the innermost fence.
    fn closing_line(&mut self, ahead: Ahead<'_>, from: usize) -> Option<usize> {
        let mut open = self.clone();
        let depth = open.open.len();
        let mut at = from;
        while let Some(len) = memchr::memchr(b'\n', ahead.rest(at).as_bytes()) {
            super::steps::count(len);
            self.looks = self.looks.saturating_sub(len + 1);
            let line = at + len + 1;
            if let Some((mark, len)) = marks_behind_a_value(Span::new(at, line).of(ahead.text))
                && open.close(mark, len)
                && open.open.len() < depth
            {
                return Some(line);
            }
            let first = ahead.skip_line_blanks(line);
            at = line;
            if ahead.is_fence_line(first) {
                open.meet(&FenceLine::at(ahead, first));
                if open.open.len() < depth || self.looks == 0 {
                    return Some(line);
                }
            }
        }
        None
    }
}

/// The marks of a fence that is closed on the line on which the value in it ends.
fn marks_behind_a_value(line: &str) -> Option<(u8, usize)> {
    let line = line.trim_end();
    let mark = line.bytes().next_back().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let before = line.trim_end_matches(char::from(mark));
    let len = line.len() - before.len();
    (len >= 3 && before.trim_end().ends_with(['}', ']'])).then_some((mark, len))
}
