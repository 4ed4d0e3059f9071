//! Reading and converting messages.

use std::path::PathBuf;

use agent_envelope::envelope_core::text::one_line;
use agent_envelope::{AnyParsed, AnyValue, Diagnostic, PROTOCOLS};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::arguments::{Arguments, Text, find_protocol, unknown};
use crate::value::{Reduced, class, from_json};

/// A message that was read.
///
/// It is accepted or rejected; only an accepted message has a value and may have a successful outcome.
#[pyclass(frozen, module = "agent_envelope")]
pub(crate) struct Message {
    parsed: AnyParsed,
    text: Text,
    arguments: Arguments,
    value: PyOnceLock<Py<PyAny>>,
}

/// Reads a message of an agent; without a protocol it finds the one that claims it.
///
/// No message makes it raise: what is wrong is in `diagnostics`.
///
/// >>> message = read("STATUS: success (with caveats)", "status-block", agent="tester")
/// >>> message.accepted, message.outcome == "failed"
/// (False, True)
/// >>> message.diagnostics[0].rule
/// 'status-block/unknown-status'
#[pyfunction]
#[pyo3(signature = (text, protocol=None, *, strict=false, session=None, task=None, agent=None, verbosity=None, root=None,
    r#type=None, dialect=None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn read(
    py: Python<'_>,
    text: Text,
    protocol: Option<String>,
    strict: bool,
    session: Option<String>,
    task: Option<String>,
    agent: Option<String>,
    verbosity: Option<String>,
    root: Option<PathBuf>,
    r#type: Option<String>,
    dialect: Option<String>,
) -> PyResult<Message> {
    let result_type = r#type;
    let arguments = Arguments { protocol, strict, session, task, agent, verbosity, root, result_type, dialect };
    let options = arguments.options()?;
    let protocol = arguments.protocol.as_deref().map(find_protocol).transpose()?;
    let parsed = py.detach(|| agent_envelope::read(&text.as_ref().into(), protocol, &options));
    let parsed = if strict { parsed.strict() } else { parsed };
    Ok(Message { parsed, text, arguments, value: PyOnceLock::new() })
}

#[pymethods]
impl Message {
    /// Whether the message was accepted.
    #[getter]
    fn accepted(&self) -> bool {
        self.parsed.is_accepted()
    }

