//! A list of paths in one piece of memory.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Paths in the order in which the agent lists them (status-block, FILES).
///
/// They stand behind one another in one text, so that a list of any length takes two allocations at most: an agent that lists
/// every file of a tree is read at the speed of copying. In JSON it is a list of strings.
///
/// ```
/// use status_block::Paths;
/// let mut paths: Paths = ["src/lib.rs", "src/main.rs"].into_iter().collect();
/// paths.push("README.md");
/// assert_eq!(paths, ["src/lib.rs", "src/main.rs", "README.md"]);
/// assert_eq!(paths.get(1), Some("src/main.rs"));
/// assert!(paths.iter().any(|path| path.ends_with(".md")));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Paths {
    text: String,
    /// Where each path ends but the last, which ends with the text: a list of one takes one allocation.
    ends: Vec<usize>,
    /// Whether there is a last one.
    any: bool,
}

impl Paths {
    /// No paths.
    pub const fn new() -> Self {
        Self { text: String::new(), ends: Vec::new(), any: false }
    }

    /// No paths, with room for some of `bytes` bytes together.
    pub(crate) fn with_room(bytes: usize) -> Self {
        let many = bytes / 32;
        let ends = if many < 4 { Vec::new() } else { Vec::with_capacity(many) };
        Self { text: String::with_capacity(bytes), ends, any: false }
    }

    /// Adds a path at the end.
    pub fn push(&mut self, path: &str) {
        if self.any {
            self.ends.push(self.text.len());
        }
        self.any = true;
        self.text.push_str(path);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len() + usize::from(self.any)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// The path at a place, from 0.
    pub fn get(&self, at: usize) -> Option<&str> {
        let last = (self.any && at == self.ends.len()).then_some(self.text.len());
        let end = self.ends.get(at).copied().or(last)?;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.text.get(start..end)
    }

    /// The paths in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter { rest: &self.text, at: 0, ends: self.ends.iter(), last: self.any }
    }
}

/// The paths of a list in order; made by [`Paths::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    /// From the next path on.
    rest: &'a str,
    at: usize,
    ends: std::slice::Iter<'a, usize>,
    /// Whether the last one is still to come.
    last: bool,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let Some(end) = self.ends.next().copied() else {
            return std::mem::take(&mut self.last).then_some(self.rest);
        };
        let (path, rest) = self.rest.split_at_checked(end - self.at)?;
        (self.rest, self.at) = (rest, end);
        Some(path)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.ends.len() + usize::from(self.last);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Paths {
    type Item = &'a str;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<S: AsRef<str>> Extend<S> for Paths {
    fn extend<I: IntoIterator<Item = S>>(&mut self, paths: I) {
        paths.into_iter().for_each(|path| self.push(path.as_ref()));
    }
}

impl<S: AsRef<str>> FromIterator<S> for Paths {
    fn from_iter<I: IntoIterator<Item = S>>(paths: I) -> Self {
        let mut list = Self::new();
        list.extend(paths);
        list
    }
}

impl<S: AsRef<str>> From<Vec<S>> for Paths {
    fn from(paths: Vec<S>) -> Self {
        paths.into_iter().collect()
    }
}

impl<S: AsRef<str>> PartialEq<[S]> for Paths {
    fn eq(&self, other: &[S]) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(path, other)| path == other.as_ref())
    }
}

impl<S: AsRef<str>, const N: usize> PartialEq<[S; N]> for Paths {
    fn eq(&self, other: &[S; N]) -> bool {
        *self == other[..]
    }
}

impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Serialize for Paths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<String>::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Paths {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Paths".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<String>::json_schema(generator)
    }
}
