//! The commands, a file each: its arguments, and how they become a call of the library.

pub(crate) mod aggregate;
pub(crate) mod check;
pub(crate) mod clarify;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod hook;
pub(crate) mod json;
pub(crate) mod parse;
pub(crate) mod prompt;
pub(crate) mod reask;
pub(crate) mod schema;
pub(crate) mod scratchpad;
