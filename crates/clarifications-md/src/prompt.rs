//! The instructions for agents (R-A17).

use crate::decode::COUNTS;
use crate::read::line::{ANSWER, RECOMMENDATION};
use crate::read::{MARK, REFINEMENTS};

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
        Topic::Questions => questions(),
        Topic::Refinements => refinements(),
        Topic::Evaluation => crate::evaluation::prompt(),
        Topic::Decisions => crate::decisions::prompt(),
    }
}

fn questions() -> String {
    format!(
        "Write the questions that must be settled before the work begins into one Markdown document in this form, with nothing \
before it:

---
{counts}priority_questions: [<ids of the questions marked {MARK}>]
---

# <title>

## <section>

### Q1: <short title> {MARK}
<the question, in one or more sentences>

{fields}
Questions are numbered through the whole document, not by section. question_count counts them, sections the headings with
two signs, duplicates_removed the questions that you merged into others, and refinement_count is 0 now. Mark a question
{MARK} if the work cannot go on without its answer, and list it in priority_questions. Where you merged questions of
others, add the line `_Consolidated from: <name and number of each>_` below the choices.
{RULES}",
        counts = COUNTS.map(|count| format!("{count}: <number>\n")).concat(),
        fields = fields(),
    )
}

fn refinements() -> String {
    format!(
        "Write refinements of the questions that you are given, in this form:

Refinements for <id of the question>:

##### R6.1: <short title>
<why this matters, given the answer above>

{fields}
The number before the dot is that of the question. Number the refinements of a question from 1; what refines a refinement
has its id and a letter, such as R6.1a. Write one where the answer is missing, vague or opens a gap; none where it is clear.
They are put under `#### {REFINEMENTS}` below the question.
{RULES}",
        fields = fields(),
    )
}

fn fields() -> String {
    format!(
        "A. <choice>\nB. <choice>\nC. Other (please specify)\n\n{RECOMMENDATION} <letter of a choice> — <one full sentence \
         that says why>\n\n{ANSWER}\n"
    )
}

const RULES: &str = "
Replace every placeholder. Leave the answers empty: people fill them in. The last choice is the open one. Labels are bold
with the colon inside. Use no other headings and no other labels.
";
