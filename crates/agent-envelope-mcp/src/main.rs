//! The command `envelope-mcp`: a server of the Model Context Protocol on standard input and output.

#![forbid(unsafe_code)]

mod arguments;
mod folders;
mod resources;
mod results;
mod server;
mod stdin;

use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;

use crate::server::Server;

/// Lets agents check, convert and merge reports: a server of the Model Context Protocol on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "envelope-mcp", version)]
#[command(after_help = "Example: claude mcp add envelope -- envelope-mcp --root reports")]
struct Args {
    /// A folder whose files may be read; may be repeated. Without it no file is read
    #[arg(long, value_name = "DIR", value_parser = |path: &str| std::path::absolute(path))]
    root: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let roots = Args::parse().root;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let served = runtime.map_err(Into::into).and_then(|runtime| {
        let served = runtime.block_on(serve(roots));
        // A read of standard input may still be waiting.
        runtime.shutdown_background();
        served
    });
    let Err(error) = served else { return ExitCode::SUCCESS };
    drop(writeln!(std::io::stderr(), "error: {error}"));
    ExitCode::from(2)
}

async fn serve(roots: Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    let (input, output) = rmcp::transport::stdio_pipes();
    // A longer message would be dropped without an answer, and the client would wait.
    let transport = AsyncRwTransport::new_server(stdin::repaired(input), output).with_max_line_length(usize::MAX);
    Server::new(roots).serve(transport).await?.waiting().await?;
    Ok(())
}
