//! To and from the neutral report (R-A15).

mod put_back;

use envelope_core::report::{Artifact, Change, Confidence as Sure, NextStep, Problem, Target, carried, restore};
use envelope_core::text::{Word, is_blank, read_word};
use envelope_core::{Loss, LossKind, Mapped, Path, Report, Status, Verdict};
use serde_json::{Map, Value};

use crate::fields::{CARRIED, CONFIDENCE};
use crate::{BlockStatus, Confidence, Errors, Files, Iterations, NextAction, Paths, Section, StatusBlock, Summary};

/// The key under which a report keeps what only a status block has.
const OWN: &str = "status-block";

/// The lists of FILES with what each says of its files.
const LISTS: [(&str, Change); 3] =
    [("created", Change::Created), ("modified", Change::Modified), ("read", Change::Read)];

/// The neutral report of a block, with the outcome of the verdict.
pub(crate) fn to_report(block: &StatusBlock, verdict: Verdict) -> Report {
    let mut report = Report::new(verdict.outcome());
    let mut own = Map::new();
    if let Some(summary) = &block.summary {
        report.summary.clone_from(&summary.what_i_did);
        report.confidence = summary.confidence.as_ref().map(|word| Sure::Word(word.as_str().to_owned()));
        match &summary.iterations_used {
            Some(Iterations::Count(count)) => report.iterations = Some(*count),
            Some(Iterations::Text(text)) => keep(&mut own, pointer(Section::Summary, "iterations_used"), text.as_str()),
            None => {}
        }
        keep_section(&mut own, Section::Summary, &summary.extra, summary == &Summary::default());
    }
    if let Some(files) = &block.files {
        for ((name, change), list) in LISTS.into_iter().zip([&files.created, &files.modified, &files.read]) {
            let Some(list) = list else { continue };
            if list.is_empty() {
                keep(&mut own, pointer(Section::Files, name), Vec::<Value>::new());
            }
            report.artifacts.extend(list.iter().map(|path| {
                let mut artifact = Artifact::new(path);
                artifact.change = Some(change);
                artifact
            }));
        }
        keep_section(&mut own, Section::Files, &files.extra, files == &Files::default());
    }
    if let Some(next) = &block.next_action {
        let mut step = NextStep::default();
        step.action.clone_from(&next.reason);
        step.agent.clone_from(&next.recommended_agent);
        step.context.clone_from(&next.context_forward);
        if step != NextStep::default() {
            report.next_steps.push(step);
        }
        keep_section(&mut own, Section::NextAction, &next.extra, next == &NextAction::default());
    }
    if let Some(errors) = &block.errors {
        let mut problem = Problem::new(errors.message.clone().unwrap_or_default());
        problem.details.clone_from(&errors.details);
        problem.recoverable = errors.can_retry;
        problem.blocking = block.status == BlockStatus::Blocked;
        // A section that says nothing is no problem, and that it stood there is kept below; an empty message is one.
        if errors.message.is_some() || problem != Problem::new("") {
            report.problems.push(problem);
        }
        if errors.message.is_none() {
            keep(&mut own, pointer(Section::Errors, "message"), Value::Null);
        }
        keep_section(&mut own, Section::Errors, &errors.extra, errors == &Errors::default());
    }
    let prose = [("before", &block.prose.before), ("inside", &block.prose.inside), ("after", &block.prose.after)];
    for (name, text) in prose {
        if let Some(text) = text {
            keep(&mut own, Path::root().key("prose").key(name), text.as_str());
        }
    }
    for (name, content) in &block.extensions {
        // What is carried is restored below; what only has its name is a section like any other (R-A3).
        let name = match (name.as_str() == CARRIED, content) {
            (true, Value::Object(_)) => continue,
            (true, _) => other(name),
            (false, _) => name.clone(),
        };
        keep(&mut own, Path::root().key("extensions").key(&name), content.clone());
    }
    if !own.is_empty() {
        report.extra.insert(OWN.to_owned(), Value::Object(own));
    }
    if let Some(Value::Object(object)) = block.extensions.get(CARRIED) {
        // What does not fit the report, or is said otherwise by it, is kept as what only a status block has.
        let left = restore(&mut report, object);
        let left = left.into_iter().filter_map(|name| Some((left_over(&name), object.get(&name)?.clone())));
        let mut left: Map<String, Value> = left.collect();
        if let Some(unlisted) = report.extra.get(OWN).filter(|own| !own.is_object()) {
            // It was carried under the name of this protocol, and lists no places.
            left.insert(left_over("extra"), Value::Object(Map::from_iter([(OWN.to_owned(), unlisted.clone())])));
            report.extra.shift_remove(OWN);
        }
        if !left.is_empty()
            && let Value::Object(own) = report.extra.entry(OWN).or_insert_with(|| Value::Object(Map::new()))
        {
            own.extend(left);
        }
    }
    report
}

