//! From the lines under a heading to an item: body, choices, fields (R-Q1, R-Q3).

use envelope_core::text::trim_blank;
use envelope_core::{Severity, Span};

use super::lines::{ChoiceMark, LabelMark, LineMark, MarkKind, lines};
use crate::labels::{Label, RECOMMENDED};
use crate::model::{
    COMMENT_END, Choice, ChoiceSpots, Field, FieldSpots, Item, Mark, Quarantined, Spot, Text, last_comment,
};
use crate::rules::REPEATED_FIELD;
use crate::steps;

/// The older labels of an item that have no place in the value.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// `**Question:**`, `**Choices**:` and `Consolidated from` in another form: what it is, the label, the line.
    pub(crate) odd: Vec<(Label, Span, Span)>,
}

/// Reads what stands in `content` under an item's heading. What cannot be placed is added to `quarantine`.
pub(crate) fn read(text: &str, content: Span, marks: &[LineMark], quarantine: &mut Vec<Quarantined>) -> (Item, Labels) {
    let (mut item, mut labels) = (Item::default(), Labels::default());
    let accepted = accept(text, content, marks);
    let mut body_start = content.start();
    for (at, mark) in accepted.iter().enumerate() {
        let end = accepted.get(at + 1).map_or(content.end(), |next| next.start);
        if at == 0 {
            let before = worded(text, Span::new(content.start(), mark.start));
            if !before.is_empty() {
                item.body = Some(Text::at(text, before));
            }
        }
        match mark.kind {
            MarkKind::Choice(choice) => {
                let (choice, loose) = read_choice(text, mark, choice, end, item.choices.len());
                item.choices.push(choice);
                keep_loose(text, loose, &mut item.other);
            }
            MarkKind::Label(label) => match label.label {
                Label::Question => {
                    body_start = label.value;
                    labels.odd.push((Label::Question, Span::new(mark.start, label.value), line_of(mark)));
                    let body = worded(text, Span::new(body_start, end));
                    if !body.is_empty() {
                        item.body = Some(Text::at(text, body));
                    }
                }
                Label::Choices => {
                    labels.odd.push((Label::Choices, Span::new(mark.start, label.value), line_of(mark)));
                    keep_loose(text, Span::new(label.value, end), &mut item.other);
                }
                Label::Consolidated => {
                    let paragraph = paragraph(text, Span::new(label.value, end));
                    let words = trim_blank(paragraph.of(text)).trim_matches(['_', '*']);
                    let names = words.split(',').map(trim_blank).filter(|name| !name.is_empty());
                    item.consolidated_from.extend(names.map(|name| Text::at(text, Span::of_slice(text, name))));
                    if !label.canonical {
                        let span = Span::new(mark.start, label.value);
                        labels.odd.push((Label::Consolidated, span, Span::new(mark.start, paragraph.end())));
                    }
                    keep_loose(text, Span::new(paragraph.end(), end), &mut item.other);
                }
                Label::Recommendation => {
                    keep_field(read_field(text, mark, label, end), &mut item.recommendation, text, quarantine);
                }
                Label::Answer => keep_field(read_field(text, mark, label, end), &mut item.answer, text, quarantine),
            },
            MarkKind::Bold(_) | MarkKind::Glued | MarkKind::Hidden(_) => {}
        }
    }
    if accepted.is_empty() {
        let body = worded(text, Span::new(body_start, content.end()));
        item.body = (!body.is_empty()).then(|| Text::at(text, body));
    }
    (item, labels)
}

/// The marks that start something. A label without bold is only believed where no bold one says otherwise: answers hold
/// lists in which `- Recommendation: …` is a person's own words. Choices come before the fields (R-Q3).
fn accept(text: &str, content: Span, marks: &[LineMark]) -> Vec<LineMark> {
    let strong = |label: Label| {
        marks.iter().any(|mark| matches!(mark.kind, MarkKind::Label(other) if other.label == label && other.strong))
    };
    let (strong_answer, strong_recommendation) = (strong(Label::Answer), strong(Label::Recommendation));
    let mut accepted: Vec<LineMark> = Vec::new();
    let (mut fields, mut answered, mut labelled) = (false, false, false);
    for mark in marks {
        let starts = match mark.kind {
            MarkKind::Choice(choice) => !fields && (labelled || !choice.bare),
            MarkKind::Label(label) => match label.label {
                Label::Question => {
                    accepted.is_empty() && trimmed(text, Span::new(content.start(), mark.start)).is_empty()
                }
                Label::Choices => !fields,
                Label::Consolidated => true,
                Label::Recommendation => label.strong || !(strong_recommendation || answered),
                Label::Answer => label.strong || !strong_answer,
            },
            MarkKind::Bold(_) | MarkKind::Glued | MarkKind::Hidden(_) => false,
        };
        if !starts {
            continue;
        }
        if let MarkKind::Label(label) = mark.kind {
            fields |= matches!(label.label, Label::Recommendation | Label::Answer);
            answered |= label.label == Label::Answer && label.strong;
            labelled |= label.label == Label::Choices;
        }
        accepted.push(*mark);
    }
    accepted
}

