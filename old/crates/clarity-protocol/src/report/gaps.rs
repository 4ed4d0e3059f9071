//! Gaps: items of a Markdown list, which does not hold every text as it is (R-A15).
//!
//! What a list does not hold stands there in one line, or not at all where even that would be read as something else; then
//! all of them are carried as they are, too.

use std::borrow::Cow;

use envelope_core::text::{Lines, marker_line, split_key};
use envelope_core::{Loss, LossKind};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::aside::is_open;
use super::from::{one_line, read_again};
use crate::line::MarkerLine;
use crate::list::items;
use crate::roles::Role;
use crate::{Block, ClarityResult, Metrics, ResultStatus, ResultType, SummaryLine};

const GAPS: &str = "gaps";

/// The gaps that a result lists.
pub(super) fn listed(result: &ClarityResult) -> Vec<String> {
    let mut gaps = Vec::new();
    for block in result.blocks.iter().filter(|block| block.role() == Some(Role::Gaps)) {
        match block {
            Block::List { text, .. } => gaps.extend(items(text).into_iter().map(unindented)),
            Block::Table { rows, .. } => gaps.extend(rows.iter().map(|row| row.join(": "))),
            _ => {}
        }
    }
    gaps
}

/// The text of an item without the blanks by which its further lines belong to it.
fn unindented(item: &str) -> String {
    let further = || item.split('\n').skip(1);
    if !further().all(|line| line.starts_with(INDENT) || line.trim().is_empty()) {
        return item.to_owned();
    }
    let further = further().map(|line| line.strip_prefix(INDENT).unwrap_or_default());
    item.split('\n').take(1).chain(further).collect::<Vec<_>>().join("\n")
}

const INDENT: &str = "  ";

/// The list below its heading; nothing where there are no gaps.
pub(super) fn list(gaps: &[Cow<'_, str>]) -> Vec<Block> {
    if gaps.is_empty() {
        return Vec::new();
    }
    let items = gaps.iter().map(|gap| format!("- {}", gap.replace('\n', "\n  ")));
    let text = items.collect::<Vec<_>>().join("\n");
    vec![Block::section(Role::Gaps.spec().heading, ""), Block::List { role: Role::Gaps, text }]
}

/// The gaps as a list can hold them.
pub(super) fn placed(gaps: &[String]) -> Vec<Cow<'_, str>> {
    gaps.iter().filter_map(|gap| held(gap)).collect()
}

fn held(gap: &str) -> Option<Cow<'_, str>> {
    if is_plain(gap) || fits(gap) {
        return Some(Cow::Borrowed(gap));
    }
    let line = one_line(gap);
    (line != gap && (is_plain(&line) || fits(&line))).then_some(Cow::Owned(line))
}

/// Words of one line, which need no trial.
fn is_plain(gap: &str) -> bool {
    gap.starts_with(char::is_alphabetic)
        && !gap.ends_with(char::is_whitespace)
        && gap.chars().all(|c| c.is_alphanumeric() || " ,.;-_'()".contains(c))
}

/// Whether the text is read as it is between other items, and by nobody as the status of a report.
fn fits(gap: &str) -> bool {
    let is_status = |line: &str| {
        let pair = split_key(marker_line(line).rest).filter(|pair| pair.key.eq_ignore_ascii_case(STATUS));
        pair.is_some_and(|pair| pair.value.split_whitespace().nth(1).is_none())
    };
    if is_open(gap) || Lines::new(gap).any(|line| MarkerLine::read(line.text).is_some() || is_status(line.text)) {
        return false;
    }
    let line = SummaryLine::new(ResultStatus::Partial, Metrics::new(ResultType::Digest));
    let mut tried = ClarityResult::new(line);
    let between = ["before", gap, "behind"];
    tried.blocks = list(&between.map(Cow::Borrowed));
    tried.blocks.push(Block::Carried { object: Map::new() });
    let read = read_again(&tried);
    listed(&read) == between && read.blocks.len() == tried.blocks.len() && read.carried() == tried.carried()
}

/// The key by which other protocols state their status in one word.
const STATUS: &str = "STATUS";

/// Carries the gaps as they are where the list does not hold them so.
pub(super) fn carry_misfits(
    gaps: &[String],
    placed: &[Cow<'_, str>],
    object: &mut Map<String, Value>,
    losses: &mut Vec<Loss>,
) {
    if placed.iter().eq(gaps) {
        return;
    }
    object.insert(GAPS.to_owned(), gaps.into());
    let note = "a list of Markdown does not hold them as they are; as they were they are carried";
    losses.push(Loss::new(GAPS, LossKind::Approximated, note));
}

/// The gaps as they were, if they were carried and the list still shows what it can of them.
pub(super) fn whole(read: &[String], carried: &Map<String, Value>) -> Option<Vec<String>> {
    let whole = Vec::<String>::deserialize(carried.get(GAPS)?).ok()?;
    placed(&whole).iter().eq(read).then_some(whole)
}
