//! Reading a message: find the block, read its lines, make the typed value of them (R-S1 … R-S6).

mod block;
mod collection;
mod comments;
mod cut;
mod decode;
mod denied;
mod echoes;
mod exact;
mod fenced;
mod flow;
mod forgotten;
mod hidden;
mod indented;
mod locate;
mod margin;
mod nested;
mod node;
mod open;
mod prefixed;
mod prose;
mod quoted;
mod reader;
mod repeated;
mod row;
mod scalar;
mod status_line;
#[cfg(test)]
mod tests;
mod veiled;
mod walk;
mod yaml;

use envelope_core::json::denial_message;
use envelope_core::rules::{DECORATION, ECHO_BESIDE};
use envelope_core::text::{Word, is_blank, read_status};
use envelope_core::{
    Amend, Diagnostic, Diagnostics, Limits, Parsed, Path, Policy, ReadOptions, Reading, Severity, Source, Span, Stated,
    Status as _, Tree, note_line_ends,
};

use crate::check::MEND;
use crate::fields::STATUS;
use crate::rules::{MISSING_STATUS, OPEN_ASIDE, PROSE_AROUND, SCRATCHPAD, SECOND_STATUS, STRAY_TEXT, TRUNCATED};
use crate::{BlockStatus, StatusBlock};
pub(crate) use denied::denied;
use echoes::Echo;
use locate::{Aside, Candidate, locate};
use node::{Entry, Node};
use prefixed::Cleaned;
pub(crate) use prose::Prose;
use reader::Block;

/// Reads and judges a message (R-S1 … R-S6).
///
/// ```
/// let parsed = status_block::parse("STATUS: success\n\nSUMMARY:\n  what_i_did: \"Added tests\"\n");
/// assert_eq!(parsed.accepted().unwrap().summary.as_ref().unwrap().what_i_did.as_deref(), Some("Added tests"));
/// assert!(status_block::parse("all done, success!").accepted().is_none());
/// ```
pub fn parse<'a>(message: impl Into<Source<'a>>) -> Parsed<StatusBlock> {
    <StatusBlock as envelope_core::Envelope>::parse(&message.into(), &ReadOptions::default())
}

/// The reading of [`Envelope::read`](envelope_core::Envelope::read).
pub(crate) fn read(source: &Source<'_>, policy: Policy, limits: Limits) -> Reading<StatusBlock> {
    let text = source.text();
    if let Some(value) = exact::read(text) {
        let stated = Stated::status(value.status);
        let left_out = comments::left_out(text, Some(&value));
        return Reading::new(Diagnostics::new(limits))
            .value(Some(value))
            .scan_later(scan)
            .stated(stated)
            .left_out(left_out);
    }
    let read = |searched: Searched<'_>, cleaned: Option<&Cleaned>| {
        let mut found = Diagnostics::new(limits);
        if let Some(cleaned) = cleaned {
            for (kind, message) in cleaned.notes() {
                found.tally(&DECORATION, kind, cleaned.marks, message);
            }
        }
        let Searched { text: clean, located, found: of_search, echoes } = searched;
        found.absorb_moved(of_search, |span| cleaned.map_or(span, |cleaned| cleaned.original(span)));
        Message { text, clean, located, cleaned, echoes }.read(policy, limits, found)
    };
    match search(text, limits, |searched| read(searched, None)) {
        Ok(reading) => reading,
        Err(from) => {
            let cleaned = Cleaned::new(text, from);
            // What stands behind one more mark after that is not looked at.
            let reading = search(&cleaned.text, limits, |searched| read(searched, Some(&cleaned)));
            reading.unwrap_or_else(|_| Reading::new(missing(text, Diagnostics::new(limits))).truncated(false))
        }
    }
}

