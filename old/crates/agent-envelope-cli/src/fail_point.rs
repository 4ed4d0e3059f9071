//! Where tests let the process die between two writes; outside of tests nothing happens here.

#[cfg(test)]
pub(crate) use crate::faults::passed;

#[cfg(not(test))]
pub(crate) const fn passed() {}
