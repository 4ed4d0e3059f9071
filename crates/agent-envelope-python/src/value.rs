//! From Rust to Python.

use pyo3::prelude::*;

/// JSON as Python reads it. Its own reader makes objects faster than calls from here do.
pub(crate) fn from_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// What an object is pickled as: a function, and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// A class of the package that is written in Python.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("agent_envelope")?.getattr(name)
}
