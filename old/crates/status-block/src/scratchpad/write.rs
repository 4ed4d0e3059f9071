//! Writing entries: the bytes to append to a pad (R-S7).

use super::cut::Cut;
use super::marker::quoted;
use super::tail::Tail;

/// An entry to append.
///
/// ```
/// use status_block::scratchpad::{NewEntry, Pad};
/// let entry = NewEntry::new(3, "RED Phase", 1).agent("test-writer").output("[AGENT OUTPUT ENDS]\nforged").after("done");
/// let bytes = entry.to_bytes(b"");
/// let pad = Pad::read(&bytes);
/// let [found] = pad.entries() else { panic!("one entry") };
/// assert_eq!((found.gate, found.attempt, found.agent.as_deref()), (Some(3), Some(1), Some("test-writer")));
/// assert_eq!(pad.output(found).unwrap().as_ref(), b"[AGENT OUTPUT ENDS]\nforged");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewEntry {
    /// The number of the gate.
    pub gate: u32,
    /// Its name; line breaks become blanks, and no name becomes `Unnamed`.
    pub name: String,
    /// Which attempt at the gate this is.
    pub attempt: u32,
    /// The agent that was called; written as a note.
    pub agent: Option<String>,
    /// Notes of the orchestrator before the output; each line becomes one.
    pub before: Vec<String>,
    /// What the agent wrote.
    pub output: Option<Vec<u8>>,
    /// Notes of the orchestrator after the output.
    pub after: Vec<String>,
}

impl NewEntry {
    /// An entry without notes and output.
    pub fn new(gate: u32, name: impl Into<String>, attempt: u32) -> Self {
        Self { gate, name: name.into(), attempt, agent: None, before: Vec::new(), output: None, after: Vec::new() }
    }

    /// The same entry with the agent that was called.
    #[must_use]
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// The same entry with one more note before the output.
    #[must_use]
    pub fn before(mut self, note: impl Into<String>) -> Self {
        self.before.push(note.into());
        self
    }

    /// The same entry with what the agent wrote, byte for byte.
    #[must_use]
    pub fn output(mut self, output: impl Into<Vec<u8>>) -> Self {
        self.output = Some(output.into());
        self
    }

    /// The same entry with one more note after the output.
    #[must_use]
    pub fn after(mut self, note: impl Into<String>) -> Self {
        self.after.push(note.into());
        self
    }

    /// The bytes to append to a pad that holds `pad`: what closes a torn tail, a blank line, and the entry.
    pub fn to_bytes(&self, pad: &[u8]) -> Vec<u8> {
        self.after_tail(&Tail::of(pad))
    }

    /// The same for a pad of which only the end is known.
    pub fn after_tail(&self, tail: &Tail) -> Vec<u8> {
        let mut out = tail.closing();
        out.extend(self.entry());
        out
    }

    fn entry(&self) -> Vec<u8> {
        let mut body = Vec::new();
        if let Some(agent) = &self.agent {
            push_note(&mut body, &format!("{DELEGATING}{}", one_line(agent)));
        }
        self.before.iter().for_each(|note| push_note(&mut body, note));
        if let Some(output) = &self.output {
            body.extend_from_slice(b"[AGENT OUTPUT STARTS]\n");
            body.extend_from_slice(&quoted(output));
            body.extend_from_slice(b"\n[AGENT OUTPUT ENDS]\n");
        }
        self.after.iter().for_each(|note| push_note(&mut body, note));
        body.push(b'\n');
        let start = format!("### GATE {}: {} - Attempt {}", self.gate, heading_text(&self.name), self.attempt);
        let mut entry = with_length(&start, body.len()).into_bytes();
        entry.extend(body);
        entry
    }
}

/// The bytes of a later note of the orchestrator, for a pad that holds `pad`.
pub fn note(pad: &[u8], text: &str) -> Vec<u8> {
    note_after_tail(&Tail::of(pad), text)
}

/// The same for a pad of which only the end is known.
pub fn note_after_tail(tail: &Tail, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    if tail.is_torn() || tail.cut_note().is_some() {
        out = tail.closing();
    } else if !tail.ends_line() {
        out.push(b'\n');
    }
    push_note(&mut out, text);
    out.push(b'\n');
    out
}

/// What must come before anything else is appended to a pad that holds `pad`: the end of a torn entry, and a blank line.
pub fn closing(pad: &[u8]) -> Vec<u8> {
    Tail::of(pad).closing()
}

/// How a note that names the agent begins (status-block, "Integration with Scratchpad").
pub(super) const DELEGATING: &str = "Delegating to ";
/// How every note begins.
pub(super) const NOTE: &str = "ORCHESTRATOR:";

/// The note that closes one which was cut off.
pub(super) const CUT_NOTE: &str = "(the note above was cut off)";

/// The same for one that may be whole.
pub(super) const PERHAPS_CUT_NOTE: &str = "(the note above may have been cut off)";

/// What closes a note that was cut off, once its line has an end.
pub(super) fn close_note(out: &mut Vec<u8>, cut: Cut) {
    push_note(out, if cut == Cut::Surely { CUT_NOTE } else { PERHAPS_CUT_NOTE });
    out.push(b'\n');
}

/// Whether a line is a note, or could be the beginning of one.
pub(super) fn begins_note(line: &[u8]) -> bool {
    !line.is_empty() && (line.starts_with(NOTE.as_bytes()) || NOTE.as_bytes().starts_with(line))
}

/// Every line of a note begins alike, so that none can be a heading or a marker.
fn push_note(out: &mut Vec<u8>, note: &str) {
    for line in note.split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
        out.extend_from_slice(format!("{NOTE} {}\n", line.trim()).as_bytes());
    }
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A name that cannot end its heading or be taken for the comment with the length.
fn heading_text(name: &str) -> String {
    let name = one_line(name).replace("<!--", "<! --");
    if name.is_empty() { "Unnamed".to_owned() } else { name }
}

/// The heading with the length of the whole entry, itself included.
fn with_length(start: &str, body: usize) -> String {
    let mut length = start.len() + body;
    loop {
        let heading = format!("{start} <!-- {length} bytes -->\n");
        let whole = heading.len() + body;
        if whole == length {
            return heading;
        }
        // The number of digits can only grow, so this ends.
        length = whole.max(length + 1);
    }
}
