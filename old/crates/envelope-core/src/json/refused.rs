//! What reading refused stays with the value (R-A3).

use serde_json::Value;

use super::{Extra, Field, KeepExtra, Refused};
use crate::Path;

/// What is put after the name of a list under which items are kept that could not be read as its own.
const REFUSED: &str = "#refused";

/// Keeps what was refused among the unknown members of its object: an optional member under its own name, an item in a
/// list beside its own, like `blockers#refused`; gives the place where it is now.
///
/// `None` where the object keeps nothing, or where the name is taken by something else.
///
/// ```
/// use envelope_core::{Diagnostics, Limits, Path, Source};
/// use envelope_core::json::{self, Decoding, Extra, Field, KeepExtra, Request, Shape, keep_refused};
///
/// #[derive(serde::Deserialize)]
/// struct Ticket { tags: Vec<String>, #[serde(flatten)] extra: Extra }
/// impl KeepExtra for Ticket {
///     fn extra_at(&mut self, path: &Path) -> Option<&mut Extra> { path.parent().is_none().then_some(&mut self.extra) }
/// }
/// static FIELDS: [Field; 1] = [Field::required("tags", Shape::List(&Shape::Text))];
/// let read = json::read(&Source::new(r#"{"tags": ["a", {"b": 1}, null]}"#), &Request::requiring(&["tags"]));
/// let (tree, mut log) = read.into_parts();
/// let decoded = json::decode_with::<Ticket>(&tree.expect("an object"), &FIELDS, &Decoding::default(), &mut log);
/// let mut ticket = decoded.value.expect("a ticket");
/// for refused in decoded.refused {
///     assert_eq!(keep_refused(&mut ticket, refused), Some(Path::root().key("tags#refused")));
/// }
/// assert_eq!(ticket.tags, ["a"]);
/// assert_eq!(ticket.extra.as_map()["tags#refused"], serde_json::json!([{"b": 1}, null]));
/// ```
pub fn keep_refused<T: KeepExtra>(value: &mut T, refused: Refused) -> Option<Path> {
    let Refused { path, item, value: kept } = refused;
    let (object, name) = (path.parent()?, path.steps().last()?);
    let extra = value.extra_at(&object)?.as_map_mut();
    let key = if item { name + REFUSED } else { name };
    match extra.get_mut(&key) {
        Some(Value::Array(items)) if item => items.push(kept),
        Some(_) => return None,
        None => drop(extra.insert(key.clone(), if item { Value::Array(vec![kept]) } else { kept })),
    }
    Some(object.key(&key))
}

/// The list whose refused items are kept under this key.
pub fn refused_of(key: &str) -> Option<&str> {
    key.strip_suffix(REFUSED)
}

/// The list of the table whose refused items stand at this place among the unknown members at the top: what was refused for
/// them stays refused (R-A2, R-A3). Where nothing is kept, nothing was refused.
pub fn refused_list(place: &Path, extra: &Extra, fields: &'static [Field]) -> Option<&'static str> {
    let key = place.as_str().strip_prefix('/')?;
    let list = refused_of(key)?;
    let none = |kept: &Value| kept.is_null() || kept.as_array().is_some_and(Vec::is_empty);
    extra.as_map().get(key).filter(|kept| !none(kept))?;
    fields.iter().find(|field| field.name == list).map(|field| field.name)
}
