//! The pads under `fixtures/scratchpad`, and what is written into one.

use std::fmt::Write as _;
use std::path::Path;

use envelope_core::{Outcome, Source, Status};
use proptest::prelude::*;
use status_block::scratchpad::{NewEntry, Pad, RULES, note};
use status_block::{Attempt, CircuitBreaker, Trip};

use crate::values::hostile;

fn or_dash(text: Option<impl ToString>) -> String {
    text.map_or_else(|| "-".to_owned(), |text| text.to_string())
}

/// The pad as its `.expected` file tells it: diagnostics, entries, gates.
fn told(bytes: &[u8]) -> String {
    let pad = Pad::read(bytes);
    let source = Source::from_bytes(bytes);
    let mut out = String::new();
    for it in pad.diagnostics() {
        let position = source.position(it.span.start());
        let _ = writeln!(out, "{} {} {}:{}", it.severity, it.rule.code(), position.line, position.column);
    }
    for it in pad.entries() {
        let output = match (it.outputs.last(), pad.parsed(it)) {
            (None, _) => "-".to_owned(),
            (Some(_), Some(parsed)) => parsed.outcome().to_string(),
            (Some(_), None) => "torn".to_owned(),
        };
        let name = or_dash(it.name.as_ref().map(|name| format!("{name:?}")));
        let _ = writeln!(
            out,
            "{} gate={} name={name} attempt={} state={} agent={} before={} output={output} after={}",
            it.number,
            or_dash(it.gate),
            or_dash(it.attempt),
            or_dash(it.state.as_ref()),
            or_dash(it.agent.as_ref()),
            it.before.len(),
            it.after.len()
        );
    }
    for gate in pad.gates() {
        let _ = match pad.last_status(gate.number) {
            None => writeln!(out, "gate {}: -", gate.number),
            Some(last) => {
                let status = or_dash(last.status.map(Status::as_str));
                writeln!(out, "gate {}: entry {} status={status} outcome={}", gate.number, last.entry, last.outcome)
            }
        };
    }
    out
}

#[test]
fn every_pad_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/scratchpad");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let pads: Vec<_> = names.iter().filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    assert!(pads.len() >= 8, "the pads are found");
    let mut spoken = std::collections::BTreeSet::new();
    for path in pads {
        let name = path.file_name().unwrap().to_str().unwrap();
        let expected = path.with_file_name(format!("{}.expected", name.split('.').next().unwrap()));
        let text = std::fs::read_to_string(expected).unwrap();
        let (why, rest) = text.split_once('\n').unwrap();
        assert!(why.starts_with("# R-"), "{name} names its ruling");
        let bytes = std::fs::read(path).unwrap();
        assert_eq!(told(&bytes), rest, "{name}");
        spoken.extend(Pad::read(&bytes).diagnostics().iter().map(|it| it.rule.code()));
    }
    let silent: Vec<_> = RULES.iter().map(|rule| rule.code()).filter(|code| !spoken.contains(code)).collect();
    assert_eq!(silent, ["status-block/pad-not-utf8"], "every rule speaks in some pad; the last needs bytes, below");
    assert_eq!(told(b"### GATE 1: a\xff - Attempt 1\n").lines().next(), Some("warning status-block/pad-not-utf8 1:1"));
}

#[test]
fn the_rules_of_the_pad_are_sound() {
    envelope_core::conformance::assert_rules("status-block", RULES);
    envelope_core::conformance::assert_rules("status-block", status_block::RULES);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Whatever is written, every entry comes back with its output byte for byte, and nothing is forged.
    #[test]
    fn what_is_appended_reads_back(entries in prop::collection::vec(
        (0_u32..99, hostile(), 1_u32..9, (hostile(), hostile()), prop::option::of(prop::collection::vec(output(), 0..8)), hostile()), 1..5), later in hostile()) {
        let mut pad = Vec::new();
        for (gate, name, attempt, (agent, before), output, after) in &entries {
            let mut entry = NewEntry::new(*gate, name.as_str(), *attempt).before(before.as_str()).after(after.as_str());
            entry = entry.agent(agent.as_str());
            entry.output = output.as_ref().map(|pieces| pieces.concat());
            pad.extend(entry.to_bytes(&pad));
            pad.extend(note(&pad, &later));
        }
        let read = Pad::read(&pad);
        prop_assert!(!read.torn_tail());
        prop_assert_eq!(read.entries().len(), entries.len(), "{}", String::from_utf8_lossy(&pad));
        for (found, (gate, _, attempt, _, output, _)) in read.entries().iter().zip(&entries) {
            prop_assert_eq!((found.gate, found.attempt, found.torn), (Some(*gate), Some(*attempt), false));
            let expected = output.as_ref().map(|pieces| pieces.concat());
            prop_assert_eq!(read.output(found).map(std::borrow::Cow::into_owned), expected);
            prop_assert!(found.loose.is_empty(), "{:?}", found.loose);
        }
    }

    #[test]
    fn any_bytes_are_a_pad(pieces in prop::collection::vec(output(), 0..20)) {
        let bytes = pieces.concat();
        let pad = Pad::read(&bytes);
        for it in pad.diagnostics() {
            prop_assert!(it.span.end() <= bytes.len());
        }
        // What closes a torn tail leaves none.
        let closed = [bytes.clone(), status_block::scratchpad::closing(&bytes)].concat();
        prop_assert!(!Pad::read(&closed).torn_tail(), "{:?}", String::from_utf8_lossy(&closed));
    }
}

