//! Output in which nothing that an agent wrote acts on a terminal or on the log of a build server.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Result, Write as _};

use agent_envelope::envelope_core::text::visible;

/// A text for people: control characters are escaped, and what GitHub takes for a command, which is a line that begins
/// with `::`, and `##[` anywhere. The latter are escaped as in Markdown.
pub(crate) fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in visible(text).replace("##[", "##\\[").split_inclusive('\n') {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        let escape = if rest.starts_with("::") { "\\" } else { "" };
        let _ = write!(out, "{indent}{escape}{rest}");
    }
    out
}

/// JSON that means the same: what would act is inside strings.
pub(crate) fn inert_json(json: &str) -> String {
    visible(json).replace("##[", "##\\u005b")
}

/// Prints a document for a program, byte for byte; at a terminal, what would act is escaped.
pub(crate) fn document(text: &str) -> Result<()> {
    let mut out = std::io::stdout();
    if out.is_terminal() { out.write_all(visible(text).as_bytes()) } else { out.write_all(text.as_bytes()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(inert("a :: b\n \t::error::x\n##[error]\u{1b}y"), "a :: b\n \t\\::error::x\n##\\[error]\\u001by");
        assert_eq!(inert_json("\"##[error]\u{9b}\""), "\"##\\u005berror]\\u009b\"");
    }
}
