//! JSON in prose, behind marks, in quotations.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
        name: "brace-at-the-end-of-a-sentence-before",
        required: &["status"],
        input: "It was missing a {\n\n{\"status\": \"completed\"}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "It was missing a {")],
    },
    Case {
        name: "code-closed-at-the-end-of-a-line-before",
        required: &["status"],
        input: "if (a) {\n  return; }\n{\"status\": \"completed\"}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "if (a) {\n  return; }")],
    },
    Case {
        name: "code-open-in-a-closed-fence-before",
        required: &["status"],
        input: "```diff\n@@ -1,3 +1,4 @@ impl Foo {\n-x();\n```\n{\"status\": \"completed\"}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "@@ -1,3 +1,4 @@ impl Foo {\n-x();")],
    },
    Case {
        name: "object-in-code-that-is-open",
        required: &["status"],
        input: "function f() {\n  {\"status\": \"completed\"}\n",
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "brace-in-inline-code-before",
        required: &["status"],
        input: "The `if x {` line was moved.\n{\"status\": \"completed\"}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "The `if x {` line was moved.")],
    },
    Case {
        name: "brace-in-inline-code-after",
        required: &["status"],
        input: "{\"status\": \"completed\"}\nUse `{` here.",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "Use `{` here.")],
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
];
