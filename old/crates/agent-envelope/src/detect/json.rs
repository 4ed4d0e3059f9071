//! Signs of the protocols that are JSON: which of the envelope's keys the outermost object has (R-A12).

use std::borrow::Cow;
use std::fmt;

use envelope_core::json::rules::{AMBIGUOUS, WRAPPED};
use envelope_core::json::{Request, member, read};
use envelope_core::{Rule, Source, Span, Tree};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::{Certainty, Sign};

/// The keys of a message that is one clean JSON object; `None` for anything else.
pub(super) fn top_keys(text: &str) -> Option<Vec<Cow<'_, str>>> {
    let trimmed = text.trim_start_matches([' ', '\t', '\r', '\n']);
    let keys: Keys<'_> = trimmed.starts_with('{').then(|| serde_json::from_str(trimmed).ok()).flatten()?;
    Some(keys.0)
}

/// What the slow reader found.
pub(super) struct Found {
    pub(super) sign: Sign,
    /// Where the object stands, so that its strings are not searched for lines.
    pub(super) span: Option<Span>,
    /// The object; none where there are several.
    pub(super) tree: Option<Tree>,
}

/// Looks for an object with these keys anywhere in the message.
pub(super) fn look(source: &Source<'_>, required: &'static [&'static str]) -> Option<Found> {
    if !source.text().contains('{') {
        return None;
    }
    let found = read(source, &Request::requiring(required));
    let diagnostics = found.diagnostics();
    let speaks = |rule: &'static Rule| diagnostics.iter().any(|diagnostic| diagnostic.rule == rule);
    let root = found.tree.as_ref().map(Tree::root);
    if let Some(sign) = root.and_then(|root| sign_of_keys(required, |key| member(root, key).is_some())) {
        return Some(Found { sign, span: Some(found.span), tree: found.tree });
    }
    let sign = if speaks(&AMBIGUOUS) {
        Sign::new(Certainty::Likely, "several JSON objects with its keys".to_owned())
    } else if speaks(&WRAPPED) {
        Sign::new(Certainty::Guess, "a JSON object with its keys inside another".to_owned())
    } else {
        return None;
    };
    Some(Found { sign, span: None, tree: None })
}

/// The sign of an object that has some of the keys.
pub(super) fn sign_of_keys(required: &'static [&'static str], has: impl Fn(&str) -> bool) -> Option<Sign> {
    let held: Vec<String> = required.iter().filter(|key| has(key)).map(|key| format!("`{key}`")).collect();
    let certainty = match held.len() {
        0 => return None,
        all if all == required.len() => Certainty::Sure,
        some if 2 * some >= required.len() => Certainty::Likely,
        _ => Certainty::Guess,
    };
    let missing = required.len() - held.len();
    let rest = if missing == 0 { String::new() } else { format!(", {missing} of its keys missing") };
    Some(Sign::new(certainty, format!("JSON with {}{rest}", held.join(", "))))
}

/// The keys of an object, its values passed over.
struct Keys<'a>(Vec<Cow<'a, str>>);

impl<'de: 'a, 'a> Deserialize<'de> for Keys<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeysVisitor;

        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys<'de>, A::Error> {
                let mut keys = Vec::new();
                while let Some((Key(key), IgnoredAny)) = map.next_entry()? {
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }

        deserializer.deserialize_map(KeysVisitor)
    }
}

/// A key, borrowed where it has no escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
