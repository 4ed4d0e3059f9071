//! What became of each unit of work, and what was not covered (R-C14).

use std::collections::HashMap;
use std::path::Path;

use super::{Bucket, Expected, Gap, Input, UnitCoverage};
use crate::coverage_percent;

/// The units, the gaps, and the overall percentage.
pub(super) fn coverage(inputs: &[Input], expected: &Expected) -> (Vec<UnitCoverage>, Vec<Gap>, Option<f64>) {
    let mut of_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, input) in inputs.iter().enumerate() {
        for name in names(input) {
            let indexes = of_name.entry(name).or_default();
            if indexes.last() != Some(&index) {
                indexes.push(index);
            }
        }
    }
    let mut units = Vec::new();
    let mut gaps = Vec::new();
    let mut of_input: Vec<Option<&str>> = vec![None; inputs.len()];
    for unit in &expected.units {
        let met = of_name.get(unit.as_str()).map(Vec::as_slice).unwrap_or_default();
        for index in met {
            of_input[*index].get_or_insert(unit);
        }
        if met.is_empty() {
            gaps.push(Gap { unit: unit.clone(), file: None, reason: "no result".to_owned() });
        }
        units.push(Unit::new(unit, met.iter().map(|index| &inputs[*index])));
    }
    let mut counted = units.len();
    for (input, unit) in inputs.iter().zip(of_input) {
        let name = unit.unwrap_or_else(|| name(input));
        if unit.is_none() {
            units.push(Unit::new(name, std::iter::once(input)));
        }
        let gap = |reason| Gap { unit: name.to_owned(), file: Some(input.file.clone()), reason };
        gaps.extend(reason(input).map(gap));
    }
    if expected.units.is_empty() {
        counted = units.len();
    }
    let known: Vec<f64> = units[..counted].iter().filter_map(|unit| unit.percent).collect();
    let mean = known.iter().sum::<f64>() / f64::from(u32::try_from(known.len()).unwrap_or(u32::MAX));
    let mean = (!known.is_empty()).then_some((mean * 10.0).round() / 10.0);
    (units.into_iter().map(|unit| unit.coverage).collect(), gaps, mean)
}

struct Unit {
    coverage: UnitCoverage,
    percent: Option<f64>,
}

impl Unit {
    fn new<'a>(name: &str, results: impl Iterator<Item = &'a Input>) -> Self {
        let mut status = None;
        let mut least: Option<(Option<f64>, &Input)> = None;
        let mut findings = 0;
        for input in results {
            status = status.max(Some(input.bucket));
            findings += input.findings.len();
            let percent = percent(input);
            // A text counts only where there is no percentage.
            if least.is_none_or(|(least, _)| percent.is_some_and(|percent| least.is_none_or(|least| percent < least))) {
                least = Some((percent, input));
            }
        }
        let coverage = least.and_then(|(_, input)| input.coverage.clone());
        let percent = least.map_or(Some(0.0), |(percent, _)| percent);
        let status = status.unwrap_or(Bucket::Missing);
        Self { coverage: UnitCoverage { unit: name.to_owned(), status, coverage, findings }, percent }
    }
}

/// How much a result covers: what is unparseable covers nothing.
fn percent(input: &Input) -> Option<f64> {
    if input.bucket == Bucket::Unparseable { Some(0.0) } else { coverage_percent(input.coverage.as_deref()?) }
}

/// The names by which a unit of work can mean a result.
fn names(input: &Input) -> impl Iterator<Item = &str> {
    let path = Path::new(&input.file);
    let without_extension = input.file.rsplit_once('.').map(|(stem, _)| stem);
    let of_path = [path.file_name(), path.file_stem()].into_iter().flatten().filter_map(|name| name.to_str());
    let stated = [&input.agent, &input.subject, &input.task].into_iter().flatten().map(|name| name.trim());
    of_path.chain(without_extension).chain([input.file.as_str()]).chain(stated)
}

/// The name of a result that no expected unit means.
fn name(input: &Input) -> &str {
    let names = [&input.task, &input.subject, &input.agent];
    names.into_iter().flatten().next().unwrap_or(&input.file)
}

/// Why a result leaves a gap.
fn reason(input: &Input) -> Option<String> {
    if let Some(reason) = &input.rejected {
        let word = if input.bucket == Bucket::Unparseable { "unparseable" } else { "rejected" };
        return Some(format!("{word}: {reason}"));
    }
    let word = match input.bucket {
        Bucket::Clean | Bucket::Findings => None,
        Bucket::Error => Some("error"),
        Bucket::Partial | Bucket::Unparseable | Bucket::Missing => Some("partial"),
    };
    let coverage = input.coverage.as_deref().filter(|coverage| coverage_percent(coverage).is_some_and(|it| it < 100.0));
    let coverage = coverage.map(|coverage| format!("coverage {coverage}"));
    let why = word.and(input.reason.clone());
    let parts: Vec<String> = coverage.into_iter().chain(why).collect();
    match (word, parts.is_empty()) {
        (None, true) => None,
        (None, false) => Some(parts.join(", ")),
        (Some(word), true) => Some(word.to_owned()),
        (Some(word), false) => Some(format!("{word}: {}", parts.join(", "))),
    }
}
