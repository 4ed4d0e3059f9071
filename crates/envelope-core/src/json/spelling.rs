//! Keys in another case or decoration: `Status`, `**summary**` (R-A6).

use serde_json::Map;

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

/// The value of the member called `name`, else of the first that is called so in another case or decoration.
pub fn member<'t>(object: NodeRef<'t>, name: &str) -> Option<NodeRef<'t>> {
    let spelled = |key: NodeRef<'t>| key.as_key().is_some_and(|key| is_spelled(key, name));
    object.get(name).or_else(|| object.entries().find(|(key, _)| spelled(*key)).map(|(_, value)| value))
}

/// Whether an unknown member has the name of a known one in another case or decoration: read again it would be that one.
pub fn has_spelling(extra: &Extra, fields: &[Field]) -> bool {
    !extra.is_empty() && extra.as_map().keys().any(|key| fields.iter().any(|field| is_spelled(key, field.name)))
}

/// Gives unknown members that would be read as known ones another name, such as `Status#2`, so that they stay what they
/// are when they are written and read again.
///
/// ```
/// use envelope_core::json::{Extra, Field, Shape, keep_apart};
/// let mut extra: Extra = serde_json::from_str(r#"{"Count": 1, "mood": 2}"#)?;
/// keep_apart(&mut extra, |key| envelope_core::json::is_spelled(key, "count"));
/// assert_eq!(serde_json::to_string(&extra)?, r#"{"Count#2":1,"mood":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn keep_apart(extra: &mut Extra, is_taken: impl Fn(&str) -> bool) {
    if !extra.as_map().keys().any(|key| is_taken(key)) {
        return;
    }
    let kept = std::mem::take(extra);
    let mut members = Map::new();
    for (key, value) in kept.as_map() {
        let free = |name: &String| !members.contains_key(name) && !kept.as_map().contains_key(name);
        let other = || (2..usize::MAX).map(|number| format!("{key}#{number}")).find(free);
        let name = if is_taken(key) { other() } else { None };
        members.insert(name.unwrap_or_else(|| key.clone()), value.clone());
    }
    *extra = members.into();
}

/// The field that the key means in another case or decoration, and what was read through.
pub(super) fn spelled_field(key: &str, fields: &[Field]) -> Option<(usize, Decorations)> {
    fields.iter().enumerate().find_map(|(index, field)| Some((index, spelling(key, field.name)?)))
}

fn spelling(key: &str, name: &str) -> Option<Decorations> {
    // Nearly every key is another word: no more than this is looked at.
    let bare = key.trim_matches(|character: char| !character.is_alphanumeric());
    if !bare.eq_ignore_ascii_case(name) || key.len() > name.len() + MOST_MARKS {
        return None;
    }
    match read_word(key, &[name]) {
        Word::Decorated { decorations, .. } if !decorations.contains(Decoration::DoubtfulSign) => Some(decorations),
        _ => None,
    }
}

/// Bytes around a key that are still taken for decoration.
const MOST_MARKS: usize = 64;
