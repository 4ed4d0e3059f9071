//! From Python to Rust: messages, and the arguments that name something.

use std::path::PathBuf;

use agent_envelope::{AnyProtocol, Dialect, Options, PROTOCOLS, ResultType, Verbosity, find};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};

/// A text as Python holds it.
#[derive(Debug)]
pub(crate) enum Text {
    Str(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            if let Ok(text) = object.extract() {
                return Ok(Self::Str(text));
            }
            // A lone surrogate: the bytes are not UTF-8, and reading them says so.
            return Ok(Self::Bytes(object.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()?));
        }
        if object.is_instance_of::<PyBytes>() {
            return Ok(Self::Bytes(object.extract()?));
        }
        Err(PyTypeError::new_err(format!("expected str or bytes, not {}", object.get_type().name()?)))
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Str(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// How to read a message, as the caller of Python gave it.
#[derive(Clone, Debug, IntoPyObject, IntoPyObjectRef)]
pub(crate) struct Arguments {
    pub(crate) protocol: Option<String>,
    pub(crate) strict: bool,
    pub(crate) session: Option<String>,
    pub(crate) task: Option<String>,
    pub(crate) agent: Option<String>,
    pub(crate) verbosity: Option<String>,
    pub(crate) root: Option<PathBuf>,
    #[pyo3(item("type"))]
    pub(crate) result_type: Option<String>,
    pub(crate) dialect: Option<String>,
}

impl Arguments {
    pub(crate) fn options(&self) -> PyResult<Options> {
        Ok(Options {
            session: self.session.clone(),
            task: self.task.clone(),
            agent: self.agent.clone(),
            verbosity: self.verbosity.as_deref().map(find_verbosity).transpose()?,
            root: self.root.clone(),
            result_type: self.result_type.as_deref().map(find_result_type).transpose()?,
            dialect: self.dialect.as_deref().map_or(Ok(Dialect::spec()), find_dialect)?,
            ..Options::default()
        })
    }
}

/// The protocol with a name.
pub(crate) fn find_protocol(name: &str) -> PyResult<&'static AnyProtocol> {
    let names = PROTOCOLS.iter().map(|protocol| protocol.info.name);
    find(name).ok_or_else(|| unknown("protocol", name, names))
}

pub(crate) fn find_verbosity(word: &str) -> PyResult<Verbosity> {
    Verbosity::from_word(word).ok_or_else(|| unknown("verbosity", word, Verbosity::ALL.map(Verbosity::as_str)))
}

fn find_result_type(word: &str) -> PyResult<ResultType> {
    ResultType::find(word).ok_or_else(|| unknown("type", word, ResultType::ALL.map(ResultType::as_str)))
}

fn find_dialect(text: &str) -> PyResult<Dialect> {
    match text {
        "spec" => Ok(Dialect::spec()),
        "contextual" => Ok(Dialect::contextual()),
        json if json.trim_start().starts_with('{') => {
            Dialect::from_json(json).map_err(|error| PyValueError::new_err(error.to_string()))
        }
        name => Err(unknown("dialect", name, ["spec", "contextual", "a JSON object"])),
    }
}

/// The error for a word that is not among those that there are.
pub(crate) fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> PyErr {
    let known: Vec<&str> = known.into_iter().collect();
    PyValueError::new_err(format!("unknown {what} {word:?}; expected one of: {}", known.join(", ")))
}
