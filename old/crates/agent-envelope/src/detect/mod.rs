//! Which protocol a message follows, how sure that is, and why.
//!
//! Detection looks for signs and reads nothing else: marker lines, headings and front matter for the text protocols,
//! the envelope's required keys for the JSON ones. A sign in a code fence or inside of JSON counts only where there is
//! none outside, because it is likely a quotation (R-A12). A whole envelope in a fence is more than a sign: beside one of
//! another protocol nothing tells which of the two is the report, and that is ambiguous (R-A2). So is a weaker sign that
//! is no quotation and states something worse than the stronger one, be it in the same JSON object: a failure must not
//! hide behind a success. It decides nothing about acceptance: that is the reader's.

mod json;
mod marker;
mod readers;
mod scalar;
mod stated;
pub(crate) mod text;

use std::cell::LazyCell;

use envelope_core::json::is_spelled;
use envelope_core::{Outcome, Source, Span};
use serde::Serialize;

use self::stated::{Member, Stated};
use crate::Protocol;

/// How sure a detection is, from not at all to sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Certainty {
    /// No sign at all, or equal signs of several.
    None,
    /// A sign that other texts may have too.
    Guess,
    /// Signs of this protocol, but not all of them.
    Likely,
    /// Everything that tells this protocol apart.
    Sure,
}

/// What was detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Detection {
    /// The protocol; `None` for unknown and for ambiguous input.
    pub protocol: Option<Protocol>,
    /// How sure it is.
    pub certainty: Certainty,
    /// Why, in words.
    pub why: String,
    /// Every protocol that there were signs of, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// A protocol that there were signs of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The protocol.
    pub protocol: Protocol,
    #[serde(flatten)]
    sign: Sign,
}

impl Detection {
    /// The place to look at where several protocols could be meant: what states the worst, be it a quotation, else the last
    /// line that is a sign. An empty one stands for its line.
    pub(crate) fn doubtful(&self) -> Option<Span> {
        let place = |candidate: &Candidate| candidate.sign.line.or(candidate.sign.at.map(Span::at));
        let worst =
            self.candidates.iter().filter(|candidate| candidate.fails()).max_by_key(|candidate| candidate.sign.stated);
        worst.map_or_else(|| self.candidates.iter().filter_map(|candidate| candidate.sign.line).next_back(), place)
    }

    /// The member that states the worst, where others state something else: it is why nothing else is believed.
    pub(crate) fn worst_member(&self) -> Option<&Member> {
        let lowering = self.candidates.iter().filter(|candidate| candidate.lowers());
        let worst = &lowering.max_by_key(|candidate| candidate.sign.stated)?.sign;
        worst.by.as_ref().filter(|_| self.candidates.iter().any(|other| other.sign.stated != worst.stated))
    }
}

impl Candidate {
    /// How much its own signs say.
    pub fn certainty(&self) -> Certainty {
        self.sign.certainty
    }

    /// The signs, in words.
    pub fn why(&self) -> &str {
        &self.sign.why
    }

    /// Whether it states that the work is not done.
    fn fails(&self) -> bool {
        self.sign.stated.is_some_and(|stated| !stated.is_success())
    }

    /// Whether it states that in its own right.
    fn lowers(&self) -> bool {
        !self.sign.quoted && self.fails()
    }

    /// Documents state nothing; what they quote is what people wrote, unless it is a whole envelope.
    fn states(&self) -> bool {
        self.protocol.is_target() || self.protocol.is_json()
    }

    /// Whether it states something worse than a stronger one, so that the stronger one must not be believed.
    fn contradicts(&self, stronger: &Self) -> bool {
        let worse = |own: Outcome| stronger.sign.stated.is_none_or(|other| other.worst(own) != other);
        (stronger.states() || self.sign.whole) && self.lowers() && self.sign.stated.is_some_and(worse)
    }
}

/// By what a protocol is told from others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signs {
    /// JSON with these keys, and the way to its status.
    Json(&'static [&'static str], &'static [&'static str]),
    /// Lines of text.
    Text(fn(&text::Facts) -> Option<Sign>),
}

