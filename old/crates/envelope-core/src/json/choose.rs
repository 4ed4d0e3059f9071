//! Choosing the envelope among the values of a message (R-A5, R-A12).

use super::ahead::Ahead;
use super::found::{Around, Found, Placed, Unread};
use super::margin;
use super::nested::leftover;
use super::rules::{
    AMBIGUOUS, ENCODED, IN_FENCE, IN_PROSE, IN_THINKING, MISSING, ONE_ELEMENT_ARRAY, REPEATED_OBJECT, TEMPLATE_ECHO,
    TRUNCATED, UNCLOSED_FENCE, UNEXPECTED,
};
use super::statuses::tells_failed_work;
use super::whole::{Inner, Whole};
use super::wrapped::Wrapped;
use crate::text::trim_blank;
use crate::{Diagnostic, Diagnostics, Path, Policy, Span, Tree};

/// What was chosen, and all that is to be said about where it stood.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) tree: Option<Tree>,
    pub(super) truncated: bool,
    pub(super) repaired: bool,
    pub(super) span: Span,
    /// Another object that takes a success back.
    pub(super) contrary: Option<Span>,
}

impl Chosen {
    /// No envelope, or nobody can tell which.
    const fn none(truncated: bool) -> Self {
        Self { tree: None, truncated, repaired: false, span: Span::at(0), contrary: None }
    }
}

/// What is to be sent in place of several that could be meant.
const ONE_OBJECT: &str = "send one JSON object and nothing else";

/// Chooses the envelope and reports what is wrong with its place.
pub(super) fn choose(mut found: Found<'_>, log: &mut Diagnostics) -> Chosen {
    let text = found.text;
    let bar = Bar::of(&found);
    let wrapped = if bar.score == 0 { BestWrapped::of(&found) } else { None };
    if let Some(other) = wrapped.as_ref().and_then(|best| best.other) {
        let message = "another one that could be the envelope, inside another value too, and it says something else";
        log.push(Diagnostic::new(&AMBIGUOUS, other, message).help(ONE_OBJECT));
        return Chosen::none(false);
    }
    let chosen = found.each().find(|placed| bar.contends(placed)).or(wrapped.as_ref().map(|best| best.placed));
    let Some((chosen, whole)) = chosen.and_then(|chosen| Some((chosen, found.take_whole(&chosen)?))) else {
        return nothing(&found, log);
    };
    // What lies in members left over from the chosen one is a part of it; any other that is not outermost may be a
    // second envelope whose place is in doubt.
    let members = leftover(Ahead::new(text), chosen.span().end());
    let others = || found.each().filter(|other| other.at != chosen.at && !other.is_part_of(&chosen));
    let is_rival =
        |other: &Placed| other.at > chosen.at && bar.contends(other) || members.is_none() && bar.leaves_doubtful(other);
    let rivals = || others().filter(is_rival);
    if let Some(rival) = disagreeing(&whole, rivals(), &found) {
        let message = "another object that could be the envelope, and it says something else or is cut off";
        log.push(Diagnostic::new(&AMBIGUOUS, rival.span(), message).help(ONE_OBJECT));
        return Chosen::none(false);
    }
    let mut apart = vec![chosen.span()];
    report_copies(rivals(), &found, &chosen, &mut apart, log);
    let cut = others().find(|other| is_cut_beside(other, &chosen, text));
    let is_cut = cut.is_some();
    if let Some(cut) = cut {
        let end = Span::at(cut.span().end());
        log.push(Diagnostic::new(&TRUNCATED, end, "another object that could be the envelope is cut off"));
    }
    let contrary = others().find(|other| is_correction(other, &chosen, &found)).map(|other| other.span());
    report_place(&found, &chosen, members, &mut apart, log);
    if let Some(BestWrapped { wrapped, .. }) = wrapped {
        log.push(wrapped.diagnostic());
    }
    let chosen = report_reading(whole, &chosen, found.request.policy, log);
    Chosen { truncated: chosen.truncated || is_cut, contrary, ..chosen }
}

/// How good an object must be to be the envelope.
#[derive(Clone, Copy)]
struct Bar {
    score: usize,
    /// Whether there is one outside of thinking tags, so that those inside do not count.
    outside: bool,
}

