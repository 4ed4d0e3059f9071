//! What each agent may put into its findings (R-P5).

use std::collections::BTreeMap;
use std::fmt;

use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::Verbosity;

/// The key of a schema that names the verbosity levels that its agent offers; validators ignore it.
const LEVELS: &str = "verbosity_levels";

/// The JSON Schema of each agent's findings, and the verbosity levels that it offers.
///
/// ```
/// let mut registry = report_contract::Registry::default();
/// registry.add("counter", r#"{"type": "object", "required": ["lines"], "verbosity_levels": ["summary"]}"#)?;
/// # Ok::<(), report_contract::RegistryError>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    agents: BTreeMap<String, Agent>,
}

#[derive(Clone)]
struct Agent {
    validator: std::sync::Arc<Validator>,
    levels: Option<Vec<Verbosity>>,
}

/// Why an agent cannot be added to a registry.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// It is JSON, but no JSON Schema.
    #[error("no JSON Schema: {0}")]
    Schema(String),
    /// `verbosity_levels` is no list of levels.
    #[error("`verbosity_levels` is a list of summary, detailed and comprehensive, not {0}")]
    Levels(String),
}

impl Registry {
    /// Adds the schema of an agent's findings. Its key `verbosity_levels` may list the levels that the agent offers.
    pub fn add(&mut self, agent: &str, schema: &str) -> Result<(), RegistryError> {
        let schema: Value = serde_json::from_str(schema)?;
        let validator = jsonschema::validator_for(&schema).map_err(|error| RegistryError::Schema(error.to_string()))?;
        let levels = schema.get(LEVELS).map(levels).transpose()?;
        self.agents.insert(agent.to_owned(), Agent { validator: validator.into(), levels });
        Ok(())
    }

    /// Whether an agent offers a level, as far as it is known.
    pub(crate) fn offers(&self, agent: &str, level: Verbosity) -> bool {
        let levels = self.agents.get(agent).and_then(|agent| agent.levels.as_ref());
        levels.is_none_or(|levels| levels.contains(&level))
    }

    /// What is wrong with the findings of an agent: a pointer below them, and the fault.
    pub(crate) fn faults(&self, agent: &str, findings: &Map<String, Value>) -> Vec<(String, String)> {
        let Some(agent) = self.agents.get(agent) else { return Vec::new() };
        let findings = Value::Object(findings.clone());
        let fault =
            |error: jsonschema::ValidationError<'_>| (error.instance_path().to_string(), error.masked().to_string());
        agent.validator.iter_errors(&findings).map(fault).collect()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.agents.keys()).finish()
    }
}

fn levels(value: &Value) -> Result<Vec<Verbosity>, RegistryError> {
    let level = |word: &Value| word.as_str().and_then(Verbosity::from_word);
    let levels = value.as_array().and_then(|words| words.iter().map(level).collect());
    levels.ok_or_else(|| RegistryError::Levels(value.to_string()))
}
