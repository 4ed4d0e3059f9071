//! The inputs, and what must come of each.

use std::fmt::Write as _;
use std::io::Write;

use super::Scale;

/// One input and what must come of it.
#[derive(Debug)]
pub(super) struct Case {
    /// What the input is.
    pub(super) name: &'static str,
    pub(super) input: Input,
    /// The name of the file or folder; `FILE` in the command stands for its path.
    pub(super) file: &'static str,
    pub(super) command: &'static [&'static str],
    /// The most memory, in bytes.
    pub(super) bound: u64,
    pub(super) exit: i32,
    /// Words of the message.
    pub(super) words: &'static str,
    /// How much of a pipe may be read.
    pub(super) reads_at_most: Option<u64>,
}

impl Case {
    /// Whether the input comes through a pipe.
    pub(super) fn is_piped(&self) -> bool {
        matches!(self.input, Input::Pipe(_))
    }
}

/// What is given to the command.
#[derive(Debug)]
pub(super) enum Input {
    Pipe(Text),
    File(Text),
    /// So many files, each with the text for its number.
    Folder(usize, fn(usize) -> String),
}

/// A long text: a beginning, a piece so many times, an end.
#[derive(Debug)]
pub(super) struct Text {
    begin: &'static str,
    piece: &'static str,
    times: usize,
    end: &'static str,
}

