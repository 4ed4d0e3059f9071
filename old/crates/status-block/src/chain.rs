//! Chaining: what an orchestrator does after a report, and when it stops trying (status-block, "Context Forward Rules").

use std::collections::HashMap;

use envelope_core::Parsed;
use serde_json::Value;

use crate::{BlockStatus, NextAction, Section, StatusBlock};

impl NextAction {
    /// The agents that `recommended_agent` names, in order: "test-writer or orchestrator" names two. What stands in
    /// brackets or behind a dash says something about them.
    ///
    /// ```
    /// use status_block::NextAction;
    /// let next = NextAction::new("test-writer, `reviewer` or orchestrator", "", "");
    /// assert_eq!(next.agents(), ["test-writer", "reviewer", "orchestrator"]);
    /// assert!(NextAction::new("none (all done)", "", "").agents().is_empty());
    /// ```
    pub fn agents(&self) -> Vec<&str> {
        if let Some(text) = self.recommended_agent.as_deref() {
            return named_in(text);
        }
        // A list was kept aside, because it is no text.
        match self.extra.get("recommended_agent") {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).flat_map(named_in).collect(),
            _ => Vec::new(),
        }
    }
}

/// The agents that a text names.
fn named_in(text: &str) -> Vec<&str> {
    // What follows a word for nobody gives the reason.
    let first = text.split(['(', ':', '–', '—', '.']).next().and_then(|text| text.split(" - ").next());
    if first.is_some_and(|first| is_nobody(first.trim())) {
        return Vec::new();
    }
    let parts = without_remarks(text).flat_map(|part| part.split([',', '/', '|', ';'])).flat_map(split_words);
    let names = parts.map(|part| part.trim_matches(|c: char| c.is_whitespace() || "\"'`*.".contains(c)));
    names.filter(|name| !name.is_empty() && !is_nobody(name)).collect()
}

/// Whether something is said about who goes on that could not be read as the names of agents.
fn is_unread(block: &StatusBlock) -> bool {
    let whole = block.extensions.get(Section::NextAction.marker());
    let kept = block.next_action.as_ref().and_then(|next| next.extra.get("recommended_agent"));
    [whole, kept].into_iter().flatten().any(|kept| match kept {
        Value::Null => false,
        Value::String(text) => !is_nobody(text.trim()),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    })
}

/// Words for no agent.
const NOBODY: [&str; 4] = ["none", "n/a", "nobody", "-"];

fn is_nobody(name: &str) -> bool {
    NOBODY.iter().any(|word| word.eq_ignore_ascii_case(name))
}

/// What comes before an explanation.
const EXPLAINED: [&str; 4] = [" - ", " – ", " — ", ": "];

/// The parts of `text` outside of round brackets, up to an explanation.
fn without_remarks(text: &str) -> impl Iterator<Item = &str> {
    let end = EXPLAINED.iter().filter_map(|sign| text.find(sign)).min();
    let named = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    named.split('(').enumerate().map(|(at, part)| {
        let outside = || part.split_once(')').map_or("", |(_, after)| after);
        if at == 0 { part } else { outside() }
    })
}

/// The pieces of `text` between the words "or" and "and".
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(" or ").flat_map(|part| part.split(" and ")).map(|part| {
        let part = part.trim();
        part.strip_prefix("or ").or_else(|| part.strip_prefix("and ")).unwrap_or(part)
    })
}

/// What to do after a report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step<'a> {
    /// Run one of the agents with this context.
    Run(Handoff<'a>),
    /// Go no further.
    Stop(Stop),
}

/// Who goes on, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Handoff<'a> {
    /// The agents that were recommended, the first choice first; never empty.
    pub agents: Vec<&'a str>,
    /// Why.
    pub reason: Option<&'a str>,
    /// What the agent must know.
    pub context: Option<&'a str>,
}

/// Why the chain stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The work succeeded and nobody is to go on.
    Finished,
    /// Somebody must step in first.
    Blocked,
    /// The work failed, and trying again would not help or nobody is named to do it.
    Failed,
    /// The report was not accepted: ask the agent again.
    NotAccepted,
}

