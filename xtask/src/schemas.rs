use agent_envelope::{SCHEMAS, SchemaKind};
use serde_json::{Value, json};

use crate::Result;
use crate::files::Files;

/// The folder of this major version of the schemas.
const FOLDER: &str = "schemas/v1";

/// `cargo xtask schemas`: every kind in every profile, and the index.
pub(crate) fn run(mut files: Files) -> Result {
    let mut index = Vec::new();
    for kind in SCHEMAS {
        let name = kind.name;
        let paths = [
            (format!("{FOLDER}/{name}.schema.json"), kind.full()),
            (format!("{FOLDER}/llm/{name}.schema.json"), kind.llm()),
            (format!("{FOLDER}/draft-07/{name}.schema.json"), kind.draft_07()),
        ];
        for (path, schema) in &paths {
            jsonschema::meta::validate(schema).map_err(|error| format!("{path} is no JSON Schema: {error}"))?;
            files.put(path, &pretty(schema))?;
        }
        let [full, llm, draft_07] = paths.map(|(path, _)| path.trim_start_matches("schemas/").to_owned());
        index.push(entry(kind, &json!({"full": full, "llm": llm, "draft-07": draft_07})));
    }
    files.put("schemas/index.json", &pretty(&json!({"version": 1, "kinds": index})))?;
    files.nothing_else_in("schemas")?;
    files.finish()
}

fn entry(kind: &SchemaKind, profiles: &Value) -> Value {
    json!({"kind": kind.name, "title": kind.full()["title"], "profiles": profiles})
}

/// JSON for people, with an end of line.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
