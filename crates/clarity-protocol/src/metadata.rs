//! The metadata block (R-C7).

use envelope_core::markdown::{Block, Kind, cells, unescape};
use envelope_core::text::{Lines, find_word, same_name, says_nothing, strip_decoration};
use envelope_core::{Sink, Span};

use crate::Metadata;
use crate::findings::{is_result, role};
use crate::pairs::{List, Pair, Start, closed_word, distinct, is_key, split};
use crate::rules::{MISSING_METADATA, UNKNOWN_WORD, UNLISTED_WORD};

/// The fields, in the order of the specification.
pub(crate) const FIELDS: [&str; 6] = ["Protocol", "Agent", "Assigned", "Scope", "Coverage", "Confidence"];
/// How sure an agent can be.
const CONFIDENCES: [&str; 3] = ["high", "medium", "low"];

/// The metadata block, as far as it is there.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) metadata: Option<Metadata>,
    /// The place of the coverage.
    pub(crate) coverage: Option<Span>,
    /// Whether the text ends inside of it: behind a `---` that nothing closes, or with a field without a value.
    pub(crate) is_open: bool,
}

/// Takes the metadata out of the blocks below the RESULT line, and reads them: the fields before the first heading or
/// other table, with the `---` around them. Behind a `---` that closes a block, an item is part of the text.
pub(crate) fn read(text: &str, blocks: &mut Vec<Block>, sink: &mut Sink) -> Read {
    let mut reader = Reader { text, pairs: Vec::new() };
    let (mut opening, mut is_closed, mut has_field, mut is_taken) = (None, false, false, false);
    let mut place = None;
    let mut is_over = false;
    let mut index = 0_usize;
    let all = blocks.clone();
    blocks.retain(|block| {
        let previous = index.checked_sub(1).and_then(|before| all.get(before));
        // What follows without a blank line belongs to the field above: a nested list, a field that was cut off.
        let is_next = is_taken && previous.is_some_and(|last| last.kind != Kind::Break && !is_apart(text, last, block));
        let behind = all.get(index..).unwrap_or_default();
        index += 1;
        let is_field = !is_over
            && match block.kind {
                Kind::Row | Kind::Paragraph | Kind::Item if is_next => true,
                Kind::Table => is_table(text, behind),
                Kind::Item if is_closed => false,
                Kind::Paragraph | Kind::Item => {
                    let mut lines = Lines::new(text, block.text).map(|line| split(line.content(), known));
                    let first = lines.next().flatten();
                    let is_known = |key: &Start<'_>| key.known.is_some();
                    first.as_ref().is_some_and(|key| opening.is_some() || is_known(key))
                        || lines.flatten().any(|key| is_known(&key))
                }
                _ => false,
            };
        is_over |= !is_field && matches!(block.kind, Kind::Heading(_) | Kind::Table);
        is_taken = is_field || block.kind == Kind::Break && !is_over;
        if is_field {
            has_field = true;
            place.get_or_insert(block.text);
            reader.block(block);
        } else if is_taken {
            is_closed |= has_field;
            // Text directly below the opening `---` is the beginning of a block, too.
            let begins = behind.get(1).is_none_or(|next| !is_apart(text, block, next));
            opening = (!is_closed).then_some(begins);
            has_field = false;
        }
        !is_taken
    });
    let is_last = is_taken && has_field && reader.pairs.last().is_some_and(|pair| pair.value.is_empty());
    let is_open = is_last || !is_over && opening.is_some_and(|begins| has_field || begins);
    let (metadata, coverage) = place.map_or((None, None), |place| reader.finish(place, sink));
    Read { metadata, coverage, is_open }
}

/// Whether there is a blank line between two blocks.
fn is_apart(text: &str, previous: &Block, block: &Block) -> bool {
    let between = text.get(previous.span.end()..block.span.start()).unwrap_or_default();
    memchr::memchr_iter(b'\n', between.as_bytes()).count() > 1
}

