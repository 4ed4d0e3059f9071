//! Envelopes in a wrapping: in a list of one, below a key, encoded as a string.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
        name: "wrapped-in-a-list-of-other-things",
        required: &["status", "summary"],
        input: r#"[{"log": 1}, {"status": "completed", "summary": "ok"}]"#,
        value: Some(r#"[{"log": 1}, {"status": "completed", "summary": "ok"}]"#),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", "{")],
    },
    Case {
        name: "wrapped-and-encoded",
        required: &["status", "summary"],
        input: r#"{"result": "{\"status\": \"completed\", \"summary\": \"ok\"}"}"#,
        value: Some(r#"{"result": "{\"status\": \"completed\", \"summary\": \"ok\"}"}"#),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""result""#)],
    },
    Case {
        name: "the-better-of-two-that-are-wrapped-is-named",
        required: &["status", "summary"],
        input: r#"{"step": {"status": "completed"}, "all": {"last": {"status": "failed", "summary": "no"}}}"#,
        value: Some(r#"{"step": {"status": "completed"}, "all": {"last": {"status": "failed", "summary": "no"}}}"#),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""last""#)],
    },
    Case {
        name: "two-different-ones-that-are-wrapped",
        required: &["status", "summary"],
        input: r#"{"previous": {"status": "completed", "summary": "ok"}, "current": {"status": "failed", "summary": "no"}}"#,
        value: Some(
            r#"{"previous": {"status": "completed", "summary": "ok"}, "current": {"status": "failed", "summary": "no"}}"#,
        ),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""previous""#)],
    },
    Case {
        name: "two-equal-ones-that-are-wrapped",
        required: &["status", "summary"],
        input: r#"{"previous": {"status": "completed", "summary": "ok"}, "current": {"status": "completed", "summary": "ok"}}"#,
        value: Some(
            r#"{"previous": {"status": "completed", "summary": "ok"}, "current": {"status": "completed", "summary": "ok"}}"#,
        ),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""previous""#)],
    },
    Case {
        name: "two-different-ones-in-a-list-below-a-key",
        required: &["status", "summary"],
        input: r#"{"results": [{"status": "completed", "summary": "ok"}, {"status": "failed", "summary": "no"}]}"#,
        value: Some(
            r#"{"results": [{"status": "completed", "summary": "ok"}, {"status": "failed", "summary": "no"}]}"#,
        ),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", "{")],
    },
    Case {
        name: "two-different-ones-that-are-encoded",
        required: &["status", "summary"],
        input: r#"{"messages": [{"content": "{\"status\": \"completed\", \"summary\": \"ok\"}"}, {"content": "{\"status\": \"failed\", \"summary\": \"no\"}"}]}"#,
        value: Some(
            r#"{"messages": [{"content": "{\"status\": \"completed\", \"summary\": \"ok\"}"}, {"content": "{\"status\": \"failed\", \"summary\": \"no\"}"}]}"#,
        ),
        truncated: false,
        diagnostics: &[("error", "json-wrapped", r#""content""#)],
    },
    Case {
        name: "the-better-of-two-values-with-one-wrapped-is-named",
        required: &["status", "summary"],
        input: r#"{"task": {"status": "x"}}
{"result": {"status": "completed", "summary": "ok"}}"#,
        value: Some(r#"{"result": {"status": "completed", "summary": "ok"}}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", r#"{"task": {"status": "x"}}"#),
            ("error", "json-wrapped", r#""result""#),
        ],
    },
    Case {
        name: "two-values-with-different-ones-wrapped",
        required: &["status", "summary"],
        input: r#"{"result": {"status": "completed", "summary": "ok"}}
{"result": {"status": "failed", "summary": "no"}}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-ambiguous", r#""result""#)],
    },
    Case {
        name: "a-wrapped-one-that-was-thought-gives-way",
        required: &["status", "summary"],
        input: r#"<think>{"plan": {"status": "completed", "summary": "ok"}}</think>
{"result": {"status": "failed", "summary": "no"}}"#,
        value: Some(r#"{"result": {"status": "failed", "summary": "no"}}"#),
        truncated: false,
        diagnostics: &[
            ("warning", "json-in-prose", r#"<think>{"plan": {"status": "completed", "summary": "ok"}}</think>"#),
            ("error", "json-wrapped", r#""result""#),
        ],
    },
    Case {
        name: "a-key-deep-in-other-data-is-no-envelope",
        required: &["status", "summary", "artifacts"],
        input: r#"{"jobs": [{"id": 7, "status": "completed"}], "text": "{\"status\": \"completed\"}"}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
    },
    Case {
        name: "a-template-that-is-encoded-is-no-envelope",
        required: &["status", "summary"],
        input: r#"{"asked": "{\"status\": \"<STATUS>\", \"summary\": \"...\"}"}"#,
        value: None,
        truncated: false,
        diagnostics: &[("error", "json-missing", "")],
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
];
