//! Every valid fixture, damaged in the ways in which agents damage text.
//!
//! Held of each damaged text:
//!
//! - Reading it does not panic, and its places and verdict keep the laws of reading.
//! - **No success from a non-success.** The exceptions are said where they are made: what is cut off or dropped may be what
//!   carried a worse outcome than the status word, or what took back the choice that an answer begins with.
//! - **Cuts.** JSON cut before its final closer, and text cut where R-A10 can see it, is truncated and not accepted. At any
//!   other cut the status is the one that was stated, or none.
//! - **Lost fronts.** What is left of a failure when its front is cut off, or was only thought, is no success.
//! - **What is accepted carries the original values.** What only surrounds or decorates the envelope (prose, a fence, bold
//!   marks, quotes of another kind, an echo of the prompt, members in another order) leaves the typed value equal, but for
//!   the prose that was added. After a line was dropped or doubled, or paragraphs changed places, every text of the
//!   original value that still stands in the message stands in the value, too: nothing but what the line held is lost.

mod cuts;
mod lines;
mod values;
mod ways;

use agent_envelope::envelope_core::conformance::Dice;
use agent_envelope::envelope_core::{Policy, Source};
use agent_envelope::{AnyEnvelope, Protocol, Settings, read_as};

use crate::fixtures::of;
use crate::laws::reading;

/// Up to so many lines every one of them is damaged in turn.
const ALL_LINES: usize = 60;

/// A valid message and what is read of it.
struct Original {
    name: String,
    protocol: Protocol,
    text: String,
    envelope: AnyEnvelope,
}

impl Original {
    fn is_json(&self) -> bool {
        matches!(self.protocol, Protocol::JsonReturn | Protocol::ReportContract | Protocol::Evaluation)
    }

    /// The same for this fixture whatever others there are, so that a new one does not change what is tried of it.
    fn dice(&self) -> Dice {
        Dice::new(self.name.bytes().fold(1, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into())))
    }

    fn is_success(&self) -> bool {
        self.envelope.outcome().is_success()
    }
}

/// Every valid fixture that is accepted without options.
fn originals() -> Vec<Original> {
    let mut all = Vec::new();
    for protocol in Protocol::ALL {
        for fixture in of(*protocol, "valid") {
            let Ok(text) = String::from_utf8(fixture.bytes) else { continue };
            let envelope = read_as(*protocol, &Source::new(text.as_str()), &Settings::default());
            assert!(envelope.is_accepted(), "{} is valid", fixture.name);
            all.push(Original { name: fixture.name, protocol: *protocol, text, envelope });
        }
    }
    assert!(all.len() > 200, "{} valid fixtures", all.len());
    all
}

/// Reads a damaged text, with the laws that hold of every reading. Those that read several times are for some only.
fn damaged(original: &Original, text: &str, dice: &mut Dice) -> AnyEnvelope {
    let source = Source::new(text);
    let envelope = read_as(original.protocol, &source, &Settings::default());
    reading::check_places(&source, envelope.diagnostics());
    reading::check_verdict(original.protocol, &envelope, &source, Policy::Tolerant);
    if dice.roll(16) == 0 {
        reading::check(original.protocol, text.as_bytes());
    }
    envelope
}

/// What was found wrong, with the text that shows it; a test fails with all of it.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn expect(&mut self, holds: bool, law: &str, original: &Original, way: &str, text: &str) {
        if !holds {
            self.0.push(format!("{law}: {} after {way}\n{text}\n", original.name));
        }
    }

    /// No success from a non-success.
    fn expect_no_better(&mut self, original: &Original, found: &AnyEnvelope, way: &str, text: &str) {
        let better = found.outcome().is_success() && !original.is_success();
        self.expect(!better, "a success from a non-success", original, way, text);
    }

    /// What is accepted still carries the original values; whether it is.
    fn expect_kept(&mut self, original: &Original, found: &AnyEnvelope, way: &str, text: &str) -> bool {
        if found.is_accepted() {
            let lost = values::kept_texts(&original.envelope, found, text);
            self.expect(lost.is_empty(), &format!("lost {lost:?}"), original, way, text);
        }
        found.is_accepted()
    }

    #[track_caller]
    fn assert_none(&self) {
        let shown: Vec<&str> = self.0.iter().take(8).map(String::as_str).collect();
        assert!(shown.is_empty(), "{} broken laws; the first:\n{}", self.0.len(), shown.join("\n"));
    }
}
