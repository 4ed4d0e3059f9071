//! The tests that every protocol crate runs on itself.

use clarifications_md::{Clarifications, Topic, prompt};

#[test]
fn conformance() {
    envelope_core::conformance::check::<Clarifications>(&Topic::ALL.map(prompt));
}
