//! What a line is to an item: a label, a choice, the bold heading of an older refinement (R-Q1).

use envelope_core::Span;
use memchr::memchr2;

use super::heading::is_marked;
use super::item::next_line;
use crate::labels::{LABELS, Label};
use crate::{ItemId, RefinementId};

/// A line that may start something; whether it does depends on the lines around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineMark {
    /// Where the line starts, indentation included.
    pub(crate) start: usize,
    /// Where it ends, without its line end.
    pub(crate) end: usize,
    pub(crate) kind: MarkKind,
}

/// What the line may start.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MarkKind {
    /// A field.
    Label(LabelMark),
    /// A choice.
    Choice(ChoiceMark),
    /// `**R1.1:** title` or `**R1.1: title**`.
    Bold(BoldMark),
    /// `###Q2: title`: text that was meant as a heading.
    Glued,
    /// `**Q2: title**`, `- ### Q2: title`, `> Q2: title`, `Q2: title` with a line under it: an item that no heading
    /// opens, or words about one.
    Hidden(HiddenMark),
}

/// The id of an item where no heading stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HiddenMark {
    pub(crate) id: ItemId,
    /// Written with the marks of a heading, so that it was meant as one even if the item stands elsewhere, too.
    pub(crate) marked: bool,
    /// Without any mark, so that it is only meant as an item where choices or fields of its own follow.
    pub(crate) bare: bool,
}

/// A label at the start of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelMark {
    pub(crate) label: Label,
    /// Where the words may start: right after the label.
    pub(crate) value: usize,
    /// Written in bold. Labels without are only believed where no bold one contradicts, since answers hold lists.
    pub(crate) strong: bool,
    pub(crate) canonical: bool,
}

/// The mark of a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChoiceMark {
    pub(crate) letter: Option<char>,
    pub(crate) ticked: bool,
    pub(crate) text: usize,
    pub(crate) canonical: bool,
    /// A list item with neither letter nor box: a choice only after the older label `**Choices**:`.
    pub(crate) bare: bool,
}

/// The bold heading of an older refinement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoldMark {
    pub(crate) id: RefinementId,
    pub(crate) id_span: Span,
    pub(crate) title: Span,
    /// Where the content starts; after the closing marks.
    pub(crate) content: usize,
}

/// The marks of the lines of `content`; lines that start in one of `opaque`, which is sorted, are text.
pub(crate) fn marks(text: &str, content: Span, opaque: &[Span]) -> Vec<LineMark> {
    let mut found = Vec::new();
    let mut opaque = opaque.get(opaque.partition_point(|span| span.end() <= content.start())..).unwrap_or_default();
    for (start, line) in lines(text, content) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let Some(first) = line.as_bytes().get(indent).copied() else { continue };
        let signed = !first.is_ascii();
        let marked = first.is_ascii_alphanumeric() || matches!(first, b'*' | b'_' | b'-' | b'+' | b'#' | b'>' | b'<');
        if !(signed || marked) {
            continue;
        }
        while let Some((span, rest)) = opaque.split_first().filter(|(span, _)| span.end() <= start + indent) {
            debug_assert!(span.end() <= start + indent, "spans are sorted");
            opaque = rest;
        }
        let rest = line.get(indent..).unwrap_or_default();
        let block = opaque.first().filter(|span| span.start() <= start + indent).map(|span| span.of(text).trim_start());
        if signed {
            let end = start + line.len();
            let kind = if block.is_none() {
                let label = after_sign(rest, start + indent).map(MarkKind::Label);
                label.or_else(|| hidden(rest, || "").map(MarkKind::Hidden))
            } else {
                None
            };
            found.extend(kind.map(|kind| LineMark { start, end, kind }));
            continue;
        }
        // What stands in HTML is shown to a person, unless it is a comment; code is not meant.
        if block.is_none_or(|block| block.starts_with('<') && !block.starts_with("<!--")) {
            let end = start + line.len();
            let below = || next_line(text, end).unwrap_or_default();
            found.extend(hidden(rest, below).map(|mark| LineMark { start, end, kind: MarkKind::Hidden(mark) }));
        }
        if block.is_some() || matches!(first, b'0'..=b'9' | b'>' | b'<') {
            continue;
        }
        if let Some(kind) = classify(rest, start + indent, indent) {
            found.push(LineMark { start, end: start + line.len(), kind });
        }
    }
    found
}

