//! The aggregation of many messages.

use std::sync::{Mutex, MutexGuard, PoisonError};

use agent_envelope::clarity_protocol::aggregate::{self, ClarityReport, Expected};
use agent_envelope::envelope_core::text::visible;
use agent_envelope::{Options, html, read_input, sarif};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{Text, find_protocol};
use crate::value::{Reduced, class, from_json};

/// The reports of many agents, from which one report is made.
///
/// It does not matter in which order messages are added and aggregates are merged. An aggregate can be pickled.
///
/// >>> aggregate = Aggregate(expect=["tides.md", "berths.md"])
/// >>> aggregate.add("RESULT: ERROR | Type: digest | Doc: tides.md | Coverage: 0% | Reason: no file", file="tides.md")
/// >>> [gap["reason"] for gap in aggregate.finish()["gaps"]]
/// ['no result', 'error, coverage 0%, no file']
#[pyclass(frozen, module = "agent_envelope")]
#[derive(Debug)]
pub(crate) struct Aggregate {
    expect: Vec<String>,
    /// Locked only where the thread is detached from Python, so that nobody waits for both locks at once.
    inputs: Mutex<aggregate::Aggregate>,
}

impl Aggregate {
    fn lock(&self) -> MutexGuard<'_, aggregate::Aggregate> {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is made of the report, without a lock of Python.
    fn report<T: Send>(&self, py: Python<'_>, make: fn(&ClarityReport) -> T) -> T {
        py.detach(|| {
            let inputs = self.lock().clone();
            make(&inputs.finish(&Expected::new(self.expect.iter().map(String::as_str))))
        })
    }
}

#[pymethods]
impl Aggregate {
    #[new]
    #[pyo3(signature = (expect=Vec::new()), text_signature = "(expect=())")]
    fn new(expect: Vec<String>) -> Self {
        Self { expect, inputs: Mutex::default() }
    }

    /// Reads a message and adds it. The same file name with the same text counts once.
    #[pyo3(signature = (text, file, *, protocol=None))]
    fn add(&self, py: Python<'_>, text: Text, file: &str, protocol: Option<&str>) -> PyResult<()> {
        let protocol = protocol.map(find_protocol).transpose()?;
        py.detach(|| {
            let input = read_input(file, text.as_ref(), protocol, &Options::default());
            self.lock().add(input);
        });
        Ok(())
    }

    /// Adds all messages of another aggregate; what this one expects stays.
    fn merge(&self, py: Python<'_>, other: &Bound<'_, Self>) {
        let other = other.get();
        py.detach(|| {
            let inputs = other.lock().clone();
            self.lock().merge(inputs);
        });
    }

    /// The report of all messages, as the schema `clarity-report` describes it.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.report(py, |report| serde_json::to_string(report).unwrap_or_default()))
    }

    /// The report as Markdown.
    fn to_markdown(&self, py: Python<'_>) -> String {
        self.report(py, |report| visible(&report.to_string()).into_owned())
    }

    /// The report as one HTML page.
    fn to_html(&self, py: Python<'_>) -> String {
        self.report(py, html::page)
    }

    /// The findings as SARIF 2.1.0, for code scanning and editors.
    fn to_sarif(&self, py: Python<'_>) -> String {
        self.report(py, |report| sarif::of_report(report).to_string())
    }

    /// The messages as JSON lines. States one after the other are a state; `envelope aggregate` reads them, too.
    fn to_state(&self, py: Python<'_>) -> String {
        py.detach(|| self.lock().to_state())
    }

    /// The aggregate of one or more states.
    #[staticmethod]
    #[pyo3(signature = (state, expect=Vec::new()), text_signature = "(state, expect=())")]
    fn from_state(py: Python<'_>, state: Text, expect: Vec<String>) -> PyResult<Self> {
        let inputs = py.detach(|| {
            let state = std::str::from_utf8(state.as_ref()).map_err(|error| error.to_string())?;
            aggregate::Aggregate::from_state(state).map_err(|error| error.to_string())
        });
        Ok(Self { expect, inputs: Mutex::new(inputs.map_err(PyValueError::new_err)?) })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.lock().inputs().len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Aggregate of {} messages>", self.__len__(py))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String, Vec<String>)>> {
        Ok((class(py, "Aggregate")?.getattr("from_state")?, (self.to_state(py), self.expect.clone())))
    }
}
