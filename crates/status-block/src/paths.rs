//! A list of paths in one piece of memory.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Paths in the order in which the agent lists them (status-block, FILES).
///
/// They stand behind one another in one text, so that a list of any length takes two allocations: an agent that lists
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
    /// Where each path ends.
    ends: Vec<usize>,
}

impl Paths {
    /// No paths.
    pub const fn new() -> Self {
        Self { text: String::new(), ends: Vec::new() }
    }

    /// No paths, with room for some of `bytes` bytes together.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ends: Vec::with_capacity(bytes / 32 + 1) }
    }

    /// Adds a path at the end.
    pub fn push(&mut self, path: &str) {
        self.text.push_str(path);
        self.ends.push(self.text.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The path at a place, from 0.
    pub fn get(&self, at: usize) -> Option<&str> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.text.get(start..end)
    }

    /// The paths in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter { rest: &self.text, at: 0, ends: self.ends.iter() }
    }
}

/// The paths of a list in order; made by [`Paths::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    /// From the next path on.
    rest: &'a str,
    at: usize,
    ends: std::slice::Iter<'a, usize>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = *self.ends.next()?;
        let (path, rest) = self.rest.split_at_checked(end - self.at)?;
        (self.rest, self.at) = (rest, end);
        Some(path)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
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
