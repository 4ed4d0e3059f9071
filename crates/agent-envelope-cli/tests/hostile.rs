//! Nothing that an agent wrote acts on a terminal, a page, a log of GitHub or a reader of SARIF.

#![allow(clippy::disallowed_methods, reason = "a test of the command reads files and runs it")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The name of a file is an agent's word, too.
const NAME: &str = "a,b:100%\n::error::name\u{1b}[7m\u{202e}##[error]<i>.md";

/// Without the colours of the command itself.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_colour = |c: char| c.is_ascii_digit() || c == ';';
    parts.fold(first, |plain, part| plain + part.trim_start_matches(is_colour).strip_prefix('m').unwrap_or("\u{1b}"))
}

fn assert_inert(text: &str) {
    assert!(!text.contains("\u{1b}[7m"), "{text}");
    let plain = without_colours(text);
    let is_hidden = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2066}".contains(c);
    assert_eq!(plain.find(is_hidden), None, "{plain}");
}

fn assert_no_command(text: &str) {
    assert!(!text.contains("##["), "{text}");
    assert!(!text.lines().any(|line| line.trim_start().starts_with("::")), "{text}");
}

/// All texts of messages in a log.
fn messages<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| match value {
            Value::String(text) if key == "text" => found.push(text),
            value => messages(value, found),
        }),
        Value::Array(items) => items.iter().for_each(|item| messages(item, found)),
        _ => {}
    }
}

#[test]
fn what_agents_write_is_shown_and_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hostile");
    for file in source.read_dir().unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    std::fs::copy(source.join("1-consistency.md"), folder.path().join(NAME)).unwrap();
    // What the command prints where it is told to use colours.
    let document = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
        let output = command.args(args).env("CLICOLOR_FORCE", "1").current_dir(folder.path()).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_inert(&err);
        assert_no_command(&err);
        out
    };
    let run = |args: &[&str]| {
        let out = document(args);
        assert_inert(&out);
        out
    };

    for args in [
        &["check", "."][..],
        &["check", ".", "--format", "json"],
        &["check", ".", "--format", "sarif"],
        &["aggregate", "."],
        &["aggregate", ".", "--format", "json"],
        &["aggregate", ".", "--format", "sarif"],
        &["aggregate", ".", "--format", "state"],
        &["json", "3-return.json", "--any"],
        &["json", "3-return.json", "--any", "--format", "json"],
        &["parse", "1-consistency.md", "--any"],
        &["convert", "2-consistency.md", "--to", "status-block", "--format", "json"],
        &["reask", "1-consistency.md"],
        &["check", "no such file\u{1b}[7m\n::error::##[error]"],
    ] {
        assert_no_command(&run(args));
    }

    // Nothing is lost either: documents that no terminal shows are exact, and JSON means the same.
    for args in [&["fmt", "2-consistency.md"][..], &["convert", "2-consistency.md", "--to", "status-block"]] {
        assert!(document(args).contains("\u{9b}1m"), "{args:?}");
    }
    let report: Value = serde_json::from_str(&run(&["aggregate", ".", "--format", "json"])).unwrap();
    let finding =
        report["findings"].as_array().unwrap().iter().find(|finding| finding["severity"] == "critical").unwrap();
    assert!(finding["location"].as_str().unwrap().contains("\u{1b}[7m\u{1b}]0;owned\u{7}\u{9b}1m\u{8}\u{7f} \u{202e}"));
    let return_json: Value = serde_json::from_str(&run(&["json", "3-return.json", "--any"])).unwrap();
    assert!(return_json["summary"].as_str().unwrap().contains("##[error]"));

    // The steps from questions to decisions.
    let evaluation = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&evaluation, run(&["clarify", "evaluate", "5-clarifications.md"])).unwrap();
    let evaluation = evaluation.path().to_str().unwrap();
    let clarify = |args: &[&'static str]| [&["clarify", args[0], "5-clarifications.md"], &args[1..]].concat();
    for args in [&["trace"][..], &["trace", "--format", "json"], &["trace", "--format", "mermaid"]] {
        assert_no_command(&run(&clarify(args)));
    }
    let tasks = run(&["clarify", "tasks", "5-clarifications.md", "--evaluation", evaluation]);
    assert_no_command(&tasks);
    let tasks: Value = serde_json::from_str(&tasks).unwrap();
    assert!(tasks[0]["clear"][0]["answer"].as_str().unwrap().contains("\u{1b}[7m\u{1b}]0;owned\u{7}\u{9b}1m"));
    // In a pipe nothing is stripped from a document, either.
    let piped = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
        String::from_utf8(command.args(args).current_dir(folder.path()).output().unwrap().stdout).unwrap()
    };
    assert!(piped(&clarify(&["draft"])).contains("\u{1b}[7m\u{1b}]0;owned\u{7}\u{9b}1m\u{8}\u{7f} \u{202e}"));
    let answered = piped(&clarify(&["answer", "Q2", "--text", "The harbour master."]));
    let before = std::fs::read_to_string(source.join("5-clarifications.md")).unwrap();
    assert_eq!(answered, before.trim_end().to_owned() + " The harbour master.\n");

    // One annotation a diagnostic, and nothing between its properties but its own.
    let lines: Vec<Value> =
        run(&["check", ".", "--format", "json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let diagnostics: Vec<&Value> = lines.iter().flat_map(|line| line["diagnostics"].as_array().unwrap()).collect();
    assert!(diagnostics.iter().all(|diagnostic| !diagnostic["message"].as_str().unwrap().contains(char::is_control)));
    let annotations = run(&["check", ".", "--format", "github"]);
    assert_eq!(annotations.lines().count(), diagnostics.len());
    for line in annotations.lines() {
        let (command, properties) = line.strip_prefix("::").unwrap().split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&command), "{line}");
        let keys =
            properties.split("::").next().unwrap().split(',').map(|property| property.split('=').next().unwrap());
        assert_eq!(keys.collect::<Vec<&str>>(), ["file", "line", "col", "title"], "{line}");
    }

    let page = run(&["aggregate", ".", "--format", "html"]);
    assert_eq!(page.matches("<script").count(), 1);
    for tag in ["<img", "<i>", "href=\"javascript", " style=", "<h1>alert"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("&lt;script&gt;alert(41)&lt;/script&gt;") && page.contains(&"W".repeat(300)));

    for command in ["check", "aggregate"] {
        let log: Value = serde_json::from_str(&run(&[command, ".", "--format", "sarif"])).unwrap();
        let mut texts = Vec::new();
        messages(&log, &mut texts);
        assert!(texts.len() > 10);
        for text in texts {
            assert!(!text.contains("](") && !text.replace("{{", "").replace("}}", "").contains(['{', '}']), "{text}");
        }
        let uri = "./a%2Cb%3A100%25%0A%3A%3Aerror%3A%3Aname%1B%5B7m%E2%80%AE%23%23%5Berror%5D%3Ci%3E.md";
        assert!(log.to_string().contains(&format!("\"{uri}\"")), "{log}");
    }
}
