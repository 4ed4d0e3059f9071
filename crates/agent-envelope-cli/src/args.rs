//! The arguments of the command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agent_envelope::clarifications_md::{self, Clarifications};
use agent_envelope::{AnyProtocol, Dialect, Options, PROTOCOLS, Registry, ResultType, Verbosity, find};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

use crate::clarify::Clarify;
use crate::source::input;
use crate::{check, completions, convert, explain, fmt, hook, json, parse, prompt, reask, schema, scratchpad};

/// Reads the reports of agents: finds the protocol, checks every rule, and says at which byte something is wrong.
#[derive(Debug, Parser)]
#[command(name = "envelope", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<check::Check>),
    Parse(Box<parse::Parse>),
    Fmt(Box<fmt::Fmt>),
    Convert(Box<convert::Convert>),
    Aggregate(Aggregate),
    Json(json::Json),
    Prompt(prompt::Prompt),
    Reask(Box<reask::Reask>),
    Schema(schema::Schema),
    Explain(explain::Explain),
    Scratchpad(scratchpad::Scratchpad),
    Hook(hook::Hook),
    Clarify(Clarify),
    Completions(completions::Completions),
}

/// What the caller expects and allows.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Expectations")]
pub(crate) struct Expect {
    /// The session that the report must name (json-return)
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// The task that the report must name (report-contract)
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
    /// The agent that the report must name (json-return, report-contract)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// The level of detail that was asked for (report-contract)
    #[arg(long, value_name = "LEVEL", value_parser = verbosity())]
    pub(crate) verbosity: Option<Verbosity>,
    /// The JSON Schema of an agent's findings (report-contract)
    #[arg(long, value_name = "AGENT=FILE", value_parser = findings_schema)]
    pub(crate) findings_schema: Vec<FindingsSchema>,
    /// The folder in which artifacts must exist (json-return)
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(folder))]
    pub(crate) root: Option<PathBuf>,
    /// The words and fields to allow (json-return): `spec`, `contextual` or a JSON file
    #[arg(long, value_name = "NAME|FILE", default_value = "spec", value_parser = dialect)]
    pub(crate) dialect: Dialect,
    /// The type that the result must have (clarity)
    #[arg(long = "type", value_name = "TYPE", value_parser = one_of(ResultType::ALL.map(ResultType::as_str), ResultType::find))]
    pub(crate) result_type: Option<ResultType>,
    /// The document that was evaluated or decided (evaluation, decisions)
    #[arg(long, value_name = "FILE", value_parser = clarifications)]
    pub(crate) clarifications: Option<Arc<Clarifications>>,
}

impl Expect {
    pub(crate) fn options(&self) -> Options {
        let mut registry = Registry::default();
        for FindingsSchema { agent, schema } in &self.findings_schema {
            // The schema was checked when the argument was read.
            drop(registry.add(agent, schema));
        }
        Options {
            session: self.session.clone(),
            task: self.task.clone(),
            agent: self.agent.clone(),
            verbosity: self.verbosity,
            result_type: self.result_type,
            dialect: self.dialect.clone(),
            root: self.root.clone(),
            registry,
            clarifications: self.clarifications.clone(),
            ..Options::default()
        }
    }
}

/// Merges the reports of many agents into one.
///
/// Findings that are the same are merged, sorted by severity and numbered; units that did not report, or not everything, are
/// gaps. Exit code: 0 if all inputs are accepted and `--fail-on` is not met, 1 if not, 2 if the command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope aggregate reports/ --expect agents.txt --fail-on critical --fail-on gap")]
pub(crate) struct Aggregate {
    /// Files, directories (without what git ignores), or `-` for standard input; messages or states
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The protocol of the messages
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = protocol())]
    pub(crate) protocol: Protocol,
    /// How to print the report; a state is an input of a later aggregation
    #[arg(long, value_enum, default_value_t = ReportFormat::Markdown)]
    pub(crate) format: ReportFormat,
    /// The units that must report, as a JSON list or one a line: agents, documents, tasks, screens or files. They are no
    /// part of a state: name them where the report is made
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Exit with 1 if there is a finding of this severity or worse, or a gap
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailOn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    Markdown,
    /// One JSON object
    Json,
    /// JSON lines, to be merged with others
    State,
    /// One page for a browser
    Html,
    /// The findings for code scanning and editors
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A critical finding
    Critical,
    /// A major or critical finding
    Major,
    /// Any finding, or a result that says that there are some, such as open items of a checklist
    Minor,
    /// Any gap
    Gap,
}

/// The schema of an agent's findings.
#[derive(Clone, Debug)]
pub(crate) struct FindingsSchema {
    agent: String,
    schema: String,
}

/// A named protocol, or none for detection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Protocol(pub(crate) Option<&'static AnyProtocol>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON object a line
    Json,
}

/// One of the words that `--help` lists.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = &'static str>,
    find: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(move |word| find(&word).ok_or("is unknown"))
}

/// A protocol, or `auto`.
pub(crate) fn protocol() -> impl TypedValueParser<Value = Protocol> {
    one_of(std::iter::once("auto").chain(names(|_| true)), |name| Some(Protocol(find(name))))
}

/// The names of protocols.
pub(crate) fn names(is_meant: fn(&AnyProtocol) -> bool) -> impl Iterator<Item = &'static str> {
    PROTOCOLS.iter().filter(move |protocol| is_meant(protocol)).map(|protocol| protocol.info.name)
}

pub(crate) fn verbosity() -> impl TypedValueParser<Value = Verbosity> {
    one_of(Verbosity::ALL.map(Verbosity::as_str), Verbosity::from_word)
}

fn folder(path: PathBuf) -> Result<PathBuf, String> {
    let found = std::fs::metadata(&path).map_err(|error| error.to_string())?;
    if found.is_dir() { Ok(path) } else { Err("is not a folder".to_owned()) }
}

fn dialect(name: &str) -> Result<Dialect, String> {
    match name {
        "spec" => Ok(Dialect::spec()),
        "contextual" => Ok(Dialect::contextual()),
        file => {
            let text = input(file.as_ref()).text();
            let text = text.map_err(|error| format!("neither spec, contextual nor a file: {error}"))?;
            Dialect::from_json(&text).map_err(|error| error.to_string())
        }
    }
}

fn clarifications(file: &str) -> Result<Arc<Clarifications>, String> {
    let bytes = input(Path::new(file)).read().map_err(|error| error.to_string())?;
    let document = clarifications_md::parse(bytes.as_slice()).into_result();
    document.map(Arc::new).map_err(|error| error.to_string())
}

fn findings_schema(text: &str) -> Result<FindingsSchema, String> {
    let (agent, file) = text.split_once('=').ok_or("expected AGENT=FILE")?;
    let schema = input(file.as_ref()).text().map_err(|error| error.to_string())?;
    Registry::default().add(agent, &schema).map_err(|error| format!("{file}: {error}"))?;
    Ok(FindingsSchema { agent: agent.to_owned(), schema })
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory as _};

    use super::Args;

    fn has_example(command: &Command, path: &str) {
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            let path = format!("{path} {}", command.get_name());
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&path), "{path}: {help}");
            has_example(command, &path);
        }
    }

    #[test]
    fn every_command_is_well_formed_and_has_an_example() {
        Args::command().debug_assert();
        has_example(&Args::command(), "envelope");
    }
}
