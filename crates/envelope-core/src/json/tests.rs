use std::fmt::Write as _;

use super::*;
use crate::{Message, Sink, Span};

/// What reading gives: the value or `-`, then the rules that are broken, each with its source text.
fn shown(text: &str, required: &[&str]) -> String {
    let read = read(&text.into(), required);
    let mut shown = read.value.map_or("-".to_owned(), |value| value.to_string());
    for diagnostic in &read.diagnostics {
        let name = diagnostic.rule.code.trim_start_matches("envelope-core/").trim_start_matches("json-");
        let _ = write!(shown, " {name}({})", diagnostic.span.of(text));
    }
    assert_eq!(read.truncated, shown.contains(" truncated("), "{text}");
    shown
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(shown(text, &[]), expected, "{text}");
}

#[test]
fn json_has_no_diagnostics() {
    check("\u{feff} {\"a\": [1, -0, 2.50, true, null, {}]}\r\n", r#"{"a":[1,-0.0,2.5,true,null,{}]}"#);
    check(
        r#"{"a\"b\\": "\u00e9\ud83d\ude00\/\n", "": "it's // {no} \" end"}"#,
        r#"{"a\"b\\":"é😀/\n","":"it's // {no} \" end"}"#,
    );
    check(
        r#"{"i": [18446744073709551615, -9223372036854775808, 100000000000000000000, 1E5, 12345678901234567.5]}"#,
        r#"{"i":[18446744073709551615,-9223372036854775808,1e+20,100000.0,1.2345678901234568e+16]}"#,
    );
}

#[test]
fn commas_colons_and_closers() {
    check(r#"{"a": [1, 2,], "b": 3,}"#, r#"{"a":[1,2],"b":3} trailing-comma(,) trailing-comma(,)"#);
    check(
        r#"{,"a": 1,, "b": 2 "c": [[1] "y"], "d": {"e": "x"} "f": 3}"#,
        r#"{"a":1,"b":2,"c":[[1],"y"],"d":{"e":"x"},"f":3} doubled-comma(,) doubled-comma(,) missing-comma() missing-comma() missing-comma()"#,
    );
    check(r#"{"a" 1, "b" {"c": 2}}"#, r#"{"a":1,"b":{"c":2}} missing-colon() missing-colon()"#);
    check(r#"{"a": [1, {"b": 2]}"#, r#"{"a":[1,{"b":2}]} closer(])"#);
    check(r#"{"a": [1, 2}"#, r#"{"a":[1,2]} closer(})"#);
    check(r#"{"a": {"b": 1]}"#, r#"{"a":{"b":1}} truncated() text-around(]})"#);
    check(r#"{"a": [1, 2}, "b": 3}"#, r#"{"a":[1,2]} closer(}) truncated() text-around(, "b": 3})"#);
}

#[test]
fn quotes_and_strings() {
    check(
        "{'a': 'it's', b: “c”}",
        r#"{"a":"it's","b":"c"} quotes('a') quotes('it's') unescaped-quote(') unquoted-key(b) quotes(“c”)"#,
    );
    check(
        r#"{"a": "the "x", and "y"", "b": ["the "z" w"]}"#,
        r#"{"a":"the \"x\", and \"y\"","b":["the \"z\" w"]} unescaped-quote(") unescaped-quote(") unescaped-quote(") unescaped-quote(") unescaped-quote(") unescaped-quote(")"#,
    );
    check(
        "{\"a\": \"done,\n \"b\": open\", \"c\": word}",
        r#"{"a":"done","b":"open","c":"word"} missing-quotes("done) missing-quotes(open") missing-quotes(word)"#,
    );
    check(r#"{a: "x", b": 1}"#, r#"{"a":"x","b":1} unquoted-key(a) unquoted-key(b")"#);
    check(r#"{"a: "x"}"#, r#"{} truncated() text-around("a: "x"})"#);
    check("{\"a\": \"x\ty\n{z\"}", "{\"a\":\"x\\ty\\n{z\"} raw-control(\t)");
    check(r#"{"a": "C:\Work\u12"}"#, r#"{"a":"C:\\Work\\u12"} invalid-escape(\W) invalid-escape(\u)"#);
    check(r#"{"a": "\ud83d\n"}"#, r#"{"a":"�\n"} lone-surrogate(\ud83d)"#);
}

#[test]
fn literals_and_numbers() {
    check(
        "{\"a\": [True, None, undefined, NaN, -Infinity]}",
        r#"{"a":[true,null,null,null,null]} literal(True) literal(None) literal(undefined) not-finite(NaN) not-finite(-Infinity)"#,
    );
    check(
        "{\"a\": [+5, .5, -.5, 007]}",
        r#"{"a":[5,0.5,-0.5,7]} number-form(+5) number-form(.5) number-form(-.5) number-form(007)"#,
    );
    check("{\"a\": [1E400, 12345678901234567891]}", r#"{"a":["1E400",12345678901234567891]} number-range(1E400)"#);
    check("{\"a\": [123456789012345678912]}", r#"{"a":["123456789012345678912"]} number-range(123456789012345678912)"#);
    check("{\"a\": [1, ...], \"v\": 1.2.3}", r#"{"a":[1],"v":"1.2.3"} ellipsis(...) missing-quotes(1.2.3)"#);
}

#[test]
fn what_is_cut_is_truncated() {
    check(r#"{"a": [1, "x"#, r#"{"a":[1,"x"]} truncated()"#);
    check(r#"{"a": 1, "b"#, r#"{"a":1} truncated()"#);
    check("{\"a\": 1\nThat is all.", r#"{"a":1} truncated() text-around(That is all.)"#);
    check(r#"{"a": all is well, "b": 1}"#, r#"{} truncated() text-around("a": all is well, "b": 1})"#);
    check("```json\n{\"a\": [1\n```\nDone]}", r#"{"a":[1]} fenced(```json) truncated()"#);
    let deep = format!("{}1{}", "{\"a\":[".repeat(65), "]}".repeat(65));
    assert!(shown(&deep, &[]).contains("too-deep("));
    assert!(shown(&format!("{{\"status\": 1}} {deep}"), &["status"]).contains("too-deep("));
}

#[test]
fn objects_are_found_in_prose() {
    let found = |text: &str| shown(text, &["status"]);
    for before in [
        "fn main() { x } it's",
        "{ x { x",
        "{a, b} [1] \"q",
        "Use {name} and a { color: red; }",
        "> {\"status\": 2}\n",
        "<think>{\"status\": 2}</think>",
        "```js\nif (a) { go({b: 1}); }\n```\n",
        "match x { A::B => 1 }",
        "{\"hello\"} {'a', 'b'}",
    ] {
        let shown = found(&format!("{before} {{\"status\": 1}} it's {{x}} \"done\""));
        assert_eq!(shown, format!("{{\"status\":1}} text-around({})", before.trim_end()), "{before}");
    }
    assert_eq!(found("<think>\n{\"status\": 1}\n"), "- envelope-hidden({\"status\": 1})");
    assert_eq!(found("> {\"status\": 1}"), "- missing()");
    assert_eq!(found("[{\"status\": 1}]"), "{\"status\":1} in-array()");
    assert_eq!(found("{\"result\": {\"status\": 1}}"), "- nested({\"status\": 1})");
    assert_eq!(found("{\"status\": 1} {\"status\": 2}"), "- several-envelopes({\"status\": 2})");
    assert_eq!(
        found("{\"result\": no way {\"status\": 1}}"),
        "{} truncated() text-around(\"result\": no way {\"status\": 1}})"
    );
    assert_eq!(found(&"{\"status\": 1}".repeat(65)), "- too-many({\"status\": 1})");
}

#[test]
fn a_template_is_no_candidate_beside_another_object() {
    let shape = Shape { required: &["status"], status: &["status"], words: &["done", "failed"] };
    let message = Message::from("{\"status\": \"done|failed\"} {\"status\": \"failed\"}");
    let Located::At(place) = locate(&message, &shape) else { panic!() };
    assert_eq!(place.open(&message, &mut Sink::default()).raw(), "{\"status\": \"failed\"}");
    assert_eq!(place.others(&message).count(), 1);
}

#[test]
fn repeated_keys_and_pointers() {
    let text = r#"{"a": 1, "b/~": [0, {"c": 1, "c": 2,}], "a": 1, "d" 1}"#;
    check(
        text,
        r#"{"a":1,"b/~":[0,{"c":1}],"d":1} conflicting-key("c") trailing-comma(,) repeated-key("a") missing-colon()"#,
    );
    let pointers: Vec<_> = read(&text.into(), &[]).diagnostics.into_iter().filter_map(|it| it.pointer).collect();
    assert_eq!(pointers, ["/b~1~0/1/c", "/b~1~0/1", "/a", "/d"]);
    let keys: Vec<String> = (0..40).map(|key| format!("\"{}\": {key}", key % 39)).collect();
    assert!(shown(&format!("{{{}}}", keys.join(",")), &[]).ends_with("conflicting-key(\"0\")"));
}

#[test]
fn fields_are_converted_where_that_is_sure() {
    use crate::rules::{TRUNCATED as MISSING, WRONG_TYPE as MISTYPED};
    const REQUIRED: Required = Required { keys: &["name", "size", "path"], missing: &MISSING, mistyped: &MISTYPED };
    let text = r#"{"name": 7, "size": "12", "rate": "0.5", "ok": "True", "path": "<path>", "tags": "x", "list": ["none", 1], "n": {}, "o": 1.0}"#;
    let message = Message::from(text);
    let Located::At(place) = locate(&message, &Shape { required: REQUIRED.keys, status: &[], words: &[] }) else {
        panic!()
    };
    let mut sink = Sink::default();
    let object = place.open(&message, &mut sink);
    let mut fields = Fields::new(&mut sink, &REQUIRED);
    let mut read: Vec<String> = Vec::new();
    for field in object.members() {
        read.push(match field.key {
            "name" | "path" => format!("{:?}", fields.text(field)),
            "size" | "n" | "o" => format!("{:?}", fields.count(field)),
            "rate" => format!("{:?}", fields.number(field)),
            "ok" => format!("{:?}", fields.boolean(field)),
            _ => format!("{:?}", fields.texts(field)),
        });
    }
    let expected = [
        "Some(\"7\")",
        "Some(12)",
        "Some(0.5)",
        "Some(true)",
        "None",
        "Some([\"x\"])",
        "Some([\"1\"])",
        "None",
        "Some(1)",
    ];
    assert_eq!(read, expected);
    let extra = serde_json::Value::Object(fields.finish(object).0);
    assert_eq!(extra.to_string(), r#"{"path":"<path>","n":{}}"#);
    let shown: Vec<String> =
        sink.finish(&message).iter().map(|it| it.rule.code.replace("envelope-core/", "")).collect();
    let expected = ["truncated"].into_iter().chain(["converted"; 6]).chain(["wrong-type", "converted"]);
    assert!(shown.iter().map(String::as_str).eq(expected), "{shown:?}");
    assert_eq!(object.span(), Span::new(0, text.len()));
}
