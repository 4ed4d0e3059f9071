//! What nobody answered never passes for an answer, and what a person wrote is never lost (R-A2, R-A3).

use clarifications_md::{AnswerVerdict, Clarifications, Unfilled, decisions, evaluation, parse};
use envelope_core::{Outcome, Severity};

const FRONT: &str =
    "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## Harbour\n";
const CHOICES: &str = "A. Chart datum\nB. Quay\nC. Other (please specify)\n\n";
const RECOMMENDED: &str = "**Recommendation:** A\n\n";

fn document(above: &str, answer: &str) -> String {
    format!("{FRONT}\n### Q1: Datum\nWhich zero do the gauges use?\n\n{above}{answer}\n")
}

#[track_caller]
fn check_is_no_success(text: &str, rule: &str) {
    let parsed = parse(text);
    let told =
        parsed.diagnostics().iter().any(|found| found.rule.code().ends_with(rule) && found.severity == Severity::Error);
    assert!(told, "{text}\n{:#?}", parsed.diagnostics());
    assert!(!parsed.outcome().is_success());
    if let Some(read) = parsed.read() {
        let formatted = read.fmt().change.apply();
        assert!(!parse(&formatted).outcome().is_success(), "fmt must not make it one\n{formatted}");
    }
}

#[test]
fn what_an_agent_wrote_below_the_label_is_no_answer() {
    for below in [
        "**Choices**:\n- a) Chart datum\n- b) Quay",
        "**Choices**:\n- Chart datum\n- Quay",
        "Choose one of these:\n\nA. Chart datum\nB. Quay",
        "**Options:**\nA. Chart datum\nB. Quay",
        "Options:\n- Chart datum\n- Quay",
        "<!-- choose -->\nA. Chart datum\nB. Quay",
    ] {
        check_is_no_success(&document("", &format!("**Answer:**\n\n{below}")), "unclear-answer");
    }
    for below in ["**Question:** Which zero do the gauges use?", "- Recommendation: A, since the charts have it"] {
        let text = document(&format!("{CHOICES}{RECOMMENDED}"), &format!("**Answer:**\n\n{below}"));
        check_is_no_success(&text, "unclear-answer");
    }
    let text = document("", "**Answer:** <!-- choose -->\n\nA. Chart datum\nB. Quay");
    check_is_no_success(&text, "unclear-answer");
}

#[test]
fn a_question_without_a_heading_is_no_answer() {
    let above = format!("{CHOICES}{RECOMMENDED}");
    for head in [
        "**Q2: Moon phases**",
        "**Q2:** Moon phases",
        "**Q2**: Moon phases",
        "Q2: Moon phases\n====",
        "Q2: Moon phases\n----",
        "- ### Q2: Moon phases",
        "1. **Q2: Moon phases**",
        "- Q2: Moon phases",
        "> ### Q2: Moon phases",
        "<details>\n### Q2: Moon phases",
        "<summary>Q2: Moon phases</summary>",
        "- item\n  ### Q2: Moon phases",
        "- **R1.1: Moon phases**",
    ] {
        let text = document(&above, &format!("**Answer:**\n\n{head}\nDoes the moon matter to the gauges at all?"));
        check_is_no_success(&text, "malformed-id");
    }
    for answer in [
        "As in the notes, Q2: never mind that",
        "```\n### Q2: code of ours, five words\n```",
        "- Q1: that is what we say here",
    ] {
        let parsed = parse(&document(&above, &format!("**Answer:** We read it so.\n\n{answer}")));
        assert_eq!(parsed.outcome(), Outcome::Completed, "{answer}: {:#?}", parsed.diagnostics());
    }
}

fn judged(above: &str, answer: &str) -> AnswerVerdict {
    let parsed = parse(&document(above, &format!("**Answer:** {answer}")));
    let read = parsed.read().expect("a document");
    read.judge(&read.questions().next().expect("a question").item)
}

#[test]
fn stock_phrases_are_vague_however_they_are_written() {
    for answer in [
        "not sure / default is fine",
        "Not sure: default is fine",
        "\"Not sure, default is fine\"",
        "_not sure, default is fine_",
        "Not sure… default is fine",
        "**TBD** **TBD** **TBD** **TBD** **TBD**",
        "TBD | TBD | TBD | TBD | TBD",
        "n/a, n/a / N/A and TBD, TBD",
        &"TBD ".repeat(200),
        "a.m. tbd",
        "A-ha no idea",
        "yes <!-- write at least five words here --> .",
    ] {
        assert_eq!(judged(CHOICES, answer), AnswerVerdict::Vague, "{answer}");
    }
    let thrice = "(accepted recommendation)\n\n(accepted recommendation)\n\n(accepted recommendation)";
    for answer in [thrice, "(accepted recommendation).", "_(accepted recommendation)_", "**(Not answered)**"] {
        assert_eq!(judged(CHOICES, answer), AnswerVerdict::NotAnswered, "{answer}");
    }
    for answer in
        ["B.", "B. as it was", "b - quay", "B—quay", "**B.** yes", "Not sure it matters, but the quay is easier"]
    {
        assert_eq!(judged(CHOICES, answer), AnswerVerdict::Clear, "{answer}");
    }
}

