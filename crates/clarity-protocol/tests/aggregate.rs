//! Aggregation: the rulings one by one, states, and laws.

use clarity_protocol::aggregate::{
    Aggregate, Bucket, ClarityReport, DisagreementKind, Expected, Input, StateError, is_state,
};
use clarity_protocol::{ClarityResult, FromReport as _, Outcome, Report, ToReport as _};
use envelope_core::Span;
use envelope_core::markdown::{Kind, blocks};
use envelope_core::report::{Coverage, Finding};
use proptest::prelude::*;
use serde_json::{Number, Value};

fn finding(id: &str, severity: &str, kind: &str, location: &str, counter: &str, description: &str) -> Finding {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Finding {
        id: text(id),
        severity: text(severity),
        r#type: text(kind),
        location: text(location),
        counter_location: text(counter),
        description: description.to_owned(),
        ..Finding::default()
    }
}

fn input(file: &str, findings: Vec<Finding>) -> Input {
    let bytes = format!("{findings:?}");
    let mut report = Report::new(Outcome::CompletedWithFindings);
    report.findings = findings;
    Input::accepted(file, bytes.as_bytes(), report)
}

fn aggregate(inputs: impl IntoIterator<Item = Input>) -> Aggregate {
    let mut aggregate = Aggregate::default();
    for input in inputs {
        aggregate.add(input);
    }
    aggregate
}

fn finish(inputs: impl IntoIterator<Item = Input>) -> ClarityReport {
    aggregate(inputs).finish(&Expected::default())
}

fn covering(file: &str, outcome: Outcome, coverage: Coverage) -> Input {
    let mut report = Report::new(outcome);
    report.coverage = Some(coverage);
    Input::accepted(file, file.as_bytes(), report)
}

#[test]
fn unknown_types_and_empty_locations_do_not_merge() {
    for (kind, location) in [("typo", "x.md S1"), ("regression", ""), ("", "x.md S1")] {
        let row = || finding("F1", "minor", kind, location, "", "same");
        assert_eq!(finish([input("a.md", vec![row()]), input("b.md", vec![row()])]).stats.total_findings, 2);
    }
}

#[test]
fn findings_of_one_result_merge_only_if_all_words_agree() {
    let row = |id: &str, words: &str| finding(id, "minor", "regression", "x.md S1", "", words);
    assert_eq!(finish([input("a.md", vec![row("F1", "one"), row("F2", "One ")])]).stats.total_findings, 1);
    assert_eq!(finish([input("a.md", vec![row("F1", "one"), row("F2", "two")])]).stats.total_findings, 2);
    // It is uncertain which of the two the other result means.
    let other = input("b.md", vec![row("F1", "three")]);
    assert_eq!(finish([input("a.md", vec![row("F1", "one"), row("F2", "two")]), other]).stats.total_findings, 3);
    let other = input("b.md", vec![row("F1", "two")]);
    assert_eq!(finish([input("a.md", vec![row("F1", "one"), row("F2", "two")]), other]).stats.total_findings, 2);
}

#[test]
fn other_types_at_a_location_are_a_disagreement_between_results() {
    let row = |kind: &str| finding("F1", "minor", kind, "x.md S1", "", "words");
    let report = finish([input("a.md", vec![row("regression")]), input("b.md", vec![row("typo")])]);
    assert_eq!((report.disagreements[0].kind, report.disagreements[0].ids.len()), (DisagreementKind::Type, 2));
    assert_eq!(report.disagreements[0].note, "regression (G1), typo (G2)");
    assert!(finish([input("a.md", vec![row("regression"), row("typo")])]).disagreements.is_empty());
    assert!(finish([input("a.md", vec![row("typo")]), input("b.md", vec![row("Typo")])]).disagreements.is_empty());
}

#[test]
fn order_is_severity_type_location_by_number() {
    let report = finish([input(
        "a.md",
        vec![
            finding("F1", "minor", "contradiction", "x.md S1", "", "6"),
            finding("F2", "blocker", "contradiction", "x.md S1", "z", "3"),
            finding("F3", "critical", "regression", "x.md S10", "", "2"),
            finding("F4", "critical", "regression", "x.md S9", "", "1"),
            finding("F5", "major", "typo", "x.md S1", "", "5"),
            finding("F6", "major", "contradiction", "x.md S2", "", "4"),
        ],
    )]);
    let order: String = report.findings.iter().map(|finding| finding.description.as_str()).collect();
    assert_eq!(order, "123456");
    assert_eq!((report.stats.critical, report.stats.major, report.stats.minor), (2, 3, 1));
}

