//! Messages that end too early (R-A10).

use agent_envelope::Protocol;
use agent_envelope::envelope_core::conformance::Dice;

use super::values::carries;
use super::{ALL_LINES, Original, Wrong, damaged, originals};

/// Cuts of each fixture, beside one in each of its lines that R-A10 speaks of.
const CUTS: usize = 12;

/// Whether to cut each fixture at every byte, which takes minutes: `ENVELOPE_EVERY_CUT=1 cargo test cuts`.
fn every_cut() -> bool {
    std::env::var_os("ENVELOPE_EVERY_CUT").is_some()
}

/// Whether there is nothing yet that could have been cut off: no envelope has begun; of the front matter of a document
/// not one key, so that it is told as missing.
fn is_nothing_yet(protocol: Protocol, text: &str) -> bool {
    match protocol {
        Protocol::StatusBlock => !text.contains("STATUS:"),
        Protocol::Clarifications | Protocol::Decisions => {
            !text.lines().skip(1).any(|line| line.contains(": ") || line.ends_with(':'))
        }
        _ => text.trim().is_empty(),
    }
}

#[test]
fn a_cut_is_seen_or_changes_no_status() {
    let (mut wrong, mut visible) = (Wrong::default(), 0);
    for original in originals() {
        let mut dice = original.dice();
        let end = original.text.trim_end();
        let last_line = if states_a_word(&original) { end.len() } else { end.rfind('\n').unwrap_or(0) };
        let all = (0..original.text.len()).filter(|cut| *cut >= last_line || every_cut()).collect::<Vec<_>>();
        let any = (0..CUTS).map(|_| dice.roll(original.text.len())).collect::<Vec<_>>();
        let seen: Vec<usize> = (0..original.text.len()).filter(|cut| is_visible(&original, *cut)).collect();
        let some = (0..CUTS.min(seen.len())).map(|_| seen[dice.roll(seen.len())]).collect::<Vec<_>>();
        for cut in all.into_iter().chain(any).chain(some) {
            let cut = boundary(&original.text, cut);
            let text = &original.text[..cut];
            let way = format!("a cut at {cut}");
            let found = damaged(&original, text, &mut dice);
            // What is cut off may be what carried a worse outcome than the word states (R-A15), or have made another answer
            // of one that is whole without it.
            if (original.is_json() || !carries(&original.envelope)) && !leaves_a_choice(&original, text) {
                wrong.expect_no_better(&original, &found, &way, text);
            }
            if is_visible(&original, cut) {
                visible += 1;
                wrong.expect(!found.is_accepted(), "a cut is not seen", &original, &way, text);
                let told = found.truncated() || is_nothing_yet(original.protocol, text);
                wrong.expect(told, "a cut is not called one", &original, &way, text);
            } else if states_a_word(&original) {
                let unchanged = found.status().is_none() || found.status() == original.envelope.status();
                wrong.expect(unchanged, "a cut changes the status", &original, &way, text);
            }
        }
    }
    assert!(visible > 1000, "{visible} cuts that can be seen");
    wrong.assert_none();
}

/// What begins too late: whatever is left, a failure is no success in it.
#[test]
fn a_lost_front_makes_no_success() {
    let mut wrong = Wrong::default();
    for original in originals() {
        let mut dice = original.dice();
        let starts = line_starts(&original.text, &mut dice);
        let any = (0..CUTS).map(|_| dice.roll(original.text.len())).collect::<Vec<_>>();
        for cut in starts.into_iter().chain(any) {
            let cut = boundary(&original.text, cut);
            let text = &original.text[cut..];
            let way = format!("the loss of what stands before {cut}");
            let found = damaged(&original, text, &mut dice);
            wrong.expect_no_better(&original, &found, &way, text);
        }
    }
    wrong.assert_none();
}

/// The first part was only thought, by the tags around it.
#[test]
fn a_first_part_in_thinking_tags_makes_no_success() {
    let mut wrong = Wrong::default();
    for original in originals() {
        let mut dice = original.dice();
        for at in line_starts(&original.text, &mut dice) {
            let (thought, rest) = original.text.split_at(at);
            let text = format!("<think>\n{thought}</think>\n{rest}");
            let way = format!("tags around what stands before {at}");
            let found = damaged(&original, &text, &mut dice);
            wrong.expect_no_better(&original, &found, &way, &text);
        }
    }
    wrong.assert_none();
}

/// Where lines start: all of them, or some where there are many.
fn line_starts(text: &str, dice: &mut Dice) -> Vec<usize> {
    let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at < text.len()).collect();
    if starts.len() <= ALL_LINES { starts } else { (0..CUTS).map(|_| starts[dice.roll(starts.len())]).collect() }
}

/// The last character boundary up to here.
fn boundary(text: &str, cut: usize) -> usize {
    (0..=cut).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Whether the letter of a choice is left of the last answer: `B` of `B, like Q1` is an answer, and nothing shows the cut.
fn leaves_a_choice(original: &Original, text: &str) -> bool {
    let last = text.lines().next_back().and_then(|line| line.strip_prefix("**Answer:** "));
    let letter = last.is_some_and(|answer| answer.len() == 1 && answer.bytes().all(|byte| byte.is_ascii_uppercase()));
    original.protocol == Protocol::Clarifications && letter
}

/// Documents have no word of their own: their outcome follows from what they hold (R-Q14).
fn states_a_word(original: &Original) -> bool {
    !matches!(original.protocol, Protocol::Clarifications | Protocol::Decisions)
}

/// Whether R-A10 can see that the text ends here: before the final closer of JSON; inside a row of a table, the metadata
/// block, an open quote or list, the front matter.
fn is_visible(original: &Original, cut: usize) -> bool {
    let text = &original.text;
    if original.is_json() {
        return cut < text.trim_end().len();
    }
    let cut = boundary(text, cut);
    let start = text[..cut].rfind('\n').map_or(0, |at| at + 1);
    let (before, line) = (&text[start..cut], text[start..].lines().next().unwrap_or_default());
    if before.len() >= line.trim_end().len() {
        return false;
    }
    match original.protocol {
        Protocol::StatusBlock => {
            // One value on one line; a line that is part of a longer text is not told from one here.
            let whole = |open: &str, close: char| {
                let value = line.split_once(": ").map(|(_, value)| value).unwrap_or_default();
                value.starts_with(open)
                    && value.ends_with(close)
                    && value.len() > 1
                    && !value[1..value.len() - 1].contains(close)
            };
            let key = line.trim_start().split(':').next().unwrap_or_default();
            let plain = !text.contains(['|', '>', '#', '\''])
                && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            let inside = before.split_once(": ").is_some_and(|(_, value)| !value.is_empty());
            plain && inside && (whole("\"", '"') || whole("[", ']'))
        }
        Protocol::Clarity => {
            let fences = text.contains("```") || text.contains("~~~") || text.contains("<!--");
            let row = line.starts_with("| ") && line.ends_with(" |") && before.len() > 1;
            let rules = text[..start].lines().filter(|line| *line == "---").count();
            !fences && (row && rules != 1 || rules == 1 && !before.is_empty() && line != "---")
        }
        _ => {
            let closes = |line: &str| matches!(line, "---" | "...");
            let rules = text[..start].lines().filter(|line| closes(line)).count();
            text.starts_with("---\n") && rules == 1 && !closes(line)
        }
    }
}
