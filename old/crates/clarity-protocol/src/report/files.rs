//! Files: rows of a table, which has no row for a path that says that there is none (R-C9).

use envelope_core::report::Artifact;
use envelope_core::{Loss, LossKind};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::from::one_line;
use crate::views::is_empty;

const ARTIFACTS: &str = "artifacts";

/// The rows that will be read as files.
pub(super) fn rows(artifacts: &[Artifact]) -> Vec<Vec<String>> {
    let row =
        |file: &Artifact| [file.path.as_str(), file.summary.as_deref().unwrap_or_default()].map(one_line).to_vec();
    let told = |row: &Vec<String>| row.iter().any(|cell| !cell.is_empty()) && !is_empty(row);
    artifacts.iter().map(row).filter(told).collect()
}

/// Carries the files as they are where the table does not hold them so.
pub(super) fn carry_misfits(artifacts: &[Artifact], object: &mut Map<String, Value>, losses: &mut Vec<Loss>) {
    if shown(artifacts).eq(artifacts.iter().map(in_a_row)) {
        return;
    }
    let Ok(whole) = serde_json::to_value(artifacts) else { return };
    object.insert(ARTIFACTS.to_owned(), whole);
    let note = "a table does not hold them as they are; as they were they are carried";
    losses.push(Loss::new(ARTIFACTS, LossKind::Approximated, note));
}

/// The files as they were, if they were carried and the table still shows what it can of them.
pub(super) fn whole(read: &[Artifact], carried: &Map<String, Value>) -> Option<Vec<Artifact>> {
    let whole = Vec::<Artifact>::deserialize(carried.get(ARTIFACTS)?).ok()?;
    shown(&whole).eq(read.iter().map(in_a_row)).then_some(whole)
}

/// What a table shows of the files.
fn shown(artifacts: &[Artifact]) -> impl Iterator<Item = Artifact> {
    rows(artifacts).into_iter().map(|row| {
        let mut cells = row.into_iter();
        let mut file = Artifact::new(cells.next().unwrap_or_default());
        file.summary = cells.next().filter(|summary| !summary.is_empty());
        file
    })
}

/// What a row can hold of a file.
fn in_a_row(file: &Artifact) -> Artifact {
    let mut held = Artifact::new(&file.path);
    held.summary.clone_from(&file.summary);
    held
}
