//! Reading a pad back into entries with their places (R-S7).

use std::borrow::Cow;

use envelope_core::{Diagnostic, Diagnostics, Limits, Severity, Span};

use super::cut::{Above, Cut, is_short};
use super::heading::{Heading, is_gate_heading};
use super::marker::{ANY, Kind, Marker};
use super::pad::{Entry, Output, Pad};
use super::rules::{
    LOOSE_TEXT, NOT_UTF8, ODD_HEADING, REPEATED_ATTEMPT, SEVERAL_OUTPUTS, STRAY_END, TORN, UNQUOTED_MARKER,
};
use super::write::{CUT_NOTE, DELEGATING, NOTE, PERHAPS_CUT_NOTE, begins_note};
use crate::steps;

/// Reads a pad, a line at a time.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    found: Diagnostics,
    entries: Vec<Entry>,
    /// The gate of the last heading that names one, for attempts below it.
    gate: Option<(u32, Option<String>)>,
    preamble: Option<usize>,
    /// The start marker of the output that is open, and where its content starts.
    open: Option<(Marker<'a>, usize)>,
    /// The last line with content, if it is no heading: what a crash may have left of one.
    fragment: Option<Span>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let found = Diagnostics::new(Limits::default());
        Self { bytes, found, entries: Vec::new(), gate: None, preamble: None, open: None, fragment: None }
    }

    pub(super) fn run(mut self) -> Pad<'a> {
        let mut at = 0;
        for line in self.bytes.split_inclusive(|byte| *byte == b'\n') {
            let span = Span::new(at, at + line.len());
            at = span.end();
            steps::count(line.len());
            match (self.open, Marker::read(line)) {
                (Some((start, from)), marker) => self.inside(start, from, marker, span),
                (None, Some(marker)) => self.outside(marker, span),
                (None, None) => self.line(line, span),
            }
        }
        self.finish()
    }

    /// A line while an output is open: only its end means something.
    fn inside(&mut self, start: Marker<'a>, from: usize, marker: Option<Marker<'a>>, span: Span) {
        let Some(marker) = marker else { return };
        if !marker.ends(start) {
            let message = "a marker inside an agent's output, read as part of it";
            self.found.push(Diagnostic::new(&UNQUOTED_MARKER, span, message).help("write a back-slash before it"));
            return;
        }
        self.open = None;
        // The line break before the marker is not part of the output; the kind is that of the start marker's line.
        let before = self.bytes.get(from..span.start()).unwrap_or_default();
        let crlf = from > 1 && self.bytes.get(from - 2) == Some(&b'\r') && before.ends_with(b"\r\n");
        let end = span.start() - if crlf { 2 } else { usize::from(before.ends_with(b"\n")) };
        let torn = marker.kind == Kind::Torn;
        self.close_output(Span::new(from, end.max(from)), torn);
    }

    fn close_output(&mut self, raw: Span, torn: bool) {
        if torn {
            let message = "an agent's output that was cut off";
            self.found.push(Diagnostic::new(&TORN, Span::at(raw.end()), message));
        }
        if let Some(entry) = self.entries.last_mut() {
            entry.outputs.push(Output { raw, torn });
            entry.torn |= torn;
            if entry.outputs.len() == 2 {
                let message = "another output under the same heading; of several the worst counts";
                let help = "write a heading above each, like `### GATE 3: Name - Attempt 2`";
                self.found.push(Diagnostic::new(&SEVERAL_OUTPUTS, Span::at(raw.start()), message).help(help));
            }
        }
    }

    /// A marker while no output is open.
    fn outside(&mut self, marker: Marker<'a>, span: Span) {
        match marker.kind {
            Kind::Starts => {
                if self.entries.is_empty() {
                    self.begin(span, None);
                    let message = "an agent's output before any heading";
                    self.found.push(
                        Diagnostic::new(&ODD_HEADING, span, message).help("write `### GATE 1: Name - Attempt 1` above"),
                    );
                }
                if let Some(entry) = self.entries.last_mut().filter(|_| !marker.name.eq_ignore_ascii_case(ANY)) {
                    let name = String::from_utf8_lossy(marker.name).trim().to_owned();
                    // A note that names the same agent spells it as the agent is called.
                    let noted = entry.agent.take().filter(|noted| noted.eq_ignore_ascii_case(&name));
                    entry.agent = noted.or(Some(name));
                }
                self.open = Some((marker, span.end()));
            }
            Kind::Ends => {
                let message = "an end marker without a start marker";
                self.found.push(
                    Diagnostic::new(&STRAY_END, span, message).help("write `[AGENT OUTPUT STARTS]` before the output"),
                );
            }
            Kind::Torn => {
                let message = "an entry that was cut off";
                self.found.push(Diagnostic::new(&TORN, span, message));
                self.tear();
            }
        }
    }

    /// Marks the entry that was cut off: the last one, or the one of whose heading only a piece is left.
    fn tear(&mut self) {
        let piece = self.fragment.filter(|piece| {
            let heading = self.bytes.get(piece.start()) == Some(&b'#');
            let complete = self
                .entries
                .last()
                .is_none_or(|entry| entry.claimed.is_some_and(|claimed| entry.span.start() + claimed <= piece.start()));
            heading || complete
        });
        if let Some(piece) = piece {
            if let Some(entry) = self.entries.last_mut() {
                entry.loose.pop();
            }
            self.begin(piece, None);
        }
        if let Some(entry) = self.entries.last_mut() {
            entry.torn = true;
        }
    }

    /// A line outside of outputs: a heading, a note, or anything else.
    fn line(&mut self, line: &[u8], span: Span) {
        steps::count(line.len());
        let text = String::from_utf8_lossy(line);
        if let Cow::Owned(_) = text {
            self.found.push(Diagnostic::new(&NOT_UTF8, span, "bytes that are not UTF-8 in a line of the pad"));
        }
        let text = text.trim();
        if let Some(heading) = Heading::read(text, self.entries.is_empty()) {
            self.heading(heading, span);
            self.fragment = None;
            return;
        }
        let is_note = text.starts_with(NOTE);
        if !text.is_empty() {
            self.fragment = (!is_note).then_some(span);
        }
        let Some(entry) = self.entries.last_mut() else { return };
        if let Some(note) = text.strip_prefix(NOTE) {
            let note = note.trim();
            let told = match note {
                CUT_NOTE => Some("a note that was cut off"),
                PERHAPS_CUT_NOTE => Some("a note that may have been cut off"),
                _ => None,
            };
            if let Some(message) = told {
                let end = Span::at(span.start().saturating_sub(1));
                self.found.push(Diagnostic::new(&TORN, end, message).severity(Severity::Warning));
            }
            if entry.agent.is_none() && entry.outputs.is_empty() {
                entry.agent = note.strip_prefix(DELEGATING).and_then(agent_name);
            }
            let first = entry.outputs.is_empty() && !entry.torn;
            let notes = if first { &mut entry.before } else { &mut entry.after };
            notes.push(note.to_owned());
        } else if !text.is_empty() {
            self.found.tally(&LOOSE_TEXT, "", span, "a line that is neither a note nor an agent's output");
            entry.loose.push(text.to_owned());
        }
    }

    /// Begins the entry of a heading.
    fn heading(&mut self, heading: Heading<'_>, span: Span) {
        if let Some(odd) = heading.odd {
            let help = "write `### GATE 3: Name - Attempt 1`, or `#### Attempt 2` below it";
            self.found.push(Diagnostic::new(&ODD_HEADING, span, odd).help(help));
        }
        if heading.of_gate {
            self.gate = heading.gate.map(|gate| (gate, heading.name.map(str::to_owned)));
        }
        let (gate, name) = match &self.gate {
            Some((gate, name)) => (Some(*gate), name.clone()),
            None => (None, heading.name.map(str::to_owned)),
        };
        self.begin_with(span, heading.claimed, |entry| {
            (entry.gate, entry.name, entry.attempt) = (gate, name, heading.attempt);
            entry.state = heading.state.map(str::to_owned);
        });
    }

    /// Begins an entry that has no heading, or whose heading is read by the caller.
    fn begin(&mut self, span: Span, claimed: Option<usize>) {
        self.begin_with(span, claimed, |_| {});
    }

    fn begin_with(&mut self, span: Span, claimed: Option<usize>, fill: impl FnOnce(&mut Entry)) {
        self.preamble.get_or_insert(span.start());
        if let Some(last) = self.entries.last_mut() {
            last.span = Span::new(last.span.start(), span.start());
        }
        let mut entry = Entry {
            number: self.entries.len() + 1,
            span: Span::new(span.start(), self.bytes.len()),
            gate: None,
            name: None,
            attempt: None,
            state: None,
            agent: None,
            before: Vec::new(),
            outputs: Vec::new(),
            after: Vec::new(),
            loose: Vec::new(),
            torn: false,
            claimed,
        };
        fill(&mut entry);
        self.entries.push(entry);
    }

    fn finish(mut self) -> Pad<'a> {
        let mut torn = false;
        if let Some((_, from)) = self.open.take() {
            torn = true;
            self.close_output(Span::new(from, self.bytes.len()), true);
        }
        if !torn && self.tail_is_cut() {
            torn = true;
            let message = "the pad ends inside an entry";
            self.found.push(Diagnostic::new(&TORN, Span::at(self.bytes.len()), message));
            self.tear();
        }
        torn |= !torn && self.note_is_cut();
        self.note_repeated();
        let preamble = Span::new(0, self.preamble.unwrap_or(self.bytes.len()));
        Pad { bytes: self.bytes, preamble, entries: self.entries, diagnostics: self.found.finish(), torn }
    }

    /// Whether the last entry was cut: it is shorter than its heading claims by more than line breaks and has no blank
    /// line at its end, or the pad ends inside a line that an append begins with.
    fn tail_is_cut(&self) -> bool {
        let last = self.entries.last();
        let ended = last.and_then(|entry| entry.outputs.last()).is_some_and(|output| !output.torn);
        let missing = last
            .filter(|entry| !entry.torn)
            .and_then(|entry| entry.claimed?.checked_sub(self.bytes.len() - entry.span.start()));
        let last_line = self.bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        steps::count(last_line.len());
        let whole = ended && Marker::read(last_line).is_some_and(|marker| marker.kind == Kind::Ends);
        let inside_line = (last_line.starts_with(b"#") || last_line.starts_with(b"[")) && !whole;
        is_short(missing, ended, self.bytes) || inside_line
    }

    /// Tells whether the pad ends inside a note that was added to a whole entry. A note at whose end only the blank line is
    /// missing may have lost its further lines, or an editor has trimmed the pad.
    fn note_is_cut(&mut self) -> bool {
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes);
        let line = line.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        steps::count(line.len());
        let ends_line = self.bytes.ends_with(b"\n");
        let at = self.bytes.len() - usize::from(ends_line) - line.len();
        let above = self.entries.last().map(|entry| Above {
            end: entry.claimed.map(|claimed| entry.span.start().saturating_add(claimed)),
            torn: entry.torn,
            ended: entry.outputs.last().is_some_and(|output| !output.torn),
        });
        let cut = above.filter(|_| begins_note(line)).and_then(|above| above.cut_note(at, ends_line));
        let message = match cut {
            None => return false,
            Some(Cut::Surely) => "the pad ends inside a note",
            Some(Cut::Perhaps) if ends_line => "no blank line ends the last note, which may have been cut off",
            Some(Cut::Perhaps) => "no line end ends the last note, which may have been cut off",
        };
        let severity = if cut == Some(Cut::Surely) { Severity::Error } else { Severity::Warning };
        self.found.push(Diagnostic::new(&TORN, Span::at(at + line.len()), message).severity(severity));
        cut == Some(Cut::Surely)
    }

    fn note_repeated(&mut self) {
        steps::count(self.entries.len());
        let mut seen = std::collections::HashSet::new();
        for entry in &self.entries {
            let (Some(gate), Some(attempt)) = (entry.gate, entry.attempt) else { continue };
            if !seen.insert((gate, attempt)) {
                let message = format!("attempt {attempt} at gate {gate} stands in the pad already");
                self.found.push(Diagnostic::new(&REPEATED_ATTEMPT, Span::at(entry.span.start()), message));
            }
        }
    }
}

/// Whether the line is a marker, or the heading of a gate with its number: nobody but a scratchpad has such lines.
pub(crate) fn is_pad_line(line: &str) -> bool {
    Marker::read(line.as_bytes()).is_some() || is_gate_heading(line)
}

/// The agent that a note names: `test-writer...` and `test-writer for better coverage` name test-writer.
fn agent_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().next()?.trim_matches(|c: char| !c.is_alphanumeric());
    (!name.is_empty()).then(|| name.to_owned())
}
