//! Linear in the input: steps are counted, not timed (R-A9).

use super::*;

/// How many bytes were looked at while the text was read.
fn steps(text: &str) -> usize {
    crate::steps::take();
    let _ = parse(text);
    crate::steps::take()
}

/// Four times the input takes about four times the steps.
#[track_caller]
fn check(name: &str, make: impl Fn(usize) -> String) {
    let (small, large) = (make(500), make(2000));
    let (few, many) = (steps(&small), steps(&large));
    let grown = large.len().div_ceil(small.len());
    assert!(2 * many < 3 * grown * few + 4000, "{name}: {few} steps, then {many}");
    assert!(
        many < 20 * large.len() && many <= crate::steps::allowed(large.len()),
        "{name}: {many} steps for {} bytes",
        large.len()
    );
}

#[test]
fn reading_is_linear() {
    let head = "STATUS: success\nSUMMARY:\n";
    check("canonical", |n| {
        format!("{head}  what_i_did: \"{}\"\nFILES:\n  created: [{}]\n", "x".repeat(n), "\"a\", ".repeat(n))
    });
    check("weak markers", |n| "Status: x\nfoo\n".repeat(n));
    check("weak markers and a section far away", |n| {
        format!("{}ISSUES:\n  - a\n", "status: x\nfoo: bar\n\n".repeat(n))
    });
    check("strong markers", |n| "STATUS: success\nfoo\n".repeat(n));
    check("reports", |n| "STATUS: success\nSUMMARY:\n  what_i_did: \"x\"\nprose\n".repeat(n));
    check("open quotes", |n| format!("{head}{}", "  k: \"a\n".repeat(n)));
    check("open single quotes", |n| format!("{head}{}", "  k: 'a\n".repeat(n)));
    check("open quotes of weak markers", |n| "Status: x\nFOO:\n  a: \"b\n".repeat(n));
    let swallowing = "  k: 'a\nFILES:\n  read: b'\n";
    check("quotes over a section", |n| format!("{head}{}", swallowing.repeat(n)));
    check("quotes over a section that follows", |n| {
        format!("STATUS: success\nFOO:\n{}FILES:\n  read: []\n", swallowing.repeat(n))
    });
    check("open brackets", |n| format!("{head}{}", "  k: [\n".repeat(n)));
    check("open brackets in a list", |n| format!("STATUS: success\nFOO:\n{}", "  - [\n".repeat(n)));
    check("open braces", |n| format!("{head}{}", "  k: {a\n".repeat(n)));
    check("one bracket and many keys", |n| format!("{head}  k: [\n{}", "   a: b\n".repeat(n)));
    check("nested brackets", |n| format!("{head}  k: {}\n", "[".repeat(n)));
    check("blank lines after plain text", |n| format!("{head}  k: a\n{}", "\n".repeat(n)));
    check("blank lines between plain text", |n| format!("{head}  k: a\n{}", "\n\n   b\n".repeat(n)));
    check("blank lines under a literal", |n| format!("{head}  k: |\n{}", "\n".repeat(n)));
    check("comments", |n| format!("{head}{}", "  # c\n".repeat(n)));
    check("repeated keys", |n| format!("{head}{}", "  k: 1\n".repeat(n)));
    check("many keys", |n| format!("{head}{}", (0..n).map(|at| format!("  k{at}: 1\n")).collect::<Vec<_>>().concat()));
    check("many sections", |n| {
        format!("{head}  a: b\n{}", (0..n).map(|at| format!("S_{at}:\n  a: b\n")).collect::<Vec<_>>().concat())
    });
    check("stray lines", |n| format!("{head}{}FILES:\n  read: []\n", "stray\n".repeat(n)));
    check("stray lines in a section", |n| format!("{head}  a: b\n{}", "  stray\n".repeat(n)));
    check("quoted block", |n| format!("> STATUS: success\n> SUMMARY:\n{}", ">   a: b\n".repeat(n)));
    check("fences", |n| "```\nSTATUS: x\n```\n".repeat(n));
    check("deep lists", |n| format!("{head}  a:\n    {}x\n", "- ".repeat(n)));
    check("sections before the status", |n| "SUMMARY:\n  a: b\nprose\n".repeat(n));
    check("list of maps", |n| format!("STATUS: success\nFOO:\n{}", "  - a: 1\n    b: 2\n".repeat(n)));
    check("indented statuses below prose", |n| {
        format!("prose\n{}", "    STATUS: success\n    FILES:\n      read: []\n\n".repeat(n))
    });
    check("indented statuses above a key", |n| {
        format!("{}  can_retry: true\n", "    STATUS: success\n    ERRORS:\n".repeat(n))
    });
    check("indented statuses and blank lines", |n| format!("{}{}", "  STATUS: x\n".repeat(n), "\n".repeat(n)));
    check("empty sections before the status", |n| format!("{}STATUS: success\n", "SUMMARY:\n".repeat(n)));
    check("empty sections and statuses", |n| "STATUS: success\nSUMMARY:\n".repeat(n));
    check("empty sections", |n| format!("{head}  what_i_did: \"x\"\n{}", "FILES:\n".repeat(n)));
    check("curly quotes with text behind them", |n| {
        format!("STATUS: success\nFILES:\n  created: [{}]\n", "“x” y,".repeat(n))
    });
    check("tags before open brackets", |n| format!("{head}{}", "  k: &a [b\n".repeat(n)));
    check("tags before open quotes", |n| format!("{head}{}", "  k: !!str \"b\n".repeat(n)));
    check("tags", |n| format!("{head}  k: {}x\n", "!a &b ".repeat(n)));
    check("open curly quotes", |n| format!("{head}{}", "  k: “a\n".repeat(n)));
    check("quotes in quotes", |n| format!("{head}{}", "  k: \"a \"b\" c\n".repeat(n)));
    check("quotes in quotes in an extension", |n| format!("{head}  a: b\nFOO:\n{}", "  - \"a \"b\" c\n".repeat(n)));
    check("flags in fences", |n| format!("{}{head}  a: b\n", "```\nsuccess: false\n```\n".repeat(n)));
    check("flags in thoughts", |n| format!("{}{head}  a: b\n", "<think>\nsuccess: false\n</think>\n".repeat(n)));
    check("statuses of objects", |n| format!("{head}  a: b\nx\n{}", "{\n  \"status\": 1,\n  \"a\": 2\n}\n".repeat(n)));
    check("further statuses", |n| format!("{head}  a: b\n{}", "STATUS: success\n".repeat(n)));
}

