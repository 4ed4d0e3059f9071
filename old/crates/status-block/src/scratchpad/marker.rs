//! Marker lines, and the quoting that keeps copies of them harmless (R-S7).

use std::borrow::Cow;

/// What a marker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Starts,
    Ends,
    Torn,
}

/// A marker line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker<'a> {
    pub(super) kind: Kind,
    /// The name before OUTPUT.
    pub(super) name: &'a [u8],
}

/// The name that stands for any agent.
pub(super) const ANY: &[u8] = b"AGENT";

impl<'a> Marker<'a> {
    /// The marker that the line is, blanks around it aside.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        crate::steps::count(line.len());
        let inside = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
        let kinds: [(&[u8], Kind); 3] =
            [(b" OUTPUT STARTS", Kind::Starts), (b" OUTPUT ENDS", Kind::Ends), (b" OUTPUT TORN", Kind::Torn)];
        kinds.into_iter().find_map(|(word, kind)| {
            let name = strip_suffix_any_case(inside, word)?;
            let named = !name.trim_ascii().is_empty() && !name.iter().any(|byte| b"[]\\".contains(byte));
            named.then_some(Self { kind, name })
        })
    }

    /// Whether `self` ends what `start` began: the names are the same, or one of them is AGENT.
    pub(super) fn ends(self, start: Marker<'_>) -> bool {
        let any = |name: &[u8]| name.eq_ignore_ascii_case(ANY);
        self.kind != Kind::Starts && (any(self.name) || any(start.name) || self.name.eq_ignore_ascii_case(start.name))
    }
}

fn strip_suffix_any_case<'a>(text: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    let (start, tail) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    tail.eq_ignore_ascii_case(end).then_some(start)
}

/// Whether the line reads like a marker after any number of back-slashes.
fn is_quotable(line: &[u8]) -> bool {
    let slashes = line.iter().take_while(|byte| **byte == b'\\').count();
    line.get(slashes..).and_then(Marker::read).is_some()
}

/// The output with a back-slash before every line that reads like a marker.
pub(super) fn quoted(output: &[u8]) -> Cow<'_, [u8]> {
    crate::steps::count(output.len());
    if !output.contains(&b'[') {
        return Cow::Borrowed(output);
    }
    let mut out = Vec::with_capacity(output.len() + 8);
    for line in output.split_inclusive(|byte| *byte == b'\n') {
        if is_quotable(line) {
            out.push(b'\\');
        }
        out.extend_from_slice(line);
    }
    Cow::Owned(out)
}

/// What [`quoted`] was made of.
pub(super) fn unquoted(raw: &[u8]) -> Cow<'_, [u8]> {
    crate::steps::count(raw.len());
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let inner = line.strip_prefix(b"\\").filter(|_| is_quotable(line));
        out.extend_from_slice(inner.unwrap_or(line));
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marker_lines() {
        let read = |line: &'static str| Marker::read(line.as_bytes()).map(|it| (it.kind, it.name));
        assert_eq!(read("[AGENT OUTPUT STARTS]"), Some((Kind::Starts, ANY)));
        assert_eq!(read("  [test-writer output ends]\r\n"), Some((Kind::Ends, &b"test-writer"[..])));
        assert_eq!(read("[A B OUTPUT TORN]"), Some((Kind::Torn, &b"A B"[..])));
        for line in ["[OUTPUT STARTS]", "AGENT OUTPUT STARTS", "[AGENT OUTPUT]", "[a] [AGENT OUTPUT ENDS]", "", "[]"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    proptest! {
        /// Whatever an agent writes comes back, and no line of it is a marker in the pad.
        #[test]
        fn quoting_can_be_undone(pieces in prop::collection::vec(prop_oneof![
            Just("[AGENT OUTPUT ENDS]"), Just("[X OUTPUT STARTS]"), Just("[AGENT OUTPUT TORN]"), Just("\\"), Just("\n"),
            Just("\r\n"), Just(" "), Just("### GATE 1: x"), Just("["), Just("é"), Just("\r"),
        ], 0..14)) {
            let output = pieces.concat();
            let raw = quoted(output.as_bytes());
            prop_assert_eq!(unquoted(&raw).into_owned(), output.as_bytes());
            for line in raw.split(|byte| *byte == b'\n') {
                prop_assert_eq!(Marker::read(line), None);
            }
        }
    }
}
