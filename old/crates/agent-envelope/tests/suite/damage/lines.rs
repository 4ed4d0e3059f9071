//! Lines dropped, doubled and moved, and two envelopes in one message.

use agent_envelope::envelope_core::Source;
use agent_envelope::envelope_core::conformance::Dice;
use agent_envelope::{Protocol, Settings, read};

use super::values::carries;
use super::ways::fenced;
use super::{ALL_LINES, Original, Wrong, damaged, originals};

/// How many lines of a long fixture are dropped, how many doubled; how many paragraphs of each are moved.
const SOME: usize = 5;

/// The lines to damage: all of them, or some where there are many.
fn chosen(lines: usize, dice: &mut Dice) -> Vec<usize> {
    if lines <= ALL_LINES { (0..lines).collect() } else { (0..SOME).map(|_| dice.roll(lines)).collect() }
}

#[test]
fn a_dropped_line_takes_only_what_it_held() {
    let (mut wrong, mut dice, mut accepted) = (Wrong::default(), Dice::new(5), 0);
    for original in originals() {
        let lines: Vec<&str> = original.text.split_inclusive('\n').collect();
        for at in chosen(lines.len(), &mut dice) {
            let text = [&lines[..at], &lines[at + 1..]].concat().concat();
            let way = format!("the line {:?} was dropped", lines[at]);
            let found = damaged(&original, &text, &mut dice);
            // The dropped line may be what carried a worse outcome than the word states (R-A15).
            if !carries(&original.envelope) {
                wrong.expect_no_better(&original, &found, &way, &text);
            }
            // Without the line that states the result a quoted one may be taken for it (R-A12).
            if !lines[at].starts_with("RESULT:") {
                accepted += usize::from(wrong.expect_kept(&original, &found, &way, &text));
            }
        }
    }
    assert!(accepted > 200, "{accepted} are accepted");
    wrong.assert_none();
}

#[test]
fn a_doubled_line_takes_nothing() {
    let (mut wrong, mut dice, mut accepted) = (Wrong::default(), Dice::new(6), 0);
    for original in originals() {
        let lines: Vec<&str> = original.text.split_inclusive('\n').collect();
        for at in chosen(lines.len(), &mut dice) {
            let end = if lines[at].ends_with('\n') { "" } else { "\n" };
            let text = format!("{}{end}{}", lines[..=at].concat(), lines[at..].concat());
            let way = format!("the line {:?} was doubled", lines[at]);
            let found = damaged(&original, &text, &mut dice);
            wrong.expect_no_better(&original, &found, &way, &text);
            accepted += usize::from(wrong.expect_kept(&original, &found, &way, &text));
        }
    }
    assert!(accepted > 200, "{accepted} are accepted");
    wrong.assert_none();
}

#[test]
fn paragraphs_that_change_places_take_nothing() {
    let (mut wrong, mut dice, mut accepted) = (Wrong::default(), Dice::new(7), 0);
    for original in originals() {
        for _ in 0..SOME {
            let Some((text, way)) = moved(&original, &mut dice) else { continue };
            let found = damaged(&original, &text, &mut dice);
            wrong.expect_no_better(&original, &found, &way, &text);
            let is_accepted = wrong.expect_kept(&original, &found, &way, &text);
            accepted += usize::from(is_accepted);
            if is_accepted && original.is_json() {
                wrong.expect(found.value() == original.envelope.value(), "another value", &original, &way, &text);
            }
        }
    }
    assert!(accepted > 200, "{accepted} are accepted");
    wrong.assert_none();
}

/// Two neighbouring paragraphs, or two members of a JSON object, the other way round.
fn moved(original: &Original, dice: &mut Dice) -> Option<(String, String)> {
    if original.is_json() {
        let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&original.text).ok()?;
        let mut members: Vec<_> = members.into_iter().collect();
        let at = dice.roll(members.len().checked_sub(1).filter(|pairs| *pairs > 0)?);
        members.swap(at, at + 1);
        let way = format!("`{}` and `{}` changed places", members[at].0, members[at + 1].0);
        return Some((serde_json::Value::Object(members.into_iter().collect()).to_string(), way));
    }
    let mut parts: Vec<&str> = original.text.split("\n\n").collect();
    let at = dice.roll(parts.len().checked_sub(1).filter(|pairs| *pairs > 0)?);
    parts.swap(at, at + 1);
    Some((parts.join("\n\n"), format!("paragraph {} went behind the next", at + 1)))
}