#[test]
fn open_choices_say_nothing_by_themselves() {
    for open in [
        "Other, please explain",
        "**Other**",
        "*Other* (describe)",
        "Something else (please describe)",
        "Other [please specify]",
        "Others (specify)",
        "Other please specify",
        "Other / custom",
    ] {
        assert_eq!(judged(&format!("A. x\nB. y\nC. {open}\n\n"), "C"), AnswerVerdict::Vague, "{open}");
    }
    for closed in ["Other vendors may bid", "Otherwise close it", "Explain it to the pilots"] {
        assert_eq!(judged(&format!("A. x\nB. y\nC. {closed}\n\n"), "C"), AnswerVerdict::Clear, "{closed}");
    }
}

#[test]
fn a_tick_is_not_overridden() {
    let ticked = "- [ ] a) Chart datum\n- [x] b) Quay\n- [ ] c) Other (please specify)\n\n";
    for (choices, said) in [(ticked.to_owned(), "B"), (ticked.replace("[ ] a", "[x] a"), "")] {
        for answer in ["**Answer:** <!-- write here -->", "**Answer:**"] {
            let text = document(&format!("{choices}{RECOMMENDED}"), answer);
            let parsed = parse(&text);
            let read = parsed.read().expect("a document");
            let filled = read.autofill();
            assert!(filled.change.is_empty(), "{text}");
            assert_eq!(filled.unfilled.first().map(|(_, why)| *why), Some(Unfilled::Ticked));
            let answers =
                |read: &Clarifications| read.items().map(|(_, item)| item.answer_text().to_owned()).collect::<Vec<_>>();
            assert_eq!(answers(read), [said]);
            assert_eq!(answers(parse(&read.fmt().change.apply()).read().expect("a document")), [said]);
        }
    }
}

#[test]
fn the_guard_does_not_fail_open() {
    let text = document(&format!("{CHOICES}{RECOMMENDED}"), "**Answer:** B");
    let with = |value: &str| text.replacen("---\n\n##", &format!("scope_recommendation: {value}\n---\n\n##"), 1);
    for value in ["true", "\"true\"", "'true'", "True", "TRUE", "`true`"] {
        let parsed = parse(&with(value));
        let read = parsed.accepted().unwrap_or_else(|| panic!("{value}: {:#?}", parsed.diagnostics()));
        assert!(read.scope_recommendation(), "{value}");
        assert_eq!(read.fmt().change.apply(), with("true"), "{value}");
    }
    for value in ["yes", "1", "[true]", "true, mostly"] {
        check_is_no_success(&with(value), "kept-aside");
    }
    assert!(parse(&with("\"false\"")).accepted().is_some_and(|read| !read.scope_recommendation()));
    assert!(parse(&with("null")).accepted().is_some());
}

#[test]
fn a_fence_that_ends_too_early_is_no_document() {
    let text =
        document(&format!("{CHOICES}{RECOMMENDED}"), "**Answer:** B, as in\n\n```\ncode\n```\n\nand never otherwise");
    let fenced = format!("```markdown\n{text}```\n");
    assert!(parse(&fenced).accepted().is_none());
    let plain = document(&format!("{CHOICES}{RECOMMENDED}"), "**Answer:** B");
    assert!(parse(&format!("Here it is:\n\n```markdown\n{plain}```\n\nThat is all.\n")).accepted().is_some());
    for behind in ["### Q2: More\n", "**Answer:** A\n", "```\ncode\n```\n"] {
        let text = format!("Here it is:\n\n```markdown\n{plain}```\n\n{behind}");
        assert!(parse(&text).accepted().is_none(), "{text}");
    }
    let text = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Depth\n- **Source:** Q1\n- **Decision:** x\n- **Status:** resolved\n";
    let gap = "\n### D2: Gap\n- **Source:** Q2\n- **Status:** critical-gap\n";
    assert!(decisions::parse(&format!("```markdown\n{text}\n```\ncode\n```\n{gap}```\n")).accepted().is_none());
    assert!(decisions::parse(&format!("So:\n```markdown\n{text}```\nThat is all.\n")).accepted().is_some());
}

