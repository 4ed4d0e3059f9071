//! `envelope fmt`: the canonical form.

use std::path::PathBuf;

use agent_envelope::envelope_core::{Diagnostic, Source};
use agent_envelope::{AnyEnvelope, Canonical, Protocol, canonical};
use clap::Args;

use crate::args::{Asked, Reader};
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
        let envelope = reader.read(&source);
        reader.unchecked(&envelope).tell(out);
        let form = canonical(&envelope);
        let Some(text) = &form.text else {
            tell_all(envelope.diagnostics(), &message, &source, out);
            tell(&message, "not accepted, so it has no canonical form", out);
            return Ok(Exit::Refused);
        };
        let written = Written::new(text, &envelope, &message, &reader);
        tell_changes(&form, &envelope, &written, (&message, &source), out);
        self.give(&written, &message, out)
    }

    /// Gives the canonical form to whoever is to have it.
    fn give(&self, written: &Written<'_>, message: &Message, out: &mut Out) -> Result<Exit, Failure> {
        if self.check {
            if !written.same {
                tell(message, "not in its canonical form", out);
            }
            return Ok(Exit::from_accepted(written.same && written.accepted()));
        }
        if !self.write {
            out.text(written.text)?;
        } else if !written.accepted() {
            tell(message, "not changed, because its canonical form is not accepted", out);
        } else if !written.same {
            replace_file(&self.file, message.bytes(), written.text.as_bytes())?;
        }
        if !written.accepted() {
            tell_all(written.again.diagnostics(), message, &Source::new(written.text), out);
        }
        Ok(Exit::from_accepted(written.accepted()))
    }
}

/// The canonical form, read once more.
struct Written<'t> {
    text: &'t str,
    /// Whether the message was in its canonical form.
    same: bool,
    /// What the same command makes of it.
    again: AnyEnvelope,
    /// The protocol of the message.
    protocol: Option<Protocol>,
}

impl<'t> Written<'t> {
    fn new(text: &'t str, envelope: &AnyEnvelope, message: &Message, reader: &Reader) -> Self {
        let again = reader.read(&Source::new(text));
        Self { text, same: text.as_bytes() == message.bytes(), again, protocol: envelope.protocol() }
    }

    fn accepted(&self) -> bool {
        self.again.is_accepted() && self.again.protocol() == self.protocol
    }
}

/// Tells what was read and does not come out as it was.
fn tell_changes(
    form: &Canonical,
    envelope: &AnyEnvelope,
    written: &Written<'_>,
    (message, source): (&Message, &Source<'_>),
    out: &mut Out,
) {
    if written.same || !written.accepted() {
        tell_all(&form.left, message, source, out);
    } else {
        // What was deviating comes out mended or not at all: neither goes without a word.
        tell_all(envelope.diagnostics(), message, source, out);
        let unsaid = form.left.iter().filter(|left| !envelope.diagnostics().contains(left)).cloned();
        tell_all(&unsaid.collect::<Vec<_>>(), message, source, out);
    }
    // A document is changed in places, and keeps what stands between them.
    let whole = envelope.protocol().is_some_and(Protocol::is_target);
    for loss in envelope.left_out().iter().filter(|_| whole && !written.same) {
        tell(message, &format!("dropped: {}", visible(&loss.note)), out);
    }
    for field in &form.invented {
        tell(message, &format!("`{field}` was not there and is made up"), out);
    }
}

fn tell(message: &Message, what: &str, out: &mut Out) {
    out.people(&format!("{}: {what}\n", visible(&message.name)));
}

fn tell_all(diagnostics: &[Diagnostic], message: &Message, source: &Source<'_>, out: &mut Out) {
    out.people(&Snippets::new().all(diagnostics, &message.name, source));
}
