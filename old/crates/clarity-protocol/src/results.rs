//! What rows and items say of passing, one by one and counted (R-C8).

use envelope_core::text::bare;

use crate::judged::Judged;
use crate::list::items;
use crate::roles::Role;
use crate::score::Score;
use crate::verdict::Verdict::{self, Fail, Open, Pass, Unknown};
use crate::verdict::{asks_for_issues, counted, is_cross, names_failures, of_word, tallied};
use crate::views::{Entry, entries, is_empty};
use crate::{Block, ItemStatus};

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
    is_of(name, &["before", "baseline", "previous", "previously", "earlier", "red", "old", "initial", "first", "main"])
}

/// Whether it tells what is so now.
pub(crate) fn is_of_now(name: &str) -> bool {
    is_of(name, &["after", "now", "current", "actual", "green", "new", "final", "branch", "this"])
}

/// `No`, `No.`, `No ✅`: nothing that takes it back.
fn is_plain_no(cell: &str) -> bool {
    let said = bare(cell).text.trim_end_matches(['.', '!']);
    ["no", "no, none"].iter().any(|no| no.eq_ignore_ascii_case(said)) && !cell.contains(is_cross)
}

fn is_of(name: &str, times: &[&str]) -> bool {
    const WORK: [&str; 9] = ["fix", "the", "change", "changes", "patch", "phase", "run", "result", "branch"];
    let mut words = name.split_whitespace();
    let is = |known: &[&str], word: &str| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    words.next().is_some_and(|first| is(times, first)) && words.all(|word| is(&WORK, word))
}

/// Which columns of a table hold results: every one that is named so, and those that count.
#[derive(Debug)]
pub(crate) struct Columns {
    key: Option<usize>,
    /// Where a table tells of both: what was so before the work, and what is so now.
    before: Vec<usize>,
    now: Vec<usize>,
    /// Whether its rows may ask questions, and not state what is to be.
    asks: bool,
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
        let now = places(&is_of_now);
        Self {
            key: role.column(0, headers).or(headers.is_empty().then_some(0)),
            before: if now.is_empty() { Vec::new() } else { places(&is_of_before) },
            now,
            asks: role == Role::Checklist,
            results: places(&|header| result.is_some_and(|column| column.is_named(header))),
            passed: places(&|header| of_word(header) == Some(Pass)).first().copied(),
            failures: places(&names_failures),
            all: places(&is_total).first().copied(),
            width: if headers.is_empty() { usize::MAX } else { headers.len() },
        }
    }

    /// The cells of a row that hold results; a header may be wider than a row.
    fn results<'r>(&self, row: &'r [String]) -> impl Iterator<Item = &'r String> {
        self.results.iter().map_while(|at| row.get(*at))
    }

    /// What a row says.
    pub(crate) fn said(&self, row: &[String]) -> Said {
        let is_total = self.key.and_then(|at| row.get(at)).is_some_and(|name| is_total(name));
        let count = |at: usize| row.get(at).and_then(|cell| bare(cell).text.parse::<u32>().ok()).map(u64::from);
        let failures = || self.failures.iter().take_while(|at| **at < row.len()).filter_map(|at| count(*at));
        let failed: u64 = failures().sum();
        let counted = failures().next().is_some();
        if let Some(passed) = self.passed.and_then(count)
            && (counted || self.all.and_then(count).is_some_and(|all| all >= passed))
        {
            let failed = if counted { failed } else { self.all.and_then(count).unwrap_or(passed) - passed };
            let score = Some(Score { passed, failed, total: passed + failed });
            return Said { verdict: if failed > 0 { Fail } else { Pass }, score, counts: true, is_total };
        }
        let score = self.results(row).find_map(|cell| Score::read(cell));
        let surplus_fails = || row.iter().skip(self.width).any(|cell| Verdict::read(cell) == Fail);
        let verdict = if failed > 0 || surplus_fails() { Fail } else { self.verdict(row) };
        Said { verdict, score, counts: false, is_total }
    }

    /// The gravest of the cells for the result; without a column for it, it may stand in any.
    fn verdict(&self, row: &[String]) -> Verdict {
        if self.results.is_empty() {
            let passes = |at: &usize| row.get(*at).is_some_and(|cell| Verdict::read(cell) == Pass);
            let past = self.now.iter().take_while(|at| **at < row.len()).any(passes);
            let counts = |at: usize| Some(at) != self.key && !(past && self.before.binary_search(&at).is_ok());
            let further = row.iter().enumerate().filter(|(at, _)| counts(*at));
            return further.map(|(_, cell)| Verdict::read(cell)).fold(Unknown, Verdict::and);
        }
        let asks = || self.asks && self.key.and_then(|at| row.get(at)).is_some_and(|name| asks_for_issues(name));
        let begins =
            |cell: &str, word: &str| cell.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let answer = |cell: &String| match () {
            () if is_plain_no(cell) && asks() => Pass,
            () if begins(bare(cell).text, "yes") && asks() => Fail,
            () => Verdict::read(cell),
        };
        let cells = self.results(row).filter(|cell| !cell.is_empty());
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
