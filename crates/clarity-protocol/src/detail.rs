//! The detail section: recognised tables, discussions, and everything else as it was written.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use envelope_core::markdown::{Block as Scanned, Kind, cells, unescape};
use envelope_core::text::{Lines, excerpt, strip_decoration};
use envelope_core::{Sink, Span};

use crate::decode::unix_lines;
use crate::findings::{self, Columns};
use crate::rules::MISSING_DISCUSSION;
use crate::{Block, ResultType, Role};

/// Something that contradicts CLEAN, and where.
pub(crate) type Issue = (Span, Cow<'static, str>);

/// What the detail section says, for the rules between fields.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// How many rows there are for a metric that is compared with tables.
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// Findings, partial and missing items, and failing rows.
    pub(crate) issues: Vec<Issue>,
    /// Whether there is a table row, a list item or a heading with text below it.
    pub(crate) has_content: bool,
    /// The metric that counts the rows of the last table, if it has none.
    pub(crate) empty_table: Option<&'static str>,
}

/// Reads the blocks of a detail section.
pub(crate) fn read(text: &str, blocks: &[Scanned], kind: Option<ResultType>, sink: &mut Sink) -> (Vec<Block>, Facts) {
    let mut facts = Facts::default();
    facts.counts.extend(["Findings", "Critical", "Major", "Minor"].map(|key| (key, 0)));
    let mut detail = Detail {
        text,
        sink,
        facts,
        next_id: 1,
        kind,
        blocks: Vec::new(),
        run: None,
        topics: HashMap::new(),
        needs: Vec::new(),
        longest: 0,
    };
    detail.read(blocks);
    let Detail { sink, facts, blocks, topics, needs, .. } = detail;
    for (row, name) in needs {
        if let Some((id, false)) = topics.get(&name) {
            sink.push(&MISSING_DISCUSSION, row, || format!("`{}` has no discussion below the table", excerpt(id)));
        }
    }
    (blocks, facts)
}

/// Reads the detail section block by block.
#[derive(Debug)]
pub(crate) struct Detail<'a, 's> {
    pub(crate) text: &'a str,
    pub(crate) sink: &'s mut Sink,
    pub(crate) facts: Facts,
    pub(crate) next_id: u64,
    kind: Option<ResultType>,
    blocks: Vec<Block>,
    run: Option<Run>,
    /// What a discussion can be about: the id by name, whether it is discussed, and the length of the longest name.
    pub(crate) topics: HashMap<String, (String, bool)>,
    longest: usize,
    /// The rows that need a discussion, and about what.
    needs: Vec<(Span, String)>,
}

/// Text that is kept as it was written.
#[derive(Debug)]
struct Run {
    text: Span,
    has_heading: bool,
    /// The id of what it discusses.
    topic: Option<String>,
}

impl Detail<'_, '_> {
    fn read(&mut self, mut rest: &[Scanned]) {
        while let Some((block, behind)) = rest.split_first() {
            rest = behind;
            let is_below_heading = self.run.as_ref().is_some_and(|run| run.has_heading);
            match block.kind {
                Kind::Table => {
                    let rows = rest.iter().take_while(|row| row.kind == Kind::Row).count();
                    self.table(block, &rest[..rows]);
                    rest = &rest[rows..];
                }
                Kind::Heading(_) => {
                    let topic = self.topic_of(block);
                    self.start(block.span, true, topic);
                }
                Kind::Paragraph | Kind::Item => {
                    let is_item = block.kind == Kind::Item && block.text != Span::at(block.text.start());
                    self.facts.has_content |= is_item || is_below_heading;
                    match self.topic_of(block) {
                        None => self.keep(block.span),
                        topic => self.start(block.span, false, topic),
                    }
                }
                _ => {
                    self.facts.has_content |= matches!(block.kind, Kind::Fence { .. }) && is_below_heading;
                    self.keep(block.span);
                }
            }
        }
        self.flush();
    }

