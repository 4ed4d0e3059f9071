use std::fmt::Display;
use std::io::Result;
use std::path::PathBuf;

use agent_envelope::Message;
use agent_envelope::clarifications_md::{
    EditError, EvaluateOptions, ItemId, Protocol as _, answer, autofill, evaluate, parse, refine,
};
use clap::{Args, Subcommand};

use crate::print::document;
use crate::source::input;
use crate::{ACCEPTED, REJECTED, args_workflow, snippet, workflow, write};

/// Takes the questions of a clarifications document to decisions.
///
/// The commands stand in the order of the steps. Exit code: 0 if the work is done, whatever the verdict, 1 if a document or
/// judgement is rejected or the change is not possible, 2 if the command could not run. Unless it is 0, nothing is written,
/// and nothing printed but the closed gate.
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify answer clarifications.md Q1 --text B --write")]
pub(crate) struct Clarify {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Evaluate(Evaluate),
    Gate(args_workflow::Gate),
    Draft(args_workflow::Draft),
    Tasks(args_workflow::Tasks),
    Refine(Refine),
    Flag(args_workflow::Flag),
    Answer(Answer),
    Autofill(Autofill),
    Merge(args_workflow::Merge),
    Trace(args_workflow::Trace),
}

/// Prints how well the questions are answered, as answer-evaluation.json
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify evaluate clarifications.md")]
struct Evaluate {
    /// A file, or `-` for standard input
    file: PathBuf,
    /// Do not read the letters and texts of choices: a short answer is vague
    #[arg(long)]
    literal: bool,
    /// Evaluate the refinements, too
    #[arg(long)]
    refinements: bool,
}

/// The document that is changed.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// A file, or `-` for standard input
    pub(crate) file: PathBuf,
    /// Replace the file instead of printing the document
    #[arg(long, long_help = write::HELP)]
    pub(crate) write: bool,
}

/// Sets the answer to one question or refinement
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify answer clarifications.md Q1 --text B --write")]
struct Answer {
    #[command(flatten)]
    target: Target,
    /// Its id, such as Q1 or R1.2
    id: ItemId,
    /// The answer; an empty one clears it
    #[arg(long, allow_hyphen_values = true)]
    text: String,
}

/// Copies recommendations into empty answers
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify autofill clarifications.md --write")]
struct Autofill {
    #[command(flatten)]
    target: Target,
}

/// Inserts refinements under their questions
///
/// A refinement begins with a heading such as `##### R6.1: Title`, and has its text, choices `A. Text` and the fields
/// `**Recommendation:**` and `**Answer:**` below it. Only people answer: text behind `**Answer:**` is not inserted.
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify refine clarifications.md --with q6.md q7.md --write")]
struct Refine {
    #[command(flatten)]
    target: Target,
    /// Files with refinements
    #[arg(long = "with", value_name = "BLOCK", required = true, num_args = 1..)]
    blocks: Vec<PathBuf>,
    /// Give a refinement whose id is taken the next free one
    #[arg(long)]
    renumber: bool,
}

/// The document, and what there is to say about it.
type Edited = std::result::Result<(String, Vec<String>), EditError>;

/// Runs `envelope clarify`; gives the exit code.
pub(crate) fn run(args: &Clarify) -> Result<u8> {
    match &args.command {
        Command::Evaluate(args) => run_evaluate(args),
        Command::Answer(args) => {
            run_edit(&args.target, |text| answer(text, args.id, &args.text).map(|text| (text, Vec::new())))
        }
        Command::Autofill(args) => run_edit(&args.target, |text| -> Edited {
            let result = autofill(text)?;
            let notes = [list("filled", &result.filled), list("no recommendation", &result.unfilled)];
            Ok((result.text, notes.into_iter().flatten().collect()))
        }),
        Command::Refine(args) => run_refine(args),
        Command::Gate(args) => workflow::gate(args),
        Command::Tasks(args) => workflow::tasks(args),
        Command::Flag(args) => workflow::flag(args),
        Command::Draft(args) => workflow::draft(args),
        Command::Merge(args) => workflow::merge(args),
        Command::Trace(args) => workflow::trace(args),
    }
}

fn run_evaluate(args: &Evaluate) -> Result<u8> {
    let Some(clarifications) = workflow::document(&args.file)? else { return Ok(REJECTED) };
    let options = EvaluateOptions { literal: args.literal, refinements: args.refinements };
    document(&evaluate(&clarifications, &options).render())?;
    Ok(ACCEPTED)
}

fn run_refine(args: &Refine) -> Result<u8> {
    let mut blocks = Vec::with_capacity(args.blocks.len());
    for path in &args.blocks {
        blocks.push(input(path).text()?);
    }
    let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
    run_edit(&args.target, |text| -> Edited {
        let result = refine(text, &blocks, args.renumber)?;
        let notes = [list("inserted", &result.inserted), list("already there", &result.dropped)];
        let mut notes: Vec<String> = notes.into_iter().flatten().collect();
        notes.extend(result.renumbered.iter().map(|(old, new)| format!("renumbered: {old} is now {new}")));
        notes.extend(result.same_title.iter().map(|(new, old)| format!("same title: {new} and {old}")));
        notes.extend(result.ignored.iter().map(|text| format!("not inserted: {text}")));
        Ok((result.text, notes))
    })
}

/// Edits a document, and prints or writes it. What there is to say about it goes to standard error.
pub(crate) fn run_edit<E: Display>(
    target: &Target,
    edit: impl FnOnce(&str) -> std::result::Result<(String, Vec<String>), E>,
) -> Result<u8> {
    let mut edited = None;
    write::edit(&target.file, target.write, |bytes| {
        let message = Message::from(bytes);
        let parsed = parse(message.clone());
        if !parsed.is_accepted() {
            snippet::print(parsed.diagnostics(), &input(&target.file).name(), &message)?;
            return Ok(None);
        }
        match edit(message.text()) {
            Ok((text, notes)) => {
                edited = Some(notes);
                Ok(Some(text))
            }
            Err(error) => {
                workflow::refuse(&error);
                Ok(None)
            }
        }
    })?;
    let Some(notes) = edited else { return Ok(REJECTED) };
    for note in notes {
        tell!("{note}");
    }
    Ok(ACCEPTED)
}

/// A line such as `filled: Q1, Q3`; none without ids.
fn list(what: &str, ids: &[ItemId]) -> Option<String> {
    let names: Vec<String> = ids.iter().map(ItemId::to_string).collect();
    (!ids.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
}
