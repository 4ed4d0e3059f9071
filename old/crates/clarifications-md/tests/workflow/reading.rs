//! Laws of reading and writing evaluations and decisions.

use clarifications_md::{Decisions, Evaluation, Expectations, decisions, evaluation};
use envelope_core::{Class, Count, Diagnostic, Envelope as _, Outcome, Policy, ReadOptions, Source, Verdict};
use proptest::prelude::*;

use crate::making;

fn said(found: &[Diagnostic]) -> Vec<(String, &'static str)> {
    let path = |found: &Diagnostic| found.path.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut said: Vec<_> = found.iter().map(|found| (path(found), found.rule.code())).collect();
    said.sort();
    said
}

proptest! {
    #![proptest_config(crate::cases(800))]

    /// RULINGS, "Canonical": rendering then parsing gives the same value, no diagnostic of class form, and the same
    /// content diagnostics as checking the value.
    #[test]
    fn canonical_decisions_read_back(value in making::decisions()) {
        let text = decisions::render(&value);
        let parsed = decisions::parse(&text);
        prop_assert_eq!(parsed.read(), Some(&value), "{}", text);
        prop_assert!(parsed.diagnostics().iter().all(|found| found.rule.class() == Class::Content), "{}\n{:#?}", text, parsed.diagnostics());
        let checked = decisions::check(&value, &Expectations::default());
        let mut checked: Vec<_> = checked.iter().map(|issue| (issue.path.to_string(), issue.rule.code())).collect();
        checked.sort();
        prop_assert_eq!(said(parsed.diagnostics()), checked, "{}", text);
        let built = Verdict::of(&value, &Expectations::default());
        let read = parsed.verdict();
        prop_assert_eq!((read.outcome(), read.accepted()), (built.outcome(), built.accepted()));
        // An entry that states nothing never makes an outcome that was stated (R-A2).
        let unstated = value.entries.iter().all(|entry| entry.known_status().is_none()) && value.entries.iter().all(|entry| entry.fields.is_empty());
        prop_assert!(!unstated || value.entries.is_empty() || read.fallback());
    }

    /// Whatever the text, reading what was read and written again changes nothing more.
    #[test]
    fn any_decisions_are_read(parts in prop::collection::vec(prop::sample::select(PARTS), 0..10), crlf in any::<bool>()) {
        let text = parts.concat();
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let parsed = decisions::parse(&text);
        if let Some(value) = parsed.read().filter(|value| value.frontmatter.is_some()) {
            let again = decisions::parse(&decisions::render(value));
            prop_assert_eq!(again.read(), Some(value), "{}\n---- as\n{}", text, decisions::render(value));
        }
        if parsed.outcome().is_success() {
            let value = parsed.accepted().expect("a success is accepted");
            prop_assert!(value.is_final() && value.entries.iter().all(clarifications_md::Decision::is_settled));
        }
    }

    /// Nothing panics, and nothing becomes a success.
    #[test]
    fn any_text_is_read(text in "[-#*D1: \\n`<>!{}\",a-z]{0,120}", strict in any::<bool>()) {
        let options = ReadOptions::default().policy(if strict { Policy::Strict } else { Policy::Tolerant });
        prop_assert!(!Decisions::parse(&Source::new(&text), &options).outcome().is_success());
        prop_assert!(!Evaluation::parse(&Source::new(&text), &options).outcome().is_success());
    }

    /// R-A10: any cut before the final closer is seen.
    #[test]
    fn a_cut_evaluation_is_never_accepted(cut in 0_usize..230) {
        let text = r#"{"verdict": "sufficient", "answered_count": 2, "empty_count": 0, "vague_count": 0, "total_count": 2, "reasoning": "All.", "per_question": [{"question_id": "Q1", "verdict": "clear"}, {"question_id": "Q2", "verdict": "clear"}]}"#;
        let cut = cut.min(text.len() - 1);
        let parsed = evaluation::parse(&text[..cut]);
        prop_assert!(parsed.accepted().is_none());
        prop_assert_eq!(parsed.outcome(), Outcome::Blocked);
    }
}

const PARTS: &[&str] = &[
    "---\nstatus: final\ndecision_count: 1\n---\n\n",
    "---\nstatus: draft\ndecision_count: 2\nnested:\n  a: 1\nstatus: final\n---\n",
    "# Decisions\n\nWords.\n\n",
    "### D1: Depth\n- **Source:** Q1\n- **Decision:** So deep.\n- **Status:** resolved\n\n",
    "## D2 — Width\n**Source**: Q2 and Q3\n- Answer: wide\nand wider\n\n  still the answer\n- **Status:** **Resolved**\n\n",
    "### D3: Gap\n- **Status:** critical-gap\n- **Status:** resolved\n- **Owner:** me\n\nloose words\n\n",
    "### D04: zero\n- **Status:** resolved\n\n",
    "### Heading\n\ntext\n\n",
    "```\n### D5: fenced\n```\n\n",
    "```\nopen\n",
    "<!-- hidden\n### D6: hidden\n-->\n\n",
    "<!-- open\n",
    "---\n\n",
    "  indented\n",
    "\tindented\n",
    "- **Note:**\n  below\n\n\n  and below\n",
    "- **Answer (Q2):** two\n- **Answer (Q2):** again\n",
    "text\n",
    "\n",
];

