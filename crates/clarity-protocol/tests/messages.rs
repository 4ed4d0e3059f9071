//! What a message must show beyond the rules' examples: forms that are read alike, cuts, limits and conversions.

use clarity_protocol::{
    Block, ClarityResult, FromReport, Options, Outcome, Parsed, ResultType, ToReport, check, coverage_percent, parse,
    parse_with,
};

const CONSISTENCY: &str = include_str!("../src/canonical/consistency.md");
const IMPLEMENTATION: &str = include_str!("../src/canonical/implementation.md");
const CLEAN: &str = include_str!("../src/canonical/clean.md");

fn rules(parsed: &Parsed<ClarityResult>) -> Vec<&'static str> {
    let codes = parsed.diagnostics().iter().map(|diagnostic| diagnostic.rule.code);
    codes.map(|code| code.split_once('/').map_or(code, |(_, name)| name)).collect()
}

#[test]
fn cuts_of_whole_messages_that_are_still_successes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/clarity-result");
    let (mut cuts, mut successes) = (0, 0);
    #[allow(clippy::disallowed_methods, reason = "a test reads fixtures")]
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if path.extension().is_some_and(|extension| extension == "json") || !parse(&text).outcome().is_success() {
            continue;
        }
        let ends = (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end));
        let read: Vec<bool> = ends.map(|end| parse(&text[..end]).outcome().is_success()).collect();
        cuts += read.len();
        successes += read.iter().filter(|success| **success).count();
    }
    #[allow(clippy::print_stdout, reason = "a test tells what structure cannot see")]
    {
        println!("{successes} of {cuts} cuts are successes");
    }
    assert!(cuts > 5_000 && successes * 10 <= cuts, "{successes} of {cuts} cuts are successes");
}

#[test]
fn an_expected_type() {
    let options = Options { result_type: Some(ResultType::Digest) };
    assert_eq!(rules(&parse_with(CLEAN, &options)), ["unknown-type"]);
    let options = Options { result_type: Some(ResultType::Consistency) };
    assert!(parse_with(CLEAN, &options).is_accepted());
}

#[test]
fn results_that_fail_contradict_clean() {
    for cell in ["FAIL", "failed: timeout", "❌", "❌ pass", "**Failing**", "no", "Not met", "✗ 1 of 2"] {
        let parsed = parse(&IMPLEMENTATION.replace("| fits | pass |", &format!("| fits | {cell} |")));
        assert_eq!(rules(&parsed), ["clean-with-issues"], "{cell}");
        assert_eq!(parsed.outcome(), Outcome::Partial);
    }
    for cell in ["pass", "✅", "yes", "no failures", "passed, failures fixed", "not measured"] {
        let parsed = parse(&IMPLEMENTATION.replace("| fits | pass |", &format!("| fits | {cell} |")));
        assert!(parsed.is_accepted(), "{cell}: {:?}", rules(&parsed));
    }
}

#[test]
fn findings_before_the_line_contradict_clean() {
    let table = &CONSISTENCY[CONSISTENCY.find("| ID").unwrap()..];
    let parsed = parse(&format!("{table}\n{CLEAN}"));
    assert_eq!(rules(&parsed), ["text-around", "clean-with-issues", "clean-with-issues"]);
}

#[test]
fn numbers_have_one_form() {
    for value in ["~2", "-2", "2 (about)", "two", "1,024", "99999999999999999999"] {
        let parsed = parse(&CONSISTENCY.replace("Findings: 2", &format!("Findings: {value}")));
        assert_eq!(rules(&parsed), ["metric-form"], "{value}");
    }
    assert!(parse(&CONSISTENCY.replace("Findings: 2", "Findings: **2**")).is_accepted());
    let counts = "Findings: 2 | Critical: 1 | Major: 1 | Minor: 1";
    let parsed = parse(&CONSISTENCY.replace("Findings: 2 | Critical: 0 | Major: 1 | Minor: 1", counts));
    assert_eq!(rules(&parsed), ["count-mismatch", "count-mismatch"]);
}

#[test]
fn metadata_count_wherever_they_are() {
    // A low coverage behind some text is read, too.
    let (line, metadata) = CLEAN.split_once("\n\n").unwrap();
    let low = metadata.replace("100%", "40%");
    for text in [
        format!("{line}\nI compared both.\n\n{low}"),
        format!("{line}\n{}", low.replace("---\n", "")),
        format!("{line}\n---\n**Protocol**: v1\n---\n\n{low}"),
    ] {
        assert_eq!(
            rules(&parse(&text)).iter().filter(|rule| **rule != "repeated-key").collect::<Vec<_>>(),
            [&"clean-with-issues"],
            "{text}"
        );
    }
    let wrapped = CLEAN.replace("tides.md, docs", "tides.md,\n  docs");
    assert_eq!(parse(&wrapped).into_result().unwrap(), parse(CLEAN).into_result().unwrap());
    assert_eq!(coverage_percent("87.5% of it"), Some(87.5));
    assert_eq!(
        (coverage_percent("Full"), coverage_percent("S1 to S4"), coverage_percent("140%")),
        (Some(100.0), None, None)
    );
}