#[test]
fn a_text_that_ends_within_a_block_is_truncated() {
    let text = document(&format!("{CHOICES}{RECOMMENDED}"), "**Answer:** B");
    assert!(!parse(&text).truncated());
    assert!(parse(&format!("{text}\n```\ncode\n")).truncated());
    assert!(parse("---\nquestion_count: 1\nsections: 1\n").truncated());
    let text = "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Depth\n- **Source:** Q1\n- **Decision:** x\n- **Status:** resolved\n";
    assert!(!decisions::parse(text).truncated());
    assert!(decisions::parse(&format!("{text}\n```\ncode\n")).truncated());
    assert!(decisions::parse("---\nstatus: final\n").truncated());
}

#[test]
fn settled_entries_say_what_is_decided() {
    let check = |fields: &str, accepted: bool| {
        let text = format!("---\nstatus: final\ndecision_count: 1\n---\n\n### D1: Depth\n{fields}");
        assert_eq!(decisions::parse(&text).accepted().is_some(), accepted, "{text}");
    };
    check("- **Source:** Q1\n- **Answer:** B\n- **Status:** resolved\n", true);
    for said in ["(not answered)", "(Not answered)", "**(not answered)**", "Not answered.", "(accepted recommendation)"]
    {
        check(&format!("- **Source:** Q1\n- **Answer:** {said}\n- **Status:** resolved\n"), false);
        check(&format!("- **Source:** Q1\n- **Answer (Q1):** {said}\n- **Status:** resolved\n"), false);
        check(&format!("- **Source:** Q1\n- **Decision:** {said}\n- **Status:** resolved\n"), false);
    }
    check("- **Status:** resolved\n", false);
    let other = "- **Source:** Q1\n\n## Win rate\n- **Decision:** We count signed deals.\n- **Status:** resolved\n";
    check(other, false);
    check(
        &format!(
            "- **Source:** Q1\n- **Decision:** x\n- **Status:** resolved\n\n{}",
            "## Win rate\n- **Status:** draft\n"
        ),
        false,
    );
    check("- **Source:** Q1\n- **Decision:** x\n- **Status:** resolved\n\n#### More\n- **Note:** y\n", true);
}

/// R-A2, R-Q9: an entry whose heading nobody can read is not swallowed, before the first entry as little as after it.
#[test]
fn fields_that_belong_to_no_entry_are_told() {
    let front = "---\nstatus: final\ndecision_count: 1\n---\n\n";
    let entry = "### D1: Depth\n- **Source:** Q1\n- **Decision:** Dredge it\n- **Status:** resolved\n";
    for heading in [
        "### [Critical Gap] Win rate",
        "### 🔴 D3: More",
        "### (D3) More",
        "### ~~D3: More~~",
        "### D３: More",
        "### \u{200b}D3: More",
        "D3: More",
        "<h3>D3: More</h3>",
    ] {
        for field in ["- **Source:** Q3", "**Status:** critical-gap", "  - Status: draft"] {
            for text in [format!("{heading}\n{field}\n\n{entry}"), format!("{entry}\n## More\n\n{heading}\n{field}\n")]
            {
                let text = format!("{front}{text}");
                let parsed = decisions::parse(&text);
                assert!(parsed.accepted().is_none() && !parsed.outcome().is_success(), "{text}");
                let errors = parsed.diagnostics().iter().filter(|told| told.severity == Severity::Error);
                let lines: Vec<&str> = errors.map(|told| told.span.of(&text).trim()).collect();
                assert_eq!(lines, [field.trim()], "{text}");
                let kept = serde_json::to_string(parsed.read().expect("a document")).expect("JSON");
                assert!(kept.contains(field), "{kept}");
            }
        }
        let parsed = decisions::parse(&format!("{front}{heading}\n\n**Note:** so far\n\n{entry}"));
        assert_eq!(parsed.outcome(), Outcome::Completed, "{heading}: {:#?}", parsed.diagnostics());
    }
}

fn evaluated(members: &str) -> String {
    format!(
        "{{\"verdict\": \"sufficient\", \"answered_count\": 2, \"empty_count\": 0, \"vague_count\": 0, \
         \"total_count\": 2, \"reasoning\": \"Both are answered.\", {members}}}"
    )
}

#[track_caller]
fn check_evaluated(members: &str, errors: &[&str]) {
    let parsed = evaluation::parse(&evaluated(members));
    let told = parsed.diagnostics().iter().filter(|told| told.severity == Severity::Error);
    let codes: Vec<&str> = told.map(|told| told.rule.code()).collect();
    assert_eq!(codes, errors, "{members}: {:#?}", parsed.diagnostics());
    assert_eq!(parsed.outcome().is_success(), errors.is_empty(), "{members}");
    let missing = parsed.diagnostics().iter().any(|told| told.rule.code().ends_with("/no-verdicts"));
    assert_eq!(missing, !members.contains("per_question"), "{members}: {:#?}", parsed.diagnostics());
}

