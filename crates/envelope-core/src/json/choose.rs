//! Choosing the envelope among the values of a message (R-A5, R-A12).

use super::ahead::Ahead;
use super::encoded;
use super::locate::{Candidate, Found, Unread};
use super::margin;
use super::nested::leftover;
use super::rules::{
    AMBIGUOUS, ENCODED, IN_FENCE, IN_PROSE, IN_THINKING, MISSING, ONE_ELEMENT_ARRAY, REPEATED_OBJECT, TEMPLATE_ECHO,
    TRUNCATED, UNCLOSED_FENCE, UNEXPECTED,
};
use super::spelling::member;
use super::wrapped::Wrapped;
use crate::text::{is_choice, placeholder, trim_blank};
use crate::tree::{Kind, NodeRef};
use crate::{Diagnostic, Diagnostics, Limits, Path, Severity, Span, Tree};

/// What was chosen, and all that is to be said about where it stood.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) tree: Option<Tree>,
    pub(super) truncated: bool,
    pub(super) repaired: bool,
    pub(super) span: Span,
}

/// Chooses the envelope and reports what is wrong with its place.
pub(super) fn choose(text: &str, found: Found, required: &[&str], limits: Limits, log: &mut Diagnostics) -> Chosen {
    let Found { candidates, fence_lines } = found;
    let mut rated: Vec<Rated> =
        candidates.into_iter().map(|candidate| Rated::new(candidate, required, limits)).collect();
    let outside = best(&rated, false);
    let best = if outside > 0 { outside } else { best(&rated, true) };
    let wrapped = if best == 0 { best_wrapped(&mut rated, required, limits) } else { None };
    if let Some(tie) = wrapped.and_then(|at| other_wrapped(&rated, at)) {
        log.push(tie);
        return Chosen { tree: None, truncated: false, repaired: false, span: Span::at(0) };
    }
    let contends =
        |rated: &Rated| best > 0 && rated.score == best && !rated.nested() && (outside == 0 || rated.outside());
    let Some(at) = rated.iter().position(contends).or(wrapped) else { return nothing(text, &rated, required, log) };
    let chosen_end = rated.get(at).map_or(0, |rated| rated.candidate.span.end());
    // What lies in members left over from the chosen one is a part of it; any other that is not outermost may be a
    // second envelope whose place is in doubt.
    let members = leftover(Ahead::new(text), chosen_end);
    // The text after an unclosed bracket is searched once more: what was found there is a part of it, not another.
    let cut_short = rated.get(at).filter(|rated| rated.candidate.scanned.truncated).map(|rated| rated.candidate.span);
    let is_part = |rated: &Rated| cut_short.is_some_and(|whole| whole.contains(rated.candidate.span));
    let doubtful = |rated: &Rated| {
        best > 0 && members.is_none() && rated.nested() && rated.score >= best && (outside == 0 || rated.outside())
    };
    let rivals: Vec<usize> = rated
        .iter()
        .enumerate()
        .filter(|(_, rated)| !is_part(rated))
        .filter(|(other, rated)| (*other > at && contends(rated)) || doubtful(rated))
        .map(|(other, _)| other)
        .collect();
    // A copy that is cut or had to be guessed at is no copy.
    let value = |at: usize| rated.get(at).map(|rated| rated.tree().root().to_value());
    let agrees = |rival: usize| rated.get(rival).is_some_and(Rated::is_sound) && value(rival) == value(at);
    if let Some(rival) = rivals.iter().find(|rival| !agrees(**rival)).and_then(|rival| rated.get(*rival)) {
        let message = "another object that could be the envelope, and it says something else or is cut off";
        log.push(
            Diagnostic::new(&AMBIGUOUS, rival.candidate.span, message).help("send one JSON object and nothing else"),
        );
        return Chosen { tree: None, truncated: false, repaired: false, span: Span::at(0) };
    }
    let mut apart = vec![rated.get(at).map_or(Span::at(0), |rated| rated.candidate.span)];
    for rival in rivals.iter().filter_map(|rival| rated.get(*rival)) {
        log.push(Diagnostic::new(
            &REPEATED_OBJECT,
            rival.candidate.span,
            "the same object once more; the first one counts",
        ));
        apart.push(rival.candidate.span);
    }
    for (_, echo) in rated.iter().enumerate().filter(|(other, rated)| *other != at && rated.template && rated.outside())
    {
        log.push(Diagnostic::new(
            &TEMPLATE_ECHO,
            echo.candidate.span,
            "the template of the instruction, copied; ignored",
        ));
        apart.push(echo.candidate.span);
    }
    let is_cut = |rated: &Rated| rated.is_cut_envelope() || rated.is_begun_after(chosen_end, text);
    let cut = rated.iter().enumerate().find(|(other, rated)| *other != at && !is_part(rated) && is_cut(rated));
    let cut = cut.map(|(_, rated)| rated.candidate.span);
    if let Some(span) = cut {
        log.push(Diagnostic::new(
            &TRUNCATED,
            Span::at(span.end()),
            "another object that could be the envelope is cut off",
        ));
    }
    let mut chosen = report_place(text, rated.swap_remove(at), members, &mut apart, &fence_lines, log);
    chosen.truncated |= cut.is_some();
    chosen
}

