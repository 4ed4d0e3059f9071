//! The rules on values: what a message says, whatever it looked like (R-C4 … R-C10).

mod above;
mod carried;
mod counts;
mod detail;
mod discussions;
mod evidence;
mod html;
mod line;
mod metadata;
mod none;
mod overall;
mod said;
mod tables;
mod tally;
mod told;
mod unread;

pub(crate) use carried::is_failing;
pub(crate) use detail::{ITEMS, STRAY_ROWS};
pub(crate) use evidence::said_strays;
pub(crate) use line::{STRAYS, stray_lines};
pub(crate) use unread::UNREAD_PAIRS;

use envelope_core::text::{Placeholder, placeholder};
use envelope_core::{Issue, Path, rules::TEMPLATE_ECHO};

use crate::line::{MarkerLine, Standing};
use crate::{Block, ClarityResult, ResultStatus, ResultType};

/// What the caller expects of a result (R-C15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expectations {
    /// The type that was asked for.
    pub kind: Option<ResultType>,
}

impl Expectations {
    /// The result answers a request for this type.
    #[must_use]
    pub const fn kind(kind: ResultType) -> Self {
        Self { kind: Some(kind) }
    }
}

/// Applies every rule to the value.
pub fn check(result: &ClarityResult, expectations: &Expectations) -> Vec<Issue> {
    let mut issues = Vec::new();
    line::check_line(result, *expectations, &mut issues);
    metadata::check_metadata(result, &mut issues);
    detail::check_detail(result, &mut issues);
    counts::check_counts(result, &mut issues);
    discussions::check_discussions(result, &mut issues);
    carried::check_carried(result, &mut issues);
    issues
}

/// Every status that the message states, the one that counts first (R-A2).
pub(crate) fn stated_statuses(result: &ClarityResult) -> impl Iterator<Item = ResultStatus> {
    let others = result.blocks.iter().filter_map(|block| match block {
        Block::Result { line } => match MarkerLine::read(line)?.standing {
            Standing::Real(status) => Some(status),
            Standing::Echo | Standing::Unknown => None,
        },
        _ => None,
    });
    let pairs = result.summary.iter().flat_map(|line| &line.other).filter_map(overall::pair_status);
    let fields = result.metadata.other.iter().filter_map(overall::pair_status);
    result.stated_status().into_iter().chain(pairs).chain(fields).chain(others)
}

/// The issue for a placeholder that is the whole of a value (R-A5).
fn echo(text: &str, path: impl FnOnce() -> Path) -> Option<Issue> {
    let found = whole_placeholder(text)?;
    let message = format!("a {} stands for the value", found.as_str());
    Some(Issue::new(&TEMPLATE_ECHO, path(), message).help("fill it in"))
}

/// A look at the first character spares most values the whole look.
pub(crate) fn whole_placeholder(text: &str) -> Option<Placeholder> {
    let plain = |character: char| character.is_alphanumeric() && character.is_ascii();
    if text.starts_with(plain) && !text.ends_with(['.', '…', '`', '"', ')', '>', ']', '}', '*']) {
        None
    } else {
        placeholder(text)
    }
}
