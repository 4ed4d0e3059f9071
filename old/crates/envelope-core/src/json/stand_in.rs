//! Stand-ins for what could not be read, so that the rules can look at the rest (R-A16).

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Shape;
use crate::{Draft, Path};

/// The draft of a value in which these places were not read; none if it does not fit even so.
pub(super) fn draft<T: DeserializeOwned>(read: Value, holes: Vec<(Path, &'static Shape)>) -> Option<Draft<T>> {
    let mut value = read;
    for (path, shape) in &holes {
        let object = path.parent().and_then(|parent| value.pointer_mut(parent.as_str()));
        if let (Some(Value::Object(members)), Some(name)) = (object, path.each().last()) {
            members.insert(name.into_owned(), stand_in(shape));
        }
    }
    let value = T::deserialize(value).ok()?;
    let holes: HashSet<Path> = holes.into_iter().map(|(path, _)| path).collect();
    Some(Draft::new(value, holes))
}

fn stand_in(shape: &Shape) -> Value {
    match shape {
        Shape::Text | Shape::OpenWord(_) => "?".into(),
        Shape::Word(words) | Shape::Status { words, .. } => words.first().copied().into(),
        Shape::Count | Shape::Number => 0.into(),
        Shape::Ratio { .. } => 1.into(),
        Shape::Bool => false.into(),
        Shape::List(_) => Value::Array(Vec::new()),
        Shape::Object(fields) | Shape::ObjectOr { fields, .. } => {
            let required = fields.iter().filter(|field| field.required);
            Value::Object(required.map(|field| (field.name.to_owned(), stand_in(&field.shape))).collect())
        }
        Shape::Map => Value::Object(Map::new()),
        Shape::Any => Value::Null,
    }
}
