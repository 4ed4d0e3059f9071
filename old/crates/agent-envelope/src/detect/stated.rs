//! What a sign of a protocol states, and whether it may be a quotation.
//!
//! A failure that is weaker in form than a success beside it must not be lost (R-A2), and a failure that is quoted must
//! not count (R-A12, R-S6). So only what is stated outside of fences, thoughts, the code in a sentence and the lines of a
//! block, a table or a quotation counts, and only words that say that the work is not done.

use std::collections::BTreeMap;

use envelope_core::json::rules::AMBIGUOUS;
use envelope_core::json::{Request, member, read, tells_failure, tells_no_success};
use envelope_core::text::{HiddenPart, fences, hidden_parts, is_failing_verdict, whole_message_fence};
use envelope_core::tree::NodeRef;
use envelope_core::{Outcome, Path, Source, Span, Tree};

use super::json::{Found, sign_of_keys};
use super::{Certainty, Sign};
use crate::Protocol;

/// How many different objects are looked at one by one; of more, one is taken to have failed.
const MOST: usize = 8;

/// The first word of a value, without what is around it.
pub(super) fn word(value: &str) -> &str {
    let is_part = |character: char| character.is_alphanumeric() || ['-', '_'].contains(&character);
    let start = value.trim_start_matches(|character: char| !is_part(character));
    start.split(|character: char| !is_part(character)).next().unwrap_or_default()
}

/// Which parts of a message are no quotations.
pub(super) struct Bare {
    /// The inside of each fence but one around the whole message.
    fenced: Vec<Span>,
    hidden: Vec<HiddenPart>,
    /// Where the message begins for which both are known.
    start: usize,
}

impl Bare {
    pub(super) fn new(text: &str) -> Self {
        let region = whole_message_fence(text).map_or_else(|| Span::new(0, text.len()), |fence| fence.inner);
        let part = region.of(text);
        let fenced = fences(part).into_iter().map(|fence| fence.inner).collect();
        Self { fenced, hidden: hidden_parts(part), start: region.start() }
    }

    /// Whether the object there is no quotation: not in a fence or a thought, on a line that neither is indented nor belongs
    /// to a table or a quotation, and no code in a sentence. What stands behind other words must have most of an envelope.
    fn is_bare(&self, text: &str, object: Span, certainty: Certainty) -> bool {
        let at = object.start();
        let here = at.saturating_sub(self.start);
        let hidden = self.hidden.iter().map(|part| part.span).chain(self.fenced.iter().copied());
        let line = text.get(..at).unwrap_or_default();
        let line = line.rsplit(['\n', '\r']).next().unwrap_or_default();
        let first = certainty > Certainty::Guess || line.trim_start_matches('\u{feff}').is_empty();
        first
            && !line.starts_with([' ', '\t', '|', '>'])
            && !hidden.into_iter().any(|part| part.start() <= here && here < part.end())
            && !is_shown(text, object)
    }
}

/// Whether the object stands in a code span among other words. What a line announces and ends with is said.
fn is_shown(text: &str, object: Span) -> bool {
    let start = text.get(..object.start()).and_then(|before| before.rfind(['\n', '\r'])).map_or(0, |end| end + 1);
    let end = text.get(object.end()..).and_then(|after| after.find(['\n', '\r']));
    let line = Span::new(start, end.map_or(text.len(), |end| object.end() + end)).of(text);
    let inside = Span::new(object.start() - start, object.end() - start);
    let Some(code) = code_spans(line).find(|code| code.contains(inside)) else { return false };
    let (before, after) = (line.get(..code.start()).unwrap_or_default(), line.get(code.end()..).unwrap_or_default());
    let speaks = |words: &str| words.contains(char::is_alphabetic);
    speaks(after) || speaks(before) && !before.trim_end().ends_with([':', '：'])
}

/// The code spans of a line: a run of back-ticks, up to the next run of the same length.
fn code_spans(line: &str) -> impl Iterator<Item = Span> {
    let run_from = |from: usize| {
        let start = from + line.get(from..)?.find('`')?;
        let rest = line.get(start..)?;
        Some(Span::new(start, start + rest.len() - rest.trim_start_matches('`').len()))
    };
    let runs: Vec<Span> = std::iter::successors(run_from(0), |run| run_from(run.end())).collect();
    // Only what is closed is followed, so that every run is looked at once.
    let last: BTreeMap<usize, usize> = runs.iter().map(|run| (run.len(), run.start())).collect();
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_closed = |run: &Span| last.get(&run.len()).is_some_and(|last| *last > run.start());
        at += runs.get(at..)?.iter().position(is_closed)?;
        let open = *runs.get(at)?;
        at += 1;
        let close = runs.get(at..)?.iter().position(|run| run.len() == open.len())?;
        at += close + 1;
        runs.get(at - 1).map(|close| Span::new(open.start(), close.end()))
    })
}

