//! The graph of ids: what refines what, what was decided from it, and what leads nowhere (clarifications-md, "ID Flow
//! Across the Workflow").

mod mermaid;
mod text;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::decisions::{Decisions, EntryStatus, SourceRef};
use crate::evaluation::{Evaluation, ItemVerdict};
use crate::{Clarifications, ItemId, QuestionId};

/// The graph Q → R → Ra and Q/R → D, with what leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Trace {
    /// Every item in the order of the document, then every decision.
    pub nodes: Vec<TraceNode>,
    /// From parents to refinements, then from sources to decisions.
    pub edges: Vec<TraceEdge>,
    /// What leads nowhere or comes from nowhere.
    pub orphans: Vec<Orphan>,
    /// Ids that are named and not there.
    pub dangling: Vec<Dangling>,
}

/// An item or a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceNode {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: NodeKind,
    /// Its title.
    pub title: String,
    /// The verdict on its answer; absent for decisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<ItemVerdict>,
    /// Its status, as it is written; absent for items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Whether it must be answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemars", schemars(default))]
    pub must_answer: bool,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NodeKind {
    /// A top-level question.
    Question,
    /// A refinement of a question.
    Refinement,
    /// A refinement of a refinement.
    SubRefinement,
    /// A decision.
    Decision,
}

/// What leads to what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceEdge {
    /// The id that it starts from.
    pub from: String,
    /// The id that it leads to.
    pub to: String,
    /// What it means.
    pub kind: EdgeKind,
}

/// What an edge means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EdgeKind {
    /// The second refines the first.
    Refined,
    /// The second was decided from the first.
    Decided,
}

/// Something that leads nowhere or comes from nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Orphan {
    /// Its id.
    pub id: String,
    /// Why.
    pub reason: OrphanReason,
}

/// Why something is an orphan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OrphanReason {
    /// A question that no decision names, neither itself nor a refinement of it.
    Undecided,
    /// A refinement whose parent is not in the document.
    NoParent,
    /// A decision that names no source.
    NoSource,
}

impl OrphanReason {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Undecided => "no decision comes from it",
            Self::NoParent => "what it refines is not there",
            Self::NoSource => "it names no source",
        }
    }
}

/// An id that is named and not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Dangling {
    /// Who names it: the id of a decision, or `evaluation`.
    pub from: String,
    /// What is named.
    pub source: String,
}

/// Who names an id of an evaluation.
const EVALUATION: &str = "evaluation";

/// Traces the ids of a document through its evaluation and its decisions, as far as they are given.
///
/// Verdicts are the evaluation's, else the mechanical ones. Without decisions no question counts as an orphan.
pub fn trace(document: &Clarifications, evaluation: Option<&Evaluation>, decisions: Option<&Decisions>) -> Trace {
    let given: HashMap<ItemId, ItemVerdict> =
        evaluation.iter().flat_map(|it| it.per_question()).filter_map(|it| Some((it.id()?, it.verdict))).collect();
    let mut trace = Trace { nodes: Vec::new(), edges: Vec::new(), orphans: Vec::new(), dangling: Vec::new() };
    let must: HashSet<QuestionId> = document.questions().filter(|it| it.must_answer).map(|it| it.id).collect();
    let mut known = HashSet::new();
    for (id, item) in document.items().filter(|(id, _)| known.insert(*id)) {
        let kind = match id {
            ItemId::Question(_) => NodeKind::Question,
            ItemId::Refinement(id) if id.letter().is_some() => NodeKind::SubRefinement,
            ItemId::Refinement(_) => NodeKind::Refinement,
        };
        trace.nodes.push(TraceNode {
            id: id.to_string(),
            kind,
            title: item.title.as_str().to_owned(),
            verdict: Some(given.get(&id).copied().unwrap_or_else(|| document.judge(item).into())),
            status: None,
            must_answer: matches!(id, ItemId::Question(id) if must.contains(&id)),
        });
    }
    for node in &trace.nodes {
        let Some(parent) = node.id.parse::<ItemId>().ok().and_then(ItemId::parent) else { continue };
        if known.contains(&parent) {
            trace.edges.push(TraceEdge { from: parent.to_string(), to: node.id.clone(), kind: EdgeKind::Refined });
        } else {
            trace.orphans.push(Orphan { id: node.id.clone(), reason: OrphanReason::NoParent });
        }
    }
    for entry in evaluation.iter().flat_map(|it| it.per_question()) {
        if entry.id().is_none_or(|id| !known.contains(&id)) {
            trace.dangling.push(Dangling { from: EVALUATION.to_owned(), source: entry.question_id.clone() });
        }
    }
    if let Some(decisions) = decisions {
        trace.decide(document, decisions, &known);
    }
    trace
}

impl Trace {
    fn decide(&mut self, document: &Clarifications, decisions: &Decisions, known: &HashSet<ItemId>) {
        let mut named: HashSet<QuestionId> = HashSet::new();
        for entry in &decisions.entries {
            let id = entry.id.to_string();
            self.nodes.push(TraceNode {
                id: id.clone(),
                kind: NodeKind::Decision,
                title: entry.title.clone(),
                verdict: None,
                status: Some(entry.status.as_ref().map_or("", EntryStatus::as_str).to_owned()),
                must_answer: false,
            });
            if entry.source.is_empty() {
                self.orphans.push(Orphan { id: id.clone(), reason: OrphanReason::NoSource });
            }
            for source in &entry.source {
                match source {
                    SourceRef::Item(item) if known.contains(item) => {
                        named.insert(item.question());
                        let (from, to) = (item.to_string(), id.clone());
                        self.edges.push(TraceEdge { from, to, kind: EdgeKind::Decided });
                    }
                    other => self.dangling.push(Dangling { from: id.clone(), source: other.to_string() }),
                }
            }
        }
        let undecided = document.questions().filter(|question| !named.contains(&question.id));
        self.orphans.extend(undecided.map(|it| Orphan { id: it.id.to_string(), reason: OrphanReason::Undecided }));
    }

    /// The graph as an indented list: items below what they refine, decisions below what they come from.
    pub fn to_text(&self) -> String {
        text::write(self)
    }

    /// The graph as a Mermaid flow chart. Titles are escaped: nothing in them is read as syntax.
    pub fn to_mermaid(&self) -> String {
        mermaid::write(self)
    }

    /// Where each edge leads, by where it starts.
    fn below(&self) -> BTreeMap<&str, Vec<&TraceEdge>> {
        let mut below: BTreeMap<&str, Vec<&TraceEdge>> = BTreeMap::new();
        for edge in &self.edges {
            below.entry(&edge.from).or_default().push(edge);
        }
        below
    }
}

/// A title on one line, without control characters.
fn one_line(title: &str) -> String {
    title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}
