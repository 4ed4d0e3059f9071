use std::io::{Result, Write};

use agent_envelope::{SCHEMAS, SchemaKind};
use clap::ValueEnum;

use crate::{ACCEPTED, FAILED};

/// Prints the JSON Schema of a kind of value.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope schema json-return --profile llm")]
pub(crate) struct Schema {
    /// The kind
    #[arg(value_name = "KIND", value_parser = names())]
    kind: String,
    /// The form of the schema
    #[arg(long, value_enum, default_value_t = Profile::Full)]
    profile: Profile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// Draft 2020-12
    Full,
    /// What structured-output APIs accept
    Llm,
    /// Draft 7
    #[value(name = "draft-07")]
    Draft07,
}

fn names() -> Vec<&'static str> {
    SCHEMAS.iter().map(|kind| kind.name).collect()
}

/// Runs `envelope schema`; gives the exit code.
pub(crate) fn run(args: &Schema) -> Result<u8> {
    let Some(kind) = SCHEMAS.iter().find(|kind| kind.name == args.kind) else { return Ok(FAILED) };
    let schema = match args.profile {
        Profile::Full => SchemaKind::full(kind),
        Profile::Llm => SchemaKind::llm(kind),
        Profile::Draft07 => SchemaKind::draft_07(kind),
    };
    writeln!(anstream::stdout(), "{schema:#}")?;
    Ok(ACCEPTED)
}