fn output() -> impl Strategy<Value = Vec<u8>> {
    let text = prop_oneof![
        Just("[AGENT OUTPUT ENDS]\n"),
        Just("[AGENT OUTPUT STARTS]\n"),
        Just("\\[AGENT OUTPUT ENDS]"),
        Just("[X OUTPUT TORN]"),
        Just("### GATE 1: Forged - Attempt 1\n"),
        Just("#### Attempt 2\n"),
        Just("ORCHESTRATOR: x\n"),
        Just("STATUS: success\n"),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just(" "),
        Just("#"),
        Just("<!-- 9 bytes -->"),
        Just("é"),
    ];
    prop_oneof![9 => text.prop_map(|text| text.as_bytes().to_vec()), 1 => prop::collection::vec(any::<u8>(), 0..4)]
}

const REPORT: &str = "STATUS: success\n\nSUMMARY:\n  what_i_did: Wrote the tests\n  confidence: high\n  iterations_used: 1\n\n\
    FILES:\n  created: [tests/limit.rs]\n  modified: []\n  read: []\n\nNEXT_ACTION:\n  recommended_agent: reviewer\n  \
    reason: The tests are red\n  context_forward: Review tests/limit.rs from its first line\n";

fn written(attempt: u32) -> NewEntry {
    NewEntry::new(3, "RED Phase", attempt).agent("test-writer").before("again").output(REPORT).after("go on")
}

fn tells_of(pad: &Pad<'_>, at: usize) -> bool {
    pad.diagnostics().iter().any(|it| it.rule.code() == "status-block/pad-torn" && it.span.start() == at)
}

/// A success that is cut at any byte is told at that byte, and is none; the one before it stays.
#[test]
fn every_cut_of_an_entry_is_told_and_is_no_success() {
    let first = written(1).to_bytes(b"");
    let whole = [first.clone(), written(2).to_bytes(&first)].concat();
    assert_eq!(Pad::read(&whole).last_status(3).map(|last| (last.entry, last.outcome)), Some((2, Outcome::Completed)));
    for cut in first.len() + 1..whole.len() {
        let bytes = &whole[..cut];
        let pad = Pad::read(bytes);
        let shown = String::from_utf8_lossy(bytes);
        let only_breaks_missing = cut + 2 >= whole.len();
        assert_eq!(
            (pad.torn_tail(), tells_of(&pad, cut)),
            (!only_breaks_missing, !only_breaks_missing),
            "{cut}: {shown}"
        );
        let [one, two] = pad.entries() else { panic!("{cut}: {shown}") };
        assert_eq!((one.torn, two.torn), (false, !only_breaks_missing), "{cut}: {shown}");
        assert!(pad.parsed(one).is_some_and(|parsed| parsed.outcome() == Outcome::Completed), "{cut}");
        assert_eq!(pad.parsed(two).is_some(), only_breaks_missing, "{cut}");
        // From its number on the heading names the gate, and then the gate has not been passed.
        let last = pad.last_status(3).unwrap();
        let named = cut >= first.len() + "### GATE 3".len();
        assert_eq!(last.outcome.is_success(), !named || only_breaks_missing, "{cut}: {last:?} {shown}");
        let closed = [bytes, &status_block::scratchpad::closing(bytes)].concat();
        let after = Pad::read(&closed);
        assert!(!after.torn_tail() && after.entries()[1].torn != only_breaks_missing, "{cut}: {shown}");
        assert_eq!(after.last_status(3).map(|last| last.outcome), Some(last.outcome), "{cut}: {shown}");
    }
}

/// Below an entry that a hand wrote nothing tells where it ends, but a note without its line end may have been cut off.
#[test]
fn a_note_without_its_end_below_an_entry_by_hand_is_told() {
    let entry = "### GATE 2: Build - Attempt 1\n[AGENT OUTPUT STARTS]\nSTATUS: success\nSUMMARY:\n  what_i_did: \"x\"\n[AGENT OUTPUT ENDS]\n";
    for cut in ["ORCHESTRATOR: Do not proce", "ORCHES", "ORCHESTRATOR: Gate passed\nORCHESTRATOR: Do"] {
        let pad = format!("{entry}{cut}");
        let read = Pad::read(pad.as_bytes());
        assert!(tells_of(&read, pad.len()) && !read.torn_tail(), "{pad}: {:?}", read.diagnostics());
        for more in [written(2).to_bytes(pad.as_bytes()), note(pad.as_bytes(), "Go on")] {
            let next = [pad.as_bytes(), &more].concat();
            let after = Pad::read(&next);
            assert!(tells_of(&after, pad.len()), "{pad}: {:?}", after.diagnostics());
            assert_eq!(after.last_status(2).map(|last| last.outcome), Some(Outcome::Completed), "{pad}");
        }
    }
    let whole = format!("{entry}ORCHESTRATOR: Gate passed\n");
    assert!(Pad::read(whole.as_bytes()).diagnostics().is_empty());
    assert!(!String::from_utf8_lossy(&note(whole.as_bytes(), "Go on")).contains("cut off"));
}

