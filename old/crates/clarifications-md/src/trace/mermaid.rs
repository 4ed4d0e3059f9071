//! The graph as a Mermaid flow chart.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{EdgeKind, NodeKind, Trace, one_line};

pub(super) fn write(trace: &Trace) -> String {
    let mut text = "flowchart LR\n".to_owned();
    for node in &trace.nodes {
        let label = format!("{}: {}", node.id, one_line(&node.title));
        let says =
            node.verdict.map(crate::evaluation::ItemVerdict::as_str).or(node.status.as_deref()).unwrap_or_default();
        let (open, close) = if node.kind == NodeKind::Decision { ("([", "])") } else { ("[", "]") };
        let _ =
            writeln!(text, "  {}{open}\"{}<br/>{}\"{close}", name(&node.id), escaped(&label), escaped(&one_line(says)));
    }
    for edge in &trace.edges {
        let arrow = match edge.kind {
            EdgeKind::Refined => "-->",
            EdgeKind::Decided => "==>",
        };
        let _ = writeln!(text, "  {} {arrow} {}", name(&edge.from), name(&edge.to));
    }
    // What is named and not there has no id that can be trusted, so it gets a number.
    let mut missing: HashMap<&str, usize> = HashMap::new();
    for dangling in &trace.dangling {
        let next = missing.len() + 1;
        let at = *missing.entry(&dangling.source).or_insert(next);
        if at == next {
            let _ = writeln!(text, "  missing{at}[\"{} is not there\"]", escaped(&one_line(&dangling.source)));
        }
        if dangling.from.starts_with('D') {
            let _ = writeln!(text, "  missing{at} -.-> {}", name(&dangling.from));
        }
    }
    for orphan in &trace.orphans {
        let _ = writeln!(text, "  style {} stroke-dasharray: 5 5", name(&orphan.id));
    }
    text
}

/// An id as the name of a node: Mermaid knows no dots there.
fn name(id: &str) -> String {
    id.replace('.', "_")
}

/// Words inside a quoted label: everything but letters, digits and harmless signs as an entity.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        if c.is_alphanumeric() || matches!(c, ' ' | '.' | ',' | ':' | '-' | '_' | '/' | '?' | '!' | '—' | '–' | '’')
        {
            text.push(c);
        } else {
            let _ = write!(text, "#{};", u32::from(c));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_title_is_syntax() {
        let hostile = "a\"] --> b; click c \"javascript:x\" <img src=x> `md` #35; \\ | {d} (e) %%{init}%%";
        let text = escaped(hostile);
        let signs: String = text.chars().filter(|c| !c.is_alphanumeric() && !" .,:-_/?!".contains(*c)).collect();
        assert!(signs.chars().all(|c| matches!(c, '#' | ';')), "{text}");
        assert!(!text.contains('"') && !text.contains('<') && !text.contains('`'), "{text}");
    }
}
