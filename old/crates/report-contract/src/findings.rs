//! The findings: a map whose shape is the agent's own (report-contract, section 4.2; R-P5).

use envelope_core::json::Extra;
use envelope_core::{Issue, Path};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::context_map::NAME;
use crate::rules::FINDINGS_SHAPE;
use crate::typed::typed;
use crate::{ContextMap, ContractReport};

/// The findings of a report, in the order they were written (report-contract, section 4.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Findings(Extra);

impl Findings {
    /// The members.
    pub fn as_map(&self) -> &Map<String, Value> {
        self.0.as_map()
    }

    /// The members, to be changed.
    pub fn as_map_mut(&mut self) -> &mut Map<String, Value> {
        self.0.as_map_mut()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The context map, if there is one and it is well-formed.
    ///
    /// ```
    /// let text = r#"{"report_metadata": {"agent_name": "a", "task_id": "t", "status": "completed",
    ///     "confidence_level": 1}, "findings": {"context_map": [["Signing.", "repo://src/jwt.ts:45"]]}}"#;
    /// let parsed = report_contract::parse(text);
    /// let map = parsed.read().and_then(|report| report.findings.context_map());
    /// assert_eq!(map.map(|map| map.entries.len()), Some(1));
    /// ```
    pub fn context_map(&self) -> Option<ContextMap> {
        self.as_map().get(NAME).and_then(|value| ContextMap::deserialize(value).ok())
    }
}

impl From<Map<String, Value>> for Findings {
    fn from(members: Map<String, Value>) -> Self {
        Self(members.into())
    }
}

impl ContractReport {
    /// The findings as the type of an agent's manual; where they do not fit, what does not, with its place.
    ///
    /// To have the same told with its bytes when a message is read, see
    /// [`Expectations::typed_findings`](crate::Expectations::typed_findings).
    ///
    /// ```
    /// use report_contract::{ConfidenceLevel, ContractReport, ContractStatus, ReportMetadata};
    /// #[derive(Debug, serde::Deserialize)]
    /// struct Review { files: Vec<File> }
    /// #[derive(Debug, serde::Deserialize)]
    /// struct File { path: String }
    ///
    /// let metadata = ReportMetadata::new("reviewer", "t-1", ContractStatus::Completed, ConfidenceLevel::FULL);
    /// let report = ContractReport::new(metadata).finding("files", serde_json::json!([{"path": "a.rs"}, {"path": 7}]));
    /// let issues = report.findings_as::<Review>().expect_err("a number is no path");
    /// assert_eq!(issues[0].path.as_str(), "/findings/files/1/path");
    /// ```
    pub fn findings_as<F: DeserializeOwned>(&self) -> Result<F, Vec<Issue>> {
        typed(self.findings.as_map()).map_err(|error| {
            let at = Path::root().key("findings");
            let path = error.steps().fold(at, envelope_core::Path::key);
            vec![Issue::new(&FINDINGS_SHAPE, path, error.message())]
        })
    }
}
