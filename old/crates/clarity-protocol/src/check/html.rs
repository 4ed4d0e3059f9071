//! Tables that are written as HTML: kept as text, and looked at for the issues that they tell of (R-C8).

use super::said::said_lines;
use crate::steps;

/// The rows of each HTML table in the text, cells without tags around and in them. What is fenced or hidden is left out.
pub(super) fn html_tables(text: &str) -> Vec<Vec<Vec<String>>> {
    if !has_table(text) {
        return Vec::new();
    }
    let said = said_lines(text).collect::<Vec<_>>().join("\n");
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let (mut inside, mut open) = (false, false);
    let mut rest = said.as_str();
    while let Some((before, tag, behind)) = next_tag(rest) {
        steps::count(rest.len() - behind.len());
        if let Some(cell) = cell_of(&mut tables, open) {
            cell.push_str(before);
        }
        rest = behind;
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let starts = !tag.starts_with('/');
        match () {
            () if name.eq_ignore_ascii_case("table") => {
                (inside, open) = (starts, false);
                tables.extend(starts.then(Vec::new));
            }
            () if name.eq_ignore_ascii_case("tr") => {
                open = false;
                if let Some(table) = tables.last_mut().filter(|_| starts && inside) {
                    table.push(Vec::new());
                }
            }
            () if name.eq_ignore_ascii_case("td") || name.eq_ignore_ascii_case("th") => {
                open = starts && inside;
                if let Some(row) = tables.last_mut().and_then(|table| table.last_mut()).filter(|_| open) {
                    row.push(String::new());
                }
            }
            () => {}
        }
    }
    for cell in tables.iter_mut().flatten().flatten() {
        *cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    tables
}

/// Whether the text may hold a table: few do, and only they are taken apart.
fn has_table(text: &str) -> bool {
    let named = |at: usize| text.get(at + 1..at + 6).is_some_and(|name| name.eq_ignore_ascii_case("table"));
    memchr::memchr_iter(b'<', text.as_bytes()).any(named)
}

/// The text before the next tag, what stands in the tag, and what follows it.
fn next_tag(text: &str) -> Option<(&str, &str, &str)> {
    let (before, behind) = text.split_once('<')?;
    // A sign for less is no tag, and ends before the next one.
    let end = behind.find(['>', '<']).filter(|end| behind.as_bytes().get(*end) == Some(&b'>'));
    let named = behind.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    match end.filter(|_| named) {
        Some(end) => Some((before, behind.get(..end)?, behind.get(end + 1..)?)),
        None => Some((text.get(..before.len() + 1)?, "", behind)),
    }
}

/// The cell that is being read.
fn cell_of(tables: &mut [Vec<Vec<String>>], open: bool) -> Option<&mut String> {
    tables.last_mut().filter(|_| open)?.last_mut()?.last_mut()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_cells() {
        let text = "a <b\n<Table border=1>\n<tr><TH>ID<th>Severity</tr>\n<tr>\n  <td><b>F1</b></td><td> 1 < 2\nx</td></tr>\n</table> <td>no";
        assert_eq!(html_tables(text), [[["ID", "Severity"], ["F1", "1 < 2 x"]]]);
        assert!(html_tables("```\n<table><tr><td>a</td></tr></table>\n```\n").is_empty());
        assert!(html_tables("a | b").is_empty());
    }
}
