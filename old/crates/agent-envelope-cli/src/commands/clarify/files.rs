//! What the steps read: documents, evaluations, decisions, and lists in JSON. What is found in them is told at once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agent_envelope::clarifications_md::{Clarifications, Decisions, Evaluation, EvaluationRules, Expectations};
use agent_envelope::envelope_core::json::{Request, read};
use agent_envelope::envelope_core::{Diagnostics, Envelope, Limits, Parsed, ReadOptions, Severity, Source, note_bytes};
use serde::de::DeserializeOwned;

use super::stop::Stop;
use crate::exit::Failure;
use crate::input::{Input, Message};
use crate::output::{Out, Snippets};

/// Reads the files of one step.
pub(super) struct Files<'o> {
    /// The two streams.
    pub(super) out: &'o mut Out,
    stdin_read: bool,
    /// Read before the turn to change a document began.
    ahead: Vec<(PathBuf, Message)>,
}

/// A document, and the file that it was read from.
pub(super) struct Document<T> {
    /// The file.
    pub(super) message: Message,
    /// What it says.
    pub(super) value: T,
    /// Whether it was accepted; only what a step can mend comes otherwise.
    pub(super) accepted: bool,
}

impl<T> Document<T> {
    /// Refuses the step for reasons that have to do with this document.
    pub(super) fn refused(&self, reasons: impl std::fmt::Display) -> Stop {
        Stop::refused(&self.message.name, reasons)
    }
}

impl<'o> Files<'o> {
    pub(super) fn new(out: &'o mut Out) -> Self {
        Self { out, stdin_read: false, ahead: Vec::new() }
    }

    /// Reads the bytes of files now, before the turn to change another begins: a pipe may let us wait, and meanwhile
    /// nobody else could change the document.
    pub(super) fn ahead<'p>(&mut self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
        for path in paths {
            let message = self.message(path)?;
            self.ahead.push((path.clone(), message));
        }
        Ok(())
    }

    /// A clarifications document.
    pub(super) fn document(&mut self, path: &Path) -> Result<Document<Arc<Clarifications>>, Stop> {
        let (message, parsed) = self.judged::<Clarifications>(path, EvaluationRules::default(), &())?;
        accepted(message, parsed.into_accepted().map(Arc::new))
    }

    /// A clarifications document that the step may mend: accepted or not, so long as it can be read.
    pub(super) fn mendable(&mut self, path: &Path) -> Result<Document<Clarifications>, Stop> {
        let (message, parsed) = self.judged::<Clarifications>(path, EvaluationRules::default(), &())?;
        let accepted = parsed.verdict().accepted();
        match parsed.read() {
            Some(value) => Ok(Document { value: value.clone(), message, accepted }),
            None => Err(Stop::refused(&message.name, "not accepted")),
        }
    }

    /// Whether a text is an accepted clarifications document.
    pub(super) fn accepts(text: &str) -> bool {
        Clarifications::parse(&Source::new(text), &ReadOptions::default()).verdict().accepted()
    }

    /// An evaluation of this document.
    pub(super) fn evaluation(&mut self, path: &Path, about: &Arc<Clarifications>) -> Result<Evaluation, Stop> {
        let expected = Expectations::clarifications(Arc::clone(about));
        let (message, parsed) = self.judged::<Evaluation>(path, (), &expected)?;
        accepted(message, parsed.into_accepted()).map(|evaluation| evaluation.value)
    }

    /// Decisions. They are not compared with their document here: the step says what does not fit.
    pub(super) fn decisions(&mut self, path: &Path) -> Result<Document<Decisions>, Stop> {
        let (message, parsed) = self.judged::<Decisions>(path, (), &Expectations::default())?;
        accepted(message, parsed.into_accepted())
    }

    /// A file read as this kind, accepted or not.
    pub(super) fn judged<T: Envelope>(
        &mut self,
        path: &Path,
        options: T::Options,
        expectations: &T::Expectations,
    ) -> Result<(Message, Parsed<T>), Failure> {
        let message = self.message(path)?;
        let source = message.source();
        let parsed = T::parse_expecting(&source, &ReadOptions::new(options), expectations);
        self.out.people(&Snippets::new().all(parsed.diagnostics(), &message.name, &source));
        Ok((message, parsed))
    }

    /// A list that a program or an agent wrote in JSON. JSON in prose or with sure repairs will do, and is told.
    pub(super) fn list<T: DeserializeOwned>(&mut self, path: &Path) -> Result<Vec<T>, Stop> {
        let message = self.message(path)?;
        let name = &message.name;
        // Of a file over the limit only the start was read.
        if !is_cut(&message) {
            match serde_json::from_slice(message.bytes()) {
                Ok(list) => return Ok(list),
                Err(error) if error.is_data() => return Err(Stop::refused(name, error)),
                Err(_) => {}
            }
        }
        let source = message.source();
        let (tree, mut found) = read(&source, &Request::default()).into_parts();
        note_bytes(&source, &mut found);
        let found = Diagnostics::finish(found);
        self.out.people(&Snippets::new().all(&found, name, &source));
        let sound = found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
        match tree.filter(|_| sound) {
            Some(tree) => serde_json::from_value(tree.root().to_value()).map_err(|error| Stop::refused(name, error)),
            None => Err(Stop::refused(name, "not accepted")),
        }
    }

    /// Text that goes into a document as it is, so that bytes which are no text will not do.
    pub(super) fn text(&mut self, path: &Path) -> Result<String, Stop> {
        let message = self.message(path)?;
        if is_cut(&message) {
            return Err(Stop::refused(&message.name, "larger than what is read"));
        }
        let text = std::str::from_utf8(message.bytes()).map_err(|error| Stop::refused(&message.name, error))?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned())
    }

    fn message(&mut self, path: &Path) -> Result<Message, Failure> {
        if let Some(at) = self.ahead.iter().position(|(known, _)| known == path) {
            return Ok(self.ahead.remove(at).1);
        }
        if Input::new(path) == Input::Stdin && std::mem::replace(&mut self.stdin_read, true) {
            return Err(Failure::new("standard input (`-`) can be read once only"));
        }
        Message::of(path, Limits::default())
    }
}

fn is_cut(message: &Message) -> bool {
    message.bytes().len() > Limits::default().input()
}

fn accepted<T, E>(message: Message, value: Result<T, E>) -> Result<Document<T>, Stop> {
    match value {
        Ok(value) => Ok(Document { message, value, accepted: true }),
        Err(_) => Err(Stop::refused(&message.name, "not accepted")),
    }
}
