//! The graph as an indented list.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{EdgeKind, NodeKind, OrphanReason, Trace, TraceNode, one_line};

pub(super) fn write(trace: &Trace) -> String {
    let below = trace.below();
    let nodes: HashMap<&str, &TraceNode> = trace.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let mut text = String::new();
    for node in trace.nodes.iter().filter(|node| node.kind != NodeKind::Decision) {
        let depth = match node.kind {
            NodeKind::Refinement => 1,
            NodeKind::SubRefinement => 2,
            NodeKind::Question | NodeKind::Decision => 0,
        };
        let indent = "  ".repeat(depth);
        let must = if node.must_answer { ", must answer" } else { "" };
        let verdict = node.verdict.map_or("", crate::evaluation::ItemVerdict::as_str);
        let _ = writeln!(text, "{indent}{} ({verdict}{must}): {}", node.id, one_line(&node.title));
        for edge in below.get(node.id.as_str()).into_iter().flatten().filter(|edge| edge.kind == EdgeKind::Decided) {
            let status = nodes.get(edge.to.as_str()).and_then(|node| node.status.as_deref()).unwrap_or_default();
            let title = nodes.get(edge.to.as_str()).map_or_else(String::new, |node| one_line(&node.title));
            let _ = writeln!(text, "{indent}  -> {} ({}): {title}", edge.to, one_line(status));
        }
    }
    if !trace.orphans.is_empty() {
        text.push_str("\norphans:\n");
        for orphan in &trace.orphans {
            let _ = writeln!(text, "  {}: {}", orphan.id, OrphanReason::as_str(orphan.reason));
        }
    }
    if !trace.dangling.is_empty() {
        text.push_str("\ndangling:\n");
        for dangling in &trace.dangling {
            let _ = writeln!(text, "  {} names {}, which is not there", dangling.from, one_line(&dangling.source));
        }
    }
    text
}
