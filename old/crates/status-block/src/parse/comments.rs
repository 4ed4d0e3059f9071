//! Comments are read without complaint (R-S2) and kept nowhere: a conversion has to tell of them (R-A15).

use envelope_core::{Loss, LossKind};
use memchr::memmem;

use super::row::Row;
use crate::StatusBlock;

/// The loss, where the text has more of the signs that begin a comment than the value that was read from it.
pub(super) fn left_out(text: &str, value: Option<&StatusBlock>) -> Vec<Loss> {
    let written = signs(text);
    if written == 0 || value.is_none_or(|value| written <= kept(value)) {
        return Vec::new();
    }
    vec![Loss::new("comments", LossKind::Dropped, "comments in the block")]
}

/// Every sign but those of headings; also one that an escape stands for.
fn signs(text: &str) -> usize {
    if memchr::memchr(b'#', text.as_bytes()).is_none() {
        return 0;
    }
    let escaped: usize = ["\\x23", "\\u0023", "\\U00000023"].iter().map(|escape| count(text, escape)).sum();
    let of_line = |line: &str| {
        let heading = Row::read(line, 0).is_some_and(|row| row.text.starts_with('#') && !row.is_comment());
        let text = if heading { line.trim_start().trim_start_matches('#') } else { line };
        count(text, "#")
    };
    escaped + text.split(['\n', '\r']).map(of_line).sum::<usize>()
}

fn kept(value: &StatusBlock) -> usize {
    serde_json::to_string(value).map_or(0, |json| count(&json, "#"))
}

fn count(text: &str, sign: &str) -> usize {
    memmem::find_iter(text.as_bytes(), sign.as_bytes()).count()
}
