//! What `check` and `aggregate` write as SARIF, judged by the official schema and by what code-scanning services ask.
//!
//! The schema comes with a package of the registry, pinned in `xtask/interop/sarif`, which is fetched and never built.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::{Value, json};

use super::tools::Tools;
use crate::repo;
use crate::schemas::hex;

/// The package that carries the schema, and where it lies in it.
const PACKAGE: &str = "serde-sarif";
const FILE: &str = "src/schema.json";
const ID: &str = "oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json";

/// The calls whose output is judged.
const CALLS: &[&[&str]] = &[
    &["check", "--quiet", "--format", "sarif", "fixtures"],
    &["check", "--quiet", "--format", "sarif", "fixtures/demo/5-block.txt"],
    &["check", "--quiet", "--format", "sarif", "target/interop/sarif/names"],
    &["aggregate", "--quiet", "--format", "sarif", "fixtures/aggregate", "fixtures/demo", "fixtures/clarity-result"],
    &["aggregate", "--quiet", "--format", "sarif", "fixtures/demo/5-block.txt"],
    &["aggregate", "--quiet", "--format", "sarif", "target/interop/sarif/names"],
];

/// What is done to a good log so that the judges must refuse it: a pointer, and what is put there.
const WRONGS: &[(&str, Option<&str>)] = &[
    ("/version", Some("\"2.2.0\"")),
    ("/runs/0/tool/driver/name", None),
    ("/runs/0/results/0/message", None),
    ("/runs/0/results/0/level", Some("\"grave\"")),
    ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", Some("7")),
    ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", Some("0")),
    ("/runs/0/results/0/surprise", Some("1")),
];

/// Judges every log, and sees that the judges can say no.
pub(crate) fn run(root: &Path, tools: &Tools) -> Result<(), String> {
    // A bracket in the official pattern of language tags is not escaped, which only lenient engines read.
    let text = repo::read_text(&fetched(root)?)?.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&text).map_err(|error| format!("{PACKAGE}: {error}"))?;
    if !schema["$id"].as_str().is_some_and(|id| id.ends_with(ID)) {
        return Err(format!("{PACKAGE} carries another schema: {}", schema["$id"]));
    }
    let folder = root.join("target/interop/sarif");
    repo::write(&folder.join("schema.json"), &schema.to_string())?;
    let message = repo::read_text(&root.join("fixtures/demo/2-review-too-clean.md"))?;
    for name in ["a b.md", "50%#1?.md", "ü[x]&'(y).md"] {
        repo::write(&folder.join("names").join(name), &message)?;
    }
    let validator = jsonschema::options().should_validate_formats(true).build(&schema);
    let validator = validator.map_err(|error| format!("the schema of SARIF: {error}"))?;
    let mut logs = CALLS.iter().map(|call| log(root, call)).collect::<Result<Vec<Value>, String>>()?;
    let results = logs.iter().map(|log| results(log).len()).sum::<usize>();
    for (log, call) in logs.iter().zip(CALLS) {
        taken(log).map_err(|error| format!("{}: {error}", call.join(" ")))?;
    }
    let good = logs.len();
    let first = logs.first().cloned().unwrap_or_default();
    logs.extend(WRONGS.iter().map(|(pointer, value)| changed(&first, pointer, *value)));
    let judged = judged(&logs, &validator, &folder, tools)?;
    for (at, (rust, python)) in judged.iter().enumerate() {
        let what =
            CALLS.get(at).map_or_else(|| format!("the change of {}", WRONGS[at - good].0), |call| call.join(" "));
        if *rust != (at < good) || *python != (at < good) {
            return Err(format!("SARIF: {what}: valid by the crate: {rust}, by Python: {python}"));
        }
    }
    println!("    SARIF: {good} logs with {results} results are valid, {} changed ones are not", WRONGS.len());
    Ok(())
}

/// The file in the package, which cargo fetches where it is missing.
fn fetched(root: &Path) -> Result<PathBuf, String> {
    let manifest = root.join("xtask/interop/sarif/Cargo.toml").display().to_string();
    let output = cargo(root, &["metadata", "--format-version", "1", "--locked", "--manifest-path", &manifest])?;
    if !output.status.success() {
        return Err(format!("cannot fetch {PACKAGE}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let told: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = told["packages"].as_array().into_iter().flatten();
    let found =
        packages.filter(|package| package["name"] == PACKAGE).find_map(|package| package["manifest_path"].as_str());
    let manifest = found.ok_or_else(|| format!("cargo does not know {PACKAGE}"))?;
    Ok(Path::new(manifest).with_file_name(FILE))
}

fn log(root: &Path, call: &[&str]) -> Result<Value, String> {
    let run = ["run", "--quiet", "--package", "agent-envelope-cli", "--bin", "envelope", "--"];
    let output = cargo(root, &[&run, call].concat())?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("{}: {}", call.join(" "), String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}", call.join(" ")))
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<Output, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root).output().map_err(|error| format!("cannot run cargo: {error}"))
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().map_or(&[], Vec::as_slice)
}

/// Beyond the schema: services refuse a log whole in which a result has no file, and look rules up by their ids.
fn taken(log: &Value) -> Result<(), String> {
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().into_iter().flatten();
    let rules: Vec<&Value> = rules.map(|rule| &rule["id"]).collect();
    let known: BTreeSet<&str> = rules.iter().filter_map(|id| id.as_str()).collect();
    if known.len() != rules.len() {
        return Err("a rule stands twice".to_owned());
    }
    for result in results(log) {
        let rule = result["ruleId"].as_str().unwrap_or_default();
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap_or_default();
        if !known.contains(rule) || uri.is_empty() || result["message"]["text"].as_str().is_none_or(str::is_empty) {
            return Err(format!("a result that services do not take: {result}"));
        }
    }
    Ok(())
}

fn changed(log: &Value, pointer: &str, value: Option<&str>) -> Value {
    let mut log = log.clone();
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
    if let Some(parent) = log.pointer_mut(parent).and_then(Value::as_object_mut) {
        match value {
            Some(value) => parent.insert(key.to_owned(), serde_json::from_str(value).unwrap_or_default()),
            None => parent.remove(key),
        };
    }
    log
}

/// What the crate and Python say of each log.
fn judged(logs: &[Value], validator: &Validator, folder: &Path, tools: &Tools) -> Result<Vec<(bool, bool)>, String> {
    let lines = logs.iter().map(|log| json!({"schema": "schema.json", "hex": hex(log.to_string().as_bytes())}));
    let (asked, said) = (folder.join("documents.jsonl"), folder.join("python.jsonl"));
    repo::write(&asked, &lines.map(|line| line.to_string() + "\n").collect::<String>())?;
    let [schemas, asked, answer] = [folder, &asked, &said].map(|path| path.display().to_string());
    tools.python(&["judge.py", &schemas, &asked, &answer])?;
    let text = repo::read_text(&said)?;
    let python = text.lines().map(|line| serde_json::from_str::<Value>(line).is_ok_and(|said| said["valid"] == true));
    let python: Vec<bool> = python.collect();
    if python.len() != logs.len() {
        return Err("Python did not answer about every log".to_owned());
    }
    Ok(logs.iter().map(|log| validator.is_valid(log)).zip(python).collect())
}
