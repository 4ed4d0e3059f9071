//! Block structure without pulldown-cmark, for documents so plain that there is only one reading.
//!
//! At the start of a line a heading is a heading, a fence a fence and a comment a comment, whatever list or quote stands
//! before it; that is all that most documents have. Where anything else could matter — a tag alone on its line, fields in
//! indented code, fences in lists, odd line ends — this reader gives up and pulldown-cmark decides. Law, tested: whatever
//! it answers, pulldown-cmark answers the same.

use envelope_core::Span;
use envelope_core::text::{Fences, LineRole, trim_blank};
use memchr::{memchr_iter, memchr3};

use super::blocks::{Blocks, first_line, heading};
use super::html::{Html, opens};
use super::lines::{MarkKind, after_sign, classify, lines, may_hide};
use crate::labels::Label;
use crate::model::COMMENT_END;

/// The structure of `whole`; `None` where it takes a Markdown parser to know.
pub(crate) fn blocks(text: &str, whole: Span) -> Option<Blocks> {
    let bytes = whole.of(text).as_bytes();
    crate::steps::count(bytes.len());
    let lone_return = || memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'));
    if memchr3(b'\x0b', b'\x0c', b'\0', bytes).is_some() || lone_return() {
        return None;
    }
    let mut found = Blocks::default();
    let mut fences = Fences::new();
    let mut opened = whole.start();
    let mut html = Html::Text;
    let mut items = false;
    for (start, line) in lines(text, whole) {
        match html {
            Html::Comment => {
                if line.contains(COMMENT_END) {
                    found.opaque.push(Span::new(opened, start + line.len()));
                    html = Html::Text;
                }
                continue;
            }
            Html::Block if !trim_blank(line).is_empty() => continue,
            Html::Block => {
                found.opaque.push(Span::new(opened, start));
                html = Html::Text;
            }
            Html::Text | Html::Other => {}
        }
        if fences.is_open() {
            if fences.classify(line) == LineRole::Closer {
                found.opaque.push(Span::new(opened, start + line.len()));
            }
            continue;
        }
        match line.as_bytes() {
            [] => {}
            [b'#', ..] => {
                let marks = line.bytes().take_while(|byte| *byte == b'#').count();
                let after = line.as_bytes().get(marks);
                if marks < 7 && after.is_none_or(|byte| matches!(byte, b' ' | b'\t')) {
                    found.headings.extend(heading(text, Span::new(start, start + line.len())));
                }
            }
            [b'`' | b'~', ..] => match fences.classify(line) {
                LineRole::Opener => opened = start,
                _ if line.starts_with("```") || line.starts_with("~~~") => return None,
                _ => {}
            },
            [b'<', ..] => {
                (html, opened) = (opens(line), start);
                if html == Html::Other {
                    return None;
                }
                if html == Html::Comment && line.contains(COMMENT_END) {
                    found.opaque.push(Span::new(start, start + line.len()));
                    html = Html::Text;
                }
            }
            [first, ..] => {
                if !is_plain(line, *first) {
                    return None;
                }
                items |= matches!(first, b' ' | b'\t') && deep_item(line);
            }
        }
    }
    // After the label of choices an item of a list is a choice, unless it is code.
    if items && names_choices(text, whole) {
        return None;
    }
    if matches!(html, Html::Comment | Html::Block) {
        found.opaque.push(Span::new(opened, whole.end()));
    }
    if html == Html::Comment {
        found.unclosed = Some(first_line(text, Span::new(opened, whole.end())));
    }
    if fences.is_open() {
        found.unclosed = Some(first_line(text, Span::new(opened, whole.end())));
        found.opaque.push(Span::new(opened, whole.end()));
    }
    Some(found)
}

