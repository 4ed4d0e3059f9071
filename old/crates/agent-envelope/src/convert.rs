//! From one protocol to another through the neutral report, with everything lost said out loud (R-A15).

use std::borrow::Cow;
use std::fmt;

use envelope_core::json::rules::{
    COMMENT, DUPLICATE_KEY, ELLIPSIS, IN_PROSE, LONE_SURROGATE, NOT_FINITE, TEMPLATE_ECHO, UNEXPECTED,
};
use envelope_core::report::{Artifact, NextStep, Problem};
use envelope_core::rules::{ECHO_BESIDE, ENVELOPE_IN_FENCE, NOT_UTF8};
use envelope_core::text::is_blank;
use envelope_core::{Envelope, Loss, LossKind, Outcome, Parsed, Report, Source, Status as _};
use serde::{Deserialize, Serialize};

use crate::shallow::shallow;
use crate::unkept::unkept;
use crate::{AnyEnvelope, Protocol, Settings, detect, read_as};

/// What a conversion gave; as JSON it is what `envelope convert --format json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Conversion {
    /// What was converted.
    pub from: Side,
    /// The text in the target's protocol; `None` when nothing could be read.
    pub text: Option<String>,
    /// The target.
    pub protocol: Protocol,
    /// The target's word, as checking `text` gives it.
    pub status: Option<Cow<'static, str>>,
    /// The outcome, as checking `text` gives it, with `carried` read.
    pub outcome: Option<Outcome>,
    /// What could not be kept as it was.
    pub losses: Vec<Loss>,
}

/// What was converted: a message, or a report that a program built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Side {
    /// Its protocol, or null.
    pub protocol: Option<Protocol>,
    /// Its own word, or null.
    pub status: Option<Cow<'static, str>>,
    /// Its outcome: for what was refused the fallback, or what was stated if that is worse.
    pub outcome: Outcome,
}

impl Side {
    fn of(envelope: &AnyEnvelope) -> Self {
        let status = envelope.status().map(Cow::Borrowed);
        Self { protocol: envelope.protocol(), status, outcome: envelope.outcome() }
    }
}

/// Converts a message; what was refused but can be read converts with its fallback outcome.
///
/// ```
/// use agent_envelope::{Protocol, Settings, convert, envelope_core::{Outcome, Source}, read};
/// # #[cfg(all(feature = "clarity-protocol", feature = "status-block"))] {
/// let block = "STATUS: success\n\nSUMMARY:\n  what_i_did: Moved the reader\n  confidence: high\n  iterations_used: 1\n";
/// let envelope = read(&Source::new(block), &Settings::default());
/// let conversion = convert(&envelope, Protocol::Clarity)?;
/// assert_eq!(conversion.status.as_deref(), Some("CLEAN"));
/// assert_eq!(conversion.outcome, Some(Outcome::Completed));
/// assert!(conversion.losses.iter().any(|loss| loss.note.contains("no issues were found")));
/// # }
/// # Ok::<(), agent_envelope::NotATarget>(())
/// ```
pub fn convert(envelope: &AnyEnvelope, to: Protocol) -> Result<Conversion, NotATarget> {
    if !to.is_target() {
        return Err(NotATarget { protocol: to });
    }
    let mut conversion = match (unmoved(envelope, to), envelope.to_report()) {
        (Some(unmoved), _) => unmoved,
        (None, Some(report)) => {
            let mut conversion = converted(&report, Side::of(envelope), to)?;
            conversion.losses.extend(envelope.left_behind());
            conversion
        }
        (None, None) => {
            let (from, losses) = (Side::of(envelope), Vec::new());
            Conversion { from, text: None, protocol: to, status: None, outcome: None, losses }
        }
    };
    if conversion.text.is_some() {
        conversion.losses.extend(unread(envelope));
        for loss in envelope.left_out() {
            // A diagnostic may have told of it already.
            if conversion.losses.iter().all(|told| (&told.field, told.kind) != (&loss.field, loss.kind)) {
                conversion.losses.push(loss.clone());
            }
        }
    }
    Ok(conversion)
}

/// In its own protocol a message that was accepted stays what it is, in canonical form; unless it is acceptable only with
/// other settings, such as those of a dialect.
fn unmoved(envelope: &AnyEnvelope, to: Protocol) -> Option<Conversion> {
    let text = envelope.render().filter(|_| envelope.protocol() == Some(to))?;
    let again =
        Some(read_as(to, &Source::new(text.as_str()), &Settings::default())).filter(AnyEnvelope::is_accepted)?;
    let (from, there) = (Side::of(envelope), Side::of(&again));
    (from == there).then(|| {
        let losses = unrecognised(&text, to).into_iter().collect();
        let (status, outcome) = (there.status, Some(there.outcome));
        Conversion { from, text: Some(text), protocol: to, status, outcome, losses }
    })
}