impl Bar {
    fn of(found: &Found<'_>) -> Self {
        match best(found, false) {
            0 => Self { score: best(found, true), outside: false },
            score => Self { score, outside: true },
        }
    }

    /// Whether none is better.
    fn contends(self, placed: &Placed) -> bool {
        self.counts(placed) && placed.score() == self.score && !placed.nested()
    }

    /// Whether it might be better, and is not outermost.
    fn leaves_doubtful(self, placed: &Placed) -> bool {
        self.counts(placed) && placed.score() >= self.score && placed.nested()
    }

    fn counts(self, placed: &Placed) -> bool {
        self.score > 0 && (!self.outside || placed.outside())
    }
}

fn best(found: &Found<'_>, thinking: bool) -> usize {
    let counts = |placed: &Placed| !placed.nested() && (thinking || placed.outside());
    found.each().filter(counts).map(|placed| placed.score()).max().unwrap_or(0)
}

/// The first rival that does not say the same; a copy that is cut or had to be guessed at is no copy.
fn disagreeing(chosen: &Whole, rivals: impl Iterator<Item = Placed>, found: &Found<'_>) -> Option<Placed> {
    let mut rivals = rivals.peekable();
    rivals.peek()?;
    let value = chosen.tree().root().to_value();
    let agrees = |rival: &Whole| rival.is_sound() && rival.tree().root().to_value() == value;
    rivals.find(|rival| !found.whole(rival).is_some_and(|rival| agrees(&rival)))
}

/// Tells of the rivals, which say the same, and of templates; they stand `apart` from the prose.
fn report_copies(
    rivals: impl Iterator<Item = Placed>,
    found: &Found<'_>,
    chosen: &Placed,
    apart: &mut Vec<Span>,
    log: &mut Diagnostics,
) {
    for rival in rivals {
        let message = "the same object once more; the first one counts";
        log.report(&REPEATED_OBJECT, rival.span(), || message.to_owned());
        apart.push(rival.span());
    }
    let is_echo = |other: &Placed| other.at != chosen.at && other.candidate.template && other.outside();
    for echo in found.each().filter(is_echo) {
        let message = "the template of the instruction, copied; ignored";
        log.report(&TEMPLATE_ECHO, echo.span(), || message.to_owned());
        apart.push(echo.span());
    }
}

/// Whether it is cut off, and may have been the envelope in place of the chosen one.
fn is_cut_beside(other: &Placed, chosen: &Placed, text: &str) -> bool {
    is_cut_envelope(other) || is_begun_after(other, chosen.span().end(), text)
}

/// Whether it began as an envelope and was cut off.
fn is_cut_envelope(placed: &Placed) -> bool {
    placed.score() > 0 && placed.outside() && placed.candidate.truncated
}

/// Whether it stands behind the chosen one and the text ends before its first member does: nobody can tell what it
/// would have said.
fn is_begun_after(placed: &Placed, end: usize, text: &str) -> bool {
    let (span, candidate) = (placed.span(), placed.candidate);
    let before = || text.get(..span.start()).unwrap_or_default().trim_end_matches([' ', '\t']);
    let is_first_of_line = || before().is_empty() || before().ends_with('\n');
    span.start() >= end
        && placed.outside()
        && candidate.truncated
        && candidate.empty
        && (candidate.trusted || is_first_of_line())
        && text.get(span.end()..).is_some_and(|rest| rest.trim().is_empty())
}

/// Whether it stands behind the chosen one, as an agent's own word and not as something shown, and says that the work
/// did not succeed. It has at least half of the keys, since a correction repeats what changed; fewer may be anybody's.
fn is_correction(placed: &Placed, chosen: &Placed, found: &Found<'_>) -> bool {
    let (span, score) = (placed.span(), placed.score());
    let is_report =
        score > 0 && score >= found.request.required.len() && !placed.candidate.template && !placed.nested();
    let behind = span.start() >= chosen.span().end() && placed.around.fence.is_none() && placed.outside();
    if !is_report || !behind || !begins_line(found.text, span.start()) {
        return false;
    }
    super::steps::count(span.len());
    found.whole(placed).is_some_and(|whole| tells_failed_work(&whole.tree().root().to_value()))
}

