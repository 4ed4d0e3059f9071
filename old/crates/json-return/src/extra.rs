//! Members that the types do not know, where they meet those that they do (R-A3).

use std::borrow::Cow;

use envelope_core::Path;
use envelope_core::json::{Extra, Field, KeepExtra as _, OtherStatus, has_spelling, other_statuses, would_be_read};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{ARTIFACT_FIELDS, ERROR_FIELDS, METADATA_FIELDS, RETURN_FIELDS, ReturnStatus, SubagentReturn};

/// What is put after the name of a list under which items are kept that could not be read as its own.
const REFUSED: &str = "#refused";

impl SubagentReturn {
    /// The same value with every unknown member under a name of its own: one that has the name of a member that is
    /// written, too, becomes `name#2`, so that no text holds a key twice.
    pub(crate) fn settled(&self) -> Cow<'_, Self> {
        let meets = |extra: &Extra, fields: &[Field]| {
            !extra.is_empty() && extra.as_map().keys().any(|key| fields.iter().any(|field| field.name == key))
                || has_spelling(extra, fields)
        };
        let apart = !meets(&self.extra, RETURN_FIELDS)
            && self.metadata.as_ref().is_none_or(|metadata| !meets(&metadata.extra, METADATA_FIELDS))
            && self.artifacts().iter().all(|artifact| !meets(&artifact.extra, ARTIFACT_FIELDS))
            && self.errors.iter().all(|error| !meets(&error.extra, ERROR_FIELDS));
        if apart {
            return Cow::Borrowed(self);
        }
        let mut value = self.clone();
        value.settle();
        Cow::Owned(value)
    }

    /// The same in place; the paths of the members that have another name now.
    pub(crate) fn settle(&mut self) -> Vec<Path> {
        let mut renamed = Vec::new();
        let root = Path::root;
        for (index, artifact) in self.artifacts.iter_mut().flatten().enumerate() {
            settle(artifact, ARTIFACT_FIELDS, |it| &mut it.extra, &root().key("artifacts").index(index), &mut renamed);
        }
        for (index, error) in self.errors.iter_mut().enumerate() {
            settle(error, ERROR_FIELDS, |it| &mut it.extra, &root().key("errors").index(index), &mut renamed);
        }
        if let Some(metadata) = &mut self.metadata {
            settle(metadata, METADATA_FIELDS, |it| &mut it.extra, &root().key("metadata"), &mut renamed);
        }
        settle(self, RETURN_FIELDS, |it| &mut it.extra, &root(), &mut renamed);
        renamed
    }

    /// Whether an unknown member has the name of a known one in another case or decoration (R-A6).
    pub(crate) fn has_spellings(&self) -> bool {
        has_spelling(&self.extra, RETURN_FIELDS)
            || self.metadata.as_ref().is_some_and(|metadata| has_spelling(&metadata.extra, METADATA_FIELDS))
            || self.artifacts().iter().any(|artifact| has_spelling(&artifact.extra, ARTIFACT_FIELDS))
            || self.errors.iter().any(|error| has_spelling(&error.extra, ERROR_FIELDS))
    }

    /// Keeps what reading refused: an optional member under its name, an item beside its list; where it is now.
    pub(crate) fn keep_refused(&mut self, path: &Path, item: bool, refused: Value) -> Option<Path> {
        let object = path.parent()?;
        let name = path.steps().last()?;
        let extra = self.extra_at(&object)?.as_map_mut();
        let mut key = if item { name + REFUSED } else { name };
        if item && let Some(Value::Array(items)) = extra.get_mut(&key) {
            items.push(refused);
            return Some(object.key(&key));
        }
        if extra.contains_key(&key) {
            key = free(extra, |_| false, &key);
        }
        let place = object.key(&key);
        extra.insert(key, if item { Value::Array(vec![refused]) } else { refused });
        Some(place)
    }

    /// Whether there are members among which another status can be: nearly every return has none.
    pub(crate) fn may_conflict(&self) -> bool {
        !self.extra.is_empty() || self.metadata.as_ref().is_some_and(|metadata| !metadata.extra.is_empty())
    }

    /// Those of [`beside`](Self::beside) that contradict the status.
    pub(crate) fn conflicting(&self) -> impl Iterator<Item = OtherStatus<'_, ReturnStatus>> {
        self.beside().filter(is_conflict)
    }

    /// Members called `status` that nobody asked for, at the top and in the metadata, and do not say in words of the
    /// specification what the status says (R-A2).
    pub(crate) fn beside(&self) -> impl Iterator<Item = OtherStatus<'_, ReturnStatus>> {
        let top = other_statuses(&self.extra, self.status, &Path::root());
        let metadata = self.metadata.iter().filter(|metadata| !metadata.extra.is_empty());
        let below = move |metadata| other_statuses(metadata, self.status, &Path::root().key("metadata"));
        top.chain(metadata.flat_map(move |metadata| below(&metadata.extra)))
    }
}

