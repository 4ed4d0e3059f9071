//! Where the summary line stands among all lines with the marker (R-A12, R-C2).

use std::cell::OnceCell;

use envelope_core::Span;
use envelope_core::text::{
    Fence, Fences, HiddenPart, LineRole, Lines, fences, hidden_parts, is_blank, whole_message_fence,
};
use memchr::{memchr2, memmem, memrchr2};

use crate::line::{MARKER, MarkerLine, Standing};
use crate::steps;

/// A message divided at its lines with the marker.
#[derive(Debug, Default)]
pub(crate) struct Located<'t> {
    /// The opener of the fence around the whole message.
    pub(crate) fenced: Option<Span>,
    /// The line that counts.
    pub(crate) chosen: Option<Chosen<'t>>,
    /// The text behind it, divided at further lines and at copied instructions.
    pub(crate) segments: Vec<Span>,
    /// The text before it.
    pub(crate) before: Span,
    /// Copied instructions, line ends included.
    pub(crate) echoes: Vec<Span>,
    /// What is thought or commented out, and so says nothing (R-A12).
    pub(crate) hidden: Vec<HiddenPart>,
    /// The second fence that holds a summary line, where that is why none counts.
    pub(crate) several: Option<Span>,
}

/// The line that counts.
#[derive(Debug)]
pub(crate) struct Chosen<'t> {
    /// Its place, without the line end.
    pub(crate) span: Span,
    /// What it says.
    pub(crate) line: MarkerLine<'t>,
    /// The opener of the fence that holds it.
    pub(crate) fence: Option<Span>,
    /// What hides it, where it stands in such a part.
    pub(crate) hidden: Option<HiddenPart>,
    /// Further lines that state a result, line ends included.
    pub(crate) others: Vec<Span>,
}

/// A line with the marker.
#[derive(Debug)]
struct Found<'t> {
    span: Span,
    /// The same with its line end.
    full: Span,
    line: MarkerLine<'t>,
    /// The fence it stands in.
    fence: Option<Fence>,
}

impl Found<'_> {
    fn is_real(&self) -> bool {
        matches!(self.line.standing, Standing::Real(_))
    }
}

pub(crate) fn locate(text: &str) -> Located<'_> {
    let mut located = Located::default();
    let mut region = Span::new(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }, text.len());
    let mut found = markers(text, region);
    // A fence that holds no such line of its own is not taken off: it quotes something else.
    if !found.is_empty()
        && region.of(text).trim_start().starts_with(['`', '~'])
        && let Some(fence) = whole_message_fence(text)
    {
        let inner = markers(text, fence.inner);
        if inner.iter().any(|found| found.fence.is_none()) {
            located.fenced = Some(Span::new(fence.span.start(), fence.inner.start()));
            region = fence.inner;
            found = inner;
        }
    }
    located.hidden = hidden_parts(text);
    let hiding = |found: &Found<'_>| {
        let next = located.hidden.partition_point(|part| part.span.end() < found.span.end());
        located.hidden.get(next).copied().filter(|part| part.span.contains(found.span))
    };
    let (hidden, found): (Vec<Found<'_>>, Vec<Found<'_>>) = found.into_iter().partition(|it| hiding(it).is_some());
    let hidden: Vec<Found<'_>> = hidden.into_iter().filter(Found::is_real).take(1).collect();
    let (mut outside, mut inside): (Vec<Found<'_>>, Vec<Found<'_>>) =
        found.into_iter().partition(|found| found.fence.is_none());
    if outside.iter().any(Found::is_real) {
        (outside, inside) = with_doubtful(text, region, outside, inside);
    }
    let (mut echoes, mut outside): (Vec<Found<'_>>, Vec<Found<'_>>) =
        outside.into_iter().partition(|found| found.line.standing == Standing::Echo);
    if outside.iter().any(Found::is_real) {
        outside.retain(Found::is_real);
    } else {
        outside.truncate(1);
    }
    let mut after = region;
    if outside.is_empty() {
        match fenced(text, inside) {
            Ok(found) => outside.extend(found),
            Err(span) => located.several = Some(span),
        }
    }
    let mut behind = None;
    if outside.is_empty() && located.several.is_none() && !hidden.is_empty() {
        behind = hidden.first().and_then(hiding);
        outside.extend(hidden);
    }
    if outside.is_empty() && located.several.is_none() && !echoes.is_empty() {
        // Nothing but copied instructions: the first stands for the line that should be there.
        outside.push(echoes.remove(0));
    }
    located.echoes = echoes.iter().map(|echo| echo.full).collect();
    let mut outside = outside.into_iter();
    let Some(first) = outside.next() else {
        located.segments = divide(after, &located.echoes);
        return located;
    };
    let others: Vec<Span> = outside.map(|found| found.full).collect();
    let start = first.fence.map_or(first.span, |fence| fence.span).start();
    located.before = Span::new(region.start(), start);
    after = Span::new(first.full.end(), region.end());
    let mut cuts: Vec<Span> =
        located.echoes.iter().chain(&others).copied().filter(|cut| after.contains(*cut)).collect();
    if let Some(fence) = first.fence {
        // The line that closes the fence is no part of the message.
        cuts.push(Span::new(fence.inner.end(), fence.span.end().max(fence.inner.end())));
    }
    cuts.sort_unstable();
    located.segments = divide(after, &cuts);
    let fence = first.fence.map(|fence| Span::new(fence.span.start(), fence.inner.start()));
    located.chosen = Some(Chosen { span: first.span, line: first.line, fence, hidden: behind, others });
    located
}