impl Text {
    /// Writes it until nobody takes any more; gives how much was taken.
    pub(super) fn feed(&self, out: &mut impl Write) -> u64 {
        let block = self.piece.repeat((1 << 16) / self.piece.len() + 1);
        let whole = self.piece.len() * self.times;
        let middle = (0..whole).step_by(block.len()).map(|at| &block[..block.len().min(whole - at)]);
        let mut taken = 0;
        for part in std::iter::once(self.begin).chain(middle).chain([self.end]) {
            let mut rest = part.as_bytes();
            while !rest.is_empty() {
                match out.write(rest) {
                    Ok(written @ 1..) => {
                        taken += written as u64;
                        rest = &rest[written..];
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    _ => return taken,
                }
            }
        }
        taken
    }
}

/// Appends to a pad of its own.
const APPEND: &[&str] =
    &["scratchpad", "append", "pad", "--gate", "1", "--name", "N", "--attempt", "1", "--agent", "a"];
/// The beginning of a state whose second line is a string.
const STATE: &str = "{\"envelope_state\":1}\n{\"x\":\"";
/// Messages up to the value that is nested.
const RETURN: &str = "{\"status\":\"completed\",\"summary\":\"One. Two.\",\"artifacts\":[],\"metadata\":{\"session_id\":\
    \"s\",\"agent_type\":\"a\",\"delegation_depth\":1,\"delegation_path\":[\"a\"]},\"x\":";
const REPORT: &str = "{\"report_metadata\":{\"agent_name\":\"a\",\"task_id\":\"t\",\"status\":\"completed\",\
    \"confidence_level\":0.9},\"findings\":{\"x\":";
const BLOCK: &str = "STATUS: success\nSUMMARY:\n  what_i_did: x\nFILES:\n  created: ";
const RESULT: &str = "RESULT: CLEAN | Type: digest | Doc: a.md | Sections: 0 | Entities: 0 | Cross-refs: 0\n";
const DECISIONS: &str = "---\nstatus: final\ndecision_count: 1\nnotes: ";
const DECISION: &str = "\n---\n\n### D1: Depth\n- **Source:** Q1\n- **Section:** S\n- **Answer:** a\n- **Decision:** d\n\
    - **Status:** resolved\n";
const MB: u64 = 1 << 20;
/// What the command may read of a message: the limit of 16 MB, and what lies in the pipe.
const MESSAGE: u64 = 18 * MB;
/// What it may hold for a message of at most 16 MB.
const FOR_ONE: u64 = 200 * MB;
/// What it may hold for ten thousand findings; a hundred times as many may take sixteen times as much.
const FINDINGS: u64 = 128 * MB;

/// All of them.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn all(scale: Scale) -> Vec<Case> {
    let endless = |piece: &'static str, begin: &'static str| {
        Input::Pipe(Text { begin, piece, times: scale.of(24 << 20, 1 << 30) / piece.len(), end: "" })
    };
    let nested = |begin, piece, end| Input::Pipe(Text { begin, piece, times: scale.of(100_000, 1_000_000), end });
    let line =
        |begin, end| Input::File(Text { begin, piece: "0123456789abcdef", times: scale.of(2 << 20, 100 << 16), end });
    let piped = |name, command, input, words| Case {
        name,
        input,
        file: "",
        command,
        bound: FOR_ONE,
        exit: 1,
        words,
        reads_at_most: Some(MESSAGE),
    };
    let file = |name, command, file, input, exit, words| Case {
        name,
        input,
        file,
        command,
        bound: FOR_ONE,
        exit,
        words,
        reads_at_most: None,
    };
    let gigabyte = scale.name("24 MB through a pipe", "1 GB through a pipe");
    let deep = scale.name("100,000 nested brackets", "1,000,000 nested brackets");
    let long = scale.name("one line of 32 MB", "one line of 100 MB");
    let mut cases = vec![
        piped(gigabyte, &["check", "-"], endless("All work and no play. ", ""), "too-large"),
        piped(
            gigabyte,
            &["check", "--protocol", "json-return", "-"],
            endless("{\"status\": \"completed\", ", ""),
            "too-large",
        ),
        piped(gigabyte, &["check", "--protocol", "report-contract", "-"], endless("[[1,2],", ""), "too-large"),
        piped(
            gigabyte,
            &["check", "--protocol", "status-block", "-"],
            endless("  - a: b\n", "STATUS: success\n"),
            "too-large",
        ),
        piped(
            gigabyte,
            &["check", "--protocol", "clarity", "-"],
            endless("| a | b |\n", "RESULT: CLEAN\n"),
            "too-large",
        ),
        piped(gigabyte, &["check", "--protocol", "clarifications", "-"], endless("### Q1: x\n", "---\n"), "too-large"),
        piped(gigabyte, &["json", "-"], endless("{\"a\": [", ""), "too-large"),
        piped(gigabyte, &["parse", "--protocol", "clarity", "-"], endless("x", "RESULT: CLEAN\n"), "too-large"),
        // The report itself names what could not be read.
        piped(gigabyte, &["aggregate", "-"], endless("RESULT: CLEAN | Type: review\n", ""), ""),
        // A hook's input holds a message in a message, so its limit is higher.
        Case {
            exit: 0,
            reads_at_most: Some(66 * MB),
            ..piped(
                scale.name("66 MB through a pipe", gigabyte),
                &["hook", "claude-code"],
                Input::Pipe(Text {
                    begin: "{\"session_id\": \"",
                    piece: "x",
                    times: scale.of(66 << 20, 1 << 30),
                    end: "",
                }),
                "more than 67108864 bytes",
            )
        },
        Case { exit: 2, ..piped(gigabyte, APPEND, endless("x\n", "STATUS: success\n"), "nothing was appended") },
        piped(gigabyte, &["convert", "-", "--to", "clarity"], endless("x\n", "STATUS: success\n"), "too-large"),
        piped(gigabyte, &["clarify", "evaluate", "-"], endless("### Q1: x\n", "---\n"), "too-large"),
        // Of a state a line at a time is held, and no line of one is as long as this.
        Case {
            exit: if scale == Scale::Full { 2 } else { 1 },
            bound: 1024 * MB,
            reads_at_most: Some(260 * MB),
            ..piped(gigabyte, &["aggregate", "-"], endless("x", "{\"envelope_state\":1}\n"), "a line of")
        },
        // But for what is nested, each of these would be accepted.
        piped(deep, &["check", "--protocol", "json-return", "-"], nested(RETURN, "[", ""), "json-too-deep"),
        piped(deep, &["check", "--protocol", "report-contract", "-"], nested(REPORT, "{\"a\":", ""), "json-too-deep"),
        piped(deep, &["json", "-"], nested("{\"status\":", "[", "]}"), "json-too-deep"),
        piped(deep, &["check", "--protocol", "status-block", "-"], nested(BLOCK, "[", "\n"), "status-block/too-deep"),
        piped(
            deep,
            &["check", "--protocol", "status-block", "-"],
            nested(BLOCK, "{a: ", "\n"),
            "status-block/too-deep",
        ),
        // Quotations are no containers of a value, and nothing says how deep they may be.
        Case {
            exit: 0,
            ..piped(deep, &["check", "--protocol", "clarity", "-"], nested(RESULT, ">", " x\n"), "accepted")
        },
        piped(deep, &["check", "--protocol", "decisions", "-"], nested(DECISIONS, "{a: ", DECISION), "deep-flow"),
        piped(deep, &["check", "--protocol", "decisions", "-"], nested(DECISIONS, "[", DECISION), "deep-flow"),
        piped(deep, &["check", "-"], nested("", "[", ""), "unknown-protocol"),
        file(long, &["check", "FILE"], "long.md", line("", "\n"), 1, "too-large"),
        file(long, &["fmt", "--write", "FILE"], "long.md", line("RESULT: CLEAN ", "\n"), 1, "too-large"),
        Case {
            bound: 400 * MB,
            ..file(long, &["aggregate", "FILE"], "long.state", line(STATE, "\"}\n"), 1, "a line of")
        },
        file(long, &["scratchpad", "list", "FILE"], "pad.md", line("", "\n"), 0, ""),
        file(
            long,
            &["check", "--dialect", "FILE", "FILE"],
            "dialect",
            line("{\"a\":\"", "\"}\n"),
            2,
            "more than 16777216",
        ),
        file(long, &["aggregate", "--expect", "FILE", "FILE"], "units", line("", "\n"), 2, "more than 16777216"),
    ];
    // Whoever keeps a value whole for each of these keeps hundreds of times the text.
    for (piece, command, words) in [
        ("{}", &["check", "--protocol", "json-return", "-"][..], "json-missing"),
        ("{\"a\":1,}", &["check", "--protocol", "report-contract", "-"], "json-missing"),
        ("{\"a\":1,}", &["check", "-"], "unknown-protocol"),
    ] {
        let text = Text { begin: "", piece, times: scale.of(1 << 20, 16 << 20) / piece.len(), end: "" };
        let bound = scale.of(64, 480) as u64 * MB;
        let name = scale.name("1 MB of small objects", "16 MB of small objects");
        cases.push(Case { bound, ..piped(name, command, Input::Pipe(text), words) });
    }
    for command in [&["check", "--quiet", "FILE"][..], &["check", "--format", "json", "FILE"]] {
        let input = Input::Folder(scale.of(1_000, 100_000), message);
        cases.push(file(scale.name("1,000 files", "100,000 files"), command, "files", input, 0, ""));
    }
    for format in ["markdown", "json", "html", "state", "sarif"] {
        let command = aggregated(format);
        let input = Input::Folder(scale.of(100, 10_000), hundred_findings);
        cases.push(Case {
            bound: FINDINGS * scale.of(1, 16) as u64,
            ..file(scale.name("10,000 findings", "1,000,000 findings"), command, "findings", input, 0, "")
        });
    }
    cases
}

