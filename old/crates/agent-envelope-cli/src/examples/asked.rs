//! What was asked in an example, as somebody would type it.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::indented;

/// The options in a fixture's words, as the command has them.
#[derive(Debug, Default)]
struct Typed {
    options: Vec<String>,
    /// What no option can say.
    beside: Vec<String>,
    /// The files that the options name.
    files: Vec<(String, String)>,
}

/// The options to type, and below them the files that they name.
pub(super) fn shown(asked: &Map<String, Value>) -> String {
    let mut typed = Typed::default();
    asked.iter().for_each(|(key, value)| typed.add(key, value));
    if asked.is_empty() {
        typed.beside.push("nothing in particular".to_owned());
    }
    let (options, beside) = (typed.options.join(" "), typed.beside.join(", "));
    let between = if options.is_empty() || beside.is_empty() { "" } else { "  # " };
    let mut text = format!("\nGiven: {options}{between}{beside}\n");
    for (name, content) in typed.files {
        let _ = write!(text, "\nIn {name}:\n\n{}", indented(&content));
    }
    text
}

impl Typed {
    fn add(&mut self, key: &str, value: &Value) {
        match (key, value) {
            (_, Value::String(text)) if key == "clarifications" => {
                self.file("--clarifications ", "clarifications.md", text);
            }
            (_, Value::String(word)) => self.options.push(format!("--{key} {word}")),
            (_, Value::Bool(true)) => self.options.push(format!("--{key}")),
            ("dialect", _) => self.file("--dialect ", "dialect.json", &pretty(value)),
            ("require", Value::Array(keys)) => {
                let keys: Vec<&str> = keys.iter().filter_map(Value::as_str).collect();
                self.options.push(format!("--require {}", keys.join(" ")));
            }
            ("findings_schemas", Value::Object(schemas)) => {
                for (agent, schema) in schemas {
                    let option = format!("--findings-schema {agent}=");
                    self.file(&option, &format!("{agent}.schema.json"), &pretty(schema));
                }
            }
            ("files", Value::Object(files)) => {
                self.options.push("--root .".to_owned());
                self.beside.extend(files.iter().map(|(path, what)| format!("{path} {}", is(what))));
            }
            ("limits", Value::Object(limits)) => {
                let limit =
                    |(of, most): (&String, &Value)| format!("a limit of {most} for {}, set by a program", what(of));
                self.beside.extend(limits.iter().map(limit));
            }
            _ => self.beside.push(format!("{key}: {value}")),
        }
    }

    fn file(&mut self, option: &str, name: &str, content: &str) {
        self.options.push(format!("{option}{name}"));
        self.files.push((name.to_owned(), content.to_owned()));
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// What lies at a path below the root.
fn is(what: &Value) -> String {
    match (what.as_str(), what.as_u64()) {
        (Some("folder"), _) => "is a folder".to_owned(),
        (Some("outside"), _) => "leads out of it".to_owned(),
        (_, Some(0)) => "is empty".to_owned(),
        (_, Some(1)) => "has 1 byte".to_owned(),
        (_, Some(bytes)) => format!("has {bytes} bytes"),
        _ => format!("is {what}"),
    }
}

fn what(limit: &str) -> &str {
    match limit {
        "input" => "the bytes of a message",
        "depth" => "nested containers",
        other => other,
    }
}
