//! From text to the document (clarifications-md, "Markdown structure"; R-Q1 to R-Q3).

mod blocks;
mod document;
mod form;
mod frontmatter;
mod heading;
mod html;
mod item;
mod letters;
mod lines;
mod plain;
mod unclear;

pub(crate) use document::{line_end, read as read_document};
pub(crate) use form::{above_rule, recommendation_conflict, tick_conflict};
pub(crate) use frontmatter::{further_lines, goes_on};
pub(crate) use heading::remark;
pub(crate) use item::line_end as end_of_line;
pub(crate) use letters::{in_sequence, renamed, settled_letter};
pub(crate) use lines::{is_sign, lines};
pub(crate) use unclear::{Unclear, unclear_answer};

use envelope_core::rules::{ENVELOPE_IN_FENCE, FENCED_MESSAGE, OPEN_FLOW};
use envelope_core::text::{Fence, fences, whole_message_fence};
use envelope_core::{
    Diagnostic, Diagnostics, Envelope, Parsed, Places, ReadOptions, Reading, Rule, Source, Span, Stated, note_line_ends,
};

use crate::check::check;
use crate::cut::cut_key;
use crate::evaluate::EvaluationRules;
use crate::model::Clarifications;
use crate::rules::{CUT_OFF, NO_DOCUMENT, UNCLOSED_FENCE, UNCLOSED_FRONTMATTER};
use lines::MarkKind;

/// Reads and judges a clarifications document with the default options.
///
/// ```
/// let text = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Tides\n\
///     \n### Q1: Datum\nWhich zero do the gauges use?\n\nA. Chart datum\nB. Other (please specify)\n\n\
///     **Recommendation:** A\n\n**Answer:** A\n";
/// let parsed = clarifications_md::parse(text);
/// assert_eq!(parsed.diagnostics(), []);
/// let document = parsed.accepted().expect("nothing is wrong with it");
/// assert_eq!(document.questions().next().map(|question| question.item.answer_text()), Some("A"));
/// ```
pub fn parse(text: &str) -> Parsed<Clarifications> {
    Clarifications::parse(&Source::new(text), &ReadOptions::default())
}

/// Reads a message; the rules are applied by the caller.
pub(crate) fn read(source: &Source<'_>, options: &ReadOptions<EvaluationRules>) -> Reading<Clarifications> {
    let text = source.text();
    let mut diagnostics = Diagnostics::new(options.limits);
    note_line_ends(text, &mut diagnostics);
    let document = locate(text, options.protocol, &mut diagnostics);
    let Some(mut document) = document else {
        let message = "neither front matter nor a question, or not in one piece: this is no clarifications document";
        let told = Diagnostic::new(&NO_DOCUMENT, Span::at(0), message);
        diagnostics.push(told.help("it starts with `---`, `question_count: …`; a question with `### Q1: Title`"));
        return Reading::new(diagnostics).truncated(cut_key(text));
    };
    for deviation in &document.source.0.deviations {
        diagnostics.push(deviation.clone());
    }
    // The value knows its places; only those that an issue needs are looked up.
    let mut places = Places::new(document.source.0.whole);
    let issues = check(&document);
    for issue in &issues {
        places.insert(issue.path.clone(), document.place(&issue.path));
    }
    // So many would cost more memory than time.
    document.source.0.issues = Some(issues).filter(|issues| issues.len() < MOST_KEPT);
    let stated = Stated::status(document.tally().verdict());
    let cut = |rule: &Rule| [&UNCLOSED_FRONTMATTER, &UNCLOSED_FENCE, &CUT_OFF].contains(&rule);
    let open = document.source.0.deviations.iter().any(|told| *told.rule == OPEN_FLOW);
    let truncated = open || document.quarantine.iter().any(|kept| cut(kept.rule));
    let left_out = crate::left_out::of_document(&document);
    let reading = Reading::new(diagnostics).value(Some(document)).left_out(left_out);
    reading.places(places).stated(stated).truncated(truncated)
}

/// How many issues a document remembers; more are found again when they are asked for.
const MOST_KEPT: usize = 1000;

/// The document in a text, without diagnostics.
pub(crate) fn read_value(text: &str, options: &ReadOptions<EvaluationRules>) -> Option<Clarifications> {
    locate(text, options.protocol, &mut Diagnostics::new(options.limits))
}

/// The document in the text: the text itself, the inside of the fence around it, or the one fence that holds a document
/// (R-A6, R-A12). `None` where nothing of the format is found.
fn locate(text: &str, rules: EvaluationRules, diagnostics: &mut Diagnostics) -> Option<Clarifications> {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let is_document = |document: &Clarifications| document.frontmatter.is_some() || document.items().next().is_some();
    if let Some(fence) = whole_message_fence(text) {
        let inside = Some(read_document(text, fence.inner, rules)).filter(is_document)?;
        let opening = Span::new(fence.span.start(), end_of_line(text, fence.span.start()));
        diagnostics.push(Diagnostic::new(&FENCED_MESSAGE, opening, "the whole document stands in a code fence"));
        return Some(inside);
    }
    let plain = read_document(text, Span::new(bom, text.len()), rules);
    if is_document(&plain) {
        return Some(plain);
    }
    // There may be very many fences, and a document keeps the whole message: only the one that counts is read as such.
    let has_frontmatter = |fence: &Fence| fence.closed && frontmatter::read(text, fence.inner).value.is_some();
    let mut holders = fences(text).into_iter().filter(has_frontmatter);
    let fence = holders.next()?;
    if holders.next().is_some() || !is_prose(text, fence.span.end()) {
        return None;
    }
    let opening = Span::new(fence.span.start(), end_of_line(text, fence.span.start()));
    let told = Diagnostic::new(&ENVELOPE_IN_FENCE, opening, "the document was found inside a code fence");
    diagnostics.push(told.help("write the document alone"));
    Some(read_document(text, fence.inner, rules))
}

/// Whether only prose follows: neither a fence nor a heading nor a field. If there is more, the fence may have been
/// closed by one inside of the document, and what follows belongs to it.
fn is_prose(text: &str, from: usize) -> bool {
    lines::lines(text, Span::new(from, text.len())).all(|(start, line)| {
        let rest = line.trim_start_matches([' ', '\t']);
        let marked = || matches!(lines::classify(rest, start, 0), Some(MarkKind::Label(_) | MarkKind::Bold(_)));
        !(rest.starts_with("```") || rest.starts_with("~~~") || rest.starts_with('#') || marked())
    })
}