#[test]
fn a_rejected_clean_is_never_clean() {
    let rejected = |outcome| {
        let report = Some(Report::new(Outcome::Completed));
        Input::rejected("a.md", b"RESULT: CLEAN", outcome, "it ends too early".to_owned(), report)
    };
    for outcome in Outcome::ALL.map(Some).into_iter().chain([None]) {
        let report = finish([rejected(outcome)]);
        assert_eq!((report.stats.clean, report.stats.findings, report.gaps.len()), (0, 0, 1), "{outcome:?}");
    }
    let report = finish([Input::parse("a.md", "RESULT: CLEAN | Type: digest | Doc: a.md")]);
    assert_eq!((report.stats.partial, report.gaps[0].file.as_deref()), (1, Some("a.md")));
}

#[test]
fn what_cannot_be_read_is_quarantined() {
    let report = finish([Input::parse("a.md", "All is well."), Input::parse("b.md", b"\xff\xfe")]);
    assert_eq!((report.stats.unparseable, report.stats.coverage_percent), (2, Some(0.0)));
    assert_eq!(report.quarantined[0].text, "All is well.");
    assert_eq!(report.quarantined.len(), 2);
    let row = finding("F1", "minor", "regression", "", "", "words | more");
    let report = finish([input("a.md", vec![row]).quarantine_incomplete()]);
    assert_eq!(report.stats.total_findings, 0);
    assert_eq!(report.quarantined[0].reason, "the finding has no Location");
    let row = finding("F1", "minor", "regression", "<doc + section>", "", "words");
    assert_eq!(finish([input("a.md", vec![row]).quarantine_incomplete()]).quarantined.len(), 1);
    assert_eq!(report.quarantined[0].text, "| F1 | minor | regression | -- | -- | words \\| more | -- |");
}

#[test]
fn coverage_is_the_mean_over_the_units() {
    let inputs = || {
        [
            covering("docs/a.md", Outcome::Completed, Coverage::Percent(100.0)),
            covering("docs/b.md", Outcome::Completed, Coverage::Text("sections 1 to 3".to_owned())),
            covering("docs/c.md", Outcome::Partial, Coverage::Text("50% of it".to_owned())),
        ]
    };
    assert_eq!(finish(inputs()).stats.coverage_percent, Some(75.0));
    assert_eq!(finish([]).stats.coverage_percent, None);
    let expected = Expected::read("[\"a\", \"docs/b\", \"c.md\", \"d\", \"d\"]").unwrap();
    let report = aggregate(inputs()).finish(&expected);
    assert_eq!(report.stats.coverage_percent, Some(50.0));
    let units: Vec<(&str, Bucket)> = report.coverage.iter().map(|unit| (unit.unit.as_str(), unit.status)).collect();
    let clean = Bucket::Clean;
    let missing = Bucket::Missing;
    assert_eq!(units, [("a", clean), ("docs/b", clean), ("c.md", Bucket::Partial), ("d", missing)]);
    let gaps: Vec<&str> = report.gaps.iter().map(|gap| gap.unit.as_str()).collect();
    assert_eq!(gaps, ["d", "c.md"]);
    assert_eq!(Expected::read(" a \n\nb\r\n").unwrap().units, ["a", "b"]);
    assert!(Expected::read("[\"a\",]").is_err());
}

#[test]
fn the_worst_result_of_a_unit_counts() {
    let report = aggregate([
        covering("1/a.md", Outcome::Completed, Coverage::Percent(90.0)),
        covering("2/a.md", Outcome::Failed, Coverage::Percent(20.0)),
    ]);
    let report = report.finish(&Expected::new(["a"]));
    assert_eq!(report.coverage.len(), 1);
    assert_eq!((report.coverage[0].status, report.coverage[0].coverage.as_deref()), (Bucket::Error, Some("20%")));
    assert_eq!(report.gaps.len(), 2);
}

