//! Malformed JSON as agents write it, with what a careful person reads in it.

/// One message, what it says, and everything there is to report about it.
pub(crate) struct Case {
    /// What is special about the message, as a unique kebab-case sentence.
    pub name: &'static str,
    /// The envelope's required keys; without any, a single outermost object or array is the value.
    pub required: &'static [&'static str],
    /// The message.
    pub input: &'static str,
    /// Strict JSON text of the expected value; `None` where there is none.
    pub value: Option<&'static str>,
    /// Whether the message ends in mid-value.
    pub truncated: bool,
    /// Severity, rule and the text that the span covers (empty for an empty span), in order of span start.
    pub diagnostics: &'static [(&'static str, &'static str, &'static str)],
}

pub(crate) const CASES: &[Case] = &[
    // What began in a fence ends with it.
    Case {
        name: "a-string-runs-past-the-end-of-its-fence",
        required: &["status"],
        input: "```json\n{\"status\": \"completed\", \"note\": \"a\n```\nnot done\", \"n\": 1}",
        value: Some(r#"{"status": "completed", "note": "a\n"}"#),
        truncated: true,
        diagnostics: &[
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-raw-control", "\n"),
            ("error", "json-truncated", ""),
            ("warning", "json-in-prose", "not done\", \"n\": 1}"),
        ],
    },
    Case {
        name: "a-comment-runs-past-the-end-of-its-fence",
        required: &["status"],
        input: "~~~\n{\"status\": \"completed\" /* see\n~~~\nbelow */ , \"n\": 1}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: true,
        diagnostics: &[
            ("warning", "json-in-fence", "~~~"),
            ("warning", "json-comment", "/* see\n"),
            ("error", "json-truncated", ""),
            ("warning", "json-in-prose", "below */ , \"n\": 1}"),
        ],
    },
    Case {
        name: "a-labelled-fence-in-a-string-in-a-fence",
        required: &[],
        input: "```json\n{\"patch\": \"\n```js\nrun();\n```\n\", \"n\": 1}\n```\n",
        value: Some(r#"{"patch": "\n```js\nrun();\n```\n", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("warning", "json-raw-control", "\n")],
    },
    Case {
        name: "a-string-in-a-fence-that-nothing-closes",
        required: &[],
        input: "````json\n{\"patch\": \"\n```\nrun();\n```\n\", \"n\": 1}\n",
        value: Some(r#"{"patch": "\n```\nrun();\n```\n", "n": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-fence", "````json"),
            ("warning", "json-unclosed-fence", "````json"),
            ("warning", "json-raw-control", "\n"),
        ],
    },
    // Marks before every line are decoration; a quotation in a message may be somebody else's words.
    Case {
        name: "quote-marks-before-every-line",
        required: &["status"],
        input: "> {\n>   \"status\": \"completed\",\n>\n>   \"n\": 1\n> }\n",
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "decoration", "> ")],
    },
    Case {
        name: "line-numbers-before-every-line",
        required: &["status"],
        input: "   12→{\n   13→  \"status\": \"completed\"\n   14→}\n",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "decoration", "   12→")],
    },
    Case {
        name: "line-numbers-before-a-fence",
        required: &["status"],
        input: "1: ```json\n2: {\n3:   \"status\": \"completed\"\n4: }\n5: ```\n",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "decoration", "1: "), ("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "a-string-over-quote-marks",
        required: &["status"],
        input: "> {\"status\": \"completed\",\n> \"note\": \"a\n> b\"}",
        value: Some(r#"{"status": "completed", "note": "a\n  b"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "decoration", "> "),
            ("warning", "json-raw-control", "\n"),
            ("error", "json-unexpected", "\n"),
        ],
    },
    Case {
        name: "an-object-quoted-in-a-message",
        required: &["status"],
        input: "The last agent said:\n\n> {\n>   \"status\": \"completed\"\n> }\n\nI could not confirm it.\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "a-list-of-two-that-could-be-the-envelope",
        required: &["status"],
        input: r#"[{"status": "completed"}, {"status": "failed"}]"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#"[{"status": "completed"}, {"status": "failed"}]"#)],
    },
    // An ellipsis in a comment stands for something left out.
    Case {
        name: "an-ellipsis-in-a-line-comment",
        required: &[],
        input: "{\"a\": [1, // ... 5 more\n], \"b\": 2 # … and so on\n}",
        value: Some(r#"{"a": [1], "b": 2}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-trailing-comma", ","),
            ("error", "json-ellipsis", "// ... 5 more"),
            ("error", "json-ellipsis", "# … and so on"),
        ],
    },
    Case {
        name: "an-ellipsis-in-a-block-comment",
        required: &[],
        input: "{\"a\": [1 /* ... */]}",
        value: Some(r#"{"a": [1]}"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "/* ... */")],
    },
    Case {
        name: "a-comment-with-an-ellipsis-behind-words",
        required: &[],
        input: "{\"a\": [1 /* so it goes ... */]}",
        value: Some(r#"{"a": [1]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "/* so it goes ... */")],
    },
    Case {
        name: "raw-line-breaks-and-tabs-in-many-strings",
        required: &[],
        input: "[\"a\nb\nc\", \"d\te\", \"f\ng\"]",
        value: Some(r#"["a\nb\nc", "d\te", "f\ng"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\n"), ("warning", "json-raw-control", "\t")],
    },
    // Clean JSON, plain and odd: nothing to report.
    Case {
        name: "clean-object",
        required: &[],
        input: r#"{"status": "completed", "count": 3}"#,
        value: Some(r#"{"status": "completed", "count": 3}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "clean-array",
        required: &[],
        input: r#"["src/lib.rs", "src/main.rs"]"#,
        value: Some(r#"["src/lib.rs", "src/main.rs"]"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "clean-object-over-many-lines-with-final-newline",
        required: &[],
        input: r#"{
  "status": "completed",
  "artifacts": [
    {"path": "notes/plan.md", "type": "plan"}
  ]
}
"#,
        value: Some(
            r#"{
  "status": "completed",
  "artifacts": [
    {"path": "notes/plan.md", "type": "plan"}
  ]
}
"#,
        ),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "a-string-does-not-run-on-into-prose-where-a-closer-is-missing",
        required: &[],
        input: "{\"a\": {\"b\": [\"x\", \"y\"]}\n\nThat is all.",
        value: Some(r#"{"a": {"b": ["x", "y"]}}"#),
        truncated: true,
        diagnostics: &[("error", "json-unexpected", "That is all."), ("error", "json-truncated", "")],
    },
    Case {
        name: "a-string-runs-on-behind-closers-where-a-quote-can-close-it",
        required: &[],
        input: "{\"a\": {\"b\": {\"c\": \"write \"]}\nand go on\"}}}",
        value: Some(r#"{"a": {"b": {"c": "write \"]}\nand go on"}}}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", "\""), ("warning", "json-raw-control", "\n")],
    },
    Case {
        name: "clean-blank-lines-around",
        required: &[],
        input: r#"

{"a": 1}

"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "clean-with-all-required-keys",
        required: &["status", "summary", "artifacts"],
        input: r#"{"status": "partial", "summary": "Two of three done", "artifacts": []}"#,
        value: Some(r#"{"status": "partial", "summary": "Two of three done", "artifacts": []}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "clean-with-one-of-three-required-keys",
        required: &["status", "summary", "artifacts"],
        input: r#"{"status": "partial", "reason": "quota"}"#,
        value: Some(r#"{"status": "partial", "reason": "quota"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "nested-object-with-more-required-keys-never-beats-its-parent",
        required: &["status", "summary"],
        input: r#"{"status": "failed", "detail": {"status": "completed", "summary": "inner step"}}"#,
        value: Some(r#"{"status": "failed", "detail": {"status": "completed", "summary": "inner step"}}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case { name: "empty-object", required: &[], input: "{}", value: Some("{}"), truncated: false, diagnostics: &[] },
    Case { name: "empty-array", required: &[], input: "[]", value: Some("[]"), truncated: false, diagnostics: &[] },
    Case {
        name: "nested-empties",
        required: &[],
        input: r#"{"a": {}, "b": [], "c": [[], {}, [{}]], "": ""}"#,
        value: Some(r#"{"a": {}, "b": [], "c": [[], {}, [{}]], "": ""}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "every-valid-escape",
        required: &[],
        input: r#"{"s": "q\" b\\ s\/ \b\f\n\r\t \u0041\u00E9\u00e9"}"#,
        value: Some(r#"{"s": "q\" b\\ s\/ \b\f\n\r\t \u0041\u00E9\u00e9"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "surrogate-pair-is-one-character",
        required: &[],
        input: r#"{"s": "ok \ud83d\ude00 \uD83D\uDE80"}"#,
        value: Some(r#"{"s": "ok \ud83d\ude00 \uD83D\uDE80"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "odd-but-valid-numbers",
        required: &[],
        input: "[0, -0, 1E5, 1e+5, 2.50e-3, 0.0, -12.75E-1]",
        value: Some("[0, -0, 1E5, 1e+5, 2.50e-3, 0.0, -12.75E-1]"),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "integer-of-two-to-the-fifty-third",
        required: &[],
        input: r#"{"n": 9007199254740992, "m": -9007199254740992}"#,
        value: Some(r#"{"n": 9007199254740992, "m": -9007199254740992}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "integer-beyond-two-to-the-fifty-third-that-a-double-holds",
        required: &[],
        input: r#"{"n": 9007199254740994}"#,
        value: Some(r#"{"n": 9007199254740994}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "same-key-in-different-objects-is-no-duplicate",
        required: &[],
        input: r#"{"a": {"id": 1, "a": 0}, "b": [{"id": 2}, {"id": 3}]}"#,
        value: Some(r#"{"a": {"id": 1, "a": 0}, "b": [{"id": 2}, {"id": 3}]}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "keys-that-differ-in-case-are-two-keys",
        required: &[],
        input: r#"{"Status": 1, "status": 2}"#,
        value: Some(r#"{"Status": 1, "status": 2}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "null-true-false",
        required: &[],
        input: "[null, true, false]",
        value: Some("[null, true, false]"),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "smart-quotes-inside-a-string",
        required: &[],
        input: r#"{"summary": "The “fast” path isn’t «slow», he said ‘maybe’"}"#,
        value: Some(r#"{"summary": "The “fast” path isn’t «slow», he said ‘maybe’"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "apostrophes-inside-a-string",
        required: &[],
        input: r#"{"summary": "don't touch 'main' or the users' data"}"#,
        value: Some(r#"{"summary": "don't touch 'main' or the users' data"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "comment-markers-inside-strings",
        required: &[],
        input: r##"{"a": "see // here", "b": "/* not a comment */", "c": "# heading", "d": "http://host//x#y"}"##,
        value: Some(r##"{"a": "see // here", "b": "/* not a comment */", "c": "# heading", "d": "http://host//x#y"}"##),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "structure-inside-strings",
        required: &[],
        input: r#"{"a": "{\"b\": [1, 2,]}", "c": "},]", "d": "x: y, z = 1", "e": "[...]"}"#,
        value: Some(r#"{"a": "{\"b\": [1, 2,]}", "c": "},]", "d": "x: y, z = 1", "e": "[...]"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "literal-words-inside-strings",
        required: &[],
        input: r#"{"a": "True", "b": "None", "c": "NaN", "d": "undefined", "e": "...", "f": "0x1F"}"#,
        value: Some(r#"{"a": "True", "b": "None", "c": "NaN", "d": "undefined", "e": "...", "f": "0x1F"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "thinking-tag-inside-a-string",
        required: &["summary"],
        input: r#"{"summary": "Strip <think> and </think> from replies", "n": 1}"#,
        value: Some(r#"{"summary": "Strip <think> and </think> from replies", "n": 1}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "fence-inside-a-string",
        required: &[],
        input: r#"{"patch": "```rust\nfn main() {}\n```", "lang": "```"}"#,
        value: Some(r#"{"patch": "```rust\nfn main() {}\n```", "lang": "```"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "encoded-object-as-a-member-stays-a-string",
        required: &["status"],
        input: r#"{"status": "completed", "payload": "{\"status\": \"failed\"}"}"#,
        value: Some(r#"{"status": "completed", "payload": "{\"status\": \"failed\"}"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "windows-path-with-doubled-backslashes",
        required: &[],
        input: r#"{"path": "C:\\Work\\dev\\notes.md"}"#,
        value: Some(r#"{"path": "C:\\Work\\dev\\notes.md"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "windows-path-with-doubled-backslashes-and-an-escape",
        required: &[],
        input: r#"{"path": "C:\\Work\\\u0041.md"}"#,
        value: Some(r#"{"path": "C:\\Work\\A.md"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "windows-path-of-valid-escapes-has-control-characters",
        required: &[],
        input: r#"{"path": "C:\new\table"}"#,
        value: Some(r#"{"path": "C:\new\table"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "non-ascii-and-emoji-in-keys-and-values",
        required: &[],
        input: r#"{"状态": "完成", "größe": "5 µm", "🎯": "✅"}"#,
        value: Some(r#"{"状态": "完成", "größe": "5 µm", "🎯": "✅"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "line-separator-and-delete-are-allowed-in-strings",
        required: &[],
        input: "{\"s\": \"a\u{2028}b\u{2029}c\u{7f}d\"}",
        value: Some("{\"s\": \"a\u{2028}b\u{2029}c\u{7f}d\"}"),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "keys-with-spaces-and-punctuation",
        required: &[],
        input: r##"{"task id": 1, "a.b": 2, "x/y": 3, "$ref": "#/defs/z"}"##,
        value: Some(r##"{"task id": 1, "a.b": 2, "x/y": 3, "$ref": "#/defs/z"}"##),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "placeholder-in-one-key-is-left-to-the-protocol",
        required: &["status", "summary"],
        input: r#"{"status": "completed|failed", "summary": "Moved the parser"}"#,
        value: Some(r#"{"status": "completed|failed", "summary": "Moved the parser"}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "blanks-and-tabs-between-tokens",
        required: &[],
        input: "{ \"a\"\t:\t[ 1 ,\n\t2 ] }",
        value: Some("{ \"a\"\t:\t[ 1 ,\n\t2 ] }"),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "markdown-inside-a-string",
        required: &[],
        input: r###"{"body": "## Done\n\n- [x] one\n- [ ] two\n\n| a | b |\n|---|---|\n"}"###,
        value: Some(r###"{"body": "## Done\n\n- [x] one\n- [ ] two\n\n| a | b |\n|---|---|\n"}"###),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "one-hundred-and-twenty-eight-containers",
        required: &[],
        input: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        value: Some(
            "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        ),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "one-element-array-without-required-keys-is-the-value",
        required: &[],
        input: r#"[{"a": 1}]"#,
        value: Some(r#"[{"a": 1}]"#),
        truncated: false,
        diagnostics: &[],
    },
    // Notes on bytes: BOM, CRLF, trailing blanks.
    Case {
        name: "bom-before-the-object",
        required: &[],
        input: "\u{feff}{\"a\": 1}",
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("note", "bom", "\u{feff}")],
    },
    Case {
        name: "bom-before-a-fence",
        required: &[],
        input: "\u{feff}```json\n{\"a\": 1}\n```\n",
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("note", "bom", "\u{feff}"), ("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "crlf-line-ends-give-one-note",
        required: &[],
        input: "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n",
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("note", "crlf", "\r\n")],
    },
    Case {
        name: "trailing-blanks-give-one-note",
        required: &[],
        input: "{  \n  \"a\": 1, \n  \"b\": 2\n}\n",
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("note", "trailing-blanks", "  ")],
    },
    Case {
        name: "trailing-tab",
        required: &[],
        input: "{\n  \"a\": 1,\t\n  \"b\": 2\n}\n",
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("note", "trailing-blanks", "\t")],
    },
    Case {
        name: "trailing-blank-before-crlf",
        required: &[],
        input: "{ \r\n\"a\": 1}\r\n",
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("note", "trailing-blanks", " "), ("note", "crlf", "\r\n")],
    },
    Case {
        name: "bom-crlf-and-trailing-blanks",
        required: &[],
        input: "\u{feff}{\r\n\"a\": 1,  \r\n\"b\": 2}",
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("note", "bom", "\u{feff}"), ("note", "crlf", "\r\n"), ("note", "trailing-blanks", "  ")],
    },
    Case {
        name: "trailing-blanks-in-the-prose",
        required: &[],
        input: "Report:  \n{\"a\": 1}\n",
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Report:"), ("note", "trailing-blanks", "  ")],
    },
    Case {
        name: "crlf-in-the-prose-and-a-raw-one-in-a-string",
        required: &[],
        input: "Report:\r\n{\"a\": \"one\r\ntwo\"}",
        value: Some(r#"{"a": "one\r\ntwo"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Report:"),
            ("note", "crlf", "\r\n"),
            ("warning", "json-raw-control", "\r"),
        ],
    },
    // No JSON value in the message.
    Case {
        name: "empty-input",
        required: &[],
        input: "",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "only-line-breaks",
        required: &[],
        input: "\n\n\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "only-blanks-and-a-line-break",
        required: &[],
        input: "   \n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", ""), ("note", "trailing-blanks", "   ")],
    },
    Case {
        name: "only-a-bom",
        required: &[],
        input: "\u{feff}",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", ""), ("note", "bom", "\u{feff}")],
    },
    Case {
        name: "plain-prose",
        required: &[],
        input: "I checked all four modules and everything looks fine. Nothing to report.",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "plain-prose-with-required-keys-named",
        required: &["status", "summary"],
        input: "The status is completed and the summary is that nothing broke.",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "bare-string",
        required: &[],
        input: r#""completed""#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "bare-number",
        required: &[],
        input: "42",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "bare-true",
        required: &[],
        input: "true",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "bare-null",
        required: &[],
        input: "null",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "key-value-lines-without-braces",
        required: &["status", "summary"],
        input: "status: completed\nsummary: all good\nretries: 2\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "quoted-members-without-braces",
        required: &["status", "summary"],
        input: r#""status": "completed",
"summary": "all good"
"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "code-with-braces-only",
        required: &[],
        input: "I rewrote it as `if ready { return x; }` and the build is green.",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "placeholders-in-braces-only",
        required: &[],
        input: "Call it with {name} and {id}, in that order.",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "fence-without-json",
        required: &[],
        input: "```text\nall tests passed\n```\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "empty-json-fence",
        required: &[],
        input: "```json\n```\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "footnotes-and-checkboxes-only",
        required: &["status"],
        input: "- [x] parser [1]\n- [ ] printer [2]\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "thinking-without-an-object",
        required: &["status"],
        input: "<think>Should I send the report now?</think>\nDone.",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "zero-score-object-is-no-envelope",
        required: &["status"],
        input: r#"{"note": "hello", "n": 1}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "two-zero-score-objects-are-no-envelope",
        required: &["status"],
        input: r#"{"a": 1}
{"b": 2}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "template-alone-is-no-envelope",
        required: &["status", "summary"],
        input: r#"{"status": "completed|partial|failed", "summary": "<one sentence>"}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    // JSON in prose.
    Case {
        name: "prose-before",
        required: &[],
        input: r#"Here is the result:

{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Here is the result:")],
    },
    Case {
        name: "prose-after",
        required: &[],
        input: r#"{"status": "completed"}

Let me know if you need anything else.
"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Let me know if you need anything else.")],
    },
    Case {
        name: "prose-before-and-after-gives-a-warning-each",
        required: &[],
        input: r#"Sure!
{"status": "completed"}
Anything else?"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Sure!"), ("warning", "json-in-prose", "Anything else?")],
    },
    Case {
        name: "prose-on-the-same-line",
        required: &[],
        input: r#"Result: {"a": [1, 2]} (as agreed)"#,
        value: Some(r#"{"a": [1, 2]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Result:"), ("warning", "json-in-prose", "(as agreed)")],
    },
    Case {
        name: "prose-with-quotes-and-apostrophes-before",
        required: &[],
        input: r#"Here's what I'd call the "final" answer, it's short: {"a": "b"}"#,
        value: Some(r#"{"a": "b"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"Here's what I'd call the "final" answer, it's short:"#)],
    },
    Case {
        name: "prose-of-two-lines-before",
        required: &[],
        input: r#"All done.
The report follows.

{"a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "All done.\nThe report follows.")],
    },
    Case {
        name: "prose-with-emoji-and-umlauts-around",
        required: &[],
        input: r#"✅ Fertig – Prüfung über alle Dateien: {"größe": "übergroß"} 🎉🎉"#,
        value: Some(r#"{"größe": "übergroß"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "✅ Fertig – Prüfung über alle Dateien:"),
            ("warning", "json-in-prose", "🎉🎉"),
        ],
    },
    Case {
        name: "prose-around-an-array",
        required: &[],
        input: r#"Files: ["a.rs", "b.rs"]"#,
        value: Some(r#"["a.rs", "b.rs"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Files:")],
    },
    Case {
        name: "braces-in-prose-before",
        required: &[],
        input: r#"Use {name} and {id} as given: {"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Use {name} and {id} as given:")],
    },
    Case {
        name: "lone-brace-in-prose-before",
        required: &["status"],
        input: r#"The opening { was missing in the config, fixed: {"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The opening { was missing in the config, fixed:")],
    },
    Case {
        name: "braces-in-prose-after",
        required: &["status"],
        input: r#"{"status": "completed"} see {id} and [2] for the rest"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "see {id} and [2] for the rest")],
    },
    Case {
        name: "footnotes-in-prose-before",
        required: &["status"],
        input: r#"The cache [1] and the index [2, 3] are stale.
{"status": "blocked"}
"#,
        value: Some(r#"{"status": "blocked"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The cache [1] and the index [2, 3] are stale.")],
    },
    Case {
        name: "checkboxes-in-prose-before",
        required: &["status"],
        input: r#"- [x] read
- [ ] write

{"status": "partial"}"#,
        value: Some(r#"{"status": "partial"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "- [x] read\n- [ ] write")],
    },
    Case {
        name: "markdown-link-in-prose-before",
        required: &["status"],
        input: r#"See [the plan](docs/plan.md). {"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "See [the plan](docs/plan.md).")],
    },
    Case {
        name: "log-prefix-in-brackets-before",
        required: &["status"],
        input: r#"[INFO] worker-3 finished: {"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "[INFO] worker-3 finished:")],
    },
    Case {
        name: "set-notation-in-prose-before",
        required: &["status"],
        input: r#"For every n in {1, 2, 3} it holds. {"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "For every n in {1, 2, 3} it holds.")],
    },
    Case {
        name: "code-snippet-with-braces-before",
        required: &["status"],
        input: r#"The loop is now `for x in xs { sum += x; }`.
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The loop is now `for x in xs { sum += x; }`.")],
    },
    Case {
        name: "struct-literal-in-prose-before",
        required: &["status"],
        input: r#"I return Point { x: 1, y: 2 } there.
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "I return Point { x: 1, y: 2 } there.")],
    },
    Case {
        name: "stylesheet-in-prose-before",
        required: &["status"],
        input: r#"The rule is a { color: red; } as before.
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The rule is a { color: red; } as before.")],
    },
    Case {
        name: "empty-object-in-prose-before",
        required: &["status"],
        input: r#"The config was {} before.
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The config was {} before.")],
    },
    Case {
        name: "assignment-and-semicolon-around",
        required: &[],
        input: r#"const result = {"a": 1};"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "const result ="), ("warning", "json-in-prose", ";")],
    },
    Case {
        name: "function-call-around",
        required: &[],
        input: r#"submit({"status": "completed"})"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "submit("), ("warning", "json-in-prose", ")")],
    },
    Case {
        name: "return-before",
        required: &[],
        input: r#"return {"a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "return")],
    },
    Case {
        name: "language-word-left-of-a-lost-fence",
        required: &[],
        input: r#"json
{"a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "json")],
    },
    Case {
        name: "inline-code-around",
        required: &[],
        input: r#"Result: `{"status": "completed"}`"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Result: `"), ("warning", "json-in-prose", "`")],
    },
    Case {
        name: "markup-tags-around",
        required: &[],
        input: r#"<result>
{"status": "completed"}
</result>"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "<result>"), ("warning", "json-in-prose", "</result>")],
    },
    Case {
        name: "trailing-semicolon",
        required: &[],
        input: r#"{"a": 1};"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", ";")],
    },
    Case {
        name: "surplus-closer-after-the-end",
        required: &[],
        input: r#"{"a": {"b": 1}}}"#,
        value: Some(r#"{"a": {"b": 1}}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "}")],
    },
    Case {
        name: "surplus-closers-after-the-end-of-an-array",
        required: &[],
        input: "[1, 2]]}\n",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "]}")],
    },
    Case {
        name: "trailing-comma-after-the-end",
        required: &[],
        input: r#"{"a": 1},
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", ",")],
    },
    Case {
        name: "comment-above-the-object-is-prose",
        required: &[],
        input: r#"// final report
{"a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "// final report")],
    },
    // JSON in fences.
    Case {
        name: "fence-with-json-label",
        required: &[],
        input: r#"```json
{"a": 1}
```"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "fence-without-label",
        required: &[],
        input: r#"```
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```")],
    },
    Case {
        name: "fence-of-tildes",
        required: &[],
        input: r#"~~~
{"a": 1}
~~~
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "~~~")],
    },
    Case {
        name: "fence-of-labelled-tildes",
        required: &[],
        input: "~~~json\n[1, 2]\n~~~\n",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "~~~json")],
    },
    Case {
        name: "fence-of-four-backticks",
        required: &[],
        input: r#"````json
{"a": 1}
````
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "````json")],
    },
    Case {
        name: "fence-with-capital-label",
        required: &[],
        input: r#"```JSON
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```JSON")],
    },
    Case {
        name: "fence-with-label-and-title",
        required: &[],
        input: r#"```json title="report"
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", r#"```json title="report""#)],
    },
    Case {
        name: "fence-with-prose-before",
        required: &[],
        input: r#"Here you go:

```json
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Here you go:"), ("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "fence-with-prose-after",
        required: &[],
        input: r#"```json
{"a": 1}
```

That is all."#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("warning", "json-in-prose", "That is all.")],
    },
    Case {
        name: "fence-with-prose-on-both-sides",
        required: &[],
        input: r#"Done.
```json
{"a": 1}
```
That is all."#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Done."),
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-in-prose", "That is all."),
        ],
    },
    Case {
        name: "prose-inside-the-fence",
        required: &[],
        input: r#"```
Result:
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```"), ("warning", "json-in-prose", "Result:")],
    },
    Case {
        name: "blank-lines-inside-the-fence",
        required: &[],
        input: r#"```json

{"a": 1}

```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "fence-in-a-fence",
        required: &[],
        input: r#"````markdown
```json
{"a": 1}
```
````
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "fence-in-a-fence-of-tildes",
        required: &[],
        input: r#"~~~
```json
{"a": 1}
```
~~~
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "fenced-object-with-backticks-inside-a-string",
        required: &[],
        input: r#"```json
{"patch": "```js\nrun();\n```", "n": 1}
```
"#,
        value: Some(r#"{"patch": "```js\nrun();\n```", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "raw-fence-lines-inside-a-string",
        required: &[],
        input: r#"{"patch": "
```js
run({});
```
", "n": 1}"#,
        value: Some(r#"{"patch": "\n```js\nrun({});\n```\n", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\n")],
    },
    Case {
        name: "code-fence-before-the-json-fence",
        required: &["status"],
        input: r#"Changed:

```js
if (ready) { go(); }
```

```json
{"status": "completed"}
```
"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Changed:"), ("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "lower-scored-fence-before-is-prose",
        required: &["status", "summary"],
        input: r#"```json
{"port": 8080}
```
```json
{"status": "completed", "summary": "Port set"}
```
"#,
        value: Some(r#"{"status": "completed", "summary": "Port set"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"{"port": 8080}"#), ("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "unclosed-fence-around-a-complete-object",
        required: &[],
        input: r#"```json
{"a": 1}
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("warning", "json-unclosed-fence", "```json")],
    },
    Case {
        name: "unclosed-fence-of-tildes",
        required: &[],
        input: r#"~~~
{"a": [1, 2]}"#,
        value: Some(r#"{"a": [1, 2]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "~~~"), ("warning", "json-unclosed-fence", "~~~")],
    },
    Case {
        name: "unclosed-fence-with-prose-before",
        required: &[],
        input: r#"Report:
```
{"a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Report:"),
            ("warning", "json-in-fence", "```"),
            ("warning", "json-unclosed-fence", "```"),
        ],
    },
    Case {
        name: "shorter-closing-fence-does-not-close",
        required: &[],
        input: r#"````json
{"a": 1}
```
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "````json"), ("warning", "json-unclosed-fence", "````json")],
    },
    // More than one object.
    Case {
        name: "lines-of-json-without-required-keys-are-ambiguous",
        required: &[],
        input: r#"{"n": 1}
{"n": 2}
{"n": 3}
"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#"{"n": 2}"#)],
    },
    Case {
        name: "lines-of-json-with-one-envelope",
        required: &["status"],
        input: r#"{"event": "start"}
{"event": "end"}
{"status": "completed"}
"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-in-prose",
            r#"{"event": "start"}
{"event": "end"}"#,
        )],
    },
    Case {
        name: "two-different-verdicts",
        required: &["status"],
        input: r#"{"status": "failed"}

{"status": "completed"}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#"{"status": "completed"}"#)],
    },
    Case {
        name: "two-different-verdicts-in-fences",
        required: &["status"],
        input: r#"```json
{"status": "failed"}
```
```json
{"status": "completed"}
```
"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#"{"status": "completed"}"#)],
    },
    Case {
        name: "two-different-verdicts-in-prose",
        required: &["status"],
        input: r#"First I had {"status": "partial"} but now {"status": "completed"} holds."#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#"{"status": "completed"}"#)],
    },
    Case {
        name: "two-equal-objects",
        required: &["status"],
        input: r#"{"status": "completed"}
{"status": "completed"}
"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-repeated-object", r#"{"status": "completed"}"#)],
    },
    Case {
        name: "two-equal-objects-without-required-keys",
        required: &[],
        input: r#"{"a": [1, {"b": null}]}
{"a": [1, {"b": null}]}"#,
        value: Some(r#"{"a": [1, {"b": null}]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-repeated-object", r#"{"a": [1, {"b": null}]}"#)],
    },
    Case {
        name: "two-equal-objects-in-another-order-and-layout",
        required: &["status"],
        input: r#"{"status": "completed", "n": 1}

{
  "n": 1,
  "status": "completed"
}
"#,
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-repeated-object",
            r#"{
  "n": 1,
  "status": "completed"
}"#,
        )],
    },
    Case {
        name: "fenced-object-repeated-bare",
        required: &["status"],
        input: r#"```json
{"status": "completed"}
```
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-repeated-object", r#"{"status": "completed"}"#),
        ],
    },
    Case {
        name: "bare-object-repeated-in-a-fence",
        required: &["status"],
        input: r#"{"status": "completed"}

```json
{"status": "completed"}
```
"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-repeated-object", r#"{"status": "completed"}"#)],
    },
    Case {
        name: "higher-score-wins-though-second",
        required: &["status", "summary"],
        input: r#"{"status": "partial"}
{"status": "completed", "summary": "All three done"}"#,
        value: Some(r#"{"status": "completed", "summary": "All three done"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"{"status": "partial"}"#)],
    },
    Case {
        name: "higher-score-wins-though-first",
        required: &["status", "summary"],
        input: r#"{"status": "completed", "summary": "All three done"}
{"status": "partial"}"#,
        value: Some(r#"{"status": "completed", "summary": "All three done"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"{"status": "partial"}"#)],
    },
    Case {
        name: "array-beside-the-envelope-is-prose",
        required: &["status"],
        input: r#"["a.rs", "b.rs"]
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"["a.rs", "b.rs"]"#)],
    },
    Case {
        name: "template-echo-before-the-real-object",
        required: &["status", "summary"],
        input: r#"{"status": "completed|blocked|failed", "summary": "<one line>"}
{"status": "blocked", "summary": "No write access"}"#,
        value: Some(r#"{"status": "blocked", "summary": "No write access"}"#),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-template-echo",
            r#"{"status": "completed|blocked|failed", "summary": "<one line>"}"#,
        )],
    },
    Case {
        name: "template-echo-after-the-real-object",
        required: &["status", "summary"],
        input: r#"{"status": "blocked", "summary": "No write access"}

{"status": "<STATUS>", "summary": "..."}
"#,
        value: Some(r#"{"status": "blocked", "summary": "No write access"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-template-echo", r#"{"status": "<STATUS>", "summary": "..."}"#)],
    },
    Case {
        name: "fenced-template-echo-before-the-fenced-real-object",
        required: &["status", "summary"],
        input: r#"```json
{"status": "completed|failed", "summary": "{summary}"}
```

```json
{"status": "completed", "summary": "Renamed"}
```
"#,
        value: Some(r#"{"status": "completed", "summary": "Renamed"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-template-echo", r#"{"status": "completed|failed", "summary": "{summary}"}"#),
            ("warning", "json-in-fence", "```json"),
        ],
    },
    // Envelopes in a wrapping.
    Case {
        name: "one-element-array-around-the-envelope",
        required: &["status"],
        input: r#"[{"status": "completed"}]"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-one-element-array", "[")],
    },
    Case {
        name: "fenced-one-element-array",
        required: &["status", "summary"],
        input: r#"```json
[
  {"status": "completed", "summary": "ok"}
]
```
"#,
        value: Some(r#"{"status": "completed", "summary": "ok"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("warning", "json-one-element-array", "[")],
    },
    Case {
        name: "wrapped-in-a-result-key",
        required: &["status", "summary"],
        input: r#"{"result": {"status": "completed", "summary": "ok"}}"#,
        value: Some(r#"{"result": {"status": "completed", "summary": "ok"}}"#),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""result""#)],
    },
    Case {
        name: "wrapped-beside-other-keys",
        required: &["status"],
        input: r#"{"version": 2, "report": {"status": "failed"}}"#,
        value: Some(r#"{"version": 2, "report": {"status": "failed"}}"#),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""report""#)],
    },
    Case {
        name: "wrapped-in-a-fence-with-prose",
        required: &["status"],
        input: r#"Report:
```json
{"response": {"status": "failed"}}
```
"#,
        value: Some(r#"{"response": {"status": "failed"}}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Report:"),
            ("warning", "json-in-fence", "```json"),
            ("error", "json-wrapped", r#""response""#),
        ],
    },
    Case {
        name: "wrapping-without-required-keys-is-a-plain-value",
        required: &[],
        input: r#"{"result": {"status": "completed"}}"#,
        value: Some(r#"{"result": {"status": "completed"}}"#),
        truncated: false,
        diagnostics: &[],
    },
    Case {
        name: "encoded-object",
        required: &["status"],
        input: r#""{\"status\": \"completed\", \"n\": 1}""#,
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-encoded", r#""{\"status\": \"completed\", \"n\": 1}""#)],
    },
    Case {
        name: "encoded-object-with-escapes-in-it",
        required: &["status"],
        input: r#""{\n  \"status\": \"completed\",\n  \"path\": \"C:\\\\tmp\"\n}"
"#,
        value: Some(r#"{"status": "completed", "path": "C:\\tmp"}"#),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-encoded",
            r#""{\n  \"status\": \"completed\",\n  \"path\": \"C:\\\\tmp\"\n}""#,
        )],
    },
    Case {
        name: "encoded-object-in-a-fence",
        required: &["status"],
        input: r#"```json
"{\"status\": \"partial\"}"
```
"#,
        value: Some(r#"{"status": "partial"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-encoded", r#""{\"status\": \"partial\"}""#),
        ],
    },
    Case {
        name: "encoded-object-in-a-one-element-array",
        required: &["status"],
        input: r#"["{\"status\": \"completed\"}"]"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-one-element-array", "["),
            ("warning", "json-encoded", r#""{\"status\": \"completed\"}""#),
        ],
    },
    // Thinking.
    Case {
        name: "thinking-with-another-verdict-before",
        required: &["status"],
        input: r#"<think>{"status": "failed"} would be too harsh.</think>
{"status": "partial"}"#,
        value: Some(r#"{"status": "partial"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"<think>{"status": "failed"} would be too harsh.</think>"#)],
    },
    Case {
        name: "thinking-tag-spelled-out-with-another-verdict",
        required: &["status"],
        input: r#"<thinking>
Maybe {"status": "completed"}?
</thinking>

{"status": "blocked"}"#,
        value: Some(r#"{"status": "blocked"}"#),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-in-prose",
            r#"<thinking>
Maybe {"status": "completed"}?
</thinking>"#,
        )],
    },
    Case {
        name: "reasoning-tag-with-another-verdict-before-a-fence",
        required: &["status"],
        input: r#"<reasoning>{"status": "completed"}</reasoning>
```json
{"status": "failed"}
```
"#,
        value: Some(r#"{"status": "failed"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", r#"<reasoning>{"status": "completed"}</reasoning>"#),
            ("warning", "json-in-fence", "```json"),
        ],
    },
    Case {
        name: "thinking-after-the-object",
        required: &["status"],
        input: r#"{"status": "partial"}
<think>{"status": "completed"}</think>"#,
        value: Some(r#"{"status": "partial"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", r#"<think>{"status": "completed"}</think>"#)],
    },
    Case {
        name: "closing-thinking-tag-alone",
        required: &["status"],
        input: r#"Looks fine to me.</think>
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Looks fine to me.</think>")],
    },
    Case {
        name: "object-only-in-thinking",
        required: &["status"],
        input: r#"<think>
{"status": "completed"}
</think>"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("error", "json-in-thinking", "<think>"),
            ("warning", "json-in-prose", "<think>"),
            ("warning", "json-in-prose", "</think>"),
        ],
    },
    Case {
        name: "object-only-in-thinking-with-prose",
        required: &["status"],
        input: r#"<thinking>I will send {"status": "completed"} then.</thinking>
Sent!"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("error", "json-in-thinking", "<thinking>"),
            ("warning", "json-in-prose", "<thinking>I will send"),
            ("warning", "json-in-prose", "then.</thinking>\nSent!"),
        ],
    },
    Case {
        name: "object-only-in-unclosed-thinking",
        required: &["status"],
        input: r#"<reasoning>
{"status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "<reasoning>"), ("error", "json-in-thinking", "<reasoning>")],
    },
    // Commas.
    Case {
        name: "trailing-comma-in-object",
        required: &[],
        input: r#"{"a": 1, "b": 2,}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-trailing-comma", ",")],
    },
    Case {
        name: "trailing-comma-in-array",
        required: &[],
        input: r#"["a", "b",]"#,
        value: Some(r#"["a", "b"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-trailing-comma", ",")],
    },
    Case {
        name: "trailing-comma-before-a-line-break",
        required: &[],
        input: r#"{
  "a": 1,
}
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-trailing-comma", ",")],
    },
    Case {
        name: "trailing-commas-at-three-levels",
        required: &[],
        input: r#"{"a": [{"b": 1,},],}"#,
        value: Some(r#"{"a": [{"b": 1}]}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-trailing-comma", ","),
            ("warning", "json-trailing-comma", ","),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "missing-comma-between-members",
        required: &[],
        input: r#"{"a": 1 "b": 2}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-at-a-line-end",
        required: &[],
        input: r#"{
  "a": "x"
  "b": [1]
  "c": true
}"#,
        value: Some(r#"{"a": "x", "b": [1], "c": true}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", ""), ("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-between-strings-in-array",
        required: &[],
        input: r#"["a", "b" "c"]"#,
        value: Some(r#"["a", "b", "c"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-between-numbers-in-array",
        required: &[],
        input: "[1 2, 3]",
        value: Some("[1, 2, 3]"),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-between-objects-in-array",
        required: &[],
        input: r#"[{"a": 1}{"a": 2}
{"a": 3}]"#,
        value: Some(r#"[{"a": 1}, {"a": 2}, {"a": 3}]"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", ""), ("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-between-arrays",
        required: &[],
        input: r#"{"m": [[1] [2]]}"#,
        value: Some(r#"{"m": [[1], [2]]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "missing-comma-after-nested-object",
        required: &[],
        input: r#"{"a": {"b": 1}
"c": 2}"#,
        value: Some(r#"{"a": {"b": 1}, "c": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "doubled-comma-in-array",
        required: &[],
        input: "[1,, 2]",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("warning", "json-doubled-comma", ",")],
    },
    Case {
        name: "doubled-comma-with-a-blank-between",
        required: &[],
        input: r#"{"a": 1, , "b": 2}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-doubled-comma", ",")],
    },
    Case {
        name: "tripled-comma",
        required: &[],
        input: "[1,,, 2]",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("warning", "json-doubled-comma", ",,")],
    },
    Case {
        name: "leading-comma-in-object",
        required: &[],
        input: r#"{, "a": 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-doubled-comma", ",")],
    },
    Case {
        name: "leading-comma-in-array",
        required: &[],
        input: r#"{"l": [,"a", "b"]}"#,
        value: Some(r#"{"l": ["a", "b"]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-doubled-comma", ",")],
    },
    Case {
        name: "commas-at-the-line-start-are-fine",
        required: &[],
        input: r#"{
  "a": 1
, "b": 2
}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[],
    },
    // Comments.
    Case {
        name: "line-comment-after-a-member",
        required: &[],
        input: r#"{
  "a": 1, // first
  "b": 2
}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "// first")],
    },
    Case {
        name: "line-comment-at-the-start",
        required: &[],
        input: r#"{ // the report
  "a": 1
}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "// the report")],
    },
    Case {
        name: "line-comment-before-the-closer",
        required: &[],
        input: r#"{
  "a": 1
  // nothing else
}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "// nothing else")],
    },
    Case {
        name: "block-comment-between-key-and-value",
        required: &[],
        input: r#"{"a" /* in ms */: /**/ 250}"#,
        value: Some(r#"{"a": 250}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "/* in ms */"), ("warning", "json-comment", "/**/")],
    },
    Case {
        name: "block-comment-over-two-lines",
        required: &[],
        input: r#"{
  /* one
     two */
  "a": 1
}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "/* one\n     two */")],
    },
    Case {
        name: "hash-comment-in-object",
        required: &[],
        input: r#"{
  "a": 1,  # first
  "b": 2
}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "# first")],
    },
    Case {
        name: "hash-comment-in-array",
        required: &[],
        input: r#"[
  # files
  "a.rs"
]"#,
        value: Some(r#"["a.rs"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "# files")],
    },
    Case {
        name: "comment-with-structure-and-quotes-in-it",
        required: &[],
        input: r#"{
  "a": 1, // don't add }, ] or "b": 2
  "c": [3] /* "d": {, */
}"#,
        value: Some(r#"{"a": 1, "c": [3]}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-comment", r#"// don't add }, ] or "b": 2"#),
            ("warning", "json-comment", r#"/* "d": {, */"#),
        ],
    },
    Case {
        name: "only-a-comment-in-an-object",
        required: &[],
        input: r#"{"findings": {
  // agent-specific part
}}"#,
        value: Some(r#"{"findings": {}}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "// agent-specific part")],
    },
    Case {
        name: "trailing-comma-before-a-comment",
        required: &[],
        input: "[\n  1,\n  2, // last\n]",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("warning", "json-trailing-comma", ","), ("warning", "json-comment", "// last")],
    },
    Case {
        name: "commented-out-member",
        required: &[],
        input: r#"{
  "a": 1,
  // "b": 2,
  "c": 3
}"#,
        value: Some(r#"{"a": 1, "c": 3}"#),
        truncated: false,
        diagnostics: &[("warning", "json-comment", r#"// "b": 2,"#)],
    },
    // Quotes.
    Case {
        name: "single-quoted-key-and-value",
        required: &[],
        input: "{'a': 'b'}",
        value: Some(r#"{"a": "b"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", "'a'"), ("warning", "json-single-quotes", "'b'")],
    },
    Case {
        name: "single-quotes-in-array",
        required: &[],
        input: r#"['a', "b", '']"#,
        value: Some(r#"["a", "b", ""]"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", "'a'"), ("warning", "json-single-quotes", "''")],
    },
    Case {
        name: "single-quoted-string-with-double-quotes-in-it",
        required: &[],
        input: r#"{"a": 'say "hi" twice'}"#,
        value: Some(r#"{"a": "say \"hi\" twice"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", r#"'say "hi" twice'"#)],
    },
    Case {
        name: "single-quoted-string-with-escaped-apostrophe",
        required: &[],
        input: r#"{"a": 'it\'s fine'}"#,
        value: Some(r#"{"a": "it's fine"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", r"'it\'s fine'")],
    },
    Case {
        name: "single-quoted-string-with-bare-apostrophe",
        required: &[],
        input: "{'a': 'it's fine'}",
        value: Some(r#"{"a": "it's fine"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-single-quotes", "'a'"),
            ("warning", "json-single-quotes", "'it's fine'"),
            ("warning", "json-unescaped-quote", "'"),
        ],
    },
    Case {
        name: "single-quoted-key-beside-double-quoted-apostrophe",
        required: &[],
        input: r#"{'a': "it's fine"}"#,
        value: Some(r#"{"a": "it's fine"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", "'a'")],
    },
    Case {
        name: "smart-quotes-around-key-and-value",
        required: &[],
        input: "{“a”: “b”}",
        value: Some(r#"{"a": "b"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", "“a”"), ("warning", "json-smart-quotes", "“b”")],
    },
    Case {
        name: "smart-single-quotes",
        required: &[],
        input: r#"{"a": ‘b’}"#,
        value: Some(r#"{"a": "b"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", "‘b’")],
    },
    Case {
        name: "low-quotes",
        required: &[],
        input: "{„a“: „b c“}",
        value: Some(r#"{"a": "b c"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", "„a“"), ("warning", "json-smart-quotes", "„b c“")],
    },
    Case {
        name: "angle-quotes",
        required: &[],
        input: r#"{"a": [«b», «c»]}"#,
        value: Some(r#"{"a": ["b", "c"]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", "«b»"), ("warning", "json-smart-quotes", "«c»")],
    },
    Case {
        name: "smart-quotes-with-apostrophe-in-it",
        required: &[],
        input: r#"{"a": “it’s done”}"#,
        value: Some(r#"{"a": "it’s done"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", "“it’s done”")],
    },
    Case {
        name: "smart-opening-and-plain-closing-quote",
        required: &[],
        input: r#"{"a": “done", "b": 1}"#,
        value: Some(r#"{"a": "done", "b": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-smart-quotes", r#"“done""#)],
    },
    Case {
        name: "unquoted-keys",
        required: &[],
        input: r#"{status: "ok", retry_count: 2}"#,
        value: Some(r#"{"status": "ok", "retry_count": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", "status"), ("warning", "json-unquoted-key", "retry_count")],
    },
    Case {
        name: "unquoted-keys-without-blanks",
        required: &[],
        input: "{a:1,b:{c:[]}}",
        value: Some(r#"{"a": 1, "b": {"c": []}}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-unquoted-key", "a"),
            ("warning", "json-unquoted-key", "b"),
            ("warning", "json-unquoted-key", "c"),
        ],
    },
    Case {
        name: "unquoted-key-with-dash-and-dollar",
        required: &[],
        input: r#"{task-id: 7, $schema: "x"}"#,
        value: Some(r#"{"task-id": 7, "$schema": "x"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", "task-id"), ("warning", "json-unquoted-key", "$schema")],
    },
    Case {
        name: "number-as-key",
        required: &[],
        input: r#"{1: "one", 2: "two"}"#,
        value: Some(r#"{"1": "one", "2": "two"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", "1"), ("warning", "json-unquoted-key", "2")],
    },
    Case {
        name: "unquoted-word-as-value",
        required: &[],
        input: r#"{"status": completed, "n": 1}"#,
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "completed")],
    },
    Case {
        name: "unquoted-word-before-the-closer",
        required: &[],
        input: r#"{"status": completed}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "completed")],
    },
    Case {
        name: "unquoted-words-in-array",
        required: &[],
        input: r#"{"tags": [alpha, beta]}"#,
        value: Some(r#"{"tags": ["alpha", "beta"]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "alpha"), ("warning", "json-missing-quotes", "beta")],
    },
    Case {
        name: "unquoted-path-as-value",
        required: &[],
        input: r#"{"path": src/main.rs, "n": 1}"#,
        value: Some(r#"{"path": "src/main.rs", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "src/main.rs")],
    },
    Case {
        name: "unquoted-url-as-value",
        required: &[],
        input: r#"{"url": http://example.org/a, "n": 1}"#,
        value: Some(r#"{"url": "http://example.org/a", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "http://example.org/a")],
    },
    Case {
        name: "unquoted-version-and-date-as-values",
        required: &[],
        input: r#"{"version": 1.2.3, "date": 2025-03-14}"#,
        value: Some(r#"{"version": "1.2.3", "date": "2025-03-14"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "1.2.3"), ("warning", "json-missing-quotes", "2025-03-14")],
    },
    Case {
        name: "unquoted-text-of-several-words",
        required: &[],
        input: r#"{"summary": all tests pass}"#,
        value: Some(r#"{"summary": "all tests pass"}"#),
        truncated: false,
        diagnostics: &[("error", "json-unquoted-text", "all tests pass")],
    },
    Case {
        name: "unquoted-text-at-a-line-end",
        required: &[],
        input: r#"{
  "summary": moved the parser,
  "n": 1
}"#,
        value: Some(r#"{"summary": "moved the parser", "n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-unquoted-text", "moved the parser")],
    },
    Case {
        name: "unquoted-text-in-array",
        required: &[],
        input: r#"{"notes": ["a", not sure yet]}"#,
        value: Some(r#"{"notes": ["a", "not sure yet"]}"#),
        truncated: false,
        diagnostics: &[("error", "json-unquoted-text", "not sure yet")],
    },
    Case {
        name: "closing-quote-missing-at-a-line-end",
        required: &[],
        input: r#"{
  "status": "completed,
  "n": 1
}"#,
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", r#""completed"#)],
    },
    Case {
        name: "opening-quote-missing",
        required: &[],
        input: r#"{"status": completed", "n": 1}"#,
        value: Some(r#"{"status": "completed", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", r#"completed""#)],
    },
    Case {
        name: "closing-quote-of-a-key-missing",
        required: &[],
        input: r#"{"status: "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", r#""status"#)],
    },
    Case {
        name: "opening-quote-of-a-key-missing",
        required: &[],
        input: r#"{status": "completed"}"#,
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", r#"status""#)],
    },
    // Inside strings.
    Case {
        name: "raw-line-break-in-a-string",
        required: &[],
        input: r#"{"summary": "first
second
third"}"#,
        value: Some(r#"{"summary": "first\nsecond\nthird"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\n")],
    },
    Case {
        name: "raw-tab-in-a-string",
        required: &[],
        input: "{\"row\": \"a\tb\tc\", \"n\": 1}",
        value: Some(r#"{"row": "a\tb\tc", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\t")],
    },
    Case {
        name: "raw-control-characters-in-two-strings",
        required: &[],
        input: "[\"a\u{1b}[31m\", \"b\u{1}\u{2}\"]",
        value: Some(r#"["a\u001b[31m", "b\u0001\u0002"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\u{1b}")],
    },
    Case {
        name: "raw-tab-in-a-key",
        required: &[],
        input: "{\"a\tb\": 1}",
        value: Some(r#"{"a\tb": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\t")],
    },
    Case {
        name: "multi-line-string-with-structure-in-it",
        required: &[],
        input: r#"{"log": "start
  {x: [1,
  // not a comment
end", "ok": true}"#,
        value: Some(r#"{"log": "start\n  {x: [1,\n  // not a comment\nend", "ok": true}"#),
        truncated: false,
        diagnostics: &[("warning", "json-raw-control", "\n")],
    },
    Case {
        name: "unescaped-quotes-around-words",
        required: &[],
        input: r#"{"summary": "Renamed "foo" to "bar" everywhere"}"#,
        value: Some(r#"{"summary": "Renamed \"foo\" to \"bar\" everywhere"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-unescaped-quote", r#"""#),
            ("warning", "json-unescaped-quote", r#"""#),
            ("warning", "json-unescaped-quote", r#"""#),
            ("warning", "json-unescaped-quote", r#"""#),
        ],
    },
    Case {
        name: "unescaped-inch-mark",
        required: &[],
        input: r#"{"size": "a 24" display panel", "n": 1}"#,
        value: Some(r#"{"size": "a 24\" display panel", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "unescaped-quotes-of-markup",
        required: &[],
        input: r#"{"html": "<a href="x.html">more</a>"}"#,
        value: Some(r#"{"html": "<a href=\"x.html\">more</a>"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#), ("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "unescaped-quotes-in-array",
        required: &[],
        input: r#"["the "old" way", "the new way"]"#,
        value: Some(r#"["the \"old\" way", "the new way"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#), ("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "unescaped-beside-escaped-quotes",
        required: &[],
        input: r#"{"s": "an \"a\" and a "b" here"}"#,
        value: Some(r#"{"s": "an \"a\" and a \"b\" here"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#), ("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "unescaped-quotes-at-the-end",
        required: &[],
        input: r#"{"s": "the flag is called "verbose""}"#,
        value: Some(r#"{"s": "the flag is called \"verbose\""}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#), ("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "unescaped-quotes-at-the-start",
        required: &[],
        input: r#"{"s": ""Verbose" is the flag"}"#,
        value: Some(r#"{"s": "\"Verbose\" is the flag"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unescaped-quote", r#"""#), ("warning", "json-unescaped-quote", r#"""#)],
    },
    Case {
        name: "invalid-escapes-in-a-windows-path",
        required: &[],
        input: r#"{"path": "C:\Work\dev"}"#,
        value: Some(r#"{"path": "C:\\Work\\dev"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\W"), ("warning", "json-invalid-escape", r"\d")],
    },
    Case {
        name: "invalid-escapes-in-a-pattern",
        required: &[],
        input: r#"{"re": "^\s*\d+\.\d$"}"#,
        value: Some(r#"{"re": "^\\s*\\d+\\.\\d$"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-invalid-escape", r"\s"),
            ("warning", "json-invalid-escape", r"\d"),
            ("warning", "json-invalid-escape", r"\."),
            ("warning", "json-invalid-escape", r"\d"),
        ],
    },
    Case {
        name: "escaped-apostrophe-in-a-double-quoted-string",
        required: &[],
        input: r#"{"s": "it\'s"}"#,
        value: Some(r#"{"s": "it\\'s"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\'")],
    },
    Case {
        name: "unicode-escape-without-digits",
        required: &[],
        input: r#"{"path": "D:\users"}"#,
        value: Some(r#"{"path": "D:\\users"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\u")],
    },
    Case {
        name: "unicode-escape-with-a-bad-digit",
        required: &[],
        input: r#"{"s": "\u12G4"}"#,
        value: Some(r#"{"s": "\\u12G4"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\u")],
    },
    Case {
        name: "unicode-escape-too-short",
        required: &[],
        input: r#"{"s": "x\u00"}"#,
        value: Some(r#"{"s": "x\\u00"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\u")],
    },
    Case {
        name: "hexadecimal-escape",
        required: &[],
        input: r#"["\x41"]"#,
        value: Some(r#"["\\x41"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\x")],
    },
    Case {
        name: "markdown-escape-in-a-key",
        required: &[],
        input: r#"{"task\_id": 1}"#,
        value: Some(r#"{"task\\_id": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-invalid-escape", r"\_")],
    },
    Case {
        name: "lone-high-surrogate",
        required: &[],
        input: r#"{"s": "a\ud83db"}"#,
        value: Some(r#"{"s": "a\ufffdb"}"#),
        truncated: false,
        diagnostics: &[("error", "json-lone-surrogate", r"\ud83d")],
    },
    Case {
        name: "lone-low-surrogate",
        required: &[],
        input: r#"{"s": "\uDE00"}"#,
        value: Some(r#"{"s": "\ufffd"}"#),
        truncated: false,
        diagnostics: &[("error", "json-lone-surrogate", r"\uDE00")],
    },
    Case {
        name: "surrogates-in-the-wrong-order",
        required: &[],
        input: r#"["\ude00\ud83d"]"#,
        value: Some(r#"["\ufffd\ufffd"]"#),
        truncated: false,
        diagnostics: &[("error", "json-lone-surrogate", r"\ude00"), ("error", "json-lone-surrogate", r"\ud83d")],
    },
    Case {
        name: "high-surrogate-before-another-escape",
        required: &[],
        input: r#"["\ud83d\n"]"#,
        value: Some(r#"["\ufffd\n"]"#),
        truncated: false,
        diagnostics: &[("error", "json-lone-surrogate", r"\ud83d")],
    },
    Case {
        name: "concatenated-strings",
        required: &[],
        input: r#"{"s": "one " + "two"}"#,
        value: Some(r#"{"s": "one two"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-concatenation", "+")],
    },
    Case {
        name: "concatenation-over-lines",
        required: &[],
        input: r#"{"s": "one " +
      "two " +
      "three",
 "n": 1}"#,
        value: Some(r#"{"s": "one two three", "n": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-concatenation", "+"), ("warning", "json-concatenation", "+")],
    },
    Case {
        name: "concatenation-in-array",
        required: &[],
        input: r#"["a" + "b", "c"]"#,
        value: Some(r#"["ab", "c"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-concatenation", "+")],
    },
    // Literals and numbers.
    Case {
        name: "python-literals",
        required: &[],
        input: "[True, False, None]",
        value: Some("[true, false, null]"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-literal", "True"),
            ("warning", "json-literal", "False"),
            ("warning", "json-literal", "None"),
        ],
    },
    Case {
        name: "javascript-undefined",
        required: &[],
        input: r#"{"a": undefined, "b": 1}"#,
        value: Some(r#"{"a": null, "b": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-literal", "undefined")],
    },
    Case {
        name: "nil",
        required: &[],
        input: r#"{"a": nil}"#,
        value: Some(r#"{"a": null}"#),
        truncated: false,
        diagnostics: &[("warning", "json-literal", "nil")],
    },
    Case {
        name: "capital-literals",
        required: &[],
        input: r#"{"a": TRUE, "b": FALSE, "c": NULL}"#,
        value: Some(r#"{"a": true, "b": false, "c": null}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-literal", "TRUE"),
            ("warning", "json-literal", "FALSE"),
            ("warning", "json-literal", "NULL"),
        ],
    },
    Case {
        name: "literal-with-capital-initial",
        required: &[],
        input: r#"{"a": Null}"#,
        value: Some(r#"{"a": null}"#),
        truncated: false,
        diagnostics: &[("warning", "json-literal", "Null")],
    },
    Case {
        name: "not-a-number",
        required: &[],
        input: r#"{"score": NaN, "n": 1}"#,
        value: Some(r#"{"score": null, "n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-not-finite", "NaN")],
    },
    Case {
        name: "infinities",
        required: &[],
        input: "[Infinity, -Infinity]",
        value: Some("[null, null]"),
        truncated: false,
        diagnostics: &[("error", "json-not-finite", "Infinity"), ("error", "json-not-finite", "-Infinity")],
    },
    Case {
        name: "leading-plus",
        required: &[],
        input: r#"{"delta": +5}"#,
        value: Some(r#"{"delta": 5}"#),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "+5")],
    },
    Case {
        name: "leading-dot",
        required: &[],
        input: r#"{"confidence": .95}"#,
        value: Some(r#"{"confidence": 0.95}"#),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", ".95")],
    },
    Case {
        name: "negative-leading-dot",
        required: &[],
        input: "[-.5]",
        value: Some("[-0.5]"),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "-.5")],
    },
    Case {
        name: "plus-and-leading-dot-are-one-fault",
        required: &[],
        input: "[+.25, 1]",
        value: Some("[0.25, 1]"),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "+.25")],
    },
    Case {
        name: "trailing-dot",
        required: &[],
        input: r#"{"n": 5., "m": 1}"#,
        value: Some(r#"{"n": 5.0, "m": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "5.")],
    },
    Case {
        name: "hexadecimal-number",
        required: &[],
        input: r#"{"mask": 0xFF}"#,
        value: Some(r#"{"mask": 255}"#),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "0xFF")],
    },
    Case {
        name: "underscores-in-a-number",
        required: &[],
        input: r#"{"tokens": 12_500}"#,
        value: Some(r#"{"tokens": 12500}"#),
        truncated: false,
        diagnostics: &[("warning", "json-number-form", "12_500")],
    },
    Case {
        name: "number-beyond-every-double",
        required: &[],
        input: r#"{"a": 1e999, "b": -1e999}"#,
        value: Some(r#"{"a": "1e999", "b": "-1e999"}"#),
        truncated: false,
        diagnostics: &[("error", "json-number-range", "1e999"), ("error", "json-number-range", "-1e999")],
    },
    Case {
        name: "integer-that-a-double-changes",
        required: &[],
        input: r#"{"id": 9007199254740993}"#,
        value: Some(r#"{"id": "9007199254740993"}"#),
        truncated: false,
        diagnostics: &[("error", "json-number-range", "9007199254740993")],
    },
    Case {
        name: "long-integer-that-a-double-changes",
        required: &[],
        input: "[12345678901234567891]",
        value: Some(r#"["12345678901234567891"]"#),
        truncated: false,
        diagnostics: &[("error", "json-number-range", "12345678901234567891")],
    },
    Case {
        name: "leading-zeros",
        required: &[],
        input: r#"{"code": 007}"#,
        value: Some(r#"{"code": 7}"#),
        truncated: false,
        diagnostics: &[("error", "json-leading-zeros", "007")],
    },
    Case {
        name: "negative-leading-zero",
        required: &[],
        input: "[-01, 01.5]",
        value: Some("[-1, 1.5]"),
        truncated: false,
        diagnostics: &[("error", "json-leading-zeros", "-01"), ("error", "json-leading-zeros", "01.5")],
    },
    // Colons, closers, stray characters.
    Case {
        name: "missing-colon",
        required: &[],
        input: r#"{"a" 1, "b": 2}"#,
        value: Some(r#"{"a": 1, "b": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-colon", "")],
    },
    Case {
        name: "missing-colon-between-strings",
        required: &[],
        input: r#"{"a": 1, "status" "completed"}"#,
        value: Some(r#"{"a": 1, "status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-colon", "")],
    },
    Case {
        name: "missing-colon-before-an-object",
        required: &[],
        input: r#"{"a" {"b": 1}}"#,
        value: Some(r#"{"a": {"b": 1}}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-colon", "")],
    },
    Case {
        name: "equals-sign-for-a-colon",
        required: &[],
        input: r#"{"a" = 1}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-colon", "=")],
    },
    Case {
        name: "arrow-for-a-colon",
        required: &[],
        input: r#"{"a" => 1, "b" => [2]}"#,
        value: Some(r#"{"a": 1, "b": [2]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-missing-colon", "=>"), ("warning", "json-missing-colon", "=>")],
    },
    Case {
        name: "unquoted-key-with-equals-sign",
        required: &[],
        input: r#"{"o": {a = 1}}"#,
        value: Some(r#"{"o": {"a": 1}}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", "a"), ("warning", "json-missing-colon", "=")],
    },
    Case {
        name: "missing-bracket-before-a-sibling-key",
        required: &[],
        input: r#"{"a": [1, 2, "b": 3}"#,
        value: Some(r#"{"a": [1, 2], "b": 3}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "")],
    },
    Case {
        name: "missing-bracket-before-a-sibling-key-over-lines",
        required: &[],
        input: r#"{
  "files": [
    "a.rs",
    "b.rs",
  "n": 2
}"#,
        value: Some(r#"{"files": ["a.rs", "b.rs"], "n": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "")],
    },
    Case {
        name: "missing-bracket-before-the-last-closer",
        required: &[],
        input: r#"{"a": [1, 2}"#,
        value: Some(r#"{"a": [1, 2]}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "")],
    },
    Case {
        name: "missing-brace-before-a-bracket",
        required: &[],
        input: r#"[{"a": 1}, {"a": 2]"#,
        value: Some(r#"[{"a": 1}, {"a": 2}]"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "")],
    },
    Case {
        name: "missing-brace-between-objects-of-an-array",
        required: &[],
        input: r#"[{"a": 1, {"a": 2}]"#,
        value: Some(r#"[{"a": 1}, {"a": 2}]"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "")],
    },
    Case {
        name: "brace-for-a-bracket",
        required: &[],
        input: r#"{"a": [1, 2}, "b": 3}"#,
        value: Some(r#"{"a": [1, 2], "b": 3}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "}")],
    },
    Case {
        name: "bracket-for-a-brace",
        required: &[],
        input: r#"{"a": {"b": 1], "c": 2}"#,
        value: Some(r#"{"a": {"b": 1}, "c": 2}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "]")],
    },
    Case {
        name: "brace-for-the-last-bracket",
        required: &[],
        input: r#"["a", "b"}"#,
        value: Some(r#"["a", "b"]"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "}")],
    },
    Case {
        name: "bracket-for-the-last-brace",
        required: &[],
        input: r#"{"a": 1]
"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-closer", "]")],
    },
    Case {
        name: "parenthesis-after-a-value-is-skipped",
        required: &[],
        input: r#"{"a": "x"), "b": 2}"#,
        value: Some(r#"{"a": "x", "b": 2}"#),
        truncated: false,
        diagnostics: &[("error", "json-unexpected", ")")],
    },
    Case {
        name: "semicolon-before-the-closer-is-skipped",
        required: &[],
        input: r#"{"a": "x";}"#,
        value: Some(r#"{"a": "x"}"#),
        truncated: false,
        diagnostics: &[("error", "json-unexpected", ";")],
    },
    Case {
        name: "one-container-too-many",
        required: &[],
        input: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        value: Some(
            "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        ),
        truncated: false,
        diagnostics: &[("error", "json-too-deep", "[")],
    },
    Case {
        name: "key-without-a-value",
        required: &[],
        input: r#"{"findings": {"to be filled in"}, "n": 1}"#,
        value: Some(r#"{"findings": {}, "n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-unexpected", r#""to be filled in""#)],
    },
    Case {
        name: "keys-without-values-in-a-row",
        required: &[],
        input: r#"{"a", "b": 1, "c"}"#,
        value: Some(r#"{"b": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-unexpected", r#""a""#), ("error", "json-unexpected", r#""c""#)],
    },
    Case {
        name: "braces-around-a-name-stand-for-a-value",
        required: &[],
        input: r#"{"stage": {stage_number}, "os": {linux|darwin}, "n": 1}"#,
        value: Some(r#"{"stage": "{stage_number}", "os": "{linux|darwin}", "n": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-missing-quotes", "{stage_number}"),
            ("warning", "json-missing-quotes", "{linux|darwin}"),
        ],
    },
    // Ellipses.
    Case {
        name: "ellipsis-at-the-end-of-an-array",
        required: &[],
        input: "[1, 2, ...]",
        value: Some("[1, 2]"),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "...")],
    },
    Case {
        name: "ellipsis-character-in-an-array",
        required: &[],
        input: r#"["a", "b", …]"#,
        value: Some(r#"["a", "b"]"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "…")],
    },
    Case {
        name: "ellipsis-between-items",
        required: &[],
        input: r#"["a", ..., "z"]"#,
        value: Some(r#"["a", "z"]"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "...")],
    },
    Case {
        name: "ellipsis-for-members",
        required: &[],
        input: r#"{"a": 1, ...}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "...")],
    },
    Case {
        name: "ellipsis-for-all-items",
        required: &[],
        input: r#"{"findings": [...], "n": 1}"#,
        value: Some(r#"{"findings": [], "n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "...")],
    },
    Case {
        name: "ellipsis-for-all-members",
        required: &[],
        input: r#"{"meta": {...}, "n": 1}"#,
        value: Some(r#"{"meta": {}, "n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-ellipsis", "...")],
    },
    // Duplicate keys.
    Case {
        name: "duplicate-key-with-another-value",
        required: &["status"],
        input: r#"{"status": "failed", "status": "completed"}"#,
        value: Some(r#"{"status": "failed"}"#),
        truncated: false,
        diagnostics: &[("error", "json-duplicate-key", r#""status""#)],
    },
    Case {
        name: "duplicate-key-with-the-same-value",
        required: &[],
        input: r#"{"a": [1, 2], "b": 0, "a": [1, 2]}"#,
        value: Some(r#"{"a": [1, 2], "b": 0}"#),
        truncated: false,
        diagnostics: &[("warning", "json-repeated-key", r#""a""#)],
    },
    Case {
        name: "duplicate-key-in-a-nested-object",
        required: &[],
        input: r#"{"o": [{"id": 1, "id": 2}], "id": 3}"#,
        value: Some(r#"{"o": [{"id": 1}], "id": 3}"#),
        truncated: false,
        diagnostics: &[("error", "json-duplicate-key", r#""id""#)],
    },
    Case {
        name: "key-given-three-times",
        required: &[],
        input: r#"{"n": 1, "n": 2, "n": 3}"#,
        value: Some(r#"{"n": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-duplicate-key", r#""n""#), ("error", "json-duplicate-key", r#""n""#)],
    },
    Case {
        name: "duplicate-key-through-an-escape",
        required: &[],
        input: r#"{"a": 1, "\u0061": 2}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("error", "json-duplicate-key", r#""\u0061""#)],
    },
    Case {
        name: "duplicate-key-in-single-quotes",
        required: &[],
        input: r#"{"a": 1, 'a': 2}"#,
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", "'a'"), ("error", "json-duplicate-key", "'a'")],
    },
    Case {
        name: "repeated-key-unquoted",
        required: &[],
        input: r#"{"a": true, a: true}"#,
        value: Some(r#"{"a": true}"#),
        truncated: false,
        diagnostics: &[("warning", "json-unquoted-key", "a"), ("warning", "json-repeated-key", "a")],
    },
    // Truncation.
    Case {
        name: "cut-after-the-first-key",
        required: &[],
        input: r#"{"status""#,
        value: Some("{}"),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-the-first-key",
        required: &[],
        input: r#"{"sta"#,
        value: Some("{}"),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-key",
        required: &[],
        input: r#"{"a": 1, "sum"#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-key",
        required: &[],
        input: r#"{"a": 1, "summary""#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-colon",
        required: &[],
        input: r#"{"a": 1, "b":"#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-string",
        required: &[],
        input: r#"{"a": 1, "summary": "Moved the par"#,
        value: Some(r#"{"a": 1, "summary": "Moved the par"}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-unicode-escape",
        required: &[],
        input: r#"{"s": "caf\u00"#,
        value: Some(r#"{"s": "caf"}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-backslash",
        required: &[],
        input: r#"{"s": "one\"#,
        value: Some(r#"{"s": "one"}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-number",
        required: &[],
        input: r#"{"a": 1, "b": 12"#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-number-after-its-dot",
        required: &[],
        input: "[0.5, 0.",
        value: Some("[0.5]"),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-minus",
        required: &[],
        input: r#"{"a": [1, -"#,
        value: Some(r#"{"a": [1]}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-on-the-line-after-a-number",
        required: &[],
        input: r#"{
  "a": 1,
  "b": 12
"#,
        value: Some(r#"{"a": 1, "b": 12}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-literal",
        required: &[],
        input: r#"{"a": 1, "done": tr"#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-comma",
        required: &[],
        input: r#"{"a": 1,"#,
        value: Some(r#"{"a": 1}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-a-comma-in-array",
        required: &[],
        input: r#"["a", "b",
"#,
        value: Some(r#"["a", "b"]"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-between-members",
        required: &[],
        input: r#"{
  "a": 1,
  "b": {"c": 2}"#,
        value: Some(r#"{"a": 1, "b": {"c": 2}}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-before-the-final-closer",
        required: &["status", "summary"],
        input: r#"{"status": "completed", "summary": "ok"
"#,
        value: Some(r#"{"status": "completed", "summary": "ok"}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-before-one-of-two-final-closers",
        required: &[],
        input: r#"{"a": {"b": 1, "c": 2}"#,
        value: Some(r#"{"a": {"b": 1, "c": 2}}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-nested-arrays",
        required: &[],
        input: r#"{"m": [[1, 2], [3, "x"#,
        value: Some(r#"{"m": [[1, 2], [3, "x"]]}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-an-opener",
        required: &[],
        input: r#"{"a": 1, "list": ["#,
        value: Some(r#"{"a": 1, "list": []}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-the-key-of-an-item",
        required: &[],
        input: r#"{"f": [{"id": 1}, {"i"#,
        value: Some(r#"{"f": [{"id": 1}, {}]}"#),
        truncated: true,
        diagnostics: &[("error", "json-truncated", "")],
    },
    Case {
        name: "cut-in-a-fence",
        required: &[],
        input: r#"```json
{"a": 1, "b": ["x", "y"#,
        value: Some(r#"{"a": 1, "b": ["x", "y"]}"#),
        truncated: true,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("error", "json-truncated", "")],
    },
    Case {
        name: "cut-after-prose",
        required: &["status", "summary"],
        input: r#"Report so far:
{"status": "partial", "summary": "Two of"#,
        value: Some(r#"{"status": "partial", "summary": "Two of"}"#),
        truncated: true,
        diagnostics: &[("warning", "json-in-prose", "Report so far:"), ("error", "json-truncated", "")],
    },
    Case {
        name: "final-closer-missing-in-a-closed-fence",
        required: &[],
        input: r#"```json
{"a": 1, "b": [2]
```
"#,
        value: Some(r#"{"a": 1, "b": [2]}"#),
        truncated: true,
        diagnostics: &[("warning", "json-in-fence", "```json"), ("error", "json-truncated", "")],
    },
    // Whole messages with several faults.
    Case {
        name: "python-dict-in-a-fence",
        required: &["status"],
        input: "I ran the checks. Here is the report:\n\n```python\n{'status': 'completed', 'passed': True, 'errors': None,}\n```\n",
        value: Some(r#"{"status": "completed", "passed": true, "errors": null}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "I ran the checks. Here is the report:"),
            ("warning", "json-in-fence", "```python"),
            ("warning", "json-single-quotes", "'status'"),
            ("warning", "json-single-quotes", "'completed'"),
            ("warning", "json-single-quotes", "'passed'"),
            ("warning", "json-literal", "True"),
            ("warning", "json-single-quotes", "'errors'"),
            ("warning", "json-literal", "None"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "javascript-object-as-a-statement",
        required: &["status"],
        input: r#"const report = {
  status: "blocked", // waits for access
  retries: 2,
  reason: 'no token',
};
"#,
        value: Some(r#"{"status": "blocked", "retries": 2, "reason": "no token"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "const report ="),
            ("warning", "json-unquoted-key", "status"),
            ("warning", "json-comment", "// waits for access"),
            ("warning", "json-unquoted-key", "retries"),
            ("warning", "json-unquoted-key", "reason"),
            ("warning", "json-single-quotes", "'no token'"),
            ("warning", "json-trailing-comma", ","),
            ("warning", "json-in-prose", ";"),
        ],
    },
    Case {
        name: "smart-quotes-missing-comma-and-raw-line-break",
        required: &["status", "summary"],
        input: r#"{
  “status”: “partial”
  "summary": "Read the plan.
Wrote nothing.",
}
"#,
        value: Some(r#"{"status": "partial", "summary": "Read the plan.\nWrote nothing."}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-smart-quotes", "“status”"),
            ("warning", "json-smart-quotes", "“partial”"),
            ("warning", "json-missing-comma", ""),
            ("warning", "json-raw-control", "\n"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "report-cut-in-a-fence-with-unquoted-keys",
        required: &["status", "summary", "artifacts"],
        input: r#"Working on it.
```json
{
  status: "partial",
  summary: 'Half of it',
  artifacts: [{"path": "docs/a.md"}, {"path": "docs/b"#,
        value: Some(
            r#"{"status": "partial", "summary": "Half of it", "artifacts": [{"path": "docs/a.md"}, {"path": "docs/b"}]}"#,
        ),
        truncated: true,
        diagnostics: &[
            ("warning", "json-in-prose", "Working on it."),
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-unquoted-key", "status"),
            ("warning", "json-unquoted-key", "summary"),
            ("warning", "json-single-quotes", "'Half of it'"),
            ("warning", "json-unquoted-key", "artifacts"),
            ("error", "json-truncated", ""),
        ],
    },
    Case {
        name: "shortened-list-with-comment-and-trailing-comma",
        required: &["status"],
        input: r#"{
  "status": "completed",
  "findings": [
    {"id": 1}, // the worst
    {"id": 2},
    ...
  ],
}
"#,
        value: Some(r#"{"status": "completed", "findings": [{"id": 1}, {"id": 2}]}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-comment", "// the worst"),
            ("error", "json-ellipsis", "..."),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "bom-crlf-fence-and-trailing-comma",
        required: &[],
        input: "\u{feff}```json\r\n{\r\n  \"a\": 1,\r\n}\r\n```\r\n",
        value: Some(r#"{"a": 1}"#),
        truncated: false,
        diagnostics: &[
            ("note", "bom", "\u{feff}"),
            ("warning", "json-in-fence", "```json"),
            ("note", "crlf", "\r\n"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "thinking-then-a-fenced-python-dict",
        required: &["status"],
        input: r#"<think>Could be {"status": "failed"}.</think>
```
{"status": "completed", "error": None, "ratio": .5}
```
"#,
        value: Some(r#"{"status": "completed", "error": null, "ratio": 0.5}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", r#"<think>Could be {"status": "failed"}.</think>"#),
            ("warning", "json-in-fence", "```"),
            ("warning", "json-literal", "None"),
            ("warning", "json-number-form", ".5"),
        ],
    },
    Case {
        name: "wrong-closer-missing-comma-and-python-literal",
        required: &[],
        input: r#"{"tests": {"run": 4, "failed": ['t1' "t2"}, "flaky": False}, "n": 1}"#,
        value: Some(r#"{"tests": {"run": 4, "failed": ["t1", "t2"], "flaky": false}, "n": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-single-quotes", "'t1'"),
            ("warning", "json-missing-comma", ""),
            ("warning", "json-closer", "}"),
            ("warning", "json-literal", "False"),
        ],
    },
    Case {
        name: "windows-path-and-quoted-words",
        required: &[],
        input: r#"{
  "path": "D:\Work\qa.log",
  "summary": "The "fast" mode fails",
}"#,
        value: Some(r#"{"path": "D:\\Work\\qa.log", "summary": "The \"fast\" mode fails"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-invalid-escape", r"\W"),
            ("warning", "json-invalid-escape", r"\q"),
            ("warning", "json-unescaped-quote", r#"""#),
            ("warning", "json-unescaped-quote", r#"""#),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "numbers-gone-wrong",
        required: &[],
        input: r#"{"code": 0042, "ratio": NaN, "delta": +3, "code": 43,}"#,
        value: Some(r#"{"code": 42, "ratio": null, "delta": 3}"#),
        truncated: false,
        diagnostics: &[
            ("error", "json-leading-zeros", "0042"),
            ("error", "json-not-finite", "NaN"),
            ("warning", "json-number-form", "+3"),
            ("error", "json-duplicate-key", r#""code""#),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "configuration-style-object",
        required: &["status"],
        input: r#"{
  status = "failed"  # see the log
  "code" => 2
  retry: nil
}"#,
        value: Some(r#"{"status": "failed", "code": 2, "retry": null}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-unquoted-key", "status"),
            ("warning", "json-missing-colon", "="),
            ("warning", "json-missing-comma", ""),
            ("warning", "json-comment", "# see the log"),
            ("warning", "json-missing-colon", "=>"),
            ("warning", "json-missing-comma", ""),
            ("warning", "json-unquoted-key", "retry"),
            ("warning", "json-literal", "nil"),
        ],
    },
    Case {
        name: "single-quotes-and-concatenation",
        required: &[],
        input: "{'summary': 'first half, ' +\n  'second half', 'n': 1}",
        value: Some(r#"{"summary": "first half, second half", "n": 1}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-single-quotes", "'summary'"),
            ("warning", "json-single-quotes", "'first half, '"),
            ("warning", "json-concatenation", "+"),
            ("warning", "json-single-quotes", "'second half'"),
            ("warning", "json-single-quotes", "'n'"),
        ],
    },
    Case {
        name: "template-echo-then-a-repaired-envelope",
        required: &["status", "summary"],
        input: r#"{"status": "completed|failed", "summary": "<what you did>"}
{status: "completed", "summary": "Split the module",}"#,
        value: Some(r#"{"status": "completed", "summary": "Split the module"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-template-echo", r#"{"status": "completed|failed", "summary": "<what you did>"}"#),
            ("warning", "json-unquoted-key", "status"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "one-element-array-in-a-fence-with-single-quotes",
        required: &["status"],
        input: r#"~~~json
[{'status': completed, "done": True},]
~~~
"#,
        value: Some(r#"{"status": "completed", "done": true}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-fence", "~~~json"),
            ("warning", "json-one-element-array", "["),
            ("warning", "json-single-quotes", "'status'"),
            ("warning", "json-missing-quotes", "completed"),
            ("warning", "json-literal", "True"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    Case {
        name: "unclosed-fence-comment-and-missing-bracket",
        required: &["status"],
        input: r#"```json
{
  /* result */
  "files": ["a.rs", "b.rs",
  "status": "completed"
}
"#,
        value: Some(r#"{"files": ["a.rs", "b.rs"], "status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-fence", "```json"),
            ("warning", "json-unclosed-fence", "```json"),
            ("warning", "json-comment", "/* result */"),
            ("warning", "json-closer", ""),
        ],
    },
    Case {
        name: "unquoted-summary-and-single-word-status",
        required: &["status", "summary"],
        input: r#"Status report 📝
{
  "status": failed,
  "summary": build broke on main,
  "log": "see ci.log",
}
"#,
        value: Some(r#"{"status": "failed", "summary": "build broke on main", "log": "see ci.log"}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Status report 📝"),
            ("warning", "json-missing-quotes", "failed"),
            ("error", "json-unquoted-text", "build broke on main"),
            ("warning", "json-trailing-comma", ","),
        ],
    },
    // Found by attacking the reader.
    Case {
        name: "json-on-the-line-of-the-fence",
        required: &["status", "summary"],
        input: "```json {\n\"status\": \"failed\", \"summary\": \"x\", \"detail\": {\"status\": \"completed\", \"summary\": \"i\"}\n}\n```",
        value: Some(
            "{\"status\": \"failed\", \"summary\": \"x\", \"detail\": {\"status\": \"completed\", \"summary\": \"i\"}}",
        ),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "json-and-fence-on-one-line",
        required: &[],
        input: "```json {\"a\": 1} ```",
        value: Some("{\"a\": 1}"),
        truncated: false,
        diagnostics: &[("warning", "json-in-fence", "```json")],
    },
    Case {
        name: "outer-object-with-something-odd-in-it-still-counts",
        required: &["status", "summary"],
        input: "{status: failed, summary: (none), inner: {\"status\": \"completed\", \"summary\": \"x\"}}",
        value: Some("{\"status\": \"failed\", \"inner\": {\"status\": \"completed\", \"summary\": \"x\"}}"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-unquoted-key", "status"),
            ("warning", "json-missing-quotes", "failed"),
            ("warning", "json-unquoted-key", "summary"),
            ("error", "json-unexpected", "(none)"),
            ("error", "json-unexpected", "summary"),
            ("warning", "json-unquoted-key", "inner"),
        ],
    },
    Case {
        name: "object-inside-braces-that-cannot-be-read",
        required: &["status", "summary"],
        input: "  1→{\n  2→\"status\": \"failed\",\n  3→\"inner\": {\"status\": \"completed\", \"summary\": \"x\"}\n  5→}",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "members-after-the-end",
        required: &["status", "summary"],
        input: "{\"status\": \"completed\", \"summary\": \"x\"}, \"errors\": [\"boom\"]}",
        value: Some("{\"status\": \"completed\", \"summary\": \"x\"}"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", ", \"errors\": [\"boom\"]}"),
            ("error", "json-unexpected", ", \"errors\": [\"boom\"]}"),
        ],
    },
    Case {
        name: "unescaped-object-inside-a-string",
        required: &["status", "summary"],
        input: "{\"status\": \"completed\", \"summary\": \"wrote {\"x\": \"y\"}\", \"errors\": [\"boom\"]}",
        value: Some(
            "{\"status\": \"completed\", \"summary\": \"wrote {\\\"x\\\": \\\"y\\\"}\", \"errors\": [\"boom\"]}",
        ),
        truncated: false,
        diagnostics: &[
            ("warning", "json-unescaped-quote", "\""),
            ("error", "json-unescaped-quote", "\""),
            ("warning", "json-unescaped-quote", "\""),
            ("warning", "json-unescaped-quote", "\""),
        ],
    },
    Case {
        name: "copy-with-a-duplicate-key-is-no-copy",
        required: &["status"],
        input: "{\"status\": \"completed\"}\n{\"status\": \"completed\", \"status\": \"failed\"}",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", "{\"status\": \"completed\", \"status\": \"failed\"}")],
    },
    Case {
        name: "copy-that-is-cut-is-no-copy",
        required: &["status"],
        input: "{\"status\": \"completed\"}\n{\"status\": \"completed\"",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", "{\"status\": \"completed\"")],
    },
    Case {
        name: "correction-that-is-cut",
        required: &["status", "summary"],
        input: "{\"status\": \"completed\", \"summary\": \"x\"}\nCorrection:\n{\"status\": \"failed\"",
        value: Some("{\"status\": \"completed\", \"summary\": \"x\"}"),
        truncated: true,
        diagnostics: &[
            ("warning", "json-in-prose", "Correction:\n{\"status\": \"failed\""),
            ("error", "json-truncated", ""),
        ],
    },
    Case {
        name: "thinking-tag-with-attributes",
        required: &["status"],
        input: "<think id=\"1\">{\"status\": \"completed\"}</think >",
        value: Some("{\"status\": \"completed\"}"),
        truncated: false,
        diagnostics: &[
            ("error", "json-in-thinking", "<think id=\"1\">"),
            ("warning", "json-in-prose", "<think id=\"1\">"),
            ("warning", "json-in-prose", "</think >"),
        ],
    },
    Case {
        name: "thinking-in-thinking",
        required: &["status"],
        input: "<think>a<reasoning>b</reasoning>{\"status\": \"completed\"}</think>\n{\"status\": \"failed\"}",
        value: Some("{\"status\": \"failed\"}"),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-in-prose",
            "<think>a<reasoning>b</reasoning>{\"status\": \"completed\"}</think>",
        )],
    },
    Case {
        name: "thought-broken-off-before-the-envelope",
        required: &["status"],
        input: "<think>{\"status\": \"completed\", \"n\": [1</think>\n{\"status\": \"failed\"}",
        value: Some("{\"status\": \"failed\"}"),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "<think>{\"status\": \"completed\", \"n\": [1</think>")],
    },
    Case {
        name: "windows-path-with-letters-that-are-escapes",
        required: &[],
        input: "{\"path\": \"C:\\Work\\bob\\temp\\new.txt\"}",
        value: Some("{\"path\": \"C:\\\\Work\\\\bob\\\\temp\\\\new.txt\"}"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-invalid-escape", "\\W"),
            ("warning", "json-invalid-escape", "\\b"),
            ("warning", "json-invalid-escape", "\\t"),
            ("warning", "json-invalid-escape", "\\n"),
        ],
    },
    Case {
        name: "number-that-vanishes",
        required: &[],
        input: "[1e-400, 9007199254740993.0]",
        value: Some("[\"1e-400\", \"9007199254740993.0\"]"),
        truncated: false,
        diagnostics: &[("error", "json-number-range", "1e-400"), ("error", "json-number-range", "9007199254740993.0")],
    },
    Case {
        name: "closing-quote-missing-within-a-line",
        required: &[],
        input: "{\"status\": \"completed, \"summary\": \"x\"}",
        value: Some("{\"status\": \"completed\", \"summary\": \"x\"}"),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "\"completed")],
    },
    Case {
        name: "string-followed-by-a-colon",
        required: &[],
        input: "{\"a\": \"b\": \"c\"}",
        value: Some("{\"a\": \"b\\\": \\\"c\"}"),
        truncated: false,
        diagnostics: &[("error", "json-unescaped-quote", "\""), ("warning", "json-unescaped-quote", "\"")],
    },
    Case {
        name: "string-in-three-quotes",
        required: &[],
        input: "{\"a\": \"\"\"say \"hi\" twice\"\"\", \"b\": 1}",
        value: Some("{\"a\": \"say \\\"hi\\\" twice\", \"b\": 1}"),
        truncated: false,
        diagnostics: &[("warning", "json-single-quotes", "\"\"\"say \"hi\" twice\"\"\"")],
    },
    Case {
        name: "full-width-comma",
        required: &[],
        input: "{\"a\": \"b\"， \"c\": \"d\"}",
        value: Some("{\"a\": \"b\", \"c\": \"d\"}"),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "，")],
    },
    Case {
        name: "semicolon-after-a-number",
        required: &[],
        input: "{\"a\": 1; \"b\": true;}",
        value: Some("{\"a\": 1, \"b\": true}"),
        truncated: false,
        diagnostics: &[
            ("error", "json-unexpected", ";"),
            ("warning", "json-missing-comma", ""),
            ("error", "json-unexpected", ";"),
        ],
    },
    Case {
        name: "comment-touching-a-number",
        required: &[],
        input: "{\"a\": 3/*x*/, \"b\": 4//y\n}",
        value: Some("{\"a\": 3, \"b\": 4}"),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "/*x*/"), ("warning", "json-comment", "//y")],
    },
    Case {
        name: "letter-before-a-string",
        required: &[],
        input: "{'a': u'abc'}",
        value: Some("{\"a\": \"abc\"}"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-single-quotes", "'a'"),
            ("error", "json-unexpected", "u"),
            ("warning", "json-single-quotes", "'abc'"),
        ],
    },
    Case {
        name: "infinity-in-any-case",
        required: &[],
        input: "[infinity, Nan]",
        value: Some("[null, null]"),
        truncated: false,
        diagnostics: &[("error", "json-not-finite", "infinity"), ("error", "json-not-finite", "Nan")],
    },
    Case {
        name: "escaped-quote-before-a-line-end",
        required: &[],
        input: "{\"a\": \"say \\\"hi\\\",\n \"b\": 1}",
        value: Some("{\"a\": \"say \\\"hi\\\"\", \"b\": 1}"),
        truncated: false,
        diagnostics: &[("warning", "json-missing-quotes", "\"say \\\"hi\\\"")],
    },
    Case {
        name: "no-comma-and-no-blank-before-a-key",
        required: &[],
        input: "{\"a\": 1\"b\": 2}",
        value: Some("{\"a\": 1, \"b\": 2}"),
        truncated: false,
        diagnostics: &[("warning", "json-missing-comma", "")],
    },
    Case {
        name: "comment-before-a-colon",
        required: &[],
        input: "{\"a\":\"x\",\"b\"/*c*/:1}",
        value: Some("{\"a\": \"x\", \"b\": 1}"),
        truncated: false,
        diagnostics: &[("warning", "json-comment", "/*c*/")],
    },
    Case {
        name: "blank-that-only-unicode-knows",
        required: &[],
        input: "{\"a\"\u{a0}: \"b\"\u{a0}}",
        value: Some("{\"a\": \"b\"}"),
        truncated: false,
        diagnostics: &[("warning", "json-unexpected", "\u{a0}"), ("warning", "json-unexpected", "\u{a0}")],
    },
    Case {
        name: "encoded-object-in-prose",
        required: &["status"],
        input: "Result: \"{\\\"status\\\": \\\"failed\\\"}\"",
        value: Some("{\"status\": \"failed\"}"),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", "Result:"),
            ("warning", "json-encoded", "\"{\\\"status\\\": \\\"failed\\\"}\""),
        ],
    },
    Case {
        name: "cut-before-a-required-key",
        required: &["status", "summary"],
        input: "{\"meta\": {\"x\": 1}, \"sta",
        value: None,
        truncated: true,
        diagnostics: &[("error", "json-missing", ""), ("error", "json-truncated", "")],
    },
    Case {
        name: "template-with-its-words-one-level-down",
        required: &["meta", "findings"],
        input: "{\"meta\": {\"status\": \"completed|failed\"}, \"findings\": {}}\n{\"meta\": {\"status\": \"failed\"}, \"findings\": {}}",
        value: Some("{\"meta\": {\"status\": \"failed\"}, \"findings\": {}}"),
        truncated: false,
        diagnostics: &[(
            "warning",
            "json-template-echo",
            "{\"meta\": {\"status\": \"completed|failed\"}, \"findings\": {}}",
        )],
    },
    Case {
        name: "two-strings-with-a-bar-between",
        required: &[],
        input: "{\"status\": \"completed\" | \"failed\"}",
        value: Some("{\"status\": \"completed\\\" | \\\"failed\"}"),
        truncated: false,
        diagnostics: &[("error", "json-unescaped-quote", "\""), ("warning", "json-unescaped-quote", "\"")],
    },
];
