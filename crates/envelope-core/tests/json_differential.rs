//! Holds the JSON reader against `serde_json`, and against its own laws on broken text.

use envelope_core::conformance::json_laws;
use envelope_core::json::read;
use proptest::prelude::*;
use serde_json::Value;

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "false",
            "-0",
            "0",
            "-0.0",
            "1E400",
            "1e-400",
            "18446744073709551615",
            "\"\""
        ])
        .prop_map(str::to_owned),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| format!("{number:e}")),
        "-?(0|[1-9][0-9]{0,22})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?",
        string(),
    ]
}

fn string() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-z ,:{}\\[\\]/#'.`<>-]{0,12}",
        1 => "\\PC{0,3}".prop_map(|text| text.replace(['"', '\\'], "")),
        2 => prop::sample::select(vec!["\\\"", "\\\\", "\\n", "\\u0041", "\\ud83d\\ude00", "\\/", "“", "’", "\\u0000"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn blank() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "", " ", "\n", "\r\n  ", "\t"]).prop_map(str::to_owned)
}

fn object(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let member = (blank(), string(), blank(), value, blank())
        .prop_map(|(a, key, b, value, c)| format!("{a}{key}{b}:{c}{value}{a}"));
    (blank(), prop::collection::vec(member, 0..6))
        .prop_map(|(blank, members)| format!("{{{blank}{}}}", members.join(",")))
}

fn json_object() -> impl Strategy<Value = String> {
    let value = scalar().prop_recursive(4, 40, 6, |inner| {
        let items = (blank(), prop::collection::vec(inner.clone(), 0..5));
        prop_oneof![
            object(inner),
            items.prop_map(|(blank, items)| format!("[{blank}{}]", items.join(&format!(",{blank}"))))
        ]
    });
    object(value)
}

/// Signs that structure or strings are made of.
const SIGNS: [&str; 30] = [
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\n",
    "```\n",
    "> ",
    "<think>",
    "</think>",
    "//",
    "/*",
    "*/",
    "# ",
    "...",
    "“",
    "”",
    "\u{1}",
    "\\u",
    "\\ud800",
    "a",
    "0",
    "-",
    "True",
    " ",
    "{\"a\":1}",
];

fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..SIGNS.len() + 8);
    (json_object(), prop::collection::vec(edit, 1..5))
        .prop_map(|(text, edits)| edits.into_iter().fold(text, |text, edit| mutate(&text, edit)))
}

fn mutate(text: &str, (from, to, what): (prop::sample::Index, prop::sample::Index, usize)) -> String {
    let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (a, b) = (*from.get(&boundaries), *to.get(&boundaries));
    let (start, end) = (a.min(b), a.max(b));
    match SIGNS.get(what) {
        Some(sign) => format!("{}{sign}{}", &text[..start], &text[start..]),
        None if what % 2 == 0 => text.char_indices().filter(|(at, _)| *at != start).map(|(_, c)| c).collect(),
        None => format!("{}{}", &text[..start], &text[end..]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn clean_json_has_no_diagnostics(text in json_object()) {
        json_laws(text.as_bytes());
    }

    #[test]
    fn broken_json_is_read_without_harm(text in mutated()) {
        json_laws(text.as_bytes());
        let around = format!("Note {{x}} it's:\n```json\n{text}\n```\n> {text}\n{text}");
        json_laws(around.as_bytes());
    }

    #[test]
    fn a_cut_is_seen(text in json_object(), at in any::<prop::sample::Index>()) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
        if serde_json::from_str::<Value>(&text).is_ok() {
            let cut = &text[..*at.get(&boundaries)];
            let cut = read(&cut.into(), &[]);
            prop_assert!(cut.truncated, "{text:?}: {cut:?}");
        }
    }
}
