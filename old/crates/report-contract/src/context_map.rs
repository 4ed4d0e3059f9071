//! The context map: compact pairs of a statement and the place it rests on (report-contract, section 4.2; R-P5).
//!
//! It stands among the findings of a report, and alone in a briefing.

use envelope_core::json::{self, Request};
use envelope_core::rules::TEMPLATE_ECHO;
use envelope_core::text::{is_blank, placeholder, stands_for_more};
use envelope_core::{Diagnostic, Issue, Path, Rule, Severity, Source};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::rules::{CONTEXT_MAP, CONTEXT_MAP_LINES};
use crate::{InvalidRepoRef, RepoRef, repo_ref};

/// The key under which it stands.
pub(crate) const NAME: &str = "context_map";
const PAIR: &str =
    "[\"Signing of tokens.\", \"repo://src/auth/jwt.ts:45-120\"] or [\"A statement about the whole.\", null]";

/// Statements with the places they rest on, as compact pairs (report-contract, section 4.2; R-P5).
///
/// ```
/// use report_contract::{ContextEntry, ContextMap};
/// let read = ContextMap::parse(r#"[["Tokens are signed here.", "repo://src/auth/jwt.ts:45-120"], ["All is TypeScript.", null]]"#);
/// let map = read.map.expect("a context map");
/// assert_eq!(map.entries[0].place.as_ref().map(|place| place.path().into_owned()).as_deref(), Some("src/auth/jwt.ts"));
/// assert_eq!(ContextMap::parse(&map.render()).map, Some(map));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct ContextMap {
    /// The pairs, in order.
    pub entries: Vec<ContextEntry>,
}

impl ContextMap {
    /// A map of these entries.
    pub fn new(entries: Vec<ContextEntry>) -> Self {
        Self { entries }
    }

    /// Reads a context map that stands alone: the list itself, or an object that holds it under `context_map`.
    ///
    /// It is read as tolerantly as a report: from prose or a fence, with syntax of one sure reading repaired, and with a
    /// diagnostic for everything.
    pub fn parse(text: &str) -> ContextMapRead {
        let read = json::read(&Source::new(text), &Request::default());
        let mut diagnostics = read.diagnostics();
        let Some(tree) = read.tree else { return ContextMapRead { map: None, diagnostics } };
        let root = tree.root();
        let (node, at) = match root.get(NAME) {
            Some(node) => (node, Path::root().key(NAME)),
            None => (root, Path::root()),
        };
        let value = node.to_value();
        let mut issues = Vec::new();
        check(&value, [&|| at.clone(), &Path::root], &CONTEXT_MAP, &mut issues);
        if value.is_null() {
            issues.push(Issue::new(&CONTEXT_MAP, at, "null where a list of pairs is meant").help(PAIR));
        }
        diagnostics.extend(issues.into_iter().map(|issue| {
            let span = tree.span(&issue.path).unwrap_or(node.span());
            Diagnostic::from_issue(issue, span)
        }));
        let sound = diagnostics.iter().all(|diagnostic| diagnostic.severity < Severity::Error);
        let map = if sound { Self::deserialize(&value).ok() } else { None };
        ContextMapRead { map, diagnostics }
    }

    /// The canonical text of a map that stands alone: a pair a line.
    pub fn render(&self) -> String {
        // Writing texts to a string cannot fail.
        let lines = self.entries.iter().filter_map(|entry| serde_json::to_string(entry).ok());
        let lines: Vec<String> = lines.map(|line| format!("  {line}")).collect();
        if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) }
    }
}

/// What reading a context map alone gave.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ContextMapRead {
    /// The map, if there is no error.
    pub map: Option<ContextMap>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// A statement, and the place it rests on, if there is one (report-contract, section 4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextEntry {
    /// The statement, Markdown.
    pub text: String,
    /// The place.
    pub place: Option<RepoRef>,
}

impl ContextEntry {
    /// A statement with its place.
    pub fn new(text: impl Into<String>, place: Option<RepoRef>) -> Self {
        Self { text: text.into(), place }
    }
}

impl Serialize for ContextEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.text, &self.place).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ContextEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (text, place) = Deserialize::deserialize(deserializer)?;
        Ok(Self { text, place })
    }
}

/// Past this number of issues what the map stands in is pointed at, without a help: a long list of anything but pairs must
/// not make as many long paths (R-A9).
const MOST_PLACES: usize = 1000;