fn read_field(text: &str, mark: &LineMark, label: LabelMark, end: usize) -> Field {
    let words = said(text, Span::new(label.value, end));
    let words = if words.is_empty() { Span::at(label.value) } else { words };
    let spots = FieldSpots {
        label: Span::new(mark.start, label.value),
        end: if words.is_empty() { mark.end } else { line_end(text, words.end()) },
        kind: label.label,
        canonical: label.canonical,
        below: words.start() > mark.end,
    };
    Field { text: Text::at(text, words), spots: Spot(spots) }
}

/// The first field of a kind counts; another one is kept aside (R-A11).
fn keep_field(field: Field, place: &mut Option<Field>, text: &str, quarantine: &mut Vec<Quarantined>) {
    let Some(first) = place else {
        *place = Some(field);
        return;
    };
    let FieldSpots { label, end, kind, .. } = field.spots.0;
    let span = trimmed(text, Span::new(label.start(), end));
    let same = first.text == field.text;
    quarantine.push(Quarantined {
        rule: &REPEATED_FIELD,
        text: Text::at(text, span),
        severity: if same { Severity::Warning } else { Severity::Error },
        message: format!(
            "a second {} in the same item{}",
            kind.word(),
            if same { ", with the same words" } else { "" }
        ),
        help: Some("keep the one that holds; the first is used until then".to_owned()),
    });
}

fn read_choice(text: &str, mark: &LineMark, choice: ChoiceMark, end: usize, at: usize) -> (Choice, Span) {
    let extent = choice_extent(text, Span::new(choice.text, end));
    let span = trimmed(text, Span::new(choice.text, extent));
    let span = if span.is_empty() { Span::at(choice.text) } else { span };
    let (words, recommended) = without_recommended(text, span);
    let how = match (choice.canonical, choice.bare) {
        (true, _) => Mark::Canonical,
        (false, true) => Mark::Bare,
        (false, false) => Mark::Older,
    };
    let place = u32::try_from(at).ok().and_then(|at| char::from_u32(u32::from(b'A') + at)).unwrap_or('?');
    let spots = ChoiceSpots { mark: Span::new(mark.start, choice.text), how, recommended };
    let (letter, ticked) = (choice.letter, choice.ticked);
    let read = Choice { letter, text: words, ticked, recommended: recommended.is_some(), place, spots: Spot(spots) };
    (read, Span::new(extent, end))
}

/// A choice runs on until a blank line after which the text is not indented.
fn choice_extent(text: &str, piece: Span) -> usize {
    let mut after_blank = false;
    for (start, line) in lines(text, piece).skip(1) {
        let blank = trim_blank(line).is_empty();
        if after_blank && !blank && !line.starts_with(['\t', ' ']) {
            return start;
        }
        after_blank |= blank;
    }
    piece.end()
}

/// The words without the older mark, and where the mark stands with the blank before it (R-Q1).
fn without_recommended(text: &str, span: Span) -> (Text, Option<Span>) {
    let words = span.of(text);
    steps::count(words.len());
    let found = words
        .match_indices("**(")
        .map(|(at, _)| at)
        .find(|at| words.get(*at..at + RECOMMENDED.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(RECOMMENDED)));
    let Some(at) = found else { return (Text::at(text, span), None) };
    let before = words.get(..at).unwrap_or_default();
    let after = words.get(at + RECOMMENDED.len()..).unwrap_or_default();
    let start = before.trim_end_matches([' ', '\t']).len();
    // At the very start the blank after the mark goes with it.
    let end =
        at + RECOMMENDED.len() + if start == 0 { after.len() - after.trim_start_matches([' ', '\t']).len() } else { 0 };
    let kept = [words.get(..start).unwrap_or_default(), words.get(end..).unwrap_or_default()].concat();
    (Text::pieced(trim_blank(&kept).to_owned(), span), Some(Span::new(span.start() + start, span.start() + end)))
}

fn keep_loose(text: &str, span: Span, other: &mut Vec<Text>) {
    let span = worded(text, span);
    if !span.is_empty() {
        other.push(Text::at(text, span));
    }
}

/// Up to the first blank line.
fn paragraph(text: &str, piece: Span) -> Span {
    let last = lines(text, piece).skip(1).find(|(_, line)| trim_blank(line).is_empty());
    let end = last.map_or(piece.end(), |(start, _)| start);
    Span::new(piece.start(), trimmed(text, Span::new(piece.start(), end)).end().max(piece.start()))
}

fn line_of(mark: &LineMark) -> Span {
    Span::new(mark.start, mark.end)
}

/// The span without the blanks around it; empty at its start where it holds nothing else.
pub(crate) fn trimmed(text: &str, span: Span) -> Span {
    let words = trim_blank(span.of(text));
    steps::count(span.len() - words.len() + 1);
    if words.is_empty() { Span::at(span.start()) } else { Span::of_slice(text, words) }
}