/// Whether nothing but a small indentation stands before the place on its line: code that is shown is further in.
fn begins_line(text: &str, at: usize) -> bool {
    const SHOWN: usize = 4;
    let before = text.get(..at).unwrap_or_default();
    let indent = before.bytes().rev().take(SHOWN).take_while(|byte| *byte == b' ').count();
    indent < SHOWN && before.get(..at - indent).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
}

/// An envelope that lies below another value; looked for where there is no other.
struct BestWrapped {
    placed: Placed,
    wrapped: Wrapped,
    /// Another one as good, below another value, that says something else.
    other: Option<Span>,
}

impl BestWrapped {
    /// The best one, of equals the first; one in thinking tags only where there is no other. Of a list of several that
    /// could each be one, none is named.
    fn of(found: &Found<'_>) -> Option<Self> {
        let required = found.request.required;
        if required.is_empty() || found.each().any(|placed| placed.lists_several()) {
            return None;
        }
        // Braces of prose that nothing closes reach to the end of the text, and may be many; their strings are looked
        // through only where there is nothing else.
        let alone = found.len() == 1;
        let whole = |placed: &Placed| alone || placed.candidate.trusted || !placed.candidate.truncated;
        let open = |placed: &Placed| !placed.candidate.template && !placed.nested() && whole(placed);
        let is_read = |placed: &Placed| placed.candidate.unread.is_none() && !placed.candidate.empty;
        let mut best: Option<Self> = None;
        for placed in found.each().filter(|placed| open(placed) && is_read(placed)) {
            let below = |whole: &Whole| Wrapped::below(&whole.scanned.tree, required, found.request.limits);
            let Some(wrapped) = found.whole(&placed).and_then(|whole| below(&whole)) else { continue };
            let next = Self { placed, wrapped, other: None };
            match &mut best {
                Some(best) if best.rank() > next.rank() => {}
                Some(best) if best.rank() == next.rank() => best.meet(&next),
                _ => best = Some(next),
            }
        }
        best
    }

    fn rank(&self) -> (bool, usize) {
        (self.placed.outside(), self.wrapped.score)
    }

    /// Another one as good, further on.
    fn meet(&mut self, next: &Self) {
        if !next.placed.is_part_of(&self.placed) && !self.wrapped.says_the_same(&next.wrapped) {
            self.other = self.other.or(Some(next.wrapped.span));
        }
    }
}

fn nothing(found: &Found<'_>, log: &mut Diagnostics) -> Chosen {
    let required = found.request.required;
    if let Some(list) = found.each().find(Placed::lists_several) {
        let message = "a list of objects that could each be the envelope";
        log.push(Diagnostic::new(&AMBIGUOUS, list.span(), message).help(ONE_OBJECT));
        return Chosen::none(list.candidate.truncated);
    }
    let message = if found.each().any(|placed| placed.candidate.template) {
        "no report: only a copy of the template was found"
    } else if found.each().any(|placed| placed.nested() && placed.score() > 0) {
        if required.is_empty() {
            "no JSON of its own: what was found is a part of something that could not be read"
        } else {
            "no report: the only object with the envelope's keys is a part of something that could not be read"
        }
    } else if found.each().any(|placed| placed.candidate.unread == Some(Unread::Quotation))
        || margin::hides_an_object(found.text)
    {
        "no report: an object in a quotation or behind line numbers is not read, for it may be somebody else's"
    } else if found.len() == 0 {
        if required.is_empty() { "no JSON object or array was found" } else { "no JSON object was found" }
    } else if required.is_empty() {
        "no JSON of its own: what was found lies in braces that are no JSON"
    } else {
        "no JSON object with the envelope's keys was found"
    };
    let mut diagnostic = Diagnostic::new(&MISSING, Span::at(0), message);
    if !required.is_empty() {
        diagnostic = diagnostic.help(format!("send one JSON object with the keys `{}`", required.join("`, `")));
    }
    log.push(diagnostic);
    let cut = found.each().find(|placed| placed.candidate.truncated && placed.outside());
    if let Some(cut) = cut {
        let end = Span::at(cut.span().end());
        log.push(Diagnostic::new(&TRUNCATED, end, "the text ends before the JSON does"));
    }
    Chosen::none(cut.is_some())
}

