//! A sign before the marker that may say no is not read through beside a success (R-A2).

use envelope_core::{Envelope, ReadOptions, Source};
use status_block::StatusBlock;

const REST: &str = "\n\nSUMMARY:\n  what_i_did: \"Moved the parser\"\n  confidence: high\n  iterations_used: 1\n";

#[test]
fn a_cross_or_an_empty_box_before_the_marker_states_no_success() {
    for (line, success) in [
        ("STATUS: success", true),
        ("✅ STATUS: success", true),
        ("❌ STATUS: success", false),
        ("- [ ] STATUS: success", false),
        ("STATUS: success 🤔", false),
    ] {
        let text = format!("{line}{REST}");
        let parsed = StatusBlock::parse(&Source::new(&*text), &ReadOptions::default());
        assert_eq!(parsed.outcome().is_success(), success, "{line}");
    }
}
