//! The detail section: recognised tables, discussions, and everything else as it was written.

use std::collections::HashMap;

use envelope_core::markdown::{self, Kind, cells, unescape};
use envelope_core::text::{Lines, strip_decoration};
use envelope_core::{Sink, Span};

use crate::findings::{self, Columns};
use crate::rules::MISSING_DISCUSSION;
use crate::{Block, ResultType, Role};

/// What the detail section says, for the rules between fields.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// How many findings there are, and of each severity.
    pub(crate) findings: u64,
    pub(crate) severities: [u64; 3],
    /// Whether a severity is missing or unknown.
    pub(crate) has_odd_severity: bool,
    /// How many items there are, and of each status.
    pub(crate) items: u64,
    pub(crate) item_statuses: [u64; 4],
    pub(crate) has_checklist: bool,
    /// Findings, partial and missing items, and failing rows: what contradicts CLEAN.
    pub(crate) issues: Vec<(Span, &'static str)>,
    /// Whether there is a table row, a list item or a heading with text below it.
    pub(crate) has_content: bool,
    /// The metric that counts the rows of the last table, if it has none.
    pub(crate) empty_table: Option<&'static str>,
}

/// What a discussion can be about.
#[derive(Debug)]
struct Topic {
    id: String,
    /// The rows that need a discussion.
    needs: Vec<Span>,
    is_discussed: bool,
}

/// Reads the detail section block by block.
#[derive(Debug)]
pub(crate) struct Detail<'a, 's> {
    pub(crate) text: &'a str,
    pub(crate) sink: &'s mut Sink,
    pub(crate) facts: Facts,
    pub(crate) next_id: u64,
    result_type: Option<ResultType>,
    blocks: Vec<Block>,
    run: Option<Run>,
    topics: Vec<Topic>,
    /// The topic of each name, and the length of the longest name.
    names: HashMap<String, usize>,
    longest: usize,
}

/// Text that is kept as it was written.
#[derive(Debug)]
struct Run {
    heading: Option<Span>,
    topic: Option<usize>,
    /// Where the text begins and ends.
    text: Option<Span>,
}

impl<'a, 's> Detail<'a, 's> {
    pub(crate) fn new(text: &'a str, result_type: Option<ResultType>, sink: &'s mut Sink) -> Self {
        Self {
            text,
            sink,
            facts: Facts::default(),
            next_id: 1,
            result_type,
            blocks: Vec::new(),
            run: None,
            topics: Vec::new(),
            names: HashMap::new(),
            longest: 0,
        }
    }

    pub(crate) fn read(&mut self, blocks: &[markdown::Block]) {
        let mut rest = blocks;
        while let Some((block, behind)) = rest.split_first() {
            rest = behind;
            match block.kind {
                Kind::Table => {
                    let rows = rest.iter().take_while(|row| row.kind == Kind::Row).count();
                    self.table(block, &rest[..rows]);
                    rest = &rest[rows..];
                }
                Kind::Heading(_) => self.heading(block),
                Kind::Paragraph | Kind::Item => self.paragraph(block),
                _ => {
                    let is_below_heading = self.run.as_ref().is_some_and(|run| run.heading.is_some());
                    self.facts.has_content |= matches!(block.kind, Kind::Fence { .. }) && is_below_heading;
                    self.keep(block.span);
                }
            }
        }
        self.flush();
    }

    /// The value, once everything is read.
    pub(crate) fn finish(self) -> (Vec<Block>, Facts) {
        for topic in self.topics.iter().filter(|topic| !topic.is_discussed) {
            for row in &topic.needs {
                self.sink.push(&MISSING_DISCUSSION, *row, || {
                    format!("`{}` has no discussion below the table", envelope_core::text::excerpt(&topic.id))
                });
            }
        }
        (self.blocks, self.facts)
    }

    /// Adds what a discussion can be about; `need` is the row that needs one. `false` if it was there before.
    pub(crate) fn topic(&mut self, id: &str, need: Option<Span>) -> bool {
        let name = normal(id);
        self.longest = self.longest.max(name.len());
        let next = self.topics.len();
        let index = *self.names.entry(name).or_insert(next);
        if index == next {
            self.topics.push(Topic { id: id.to_owned(), needs: Vec::new(), is_discussed: false });
        }
        if let Some(topic) = self.topics.get_mut(index) {
            topic.needs.extend(need);
        }
        index == next
    }

    pub(crate) fn has_topic(&self, id: &str) -> bool {
        self.names.contains_key(&normal(id))
    }

