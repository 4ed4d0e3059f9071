//! Linear in the input: steps are counted, not timed (R-A9).

use crate::{parse, render, steps};

const HEAD: &str = "RESULT: CLEAN | Type: implementation | Task: t | Files: 1 | Criteria: 1/1 | Tests: 2/2\n";
const META: &str = "---\n**Protocol**: v1\n**Agent**: a\n**Coverage**: 100%\n---\n\n";
const TABLE: &str = "| ID | Severity | Type | Location | Description |\n|---|---|---|---|---|\n";

/// How many bytes were looked at while the text was read and checked.
fn counted(text: &str) -> usize {
    steps::take();
    let parsed = parse(text);
    let taken = steps::take();
    assert!(parsed.read().is_some());
    taken
}

/// Four times the input takes about four times the steps, and no byte is looked at often.
#[track_caller]
fn check(name: &str, make: impl Fn(usize) -> String) {
    for head in ["", &format!("{HEAD}{META}")] {
        let (small, large) = (format!("{head}{}", make(100)), format!("{head}{}", make(400)));
        let (few, many) = (counted(&small), counted(&large));
        assert!(many < 5 * few + 4000, "{name}: {few} steps, then {many}");
        assert!(
            many < 60 * large.len() && many <= steps::allowed(large.len()),
            "{name}: {many} steps for {} bytes",
            large.len()
        );
    }
}

