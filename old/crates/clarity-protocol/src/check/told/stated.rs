//! Statuses that a message states besides its summary line (R-A2).

use envelope_core::text::{bare, denial_by, may_deny, names_all_of_it, names_no_part, split_key};
use envelope_core::{Outcome, Span, Status as _};

use super::super::above::{Above, heading_level, heads_inventory, is_inventory};
use super::super::overall::{Against, is_enumeration, may_be_of_all, names_overall, speaks_of_all, states_no_success};
use super::super::said::{has_colon, html_items, said_lines, unquoted, without_tags};
use super::Told;
use crate::line::MARKER;
use crate::list::first_item;
use crate::parse::title;
use crate::roles::Role;
use crate::{Block, ClarityResult, FindingSeverity, ResultStatus, ResultType};

/// The statuses alone that the text states.
pub(in crate::check) fn stated(result: &ClarityResult, kind: ResultType) -> Vec<(&'static str, u64, String)> {
    let mut told = Told::new(kind, Against::Clean);
    told.all_statuses(result);
    told.found
}

/// The first status beside FINDINGS that says that the work is not done.
pub(in crate::check) fn denied(result: &ClarityResult, kind: ResultType) -> Option<String> {
    let mut told = Told::new(kind, Against::Findings);
    told.all_statuses(result);
    told.found.into_iter().next().map(|(.., line)| line)
}

const STATUS: &str = "a status in the text";

impl Told {
    /// Before the line, and behind it in headings and where no heading stands above but one of a summary. Below others, and
    /// in a list that was recognised, a plain `Status: …` is about something else; `Overall status: …` never is.
    ///
    /// A heading below one that lists what the document or plan holds names a thing listed there: `### Status: failed` in a
    /// section inventory is a section of that name; none is called `Overall status: …`. Below any other heading it may be
    /// meant of the result itself, as below `## Details`, and counts (R-A2).
    pub(super) fn all_statuses(&mut self, result: &ClarityResult) {
        // Before the summary line there is nothing yet to list.
        self.every_status(&result.before, true);
        let mut listing = None;
        for block in &result.blocks {
            let text = match block {
                Block::Section { heading, text } => {
                    let (level, title) = (heading_level(heading), title(heading));
                    let (role, plain) = Role::with_title(title);
                    let above = Above::with(role, plain, self.kind);
                    self.inventory = heads_inventory(role, plain);
                    let listed = listing.is_some_and(|list| level > list) && level > 2;
                    (self.above, self.deep) = (above, level > 2);
                    if listed && above == Above::Other && !speaks_of_all(title) {
                        continue;
                    }
                    listing = role.filter(|role| level > 0 && is_inventory(*role)).map(|_| level);
                    self.keyed_heading(heading);
                    self.below(title, text);
                    text
                }
                Block::Raw { text } => text,
                Block::List { role, text } => {
                    self.above = Above::Other;
                    self.listed(*role, text);
                    continue;
                }
                _ => {
                    self.above = Above::Other;
                    continue;
                }
            };
            self.every_status(text, false);
        }
        self.found.retain(|(what, ..)| *what == STATUS);
    }

    pub(super) fn keyed_heading(&mut self, heading: &str) {
        if has_colon(heading) {
            // One that is underlined may have several lines.
            heading.lines().for_each(|line| self.keyed(title(line), true));
        }
    }

    /// Both looks for statuses; most texts have no line for either.
    pub(super) fn every_status(&mut self, text: &str, in_items: bool) {
        let named = may_deny(text);
        if named || memchr::memchr(b'<', text.as_bytes()).is_some() {
            self.statuses(text, in_items);
        }
        if named {
            self.anywhere(text, self.is_of_all());
        }
    }

    /// What takes the success back in whatever form, where no other status was seen. In a text about something else, which
    /// is not `of_all`, only a name that can mean no part counts.
    pub(super) fn anywhere(&mut self, text: &str, of_all: bool) {
        let inventory = self.inventory;
        self.under(text, |name| of_all || names_no_part(name) && (!inventory || names_overall(name)));
    }

    /// The same in a list that was recognised: one of what a document or a plan holds may list any name but `Overall …`.
    pub(super) fn listed(&mut self, role: Role, text: &str) {
        let inventory = self.inventory || is_inventory(role);
        self.under(text, |name| names_no_part(name) && (!inventory || names_overall(name)));
    }

    /// The same under the names that count there.
    pub(super) fn under(&mut self, text: &str, counts: impl Fn(&str) -> bool) {
        if self.has_status() {
            return;
        }
        let against = self.against;
        let judge = |name: &str, value: &str| {
            let heeded = counts(name) && against.heeds(name) && !is_marker(name) && !is_enumeration(value);
            (heeded && against.is_denied_by(name, value)).then_some(Outcome::Failed)
        };
        if let Some(found) = denial_by(text, Span::at(text.len()), &judge) {
            self.say(STATUS, found.span.of(text));
        }
    }

