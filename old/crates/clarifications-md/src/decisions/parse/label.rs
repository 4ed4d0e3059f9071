//! Labels of fields: `- **Source:** Q1`, and the ways in which agents vary it (R-A6).

use crate::decisions::labels::FieldKind;

/// A label at the start of a line.
#[derive(Clone, Copy, Debug)]
pub(in crate::decisions) struct Label<'a> {
    /// The label's words, without what stands in parentheses after `Answer`.
    pub(super) name: &'a str,
    /// The known field; `None` for one that the specification does not know.
    pub(in crate::decisions) kind: Option<FieldKind>,
    /// The item of `Answer (Q2)`.
    pub(super) of: Option<&'a str>,
    /// What follows, from its first word on.
    pub(super) value: &'a str,
    /// Whether it is written as the canonical form has it.
    pub(super) canonical: bool,
}

/// How long the label of an unknown field may be; longer ones are sentences.
const LONGEST: usize = 60;

/// The label that the line starts with. Known ones are read in bold or in a list, unknown ones only in both, so that a
/// list of a person's own words is none.
pub(in crate::decisions) fn label(line: &str) -> Option<Label<'_>> {
    let rest = line.strip_prefix(' ').unwrap_or(line);
    let item = ["- ", "* ", "+ "].iter().find_map(|mark| rest.strip_prefix(mark));
    let inner = item.unwrap_or(rest).trim_start_matches([' ', '\t']);
    let open = ["**", "__", "*", "_", "`"].iter().copied().find(|mark| inner.starts_with(mark)).unwrap_or_default();
    let words = inner.get(open.len()..)?;
    let colon = words.find([':', '：'])?;
    let before = words.get(..colon)?;
    let sign = words.get(colon..)?.chars().next()?;
    let after = words.get(colon + sign.len_utf8()..)?;
    let (name, value, inside) = match (open.is_empty(), after.strip_prefix(open), before.strip_suffix(open)) {
        (true, ..) => (before, after, false),
        (false, Some(value), _) => (before, value, true),
        (false, None, Some(name)) => (name, after, false),
        (false, None, None) => return None,
    };
    let name = name.trim_matches([' ', '\t']);
    let (base, of) = sided(name);
    let kind = FieldKind::of(base).filter(|kind| of.is_none() || *kind == FieldKind::Answer);
    let bold = open.len() == 2;
    let believed = match kind {
        Some(_) => bold || item.is_some(),
        None => bold && item.is_some() && name.len() <= LONGEST && name.starts_with(char::is_alphabetic),
    };
    // `- Note:text` without a blank is no label, `- **Note:**text` is read.
    if !believed || (open.is_empty() && !value.is_empty() && !value.starts_with([' ', '\t'])) {
        return None;
    }
    let spaced = value.is_empty() || (value.starts_with(' ') && !value.starts_with("  "));
    let exact = kind.is_none_or(|kind| kind.label() == base);
    let canonical = exact && inside && open == "**" && sign == ':' && line.starts_with("- **") && spaced;
    let (name, of) = if kind.is_some() { (base, of) } else { (name, None) };
    Some(Label { name, kind, of, value: value.trim_start_matches([' ', '\t']), canonical })
}

/// `Answer (Q2)`: the label and what stands in parentheses.
fn sided(name: &str) -> (&str, Option<&str>) {
    let parts = name.strip_suffix(')').and_then(|name| name.split_once(" ("));
    match parts {
        Some((base, of)) if FieldKind::of(base) == Some(FieldKind::Answer) => (base, Some(of.trim())),
        _ => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(&str, Option<&str>, &str, bool)>) {
        let found = label(line).map(|label| (label.name, label.of, label.value, label.canonical));
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn labels_are_found() {
        check("- **Source:** Q1", Some(("Source", None, "Q1", true)));
        check("- **Note:**", Some(("Note", None, "", true)));
        check("- **Answer (Q2):** a: b", Some(("Answer", Some("Q2"), "a: b", true)));
        check("- **Owner:** the pilot", Some(("Owner", None, "the pilot", true)));
        for line in [
            "- **Source**: Q1",
            "**Source:** Q1",
            "* **Source:** Q1",
            "- Source: Q1",
            "- __Source:__ Q1",
            "- **source:** Q1",
            " - **Source:** Q1",
            "- **Source:**  Q1",
            "- **Source：** Q1",
        ] {
            let found = label(line).expect("a label");
            assert!(found.kind == Some(FieldKind::Source) && found.value == "Q1" && !found.canonical, "{line}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "Source: Q1",
            "- a thing: and more",
            "**Owner:** x",
            "  - **Source:** Q1",
            "- **bold** text: x",
            "text",
            "- Note:x",
            "- **12:** x",
        ] {
            check(line, None);
        }
    }
}
