//! Where in a typed value something stands: a JSON pointer (R-A7).

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A JSON pointer into the typed value, for text kinds too (R-A7).
///
/// ```
/// use envelope_core::Path;
/// let path = Path::root().key("artifacts").index(2).key("a/b");
/// assert_eq!(path.to_string(), "/artifacts/2/a~1b");
/// assert_eq!(path.parent(), Some(Path::root().key("artifacts").index(2)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Path(String);

impl Path {
    /// The whole value: the empty pointer.
    pub const fn root() -> Self {
        Self(String::new())
    }

    /// The member `key` of this object.
    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.0.reserve(key.len() + 1);
        self.0.push('/');
        if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
            self.0.push_str(key);
            return self;
        }
        for character in key.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                _ => self.0.push(character),
            }
        }
        self
    }

    /// The item `index` (from 0) of this array.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        let mut path = self;
        // Writing to a string cannot fail.
        let _ = write!(path.0, "/{index}");
        path
    }

    /// The pointer as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The container of this place; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|at| Self(self.0[..at].to_owned()))
    }

    /// The steps from the root, unescaped.
    pub fn steps(&self) -> impl Iterator<Item = String> + '_ {
        self.each().map(Cow::into_owned)
    }

    /// The same without a copy where nothing is escaped.
    pub(crate) fn each(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.split('/').skip(1).map(|step| {
            if step.contains('~') { step.replace("~1", "/").replace("~0", "~").into() } else { step.into() }
        })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text is no JSON pointer: it is neither empty nor begins with `/`, or has a `~` without `0` or `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidPath;

impl fmt::Display for InvalidPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON pointer is empty or begins with `/`, and writes `~` as `~0`, like `/artifacts/0/path`")
    }
}

impl std::error::Error for InvalidPath {}

impl TryFrom<String> for Path {
    type Error = InvalidPath;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let well_formed = (text.is_empty() || text.starts_with('/'))
            && text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
        if well_formed { Ok(Self(text)) } else { Err(InvalidPath) }
    }
}

impl FromStr for Path {
    type Err = InvalidPath;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl From<Path> for String {
    fn from(path: Path) -> Self {
        path.0
    }
}
