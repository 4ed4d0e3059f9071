//! JSON that a terminal can be shown: what hides is escaped, so that the value stays the same and the terminal does, too.

use std::fmt::Write as _;
use std::io::{self, Write};

use agent_envelope::envelope_core::text::is_invisible;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use super::visible::{COMMAND, escaped};

/// A value on one line.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    text(value, CompactFormatter)
}

/// A value, indented.
pub(crate) fn json_pretty(value: &impl Serialize) -> String {
    text(value, PrettyFormatter::new())
}

/// Writes a value, indented, as it is made; gives how many bytes that is.
pub(super) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<usize> {
    let mut counted = Counted { out, bytes: 0 };
    value.serialize(&mut Serializer::with_formatter(&mut counted, Visible(PrettyFormatter::new())))?;
    counted.write_all(b"\n")?;
    Ok(counted.bytes)
}

fn text(value: &impl Serialize, form: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, Visible(form)));
    let mut text = written.ok().and_then(|()| String::from_utf8(bytes).ok()).unwrap_or_default();
    text.push('\n');
    text
}

struct Counted<'o, W> {
    out: &'o mut W,
    bytes: usize,
}

impl<W: Write> Write for Counted<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Another form, in which nothing that hides is left in strings and keys.
struct Visible<F>(F);

/// Passes a part of the form on.
macro_rules! same {
    ($($part:ident($($argument:ident: $kind:ty),*);)*) => {
        $(fn $part<W: Write + ?Sized>(&mut self, writer: &mut W $(, $argument: $kind)*) -> io::Result<()> {
            self.0.$part(writer $(, $argument)*)
        })*
    };
}

impl<F: Formatter> Formatter for Visible<F> {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut parts = fragment.split(COMMAND);
        write_visible(writer, parts.next().unwrap_or_default())?;
        for part in parts {
            writer.write_all(br"##\u005b")?;
            write_visible(writer, part)?;
        }
        Ok(())
    }

    same! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

fn write_visible<W: Write + ?Sized>(writer: &mut W, fragment: &str) -> io::Result<()> {
    if fragment.bytes().all(|byte| byte < 0x7f) {
        return writer.write_all(fragment.as_bytes());
    }
    writer.write_all(escaped(fragment, is_invisible, json_escape).as_bytes())
}

fn json_escape(shown: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(shown, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"k\u{9b}": "a\u{1b}[2J\u{7f}\u{202e}\u{e0041}é\u{feff}", "l": [[], {}, [1, {"##[x": "###[y]é##["}]]});
        for text in [json_line(&value), json_pretty(&value)] {
            assert!(!text.trim_end().chars().any(|character| character != '\n' && is_invisible(character)), "{text:?}");
            assert!(!text.contains(COMMAND), "{text}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        }
        let mut streamed = Vec::new();
        let bytes = write_json(&mut streamed, &value).unwrap();
        assert_eq!((bytes, String::from_utf8(streamed).unwrap()), (json_pretty(&value).len(), json_pretty(&value)));
    }

    #[test]
    fn what_hides_nothing_is_written_as_ever() {
        let value = serde_json::json!({"a": [], "b": {}, "c": [1.5, "x\ty", {"d": [true, null]}]});
        assert_eq!(json_pretty(&value), serde_json::to_string_pretty(&value).unwrap() + "\n");
        assert_eq!(json_line(&value), serde_json::to_string(&value).unwrap() + "\n");
    }
}
