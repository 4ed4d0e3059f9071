//! Issues that a message tells of outside of recognised tables and lists (R-A2, R-C8).
//!
//! These are guesses: they count against CLEAN, never for FINDINGS, and a status that says that the work is not done
//! against either.

mod stated;

use envelope_core::text::{BAD_SIGNS, GOOD_SIGNS, bare, split_key};

use super::above::{Above, begins_in_the_past, heading_level, heads_inventory, is_aside, is_label};
use super::none::tells_of_no_failure;
use super::overall::Against;
use super::said::{html_items, said_lines, unquoted, without_tags};
use super::tables::open_rows;
use super::tally::{count_behind, counts_open, names_failing};
use crate::judged::Judged;
use crate::list::{first_item, is_finding_id, items};
use crate::parse::title;
use crate::roles::{Role, plain_title};
use crate::row::{cells, is_delimiter};
use crate::score::Score;
use crate::verdict::{Verdict, changed_to, counts_failures, of_word, tallies_failures};
use crate::words::tells_of_none;
use crate::{Block, ClarityResult, FindingSeverity, ItemStatus, ResultType};

pub(super) use stated::{denied, stated};

/// What a message tells of, each with a count and the first line that tells it.
pub(super) fn told(result: &ClarityResult, kind: ResultType) -> Vec<(&'static str, u64, String)> {
    let mut told = Told::new(kind, Against::Clean);
    told.text(&result.before);
    told.anywhere(&result.before, true);
    for block in &result.blocks {
        match block {
            Block::Section { heading, text } => {
                let (role, plain) = told.heading(heading);
                told.inventory = heads_inventory(role, plain);
                told.below(title(heading), text);
                told.text(text);
                told.named_by(heading);
                told.anywhere(text, told.is_of_all());
            }
            Block::Raw { text } => {
                told.text(text);
                told.anywhere(text, told.is_of_all());
            }
            Block::Discussion { text, .. } => {
                told.above = Above::Other;
                let below = text.split_once('\n').map_or("", |(_, below)| below);
                told.text(below);
                told.anywhere(below, false);
            }
            Block::List { role, text } => {
                told.listed(*role, text);
                told.all_failing(items(text).into_iter());
            }
            Block::Table { rows, .. } => {
                told.all_failing(rows.iter().filter_map(|row| row.first()).map(String::as_str));
            }
            _ => {}
        }
    }
    told.flush();
    told.found
}

const FINDINGS: &str = "findings in a list";
const COUNTED: &str = "failures counted in the text";
const FAILING: &str = "failures in a list";
const FAILED: &str = "items that failed";

struct Told {
    kind: ResultType,
    against: Against,
    above: Above,
    /// How deep the heading of tests or criteria is that this stands below.
    judged: Option<usize>,
    /// The same of one of failures.
    failing: Option<usize>,
    /// Whether the heading above is one of things that are listed.
    inventory: bool,
    /// Whether it stands below another one, as that of one thing among several.
    deep: bool,
    /// Whether the text below a heading of failures says that there are none.
    none: bool,
    /// A line there that names a failure, unless one behind it says that there are none.
    pending: Option<String>,
    /// What the label says that ends the last text, of a list or a table that follows.
    last_label: Option<Above>,
    found: Vec<(&'static str, u64, String)>,
}

impl Told {
    const fn new(kind: ResultType, against: Against) -> Self {
        Self {
            kind,
            against,
            above: Above::Nothing,
            judged: None,
            inventory: false,
            deep: false,
            failing: None,
            none: false,
            pending: None,
            last_label: None,
            found: Vec::new(),
        }
    }

