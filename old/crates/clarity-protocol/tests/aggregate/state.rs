//! States: what is damaged is said and kept, what is of another version is not guessed at (R-C13).

use clarity_protocol::aggregate::{
    Aggregate, Fingerprint, REPEATED_INPUT, STATE_LINE, STATE_VERSION, StateReader, UNITS_FORM, expected_units,
};

const MESSAGE: &str = "RESULT: FINDINGS | Type: digest | Doc: A.md | Sections: 1 | Entities: 0 | Cross-refs: 0\n";

fn state() -> String {
    let mut aggregate = Aggregate::new();
    aggregate.expect(["A.md", "B.md"]);
    aggregate.add("a.txt", Fingerprint::of(MESSAGE.as_bytes()), &clarity_protocol::parse(MESSAGE));
    aggregate.add_unreadable("b.txt", Fingerprint::of(b""), "a folder");
    let mut text = String::new();
    aggregate.write_state(&mut text).expect("a string takes all");
    text
}

#[test]
fn a_state_is_a_header_and_a_line_for_each_input() {
    let state = state();
    let lines: Vec<&str> = state.lines().collect();
    assert_eq!(lines[..3], ["{\"envelope_state\":1}", "{\"expect\":\"A.md\"}", "{\"expect\":\"B.md\"}"]);
    assert!(lines[3].starts_with("{\"file\":\"a.txt\",") && lines.len() == 5, "{state}");
    assert!(StateReader::is_header(lines[0].as_bytes()) && StateReader::is_header(b"{ \"envelope_state\": 7 }\r\n"));
    assert!(!StateReader::is_header(lines[3].as_bytes()) && !StateReader::is_header(b"RESULT: CLEAN"));
}

/// Reads a state: which rules speak in which lines, and how many results and unparseable ones there are.
#[track_caller]
fn check(text: &str, expected: &[(&str, &str)], results: u64, unparseable: u64) {
    let (aggregate, diagnostics) = Aggregate::from_state(text);
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let found =
        diagnostics.iter().map(|it| (it.rule.code(), text[line(it.span.start())..].lines().next().unwrap_or("")));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let accepted = aggregate.is_accepted();
    let report = aggregate.finish();
    assert_eq!((report.stats.results.get(), report.stats.unparseable.get()), (results, unparseable));
    assert_eq!(accepted, unparseable == 0);
    let damaged = report.quarantined.iter().filter(|held| &*held.file == "state").count();
    assert!(damaged >= expected.iter().filter(|(rule, _)| *rule == STATE_LINE.code()).count(), "kept");
}

#[test]
fn a_damaged_line_is_quarantined_and_said() {
    let state = state();
    check(&state, &[], 2, 1);
    check(&state.replace('\n', "\r\n"), &[], 2, 1);
    check(&format!("{state}\n\n{state}"), &[], 2, 1);
    for (sound, damage) in
        [("FINDINGS\"", "FINDINGS"), ("a.txt\",", "a.txt\",\"more\":1,"), ("\"file\":\"a.txt\",", "")]
    {
        let damaged = state.replace(sound, damage);
        check(&damaged, &[(STATE_LINE.code(), damaged.lines().nth(3).unwrap())], 2, 2);
    }
    let cut = &state[..state.len() - 4];
    check(cut, &[(STATE_LINE.code(), cut.lines().last().unwrap())], 2, 1);
}

#[test]
fn a_state_that_claims_more_than_it_can_is_damaged() {
    let line = "{\"file\":\"a\",\"fingerprint\":\"0-cbf29ce484222325\",\"status\":\"CLEAN\",\"accepted\":false}";
    let refused = format!("{{\"envelope_state\":1}}\n{line}\n");
    check(&refused, &[(STATE_LINE.code(), line)], 1, 1);
    let missing = line.replace("CLEAN", "missing");
    check(&refused.replace(line, &missing), &[(STATE_LINE.code(), &missing)], 1, 1);
    let detail = line.replace("false", "true,\"details\":[{\"finding\":0,\"text\":\"x\"}]");
    check(&refused.replace(line, &detail), &[(STATE_LINE.code(), &detail)], 1, 1);
}

#[test]
fn a_success_with_findings_or_doubts_is_not_clean_and_unread_is_not_accepted() {
    let held = "\"quarantined\":[{\"text\":\"F9 is lost\",\"reason\":\"in no table\"}]";
    for (status, more) in [("CLEAN", held), ("unparseable", "\"reason\":\"no summary line\"")] {
        let line = format!(
            "{{\"file\":\"a\",\"fingerprint\":\"0-cbf29ce484222325\",\"status\":\"{status}\",\"accepted\":true,{more}}}"
        );
        check(&format!("{{\"envelope_state\":1}}\n{line}\n"), &[(STATE_LINE.code(), &line)], 1, 1);
    }
}