/// R-A14, R-Q6: verdicts as a map of ids are those of the list, and what cannot be read is not called missing.
#[test]
fn verdicts_by_their_ids_count_as_the_list() {
    let check = |verdicts: &str, errors: &[&str]| check_evaluated(&format!("\"per_question\": {verdicts}"), errors);
    check(r#"{"Q1": "clear", "Q2": "clear"}"#, &[]);
    check(r#"{"Q1": "**Clear**", "Q2": "needs_refinement"}"#, &[]);
    check(r#"{"Q1": "clear", "Q2": "vague"}"#, &["clarifications-md/verdict-counts"]);
    check(r#"{"Q1": "clear", "Q3": "clear", "Q2": "clear"}"#, &["clarifications-md/more-verdicts"]);
    check(r#"{"Q1": "clear", "second": "clear"}"#, &["clarifications-md/verdict-id"]);
    check(r#"{"Q1": "clear", "Q2": "resolved"}"#, &["envelope-core/unknown-word"]);
    check(r#"{"Q1": "clear", "Q1": "vague"}"#, &["envelope-core/json-duplicate-key"]);
    for unread in [r#"{"Q1": "clear", "Q2": false}"#, r#"{"Q1": {"verdict": "vague"}}"#, r#"{"vague": ["Q2"]}"#] {
        check(unread, &["envelope-core/kept-aside"]);
    }
    for unread in ["2", "true", "\"Q2 is vague\"", r#"{"Verdict": "vague", "Question_ID": "Q2"}"#] {
        check(unread, &["envelope-core/kept-aside"]);
    }
}

/// R-Q6: a count that is there and cannot be read leaves no sum.
#[test]
fn a_count_that_cannot_be_read_is_not_left_out_of_the_sum() {
    let check = |count: &str, errors: &[&str]| check_evaluated(&format!("\"contradictory_count\": {count}"), errors);
    for unread in ["\"1 (Q2/Q12)\"", "\"two\"", "1.5", "[1]", "{\"Q2\": \"Q12\"}", "true", "-1"] {
        check(unread, &["envelope-core/kept-aside"]);
    }
    check("null", &[]);
    check("\"0\"", &[]);
    check("\"1\"", &["clarifications-md/verdict-mismatch", "clarifications-md/count-sum"]);
}

#[test]
fn a_mark_on_a_refinement_is_kept() {
    let text = document(&format!("{CHOICES}{RECOMMENDED}"), "**Answer:** B")
        + "\n#### Refinements\n\n##### R1.1: Which quay [MUST ANSWER]\nWhich?\n\n**Answer:** B\n";
    let parsed = parse(&text);
    let read = parsed.read().expect("a document");
    assert!(read.refinements().all(|refinement| refinement.must_answer));
    assert_eq!(
        serde_json::to_value(read).expect("JSON")["sections"][0]["questions"][0]["refinements"][0]["must_answer"],
        true
    );
}

/// Read in quadratic time these would take hours.
#[test]
fn rules_and_fences_before_many_blanks_are_read_in_linear_time() {
    let check = |text: String| assert!(parse(&text).read().is_some());
    let n = 100_000;
    check(document("", &format!("**Answer:**\n{}{}", "\n".repeat(10 * n), "---\n\n".repeat(n))));
    check(document("", &format!("**Answer:** x\n<div>\n\n{}{}", "```\nx\n```\n".repeat(n), "\n".repeat(5 * n))));
    let fenced = format!("Here:\n\n```md\n{}```\n", document(RECOMMENDED, "**Answer:** A"));
    assert!(parse(&(fenced + &"```\n".repeat(4 * n))).read().is_none());
}

/// R-A10: a front matter that ends inside its first key is the start of a document.
#[test]
fn a_cut_key_is_a_cut_document() {
    for text in ["---\nquestion_c", "---\nstatus"] {
        let parsed = parse(text);
        assert!(parsed.truncated() && parsed.accepted().is_none(), "{text}");
        let parsed = clarifications_md::decisions::parse(text);
        assert!(parsed.truncated() && parsed.accepted().is_none(), "{text}");
    }
    let row = "\n\n| a | b |\n|---|---|\n| c | d";
    assert!(parse(&(document(RECOMMENDED, "**Answer:** A").trim_end().to_owned() + row)).truncated());
    let decisions =
        "---\nstatus: final\ndecision_count: 1\n---\n\n### D1: A\n- **Decision:** B\n- **Status:** resolved\n";
    for end in ["- **Note:** x\n  | a | b |\n  |---|---|\n  | c", "- **Note:** x\n  ```\n  y"] {
        let parsed = clarifications_md::decisions::parse(&format!("{decisions}{end}"));
        assert!(parsed.truncated() && parsed.accepted().is_none(), "{end}");
    }
}
