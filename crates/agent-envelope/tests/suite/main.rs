//! The laws that hold across protocols.

mod chains;
mod detection;
mod fixtures;
mod prompts;
mod round_trips;
mod status_laws;