/// The lines of a part of the text, each with where it starts, without line ends.
pub(crate) fn lines(text: &str, part: Span) -> impl Iterator<Item = (usize, &str)> {
    let mut at = part.start();
    std::iter::from_fn(move || {
        let rest = text.get(at..part.end()).filter(|rest| !rest.is_empty())?;
        let len = memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        crate::steps::count(len + 1);
        let (line, tail) = rest.split_at_checked(len)?;
        let start = at;
        at += len + if tail.starts_with("\r\n") { 2 } else { usize::from(!tail.is_empty()) };
        Some((start, line))
    })
}

/// What the line may start that holds `rest` after its indentation.
pub(crate) fn classify(rest: &str, at: usize, indent: usize) -> Option<MarkKind> {
    match rest.as_bytes() {
        [b'*', b'*', b'R', b'0'..=b'9', ..] if indent < 4 => {
            return bold(rest, at).map(MarkKind::Bold);
        }
        [b'-' | b'+' | b'*', b' ' | b'\t', ..] => {
            let item = rest.get(1..)?.trim_start_matches([' ', '\t']);
            let at = at + rest.len() - item.len();
            return in_list(item, at);
        }
        [b'#', ..] => return (indent < 4 && is_glued(rest)).then_some(MarkKind::Glued),
        [b'*' | b'_', ..] => {}
        [letter, b'.' | b')', ..] if letter.is_ascii_alphabetic() => {
            return lettered(rest, at).map(|mark| {
                let canonical = letter.is_ascii_uppercase() && rest.as_bytes().get(1) == Some(&b'.') && indent < 4;
                MarkKind::Choice(ChoiceMark { canonical: canonical && !mark.ticked, ..mark })
            });
        }
        _ => {}
    }
    if let Some(mark) = lettered(rest, at) {
        return Some(MarkKind::Choice(mark));
    }
    label(rest, at, false).map(MarkKind::Label)
}

/// Whether the line, or the line with another below it, may be an item without a heading.
pub(crate) fn may_hide(rest: &str) -> bool {
    hidden(rest, || "==").is_some()
}

/// The id and colon that follow bold, list, quote or heading marks, or that a line underlines.
fn hidden<'l>(rest: &str, below: impl FnOnce() -> &'l str) -> Option<HiddenMark> {
    let mut inner = rest;
    let (mut marked, mut quoted, mut titled) = (false, false, false);
    loop {
        let ordered = inner.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = match inner.as_bytes() {
            [b'>', ..] => {
                quoted = true;
                inner.get(1..)?
            }
            [b'#', ..] => {
                marked = true;
                inner.trim_start_matches('#')
            }
            [b'-' | b'+' | b'*', b' ' | b'\t', ..] => inner.get(1..)?,
            [b'*' | b'_', ..] => inner.trim_start_matches(['*', '_']),
            [0x80..=0xff, ..] => inner.trim_start_matches(is_sign),
            [b'0'..=b'9', ..] => ordered.strip_prefix(['.', ')']).filter(|after| after.starts_with([' ', '\t']))?,
            [b'<', b'/' | b'a'..=b'z' | b'A'..=b'Z', ..] => {
                titled |= matches!(inner.as_bytes(), [_, b'h' | b'H', b'1'..=b'6', ..]);
                inner.split_once('>')?.1
            }
            _ => break,
        };
        let after = after.trim_start_matches([' ', '\t']);
        if after.len() == inner.len() {
            break;
        }
        inner = after;
    }
    if !inner.starts_with(['Q', 'R']) {
        return None;
    }
    let len = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(inner.len());
    let (name, after) = inner.split_at_checked(len)?;
    let id: ItemId = name.parse().ok()?;
    let plain = inner.len() == rest.len();
    let after = after.trim_start_matches(['*', '_', ' ', '\t']);
    let ended = colon(after).is_some();
    // A heading in HTML or underlined with `=` needs no colon to be one.
    if !ended && !titled && !plain {
        return None;
    }
    let signs: &[char] = if ended { &['=', '-'] } else { &['='] };
    let underlined = || {
        let line = below().trim_matches([' ', '\t']);
        line.len() > 1 && signs.iter().any(|sign| line.chars().all(|c| c == *sign))
    };
    // `###Q2:` has a mark of its own, and so has `**R1.1:** title`.
    let other = (rest.starts_with('#') && is_glued(rest)) || matches!(rest.as_bytes(), [b'*', b'*', b'R', ..]);
    let headed = !plain || underlined() || (ended && is_marked(after));
    // What follows a line without marks decides whether it opens an item.
    let hides = !other && (headed || ended);
    hides.then_some(HiddenMark { id, marked: marked && !quoted, bare: !headed })
}

