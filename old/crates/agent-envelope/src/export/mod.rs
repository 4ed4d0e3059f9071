//! Results in the forms that other tools read.

#[cfg(feature = "clarity-protocol")]
mod findings;
#[cfg(feature = "clarity-protocol")]
pub mod html;
mod limits;
mod log;
#[cfg(feature = "clarity-protocol")]
mod place;
pub mod sarif;
#[cfg(feature = "clarity-protocol")]
mod undone;
#[cfg(feature = "clarity-protocol")]
mod words;
