//! The scratchpad: an append-only log into which orchestrators copy the output of agents (R-S7).
//!
//! ```
//! use status_block::scratchpad::{NewEntry, append, entries};
//!
//! let mut pad = String::new();
//! let entry = NewEntry::new(3, "RED Phase", 1, "test-writer", "STATUS: success\n");
//! pad.push_str(&append(&pad, &entry.note("Delegating to test-writer")));
//! let entries = entries(&pad);
//! assert_eq!(entries[0].output.as_deref(), Some("STATUS: success\n"));
//! ```
//!
//! These are functions on text; [`fs`](crate::fs) (feature `fs`) has the same for a file.

use std::borrow::Cow;
use std::fmt::Write as _;

use envelope_core::Span;
use envelope_core::text::{Line, Lines};
use serde::Serialize;

/// What is appended to a pad.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    gate: u32,
    name: &'a str,
    attempt: u32,
    agent: &'a str,
    output: &'a str,
    notes: Vec<&'a str>,
    notes_after: Vec<&'a str>,
}

impl<'a> NewEntry<'a> {
    /// The output of an agent for an attempt at a gate.
    pub fn new(gate: u32, name: &'a str, attempt: u32, agent: &'a str, output: &'a str) -> Self {
        Self { gate, name, attempt, agent, output, notes: Vec::new(), notes_after: Vec::new() }
    }

    /// Adds a line of the orchestrator before the output.
    #[must_use]
    pub fn note(mut self, text: &'a str) -> Self {
        self.notes.push(text);
        self
    }

    /// Adds a line of the orchestrator after the output.
    #[must_use]
    pub fn note_after(mut self, text: &'a str) -> Self {
        self.notes_after.push(text);
        self
    }
}

/// The text to append to a pad for an entry. If the pad ends within an output or a line, a line says first that it is cut.
pub fn append(pad: &str, entry: &NewEntry<'_>) -> String {
    let mut text = end(pad).to_owned();
    text.push_str(if pad.is_empty() { "" } else { "\n" });
    let agent = one_line(entry.agent).to_uppercase().replace(['[', ']'], "");
    let _ = writeln!(text, "### GATE {}: {} - Attempt {}", entry.gate, one_line(entry.name), entry.attempt);
    for line in &entry.notes {
        text.push_str(&note_line(line));
    }
    let _ = writeln!(text, "[{agent} OUTPUT STARTS]");
    for line in entry.output.split_inclusive('\n') {
        text.push_str(if is_marker(line.trim_start_matches('\\')) { "\\" } else { "" });
        text.push_str(line);
    }
    let _ = writeln!(text, "\n[{agent} OUTPUT ENDS]");
    for line in &entry.notes_after {
        text.push_str(&note_line(line));
    }
    text
}

/// The text to append to a pad for a line of the orchestrator.
pub fn note(pad: &str, text: &str) -> String {
    end(pad).to_owned() + &note_line(text)
}

fn note_line(text: &str) -> String {
    format!("ORCHESTRATOR: {}\n", one_line(text))
}

/// What ends the last line of a pad, and its last output, if their writer was stopped.
fn end(pad: &str) -> &'static str {
    match (pad.is_empty() || pad.ends_with('\n'), read(pad).1) {
        (true, false) => "",
        (true, true) => "[AGENT OUTPUT CUT]\n",
        (false, _) => "\n[AGENT OUTPUT CUT]\n",
    }
}

/// A name or note on one line, so that it cannot look like another part of the pad.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An entry of a pad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Entry {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the gate.
    pub gate: Option<u32>,
    /// The name of the gate.
    pub name: Option<String>,
    /// The attempt.
    pub attempt: Option<u32>,
    /// What the heading says in place of an attempt, such as `COMPLETE`.
    pub state: Option<String>,
    /// The agent, from the marker before its output.
    pub agent: Option<String>,
    /// The output, byte for byte.
    pub output: Option<String>,
    /// Every other line, without blank ones.
    pub notes: Vec<String>,
    /// Whether the output has its end. One whose writer was stopped never gets it.
    pub complete: bool,
    /// The bytes of the entry in the pad.
    pub span: Span,
}