/// Takes the summary lines of doubtful fences to those outside, where there is one: what such a fence holds may be said
/// and not quoted, and a contrary result must not be passed over (R-A2, R-A12).
fn with_doubtful<'t>(
    text: &str,
    region: Span,
    mut outside: Vec<Found<'t>>,
    inside: Vec<Found<'t>>,
) -> (Vec<Found<'t>>, Vec<Found<'t>>) {
    // Lines of one fence follow each other, so each fence is looked at once.
    let mut last: Option<(Fence, Doubt)> = None;
    let mut quoted = Vec::with_capacity(inside.len());
    for mut found in inside {
        let Some(fence) = found.fence else { continue };
        let doubt = match last {
            Some((known, doubt)) if known == fence => doubt,
            _ => Doubt::of(text, region, fence),
        };
        last = Some((fence, doubt));
        let outdented = !found.span.of(text).starts_with([' ', '\t']);
        if found.is_real() && (doubt == Doubt::Open || doubt == Doubt::Reopened && outdented) {
            found.fence = None;
            outside.push(found);
        } else {
            quoted.push(found);
        }
    }
    outside.sort_by_key(|found| found.span);
    (outside, quoted)
}

/// Why a fence may not hold all that it seems to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// There is no doubt.
    None,
    /// Nothing closes it up to the end of the text.
    Open,
    /// It was opened in a list item, and a fence is opened in it once more: to Markdown it ended with the item.
    Reopened,
}

impl Doubt {
    fn of(text: &str, region: Span, fence: Fence) -> Self {
        steps::count(fence.span.len());
        let opener = Span::new(fence.span.start(), fence.inner.start()).of(text);
        let in_item = !opener.starts_with(['`', '~', '>']);
        match () {
            () if !fence.closed && fence.span.end() >= region.end() => Self::Open,
            () if in_item && Lines::new(fence.inner.of(text)).any(|line| opens(line.text)) => Self::Reopened,
            () => Self::None,
        }
    }
}

/// Whether the line opens a fence and can close none.
fn opens(line: &str) -> bool {
    let mark = line.trim_start_matches([' ', '\t']);
    mark.starts_with(['`', '~'])
        && !mark.trim_end().ends_with(['`', '~'])
        && Fences::new().classify(mark) == LineRole::Opener
}

/// The summary lines of the one fence that holds any; a second such fence is an error.
fn fenced<'t>(text: &str, inside: Vec<Found<'t>>) -> Result<Vec<Found<'t>>, Span> {
    let real: Vec<Found<'t>> = inside.into_iter().filter(Found::is_real).collect();
    let Some(fence) = real.first().and_then(|first| first.fence) else { return Ok(Vec::new()) };
    if let Some(other) = real.iter().find(|other| other.fence != Some(fence)) {
        return Err(other.span);
    }
    let leads = |first: &Found<'_>| is_blank(Span::new(fence.inner.start(), first.span.start()).of(text));
    Ok(if real.first().is_some_and(leads) { real } else { Vec::new() })
}

/// What lies between the cuts, which are in order.
pub(super) fn divide(whole: Span, cuts: &[Span]) -> Vec<Span> {
    let cuts = beginning_in(whole, cuts);
    steps::count(cuts.len() + 1);
    let mut parts = Vec::with_capacity(cuts.len() + 1);
    let mut at = whole.start();
    for cut in cuts.iter().filter(|cut| whole.contains(**cut)) {
        parts.push(Span::new(at, cut.start()));
        at = cut.end();
    }
    parts.push(Span::new(at, whole.end()));
    parts
}

