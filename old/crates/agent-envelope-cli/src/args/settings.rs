//! From the words of the command line to what the library is asked.

use std::path::Path;
use std::sync::Arc;

use agent_envelope::Settings;
use agent_envelope::clarifications_md::{Clarifications, Expectations};
use agent_envelope::clarity_protocol::ResultType;
use agent_envelope::envelope_core::{Envelope as _, Limits, Policy, ReadOptions};
use agent_envelope::json_return::{Dialect, DiskArtifacts};
use agent_envelope::report_contract::{FindingsRegistry, Verbosity};

use super::Asked;
use crate::exit::Failure;
use crate::input::{Input, Message, text_of as read_text};

impl Asked {
    pub(super) fn settings(&self) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        settings.policy = if self.strict { Policy::Strict } else { Policy::Tolerant };
        settings.json_return.options = dialect(&self.dialect)?;
        let expected = &mut settings.json_return.expectations;
        expected.session.clone_from(&self.session);
        expected.agent.clone_from(&self.agent);
        if let Some(root) = &self.root {
            let wrong = |error| Failure::new(format!("--root {}: {error}", root.display()));
            let artifacts = DiskArtifacts::new(root).map_err(wrong)?;
            *expected = expected.clone().artifacts(artifacts);
        }
        let expected = &mut settings.report_contract.expectations;
        expected.task.clone_from(&self.task);
        expected.agent.clone_from(&self.agent);
        expected.verbosity = self.verbosity()?;
        if let Some(registry) = self.findings()? {
            *expected = expected.clone().findings(registry);
        }
        settings.clarity.expectations.kind = self.kind()?;
        if let Some(document) = self.clarifications()? {
            settings.evaluation.expectations = Expectations::clarifications(Arc::clone(&document));
            settings.decisions.expectations = Expectations::clarifications(document);
        }
        Ok(settings)
    }

    fn verbosity(&self) -> Result<Option<Verbosity>, Failure> {
        let level = self.verbosity.as_deref().map(str::parse::<Verbosity>).transpose();
        level.map_err(|error| Failure::new(format!("--verbosity: {error}")))
    }

    fn kind(&self) -> Result<Option<ResultType>, Failure> {
        let Some(word) = &self.kind else { return Ok(None) };
        let words = ResultType::WORDS.join(", ");
        let unknown = || Failure::new(format!("--type {word}: not a type of clarity; there are: {words}"));
        ResultType::from_word(word).map(Some).ok_or_else(unknown)
    }

    /// Ids are looked up in it, so a document that is not accepted will not do.
    fn clarifications(&self) -> Result<Option<Arc<Clarifications>>, Failure> {
        let Some(path) = &self.clarifications else { return Ok(None) };
        let message = Message::read(&Input::File(path.clone()), Limits::default())?;
        let document = Clarifications::parse(&message.source(), &ReadOptions::default()).into_accepted();
        let refused = |_| Failure::new(format!("--clarifications {}: the document is not accepted", path.display()));
        document.map(|document| Some(Arc::new(document))).map_err(refused)
    }

    fn findings(&self) -> Result<Option<FindingsRegistry>, Failure> {
        if self.findings_schema.is_empty() {
            return Ok(None);
        }
        let mut registry = FindingsRegistry::new();
        for given in &self.findings_schema {
            let wrong = |error: &dyn std::fmt::Display| Failure::new(format!("--findings-schema {given}: {error}"));
            let pair = given.split_once('=').filter(|(agent, _)| !agent.trim().is_empty());
            let (agent, file) = pair.ok_or_else(|| wrong(&"write it as AGENT=FILE"))?;
            if registry.schema(agent).is_some() {
                return Err(wrong(&format!("`{agent}` has a schema already")));
            }
            let schema = text_of(Path::new(file), "--findings-schema")?;
            registry.insert_text(agent, &schema).map_err(|error| wrong(&error))?;
        }
        Ok(Some(registry))
    }
}

/// The dialect that an argument names, or the file that holds it.
pub(crate) fn dialect(word: &str) -> Result<Dialect, Failure> {
    match word {
        "spec" => Ok(Dialect::spec()),
        "contextual" => Ok(Dialect::contextual()),
        file => {
            let text = read_text(Path::new(file)).map_err(|error| {
                Failure::new(format!("--dialect {file}: not `spec`, not `contextual`, and no file to read: {error}"))
            })?;
            serde_json::from_str(&text).map_err(|error| Failure::new(format!("--dialect {file}: {error}")))
        }
    }
}

/// The text of the file that an option names.
pub(crate) fn text_of(path: &Path, option: &str) -> Result<String, Failure> {
    read_text(path).map_err(|error| Failure::new(format!("{option}: cannot read {}: {error}", path.display())))
}
