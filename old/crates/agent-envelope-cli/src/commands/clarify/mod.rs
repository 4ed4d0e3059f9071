//! `envelope clarify`: the workflow from questions to final decisions, a file for each step.

mod answer;
mod autofill;
mod draft;
mod evaluate;
mod files;
mod flag;
mod gate;
mod merge;
mod refine;
mod stop;
mod tasks;
mod trace;
mod write;

use clap::{Args, Subcommand};

use crate::exit::{Exit, Failure};
use crate::output::Out;
use files::Files;
use stop::Stop;

/// Work on clarifications: evaluate answers, draft, refine, decide
///
/// Steps that change a document print it, or change the file with --write: to a temporary file beside it first, which
/// is then renamed. A link is followed to its file, and the file keeps its permissions. What is wrong is said on
/// standard error, and then nothing is changed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope clarify evaluate clarifications.md > answer-evaluation.json
  envelope clarify gate answer-evaluation.json --clarifications clarifications.md
  envelope clarify draft clarifications.md --evaluation answer-evaluation.json > decisions.md
  envelope clarify merge decisions.md --clarifications clarifications.md --judgements j.json

Exit status: 0 the work was done, whatever the verdict; 1 a document is not accepted, or an id,
an entry or a judgement is not known; 2 the command could not run.")]
pub(crate) struct Clarify {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    Evaluate(evaluate::Evaluate),
    Gate(gate::Gate),
    Answer(answer::Answer),
    Autofill(autofill::Autofill),
    Draft(draft::Draft),
    Tasks(tasks::Tasks),
    Refine(refine::Refine),
    Flag(flag::Flag),
    Merge(merge::Merge),
    Trace(trace::Trace),
}

impl Clarify {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        let mut files = Files::new(out);
        let done = match &self.step {
            Step::Evaluate(evaluate) => evaluate.run(&mut files),
            Step::Gate(gate) => gate.run(&mut files),
            Step::Answer(answer) => answer.run(&mut files),
            Step::Autofill(autofill) => autofill.run(&mut files),
            Step::Draft(draft) => draft.run(&mut files),
            Step::Tasks(tasks) => tasks.run(&mut files),
            Step::Refine(refine) => refine.run(&mut files),
            Step::Flag(flag) => flag.run(&mut files),
            Step::Merge(merge) => merge.run(&mut files),
            Step::Trace(trace) => trace.run(&mut files),
        };
        match done {
            Ok(exit) => Ok(exit),
            Err(Stop::Refused(lines)) => {
                out.people(&lines);
                Ok(Exit::Refused)
            }
            Err(Stop::Failed(failure)) => Err(failure),
        }
    }
}
