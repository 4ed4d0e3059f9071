use serde::Serialize;

use super::{StepError, answer, one_line};
use crate::{AnswerVerdict, Clarifications, Evaluation, Item, ItemId, Section, evaluation};

/// What one agent is to refine: a section that has an item which is not clear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Task {
    /// The title of the section.
    pub section: Option<String>,
    /// The items that are not clear.
    pub items: Vec<TaskItem>,
    /// The clear ones beside them.
    pub clear: Vec<TaskItem>,
    /// What to tell the agent, besides the document.
    pub prompt: String,
}

/// An item of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TaskItem {
    /// Its id.
    pub id: ItemId,
    /// Its title.
    pub title: String,
    /// How well it is answered.
    pub verdict: AnswerVerdict,
    /// Its answer, if it has one.
    pub answer: Option<String>,
}

/// A task per section with an item that is not clear; there is no threshold (R-Q16).
pub fn tasks(clarifications: &Clarifications, evaluation: &Evaluation) -> Result<Vec<Task>, StepError> {
    let faults = evaluation::faults(evaluation, clarifications);
    if !faults.is_empty() {
        return Err(StepError::Faults(faults));
    }
    let verdicts = evaluation.verdicts();
    let task = |section: &Section| {
        let of = |item: &Item| {
            let verdict = *verdicts.get(&item.id)?;
            Some(TaskItem { id: item.id, title: item.title.clone(), verdict, answer: answer(item) })
        };
        let is_clear = |item: &TaskItem| item.verdict == AnswerVerdict::Clear;
        let (clear, items): (Vec<_>, Vec<_>) = section.items().filter_map(of).partition(is_clear);
        let prompt = prompt(section.title.as_deref(), &items, &clear);
        (!items.is_empty()).then(|| Task { section: section.title.clone(), items, clear, prompt })
    };
    Ok(clarifications.sections.iter().filter_map(task).collect())
}

fn prompt(section: Option<&str>, items: &[TaskItem], clear: &[TaskItem]) -> String {
    let section = section
        .map_or("the questions above the first section".to_owned(), |title| format!("section \"{}\"", one_line(title)));
    let list = |items: &[TaskItem]| {
        let line = |item: &TaskItem| {
            let answer = item.answer.as_deref().map_or("no answer".to_owned(), one_line);
            format!("- {} ({}), {}: {answer}\n", item.id, one_line(&item.title), item.verdict.as_str())
        };
        items.iter().map(line).collect::<String>()
    };
    let beside = if clear.is_empty() { "" } else { "\nClear beside them, not to be asked again:\n\n" };
    format!(
        "You refine {section} of clarifications.md, which you have read as a whole. Not clear are:\n\n{}{beside}{}\n{}",
        list(items),
        list(clear),
        crate::prompt(crate::Topic::Refinements),
    )
}
