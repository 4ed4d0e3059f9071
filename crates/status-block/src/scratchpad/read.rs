//! Reading a pad back into entries with their places (R-S7).

use std::borrow::Cow;

use envelope_core::{Diagnostic, Diagnostics, Limits, Outcome, Parsed, Severity, Source, Span};

use super::heading::{Heading, is_gate_heading};
use super::marker::{ANY, Kind, Marker, unquoted};
use super::rules::{
    LOOSE_TEXT, NOT_UTF8, ODD_HEADING, REPEATED_ATTEMPT, SEVERAL_OUTPUTS, STRAY_END, TORN, UNQUOTED_MARKER,
};
use super::write::{CUT_NOTE, DELEGATING, NOTE, PERHAPS_CUT_NOTE, begins_note};
use crate::{Attempt, BlockStatus, StatusBlock, parse, steps};

/// A pad that was read: its entries in order, and what was odd.
#[derive(Clone, Debug)]
pub struct Pad<'a> {
    bytes: &'a [u8],
    preamble: Span,
    entries: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
    torn: bool,
}

/// One entry of a pad (R-S7).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its number in the pad, from 1.
    pub number: usize,
    /// Its bytes, from the heading to the next.
    pub span: Span,
    /// The gate, of its own heading or of the one above.
    pub gate: Option<u32>,
    /// The name of the gate.
    pub name: Option<String>,
    /// Which attempt it is.
    pub attempt: Option<u32>,
    /// What the heading says in place of an attempt or beside one, such as `COMPLETE`.
    pub state: Option<String>,
    /// The agent, from the markers or from a note that names it.
    pub agent: Option<String>,
    /// Notes of the orchestrator before the first output.
    pub before: Vec<String>,
    /// What agents wrote; more than one only in pads edited by hand.
    pub outputs: Vec<Output>,
    /// Notes of the orchestrator after the first output.
    pub after: Vec<String>,
    /// Lines that are neither notes nor output.
    pub loose: Vec<String>,
    /// Whether a crash cut it short.
    pub torn: bool,
    /// The length that its heading claims.
    claimed: Option<usize>,
}

/// Where an agent's output stands, as it was written into the pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The bytes between the markers, quoting still on.
    pub raw: Span,
    /// Whether its end is missing.
    pub torn: bool,
}

/// A gate and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gate {
    /// Its number.
    pub number: u32,
    /// Its name, as it stands at its first entry.
    pub name: Option<String>,
}

/// How a gate stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LastStatus {
    /// The entry that says so.
    pub entry: usize,
    /// The status that the last output states, if one could be read; of several under one heading the worst.
    pub status: Option<BlockStatus>,
    /// What an orchestrator branches on: of a torn or refused output never a success (R-A2).
    pub outcome: Outcome,
}

impl<'a> Pad<'a> {
    /// Reads a pad; nothing fails.
    pub fn read(bytes: &'a [u8]) -> Self {
        Reader::new(bytes).run()
    }

