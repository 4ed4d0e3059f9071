//! How a pad ends: all that an append must know, gathered line by line (R-S7).

use super::cut::{Above, Cut, is_short};
use super::heading::Heading;
use super::marker::{Kind, Marker};
use super::write::{NOTE, begins_note, close_note};

/// The end of a pad: how many entries there are, and whether the last one is whole.
///
/// What a line means depends on whether an agent's output is open before it, and an output may hold anything that looks
/// like a heading; so the end alone does not tell, and every line is looked at once. None is kept: a pad of any length
/// takes the memory of its longest line.
///
/// ```
/// use status_block::scratchpad::Tail;
/// let tail = Tail::of(b"### GATE 1: Build - Attempt 1\n[AGENT OUTPUT STARTS]\nSTATUS: succ");
/// assert_eq!((tail.entries(), tail.is_torn()), (1, true));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tail {
    length: usize,
    entries: usize,
    last: Option<Last>,
    /// The name in the start marker of the output that is open.
    open: Option<Vec<u8>>,
    /// The last line with content, if it is no heading and no note: where it starts, and whether with a `#`.
    fragment: Option<(usize, bool)>,
    /// The last two bytes.
    end: [u8; 2],
    /// The first byte of a last line without a line end.
    cut_line: Option<u8>,
    /// Where the last line starts, if it is a note, or could be the beginning of one.
    last_note: Option<usize>,
}

/// What is known of the last entry.
#[derive(Clone, Copy, Debug)]
struct Last {
    start: usize,
    claimed: Option<usize>,
    torn: bool,
    /// Its last output has its end marker.
    ended: bool,
}

impl Tail {
    /// The end of a pad that is in memory.
    pub fn of(pad: &[u8]) -> Self {
        let mut tail = Self::default();
        pad.split_inclusive(|byte| *byte == b'\n').for_each(|line| tail.line(line));
        tail
    }

    /// Takes in the next line, with its line end; only the last one may lack it.
    pub fn line(&mut self, line: &[u8]) {
        let at = self.length;
        self.length += line.len();
        match line {
            [.., before, last] => self.end = [*before, *last],
            [last] => self.end = [self.end[1], *last],
            [] => return,
        }
        let marker = Marker::read(line);
        match (&self.open, marker) {
            (Some(_), None) => {}
            (Some(name), Some(marker)) => {
                if marker.ends(Marker { kind: Kind::Starts, name }) {
                    self.open = None;
                    self.tear_if(marker.kind == Kind::Torn);
                    if let Some(last) = &mut self.last {
                        last.ended = marker.kind == Kind::Ends;
                    }
                }
            }
            (None, Some(marker)) => match marker.kind {
                Kind::Starts => {
                    if self.entries == 0 {
                        self.begin(at, None);
                    }
                    self.open = Some(marker.name.to_vec());
                }
                Kind::Ends => {}
                Kind::Torn => self.tear(),
            },
            (None, None) => self.outside(line, at),
        }
        let whole = marker.is_some_and(|it| it.kind == Kind::Ends) && self.last.is_some_and(|last| last.ended);
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        self.last_note = (self.open.is_none() && begins_note(text)).then_some(at);
        self.cut_line = line.first().copied().filter(|_| !line.ends_with(b"\n") && !whole);
    }

    /// How many entries the pad has, one that was cut short included.
    pub fn entries(&self) -> usize {
        let mut whole = self.clone();
        if whole.open.is_none() && whole.is_cut() {
            whole.tear();
        }
        whole.entries
    }

    /// Whether the pad ends inside an entry or a later note; the next append closes it.
    pub fn is_torn(&self) -> bool {
        self.open.is_some() || self.is_cut() || self.cut_note() == Some(Cut::Surely)
    }

    /// Whether the pad ends with a note that was added to a whole entry and was cut off, surely or perhaps.
    pub(super) fn cut_note(&self) -> Option<Cut> {
        let (at, last) = self.last_note.filter(|_| !self.is_cut()).zip(self.last)?;
        let end = last.claimed.map(|claimed| last.start.saturating_add(claimed));
        Above { end, torn: last.torn, ended: last.ended }.cut_note(at, self.ends_line())
    }

