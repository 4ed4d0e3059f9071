//! What the protocols' own readers say where the look of a line does not decide.
//!
//! They are asked only where something is not written as the specification writes it, so that clean messages are read once.

/// What the reader of status blocks finds in a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BlockRead {
    /// It was not asked.
    #[default]
    Unasked,
    /// No line that begins a block.
    Nothing,
    /// A status with none of the four sections beside it.
    Lonely,
    /// A status and a section (R-S4).
    Block,
}

#[cfg(feature = "status-block")]
pub(super) fn block(text: &str) -> BlockRead {
    use envelope_core::Rule;
    use status_block::rules::{LONELY_STATUS, MISSING_STATUS};
    let parsed = status_block::parse(text);
    let says = |rule: &Rule| parsed.diagnostics().iter().any(|found| found.rule == rule);
    match () {
        () if says(&MISSING_STATUS) => BlockRead::Nothing,
        () if says(&LONELY_STATUS) => BlockRead::Lonely,
        () => BlockRead::Block,
    }
}

#[cfg(not(feature = "status-block"))]
pub(super) fn block(_: &str) -> BlockRead {
    BlockRead::Nothing
}

/// Whether the reader of clarity results finds a summary line: one with a word of the protocol, or one that tries to be.
/// In several fences it finds too many.
#[cfg(feature = "clarity-protocol")]
pub(super) fn has_summary_line(text: &str) -> bool {
    use envelope_core::rules::ENVELOPE_IN_FENCE;
    let parsed = clarity_protocol::parse(text);
    let found = parsed.read().is_some_and(|result| result.summary.is_some() || result.unread.is_some());
    found || parsed.diagnostics().iter().any(|found| found.rule == &ENVELOPE_IN_FENCE)
}

#[cfg(not(feature = "clarity-protocol"))]
pub(super) fn has_summary_line(_: &str) -> bool {
    false
}
