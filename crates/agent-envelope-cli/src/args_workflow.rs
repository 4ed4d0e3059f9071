//! The arguments of the steps between a clarifications document and its decisions.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::clarify::Target;

/// Prints the steps to choose from after an evaluation
///
/// For a rejected evaluation there is none: `{"verdict":null,"next":[]}`, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify gate answer-evaluation.json")]
pub(crate) struct Gate {
    /// The evaluation: a file, or `-` for standard input
    #[arg(value_name = "EVALUATION")]
    pub(crate) evaluation: PathBuf,
    /// The document that was evaluated
    #[arg(long, value_name = "FILE")]
    pub(crate) clarifications: Option<PathBuf>,
}

/// Prints what to ask of which agent: per section with an item that is not clear, with its prompt
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify tasks clarifications.md --evaluation answer-evaluation.json")]
pub(crate) struct Tasks {
    /// A file, or `-` for standard input
    pub(crate) file: PathBuf,
    /// The evaluation of the document
    #[arg(long, value_name = "FILE")]
    pub(crate) evaluation: PathBuf,
}

/// Adds the critical gaps and contradictions under `## Needs Clarification`
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify flag clarifications.md --evaluation answer-evaluation.json --write")]
pub(crate) struct Flag {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The evaluation of the document
    #[arg(long, value_name = "FILE")]
    pub(crate) evaluation: PathBuf,
    /// A JSON list of contradictions: `{"items": ["Q2", "Q12"], "title": "…", "note": "…"}`
    #[arg(long, value_name = "FILE")]
    pub(crate) contradictions: Option<PathBuf>,
}

/// Prints the draft of decisions.md
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify draft clarifications.md > decisions.md")]
pub(crate) struct Draft {
    /// A file, or `-` for standard input
    pub(crate) file: PathBuf,
    /// The evaluation of the document; without it, the document is evaluated
    #[arg(long, value_name = "FILE")]
    pub(crate) evaluation: Option<PathBuf>,
    /// A JSON list of contradictions: `{"items": ["Q2", "Q12"], "title": "…", "note": "…"}`
    #[arg(long, value_name = "FILE")]
    pub(crate) contradictions: Option<PathBuf>,
}

/// Prints the final decisions.md
///
/// The judgements are a JSON list that a person or agent writes, with an object for every entry of the draft:
/// `{"decision": "D1", "judgement": "supported", "decision_text": "…", "reasoning": "…", "implication": "…"}`. The judgement is
/// one of supported, contradicted, no-new-information and partly-changed. The text of the decision is required where a draft is
/// contradicted, and where a gap or contradiction is settled; elsewhere the answer is the decision.
///
/// `{"source": ["R6.1"], "title": "…", "reasoning": "…", "implication": "…"}` makes a new entry, which every answered refinement of
/// a question without a draft needs.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: envelope clarify merge decisions.md --clarifications clarifications.md --judgements judgements.json"
)]
pub(crate) struct Merge {
    /// The draft that `envelope clarify draft` printed: a file, or `-` for standard input
    #[arg(value_name = "DECISIONS")]
    pub(crate) decisions: PathBuf,
    /// The document that the draft comes from, with the answers to its refinements
    #[arg(long, value_name = "FILE")]
    pub(crate) clarifications: PathBuf,
    /// The judgements
    #[arg(long, value_name = "FILE")]
    pub(crate) judgements: PathBuf,
}

/// Prints which decision comes from which question, and what comes from nowhere or leads nowhere
#[derive(Debug, Args)]
#[command(after_help = "Example: envelope clarify trace clarifications.md --decisions decisions.md --format mermaid")]
pub(crate) struct Trace {
    /// A file, or `-` for standard input
    pub(crate) file: PathBuf,
    /// The decisions
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TraceFormat::Text)]
    pub(crate) format: TraceFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// A Mermaid diagram
    Mermaid,
}
