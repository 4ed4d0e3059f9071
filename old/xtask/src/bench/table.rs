//! From measures to the table of goals, and to one of everything else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::goals::{GOALS, Goal, Peer, Want};
use super::{Measured, OURS};

/// The whole document.
pub(super) fn table(seconds: &[Measured], counts: &[Measured], heading: &str) -> String {
    let mut text = format!(
        "{heading}\nA time is the median of a run, a count the instructions of one iteration; ratios are put as the goal \
         puts them. Times\nof one run are compared with each other and never with another run's.\n\n"
    );
    text += "| work | input | ours | peer | its | ratio | by instructions | goal | met |\n";
    text += "|---|---|---|---|---|---|---|---|---|\n";
    for goal in GOALS {
        text += &row(goal, seconds, counts);
    }
    text +=
        "\n## Everything that was measured\n\n| work | input | who | time | instructions |\n|---|---|---|---|---|\n";
    let mut all: BTreeMap<(&str, &str, &str), [Option<f64>; 2]> = BTreeMap::new();
    for (place, measures) in [seconds, counts].into_iter().enumerate() {
        for it in measures {
            let entry = all.entry((&it.work, &it.input, &it.who)).or_default();
            entry[place] = Some(it.value);
        }
    }
    for ((work, input, who), [nanoseconds, count]) in all {
        let nanoseconds = nanoseconds.map(time).unwrap_or_default();
        let count = count.map(grouped).unwrap_or_default();
        let _ = writeln!(text, "| {work} | {input} | {who} | {nanoseconds} | {count} |");
    }
    text
}

fn row(goal: &Goal, seconds: &[Measured], counts: &[Measured]) -> String {
    let (timed, counted) = (compare(goal, seconds), compare(goal, counts));
    let (name, ours, its) = match (&timed, &counted) {
        (Some((name, ours, its)), _) => (*name, time(*ours), time(*its)),
        (None, Some((name, ours, its))) => (*name, grouped(*ours), grouped(*its)),
        (None, None) => ("", String::new(), String::new()),
    };
    let ratio = |found: &Option<(&str, f64, f64)>| {
        found.map_or_else(String::new, |(_, ours, its)| format!("{:.2}", goal.want.ratio(ours, its)))
    };
    let met =
        |found: &Option<(&str, f64, f64)>, is_time| found.and_then(|(_, ours, its)| goal.want.met(ours, its, is_time));
    let met = match (met(&timed, true), met(&counted, false)) {
        (None, None) => "not measured",
        (Some(true), None | Some(true)) | (None, Some(true)) => "yes",
        (Some(false), None | Some(false)) | (None, Some(false)) => "**no**",
        (Some(true), Some(false)) => "by time",
        (Some(false), Some(true)) => "by instructions",
    };
    let (work, input, want) = (goal.work, goal.input, goal.want.shown());
    let (timed, counted) =
        (ratio(&timed), if matches!(goal.want, Want::Under(_)) { String::new() } else { ratio(&counted) });
    format!("| {work} | {input} | {ours} | {name} | {its} | {timed} | {counted} | {want} | {met} |\n")
}

/// The peer's name, our measure and the peer's; the fastest peer by this very measure.
fn compare<'a>(goal: &Goal, measures: &'a [Measured]) -> Option<(&'a str, f64, f64)> {
    let of =
        |who: &str, input: &str| measures.iter().find(|it| it.work == goal.work && it.input == input && it.who == who);
    let ours = of(OURS, goal.input)?;
    let peer = match goal.peer {
        Peer::Named(name) => of(name, goal.input)?,
        Peer::OurselvesOn(input) => {
            let other = of(OURS, input)?;
            return Some((&other.input, ours.value, other.value));
        }
        Peer::Fastest => {
            let others = measures.iter().filter(|it| it.work == goal.work && it.input == goal.input && it.who != OURS);
            others.min_by(|one, other| one.value.total_cmp(&other.value))?
        }
    };
    Some((&peer.who, ours.value, peer.value))
}

fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (scale, unit) = units.into_iter().find(|(scale, _)| nanoseconds >= *scale).unwrap_or((1.0, "ns"));
    format!("{:.2} {unit}", nanoseconds / scale)
}

/// A count with its thousands apart.
fn grouped(count: f64) -> String {
    let digits = format!("{count:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(work: &str, who: &str, input: &str, value: f64) -> Measured {
        Measured { work: work.to_owned(), who: who.to_owned(), input: input.to_owned(), value }
    }

    fn rows(seconds: &[Measured], counts: &[Measured]) -> Vec<String> {
        let table = table(seconds, counts, "# Speed\n");
        table
            .lines()
            .filter(|line| line.starts_with("| ") && !line.contains("not measured"))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn goals_are_met_by_time_and_by_instructions() {
        let seconds = [
            measured("json-return clean", OURS, "small", 1200.0),
            measured("json-return clean", "serde_json typed", "small", 1000.0),
            measured("json-return broken", OURS, "large", 3e6),
            measured("json-return broken", "slow", "large", 9e6),
            measured("json-return broken", "fast", "large", 5e6),
            measured("hook", OURS, "claude-refused", 4e6),
            measured("hook", "true", "claude-refused", 1e6),
        ];
        let counts = [
            measured("json-return clean", OURS, "small", 14_000.0),
            measured("json-return clean", "serde_json typed", "small", 10_000.0),
        ];
        let rows = rows(&seconds, &counts);
        assert_eq!(
            rows[1],
            "| json-return clean | small | 1.20 µs | serde_json typed | 1.00 µs | 1.20 | 1.40 | ≤ 1.3 × the peer | by time |"
        );
        assert_eq!(
            rows[2],
            "| json-return broken | large | 3.00 ms | fast | 5.00 ms | 1.67 |  | ≥ 2 × faster | **no** |"
        );
        assert_eq!(rows[3], "| hook | claude-refused | 4.00 ms | true | 1.00 ms | 4.00 |  | < 5 ms | yes |");
        assert!(rows.contains(&"| json-return clean | small | ours | 1.20 µs | 14,000 |".to_owned()));
    }

    #[test]
    fn every_goal_has_a_row_even_if_nothing_was_measured() {
        let table = table(&[], &[], "");
        assert_eq!(table.matches("not measured").count(), GOALS.len());
    }

    #[test]
    fn without_times_instructions_are_shown() {
        let counts = [
            measured("status-block canonical", OURS, "small", 1_000.0),
            measured("status-block canonical", "yaml", "small", 1_234_567.0),
        ];
        let rows = rows(&[], &counts);
        assert_eq!(
            rows[1],
            "| status-block canonical | small | 1,000 | yaml | 1,234,567 |  | 1234.57 | ≥ 15 × faster | yes |"
        );
    }
}
