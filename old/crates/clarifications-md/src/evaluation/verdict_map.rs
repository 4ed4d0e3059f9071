//! Verdicts as a map of ids, `{"Q1": "clear"}`: it has one sure reading as the list of the specification (R-A14).

use std::collections::HashSet;

use envelope_core::json::{is_spelled, member};
use envelope_core::rules::CONVERTED;
use envelope_core::tree::{NodeRef, TreeBuilder};
use envelope_core::{Diagnostic, Diagnostics, Path, Places, Policy, Tree};

use super::VERDICT_FIELDS;
use super::table::PER_QUESTION;

/// The message with lists in place of its maps, and where their parts stand.
pub(super) struct Listed {
    pub(super) tree: Tree,
    pub(super) places: Places,
}

/// Tells of every map of verdicts in the evaluation; whether there is one.
pub(super) fn tell(root: NodeRef<'_>, policy: Policy, log: &mut Diagnostics) -> bool {
    let reads = match policy {
        Policy::Tolerant => "read",
        Policy::Strict => "would be read",
    };
    let mut found = false;
    for (key, value) in root.entries().filter(|(key, value)| is_verdict_map(*key, *value)) {
        let message = format!("an object {reads} as a list of verdicts");
        let told = Diagnostic::new(&CONVERTED, value.span(), message).path(path(key));
        log.push(told.help("write `[{\"question_id\": \"Q1\", \"verdict\": \"clear\"}]`"));
        found = true;
    }
    found
}

/// The evaluation with lists in place of its maps of verdicts.
pub(super) fn listed(root: NodeRef<'_>) -> Option<Listed> {
    let (mut builder, mut places) = (TreeBuilder::new(), Places::new(root.span()));
    builder.open_object(root.span().start());
    for (key, value) in root.entries() {
        builder.key(key.as_key().unwrap_or_default(), key.span());
        if is_verdict_map(key, value) {
            list(&mut builder, &mut places, &path(key), value);
        } else {
            builder.copy(value);
        }
    }
    builder.close(root.span().end());
    Some(Listed { tree: builder.finish()?, places })
}

fn path(key: NodeRef<'_>) -> Path {
    Path::root().key(key.as_key().unwrap_or_default())
}

/// Whether the member is an object with a text for each key. One with the members of a verdict is a single verdict.
fn is_verdict_map(key: NodeRef<'_>, value: NodeRef<'_>) -> bool {
    let named = key.as_key().is_some_and(|key| key == PER_QUESTION || is_spelled(key, PER_QUESTION));
    named
        && value.is_object()
        && value.entries().all(|(_, word)| word.as_str().is_some())
        && VERDICT_FIELDS.iter().all(|field| member(value, field.name).is_none())
}

fn list(builder: &mut TreeBuilder, places: &mut Places, path: &Path, map: NodeRef<'_>) {
    let [id_field, verdict_field] = VERDICT_FIELDS else { return };
    let mut seen = HashSet::new();
    builder.open_array(map.span().start());
    // Of a key that stands there twice the first one counts (R-A11).
    let first = map.entries().filter(|(id, _)| seen.insert(id.as_key()));
    for (at, (id, word)) in first.enumerate() {
        let (name, said) = (id.as_key().unwrap_or_default(), word.as_str().unwrap_or_default());
        let path = path.clone().index(at);
        places.insert(path.clone().key(id_field.name), id.span());
        places.insert(path.key(verdict_field.name), word.span());
        builder.open_object(id.span().start());
        builder.key(id_field.name, id.span());
        builder.string(name, id.span());
        builder.key(verdict_field.name, word.span());
        builder.string(said, word.span());
        builder.close(word.span().end());
    }
    builder.close(map.span().end());
}
