//! The context map: statements with the places that they rest on.

use std::fmt;
use std::str::FromStr;

use envelope_core::json::is_absent;
use serde_json::Value;

use crate::ContractReport;

/// The scheme of a place in the repository.
const SCHEME: &str = "repo://";

/// A statement and the place that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a pair")]
pub struct ContextEntry {
    /// The statement.
    pub text: String,
    /// The place.
    pub reference: Option<Reference>,
}

/// What an entry of a context map refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "a place in the repository, or anything else")]
pub enum Reference {
    /// A place in the repository.
    Repo(RepoRef),
    /// A path or an address, as it was written.
    Other(String),
}

/// A file in the repository and lines of it, such as `repo://src/lib.rs:10-20`.
///
/// ```
/// let place: report_contract::RepoRef = "repo://src/lib.rs:10-20".parse()?;
/// assert_eq!((place.path.as_str(), place.lines), ("src/lib.rs", Some((10, 20))));
/// assert_eq!(place.to_string(), "repo://src/lib.rs:10-20");
/// assert!("repo://src/lib.rs:20-10".parse::<report_contract::RepoRef>().is_err());
/// # Ok::<(), report_contract::RepoRefError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a path and lines")]
pub struct RepoRef {
    /// The path of the file.
    pub path: String,
    /// The first and the last line, from 1.
    pub lines: Option<(u64, u64)>,
}

/// Why a text is no place in the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepoRefError {
    /// It does not begin with `repo://`.
    #[error("no place `repo://path:first-last`")]
    Scheme,
    /// There is no path.
    #[error("a place without a path")]
    Path,
    /// Lines begin at 1, and the first is not behind the last.
    #[error("lines that are not `first-last`, counted from 1")]
    Lines,
}

impl FromStr for RepoRef {
    type Err = RepoRefError;

    fn from_str(text: &str) -> Result<Self, RepoRefError> {
        let (path, lines) = split(text)?;
        Ok(Self { path: path.to_owned(), lines })
    }
}

/// The first and the last line.
type Lines = (u64, u64);

/// The path and the lines of a place in the repository.
fn split(text: &str) -> Result<(&str, Option<Lines>), RepoRefError> {
    let rest = text.strip_prefix(SCHEME).ok_or(RepoRefError::Scheme)?;
    let is_lines = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let (path, lines) = match rest.rsplit_once(':') {
        Some((path, lines)) if is_lines(lines) => (path, Some(lines)),
        _ => (rest, None),
    };
    if path.contains(':') {
        return Err(RepoRefError::Lines);
    }
    if path.trim().is_empty() {
        return Err(RepoRefError::Path);
    }
    let Some(lines) = lines else { return Ok((path, None)) };
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok((path, Some((first, last)))),
        _ => Err(RepoRefError::Lines),
    }
}

impl fmt::Display for RepoRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.path)?;
        match self.lines {
            Some((first, last)) if first == last => write!(f, ":{first}"),
            Some((first, last)) => write!(f, ":{first}-{last}"),
            None => Ok(()),
        }
    }
}

/// How a text refers to something.
pub(crate) enum Kind {
    Repo,
    /// A plain path or an address.
    Plain,
    Wrong(RepoRefError),
}

pub(crate) fn kind(reference: &str) -> Kind {
    match split(reference) {
        Ok(_) => Kind::Repo,
        Err(RepoRefError::Scheme) if !is_absent(reference) && !reference.contains(char::is_whitespace) => Kind::Plain,
        Err(error) => Kind::Wrong(error),
    }
}

impl ContractReport {
    /// The entries of `findings.context_map`; none if there is no such list. Entries that are no pairs are left out.
    pub fn context_map(&self) -> Vec<ContextEntry> {
        let list = self.findings.get("context_map").and_then(Value::as_array);
        list.into_iter().flatten().filter_map(entry).collect()
    }
}

fn entry(value: &Value) -> Option<ContextEntry> {
    let [text, reference] = value.as_array()?.as_slice() else { return None };
    let reference = match reference {
        Value::Null => None,
        other => Some(other.as_str()?),
    };
    let reference =
        reference.map(|text| text.parse().map_or_else(|_| Reference::Other(text.to_owned()), Reference::Repo));
    Some(ContextEntry { text: text.as_str()?.to_owned(), reference })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        for text in ["repo://a", "repo://a/b.rs:7", "repo://a/b.rs:7-9", "repo://a b.md:1-1"] {
            assert!(text.parse::<RepoRef>().is_ok(), "{text}");
        }
        assert_eq!("repo://a:7".parse().map(|place: RepoRef| place.lines), Ok(Some((7, 7))));
        for (text, error) in [
            ("src/a.rs", RepoRefError::Scheme),
            ("repo://", RepoRefError::Path),
            ("repo://:7", RepoRefError::Path),
            ("repo://a:", RepoRefError::Lines),
            ("repo://a:12:5", RepoRefError::Lines),
            ("repo://<path>:<line>", RepoRefError::Lines),
            ("repo://a:9-7", RepoRefError::Lines),
            ("repo://a:0", RepoRefError::Lines),
            ("repo://a:1-2-3", RepoRefError::Lines),
        ] {
            assert_eq!(text.parse::<RepoRef>(), Err(error), "{text}");
        }
    }
}
