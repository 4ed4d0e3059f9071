//! Messages that end inside a quote or a bracket, each beside one that does not (R-A10).

use envelope_core::{Parsed, Severity};
use status_block::{StatusBlock, parse};

const HEAD: &str = "STATUS: success\n\nSUMMARY:\n";

fn errors(parsed: &Parsed<StatusBlock>) -> Vec<&'static str> {
    let errors = parsed.diagnostics().iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.rule.code().trim_start_matches("status-block/")).collect()
}

/// The message is cut where the sign at `open` was to be closed.
#[track_caller]
fn cut(rest: &str, open: &str) {
    for end in ["", "\n", "  \n\n"] {
        let text = format!("{HEAD}{rest}{end}");
        let parsed = parse(text.as_str());
        assert!(parsed.truncated() && parsed.accepted().is_none(), "{text}\n{:#?}", parsed.diagnostics());
        let found = parsed.diagnostics().iter().find(|it| it.rule.code() == "status-block/truncated");
        let at = found.map(|found| (found.span.of(&text), found.span.start()));
        assert_eq!(at, Some((open, text.find(open).unwrap_or_default())), "{text}");
    }
}

#[track_caller]
fn whole(rest: &str) {
    let text = format!("{HEAD}{rest}");
    let parsed = parse(text.as_str());
    assert!(!parsed.truncated() && parsed.accepted().is_some(), "{text}\n{:#?}", parsed.diagnostics());
}

fn what_i_did(rest: &str) -> Option<String> {
    let text = format!("{HEAD}  what_i_did: {rest}");
    parse(text.as_str()).read().and_then(|block| block.summary.clone()).and_then(|summary| summary.what_i_did)
}

#[test]
fn inside_curly_quotes() {
    for (rest, open) in [
        ("“Fixed the login route and", "“"),
        ("„Fixed the login route and", "„"),
        ("«Fixed the login route and", "«"),
        ("‘Fixed the agent’s login route and", "‘"),
        ("“Fixed the “login” route and", "“"),
        ("“Fixed the “login", "“"),
        ("“Fixed the “login” and the “logout", "“"),
        ("“Fixed the \"login\" route and", "“"),
        ("«Fixed the «login» and the «logout", "«"),
        ("“Fixed # the login route and", "“"),
        ("“Fixed the login\n    route and", "“"),
        ("!!str “Fixed the login route and", "“"),
    ] {
        cut(&format!("  what_i_did: {rest}"), open);
    }
    assert_eq!(what_i_did("“Fixed # the login\n    route and").as_deref(), Some("Fixed # the login route and"));
    for rest in [
        "“login” route fixed",
        "“login“ and ”logout” routes fixed",
        "‘login’ of the agents’ routes, and the agent’s",
        "“Fixed # the login\n    route”",
        "the “login route fixed",
        "„login“ fixed",
        "“login“ fixed",
        "“Fixed the login route\"",
        "‘90s gauges work again",
        "‘tis done",
        "5” pipe",
        "'login' route serves the users' pages now",
        "\"Login\" page shows the 5\" gauge now",
    ] {
        whole(&format!("  what_i_did: {rest}"));
        whole(&format!("  what_i_did: {rest}\n  confidence: high\n"));
    }
}

#[test]
fn a_curly_quote_that_nothing_closes_before_more() {
    for rest in ["  confidence: high\n", "FILES:\n  created: []\n", "\nAll is well.\n"] {
        let text = format!("{HEAD}  what_i_did: “Fixed the login route and\n{rest}");
        let parsed = parse(text.as_str());
        assert_eq!((parsed.truncated(), errors(&parsed)), (false, vec!["unclosed"]), "{text}");
    }
    let text = format!("{HEAD}  confidence: high\nFILES:\n  created: [“a.rs, b.rs]\n");
    assert_eq!(errors(&parse(text.as_str())), ["unclosed"]);
}

#[test]
fn inside_quotes_that_hold_quotes() {
    for rest in [
        "\"Fixed the \"login\" route and",
        "'Fixed the 'login' route and",
        "\"Fixed the \"login\" route\n    and more",
        "\"Fixed the \"login\" and \\\"logout\\\" routes",
    ] {
        cut(&format!("  what_i_did: {rest}"), rest.get(..1).unwrap());
    }
    cut("  what_i_did: x\nISSUES:\n  - \"the \"login\" route", "\"");
    assert_eq!(what_i_did("\"Fixed the \"login\" route and").as_deref(), Some("Fixed the \"login\" route and"));
    for rest in ["\"login\" route fixed", "\"login\" and \"logout\" fixed", "5\" pipe", "the agent's", "'login' route"]
    {
        whole(&format!("  what_i_did: {rest}"));
    }
    whole("  what_i_did: \"Fixed the \"login\" route and\n  confidence: high\n");
}

#[test]
fn inside_quotes_behind_a_tag_or_an_anchor() {
    for rest in
        ["!!str \"Added a lot of", "&a \"Added a lot of", "&a !!str 'Added a lot of", "!!str\n    \"Added a lot of"]
    {
        cut(&format!("  what_i_did: {rest}"), if rest.contains('"') { "\"" } else { "'" });
    }
    for rest in ["!!str \"Added a lot\"", "&a Added \"a lot", "!important \"login\" fixed", "& \"more", "!!str x"] {
        whole(&format!("  what_i_did: {rest}"));
    }
    let text = format!("{HEAD}  what_i_did: !!str \"Added\n  confidence: high\n");
    assert_eq!(errors(&parse(text.as_str())), ["unclosed"]);
}

#[test]
fn inside_brackets_behind_a_tag_or_an_anchor() {
    cut("  what_i_did: \"x\"\nFILES:\n  created: !!seq [src/a.rs, src/b", "[");
    cut("  what_i_did: \"x\"\nFILES:\n  created: !!seq [\n    src/a.rs,\n    src/b", "[");
    cut("  what_i_did: \"x\"\nFILES:\n  created: !!seq [\"src/a.rs\", \"src/b", "[");
    cut("  what_i_did: \"x\"\nRUNS:\n  first: &run {command: make, code: 0", "{");
    cut("  what_i_did: \"x\"\nRUNS: &run {command: make, code: [0, 1", "{");
    whole("  what_i_did: \"x\"\nFILES:\n  created: !!seq [src/a.rs, src/b]");
    whole("  what_i_did: \"x\"\nRUNS:\n  first: &run {command: make, code: 0}\n  again: *run");
    whole("  what_i_did: !note [a] and {b");
}