#[test]
fn a_message_without_a_line_keeps_its_tables() {
    let parsed = parse(CONSISTENCY.split_once('\n').unwrap().1);
    assert_eq!((parsed.status(), parsed.outcome()), (None, Outcome::Partial));
    let result = parsed.into_result().unwrap_err().into_partial().unwrap();
    assert_eq!((result.findings().count(), result.summary.reason.as_deref()), (2, Some("no summary line")));
}

#[test]
fn rows_that_lack_a_cell_are_kept() {
    let parsed = parse(&CONSISTENCY.replace("| minor | terminology-drift |", "| minor | |"));
    assert_eq!(rules(&parsed), ["required-cell"]);
    let result = parsed.into_result().unwrap_err().into_partial().unwrap();
    let types: Vec<bool> = result.findings().map(|finding| finding.r#type.is_some()).collect();
    assert_eq!(types, [true, false]);
    let none = CLEAN.to_owned()
        + "\n| ID | Severity | Type | Location | Description |\n|-|-|-|-|-|\n| - | none | - | n/a | Nothing |\n";
    let result = parse(&none).into_result().unwrap();
    assert!(
        matches!(&result.blocks[0], Block::Findings { rows, .. } if rows.len() == 1)
            && result.findings().next().is_none()
    );
}

#[test]
fn through_the_neutral_report_and_back() {
    let digest = include_str!("../src/canonical/digest.md");
    let plan = include_str!("../src/canonical/design-plan.md");
    for text in [CONSISTENCY, CLEAN, IMPLEMENTATION, digest, plan, include_str!("../src/canonical/verification.md")] {
        let result = parse(text).into_result().unwrap();
        let report = result.to_report();
        let (back, losses) = ClarityResult::from_report(&report);
        let checked = clarity_protocol::check(&back);
        assert!(
            checked.is_accepted(),
            "{losses:?}\n{}\n{:?}",
            envelope_core::Protocol::render(&back),
            checked.diagnostics()
        );
        assert_eq!(back.summary, result.summary, "{losses:?}");
        assert_eq!(back.to_report().findings, report.findings);
        assert_eq!(back.to_report().checks, report.checks);
    }
}

#[test]
fn findings_of_another_protocol_have_a_place() {
    let mut report = parse(CONSISTENCY).into_result().unwrap().to_report();
    (report.kind, report.agent, report.metrics) = (None, None, serde_json::Map::new());
    report.findings[0].id = None;
    let (result, losses) = ClarityResult::from_report(&report);
    let losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        ["invented `id`: a finding has none", "invented `Type`: `consistency`, from what the report holds"]
    );
    assert_eq!(clarity_protocol::check(&result).outcome(), Outcome::CompletedWithFindings);
    // What lacks a severity is not given one.
    report.findings[0].severity = None;
    let (result, _) = ClarityResult::from_report(&report);
    assert!(!clarity_protocol::check(&result).is_accepted());
}

/// An item with the name of a metadata field is an item.
#[test]
fn a_checklist_is_no_metadata() {
    let line = "RESULT: CLEAN | Type: verification | Items: 2 | Applied: 2 | Partial: 0 | Missing: 0";
    let parsed = parse(&format!("{line}\n\n| Item | Status |\n|---|---|\n| Scope | missing |\n| Fees | applied |\n"));
    assert!(rules(&parsed).contains(&"clean-with-issues") && !parsed.outcome().is_success());
}

/// What ends inside something is cut off, whatever comes before (R-A10).
#[test]
fn open_ends_are_truncation() {
    for end in [
        "\n## Rest",
        "\n- the `gauge",
        "\n**F2",
        "\n| a |",
        "\n| a | b |\n|---|---|\n| c |",
        "\n<think>\nx",
        "\n```\nx",
    ] {
        let parsed = parse(&format!("{CONSISTENCY}{end}"));
        assert!(parsed.truncated() && !parsed.is_accepted(), "{end}");
    }
    // A fence around the report closes nothing inside of it.
    let fenced = parse(&format!("```markdown\n{CONSISTENCY}\n**F2\n```\n"));
    assert!(fenced.truncated() && !fenced.is_accepted());
    for end in ["\n- src/**/*.rs", "\n2 ** 3 is 8", "\n**F2**: `gauge`", "\n| a | b |\n|---|---|\n", "\n5` pipe"] {
        let parsed = parse(&format!("{CONSISTENCY}{end}"));
        assert!(parsed.is_accepted(), "{end}: {:?}", parsed.diagnostics());
    }
}

