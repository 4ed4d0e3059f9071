//! The YAML crate as oracle: for any block that is valid YAML of the canonical shape both readers give the same values.

use envelope_core::Status;
use proptest::prelude::*;
use serde::Deserialize;
use status_block::parse;

#[derive(Debug, Deserialize)]
struct Doc {
    #[serde(rename = "STATUS")]
    status: String,
    #[serde(rename = "SUMMARY")]
    summary: Summary,
    #[serde(rename = "FILES")]
    files: Files,
    #[serde(rename = "NEXT_ACTION")]
    next_action: NextAction,
    #[serde(rename = "ERRORS")]
    errors: Option<Errors>,
}

#[derive(Debug, Deserialize)]
struct Summary {
    what_i_did: String,
    confidence: String,
    iterations_used: u64,
}

#[derive(Debug, Deserialize)]
struct Files {
    created: Vec<String>,
    modified: Vec<String>,
    read: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct NextAction {
    recommended_agent: String,
    reason: String,
    context_forward: String,
}

#[derive(Debug, Deserialize)]
struct Errors {
    message: String,
    details: String,
    can_retry: bool,
}

/// Text in any style of YAML, below a key indented by two.
fn scalar() -> impl Strategy<Value = String> {
    let words = "[a-z]{1,6}( [a-zé✅.,/()&*!?-]{1,8}){0,4}";
    let rich = prop::collection::vec(
        prop_oneof![
            Just("a"),
            Just("b c"),
            Just(": "),
            Just(" #"),
            Just("#"),
            Just("'"),
            Just(","),
            Just("- "),
            Just("["),
            Just("{"),
            Just("é"),
            Just("x:y"),
            Just("|")
        ],
        1..6,
    )
    .prop_map(|pieces| pieces.concat());
    prop_oneof![
        words,
        rich.clone(),
        rich.clone().prop_map(|text| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))),
        rich.clone().prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
        (rich.clone(), rich.clone()).prop_map(|(a, b)| format!("\"{a}\n    {b}\n\n    {a} \\\n    {b}\\t\\u00e9\"")),
        (rich.clone(), rich.clone()).prop_map(|(a, b)| format!(
            "'{}\n    {}'",
            a.replace('\'', "''"),
            b.replace('\'', "''")
        )),
        (words, words).prop_map(|(a, b)| format!("{a}\n    {b}\n\n      {a}")),
        ("[|>][+-]?", rich.clone(), words, 0_usize..3).prop_map(|(header, a, b, blank)| format!(
            "{header}\n    x{a}\n{}    {b}\n      deeper {a}\n    {b}",
            "\n".repeat(blank)
        )),
        Just("\"STATUS: failed\"".to_owned()),
        Just("|\n    STATUS: failed\n    ERRORS:\n      message: x".to_owned()),
        (words, words).prop_map(|(a, b)| format!("{a}  # {b}")),
    ]
}

fn list() -> impl Strategy<Value = String> {
    let item = prop_oneof!["[a-z]{1,5}(/[a-z_.]{1,6}){0,2}", "\"[a-z ,:#\\[]{1,9}\"", "'[a-z ,:#]{1,9}'",];
    prop_oneof![
        Just("[]".to_owned()),
        prop::collection::vec(item.clone(), 1..4).prop_map(|items| format!("[{}]", items.join(", "))),
        prop::collection::vec(item.clone(), 1..4)
            .prop_map(|items| format!("[\n    {}\n  ]", items.join(",  # c\n    "))),
        prop::collection::vec(item.clone(), 1..4).prop_map(|items| items
            .iter()
            .map(|item| format!("\n    - {item}"))
            .collect::<Vec<_>>()
            .concat()),
        prop::collection::vec(item, 1..4).prop_map(|items| items
            .iter()
            .map(|item| format!("\n  - {item}"))
            .collect::<Vec<_>>()
            .concat()),
    ]
}

fn section(name: &'static str, mut fields: [(&'static str, String); 3], order: usize) -> String {
    fields.rotate_left(order % 3);
    let lines: Vec<String> = fields
        .iter()
        .map(|(key, value)| {
            let space = if value.starts_with('\n') { "" } else { " " };
            format!("  {key}:{space}{value}\n")
        })
        .collect();
    format!("{name}:\n{}", lines.concat())
}

prop_compose! {
    fn text()(status in prop_oneof!["success", "blocked", "failed", "\"success\"", "'failed'", "blocked  # for now"],
        texts in prop::collection::vec(scalar(), 6), lists in prop::collection::vec(list(), 3),
        confidence in prop_oneof!["high", "\"medium\"", "'low'"], iterations in 0_u32..99, retry in any::<bool>(),
        orders in prop::collection::vec(0_usize..3, 4), rotate in 0_usize..4, with_errors in any::<bool>(),
        gap in prop_oneof!["\n", "", "\n# a comment\n", "\n\n"]) -> String {
        let t = |at: usize| texts[at].clone();
        let l = |at: usize| lists[at].clone();
        let mut sections = vec![
            section("SUMMARY", [("what_i_did", t(0)), ("confidence", confidence), ("iterations_used", iterations.to_string())], orders[0]),
            section("FILES", [("created", l(0)), ("modified", l(1)), ("read", l(2))], orders[1]),
            section("NEXT_ACTION", [("recommended_agent", t(1)), ("reason", t(2)), ("context_forward", t(3))], orders[2]),
        ];
        if with_errors {
            sections.push(section("ERRORS", [("message", t(4)), ("details", t(5)), ("can_retry", retry.to_string())], orders[3]));
        }
        let count = sections.len();
        sections.rotate_left(rotate % count);
        format!("STATUS: {status}\n{gap}{}", sections.join(&gap))
    }
}

