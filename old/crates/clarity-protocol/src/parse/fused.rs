//! Lists that nothing keeps apart once what stood between them was read as something else: rows of a table, the metadata
//! block, a copy of the instruction. Written again they are one list, so they are read as one.

use envelope_core::text::is_blank;

use super::outline::{Kind, outline};
use crate::list::mark;
use crate::{Block, steps};

/// Whether the block is text whose last part is a list.
pub(super) fn ends_in_list(block: &Block) -> bool {
    let (Block::Section { text, .. } | Block::Raw { text } | Block::Discussion { text, .. }) = block else {
        return false;
    };
    let last = text.rsplit_once("\n\n").map_or(text.as_str(), |(_, last)| last);
    mark(last).is_some()
}

/// How much of the text behind a list goes on with it: lines that are indented, or a list with the same mark.
pub(super) fn going_on(list: &str, text: &str) -> usize {
    if text.starts_with([' ', '\t']) {
        let inside = |line: &&str| line.starts_with([' ', '\t']) || is_blank(line);
        return text.split_inclusive('\n').take_while(inside).map(str::len).sum();
    }
    if mark(text).is_none() || list.lines().rev().find_map(mark) != mark(text) {
        return 0;
    }
    steps::count(text.len());
    let mut end = None;
    outline(text, |kind, place| {
        end.get_or_insert(if kind == Kind::List { place.end() } else { 0 });
    });
    end.unwrap_or(0)
}
