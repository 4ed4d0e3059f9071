//! All.
#![forbid(unsafe_code)]
