//! A readable difference of two texts, line by line.

use std::fmt::Write as _;

/// More lines than this are summed up.
const SHOWN: usize = 40;
/// Beyond this many pairs of lines the middle is shown as replaced, without looking for common lines.
const PAIRS: usize = 1 << 20;

/// The lines that differ: `-` for what was expected, `+` for what there is; empty for equal texts.
pub(crate) fn diff(expected: &str, actual: &str) -> String {
    let old: Vec<&str> = expected.lines().collect();
    let new: Vec<&str> = actual.lines().collect();
    if old == new {
        let only_ends = expected != actual;
        return if only_ends { "    the texts differ only in their last line end\n".to_owned() } else { String::new() };
    }
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let changes = changes(&old[before..old.len() - after], &new[before..new.len() - after]);
    let mut text = format!("    @@ line {}\n", before + 1);
    for (sign, line) in changes.iter().take(SHOWN) {
        let _ = writeln!(text, "    {sign} {line}");
    }
    if changes.len() > SHOWN {
        let _ = writeln!(text, "    … and {} more lines", changes.len() - SHOWN);
    }
    text
}

/// The middle part as signed lines, common ones with a blank sign.
fn changes<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    let removed = old.iter().map(|line| ('-', *line));
    let added = new.iter().map(|line| ('+', *line));
    if old.len() * new.len() > PAIRS {
        return removed.chain(added).collect();
    }
    let common = common_lengths(old, new);
    let (mut at_old, mut at_new) = (0, 0);
    let mut changes = Vec::new();
    while at_old < old.len() && at_new < new.len() {
        if old[at_old] == new[at_new] {
            changes.push((' ', old[at_old]));
            (at_old, at_new) = (at_old + 1, at_new + 1);
        } else if common[at_old + 1][at_new] >= common[at_old][at_new + 1] {
            changes.push(('-', old[at_old]));
            at_old += 1;
        } else {
            changes.push(('+', new[at_new]));
            at_new += 1;
        }
    }
    changes.extend(removed.skip(at_old));
    changes.extend(added.skip(at_new));
    changes
}

/// For each pair of starts, how many lines the two rests have in common, in order.
fn common_lengths(old: &[&str], new: &[&str]) -> Vec<Vec<usize>> {
    let mut lengths = vec![vec![0; new.len() + 1]; old.len() + 1];
    for at_old in (0..old.len()).rev() {
        for at_new in (0..new.len()).rev() {
            lengths[at_old][at_new] = if old[at_old] == new[at_new] {
                lengths[at_old + 1][at_new + 1] + 1
            } else {
                lengths[at_old + 1][at_new].max(lengths[at_old][at_new + 1])
            };
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str, actual: &str, shown: &str) {
        assert_eq!(diff(expected, actual), shown);
    }

    #[test]
    fn shows_the_lines_that_differ() {
        check("a\nb\nc\n", "a\nb\nc\n", "");
        check("a\nb\nc\n", "a\nx\nc\n", "    @@ line 2\n    - b\n    + x\n");
        check("a\nb\n", "a\nb\nc\n", "    @@ line 3\n    + c\n");
        check("", "a\n", "    @@ line 1\n    + a\n");
        check("a\nb\nc\nd\n", "b\nc\nx\n", "    @@ line 1\n    - a\n      b\n      c\n    - d\n    + x\n");
        check("a\n", "a", "    the texts differ only in their last line end\n");
    }

    #[test]
    fn sums_up_a_long_difference() {
        let long: String = (0..100).map(|line| line.to_string() + "\n").collect();
        assert!(diff(&long, "").ends_with("… and 60 more lines\n"), "{}", diff(&long, ""));
    }
}
