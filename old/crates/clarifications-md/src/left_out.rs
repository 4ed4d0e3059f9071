//! What stands in a document and in no part of its value, so that a conversion loses it (R-A15).

use envelope_core::{Loss, LossKind};
use memchr::memmem;
use serde::Serialize;

use crate::model::{COMMENT, Clarifications};
use crate::parse::remark;

/// Comments between the parts of a document, and remarks inside the mark of a question.
pub(crate) fn of_document(document: &Clarifications) -> Vec<Loss> {
    let mut losses = comments(document.source.0.whole.of(document.text()), document);
    let heading = |item: &crate::Item| remark(item.heading_span().of(document.text())).is_some();
    if document.items().any(|(_, item)| heading(item)) {
        losses.push(Loss::new("text", LossKind::Dropped, "remarks inside the mark `[MUST ANSWER]`"));
    }
    losses
}

/// The loss of comments, where the text has more of them than the value.
pub(crate) fn comments<T: Serialize>(text: &str, value: &T) -> Vec<Loss> {
    let count = |text: &str, sign: &str| memmem::find_iter(text.as_bytes(), sign.as_bytes()).count();
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let front = start.strip_prefix("---").and_then(|rest| rest.split_once("\n---")).map_or("", |(front, _)| front);
    let (comments, signs) = (count(text, COMMENT), count(front, "#"));
    if comments + signs == 0 {
        return Vec::new();
    }
    let Ok(value) = serde_json::to_value(value) else { return Vec::new() };
    let kept = |value: Option<&serde_json::Value>, sign: &str| value.map_or(0, |value| count(&value.to_string(), sign));
    if comments > kept(Some(&value), COMMENT) || signs > kept(value.get("frontmatter"), "#") {
        return vec![Loss::new("comments", LossKind::Dropped, "comments in the document")];
    }
    Vec::new()
}