/// An emoji, a bullet or another sign that decorates; quotation marks hold somebody's words.
pub(crate) fn is_sign(c: char) -> bool {
    !(c.is_ascii() || c.is_alphanumeric() || matches!(c, '“' | '”' | '‘' | '’' | '„' | '«' | '»' | '「' | '『'))
}

/// Marks of a heading directly before an id and a colon.
fn is_glued(rest: &str) -> bool {
    let words = rest.trim_start_matches('#');
    let id = words.find(':').and_then(|colon| words.get(..colon));
    rest.len() - words.len() < 7 && id.is_some_and(|id| id.parse::<ItemId>().is_ok())
}

fn in_list(item: &str, at: usize) -> Option<MarkKind> {
    if let Some((ticked, text)) = boxed(item) {
        let mark = lettered(text, at + item.len() - text.len());
        let unlettered =
            ChoiceMark { letter: None, ticked, text: at + item.len() - text.len(), canonical: false, bare: false };
        return Some(MarkKind::Choice(mark.map_or(unlettered, |mark| ChoiceMark { ticked, ..mark })));
    }
    if let Some(mark) = lettered(item, at) {
        return Some(MarkKind::Choice(mark));
    }
    if let Some(mark) = label(item, at, true) {
        return Some(MarkKind::Label(mark));
    }
    let bare = ChoiceMark { letter: None, ticked: false, text: at, canonical: false, bare: true };
    (!item.is_empty()).then_some(MarkKind::Choice(bare))
}

/// `[ ] text` or `[x] text`: whether it is ticked, and the text.
fn boxed(text: &str) -> Option<(bool, &str)> {
    let ticked = match text.as_bytes() {
        [b'[', b' ', b']', b' ' | b'\t', ..] => false,
        [b'[', b'x' | b'X', b']', b' ' | b'\t', ..] => true,
        _ => return None,
    };
    Some((ticked, text.get(3..)?.trim_start_matches([' ', '\t'])))
}

/// `a) text`, `A. text`, `**A.** text`, each also with a box before the text.
fn lettered(rest: &str, at: usize) -> Option<ChoiceMark> {
    let inner = rest.strip_prefix("**").unwrap_or(rest);
    let bold = inner.len() < rest.len();
    let letter = inner.chars().next().filter(char::is_ascii_alphabetic)?;
    let after = inner.get(1..)?.strip_prefix(['.', ')'])?;
    let after = if bold { after.strip_prefix("**")? } else { after };
    if !after.is_empty() && !after.starts_with([' ', '\t']) {
        return None;
    }
    let text = after.trim_start_matches([' ', '\t']);
    let (ticked, text) = boxed(text).unwrap_or((false, text));
    let text = at + rest.len() - text.len();
    Some(ChoiceMark { letter: Some(letter.to_ascii_uppercase()), ticked, text, canonical: false, bare: false })
}