    /// Adds what a discussion can be about; `need` is the row that needs one. `false` if it was there before.
    pub(crate) fn topic(&mut self, id: &str, need: Option<Span>) -> bool {
        let name = normal(id);
        self.longest = self.longest.max(name.len());
        self.needs.extend(need.map(|row| (row, name.clone())));
        let before = self.topics.len();
        self.topics.entry(name).or_insert_with(|| (id.to_owned(), false));
        self.topics.len() > before
    }

    /// The id of what a text begins with (R-C10), which is discussed then.
    fn topic_of(&mut self, block: &Scanned) -> Option<String> {
        let line = Lines::new(self.text, block.text).next().filter(|_| !self.topics.is_empty())?.text;
        let is_sign = |c: char| " \t*_`[#".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
        let line = line.trim_start_matches(is_sign);
        let word = line.find(|c: char| c.is_whitespace() || ":*_)],—–`(".contains(c)).unwrap_or(line.len());
        let separators = [":", "**", " — ", " – ", " - "].into_iter().filter_map(|separator| line.find(separator));
        // A name may have signs that are not compared; one that is much longer than all of them is none.
        let limit = 2 * self.longest + 16;
        let ends = std::iter::once(word).chain(separators).chain([line.len()]).filter(|end| *end <= limit);
        let name = ends.map(|end| normal(&line[..end])).find(|name| self.topics.contains_key(name))?;
        let (id, is_discussed) = self.topics.get_mut(&name)?;
        *is_discussed = true;
        Some(id.clone())
    }

    fn start(&mut self, text: Span, has_heading: bool, topic: Option<String>) {
        self.flush();
        self.run = Some(Run { text, has_heading, topic });
    }

    /// Keeps a block as it was written.
    fn keep(&mut self, span: Span) {
        let text = self.text;
        match &mut self.run {
            Some(run) if text[run.text.end()..span.start()].trim().is_empty() => {
                run.text = Span::new(run.text.start(), span.end());
            }
            _ => self.start(span, false, None),
        }
    }

    /// Ends the text that is kept.
    fn flush(&mut self) {
        let Some(run) = self.run.take() else { return };
        let text = unix_lines(run.text.of(self.text).trim_end());
        let block = match (run.topic, self.blocks.last_mut()) {
            (Some(id), _) => Block::Discussion { id, text },
            // Text behind text is one text.
            (None, Some(Block::Raw { text: last } | Block::Discussion { text: last, .. })) if !run.has_heading => {
                last.push_str("\n\n");
                last.push_str(&text);
                return;
            }
            (None, _) => Block::Raw { text },
        };
        self.blocks.push(block);
    }

    fn table(&mut self, header: &Scanned, rows: &[Scanned]) {
        self.facts.has_content |= !rows.is_empty();
        let names: Vec<&str> = cells(self.text, header.text).map(|cell| strip_decoration(cell.of(self.text))).collect();
        if self.kind == Some(ResultType::Implementation) {
            findings::failing_rows(self, &names, rows);
        }
        self.facts.empty_table = None;
        let (metric, block) = if let Some(columns) = Columns::of(&names) {
            ("Findings", findings::finding_table(self, header, columns, rows))
        } else if let Some(role) = findings::role(&names) {
            if role == Role::Checklist {
                findings::checklist(self, &names, rows);
            }
            let values = |row: &Scanned| -> Vec<String> {
                cells(self.text, row.text).map(|cell| unescape(cell.of(self.text)).into_owned()).collect()
            };
            let metric = ["Items", "Criteria", "Tests", "Files"][role as usize];
            (metric, Block::Table { role, columns: values(header), rows: rows.iter().map(values).collect() })
        } else {
            return self.keep(Span::new(header.span.start(), rows.last().unwrap_or(header).span.end()));
        };
        self.facts.empty_table = rows.is_empty().then_some(metric);
        self.flush();
        self.blocks.push(block);
    }
}

/// A name without decoration, in lower case, to compare with.
pub(crate) fn normal(name: &str) -> String {
    let stripped = strip_decoration(name);
    let mut normal = String::with_capacity(stripped.len());
    for word in stripped.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            normal.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
        } else {
            normal.extend(word.chars().filter(|c| !matches!(c, '*' | '`')).flat_map(char::to_lowercase));
        }
    }
    normal
}