/// Whether the line can neither open a block that hides lines nor be hidden code itself.
fn is_plain(line: &str, first: u8) -> bool {
    // A paragraph that starts with a letter, or with emphasis: by far the most lines.
    if first.is_ascii_alphabetic() || line.starts_with("**") {
        return true;
    }
    match first {
        b' ' | b'\t' => {
            let inner = line.trim_start_matches([' ', '\t']);
            let indent = line.len() - inner.len();
            let deep = indent > 3 || line.as_bytes().get(..indent).is_some_and(|blanks| blanks.contains(&b'\t'));
            let marked =
                || classify(inner, 0, indent).is_some_and(|kind| !is_bare(kind)) || after_sign(inner, 0).is_some();
            let hidden = deep && (marked() || may_hide(inner));
            !(inner.starts_with('#') || hides(inner) || hidden)
        }
        b'-' | b'+' | b'*' | b'>' | b'0'..=b'9' => !hides(line),
        _ => true,
    }
}

/// An item of a list with neither letter nor box, which is a choice only after the label of choices.
fn is_bare(kind: MarkKind) -> bool {
    matches!(kind, MarkKind::Choice(choice) if choice.bare)
}

/// An item of a list that is indented so deep that it may be code.
fn deep_item(line: &str) -> bool {
    let inner = line.trim_start_matches([' ', '\t']);
    let indent = line.len() - inner.len();
    let blanks = line.get(..indent).unwrap_or_default();
    (indent > 3 || blanks.contains('\t')) && inner.starts_with(['-', '+', '*'])
}

/// Whether any line is the older label of choices.
fn names_choices(text: &str, whole: Span) -> bool {
    lines(text, whole).any(|(_, line)| {
        let inner = line.trim_start_matches([' ', '\t']);
        let kind = classify(inner, 0, line.len() - inner.len());
        matches!(kind, Some(MarkKind::Label(found)) if found.label == Label::Choices)
    })
}