/// The tree of the block that counts, for places (R-A7).
fn scan(source: &Source<'_>) -> Option<Tree> {
    let limits = Limits::default().with_input(Limits::MAX_INPUT).with_depth(Limits::MAX_DEPTH);
    let text = source.text();
    let tree = |searched: Searched<'_>, cleaned: Option<&Cleaned>| {
        let Searched { text, mut located, echoes, .. } = searched;
        let at = main(&located.candidates)?;
        let prose = Prose::of(text, &located, &located.candidates.get(at)?.block, cleaned, echoes);
        let mut block = located.candidates.swap_remove(at).block;
        if let Some(cleaned) = cleaned {
            decode::move_block(&mut block, &|span| cleaned.original(span));
        }
        decode::tree(&block, &prose)
    };
    match search(text, limits, |searched| tree(searched, None)) {
        Ok(tree) => tree,
        Err(from) => {
            let cleaned = Cleaned::new(text, from);
            search(&cleaned.text, limits, |searched| tree(searched, Some(&cleaned))).ok()?
        }
    }
}

/// What a text holds.
struct Searched<'a> {
    /// The text, with blanks for the copies of the instruction.
    text: &'a str,
    located: locate::Located<'a>,
    /// What was found in it.
    found: Diagnostics,
    echoes: &'a [Echo],
}

/// Finds the blocks of a text. Copies of the instruction beside the one that counts are told, and then not looked at.
fn search<R>(text: &str, limits: Limits, then: impl FnOnce(Searched<'_>) -> R) -> Result<R, usize> {
    let mut found = Diagnostics::new(limits);
    let located = locate(text, limits, &mut found)?;
    let echoes = echoes::beside(text, &located);
    if !echoes.is_empty() {
        let blanked = echoes::blanked(text, &echoes);
        let mut found = Diagnostics::new(limits);
        for echo in &echoes {
            found.push(echo_beside(echo.place));
        }
        let block = |located: &locate::Located<'_>| {
            let found = main(&located.candidates).and_then(|at| located.candidates.get(at));
            found.map_or(Span::default(), |found| found.block.span)
        };
        // It must not be another one that counts then, nor one that takes in what stands around it.
        if let Ok(again) = locate(&blanked, limits, &mut found)
            && block(&again).start() == block(&located).start()
            && block(&again).end() <= block(&located).end()
        {
            return Ok(then(Searched { text: &blanked, located: again, found, echoes: &echoes }));
        }
    }
    Ok(then(Searched { text, located, found, echoes: &[] }))
}

/// A message whose blocks were found.
struct Message<'t, 'a> {
    /// The text as it came.
    text: &'t str,
    /// The text that was searched.
    clean: &'t str,
    located: locate::Located<'a>,
    cleaned: Option<&'t Cleaned>,
    echoes: &'t [Echo],
}

