//! Choosing the envelope among the values of a message (R-A5, R-A12).

use super::ahead::Ahead;
use super::encoded;
use super::locate::{Candidate, Found, Unread};
use super::margin;
use super::nested::leftover;
use super::read::Request;
use super::rules::{
    AMBIGUOUS, ENCODED, IN_FENCE, IN_PROSE, IN_THINKING, MISSING, ONE_ELEMENT_ARRAY, REPEATED_OBJECT, TEMPLATE_ECHO,
    TRUNCATED, UNCLOSED_FENCE, UNEXPECTED,
};
use super::spelling::member;
use super::statuses::tells_failed_work;
use super::wrapped::Wrapped;
use crate::text::{is_choice, placeholder, trim_blank};
use crate::tree::{Kind, NodeRef};
use crate::{Diagnostic, Diagnostics, Limits, Path, Policy, Severity, Span, Tree};

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
pub(super) fn choose(text: &str, found: Found, request: &Request<'_>, log: &mut Diagnostics) -> Chosen {
    let required = request.required;
    let Found { candidates, fence_lines } = found;
    let mut rated: Vec<Rated> = candidates.into_iter().map(|candidate| Rated::new(candidate, request)).collect();
    let bar = Bar::of(&rated);
    let wrapped = if bar.score == 0 { best_wrapped(&mut rated, required, request.limits) } else { None };
    if let Some(tie) = wrapped.and_then(|at| other_wrapped(&rated, at)) {
        log.push(tie);
        return Chosen::none(false);
    }
    let at = rated.iter().position(|rated| bar.contends(rated)).or(wrapped);
    let Some((at, chosen)) = at.and_then(|at| Some((at, rated.get(at)?))) else {
        return nothing(text, &rated, required, log);
    };
    // What lies in members left over from the chosen one is a part of it; any other that is not outermost may be a
    // second envelope whose place is in doubt.
    let members = leftover(Ahead::new(text), chosen.candidate.span.end());
    let others = || rated.iter().enumerate().filter(|(other, rated)| *other != at && !rated.is_part_of(chosen));
    let is_rival = |other: usize, rated: &Rated| {
        other > at && bar.contends(rated) || members.is_none() && bar.leaves_doubtful(rated)
    };
    let rivals: Vec<&Rated> =
        others().filter(|(other, rated)| is_rival(*other, rated)).map(|(_, rated)| rated).collect();
    if let Some(rival) = disagreeing(chosen, &rivals) {
        let message = "another object that could be the envelope, and it says something else or is cut off";
        log.push(Diagnostic::new(&AMBIGUOUS, rival.candidate.span, message).help(ONE_OBJECT));
        return Chosen::none(false);
    }
    let mut apart = vec![chosen.candidate.span];
    report_copies(&rivals, &rated, at, &mut apart, log);
    let cut = others().map(|(_, rated)| rated).find(|rated| rated.is_cut_beside(chosen, text));
    let is_cut = cut.is_some();
    if let Some(cut) = cut {
        let end = Span::at(cut.candidate.span.end());
        log.push(Diagnostic::new(&TRUNCATED, end, "another object that could be the envelope is cut off"));
    }
    let mut contrary = others().filter(|(_, rated)| rated.is_correction(chosen, required, text));
    let contrary = contrary.next().map(|(_, rated)| rated.candidate.span);
    let mut chosen = report_place(text, rated.swap_remove(at), members, &mut apart, &fence_lines, request.policy, log);
    chosen.truncated |= is_cut;
    chosen.contrary = contrary;
    chosen
}

/// How good an object must be to be the envelope.
#[derive(Clone, Copy)]
struct Bar {
    score: usize,
    /// Whether there is one outside of thinking tags, so that those inside do not count.
    outside: bool,
}

impl Bar {
    fn of(rated: &[Rated]) -> Self {
        match best(rated, false) {
            0 => Self { score: best(rated, true), outside: false },
            score => Self { score, outside: true },
        }
    }

    /// Whether none is better.
    fn contends(self, rated: &Rated) -> bool {
        self.counts(rated) && rated.score == self.score && !rated.nested()
    }

    /// Whether it might be better, and is not outermost.
    fn leaves_doubtful(self, rated: &Rated) -> bool {
        self.counts(rated) && rated.score >= self.score && rated.nested()
    }

    fn counts(self, rated: &Rated) -> bool {
        self.score > 0 && (!self.outside || rated.outside())
    }
}

/// The first rival that does not say the same; a copy that is cut or had to be guessed at is no copy.
fn disagreeing<'r>(chosen: &Rated, rivals: &[&'r Rated]) -> Option<&'r Rated> {
    if rivals.is_empty() {
        return None;
    }
    let value = chosen.tree().root().to_value();
    rivals.iter().copied().find(|rival| !rival.is_sound() || rival.tree().root().to_value() != value)
}

