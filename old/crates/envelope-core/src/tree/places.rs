//! Between places in the text and places in the tree.

use std::collections::HashMap;

use super::{NodeRef, Tag, Tree};
use crate::{Path, Span};

impl Tree {
    /// The paths of the innermost values at these offsets, which are in ascending order; one pass over the tree.
    pub(crate) fn paths_at(&self, offsets: &[usize]) -> Vec<Path> {
        let mut walk = Walk { tree: self, open: Vec::new(), next: 0 };
        offsets.iter().map(|offset| walk.path_at(*offset)).collect()
    }

    /// The same tree with every span moved.
    pub(crate) fn moved(mut self, place: impl Fn(Span) -> Span) -> Self {
        for node in &mut self.nodes {
            let span = place(Span::new(node.span.0 as usize, node.span.1 as usize));
            node.span = (super::builder::index(span.start()), super::builder::index(span.end()));
        }
        self
    }

    /// Every repetition of a key in one object: the first value, the later value, the later key (R-A11).
    pub(crate) fn repeated_keys(&self) -> Vec<Repeated<'_>> {
        self.repeated_between(0, self.nodes.len())
    }

    /// The same among the nodes from `start` to `end`.
    pub(super) fn repeated_between(&self, start: usize, end: usize) -> Vec<Repeated<'_>> {
        let mut repeated = Vec::new();
        let nodes = self.nodes.iter().enumerate().take(end).skip(start);
        let objects = nodes.filter(|(at, node)| node.tag == Tag::Object && self.may_repeat_a_key(*at));
        let mut seen: HashMap<&str, NodeRef<'_>> = HashMap::new();
        let mut few: Vec<(&str, NodeRef<'_>)> = Vec::with_capacity(12);
        for (at, _) in objects {
            seen.clear();
            few.clear();
            for (key, value) in NodeRef::new(self, at).entries() {
                let name = key.as_key().unwrap_or_default();
                // Most objects are small, and then comparing beats hashing.
                if seen.is_empty() && few.len() < 12 {
                    match few.iter().find(|(known, _)| *known == name) {
                        Some((_, first)) => repeated.push((*first, value, key)),
                        None => few.push((name, value)),
                    }
                    continue;
                }
                if seen.is_empty() {
                    seen.extend(few.drain(..));
                }
                match seen.get(name) {
                    Some(first) => repeated.push((*first, value, key)),
                    None => drop(seen.insert(name, value)),
                }
            }
        }
        repeated
    }
}

impl Tree {
    /// Whether two keys of the object at `at` fall on the same mark; where none do, all are different.
    fn may_repeat_a_key(&self, at: usize) -> bool {
        let end = self.nodes.get(at).map_or(0, |node| node.next as usize);
        let (mut marks, mut next) = (0_u128, at + 1);
        // Few keys are compared by all that was mixed, since two of them fall on one mark often enough.
        let (mut few, mut count) = ([0_u64; FEW], 0);
        while let Some([key, value, ..]) = self.nodes.get(next..end) {
            let name = self.text.as_bytes().get(key.text.0 as usize..key.text.1 as usize).unwrap_or_default();
            let mixed = mix(name);
            let mark = 1_u128 << (mixed >> 57);
            let met = marks & mark != 0;
            if met && few.get(..count).is_none_or(|few| few.contains(&mixed)) {
                return true;
            }
            if let Some(place) = few.get_mut(count) {
                *place = mixed;
            }
            count += 1;
            marks |= mark;
            next = value.next as usize;
        }
        false
    }
}

/// Keys of one object that are compared one by one.
const FEW: usize = 16;

