//! The tables of the detail section: their rows, also those that stand apart, and where the text is cut off in one (R-C9,
//! R-A10).

use envelope_core::Span;
use envelope_core::text::is_blank;

use super::Detail;
use crate::parse::Placed;
use crate::parse::finding::Header;
use crate::parse::outline::outline;
use crate::roles::{Role, is_finding_header};
use crate::row::{cells, is_closed, is_delimiter, unescape};
use crate::{Block, ItemStatus, steps};

/// A table to which rows may be added.
#[derive(Debug)]
pub(super) struct OpenTable {
    /// Which of the blocks it is.
    index: usize,
    /// The columns of a finding table.
    header: Option<Header>,
    width: usize,
    /// Whether its rows begin with a pipe.
    piped: bool,
    /// Up to where the text behind it was looked at, and how many lines of it are not blank.
    pub(super) seen: usize,
    gap: usize,
}

impl OpenTable {
    /// Whether the line is a row of it: it has as many cells, or stands close by.
    fn takes(&self, line: &str) -> bool {
        let fits = || cells(line, Some(self.width)).len() == self.width;
        if line.trim_start().starts_with('|') {
            // A row that the end of the text cuts off has no end.
            self.gap < 2 && (is_closed(line) || !line.ends_with('\n')) || fits()
        } else {
            !self.piped && self.gap == 0 && line.contains('|') && fits()
        }
    }
}

