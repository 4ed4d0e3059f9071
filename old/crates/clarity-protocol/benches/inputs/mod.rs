//! The messages that are timed.

use std::fmt::Write as _;

/// A clean consistency result: a table of findings, then a discussion of each grave one. Every second row is minor.
pub(crate) fn message(findings: usize) -> String {
    let (critical, minor) = (findings / 2, findings - findings / 2);
    let mut text = format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/store.md/docs/api.md | Findings: {findings} | \
         Critical: {critical} | Major: 0 | Minor: {minor}\n\n---\n**Protocol**: v1\n**Agent**: consistency checker\n\
         **Assigned**: compare both documents\n**Scope**: docs/store.md, docs/api.md\n**Coverage**: 100%\n\
         **Confidence**: high\n---\n\n## Findings\n\n| ID | Severity | Type | Location | Counter-location | \
         Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
    );
    for id in 1..=findings {
        let severity = if id % 2 == 0 { "critical" } else { "minor" };
        let _ = writeln!(
            text,
            "| F{id} | {severity} | contradiction | docs/store.md, section {id}.2 | docs/api.md, `put` | the store keeps \
             *every* version, the interface says that only the last one is kept | align both on `{id}` versions |"
        );
    }
    for id in (2..=findings).step_by(2) {
        let _ = write!(
            text,
            "\n### F{id}: versions\n\nThe store's section {id}.2 promises that no version is ever dropped, and the \
             restore command **relies** on it. The interface in `put` says the contrary:\n\n- the last version wins\n- \
             older ones may go at any time\n"
        );
    }
    text
}

/// A clean digest of a document with this many sections: prose under headings, lists, fences, no table.
pub(crate) fn prose(sections: usize) -> String {
    let mut text = String::from(
        "RESULT: CLEAN | Type: digest | Doc: docs/store.md | Sections: 3 | Entities: 0 | Cross-refs: 0\n\n---\n\
         **Protocol**: v1\n**Agent**: reader\n**Assigned**: read the document\n**Scope**: docs/store.md\n\
         **Coverage**: 100%\n**Confidence**: high\n---\n",
    );
    for number in 1..=sections {
        let _ = write!(
            text,
            "\n### {number}.2 versions\n\nThe section promises that no version is ever dropped, and the restore command \
             **relies** on it; see [the interface](api.md) and `put`.\n\n- the last version wins\n- older ones may go at \
             any time\n\n```\nput(key, version)\n```\n"
        );
    }
    text
}
