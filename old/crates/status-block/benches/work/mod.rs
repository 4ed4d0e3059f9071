//! What is read, and the types that YAML crates read it into; shared by the benches.

use serde::Deserialize;
use status_block::{BlockStatus, Errors, Files, NextAction, Paths, StatusBlock, Summary, render};

/// The comparator: plain derives, owned, without extras.
#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
pub(crate) struct Block {
    #[serde(rename = "STATUS")]
    status: String,
    #[serde(rename = "SUMMARY")]
    summary: PlainSummary,
    #[serde(rename = "FILES")]
    files: PlainFiles,
    #[serde(rename = "NEXT_ACTION")]
    next_action: PlainNext,
    #[serde(rename = "ERRORS")]
    errors: Option<PlainErrors>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainSummary {
    what_i_did: String,
    confidence: String,
    iterations_used: u64,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainFiles {
    created: Vec<String>,
    modified: Vec<String>,
    read: Vec<String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainNext {
    recommended_agent: String,
    reason: String,
    context_forward: String,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the time to fill it counts")]
struct PlainErrors {
    message: String,
    details: String,
    can_retry: bool,
}

/// The works: as the renderer writes it; with comments; with one value that is not written as the renderer writes it,
/// which is enough to need the line reader.
pub(crate) const WORKS: [&str; 3] = ["canonical", "commented", "by lines"];

/// One block of about 550 bytes, of about 2 KB, and of about 1 MB with many files.
pub(crate) const SIZES: [&str; 3] = ["small", "usual", "huge"];

/// The input of a work in one size.
pub(crate) fn input(work: &str, size: &str) -> String {
    let text = match size {
        "small" => block(1, 0),
        "usual" => block(6, 5),
        _ => block(8000, 5),
    };
    match work {
        "commented" => {
            let text = text.replacen("STATUS: failed", "STATUS: failed  # so far", 1);
            text.replacen("ERRORS:\n", "# what went wrong\nERRORS:  # only if blocked or failed\n", 1)
        }
        "by lines" => text.replacen("STATUS: failed", "STATUS: \"failed\"", 1),
        _ => text,
    }
}

fn block(files: usize, sentences: usize) -> String {
    let paths = |folder: &str, count: usize| -> Paths {
        (0..count).map(|at| format!("{folder}/module_{at}/file_{at}.rs")).collect()
    };
    let text =
        |start: &str| format!("{start}{}", " Checked the limit on line 40: it is per address.".repeat(sentences));
    let block = StatusBlock::new(BlockStatus::Failed)
        .summary(Summary::new(text("Added rate limits to the login route."), "high".into(), 2))
        .files(Files::new(paths("src", files), paths("tests", files), paths("docs", 2 * files)))
        .next_action(NextAction::new(
            "reviewer or orchestrator",
            text("It touches authentication."),
            text("Review src/login.rs from line 40."),
        ))
        .errors(
            Errors::new(text("The test database refuses connections."), true)
                .details("connect: refused\n  at db.rs:12"),
        );
    render(&block)
}