impl Message<'_, '_> {
    fn read(mut self, policy: Policy, limits: Limits, mut found: Diagnostics) -> Reading<StatusBlock> {
        let Some(at) = main(&self.located.candidates) else {
            return Reading::new(if self.located.in_fence { found } else { missing(self.text, found) });
        };
        let original = |span: Span| self.cleaned.map_or(span, |cleaned| cleaned.original(span));
        let said = others(&self.located.candidates, &self.located.asides, at, policy, &mut found, original);
        if let Some(span) = self.located.of_a_pad.first() {
            let message = "this line belongs to a scratchpad, which is no report";
            let help = "read a pad with `envelope scratchpad list`, or one output of it with `envelope scratchpad show --entry N`";
            found.push(Diagnostic::new(&SCRATCHPAD, original(*span), message).help(help));
        }
        let mut candidate = self.located.candidates.swap_remove(at);
        let clean = self.clean;
        let prose = Prose::of(clean, &self.located, &candidate.block, self.cleaned, self.echoes);
        let indented = indented::is_indented(clean, candidate.block.span);
        if policy == Policy::Strict {
            decode::leave_curly(&mut candidate.block, clean);
        }
        let mut line_ends = Diagnostics::new(limits);
        let rest = clean.get(candidate.block.span.end()..).unwrap_or_default();
        let last = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        let last = last + usize::from(rest.get(last..).is_some_and(|rest| rest.starts_with('\n')));
        let whole = Span::new(candidate.block.span.start(), candidate.block.span.end() + last);
        // Where a copy of the instruction was, there are no blanks.
        let read = self.cleaned.map_or(self.text, |cleaned| &cleaned.text);
        note_line_ends(whole.of(read), &mut line_ends);
        candidate.found.absorb_moved(line_ends, |span| span.shifted(candidate.block.span.start()));
        found.absorb_moved(candidate.found, original);
        if let Some(span) = cut::cut_line(clean, &candidate.block) {
            candidate.block.truncated = true;
            let message = "the message ends inside a line";
            found.push(Diagnostic::new(&TRUNCATED, original(span), message).help("send the whole message again"));
        }
        if let Some(cleaned) = self.cleaned {
            decode::move_block(&mut candidate.block, &|span| cleaned.original(span));
        }
        let block = candidate.block;
        let value = decode::decode(&block, &prose, said.first, policy, &mut found);
        if let (true, Some(value), Some(after)) = (indented, &value, &prose.after) {
            indented::note_taken_up(value, after.span, &mut found);
        }
        let tree = if value.is_none() { decode::tree(&block, &prose) } else { None };
        let mut stated = value.as_ref().map_or(said.stated, |value| lowered(said.stated, value));
        let success = value.as_ref().is_some_and(|value| value.status.outcome().is_success());
        if let Some(denial) = prose.denial.filter(|_| success) {
            stated = stated.lowered(denial.outcome);
            let (line, span) = (denial.span.of(clean), original(denial.span));
            // A line that begins with the marker was told as a further status, and what an open tag hides with the tag.
            let tells = |told: &Diagnostic| {
                let at_it = told.span.start() < span.end() && span.start() < told.span.end();
                told.severity == Severity::Error && (at_it || told.rule == &OPEN_ASIDE)
            };
            if !found.iter().any(tells) {
                found.push(Diagnostic::new(&SECOND_STATUS, span, denial_message(line)).help(MEND));
            }
        }
        if let (Some(value), Some(span)) = (&value, prose.doubtful())
            && !has_error(&found)
            && !reads_back(value, policy, limits)
        {
            let message = "what stands around the block cannot be told from it";
            found.push(Diagnostic::new(&SECOND_STATUS, span, message).help("send the block and nothing else"));
        }
        let mut amend = told(&block, &prose, &self.located);
        if has_error(&found) {
            // The prose holds what was told at its own place.
            for name in ["before", "inside", "after"] {
                amend.told(&SECOND_STATUS, Path::root().key("prose").key(name));
            }
        }
        let left_out = comments::left_out(clean, value.as_ref());
        let reading =
            Reading::new(found).left_out(left_out).value(value).tree(tree).scan_later(scan).truncated(block.truncated);
        reading.stated(stated).amend(amend)
    }
}

/// Whether the value is read again from its own text. With statuses and sections around the block, a line may belong to
/// either, and what it says would change with how it is written.
fn reads_back(value: &StatusBlock, policy: Policy, limits: Limits) -> bool {
    let (text, mut found) = (crate::render(value), Diagnostics::new(limits));
    let Ok(mut located) = locate(&text, limits, &mut found) else { return false };
    let Some(at) = main(&located.candidates) else { return false };
    let said = others(&located.candidates, &located.asides, at, policy, &mut found, |span| span);
    let Candidate { block, found: of_block, .. } = located.candidates.swap_remove(at);
    found.absorb_moved(of_block, |span| span);
    let prose = Prose::of(&text, &located, &block, None, &[]);
    let again = decode::decode(&block, &prose, said.first, policy, &mut found);
    again.as_ref() == Some(value) && !has_error(&found)
}

fn has_error(found: &Diagnostics) -> bool {
    found.iter().any(|found| found.severity == Severity::Error)
}

