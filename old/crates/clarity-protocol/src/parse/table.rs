//! Tables with outer pipes, told by their lines alone.

use envelope_core::text::is_blank;

use super::outline::{first_line, is_plain};
use crate::row::{cells, is_closed, is_delimiter};

/// Where the table ends that `rest` begins with, if its lines leave no doubt that it is one: header and row of dashes have
/// as many cells, and each row begins with a pipe, up to a blank line or plain text without any pipe. The latter is a row to
/// Markdown; what agents mean by it is text.
pub(super) fn table_end(rest: &str) -> Option<usize> {
    let header = first_line(rest);
    let dashes = first_line(rest.get(header.len()..)?);
    let outer = |line: &str| line.starts_with('|') && is_closed(line);
    if !outer(header) || !outer(dashes) || header.contains(['\\', '`']) || !is_delimiter(dashes) {
        return None;
    }
    let marks = cells(dashes, None);
    let is_mark = |cell: &&str| !cell.trim_matches(':').is_empty() && is_dashed(cell);
    if marks.len() != cells(header, None).len() || !marks.iter().all(is_mark) {
        return None;
    }
    let mut end = header.len() + dashes.len();
    while let Some(line) = rest.get(end..).map(first_line).filter(|line| !is_blank(line)) {
        if !line.starts_with('|') {
            return (!line.contains('|') && is_plain(line)).then_some(end);
        }
        end += line.len();
    }
    Some(end)
}

/// Where the rows end of the table that `rest` begins with. A table without outer pipes has all the rows that Markdown
/// gives it: nothing tells them from text.
pub(super) fn rows_end(rest: &str) -> usize {
    let header = first_line(rest);
    if !header.trim_start().starts_with('|') {
        return rest.len();
    }
    let mut end = header.len();
    end += rest.get(end..).map_or("", first_line).len();
    while let Some(line) = rest.get(end..).map(first_line).filter(|line| line.contains('|')) {
        end += line.len();
    }
    end
}

/// Where the text ends that `rest` begins with: before the next table.
pub(super) fn text_end(rest: &str) -> usize {
    let mut end = 0;
    while let Some(below) = rest.get(end..).filter(|below| !below.is_empty()) {
        let header = first_line(below);
        let dashes = below.get(header.len()..).map_or("", first_line);
        if header.contains('|') && is_delimiter(dashes) && cells(header, None).len() == cells(dashes, None).len() {
            break;
        }
        end += header.len();
    }
    end
}

/// Dashes with at most one colon on each side.
fn is_dashed(cell: &str) -> bool {
    let inner = cell.strip_prefix(':').unwrap_or(cell);
    inner.strip_suffix(':').unwrap_or(inner).bytes().all(|byte| byte == b'-')
}
