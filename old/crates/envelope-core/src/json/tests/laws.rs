//! The laws of the reader: total, faithful, never silently wrong, linear.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::json::{JsonRecord, Request, read, steps};
use crate::{DiagnosticRecord, Source, Span};

fn record(text: &str) -> JsonRecord {
    JsonRecord::new(&Source::new(text), &Request::default())
}

/// Strings of words that are no literals, so that a string without its quotes still reads as itself.
fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{4,9}", "[a-z]{4,6}/[a-z]{3,5}\\.rs"]
        .prop_filter("no literal", |word| crate::json::word::classify(word) == crate::json::word::Bare::Word)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![word(), "[ -~]{0,12}", "[a-zé漢🎈\\\\\"\n\t/ ]{0,10}"]
}

fn value(string: BoxedStrategy<String>) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        string.clone().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1000_i32..1000).prop_map(|thousandths| json!(f64::from(thousandths) / 1000.0)),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(3, 24, 5, move |inner| {
        let key = string.clone().prop_map(|key| format!("k{key}"));
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A root object that every reader sees as the one candidate.
fn document(string: BoxedStrategy<String>) -> impl Strategy<Value = Value> {
    prop::collection::vec(value(string), 1..4).prop_map(|values| {
        let members: Map<String, Value> =
            values.into_iter().enumerate().map(|(at, value)| (format!("m{at}"), value)).collect();
        Value::Object(members)
    })
}

/// Whether a diagnostic touches the bytes from `start` to `end`.
fn touches(diagnostics: &[DiagnosticRecord], start: usize, end: usize) -> bool {
    diagnostics.iter().any(|entry| entry.span.start() <= end && start <= entry.span.end())
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_total(&bytes)?;
    }

    #[test]
    fn any_text_near_json_is_read(text in "[{}\\[\\]\",:'`“”‘’ \n\r\t/*#.…+=ab01eE\\\\ux<>thinkNa-]{0,60}") {
        check_total(text.as_bytes())?;
    }

    #[test]
    fn clean_json_is_read_as_it_is(value in document(text().boxed()), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("a value prints");
        let record = record(&text);
        prop_assert_eq!(record.value, Some(value));
        prop_assert!(record.diagnostics.is_empty(), "{:?}", record.diagnostics);
    }

    /// Whatever `serde_json` takes whole is read alike, and told of only where something is odd.
    #[test]
    fn agrees_with_serde_json(text in "[{\\[]([\"ab:,{}\\[\\] 01.eE+-]|true|null|\\\\n|\"a\":){0,14}[}\\]]") {
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            let record = record(&text);
            prop_assert_eq!(record.value, Some(value));
        }
    }

    #[test]
    fn a_cut_is_never_complete(value in document(text().boxed()), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("a value prints");
        for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
            let record = record(&text[..cut]);
            prop_assert!(!record.accepted(), "cut at {}: {:?}", cut, record);
            prop_assert!(cut == 0 || record.truncated, "cut at {}: {:?}", cut, record);
        }
    }

    /// One break of a kind that agents make: the value is the original, or a diagnostic stands where it was broken.
    #[test]
    fn a_known_break_is_mended_or_told(value in document(word().boxed()), kind in any::<prop::sample::Index>(), pick in any::<prop::sample::Index>()) {
        let text = serde_json::to_string_pretty(&value).expect("a value prints");
        let apply: Vec<_> = BREAKS.iter().filter(|(_, find, _)| text.contains(find)).collect();
        let (name, find, replace) = apply[kind.index(apply.len())];
        let places: Vec<usize> = text.match_indices(find).map(|(at, _)| at).collect();
        let at = places[pick.index(places.len())];
        let broken = format!("{}{replace}{}", &text[..at], &text[at + find.len()..]);
        if serde_json::from_str::<Value>(&broken).is_ok() {
            return Ok(());
        }
        let record = record(&broken);
        // A lost closer is told where it should stand at the latest: at the end of the text.
        let end = if matches!(*find, "}" | "]") { broken.len() } else { at + replace.len() };
        let told = touches(&record.diagnostics, at.saturating_sub(1), end + 1);
        prop_assert!(record.value.as_ref() == Some(&value) || told, "{}\n{}\n{:?}", name, broken, record);
        prop_assert!(!record.diagnostics.is_empty());
    }
}