    /// The protocol that was named or found.
    #[getter]
    fn protocol(&self) -> Option<&'static str> {
        self.parsed.protocol()
    }

    /// The status word that the message states, accepted or not.
    #[getter]
    fn status(&self) -> Option<&'static str> {
        self.parsed.status()
    }

    /// What to branch on. Never a success unless the message was accepted.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        class(py, "Outcome")?.call1((self.parsed.outcome().as_str(),))
    }

    /// Whether the message ends too early.
    #[getter]
    fn truncated(&self) -> bool {
        self.parsed.truncated()
    }

    /// What is wrong, in the order of the text.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (class, severity) = (class(py, "Diagnostic")?, class(py, "Severity")?);
        let diagnostic = |diagnostic: &Diagnostic| {
            let Diagnostic { rule, span, position, pointer, message, .. } = diagnostic;
            let severity = severity.call1((diagnostic.severity().as_str(),))?;
            let span = (span.start(), span.end());
            class.call1((
                rule.code,
                severity,
                message,
                span,
                position.line,
                position.column,
                pointer,
                diagnostic.help(),
            ))
        };
        self.parsed.diagnostics().iter().map(diagnostic).collect()
    }

    /// The value of an accepted message, else None. It is the same dict each time: copy it before you change it.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if !self.parsed.is_accepted() {
            return Ok(py.None().into_bound(py));
        }
        self.partial_value(py)
    }

    /// What could be read, even of a rejected message: not a result to act on. Of an accepted one it is `value`.
    #[getter]
    fn partial_value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.value.get_or_try_init(py, || {
            let json = py.detach(|| {
                let value = self.parsed.value(true).map(AnyValue::to_json_text);
                value.or_else(|| Some(self.parsed.raw_json(&self.text.as_ref().into())?.to_string()))
            });
            PyResult::Ok(from_json(py, json.as_deref().unwrap_or("null"))?.unbind())
        })?;
        Ok(value.bind(py).clone())
    }

    /// What to tell the agent so that it sends a better message; empty if this one was accepted.
    fn reask(&self) -> String {
        self.parsed.reask()
    }

    /// The value of an accepted message, else raises `Rejected`.
    ///
    /// >>> read("All done!").require()
    /// Traceback (most recent call last):
    /// agent_envelope.Rejected: rejected: failed (no protocol), 1 error
    /// 1:1: error: no protocol claims the message [agent-envelope/unknown-protocol]
    fn require<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, message) = (slf.py(), slf.get());
        if message.parsed.is_accepted() {
            return message.value(py);
        }
        Err(PyErr::from_value(class(py, "Rejected")?.call1((slf,))?))
    }

    fn __repr__(&self) -> String {
        let gravest = self.parsed.diagnostics().iter().min_by_key(|diagnostic| diagnostic.severity());
        let gravest = gravest.map(|gravest| format!("; {gravest}")).unwrap_or_default();
        one_line(&format!("<Message {}{gravest}>", self.parsed)).into_owned()
    }

    fn __str__(&self) -> String {
        let lines =
            self.parsed.diagnostics().iter().map(|diagnostic| format!("\n{}", one_line(&diagnostic.to_string())));
        self.parsed.to_string() + &lines.collect::<String>()
    }

    /// A message is pickled as its text and read again. That must not depend on the disk of whoever unpickles it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, ()>> {
        if self.arguments.root.is_some() {
            let error = "a message that was read with `root` cannot be pickled: send its value, or what reask() gives";
            return Err(PyTypeError::new_err(error));
        }
        let text = match &self.text {
            Text::Str(text) => text.into_bound_py_any(py)?,
            Text::Bytes(bytes) => bytes.into_bound_py_any(py)?,
        };
        let arguments = (&self.arguments).into_pyobject(py)?;
        let read = py.import("functools")?.getattr("partial")?.call((class(py, "read")?, text), Some(&arguments))?;
        Ok((read, ()))
    }
}

/// Converts a message to another protocol; the text is None if that is not possible, and `reason` says why.
///
/// A rejected message is converted only with `any`, and then never to a success.
///
/// >>> blocked = read("STATUS: blocked\n\nERRORS:\n  message: \"No key to the lock\"\n  can_retry: true\n")
/// >>> conversion = convert(blocked, "json-return")
/// >>> conversion.outcome == "blocked", conversion.losses[0].kind
/// (True, 'invented')
#[pyfunction]
#[pyo3(signature = (message, to, *, any=false))]
pub(crate) fn convert<'py>(message: &Bound<'py, Message>, to: &str, any: bool) -> PyResult<Bound<'py, PyAny>> {
    let (py, message) = (message.py(), message.get());
    let targets = PROTOCOLS.iter().filter(|protocol| protocol.is_target()).map(|protocol| protocol.info.name);
    let to =
        find_protocol(to).ok().filter(|protocol| protocol.is_target()).ok_or_else(|| unknown("target", to, targets))?;
    let conversion = py.detach(|| agent_envelope::convert(&message.parsed, to, any));
    let outcome = match conversion.outcome {
        Some(outcome) => class(py, "Outcome")?.call1((outcome.as_str(),))?,
        None => py.None().into_bound(py),
    };
    let loss = class(py, "Loss")?;
    let losses = conversion.losses.iter().map(|of| loss.call1((&of.field, of.kind.as_str(), &of.note)));
    let losses = losses.collect::<PyResult<Vec<_>>>()?;
    let reason = conversion.rejection.map(|rejection| rejection.to_string());
    class(py, "Conversion")?.call1((conversion.text, conversion.status, outcome, losses, reason))
}
