//! Lists as agents write them: items by their lines, and the key that an item or a title leads with.

use envelope_core::text::{bare, trim_blank};

use crate::roles::unnumbered;

/// The items of a list, each without its mark; lines that belong to an item stay with it.
pub(crate) fn items(text: &str) -> Vec<&str> {
    crate::steps::count(text.len());
    let base = text.lines().next().map_or(0, indent);
    let mut items: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match marked(line).filter(|_| indent(line) <= base + 1) {
            Some(rest) => items.push((end - rest.len(), end)),
            None => items.iter_mut().next_back().into_iter().for_each(|item| item.1 = end),
        }
        at = end;
    }
    items.iter().filter_map(|(start, end)| text.get(*start..*end)).map(trim_blank).collect()
}

/// The first line of a list's first item, without its mark.
pub(crate) fn first_item(text: &str) -> &str {
    text.lines().next().and_then(marked).map_or("", trim_blank)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// What follows the mark of a list item.
fn marked(line: &str) -> Option<&str> {
    let text = line.trim_start_matches([' ', '\t']);
    let rest = match text.as_bytes().first()? {
        b'-' | b'*' | b'+' => text.get(1..)?,
        b'0'..=b'9' => text.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')'])?,
        _ => return None,
    };
    rest.starts_with([' ', '\t', '\n', '\r']).then_some(rest)
}

/// The sign by which Markdown tells one list from another: that of an item that is not indented.
pub(crate) fn mark(line: &str) -> Option<char> {
    let first = line.lines().next().unwrap_or_default();
    marked(first).filter(|_| indent(first) == 0)?;
    first.trim_start_matches(|character: char| character.is_ascii_digit()).chars().next()
}

/// What may stand between a name and what is said of it.
const BREAKS: [&str; 6] = [":** ", ": ", " — ", " – ", " -- ", " - "];

/// A name and what is said of it, split at the first colon or dash that stands after it.
pub(crate) fn name_and_rest(item: &str) -> (&str, &str) {
    let line = item.lines().next().unwrap_or_default();
    let cut = BREAKS.iter().filter_map(|mark| Some((line.find(mark)?, mark.len()))).min();
    let Some((at, len)) = cut else { return (bare(item).text, "") };
    let name = item.get(..at).unwrap_or_default();
    let rest = trim_blank(item.get(at + len..).unwrap_or_default());
    (bare(name.trim_end_matches(':')).text, rest)
}

/// What stands behind the last colon or dash of a line.
pub(crate) fn last_part(line: &str) -> Option<&str> {
    let cut = BREAKS.iter().filter_map(|mark| Some(line.rfind(mark)? + mark.len())).max()?;
    line.get(cut..).map(trim_blank)
}

/// The id of the specification's shape that a title or a lead starts with.
pub(crate) fn leading_finding_id(title: &str) -> Option<&str> {
    let title = title.strip_prefix("**").unwrap_or(title);
    let digits = title.strip_prefix('F')?.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = title.split_at_checked(digits + 1)?;
    (digits > 0 && (rest.is_empty() || rest.starts_with([':', ' ', '*']))).then_some(id)
}

/// The words by which a title or a lead may name what it discusses, the longest first.
pub(crate) fn leads(title: &str) -> Vec<&str> {
    let title = bare(title.lines().next().unwrap_or_default()).text;
    let title =
        ["Finding ", "Item ", "finding ", "item "].iter().find_map(|word| title.strip_prefix(word)).unwrap_or(title);
    let mut leads = vec![title, unnumbered(title)];
    for mark in [": ", ":", " — ", " – ", " - ", " (", ". ", "] ", " "] {
        if let Some((lead, _)) = title.split_once(mark) {
            leads.push(lead);
        }
    }
    for lead in &mut leads {
        *lead = bare(lead.trim_matches(['[', ']', ':', '*', '`', '(', ')'])).text;
    }
    leads.retain(|lead| !lead.is_empty());
    leads.sort_by_key(|lead| std::cmp::Reverse(lead.len()));
    leads
}

/// Whether this has the shape of a finding's id in the specification: `F` and a number.
pub(crate) fn is_finding_id(text: &str) -> bool {
    text.strip_prefix('F').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_lists() {
        assert_eq!(items("- a\n- b\n  - nested\n  more\n* c\n"), ["a", "b\n  - nested\n  more", "c"]);
        assert_eq!(items("1. a\n2) b"), ["a", "b"]);
        assert_eq!(items("text"), Vec::<&str>::new());
        assert_eq!(name_and_rest("`src/a.rs`: new parser"), ("src/a.rs", "new parser"));
        assert_eq!(name_and_rest("**src/a.rs** — new"), ("src/a.rs", "new"));
        assert_eq!(name_and_rest("**Gate:** closed"), ("Gate", "closed"));
        assert_eq!(name_and_rest("no more"), ("no more", ""));
    }

    #[test]
    fn leads_of_titles() {
        assert!(leads("F1: Event delivery").contains(&"F1"));
        assert!(leads("Finding F2 (critical)").contains(&"F2"));
        assert!(leads("**F3** — text").contains(&"F3"));
        assert!(leads("[F4] text").contains(&"F4"));
        assert!(leads("Retry policy: why").contains(&"Retry policy"));
        assert!(is_finding_id("F12") && !is_finding_id("F") && !is_finding_id("Fx"));
    }
}