/// What stands twice was reported as such; that it is kept with the prose is not told once more.
fn told(block: &Block<'_>, prose: &Prose, located: &locate::Located<'_>) -> Amend {
    let mut amend = Amend::new();
    let place = |name: &str| Path::root().key("prose").key(name);
    if block.stray.is_empty() && !block.repeated.is_empty() {
        amend.told(&STRAY_TEXT, place("inside"));
    }
    if !prose.around && block.beyond().next().is_some() {
        amend.told(&PROSE_AROUND, place("after"));
    }
    let pad = !located.of_a_pad.is_empty();
    if pad {
        // The lines of a scratchpad around the block were named.
        amend.told(&PROSE_AROUND, place("before"));
    }
    if pad || located.left_open {
        // So was a tag that nothing closes.
        amend.told(&PROSE_AROUND, place("after"));
    }
    amend
}

/// What all status lines of a message say together (R-A2).
#[derive(Clone, Copy, Debug)]
struct Said {
    /// The first status that could be read.
    first: Option<BlockStatus>,
    stated: Stated<BlockStatus>,
}

/// What a conversion carried along can only lower the outcome (R-A15).
fn lowered(stated: Stated<BlockStatus>, value: &StatusBlock) -> Stated<BlockStatus> {
    if value.extensions.is_empty() { stated } else { stated.lowered(value.stated_outcome()) }
}

/// The block that counts: the first with a section and a word, else the first with a word, else the first.
fn main(candidates: &[Candidate<'_>]) -> Option<usize> {
    let real = |candidate: &&Candidate<'_>| !is_echo(&candidate.block);
    let full = |candidate: &&Candidate<'_>| real(candidate) && candidate.block.has_known();
    let place = |found: Option<&Candidate<'_>>| {
        found.and_then(|found| candidates.iter().position(|candidate| std::ptr::eq(candidate, found)))
    };
    place(candidates.iter().find(full))
        .or_else(|| place(candidates.iter().find(real)))
        .or_else(|| place(candidates.first()))
}

/// Whether its status is the list of words that the instruction shows (R-A5).
fn is_echo(block: &Block<'_>) -> bool {
    block.status.as_ref().is_some_and(is_template)
}

fn is_template(entry: &Entry<'_>) -> bool {
    matches!(word_of(entry), (_, Word::Placeholder(_)))
}

/// The status that a block states, and what its status line says.
fn status_word<'b>(block: &'b Block<'_>) -> (Option<BlockStatus>, Word<'b>) {
    block.status.as_ref().map_or((None, Word::Missing), word_of)
}

fn word_of<'b>(entry: &'b Entry<'_>) -> (Option<BlockStatus>, Word<'b>) {
    let Node::Scalar(scalar) = &entry.node else { return (None, Word::Unknown) };
    match <BlockStatus as envelope_core::Status>::from_word(&scalar.text) {
        Some(status) => (Some(status), Word::Exact(0)),
        None if scalar.is_null() => (None, Word::Missing),
        None => read_status(&scalar.text),
    }
}

