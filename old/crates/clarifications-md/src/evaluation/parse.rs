//! From a message to an evaluation (R-A12, R-A14, R-A16, R-Q7).

use envelope_core::json::{self, Decoding, Request, keep_refused};
use envelope_core::rules::{KEPT_ASIDE, TEMPLATE_ECHO, UNKNOWN_KEY, UNKNOWN_WORD};
use envelope_core::{
    Amend, Diagnostics, Envelope as _, Limits, Parsed, Path, Policy, ReadOptions, Reading, Source, Stated, Tree,
};

use super::check::reads_as_written;
use super::rules::{REFUSED_VERDICTS, STATUS_CONFLICT};
use super::table::PER_QUESTION;
use super::{EVALUATION_FIELDS, Evaluation, verdict_map};
use crate::EvaluationVerdict;

/// The keys by which an evaluation is found in a message (R-A12).
pub const REQUIRED: &[&str] = &["verdict", "answered_count", "empty_count", "vague_count", "total_count"];

/// Reads and judges an evaluation with the default options, without the document that it is about.
///
/// ```
/// use clarifications_md::evaluation;
/// use envelope_core::Outcome;
/// let text = r#"{"verdict": "sufficient", "answered_count": 1, "empty_count": 1, "vague_count": 0, "total_count": 2,
///     "reasoning": "Good enough."}"#;
/// let parsed = evaluation::parse(text);
/// assert_eq!(parsed.outcome(), Outcome::Blocked, "the counts say mixed");
/// ```
pub fn parse(text: &str) -> Parsed<Evaluation> {
    Evaluation::parse(&Source::new(text), &ReadOptions::default())
}

/// The fast path: typed serde, and nothing to say about how it is written.
pub(super) fn read_exact(source: &Source<'_>, options: &ReadOptions<()>) -> Option<Reading<Evaluation>> {
    let value: Evaluation = json::exact(source, options.limits)?;
    if !reads_as_written(&value) {
        return None;
    }
    let stated = Stated::status(value.verdict);
    Some(Reading::new(Diagnostics::new(options.limits)).stated(stated).value(Some(value)).scan_later(scan))
}

/// The slow path: find, repair, decode by the table.
pub(super) fn read_slow(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Evaluation> {
    let request = Request::requiring(REQUIRED).policy(options.policy).limits(options.limits);
    let read = json::read(source, &request);
    let (truncated, at, contrary) = (read.truncated, read.span, read.contrary);
    let (tree, mut log) = read.into_parts();
    let root = tree.as_ref().map(Tree::root);
    // An object with none of the keys was found only to say that the envelope lies below it.
    let root = root.filter(|root| REQUIRED.iter().any(|key| json::member(*root, key).is_some()));
    let (Some(found), Some(root)) = (&tree, root) else {
        return Reading::new(log).tree(tree).truncated(truncated);
    };
    let decoding = Decoding::new(options.policy).extras_are_checked();
    let mapped = verdict_map::tell(root, options.policy, &mut log);
    let listed = if mapped && options.policy == Policy::Tolerant { verdict_map::listed(root) } else { None };
    let decoded_tree = listed.as_ref().map_or(found, |listed| &listed.tree);
    let mut decoded = json::decode_with::<Evaluation>(decoded_tree, EVALUATION_FIELDS, &decoding, &mut log);
    let words = decoded.stated.iter().filter_map(|word| verdict(word));
    let own = decoded.value.as_ref().map_or_else(Stated::nothing, |value| Stated::status(value.verdict));
    let stated = json::denied(source.text(), at, contrary, words.fold(own, Stated::and), &STATUS_CONFLICT, &mut log);
    let mut amend = Amend::new().moved(decoded.moved);
    for path in decoded.again {
        amend.told(&UNKNOWN_KEY, path);
    }
    if mapped && listed.is_none() {
        amend.told(&KEPT_ASIDE, Path::root().key(PER_QUESTION));
    }
    if let Some(value) = &mut decoded.value {
        // What was refused stays with the value (R-A3); it was told already.
        for place in decoded.refused.into_iter().filter_map(|refused| keep_refused(value, refused)) {
            for rule in [&REFUSED_VERDICTS, &KEPT_ASIDE, &TEMPLATE_ECHO, &UNKNOWN_WORD] {
                amend.told(rule, place.clone());
            }
        }
    }
    let places = listed.map(|listed| listed.places).unwrap_or_default();
    let reading = Reading::new(log).value(decoded.value).stated(stated).amend(amend).truncated(truncated);
    reading.places(places).tree(tree)
}

fn verdict(word: &str) -> Option<EvaluationVerdict> {
    use envelope_core::Status as _;
    EvaluationVerdict::ALL.iter().copied().find(|verdict| verdict.as_str() == word)
}

fn scan(source: &Source<'_>) -> Option<Tree> {
    let limits = Limits::default().with_input(Limits::MAX_INPUT);
    json::read(source, &Request::requiring(REQUIRED).limits(limits)).tree
}
