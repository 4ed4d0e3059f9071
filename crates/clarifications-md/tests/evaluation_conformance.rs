//! The tests that every protocol runs on itself, for evaluations.

use clarifications_md::{Evaluation, evaluation};

#[test]
fn conformance() {
    envelope_core::conformance::check::<Evaluation>(&[evaluation::prompt()]);
}