    /// The topic that a text begins with (R-C10).
    fn topic_of(&self, block: &markdown::Block) -> Option<usize> {
        if self.names.is_empty() {
            return None;
        }
        let line = Lines::new(self.text, block.text).next()?.text;
        let is_sign = |c: char| " \t*_`[#".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
        let line = line.trim_start_matches(is_sign);
        let named = |end: Option<usize>| self.names.get(&normal(&line[..end?])).copied();
        let word = line.find(|c: char| c.is_whitespace() || ":*_)],—–`(".contains(c)).unwrap_or(line.len());
        if word <= self.longest
            && let Some(topic) = named(Some(word))
        {
            return Some(topic);
        }
        // A name may have signs that are not compared; one that is much longer than all of them is none.
        let limit = line.char_indices().map(|(at, _)| at).find(|at| *at > 2 * self.longest + 16).unwrap_or(line.len());
        let start = &line[..limit];
        let separators = [":", "**", " — ", " – ", " - "];
        let whole = (limit == line.len()).then_some(limit);
        separators.iter().map(|separator| start.find(separator)).chain([whole]).find_map(named)
    }

    fn heading(&mut self, block: &markdown::Block) {
        self.flush();
        let topic = self.topic_of(block);
        self.start(topic, Some(block.span));
        if topic.is_some() {
            self.keep(block.span);
        }
    }

    fn paragraph(&mut self, block: &markdown::Block) {
        let is_below_heading = self.run.as_ref().is_some_and(|run| run.heading.is_some());
        let is_item = block.kind == Kind::Item && block.text != Span::at(block.text.start());
        self.facts.has_content |= is_item || is_below_heading;
        if let topic @ Some(_) = self.topic_of(block) {
            self.flush();
            self.start(topic, None);
        }
        self.keep(block.span);
    }

    fn start(&mut self, topic: Option<usize>, heading: Option<Span>) {
        if let Some(topic) = topic.and_then(|topic| self.topics.get_mut(topic)) {
            topic.is_discussed = true;
        }
        self.run = Some(Run { heading, topic, text: None });
    }

    /// Keeps a block as it was written.
    fn keep(&mut self, span: Span) {
        let run = self.run.get_or_insert(Run { heading: None, topic: None, text: None });
        let start = run.text.map_or(span.start(), Span::start);
        run.text = Some(Span::new(start, span.end()));
    }

    /// Ends the text that is kept.
    fn flush(&mut self) {
        let Some(run) = self.run.take() else { return };
        let text = run.text.map(|span| span.of(self.text).trim_end().replace("\r\n", "\n")).unwrap_or_default();
        let topic = run.topic.and_then(|topic| self.topics.get(topic));
        let block = match (topic, run.heading) {
            (Some(topic), _) => Block::Discussion { id: topic.id.clone(), text },
            (None, Some(heading)) => Block::Section { heading: heading.of(self.text).trim().to_owned(), text },
            (None, None) => match self.blocks.last_mut() {
                // Text behind text is one text.
                Some(
                    Block::Raw { text: last }
                    | Block::Section { text: last, .. }
                    | Block::Discussion { text: last, .. },
                ) => {
                    last.push_str(if last.is_empty() { "" } else { "\n\n" });
                    last.push_str(&text);
                    return;
                }
                _ => Block::Raw { text },
            },
        };
        self.blocks.push(block);
    }

    fn table(&mut self, header: &markdown::Block, rows: &[markdown::Block]) {
        self.facts.has_content |= !rows.is_empty();
        let names: Vec<&str> = cells(self.text, header.text).map(|cell| strip_decoration(cell.of(self.text))).collect();
        if self.result_type == Some(ResultType::Implementation) {
            findings::failing_rows(self, &names, rows);
        }
        self.facts.empty_table = None;
        let block = if let Some(columns) = Columns::of(&names) {
            self.facts.empty_table = Some("Findings").filter(|_| rows.is_empty());
            findings::finding_table(self, header, &columns, rows)
        } else if let Some(role) = findings::role(&names) {
            let metric = match role {
                Role::Checklist => "Items",
                Role::Criteria => "Criteria",
                Role::Tests => "Tests",
                Role::Files => "Files",
            };
            self.facts.empty_table = Some(metric).filter(|_| rows.is_empty());
            if role == Role::Checklist {
                findings::checklist(self, &names, rows);
            }
            let values = |row: &markdown::Block| -> Vec<String> {
                cells(self.text, row.text).map(|cell| unescape(cell.of(self.text)).into_owned()).collect()
            };
            Block::Table { role, columns: values(header), rows: rows.iter().map(values).collect() }
        } else {
            self.keep(header.span);
            if let Some(last) = rows.last() {
                self.keep(last.span);
            }
            return;
        };
        self.flush();
        self.blocks.push(block);
    }
}

/// A name without decoration, in lower case, to compare with.
fn normal(name: &str) -> String {
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