/// Whatever the exact path takes, the line reader reads the same, and finds nothing odd about how it is written.
#[test]
fn the_exact_path_and_the_line_reader_agree() {
    let canonical = "STATUS: failed\n\nSUMMARY:\n  what_i_did: \"a\"\n  confidence: high\n  iterations_used: 1\n\nFILES:\n  \
        created: [\"a\", \"b # c\"]\n  modified: []\n  read: [\"C:\\\\x\"]\n\nNEXT_ACTION:\n  recommended_agent: \"a: b\"\n  \
        reason: \"\\n\\\"\"\n\nERRORS:\n  message: \"✅\"\n  can_retry: true\n";
    let by_lines = |text: &str| {
        let limits = Limits::default();
        let mut found = Diagnostics::new(limits);
        let mut located = locate(text, limits, &mut found).expect("no marks before lines");
        let at = main(&located.candidates)?;
        let first = status_word(&located.candidates.get(at)?.block).0;
        let Candidate { block, found: own } = located.candidates.swap_remove(at);
        found.absorb(own);
        let prose = Prose::of(text, &located, &block, None, &[]);
        let value = decode::decode(&block, &prose, first, Policy::Tolerant, &mut found);
        assert!(found.is_empty() && located.candidates.is_empty(), "{text}\n{found:?}");
        value
    };
    let commented = "STATUS: failed # x: y\n# a\n  # b c\nSUMMARY: #\n# d\n  what_i_did: \"a\"  # \"\n    # e\n  \
        confidence: high #\n\n# f\nFILES:\n  created: [\"a\"] # g\n  # h\n\n# i\nERRORS:\n  can_retry: true # j\n";
    let mut taken = 0;
    // Every text that one change makes of it: a byte left out, doubled, or another one in its place.
    for (canonical, at) in [canonical, commented].into_iter().flat_map(|it| (0..it.len()).map(move |at| (it, at))) {
        assert!(exact::read(canonical).is_some(), "{canonical}");
        for new in ["", "\"", "\n", " ", "\\", ":", "#", "x", "[", ", ", "]", "-", "\t", "\r", "  ", "0", "\n\n", "{"] {
            let (Some(before), Some(after)) = (canonical.get(..at), canonical.get(at + 1..)) else { continue };
            for text in [format!("{before}{new}{after}"), format!("{before}{new}{}", canonical.get(at..).unwrap())] {
                if let Some(value) = exact::read(&text) {
                    taken += 1;
                    assert_eq!(by_lines(&text), Some(value), "{text}");
                }
            }
        }
    }
    assert!(taken > 500, "{taken} of the texts are canonical still");
}

#[test]
fn places_lead_back_through_line_numbers_and_quotes() {
    let text = "x\n  1→STATUS: success\n  2→SUMMARY:\n  3→  what_i_did: \"a\"\n  4→  confidence: é\n";
    let parsed = parse(text);
    let found = parsed.diagnostics().iter().find(|it| it.rule.code() == "status-block/unknown-confidence").unwrap();
    assert_eq!(found.span.of(text), "é");
    assert_eq!(parsed.read().unwrap().prose.before.as_deref(), Some("x"));
}

#[test]
fn prose_in_several_parts_has_the_place_of_one() {
    let text = "STATUS: success\nNEXT_ACTION:\n  reason: \"a\nSTATUS: failed\nERRORS:\né b";
    let parsed = parse(text);
    let found = parsed.diagnostics().iter().find(|it| it.rule.code() == "status-block/prose-around").unwrap();
    assert_eq!(found.span.of(text), "é b");
}

#[test]
fn recommended_agents_and_odd_forms() {
    let with = |value: &str| {
        let text = format!("STATUS: success\nNEXT_ACTION:\n  recommended_agent: {value}\n");
        let parsed = parse(text.as_str());
        let next = parsed.read().unwrap().next_action.clone().unwrap();
        next.agents().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(with("\"test-writer or orchestrator\""), ["test-writer", "orchestrator"]);
    assert_eq!(with("a | b, or c"), ["a", "b", "c"]);
    assert_eq!(with("orchestrator"), ["orchestrator"]);
    assert_eq!(
        with("reviewer (for src/a.rs, src/b.rs) or plugin:fixer - whoever is free"),
        ["reviewer", "plugin:fixer"]
    );
    assert_eq!(with("\"validator: run all tests, then report\""), ["validator"]);
    assert!(with("~").is_empty() && with("none").is_empty() && with("None (all done)").is_empty());
}