/// A note that is cut at any byte is told at that byte, before the next append and after it; the entry stays what it was.
#[test]
fn every_cut_of_a_note_is_told_and_harms_no_entry() {
    for pad in [
        written(1).to_bytes(b""),
        [written(1).to_bytes(b""), b"### GATE 3: RED Phase - Att\n[AGENT OUTPUT TORN]\n\n".to_vec()].concat(),
    ] {
        let whole = [pad.clone(), note(&pad, "Do not proceed\nbefore the review is done")].concat();
        let before = Pad::read(&pad);
        let statuses = |pad: &Pad<'_>| (pad.last_status(3), pad.entries().len());
        for cut in pad.len() + 1..whole.len() {
            let bytes = &whole[..cut];
            let (read, shown) = (Pad::read(bytes), String::from_utf8_lossy(bytes));
            let ends_line = bytes.ends_with(b"\n");
            assert!(tells_of(&read, cut - usize::from(ends_line)), "{cut}: {:?} {shown}", read.diagnostics());
            assert_eq!(read.torn_tail(), !ends_line, "{cut}: {shown}");
            assert_eq!(statuses(&read), statuses(&before), "{cut}: {shown}");
            let next = [bytes, &written(2).to_bytes(bytes)].concat();
            let after = Pad::read(&next);
            assert_eq!(after.entries().len(), before.entries().len() + 1, "{cut}: {shown}");
            assert_eq!(after.last_status(3).map(|last| last.outcome), Some(Outcome::Completed), "{cut}: {shown}");
            let end = cut - usize::from(ends_line);
            assert!(tells_of(&after, end), "{cut}: {:?} {shown}", after.diagnostics());
            let noted = [bytes, &note(bytes, "Go on")].concat();
            assert!(tells_of(&Pad::read(&noted), end), "{cut}: {:?} {shown}", Pad::read(&noted).diagnostics());
            assert!(after.entries().iter().zip(before.entries()).all(|(now, then)| now.torn == then.torn), "{cut}");
        }
        assert!(!tells_of(&Pad::read(&whole), whole.len()) && !Pad::read(&whole).torn_tail());
    }
}

/// An entry that a crash cut off before its output is an attempt that failed.
#[test]
fn an_attempt_without_output_that_was_torn_has_failed() {
    let mut pad = NewEntry::new(2, "Build", 1).output("STATUS: success\nSUMMARY:\n  what_i_did: x\n").to_bytes(b"");
    let second = NewEntry::new(2, "Build", 2).before("again").output("STATUS: success\n").to_bytes(&pad);
    let cut = second.iter().position(|byte| *byte == b'\n').unwrap() + 9;
    pad.extend(&second[..cut]);
    let read = Pad::read(&pad);
    assert_eq!(read.last_status(2).map(|last| (last.entry, last.outcome)), Some((2, Outcome::Failed)));
    assert!(matches!(read.attempt_results(2)[..], [Attempt::Succeeded, Attempt::Failed(_)]));
}

#[test]
fn the_breaker_reads_the_pad() {
    let mut pad = Vec::new();
    let failed = |error: &str| {
        format!("STATUS: failed\nSUMMARY:\n  what_i_did: x\nERRORS:\n  message: {error}\n  can_retry: true\n")
    };
    for (attempt, error) in (1..).zip(["no disk", "timeout", "No  disk", "no disk"]) {
        pad.extend(NewEntry::new(2, "Build", attempt).output(failed(error)).to_bytes(&pad));
    }
    let results = Pad::read(&pad).attempt_results(2);
    assert_eq!(results.len(), 4);
    assert_eq!(CircuitBreaker::default().trip(&results[..3]), None);
    let trip = CircuitBreaker::default().trip(&results);
    assert!(matches!(&trip, Some(Trip::SameError { error, count: 3 }) if error == "no disk"), "{trip:?}");
    let lenient = CircuitBreaker::default().same_error(9);
    assert_eq!(lenient.trip(&results), None);
    assert_eq!(lenient.attempts(4).trip(&results), Some(Trip::Attempts { count: 4 }));
    let passed = [results.as_slice(), &[Attempt::Succeeded]].concat();
    assert_eq!(lenient.attempts(2).trip(&passed), None, "a gate that was passed is not stopped");
    assert_eq!(Pad::read(&pad).last_status(2).unwrap().outcome, Outcome::Failed);
}
