//! The rules of telling protocols apart, and the way to every rule there is.

use envelope_core::Rule;

use crate::Protocol;

envelope_core::rules! {
    /// No protocol is recognised.
    UNKNOWN_PROTOCOL = "agent-envelope/unknown-protocol", Error, Form,
        "the message is a report in a protocol that is known",
        "prose is not a report: taking it for one is how a missing verdict becomes a success", "R-A2";
    /// An input cannot be read, so that nothing is known of its message.
    UNREADABLE = "agent-envelope/unreadable", Error, Form,
        "the input can be read",
        "a report that nobody could read is no report: its agent's work counts as failed until it is read", "R-A2";
    /// Something was expected that messages of this protocol cannot be held to.
    UNCHECKED_EXPECTATION = "agent-envelope/unchecked-expectation", Note, Content,
        "what is expected of a message can be checked in its protocol",
        "a demand that nothing was held to must not look as if it had been met", "R-A2";
    /// Nothing in a message is an error, and it is refused all the same: it is read strictly and has warnings.
    STRICT_REFUSAL = "agent-envelope/strict-refusal", Error, Form,
        "a message that is read strictly has no warning",
        "annotations and SARIF have no verdict: whoever looks for errors there must not take for accepted what was refused for its warnings",
        "R-A2";
    /// More than one protocol is recognised, and none more than the other.
    AMBIGUOUS_PROTOCOL = "agent-envelope/ambiguous-protocol", Error, Form,
        "the message is one report in one protocol",
        "of two reports in one message neither can be believed before the other", "R-A2";
}

/// Every table of rules that is built in: the core's, each protocol's, and this crate's own; no rule stands in two.
pub fn tables() -> Vec<&'static [&'static Rule]> {
    let mut tables = vec![envelope_core::rules::RULES, envelope_core::json::rules::RULES];
    for protocol in Protocol::ALL {
        if !tables.contains(&protocol.rules()) {
            tables.push(protocol.rules());
        }
    }
    #[cfg(feature = "clarity-protocol")]
    tables.push(clarity_protocol::aggregate::RULES);
    #[cfg(feature = "status-block")]
    tables.push(status_block::scratchpad::RULES);
    tables.push(RULES);
    tables
}

/// Every rule that is built in.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    tables().into_iter().flat_map(|table| table.iter().copied())
}

/// The rule with this code, or with this name behind the slash where no other rule has it.
///
/// ```
/// use agent_envelope::rules;
/// assert_eq!(rules::find("unknown-protocol").map(|rule| rule.code()), Some("agent-envelope/unknown-protocol"));
/// assert!(rules::find("no-such-rule").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Rule> {
    if let Some(rule) = all().find(|rule| rule.code() == name) {
        return Some(rule);
    }
    let mut named = named(name);
    named.next().filter(|_| named.next().is_none())
}

/// The rules with this name behind the slash.
pub fn named(name: &str) -> impl Iterator<Item = &'static Rule> {
    all().filter(move |rule| rule.code().split_once('/').is_some_and(|(_, own)| own == name))
}