#[track_caller]
fn compare(text: &str) -> Result<bool, TestCaseError> {
    let Ok(expected) = serde_saphyr::from_str::<Doc>(text) else { return Ok(false) };
    let parsed = parse(text);
    let Some(ours) = parsed.read() else { panic!("no value: {:?}\n{text}", parsed.diagnostics()) };
    prop_assert_eq!(ours.status.as_str(), expected.status, "{}", text);
    let summary = ours.summary.as_ref().expect("SUMMARY");
    prop_assert_eq!(summary.what_i_did.as_deref(), Some(expected.summary.what_i_did.as_str()), "{}", text);
    prop_assert_eq!(
        summary.confidence.as_ref().map(status_block::Confidence::as_str),
        Some(expected.summary.confidence.as_str()),
        "{}",
        text
    );
    let iterations = serde_json::to_value(&summary.iterations_used).expect("JSON");
    prop_assert_eq!(iterations.as_u64(), Some(expected.summary.iterations_used), "{}", text);
    let files = ours.files.as_ref().expect("FILES");
    prop_assert_eq!(files.created.as_ref(), Some(&expected.files.created.into()), "{}", text);
    prop_assert_eq!(files.modified.as_ref(), Some(&expected.files.modified.into()), "{}", text);
    prop_assert_eq!(files.read.as_ref(), Some(&expected.files.read.into()), "{}", text);
    let next = ours.next_action.as_ref().expect("NEXT_ACTION");
    prop_assert_eq!(next.recommended_agent.as_ref(), Some(&expected.next_action.recommended_agent), "{}", text);
    prop_assert_eq!(next.reason.as_ref(), Some(&expected.next_action.reason), "{}", text);
    prop_assert_eq!(next.context_forward.as_ref(), Some(&expected.next_action.context_forward), "{}", text);
    prop_assert_eq!(ours.errors.is_some(), expected.errors.is_some());
    if let (Some(errors), Some(expected)) = (&ours.errors, &expected.errors) {
        prop_assert_eq!(errors.message.as_ref(), Some(&expected.message), "{}", text);
        prop_assert_eq!(errors.details.as_ref(), Some(&expected.details), "{}", text);
        prop_assert_eq!(errors.can_retry, Some(expected.can_retry), "{}", text);
    }
    let none_of_form = parsed
        .diagnostics()
        .iter()
        .all(|it| it.severity == envelope_core::Severity::Note || it.rule.class() == envelope_core::Class::Content);
    prop_assert!(none_of_form, "{:?}\n{}", parsed.diagnostics(), text);
    Ok(true)
}

#[test]
fn both_readers_agree() {
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(2000) });
    let valid = std::cell::Cell::new(0_usize);
    let result = runner.run(&text(), |text| {
        valid.set(valid.get() + usize::from(compare(&text)?));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(valid.get() > 300, "the oracle must have had something to say: {} of 2000", valid.get());
}

/// A section in braces, with scalars as they may stand there.
fn braces() -> impl Strategy<Value = String> {
    let scalar = || {
        prop_oneof![
            "[a-z]{1,5}( [a-z.é]{1,5}){0,2}",
            "\"[a-z ,:#{\\[]{1,9}\"",
            "'[a-z ,:#}]{1,9}'",
            "[a-z]{1,3}:[a-z]{1,3}"
        ]
    };
    let list = || prop::collection::vec(scalar(), 0..4);
    let gap = || prop_oneof![Just(""), Just(" "), Just("\n    "), Just(" # c\n  ")];
    (prop::collection::vec(list(), 3), prop::collection::vec(scalar(), 4), gap(), gap()).prop_map(
        |(lists, texts, a, b)| {
            let list = |at: usize| format!("[{}]", lists[at].join(&format!(",{a} ")));
            format!(
                "STATUS: success\nSUMMARY: {{what_i_did: {}, \"confidence\":high, iterations_used: 1}}\n\
             FILES: {{{a}created: {}, modified: {},{b} read: {}{a}}}\n\
             NEXT_ACTION: {{recommended_agent: {}, reason: {},{b} context_forward: {} }}\n",
                texts[0],
                list(0),
                list(1),
                list(2),
                texts[1],
                texts[2],
                texts[3]
            )
        },
    )
}

/// A block list of an extension, in which items may be empty or lists themselves.
fn items() -> impl Strategy<Value = String> {
    let item = prop_oneof![
        Just("-".to_owned()),
        Just("- a".to_owned()),
        Just("- \"b: c\"".to_owned()),
        Just("-\n    - a\n    -".to_owned()),
        Just("- k: v\n    l:".to_owned()),
        Just("-   # c".to_owned()),
        Just("- [a, {b: c}]".to_owned()),
    ];
    (prop::collection::vec(item, 1..6), prop_oneof![Just(""), Just("  ")]).prop_map(|(items, indent)| {
        let lines: Vec<String> = items.iter().map(|item| format!("{indent}{item}\n")).collect();
        format!("STATUS: success\nSUMMARY:\n  what_i_did: x\nXX:\n{}", lines.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn both_readers_agree_on_braces(text in braces()) {
        compare(&text)?;
    }

    #[test]
    fn both_readers_agree_on_lists(text in items()) {
        if let Ok(expected) = serde_saphyr::from_str::<serde_json::Value>(&text) {
            let parsed = parse(text.as_str());
            let ours = parsed.read().and_then(|block| block.extensions.get("XX"));
            prop_assert_eq!(ours, expected.get("XX"), "{}", text);
        }
    }
}