/// The name of a section whose own is taken.
fn other(name: &str) -> String {
    format!("OTHER_{name}")
}

/// Where a report keeps what was carried and found its place taken.
fn left_over(name: &str) -> String {
    Path::root().key("carried").key(name).into()
}

fn pointer(section: Section, name: &str) -> Path {
    Path::root().key(section.member()).key(name)
}

fn keep(own: &mut Map<String, Value>, at: Path, value: impl Into<Value>) {
    own.insert(at.into(), value.into());
}

/// Keeps the further keys of a section, and that it stood there when it held nothing.
fn keep_section(own: &mut Map<String, Value>, section: Section, extra: &Map<String, Value>, empty: bool) {
    if empty {
        keep(own, Path::root().key(section.member()), Map::new());
    }
    for (key, value) in extra {
        keep(own, pointer(section, "extra").key(key), value.clone());
    }
}

/// The nearest block of a report, and what was lost on the way (R-A15).
pub(crate) fn from_report(report: &Report) -> (StatusBlock, Vec<Loss>) {
    let mut losses = Vec::new();
    let mapped = BlockStatus::from_outcome(report.outcome);
    if let Some(lost) = mapped.lost() {
        losses.push(Loss::new(
            "outcome",
            LossKind::Approximated,
            format!("`{}` does not say {lost}", mapped.status().as_str()),
        ));
    }
    let report = sorted(report, &mut losses);
    let mut block = StatusBlock::new(mapped.status());
    block.summary = summary(&report, &mut losses);
    block.files = files(&report, &mut losses);
    block.next_action = report.next_steps.first().map(|step| NextAction {
        recommended_agent: step.agent.clone(),
        reason: step.action.clone(),
        context_forward: step.context.clone(),
        extra: Map::new(),
    });
    block.errors = errors(&report, mapped, &mut losses);
    let own = put_back::kept(&report, &mut losses);
    put_back::put_back(own, &mut block, &mut losses);
    let there = |section: &Section| block.has(*section) || block.extensions.contains_key(section.marker());
    if !Section::ALL.iter().any(there) {
        // A status without a section beside it would not be a report; an empty section claims nothing.
        block.summary = Some(Summary::default());
        let note = "a block has a section beside its status; an empty SUMMARY stands there";
        losses.push(Loss::new("extra", LossKind::Invented, note));
    }
    let mut object = carried(&report, Target::StatusBlock, !mapped.is_exact()).unwrap_or_default();
    forget_implied_blocking(&mut object, mapped.status());
    put_back::carry_left_over(own, &mut object, &mut losses);
    if !object.is_empty() {
        block.extensions.insert(CARRIED.to_owned(), Value::Object(object));
    }
    (block, losses)
}