impl Detail<'_> {
    /// A paragraph whose lines are those of a finding table, or of one whose rows pass or fail, but for the row of dashes.
    pub(super) fn unmarked_table(&mut self, source: &str, span: Span) {
        let mut lines = source.lines();
        let header = lines.next().unwrap_or_default();
        // A header that the text ends in is a cut one.
        if !header.contains('|') || !source.contains('\n') {
            return;
        }
        let names = cells(header, None);
        let alone = !source.trim_end().contains('\n');
        let judged = || Role::of_table(&names, self.role).is_some_and(Role::is_judged);
        if is_finding_header(&names) || !alone && judged() && lines.all(|line| line.contains('|')) {
            self.misshapen.push(Span::new(span.start(), span.start() + header.len()));
            self.table(source, span, false);
        }
    }

    pub(super) fn table(&mut self, source: &str, span: Span, marked: bool) {
        self.open = None;
        let mut lines = source.lines();
        let header_line = lines.next().unwrap_or_default();
        let header = cells(header_line, None);
        let delimited = marked || source.lines().nth(1).is_some_and(is_delimiter);
        let width = header.len();
        let (block, names) = if is_finding_header(&header) {
            let cells = header;
            let header = Header::read(&cells);
            for (at, decorations) in &header.decorations {
                self.decorations.add(*decorations, cell_place(self.text, &cells, *at));
            }
            (Block::Findings { columns: header.names.clone(), rows: Vec::new() }, Some(header))
        } else if let Some(role) = Role::of_table(&header, self.role) {
            let columns = header.into_iter().map(|cell| unescape(cell).into_owned()).collect();
            (Block::Table { role, columns, rows: Vec::new() }, None)
        } else {
            return;
        };
        self.flush(span.start());
        self.push_table(block, span, delimited);
        let piped = header_line.trim_start().starts_with('|');
        let index = self.blocks.len() - 1;
        let open = OpenTable { index, header: names, width, piped, seen: self.pending, gap: 0 };
        for row in lines.skip(usize::from(delimited)) {
            self.row(row, &open);
        }
        self.open = Some(open);
    }

    /// A row of the table.
    fn row(&mut self, row: &str, table: &OpenTable) {
        let cells = cells(row, Some(table.width));
        let text = self.text;
        let Some(Placed { block, .. }) = self.blocks.get_mut(table.index) else { return };
        match (block, &table.header) {
            (Block::Findings { rows, .. }, Some(header)) => {
                let (finding, decorations) = header.finding(&cells);
                for (at, decorations) in decorations {
                    self.decorations.add(decorations, cell_place(self.text, &cells, at));
                }
                rows.push(finding);
            }
            (Block::Table { role, columns, rows }, _) => {
                let source = cells;
                let mut cells: Vec<String> = source.iter().map(|cell| unescape(cell).into_owned()).collect();
                let status = Some(*role).filter(|role| *role == Role::Checklist);
                let at = status.and_then(|role| role.column(1, columns));
                if let Some((at, cell)) = at.and_then(|at| Some((at, cells.get_mut(at)?))) {
                    let (word, decorations) = ItemStatus::read_through(cell);
                    word.as_str().clone_into(cell);
                    self.decorations.add(decorations, cell_place(text, &source, at));
                }
                rows.push(cells);
            }
            _ => {}
        }
    }

    /// Rows without a header of their own, some lines below a table: they belong to it, and what stands between is text.
    /// Whether there are any.
    pub(super) fn rows_apart(&mut self, source: &str, span: Span) -> bool {
        let Some(mut table) = self.open.take() else { return false };
        // A row of dashes makes it a table of its own, whatever is wrong with that.
        if source.lines().any(is_delimiter) {
            return false;
        }
        let between = self.text.get(table.seen..span.start()).unwrap_or_default();
        steps::count(between.len() + source.len());
        table.gap += between.lines().filter(|line| !is_blank(line)).count();
        let mut taken = false;
        let mut at = span.start();
        let mut run: Option<Span> = None;
        let mut other: Option<Span> = None;
        for line in source.split_inclusive('\n') {
            let place = Span::new(at, at + line.len());
            at = place.end();
            if table.takes(line) {
                if run.is_none() {
                    self.between_rows(other.take());
                    self.flush(place.start());
                }
                self.row(line.trim_end_matches(['\r', '\n']), &table);
                self.pending = at;
                run = Some(run.map_or(place, |run| run.join(place)));
                (taken, table.gap) = (true, 0);
            } else {
                table.gap += 1;
                self.further(run.take(), table.index);
                other = Some(other.map_or(place, |other| other.join(place)));
            }
        }
        self.between_rows(other.filter(|_| taken));
        self.further(run, table.index);
        table.seen = at;
        self.open = Some(table);
        taken
    }

    /// Text around rows that stand apart from their table: without them it is blocks of its own.
    fn between_rows(&mut self, part: Option<Span>) {
        let Some(part) = part else { return };
        let text = self.text;
        outline(part.of(text), |kind, place| self.block(kind, place.shifted(part.start())));
        self.open = None;
    }

    /// Notes where further rows of a table stand.
    fn further(&mut self, rows: Option<Span>, table: usize) {
        if let (Some(rows), Some(placed)) = (rows, self.blocks.get_mut(table)) {
            placed.further.push(rows);
            self.apart.push(rows);
        }
    }

    /// A last line without its end that is a part of a row: it is not closed, or cells are missing (R-A10).
    pub(super) fn look_for_cut(&mut self, last: Span) {
        let source = last.of(self.text);
        if last.end() < self.text.len() || source.ends_with('\n') {
            return;
        }
        let mut lines = source.lines();
        let first = lines.next().unwrap_or_default();
        let row = lines.next_back().unwrap_or(first);
        if let Some(table) = &self.open
            && self.apart.last().is_some_and(|rows| rows.end() == self.text.len())
        {
            if table.piped && !is_closed(row) || cells(row, None).len() < table.width {
                self.cut_off = Some(Span::of_slice(self.text, row));
            }
            return;
        }
        let piped = first.trim_start().starts_with('|');
        let alone = !source.contains('\n');
        let delimited = source.lines().nth(1).is_some_and(is_delimiter);
        if alone && !piped && is_finding_header(&cells(first, None)) {
            self.cut_off = Some(Span::of_slice(self.text, row));
            return;
        }
        if !(piped && row.trim_start().starts_with('|') || delimited && first.contains('|') && !piped) {
            return;
        }
        let width = cells(first, None).len();
        let open = is_closed(first) && !is_closed(row) || alone;
        // Where back-ticks leave a doubt whether a cell is missing, one is: a cut row must not pass for a whole one.
        if open || cells(row, None).len() < width {
            self.cut_off = Some(Span::of_slice(self.text, row));
        }
    }
}

/// Where a cell stands in the text.
fn cell_place(text: &str, cells: &[&str], at: usize) -> Span {
    cells.get(at).map_or_else(Span::default, |cell| Span::of_slice(text, cell))
}
