//! Which decision comes from which question.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use envelope_core::Status as _;
use serde::Serialize;

use crate::evaluation::is_empty;
use crate::{Clarifications, Decisions, ItemId};

/// The graph from questions over refinements to decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The items and decisions, in the order of their documents.
    pub nodes: Vec<Node>,
    /// What leads to what.
    pub edges: Vec<Edge>,
    /// What comes from nowhere or leads nowhere.
    pub orphans: Vec<Orphan>,
}

/// An item or a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Node {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `answered` or `not_answered`; of a decision its status.
    pub state: &'static str,
}

/// A step from an item to one that refines it, or to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Edge {
    /// Where it begins.
    pub from: String,
    /// Where it leads.
    pub to: String,
}

/// A node that is not connected as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Orphan {
    /// Its id.
    pub id: String,
    /// What is missing.
    pub reason: String,
}

/// Traces the decisions to the questions.
pub fn trace(clarifications: &Clarifications, decisions: Option<&Decisions>) -> Trace {
    let mut trace = Trace { nodes: Vec::new(), edges: Vec::new(), orphans: Vec::new() };
    let ids: HashSet<ItemId> = clarifications.items().map(|item| item.id).collect();
    for item in clarifications.items() {
        let state = if is_empty(item) { "not_answered" } else { "answered" };
        trace.nodes.push(Node { id: item.id.to_string(), title: item.title.clone(), state });
        match item.id.parent() {
            Some(parent) if ids.contains(&parent) => trace.edge(parent.to_string(), item.id.to_string()),
            Some(parent) => trace.orphan(item.id.to_string(), format!("{parent} is not in the clarifications")),
            None => {}
        }
    }
    let Some(decisions) = decisions else { return trace };
    let mut decided = HashSet::new();
    for decision in &decisions.decisions {
        let id = decision.id.to_string();
        trace.nodes.push(Node { id: id.clone(), title: decision.title.clone(), state: decision.status.as_str() });
        if decision.source.is_empty() {
            trace.orphan(id.clone(), "has no source".to_owned());
        }
        for source in &decision.source {
            decided.insert(source.question());
            if ids.contains(source) {
                trace.edge(source.to_string(), id.clone());
            } else {
                trace.orphan(id.clone(), format!("its source {source} is not in the clarifications"));
            }
        }
    }
    let questions = clarifications.items().map(|item| item.id).filter(|id| id.is_question());
    for question in questions.filter(|question| !decided.contains(question)) {
        trace.orphan(question.to_string(), "no decision comes from it".to_owned());
    }
    trace
}

impl Trace {
    fn edge(&mut self, from: String, to: String) {
        self.edges.push(Edge { from, to });
    }

    fn orphan(&mut self, id: String, reason: String) {
        self.orphans.push(Orphan { id, reason });
    }

    /// A line per node below what it comes from, then the orphans.
    pub fn to_text(&self) -> String {
        let by_id: HashMap<&str, &Node> = self.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let mut below: HashMap<&str, Vec<&Node>> = HashMap::new();
        let mut has_origin = HashSet::new();
        for edge in &self.edges {
            has_origin.insert(edge.to.as_str());
            below.entry(&edge.from).or_default().extend(by_id.get(edge.to.as_str()));
        }
        let mut text = String::new();
        for root in self.nodes.iter().filter(|node| !has_origin.contains(node.id.as_str())) {
            // Items are at most three levels deep, with decisions below.
            let mut open = vec![(0, root)];
            while let Some((depth, node)) = open.pop() {
                let title = node.title.split_whitespace().collect::<Vec<_>>().join(" ");
                let _ = writeln!(text, "{:indent$}{} {title} ({})", "", node.id, node.state, indent = 2 * depth);
                let next = below.get(node.id.as_str()).into_iter().flatten().rev();
                open.extend(next.map(|node| (depth + 1, *node)));
            }
        }
        if !self.orphans.is_empty() {
            text.push_str("\nOrphans:\n");
        }
        for orphan in &self.orphans {
            let _ = writeln!(text, "{}: {}", orphan.id, orphan.reason);
        }
        text
    }

    /// A state diagram for Mermaid, whose flow charts end at 500 edges.
    pub fn to_mermaid(&self) -> String {
        let name = |id: &str| id.replace('.', "_");
        let mut text = String::from("stateDiagram-v2\n  direction LR\n");
        for node in &self.nodes {
            let _ = writeln!(text, "  state \"{}: {}\" as {}", node.id, label(&node.title), name(&node.id));
        }
        for edge in &self.edges {
            let _ = writeln!(text, "  {} --> {}", name(&edge.from), name(&edge.to));
        }
        if !self.orphans.is_empty() {
            text.push_str("  classDef orphan stroke-dasharray: 4\n");
        }
        let orphans: std::collections::BTreeSet<&str> = self.orphans.iter().map(|orphan| orphan.id.as_str()).collect();
        for id in orphans {
            let _ = writeln!(text, "  class {} orphan", name(id));
        }
        text
    }
}

/// A title as Mermaid reads it between quotes: signs as entity codes such as `#35;`.
fn label(title: &str) -> String {
    let mut label = String::with_capacity(title.len());
    for c in title.chars() {
        match c {
            c if c.is_alphanumeric() || matches!(c, ' ' | ',' | '.' | '-' | '(' | ')' | '/') => label.push(c),
            c if c.is_whitespace() || c.is_control() => label.push(' '),
            c => {
                let _ = write!(label, "#{};", u32::from(c));
            }
        }
    }
    label
}
