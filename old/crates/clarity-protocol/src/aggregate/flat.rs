//! All rows of all inputs, counted through.

use super::input::{Input, Row};
use super::{Cells, FindingSource, Text};
use crate::{FindingSeverity, FindingType};

/// The rows of inputs that are in their one order. They stay where they are until their finding is built, and an
/// input's list goes with its last row: a million findings are not held twice.
#[derive(Debug)]
pub(super) struct Flat {
    inputs: Vec<Input>,
    /// Of each row the input, ascending.
    input_of: Vec<usize>,
    /// Of each input its first row, and how many are not taken yet.
    spans: Vec<(usize, usize)>,
    nothing: Text,
}

impl Flat {
    pub(super) fn new(inputs: Vec<Input>) -> Self {
        let count = inputs.iter().map(|input| input.findings.len()).sum();
        let mut input_of = Vec::with_capacity(count);
        let mut spans = Vec::with_capacity(inputs.len());
        for (at, input) in inputs.iter().enumerate() {
            spans.push((input_of.len(), input.findings.len()));
            input_of.extend(std::iter::repeat_n(at, input.findings.len()));
        }
        Self { inputs, input_of, spans, nothing: "".into() }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.input_of.len()
    }

    pub(super) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The place of a row's input.
    pub(super) fn input_of(&self, row: usize) -> Option<usize> {
        self.input_of.get(row).copied()
    }

    /// The first row of an input.
    pub(super) fn start(&self, input: usize) -> usize {
        self.spans.get(input).map_or(0, |span| span.0)
    }

    /// A row with its input.
    pub(super) fn told(&self, row: usize) -> Option<(&Input, &Row)> {
        let at = self.input_of(row)?;
        let input = self.inputs.get(at)?;
        Some((input, input.findings.get(row.checked_sub(self.start(at))?)?))
    }

    pub(super) fn get(&self, row: usize) -> Option<&Row> {
        self.told(row).map(|(_, row)| row)
    }

    /// Takes a row for good.
    pub(super) fn take(&mut self, row: usize) -> Option<FindingSource> {
        let at = self.input_of(row)?;
        let (input, (start, left)) = (self.inputs.get_mut(at)?, self.spans.get_mut(at)?);
        let taken = Row {
            id: self.nothing.clone(),
            severity: FindingSeverity::Minor,
            kind: FindingType::Contradiction,
            location: None,
            counter_location: None,
            description: self.nothing.clone(),
            suggestion: None,
            extra: Cells::default(),
        };
        let row = std::mem::replace(input.findings.get_mut(row.checked_sub(*start)?)?, taken);
        *left = left.saturating_sub(1);
        if *left == 0 {
            input.findings = Vec::new();
        }
        let Row { id, severity, kind, location, counter_location, description, suggestion, extra } = row;
        let (file, agent) = (input.file.clone(), input.agent.clone());
        Some(FindingSource {
            file,
            agent,
            id,
            severity,
            kind,
            location,
            counter_location,
            description,
            suggestion,
            extra,
        })
    }
}
