//! The judges: ajv and Python's jsonschema as programs, the jsonschema crate and our own exact reading here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::thread;

use envelope_core::conformance::agree::Exact;
use jsonschema::{ValidationError, Validator, error::ValidationErrorKind};
use serde::Deserialize;
use serde_json::{Value, json};

use super::documents::Document;
use super::exact;
use super::tools::Tools;
use crate::repo;
use crate::schemas::{Profile, hex};

/// What a schema validator says of a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Verdict {
    /// Whether it is valid.
    pub(crate) valid: bool,
    /// "`<pointer> <keyword>`" for each error, those inside `anyOf` and `oneOf` too.
    pub(crate) errors: BTreeSet<String>,
}

/// What the four say of one document.
#[derive(Debug)]
pub(crate) struct Said {
    /// ajv in strict mode.
    pub(crate) ajv: Verdict,
    /// Python's jsonschema.
    pub(crate) python: Verdict,
    /// The jsonschema crate.
    pub(crate) rust: Verdict,
    /// Our own reading; `None` for values that are only written, and for the narrowed profile, which agents write
    /// to and nobody reads by.
    pub(crate) ours: Option<Exact>,
}

/// Asks all four about all documents, in order.
pub(crate) fn ask(root: &Path, schemas: &Path, documents: &[Document], tools: &Tools) -> Result<Vec<Said>, String> {
    let lines = documents.iter().map(|one| json!({"schema": one.schema, "hex": hex(&one.bytes)}).to_string() + "\n");
    let folder = root.join("target/interop");
    let (asked, schemas) = (folder.join("documents.jsonl"), schemas.display().to_string());
    repo::write(&asked, &lines.collect::<String>())?;
    let asked = asked.display().to_string();
    let [ajv, python] = ["ajv.jsonl", "python.jsonl"].map(|name| folder.join(name));
    let (ran, rust) = thread::scope(|scope| {
        let node = scope.spawn(|| tools.node(&["judge.mjs", &schemas, &asked, &ajv.display().to_string()]));
        let python = scope.spawn(|| tools.python(&["judge.py", &schemas, &asked, &python.display().to_string()]));
        let rust = by_crate(Path::new(&schemas), documents);
        let ran = [node, python].map(|thread| thread.join().unwrap_or_else(|_| Err("a judge panicked".to_owned())));
        (ran, rust)
    });
    ran.into_iter().collect::<Result<(), String>>()?;
    let (ajv, python, rust) = (verdicts(&ajv)?, verdicts(&python)?, rust?);
    if ajv.len() != documents.len() || python.len() != documents.len() {
        return Err("a judge did not answer about every document".to_owned());
    }
    let said = documents.iter().zip(ajv).zip(python).zip(rust);
    said.map(|(((document, ajv), python), rust)| {
        let judge = exact::judge(document.kind)?.filter(|_| document.profile != Profile::Llm);
        let ours = judge.map(|judge| judge(&document.bytes));
        Ok(Said { ajv, python, rust, ours })
    })
    .collect()
}

fn verdicts(path: &Path) -> Result<Vec<Verdict>, String> {
    let text = repo::read_text(path)?;
    let read = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    read.map_err(|error| format!("{}: {error}", path.display()))
}

fn by_crate(schemas: &Path, documents: &[Document]) -> Result<Vec<Verdict>, String> {
    let mut validators = BTreeMap::new();
    let mut said = Vec::with_capacity(documents.len());
    for document in documents {
        if !validators.contains_key(&document.schema) {
            validators.insert(document.schema.clone(), validator(schemas, &document.schema)?);
        }
        let Some(validator) = validators.get(&document.schema) else { continue };
        let Ok(value) = serde_json::from_slice::<Value>(&document.bytes) else {
            said.push(Verdict { valid: false, errors: BTreeSet::from(["no JSON".to_owned()]) });
            continue;
        };
        let mut errors = BTreeSet::new();
        validator.iter_errors(&value).for_each(|error| tell(&error, &mut errors));
        said.push(Verdict { valid: errors.is_empty(), errors });
    }
    Ok(said)
}

fn validator(schemas: &Path, file: &str) -> Result<Validator, String> {
    let schema: Value =
        serde_json::from_slice(&repo::read(&schemas.join(file))?).map_err(|error| format!("{file}: {error}"))?;
    jsonschema::validator_for(&schema).map_err(|error| format!("{file}: {error}"))
}

fn tell(error: &ValidationError<'_>, errors: &mut BTreeSet<String>) {
    errors.insert(format!("{} {}", error.instance_path(), error.kind().keyword()));
    match error.kind() {
        ValidationErrorKind::AnyOf { context }
        | ValidationErrorKind::OneOfNotValid { context }
        | ValidationErrorKind::OneOfMultipleValid { context } => {
            context.iter().flatten().for_each(|inner| tell(inner, errors));
        }
        _ => {}
    }
}