/// A candidate and how good it is.
#[derive(Debug)]
struct Rated {
    candidate: Candidate,
    score: usize,
    /// The object inside a one-element array or an encoded string.
    inner: Option<Inner>,
    /// The envelope that lies below it; looked for where there is no other.
    wrapped: Option<Wrapped>,
    /// Whether a required key holds a placeholder.
    template: bool,
}

#[derive(Debug)]
struct Inner {
    tree: Tree,
    bracket: Span,
    encoded: Option<(Span, Diagnostics)>,
    truncated: bool,
}

impl Rated {
    fn new(candidate: Candidate, required: &[&str], limits: Limits) -> Self {
        let root = candidate.scanned.tree.root();
        let inner = if required.is_empty() { None } else { only_item(root, limits) };
        let rating = rate(inner.as_ref().map_or(root, |inner| inner.tree.root()), required);
        let inner = inner.filter(|_| rating.score > 0);
        let fits = (root.is_object() || inner.is_some() || required.is_empty()) && candidate.unread.is_none();
        let score = if fits { rating.score } else { 0 };
        Self { score, template: rating.template, wrapped: None, inner, candidate }
    }

    fn outside(&self) -> bool {
        self.candidate.thinking.is_none()
    }

    /// Whether it began as an envelope and was cut off.
    fn is_cut_envelope(&self) -> bool {
        self.score > 0 && self.outside() && self.candidate.scanned.truncated
    }

    /// Whether it lies in something that was not read, and so is no outermost object.
    fn nested(&self) -> bool {
        self.candidate.nested
    }

    /// Whether it stands behind the chosen one and the text ends before its first member does: nobody can tell what it
    /// would have said.
    fn is_begun_after(&self, end: usize, text: &str) -> bool {
        let Candidate { scanned, span, .. } = &self.candidate;
        let root = scanned.tree.root();
        let nothing_yet = root.is_object() && root.entries().next().is_none();
        let before = text.get(..span.start()).unwrap_or_default().trim_end_matches([' ', '\t']);
        let begins_line = before.is_empty() || before.ends_with('\n');
        span.start() >= end
            && self.outside()
            && scanned.truncated
            && nothing_yet
            && (scanned.trusted || begins_line)
            && text.get(span.end()..).is_some_and(|rest| rest.trim().is_empty())
    }

    /// Whether it was read whole, without an error and without a key met twice.
    fn is_sound(&self) -> bool {
        let scanned = &self.candidate.scanned;
        let errors = scanned.log.worst() == Some(Severity::Error);
        !errors && !scanned.truncated && scanned.tree.repeated_keys().is_empty()
    }

    /// Whether it is a list of objects that could each be the envelope.
    fn lists_several(&self, required: &[&str]) -> bool {
        let is_one = |item: &NodeRef<'_>| item.is_object() && rate(*item, required).score > 0;
        let items = self.candidate.scanned.tree.root().items();
        !required.is_empty() && self.outside() && items.filter(is_one).nth(1).is_some()
    }

    fn tree(&self) -> &Tree {
        self.inner.as_ref().map_or(&self.candidate.scanned.tree, |inner| &inner.tree)
    }
}

