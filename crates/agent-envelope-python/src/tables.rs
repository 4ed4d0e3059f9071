//! What the protocols have in their tables: instructions, schemas and rules.

use agent_envelope::{Options, SCHEMAS, SchemaKind, all_rules};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::{find_protocol, find_verbosity, unknown};
use crate::value::from_json;

/// The instruction for an agent that is to report.
///
/// >>> "STATUS:" in prompt("status-block")
/// True
/// >>> prompt("clarity", "tale")
/// Traceback (most recent call last):
/// ValueError: clarity has several types; name one of digest, consistency, verification, implementation, design-plan
#[pyfunction]
#[pyo3(signature = (protocol, r#type=None, *, session=None, delegation_path=Vec::new(), task=None, verbosity=None))]
#[pyo3(text_signature = "(protocol, type=None, *, session=None, delegation_path=(), task=None, verbosity=None)")]
pub(crate) fn prompt(
    protocol: &str,
    r#type: Option<&str>,
    session: Option<String>,
    delegation_path: Vec<String>,
    task: Option<String>,
    verbosity: Option<&str>,
) -> PyResult<String> {
    let verbosity = verbosity.map(find_verbosity).transpose()?;
    let options = Options { session, delegation_path, task, verbosity, ..Options::default() };
    let prompt = find_protocol(protocol)?.prompt(r#type, &options);
    prompt.map(|prompt| prompt.text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The JSON Schema of a kind of value.
///
/// >>> schema("json-return", "llm")["type"]
/// 'object'
#[pyfunction]
#[pyo3(signature = (kind, profile="full"))]
pub(crate) fn schema<'py>(py: Python<'py>, kind: &str, profile: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = SCHEMAS.iter().find(|known| known.name == kind);
    let found = found.ok_or_else(|| unknown("kind", kind, SCHEMAS.iter().map(|known| known.name)))?;
    let schema = found.profile(profile).ok_or_else(|| unknown("profile", profile, SchemaKind::PROFILES))?;
    from_json(py, &schema.to_string())
}

/// A rule: what it asks for and why, with a wrong and a right example.
///
/// >>> print(explain("json-return/missing-field").splitlines()[0])
/// json-return/missing-field (error, R-J2): a required field is missing
#[pyfunction]
pub(crate) fn explain(rule: &str) -> PyResult<String> {
    let found = agent_envelope::explain(rule).map(|found| found.to_string());
    found.ok_or_else(|| unknown("rule", rule, all_rules().map(|known| known.code)))
}