/// Converts a report that a program built or merged: nobody stated it in a protocol, so `from` has none and no word.
///
/// ```
/// use agent_envelope::envelope_core::{Outcome, Report};
/// use agent_envelope::{Protocol, convert_report};
/// # #[cfg(feature = "status-block")] {
/// let mut report = Report::new(Outcome::Completed);
/// report.summary = Some("Moved the reader".to_owned());
/// let conversion = convert_report(&report, Protocol::StatusBlock)?;
/// assert!(conversion.text.is_some_and(|text| text.starts_with("STATUS: success\n")));
/// assert_eq!((conversion.from.protocol, conversion.from.outcome), (None, Outcome::Completed));
/// # }
/// # Ok::<(), agent_envelope::NotATarget>(())
/// ```
pub fn convert_report(report: &Report, to: Protocol) -> Result<Conversion, NotATarget> {
    converted(report, Side { protocol: None, status: None, outcome: report.outcome }, to)
}

fn converted(report: &Report, from: Side, to: Protocol) -> Result<Conversion, NotATarget> {
    let (report, empty) = without_blanks(report);
    let write = |report: &Report| {
        let (text, losses) = to.write(report)?;
        let written = read_as(to, &Source::new(text.as_str()), &Settings::default());
        Some((text, losses, written))
    };
    let (mut text, mut losses, mut written) = write(&report).ok_or(NotATarget { protocol: to })?;
    // What is carried stands deeper than it stood before, so that what could just be read might not be read again (R-A9).
    if !written.is_accepted()
        && let Some((shallow, became_text)) = shallow(&report)
        && let Some(again) = write(&shallow)
    {
        (text, losses, written) = again;
        losses.extend(became_text);
    }
    losses.extend(empty);
    losses.extend(lowered(&report, &written, &losses));
    losses.extend(unkept(&report, &written, &losses));
    losses.extend(unrecognised(&text, to));
    let (status, outcome) = (written.status().map(Cow::Borrowed), Some(written.outcome()));
    Ok(Conversion { from, text: Some(text), protocol: to, status, outcome, losses })
}

/// The report without steps, problems and files that say nothing: no protocol has a place for them, and those behind them
/// would lose theirs.
fn without_blanks(report: &Report) -> (Cow<'_, Report>, Vec<Loss>) {
    let blank = |text: &Option<String>| text.as_deref().is_none_or(is_blank);
    let empty_step = |step: &NextStep| blank(&step.action) && blank(&step.agent) && blank(&step.context);
    let silent = |problem: &Problem| {
        // That it stands in the way says nothing of what does.
        let others = [&problem.kind, &problem.details, &problem.recommendation];
        is_blank(&problem.message) && problem.recoverable.is_none() && others.iter().all(|text| text.is_none())
    };
    let nowhere = |artifact: &Artifact| is_blank(&artifact.path);
    let found = [
        (report.next_steps.iter().any(empty_step), "next_steps", "a step that says nothing"),
        (report.problems.iter().any(silent), "problems", "a problem that says nothing"),
        (report.artifacts.iter().any(nowhere), "artifacts", "a file without a path"),
    ];
    if found.iter().all(|(there, ..)| !there) {
        return (Cow::Borrowed(report), Vec::new());
    }
    let mut report = report.clone();
    report.next_steps.retain(|step| !empty_step(step));
    report.problems.retain(|problem| !silent(problem));
    report.artifacts.retain(|artifact| !nowhere(artifact));
    let told = found.into_iter().filter(|(there, ..)| *there);
    (Cow::Owned(report), told.map(|(_, field, note)| Loss::new(field, LossKind::Dropped, note)).collect())
}

/// A report may quote so much of another one that only who is told the protocol reads the text as it is meant.
fn unrecognised(text: &str, to: Protocol) -> Option<Loss> {
    let found = detect(&Source::new(text));
    let note = || format!("the text is read as {to} only where the protocol is named: {}", found.why);
    (found.protocol != Some(to)).then(|| Loss::new("protocol", LossKind::Approximated, note()))
}

