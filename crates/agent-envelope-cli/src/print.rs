//! Output in which nothing that an agent wrote acts on a terminal or on the log of a build server.

use std::fmt::{self, Display, Write as _};
use std::io::{BufWriter, IsTerminal as _, Result, Write};

use agent_envelope::envelope_core::text::visible;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

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

/// Writes a text as [`inert`] makes it, line by line, without a copy of it.
pub(crate) fn write_inert(out: impl Write, text: impl Display) -> Result<()> {
    let mut lines = Lines { out: BufWriter::new(out), line: String::new(), result: Ok(()) };
    // An error is in `result`.
    let _ = write!(lines, "{text}");
    lines.result?;
    lines.out.write_all(inert(&lines.line).as_bytes())?;
    lines.out.flush()
}

struct Lines<W> {
    out: W,
    /// The line that has no end yet.
    line: String,
    result: Result<()>,
}

impl<W: Write> fmt::Write for Lines<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive('\n') {
            self.line += part;
            if part.ends_with('\n') {
                self.result = self.out.write_all(inert(&std::mem::take(&mut self.line)).as_bytes());
            }
            if self.result.is_err() {
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}

/// JSON that means the same: what would act is inside strings.
pub(crate) fn inert_json(json: &str) -> String {
    visible(json).replace("##[", "##\\u005b")
}

/// Writes a value as a line of such JSON, without a copy of it: the report of a million findings is large.
pub(crate) fn write_json(out: impl Write, value: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(out);
    value.serialize(&mut Serializer::with_formatter(&mut out, Inert))?;
    writeln!(out)?;
    out.flush()
}

struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> Result<()> {
        writer.write_all(inert_json(fragment).as_bytes())
    }
}

/// Prints a document for a program, byte for byte; at a terminal, what would act is escaped.
pub(crate) fn document(text: &str) -> Result<()> {
    let mut out = std::io::stdout();
    if out.is_terminal() {
        out.write_all(visible(text).as_bytes())?
    } else {
        out.write_all(text.as_bytes())?
    }
    // The end of a text without a line break at its end is not written otherwise.
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(inert("a :: b\n \t::error::x\n##[error]\u{1b}y"), "a :: b\n \t\\::error::x\n##\\[error]\\u001by");
        assert_eq!(inert_json("\"##[error]\u{9b}\""), "\"##\\u005berror]\\u009b\"");
        let mut json = Vec::new();
        write_json(&mut json, &["##[error]\u{9b}\n"]).unwrap();
        assert_eq!(json, b"[\"##\\u005berror]\\u009b\\n\"]\n");
    }
}