/// Whether a fence, HTML or indented code could start in this line, after marks of lists and quotes. A heading there
/// belongs to the list or quote, and is no heading to us.
fn hides(line: &str) -> bool {
    let inner = line.trim_start_matches(|c: char| c.is_ascii_digit() || " \t-+*>.)".contains(c));
    let marks = line.get(..line.len() - inner.len()).unwrap_or_default();
    let fenced = inner.starts_with("```") || inner.starts_with("~~~");
    fenced || opens(inner) != Html::Text || marks.contains("     ") || marks.contains('\t')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parse::{blocks as markdown, lines::marks};

    /// Whatever this reader answers, pulldown-cmark answers the same.
    #[track_caller]
    fn check(text: &str) -> bool {
        let whole = Span::new(0, text.len());
        let Some(plain) = blocks(text, whole) else { return false };
        let full = markdown::by_markdown(text, whole);
        let headings =
            |blocks: &Blocks| blocks.headings.iter().map(|it| (it.level, it.span, it.words)).collect::<Vec<_>>();
        assert_eq!(headings(&plain), headings(&full), "{text:?}");
        // Items of lists are choices only after the label.
        let labelled = names_choices(text, whole);
        let starts = |blocks: &Blocks| {
            let marks = marks(text, whole, &blocks.opaque);
            marks.iter().filter(|it| labelled || !is_bare(it.kind)).map(|it| it.start).collect::<Vec<_>>()
        };
        assert_eq!(starts(&plain), starts(&full), "{text:?}");
        assert_eq!(plain.unclosed, full.unclosed, "{text:?}");
        true
    }

    #[test]
    fn plain_documents_are_read_without_a_parser() {
        assert!(check(
            "# T\n\n## S\n\n### Q1: x\nbody\n\nA. one\n  more\n\n**Answer:** B\n\n- list\n  **Answer:** y\n"
        ));
        assert!(check("### a\n```\n### b\n**Answer:** x\n```\n**Answer:** y\n> ### c\n> **Answer:** z\n~~~ open\n# d"));
        assert!(check("<div>\n# a\n\n# b\n<!-- **Answer:** x\n\n# c -->\n# d\n<b>e</b> f\n- `g`\n- <b>h</b> i\n"));
        assert!(check("### a\n<!-- open\n\n### b\n**Answer:** x\n\n"));
        assert!(check("- a\n    - b\n\n    - c\n\n**Answer:** x\n"));
        for text in [
            "<b>\n# a",
            "    **Answer:** x",
            "- ```\n  A. x",
            " # a",
            "-     A. x",
            "1. <b>\n",
            "a\rb",
            "\t- a) x",
            "<pre>\n\n# a",
            "**Choices:**\n\n    - b\n",
        ] {
            assert!(!check(text), "{text:?}");
        }
    }

    /// `PROPTEST_CASES` can ask for more.
    fn cases(least: u32) -> ProptestConfig {
        let default = ProptestConfig::default();
        ProptestConfig { cases: default.cases.max(least), ..default }
    }

    /// A line as documents have them: indentation, marks of lists and quotes, then something that may open a block.
    fn any_line() -> impl Strategy<Value = String> {
        let indent = prop::sample::select(&["", "", "", " ", "  ", "   ", "    ", "\t", " \t", "       "][..]);
        let containers = prop::sample::select(
            &["", "", "", "- ", "-", "* ", "+ ", "1. ", "12) ", "> ", ">", "- - ", "> - ", "1.\t", "-    "][..],
        );
        let content = prop::sample::select(
            &[
                "",
                "",
                "text",
                "# a",
                "### Q1: x",
                "##### R1.1: y ###",
                "#b",
                "####### c",
                "#",
                "```",
                "``` x",
                "``` `x",
                "````",
                "~~~",
                "~~~ `",
                "**Answer:** x",
                "**Answer**: y",
                "A. one",
                "a) two",
                "[x] b) c",
                "- a) x",
                "**R1.1:** t",
                "_Consolidated from: x_",
                "---",
                "***",
                "===",
                "- - -",
                "<div>",
                "</div>",
                "<b>x</b> y",
                "<!-- x --> y",
                "<details><summary>**Answer:** x",
                "<https://x> y",
                "`x` y",
                "✅ **Answer:** z",
                "**Choices:**",
                "- x",
                "<!-- x",
                "-->",
                "<b>x</b>",
                "<?x",
                "<!X",
                "<![CDATA[",
                "[a]: b",
                "[a]:",
                "| a | b |",
                "|---|---|",
                "\\",
                "\\```",
                "`",
                "é",
                "\u{a0}",
                "&#35; x",
                "    code",
            ][..],
        );
        let blanks = prop::sample::select(&["", "", "", " ", "  ", "\t"][..]);
        let end = prop::sample::select(&["\n", "\n", "\n", "\n\n", "\r\n"][..]);
        (indent, containers, content, blanks, end)
            .prop_map(|(indent, containers, content, blanks, end)| [indent, containers, content, blanks, end].concat())
    }

    proptest! {
        #![proptest_config(cases(4000))]

        #[test]
        fn it_says_what_markdown_says_of_lines(lines in prop::collection::vec(any_line(), 0..8)) {
            check(&lines.concat());
        }

        #[test]
        fn it_says_what_markdown_says(parts in prop::collection::vec(prop::sample::select(&[
            "# a", "### Q1: x", "#b", "####### c", "```", "``` x", "```` y", "~~~", "    ", "  ", "\t", "\n", "\n", "\n\n", "\r\n",
            "- ", "* ", "1. ", "10) ", "> ", "**Answer:** ", "A. ", "a) ", "- [x] ", "text", "---", "===", "<div>", "<!--", "-->", "<b> x", "**Choices:**", "<br>",
            "[a]: b", "| a | b |", "|---|---|", "\\", "`", "+", "_Consolidated from: x_", "#",
        ][..]), 0..16)) {
            check(&parts.concat());
        }

        #[test]
        fn it_says_what_markdown_says_of_anything(text in "[#QA.)a1*_>`~< \\n\\t-]{0,40}") {
            check(&text);
        }
    }
}