#[test]
fn completed_with_findings_is_not_clean() {
    let mut report = Report::new(Outcome::Completed);
    report.findings = vec![finding("", "minor", "", "", "", "words")];
    let report = finish([Input::accepted("a.json", b"{}", report)]);
    assert_eq!((report.stats.clean, report.stats.findings), (0, 1));
    assert!(Bucket::Clean < Bucket::Unparseable);
}

#[test]
fn states_are_read_back() {
    let row = finding("F1", "minor", "regression", "x.md S1", "", "words");
    let parts = [
        aggregate([input("a.md", vec![row.clone()]), Input::parse("b.md", "No line.")]),
        aggregate([input("c.md", vec![row])]),
    ];
    let [first, second] = parts.each_ref().map(Aggregate::to_state);
    assert!(is_state(&first) && first.starts_with("{\"envelope_state\":1,\"inputs\":2}\n"));
    let both = Aggregate::from_state(&(first.clone() + &second)).unwrap();
    assert_eq!(both.inputs(), [parts[0].inputs(), parts[1].inputs()].concat());
    assert!(Aggregate::from_state(&Aggregate::default().to_state()).unwrap().inputs().is_empty());
}

#[test]
fn a_broken_state_names_the_line() {
    let state = aggregate([input("a.md", vec![]), input("b.md", vec![])]).to_state();
    let error = |state: &str| Aggregate::from_state(state).unwrap_err();
    for cut in (1..state.len() - 1).filter(|cut| state.is_char_boundary(*cut)) {
        error(&state[..cut]);
    }
    let lines: Vec<&str> = state.lines().collect();
    assert!(matches!(error(lines[0]), StateError::Cut(1)));
    assert!(matches!(error(&lines[..2].join("\n")), StateError::Cut(2)));
    assert!(matches!(error(&(lines[..2].join("\n") + "\n" + &state)), StateError::Cut(3)));
    assert!(matches!(error(&(state.clone() + lines[1])), StateError::Header(4)));
    let joined = format!("{}{}", state.trim_end(), lines[0]);
    let column = lines[2].len() + 1;
    let message = format!("line 3: no input of a state: trailing characters at column {column}");
    assert_eq!(error(&joined).to_string(), message);
    assert!(matches!(error(&state.replace("\"file\"", "\"fil\"")), StateError::Input(2, _)));
    assert_eq!(error("").to_string(), "line 1: no state; expected `{\"envelope_state\":1,\"inputs\":<number>}`");
    let other = state.replace("state\":1", "state\":2");
    assert_eq!(error(&other).to_string(), "line 1: the state has version 2; this program reads version 1");
}

/// An item that is not applied is in the report, without a discussion, too.
#[test]
fn open_items_are_details() {
    let message = include_str!("../src/canonical/verification.md");
    let (message, _) = message.rsplit_once("\n\n").unwrap();
    let report = finish([Input::parse("a.md", message)]);
    let open: Vec<(&str, &str)> = report.details.iter().map(|item| (item.id.as_str(), item.text.as_str())).collect();
    assert_eq!(open, [("Fees are in euros", "partial: The table in S6 has guilders")]);
}

#[test]
fn what_a_report_calls_a_gap_is_one() {
    let mut report = Report::new(Outcome::Completed);
    report.gaps = vec!["The north wing was not read".to_owned()];
    let report = finish([Input::accepted("a.json", b"{}", report)]);
    assert_eq!((report.stats.clean, report.gaps[0].reason.as_str()), (1, "The north wing was not read"));
}

/// Findings that are no rows of a table cannot be counted, but are not passed over.
#[test]
fn findings_without_a_table_are_a_gap() {
    let message = include_str!("../src/canonical/digest.md").replacen("RESULT: CLEAN", "RESULT: FINDINGS", 1);
    let report = finish([Input::parse("a.md", message + "\n## Findings\n\n- Section 2 has no author\n")]);
    assert_eq!((report.stats.findings, report.gaps.len()), (1, 1));
    assert_eq!(report.gaps[0].reason, "says FINDINGS, and lists none in a table");
    for message in
        [include_str!("../src/canonical/verification.md"), include_str!("../src/canonical/implementation.md")]
    {
        assert!(finish([Input::parse("a.md", message)]).gaps.is_empty(), "{message}");
    }
}

