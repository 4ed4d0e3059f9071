//! The detail section: blocks by their lines or, where these leave a doubt, by the Markdown parser (`outline.rs`); their
//! words from the source (R-C7, R-C9).

mod tables;

use envelope_core::json::{self, Extra};
use envelope_core::text::{bare, is_blank};
use envelope_core::{Diagnostic, Diagnostics, Limits, Source, Span};
use serde_json::{Map, Value};

use super::finding::CellDecorations;
use super::fused::{ends_in_list, going_on};
use super::keys::Keys;
use super::locate::divide;
use super::outline::{Kind, outline};
use super::{Placed, kept, note_cell_decorations, trim_lines};
use crate::judged::Judged;
use crate::list::{first_item, items};
use crate::roles::Role;
use crate::rules::{PARTED_TABLE, TABLE_SHAPE};
use crate::verdict::Verdict;
use crate::{Block, steps};
use tables::OpenTable;

/// The heading above the object that a conversion carried along (R-A15).
pub(crate) const CARRIED_HEADING: &str = "## Carried";

/// A label is below every heading.
const LABEL_LEVEL: usize = 7;

/// The blocks read so far.
#[derive(Debug)]
pub(crate) struct Detail<'t> {
    text: &'t str,
    /// What is thought or commented out: kept, and read for nothing (R-A12).
    hidden: &'t [Span],
    /// What is left out of every text.
    left_out: &'t [Span],
    blocks: Vec<Placed>,
    /// Where the text starts that belongs to no block yet.
    pending: usize,
    /// What the nearest heading says of the tables and lists below it.
    role: Option<Role>,
    /// How deep the heading is that says it, and whether another one stands between.
    level: usize,
    inherited: bool,
    keys: Keys,
    decorations: CellDecorations,
    /// Headers of tables without a fitting row of dashes.
    misshapen: Vec<Span>,
    /// The last table, as long as rows below it may belong to it.
    open: Option<OpenTable>,
    /// Rows that stand apart from their table.
    apart: Vec<Span>,
    cut_off: Option<Span>,
}

impl<'t> Detail<'t> {
    pub(crate) fn new(text: &'t str, hidden: &'t [Span], left_out: &'t [Span]) -> Self {
        Self {
            text,
            hidden,
            left_out,
            blocks: Vec::new(),
            pending: 0,
            role: None,
            level: 0,
            inherited: false,
            keys: Keys::default(),
            decorations: CellDecorations::default(),
            misshapen: Vec::new(),
            open: None,
            apart: Vec::new(),
            cut_off: None,
        }
    }

    /// Reads one part of the section.
    pub(crate) fn read(&mut self, span: Span) {
        self.pending = span.start();
        // What was taken out before this part is no text between a table and its rows.
        if let Some(table) = &mut self.open {
            table.seen = table.seen.max(span.start());
        }
        // The last block that can be a table or the beginning of one.
        let mut last = Span::at(span.start());
        for part in divide(span, self.hidden) {
            outline(part.of(self.text), |kind, place| {
                let place = place.shifted(part.start());
                let tabular = matches!(kind, Kind::Table | Kind::Paragraph);
                last = if tabular { place } else { Span::at(place.start()) };
                self.block(kind, place);
            });
        }
        self.flush(span.end());
        if span.end() == self.text.len() {
            self.look_for_cut(last);
        }
    }

    /// Reads the text before the summary line, if a table or list in it is recognised: agents that state the result
    /// last mean it all the same (R-C2, R-C8). Whether that is so; otherwise it stays prose.
    pub(crate) fn read_before(&mut self, spans: &[Span]) -> bool {
        for part in spans.iter().filter(|span| !is_blank(span.of(self.text))) {
            self.read(*part);
        }
        let told = self.blocks.iter().any(|Placed { block, .. }| {
            matches!(block, Block::Findings { .. }) || block.role().is_some() || is_carried(block)
        });
        if told {
            self.role = None;
        } else {
            *self = Self::new(self.text, self.hidden, self.left_out);
        }
        told
    }

    /// A further line that states a result.
    pub(crate) fn result_line(&mut self, span: Span) {
        self.open = None;
        let line = span.of(self.text).trim().to_owned();
        self.role = None;
        self.push(Block::Result { line }, span);
    }

