//! Whole cases in `fixtures/clarify`: all five steps, from questions to final decisions, every file byte for byte.

use std::path::Path;

use clarifications_md::{
    Clarifications, Contradiction, Decisions, Evaluation, Expectations, ItemId, Judgement, Pass, decisions, evaluation,
    gate, trace,
};
use envelope_core::{Envelope as _, Outcome, ReadOptions, Source};
use serde_json::Value;

use crate::{accepted, fixtures, read};

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("it is JSON") + "\n"
}

struct Case<'p> {
    folder: &'p Path,
}

impl Case<'_> {
    fn text(&self, name: &str) -> String {
        read(&self.folder.join(name))
    }

    fn value<T: serde::de::DeserializeOwned>(&self, name: &str) -> T {
        serde_json::from_str(&self.text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    fn expect(&self, name: &str, found: &str) {
        assert_eq!(found, self.text(name), "{}/{name}", self.folder.display());
    }

    /// The text with the answers of a file set, one after the other.
    fn answer(&self, text: String, name: &str) -> String {
        let answers: serde_json::Map<String, Value> = self.value(name);
        answers.iter().fold(text, |text, (id, answer)| {
            let id: ItemId = id.parse().expect("an id");
            let document = accepted(&text);
            document.set_answer(id, answer.as_str().expect("a text")).expect("it can be set").apply()
        })
    }

    fn blocks(&self) -> Vec<String> {
        let names = (1..).map(|at| self.folder.join(format!("3-block-{at}.md")));
        names.take_while(|path| path.exists()).map(|path| read(&path)).collect()
    }

    fn run(&self) {
        let answered = self.answer(self.text("1-questions.md"), "2-answers.json");
        self.expect("2-answered.md", &answered);
        let document = accepted(&answered);
        let evaluation = self.evaluate(&document);
        let draft = self.draft(&document, &evaluation);
        let refined = self.refine(&document, &evaluation);
        let answered = self.answer(refined, "4-answers.json");
        self.expect("4-answered.md", &answered);
        self.confirm(&accepted(&answered), &draft);
    }

    fn evaluate(&self, document: &Clarifications) -> Evaluation {
        let text = evaluation::render(&document.evaluate(Pass::First));
        self.expect("2-evaluation.json", &text);
        let expected = Expectations::clarifications(document.clone());
        let parsed = Evaluation::parse_expecting(&Source::new(&text), &ReadOptions::default(), &expected);
        assert_eq!(parsed.diagnostics(), [], "the evaluator breaks no rule of its own");
        self.expect("2-gate.json", &json(&gate(&parsed, Some(document))));
        parsed.into_accepted().expect("accepted")
    }

    fn draft(&self, document: &Clarifications, evaluation: &Evaluation) -> Decisions {
        let contradictions: Vec<Contradiction> = self.value("3-contradictions.json");
        let draft = document.draft(Some(evaluation), &contradictions).expect("it can be drafted");
        assert_eq!(document.draft(None, &contradictions).as_ref(), Ok(&draft), "the mechanical evaluation is the same");
        let text = decisions::render(&draft);
        self.expect("3-draft.md", &text);
        let expected = Expectations::clarifications(document.clone());
        let parsed = Decisions::parse_expecting(&Source::new(&text), &ReadOptions::default(), &expected);
        assert_eq!(parsed.diagnostics(), [], "the drafter breaks no rule of its own");
        assert!(!parsed.outcome().is_success(), "a draft is at best partial");
        parsed.into_accepted().expect("accepted")
    }

    fn refine(&self, document: &Clarifications, evaluation: &Evaluation) -> String {
        let mut tasks = serde_json::to_value(document.tasks(Some(evaluation)).expect("tasks")).expect("JSON");
        for task in tasks.as_array_mut().into_iter().flatten() {
            let prompt = task.as_object_mut().and_then(|task| task.shift_remove("prompt"));
            let prompt = prompt.and_then(|prompt| Some(prompt.as_str()?.to_owned())).expect("a prompt");
            for part in prompt.lines().chain([prompt.as_str()]) {
                assert!(!clarifications_md::parse(part).verdict().accepted(), "the prompt is inert: {part}");
            }
        }
        self.expect("3-tasks.json", &json(&tasks));
        let blocks = self.blocks();
        let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
        let refined = if blocks.is_empty() {
            document.text().to_owned()
        } else {
            document.refine(&blocks, false).expect("the blocks fit").change.apply()
        };
        let refined = accepted(&refined);
        let contradictions: Vec<Contradiction> = self.value("3-contradictions.json");
        let flagged = refined.flag(&contradictions, &document.critical_gaps()).expect("the flags fit");
        let text = flagged.change.apply();
        self.expect("3-refined.md", &text);
        text
    }

    fn confirm(&self, document: &Clarifications, draft: &Decisions) {
        let judgements: Vec<Judgement> = self.value("5-judgements.json");
        let merged = draft.merge(document, &judgements).unwrap_or_else(|refusal| panic!("{refusal}"));
        let text = decisions::render(&merged);
        self.expect("5-decisions.md", &text);
        let expected = Expectations::clarifications(document.clone());
        let parsed = Decisions::parse_expecting(&Source::new(&text), &ReadOptions::default(), &expected);
        assert_eq!(parsed.diagnostics(), [], "the merge breaks no rule of its own");
        let settled = merged.entries.iter().all(clarifications_md::Decision::is_settled);
        assert_eq!(parsed.outcome() == Outcome::Completed, settled);
        let trace = trace(document, None, Some(&merged));
        self.expect("5-trace.txt", &trace.to_text());
        self.expect("5-trace.json", &json(&trace));
        self.expect("5-trace.mmd", &trace.to_mermaid());
    }
}

#[test]
fn every_case_goes_through_all_five_steps() {
    let folder = fixtures("clarify");
    let mut run = 0;
    for entry in std::fs::read_dir(folder).expect("the fixtures are there") {
        let path = entry.expect("a folder").path();
        // Other operations on a document have cases of their own beside these.
        if path.join("5-judgements.json").exists() {
            Case { folder: &path }.run();
            run += 1;
        }
    }
    assert!(run >= 8, "{run} cases");
}