    /// `## Status` with the failure on the next line.
    pub(super) fn below(&mut self, title: &str, text: &str) {
        if !names_all_of_it(title) {
            return;
        }
        // A quotation or a table below a result may show what was found; below a status it is one.
        let said = |line: &&str| !line.starts_with(['>', '|']) || Against::Findings.heeds(title);
        let line = text.lines().find(|line| !line.trim().is_empty()).filter(said);
        if let Some(line) = line.filter(|line| self.against.is_denied_by(title, line)) {
            self.say(STATUS, line);
        }
    }

    /// Whether a plain `Status: …` would be about all of it.
    pub(super) fn is_of_all(&self) -> bool {
        matches!(self.above, Above::Nothing | Above::Summary)
    }

    pub(super) fn has_status(&self) -> bool {
        self.found.iter().any(|(what, ..)| *what == STATUS)
    }

    /// Of what [`Self::text`] looks for only the statuses, so that lists, which state none, cost next to nothing.
    pub(super) fn statuses(&mut self, text: &str, in_items: bool) {
        if !has_colon(text) {
            return;
        }
        let of_all = self.is_of_all();
        let lines = said_lines(text).filter(|line| has_colon(line));
        for line in lines.flat_map(|line| html_items(unquoted(line))) {
            let line = line.as_ref();
            let split = split_key(line);
            if !of_all && !split.is_some_and(|split| may_be_of_all(split.key) || self.is_own_word(split.value)) {
                continue;
            }
            if line.starts_with('#') {
                self.keyed(title(line), true);
                continue;
            }
            let item = first_item(line);
            if !line.starts_with([' ', '\t']) && (in_items || item.is_empty()) {
                self.keyed(if item.is_empty() { line } else { item }, true);
            }
            self.marked_up(line);
        }
    }

    /// Whether a status is one of this protocol's words for what is no success, written as on the line: findings and items
    /// have other words, but for a document that lists what it holds, and for what has a heading of its own.
    fn is_own_word(&self, value: &str) -> bool {
        let words = ResultStatus::ALL.iter().filter(|status| !status.outcome().is_success());
        !self.inventory && !self.deep && words.map(|status| status.as_str()).any(|word| word == bare(value).text)
    }

    /// `Severity: critical` tells of a finding, `**Status**: failed` at the start of a line of how all of it went.
    pub(super) fn keyed(&mut self, line: &str, leads: bool) {
        let Some(split) = split_key(line) else { return };
        let is = |words: &[&str], text: &str| words.iter().any(|known| known.eq_ignore_ascii_case(text));
        if is(&["severity"], split.key) && FindingSeverity::read(bare(split.value).text).rank().is_some() {
            self.say("severities in the text", line);
        }
        // Lines with the marker itself are looked at elsewhere.
        let denied = || !split.key.starts_with('|') && self.against.is_denied_by(split.key, split.value);
        if leads && split.key != MARKER && denied() {
            self.say(STATUS, line);
        }
    }

    /// The same behind tags, and the summary line itself behind tags or in a row of a table: there it does not count, and
    /// may not be passed over either.
    pub(super) fn marked_up(&mut self, line: &str) {
        let inner = line.trim_start();
        if inner.starts_with('<') {
            let said = without_tags(inner);
            self.keyed(&said, true);
            self.marker(&said, line);
        } else if let Some(row) = inner.strip_prefix('|') {
            self.marker(row, line);
        }
    }

    pub(super) fn marker(&mut self, said: &str, line: &str) {
        let split = split_key(said.split('|').next().unwrap_or_default().trim());
        if split.is_some_and(|split| split.key == MARKER && states_no_success(split.value)) {
            self.say(STATUS, line);
        }
    }
}

/// Lines with the marker itself are looked at elsewhere.
fn is_marker(name: &str) -> bool {
    name.trim_matches(|character: char| !character.is_alphanumeric()) == MARKER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_look_finds_every_status_that_the_long_one_does() {
        let lines = [
            "Status: failed",
            "**Status**：failed",
            "### Verdict: failed",
            "> Outcome: blocked",
            "- Status: failed",
            "  Status: failed",
            "<b>Status</b>: failed",
            "  <p>RESULT: ERROR</p>",
            "Result: error <li>Status: failed</li>",
            "| RESULT: PARTIAL | Type: digest |",
            "Status failed",
            "Status: fine",
            "```\nStatus: failed\n```",
        ];
        let found = |look: fn(&mut Told, &str), text: &str| {
            let mut told = Told::new(ResultType::Digest, Against::Clean);
            look(&mut told, text);
            told.found.retain(|(what, ..)| *what == STATUS);
            told.found
        };
        for first in lines {
            for second in lines {
                let text = format!("{first}\n{second}\n");
                assert_eq!(found(|told, text| told.statuses(text, false), &text), found(Told::text, &text), "{text}");
            }
        }
        assert_eq!(
            found(|told, text| told.statuses(text, false), &lines.join("\n")).first().map(|(_, count, _)| *count),
            Some(8)
        );
    }
}