/// Whether it says something about how the work went, or is the status itself in another spelling (R-A6, R-A11): then it
/// may not say anything else.
pub(crate) fn is_conflict(other: &OtherStatus<'_, ReturnStatus>) -> bool {
    other.is_telling() || other.path.steps().count() == 1
}

fn settle<T: Serialize>(
    object: &mut T,
    fields: &[Field],
    extra: fn(&mut T) -> &mut Extra,
    at: &Path,
    renamed: &mut Vec<Path>,
) {
    let kept = std::mem::take(extra(object));
    if kept.is_empty() {
        return;
    }
    let own = serde_json::to_value(&*object).unwrap_or_default();
    let status = own.get("status").and_then(Value::as_str).unwrap_or_default();
    let taken = |key: &str, kept: &Value| own.get(key).is_some() || would_be_read(key, kept, fields, status);
    let mut members = Map::new();
    for (key, value) in kept.as_map() {
        let name = if taken(key, value) || members.contains_key(key) {
            let name = free(&members, |name| taken(name, value) || kept.as_map().contains_key(name), key);
            renamed.push(at.clone().key(&name));
            name
        } else {
            key.clone()
        };
        members.insert(name, value.clone());
    }
    *extra(object) = members.into();
}

/// The first of `key#2`, `key#3`, … that is not taken.
fn free(members: &Map<String, Value>, taken: impl Fn(&str) -> bool, key: &str) -> String {
    let name = |number: usize| format!("{key}#{number}");
    let is_free = |name: &String| !taken(name) && !members.contains_key(name);
    (2..usize::MAX).map(name).find(is_free).unwrap_or_else(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Artifact, Metadata, ReturnError, parse, render};

    #[test]
    fn no_key_is_written_twice_and_nothing_is_overwritten() {
        let metadata = Metadata::new("sess_1735460684_a1b2c3", "planner", vec!["planner".to_owned()]);
        let mut value = SubagentReturn::new(ReturnStatus::Failed, "It failed. Nothing came of it.", metadata);
        value.errors.push(ReturnError::new("no access"));
        value.artifacts.get_or_insert_default().push(Artifact::new("a.md"));
        let put = |extra: &mut Extra, key: &str| drop(extra.as_map_mut().insert(key.to_owned(), vec![5].into()));
        for key in ["errors", "errors#2", "mood", "next_steps"] {
            put(&mut value.extra, key);
        }
        put(&mut value.errors[0].extra, "message");
        put(&mut value.artifacts.as_mut().unwrap()[0].extra, "path");
        put(&mut value.metadata.as_mut().unwrap().extra, "agent_type");
        let text = render(&value);
        let tree: Value = serde_json::from_str(&text).unwrap();
        for (pointer, expected) in [
            ("/errors/0/message", Value::from("no access")),
            ("/errors/0/message#2", vec![5].into()),
            ("/errors#3", vec![5].into()),
            ("/errors#2", vec![5].into()),
            ("/next_steps", vec![5].into()),
            ("/artifacts/0/path#2", vec![5].into()),
            ("/metadata/agent_type#2", vec![5].into()),
        ] {
            assert_eq!(tree.pointer(pointer), Some(&expected), "{pointer} in {text}");
        }
        let duplicate = |found: &envelope_core::Diagnostic| {
            found.rule.code().contains("key") && found.severity > envelope_core::Severity::Note
        };
        assert!(!parse(&text).diagnostics().iter().any(duplicate), "{text}");
        assert_eq!(parse(&text).read(), Some(&*value.settled()));
    }
}
