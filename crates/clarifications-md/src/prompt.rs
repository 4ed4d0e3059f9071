//! The instructions for agents (R-A17).

use crate::read::line::{ANSWER, RECOMMENDATION};
use crate::read::{MARK, REFINEMENTS};
use crate::syntax::COUNTS;

/// What an agent is to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Topic {
    /// A document with questions.
    Questions,
    /// Refinements of questions whose answers are not clear.
    Refinements,
    /// An evaluation of the answers.
    Evaluation,
    /// The final decisions.
    Decisions,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 4] = [Self::Questions, Self::Refinements, Self::Evaluation, Self::Decisions];

    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Refinements => "refinements",
            Self::Evaluation => "evaluation",
            Self::Decisions => "decisions",
        }
    }
}

/// What to tell an agent. Holds placeholders only, so that an echo of it is no document.
///
/// ```
/// use clarifications_md::{Topic, parse, prompt};
///
/// let text = prompt(Topic::Questions);
/// assert!(text.contains("### Q1: <short title> [MUST ANSWER]"));
/// assert!(!parse(&text).is_accepted());
/// ```
pub fn prompt(topic: Topic) -> String {
    match topic {
        Topic::Questions => {
            let counts = COUNTS.map(|count| format!("{count}: <number>\n")).concat();
            format!(include_str!("prompt/questions.md"), mark = MARK, counts = counts, fields = fields(), rules = RULES)
        }
        Topic::Refinements => {
            format!(include_str!("prompt/refinements.md"), heading = REFINEMENTS, fields = fields(), rules = RULES)
        }
        Topic::Evaluation => crate::evaluation::prompt(),
        Topic::Decisions => crate::decisions::prompt(),
    }
}

fn fields() -> String {
    format!(
        "A. <choice>\nB. <choice>\nC. Other (please specify)\n\n{RECOMMENDATION} <letter of a choice> — <one full sentence \
         that says why>\n\n{ANSWER}\n"
    )
}

const RULES: &str = include_str!("prompt/rules.md");
