//! Splices as a unified diff.

use std::fmt::Write as _;

use envelope_core::{Edit, Span, apply_edits};

const CONTEXT: usize = 3;

/// A run of old lines and what takes their place.
struct Hunk {
    /// The first line and the line after the last, from 0.
    old: (usize, usize),
    new: Vec<String>,
}

/// The edits of `text`, in its order, as a unified diff.
pub(super) fn unified(text: &str, edits: &[Edit], name: &str) -> String {
    let lines: Vec<Span> = lines_of(text).map(|line| Span::of_slice(text, line)).collect();
    let mut hunks: Vec<Hunk> = Vec::new();
    let mut at = 0;
    while let Some(first) = edits.get(at) {
        // Edits that touch the same lines are one hunk.
        let start = line_at(&lines, first.span.start());
        let mut end = touched(&lines, first.span);
        let mut next = at + 1;
        while let Some(edit) = edits.get(next).filter(|edit| line_at(&lines, edit.span.start()) < end) {
            end = end.max(touched(&lines, edit.span));
            next += 1;
        }
        let group = edits.get(at..next).unwrap_or_default();
        hunks.extend(hunk(text, &lines, group, start, end));
        at = next;
    }
    let mut told = String::new();
    if hunks.is_empty() {
        return told;
    }
    let _ = write!(told, "--- a/{name}\n+++ b/{name}\n");
    let mut from = 0;
    let mut grown: isize = 0;
    while from < hunks.len() {
        let mut to = from + 1;
        while hunks
            .get(to)
            .is_some_and(|next| hunks.get(to - 1).is_some_and(|last| next.old.0 <= last.old.1 + 2 * CONTEXT))
        {
            to += 1;
        }
        let group = hunks.get(from..to).unwrap_or_default();
        grown += write_group(&mut told, text, &lines, group, grown);
        from = to;
    }
    told
}

/// The lines as `patch` knows them: only a line feed ends one.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// The line that holds the byte; the last line's successor past the end of a text that ends with a line end.
fn line_at(lines: &[Span], offset: usize) -> usize {
    lines.partition_point(|line| line.end() <= offset && !(line.is_empty() && line.start() == offset))
}

/// The line after the last that an edit touches; an insertion at a line's start touches that line.
fn touched(lines: &[Span], span: Span) -> usize {
    let last = span.end().max(span.start() + 1) - 1;
    let last = if span.is_empty() { span.start() } else { last };
    (line_at(lines, last) + 1).min(lines.len())
}

fn hunk(text: &str, lines: &[Span], edits: &[Edit], start: usize, end: usize) -> Option<Hunk> {
    let from = lines.get(start).map_or(text.len(), |line| line.start());
    // A deletion that ends with a line end joins nothing, but one that ends in mid-line needs that line whole.
    let reach = edits.iter().map(|edit| edit.span.end()).max().unwrap_or(from);
    let to = end.checked_sub(1).and_then(|last| lines.get(last)).map_or(from, |line| line.end()).max(reach).max(from);
    let end = lines.partition_point(|line| line.end() <= to);
    let moved: Vec<Edit> = edits
        .iter()
        .map(|edit| {
            let span = Span::new(edit.span.start() - from, edit.span.end() - from);
            Edit::replacement(span, edit.text.clone())
        })
        .collect();
    let old_text = Span::new(from, to).of(text);
    let new_text = apply_edits(old_text, &moved).ok()?;
    let (old, new): (Vec<&str>, Vec<&str>) = (lines_of(old_text).collect(), lines_of(&new_text).collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail = old.iter().skip(same).rev().zip(new.iter().skip(same).rev()).take_while(|(old, new)| old == new).count();
    let new: Vec<String> =
        new.get(same..new.len() - tail).unwrap_or_default().iter().map(|&line| line.to_owned()).collect();
    let old = (start + same, end.max(start + old.len()) - tail);
    (old.0 < old.1 || !new.is_empty()).then_some(Hunk { old, new })
}

/// Writes hunks that share their context; gives by how many lines the text has grown.
fn write_group(told: &mut String, text: &str, lines: &[Span], hunks: &[Hunk], grown: isize) -> isize {
    let (Some(first), Some(last)) = (hunks.first(), hunks.last()) else { return 0 };
    let start = first.old.0.saturating_sub(CONTEXT);
    let end = (last.old.1 + CONTEXT).min(lines.len());
    let added: usize = hunks.iter().map(|hunk| hunk.new.len()).sum();
    let removed: usize = hunks.iter().map(|hunk| hunk.old.1 - hunk.old.0).sum();
    let old_len = end - start;
    let new_len = old_len + added - removed;
    // A range of no lines is named by the line before it.
    let old_from = start + usize::from(old_len > 0);
    let new_from = start.saturating_add_signed(grown) + usize::from(new_len > 0);
    let _ = writeln!(told, "@@ -{old_from},{old_len} +{new_from},{new_len} @@");
    let mut at = start;
    for hunk in hunks {
        write_lines(told, ' ', text, lines.get(at..hunk.old.0));
        write_lines(told, '-', text, lines.get(hunk.old.0..hunk.old.1));
        hunk.new.iter().for_each(|line| write_line(told, '+', line));
        at = hunk.old.1;
    }
    write_lines(told, ' ', text, lines.get(at..end));
    isize::try_from(added).unwrap_or(0) - isize::try_from(removed).unwrap_or(0)
}

fn write_lines(told: &mut String, sign: char, text: &str, lines: Option<&[Span]>) {
    lines.unwrap_or_default().iter().for_each(|line| write_line(told, sign, line.of(text)));
}

fn write_line(told: &mut String, sign: char, line: &str) {
    told.push(sign);
    told.push_str(line);
    if !line.ends_with('\n') {
        told.push_str("\n\\ No newline at end of file\n");
    }
}
