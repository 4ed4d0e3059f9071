//! The characters that delimit: quotes of every kind, blanks that only Unicode knows.

/// A kind of quotation mark, told by how it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Double,
    Single,
    BackTick,
    /// `“…”`, also closed by `“` or `"`.
    Curly,
    /// `‘…’`, also closed by `‘` or `'`.
    CurlySingle,
    /// `„…“`.
    Low,
    /// `‚…‘`.
    LowSingle,
    /// `«…»`.
    Angle,
}

impl Quote {
    /// The quotation mark that begins at `at`, as an opening one.
    pub(super) fn open(bytes: &[u8], at: usize) -> Option<Self> {
        match (bytes.get(at)?, bytes.get(at + 1), bytes.get(at + 2)) {
            (b'"', ..) => Some(Self::Double),
            (b'\'', ..) => Some(Self::Single),
            (b'`', next, _) if next != Some(&b'`') => Some(Self::BackTick),
            (0xE2, Some(0x80), Some(0x9C | 0x9D)) => Some(Self::Curly),
            (0xE2, Some(0x80), Some(0x98 | 0x99)) => Some(Self::CurlySingle),
            (0xE2, Some(0x80), Some(0x9E)) => Some(Self::Low),
            (0xE2, Some(0x80), Some(0x9A)) => Some(Self::LowSingle),
            (0xC2, Some(0xAB), _) => Some(Self::Angle),
            _ => None,
        }
    }

    /// The length of the opening mark.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Double | Self::Single | Self::BackTick => 1,
            Self::Angle => 2,
            Self::Curly | Self::CurlySingle | Self::Low | Self::LowSingle => 3,
        }
    }

    /// The length of the mark at `at`, if it can close a string opened by this one.
    pub(super) fn closes(self, bytes: &[u8], at: usize) -> Option<usize> {
        let first = *bytes.get(at)?;
        let third = || if bytes.get(at + 1) == Some(&0x80) { bytes.get(at + 2).copied() } else { None };
        match (self, first) {
            (Self::Double | Self::Curly, b'"') | (Self::Single | Self::CurlySingle, b'\'') | (Self::BackTick, b'`') => {
                Some(1)
            }
            (Self::Curly | Self::Low, 0xE2) => matches!(third(), Some(0x9C | 0x9D)).then_some(3),
            (Self::CurlySingle | Self::LowSingle, 0xE2) => matches!(third(), Some(0x98 | 0x99)).then_some(3),
            (Self::Angle, 0xC2) => (bytes.get(at + 1) == Some(&0xBB)).then_some(2),
            _ => None,
        }
    }

    /// Whether the byte can begin a mark that closes a string opened by this one.
    pub(super) fn may_close(self, byte: u8) -> bool {
        match self {
            Self::Double => byte == b'"',
            Self::Single => byte == b'\'',
            Self::BackTick => byte == b'`',
            Self::Curly => byte == b'"' || byte == 0xE2,
            Self::CurlySingle => byte == b'\'' || byte == 0xE2,
            Self::Low | Self::LowSingle => byte == 0xE2,
            Self::Angle => byte == 0xC2,
        }
    }
}

/// How many bytes go by before a double quote, a back-slash or a control character; eight at a time, since most of a
/// message is the inside of strings.
pub(super) fn plain_len(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let equal = |eight: u64, byte: u8| {
        let zero = eight ^ (ONES * u64::from(byte));
        zero.wrapping_sub(ONES) & !zero & HIGH
    };
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (at, chunk) in chunks.iter().enumerate() {
        let eight = u64::from_le_bytes(*chunk);
        // With this bit turned over the quote is the one byte that follows the control characters.
        let turned = eight ^ (ONES * 0x02);
        let low = turned.wrapping_sub(ONES * 0x21) & !turned & HIGH;
        let found = low | equal(eight, b'\\');
        if found != 0 {
            return Some(at * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
    Some(bytes.len() - rest.len() + at)
}

/// The length of a blank that JSON does not know, at the start of `rest`.
pub(super) fn odd_blank(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    let invisible = matches!(first, '\u{FEFF}' | '\u{200B}'..='\u{200D}' | '\u{2060}');
    (first.is_whitespace() || invisible).then(|| first.len_utf8())
}

/// Whether a bare word can begin with this byte.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'<' | b'/' | b'@' | b'{') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_at_a_time_finds_what_one_at_a_time_finds(bytes in prop::collection::vec(
            prop_oneof![8 => 0x20_u8..=0xFF, 1 => any::<u8>(), 1 => Just(b'"'), 1 => Just(0x1F), 1 => Just(0x80)], 0..40)) {
            let one = bytes.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
            prop_assert_eq!(plain_len(&bytes), one);
        }
    }
}