/// Reports every other status line (R-A11, R-A5); what they state counts with the first (R-A2).
fn others(
    candidates: &[Candidate<'_>],
    asides: &[Aside<'_>],
    main: usize,
    policy: Policy,
    found: &mut Diagnostics,
    original: impl Fn(Span) -> Span,
) -> Said {
    let chosen = candidates.get(main).and_then(|candidate| status_word(&candidate.block).0);
    // Below a section a key of that name may have a meaning of its own.
    let contrary = |entry: &Entry<'_>| match word_of(entry) {
        (Some(status), _) => Some(status) != chosen,
        (None, word) => matches!(word, Word::Qualified { .. }),
    };
    let mut lines: Vec<(&Entry<'_>, bool)> = Vec::with_capacity(candidates.len());
    for (at, candidate) in candidates.iter().enumerate() {
        lines.extend(candidate.block.status.iter().map(|entry| (entry, at == main)));
        let inside = inside_sections(&candidate.block).filter(|entry| entry.key == STATUS || contrary(entry));
        lines.extend(candidate.block.further.iter().chain(inside).map(|entry| (entry, false)));
    }
    lines.extend(asides.iter().filter(|aside| counts(aside, chosen)).map(|aside| (&aside.entry, false)));
    lines.sort_by_key(|(entry, _)| entry.key_span.start());
    let mut said = Said { first: None, stated: Stated::nothing() };
    for (entry, counts) in lines {
        let (status, word) = word_of(entry);
        if let Some(status) = status.filter(|_| policy == Policy::Tolerant || matches!(word, Word::Exact(_))) {
            said = Said { first: said.first.or(Some(status)), stated: said.stated.and(status) };
        }
        if !counts {
            let span = original(entry.key_span.join(entry.node.span()));
            found.push(another(span, word, status.is_some() && status == chosen));
        }
    }
    said
}

/// Whether a line that begins no block counts beside one that says `chosen`: if it does not say the very same word,
/// however it is decorated. One that qualifies it, or that says what nobody knows, may be the failure (R-A2).
fn counts(aside: &Aside<'_>, chosen: Option<BlockStatus>) -> bool {
    aside.exact || aside.doubtful || word_of(&aside.entry).0.is_none_or(|status| Some(status) != chosen)
}

/// The status lines that are indented below one of the four sections, as a slip of the indentation puts them.
fn inside_sections<'b, 'a>(block: &'b Block<'a>) -> impl Iterator<Item = &'b Entry<'a>> {
    let entries = block.sections.iter().filter_map(|(section, entry)| match &entry.node {
        Node::Map(entries, _) if section.is_some() => Some(entries),
        _ => None,
    });
    entries.flatten().filter(|entry| entry.key.eq_ignore_ascii_case(STATUS))
}

/// What is wrong with a status line beside the one that counts.
fn another(span: Span, word: Word<'_>, same: bool) -> Diagnostic {
    if matches!(word, Word::Placeholder(_)) {
        return echo_beside(span);
    }
    let message = if same { "the status is stated again" } else { "another status is stated here" };
    let diagnostic = Diagnostic::new(&SECOND_STATUS, span, message).help("state the status once");
    if same { diagnostic.severity(Severity::Warning) } else { diagnostic }
}

/// A copy of the instruction beside the report (R-A5).
fn echo_beside(span: Span) -> Diagnostic {
    let message = "the instruction's template, copied back beside the report";
    Diagnostic::new(&ECHO_BESIDE, span, message).help("leave the template out")
}

/// Whether the text has a line outside of fences that begins with the key `name`, in any letter case and however it is
/// decorated.
pub(crate) fn has_key(text: &str, name: &str) -> bool {
    let mut fences = envelope_core::text::Fences::new();
    text.split(['\n', '\r']).any(|line| {
        let key = || row::Key::any(line.trim(), 0);
        fences.classify(line) == envelope_core::text::LineRole::Text
            && key().is_some_and(|key| key.name.trim().eq_ignore_ascii_case(name))
    })
}

/// Whether text below `section` would be read as a part of it: its first line that is no comment is indented, or begins
/// like one of its fields.
pub(crate) fn goes_on(section: crate::Section, text: &str) -> bool {
    let mut rows = text.split_inclusive(['\n', '\r']).filter_map(|line| row::Row::read(line, 0));
    rows.find(|row| !row.is_blank() && (row.indent > 0 || !row.is_comment())).is_some_and(|row| {
        let field = || row::Key::any(row.text, 0).is_some_and(|key| section.field_any_case(&key.name).is_some());
        row.indent > 0 || field()
    })
}

fn missing(text: &str, mut found: Diagnostics) -> Diagnostics {
    let message = if is_blank(text) { "the message is empty" } else { "no STATUS line" };
    let diagnostic = Diagnostic::new(&MISSING_STATUS, Span::at(0), message);
    found.push(diagnostic.help("begin with a line `STATUS:` and one of the words success, blocked, failed"));
    found
}
