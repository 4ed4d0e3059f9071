use envelope_core::Example::Tested;
use envelope_core::{Rule, Severity};

use crate::PROTOCOLS;

/// The rules of detection.
pub static RULES: &[&Rule] = &[&UNKNOWN_PROTOCOL, &AMBIGUOUS];

pub(crate) static UNKNOWN_PROTOCOL: Rule = Rule {
    code: "agent-envelope/unknown-protocol",
    severity: Severity::Error,
    summary: "no protocol claims the message",
    why: "A message without a verdict that a program can find must not count as a success.",
    help: "send a report, or name the protocol with `--protocol` to see what it lacks",
    source: "R-A2, R-A18",
    example: Tested("no message of a protocol breaks it"),
};

pub(crate) static AMBIGUOUS: Rule = Rule {
    code: "agent-envelope/ambiguous",
    severity: Severity::Error,
    summary: "more than one protocol claims the message",
    why: "Choosing one of two reports would be a guess.",
    help: "send one report, or name the protocol with `--protocol`",
    source: "R-A2, R-A18",
    example: Tested("a message of one protocol does not break it"),
};

/// Every rule: those of the core, of detection and of each protocol.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    let protocols = PROTOCOLS.iter().flat_map(|protocol| protocol.info.rules);
    envelope_core::rules::RULES.iter().chain(RULES).chain(protocols).copied()
}
