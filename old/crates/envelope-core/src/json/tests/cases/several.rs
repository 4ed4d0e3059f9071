//! More than one object, and thoughts.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
    Case {
        name: "object-commented-out",
        required: &["status"],
        input: "/*\n{\"status\": \"completed\"}\n*/",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[
            ("error", "json-in-thinking", "/*"),
            ("warning", "json-in-prose", "/*"),
            ("warning", "json-in-prose", "*/"),
        ],
    },
    Case {
        name: "another-object-commented-out",
        required: &["status"],
        input: "/* {\"status\": \"completed\"} */\n{\"status\": \"failed\"}",
        value: Some(r#"{"status": "failed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "/* {\"status\": \"completed\"} */")],
    },
    Case {
        name: "object-behind-a-comment",
        required: &["status"],
        input: "/* my report */\n{\"status\": \"completed\"}",
        value: Some(r#"{"status": "completed"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "/* my report */")],
    },
    Case {
        name: "object-behind-a-path-with-a-star",
        required: &["status"],
        input: "/*.json was read.\n{\"status\": \"completed\", \"files\": \"a/*/b\"}",
        value: Some(r#"{"status": "completed", "files": "a/*/b"}"#),
        truncated: false,
        diagnostics: &[("warning", "json-in-prose", "/*.json was read.")],
    },
];
