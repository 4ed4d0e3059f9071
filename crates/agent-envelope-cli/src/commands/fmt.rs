//! `envelope fmt`: the canonical form.

use std::path::PathBuf;

use agent_envelope::envelope_core::Source;
use agent_envelope::{Protocol, canonical};
use clap::Args;

use crate::args::Asked;
use crate::exit::{Exit, Failure};
use crate::input::{Input, Message};
use crate::output::{Out, Snippets, Turn, replace_file, visible};

/// Write a message in its canonical form
///
/// A report that is not accepted is not rewritten: what was refused must not come out clean. A clarifications document
/// is changed only where an older form can be rewritten without losing anything. What was read and does not come out
/// as it was, such as text around the report, comments and repairs, is said on standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  envelope fmt report.md
  envelope fmt --check clarifications.md  # exit 1 if it is not canonical
  envelope fmt --write clarifications.md  # change the file in place

Exit status: 0 the output is accepted (with --check: the file is canonical), 1 not, 2 the command could not run.")]
pub(crate) struct Fmt {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write nothing; exit 1 if the file is not in its canonical form
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Change the file in place
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    asked: Asked,
}

impl Fmt {
    pub(crate) fn run(&self, out: &mut Out) -> Result<Exit, Failure> {
        if self.write && Input::new(&self.file) == Input::Stdin {
            return Err(Failure::new("--write needs a file: standard input cannot be changed in place"));
        }
        let reader = self.asked.reader()?;
        let _turn = self.write.then(|| Turn::wait(&self.file)).transpose()?;
        let message = Message::of(&self.file, reader.settings.limits)?;
        let source = message.source();
        let snippets = Snippets::new();
        let envelope = reader.read(&source);
        reader.unchecked(&envelope).tell(out);
        let form = canonical(&envelope);
        let Some(text) = form.text else {
            out.people(&snippets.all(envelope.diagnostics(), &message.name, &source));
            out.people(&format!("{}: not accepted, so it has no canonical form\n", visible(&message.name)));
            return Ok(Exit::Refused);
        };
        let same = text.as_bytes() == message.bytes();
        let written = Source::new(text.as_str());
        let accepted = envelope.protocol().is_some_and(|protocol| reader.read_as(protocol, &written).is_accepted());
        if same || !accepted {
            out.people(&snippets.all(&form.left, &message.name, &source));
        } else {
            // What was deviating comes out mended or not at all: neither goes without a word.
            out.people(&snippets.all(envelope.diagnostics(), &message.name, &source));
            let unsaid = form.left.iter().filter(|left| !envelope.diagnostics().contains(left)).cloned();
            out.people(&snippets.all(&unsaid.collect::<Vec<_>>(), &message.name, &source));
        }
        // A document is changed in places, and keeps what stands between them.
        let whole = envelope.protocol().is_some_and(Protocol::is_target);
        for loss in envelope.left_out().iter().filter(|_| whole && !same) {
            out.people(&format!("{}: dropped: {}\n", visible(&message.name), visible(&loss.note)));
        }
        for field in form.invented {
            out.people(&format!("{}: `{field}` was not there and is made up\n", visible(&message.name)));
        }
        if self.check {
            if !same {
                out.people(&format!("{}: not in its canonical form\n", visible(&message.name)));
            }
            return Ok(Exit::from_accepted(same && accepted));
        }
        if !self.write {
            out.text(&text)?;
        } else if !accepted {
            out.people(&format!(
                "{}: not changed, because its canonical form is not accepted\n",
                visible(&message.name)
            ));
        } else if !same {
            replace_file(&self.file, message.bytes(), text.as_bytes())?;
        }
        if !accepted {
            out.people(&snippets.all(reader.read(&written).diagnostics(), &message.name, &written));
        }
        Ok(Exit::from_accepted(accepted))
    }
}
