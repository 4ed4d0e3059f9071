//! The goals of speed, all in one table; each names the work as the benches do.

/// One goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The criterion group, or what [`super::command`] measures.
    pub(super) work: &'static str,
    pub(super) input: &'static str,
    pub(super) peer: Peer,
    pub(super) want: Want,
}

/// Whom we are compared with on the same work.
#[derive(Clone, Copy, Debug)]
pub(super) enum Peer {
    /// One that is named.
    Named(&'static str),
    /// The fastest of all others in the group.
    Fastest,
    /// Ourselves on another input of the group.
    OurselvesOn(&'static str),
}

/// What we want.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Want {
    /// Ours takes at most so many times what the peer takes.
    AtMost(f64),
    /// Ours is at least so many times as fast as the peer.
    Faster(f64),
    /// Ours takes less than so many milliseconds; the peer only shows what the machine needs.
    Under(f64),
}

impl Want {
    /// The goal in words.
    pub(super) fn shown(self) -> String {
        match self {
            Self::AtMost(times) => format!("≤ {times} × the peer"),
            Self::Faster(times) => format!("≥ {times} × faster"),
            Self::Under(milliseconds) => format!("< {milliseconds} ms"),
        }
    }

    /// Whether it is met, by two measures of the same kind; `nanoseconds` is whether they are times.
    pub(super) fn met(self, ours: f64, peer: f64, nanoseconds: bool) -> Option<bool> {
        match self {
            Self::AtMost(times) => Some(ours <= times * peer),
            Self::Faster(times) => Some(ours * times <= peer),
            Self::Under(milliseconds) => nanoseconds.then_some(ours < milliseconds * 1e6),
        }
    }

    /// The ratio as the goal is put.
    pub(super) fn ratio(self, ours: f64, peer: f64) -> f64 {
        if matches!(self, Self::Faster(_)) { peer / ours } else { ours / peer }
    }
}

const fn goal(work: &'static str, input: &'static str, peer: Peer, want: Want) -> Goal {
    Goal { work, input, peer, want }
}

const TYPED: Peer = Peer::Named("serde_json typed");
const SCHEMA: Peer = Peer::Named("serde_json Value + jsonschema");
const MARKDOWN: Peer = Peer::Named("pulldown-cmark");

/// The work of the command, which no criterion group measures.
pub(super) const FILES: &str = "envelope check, warm";
/// The same where the least is done with each file. No goal: nearly all of it is what the kernel does to open and close files,
/// in a table that threads share.
pub(super) const LEAST: &str = "envelope check --quiet --protocol json-return, warm";
/// Each layout with the number of files in a folder: the names in one folder are listed and sorted by one thread while
/// another begins with files in no order, those of many folders while others are read.
pub(super) const LAYOUTS: [(&str, usize); 2] = [(MANY_FOLDERS, 100), (ONE_FOLDER, usize::MAX)];
const MANY_FOLDERS: &str = "10,000 files in 100 folders";
const ONE_FOLDER: &str = "10,000 files in one folder";
pub(super) const ONE_THREAD: &str = "one thread";
/// What shares nothing but the machine: how far its two cores carry this work at most, in the very run.
pub(super) const TWO_PROCESSES: &str = "two processes with one thread and half of the files each";
pub(super) const PYTHON: &str = "Python jsonschema";

/// All goals.
pub(super) const GOALS: &[Goal] = &[
    goal("json-return clean", "small", TYPED, Want::AtMost(1.3)),
    goal("json-return clean", "large", TYPED, Want::AtMost(1.3)),
    goal("json-return clean", "small", SCHEMA, Want::Faster(1.5)),
    goal("json-return clean", "large", SCHEMA, Want::Faster(1.5)),
    goal("json-return broken", "small", Peer::Fastest, Want::Faster(2.0)),
    goal("json-return broken", "large", Peer::Fastest, Want::Faster(2.0)),
    goal("json-return truncated", "small", Peer::Fastest, Want::Faster(2.0)),
    goal("json-return truncated", "large", Peer::Fastest, Want::Faster(2.0)),
    // Linear: twice the length takes at most 2.2 times as long.
    goal("json-return broken, by length", "2 MB", Peer::OurselvesOn("1 MB"), Want::AtMost(2.2)),
    goal("report-contract clean", "small", TYPED, Want::AtMost(1.3)),
    goal("report-contract clean", "large", TYPED, Want::AtMost(1.3)),
    goal("report-contract clean", "small", SCHEMA, Want::Faster(1.5)),
    goal("report-contract clean", "large", SCHEMA, Want::Faster(1.5)),
    goal("report-contract broken", "small", Peer::Fastest, Want::Faster(2.0)),
    goal("report-contract broken", "large", Peer::Fastest, Want::Faster(2.0)),
    goal("report-contract truncated", "small", Peer::Fastest, Want::Faster(2.0)),
    goal("report-contract truncated", "large", Peer::Fastest, Want::Faster(2.0)),
    goal("report-contract broken, by length", "2 MB", Peer::OurselvesOn("1 MB"), Want::AtMost(2.2)),
    goal("status-block canonical", "small", Peer::Fastest, Want::Faster(15.0)),
    goal("status-block canonical", "usual", Peer::Fastest, Want::Faster(15.0)),
    goal("status-block canonical", "huge", Peer::Fastest, Want::Faster(15.0)),
    goal("clarity parse and rules", "2KB", MARKDOWN, Want::AtMost(2.0)),
    goal("clarity parse and rules", "1MB", MARKDOWN, Want::AtMost(1.3)),
    goal("clarity parse and rules", "2KB prose", MARKDOWN, Want::AtMost(2.0)),
    goal("clarity parse and rules", "1MB prose", MARKDOWN, Want::AtMost(1.3)),
    goal("clarifications-md document", "small", MARKDOWN, Want::AtMost(2.0)),
    goal("clarifications-md document", "large", MARKDOWN, Want::AtMost(1.3)),
    goal("clarifications-md document", "html", MARKDOWN, Want::AtMost(1.3)),
    goal("aggregate", "1000000", Peer::Fastest, Want::AtMost(1.5)),
    goal(FILES, MANY_FOLDERS, Peer::Named(ONE_THREAD), Want::Faster(1.7)),
    goal(FILES, MANY_FOLDERS, Peer::Named(TWO_PROCESSES), Want::AtMost(1.1)),
    goal(FILES, MANY_FOLDERS, Peer::Named(PYTHON), Want::Faster(20.0)),
    goal(FILES, ONE_FOLDER, Peer::Named(ONE_THREAD), Want::Faster(1.7)),
    goal(FILES, ONE_FOLDER, Peer::Named(PYTHON), Want::Faster(20.0)),
    goal("hook", "claude-accepted", Peer::Named("true"), Want::Under(5.0)),
    goal("hook", "claude-refused", Peer::Named("true"), Want::Under(5.0)),
    goal("hook", "claude-no-message", Peer::Named("true"), Want::Under(5.0)),
];