    /// What it says of what stands below; its role and its plain title.
    fn heading<'h>(&mut self, heading: &'h str) -> (Option<Role>, &'h str) {
        let (level, title) = (heading_level(heading), title(heading));
        let (role, plain) = Role::with_title(title);
        let above = Above::titled(title, role, plain, self.kind);
        let below = |of: &usize| level > *of;
        self.judged = if above == Above::Judged { Some(level) } else { self.judged.filter(below) };
        let failing = self.failing.filter(|of| below(of) && !self.none);
        self.failing = if above == Above::Failures { Some(level) } else { failing };
        self.above = match above {
            // `### login` below `## Failed tests` failed, and tests under `### Unit` below `## Test Results` are tests.
            Above::Other if self.failing.is_some() => Above::Failures,
            Above::Other | Above::Settled if self.judged.is_some() => Above::Judged,
            above => above,
        };
        self.flush();
        self.none = false;
        let says_failed = |title: &str| split_key(title).is_some_and(|split| is_loud_failure(split.value));
        if self.above == Above::Judged && above == Above::Other && says_failed(title) {
            self.say(FAILED, heading);
        }
        let counted = self.above.counts_open() && count_behind(title) > 0;
        if counted || tallies_what_failed(title) || above != Above::Settled && counts_open(title, self.kind) {
            self.say(COUNTED, heading);
        }
        self.keyed_heading(heading);
        (role, plain)
    }

    /// A heading below one of failures names one, unless what stands below it says that there is none.
    fn named_by(&mut self, heading: &str) {
        let inherits = self.failing.is_some_and(|of| heading_level(heading) > of);
        if inherits && self.above == Above::Failures && !self.none {
            self.pending = Some(heading.to_owned());
        }
    }

    /// Whether the item of a checklist that no heading makes one is missing: `retries: missing`.
    fn is_missing(&self, item: &str) -> bool {
        let is = |value: &str| ItemStatus::Missing.as_str().eq_ignore_ascii_case(bare(value).text);
        self.kind == ResultType::Verification && split_key(item).is_some_and(|split| is(split.value))
    }

    fn text(&mut self, text: &str) {
        let (start, before) = (self.above, self.found.len());
        self.last_label = None;
        let (mut ticked, mut checklist, mut unticked, mut dashes) = (false, false, Vec::new(), false);
        // Below a label such as `Before:` a count may be of another time.
        let mut labelled = false;
        for line in said_lines(text).flat_map(|line| html_items(unquoted(line))) {
            let line = line.as_ref();
            if line.starts_with('#') {
                self.heading(line);
                continue;
            }
            let item = first_item(line);
            let indented = line.starts_with([' ', '\t']);
            let is_label = item.is_empty() && is_label(line);
            let counted = if item.is_empty() { line } else { item };
            let is_row = line.trim_start().starts_with('|');
            dashes = is_row && (dashes || is_delimiter(line));
            if let Some(summary) = summary_tag(line) {
                self.label(&summary, start);
            } else if is_label {
                labelled = true;
                self.label(line, start);
            } else if !line.trim().is_empty() {
                self.last_label = None;
                match () {
                    () if is_row && dashes && !is_delimiter(line) => self.failing_row(&cells(line, None)),
                    () if !is_row && (!indented || !item.is_empty()) => self.failing(counted, !item.is_empty()),
                    () => {}
                }
            }
            let listed = self.above == Above::Findings && !item.is_empty() && !indented && !tells_of_none(item);
            if listed || is_finding(item) && (self.above != Above::Settled || is_unsettled(item)) {
                self.say(FINDINGS, line);
            }
            let about_it = matches!(self.above, Above::Judged | Above::Summary | Above::Nothing);
            if self.above == Above::Judged && (counts_failures(line) || tallies_failures(counted))
                || about_it && (tallies_what_failed(counted) || !labelled && counts_some_failing(counted))
                || (about_it || self.above.counts_open()) && !is_label && counts_open(counted, self.kind)
            {
                self.say(COUNTED, line);
            } else if about_it && !is_row && (names_failing(counted, self.kind) || self.is_missing(item)) {
                self.say(FAILING, line);
            }
            ticked |= item.starts_with("[x] ") || item.starts_with("[X] ");
            unticked.extend(Some(line).filter(|_| item.starts_with("[ ] ")).map(str::to_owned));
            checklist |= about_it && self.kind == ResultType::Verification;
            // Below a heading of tests or criteria, a line is as good as an item.
            if failed(item, about_it) || item.is_empty() && self.above == Above::Judged && line_failed(line) {
                self.say(FAILED, line);
            }
            self.keyed(counted, item.is_empty() && !indented);
            self.marked_up(line);
        }
        // A list of nothing but open boxes is a plan.
        if ticked || checklist {
            for line in unticked {
                self.say("items that are not ticked", &line);
            }
        }
        self.flush();
        self.above = start;
        if start != Above::Settled {
            for row in open_rows(text, self.kind) {
                self.say(COUNTED, row);
            }
        }
        // What failed is listed as a program printed it.
        if start == Above::Failures && !self.none && self.found.len() == before && has_fence(text) {
            self.say(FAILING, text);
        }
    }

