//! What is demanded of messages of some protocols only. A demand that could not be checked must not look as if it had
//! been (R-A2).

use agent_envelope::envelope_core::{Diagnostic, Span};
use agent_envelope::rules::UNCHECKED_EXPECTATION;
use agent_envelope::{AnyEnvelope, Protocol};

use super::{Asked, Reader};
use crate::exit::Failure;
use crate::output::{Out, plural};

/// An option that asks nothing of messages of other protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    option: &'static str,
    of: &'static [Protocol],
}

impl Demand {
    fn protocols(self) -> String {
        let names: Vec<&str> = self.of.iter().map(|protocol| protocol.as_str()).collect();
        names.join(" and ")
    }
}

impl Asked {
    /// What is demanded; refuses what the protocol that was named cannot be asked.
    pub(super) fn demands(&self) -> Result<Vec<Demand>, Failure> {
        use Protocol::{Clarity, Decisions, Evaluation, JsonReturn, ReportContract};
        let options: [(bool, &'static str, &'static [Protocol]); 8] = [
            (self.session.is_some(), "--session", &[JsonReturn]),
            (self.task.is_some(), "--task", &[ReportContract]),
            (self.agent.is_some(), "--agent", &[JsonReturn, ReportContract]),
            (self.verbosity.is_some(), "--verbosity", &[ReportContract]),
            (self.root.is_some(), "--root", &[JsonReturn]),
            (!self.findings_schema.is_empty(), "--findings-schema", &[ReportContract]),
            (self.kind.is_some(), "--type", &[Clarity]),
            (self.clarifications.is_some(), "--clarifications", &[Evaluation, Decisions]),
        ];
        let given = options.into_iter().filter(|(given, ..)| *given);
        let demands: Vec<Demand> = given.map(|(_, option, of)| Demand { option, of }).collect();
        // It allows and demands nothing, so that messages of other protocols need not be told of.
        let dialect = (self.dialect != "spec").then_some(Demand { option: "--dialect", of: &[JsonReturn] });
        if let Some(named) = self.protocol.0
            && let Some(other) = demands.iter().chain(&dialect).find(|demand| !demand.of.contains(&named))
        {
            let Demand { option, .. } = other;
            return Err(Failure::new(format!("{option} is for {}, and --protocol says {named}", other.protocols())));
        }
        Ok(demands)
    }
}

impl Reader {
    /// What was demanded and does not concern the protocol of a message. What no protocol claims is refused anyway.
    pub(crate) fn unchecked(&self, envelope: &AnyEnvelope) -> Unchecked {
        let Some(protocol) = envelope.protocol() else { return Unchecked::default() };
        let others = self.demands.iter().filter(|demand| !demand.of.contains(&protocol));
        Unchecked(others.map(|demand| (*demand, 1)).collect())
    }
}

/// What was demanded and could not be checked, and of how many messages.
#[derive(Debug, Default)]
pub(crate) struct Unchecked(Vec<(Demand, usize)>);

impl Unchecked {
    /// Counts those of further messages.
    pub(crate) fn add(&mut self, other: Self) {
        for (demand, more) in other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == demand) {
                Some((_, count)) => *count += more,
                None => self.0.push((demand, more)),
            }
        }
    }

    /// A note for each, for programs that see nothing but the result.
    pub(crate) fn notes(&self) -> impl Iterator<Item = Diagnostic> {
        self.0.iter().map(|(demand, _)| {
            let message = format!("{} was not checked: it is for {}", demand.option, demand.protocols());
            Diagnostic::new(&UNCHECKED_EXPECTATION, Span::at(0), message)
        })
    }

    /// A line for each, for people.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(demand, count)| {
            let messages = plural(*count, "message");
            format!("note: {} was not checked on {messages}: it is for {}", demand.option, demand.protocols())
        })
    }

    /// Tells people.
    pub(crate) fn tell(&self, out: &mut Out) {
        self.lines().for_each(|line| out.people(&(line + "\n")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Example;

    /// The example is made without the command.
    #[test]
    fn the_example_says_what_the_command_says() {
        let demand = Demand { option: "--session", of: &[Protocol::JsonReturn] };
        let said: Vec<String> = Unchecked(vec![(demand, 1)]).notes().map(|note| note.message).collect();
        let example = Example::of(UNCHECKED_EXPECTATION.code()).expect("an example");
        assert!(example.shown(&UNCHECKED_EXPECTATION).contains(&said.concat()));
    }
}
