//! To and from the neutral report (R-A15).

use envelope_core::report::{Artifact, Change, Confidence as AnyConfidence, Finding, NextStep, Problem, Section};
use envelope_core::text::{same_name, says_nothing};
use envelope_core::{FromReport, Loss, Outcome, Protocol as _, Report, Status as _, ToReport};
use serde_json::{Map, Value};

use crate::fields::{SECTIONS, SUMMARY};
use crate::{Confidence, Errors, Files, Iterations, NextAction, Status, StatusBlock, Summary};

/// The section that holds findings, one JSON object a line.
const FINDINGS: &str = "FINDINGS";

impl ToReport for StatusBlock {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        if let Some(summary) = &self.summary {
            report.summary.clone_from(&summary.what_i_did);
            let word = summary.confidence.as_ref().map(|confidence| confidence.as_str().to_owned());
            report.confidence = word.map(AnyConfidence::Word);
            if let Some(Iterations::Count(count)) = &summary.iterations_used {
                report.iterations = Some(*count);
            }
            if let Some(Iterations::Other(text)) = &summary.iterations_used {
                report.extra.insert("iterations_used".to_owned(), text.clone().into());
            }
            add_extra(&mut report.extra, &summary.extra);
        }
        if let Some(files) = &self.files {
            let lists =
                [(&files.created, Change::Created), (&files.modified, Change::Modified), (&files.read, Change::Read)];
            for (paths, change) in lists {
                let artifact =
                    |path: &String| Artifact { path: path.clone(), change: Some(change), ..Artifact::default() };
                report.artifacts.extend(paths.iter().flatten().map(artifact));
            }
            add_extra(&mut report.extra, &files.extra);
        }
        if let Some(next) = &self.next_action {
            let (agent, action, context) =
                (next.recommended_agent.clone(), next.reason.clone(), next.context_forward.clone());
            report.next_steps.push(NextStep { action, agent, context });
            add_extra(&mut report.extra, &next.extra);
        }
        if let Some(errors) = &self.errors {
            if let Some(message) = errors.message.clone().or_else(|| errors.details.clone()) {
                let details = errors.details.clone().filter(|_| errors.message.is_some());
                let blocking = self.status == Status::Blocked;
                let recoverable = errors.can_retry;
                report.problems.push(Problem { message, details, recoverable, blocking, ..Problem::default() });
            }
            add_extra(&mut report.extra, &errors.extra);
        }
        for (name, text) in &self.extensions {
            let body = text.as_str().unwrap_or_default();
            if name == FINDINGS {
                report.findings.extend(findings(body));
            } else {
                report.sections.push(Section { title: name.clone(), body: body.to_owned() });
            }
        }
        let around = self.before.iter().chain(&self.after);
        report.sections.extend(around.map(|body| Section { title: String::new(), body: body.clone() }));
        report
    }
}

/// Keeps further keys; where two sections have the same one, both values.
fn add_extra(extra: &mut Map<String, Value>, further: &Map<String, Value>) {
    for (key, value) in further {
        match extra.get_mut(key) {
            Some(Value::Array(values)) => values.push(value.clone()),
            Some(first) => *first = Value::Array(vec![first.take(), value.clone()]),
            None => drop(extra.insert(key.clone(), value.clone())),
        }
    }
}

/// The findings of the section FINDINGS: one for each item of its list, as JSON or as text; other lines belong to the item
/// above them.
fn findings(body: &str) -> impl Iterator<Item = Finding> {
    let mut items: Vec<String> = Vec::new();
    for line in body.lines() {
        match (line.strip_prefix("- "), items.last_mut()) {
            (None, Some(last)) => *last += &format!("\n{}", line.trim()),
            (item, _) => items.push(item.unwrap_or(line).to_owned()),
        }
    }
    let items = items.into_iter().filter(|item| !says_nothing(item));
    items.map(|item| Finding::item(&serde_json::from_str(&item).unwrap_or_else(|_| item.trim().into())))
}

/// The fields of the neutral report that have a place here.
const PLACED: [&str; 10] = [
    "outcome",
    "summary",
    "confidence",
    "iterations",
    "artifacts",
    "next_steps",
    "problems",
    "findings",
    "sections",
    "extra",
];

impl FromReport for StatusBlock {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mut losses = report.unplaced(&PLACED);
        let mapped = Status::from_outcome(report.outcome);
        losses.extend(mapped.note.map(|note| Loss::approximated("outcome", note)));
        let mut block = Self::new(mapped.status);
        block.summary = Some(summary(report, &mut losses));
        block.files = Some(files(report, &mut losses));
        block.next_action = Some(next_action(report, &mut losses));
        block.errors = errors(report, &mut losses);
        extensions(&mut block, report, &mut losses);
        (block, losses)
    }
}

fn summary(report: &Report, losses: &mut Vec<Loss>) -> Summary {
    let what_i_did = report.summary.clone().unwrap_or_else(|| {
        losses.push(Loss::invented("what_i_did", "the source has no summary"));
        "The report has no summary.".to_owned()
    });
    let confidence = report.confidence.as_ref().map(|confidence| match confidence {
        AnyConfidence::Word(word) => word.clone(),
        AnyConfidence::Number(number) => {
            losses.push(Loss::approximated("confidence", format!("{number} becomes a word")));
            let word = if *number >= 0.8 {
                "high"
            } else if *number >= 0.5 {
                "medium"
            } else {
                "low"
            };
            word.to_owned()
        }
        other => format!("{other:?}"),
    });
    let confidence = confidence.map(Confidence::from);
    let iterations_used = report.iterations.map(Iterations::Count);
    Summary { what_i_did: Some(what_i_did), confidence, iterations_used, extra: extra(report, losses) }
}