    /// Where the text ends inside a table row.
    pub(crate) fn cut_off(&self) -> Option<Span> {
        self.cut_off
    }

    pub(crate) fn finish(self, found: &mut Diagnostics) -> Vec<Placed> {
        for span in self.misshapen {
            let message = "no row of dashes with as many cells stands below the header";
            found.push(Diagnostic::new(&TABLE_SHAPE, span, message).help("write `|---|` for each column"));
        }
        for span in self.apart {
            let message = "rows that stand apart from their table are read as rows of it";
            found.push(Diagnostic::new(&PARTED_TABLE, span, message).help("put them directly below the others"));
        }
        note_cell_decorations(&self.decorations.0, found);
        self.blocks
    }

    fn block(&mut self, kind: Kind, span: Span) {
        let source = span.of(self.text);
        steps::count(source.len());
        match kind {
            Kind::Heading(level) => self.heading(source, span, level),
            Kind::Table => self.table(source, span, true),
            Kind::List => self.list(source, span),
            Kind::Paragraph if self.open.is_some() && source.contains('|') && self.rows_apart(source, span) => {}
            Kind::Paragraph if source.starts_with("**") || source.starts_with("__") => self.paragraph(source, span),
            Kind::Paragraph => {
                self.label(source);
                self.unmarked_table(source, span);
            }
            Kind::Json => self.carried(source, span),
            Kind::Other => {}
        }
    }

    fn heading(&mut self, source: &str, span: Span, level: usize) {
        self.open = None;
        self.flush(span.start());
        let heading = kept(source, self.left_out, span).into_owned();
        let title = title(&heading);
        let role = Role::of_heading(title);
        let id = self.keys.id(title, &self.blocks).map(str::to_owned).filter(|_| role.is_none());
        // Tests under `### Unit` below `## Test Results` are tests.
        let part_of = self.role.is_some_and(Role::is_judged) && level > self.level && id.is_none();
        self.inherited = role.is_none() && part_of;
        if !self.inherited {
            (self.role, self.level) = (role, level);
        }
        let block = match id {
            Some(id) => Block::Discussion { id, text: heading },
            None => Block::Section { heading, text: String::new() },
        };
        self.push(block, span);
    }

    /// A paragraph that starts in bold: the discussion of an id, or a label that serves as a heading.
    fn paragraph(&mut self, source: &str, span: Span) {
        let mark = source.get(..2).unwrap_or("**");
        let lead = source.get(2..).and_then(|rest| rest.split_once(mark)).map_or("", |(lead, _)| lead);
        let id = self.keys.id(lead, &self.blocks).map(str::to_owned);
        match id {
            Some(id) => {
                self.flush(span.start());
                let text = kept(source, self.left_out, span).into_owned();
                self.push(Block::Discussion { id, text }, span);
            }
            None => self.label(source),
        }
    }

    /// A short line above a list often does the work of a heading.
    fn label(&mut self, source: &str) {
        let line = source.trim();
        let short = line.len() < 80 && !line.contains('\n') && line.trim_end_matches('*').ends_with([':', '*']);
        if let Some(role) = Some(line).filter(|_| short).and_then(|line| Role::of_heading(bare(line).text)) {
            (self.role, self.level, self.inherited) = (Some(role), LABEL_LEVEL, false);
        }
    }

    fn list(&mut self, source: &str, span: Span) {
        let first = first_item(source);
        let leads = first.starts_with("**") && self.keys.id(first, &self.blocks).is_some();
        let role = if leads { Some(Role::Discussions) } else { self.role };
        let Some(role) = role else { return };
        let text = kept(source, self.left_out, span);
        // Under a heading of its own a list counts where its items say how it went.
        let says = |item: &&str| Judged::read(item, role).verdict != Verdict::Unknown;
        if self.inherited && !leads && !items(&text).iter().any(says) {
            return;
        }
        // A list with other marks directly behind one is told from it by nothing else, and goes on with it.
        let between = self.text.get(self.pending..span.start()).unwrap_or_default();
        steps::count(between.len());
        let between = trim_lines(between);
        if let Some(Placed { block: Block::List { role: last, text: before }, span: place, .. }) =
            self.blocks.last_mut()
            && between.is_empty()
        {
            if *last == role {
                before.push_str("\n\n");
                before.push_str(&text);
                *place = place.join(span);
                self.pending = self.pending.max(span.end());
            }
            return;
        }
        // Rows between the two are gone when it is written again, and then it goes on with the list before them.
        if between.is_empty() && self.blocks.last().is_some_and(|placed| ends_in_list(&placed.block)) {
            return;
        }
        let text = text.into_owned();
        self.flush(span.start());
        self.push(Block::List { role, text }, span);
    }

