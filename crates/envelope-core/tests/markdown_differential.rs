//! The scan of Markdown against pulldown-cmark: the same headings, fences, tables and list items on generated documents.
//!
//! The known differences have a test each below; the generated documents do not hold what makes them.

#![allow(clippy::format_collect, reason = "short texts of a test")]

use envelope_core::Span;
use envelope_core::markdown::{Kind, blocks, cells};
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// What both readers see: a kind, and its content as it is in the source.
type Seen = (&'static str, String);

fn ours(text: &str) -> Vec<Seen> {
    let mut seen = Vec::new();
    for block in blocks(text, Span::new(0, text.len())) {
        let content = block.text.of(text);
        match block.kind {
            Kind::Heading(level) => seen.push(("heading", format!("{level} {content}"))),
            Kind::Fence { .. } => seen.push(("fence", content.trim_end().to_owned())),
            Kind::Item => seen.push(("item", first_line(content))),
            Kind::Table | Kind::Row => {
                seen.push(("row", String::new()));
                seen.extend(cells(text, block.text).map(|cell| ("cell", cell.of(text).to_owned())));
            }
            Kind::Paragraph | Kind::Html | Kind::Thought { .. } | Kind::Quote | Kind::Break => {}
        }
    }
    seen
}

fn theirs(text: &str) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut code = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let source = &text[range];
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let title = first_line(source.trim_start().trim_start_matches('#'));
                let closed = title.trim_end_matches('#');
                let title = if closed.is_empty() || closed.ends_with(' ') { closed.trim() } else { &title };
                seen.push(("heading", format!("{} {title}", level as usize)));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => code = Some(String::new()),
            Event::Text(text) => {
                if let Some(code) = &mut code {
                    code.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                seen.extend(code.take().map(|code| ("fence", code.trim_end().to_owned())));
            }
            Event::Start(Tag::Item) => {
                let item = source.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
                seen.push(("item", first_line(item.get(1..).unwrap_or_default())));
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => seen.push(("row", String::new())),
            Event::Start(Tag::TableCell) => seen.push(("cell", source.trim().to_owned())),
            _ => {}
        }
    }
    seen
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// A word that is no marker of anything.
fn words() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(vec!["tide", "berth:", "a.b", "**F1**", "`x`", "crane#3", "F1", "é", "-5", "1.5", "\\|"]);
    prop::collection::vec(word, 1..5).prop_map(|words| format!("w {}", words.join(" ")))
}

fn table() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!["tide", "", "`code`", r"a\|b", "**bold**", "- x", "# y", "critical", "é"]);
    (1..4_usize).prop_flat_map(move |columns| {
        let row = prop::collection::vec(cell.clone(), columns);
        let rows = prop::collection::vec(row, 0..4);
        (rows, prop::sample::select(vec!["---", ":--", "--:", ":-:", "-"])).prop_map(move |(rows, dashes)| {
            let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
            let header = line(vec!["head"; columns]) + &line(vec![dashes; columns]);
            header + &rows.into_iter().map(line).collect::<String>()
        })
    })
}

