//! Reading JSON that agents write: found in prose, repaired, with the place of everything.
//!
//! [`Message::json`](crate::Message::json) is the JSON of a message, read once. [`locate()`] finds the envelope of a
//! protocol in it, [`Place::open`] reports what was repaired there, and [`Fields`] reads the members of an object:
//!
//! ```
//! use envelope_core::json::{Fields, Located, Required, Shape, locate};
//! use envelope_core::{Message, Sink, rules};
//!
//! const SHAPE: Shape = Shape { required: &["name", "size"], status: &[], words: &[] };
//! const REQUIRED: Required = Required { keys: SHAPE.required, missing: &rules::TRUNCATED, mistyped: &rules::WRONG_TYPE };
//!
//! let message = Message::from(r#"{"name": "core", "size": "12", "tags": "small", "more": null}"#);
//! let Located::At(place) = locate(&message, &SHAPE) else { panic!() };
//! let mut sink = Sink::default();
//! let object = place.open(&message, &mut sink);
//! let (mut name, mut size, mut tags) = (None, None, None);
//! let mut fields = Fields::new(&mut sink, &REQUIRED);
//! for field in object.members() {
//!     match field.key {
//!         "name" => name = fields.text(field),
//!         "size" => size = fields.count(field),
//!         "tags" => tags = fields.texts(field),
//!         _ => fields.keep(field),
//!     }
//! }
//! let (extra, _) = fields.finish(object);
//! assert_eq!((name.as_deref(), size, tags), (Some("core"), Some(12), Some(vec!["small".to_owned()])));
//! assert!(extra.contains_key("more"));
//! ```

mod care;
mod fields;
mod locate;
mod parse;
mod pointer;
mod read;
pub mod rules;
mod scan;
mod status;
mod string;
#[cfg(test)]
mod tests;
mod tree;
mod word;

pub use crate::Located;
pub use fields::{Fields, Required, is_absent};
pub use locate::{Place, Shape, locate};
pub use read::{Read, read};
pub use status::report_flags;
pub use tree::{Document, Kind, Member, Value};
