//! Aggregation: its laws over generated results, and whole cases worked out by hand.

mod fixtures;
mod generate;
mod laws;
mod size;
mod state;
