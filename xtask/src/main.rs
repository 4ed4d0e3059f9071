//! Tasks.
#![forbid(unsafe_code)]
fn main() {}
