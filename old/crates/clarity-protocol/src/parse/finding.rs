//! Rows of a finding table: cells → [`Finding`] (R-C9).

use envelope_core::text::{Decoration, Decorations};

use crate::roles::{FINDING_COLUMNS, finding_column};
use crate::row::unescape;
use crate::{Finding, FindingSeverity, FindingType};

/// The columns of a finding table: for each header one of the seven, or none.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// Which of the seven each column is; the second of two equal ones is none.
    pub(crate) places: Vec<Option<usize>>,
    /// The names to keep.
    pub(crate) names: Vec<String>,
    /// What was read through in the headers, each with its column.
    pub(crate) decorations: Vec<(usize, Decorations)>,
}

impl Header {
    pub(crate) fn read(cells: &[&str]) -> Self {
        let mut seen = [false; FINDING_COLUMNS.len()];
        let mut header = Self { places: Vec::new(), names: Vec::new(), decorations: Vec::new() };
        for (at, cell) in cells.iter().enumerate() {
            let place = finding_column(cell).filter(|at| seen.get(*at) == Some(&false));
            if let Some(seen) = place.and_then(|at| seen.get_mut(at)) {
                *seen = true;
            }
            let bare = envelope_core::text::bare(cell);
            let known = place.and_then(|at| FINDING_COLUMNS.get(at));
            header.names.push(known.map_or_else(|| unescape(cell).into_owned(), |name| (*name).to_owned()));
            header.places.push(place);
            if known.is_some() && !bare.decorations.is_empty() {
                header.decorations.push((at, bare.decorations));
            }
        }
        header
    }

    /// The finding of a row, and what was read through in its words, each with its column.
    pub(crate) fn finding(&self, cells: &[&str]) -> (Finding, [(usize, Decorations); 2]) {
        let mut finding = Finding::default();
        let mut decorations = [(0, Decorations::new()); 2];
        for (at, place) in self.places.iter().enumerate() {
            let cell = unescape(cells.get(at).copied().unwrap_or_default());
            let text = || (!cell.is_empty()).then(|| cell.clone().into_owned());
            match place {
                None => finding.extra.push(cell.into_owned()),
                Some(0) => finding.id = text(),
                Some(1) if !cell.is_empty() => {
                    let (severity, more) = FindingSeverity::read_through(&cell);
                    decorations[0] = (at, more);
                    finding.severity = Some(severity);
                }
                Some(2) if !cell.is_empty() => {
                    let (kind, more) = FindingType::read_through(&cell);
                    decorations[1] = (at, more);
                    finding.kind = Some(kind);
                }
                Some(3) => finding.location = text(),
                Some(4) => finding.counter_location = text().filter(|cell| !is_nowhere(cell)),
                Some(5) => finding.description = text(),
                Some(6) => finding.suggestion = text(),
                Some(_) => {}
            }
        }
        finding.surplus = cells.iter().skip(self.places.len()).map(|cell| unescape(cell).into_owned()).collect();
        (finding, decorations)
    }
}

/// Whether a cell says that there is no counter-location.
fn is_nowhere(cell: &str) -> bool {
    matches!(cell, "--" | "—" | "–" | "-") || cell.eq_ignore_ascii_case("n/a")
}

/// Words read through in table cells: one note per kind (R-A6).
#[derive(Debug, Default)]
pub(crate) struct CellDecorations(pub(crate) Vec<(Decoration, envelope_core::Span, usize)>);

impl CellDecorations {
    pub(crate) fn add(&mut self, decorations: Decorations, span: envelope_core::Span) {
        if decorations.is_empty() {
            return;
        }
        for decoration in decorations.iter() {
            match self.0.iter_mut().find(|(known, ..)| *known == decoration) {
                Some((.., count)) => *count += 1,
                None => self.0.push((decoration, span, 1)),
            }
        }
    }
}
