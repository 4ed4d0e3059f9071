//! The tests that every protocol crate runs on itself.

use status_block::StatusBlock;

#[test]
fn conformance() {
    envelope_core::conformance::check::<StatusBlock>(&[status_block::prompt()]);
}
