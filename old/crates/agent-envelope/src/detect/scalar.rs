//! What belongs to a field of a status block, and so states nothing of its own (R-S6).

use envelope_core::text::{is_blank, split_key};

/// The part of a block that a line stands in.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// A section has begun and not ended.
    section: bool,
    scalar: Option<OpenScalar>,
}

/// What a line is to the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is no part of a section.
    Outside,
    /// A field of a section, or an item of one.
    Field,
    /// The text of a field that goes on below its key.
    Text,
}

impl Context {
    /// Takes the next line; only in a block are there sections and scalars.
    pub(super) fn next(&mut self, line: &str, in_block: bool) -> Place {
        self.scalar = self.scalar.filter(|scalar| scalar.goes_on(line));
        if self.scalar.is_some() {
            self.scalar = self.scalar.filter(|scalar| !scalar.ends_with(line));
            return Place::Text;
        }
        self.scalar = OpenScalar::of(line).filter(|_| in_block);
        let below = is_blank(line) || line.starts_with([' ', '\t']) || line.starts_with("- ");
        self.section = in_block && if below { self.section } else { is_head(line) };
        if below && self.section { Place::Field } else { Place::Outside }
    }
}

/// Whether the line begins a section: `SUMMARY:`, and any other name in capitals (R-S3).
fn is_head(line: &str) -> bool {
    let is_capital = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let name = split_key(line).map(|pair| pair.key).filter(|name| line.starts_with(name));
    name.is_some_and(|name| !["STATUS", "RESULT"].contains(&name) && name.bytes().all(is_capital))
}

/// A scalar of a block that goes on below its key: what looks like a marker in it is text (R-S6).
#[derive(Clone, Copy, Debug)]
struct OpenScalar {
    /// How far its key is indented.
    indent: usize,
    /// The mark that ends it; a literal or folded one ends where the indentation does.
    quote: Option<char>,
}

impl OpenScalar {
    /// The one that a line opens: `key: |`, `- >-`, `key: "text`.
    fn of(line: &str) -> Option<Self> {
        let indent = indentation(line);
        let line = line.trim();
        let (head, last) = line.rsplit_once([' ', '\t'])?;
        let block = head.trim_end().ends_with([':', '-'])
            && last
                .strip_prefix(['|', '>'])
                .is_some_and(|rest| rest.bytes().all(|byte| b"+-123456789".contains(&byte)));
        if block && !line.starts_with('|') {
            return Some(Self { indent, quote: None });
        }
        let value = line.split_once(": ")?.1.trim();
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let scalar = Self { indent, quote: Some(quote) };
        (value.len() == 1 || !scalar.ends_with(value)).then_some(scalar)
    }

    fn goes_on(self, line: &str) -> bool {
        is_blank(line) || indentation(line) > self.indent
    }

    fn ends_with(self, line: &str) -> bool {
        self.quote.is_some_and(|quote| line.trim_end().ends_with(quote))
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}
