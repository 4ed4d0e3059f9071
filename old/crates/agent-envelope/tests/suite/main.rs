//! The laws that hold across protocols.
#![allow(clippy::disallowed_methods, reason = "the fixtures of the workspace are files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

mod carried;
mod chains;
mod convert_fixtures;
mod damage;
mod denials;
mod detection;
mod fixtures;
mod generated;
mod hook;
mod hostile;
mod laws;
mod losses;
mod markers;
mod prompts;
mod recognised;
mod regressions;
mod round_trips;
mod status_laws;
mod unspoken;
