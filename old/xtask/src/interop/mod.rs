//! Whether programs in other languages can use the schemas: the real tools, run on every kind and profile.
//!
//! Four judges must say the same of every fixture and of thousands of mutated documents: ajv in strict mode, Python's
//! jsonschema, the jsonschema crate, and our own exact reading. What the command writes as SARIF is judged by the
//! official schema. That the documents try every rule is shown by [`control()`]. The generators of types and the helpers of
//! LLM clients follow in [`generators`].

mod compare;
mod control;
mod documents;
mod exact;
mod examples;
mod generators;
mod judges;
mod made;
mod narrow;
mod sarif;
mod tools;

pub(crate) use control::{is_any_text, run as control};
pub(crate) use documents::variants;
pub(crate) use tools::Tools;

use std::path::Path;
use std::time::Instant;

use crate::generated::Mode;
use crate::kind::Kind;
use crate::schemas;
use documents::{Document, Origin};

/// When the generators run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generators {
    /// In any case.
    Always,
    /// When `schemas/` is not what they last passed with.
    WhenChanged,
}

/// Runs the validators and what shows that they were tried, then the generators.
pub(crate) fn run(root: &Path, kinds: &'static [Kind], generators: Generators) -> Result<(), String> {
    let start = Instant::now();
    schemas::run(root, kinds, Mode::Check)?;
    let documents = documents::make(root, kinds)?;
    let tools = Tools::install(root, "validators")?;
    println!("{}", validate(root, &root.join("schemas"), &documents, &tools)?);
    println!("{}", control::weaken(root, kinds, &documents)?);
    println!("{}", made::run(root, kinds)?);
    examples::run(root, kinds, &tools)?;
    sarif::run(root, &tools)?;
    generators::run(root, &documents, generators)?;
    println!("    {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs the judgement on SARIF alone.
pub(crate) fn sarif(root: &Path) -> Result<(), String> {
    sarif::run(root, &Tools::install(root, "validators")?)
}

/// Asks all judges and compares; a line for who looks on.
fn validate(root: &Path, schemas: &Path, documents: &[Document], tools: &Tools) -> Result<String, String> {
    let said = judges::ask(root, schemas, documents, tools)?;
    let mut agreement = compare::compare(documents, &said);
    let refused =
        documents.iter().zip(&said).filter(|(document, said)| document.origin == Origin::Valid && !said.rust.valid);
    agreement.wrong.extend(refused.map(|(document, said)| {
        format!("{} must be valid ({}): {:?}", document.id, document.profile.name(), said.rust.errors)
    }));
    let unused = agreement.unused();
    let rotten = format!("known differences that nothing shows, to be taken off the list: {}", unused.join(", "));
    agreement.wrong.extend((!unused.is_empty()).then_some(rotten));
    if agreement.wrong.is_empty() {
        let mutants = documents.iter().filter(|document| document.origin == Origin::Mutant).count();
        return Ok(format!(
            "the judges agree on {} verdicts ({} valid; {mutants} of mutated documents; known differences: {:?})",
            agreement.agreed, agreement.valid, agreement.known
        ));
    }
    let (count, shown) = (agreement.wrong.len(), agreement.wrong.iter().take(20).cloned().collect::<Vec<_>>());
    Err(format!("{}\n{count} disagreements", shown.join("\n")))
}
