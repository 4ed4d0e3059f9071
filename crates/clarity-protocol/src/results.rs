//! What rows and items say of passing, one by one and counted (R-C8).

use envelope_core::text::bare;

use crate::judged::Judged;
use crate::list::items;
use crate::roles::Role;
use crate::verdict::Verdict::{self, Fail, Open, Pass, Unknown};
use crate::verdict::{Score, counted, counts_issues, names_failures, of_word, tallied};
use crate::views::{Entry, entries, is_empty};
use crate::{Block, FindingType, ItemStatus};

/// What a row or an item says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) verdict: Verdict,
    /// How many it counts, where it stands for more than one: a suite.
    pub(crate) score: Option<Score>,
    /// Whether columns of their own count them, so that there is no other reading.
    pub(crate) counts: bool,
    /// Whether it sums up the others.
    pub(crate) is_total: bool,
}

/// What each row or item says of passing.
pub(crate) fn results(block: &Block, role: Role) -> Vec<Said> {
    match block {
        Block::Table { columns, rows, .. } => {
            let columns = Columns::read(role, columns);
            rows.iter().filter(|row| !is_empty(row)).map(|row| columns.said(row)).collect()
        }
        _ => entries(block, role).into_iter().filter_map(|entry| Some(of_item(entry.item?, role))).collect(),
    }
}

/// The verdicts alone; a row of totals counts only where it tells of a failure.
pub(crate) fn verdicts(block: &Block, role: Role) -> Vec<Verdict> {
    let said = results(block, role);
    said.iter().filter(|said| !said.is_total || said.verdict == Fail).map(|said| said.verdict).collect()
}

fn of_item(item: &str, role: Role) -> Said {
    let judged = Judged::read(item, role);
    Said { verdict: judged.verdict, score: Score::read(judged.word), counts: false, is_total: is_total(judged.name) }
}

fn is_total(name: &str) -> bool {
    ["total", "totals"].iter().any(|known| known.eq_ignore_ascii_case(bare(name).text))
}

/// Whether a column or a row of this name tells what was so before the work was done: `Before`, `Red phase`.
pub(crate) fn is_of_before(name: &str) -> bool {
    begins_with_any(name, &["before", "baseline", "previous", "previously", "earlier", "red"])
}

/// Whether it tells what is so now.
pub(crate) fn is_of_now(name: &str) -> bool {
    begins_with_any(name, &["after", "now", "current", "actual", "green"])
}

fn begins_with_any(name: &str, words: &[&str]) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    words.iter().any(|known| known.eq_ignore_ascii_case(first))
}

/// Whether a row asks for something bad, so that `no` is the good answer and `yes` the bad one: `Missing coverage`, `Contradictions found?`
fn asks_for_issues(name: &str) -> bool {
    let name = bare(name).text.trim_end_matches('?').trim_end();
    let name = name.strip_suffix(" found").unwrap_or(name);
    counts_issues(name) || FindingType::read(&name.to_lowercase().replace(' ', "-")).rank().is_some()
}

/// Which columns of a table hold results: every one that is named so, and those that count.
#[derive(Debug)]
pub(crate) struct Columns {
    key: Option<usize>,
    /// Where a table tells of both, what was so before the work counts for nothing.
    before: Vec<usize>,
    results: Vec<usize>,
    passed: Option<usize>,
    failures: Vec<usize>,
    all: Option<usize>,
    /// Cells from here on stand below no header.
    width: usize,
}