fn numbered(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

#[test]
fn long_lines_and_many_lines_of_one_kind() {
    for part in [
        "x ",
        "| ",
        "| `",
        "\\|",
        "`",
        "**",
        "Result: x ",
        "| Doc: a ",
        "RESULT ",
        "<",
        "<b>",
        "<!-- ",
        "<!-- x -->",
        "<td>",
        "<table>",
        "<think>",
        "[",
        "](",
        "é",
        "\t",
        "12→",
        "*_",
    ] {
        check(part, |n| part.repeat(n));
        check(part, |n| format!("{part}\n").repeat(n));
        check(part, |n| format!("{part}\n\n").repeat(n));
        check(part, |n| format!("- {part}\n").repeat(n));
        check(part, |n| format!("> {part}\n").repeat(n));
        check(part, |n| format!("## Tests\n\n{}", format!("- {part}: pass\n").repeat(n)));
    }
}

#[test]
fn marker_lines_and_asides() {
    check("comments", |n| "<!-- x -->\n".repeat(n));
    check("comments on one line", |n| "<!-- x -->".repeat(n));
    check("open comments", |n| "<!-- x\n".repeat(n));
    check("thoughts", |n| "<think>x</think>\n".repeat(n));
    check("open thoughts", |n| "<think>x\n".repeat(n));
    check("results", |n| "RESULT: CLEAN\n".repeat(n));
    check("results and comments", |n| "RESULT: CLEAN\n<!-- x -->\n".repeat(n));
    check("results and tables", |n| format!("RESULT: CLEAN\n{TABLE}").repeat(n));
    check("results in fences", |n| "```\nRESULT: CLEAN\n```\n".repeat(n));
    check("results in one open fence", |n| format!("```\n{}", "RESULT: CLEAN | Type: digest\n".repeat(n)));
    check("results in one open fence of an item", |n| format!("- a\n  ```\n{}", "RESULT: ERROR\n".repeat(n)));
    check("results in one fence of an item", |n| format!("- a\n  ```\n{}```\n", "RESULT: ERROR\n```rust\n".repeat(n)));
    check("copied instructions", |n| "RESULT: <STATUS> | Type: <TYPE>\n".repeat(n));
    check("copied instructions and text", |n| "RESULT: <STATUS> | Type: <TYPE>\ntext\n\n".repeat(n));
    check("unknown results", |n| "RESULT: PASS\ntext\n\n".repeat(n));
    check("further pairs", |n| "| Note: x\n".repeat(n));
}

#[test]
fn metadata_and_rules() {
    check("fields", |n| "**Agent**: x\n".repeat(n));
    check("unknown fields", |n| numbered(n, |at| format!("**Key{at}**: x\n")));
    check("rules", |n| "---\n".repeat(n));
    check("rules and fields", |n| "---\n**Agent**: x\n".repeat(n));
    check("rules and unknown fields", |n| "---\n**Other**: x\n".repeat(n));
    check("rules, text and fields", |n| "---\ntext\n\n**Scope**: x\n".repeat(n));
    check("values of many lines", |n| format!("---\n**Scope**: x\n{}", "  more\n\n".repeat(n)));
}

#[test]
fn blocks_that_nest() {
    check("deep quotes", |n| format!("{}x\n", "> ".repeat(n)));
    check("deep lists", |n| format!("{}x\n", "- ".repeat(n)));
    check("lists that go deeper", |n| {
        // Indentation makes the text itself grow by more than its lines.
        numbered(n, |at| format!("{}- x\n", " ".repeat(at % 40)))
    });
    check("quotes that go deeper", |n| numbered(n, |at| format!("{}x\n\n", "> ".repeat(at % 40))));
    check("lists, parted", |n| "- a\n\n  b\n\nc\n\n".repeat(n));
    check("lists of all marks", |n| "- a\n* b\n+ c\n1. d\n2) e\n".repeat(n));
    check("a list that ends oddly", |n| format!("{}\n<odd\n", "- a\n".repeat(n)));
    check("quotes with tables", |n| format!("> {}", TABLE.replace('\n', "\n> ")).repeat(n));
}

#[test]
fn fences_of_every_kind() {
    for fence in [
        "```\n",
        "~~~\n",
        "```json\n{}\n```\n",
        "```\n```\n",
        "- ```\n",
        "> ```\n",
        "````\n```\n",
        "  ```\n",
        "```a`b\n",
    ] {
        check(fence, |n| fence.repeat(n));
        check(fence, |n| format!("{fence}text\n\n").repeat(n));
    }
    check("longer fences", |n| numbered(n, |at| format!("{}\n", "`".repeat(3 + at % 40))));
    check("carried", |n| "## Carried\n\n```json\n{\"a\": 1}\n```\n\n".repeat(n));
}

#[test]
fn tables_and_what_follows_them() {
    check("tables", |n| format!("{TABLE}| F1 | minor | omission | a | b |\n\n").repeat(n));
    check("headers alone", |n| "| ID | Severity | Type | Location |\n\n".repeat(n));
    check("tables without dashes", |n| "| ID | Severity | Type | Location |\n| F1 | minor | x | y |\n\n".repeat(n));
    check("other tables", |n| "| a | b |\n|---|---|\n| c | d |\n\n".repeat(n));
    check("rows", |n| format!("{TABLE}{}", numbered(n, |at| format!("| F{at} | critical | omission | a | b |\n"))));
    check("rows apart", |n| format!("{TABLE}{}", "| F1 | minor | omission | a | b |\n\n".repeat(n)));
    check("rows and text", |n| format!("{TABLE}{}", "| F1 | minor | omission | a | b |\ntext\n".repeat(n)));
    check("rows far apart", |n| format!("{TABLE}{}", "text\n\n| F1 | minor | x | a | b |\n\n".repeat(n)));
    check("wide rows", |n| format!("{TABLE}| {} |\n", "a | ".repeat(n)));
    check("wide headers", |n| format!("| {} |\n| {} |\n", "Severity | ".repeat(n), "--- | ".repeat(n)));
    for name in ["a", "Failed", "Result", "Before", "critical"] {
        let wide = |n: usize| format!("|{}\n|{}\n{}", format!("{name}|").repeat(n), "-|".repeat(n), "|0|\n".repeat(n));
        check("short rows below a wide header", wide);
        check("short tests below a wide header", |n| format!("## Test Results\n\n{}", wide(n)));
    }
    check("rows with back-ticks", |n| format!("{TABLE}{}", "| F1 | grave | typo | `a | b |\n".repeat(n)));
    check("HTML tables", |n| "<table><tr><th>ID</th></tr><tr><td>F1</td></tr></table>\n\n".repeat(n));
    check("one HTML table", |n| format!("<table>{}", "<tr><td>a < b</td></tr>\n".repeat(n)));
    check("pieces of text with HTML tables", |n| format!("{TABLE}\n<table>\n\n").repeat(n));
}

#[test]
fn sections_and_discussions() {
    check("headings", |n| "## Tests\n\n".repeat(n));
    check("headings and lists", |n| "## Tests\n\n- a: pass\n\n### Unit\n\n- b: pass\n\n".repeat(n));
    check("discussions", |n| format!("{TABLE}{}", numbered(n, |at| format!("### F{at}: x\n\ntext\n\n"))));
    check("discussions of all", |n| {
        let rows = numbered(n, |at| format!("| F{at} | critical | omission | a | b |\n"));
        format!("{TABLE}{rows}\n{}", numbered(n, |at| format!("### F{at}: x\n\ntext\n\n")))
    });
    check("discussions in a list", |n| numbered(n, |at| format!("- **F{at}**: x\n")));
    check("bold leads", |n| "**F1** again\n\n".repeat(n));
    check("labels", |n| "**Tests:**\n\n- a\n\n".repeat(n));
    check("underlined headings", |n| "Tests\n=====\n\n".repeat(n));
    check("text", |n| "text\n\n".repeat(n));
}

/// What was read is written in as many steps as it has bytes.
#[test]
fn written_again_it_is_as_quick() {
    let text = format!(
        "{HEAD}{META}{}",
        format!("{TABLE}| F1 | minor | omission | a | b |\n\n## Tests\n\n- a\n\n").repeat(300)
    );
    let again = render(parse(text.as_str()).read().expect("a value"));
    assert!(counted(&again) <= steps::allowed(again.len()));
}
