//! The laws that the targets attack; they stand beside the tests of `agent-envelope`, which apply them, too.
#![forbid(unsafe_code)]

#[path = "../../crates/agent-envelope/tests/suite/laws/mod.rs"]
#[allow(dead_code, reason = "some laws are for the tests beside them")]
mod laws;

/// Applies the laws of the named target to some bytes; panics when one is broken.
pub fn run(target: &str, bytes: &[u8]) {
    let known = laws::TARGETS.iter().find(|(name, _)| *name == target);
    known.unwrap_or_else(|| panic!("no target is called {target}")).1(bytes);
}