    /// What a label says of what stands below it, in a text below a heading of which `start` is said.
    fn label(&mut self, line: &str, start: Above) {
        let (above, failing) = (Above::of(line, self.kind), self.above == Above::Failures);
        let passed = of_word(plain_title(line)) == Some(Verdict::Pass);
        match above {
            // `Passed:` ends what `Failed:` began, and so does `Notes:` below `None`.
            Above::Other if failing && (passed || self.none) => {
                self.above = if start == Above::Failures { Above::Other } else { start };
            }
            Above::Other if failing && begins_in_the_past(line) => self.above = Above::Settled,
            // A line in bold below a heading of failures may name one, or what is listed next.
            Above::Other if failing && !line.contains(':') => self.pending = Some(line.to_owned()),
            // `The following was found:` changes nothing.
            Above::Other if !is_aside(line) => {}
            _ => (self.above, self.none) = (above, false),
        }
        self.last_label = Some(self.above);
    }

    /// What stands below a heading of failures is one, unless it says that there are none or that it passed. Text behind such
    /// a sentence is about that; an item or a row is not.
    fn failing(&mut self, said: &str, listed: bool) {
        if self.above != Above::Failures {
            return;
        }
        let passed = || Judged::read(said, Role::Tests).verdict == Verdict::Pass;
        if tells_of_no_failure(said) {
            (self.none, self.pending) = (true, None);
        } else if listed && !passed() {
            self.pending = None;
            self.say(FAILING, said);
        } else if !listed && !self.none && self.pending.is_none() && !passed() {
            self.pending = Some(said.to_owned());
        }
    }

    /// The same for a row, by the first cell that is no number.
    fn failing_row(&mut self, row: &[&str]) {
        let is_name = |cell: &&&str| cell.parse::<u64>().is_err() && !cell.is_empty();
        if let Some(name) = row.iter().find(is_name) {
            self.failing(name, true);
        }
    }

    /// The same for a list or a table that was recognised, also directly below a label.
    fn all_failing<'i>(&mut self, listed: impl Iterator<Item = &'i str>) {
        let above = self.above;
        self.above = self.last_label.take().unwrap_or(above);
        for said in listed {
            self.failing(said, true);
        }
        self.above = above;
    }

    /// Nothing took it back.
    fn flush(&mut self) {
        if let Some(name) = self.pending.take() {
            self.say(FAILING, &name);
        }
    }

    fn say(&mut self, what: &'static str, line: &str) {
        match self.found.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, count, _)) => *count += 1,
            None => self.found.push((what, 1, shortened(line))),
        }
    }
}

/// `Failed: 2`, `Tests failed: 2`: failures by that word, which means them under any heading.
fn tallies_what_failed(item: &str) -> bool {
    has_fail(item) && tallies_failures(item)
}