/// What decides is told to the letter, or not at all.
#[test]
fn a_status_is_never_guessed() {
    for word in [
        "{status}",
        "draft | resolved",
        "<resolved>",
        "resolved?",
        "~~resolved~~ draft",
        "un-resolved",
        "resolved-ish",
        "",
    ] {
        let text = format!(
            "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: A\n- **Decision:** B\n- **Status:** {word}\n"
        );
        let parsed = decisions::parse(&text);
        assert!(parsed.accepted().is_none(), "{word}");
        assert_eq!(parsed.outcome(), Outcome::Blocked, "{word}");
        let front = text
            .replace(&format!("- **Status:** {word}\n"), "- **Status:** resolved\n")
            .replace("status: final", &format!("status: {word}"));
        assert!(!decisions::parse(&front).outcome().is_success(), "{word}");
    }
    let twice = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: A\n- **Decision:** B\n- **Status:** resolved\n- **Status:** contradiction\n";
    assert_eq!(decisions::parse(twice).stated(), Some(Outcome::Blocked), "the worse one counts");
}

#[test]
fn the_kinds_are_envelopes() {
    envelope_core::conformance::assert_envelope::<Evaluation>("clarifications-md");
    envelope_core::conformance::assert_envelope::<Decisions>("clarifications-md");
}

/// Law of the fast path: what it reads cleanly, the slow path reads to the same value with the same diagnostics. A
/// blank at a line's end is all that it takes to leave the fast path.
#[test]
fn the_fast_path_reads_what_the_slow_path_reads() {
    let folder = crate::fixtures("answer-evaluation");
    let mut read = 0;
    for kind in ["valid", "deviating", "invalid"] {
        for entry in std::fs::read_dir(folder.join(kind)).expect("the fixtures are there") {
            let path = entry.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let (_, suffix) = name.split_once('.').unwrap_or_default();
            if !matches!(suffix, "json" | "crlf.json") {
                continue;
            }
            let text = crate::read(&path);
            let slow_text = text.replacen("{\n", "{ \n", 1);
            if text == slow_text {
                continue;
            }
            let (fast, slow) = (evaluation::parse(&text), evaluation::parse(&slow_text));
            let slow_said: Vec<Diagnostic> = slow
                .diagnostics()
                .iter()
                .filter(|found| found.rule.code() != "envelope-core/trailing-blanks")
                .cloned()
                .collect();
            assert_eq!(fast.read(), slow.read(), "{name}");
            assert_eq!(said(fast.diagnostics()), said(&slow_said), "{name}");
            assert_eq!((fast.verdict(), fast.status()), (slow.verdict(), slow.status()), "{name}");
            read += 1;
        }
    }
    assert!(read > 60, "{read}");
}

/// Comments of the front matter stay beside their keys, nested lines below theirs, and the order is the writer's.
#[test]
fn a_front_matter_is_written_as_it_was() {
    let entry = "\n### D1: A\n- **Source:** Q1\n- **Decision:** B\n- **Status:** resolved\n";
    for front in [
        "status: final # done\n# a comment\ndecision_count: 1\n",
        "decision_count: 1\nmeta:\n  a: 1\nmore:\n  b: 2\nstatus: final\n",
        "owner: [a, b] # both\nstatus: final\n\ntags:\n  - x # one\n  - y\ndecision_count: 1 # so far\n",
    ] {
        let text = format!("---\n{front}---\n{entry}");
        let parsed = decisions::parse(&text);
        let value = parsed.accepted().expect("accepted");
        assert_eq!(decisions::render(value), text);
    }
    let odd = format!("---\nStatus: **Final**  # done\ndecision_count: \"1\" # one\n---\n{entry}");
    let mended = format!("---\nstatus: final  # done\ndecision_count: 1  # one\n---\n{entry}");
    assert_eq!(decisions::render(decisions::parse(&odd).read().expect("a value")), mended);
    // What a program changes is written in its place, with the comment.
    let parsed = decisions::parse(&mended);
    let mut value = parsed.read().expect("a value").clone();
    if let Some(front) = &mut value.frontmatter {
        front.status = Some("draft".to_owned());
        front.conflicts_resolved = Count::new(0);
        front.extra.insert("owner".to_owned(), "me".into());
    }
    let changed = mended.replace("final", "draft").replace("# one\n", "# one\nconflicts_resolved: 0\nowner: me\n");
    assert_eq!(decisions::render(&value), changed);
}