/// A bold label after an emoji or another sign (R-A6).
pub(crate) fn after_sign(rest: &str, at: usize) -> Option<LabelMark> {
    let inner = rest.trim_start_matches(|c: char| c == ' ' || !(c.is_ascii() || c.is_alphanumeric()));
    let bold = inner.starts_with("**") || inner.starts_with("__");
    label(inner, at + rest.len() - inner.len(), true).filter(|_| bold)
}

/// A label of the table at the start of `rest`, however it is decorated.
fn label(rest: &str, at: usize, in_list: bool) -> Option<LabelMark> {
    let mark = rest.chars().next().filter(|c| matches!(c, '*' | '_'));
    let open = mark.map_or(0, |mark| rest.len() - rest.trim_start_matches(mark).len());
    let inner = rest.get(open..).filter(|_| open < 4)?;
    let (word, label) = LABELS
        .iter()
        .find(|(word, _)| inner.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))?;
    let after = inner.get(word.len()..)?;
    let closers = |text: &str| mark.map_or(0, |mark| text.len() - text.trim_start_matches(mark).len());
    let (mut rest_of_line, inside, colon) = if let Some((colon, after)) = colon(after) {
        let close = closers(after);
        let closed = close == open;
        if !closed && (*label != Label::Consolidated || close != 0) {
            return None;
        }
        (after.get(close..)?, true, colon)
    } else {
        let close = closers(after);
        let (colon, after) = colon(after.get(close..)?.trim_start_matches([' ', '\t']))?;
        if close != open || open == 0 {
            return None;
        }
        (after, false, colon)
    };
    let exact = inner.starts_with(*word) && *word == label.word() && colon == ':';
    let (strong, canonical) = match label {
        Label::Question | Label::Choices if open < 2 => return None,
        Label::Question | Label::Choices => (true, false),
        Label::Consolidated => {
            let closed = rest_of_line.trim_end_matches([' ', '\t']).ends_with(['*', '_']);
            (true, exact && !in_list && open == 1 && inside && closed)
        }
        Label::Recommendation | Label::Answer => {
            (open > 1, exact && !in_list && inside && open == 2 && mark == Some('*'))
        }
    };
    // `**Answer:**text` without a blank is read, `Answer:text` is no label.
    if open == 0 && !rest_of_line.is_empty() && !rest_of_line.starts_with([' ', '\t']) {
        return None;
    }
    if rest_of_line.is_empty() {
        rest_of_line = rest.get(rest.len()..)?;
    }
    Some(LabelMark { label: *label, value: at + rest.len() - rest_of_line.len(), strong, canonical })
}

fn colon(text: &str) -> Option<(char, &str)> {
    let colon = text.chars().next().filter(|c| matches!(c, ':' | '：'))?;
    Some((colon, text.get(colon.len_utf8()..)?))
}

/// `**R1.1:** title`, `**R1.1**: title`, `**R1.1: title**`.
fn bold(rest: &str, at: usize) -> Option<BoldMark> {
    let inner = rest.strip_prefix("**")?;
    let len = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '.')?;
    let id: RefinementId = inner.get(..len)?.parse().ok()?;
    let id_span = Span::new(at + 2, at + 2 + len);
    let after = inner.get(len..)?;
    let title_at = |title: &str, rest_len: usize| {
        let title_text = title.trim_matches([' ', '\t']);
        let start = at + rest.len() - rest_len + (title.len() - title.trim_start_matches([' ', '\t']).len());
        Span::new(start, start + title_text.len())
    };
    if let Some(title) = after.strip_prefix(":**").or_else(|| after.strip_prefix("**:")) {
        return Some(BoldMark { id, id_span, title: title_at(title, title.len()), content: at + rest.len() });
    }
    let inside = after.strip_prefix(':')?;
    let (title, behind) = inside.split_once("**")?;
    let content = at + rest.len() - behind.len();
    Some(BoldMark { id, id_span, title: title_at(title, inside.len()), content })
}