    /// The entries in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What stands before the first entry.
    pub fn preamble(&self) -> &'a [u8] {
        self.bytes.get(self.preamble.range()).unwrap_or_default()
    }

    /// What was odd, in the order of the pad; spans point into its bytes.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the pad ends inside an entry or a later note; the next append closes it.
    pub fn torn_tail(&self) -> bool {
        self.torn
    }

    /// The last output of an entry, byte for byte as the agent wrote it.
    pub fn output(&self, entry: &Entry) -> Option<Cow<'a, [u8]>> {
        self.outputs(entry).last()
    }

    /// All outputs of an entry, byte for byte; more than one only in pads edited by hand.
    pub fn outputs<'e>(&self, entry: &'e Entry) -> impl DoubleEndedIterator<Item = Cow<'a, [u8]>> + use<'a, 'e> {
        let bytes = self.bytes;
        entry.outputs.iter().map(move |output| unquoted(bytes.get(output.raw.range()).unwrap_or_default()))
    }

    /// The output of an entry, read as a status block; of several the worst, since which one is meant cannot be known
    /// (R-A2). `None` for an entry without output or with a torn one.
    pub fn parsed(&self, entry: &Entry) -> Option<Parsed<StatusBlock>> {
        if entry.torn || entry.outputs.last()?.torn {
            return None;
        }
        let all = self.outputs(entry).map(|output| parse(Source::from_bytes(&output)));
        all.max_by_key(Parsed::outcome)
    }

    /// The gates in the order of their first entry.
    pub fn gates(&self) -> Vec<Gate> {
        let mut gates: Vec<Gate> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for entry in &self.entries {
            if let Some(number) = entry.gate.filter(|number| seen.insert(*number)) {
                gates.push(Gate { number, name: entry.name.clone() });
            }
        }
        gates
    }

    /// The attempts at a gate: its entries with an attempt or with output, in order.
    pub fn attempts(&self, gate: u32) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.gate == Some(gate) && (entry.attempt.is_some() || !entry.outputs.is_empty()))
    }

    /// The attempts of agents: those with an output, or cut off before there was one.
    fn reported(&self, gate: u32) -> impl Iterator<Item = &Entry> {
        steps::count(self.entries.len());
        self.entries.iter().filter(move |entry| entry.gate == Some(gate) && (entry.torn || !entry.outputs.is_empty()))
    }

    /// How the attempts at a gate went, for a [`CircuitBreaker`](crate::CircuitBreaker). A torn one has failed; others
    /// without an agent's output are the orchestrator's own and are left out.
    pub fn attempt_results(&self, gate: u32) -> Vec<Attempt> {
        let torn = || Attempt::Failed("the output was torn".to_owned());
        self.reported(gate).map(|entry| self.parsed(entry).map_or_else(torn, |parsed| Attempt::of(&parsed))).collect()
    }

    /// How the gate stands by its last output, or by an entry that was cut off after it; `None` when there is neither.
    pub fn last_status(&self, gate: u32) -> Option<LastStatus> {
        let entry = self.reported(gate).last()?;
        let parsed = self.parsed(entry);
        let outcome = parsed.as_ref().map_or(Outcome::Failed, Parsed::outcome);
        Some(LastStatus { entry: entry.number, status: parsed.and_then(|parsed| parsed.status()), outcome })
    }
}

struct Reader<'a> {
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
    fn new(bytes: &'a [u8]) -> Self {
        let found = Diagnostics::new(Limits::default());
        Self { bytes, found, entries: Vec::new(), gate: None, preamble: None, open: None, fragment: None }
    }

    fn run(mut self) -> Pad<'a> {
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

/// The entry above a last note.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    /// Where it ends by what its heading claims; a heading by hand claims nothing.
    pub(super) end: Option<usize>,
    pub(super) torn: bool,
    /// Whether its last output has its end marker.
    pub(super) ended: bool,
}

/// How a note at the end of a pad was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Surely,
    /// A hand or an editor may have left it so.
    Perhaps,
}

impl Above {
    /// Whether a last line that is a note, or the beginning of one, and has no blank line behind it, was cut off. Of an
    /// entry as it was written, but for line breaks that an editor trimmed, it is known where it ends; below one that a
    /// hand wrote, a line without its end may be either.
    pub(super) fn cut_note(self, at: usize, ends_line: bool) -> Option<Cut> {
        let later = self.torn || self.end.is_some_and(|end| end <= at.saturating_add(2));
        let by_hand = self.end.is_none() && self.ended;
        match (later, ends_line) {
            (true, false) => Some(Cut::Surely),
            (true, true) => Some(Cut::Perhaps),
            (false, _) => (by_hand && !ends_line).then_some(Cut::Perhaps),
        }
    }
}

/// Whether an entry of which so many bytes are missing at the pad's end was cut off. An editor may have trimmed the line
/// breaks at the end of one whose output has its end marker.
pub(super) fn is_short(missing: Option<usize>, ended: bool, end: &[u8]) -> bool {
    let breaks = if end.ends_with(b"\n") { 1 } else { 2 };
    !end.ends_with(b"\n\n") && missing.is_some_and(|missing| missing > 0 && !(ended && missing == breaks))
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