/// Tells where the chosen one stood.
fn report_place(
    found: &Found<'_>,
    chosen: &Placed,
    members: Option<Span>,
    apart: &mut Vec<Span>,
    log: &mut Diagnostics,
) {
    let (text, span, fence_lines) = (found.text, chosen.span(), &*found.fence_lines);
    let Around { fence, thinking, .. } = chosen.around;
    if let Some(fence) = fence {
        log.push(Diagnostic::new(&IN_FENCE, fence.span, "the JSON lies in a code fence"));
        if !chosen.candidate.truncated && !fence.is_closed(text, fence_lines, span.end()) {
            log.push(Diagnostic::new(&UNCLOSED_FENCE, fence.span, "this fence is not closed"));
        }
    }
    let alone = apart.len() == 1;
    let mut prose = prose_around(text, span, apart, fence_lines);
    if prose.is_empty() && alone && fence.is_none() {
        // Half of a fence, which neither holds the value nor is told of elsewhere.
        prose.extend(fence_lines.iter().find(|line| !span.contains(**line)));
    }
    for prose in prose {
        log.push(
            Diagnostic::new(&IN_PROSE, prose, "text around the JSON").help("send the JSON object and nothing else"),
        );
    }
    if let Some(members) = members {
        let message = "more members after the object was closed; they are left out";
        log.push(Diagnostic::new(&UNEXPECTED, members, message));
    }
    if let Some(tag) = thinking {
        let comment = ["<!--", "/*"].contains(&tag.of(text));
        let place = if comment { "inside a comment, where nobody sees it" } else { "inside thinking tags" };
        log.push(Diagnostic::new(
            &IN_THINKING,
            tag,
            format!("the only object that could be the envelope stands {place}"),
        ));
    }
}

/// Tells how the chosen one was read.
fn report_reading(whole: Whole, placed: &Placed, policy: Policy, log: &mut Diagnostics) -> Chosen {
    let Whole { scanned, inner } = whole;
    let (span, encoded) = (placed.span(), placed.candidate.encoded);
    if encoded {
        log.push(encoded_at(span, policy));
    }
    let repaired = !scanned.log.is_empty() || encoded || inner.is_some();
    let mut truncated = scanned.truncated;
    log.absorb(scanned.log);
    let tree = match inner {
        None => scanned.tree,
        Some(inner) => {
            truncated |= inner.truncated;
            report_inner(inner, policy, log)
        }
    };
    Chosen { tree: Some(tree), truncated, repaired, span, contrary: None }
}

/// The object, with what is to be said of what was around it.
fn report_inner(inner: Inner, policy: Policy, log: &mut Diagnostics) -> Tree {
    let message = format!("an array of one around the envelope; {} as its item", policy.reads());
    log.push(Diagnostic::new(&ONE_ELEMENT_ARRAY, inner.bracket, message));
    if let Some((span, of_string)) = inner.encoded {
        log.push(encoded_at(span, policy).path(Path::root()));
        log.absorb(of_string);
    }
    inner.tree
}

fn encoded_at(span: Span, policy: Policy) -> Diagnostic {
    Diagnostic::new(&ENCODED, span, format!("an object encoded as a string; {} as the object", policy.reads()))
}

/// The text that is neither JSON told of elsewhere nor a fence: the first such part before the chosen value, and the first
/// after it.
fn prose_around(text: &str, chosen: Span, apart: &mut Vec<Span>, fence_lines: &[Span]) -> Vec<Span> {
    apart.extend(fence_lines.iter().filter(|line| !chosen.contains(**line)));
    apart.sort_unstable();
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let ends = apart.iter().map(|span| (span.start(), span.end())).chain([(text.len(), text.len())]);
    let (mut before, mut after) = (None, None);
    for (start, end) in ends {
        let gap = trim_blank(Span::new(at, start).of(text));
        if !gap.is_empty() {
            let side = if start <= chosen.start() { &mut before } else { &mut after };
            side.get_or_insert(Span::of_slice(text, gap));
        }
        at = at.max(end);
    }
    before.into_iter().chain(after).collect()
}
