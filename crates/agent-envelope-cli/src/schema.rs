use std::io::{Result, Write};

use agent_envelope::{SCHEMAS, SchemaKind};

use crate::{ACCEPTED, FAILED, args};

/// Prints the JSON Schema of a kind of value.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope schema json-return --profile llm")]
pub(crate) struct Schema {
    /// The kind
    #[arg(value_name = "KIND", value_parser = args::one_of(SCHEMAS.iter().map(|kind| kind.name), find))]
    kind: &'static SchemaKind,
    /// The form of the schema: draft 2020-12, what structured-output APIs accept, or draft 7
    #[arg(long, value_name = "PROFILE", value_parser = SchemaKind::PROFILES, default_value = SchemaKind::PROFILES[0])]
    profile: String,
}

fn find(name: &str) -> Option<&'static SchemaKind> {
    SCHEMAS.iter().find(|kind| kind.name == name)
}

/// Runs `envelope schema`; gives the exit code.
pub(crate) fn run(args: &Schema) -> Result<u8> {
    let Some(schema) = args.kind.profile(&args.profile) else { return Ok(FAILED) };
    writeln!(anstream::stdout(), "{schema:#}")?;
    Ok(ACCEPTED)
}