#[test]
fn an_input_that_is_also_a_header_is_damaged() {
    let both = "{\"envelope_state\":1,\"file\":\"a\",\"status\":\"ERROR\"}";
    assert!(!StateReader::is_header(both.as_bytes()));
    check(&format!("{{\"envelope_state\":1}}\n{both}\n"), &[(STATE_LINE.code(), both)], 1, 1);
}

#[test]
fn units_are_expected_whatever_their_length_and_blanks() {
    let long = "u".repeat(5000);
    let text =
        format!("{{\"envelope_state\":1}}\n{{\"expect\":\"{long}\"}}\n{{\"expect\":\" a \"}}\n{{\"expect\":\" \"}}\n");
    let (aggregate, diagnostics) = Aggregate::from_state(&text);
    assert_eq!(diagnostics, vec![]);
    let units: Vec<String> = aggregate.finish().coverage.iter().map(|unit| unit.unit.to_string()).collect();
    assert_eq!(units, ["a", &*long]);
}

#[test]
fn another_version_is_said_once_and_its_lines_are_kept() {
    let state = state();
    let (header, rest) = state.split_once('\n').unwrap();
    let other = state.replace("state\":1", "state\":2");
    check(&other, &[(STATE_VERSION.code(), "{\"envelope_state\":2}")], 5, 5);
    check(&format!("{other}{state}"), &[(STATE_VERSION.code(), "{\"envelope_state\":2}")], 7, 6);
    let first = rest.lines().next().unwrap();
    check(&format!("{first}\n{header}\n"), &[(STATE_VERSION.code(), first)], 1, 1);
}

#[test]
fn a_state_that_is_refused_whole_is_not_accepted_and_a_gap_by_its_name() {
    let header = "{\"envelope_state\":2}";
    check(&format!("{header}\n"), &[(STATE_VERSION.code(), header)], 1, 1);
    let mut reader = StateReader::named("part-2.state");
    reader.line(header.as_bytes());
    let (aggregate, _) = reader.finish();
    assert!(!aggregate.is_accepted());
    let report = aggregate.finish();
    let gap = &report.gaps[0];
    assert_eq!((&*gap.unit, &*report.quarantined[0].file), ("part-2.state", "part-2.state"));
    assert!(gap.reason.contains("version 2 of a state is not known"), "{gap:?}");
}

#[test]
fn bytes_that_are_no_text_are_a_damaged_line() {
    let mut reader = StateReader::new();
    reader.line(b"{\"envelope_state\":1}\n");
    reader.line(b"\xFF\xFE\n");
    let (aggregate, diagnostics) = reader.finish();
    assert_eq!(diagnostics.len(), 1);
    assert_eq!((diagnostics[0].rule.code(), diagnostics[0].span.start()), (STATE_LINE.code(), 21));
    assert_eq!(aggregate.finish().quarantined[0].text.as_deref(), Some("\u{FFFD}\u{FFFD}"));
}

#[test]
fn repeated_inputs_are_noted_and_units_are_read() {
    let (aggregate, _) = Aggregate::from_state(&format!("{}{}", state(), state()));
    let notes = aggregate.notes();
    assert_eq!(notes.len(), 2);
    assert!(notes.iter().all(|note| note.rule == &REPEATED_INPUT && note.message.contains("2 times")), "{notes:?}");
    assert_eq!(expected_units("\u{FEFF} a \r\n\r\nb").unwrap(), ["a", "b"]);
    assert_eq!(expected_units("").unwrap(), Vec::<String>::new());
    let error = expected_units("[\"a\",\n 1]").unwrap_err();
    assert_eq!((error.rule.code(), error.span.start()), (UNITS_FORM.code(), 7));
}

#[test]
fn a_row_without_a_header_is_quarantined() {
    let row = "| F1 | critical | contradiction | A.md S1 | B.md S2 | data loss on save | fix it |";
    for text in [row.to_owned(), format!("|---|---|---|---|---|---|---|\n{row}"), format!("```\n{row}\n```")] {
        let mut aggregate = Aggregate::new();
        let line =
            "RESULT: CLEAN | Type: consistency | Pair: A.md/B.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0";
        let message = format!("{line}\n\n## Notes\n\n{text}\n");
        aggregate.add("a.md", Fingerprint::of(message.as_bytes()), &clarity_protocol::parse(message.as_str()));
        let report = aggregate.finish();
        assert!(report.quarantined.iter().any(|held| held.text.as_deref().is_some_and(|text| text.contains(row))));
        assert_eq!(report.stats.clean.get(), 0, "{text}");
    }
}