/// Name, what is looked for, what takes its place.
const BREAKS: [(&str, &str, &str); 24] = [
    ("no comma", ",", ""),
    ("two commas", ",", ",,"),
    ("no colon", ":", ""),
    ("equals for colon", ":", " ="),
    ("no brace", "}", ""),
    ("no bracket", "]", ""),
    ("bracket for brace", "}", "]"),
    ("brace for bracket", "]", "}"),
    ("comma before brace", "\n}", ",\n}"),
    ("no quote", "\"", ""),
    ("single quote", "\"", "'"),
    ("smart quote", "\"", "“"),
    ("line comment", "\n", " // why\n"),
    ("block comment", ":", ": /* why */"),
    ("hash comment", ",\n", ", # why\n"),
    ("raw tab in a name", "k", "k\t"),
    ("unknown escape", "k", "k\\d"),
    ("Python's true", "true", "True"),
    ("Python's false", "false", "False"),
    ("Python's none", "null", "None"),
    ("JavaScript's undefined", "null", "undefined"),
    ("not a number", "null", "NaN"),
    ("ellipsis", ",\n", ",\n...\n"),
    ("leading plus", ": 1", ": +1"),
];

fn check_total(bytes: &[u8]) -> Result<(), TestCaseError> {
    let source = Source::from_bytes(bytes);
    for required in [&[][..], &["a"][..]] {
        let read = read(&source, &Request::requiring(required));
        for diagnostic in read.diagnostics() {
            let span: Span = diagnostic.span;
            prop_assert!(source.text().get(span.range()).is_some(), "{} of {:?}", span, source.text());
        }
        if let Some(tree) = &read.tree {
            prop_assert!(serde_json::to_string(tree).is_ok());
        }
    }
    Ok(())
}

