//! The compiled part of the Python package `agent_envelope`.

#![forbid(unsafe_code)]
#![allow(clippy::doc_link_with_quotes, reason = "doc comments become docstrings with examples")]
#![allow(clippy::needless_pass_by_value, reason = "Python hands arguments over by value")]

mod aggregate;
mod arguments;
mod message;
mod tables;
mod value;

#[pyo3::pymodule]
mod _agent_envelope {
    use agent_envelope::{Outcome, Severity};
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::aggregate::Aggregate;
    #[pymodule_export]
    use crate::message::{Message, convert, read};
    #[pymodule_export]
    use crate::tables::{explain, prompt, schema};

    /// Adds the words of which the package makes its enums.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let successes: Vec<&str> =
            Outcome::ALL.into_iter().filter(|outcome| outcome.is_success()).map(Outcome::as_str).collect();
        module.add("OUTCOMES", Outcome::ALL.map(Outcome::as_str))?;
        module.add("SUCCESSES", successes)?;
        module.add("SEVERITIES", Severity::ALL.map(Severity::as_str))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