    /// The object that a conversion carried along, directly below its heading. What cannot be read leaves the heading,
    /// and that is an error (R-A15).
    fn carried(&mut self, source: &str, span: Span) {
        let below = matches!(self.blocks.last(), Some(Placed { block: Block::Section { heading, text }, .. })
            if heading == CARRIED_HEADING && text.is_empty());
        if !below {
            return;
        }
        let between = self.text.get(self.pending..span.start()).unwrap_or_default();
        steps::count(between.len());
        let inner = source.strip_prefix("```json").and_then(|rest| rest.trim_end().strip_suffix("```"));
        if let (true, Some(inner)) = (between.trim().is_empty(), inner)
            && let Some(object) = object_in(inner)
        {
            let start = self.blocks.pop().map_or(span, |heading| heading.span.join(span));
            self.push(Block::Carried { object }, start);
        }
    }

    /// The text up to `end` that no block took: to the section or discussion before it, else a block of its own.
    fn flush(&mut self, end: usize) {
        let span = Span::new(self.pending, end);
        self.pending = end.max(self.pending);
        let raw = kept(span.of(self.text), self.left_out, span);
        if raw.is_empty() {
            return;
        }
        if let Some(Placed { block, span: place, .. }) = self.blocks.last_mut() {
            let into = match block {
                Block::Section { text, .. } | Block::Raw { text } | Block::Discussion { text, .. } => Some(text),
                _ => None,
            };
            if let Some(text) = into {
                if !text.is_empty() {
                    text.push_str("\n\n");
                }
                text.push_str(&raw);
                *place = place.join(span);
                return;
            }
        }
        let mut text = raw.into_owned();
        if let Some(Placed { block: Block::List { text: list, .. }, span: place, .. }) = self.blocks.last_mut() {
            let rest = text.split_off(going_on(list, &text));
            if !text.is_empty() {
                list.push_str("\n\n");
                list.push_str(text.trim_end());
                *place = place.join(span);
            }
            trim_lines(&rest).clone_into(&mut text);
            if text.is_empty() {
                return;
            }
        }
        self.push(Block::Raw { text }, span);
    }

    fn push(&mut self, block: Block, span: Span) {
        self.push_table(block, span, true);
    }

    fn push_table(&mut self, block: Block, span: Span, delimited: bool) {
        self.pending = self.pending.max(span.end());
        self.blocks.push(Placed { block, span, delimited, further: Vec::new() });
    }
}

/// The object that the text is, if nothing is to be said against it: a key that stands twice, which a map would pass over,
/// or a number that changes. The quick way refuses some numbers that are sound, like `1e16`.
fn object_in(text: &str) -> Option<Map<String, Value>> {
    if let Ok(object) = serde_json::from_str::<Extra>(text) {
        return Some(object.as_map().clone());
    }
    let object = serde_json::from_str(text).ok()?;
    let limits = Limits::default().with_input(Limits::MAX_INPUT);
    let read = json::read(&Source::new(text), &json::Request::default().limits(limits));
    read.diagnostics().is_empty().then_some(object)
}

/// The words of a heading.
pub(crate) fn title(heading: &str) -> &str {
    let line = heading.lines().next().unwrap_or_default().trim();
    let hashes = line.trim_start_matches('#');
    if hashes.len() == line.len() { line } else { hashes.trim().trim_end_matches('#').trim_end() }
}

/// Whether the block carries what a conversion had no place for, or its heading says so (R-A15).
pub(crate) fn is_carried(block: &Block) -> bool {
    match block {
        Block::Carried { .. } => true,
        Block::Section { heading, .. } => {
            let word = title(CARRIED_HEADING);
            bare(title(heading).trim_end_matches(':')).text.eq_ignore_ascii_case(word)
        }
        _ => false,
    }
}
