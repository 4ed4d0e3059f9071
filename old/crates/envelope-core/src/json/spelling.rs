//! Keys in another case or decoration: `Status`, `**summary**` (R-A6).

use serde_json::{Map, Value};

use super::other_keys::is_status;
use super::{Extra, Field};
use crate::text::{Decoration, Decorations, Word, read_word};
use crate::tree::NodeRef;

/// Whether the key is the name, but in another case or decoration. A sign that may say no is no decoration of a key.
///
/// ```
/// use envelope_core::json::is_spelled;
/// assert!(is_spelled("Session_ID", "session_id") && is_spelled("**status**", "status"));
/// assert!(!is_spelled("status", "status") && !is_spelled("sessionId", "session_id") && !is_spelled("❌ status", "status"));
/// ```
pub fn is_spelled(key: &str, name: &str) -> bool {
    spelling(key, name).is_some()
}

/// Whether the key is the other name that agents use for the field, in any case and decoration.
pub fn is_other_name(key: &str, field: &Field) -> bool {
    field.also.is_some_and(|also| key == also || is_spelled(key, also))
}

/// The value of the member called `name`, else of the first that is called so in another case or decoration.
pub fn member<'t>(object: NodeRef<'t>, name: &str) -> Option<NodeRef<'t>> {
    let spelled = |key: NodeRef<'t>| key.as_key().is_some_and(|key| is_spelled(key, name));
    object.get(name).or_else(|| object.entries().find(|(key, _)| spelled(*key)).map(|(_, value)| value))
}

/// Whether an unknown member has the name of a known one in another case or decoration, or its other name: read again it
/// may be that one.
pub fn has_spelling(extra: &Extra, fields: &[Field]) -> bool {
    !extra.is_empty() && extra.as_map().keys().any(|key| called(key, fields).is_some())
}

/// Whether an unknown member under this key would be read as that of a field, or told as the same key once more. A second
/// status that says something else than `status` is left as it is: the rules on the value tell of it wherever it stands,
/// and under another name it would no longer contradict (R-A2).
pub fn would_be_read(key: &str, value: &Value, fields: &[Field], status: &str) -> bool {
    let meant = fields.iter().find(|field| is_spelled(key, field.name));
    meant.is_some_and(|field| !is_status(field) || value.is_null() || value.as_str() == Some(status))
}

/// Gives unknown members that would be read as known ones another name, such as `Status#2`, so that they stay what they
/// are when they are written and read again.
///
/// ```
/// use envelope_core::json::{Extra, Field, Shape, keep_apart};
/// let mut extra: Extra = serde_json::from_str(r#"{"Count": 1, "mood": 2}"#)?;
/// keep_apart(&mut extra, |key, _| envelope_core::json::is_spelled(key, "count"));
/// assert_eq!(serde_json::to_string(&extra)?, r#"{"Count#2":1,"mood":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn keep_apart(extra: &mut Extra, is_taken: impl Fn(&str, &Value) -> bool) {
    if !extra.as_map().iter().any(|(key, value)| is_taken(key, value)) {
        return;
    }
    let kept = std::mem::take(extra);
    let mut members = Map::new();
    for (key, value) in kept.as_map() {
        let free = |name: &String| !members.contains_key(name) && !kept.as_map().contains_key(name);
        let other = || (2..usize::MAX).map(|number| format!("{key}#{number}")).find(free);
        let name = if is_taken(key, value) { other() } else { None };
        members.insert(name.unwrap_or_else(|| key.clone()), value.clone());
    }
    *extra = members.into();
}

/// By which of its names a field is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// Its own.
    Name,
    /// The other one that agents use.
    Also,
}

/// The field that the key means in another case or decoration or by its other name, and what was read through.
pub(super) fn called(key: &str, fields: &[Field]) -> Option<(usize, Called, Decorations)> {
    let named = |field: &Field| spelling(key, field.name).map(|decorations| (Called::Name, decorations));
    let also = |field: &Field| {
        let also = field.also?;
        let decorations = if key == also { Some(Decorations::default()) } else { spelling(key, also) };
        decorations.map(|decorations| (Called::Also, decorations))
    };
    let means = |field: &Field| named(field).or_else(|| also(field));
    fields.iter().enumerate().find_map(|(index, field)| means(field).map(|(by, decorations)| (index, by, decorations)))
}

fn spelling(key: &str, name: &str) -> Option<Decorations> {
    // Nearly every key is another word: no more than this is looked at.
    let bare = key.trim_matches(|character: char| !character.is_alphanumeric());
    if !bare.eq_ignore_ascii_case(name) || key.len() > name.len() + MOST_MARKS {
        return None;
    }
    match read_word(key, &[name]) {
        Word::Decorated { decorations, .. } if !decorations.contains(Decoration::DoubtfulSign) => Some(decorations),
        // Nothing but blanks around it.
        Word::Exact(_) if key != name => Some(Decorations::default()),
        _ => None,
    }
}

/// Bytes around a key that are still taken for decoration.
const MOST_MARKS: usize = 64;
