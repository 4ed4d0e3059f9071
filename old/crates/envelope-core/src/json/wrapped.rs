//! An envelope that is not outermost: below a key, in a list, or encoded in a string. It is told where it lies, and never
//! read, for it may be a quotation or an earlier step (R-A12).

use std::collections::VecDeque;

use serde_json::Value;

use super::found::Placed;
use super::locate::locate;
use super::rate::rate;
use super::read::Request;
use super::rules::WRAPPED;
use crate::tree::{Kind, NodeRef};
use crate::{Diagnostic, Limits, Path, Span, Tree};

/// How many places are named where several could each hold the envelope.
const MOST_NAMED: usize = 5;

/// Where an envelope lies below the root of a value, or those as good that differ.
#[derive(Debug)]
pub(super) struct Wrapped {
    pub(super) score: usize,
    /// The place, or the first ones of those that differ.
    paths: Vec<Path>,
    /// How many more there are.
    more: usize,
    /// The key before the first one, else its brace or string.
    pub(super) span: Span,
    /// Whether the first one lies in a string.
    encoded: bool,
    /// What the first one says.
    says: Value,
    /// Whether another one as good says something else: then none is the envelope.
    tie: bool,
}

impl Wrapped {
    /// Finds the best one below the root. Of equals that say the same it is the one with the shortest path, and of those
    /// the first; one that lies in another as good is a part of it.
    pub(super) fn below<'t>(tree: &'t Tree, required: &[&str], limits: Limits) -> Option<Self> {
        let mut best = 1;
        let mut equals: Vec<(NodeRef<'t>, Span)> = Vec::new();
        let mut ahead = VecDeque::from([(tree.root(), None, 0_usize, 0_usize)]);
        while let Some((node, key, depth, above)) = ahead.pop_front() {
            super::steps::count(1);
            let score = if depth == 0 { 0 } else { score(node, required, limits) };
            let over = above.max(score);
            let below = |(value, key): (NodeRef<'t>, Option<Span>)| (value, key, depth + 1, over);
            let values = node.entries().map(|(key, value)| (value, Some(key.span())));
            ahead.extend(values.filter(|(value, _)| may_hold(*value)).map(below));
            ahead.extend(node.items().filter(|item| may_hold(*item)).map(|item| below((item, None))));
            // A member of the root that has any key is one; elsewhere half of them tell it from other data.
            let direct = depth == 1 && key.is_some() && node.is_object();
            let enough = if direct { 1 } else { required.len().max(1) };
            if score >= enough.max(best) && score > above {
                if score > best {
                    equals.clear();
                }
                best = score;
                equals.push((node, key.unwrap_or_else(|| opening(node))));
            }
        }
        let (first, span) = *equals.first()?;
        let (mut says, mut tie) = (None, false);
        for (node, _) in &equals {
            each_said(*node, best, required, limits, |said| match &says {
                None => says = Some(said),
                Some(first) => tie |= *first != said,
            });
            if tie {
                break;
            }
        }
        let says = says?;
        let named = if tie { equals.len().min(MOST_NAMED) } else { 1 };
        let place = |(node, _): &(NodeRef<'_>, Span)| tree.paths_at(&[node.span().start()]).pop();
        let paths: Vec<Path> = equals.iter().take(named).filter_map(place).collect();
        let more = if tie { equals.len() - named } else { 0 };
        Some(Self { score: best, paths, more, span, encoded: !first.is_object(), says, tie })
    }

    /// Where a whole one lies, if there is one and no other, and whether it lies in a string.
    pub(super) fn whole(tree: &Tree, required: &[&str], limits: Limits) -> Option<(Path, bool)> {
        let mut found = Self::below(tree, required, limits)?;
        let sure = !found.tie && found.score == 2 * required.len();
        found.paths.pop().filter(|_| sure).map(|path| (path, found.encoded))
    }

    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        !self.tie && !other.tie && self.says == other.says
    }

    pub(super) fn diagnostic(self) -> Diagnostic {
        let Self { paths, more, span, encoded, tie, .. } = self;
        let named = paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
        let path = if more > 0 { format!("{named} and {more} more") } else { named };
        let (message, help) = if tie && paths.len() == 1 {
            (
                format!("the string at {path} holds several objects that could each be the envelope"),
                "send the one that counts as the outermost object, not in quotes".to_owned(),
            )
        } else if tie {
            (
                format!("several that could each be the envelope lie inside another value: at {path}"),
                "send the one that counts as the outermost object".to_owned(),
            )
        } else if encoded {
            (
                format!("the envelope lies at {path}, encoded in a string"),
                format!("send the object that the string at {path} holds as the outermost object, not in quotes"),
            )
        } else {
            (
                format!("the envelope lies at {path}, inside another value"),
                format!("send what stands at {path} as the outermost object"),
            )
        };
        Diagnostic::new(&WRAPPED, span, message).help(help)
    }
}

/// The brace an object begins with; a string whole, for one without quotes may begin with any letter.
fn opening(node: NodeRef<'_>) -> Span {
    let span = node.span();
    if node.is_object() { Span::new(span.start(), span.start() + 1) } else { span }
}

/// How much of an envelope an object is; a copy of the template is none.
fn score_of(object: NodeRef<'_>, required: &[&str]) -> usize {
    Some(rate(object, required)).filter(|it| !it.template).map_or(0, |it| it.score)
}

/// How much of an envelope an object is, or the best of those in a string.
fn score(node: NodeRef<'_>, required: &[&str], limits: Limits) -> usize {
    if node.is_object() {
        return score_of(node, required);
    }
    let mut best = 0;
    each_in_string(node, limits, |object| best = best.max(score_of(object, required)));
    best
}

/// What an object says, or each of those in a string that are as good as this.
fn each_said(node: NodeRef<'_>, best: usize, required: &[&str], limits: Limits, mut take: impl FnMut(Value)) {
    if node.is_object() {
        return take(node.to_value());
    }
    each_in_string(node, limits, |object| {
        if score_of(object, required) == best {
            take(object.to_value());
        }
    });
}

/// The outermost objects that a string holds.
fn each_in_string(node: NodeRef<'_>, limits: Limits, mut take: impl FnMut(NodeRef<'_>)) {
    let Some(text) = node.as_str().filter(|text| holds_brace(text)) else { return };
    let found = locate(text, &Request::default().limits(limits));
    let outermost = |placed: &Placed| placed.candidate.unread.is_none() && !placed.nested();
    for whole in found.each().filter(outermost).filter_map(|placed| found.whole(&placed)) {
        take(whole.scanned.tree.root());
    }
}

/// Whether there can be an envelope in it; numbers and words may be very many.
fn may_hold(node: NodeRef<'_>) -> bool {
    match node.kind() {
        Kind::Object(_) | Kind::Array(_) => true,
        _ => node.as_str().is_some_and(holds_brace),
    }
}

fn holds_brace(text: &str) -> bool {
    memchr::memchr(b'{', text.as_bytes()).is_some()
}