/// Tells what keeps `value` from being a context map; null says that there is none (R-A8). Its path, and that of what it
/// stands in, are asked for only where there is something to tell.
pub(crate) fn check(value: &Value, [at, whole]: [&dyn Fn() -> Path; 2], rule: &'static Rule, issues: &mut Vec<Issue>) {
    let Value::Array(entries) = value else {
        if !value.is_null() {
            issues.push(Issue::new(rule, at(), "a context map is a list of pairs").help(PAIR));
        }
        return;
    };
    let from = issues.len();
    let mut tell = |rule: &'static Rule, index: usize, part: Option<usize>, message: &str| {
        if issues.len() - from >= MOST_PLACES {
            issues.push(Issue::new(rule, whole(), message));
            return;
        }
        let entry = at().index(index);
        let place = match part {
            Some(part) => entry.index(part),
            None => entry,
        };
        let issue = Issue::new(rule, place, message);
        issues.push(if rule.code() == TEMPLATE_ECHO.code() { issue } else { issue.help(PAIR) });
    };
    for (index, entry) in entries.iter().enumerate() {
        let Some([text, place]) = entry.as_array().map(Vec::as_slice) else {
            tell(rule, index, None, "an entry of a context map is a pair: a text, and null or a reference");
            continue;
        };
        match text.as_str() {
            Some(text) if placeholder(text).is_some() => {
                tell(&TEMPLATE_ECHO, index, Some(0), "a placeholder of the instruction, not a value");
            }
            Some(text) if stands_for_more(text) => {
                tell(&TEMPLATE_ECHO, index, Some(0), "an ellipsis stands for pairs left out");
            }
            Some(text) if !is_blank(text) => {}
            _ => tell(rule, index, Some(0), "the first of a pair is a text that is not blank"),
        }
        match place {
            Value::Null => {}
            Value::String(place) => match repo_ref::read(place) {
                Ok((end, _)) => {
                    let path = place.get(repo_ref::SCHEME.len()..end).unwrap_or_default();
                    if placeholder(path).is_some() {
                        tell(&TEMPLATE_ECHO, index, Some(1), "the path is a placeholder of the instruction");
                    }
                }
                Err(why) => {
                    let lines = matches!(why, InvalidRepoRef::Backwards | InvalidRepoRef::Fragment);
                    let rule = if lines { &CONTEXT_MAP_LINES } else { rule };
                    tell(rule, index, Some(1), why.as_str());
                }
            },
            _ => tell(rule, index, Some(1), "the second of a pair is null or a reference"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn codes(text: &str) -> Vec<(&'static str, usize)> {
        let read = ContextMap::parse(text);
        assert_eq!(read.map.is_none(), read.diagnostics.iter().any(|found| found.severity == Severity::Error));
        read.diagnostics.iter().map(|found| (found.rule.code(), found.span.start())).collect()
    }

    #[test]
    fn alone() {
        assert_eq!(codes("[]"), []);
        assert_eq!(codes(r#"[["a", null]]"#), [], "one pair is not one item around an envelope");
        assert_eq!(codes(r#"{"context_map": [["a", "repo://b:1"]]}"#), []);
        assert_eq!(codes("Read this: [['a', None]]").len(), 3, "prose, quotes, literal");
        let rule = CONTEXT_MAP.code();
        assert_eq!(codes(r#"[["a", "b.rs"]]"#), [(rule, 7)]);
        assert_eq!(codes(r#"[["a", null], "b"]"#), [(rule, 14)]);
        assert_eq!(codes(r#"{"a": 1}"#), [(rule, 0)]);
        assert_eq!(codes(r#"{"context_map": null}"#), [(rule, 16)]);
        assert_eq!(codes(r#"[["a", "repo://b:9-3"]]"#), [(CONTEXT_MAP_LINES.code(), 7)]);
        assert_eq!(codes("nothing here").len(), 1);
    }

    #[test]
    fn a_pair_a_line() {
        let entries =
            vec![ContextEntry::new("a \"b\"\n- c", None), ContextEntry::new("d", "repo://e f:1-2".parse().ok())];
        let text = "[\n  [\"a \\\"b\\\"\\n- c\",null],\n  [\"d\",\"repo://e f:1-2\"]\n]\n";
        assert_eq!(ContextMap::new(entries).render(), text);
        assert_eq!(ContextMap::default().render(), "[]\n");
    }
}