impl Columns {
    /// The columns of a table of this role.
    pub(crate) fn read(role: Role, headers: &[String]) -> Self {
        let places = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let named = headers.iter().enumerate().filter(|(_, header)| is(bare(header).text));
            named.map(|(at, _)| at).collect()
        };
        let result = role.spec().columns.get(1);
        let of_now = places(&is_of_now);
        Self {
            key: role.column(0, headers).or(headers.is_empty().then_some(0)),
            before: if of_now.is_empty() { Vec::new() } else { places(&is_of_before) },
            results: places(&|header| result.is_some_and(|column| column.is_named(header))),
            passed: places(&|header| of_word(header) == Some(Pass)).first().copied(),
            failures: places(&names_failures),
            all: places(&is_total).first().copied(),
            width: if headers.is_empty() { usize::MAX } else { headers.len() },
        }
    }

    /// What a row says.
    pub(crate) fn said(&self, row: &[String]) -> Said {
        let is_total = self.key.and_then(|at| row.get(at)).is_some_and(|name| is_total(name));
        let count = |at: usize| row.get(at).and_then(|cell| bare(cell).text.parse::<u32>().ok()).map(u64::from);
        let failed: u64 = self.failures.iter().filter_map(|at| count(*at)).sum();
        let counted = self.failures.iter().any(|at| count(*at).is_some());
        if let Some(passed) = self.passed.and_then(count)
            && (counted || self.all.and_then(count).is_some_and(|all| all >= passed))
        {
            let failed = if counted { failed } else { self.all.and_then(count).unwrap_or(passed) - passed };
            let score = Some(Score { passed, failed, total: passed + failed });
            return Said { verdict: if failed > 0 { Fail } else { Pass }, score, counts: true, is_total };
        }
        let score = self.results.iter().find_map(|at| Score::read(row.get(*at)?));
        let surplus_fails = || row.iter().skip(self.width).any(|cell| Verdict::read(cell) == Fail);
        let verdict = if failed > 0 || surplus_fails() { Fail } else { self.verdict(row) };
        Said { verdict, score, counts: false, is_total }
    }

    /// The gravest of the cells for the result; without a column for it, it may stand in any.
    fn verdict(&self, row: &[String]) -> Verdict {
        if self.results.is_empty() {
            let further = row.iter().enumerate().filter(|(at, _)| Some(*at) != self.key && !self.before.contains(at));
            return further.map(|(_, cell)| Verdict::read(cell)).fold(Unknown, Verdict::and);
        }
        let cells = self.results.iter().filter_map(|at| row.get(*at)).filter(|cell| !cell.is_empty());
        let asks_for_issues = || self.key.and_then(|at| row.get(at)).is_some_and(|name| asks_for_issues(name));
        let is = |cell: &str, word: &str| bare(cell).text.eq_ignore_ascii_case(word);
        let answer = |cell: &String| match () {
            () if is(cell, "no") && asks_for_issues() => Pass,
            () if is(cell, "yes") && asks_for_issues() => Fail,
            () => Verdict::read(cell),
        };
        let said: Vec<Verdict> = cells.map(answer).collect();
        [Fail, Open, Unknown, Pass].into_iter().find(|verdict| said.contains(verdict)).unwrap_or(Unknown)
    }
}

/// The statuses of a checklist's rows or items.
pub(crate) fn statuses(blocks: &[&Block]) -> Vec<ItemStatus> {
    let read = |entry: Entry<'_>| match entry.item {
        Some(item) => Judged::read(item, Role::Checklist).status(),
        None => ItemStatus::read(entry.cells[1]),
    };
    let of_block = |block: &&Block| {
        counted_statuses(block).unwrap_or_else(|| entries(block, Role::Checklist).into_iter().map(read).collect())
    };
    blocks.iter().flat_map(of_block).collect()
}

/// The statuses that a list only counts: `Applied: 2`, `Missing: 0`.
fn counted_statuses(block: &Block) -> Option<Vec<ItemStatus>> {
    /// No checklist is longer, and what claims to be is not counted out.
    const MOST: u64 = 10_000;
    let Block::List { text, .. } = block else { return None };
    let mut found = Vec::new();
    for item in items(text) {
        let (name, count) = counted(item)?;
        let status = ItemStatus::read(name);
        let count = usize::try_from(count).ok().filter(|_| count <= MOST && status.rank().is_some())?;
        found.extend(std::iter::repeat_n(status, count));
    }
    Some(found)
}

/// How many passed of how many, where a list only counts them: `Passed: 2`, `Failed: 0`.
pub(crate) struct Totals {
    pub(crate) passed: u64,
    pub(crate) total: u64,
}

/// The counts of a list each of whose items counts.
pub(crate) fn totals(block: &Block) -> Option<Totals> {
    let Block::List { text, .. } = block else { return None };
    let (mut passed, mut others, mut stated) = (None, 0_u64, 0_u64);
    for item in items(text) {
        match tallied(item)? {
            (Some(Verdict::Pass), count) => passed = Some(passed.unwrap_or(0_u64).saturating_add(count)),
            (Some(_), count) => others = others.saturating_add(count),
            (None, count) => stated = stated.max(count),
        }
    }
    let passed = passed?;
    Some(Totals { passed, total: passed.saturating_add(others).max(stated) })
}