/// The sign of what was found, with what it states.
pub(super) fn in_json(
    protocol: Protocol,
    path: &[&str],
    required: &'static [&'static str],
    found: Found,
    text: &str,
    bare: &Bare,
) -> Sign {
    if let (Some(tree), Some(span)) = (&found.tree, found.span) {
        let quoted = !bare.is_bare(text, span, found.sign.certainty);
        return Sign { quoted, at: Some(span.start()), ..found.sign.stating_by(stated(protocol, path, tree)) };
    }
    if found.sign.certainty == Certainty::Guess {
        return Sign { quoted: true, ..found.sign };
    }
    let worst = of_several(protocol, path, required, text, bare);
    Sign { quoted: worst.is_none(), ..found.sign.stating(worst) }
}

/// What is stated, and by which member.
pub(super) struct Stated {
    pub(super) outcome: Outcome,
    pub(super) by: Member,
}

/// A member of an object in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The way to it, with the names that the protocol has for the keys.
    pub(crate) path: Path,
    /// Where its value stands.
    pub(crate) span: Span,
}

/// What the status of this protocol states in an object.
///
/// A part of the protocol may lie in a list or be encoded, and deny a success beside its status.
pub(super) fn stated(protocol: Protocol, path: &[&str], tree: &Tree) -> Option<Stated> {
    let node_at = |keys: &[&str]| keys.iter().try_fold(tree.root(), |node, key| member(node, key));
    let of_word = |text: &str| {
        // Other things may be called a verdict, so only one that is such a word counts.
        let fails = if path == ["verdict"] { is_failing_verdict } else { tells_failure };
        protocol.outcome_of(bare_word(text)).or_else(|| fails(text).then_some(Outcome::Failed))
    };
    let by_member = |keys: &[&str], node: NodeRef<'_>, outcome: Outcome| {
        let path = keys.iter().fold(Path::root(), |path, key| path.key(key));
        Stated { outcome, by: Member { path, span: node.span() } }
    };
    let own =
        node_at(path).and_then(|node| node.as_str().and_then(of_word).map(|outcome| by_member(path, node, outcome)));
    let above = path.get(..1).filter(|_| path.len() > 1);
    let denying = above
        .and_then(|keys| node_at(keys).map(|node| (keys, node)))
        .filter(|(_, node)| tells_no_success(&node.to_value()));
    match (denying, own) {
        (None, own) => own,
        (Some(_), Some(own)) if !own.outcome.is_success() => Some(Stated { outcome: Outcome::Failed, ..own }),
        (Some((keys, node)), _) => Some(by_member(keys, node, Outcome::Failed)),
    }
}

/// The value without what is around it.
fn bare_word(value: &str) -> &str {
    value.trim_matches(|character: char| !character.is_alphanumeric())
}

/// The worst that is stated by objects of which none is more an envelope than another.
fn of_several(
    protocol: Protocol,
    path: &[&str],
    required: &'static [&'static str],
    text: &str,
    bare: &Bare,
) -> Option<Outcome> {
    let mut worst: Option<Outcome> = None;
    let mut from = 0;
    for _ in 0..MOST {
        let (one, next) = next_of_several(required, text, from);
        if let Some((tree, object)) = one {
            let sign = sign_of_keys(required, |key| member(tree.root(), key).is_some());
            let is_bare = sign.is_some_and(|sign| bare.is_bare(text, object, sign.certainty));
            let own = stated(protocol, path, &tree).filter(|_| is_bare).map(|stated| stated.outcome);
            worst = worst.map_or(own, |worst| Some(own.map_or(worst, |own| worst.worst(own))));
        }
        match next {
            Some(next) if next > from => from = next,
            _ => return worst,
        }
    }
    Some(Outcome::Failed)
}

/// The first of the objects from a place on, where it stands, and where the next begins that differs from it.
fn next_of_several(
    required: &'static [&'static str],
    text: &str,
    from: usize,
) -> (Option<(Tree, Span)>, Option<usize>) {
    let request = Request::requiring(required);
    let read_at = |from: usize, to: usize| read(&Source::new(text.get(from..to).unwrap_or_default()), &request);
    let all = read_at(from, text.len());
    let rival = all.diagnostics().iter().find(|found| found.rule == &AMBIGUOUS).map(|found| from + found.span.start());
    let one = match rival {
        Some(rival) if all.tree.is_none() => read_at(from, rival),
        _ => all,
    };
    let object = one.span.shifted(from);
    (one.tree.map(|tree| (tree, object)), rival)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_end_at_a_run_of_the_same_length() {
        for (line, codes) in [
            ("no code", vec![]),
            ("a `b` c `d`", vec!["`b`", "`d`"]),
            ("a ``b ` c`` d", vec!["``b ` c``"]),
            ("a ``` b `c` ``", vec!["`c`"]),
            ("a ` b", vec![]),
            ("`a` `b", vec!["`a`"]),
        ] {
            let found: Vec<&str> = code_spans(line).map(|code| code.of(line)).collect();
            assert_eq!(found, codes, "{line}");
        }
    }
}