/// The words in a span: without the blanks around them, and without rules (`---`) at the end that a blank line or
/// nothing at all sets apart. Agents divide items with those; a rule in the middle stays (R-Q3).
pub(crate) fn worded(text: &str, span: Span) -> Span {
    without_rules(text, span, true)
}

/// The same; unless `apart`, a rule directly below the first line counts without a blank line between them.
fn without_rules(text: &str, span: Span, apart: bool) -> Span {
    let mut words = trimmed(text, span);
    let start = words.start();
    let marked = |words: Span| words.of(text).ends_with(['-', '*', '_']);
    let first = if !apart && marked(words) { line_end(text, span.start()) - span.start() } else { 0 };
    while marked(words) {
        // Blanks before the words count: the rule may be all that stands below a label.
        let part = Span::new(span.start(), words.end()).of(text);
        let line_start = || text.get(..span.start()).is_some_and(|before| before.ends_with(['\n', '\r']));
        let last = part.rfind(['\n', '\r']).map(|at| at + 1).or_else(|| line_start().then_some(0));
        let Some(last) = last else { break };
        let (above, line) = part.split_at_checked(last).unwrap_or((part, ""));
        steps::count(line.len());
        let above = above.strip_suffix("\r\n").or_else(|| above.strip_suffix(['\n', '\r'])).unwrap_or(above);
        let before = above.rsplit(['\n', '\r']).next().unwrap_or_default();
        steps::count(before.len());
        if !is_rule(line) || !(above.len() <= first || trim_blank(before).is_empty()) {
            break;
        }
        // From the first word on: the blanks before it must not be gone through for every rule.
        let end = span.start() + above.len();
        words = if end > start { trimmed(text, Span::new(start, end)) } else { Span::at(span.start()) };
    }
    words
}

/// The words of a field: without what only follows them. Rules, closing tags, and comments that a blank line sets apart
/// belong to the document around an item, and an edit of the field must not touch them.
pub(super) fn said(text: &str, span: Span) -> Span {
    let mut words = without_rules(text, span, false);
    for _ in 0..MOST_AROUND {
        // Blanks before the words count: the comment may be all that stands below a label.
        let Some(rest) = before_markup(Span::new(span.start(), words.end()).of(text)) else { break };
        let end = span.start() + rest;
        words = if end > words.start() {
            without_rules(text, Span::new(words.start(), end), false)
        } else {
            return Span::at(span.start());
        };
    }
    words
}

/// How many comments and lines of closing tags are looked for after a field: each may cost a pass over the field.
const MOST_AROUND: usize = 16;

/// How long such a line may be: each of its tags may cost a pass, too.
const LONGEST_TAGS: usize = 120;

/// How much of the words stands before a comment after a blank line, or closing tags on a line of their own, at their
/// end; `None` where nothing of that kind stands there.
fn before_markup(words: &str) -> Option<usize> {
    if words.ends_with('>') && !words.ends_with(COMMENT_END) {
        let line = words.rfind(['\n', '\r']).map(|at| at + 1)?;
        return words.get(line..).filter(|tags| only_closes(tags, words.get(..line).unwrap_or_default())).map(|_| line);
    }
    let start = last_comment(words)?;
    steps::count(words.len() - start);
    let above = words.get(..start)?;
    // On the line of the label it may be all that was meant, so only what has a line of its own is apart.
    let lines = above.trim_end_matches([' ', '\t']);
    let blank = lines.strip_suffix("\r\n").or_else(|| lines.strip_suffix(['\n', '\r']))?;
    let blank = blank.trim_end_matches([' ', '\t']);
    blank.ends_with(['\n', '\r']).then_some(start)
}

/// `</details>`, `</td></tr>`: nothing but tags that close what was not opened in the words above.
fn only_closes(line: &str, above: &str) -> bool {
    let mut rest = line.trim_matches([' ', '\t']);
    while let Some(after) = rest.strip_prefix("</").filter(|_| line.len() < LONGEST_TAGS) {
        let Some((name, behind)) = after.split_once('>') else { return false };
        steps::count(above.len());
        let opened =
            || above.match_indices('<').any(|(at, _)| above.get(at + 1..).is_some_and(|it| it.starts_with(name)));
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) || opened() {
            return false;
        }
        rest = behind.trim_start_matches([' ', '\t']);
    }
    rest.is_empty() && !line.is_empty()
}

/// A line of three or more of the same sign, `---`, `***` or `_ _ _`.
pub(super) fn is_rule(line: &str) -> bool {
    let sign = line.chars().next().filter(|sign| matches!(sign, '-' | '*' | '_'));
    let only = |sign: char| line.chars().all(|c| c == sign || matches!(c, ' ' | '\t'));
    sign.is_some_and(|sign| only(sign) && line.chars().filter(|c| *c == sign).count() > 2)
}

/// The line after the one that ends at `end`.
pub(super) fn next_line(text: &str, end: usize) -> Option<&str> {
    let rest = text.get(end..)?;
    let next = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r']))?;
    next.split(['\n', '\r']).next()
}

/// Where the line ends on which `at` lies, without its line end.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find(['\n', '\r']).unwrap_or(rest.len())
}
