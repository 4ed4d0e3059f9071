//! How the last entry and the last note of a pad tell that they were cut off (R-S7).

/// The entry above a last note.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    /// Where it ends by what its heading claims; a heading by hand claims nothing.
    pub(super) end: Option<usize>,
    pub(super) torn: bool,
    /// Whether its last output has its end marker.
    pub(super) ended: bool,
}

/// How a note at the end of a pad was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Surely,
    /// A hand or an editor may have left it so.
    Perhaps,
}

impl Above {
    /// Whether a last line that is a note, or the beginning of one, and has no blank line behind it, was cut off. Of an
    /// entry as it was written, but for line breaks that an editor trimmed, it is known where it ends; below one that a
    /// hand wrote, a line without its end may be either.
    pub(super) fn cut_note(self, at: usize, ends_line: bool) -> Option<Cut> {
        let later = self.torn || self.end.is_some_and(|end| end <= at.saturating_add(2));
        let by_hand = self.end.is_none() && self.ended;
        match (later, ends_line) {
            (true, false) => Some(Cut::Surely),
            (true, true) => Some(Cut::Perhaps),
            (false, _) => (by_hand && !ends_line).then_some(Cut::Perhaps),
        }
    }
}

/// Whether an entry of which so many bytes are missing at the pad's end was cut off. An editor may have trimmed the line
/// breaks at the end of one whose output has its end marker.
pub(super) fn is_short(missing: Option<usize>, ended: bool, end: &[u8]) -> bool {
    let breaks = if end.ends_with(b"\n") { 1 } else { 2 };
    !end.ends_with(b"\n\n") && missing.is_some_and(|missing| missing > 0 && !(ended && missing == breaks))
}