/// A list of gaps is read, whatever else stands below its heading, and written as it was.
#[test]
fn a_list_of_gaps_is_read_back() {
    let list = "\n### Known **gaps**\n\n- none\n\n## Gaps\n\nNot read:\n\n- The north wing\n- none\n* The `cellar`\n";
    let message = include_str!("../src/canonical/digest.md").to_owned() + list;
    let result = clarity_protocol::parse(&message).into_result().unwrap();
    let report = result.to_report();
    assert_eq!(report.gaps, ["The north wing", "The `cellar`"]);
    assert_eq!(report.sections.last().map(|section| section.body.as_str()), Some("Not read:"));
    let (again, _) = ClarityResult::from_report(&report);
    let again = again.to_report();
    assert_eq!((again.gaps, again.sections), (report.gaps, report.sections));
}

#[test]
fn decoration_of_names_makes_no_difference() {
    let message = include_str!("../src/canonical/digest.md");
    let doc = message.split("Doc: ").nth(1).and_then(|rest| rest.split(" |").next()).unwrap();
    for written in [format!("`{doc}`"), format!("**{doc}**"), format!(" **`{doc}`**")] {
        let input = Input::parse("r.md", message.replacen(&format!("Doc: {doc}"), &format!("Doc: {written}"), 1));
        let report = aggregate([input]).finish(&Expected::new([doc]));
        assert_eq!((report.coverage.len(), report.coverage[0].status), (1, Bucket::Clean), "{written}");
        assert!(report.gaps.is_empty());
    }
}

/// Only what is covered as a whole is 100 %.
#[test]
fn coverage_is_rounded_down() {
    for results in [2999, 3000] {
        let covered =
            (0..results).map(|at| covering(&format!("{at}.md"), Outcome::Completed, Coverage::Percent(100.0)));
        let report = aggregate(covered).finish(&Expected::new((0..3000).map(|at| at.to_string())));
        assert_eq!(report.stats.coverage_percent, Some(if results == 3000 { 100.0 } else { 99.9 }));
    }
    for tenths in 0..1000_u32 {
        let percent = f64::from(tenths) / 10.0;
        let results = (0..3).map(|at| covering(&format!("{at}.md"), Outcome::Partial, Coverage::Percent(percent)));
        assert_eq!(finish(results).stats.coverage_percent, Some(percent));
    }
}

/// What the text before a RESULT line quotes in a fence is no finding, a table outside is one.
#[test]
fn tables_in_fences_are_no_findings() {
    let table = "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|--|--|--|--|--|--|--|\n\
                 | F9 | minor | regression | x.md S1 | -- | words | -- |\n";
    let message = include_str!("../src/canonical/consistency.md");
    for (before, findings) in [
        (format!("My first attempt was:\n\n```\nRESULT: FINDINGS | Type: consistency\n\n{table}```\n\n"), 2),
        (format!("```\n{table}```\n\n"), 2),
        (format!("{table}\n"), 3),
    ] {
        let report = finish([Input::parse("a.md", before + message)]);
        assert_eq!((report.stats.findings, report.findings.len()), (1, findings));
    }
}

#[test]
fn further_columns_are_shown() {
    let mut row = finding("F1", "minor", "regression", "x.md S1", "", "words");
    row.extra.insert("Owner".to_owned(), "the | harbour master".into());
    row.extra.insert("hours".to_owned(), 2.5.into());
    let markdown = finish([input("a.md", vec![row])]).to_string();
    assert!(markdown.contains("| G1 | a.md F1 | Owner | the \\| harbour master |\n| G1 | a.md F1 | hours | 2.5 |\n"));
}

#[test]
fn a_folder_has_no_extension() {
    let report = aggregate([input("r.v1/x", vec![])]).finish(&Expected::new(["r"]));
    assert_eq!((report.coverage[0].status, report.gaps[0].reason.as_str()), (Bucket::Missing, "no result"));
}

