//! Which decision comes from which question.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use envelope_core::Status as _;
use serde::Serialize;

use crate::evaluation::is_empty;
use crate::render::joined;
use crate::workflow::one_line;
use crate::{Clarifications, Decision, Decisions, Item, ItemId};

/// The graph from questions over refinements to decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The items, then the decisions, in the order of their documents.
    pub nodes: Vec<Node>,
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
    /// What it comes from: the item that it refines, or the sources of a decision.
    pub from: Vec<ItemId>,
    /// Why it is an orphan, which comes from nowhere or leads nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orphan: Option<String>,
}

/// Traces the decisions to the questions.
pub fn trace(clarifications: &Clarifications, decisions: Option<&Decisions>) -> Trace {
    let ids: HashSet<ItemId> = clarifications.items().map(|item| item.id).collect();
    let entries = || decisions.into_iter().flat_map(|decisions| &decisions.decisions);
    let decided: HashSet<ItemId> = entries().flat_map(|entry| &entry.source).map(|source| source.question()).collect();
    let node = |id: String, title: &str, state, from: &[ItemId], orphan: Option<&str>| {
        let (from, lost): (Vec<ItemId>, Vec<ItemId>) = from.iter().partition(|id| ids.contains(id));
        let is_lost = || format!("comes from {}: not in the clarifications", joined(&lost));
        let orphan = if lost.is_empty() { orphan.map(str::to_owned) } else { Some(is_lost()) };
        Node { id, title: title.to_owned(), state, from, orphan }
    };
    let item = |item: &Item| {
        let leads_nowhere = decisions.is_some() && item.id.is_question() && !decided.contains(&item.id);
        let state = if is_empty(item) { "not_answered" } else { "answered" };
        let orphan = leads_nowhere.then_some("no decision comes from it");
        node(item.id.to_string(), &item.title, state, item.id.parent().as_slice(), orphan)
    };
    let decision = |decision: &Decision| {
        let Decision { id, title, status, source, .. } = decision;
        node(id.to_string(), title, status.as_str(), source, source.is_empty().then_some("has no source"))
    };
    let nodes = clarifications.items().map(item).chain(entries().map(decision)).collect();
    Trace { nodes }
}

impl Trace {
    /// The ids of the orphans, and why they are some.
    pub fn orphans(&self) -> impl Iterator<Item = (&str, &str)> {
        self.nodes.iter().filter_map(|node| Some((node.id.as_str(), node.orphan.as_deref()?)))
    }

    /// A line per node below what it comes from, then the orphans.
    pub fn to_text(&self) -> String {
        let mut below: HashMap<String, Vec<&Node>> = HashMap::new();
        for node in &self.nodes {
            node.from.iter().for_each(|from| below.entry(from.to_string()).or_default().push(node));
        }
        let mut text = String::new();
        // Items are at most three levels deep, with decisions below.
        let roots = self.nodes.iter().filter(|node| node.from.is_empty());
        let mut open: Vec<(usize, &Node)> = roots.rev().map(|node| (0, node)).collect();
        while let Some((depth, Node { id, title, state, .. })) = open.pop() {
            let _ = writeln!(text, "{:indent$}{id} {} ({state})", "", one_line(title), indent = 2 * depth);
            open.extend(below.get(id).into_iter().flatten().rev().map(|node| (depth + 1, *node)));
        }
        let mut heading = "\nOrphans:\n";
        for (id, why) in self.orphans() {
            let _ = writeln!(text, "{}{id}: {why}", std::mem::take(&mut heading));
        }
        text
    }

    /// A state diagram for Mermaid, whose flow charts end at 500 edges.
    pub fn to_mermaid(&self) -> String {
        let name = |id: &str| id.replace('.', "_");
        let mut text = String::from("stateDiagram-v2\n  direction LR\n  classDef orphan stroke-dasharray: 4\n");
        for Node { id, title, .. } in &self.nodes {
            let _ = writeln!(text, "  state \"{id}: {}\" as {}", label(title), name(id));
        }
        for (from, node) in self.nodes.iter().flat_map(|node| node.from.iter().map(move |from| (from, node))) {
            let _ = writeln!(text, "  {} --> {}", name(&from.to_string()), name(&node.id));
        }
        for (id, _) in self.orphans() {
            let _ = writeln!(text, "  class {} orphan", name(id));
        }
        text
    }
}

/// A title as Mermaid reads it between quotes: signs as entity codes such as `#35;`.
fn label(title: &str) -> String {
    let shown = |c: char| match c {
        c if c.is_alphanumeric() || " ,.-()/".contains(c) => c.to_string(),
        c if c.is_whitespace() || c.is_control() => " ".to_owned(),
        c => format!("#{};", u32::from(c)),
    };
    title.chars().map(shown).collect()
}
