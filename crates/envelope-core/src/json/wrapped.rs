//! An envelope that is not outermost: below a key, in a list, or encoded in a string. It is told where it lies, and never
//! read, for it may be a quotation or an earlier step (R-A12).

use std::collections::VecDeque;

use super::choose::rate;
use super::locate::locate;
use super::rules::WRAPPED;
use crate::tree::NodeRef;
use crate::{Diagnostic, Limits, Path, Span, Tree};

/// Where an envelope lies below the root of a value.
#[derive(Debug)]
pub(super) struct Wrapped {
    path: Path,
    /// The key before it, else its first byte.
    span: Span,
    /// Whether it lies in a string.
    encoded: bool,
}

impl Wrapped {
    /// Finds the best one below the root; of equals the one with the shortest path, and of those the first.
    pub(super) fn below(tree: &Tree, required: &[&str], limits: Limits) -> Option<Self> {
        let mut best: Option<(usize, NodeRef<'_>, Span)> = None;
        let mut ahead = VecDeque::from([(tree.root(), None, 0_usize)]);
        while let Some((node, key, depth)) = ahead.pop_front() {
            super::steps::count(1);
            ahead.extend(node.entries().map(|(key, value)| (value, Some(key.span()), depth + 1)));
            ahead.extend(node.items().map(|item| (item, None, depth + 1)));
            let score = if depth == 0 { 0 } else { score(node, required, limits) };
            // A member of the root that has any key is one; elsewhere half of them tell it from other data.
            let direct = depth == 1 && key.is_some() && node.is_object();
            let enough = if direct { 1 } else { required.len().max(1) };
            if score >= enough && best.is_none_or(|(other, ..)| score > other) {
                let start = node.span().start();
                best = Some((score, node, key.unwrap_or_else(|| Span::new(start, start + 1))));
            }
        }
        let (_, node, span) = best?;
        let path = tree.paths_at(&[node.span().start()]).pop()?;
        Some(Self { path, span, encoded: !node.is_object() })
    }

    pub(super) fn diagnostic(self) -> Diagnostic {
        let Self { path, span, encoded } = self;
        let (message, help) = if encoded {
            (
                format!("the envelope lies at `{path}`, encoded in a string"),
                format!("send the object that the string at `{path}` holds as the outermost object, not in quotes"),
            )
        } else {
            (
                format!("the envelope lies at `{path}`, inside another value"),
                format!("send what stands at `{path}` as the outermost object"),
            )
        };
        Diagnostic::new(&WRAPPED, span, message).help(help)
    }
}

/// How much of an envelope an object is, or the best of those in a string; a copy of the template is none.
fn score(node: NodeRef<'_>, required: &[&str], limits: Limits) -> usize {
    let of = |object: NodeRef<'_>| Some(rate(object, required)).filter(|it| !it.template).map_or(0, |it| it.score);
    match node.as_str() {
        _ if node.is_object() => of(node),
        Some(text) if memchr::memchr(b'{', text.as_bytes()).is_some() => {
            let found = locate(text, limits).candidates.into_iter();
            let own = found.filter(|candidate| candidate.unread.is_none() && !candidate.nested);
            own.map(|candidate| of(candidate.scanned.tree.root())).max().unwrap_or(0)
        }
        _ => 0,
    }
}