    /// What must come before anything else is appended: the end of a torn entry, and a blank line.
    pub(crate) fn closing(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if self.length == 0 {
            return out;
        }
        if !self.ends_line() {
            out.push(b'\n');
        }
        if let Some(cut) = self.cut_note() {
            close_note(&mut out, cut);
        } else if self.is_torn() {
            out.extend_from_slice(b"[AGENT OUTPUT TORN]\n\n");
        } else if !out.is_empty() || !self.ends_blank() {
            out.push(b'\n');
        }
        out
    }

    /// Whether the pad is empty or its last line has its end.
    pub(super) fn ends_line(&self) -> bool {
        self.length == 0 || self.end[1] == b'\n'
    }

    fn ends_blank(&self) -> bool {
        self.end == *b"\n\n"
    }

    fn outside(&mut self, line: &[u8], at: usize) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if let Some(heading) = Heading::read(text, self.entries == 0) {
            self.fragment = None;
            self.begin(at, heading.claimed);
        } else if !text.is_empty() {
            self.fragment = (!text.starts_with(NOTE)).then(|| (at, line.starts_with(b"#")));
        }
    }

    fn begin(&mut self, start: usize, claimed: Option<usize>) {
        self.entries += 1;
        self.last = Some(Last { start, claimed, torn: false, ended: false });
    }

    /// The last entry was cut off, or the one of whose heading only a piece is left.
    fn tear(&mut self) {
        let piece = self.fragment.filter(|(start, heading)| {
            let complete = |last: Last| last.claimed.is_some_and(|claimed| last.start + claimed <= *start);
            *heading || self.last.is_none_or(complete)
        });
        if let Some((start, _)) = piece {
            self.begin(start, None);
        }
        self.tear_if(true);
    }

    fn tear_if(&mut self, torn: bool) {
        if let Some(last) = &mut self.last {
            last.torn |= torn;
        }
    }

    /// Whether the last entry is shorter than its heading claims by more than line breaks and has no blank line at its end,
    /// or the pad ends inside a line that an append begins with.
    fn is_cut(&self) -> bool {
        let last = self.last.filter(|last| !last.torn);
        let missing = last.and_then(|last| last.claimed?.checked_sub(self.length - last.start));
        let ended = self.last.is_some_and(|last| last.ended);
        is_short(missing, ended, &self.end) || self.cut_line.is_some_and(|first| b"#[".contains(&first))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pad::Pad;
    use super::*;

    proptest! {
        /// The end that is gathered line by line is the one that reading the whole pad gives, wherever it was cut.
        #[test]
        fn agrees_with_the_whole_pad(pieces in prop::collection::vec(prop_oneof![
            Just("[AGENT OUTPUT STARTS]\n"), Just("[AGENT OUTPUT ENDS]\n"), Just("[X OUTPUT STARTS]\n"),
            Just("[Y OUTPUT ENDS]\n"), Just("[AGENT OUTPUT TORN]\n"), Just("### GATE 1: x - Attempt 1\n"),
            Just("### GATE 2: y - Attempt 1 <!-- 60 bytes -->\n"), Just("### GATE 3: z <!-- 46 bytes -->\n"),
            Just("#### Attempt 2\n"), Just("#### Notes\n"), Just("### GATEWAY\n"), Just("ORCHESTRATOR: note\n"),
            Just("loose\n"), Just("  ### GATE 4: w\n"), Just("\n"), Just("\r\n"), Just("## x\n"), Just("# Gate log\n"),
            Just("## GATE 5: v\n"), Just("**GATE 6: u (Attempt 2)**\n"), Just("### Attempt 3 (again)\n"), Just(" [\n"), Just("é\n"),
        ], 0..12), cut in 0_usize..40) {
            let whole = pieces.concat();
            let pad = &whole.as_bytes()[..whole.len().saturating_sub(cut)];
            let (read, tail) = (Pad::read(pad), Tail::of(pad));
            let shown = String::from_utf8_lossy(pad);
            prop_assert_eq!((tail.entries(), tail.is_torn()), (read.entries().len(), read.torn_tail()), "{:?}", shown);
            prop_assert_eq!(tail.ends_line(), pad.is_empty() || pad.ends_with(b"\n"));
            let closed = [pad, &tail.closing()].concat();
            prop_assert!(!Pad::read(&closed).torn_tail(), "{:?}", shown);
        }
    }
}