/// Whether the letters of that word stand somewhere; a cheap look before a dear one.
fn has_fail(text: &str) -> bool {
    memchr::memchr2_iter(b'f', b'F', text.as_bytes())
        .any(|at| text.as_bytes().get(at..at + 4).is_some_and(|word| word.eq_ignore_ascii_case(b"fail")))
}

/// `F1 critical: …`, `**F1** (major) …`: an item that begins as a row of findings does, under any heading.
fn is_finding(item: &str) -> bool {
    let words = item.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let mut words = words.filter(|word| !word.is_empty());
    words.next().is_some_and(is_finding_id)
        && words.next().is_some_and(|word| FindingSeverity::read(word).rank().is_some())
}

/// Whether an item in a list of what is settled says that it is not.
fn is_unsettled(item: &str) -> bool {
    const OPEN: [&str; 6] = ["still", "not", "open", "unresolved", "remains", "unfixed"];
    item.split(|c: char| !c.is_alphanumeric()).any(|word| OPEN.iter().any(|open| open.eq_ignore_ascii_case(word)))
}

/// What a part that can be folded away is called: `<details><summary>Failed tests</summary>`.
fn summary_tag(line: &str) -> Option<String> {
    let tagged = line.trim_start().starts_with('<') && line.to_ascii_lowercase().contains("<summary");
    tagged.then(|| without_tags(line).trim().to_owned())
}

fn has_fence(text: &str) -> bool {
    text.contains("```") || text.contains("~~~")
}

/// The line as a message names it.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 60;
    let line = line.trim();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(line)),
        None => line.to_owned(),
    }
}

/// Whether an item says in so many words that it failed: `name: FAIL`, `❌ name`. In a list that may be about something
/// else only a word in capitals does.
fn failed(item: &str, about_it: bool) -> bool {
    let signed = item.starts_with(BAD_SIGNS);
    if !signed && !has_fail(item) {
        return false;
    }
    let judged = Judged::read(item, Role::Tests);
    let word = bare(changed_to(judged.word).unwrap_or(judged.word)).text;
    let whole = ["fail", "failed", "failing"].iter().any(|known| known.eq_ignore_ascii_case(word));
    judged.verdict == Verdict::Fail && (is_loud_failure(word) || about_it && (whole || signed))
}

/// Whether a line without the mark of an item says the same: `AC2: FAIL`, `AC2: not met`, `✗ login` as tests print it.
fn line_failed(line: &str) -> bool {
    let judged = Judged::read(line.trim(), Role::Tests);
    let words = judged.word.split_whitespace().count();
    let told = (1..4).contains(&words) || marks_failing(line.trim_start());
    !line.trim_start().starts_with('|') && judged.verdict == Verdict::Fail && told
}

/// Whether a mark before a name is all that is said of it: `✗ login`. A count, a key, and what became of it say more.
fn marks_failing(line: &str) -> bool {
    let Some(said) = line.strip_prefix(BAD_SIGNS) else { return false };
    let name = said.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let says_more = said.contains(GOOD_SIGNS) || said.contains([':', '→', '=']) || tells_of_no_failure(name);
    !says_more && name.starts_with(char::is_alphabetic) && !tells_of_none(name)
}

/// The word so written: the name of a test may say that something fails, and the test pass.
fn is_loud_failure(value: &str) -> bool {
    ["FAIL", "FAILED", "FAILING"].contains(&bare(value).text)
}

/// Whether a line of a summary says that some tests or criteria fail: `Tests: 1/3`, `Tests: 1 passed, 2 failed`.
fn counts_some_failing(line: &str) -> bool {
    let Some(split) = split_key(line).filter(|split| split.value.contains(|c: char| c.is_ascii_digit())) else {
        return false;
    };
    let fails = || Score::read(split.value).is_some_and(|score| score.failed > 0);
    matches!(Role::of_heading(split.key), Some(Role::Tests | Role::Criteria))
        && (counts_failures(split.value) || fails())
}