/// What was found of one protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Sign {
    certainty: Certainty,
    why: String,
    /// What it states, as far as that shows.
    #[serde(skip)]
    stated: Option<Outcome>,
    /// The member of a JSON object that states it.
    #[serde(skip)]
    by: Option<Member>,
    /// Where it begins.
    #[serde(skip)]
    at: Option<usize>,
    /// The line that is its sign, of several the one that states the worst.
    #[serde(skip)]
    line: Option<Span>,
    /// Whether it may be a quotation.
    #[serde(skip)]
    quoted: bool,
    /// Whether it has all that an envelope has, however that is written.
    #[serde(skip)]
    whole: bool,
    /// Whether its reader would not count it: it claims no message, and yet it may take back what another one says.
    #[serde(skip)]
    aside: bool,
}

impl Sign {
    fn new(certainty: Certainty, why: String) -> Self {
        Self { certainty, why, stated: None, by: None, at: None, line: None, quoted: false, whole: false, aside: false }
    }

    fn stating(self, stated: Option<Outcome>) -> Self {
        Self { stated, ..self }
    }

    /// The sign of a line that its reader would not count.
    fn set_aside(self, aside: bool) -> Self {
        let certainty = if aside { Certainty::Guess } else { self.certainty };
        Self { certainty, aside, ..self }
    }

    fn stating_by(self, stated: Option<Stated>) -> Self {
        let (stated, by) = stated.map(|Stated { outcome, by }| (outcome, by)).unzip();
        Self { stated, by, ..self }
    }
}

/// Tells which protocol a message follows.
///
/// ```
/// use agent_envelope::{Certainty, detect, envelope_core::Source};
/// let found = detect(&Source::new("RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 3 | Entities: 2 | Cross-refs: 1"));
/// assert_eq!(found.certainty, Certainty::Sure);
/// assert_eq!(found.why, "a line `RESULT: CLEAN`");
///
/// let both = "RESULT: CLEAN | Type: digest\n\nSTATUS: failed\nSUMMARY:\n  what_i_did: nothing\n";
/// let found = detect(&Source::new(both));
/// assert_eq!(found.protocol, None, "{}", found.why);
/// let candidates: Vec<&str> = found.candidates.iter().map(|candidate| candidate.why()).collect();
/// assert_eq!(candidates, ["a line `RESULT: CLEAN`", "a line `STATUS: failed` and a section `SUMMARY:`"]);
/// ```
pub fn detect(source: &Source<'_>) -> Detection {
    if source.text().trim().is_empty() {
        return nothing("the message is empty");
    }
    if let Some(keys) = json::top_keys(source.text()) {
        // Clean JSON and nothing else: whatever its strings say is quoted.
        let sign = |required| {
            json::sign_of_keys(required, |key| keys.iter().any(|known| known == key || is_spelled(known, key)))
        };
        let candidates = of_json(|_, required, _| sign(required));
        match candidates.len() {
            0 => {}
            1 => return decide(candidates),
            // One object with keys of several: what each of them states is looked at, so that the worst is not lost.
            _ => {
                return decide(of_json(|protocol, required, path| {
                    let tree = json::look(source, required).and_then(|found| found.tree);
                    let stated = tree.and_then(|tree| stated::stated(protocol, path, &tree));
                    sign(required).map(|sign| sign.stating_by(stated))
                }));
            }
        }
    }
    let mut quoted = Vec::new();
    let bare = LazyCell::new(|| stated::Bare::new(source.text()));
    let mut candidates = of_json(|protocol, required, path| {
        let found = json::look(source, required)?;
        quoted.extend(found.span);
        Some(stated::in_json(protocol, path, required, found, source.text(), &bare))
    });
    let facts = text::Facts::gather(source.text(), &quoted);
    let of_text = of_text(&facts);
    let tells = |candidates: &[Candidate]| candidates.iter().any(|candidate| candidate.certainty() > Certainty::Guess);
    if !facts.in_fence && tells(&of_text) {
        // Beside a text envelope, a part of a JSON one is a quotation or data, unless it says that the work is not done.
        candidates.retain(|candidate| candidate.certainty() == Certainty::Sure || candidate.lowers());
        // What a field or an item of a sure one says is said by it, be it a whole return (R-S6).
        let sure = of_text.iter().any(|candidate| candidate.certainty() == Certainty::Sure);
        candidates.retain(|candidate| !(sure && candidate.sign.at.is_some_and(|at| facts.quotes_at(at))));
        candidates.extend(of_text);
    } else if !facts.in_fence && of_text.iter().any(|candidate| candidate.sign.aside) {
        // What no reader counts does not keep an envelope in a fence from being one.
        candidates.extend(of_text);
    } else if !(facts.in_fence && tells(&candidates)) {
        candidates.extend(of_text);
        return decide(candidates);
    }
    let rivals = fenced(source.text(), &quoted, &candidates);
    let decided = rivals.is_empty() || claims_nothing(&candidates);
    candidates.extend(rivals);
    if decided {
        return decide(candidates);
    }
    undecided(candidates, Certainty::Likely)
}