/// Tells of the rivals, which say the same, and of templates; they stand `apart` from the prose.
fn report_copies(rivals: &[&Rated], rated: &[Rated], at: usize, apart: &mut Vec<Span>, log: &mut Diagnostics) {
    for rival in rivals {
        let message = "the same object once more; the first one counts";
        log.push(Diagnostic::new(&REPEATED_OBJECT, rival.candidate.span, message));
        apart.push(rival.candidate.span);
    }
    let is_echo = |other: usize, rated: &Rated| other != at && rated.template && rated.outside();
    for (_, echo) in rated.iter().enumerate().filter(|(other, rated)| is_echo(*other, rated)) {
        let message = "the template of the instruction, copied; ignored";
        log.push(Diagnostic::new(&TEMPLATE_ECHO, echo.candidate.span, message));
        apart.push(echo.candidate.span);
    }
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

impl Inner {
    /// The object, with what is to be said of what was around it.
    fn reported(self, policy: Policy, log: &mut Diagnostics) -> Tree {
        let message = format!("an array of one around the envelope; {} as its item", policy.reads());
        log.push(Diagnostic::new(&ONE_ELEMENT_ARRAY, self.bracket, message));
        if let Some((span, of_string)) = self.encoded {
            log.push(encoded_at(span, policy).path(Path::root()));
            log.absorb(of_string);
        }
        self.tree
    }
}

impl Rated {
    fn new(candidate: Candidate, request: &Request<'_>) -> Self {
        let required = request.required;
        let root = candidate.scanned.tree.root();
        let inner = if required.is_empty() { None } else { only_item(root, request) };
        let rating = rate(inner.as_ref().map_or(root, |inner| inner.tree.root()), required);
        let inner = inner.filter(|_| rating.score > 0);
        let fits = (root.is_object() || inner.is_some() || required.is_empty()) && candidate.unread.is_none();
        let score = if fits { rating.score } else { 0 };
        Self { score, template: rating.template, wrapped: None, inner, candidate }
    }

    fn outside(&self) -> bool {
        self.candidate.thinking.is_none()
    }

    /// The text after an unclosed bracket is searched once more: what was found there is a part of it, not another.
    fn is_part_of(&self, whole: &Self) -> bool {
        whole.candidate.scanned.truncated && whole.candidate.span.contains(self.candidate.span)
    }

    /// Whether it is cut off, and may have been the envelope in place of the chosen one.
    fn is_cut_beside(&self, chosen: &Self, text: &str) -> bool {
        self.is_cut_envelope() || self.is_begun_after(chosen.candidate.span.end(), text)
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
        let is_first_of_line = before.is_empty() || before.ends_with('\n');
        span.start() >= end
            && self.outside()
            && scanned.truncated
            && nothing_yet
            && (scanned.trusted || is_first_of_line)
            && text.get(span.end()..).is_some_and(|rest| rest.trim().is_empty())
    }

    /// Whether it stands behind the chosen one, as an agent's own word and not as something shown, and says that the work
    /// did not succeed. It has at least half of the keys, since a correction repeats what changed; fewer may be anybody's.
    fn is_correction(&self, chosen: &Self, required: &[&str], text: &str) -> bool {
        let Candidate { span, fence, .. } = &self.candidate;
        let is_report = self.score > 0 && self.score >= required.len() && !self.template && !self.nested();
        let behind = span.start() >= chosen.candidate.span.end() && fence.is_none() && self.outside();
        if !is_report || !behind || !begins_line(text, span.start()) {
            return false;
        }
        super::steps::count(span.len());
        tells_failed_work(&self.tree().root().to_value())
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

/// Whether nothing but a small indentation stands before the place on its line: code that is shown is further in.
fn begins_line(text: &str, at: usize) -> bool {
    const SHOWN: usize = 4;
    let before = text.get(..at).unwrap_or_default();
    let indent = before.bytes().rev().take(SHOWN).take_while(|byte| *byte == b' ').count();
    indent < SHOWN && before.get(..at - indent).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
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
fn only_item(root: NodeRef<'_>, request: &Request<'_>) -> Option<Inner> {
    let mut items = root.items();
    let item = items.next().filter(|_| items.next().is_none())?;
    let bracket = Span::new(root.span().start(), root.span().start() + 1);
    if item.is_object() {
        return Some(Inner { tree: item.to_tree(), bracket, encoded: None, truncated: false });
    }
    let (tree, truncated, log) = encoded::read_value(item.as_str()?, item.span(), request)?;
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
    let is_other = |other: &&Rated| other.outside() == chosen.outside() && !other.is_part_of(chosen);
    let equals = rated.iter().skip(at + 1).filter(is_other);
    let mut equals = equals.filter_map(|other| other.wrapped.as_ref()).filter(|other| other.score == first.score);
    let other = equals.find(|other| !first.says_the_same(other))?;
    let message = "another one that could be the envelope, inside another value too, and it says something else";
    Some(Diagnostic::new(&AMBIGUOUS, other.span, message).help(ONE_OBJECT))
}

fn nothing(text: &str, rated: &[Rated], required: &[&str], log: &mut Diagnostics) -> Chosen {
    if let Some(list) = rated.iter().find(|rated| rated.lists_several(required)) {
        let message = "a list of objects that could each be the envelope";
        log.push(Diagnostic::new(&AMBIGUOUS, list.candidate.span, message).help(ONE_OBJECT));
        return Chosen::none(list.candidate.scanned.truncated);
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
    Chosen::none(cut.is_some())
}

fn report_place(
    text: &str,
    rated: Rated,
    members: Option<Span>,
    apart: &mut Vec<Span>,
    fence_lines: &[Span],
    policy: Policy,
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
    let alone = apart.len() == 1;
    let mut prose = prose_around(text, candidate.span, apart, fence_lines);
    if prose.is_empty() && alone && candidate.fence.is_none() {
        // Half of a fence, which neither holds the value nor is told of elsewhere.
        prose.extend(fence_lines.iter().find(|line| !candidate.span.contains(**line)));
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
        log.push(encoded_at(candidate.span, policy));
    }
    let repaired = !candidate.scanned.log.is_empty() || candidate.encoded || inner.is_some();
    log.absorb(candidate.scanned.log);
    let tree = match inner {
        None => candidate.scanned.tree,
        Some(inner) => {
            truncated |= inner.truncated;
            inner.reported(policy, log)
        }
    };
    Chosen { tree: Some(tree), truncated, repaired, span: candidate.span, contrary: None }
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