/// Rows of a rejected message are in the report or quarantined, once.
#[test]
fn rows_of_a_rejected_message_are_kept_once() {
    let message = include_str!("../src/canonical/consistency.md");
    for (from, to, findings, quarantined) in [
        ("RESULT: FINDINGS", "RESULT: COMPLETE", 0, 1),
        ("RESULT: FINDINGS", "RESULT: CLEAN", 2, 0),
        ("RESULT: FINDINGS", "Findings", 2, 0),
        ("Type: consistency", "Type: other", 0, 1),
        ("docs/tides.md S1", "", 1, 1),
    ] {
        let report = finish([Input::parse("a.md", message.replacen(from, to, 1))]);
        assert_eq!((report.findings.len(), report.quarantined.len()), (findings, quarantined), "{to}");
        let lost = "tide pole";
        assert!(report.to_string().contains(lost), "{to}");
        assert_eq!((report.stats.clean, report.gaps.len()), (0, 1), "{to}");
    }
}

fn any_finding() -> impl Strategy<Value = Finding> {
    let word = |words: &'static [&'static str]| prop::sample::select(words);
    let parts = (
        word(&["F1", "F2", "F10", "", "F02"]),
        word(&["critical", "major", "minor", "blocker", "Minor", ""]),
        word(&["contradiction", "regression", "Regression", "typo", "odd", ""]),
        word(&["a.md S1", "a.md  s1", "`a.md` S1", "a.md S2", "a.md S10", "b.md", "a.md S01", ""]),
        word(&["", "a.md S1", "b.md", "b.md ", "a.md S2"]),
        word(&["one", "two", "One", "the longest of all"]),
    );
    let of = |(id, severity, kind, location, counter, words)| finding(id, severity, kind, location, counter, words);
    let discussion = prop::option::of("[ab#~`>\r\n-]{0,12}");
    let extra = prop::collection::btree_map(word(&["Owner", "surplus", "hours"]), any_value(), 0..3);
    (parts, prop::option::of("[a-z |`\n]{0,9}"), discussion, extra).prop_map(
        move |(parts, suggestion, discussion, extra)| {
            let extra = extra.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            Finding { suggestion, discussion, extra, ..of(parts) }
        },
    )
}

/// A value as agents of other protocols may give it.
fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<f64>().prop_filter_map("JSON has no such number", |number| Some(Number::from_f64(number)?.into())),
        any::<i64>().prop_map(Value::from),
        "[a|`\n]{0,5}".prop_map(Value::from),
        prop::collection::vec(any::<bool>(), 0..3).prop_map(Value::from),
    ]
}

fn any_input() -> impl Strategy<Value = Input> {
    let file = prop::sample::select(&["a.md", "b.md", "x/c.md"][..]);
    let agent = prop::option::of(prop::sample::select(&["checker", "reader"][..]));
    (file, agent, 0..7_usize, prop::collection::vec(any_finding(), 0..5), prop::option::of(0.0..100.0_f64)).prop_map(
        |(file, agent, kind, findings, coverage)| {
            let bytes = format!("{findings:?}{agent:?}");
            let mut report = Report::new(*Outcome::ALL.get(kind).unwrap_or(&Outcome::Completed));
            report.findings = findings;
            report.agent = agent.map(str::to_owned);
            report.coverage = coverage.map(Coverage::Percent);
            let reason = "broken".to_owned();
            let rejected = |report| {
                let outcome = (kind == 5).then_some(Outcome::Partial);
                Input::rejected(file, bytes.as_bytes(), outcome, reason, report)
            };
            match kind {
                0..5 => Input::accepted(file, bytes.as_bytes(), report),
                5 => rejected(Some(report)).quarantine_incomplete(),
                _ => rejected(None),
            }
        },
    )
}