fn best(rated: &[Rated], thinking: bool) -> usize {
    rated
        .iter()
        .filter(|rated| !rated.nested() && (thinking || rated.outside()))
        .map(|rated| rated.score)
        .max()
        .unwrap_or(0)
}

/// How good an object is.
pub(super) struct Rating {
    pub(super) score: usize,
    /// Whether a required key holds a placeholder.
    pub(super) template: bool,
}

/// How many required keys it holds. Where none are required, an object beats a list of plain values, and that beats
/// an empty one: footnotes and ticks in prose look like arrays.
pub(super) fn rate(node: NodeRef<'_>, required: &[&str]) -> Rating {
    if required.is_empty() {
        let rich = match node.kind() {
            Kind::Object(mut entries) => entries.next().is_some(),
            Kind::Array(mut items) => items.any(NodeRef::is_object),
            _ => false,
        };
        let plain = node.items().any(|item| item.as_str().is_some() || item.items().next().is_some());
        return Rating { score: if rich { 3 } else { 1 + usize::from(plain) }, template: false };
    }
    let mut rating = Rating { score: 0, template: false };
    for value in required.iter().filter_map(|key| member(node, key)) {
        // A placeholder is no value, and neither is an object of placeholders; an object with one in it is a value, but
        // gives way to an object without.
        let inside = value.entries().any(|(_, member)| is_echo(member));
        let echo = is_echo(value) || (inside && value.entries().all(|(_, member)| is_echo(member)));
        rating.score += if echo { 0 } else { 2 - usize::from(inside) };
        rating.template |= echo || inside;
    }
    rating
}

/// Whether the value is one of the template's.
fn is_echo(value: NodeRef<'_>) -> bool {
    value.as_str().is_some_and(|text| placeholder(text).is_some() || is_choice(text))
}

/// The one item of an array, if it is an object or one encoded as a string.
fn only_item(root: NodeRef<'_>, limits: Limits) -> Option<Inner> {
    let mut items = root.items();
    let item = items.next().filter(|_| items.next().is_none())?;
    let bracket = Span::new(root.span().start(), root.span().start() + 1);
    if item.is_object() {
        return Some(Inner { tree: item.to_tree(), bracket, encoded: None, truncated: false });
    }
    let (tree, truncated, log) = encoded::read_value(item.as_str()?, item.span(), limits)?;
    Some(Inner { tree, bracket, encoded: Some((item.span(), log)), truncated })
}

/// The value below which the best envelope lies, of equals the first; one in thinking tags only where there is no other.
/// Of a list of several that could each be one, none is named.
fn best_wrapped(rated: &mut [Rated], required: &[&str], limits: Limits) -> Option<usize> {
    if required.is_empty() || rated.iter().any(|rated| rated.lists_several(required)) {
        return None;
    }
    // Braces of prose that nothing closes reach to the end of the text, and may be many; their strings are looked through
    // only where there is nothing else.
    let alone = rated.len() == 1;
    let whole = |rated: &Rated| alone || rated.candidate.scanned.trusted || !rated.candidate.scanned.truncated;
    let open = |rated: &Rated| !rated.template && !rated.nested() && rated.candidate.unread.is_none() && whole(rated);
    for rated in rated.iter_mut().filter(|rated| open(rated)) {
        rated.wrapped = Wrapped::below(&rated.candidate.scanned.tree, required, limits);
    }
    let rank = |rated: &Rated| rated.wrapped.as_ref().map(|wrapped| (rated.outside(), wrapped.score));
    let best = rated.iter().filter_map(rank).max()?;
    rated.iter().position(|rated| rank(rated) == Some(best))
}

/// Another value below which an envelope as good lies that says something else.
fn other_wrapped(rated: &[Rated], at: usize) -> Option<Diagnostic> {
    let chosen = rated.get(at)?;
    let first = chosen.wrapped.as_ref()?;
    let is_part =
        |other: &Rated| chosen.candidate.scanned.truncated && chosen.candidate.span.contains(other.candidate.span);
    let equals = rated.iter().skip(at + 1).filter(|other| other.outside() == chosen.outside() && !is_part(other));
    let mut equals = equals.filter_map(|other| other.wrapped.as_ref()).filter(|other| other.score == first.score);
    let other = equals.find(|other| !first.says_the_same(other))?;
    let message = "another one that could be the envelope, inside another value too, and it says something else";
    Some(Diagnostic::new(&AMBIGUOUS, other.span, message).help("send one JSON object and nothing else"))
}

