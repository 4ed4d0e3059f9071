//! What can be wrong with a message before any protocol looks at it: size, bytes, line ends (R-A4, R-A9, R-A13).

use crate::rules::{BOM, CRLF, NOT_UTF8, TOO_LARGE, TRAILING_BLANKS};
use crate::{Diagnostic, Diagnostics, Limits, Source, Span};

/// The diagnostic for a message over the limit (R-A9).
///
/// [`Envelope::parse`](crate::Envelope::parse) gives it for every protocol; this is for messages that none of them reads.
pub fn too_large(limits: Limits) -> Diagnostic {
    // Who reads up to the limit and a byte more does not know the size.
    let message = format!("the message has more than {} bytes; no more are read", limits.input());
    Diagnostic::new(&TOO_LARGE, Span::at(0), message)
}

/// The same, if the message is one.
pub(crate) fn if_too_large(source: &Source<'_>, limits: Limits) -> Option<Diagnostic> {
    (source.original_len() > limits.input()).then(|| too_large(limits))
}

/// Notes bytes that are not UTF-8 and a byte order mark (R-A4, R-A13).
///
/// [`Envelope::parse`](crate::Envelope::parse) does it for every protocol; this is for messages that none of them reads.
pub fn note_bytes(source: &Source<'_>, diagnostics: &mut Diagnostics) {
    if let Some(span) = source.first_replacement() {
        let count = source.replacements();
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("not UTF-8: {count} sequence{plural} of bytes read as U+FFFD");
        diagnostics.push(Diagnostic::new(&NOT_UTF8, span, message));
    }
    if source.text().starts_with('\u{FEFF}') {
        diagnostics.push(Diagnostic::new(&BOM, Span::new(0, '\u{FEFF}'.len_utf8()), "a byte order mark"));
    }
}

/// Notes CRLF line ends and blanks before a line's end, one note each with a count (R-A4, R-A9).
///
/// For protocols to call: whether blanks at a line's end mean something is theirs to say.
pub fn note_line_ends(text: &str, diagnostics: &mut Diagnostics) {
    if !has_odd_line_end(text) {
        return;
    }
    let bytes = text.as_bytes();
    for end in memchr::memchr_iter(b'\n', bytes) {
        let carriage = end > 0 && bytes.get(end - 1) == Some(&b'\r');
        let line_end = end - usize::from(carriage);
        if carriage {
            diagnostics.tally(&CRLF, "", Span::new(line_end, end + 1), "lines end with CRLF");
        }
        let before = bytes.get(..line_end).unwrap_or_default();
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if blanks > 0 {
            let span = Span::new(line_end - blanks, line_end);
            diagnostics.tally(&TRAILING_BLANKS, "", span, "blanks at the end of a line");
        }
    }
}

/// Whether a blank or a carriage return stands before a line feed; written so that it compiles to vector code.
fn has_odd_line_end(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = || bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    // Anything up to a blank, which is quicker to ask for; an empty line looks odd, too, and is looked at again.
    let odd = pairs().fold(0_u8, |odd, (first, second)| odd | (u8::from(*first <= b' ') & u8::from(*second == b'\n')));
    let is_odd = |(first, second): (&u8, &u8)| {
        (u8::from(*first == b' ') | u8::from(*first == b'\t') | u8::from(*first == b'\r')) & u8::from(*second == b'\n')
    };
    odd != 0 && pairs().fold(0, |odd, pair| odd | is_odd(pair)) != 0
}
