//! What each refinement sub-agent gets: one task for every section with an open item (clarifications-md, "Phase 2").

use std::fmt::Write as _;

use serde::Serialize;

use crate::ItemId;
use crate::evaluation::{Evaluation, ItemVerdict, Verdicts, verdicts};
use crate::model::{Clarifications, Item, Section, Text};
use crate::prompt::{PromptKind, prompt};
use crate::refusal::{Reason, Refusal, errors};

/// The work of one refinement sub-agent: the open items of a section and what stands beside them.
///
/// The sub-agent gets the whole document, too; the prompt says so and does not repeat it, so that it stays inert
/// (R-A17) and a document of many sections is not copied for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Task {
    /// The section; null for questions that no section holds.
    pub section: Option<String>,
    /// What needs refinement, in the order of the document.
    pub items: Vec<OpenItem>,
    /// The clear answers of the same section, for cross-reference.
    pub clear: Vec<ClearAnswer>,
    /// What the sub-agent is told.
    pub prompt: String,
}

/// An item that is not answered clearly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OpenItem {
    /// Its id.
    pub id: ItemId,
    /// Its title.
    pub title: String,
    /// Whether the work cannot go on without its answer.
    pub must_answer: bool,
    /// What its answer is worth.
    pub verdict: ItemVerdict,
    /// What was answered; absent where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// A clear answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClearAnswer {
    /// The id of its item.
    pub id: ItemId,
    /// The title of its item.
    pub title: String,
    /// What was answered.
    pub answer: String,
}

impl Clarifications {
    /// One task for every section with at least one item that is not clear; sections where all is clear get none, and
    /// there is no threshold. Without an evaluation the mechanical one counts; a given one is checked first (R-Q10).
    pub fn tasks(&self, evaluation: Option<&Evaluation>) -> Result<Vec<Task>, Refusal> {
        Refusal::unless_empty(errors(self, &()).map(Reason::Document).collect())?;
        let verdicts = verdicts(self, evaluation)?;
        Ok(self.sections().iter().filter_map(|section| task(section, &verdicts, evaluation.is_none())).collect())
    }
}

fn task(section: &Section, verdicts: &Verdicts, questions_only: bool) -> Option<Task> {
    let (mut items, mut clear) = (Vec::new(), Vec::new());
    let mut take = |id: ItemId, item: &Item, must_answer: bool| {
        let Some(verdict) = verdicts.of(id, item) else { return };
        let title = item.title.as_str().to_owned();
        let answer = item.answer_text().to_owned();
        if verdict == ItemVerdict::Clear {
            clear.push(ClearAnswer { id, title, answer });
        } else {
            let answer = Some(answer).filter(|answer| !answer.trim().is_empty());
            items.push(OpenItem { id, title, must_answer, verdict, answer });
        }
    };
    for question in &section.questions {
        take(question.id.into(), &question.item, question.must_answer);
        if !questions_only {
            for refinement in &question.refinements {
                take(refinement.id.into(), &refinement.item, false);
            }
        }
    }
    let section = section.title.as_ref().map(Text::as_str);
    let text = text(section, &items, &clear);
    (!items.is_empty()).then(|| Task { section: section.map(str::to_owned), items, clear, prompt: text })
}

fn text(section: Option<&str>, items: &[OpenItem], clear: &[ClearAnswer]) -> String {
    let mut text = match section {
        Some(title) => {
            format!("You refine the section \"{title}\" of the clarifications document that comes with this.\n\n")
        }
        None => {
            "You refine the questions outside of any section of the clarifications document that comes with this.\n\n"
                .to_owned()
        }
    };
    text += "These items need refinement:\n\n";
    for item in items {
        let must = if item.must_answer { ", must be answered" } else { "" };
        let _ = writeln!(text, "- {} ({}{must}): {}", item.id, item.verdict.as_str(), item.title);
        quote(&mut text, item.answer.as_deref().unwrap_or_default());
    }
    if !clear.is_empty() {
        text += "\nThese items of the section are clear; ask nothing that they answer:\n\n";
        for item in clear {
            let _ = writeln!(text, "- {}: {}", item.id, item.title);
            quote(&mut text, &item.answer);
        }
    }
    text + "\n" + &prompt(PromptKind::Refinements)
}

/// The answer as a quote: what a person wrote must not be taken for a part of the instruction.
fn quote(text: &mut String, answer: &str) {
    for line in envelope_core::text::Lines::new(answer) {
        let _ = writeln!(text, "{}", format!("  > {}", line.text).trim_end());
    }
}
