//! Commas, comments, ellipses.

use super::Case;

pub(super) const CASES: &[Case] = &[
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
];