fn of_text(facts: &text::Facts) -> Vec<Candidate> {
    let found = Protocol::ALL.iter().filter_map(|protocol| match protocol.signs() {
        Signs::Json(..) => None,
        Signs::Text(sign) => {
            let sign = Sign { quoted: facts.in_fence, ..sign(facts)? };
            Some(Candidate { protocol: *protocol, sign })
        }
    });
    found.collect()
}

/// The whole text envelopes in code fences whose protocol is none of those known; each protocol once.
fn fenced(text: &str, quoted: &[Span], known: &[Candidate]) -> Vec<Candidate> {
    let mut rivals: Vec<Candidate> = Vec::new();
    for facts in text::Facts::of_fences(text, quoted) {
        for mut candidate in of_text(&facts).into_iter().filter(|candidate| candidate.certainty() == Certainty::Sure) {
            if known.iter().chain(&rivals).all(|other| other.protocol != candidate.protocol) {
                candidate.sign.why.push_str(" in a code fence");
                rivals.push(candidate);
            }
        }
    }
    rivals
}

fn of_json(
    mut sign: impl FnMut(Protocol, &'static [&'static str], &'static [&'static str]) -> Option<Sign>,
) -> Vec<Candidate> {
    let found = Protocol::ALL.iter().filter_map(|protocol| match protocol.signs() {
        Signs::Json(required, path) => {
            sign(*protocol, required, path).map(|sign| Candidate { protocol: *protocol, sign })
        }
        Signs::Text(_) => None,
    });
    found.collect()
}

/// Several protocols, and nothing to choose between them.
fn undecided(mut candidates: Vec<Candidate>, least: Certainty) -> Detection {
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.certainty()));
    let equal: Vec<String> = candidates
        .iter()
        .filter(|candidate| candidate.certainty() >= least)
        .map(|candidate| format!("{} ({})", candidate.protocol, candidate.why()))
        .collect();
    let why = format!("this could be {}", equal.join(" or "));
    Detection { protocol: None, certainty: Certainty::None, why, candidates }
}

fn nothing(why: &str) -> Detection {
    Detection { protocol: None, certainty: Certainty::None, why: why.to_owned(), candidates: Vec::new() }
}

const NO_SIGN: &str = "no sign of any protocol: no marker line, no envelope's keys";

fn claims_nothing(candidates: &[Candidate]) -> bool {
    candidates.iter().all(|candidate| candidate.sign.aside)
}

fn decide(mut candidates: Vec<Candidate>) -> Detection {
    candidates.sort_by_key(|candidate| (std::cmp::Reverse(candidate.certainty()), candidate.sign.aside));
    match candidates.as_slice() {
        [] => nothing(NO_SIGN),
        all if claims_nothing(all) => nothing(NO_SIGN),
        [first, second, ..] if first.certainty() == second.certainty() && !second.sign.aside => {
            let least = first.certainty();
            undecided(candidates, least)
        }
        [first, weaker @ ..] if weaker.iter().any(|other| other.contradicts(first)) => {
            let doubts = weaker.iter().filter(|other| other.contradicts(first)).map(Candidate::certainty);
            let least = doubts.min().unwrap_or(Certainty::Guess);
            undecided(candidates, least)
        }
        [first, ..] => {
            let (protocol, certainty, why) = (Some(first.protocol), first.certainty(), first.why().to_owned());
            Detection { protocol, certainty, why, candidates }
        }
    }
}
