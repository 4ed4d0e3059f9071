//! Headings of entries, as they are written and as people write them (R-S7).

/// A heading that begins an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading<'t> {
    /// Whether it names a gate, and is not just an attempt at the one above.
    pub(super) of_gate: bool,
    pub(super) gate: Option<u32>,
    pub(super) name: Option<&'t str>,
    pub(super) attempt: Option<u32>,
    /// What it says in place of an attempt, or beside one.
    pub(super) state: Option<&'t str>,
    /// The length that it claims for the entry.
    pub(super) claimed: Option<usize>,
    /// What is odd about it.
    pub(super) odd: Option<&'static str>,
}

const UNREADABLE: &str = "a heading of a gate that cannot be read";
const WRITTEN_OTHERWISE: &str = "a heading of an entry that is written in another way";

/// The number of marks before the heading of a gate.
const GATE_MARKS: usize = 3;
/// The same of an attempt below it.
const ATTEMPT_MARKS: usize = 4;

impl<'t> Heading<'t> {
    /// The heading that the line is, without the blanks around it, if it begins an entry; `first` when none stands before
    /// it, so that a heading without a number may be the title of the pad.
    pub(super) fn read(text: &'t str, first: bool) -> Option<Self> {
        let (marks, line) = heading_line(text).or_else(|| in_bold(text).map(|inner| (0, inner)))?;
        let (line, claimed) = without_length(line);
        let (inner, bold) = in_bold(line).map_or((line, marks == 0), |inner| (inner, true));
        let Some(rest) = gate_heading(inner) else {
            let (attempt, state) = attempt_in(inner)?;
            // A sentence in bold about an attempt begins none.
            if marks == 0 && state.is_some_and(|state| !state.starts_with('(')) {
                return None;
            }
            let odd = (marks != ATTEMPT_MARKS || bold || state.is_some()).then_some(WRITTEN_OTHERWISE);
            return Some(Self { attempt: Some(attempt), state, claimed, odd, ..Self::default() });
        };
        let (number, title) = split_digits(rest.trim_start());
        let gate = number.parse().ok();
        let usual = marks == GATE_MARKS && !bold;
        if gate.is_none() && (marks == 0 || first && !usual) {
            return None;
        }
        let title = title.trim_start().strip_prefix([':', '-', '–', '—']).map_or("", str::trim);
        let Titled { name, attempt, state, usual: title_usual } = Titled::read(title);
        let odd = if gate.is_none() || name.is_empty() {
            Some(UNREADABLE)
        } else {
            let glued = rest.starts_with(|c: char| c.is_ascii_digit());
            (!usual || glued || !title_usual).then_some(WRITTEN_OTHERWISE)
        };
        let name = Some(name).filter(|name| !name.is_empty());
        Some(Self { of_gate: true, gate, name, attempt, state, claimed, odd })
    }
}

/// Whether the line is the heading of a gate with its number, written as it should be.
pub(super) fn is_gate_heading(line: &str) -> bool {
    let levels = GATE_MARKS..=ATTEMPT_MARKS;
    let heading =
        heading_line(line).filter(|(marks, _)| levels.contains(marks)).and_then(|(_, text)| gate_heading(text));
    heading.filter(|rest| rest.starts_with(' ')).is_some_and(|rest| {
        let (number, title) = split_digits(rest.trim_start());
        !number.is_empty() && title.trim_start().starts_with(':')
    })
}

/// What stands behind the number of a gate.
struct Titled<'t> {
    name: &'t str,
    attempt: Option<u32>,
    state: Option<&'t str>,
    usual: bool,
}

impl<'t> Titled<'t> {
    fn read(title: &'t str) -> Self {
        let (name, last) = match title.rsplit_once(" - ") {
            Some((name, last)) => (name.trim(), Some(last.trim())),
            None => (title, None),
        };
        if let Some((attempt, state)) = last.and_then(attempt_in) {
            return Self { name, attempt: Some(attempt), state, usual: state.is_none() };
        }
        match attempt_at_end(name) {
            Some((name, attempt, rest)) => Self { name, attempt: Some(attempt), state: last.or(rest), usual: false },
            None => Self { name, attempt: None, state: last, usual: true },
        }
    }
}

/// Signs that part the name of a gate from its attempt, where people write it.
const PARTS: [char; 8] = ['-', '–', '—', '(', '[', ',', ':', '|'];