/// The entries of a pad, in order. An entry begins at a heading `### GATE 2: Analysis - …` or `#### Attempt 2`, and at an
/// output where the entry at hand has one.
pub fn entries(pad: &str) -> Vec<Entry> {
    read(pad).0
}

/// The entries, and whether the last output is open.
fn read(pad: &str) -> (Vec<Entry>, bool) {
    let mut entries: Vec<Entry> = Vec::new();
    let mut open = false;
    for line in Lines::new(pad, Span::new(0, pad.len())) {
        let end = (line.end() + 1).min(pad.len());
        if open && marker(line.text).is_none_or(|(_, kind)| kind == Marker::Starts) {
            let Some(entry) = entries.last_mut() else { continue };
            let raw = &pad[line.start..pad[line.start..].find('\n').map_or(pad.len(), |at| line.start + at + 1)];
            entry.output.get_or_insert_default().push_str(&unescaped(raw));
            entry.span = Span::new(entry.span.start(), end);
            continue;
        }
        if let Some(mut entry) = (!open).then(|| heading(&line, entries.last())).flatten() {
            entry.number = entries.len() + 1;
            entry.span = Span::new(line.start, end);
            entries.push(entry);
            continue;
        }
        let marker = marker(line.text);
        let has_output = entries.last().is_none_or(|entry| entry.output.is_some());
        if has_output && matches!(marker, Some((_, Marker::Starts))) {
            // Every output has an entry of its own.
            let (gate, name) = entries.last().map(|above| (above.gate, above.name.clone())).unwrap_or_default();
            let (number, span) = (entries.len() + 1, Span::new(line.start, end));
            entries.push(Entry { number, gate, name, span, ..Entry::default() });
        }
        let Some(entry) = entries.last_mut() else { continue };
        entry.span = Span::new(entry.span.start(), end);
        match marker {
            Some((agent, Marker::Starts)) => {
                entry.agent = Some(agent.to_owned());
                entry.output = Some(String::new());
                entry.complete = false;
                open = true;
            }
            Some((_, kind)) if open => {
                open = false;
                entry.complete = kind == Marker::Ends;
                // The line break before the end belongs to the pad.
                let output = entry.output.get_or_insert_default();
                let length = output.strip_suffix('\n').map_or(output.len(), str::len);
                output.truncate(length);
            }
            _ if line.is_blank() => {}
            _ => entry.notes.push(line.content().to_owned()),
        }
    }
    (entries, open)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    Starts,
    Ends,
    /// The writer was stopped, which the next one noticed.
    Cut,
}

/// A marker line: its agent and what it means.
fn marker(line: &str) -> Option<(&str, Marker)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (agent, word) = inner.rsplit_once(" OUTPUT ")?;
    let kind = match word {
        "STARTS" => Marker::Starts,
        "ENDS" => Marker::Ends,
        "CUT" => Marker::Cut,
        _ => return None,
    };
    (!agent.contains(['[', ']'])).then_some((agent, kind))
}

/// Whether a line is a marker, or would be one if it were cut.
fn is_marker(line: &str) -> bool {
    line.split_inclusive(']').next().is_some_and(|start| marker(start).is_some())
}

/// A line of an output, without the back-slash that keeps it from being a marker.
fn unescaped(line: &str) -> Cow<'_, str> {
    match line.strip_prefix('\\') {
        Some(rest) if is_marker(rest.trim_start_matches('\\')) => Cow::Borrowed(rest),
        _ => Cow::Borrowed(line),
    }
}