/// The report with its artifacts in the order of the lists of FILES, so that what is carried beside them fits.
fn sorted(report: &Report, losses: &mut Vec<Loss>) -> Report {
    let mut report = report.clone();
    let list = |artifact: &Artifact| LISTS.iter().position(|(_, change)| artifact.change == Some(*change)).unwrap_or(0);
    if !report.artifacts.is_sorted_by_key(list) {
        report.artifacts.sort_by_key(list);
        losses.push(Loss::new("artifacts", LossKind::Approximated, "the order of files with different changes"));
    }
    report
}

fn summary(report: &Report, losses: &mut Vec<Loss>) -> Option<Summary> {
    let confidence = report.confidence.as_ref().map(|confidence| {
        let (word, loss) = confidence.word();
        if let Some(kind) = loss {
            losses.push(Loss::new("confidence", kind, format!("the number became `{word}`")));
        }
        let known = match read_word(&word, &CONFIDENCE) {
            Word::Decorated { index, .. } => CONFIDENCE.get(index),
            _ => None,
        };
        if let Some(known) = known {
            losses.push(Loss::new("confidence", LossKind::Approximated, format!("`{word}` is written `{known}`")));
        }
        Confidence::from(known.map_or(word.as_str(), |known| *known))
    });
    let summary = Summary {
        what_i_did: report.summary.clone(),
        confidence,
        iterations_used: report.iterations.map(Iterations::Count),
        extra: Map::new(),
    };
    (summary != Summary::default()).then_some(summary)
}

fn files(report: &Report, losses: &mut Vec<Loss>) -> Option<Files> {
    if report.artifacts.is_empty() {
        return None;
    }
    let unknown = report.artifacts.iter().filter(|artifact| artifact.change.is_none()).count();
    if unknown > 0 {
        let note = format!("{unknown} without a word on what was done to them stand under `created`");
        losses.push(Loss::new("artifacts.change", LossKind::Invented, note));
    }
    let of = |change: Change| {
        let list = report.artifacts.iter().filter(|artifact| artifact.change.unwrap_or(Change::Created) == change);
        let list: Paths = list.map(|artifact| artifact.path.as_str()).collect();
        (!list.is_empty()).then_some(list)
    };
    Some(Files {
        created: of(Change::Created),
        modified: of(Change::Modified),
        read: of(Change::Read),
        extra: Map::new(),
    })
}

fn errors(report: &Report, mapped: Mapped<BlockStatus>, losses: &mut Vec<Loss>) -> Option<Errors> {
    let needed = mapped.status() != BlockStatus::Success;
    let mut invented = |field: &str, note: &str| {
        if needed {
            losses.push(Loss::new(field, LossKind::Invented, note));
        }
    };
    let Some(problem) = report.problems.first() else {
        invented("problems", "a block that is not a success says what went wrong; the report does not");
        return needed.then(|| Errors::new("The report does not say what went wrong.", false));
    };
    if mapped.status() == BlockStatus::Blocked && !problem.blocking {
        invented("problems.blocking", "`blocked` says that the problem stands in the way");
    }
    let mut errors = Errors { details: problem.details.clone(), ..Errors::default() };
    errors.message = Some(problem.message.clone());
    errors.can_retry = problem.recoverable;
    if needed && is_blank(&problem.message) {
        invented("problems.message", "the problem has no message");
        errors.message = Some("The report does not say what went wrong.".to_owned());
    }
    if needed && errors.can_retry.is_none() {
        invented("problems.recoverable", "nothing says whether trying again can help; `can_retry: false` is safe");
        errors.can_retry = Some(false);
    }
    Some(errors)
}

/// That the first problem stands in the way is said by the status `blocked` already.
fn forget_implied_blocking(object: &mut Map<String, Value>, status: BlockStatus) {
    if status != BlockStatus::Blocked {
        return;
    }
    let Some(Value::Array(problems)) = object.get_mut("problems") else { return };
    if let Some(Value::Object(first)) = problems.first_mut() {
        first.shift_remove("blocking");
    }
    if problems.iter().all(|problem| problem.as_object().is_some_and(Map::is_empty)) {
        object.shift_remove("problems");
    }
}