/// Further keys: a text or a list of texts under a name that is a key of the block and none of the known ones.
fn extra(report: &Report, losses: &mut Vec<Loss>) -> Map<String, Value> {
    let mut kept = Map::new();
    for (key, value) in &report.extra {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let is_key = key.bytes().all(is_word) && key.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_known = SECTIONS[SUMMARY].fields.iter().any(|field| same_name(field.name, key));
        let is_text = value.is_string() || value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
        if !is_key || is_known {
            losses.push(Loss::dropped("extra", format!("`{key}` cannot be a key of the block")));
            continue;
        }
        if !is_text {
            losses.push(Loss::approximated("extra", format!("`{key}` becomes a text")));
        }
        let text = || Value::String(value.to_string());
        kept.insert(key.clone(), if is_text { value.clone() } else { text() });
    }
    kept
}

fn files(report: &Report, losses: &mut Vec<Loss>) -> Files {
    let mut files = Files { created: Some(vec![]), modified: Some(vec![]), read: Some(vec![]), extra: Map::new() };
    for artifact in &report.artifacts {
        let list = match artifact.change {
            Some(Change::Created) => &mut files.created,
            Some(Change::Read) => &mut files.read,
            Some(Change::Modified) => &mut files.modified,
            _ => {
                losses.push(Loss::approximated("artifacts", format!("`{}` is listed as modified", artifact.path)));
                &mut files.modified
            }
        };
        list.get_or_insert_default().push(artifact.path.clone());
        if artifact.r#type.is_some() || artifact.summary.is_some() {
            losses.push(Loss::dropped("artifacts", format!("type and summary of `{}`", artifact.path)));
        }
    }
    files
}

fn next_action(report: &Report, losses: &mut Vec<Loss>) -> NextAction {
    let first = report.next_steps.first().cloned().unwrap_or_default();
    for step in report.next_steps.iter().skip(1) {
        losses.push(Loss::dropped("next_steps", step.action.clone().unwrap_or_default()));
    }
    let recommended_agent = first.agent.unwrap_or_else(|| {
        losses.push(Loss::invented("recommended_agent", "the source names no agent"));
        "none".to_owned()
    });
    let (reason, context_forward) = (first.action, first.context);
    NextAction { recommended_agent: Some(recommended_agent), reason, context_forward, extra: Map::new() }
}

/// The first problem; the others become lines of its details.
fn errors(report: &Report, losses: &mut Vec<Loss>) -> Option<Errors> {
    let (first, others) = report.problems.split_first()?;
    let mut details: Vec<String> = first.details.iter().cloned().collect();
    for problem in others {
        losses.push(Loss::approximated("problems", format!("`{}` becomes a line of the details", problem.message)));
        details.push(problem.message.clone());
        details.extend(problem.details.clone());
    }
    if report.problems.iter().any(|problem| problem.r#type.is_some() || problem.recommendation.is_some()) {
        losses.push(Loss::dropped("problems", "types and recommendations"));
    }
    if others.iter().any(|problem| problem.recoverable.is_some()) {
        losses.push(Loss::dropped("problems", "whether trying again can help, but for the first"));
    }
    if report.problems.iter().any(|problem| problem.blocking != (report.outcome == Outcome::Blocked)) {
        losses.push(Loss::dropped("problems", "whether they block"));
    }
    let details = Some(details.join("\n")).filter(|details| !details.is_empty());
    Some(Errors { message: Some(first.message.clone()), details, can_retry: first.recoverable, extra: Map::new() })
}

fn extensions(block: &mut StatusBlock, report: &Report, losses: &mut Vec<Loss>) {
    let line = |finding: &Finding| format!("- {}", finding.to_item());
    if !report.findings.is_empty() {
        let lines: Vec<String> = report.findings.iter().map(line).collect();
        block.extensions.insert(FINDINGS.to_owned(), lines.join("\n").into());
    }
    for section in &report.sections {
        if section.title.is_empty() {
            let after = block.after.get_or_insert_default();
            after.push_str(if after.is_empty() { "" } else { "\n\n" });
            after.push_str(&section.body);
            continue;
        }
        let name = section_name(&section.title, &block.extensions);
        if name != section.title {
            losses.push(Loss::approximated("sections", format!("`{}` becomes `{name}`", section.title)));
        }
        block.extensions.insert(name, section.body.clone().into());
    }
}

/// A title as the name of an extension that is not taken yet.
fn section_name(title: &str, taken: &Map<String, Value>) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let mut name: String = title.chars().map(upper).collect();
    let own = SECTIONS.iter().map(|section| section.name).chain(["STATUS", "ERROR", FINDINGS]);
    if name.len() < 2 || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        name = format!("SECTION_{name}");
    }
    while own.clone().any(|own| own == name) || taken.contains_key(&name) {
        name.push_str("_2");
    }
    name
}