#[test]
fn several_carriage_returns_end_one_line() {
    let parsed = parse(&format!("{CONSISTENCY}\nBerths\r\r\nand gauges.\n"));
    let value = parsed.accepted().expect("accepted");
    assert_eq!(check(value).accepted(), Some(value));
}

#[test]
fn a_low_coverage_contradicts_clean() {
    for coverage in ["40%", "40 %", "40% of the sections"] {
        let parsed = parse(&CLEAN.replace("100%", coverage));
        assert!(!parsed.is_accepted(), "{coverage}: {:?}", rules(&parsed));
    }
    let column = IMPLEMENTATION
        .replace("| Test | Result |", "| Test | Pass / Fail |")
        .replace("| fits | pass |", "| fits | fail |");
    assert!(!parse(&column).is_accepted());
}

/// What looks like a placeholder is missing where a value is required, and kept where it stands.
#[test]
fn cells_in_brackets_are_kept() {
    let bracketed = CONSISTENCY.replace("| -- |", "| [S3] |").replace("Say gauge", "<see F1>");
    let value = parse(&bracketed).into_result().expect("optional cells");
    let row = value.findings().nth(1).expect("two findings");
    assert_eq!((row.counter_location.as_deref(), row.suggestion.as_deref()), (Some("[S3]"), Some("<see F1>")));
    assert_eq!(rules(&parse(&CONSISTENCY.replace("docs/tides.md S1", "[location]"))), ["required-cell"]);
}

/// A rule between parts of the text is no beginning of metadata, and a fence below a heading is text.
#[test]
fn rules_and_fences_behind_the_metadata_are_text() {
    let line = "RESULT: CLEAN | Type: design-plan | Screen: berths | Components: 2 | Tokens: 0 | Gaps: 0";
    let metadata = CLEAN.split_once("\n\n").expect("the line and the metadata").1;
    let fences =
        format!("{line}\n\n{metadata}\n## Layout\n\n```\n[map]\n```\n\n## Components\n\n```\nmap, list\n```\n");
    assert!(!rules(&parse(&fences)).contains(&"incomplete"), "{:?}", rules(&parse(&fences)));
    for end in ["- a\n- b\n\n---\n", "- a\n- b\n\n---\nEnd of report\n"] {
        let parsed = parse(&format!("{CLEAN}\n{end}"));
        assert!(parsed.is_accepted(), "{end}: {:?}", rules(&parsed));
    }
}

#[test]
fn the_lower_coverage_counts() {
    let line = CONSISTENCY.replacen("| Findings: 2", "| Coverage: 60% | Findings: 2", 1);
    let report = parse(&line).into_result().expect_err("two coverages contradict each other");
    let report = report.partial().expect("all required fields are there").to_report();
    assert_eq!(report.coverage, Some(envelope_core::report::Coverage::Percent(60.0)));
}

/// A closed block ends the metadata for lists, and only the end of a message can be cut off.
#[test]
fn text_around_the_metadata() {
    for end in ["- Coverage: 80% of branches", "- Agent: none needed\n- Scope: all"] {
        let parsed = parse(&format!("{CLEAN}\n{end}\n"));
        assert!(parsed.diagnostics().is_empty(), "{end}: {:?}", rules(&parsed));
    }
    let low = parse(&format!("{CLEAN}\n**Coverage**: 40%\n"));
    assert!(rules(&low).contains(&"conflicting-key"));
    let above = CONSISTENCY.replacen("---\n**Protocol", "I compared the `gauge of both.\n\n---\n**Protocol", 1);
    assert!(parse(&above).diagnostics().is_empty(), "{:?}", rules(&parse(&above)));
}

/// Columns of one name, and cells beyond the last column, are kept and written back.
#[test]
fn surplus_cells_are_kept() {
    let message = CONSISTENCY
        .replace("| Suggestion |", "| Suggestion | Owner | Owner |")
        .replace("| --- |\n", "| --- | --- | --- |\n")
        .replace("| Say gauge |", "| Say gauge | Ada | Bo | more |");
    let value = parse(&message).into_result().unwrap();
    let row = value.findings().nth(1).unwrap();
    assert_eq!(serde_json::to_string(&row.extra).unwrap(), r#"{"Owner":"Ada","surplus":["Bo","more"]}"#);
    let again = parse(&envelope_core::Protocol::render(&value)).into_result().unwrap();
    assert_eq!(again, value);
    let (back, losses) = ClarityResult::from_report(&value.to_report());
    assert_eq!(back.findings().nth(1).unwrap().extra, row.extra, "{losses:?}");
}
