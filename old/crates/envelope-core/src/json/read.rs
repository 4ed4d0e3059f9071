//! The slow path from a message to a tree, and what `envelope json` prints of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::choose::{Chosen, choose};
use super::locate::locate;
use super::margin;
use super::rules::{AMBIGUOUS, DUPLICATE_KEY, RAW_CONTROL, REPEATED_KEY, UNEXPECTED, WRAPPED};
use crate::bytes::{if_too_large, note_bytes, note_line_ends};
use crate::rules::{DECORATION, MISSING_FIELD};
use crate::text::Decoration;
use crate::{Diagnostic, DiagnosticRecord, Diagnostics, Limits, Path, Policy, Severity, Source, Span, Tree};

/// What is looked for, and how.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The envelope's required keys: the object that holds the most of them is the envelope (R-A12).
    pub required: &'a [&'a str],
    /// Whether deviations are repaired.
    pub policy: Policy,
    /// How much is read at most.
    pub limits: Limits,
}

impl<'a> Request<'a> {
    /// Looks for the object with these keys.
    pub fn requiring(required: &'a [&'a str]) -> Self {
        Self { required, ..Self::default() }
    }

    /// The same under another policy.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The same within other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// What was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JsonRead {
    /// The tree of the envelope; in strict mode only if nothing had to be repaired.
    pub tree: Option<Tree>,
    /// Where the envelope stands in the message.
    pub span: Span,
    /// Whether the text ends before the envelope does (R-A10).
    pub truncated: bool,
    /// An object behind the envelope that has fewer of its keys and says that the work did not succeed.
    pub contrary: Option<Span>,
    diagnostics: Diagnostics,
}

impl JsonRead {
    /// The value as JSON.
    pub fn value(&self) -> Option<Value> {
        self.tree.as_ref().map(|tree| tree.root().to_value())
    }

    /// What was found, in the order of the text.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone().finish()
    }

    /// The parts, for a protocol that goes on from here.
    pub fn into_parts(self) -> (Option<Tree>, Diagnostics) {
        (self.tree, self.diagnostics)
    }
}

/// Finds the JSON of a message and reads it, with repairs where they are sure (R-A4, R-A12).
///
/// Bytes that are not UTF-8 and a byte order mark are not reported here but where a message is judged, so that they
/// are reported once: by [`Envelope::parse`](crate::Envelope::parse) or by [`JsonRecord::new`].
pub fn read(source: &Source<'_>, request: &Request<'_>) -> JsonRead {
    let text = source.text();
    let limits = request.limits;
    let mut diagnostics = Diagnostics::new(limits);
    if let Some(diagnostic) = if_too_large(source, limits) {
        diagnostics.push(diagnostic);
        return JsonRead { tree: None, span: Span::at(0), truncated: false, contrary: None, diagnostics };
    }
    note_line_ends(text, &mut diagnostics);
    let margin = margin::without(text);
    let text = margin.as_ref().map_or(text, |(masked, _)| masked);
    let mut chosen = choose(locate(text, request), &mut diagnostics);
    if let (Some((_, kind)), Some(_)) = (&margin, &chosen.tree) {
        chosen.repaired = true;
        report_margin(text, *kind, &mut diagnostics);
    }
    let Chosen { mut tree, truncated, repaired, span, contrary } = chosen;
    if let Some(found) = &tree {
        let repeated = report_repeated_keys(found, &mut diagnostics);
        diagnostics.set_paths(|offsets| found.paths_at(offsets), span);
        tree = tree.filter(|_| request.policy != Policy::Strict || !(repaired || repeated));
    }
    JsonRead { tree, span, truncated, contrary, diagnostics }
}

/// Reads a message that is its JSON and nothing more: what [`read`] finds, bytes that are not UTF-8, and each required key
/// that the value does not have.
///
/// ```
/// use envelope_core::Source;
/// use envelope_core::json::{Request, judge};
/// let read = judge(&Source::new(r#"{"gauge": 3}"#), &Request::requiring(&["gauge", "unit"]));
/// assert!(read.value().is_some());
/// assert_eq!(read.diagnostics()[0].message, "`unit` is missing");
/// ```
pub fn judge(source: &Source<'_>, request: &Request<'_>) -> JsonRead {
    let mut read = read_noting_bytes(source, request);
    let Some(tree) = &read.tree else { return read };
    // Where the object that was meant lies elsewhere, what this one lacks is beside the point.
    if read.diagnostics.iter().any(|found| found.rule == &WRAPPED || found.rule == &AMBIGUOUS) {
        return read;
    }
    for key in request.required.iter().filter(|key| tree.root().get(key).is_none()) {
        let said = || (format!("`{key}` is missing"), Path::root().key(key));
        read.diagnostics.report_at(&MISSING_FIELD, tree.root().span(), said);
    }
    read
}

pub(super) fn read_noting_bytes(source: &Source<'_>, request: &Request<'_>) -> JsonRead {
    let mut read = read(source, request);
    note_bytes(source, &mut read.diagnostics);
    read
}

/// Reports the marks before every line; a string that goes on over one is not known to the letter.
fn report_margin(text: &str, kind: Decoration, diagnostics: &mut Diagnostics) {
    let broken = diagnostics.iter().find(|found| found.rule == &RAW_CONTROL).map(|found| found.span);
    let first = Span::of_slice(text, text.trim_start());
    let line = text.get(..first.start()).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let message = format!("read through {kind} before every line");
    diagnostics.push(Diagnostic::new(&DECORATION, Span::new(line, first.start()), message));
    if let Some(span) = broken {
        let message = "a string goes on over a line's mark; its text is not known for certain";
        diagnostics.push(Diagnostic::new(&UNEXPECTED, span, message));
    }
}

/// Reports keys that stand in one object more than once (R-A11); whether there were any.
fn report_repeated_keys(tree: &Tree, diagnostics: &mut Diagnostics) -> bool {
    let repeated = tree.repeated_keys();
    for (first, again, key) in &repeated {
        let equal = first.says_the_same(*again);
        super::steps::count(if equal { again.span().len() } else { 1 });
        let (rule, says) = if equal {
            (&REPEATED_KEY, "with the same value")
        } else {
            (&DUPLICATE_KEY, "with another value; the first one counts")
        };
        let name = key.as_key().unwrap_or_default();
        diagnostics.report(rule, key.span(), || format!("the key `{name}` once more, {says}"));
    }
    !repeated.is_empty()
}

/// What `envelope json --format json` prints: `{"value","truncated","diagnostics":[…]}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct JsonRecord {
    /// The value that was found, or null.
    pub value: Option<Value>,
    /// Whether the text ends before the value does.
    pub truncated: bool,
    /// What was found, in the order of the text.
    pub diagnostics: Vec<DiagnosticRecord>,
}

impl JsonRecord {
    /// Reads a message; the record of what was read.
    pub fn new(source: &Source<'_>, request: &Request<'_>) -> Self {
        Self::of(&judge(source, request), source)
    }

    /// The record of what was read of `source`.
    pub fn of(read: &JsonRead, source: &Source<'_>) -> Self {
        let diagnostics =
            read.diagnostics().iter().map(|diagnostic| DiagnosticRecord::new(diagnostic, source)).collect();
        Self { value: read.value(), truncated: read.truncated, diagnostics }
    }

    /// Whether there is a value and no error.
    pub fn accepted(&self) -> bool {
        self.value.is_some() && self.diagnostics.iter().all(|diagnostic| diagnostic.severity < Severity::Error)
    }
}