/// A number that differs for most different names: the first and last bytes of it, and its length.
fn mix(name: &[u8]) -> u64 {
    let eight = |bytes: Option<&[u8; 8]>| bytes.map(|bytes| u64::from_le_bytes(*bytes));
    let (first, last) = match (eight(name.first_chunk()), eight(name.last_chunk())) {
        (Some(first), Some(last)) => (first, last),
        _ => (name.iter().fold(0, |mixed, byte| (mixed << 8) | u64::from(*byte)), 0),
    };
    (first ^ last.rotate_left(23) ^ (name.len() as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The first value under a key, a later one, and the later key.
pub(crate) type Repeated<'t> = (NodeRef<'t>, NodeRef<'t>, NodeRef<'t>);

/// A walk in the order of the text.
struct Walk<'t> {
    tree: &'t Tree,
    /// The members and items around the current place, outermost first.
    open: Vec<Around<'t>>,
    next: usize,
}

/// A member or item that is being walked through.
struct Around<'t> {
    /// The node after its last one.
    next: usize,
    /// Where its text ends.
    end: usize,
    step: Step<'t>,
    /// How many items of it were met, if it is an array.
    items: usize,
}

#[derive(Clone, Copy)]
enum Step<'t> {
    Root,
    Key(&'t str),
    Index(usize),
}

impl Walk<'_> {
    fn path_at(&mut self, offset: usize) -> Path {
        while self.tree.nodes.get(self.next).is_some_and(|node| node.span.0 as usize <= offset) {
            self.enter(offset);
        }
        let around = self.open.iter().take_while(|around| around.end > offset);
        around.fold(Path::root(), |path, around| match around.step {
            Step::Root => path,
            Step::Key(key) => path.key(key),
            Step::Index(index) => path.index(index),
        })
    }

    /// Enters the next node: a key opens its member, and the member's value is already inside it. What ends before the
    /// offset is passed over whole.
    fn enter(&mut self, offset: usize) {
        while self.open.last().is_some_and(|around| around.next <= self.next) {
            self.open.pop();
        }
        let nodes = &self.tree.nodes;
        let at = self.next;
        self.next += 1;
        let Some(node) = nodes.get(at) else { return };
        let previous = at.checked_sub(1).and_then(|at| nodes.get(at));
        if previous.is_some_and(|previous| previous.tag == Tag::Key) {
            return;
        }
        let (whole, step) = if node.tag == Tag::Key {
            let name = NodeRef::new(self.tree, at).as_key().unwrap_or_default();
            (nodes.get(at + 1).unwrap_or(node), Step::Key(name))
        } else if let Some(parent) = self.open.last_mut() {
            parent.items += 1;
            (node, Step::Index(parent.items - 1))
        } else {
            (node, Step::Root)
        };
        if whole.span.1 as usize <= offset {
            self.next = whole.next as usize;
        } else {
            self.open.push(Around { next: whole.next as usize, end: whole.span.1 as usize, step, items: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TreeBuilder;
    use super::*;

    fn repeated(keys: &[String]) -> usize {
        let mut builder = TreeBuilder::new();
        builder.open_object(0);
        for key in keys {
            builder.key(key, Span::at(1));
            builder.null(Span::at(1));
        }
        builder.close(2);
        builder.finish().map_or(0, |tree| tree.repeated_keys().len())
    }

    /// Keys that are mixed into the same number are still told apart, and a repetition is found in objects of any size.
    #[test]
    fn repeated_keys_are_found_and_no_others() {
        let names: [fn(usize) -> String; 2] = [|at| format!("beginning {at:04} the same end"), |at| format!("k{at}")];
        for count in [1, 2, 8, FEW - 1, FEW, FEW + 1, 40, 300] {
            for name in names {
                let mut keys: Vec<String> = (0..count).map(name).collect();
                assert_eq!(repeated(&keys), 0, "{keys:?}");
                keys.push(keys.first().cloned().unwrap_or_default());
                assert_eq!(repeated(&keys), 1, "{keys:?}");
                keys.push(keys.get(count / 2).cloned().unwrap_or_default());
                assert_eq!(repeated(&keys), 2, "{keys:?}");
            }
        }
    }
}
