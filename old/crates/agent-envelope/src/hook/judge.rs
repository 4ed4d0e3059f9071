//! Whether an agent's last message is the report that it was to send.

use std::fmt::Display;

use envelope_core::Source;

use super::input::{Fault, HookInput};
use super::transcript::Texts;
use crate::{AnyEnvelope, Protocol, Settings, detect, read, read_as};

/// What is asked of the agents.
#[derive(Debug)]
#[non_exhaustive]
pub struct Judge<'s> {
    /// The protocol of every agent that is not named; `None` detects it.
    pub protocol: Option<Protocol>,
    /// The protocols of agents by their type.
    pub agents: Vec<(String, Option<Protocol>)>,
    /// How messages are read.
    pub settings: &'s Settings,
}

/// What became of the last message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a message is accepted or it is not")]
pub enum Verdict {
    /// It was accepted.
    Accepted,
    /// It was not.
    Refused {
        /// What to tell the agent: the re-ask.
        reason: String,
    },
}

/// What an agent is told that sent its report and then something else.
const EARLIER: &str = "Your last message holds no report. An earlier message of yours holds one that is accepted, \
                       but only the last message is read.\n";

impl<'s> Judge<'s> {
    /// One that detects the protocol of every agent.
    pub fn new(settings: &'s Settings) -> Self {
        Self { protocol: None, agents: Vec::new(), settings }
    }

    /// Judges the last message: the one in the input, or else the last one in the transcript.
    ///
    /// `transcript` opens the file and gives its lines, the last one first; it is called when there is no message in the
    /// input, and when the message holds no report and an earlier one might.
    pub fn judge<E, I>(
        &self,
        input: &HookInput,
        mut transcript: impl FnMut(&str) -> Result<I, E>,
    ) -> Result<Verdict, Fault>
    where
        E: Display,
        I: Iterator<Item = Result<Vec<u8>, E>>,
    {
        let protocol = self.protocol_of(input);
        let unreadable =
            |path: &str, error: &dyn Display| Fault::new(format!("cannot read the transcript {path}: {error}"));
        // The first that can be opened; where none can, why the likeliest cannot.
        let mut open = || {
            let mut fault = None;
            for (path, named_only) in input.transcripts() {
                match transcript(path) {
                    Ok(lines) => return Ok((path, Texts::new(input, named_only, lines))),
                    Err(error) => fault = fault.or_else(|| Some(unreadable(path, &error))),
                }
            }
            Err(fault.unwrap_or_else(|| Fault::new("the input has neither a message nor a transcript")))
        };
        let (message, mut earlier) = if let Some(message) = &input.last_assistant_message {
            (message.clone(), None)
        } else {
            let (path, mut texts) = open()?;
            let silent = || Fault::new(format!("the transcript {path} holds no text of an agent"));
            let message = texts.next().ok_or_else(silent)?.map_err(|error| unreadable(path, &error))?;
            (message, Some(texts))
        };
        let source = Source::new(message.as_str());
        let envelope = self.read(protocol, &source);
        if envelope.is_accepted() {
            return Ok(Verdict::Accepted);
        }
        let reask = || envelope.reask(&source, self.settings).unwrap_or_default();
        if holds_report(protocol, &source) {
            return Ok(Verdict::Refused { reason: reask() });
        }
        if earlier.is_none() {
            // That there is no transcript to look at is no fault: the message was judged.
            earlier = open().ok().map(|(_, texts)| texts.earlier());
        }
        // From a line that cannot be read on, nothing more is known.
        let mut texts = earlier.into_iter().flatten().map_while(Result::ok);
        let sent = texts.any(|text| self.read(protocol, &Source::new(text.as_str())).is_accepted());
        let known = || format!("{EARLIER}{}", envelope.to_fix(&source).unwrap_or_default());
        Ok(Verdict::Refused { reason: if sent { known() } else { reask() } })
    }

    /// The protocol that this agent is asked for; `None` where it is detected.
    pub fn protocol_of(&self, input: &HookInput) -> Option<Protocol> {
        let named = self.agents.iter().find(|(name, _)| input.agent_type.as_ref() == Some(name));
        named.map_or(self.protocol, |(_, protocol)| *protocol)
    }

    fn read(&self, protocol: Option<Protocol>, source: &Source<'_>) -> AnyEnvelope {
        match protocol {
            Some(protocol) => read_as(protocol, source, self.settings),
            None => read(source, self.settings),
        }
    }
}

/// Whether there is any sign of a report, however broken.
fn holds_report(protocol: Option<Protocol>, source: &Source<'_>) -> bool {
    let candidates = detect(source).candidates;
    match protocol {
        Some(protocol) => candidates.iter().any(|candidate| candidate.protocol == protocol),
        None => !candidates.is_empty(),
    }
}