/// The entry that a heading begins. An attempt belongs to the gate above it.
fn heading(line: &Line<'_>, above: Option<&Entry>) -> Option<Entry> {
    let content = line.text.trim_ascii_end();
    if let Some(attempt) = content.strip_prefix("#### Attempt ") {
        let attempt = Some(attempt.trim().parse().ok()?);
        let (gate, name) = above.map(|above| (above.gate, above.name.clone())).unwrap_or_default();
        return Some(Entry { gate, name, attempt, complete: true, ..Entry::default() });
    }
    let (gate, title) = content.strip_prefix("### GATE ")?.split_once(':')?;
    let gate = Some(gate.trim().parse().ok()?);
    let (name, state) =
        title.trim().rsplit_once(" - ").map_or((title.trim(), None), |(name, state)| (name, Some(state)));
    let attempt = state.and_then(|state| state.strip_prefix("Attempt ")?.trim().parse().ok());
    let state = state.filter(|_| attempt.is_none()).map(str::to_owned);
    Some(Entry { gate, name: Some(name.to_owned()), attempt, state, complete: true, ..Entry::default() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn headings_by_hand_are_entries() {
        let pad = "# Log\n### GATE 2: Analysis - COMPLETE\nAttempts: 1\n[ANALYST OUTPUT STARTS]\n### GATE 9: x\n\
                   [ANALYST OUTPUT ENDS]\n#### Attempt 2\nORCHESTRATOR: again\n";
        let entries = entries(pad);
        assert_eq!(entries.len(), 2);
        assert_eq!((entries[0].gate, entries[0].state.as_deref()), (Some(2), Some("COMPLETE")));
        assert_eq!(entries[0].output.as_deref(), Some("### GATE 9: x"));
        assert_eq!(entries[0].agent.as_deref(), Some("ANALYST"));
        assert_eq!((entries[1].gate, entries[1].attempt, entries[1].number), (Some(2), Some(2), 2));
        assert_eq!(entries[1].notes, ["ORCHESTRATOR: again"]);
    }

    #[test]
    fn every_output_has_an_entry_of_its_own() {
        let output = |agent: &str, text: &str| format!("[{agent} OUTPUT STARTS]\n{text}\n[{agent} OUTPUT ENDS]\n");
        let pad = output("A", "### GATE 9: x") + "### GATE 1: y\n" + &output("B", "one") + &output("C", "two");
        let read = entries(&pad);
        let outputs: Vec<_> = read.iter().map(|entry| (entry.agent.as_deref(), entry.output.as_deref())).collect();
        assert_eq!(outputs[0], (Some("A"), Some("### GATE 9: x")));
        assert_eq!(outputs[1..], [(Some("B"), Some("one")), (Some("C"), Some("two"))]);
        assert_eq!((read[0].gate, read[2].gate), (None, Some(1)));
    }

    #[test]
    fn an_output_without_end_stays_incomplete() {
        let mut pad = "### GATE 1: Setup - Attempt 1\n[A OUTPUT STARTS]\ncut he".to_owned();
        assert!(!entries(&pad)[0].complete);
        pad.push_str(&append(&pad, &NewEntry::new(1, "Setup", 2, "a", "whole")));
        let entries = entries(&pad);
        assert_eq!((entries[0].output.as_deref(), entries[0].complete), (Some("cut he"), false));
        assert_eq!((entries.len(), entries[1].output.as_deref(), entries[1].complete), (2, Some("whole"), true));
        let cut = "[A OUTPUT STARTS]\ncut he";
        let mut pad = cut.to_owned() + &note(cut, "went\non");
        let length = pad.len();
        pad.push_str(&note(&pad, "and on"));
        assert!(pad[length..].starts_with("ORCH"), "said only once: {pad}");
        let entry = &super::entries(&pad)[0];
        assert_eq!(
            (entry.output.as_deref(), entry.complete, entry.notes.join("|").as_str()),
            (Some("cut he"), false, "ORCHESTRATOR: went on|ORCHESTRATOR: and on")
        );
    }

    proptest! {
        #[test]
        fn outputs_survive_byte_for_byte(
            outputs in prop::collection::vec(
                prop::collection::vec(
                    prop::sample::select(vec![
                        "[A OUTPUT ENDS]", "\\[A OUTPUT ENDS]", "[A OUTPUT CUT]", "[AGENT OUTPUT STARTS]", "### GATE 1: x", "\n", "\r\n",
                        "text", " ", "\\", "#### Attempt 3",
                    ]),
                    0..8,
                ),
                1..4,
            )
        ) {
            let outputs: Vec<String> = outputs.into_iter().map(|parts| parts.concat()).collect();
            let mut pad = String::new();
            for output in &outputs {
                let entry = NewEntry::new(1, "x\n### GATE 2: y", 1, "a", output).note("n\n[A OUTPUT STARTS]");
                pad.push_str(&append(&pad, &entry));
            }
            let read: Vec<String> = entries(&pad).into_iter().map(|entry| entry.output.unwrap_or_default()).collect();
            prop_assert_eq!(read, outputs);
        }
    }
}
