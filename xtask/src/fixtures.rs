use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agent_envelope::clarifications_md::{self, Clarifications};
use agent_envelope::clarity_protocol::aggregate::{Aggregate, Expected};
use agent_envelope::{
    AnyParsed, AnyProtocol, AnyValue, Dialect, Options, PROTOCOLS, ResultType, SCHEMAS, Verbosity, parse, read,
    read_input,
};
use serde_json::{Value, json};

use crate::Result;
use crate::files::{files_below, root};
use crate::schemas::pretty;

/// `cargo xtask fixtures`: every message in `fixtures/<kind>/` is read as the `.expected.json` beside it says.
pub(crate) fn run(bless: &[String]) -> Result {
    let mut count = 0;
    let mut wrong = Vec::new();
    for protocol in PROTOCOLS {
        let folder = root().join("fixtures").join(protocol.kind);
        let messages = files_below(&folder)?.into_iter().filter(|path| !is_expectation(path));
        for path in messages {
            count += 1;
            let case = format!("{}/{}", protocol.kind, stem(&path));
            let is_blessed = bless.contains(&case);
            if let Err(error) = check(protocol, &path, is_blessed) {
                wrong.push(format!("{case}: {error}"));
            }
        }
    }
    if let Err(error) = aggregated() {
        wrong.push(format!("clarity-report: {error}"));
    }
    if !wrong.is_empty() {
        let help = "mend the code, or run `cargo xtask fixtures --bless CASE`, read the result and commit it";
        return Err(format!("{} of {count} fixtures:\n{}\n{help}", wrong.len(), wrong.join("\n")));
    }
    println!("{count} fixtures are read as expected");
    Ok(())
}

fn check(protocol: &AnyProtocol, path: &Path, is_blessed: bool) -> Result {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let expectation = path.with_file_name(format!("{}.expected.json", stem(path)));
    let expected = fs::read_to_string(&expectation).unwrap_or_default();
    let expected: Value = serde_json::from_str(&expected).unwrap_or_default();
    let options = options(&expected["options"])?;
    let parsed = parse(&bytes.as_slice().into(), protocol, &options);
    let mut actual = actual(&parsed);
    if let Some(options) = expected.get("options") {
        actual["options"] = options.clone();
    }
    if is_blessed {
        fs::write(&expectation, pretty(&actual)).map_err(|error| error.to_string())?;
        println!("wrote {}", expectation.display());
    }
    if expected != actual && !is_blessed {
        return Err(format!("differs\n  expected {expected}\n  actual   {actual}"));
    }
    if let (Some(value), true) = (parsed.accepted(), options.dialect == Dialect::spec()) {
        fits_schema(protocol.kind, &value.to_json())?;
        let detected = read(&bytes.as_slice().into(), None, &options);
        if detected.protocol() != Some(protocol.info.name) {
            return Err(format!("accepted, but detected as {:?}", detected.protocol()));
        }
    }
    if let Some(value) = parsed.rejected().or(parsed.accepted())
        && options.dialect == Dialect::spec()
        && fits_schema(protocol.kind, &value.to_json()).is_err()
        && parsed.strict().is_accepted()
    {
        return Err("strict mode accepts what the schema rejects".to_owned());
    }
    Ok(())
}

/// The options of a case: `{"session", "task", "agent", "verbosity", "type", "dialect", "clarifications"}`, where a dialect is `contextual` or one of its own.
fn options(json: &Value) -> Result<Options> {
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let dialect = match &json["dialect"] {
        Value::Null => Dialect::spec(),
        Value::String(name) if name == "contextual" => Dialect::contextual(),
        own => Dialect::from_json(&own.to_string()).map_err(|error| error.to_string())?,
    };
    let verbosity = json["verbosity"].as_str().and_then(Verbosity::from_word);
    let (session, task, agent) = (text("session"), text("task"), text("agent"));
    let result_type = text("type").as_deref().and_then(ResultType::find);
    let clarifications = text("clarifications").map(|case| document(&case)).transpose()?;
    Ok(Options { clarifications, session, task, agent, verbosity, result_type, dialect, ..Options::default() })
}

/// A document of `fixtures/clarifications`.
fn document(case: &str) -> Result<Arc<Clarifications>> {
    let path = root().join("fixtures/clarifications").join(case);
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let document = clarifications_md::parse(bytes.as_slice()).into_result();
    document.map(Arc::new).map_err(|error| format!("{case}: {error}"))
}

/// What a reading gave, as the expectation has it.
fn actual(parsed: &AnyParsed) -> Value {
    let diagnostic = |diagnostic: &agent_envelope::Diagnostic| {
        json!({
            "rule": diagnostic.rule.code,
            "severity": diagnostic.severity(),
            "line": diagnostic.position.line,
            "column": diagnostic.position.column,
        })
    };
    json!({
        "accepted": parsed.is_accepted(),
        "status": parsed.status(),
        "outcome": parsed.outcome(),
        "truncated": parsed.truncated(),
        "diagnostics": parsed.diagnostics().iter().map(diagnostic).collect::<Vec<_>>(),
        "value": parsed.accepted().map(AnyValue::to_json),
    })
}

/// The report of the messages below `fixtures/clarity-report` fits its schema; a transcript of the command shows it.
fn aggregated() -> Result {
    let mut aggregate = Aggregate::default();
    let folder = root().join("fixtures/clarity-report");
    for path in [files_below(&folder.join("harbour"))?, files_below(&folder.join("others"))?].concat() {
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        aggregate.add(read_input(&stem(&path), &bytes, None, &Options::default()));
    }
    let report = aggregate.finish(&Expected::new(["nobody"]));
    fits_schema("clarity-report", &serde_json::to_value(report).map_err(|error| error.to_string())?)
}

fn fits_schema(kind: &str, value: &Value) -> Result {
    let schema = SCHEMAS.iter().find(|schema| schema.name == kind).ok_or("there is no schema")?;
    let validator = jsonschema::validator_for(&schema.full()).map_err(|error| error.to_string())?;
    validator
        .validate(value)
        .map_err(|error| format!("does not fit its schema at `{}`: {error}", error.instance_path()))
}

fn is_expectation(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".expected.json")
}

/// The name of a case: the file's without its extension.
fn stem(path: &Path) -> String {
    PathBuf::from(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
