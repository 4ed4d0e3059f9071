//! Which units were covered, how far, and what is left (R-C14).

use std::collections::{BTreeSet, HashMap};

use super::finish::count;
use super::input::Input;
use super::natural::natural;
use super::normal::plain;
use super::{Covered, Gap, Percent, Text, UnitCoverage, UnitStatus};

/// The coverage map, the gaps, and the mean over the units that count.
#[derive(Debug)]
pub(super) struct Covering {
    pub(super) units: Vec<UnitCoverage>,
    pub(super) gaps: Vec<Gap>,
    pub(super) mean: Option<Percent>,
}

/// Holds the inputs, in their order, against what was expected.
pub(super) fn covering(inputs: &[Input], expected: &BTreeSet<Text>) -> Covering {
    let mut names: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
    for (at, input) in inputs.iter().enumerate().filter(|_| !expected.is_empty()) {
        for name in names_of(input) {
            names.entry(name).or_default().push(at);
        }
    }
    let mut wanted: Vec<&Text> = expected.iter().collect();
    wanted.sort_by(|one, other| natural(one, other));
    let mut met = vec![false; inputs.len()];
    let (mut units, mut gaps) = (Vec::new(), Vec::new());
    for unit in wanted {
        let places = names.get(&plain(unit)).map_or(&[][..], Vec::as_slice);
        for place in places {
            met.get_mut(*place).into_iter().for_each(|met| *met = true);
        }
        let results: Vec<&Input> = places.iter().filter_map(|place| inputs.get(*place)).collect();
        if results.is_empty() {
            let reason = "no result reports it".into();
            let (unit, status, coverage) = (unit.clone(), UnitStatus::Missing, Some(Covered::Percent(Percent::NONE)));
            gaps.push(Gap { unit, status, coverage, reason, file: None });
        }
        gaps.extend(results.iter().filter_map(|result| gap(unit, result)));
        units.push(row(unit, &results));
    }
    let counted = if expected.is_empty() { usize::MAX } else { units.len() };
    let others: Vec<&Input> = inputs.iter().zip(met).filter(|(_, met)| !met).map(|(input, _)| input).collect();
    for of_file in others.chunk_by(|one, other| one.file == other.file) {
        let Some(first) = of_file.first() else { continue };
        gaps.extend(of_file.iter().filter_map(|result| gap(&first.file, result)));
        units.push(row(&first.file, of_file));
    }
    gaps.sort_by(|one, other| natural(&one.unit, &other.unit));
    let mut known: Vec<Percent> =
        units.iter().take(counted).filter_map(|unit| unit.coverage.as_ref()?.percent()).collect();
    Covering { mean: Percent::mean(&mut known), units, gaps }
}

/// The names by which a result meets a unit: agent, what it is about, its file with and without folder and extension.
fn names_of(input: &Input) -> BTreeSet<Vec<u8>> {
    let file = &*input.file;
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = |name: &str| {
        let (stem, extension) = name.rsplit_once('.')?;
        (!stem.is_empty() && !extension.contains(['/', '\\'])).then(|| stem.to_owned())
    };
    let files = [Some(file.to_owned()), Some(base.to_owned()), stem(file), stem(base)].into_iter().flatten();
    let stated = input.agent.iter().chain(&input.about).map(Text::to_string);
    files.chain(stated).map(|name| plain(&name)).filter(|name| !name.is_empty()).collect()
}

/// The worst status, the lowest coverage, all findings, all files.
fn row(unit: &Text, results: &[&Input]) -> UnitCoverage {
    let said: Vec<Covered> = results.iter().filter_map(|result| covered(result)).collect();
    let known: Vec<Percent> = said.iter().filter_map(Covered::percent).collect();
    let lowest = known.iter().copied().min_by(|one, other| one.get().total_cmp(&other.get()));
    let coverage = match lowest {
        _ if results.is_empty() => Some(Covered::Percent(Percent::NONE)),
        // What is not known may be less than the lowest, unless that is nothing.
        Some(percent) if known.len() == results.len() || percent <= Percent::NONE => Some(Covered::Percent(percent)),
        _ => said.into_iter().find(|covered| covered.percent().is_none()),
    };
    UnitCoverage {
        unit: unit.clone(),
        status: results.iter().map(|result| result.status).max().unwrap_or(UnitStatus::Missing),
        coverage,
        findings: count(results.iter().map(|result| result.findings.len()).sum()),
        files: results.iter().map(|result| result.file.clone()).collect(),
    }
}

/// How much a result covers: nothing, where it cannot be read.
fn covered(input: &Input) -> Option<Covered> {
    match input.status {
        UnitStatus::Unparseable => Some(Covered::Percent(Percent::NONE)),
        _ => input.coverage.as_deref().map(Covered::read),
    }
}

/// Why a result leaves a gap, if it does.
fn gap(unit: &Text, input: &Input) -> Option<Gap> {
    let coverage = covered(input);
    let unsaid = match coverage.as_ref().map(Covered::percent) {
        None => Some("the coverage is not stated"),
        Some(None) => Some("the coverage is not a percentage"),
        Some(Some(percent)) if percent.get() < 100.0 => Some("not all of it was covered"),
        Some(Some(_)) => None,
    };
    let first = match &input.reason {
        _ if input.status.is_success() => unsaid,
        Some(reason) => Some(&**reason),
        None => Some("no reason is given"),
    };
    let reason: Text = match (first, input.doubt()) {
        (Some(first), Some(doubt)) => format!("{first}; {doubt}").into(),
        (Some(first), None) => first.into(),
        (None, doubt) => doubt?.into(),
    };
    Some(Gap { unit: unit.clone(), status: input.status, coverage, reason, file: Some(input.file.clone()) })
}
