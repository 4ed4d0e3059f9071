//! How good an object is as the envelope (R-A12).

use super::spelling::member;
use crate::text::{is_choice, placeholder};
use crate::tree::{Kind, NodeRef};

/// How good an object is.
pub(super) struct Rating {
    pub(super) score: usize,
    /// Whether a required key holds a placeholder.
    pub(super) template: bool,
}

/// How many required keys it holds. Where none are required, an object beats a list of plain values, and that beats
/// an empty one: footnotes and ticks in prose look like arrays.
pub(super) fn rate(node: NodeRef<'_>, required: &[&str]) -> Rating {
    if required.is_empty() {
        let rich = match node.kind() {
            Kind::Object(mut entries) => entries.next().is_some(),
            Kind::Array(mut items) => items.any(NodeRef::is_object),
            _ => false,
        };
        let plain = node.items().any(|item| item.as_str().is_some() || item.items().next().is_some());
        return Rating { score: if rich { 3 } else { 1 + usize::from(plain) }, template: false };
    }
    let mut rating = Rating { score: 0, template: false };
    for value in required.iter().filter_map(|key| member(node, key)) {
        // A placeholder is no value, and neither is an object of placeholders; an object with one in it is a value, but
        // gives way to an object without.
        let inside = value.entries().any(|(_, member)| is_echo(member));
        let echo = is_echo(value) || (inside && value.entries().all(|(_, member)| is_echo(member)));
        rating.score += if echo { 0 } else { 2 - usize::from(inside) };
        rating.template |= echo || inside;
    }
    rating
}

/// Whether it is a list of objects that could each be the envelope.
pub(super) fn lists_several(node: NodeRef<'_>, required: &[&str]) -> bool {
    let is_one = |item: &NodeRef<'_>| item.is_object() && rate(*item, required).score > 0;
    !required.is_empty() && node.items().filter(is_one).nth(1).is_some()
}

/// Whether the value is one of the template's.
fn is_echo(value: NodeRef<'_>) -> bool {
    value.as_str().is_some_and(|text| placeholder(text).is_some() || is_choice(text))
}
