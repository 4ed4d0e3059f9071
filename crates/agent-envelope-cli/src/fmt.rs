use std::io::Result;

use agent_envelope::{AnyParsed, LineIndex, Message, Protocol as _, clarifications_md};

use crate::source::{Source, input};
use crate::{code, snippet, write};

/// Prints a message in its canonical form.
///
/// A clarifications document keeps every byte but older forms and missing counts, a decisions document every byte but labels,
/// statuses and headings that are written in another way.
/// What is rejected is not printed. Exit code: 0 if the message is accepted, 1 if it is rejected or, with `--check`, not in
/// its canonical form, 2 if the command could not run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: envelope fmt --write report.md")]
pub(crate) struct Fmt {
    #[command(flatten)]
    source: Source,
    /// Print nothing; exit with 1 if the message is not in its canonical form
    #[arg(long, conflicts_with_all = ["write", "any"])]
    check: bool,
    /// Replace the file
    #[arg(long, long_help = write::HELP, conflicts_with = "any")]
    write: bool,
    /// Print what could be read of a rejected message, too
    #[arg(long)]
    any: bool,
}

const CLARIFICATIONS: &str = clarifications_md::Clarifications::INFO.name;
const DECISIONS: &str = clarifications_md::Decisions::INFO.name;

/// Runs `envelope fmt`; gives the exit code.
pub(crate) fn run(args: &Fmt) -> Result<u8> {
    let name = input(&args.source.file).name();
    let mut is_good = false;
    write::edit(&args.source.file, args.write, |bytes| {
        let message = Message::from(bytes);
        let parsed = args.source.parse_quietly(&message);
        let canonical = canonical(&parsed, &message, args.any);
        if canonical.is_none() || parsed.protocol() != Some(CLARIFICATIONS) {
            snippet::print(parsed.diagnostics(), &name, &message)?;
        }
        let Some((text, is_accepted)) = canonical else { return Ok(None) };
        // What is printed or written is what this command, with these options, accepts.
        let result = Message::from(text.as_str());
        let again = args.source.parse_quietly(&result);
        if is_accepted && !again.is_accepted() {
            snippet::print(again.diagnostics(), &name, &result)?;
            return Ok(None);
        }
        is_good = is_accepted;
        if args.check {
            is_good = text == message.text();
            if !is_good {
                tell!("{name}: not in the canonical form");
            }
            return Ok(None);
        }
        Ok(Some(text))
    })?;
    Ok(code(is_good))
}

/// The canonical form, and whether it is that of something accepted.
///
/// Documents that people edit keep every byte but older forms and missing counts. So what is rejected for these can be
/// written, too.
fn canonical(parsed: &AnyParsed, message: &Message<'_>, any: bool) -> Option<(String, bool)> {
    match parsed.protocol() {
        Some(CLARIFICATIONS) => match clarifications_md::fmt(message.text()) {
            Ok(result) => {
                if let Some(loss) = &result.invented {
                    tell!("{loss}");
                }
                let mut lines = LineIndex::new(message.text());
                for span in &result.left {
                    tell!("left as it is: line {}", lines.position(span.start()).line);
                }
                Some((result.text, true))
            }
            Err(error) => {
                // The diagnostics say why a document is rejected, but not why an accepted one has no other form.
                if parsed.is_accepted() {
                    tell!("error: {error}");
                }
                any.then(|| (message.text().to_owned(), false))
            }
        },
        Some(DECISIONS) => match clarifications_md::decisions::fmt(message.text()) {
            Ok(text) => Some((text, true)),
            Err(_) => any.then(|| (message.text().to_owned(), false)),
        },
        _ => parsed.value(any).map(|value| (value.render(), parsed.is_accepted())),
    }
}
