//! The generators: Python and TypeScript types, zod validators, and the schema helpers of LLM clients.
//!
//! They are large to install, so they run when `schemas/` or their own scripts are not what they last passed with;
//! `xtask/interop/generators.lock` holds the hash of that.

use std::path::Path;

use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::Generators;
use super::documents::{Document, Origin};
use super::tools::Tools;
use crate::repo;
use crate::schemas::hex;

const LOCK: &str = "xtask/interop/generators.lock";

/// Runs them all, unless they have passed with just this.
pub(crate) fn run(root: &Path, documents: &[Document], when: Generators) -> Result<(), String> {
    let hash = hash(root)?;
    let lock = root.join(LOCK);
    let passed = lock.is_file() && repo::read_text(&lock)?.trim() == hash;
    if passed && when == Generators::WhenChanged {
        println!("    generators: schemas/ is what they passed with; `cargo xtask interop --all` runs them again");
        return Ok(());
    }
    let tools = Tools::install(root, "generators")?;
    let valid = documents.iter().filter(|document| document.origin == Origin::Valid).map(|document| {
        json!({"kind": document.kind, "profile": document.profile.name(), "hex": hex(&document.bytes)}).to_string()
            + "\n"
    });
    let asked = tools.path("documents.jsonl");
    repo::write(&asked, &valid.collect::<String>())?;
    let [schemas, asked, out] = [root.join("schemas"), asked, tools.path("out")].map(|path| path.display().to_string());
    tools.python(&["models.py", &schemas, &asked, &out])?;
    tools.python(&["helpers.py", &schemas])?;
    tools.node(&["types.mjs", &schemas, &out])?;
    tools.node(&["zod.mjs", &schemas, &asked])?;
    if !passed {
        repo::write(&lock, &(hash + "\n"))?;
        println!("    wrote {LOCK}; commit it");
    }
    Ok(())
}

/// The hash of everything that the generators' verdict depends on, but for the documents: the index holds the hash of
/// every schema.
fn hash(root: &Path) -> Result<String, String> {
    let mut hash = Sha256::new_with_prefix(repo::read_text(&root.join("schemas/index.json"))?);
    for path in repo::walk(&root.join("xtask/interop/generators"))? {
        hash.update(repo::relative(root, &path));
        hash.update(repo::read_text(&path)?);
    }
    Ok(hex(&hash.finalize()))
}