proptest! {
    #[test]
    fn order_grouping_and_states_make_no_difference(
        (inputs, shuffled) in prop::collection::vec(any_input(), 0..8)
            .prop_flat_map(|inputs| (Just(inputs.clone()), Just(inputs).prop_shuffle())),
        cuts in prop::collection::vec(any::<bool>(), 8),
    ) {
        let expected = Expected::new(["a", "checker", "nobody"]);
        let report = aggregate(inputs.clone()).finish(&expected);
        let mut whole = Aggregate::default();
        let mut part = Aggregate::default();
        for (input, cut) in shuffled.into_iter().zip(cuts) {
            part.add(input);
            if cut {
                whole.merge(Aggregate::from_state(&part.to_state()).unwrap());
                part = Aggregate::default();
            }
        }
        part.merge(whole);
        // The same files once more.
        for input in inputs {
            part.add(input);
        }
        let again = part.finish(&expected);
        prop_assert_eq!(&report, &again);
        prop_assert_eq!(report.to_string(), again.to_string());
        prop_assert_eq!(serde_json::to_string(&report).unwrap(), serde_json::to_string(&again).unwrap());
    }

    #[test]
    fn nothing_is_discarded(findings in prop::collection::vec(prop::collection::vec(any_finding(), 0..6), 0..5)) {
        let rows = |words: &mut dyn Iterator<Item = (String, String)>| {
            let mut rows: Vec<(String, String)> = words.collect();
            rows.sort();
            rows
        };
        let count: usize = findings.iter().map(Vec::len).sum();
        let given = findings.iter().enumerate().flat_map(|(at, rows)| rows.iter().map(move |row| (at, row)));
        let discussions = given.clone().filter_map(|(at, row)| Some((format!("{at}.md"), row.discussion.clone()?)));
        let discussions: Vec<(String, String)> = discussions.collect();
        let plain = |row: &Finding| format!("{:?}", Finding { discussion: None, ..row.clone() });
        let mut given = rows(&mut given.map(|(at, row)| (format!("{at}.md"), plain(row))));
        let inputs = findings.into_iter().enumerate().map(|(at, findings)| input(&format!("{at}.md"), findings));
        let report = finish(inputs.map(Input::quarantine_incomplete));
        let sources = report.findings.iter().flat_map(|finding| &finding.sources);
        let kept = rows(&mut sources.map(|source| (source.file.to_string(), plain(&source.finding))));
        prop_assert_eq!(kept.len() + report.quarantined.len(), count);
        for row in &kept {
            let at = given.binary_search(row);
            prop_assert!(at.is_ok(), "{row:?} was changed or doubled");
            at.map(|at| given.remove(at)).ok();
        }
        for (file, text) in discussions {
            let is_detail = report.details.iter().any(|detail| *detail.file == file && detail.text == text);
            let mut lost = report.quarantined.iter();
            prop_assert!(is_detail || lost.any(|lost| *lost.file == file && lost.text.contains(&text)), "{text:?}");
        }
        let stats = &report.stats;
        prop_assert_eq!(stats.critical + stats.major + stats.minor, stats.total_findings);
        prop_assert_eq!(report.ids.len() + report.quarantined.len(), count);
        for (finding, number) in report.findings.iter().zip(1..) {
            prop_assert_eq!(&finding.id, &format!("G{number}"));
        }
    }

    /// What agents write stays in its place in the Markdown: no heading, table or open fence of theirs.
    #[test]
    fn texts_of_agents_are_no_parts_of_the_report(findings in prop::collection::vec(any_finding(), 0..6)) {
        let report = finish([input("a.md", findings)]);
        let text = report.to_string();
        let blocks = blocks(&text, Span::new(0, text.len()));
        let headings = |level| blocks.iter().filter(|block| block.kind == Kind::Heading(level)).count();
        let tables = blocks.iter().filter(|block| block.kind == Kind::Table).count();
        let sections = tables + usize::from(!report.details.is_empty());
        prop_assert_eq!((headings(1), headings(2), headings(3)), (1, sections, report.details.len()), "{}", text);
        prop_assert!(!blocks.iter().any(|block| matches!(block.kind, Kind::Fence { .. })), "{}", text);
    }

    #[test]
    fn any_message_can_be_an_input(text in ".{0,80}", bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let report = finish([Input::parse("a.md", &text), Input::parse("b.md", &bytes)]);
        prop_assert_eq!((report.stats.results, report.stats.clean), (2, 0));
        report.to_string();
    }

    #[test]
    fn any_state_is_read_or_has_an_error(text in ".{0,80}") {
        let _ = Aggregate::from_state(&text);
        let _ = Aggregate::from_state(&format!("{{\"envelope_state\":1,\"inputs\":1}}\n{text}"));
    }
}
