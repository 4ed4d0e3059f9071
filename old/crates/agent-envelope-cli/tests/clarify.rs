//! The whole cases of `fixtures/clarify` by the commands: every file that a step makes, byte for byte.
#![allow(clippy::disallowed_methods, reason = "the test runs the program on files")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what it does not expect")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value};

/// One case, worked on in a folder that goes away.
struct Case {
    fixtures: PathBuf,
    scratch: PathBuf,
}

impl Case {
    /// Runs a step, which must succeed; `@name` stands for a file of the case, `%name` for one that a step made.
    fn run(&self, step: &str, arguments: &[&str]) -> String {
        let named = |word: &&str| match (word.strip_prefix('@'), word.strip_prefix('%')) {
            (Some(name), _) => self.fixtures.join(name).into_os_string(),
            (_, Some(name)) => self.scratch.join(name).into_os_string(),
            _ => word.into(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
        let output = command.args(["clarify", step]).args(arguments.iter().map(named)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} {step}: {said}", self.fixtures.display());
        String::from_utf8(output.stdout).unwrap()
    }

    fn make(&self, name: &str, text: &str) {
        fs::write(self.scratch.join(name), text).unwrap();
    }

    #[track_caller]
    fn same(&self, made: &str, expected: &str) {
        let (made, text) = (fs::read_to_string(self.scratch.join(made)), self.text(expected));
        assert_eq!(made.unwrap(), text, "{}/{expected}", self.fixtures.display());
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.fixtures.join(name)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).unwrap()
    }

    fn answer(&self, answers: &str) {
        let answers: Map<String, Value> = serde_json::from_str(&self.text(answers)).unwrap();
        for (id, answer) in answers {
            let printed = self.run("answer", &["%c.md", &id, "--text", answer.as_str().unwrap(), "--write"]);
            assert_eq!(printed, "", "with --write nothing is printed");
        }
    }

    fn all_steps(&self) {
        self.make("c.md", &self.text("1-questions.md"));
        self.answer("2-answers.json");
        self.same("c.md", "2-answered.md");

        self.make("e.json", &self.run("evaluate", &["%c.md"]));
        self.same("e.json", "2-evaluation.json");
        let gate = self.run("gate", &["%e.json", "--clarifications", "%c.md"]);
        assert_eq!(serde_json::from_str::<Value>(&gate).unwrap(), self.json("2-gate.json"));

        let draft = ["%c.md", "--evaluation", "%e.json", "--contradictions", "@3-contradictions.json"];
        self.make("d.md", &self.run("draft", &draft));
        self.same("d.md", "3-draft.md");
        let tasks = self.run("tasks", &["%c.md", "--evaluation", "%e.json"]);
        let mut tasks: Value = serde_json::from_str(&tasks).unwrap();
        for task in tasks.as_array_mut().unwrap() {
            assert!(task.as_object_mut().unwrap().remove("prompt").is_some());
        }
        assert_eq!(tasks, self.json("3-tasks.json"));

        let blocks: Vec<String> = (1..9).map(|at| format!("3-block-{at}.md")).filter(|it| self.has(it)).collect();
        let blocks: Vec<String> = blocks.iter().flat_map(|name| ["--with".to_owned(), format!("@{name}")]).collect();
        if !blocks.is_empty() {
            let mut refine = vec!["%c.md", "--write"];
            refine.extend(blocks.iter().map(String::as_str));
            self.run("refine", &refine);
        }
        let flag = ["%c.md", "--evaluation", "%e.json", "--contradictions", "@3-contradictions.json", "--write"];
        self.run("flag", &flag);
        self.same("c.md", "3-refined.md");
        self.answer("4-answers.json");
        self.same("c.md", "4-answered.md");

        self.run("merge", &["%d.md", "--clarifications", "%c.md", "--judgements", "@5-judgements.json", "--write"]);
        self.same("d.md", "5-decisions.md");
        for (format, expected) in [("text", "5-trace.txt"), ("json", "5-trace.json"), ("mermaid", "5-trace.mmd")] {
            self.make("trace", &self.run("trace", &["%c.md", "--decisions", "%d.md", "--format", format]));
            self.same("trace", expected);
        }
    }

    fn has(&self, name: &str) -> bool {
        self.fixtures.join(name).exists()
    }
}

#[test]
fn every_case_goes_through_all_steps() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/clarify");
    let scratch = std::env::temp_dir().join(format!("envelope-clarify-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let mut run = 0;
    for entry in fs::read_dir(root).unwrap() {
        let case = Case { fixtures: entry.unwrap().path(), scratch: scratch.clone() };
        if case.has("5-judgements.json") {
            case.all_steps();
            run += 1;
        }
    }
    assert!(run >= 8, "{run} cases");
    let left: Vec<_> = fs::read_dir(&scratch).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "no temporary file is left: {left:?}");
    fs::remove_dir_all(scratch).unwrap();
}
