//! Whole messages with several faults.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
];
