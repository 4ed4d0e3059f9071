//! An edit changes its own place and nothing else, and its diff says the same.

use clarifications_md::Change;

/// The bytes outside of the edited ranges are the same, in the same order.
#[track_caller]
pub(crate) fn assert_splices(before: &str, change: &Change<'_>) {
    let after = change.apply();
    let (mut old, mut new) = (0, 0);
    for edit in change.edits() {
        let kept = edit.span.start() - old;
        assert_eq!(before[old..edit.span.start()], after[new..new + kept], "before {edit:?}");
        assert!(after[new + kept..].starts_with(&edit.text), "{edit:?}");
        (old, new) = (edit.span.end(), new + kept + edit.text.len());
    }
    assert_eq!(before[old..], after[new..], "after the last edit");
    assert_eq!(
        patched(before, &change.unified_diff("x.md")),
        after,
        "the diff says the same\n{}",
        change.unified_diff("x.md")
    );
    let crlf = before.contains("\r\n");
    let lone = after.replace("\r\n", "").contains('\n');
    assert!(!(crlf && lone), "inserted text takes the document's line ends");
    if !crlf {
        assert!(!after.contains('\r'));
    }
}

/// Applies a unified diff the way `patch` does, checking context.
#[track_caller]
fn patched(before: &str, diff: &str) -> String {
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let mut result = String::new();
    let mut at = 0;
    let mut body = diff.split_inclusive('\n').peekable();
    while let Some(line) = body.next() {
        let Some(range) = line.strip_prefix("@@ -") else {
            assert!(line.starts_with("--- ") || line.starts_with("+++ "), "{line}");
            continue;
        };
        let (start, len) = range.split(' ').next().and_then(|range| range.split_once(',')).expect("a range");
        let (start, len): (usize, usize) = (start.parse().expect("a number"), len.parse().expect("a number"));
        let first = if len == 0 { start } else { start - 1 };
        result.extend(lines[at..first].iter().copied());
        at = first;
        while let Some(line) = body.next_if(|line| !line.starts_with("@@ ")) {
            let bare = body.next_if(|next| next.starts_with('\\')).is_some();
            let words = if bare { line[1..].trim_end_matches('\n') } else { &line[1..] };
            match &line[..1] {
                " " | "-" => {
                    assert_eq!(lines[at], words, "context");
                    at += 1;
                    if line.starts_with(' ') {
                        result.push_str(words);
                    }
                }
                "+" => result.push_str(words),
                other => panic!("{other}"),
            }
        }
    }
    result.extend(lines[at..].iter().copied());
    result
}
