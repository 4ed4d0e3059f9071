//! What became of each unit of work, and what was not covered (R-C14).

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::{Bucket, Expected, Gap, Input, UnitCoverage, key};
use crate::coverage_percent;

/// The units, the gaps, and the overall percentage.
pub(super) fn coverage(inputs: &[Input], expected: &Expected) -> (Vec<UnitCoverage>, Vec<Gap>, Option<f64>) {
    let mut of_name: HashMap<Vec<u8>, BTreeSet<usize>> = HashMap::new();
    for (index, input) in inputs.iter().enumerate() {
        for name in names(input) {
            of_name.entry(key::normal([name])).or_default().insert(index);
        }
    }
    let mut gaps = Vec::new();
    let mut unit_of: Vec<Option<&str>> = vec![None; inputs.len()];
    let mut units = Vec::new();
    for name in &expected.units {
        let met = of_name.get(&key::normal([name.as_str()])).cloned().unwrap_or_default();
        for index in &met {
            unit_of[*index].get_or_insert(name);
        }
        if met.is_empty() {
            gaps.push(Gap { unit: name.clone(), file: None, reason: "no result".to_owned() });
        }
        units.push(unit(name, met.iter().map(|index| &inputs[*index])));
    }
    for (input, expected) in inputs.iter().zip(unit_of) {
        let name = expected.unwrap_or_else(|| name(input));
        if expected.is_none() {
            units.push(unit(name, [input].into_iter()));
        }
        let gap = |reason| Gap { unit: name.to_owned(), file: Some(input.file.clone()), reason };
        gaps.extend(reason(input).into_iter().chain(input.gaps.clone()).map(gap));
    }
    let counted = if expected.units.is_empty() { units.len() } else { expected.units.len() };
    let known: Vec<f64> = units[..counted].iter().filter_map(|(_, percent)| *percent).collect();
    let mean = known.iter().sum::<f64>() / f64::from(u32::try_from(known.len()).unwrap_or(u32::MAX));
    // Rounded down, so that only all is 100; the sum may have lost its last digits.
    let mean = (!known.is_empty()).then_some((mean * 10.0 + 1e-6).floor() / 10.0);
    (units.into_iter().map(|(unit, _)| unit).collect(), gaps, mean)
}

/// A unit with its results: the worst status, and the least coverage; a text counts only where there is no percentage.
fn unit<'a>(name: &str, results: impl Iterator<Item = &'a Input> + Clone) -> (UnitCoverage, Option<f64>) {
    let known = |input: &&Input| percent(input).unwrap_or(f64::INFINITY);
    let least = results.clone().min_by(|a, b| known(a).total_cmp(&known(b)));
    let status = results.clone().map(|input| input.bucket).max().unwrap_or(Bucket::Missing);
    let findings = results.map(|input| input.findings.len()).sum();
    let coverage = least.and_then(|input| input.coverage.clone());
    (UnitCoverage { unit: name.to_owned(), status, coverage, findings }, least.map_or(Some(0.0), percent))
}

/// How much a result covers: what is unparseable covers nothing.
fn percent(input: &Input) -> Option<f64> {
    if input.bucket == Bucket::Unparseable { Some(0.0) } else { coverage_percent(input.coverage.as_deref()?) }
}

/// The names by which a unit of work can mean a result.
fn names(input: &Input) -> impl Iterator<Item = &str> {
    let path = Path::new(&*input.file);
    let stem = input.file.rsplit_once('.').filter(|(_, end)| !end.contains(['/', '\\'])).map(|(stem, _)| stem);
    let of_path = [path.file_name(), path.file_stem()].into_iter().flatten().filter_map(|name| name.to_str());
    let stated = [&input.agent, &input.subject, &input.task].into_iter().flatten().map(|name| name.trim());
    of_path.chain(stem).chain([&*input.file]).chain(stated)
}

/// The name of a result that no expected unit means.
fn name(input: &Input) -> &str {
    let names = [&input.task, &input.subject, &input.agent];
    names.into_iter().flatten().next().map_or(&input.file, String::as_str)
}

/// Why a result leaves a gap: its bucket or rejection, how little it covers, and what the agent says.
fn reason(input: &Input) -> Option<String> {
    let is_low = |coverage: &&str| coverage_percent(coverage).is_some_and(|percent| percent < 100.0);
    let coverage = input.coverage.as_deref().filter(is_low).map(|coverage| format!("coverage {coverage}"));
    let word = match (&input.rejected, input.bucket) {
        (None, Bucket::Clean | Bucket::Findings) => None,
        (Some(_), bucket) if bucket != Bucket::Unparseable => Some("rejected"),
        (_, bucket) => Some(bucket.as_str()),
    };
    let reason = input.reason.clone().filter(|_| input.bucket != Bucket::Unparseable);
    let parts = [word.map(str::to_owned), input.rejected.clone(), coverage, reason].into_iter().flatten();
    Some(parts.collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}