/// The cuts that begin in `whole`: a message has many parts and many cuts, and no part looks at those of the others.
pub(super) fn beginning_in(whole: Span, cuts: &[Span]) -> &[Span] {
    let from = cuts.partition_point(|cut| cut.start() < whole.start());
    let to = cuts.partition_point(|cut| cut.start() <= whole.end());
    cuts.get(from..to).unwrap_or_default()
}

/// Every line of the region that starts with the marker.
fn markers(text: &str, region: Span) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let part = region.of(text);
    let bytes = part.as_bytes();
    let all_fences: OnceCell<Vec<Fence>> = OnceCell::new();
    let first_mark: OnceCell<usize> = OnceCell::new();
    // The marker in capitals or not: the tail of the word, so that `Result` is met as well.
    let tail = MARKER.get(1..).unwrap_or(MARKER);
    let small = tail.to_ascii_lowercase();
    let mut upper = memmem::find_iter(bytes, tail).peekable();
    let mut lower = memmem::find_iter(bytes, &small).peekable();
    let mut done = 0;
    loop {
        let at = match (upper.peek(), lower.peek()) {
            (Some(one), Some(other)) if one < other => upper.next(),
            (Some(_), None) => upper.next(),
            (_, Some(_)) => lower.next(),
            (None, None) => return found,
        };
        // One look at each line, however often it holds the word.
        let Some(at) = at.filter(|at| *at >= done) else { continue };
        let before = bytes.get(done..at).unwrap_or_default();
        let start = memrchr2(b'\n', b'\r', before).map_or(done, |end| done + end + 1);
        let rest = bytes.get(at..).unwrap_or_default();
        let end = memchr2(b'\n', b'\r', rest).map_or(bytes.len(), |end| at + end);
        steps::count(end - start);
        done = end;
        let Some(line) = part.get(start..end).and_then(MarkerLine::read) else { continue };
        let span = Span::new(start, end).shifted(region.start());
        let line_end = match bytes.get(end..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
        let full = Span::new(span.start(), span.end() + line_end);
        // Before the first mark of a fence nothing is fenced, and there the line usually stands.
        let mark = *first_mark.get_or_init(|| {
            let marks = [b"```", b"~~~"].map(|mark| memmem::find(bytes, mark).unwrap_or(usize::MAX));
            marks.into_iter().min().unwrap_or(usize::MAX)
        });
        if start <= mark {
            found.push(Found { span, full, line, fence: None });
            continue;
        }
        let all = all_fences.get_or_init(|| moved(fences(part), region.start()));
        let next = all.partition_point(|fence| fence.span.end() < span.start());
        let fence = all.get(next).copied().filter(|fence| fence.span.contains(span));
        found.push(Found { span, full, line, fence });
    }
}

/// The fences of a part, at their places in the whole.
fn moved(mut fences: Vec<Fence>, by: usize) -> Vec<Fence> {
    for fence in &mut fences {
        fence.span = fence.span.shifted(by);
        fence.inner = fence.inner.shifted(by);
        fence.info = fence.info.shifted(by);
    }
    fences
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part of a message looks at its own cuts only, whatever kinds of lines are mixed.
    #[test]
    fn the_work_grows_with_the_message() {
        let lines = [
            "RESULT: CLEAN\n",
            "RESULT: <STATUS> | Type: <TYPE>\n",
            "<!-- x -->\n",
            "<think>x</think>\n",
            "```\nRESULT: CLEAN\n```\n",
            "text\n",
        ];
        for one in lines {
            for other in lines {
                let text = format!("{one}{other}").repeat(300);
                let located = locate(&text);
                let hidden: Vec<Span> = located.hidden.iter().map(|part| part.span).collect();
                let looked_at: usize =
                    located.segments.iter().map(|segment| beginning_in(*segment, &hidden).len()).sum();
                assert!(looked_at <= hidden.len() + located.segments.len(), "{one}{other}: {looked_at}");
            }
        }
    }

    #[test]
    fn parts_lie_between_the_cuts_that_they_hold() {
        let span = Span::new;
        let cuts = [span(0, 2), span(4, 5), span(8, 12)];
        assert_eq!(divide(span(3, 10), &cuts), [span(3, 4), span(5, 10)]);
        assert_eq!(divide(span(0, 12), &cuts), [span(0, 0), span(2, 4), span(5, 8), span(12, 12)]);
    }
}