fn aggregated(format: &str) -> &'static [&'static str] {
    match format {
        "json" => &["aggregate", "--quiet", "--format", "json", "FILE"],
        "html" => &["aggregate", "--quiet", "--format", "html", "FILE"],
        "state" => &["aggregate", "--quiet", "--format", "state", "FILE"],
        "sarif" => &["aggregate", "--quiet", "--format", "sarif", "FILE"],
        _ => &["aggregate", "--quiet", "FILE"],
    }
}

/// A small message that is accepted.
fn message(number: usize) -> String {
    format!(
        "STATUS: success\n\nSUMMARY:\n  what_i_did: \"Moved part {number}\"\n  confidence: high\n  iterations_used: 1\n\n\
         FILES:\n  created: []\n  modified: [\"src/part_{number}.rs\"]\n  read: []\n\n\
         NEXT_ACTION:\n  recommended_agent: \"reviewer\"\n  reason: \"none\"\n  context_forward: \"look at part {number}\"\n"
    )
}

/// A review with a hundred findings; every fifth is one of the review before, too.
fn hundred_findings(result: usize) -> String {
    let mut text = format!(
        "RESULT: FINDINGS | Type: consistency | Pair: docs/store.md/docs/api.md | Findings: 100 | Critical: 0 | Major: 0 | \
         Minor: 100\n\n---\n**Protocol**: v1\n**Agent**: checker {result}\n**Assigned**: compare both\n**Scope**: docs\n\
         **Coverage**: 100%\n**Confidence**: high\n---\n\n| ID | Severity | Type | Location | Counter-location | \
         Description | Suggestion |\n|---|---|---|---|---|---|---|\n"
    );
    for row in 0..100 {
        let of = if row % 5 == 0 { result.saturating_sub(1) } else { result };
        let _ = writeln!(
            text,
            "| F{row} | minor | contradiction | docs/part-{of}/store.md, section {row} | docs/api.md, `put` {of} | the store \
             keeps every version, the interface says only the last is kept | align both on {row} versions |"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_long_as_it_says() {
        let text = Text { begin: "<", piece: "abc", times: 50_000, end: ">" };
        let mut out = Vec::new();
        assert_eq!(text.feed(&mut out), 150_002);
        assert_eq!((out.len(), &out[..4], &out[150_001..]), (150_002, &b"<abc"[..], &b">"[..]));
        assert!(out[1..150_001].chunks(3).all(|piece| piece == b"abc"));
    }
}