/// The name, the attempt and what follows it in `Tests – Attempt 1`, `Tests (Attempt 1)` and `Tests, Attempt 1`.
fn attempt_at_end(title: &str) -> Option<(&str, u32, Option<&str>)> {
    let at = title.to_ascii_lowercase().rfind("attempt")?;
    let (before, after) = title.split_at_checked(at)?;
    let before = before.trim_end();
    let name = before.trim_end_matches(|c: char| PARTS.contains(&c) || c.is_whitespace());
    let (attempt, rest) = attempt_in(after).filter(|_| name.len() < before.len())?;
    let rest = rest.map(|rest| rest.trim_start_matches([')', ']']).trim()).filter(|rest| !rest.is_empty());
    Some((name, attempt, rest))
}

/// The number of marks and the text of a heading.
fn heading_line(text: &str) -> Option<(usize, &str)> {
    let marks = text.bytes().take_while(|byte| *byte == b'#').count();
    let heading = text.get(marks..).filter(|rest| (1..=6).contains(&marks) && rest.starts_with(' '))?;
    Some((marks, heading.trim()))
}

/// The text of a line that stands in bold as a whole.
fn in_bold(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("**")?.trim_end_matches(':').strip_suffix("**")?.trim();
    (!inner.is_empty() && !inner.contains("**")).then_some(inner)
}

/// What follows the word GATE.
fn gate_heading(heading: &str) -> Option<&str> {
    strip_prefix_any_case(heading, "GATE").filter(|rest| !rest.starts_with(char::is_alphabetic))
}

/// The heading without the comment that tells the length of the entry.
fn without_length(heading: &str) -> (&str, Option<usize>) {
    let found = heading.strip_suffix("-->").and_then(|rest| rest.rsplit_once("<!--")).and_then(|(before, comment)| {
        let number = comment.trim().strip_suffix("bytes")?.trim();
        Some((before.trim_end(), number.parse().ok()?))
    });
    found.map_or((heading, None), |(heading, length)| (heading, Some(length)))
}

/// The number of `Attempt 2`, and what follows it.
fn attempt_in(text: &str) -> Option<(u32, Option<&str>)> {
    let (number, rest) = split_digits(strip_prefix_any_case(text, "Attempt")?.trim_start());
    let number = number.parse().ok().filter(|_| !rest.starts_with(char::is_alphanumeric))?;
    let rest = rest.trim().trim_matches(':').trim();
    Some((number, Some(rest).filter(|rest| !rest.is_empty())))
}

fn split_digits(text: &str) -> (&str, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(digits).unwrap_or_default()
}

fn strip_prefix_any_case<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: (Option<u32>, Option<&str>, Option<u32>, Option<&str>), odd: bool) {
        let found = Heading::read(line, false).unwrap_or_else(|| panic!("{line}"));
        assert_eq!((found.gate, found.name, found.attempt, found.state), expected, "{line}");
        assert_eq!(found.odd.is_some(), odd, "{line}");
    }

    #[test]
    fn headings_as_people_write_them() {
        let docs = |attempt| (Some(4), Some("Docs"), attempt, None);
        check("### GATE 4: Docs - Attempt 1", docs(Some(1)), false);
        check("### Gate 4: Docs - COMPLETE", (Some(4), Some("Docs"), None, Some("COMPLETE")), false);
        check("#### Attempt 2", (None, None, Some(2), None), false);
        for line in [
            "# GATE 4: Docs - Attempt 1",
            "## GATE 4: Docs - Attempt 1",
            "#### GATE 4: Docs - Attempt 1",
            "###### GATE 4: Docs - Attempt 1",
            "### Gate4: Docs - Attempt 1",
            "**GATE 4: Docs - Attempt 1**",
            "### **GATE 4: Docs - Attempt 1**",
            "### GATE 4: Docs – Attempt 1",
            "### GATE 4: Docs (Attempt 1)",
            "### GATE 4: Docs, attempt 1",
            "### GATE 4: Docs — Attempt 1",
            "**Gate 4: Docs - Attempt 1**:",
        ] {
            check(line, docs(Some(1)), true);
        }
        check("#### Attempt 2 (retry)", (None, None, Some(2), Some("(retry)")), true);
        check("### GATE 4: Docs - Attempt 2 (retry)", (Some(4), Some("Docs"), Some(2), Some("(retry)")), true);
        check("### GATE 4: Docs (Attempt 2) - COMPLETE", (Some(4), Some("Docs"), Some(2), Some("COMPLETE")), true);
        check("### Attempt 2", (None, None, Some(2), None), true);
        check("### GATE: Docs", (None, Some("Docs"), None, None), true);
        check("## Gate", (None, None, None, None), true);
        for line in
            ["### GATEWAY 4", "**Gate passed**", "**Attempt 2 failed**", "GATE 4: Docs", "####### GATE 4: x", "### x"]
        {
            assert_eq!(Heading::read(line, false), None, "{line}");
        }
        assert_eq!(Heading::read("# Gate log", true), None, "the title of a pad");
    }
}