/// One class of input, `n` repetitions long.
pub(super) type Broken = (&'static str, fn(usize) -> String);

pub(super) const CLASSES: [Broken; 37] = [
    ("clean", |n| format!("[{}1]", "{\"key\": \"some text\", \"n\": 12},\n".repeat(n))),
    ("trailing commas", |n| format!("[{}1]", "{\"key\": \"text\",},".repeat(n))),
    ("missing commas", |n| format!("[{}1]", "{\"key\": \"text\" \"n\": 1}".repeat(n))),
    ("single quotes", |n| format!("[{}1]", "{'key': 'it's', 'n': 1},".repeat(n))),
    ("smart quotes", |n| format!("[{}1]", "{“key”: “text”},".repeat(n))),
    ("bare words", |n| format!("{{\"a\": [{}x]}}", "word, two words, ".repeat(n))),
    ("comments", |n| format!("[{}1]", "\"a\", // why\n /* b */".repeat(n))),
    ("inner quotes", |n| format!("[\"{}\"]", "say \"this\" and \"that\", ".repeat(n))),
    ("quotes and commas", |n| format!("{{\"a\": \"{}\"}}", "\", \"".repeat(n))),
    ("quotes and hashes", |n| format!("{{\"a\": \"{}\"}}", "\" # ".repeat(n))),
    ("raw line breaks", |n| format!("[\"{}\"]", "line,\n".repeat(n))),
    ("escapes", |n| format!("[\"{}\"]", "\\d\\u00e9\\ud800".repeat(n))),
    ("wrong closers", |n| format!("[{}1]", "{\"a\": [1, 2}, ".repeat(n))),
    ("lost closers", |n| format!("[{}1]", "{\"a\": [1, 2, ".repeat(n))),
    ("deep", |n| "[".repeat(n)),
    ("deep and closed", |n| format!("{}{}", "[{\"a\":".repeat(n), "}]".repeat(n))),
    ("cut", |n| format!("[{}{{\"key\": \"te", "{\"key\": \"text\"},".repeat(n))),
    ("many objects", |n| "{\"a\": 1}\n".repeat(n)),
    ("empty objects", |n| "{}".repeat(n)),
    ("objects in objects", |n| "{\"a\": {\"b\": 1}}\n".repeat(n)),
    ("braces in prose", |n| "use {name} or {x: y, z and [1] or \"{\\\"a\\\": 1\" then\n".repeat(n)),
    ("fences", |n| "```json\n{\"a\": 1}\n```\n".repeat(n)),
    ("thinking", |n| "<think>{\"a\": [1</think>\n".repeat(n)),
    ("blank lines in a string", |n| format!("{{\"a\": \"{}\"}}", "\n".repeat(n * 8))),
    ("blank lines in a key", |n| format!("{{\"a{}\": 1}}", "\n".repeat(n * 8))),
    ("a long value and its rivals", |n| format!("{{\"a\": [{}1]{}}}", "1,".repeat(n), ", \"a\": 1".repeat(n))),
    ("fences that nothing closes", |n| format!("{}{}", "````a\n".repeat(n), "```\n".repeat(n))),
    ("objects in fences in a fence", |n| format!("````\n{}", "```a\n{\"a\": 1}\n```\n{\"b\": 1}\n".repeat(n))),
    ("fences of two kinds", |n| "````\n~~~x\n{\"a\": \"b\n````\n".repeat(n)),
    ("fences closed behind the value", |n| "```a\n{\"a\": 1}```\n".repeat(n)),
    ("code that ends like a value", |n| format!("```a\n{}", "see {\"a\": 1}``` or {x}```\n".repeat(n))),
    ("deep fences", |n| "~~~~a\n```a\n{\"a\": \"b\n".repeat(n)),
    ("quote marks", |n| "> {\"a\": \"b\"}\n".repeat(n)),
    ("thoughts that nothing opens", |n| "{\"a\": 1}</think>\n".repeat(n)),
    ("braces that nothing closes", |n| "see { a: b and\n".repeat(n)),
    ("three quotes", |n| format!("[{}1]", "\"\"\"a\", ".repeat(n))),
    ("repeated keys", |n| format!("{{{}\"z\": 1}}", "\"a\": 1, ".repeat(n))),
];

#[test]
fn steps_grow_with_the_text_and_no_faster() {
    // Where no value has the key, envelopes are looked for below all of them.
    let requests = [&[][..], &["a"], &["none"]].map(Request::requiring);
    for ((name, make), request) in CLASSES.iter().flat_map(|class| requests.map(|request| (class, request))) {
        let count = |n: usize| {
            let text = make(n);
            steps::take();
            let _ = read(&Source::new(&*text), &request);
            (text.len(), steps::take())
        };
        let ((short, steps_short), (long, steps_long)) = (count(2000), count(4000));
        assert!(long > short && steps_short > 0, "{name}");
        assert!(
            steps_long * 100 <= steps_short * 205 + 1_000_000,
            "{name}: {steps_short} steps for {short} bytes, {steps_long} for {long}"
        );
        assert!(
            steps_long <= long * 200 && steps_long <= steps::allowed(long),
            "{name}: {steps_long} steps for {long} bytes"
        );
    }
}

/// The brackets inside of one that is not closed are no further values (R-A10).
#[test]
fn a_cut_list_of_lists_is_cut_and_nothing_else() {
    for text in ["[[1], [2, 3], [[4]]]", r#"[["a", ["b"]], [{"c": [1]}]]"#, r#"[[], {"a": [[1]]}, [[[]]]]"#] {
        for cut in (1..text.len()).filter(|cut| !text[..*cut].ends_with(|last: char| last.is_alphanumeric())) {
            let record = record(&text[..cut]);
            let rules: Vec<&str> = record.diagnostics.iter().map(|diagnostic| diagnostic.rule.as_str()).collect();
            assert!(record.truncated && record.value.is_some(), "{}: {rules:?}", &text[..cut]);
            assert_eq!(rules, ["envelope-core/json-truncated"], "{}", &text[..cut]);
        }
    }
}
