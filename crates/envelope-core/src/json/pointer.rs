use super::Document;
use super::tree::Tag;
use crate::Span;

/// A container on the way down to an offset.
struct Step {
    next: usize,
    behind: usize,
    end: usize,
    /// The number of the next item; `None` for objects.
    item: Option<usize>,
    /// The length of the container's own pointer.
    pointer: usize,
}

impl Document<'_> {
    /// The RFC 6901 pointers, relative to a node, of ascending offsets; `None` for those outside the node. One walk: what
    /// lies between two offsets is skipped.
    pub(crate) fn pointers(&self, node: usize, offsets: impl Iterator<Item = usize>) -> Vec<Option<String>> {
        let root = self.span(node);
        let mut pointer = String::new();
        let mut steps = vec![self.step(node, 0)];
        let mut found = Vec::new();
        for offset in offsets {
            if offset < root.start() || offset >= root.end() {
                found.push(None);
                continue;
            }
            while let Some(step) = steps.last_mut() {
                pointer.truncate(step.pointer);
                if offset >= step.end {
                    steps.pop();
                    continue;
                }
                if step.next >= step.behind {
                    break;
                }
                // An object's member is its key and its value.
                let (first, value) = (step.next, step.next + usize::from(step.item.is_none()));
                let member = Span::new(self.span(first).start(), self.span(value).end());
                if offset >= member.end() {
                    step.next = self.behind(value);
                    step.item = step.item.map(|item| item + 1);
                    continue;
                }
                if offset < member.start() {
                    break;
                }
                pointer.push('/');
                match step.item {
                    Some(item) => pointer += &item.to_string(),
                    None => pointer += &escape(self.string(first)),
                }
                if offset < self.span(value).start() || !matches!(self.nodes[value].tag, Tag::Object | Tag::Array) {
                    break;
                }
                steps.push(self.step(value, pointer.len()));
            }
            found.push(Some(pointer.clone()));
        }
        found
    }

    fn step(&self, node: usize, pointer: usize) -> Step {
        let item = (self.nodes[node].tag == Tag::Array).then_some(0);
        Step { next: node + 1, behind: self.behind(node), end: self.span(node).end(), item, pointer }
    }
}

/// A key as a part of a pointer.
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