/// What the way back cannot know: an outcome that was carried along and lowers nothing, or the word that it lowered.
pub(crate) fn left_behind<T: Envelope>(parsed: &Parsed<T>) -> Option<Loss> {
    let (carried, word) = (parsed.read()?.carried_outcome()?, parsed.status()?);
    let (own, name) = (word.outcome(), word.as_str());
    if own.worst(carried) == own {
        let note = format!("an earlier conversion carried `{carried}` along beside `{name}`, which it cannot raise");
        return Some(Loss::new("carried.outcome", LossKind::Dropped, note));
    }
    let note = || format!("`{name}` was lowered to {carried} by what an earlier conversion carried along");
    T::Status::from_outcome(carried).is_exact().then(|| Loss::new("status", LossKind::Approximated, note()))
}

/// What reading left out or changed has no way into the target, and is told by the rule that told of it: once each.
fn unread(envelope: &AnyEnvelope) -> impl Iterator<Item = Loss> + '_ {
    let told = |row: &&Unread| envelope.diagnostics().iter().any(|found| found.rule.code() == row.rule);
    // The text protocols keep what stands around a fence.
    let kept = |row: &&Unread| row.in_documents && envelope.protocol().is_none_or(Protocol::is_target);
    UNREAD.iter().filter(told).filter(move |row| !kept(row)).map(|row| Loss::new(row.field, row.kind, row.note))
}

/// What a rule says of the text that is no part of the report.
struct Unread {
    rule: &'static str,
    field: &'static str,
    kind: LossKind,
    note: &'static str,
    /// Whether it is left out of what is only converted from.
    in_documents: bool,
}

const fn unread_by(rule: &'static str, field: &'static str, kind: LossKind, note: &'static str) -> Unread {
    Unread { rule, field, kind, note, in_documents: false }
}

static UNREAD: &[Unread] = &[
    unread_by(IN_PROSE.code(), "prose", LossKind::Dropped, "text around the JSON"),
    Unread {
        in_documents: true,
        ..unread_by(ENVELOPE_IN_FENCE.code(), "prose", LossKind::Dropped, "text around the fence")
    },
    unread_by(COMMENT.code(), "comments", LossKind::Dropped, "comments in the JSON"),
    #[cfg(feature = "status-block")]
    unread_by(status_block::rules::COMMENT_IN_TEXT.code(), "comments", LossKind::Dropped, "text behind a comment sign"),
    unread_by(TEMPLATE_ECHO.code(), "text", LossKind::Dropped, "the instruction that was copied beside the report"),
    unread_by(ECHO_BESIDE.code(), "text", LossKind::Dropped, "the instruction that was copied beside the report"),
    unread_by(UNEXPECTED.code(), "text", LossKind::Dropped, "what fits nowhere in the JSON"),
    unread_by(ELLIPSIS.code(), "text", LossKind::Dropped, "an ellipsis, and what it says of the items left out"),
    unread_by(DUPLICATE_KEY.code(), "text", LossKind::Dropped, "further values of a key that stands twice"),
    unread_by(NOT_UTF8.code(), "text", LossKind::Approximated, "bytes that are no UTF-8 became U+FFFD"),
    unread_by(LONE_SURROGATE.code(), "text", LossKind::Approximated, "half of a surrogate pair became U+FFFD"),
    unread_by(NOT_FINITE.code(), "text", LossKind::Approximated, "a number that is not finite became null"),
];

/// A report may say what the target's rules refuse, such as a path that leaves the root. The text then has the fallback
/// outcome, and that is told like any other loss.
fn lowered(report: &Report, written: &AnyEnvelope, losses: &[Loss]) -> Option<Loss> {
    let grave = written.diagnostics().iter().max_by_key(|diagnostic| diagnostic.severity);
    let told = losses.iter().any(|loss| loss.field == "outcome");
    let note = match grave {
        Some(grave) if !written.is_accepted() => {
            format!("the text is not accepted: {} ({})", grave.message, grave.rule.code())
        }
        _ if written.outcome() != report.outcome && !told => {
            format!("{} became {}", report.outcome, written.outcome())
        }
        _ => return None,
    };
    Some(Loss::new("outcome", LossKind::Approximated, note))
}

/// The protocol is one to convert from, not to (R-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotATarget {
    /// The protocol.
    pub protocol: Protocol,
}

impl fmt::Display for NotATarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let targets: Vec<&str> = Protocol::targets().map(Protocol::as_str).collect();
        write!(f, "nothing can be converted to {}; targets are {}", self.protocol, targets.join(", "))
    }
}

impl std::error::Error for NotATarget {}