/// Two reports in one message: a success only if both are.
#[test]
fn two_envelopes_are_no_better_than_the_worse() {
    let (mut wrong, mut dice) = (Wrong::default(), Dice::new(8));
    let all = originals();
    for original in &all {
        let same: Vec<&Original> = all.iter().filter(|other| other.protocol == original.protocol).collect();
        for _ in 0..2 {
            let other = same[dice.roll(same.len())];
            let both = original.is_success() && other.is_success();
            let worse = !(both || is_blank(original) || is_blank(other));
            let (one, two) = (original.text.trim_end(), other.text.trim_end());
            for (way, text) in [
                ("another was put behind it", format!("{one}\n\n{two}\n")),
                ("another was woven in, line by line", woven(one, two)),
                ("another was put into its middle", inserted(one, two)),
            ] {
                let found = damaged(original, &text, &mut dice);
                let way = format!("{way}: {}", other.name);
                wrong.expect(!(worse && found.outcome().is_success()), "better than the worse", original, &way, &text);
            }
        }
    }
    wrong.assert_none();
}

/// Two reports of different protocols, each in a fence or not, read by whoever does not say which is meant: no success
/// where one of the two states none (R-A2).
#[test]
fn two_protocols_are_no_better_than_the_worse() {
    let (mut wrong, mut dice, mut checked) = (Wrong::default(), Dice::new(9), 0);
    let all = originals();
    for original in &all {
        for protocol in Protocol::ALL.iter().filter(|protocol| **protocol != original.protocol) {
            let others: Vec<&Original> = all.iter().filter(|other| other.protocol == *protocol).collect();
            let other = others[dice.roll(others.len())];
            // What stands ahead of a closing tag that nothing opened is a thought (R-A12), so the first would be one.
            let is_thought = other.text.contains("</think>");
            if original.is_success() && other.is_success() || is_blank(original) || is_blank(other) || is_thought {
                continue;
            }
            let bare = |it: &Original| it.text.trim_end().to_owned();
            for (way, text) in [
                ("another stands behind it", format!("{}\n\n{}\n", bare(original), bare(other))),
                ("another stands behind it in a fence", format!("{}\n\n{}", bare(original), fenced(&other.text, ""))),
                ("a fence, and another behind it", format!("{}\n{}\n", fenced(&original.text, ""), bare(other))),
                ("both in fences", format!("{}\n{}", fenced(&original.text, ""), fenced(&other.text, ""))),
            ] {
                checked += 1;
                let found = read(&Source::new(text.as_str()), &Settings::default());
                let way = format!("{way}: {}", other.name);
                wrong.expect(!found.outcome().is_success(), "better than the worse", original, &way, &text);
            }
        }
    }
    assert!(checked > 1_000, "{checked}");
    wrong.assert_none();
}

/// A document without a question or a decision says nothing that could be seen beside another message.
fn is_blank(it: &Original) -> bool {
    it.text.contains("question_count: 0\n") || it.text.contains("decision_count: 0\n")
}

fn woven(one: &str, two: &str) -> String {
    let (mut one, mut two) = (one.lines(), two.lines());
    let mut out = String::new();
    loop {
        let pair = [one.next(), two.next()];
        if pair == [None, None] {
            return out;
        }
        pair.into_iter().flatten().for_each(|line| out.extend([line, "\n"]));
    }
}

fn inserted(one: &str, two: &str) -> String {
    let lines: Vec<&str> = one.lines().collect();
    let (before, after) = lines.split_at(lines.len() / 2);
    format!("{}\n{two}\n{}\n", before.join("\n"), after.join("\n"))
}