/// What an orchestrator does after a report: which agent runs, with what context, or stop.
///
/// It takes what was parsed and not the value, because a refused report must not lead anywhere (R-A2).
///
/// ```
/// use status_block::{Step, Stop, next_step, parse};
/// let text = "STATUS: success\nNEXT_ACTION:\n  recommended_agent: validator\n  context_forward: Run the tests in src\n";
/// let parsed = parse(text);
/// let Step::Run(handoff) = next_step(&parsed) else { panic!("it goes on") };
/// assert_eq!((handoff.agents, handoff.context), (vec!["validator"], Some("Run the tests in src")));
/// assert_eq!(next_step(&parse("looks good to me")), Step::Stop(Stop::NotAccepted));
/// ```
pub fn next_step(parsed: &Parsed<StatusBlock>) -> Step<'_> {
    let Some(block) = parsed.accepted() else { return Step::Stop(Stop::NotAccepted) };
    let next = block.next_action.as_ref();
    let agents = next.map(NextAction::agents).unwrap_or_default();
    let can_retry = block.errors.as_ref().and_then(|errors| errors.can_retry) == Some(true);
    let stop = match block.status {
        BlockStatus::Success if !parsed.outcome().is_success() => Some(Stop::Blocked),
        // What was said about who goes on, and could not be read, must be looked at (R-A3).
        BlockStatus::Success if agents.is_empty() && is_unread(block) => Some(Stop::Blocked),
        BlockStatus::Success => agents.is_empty().then_some(Stop::Finished),
        BlockStatus::Blocked => Some(Stop::Blocked),
        BlockStatus::Failed => (agents.is_empty() || !can_retry).then_some(Stop::Failed),
    };
    match (stop, next) {
        (None, Some(next)) => {
            let (reason, context) = (next.reason.as_deref(), next.context_forward.as_deref());
            Step::Run(Handoff { agents, reason, context })
        }
        (stop, _) => Step::Stop(stop.unwrap_or(Stop::Finished)),
    }
}

/// How one attempt at a gate went.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Attempt {
    /// It succeeded.
    Succeeded,
    /// It did not, with this error.
    Failed(String),
}

impl Attempt {
    /// The attempt that a report stands for. What was not accepted, or has no message, failed with an error that says
    /// so.
    pub fn of(parsed: &Parsed<StatusBlock>) -> Self {
        if parsed.accepted().is_some() && parsed.outcome().is_success() {
            return Self::Succeeded;
        }
        let message = parsed.read().and_then(|block| block.errors.as_ref()).and_then(|errors| errors.message.clone());
        let unread = || "no report that could be accepted".to_owned();
        Self::Failed(message.filter(|message| !message.trim().is_empty()).unwrap_or_else(unread))
    }
}

/// Says when a gate has been tried often enough: the same error three times, or five attempts, unless set otherwise.
///
/// ```
/// use status_block::{Attempt, CircuitBreaker, Trip};
/// let failed = |error: &str| Attempt::Failed(error.into());
/// let breaker = CircuitBreaker::default();
/// assert_eq!(breaker.trip(&[failed("no database"), failed("No database ")]), None);
/// let three = [failed("no database"), failed("timeout"), failed("no database"), failed("no database")];
/// assert!(matches!(breaker.trip(&three), Some(Trip::SameError { count: 3, .. })));
/// assert!(matches!(breaker.attempts(2).trip(&three[..2]), Some(Trip::Attempts { count: 2 })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitBreaker {
    same_error: usize,
    attempts: usize,
}

impl Default for CircuitBreaker {
    fn default() -> Self {
        Self { same_error: 3, attempts: 5 }
    }
}

/// Why a gate is not to be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trip {
    /// The same error came this often.
    SameError {
        /// The error as it was first written.
        error: String,
        /// How often it came.
        count: usize,
    },
    /// So many attempts were made.
    Attempts {
        /// How many.
        count: usize,
    },
}

impl CircuitBreaker {
    /// The same breaker that trips when one error came `count` times; at least one.
    #[must_use]
    pub fn same_error(mut self, count: usize) -> Self {
        self.same_error = count.max(1);
        self
    }

    /// The same breaker that trips after `count` attempts; at least one.
    #[must_use]
    pub fn attempts(mut self, count: usize) -> Self {
        self.attempts = count.max(1);
        self
    }

    /// Whether the gate with these attempts, first to last, is not to be tried again. A gate whose last attempt
    /// succeeded is passed.
    ///
    /// Errors are the same when they differ in letter case and white space only.
    pub fn trip(&self, attempts: &[Attempt]) -> Option<Trip> {
        if attempts.last().is_none_or(|last| *last == Attempt::Succeeded) {
            return None;
        }
        let mut counts: HashMap<String, (usize, &str)> = HashMap::new();
        for attempt in attempts {
            let Attempt::Failed(error) = attempt else { continue };
            let same = error.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let (count, first) = counts.entry(same).or_insert((0, error));
            *count += 1;
            if *count >= self.same_error {
                let total = attempts.iter().filter(|other| same_error(other, first)).count();
                return Some(Trip::SameError { error: (*first).to_owned(), count: total });
            }
        }
        let count = attempts.len();
        (count >= self.attempts).then_some(Trip::Attempts { count })
    }
}

fn same_error(attempt: &Attempt, error: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    matches!(attempt, Attempt::Failed(other) if words(other) == words(error))
}