fn nothing(text: &str, rated: &[Rated], required: &[&str], log: &mut Diagnostics) -> Chosen {
    if let Some(list) = rated.iter().find(|rated| rated.lists_several(required)) {
        let message = "a list of objects that could each be the envelope";
        let help = "send one JSON object and nothing else";
        log.push(Diagnostic::new(&AMBIGUOUS, list.candidate.span, message).help(help));
        let truncated = list.candidate.scanned.truncated;
        return Chosen { tree: None, truncated, repaired: false, span: Span::at(0) };
    }
    let message = if rated.iter().any(|rated| rated.template) {
        "no report: only a copy of the template was found"
    } else if rated.iter().any(|rated| rated.nested() && rated.score > 0) {
        if required.is_empty() {
            "no JSON of its own: what was found is a part of something that could not be read"
        } else {
            "no report: the only object with the envelope's keys is a part of something that could not be read"
        }
    } else if rated.iter().any(|rated| rated.candidate.unread == Some(Unread::Quotation))
        || margin::hides_an_object(text)
    {
        "no report: an object in a quotation or behind line numbers is not read, for it may be somebody else's"
    } else if rated.is_empty() {
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
    let cut = rated.iter().find(|rated| rated.candidate.scanned.truncated && rated.outside());
    if let Some(cut) = cut {
        let end = Span::at(cut.candidate.span.end());
        log.push(Diagnostic::new(&TRUNCATED, end, "the text ends before the JSON does"));
    }
    Chosen { tree: None, truncated: cut.is_some(), repaired: false, span: Span::at(0) }
}

fn report_place(
    text: &str,
    rated: Rated,
    members: Option<Span>,
    apart: &mut Vec<Span>,
    fence_lines: &[Span],
    log: &mut Diagnostics,
) -> Chosen {
    let Rated { candidate, inner, wrapped, .. } = rated;
    let mut truncated = candidate.scanned.truncated;
    if let Some(fence) = candidate.fence {
        log.push(Diagnostic::new(&IN_FENCE, fence.span, "the JSON lies in a code fence"));
        if !truncated && !fence.is_closed(text, fence_lines, candidate.span.end()) {
            log.push(Diagnostic::new(&UNCLOSED_FENCE, fence.span, "this fence is not closed"));
        }
    }
    for prose in prose_around(text, candidate.span, apart, fence_lines) {
        log.push(
            Diagnostic::new(&IN_PROSE, prose, "text around the JSON").help("send the JSON object and nothing else"),
        );
    }
    if let Some(members) = members {
        let message = "more members after the object was closed; they are left out";
        log.push(Diagnostic::new(&UNEXPECTED, members, message));
    }
    if let Some(tag) = candidate.thinking {
        let comment = ["<!--", "/*"].contains(&tag.of(text));
        let place = if comment { "inside a comment, where nobody sees it" } else { "inside thinking tags" };
        log.push(Diagnostic::new(
            &IN_THINKING,
            tag,
            format!("the only object that could be the envelope stands {place}"),
        ));
    }
    if let Some(wrapped) = wrapped {
        log.push(wrapped.diagnostic());
    }
    if candidate.encoded {
        log.push(Diagnostic::new(&ENCODED, candidate.span, "an object encoded as a string; read as the object"));
    }
    let repaired = !candidate.scanned.log.is_empty() || candidate.encoded || inner.is_some();
    log.absorb(candidate.scanned.log);
    let tree = match inner {
        None => candidate.scanned.tree,
        Some(inner) => {
            log.push(Diagnostic::new(
                &ONE_ELEMENT_ARRAY,
                inner.bracket,
                "an array of one around the envelope; read as its item",
            ));
            if let Some((span, inner_log)) = inner.encoded {
                let message = "an object encoded as a string; read as the object";
                log.push(Diagnostic::new(&ENCODED, span, message).path(Path::root()));
                log.absorb(inner_log);
            }
            truncated |= inner.truncated;
            inner.tree
        }
    };
    Chosen { tree: Some(tree), truncated, repaired, span: candidate.span }
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
