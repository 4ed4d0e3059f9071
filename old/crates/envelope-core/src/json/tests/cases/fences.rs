//! JSON in fences.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
];
