//! A pad that was read: its entries, what they report, and how its gates stand (R-S7).

use std::borrow::Cow;

use envelope_core::{Diagnostic, Outcome, Parsed, Source, Span};

use super::marker::unquoted;
use super::read::Reader;
use crate::{Attempt, BlockStatus, StatusBlock, parse, steps};

/// A pad that was read: its entries in order, and what was odd.
#[derive(Clone, Debug)]
pub struct Pad<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) preamble: Span,
    pub(super) entries: Vec<Entry>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) torn: bool,
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
    pub(super) claimed: Option<usize>,
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
