//! Input that no protocol claims, or more than one (R-A2).

use std::fmt::Write as _;

use envelope_core::{
    Diagnostic, Diagnostics, Limits, Loss, Outcome, Report, Source, Span, Tree, Verdict, note_bytes, too_large,
};
use serde_json::Value;

use crate::any::Judged;
use crate::rules::{AMBIGUOUS_PROTOCOL, UNKNOWN_PROTOCOL};
use crate::{Certainty, Detection, Settings};

/// What mends a member that states another outcome, whatever the protocol.
const ONE_OUTCOME: &str = "state one outcome in one report: mend this member or leave it out";

/// Unknown or ambiguous input: protocol and status are null, and the outcome is `failed` (R-A2).
#[derive(Clone, Debug)]
pub struct Unclaimed {
    detection: Detection,
    diagnostics: Vec<Diagnostic>,
    /// Whether the help is for the agent, and not for the person who calls the program.
    helps_agent: bool,
}

impl Unclaimed {
    pub(crate) fn new(detection: Detection, source: &Source<'_>) -> Self {
        let ambiguous = detection.candidates.len() > 1;
        let rule = if ambiguous { &AMBIGUOUS_PROTOCOL } else { &UNKNOWN_PROTOCOL };
        let help = if ambiguous {
            "have the agent send one report, or name the protocol: `--protocol P` (`read_as` in a program)"
        } else {
            "name the protocol to hear what the message lacks: `--protocol P` (`read_as` in a program)"
        };
        let text = source.text();
        let line_from = |at: usize| text.get(at..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
        let place = detection.doubtful().filter(|_| ambiguous).unwrap_or_default();
        let place =
            if place.is_empty() { Span::new(place.start(), place.start() + line_from(place.start())) } else { place };
        let member = detection.worst_member();
        let helps_agent = member.is_some();
        let found = match member {
            Some(member) => {
                let why = format!("{}; the worse outcome is stated at `{}`", detection.why, member.path.as_str());
                Diagnostic::new(rule, member.span, why).path(member.path.clone()).help(ONE_OUTCOME)
            }
            None => Diagnostic::new(rule, place, detection.why.clone()).help(help),
        };
        let mut diagnostics = Diagnostics::new(Limits::default());
        diagnostics.push(found);
        note_bytes(source, &mut diagnostics);
        Self { detection, diagnostics: diagnostics.finish(), helps_agent }
    }

    /// A message over the limit is not looked at (R-A9).
    pub(crate) fn too_large(settings: &Settings) -> Self {
        let found = too_large(settings.limits);
        let why = found.message.clone();
        let detection = Detection { protocol: None, certainty: Certainty::None, why, candidates: Vec::new() };
        Self { detection, diagnostics: vec![found], helps_agent: false }
    }

    /// Whether the message was looked at, and shows no sign of any protocol.
    pub(crate) fn is_unknown(&self) -> bool {
        self.diagnostics.first().is_some_and(|first| first.rule == &UNKNOWN_PROTOCOL)
    }

    /// What was looked for and found.
    pub fn detection(&self) -> &Detection {
        &self.detection
    }
}

impl Judged for Unclaimed {
    fn is_accepted(&self) -> bool {
        false
    }

    fn status(&self) -> Option<&'static str> {
        None
    }

    fn outcome(&self) -> Outcome {
        Outcome::Failed
    }

    fn fallback(&self) -> bool {
        true
    }

    fn truncated(&self) -> bool {
        false
    }

    fn verdict(&self) -> Option<Verdict> {
        None
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn unlisted(&self) -> usize {
        0
    }

    fn to_report(&self) -> Option<Report> {
        None
    }

    fn left_out(&self) -> &[Loss] {
        &[]
    }

    fn left_behind(&self) -> Option<Loss> {
        None
    }

    fn render(&self) -> Option<String> {
        None
    }

    fn value(&self) -> Option<Value> {
        None
    }

    fn tree(&self) -> Option<&Tree> {
        None
    }

    fn reask(&self, _: &Source<'_>) -> Option<String> {
        let mut text = "Your message was not accepted: it holds no report that can be told for sure.\n".to_owned();
        for diagnostic in &self.diagnostics {
            let help = diagnostic.help.as_deref().filter(|_| self.helps_agent);
            let expected = help.map(|help| format!("; expected: {help}")).unwrap_or_default();
            let _ = writeln!(text, "- {}{expected}", diagnostic.message);
        }
        text.push_str(
            "Send the whole report again from its first line, in the form that you were told, and nothing else.\n",
        );
        Some(text)
    }
}