/// Whether the table with which blocks begin has two columns and a field. An item of a checklist may have the name of one.
fn is_table(text: &str, blocks: &[Block]) -> bool {
    let Some((header, behind)) = blocks.split_first() else { return false };
    let names: Vec<&str> = cells(text, header.text).map(|cell| strip_decoration(cell.of(text))).collect();
    let rows = behind.iter().take_while(|row| row.kind == Kind::Row);
    let mut keys = std::iter::once(header).chain(rows).filter_map(|row| cells(text, row.text).next());
    let is_result = role(&names).is_some() || names.iter().any(|name| is_result(name));
    names.len() == 2 && !is_result && keys.any(|key| known(strip_decoration(key.of(text))).is_some())
}

fn known(key: &str) -> Option<&'static str> {
    FIELDS.into_iter().find(|known| same_name(known, key))
}

struct Reader<'a> {
    text: &'a str,
    pairs: Vec<Pair<'a>>,
}

impl<'a> Reader<'a> {
    fn block(&mut self, block: &Block) {
        let text = self.text;
        if !matches!(block.kind, Kind::Table | Kind::Row) {
            for line in Lines::new(text, block.text).filter(|line| !line.is_blank()) {
                let content: &'a str = line.span().of(text);
                match split(content, known) {
                    Some(Start { key, at, .. }) => self.add(key, content[at..].trim(), line.span()),
                    None => self.continued(content, line.span()),
                }
            }
            return;
        }
        let mut cells = cells(text, block.text);
        let key = cells.next().map_or("", |cell| strip_decoration(cell.of(text)));
        let value = cells.map(|cell| unescape(cell.of(text))).collect::<Vec<_>>().join(" ");
        // The header of the table is a field only if it is one of the specification.
        if known(key).is_some() || block.kind == Kind::Row && is_key(key) {
            self.add(key, value.trim(), block.text);
        } else if block.kind == Kind::Row {
            self.continued(format!("{key} {value}").trim(), block.text);
        }
    }

    fn add(&mut self, key: &'a str, value: &str, span: Span) {
        self.pairs.push(Pair { key, known: known(key), value: value.to_owned(), span });
    }

    /// Adds a line to the value above it.
    fn continued(&mut self, line: &str, span: Span) {
        match self.pairs.last_mut() {
            Some(Pair { value, .. }) => {
                value.push_str(if value.is_empty() { "" } else { " " });
                value.push_str(line);
            }
            None => self.add("Note", line, span),
        }
    }

    fn finish(self, place: Span, sink: &mut Sink) -> (Option<Metadata>, Option<Span>) {
        let mut pairs = distinct(self.pairs, sink);
        let mut fields = FIELDS.map(|name| {
            let pair = pairs.iter().position(|pair| pair.known == Some(name)).map(|at| pairs.remove(at));
            if let Some(pair) = pair.as_ref().filter(|pair| pair.key != name) {
                sink.decoration(pair.span);
            }
            if !pair.as_ref().is_some_and(Pair::is_said) {
                sink.push(&MISSING_METADATA, place, || format!("the metadata have no `{name}`"));
            }
            pair.filter(|pair| !says_nothing(&pair.value)).map(|pair| (pair.value, pair.span))
        });
        let mut word = |field: usize, list: List| {
            if let Some((value, span)) = &mut fields[field] {
                *value = closed_word(value, str::trim, list, *span, sink);
            }
        };
        word(0, (&["v1"], &UNKNOWN_WORD));
        word(5, (&CONFIDENCES, &UNLISTED_WORD));
        let coverage = fields[4].as_ref().map(|(_, span)| *span);
        let [protocol, agent, assigned, scope, text, confidence] = fields.map(|field| Some(field?.0));
        let other = pairs.into_iter().map(Pair::into_field).collect();
        let metadata = Metadata { protocol, agent, assigned, scope, coverage: text, confidence, other };
        (Some(metadata).filter(|metadata| *metadata != Metadata::default()), coverage)
    }
}

/// The percentage that a coverage is: `N%` at its beginning, or full, all, complete (R-C14).
pub fn coverage_percent(coverage: &str) -> Option<f64> {
    if find_word(coverage, &["full", "all", "complete"]).is_some() {
        return Some(100.0);
    }
    let (number, _) = coverage.trim().trim_start_matches(['*', '_', '`']).split_once('%')?;
    let number = number.trim_end();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let percent: f64 = number.parse().ok().filter(|_| is_number)?;
    (0.0..=100.0).contains(&percent).then_some(percent)
}