fn block() -> impl Strategy<Value = String> {
    let lines = || prop::collection::vec(words(), 1..4);
    prop_oneof![
        (0..4_usize, 1..8_usize, words(), prop::bool::ANY).prop_map(|(indent, level, title, closed)| {
            let end = if closed { " ##" } else { "" };
            format!("{}{} {title}{end}\n", " ".repeat(if level > 6 { 0 } else { indent }), "#".repeat(level))
        }),
        lines().prop_map(|lines| lines.join("\n") + "\n"),
        (lines(), prop::sample::select(vec!["- ", "* ", "+ ", "1. ", "1) "])).prop_map(|(lines, sign)| {
            lines.iter().map(|line| format!("{sign}{line}\n")).collect::<String>() + "\n"
        }),
        (lines(), words()).prop_map(|(lines, nested)| {
            lines.iter().map(|line| format!("- {line}\n  continued\n  - {nested}\n")).collect::<String>() + "\n"
        }),
        (lines(), prop::sample::select(vec!["```", "~~~", "````"]), prop::sample::select(vec!["", "text", " rust,x"]))
            .prop_map(|(lines, sign, info)| {
                let inner = "# no heading\n- no item\n| no | table |\n|---|---|\n``\n";
                format!("{sign}{info}\n{inner}{}\n{sign}\n", lines.join("\n"))
            }),
        table().prop_map(|table| table + "\n"),
        lines().prop_map(|lines| lines.iter().map(|line| format!("> {line}\n")).collect::<String>() + "\n"),
        Just("\n---\n".to_owned()),
        Just("* * *\n".to_owned()),
        Just("#hash\n".to_owned()),
        Just("-dash 1.dot\n".to_owned()),
        Just("12 w | no table\n".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_blocks_as_pulldown_cmark(parts in prop::collection::vec((block(), 0..2_usize), 1..8), crlf: bool) {
        let text: String = parts.iter().map(|(block, blank)| format!("{block}{}", "\n".repeat(*blank))).collect();
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let ours: Vec<Seen> = ours(&text).into_iter().map(|(kind, text)| (kind, text.replace("\r\n", "\n"))).collect();
        prop_assert_eq!(ours, theirs(&text), "{}", text);
    }

    #[test]
    fn spans_are_in_order(text in r"[-a#|`>*<1. \n:]{0,80}") {
        let mut end = 0;
        for block in blocks(&text, Span::new(0, text.len())) {
            prop_assert!(block.span.start() >= end && block.span.end() <= text.len(), "{:?}", block);
            prop_assert!(text.get(block.text.range()).is_some(), "{:?}", block);
            end = block.span.end();
        }
    }
}

fn kinds(text: &str) -> Vec<&'static str> {
    ours(text).into_iter().map(|(kind, _)| kind).collect()
}

fn their_kinds(text: &str) -> Vec<&'static str> {
    theirs(text).into_iter().map(|(kind, _)| kind).collect()
}

fn paragraphs(text: &str) -> Vec<&str> {
    let blocks = blocks(text, Span::new(0, text.len())).into_iter();
    blocks.filter(|block| block.kind == Kind::Paragraph).map(|block| block.span.of(text)).collect()
}

/// What is read in another way, so that no line that may hold a verdict or a finding vanishes.
#[test]
fn known_differences() {
    // A link definition hides no line.
    let text = "[note]:\nRESULT: ERROR\n";
    assert!(theirs(text).is_empty() && paragraphs(text) == ["[note]:\nRESULT: ERROR"]);
    // `---` below a line makes no heading.
    let text = "RESULT: CLEAN\n---\n";
    assert_eq!((kinds(text), their_kinds(text)), (vec![], vec!["heading"]));
    // `|` in back-ticks does not split, and surplus cells are kept.
    let text = "| a | b |\n|---|---|\n| `x|y` | 2 | 3 |\n";
    assert_eq!(kinds(text), ["row", "cell", "cell", "row", "cell", "cell", "cell"]);
    assert_eq!(their_kinds(text).len(), 6);
    // A delimiter row of another width makes a table, too: its rows count.
    let text = "| a | b | c |\n|---|---|\n| 1 | 2 | 3 |\n";
    assert_eq!((kinds(text).len(), their_kinds(text).len()), (8, 0));
    // A table ends at a line without `|`: a sentence is no cell.
    let text = "| a |\n|---|\n| 1 |\nF1 is grave.\n";
    assert_eq!((kinds(text).len(), their_kinds(text).len()), (4, 6));
    // A table needs no blank line above it, not even below text that belongs to an item.
    let text = "- item\n\n  text\n| a |\n|---|\n";
    assert_eq!((kinds(text).len(), their_kinds(text).len()), (3, 1));
    // Four blanks and a tag hide no table.
    for text in ["    | a |\n    |---|\n", "<div>\n| a |\n|---|\n</div>\n"] {
        assert_eq!((kinds(text).len(), their_kinds(text).len()), (2, 0));
    }
}
