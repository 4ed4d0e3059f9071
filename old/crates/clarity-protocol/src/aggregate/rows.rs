//! The findings of a result for an aggregation: rows with all their cells, discussions, and what is not understood.

use std::collections::{HashMap, HashSet};

use super::input::{Discussed, Held, Row};
use super::nested::nested;
use super::{Cells, Text};
use crate::check::whole_placeholder;
use crate::list::{is_finding_id, items, leads};
use crate::parse::folded;
use crate::roles::{FINDING_COLUMNS, Role};
use crate::{Block, ClarityResult, Finding};

/// What a result contributes.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) findings: Vec<Row>,
    pub(super) details: Vec<Discussed>,
    pub(super) quarantined: Vec<Held>,
}

/// Every row of every finding table, every discussion of one, and the texts in which a table is hidden.
pub(super) fn rows(result: &ClarityResult) -> Rows {
    let mut rows = Rows::default();
    let mut places: HashMap<String, Option<usize>> = HashMap::new();
    let discusses =
        |block: &Block| matches!(block, Block::Discussion { .. } | Block::List { role: Role::Discussions, .. });
    let any = result.blocks.iter().any(discusses);
    let mut identified = result.identified().into_iter();
    for block in &result.blocks {
        let Block::Findings { columns, rows: cells } = block else { continue };
        let names = Names::of(columns);
        for finding in cells.iter().filter(|row| !row.is_empty()) {
            let Some(id) = identified.next().map(|identified| identified.id) else { continue };
            let place = rows.add(&id, finding, &names);
            if any {
                places.insert(folded(&id).into_owned(), place);
            }
        }
    }
    for block in &result.blocks {
        match block {
            Block::Discussion { id, text } => rows.discuss(&[id], text, &places),
            Block::List { role: Role::Discussions, text } => {
                for item in items(text) {
                    rows.discuss(&leads(item), item, &places);
                }
            }
            _ => {}
        }
    }
    for (text, reason) in nested(result) {
        rows.quarantined.push(Held {
            id: None,
            cells: Cells::default(),
            text: Some(text.into()),
            reason: reason.into(),
        });
    }
    rows
}

impl Rows {
    /// Adds a row; gives its place among the findings, if it is one.
    fn add(&mut self, id: &str, row: &Finding, names: &Names) -> Option<usize> {
        let said = |text: &str| whole_placeholder(text).is_none();
        let severity = row.severity.clone().filter(|word| word.rank().is_some() || said(word.as_str()));
        let kind = row.kind.clone().filter(|word| word.rank().is_some() || said(word.as_str()));
        let description = row.description.as_deref().filter(|text| said(text));
        let (Some(severity), Some(kind), Some(description)) = (&severity, &kind, description) else {
            let needed =
                [("severity", severity.is_some()), ("type", kind.is_some()), ("description", description.is_some())];
            let missing: Vec<&str> = needed.iter().filter(|(_, there)| !there).map(|(name, _)| *name).collect();
            self.quarantined.push(Held {
                id: Some(id.into()),
                cells: names.all_cells(row),
                text: None,
                reason: format!("the row has no {}", missing.join(" and no ")).into(),
            });
            return None;
        };
        let text = |text: &Option<String>| text.as_deref().map(Text::from);
        self.findings.push(Row {
            id: id.into(),
            severity: severity.clone(),
            kind: kind.clone(),
            location: text(&row.location),
            counter_location: text(&row.counter_location),
            description: description.into(),
            suggestion: text(&row.suggestion),
            extra: names.extra_cells(row),
        });
        Some(self.findings.len() - 1)
    }

    /// Adds a discussion of what one of the names says. What names no finding is about something else, unless it has
    /// the shape of a finding's id: then the finding may be lost.
    fn discuss(&mut self, named: &[impl AsRef<str>], text: &str, places: &HashMap<String, Option<usize>>) {
        let place = named.iter().find_map(|name| places.get(folded(name.as_ref()).as_ref()));
        let id = named.iter().map(AsRef::as_ref).find(|name| is_finding_id(name));
        let reason = match place {
            Some(Some(finding)) => {
                self.details.push(Discussed { finding: *finding, text: text.into() });
                return;
            }
            Some(None) => "the row that it discusses is not understood",
            None if id.is_some() => "it discusses a finding that is in no table",
            None => return,
        };
        let id = id.or_else(|| named.first().map(AsRef::as_ref)).map(Text::from);
        self.quarantined.push(Held { id, cells: Cells::default(), text: Some(text.into()), reason: reason.into() });
    }
}

/// The names of a table's further columns, none of them twice.
struct Names {
    further: Vec<Text>,
    /// Stands before the number of a cell that has no column; no column's name starts with it.
    mark: String,
}

impl Names {
    fn of(columns: &[String]) -> Self {
        let mut met = [false; FINDING_COLUMNS.len()];
        let mut taken: HashSet<String> = FINDING_COLUMNS.iter().map(|name| (*name).to_owned()).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut further: Vec<Text> = Vec::new();
        for column in columns {
            let known = FINDING_COLUMNS.iter().position(|name| name == column);
            if let Some(met) = known.and_then(|at| met.get_mut(at)).filter(|met| !**met) {
                *met = true;
                continue;
            }
            let count = counts.entry(column).or_default();
            let name = loop {
                *count += 1;
                let name = if *count == 1 { column.clone() } else { format!("{column}#{count}") };
                if taken.insert(name.clone()) {
                    break name;
                }
            };
            further.push(name.into());
        }
        let marks = |name: &Text| name.bytes().take_while(|byte| *byte == b'#').count();
        let mark = "#".repeat(further.iter().map(marks).max().unwrap_or_default() + 1);
        Self { further, mark }
    }

    /// The cells of further columns by their names, and of no column by their number.
    fn extra_cells(&self, row: &Finding) -> Cells {
        if row.extra.is_empty() && row.surplus.is_empty() {
            return Cells::default();
        }
        Cells::new(self.extra(row).collect())
    }

    fn all_cells(&self, row: &Finding) -> Cells {
        let known = FINDING_COLUMNS.iter().filter_map(|name| Some((Text::from(*name), Text::from(row.cell(name)?))));
        Cells::new(known.chain(self.extra(row)).collect())
    }

    fn extra<'a>(&'a self, row: &'a Finding) -> impl Iterator<Item = (Text, Text)> + 'a {
        let named = self.further.iter().zip(&row.extra).map(|(name, cell)| (name.clone(), cell.as_str().into()));
        let unnamed = row.extra.iter().skip(self.further.len()).chain(&row.surplus).enumerate();
        named.chain(unnamed.map(|(at, cell)| (format!("{}{}", self.mark, at + 1).into(), cell.as_str().into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_lost_to_another_of_the_same_name() {
        let columns = ["Severity", "Owner", "Owner", "Owner#2", "#1", "Severity"].map(str::to_owned);
        let names = Names::of(&columns);
        let extra = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let row = Finding { extra, surplus: vec!["f".to_owned()], ..Finding::default() };
        let cells = names.extra_cells(&row);
        let shown: Vec<String> = cells.iter().map(|(name, cell)| format!("{name}={cell}")).collect();
        assert_eq!(shown, ["Owner=a", "Owner#2=b", "Owner#2#2=c", "#1=d", "Severity#2=e", "##1=f"]);
    }
}
