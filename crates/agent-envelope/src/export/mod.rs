//! Results in the forms that other tools read.

pub mod sarif;
