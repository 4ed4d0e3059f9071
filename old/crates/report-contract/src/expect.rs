//! What the caller expects of a report (R-P2, R-P3, R-P5).

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use envelope_core::Issue;
use serde::de::DeserializeOwned;

use crate::{ConfidenceLevel, ContractReport, Verbosity};

/// What the briefing asked for.
///
/// ```
/// use envelope_core::{Envelope, ReadOptions, Source};
/// use report_contract::{ContractReport, Expectations, Verbosity};
/// let text = r#"{"report_metadata": {"agent_name": "investigator", "task_id": "t-3", "status": "completed",
///     "verbosity_level": "detailed", "confidence_level": 0.9}, "findings": {"answer": 42}}"#;
/// let expected = Expectations::default().task("t-3").agent("investigator").verbosity(Verbosity::Summary);
/// let parsed = ContractReport::parse_expecting(&Source::new(text), &ReadOptions::default(), &expected);
/// assert_eq!(parsed.diagnostics()[0].rule.code(), "report-contract/verbosity-mismatch");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expectations {
    /// The task of the briefing.
    pub task: Option<String>,
    /// The agent that was briefed.
    pub agent: Option<String>,
    /// The level of detail that was asked for.
    pub verbosity: Option<Verbosity>,
    /// Below this confidence a person should look at the report.
    pub review_below: ConfidenceLevel,
    /// What the findings must be like.
    pub findings: Vec<Arc<dyn FindingsCheck>>,
}

impl Default for Expectations {
    fn default() -> Self {
        Self { task: None, agent: None, verbosity: None, review_below: ConfidenceLevel::REVIEW, findings: Vec::new() }
    }
}

impl Expectations {
    /// The same for a task.
    #[must_use]
    pub fn task(mut self, task: impl Into<String>) -> Self {
        self.task = Some(task.into());
        self
    }

    /// The same for an agent.
    #[must_use]
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// The same for a level of detail.
    #[must_use]
    pub fn verbosity(mut self, level: Verbosity) -> Self {
        self.verbosity = Some(level);
        self
    }

    /// The same with another threshold for review.
    #[must_use]
    pub fn review_below(mut self, level: ConfidenceLevel) -> Self {
        self.review_below = level;
        self
    }

    /// The same with a check of the findings, such as a `FindingsRegistry` (feature `findings-schema`).
    #[must_use]
    pub fn findings(mut self, check: impl FindingsCheck + 'static) -> Self {
        self.findings.push(Arc::new(check));
        self
    }

    /// The same for findings that can be read as a type.
    #[must_use]
    pub fn typed_findings<F: DeserializeOwned + 'static>(self) -> Self {
        self.findings(Typed::<F>(PhantomData))
    }
}

/// Something that the findings of a report must keep to (R-P5).
pub trait FindingsCheck: fmt::Debug + Send + Sync {
    /// What breaks it; paths begin with `/findings`, or point at what decides how the findings are checked.
    fn check(&self, report: &ContractReport) -> Vec<Issue>;
}

impl<C: FindingsCheck + ?Sized> FindingsCheck for Arc<C> {
    fn check(&self, report: &ContractReport) -> Vec<Issue> {
        (**self).check(report)
    }
}

/// The findings can be read as `F`.
struct Typed<F>(PhantomData<fn() -> F>);

impl<F> fmt::Debug for Typed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Typed<{}>", std::any::type_name::<F>())
    }
}

impl<F: DeserializeOwned> FindingsCheck for Typed<F> {
    fn check(&self, report: &ContractReport) -> Vec<Issue> {
        report.findings_as::<F>().err().unwrap_or_default()
    }
}
