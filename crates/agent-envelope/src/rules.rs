use envelope_core::Example::Tested;
use envelope_core::Rule;

use crate::PROTOCOLS;

envelope_core::rules! {
    /// The rules of detection.
    pub RULES in "agent-envelope":

    pub(crate) UNKNOWN_PROTOCOL = Error "unknown-protocol": "no protocol claims the message" {
        why: "A message without a verdict that a program can find must not count as a success.",
        help: "send a report, as the whole message and in the form that was asked for",
        source: "R-A2, R-A18",
        example: Tested("no message of a protocol breaks it"),
    }

    pub(crate) AMBIGUOUS = Error "ambiguous": "more than one protocol claims the message" {
        why: "Choosing one of two reports would be a guess.",
        help: "send one report",
        source: "R-A2, R-A18",
        example: Tested("a message of one protocol does not break it"),
    }
}

/// Every rule: those of the core and of its JSON reader, of detection and of each protocol.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    let core = envelope_core::rules::RULES.iter().chain(envelope_core::json::rules::RULES);
    let protocols = PROTOCOLS.iter().flat_map(|protocol| protocol.info.rules);
    core.chain(RULES).chain(protocols).copied()
}
