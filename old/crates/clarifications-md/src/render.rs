//! The canonical text of a document (R-Q1).

use crate::model::Clarifications;

/// The document's own text with its older forms rewritten, as [`fmt`](Clarifications::fmt) does it.
///
/// Nothing is laid out anew: what people wrote stays byte for byte, line ends and blanks included, because that is what
/// the format's ruling on edits asks (R-Q4). So CRLF line ends and trailing blanks are noted of the result, too.
pub fn render(document: &Clarifications) -> String {
    document.fmt().change.apply()
}
