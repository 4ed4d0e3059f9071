//! Counts in the text, in lists and in tables of no known kind, that tell of an issue (R-C8).

use envelope_core::text::bare;

use super::said::said_lines;
use crate::results::{is_of_before, is_of_now};
use crate::roles::plain_title;
use crate::row::{cells, is_delimiter};
use crate::stray::unmarked;
use crate::verdict::{THINGS, Verdict, counted, counts_issues, of_word, tallies_failures};
use crate::words::tells_of_none;
use crate::{FindingSeverity, ItemStatus, ResultType};

/// Headers of a column that counts.
const COUNT: [&str; 9] = ["count", "counts", "number", "no.", "#", "total", "value", "amount", "result"];

/// Whether a line counts issues that the type of the result has: `Total findings: 3`, `Critical: 1`, `Missing: 2`. An
/// implementation may tell of those that it has mended.
pub(super) fn counts_open(line: &str, kind: ResultType) -> bool {
    if kind == ResultType::Implementation {
        return false;
    }
    tallies_failures(line) || counted(line).is_some_and(|(name, count)| count > 0 && is_open(name, kind))
}

/// The count in brackets that a title ends with.
pub(super) fn count_behind(title: &str) -> u64 {
    let inner = bare(title).text.trim_end_matches(':').strip_suffix(')').and_then(|title| title.rsplit_once('('));
    let mut words = inner.map(|(_, inner)| inner).unwrap_or_default().split_whitespace();
    words.next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Whether it says that nothing failed: `None`, `No failing tests`, `All tests passed`.
pub(super) fn tells_of_no_failure(text: &str) -> bool {
    const NO: [&str; 6] = ["no", "none", "nothing", "zero", "0", "n"];
    const ALL: [&str; 3] = ["all", "every", "everything"];
    const BUT: [&str; 6] = ["but", "except", "however", "although", "apart", "besides"];
    let lower = bare(text).text.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let said = words().skip_while(|word| ["there", "are", "is", "were", "was"].contains(word));
    let first = said.clone().next().unwrap_or_default();
    let failed = |word: &str| {
        word.starts_with("fail") || THINGS.contains(&word) || ["unmet", "missing", "partial", "a"].contains(&word)
    };
    let none = NO.contains(&first) && (said.clone().nth(1).is_none() || said.skip(1).take(4).any(failed));
    let all = || ALL.contains(&first) && words().any(|word| of_word(word) == Some(Verdict::Pass));
    tells_of_none(text) || (none || all()) && !words().any(|word| BUT.contains(&word))
}

/// The rows of tables that count issues, by the name at their beginning or the header above: `| Failed | 1 |`. Below a
/// heading of failures each row is one.
pub(super) fn open_rows(text: &str, kind: ResultType, of_failures: bool) -> Vec<&str> {
    let mut found = Vec::new();
    if memchr::memchr(b'|', text.as_bytes()).is_none() {
        return found;
    }
    let mut header: Option<Header> = None;
    for line in said_lines(text) {
        let row = unmarked(line);
        if !row.contains('|') {
            header = None;
            continue;
        }
        let cells = cells(row, None);
        match &header {
            None => header = Some(Header::read(&cells)),
            Some(_) if is_delimiter(row) => {}
            Some(header) => {
                let listed = of_failures && cells.first().is_some_and(|name| !tells_of_no_failure(name));
                if listed || header.is_open(&cells, kind) {
                    found.push(line);
                }
            }
        }
    }
    found
}

struct Header<'t> {
    names: Vec<&'t str>,
    /// The column that counts, or says what is so now.
    counts: Option<usize>,
}

impl<'t> Header<'t> {
    fn read(cells: &[&'t str]) -> Self {
        let names: Vec<&str> = cells.iter().map(|cell| plain_title(cell)).collect();
        let place = |is: &dyn Fn(&str) -> bool| names.iter().skip(1).position(|name| is(name)).map(|at| at + 1);
        let counts =
            place(&is_of_now).or_else(|| place(&|name| COUNT.iter().any(|known| known.eq_ignore_ascii_case(name))));
        Self { names, counts }
    }

    fn is_open(&self, row: &[&str], kind: ResultType) -> bool {
        let count = |at: usize| row.get(at).and_then(|cell| bare(cell).text.parse::<u64>().ok()).unwrap_or_default();
        let Some(name) = row.first().map(|cell| plain_title(cell)) else { return false };
        // `| Errors | 3 |` in a table of files by folder counts none.
        let named = match self.counts {
            Some(at) => counts_issues(name) && count(at) > 0 || is_open(name, kind) && count(at) > 0,
            None => is_failure(name) && count(1) > 0,
        };
        let headed = |(at, header): (usize, &&str)| (is_failure(header) || is_open(header, kind)) && count(at) > 0;
        named || !is_of_before(name) && self.names.iter().enumerate().any(headed)
    }
}

/// Whether it is called a failure in so many words.
fn is_failure(name: &str) -> bool {
    counts_issues(name) && name.get(..4).is_some_and(|stem| stem.eq_ignore_ascii_case("fail"))
}

/// Whether the type of the result counts its issues by this name.
fn is_open(name: &str, kind: ResultType) -> bool {
    let name = bare(name).text;
    match kind {
        ResultType::Implementation => false,
        ResultType::Verification if matches!(ItemStatus::read(name), ItemStatus::Partial | ItemStatus::Missing) => true,
        _ => FindingSeverity::read(name).rank().is_some(),
    }
}
