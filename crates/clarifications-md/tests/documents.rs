//! Documents: how answers are evaluated, what cuts do to a success, values that programs built, older forms.

use clarifications_md::{
    AnswerVerdict, Choice, Clarifications, EvaluateOptions, Item, Message, Outcome, Protocol as _, ToReport as _,
    Verdict, answer_verdict, check, evaluate, parse,
};

const SUFFICIENT: &str = include_str!("../src/canonical/sufficient.md");
const REFINEMENTS: &str = include_str!("../src/canonical/refinements.md");

/// An item with three choices, the last of them open, and an answer.
fn item(answer: &str) -> Item {
    let document = parse(REFINEMENTS).into_result().expect("it is canonical");
    let mut item = document.sections[0].questions[0].refinements[0].clone();
    item.choices[0] = Choice { letter: 'A', text: "A tenth of it, as the charts say.".to_owned() };
    item.answer = Some(answer.to_owned());
    item
}

/// What an answer is, with and without the reading of choices.
#[track_caller]
fn check_answer(answer: &str, verdict: AnswerVerdict, literal: AnswerVerdict) {
    let item = item(answer);
    assert_eq!((answer_verdict(&item, false), answer_verdict(&item, true)), (verdict, literal), "{answer:?}");
}

#[test]
fn answers_are_evaluated_mechanically() {
    use AnswerVerdict::{Clear, NotAnswered, Vague};
    for answer in
        ["", " \n", "(accepted recommendation)", "**(Accepted recommendation)**", "<your answer>", "...", "---"]
    {
        check_answer(answer, NotAnswered, NotAnswered);
    }
    for answer in [
        "B",
        "b",
        "b)",
        "B.",
        "B. A fifth",
        "B (a fifth)",
        "B — a fifth",
        "B—so",
        "**B** - ok",
        "b: yes",
        "(B)",
        "[B]",
        "[a fifth]",
        "A fifth",
    ] {
        check_answer(answer, Clear, Vague);
    }
    for answer in [
        "a tenth of it, as the charts say",
        "We take half a metre everywhere.",
        "C — a seventh, but never under a metre",
    ] {
        check_answer(answer, Clear, Clear);
    }
    check_answer("Other: a seventh of it, rounded up", Clear, Clear);
    for answer in [
        "D",
        "A big ship",
        "B-class ships",
        "Be quick",
        "A fifth part",
        "C",
        "C. Other (please specify)",
        "Other",
        "Half a metre",
        "👎",
    ] {
        check_answer(answer, Vague, Vague);
    }
    for answer in ["Not sure, default is fine.", "TBD; n/a! Not sure, **standard**?"] {
        check_answer(answer, Vague, Vague);
    }
    check_answer("C: not sure, default is fine", Vague, Clear);
}

#[test]
fn refinements_are_evaluated_where_asked_for_and_in_the_status() {
    let document = parse(REFINEMENTS).into_result().expect("it is canonical");
    let of = |options: &EvaluateOptions| {
        let evaluation = evaluate(&document, options);
        let counts =
            [evaluation.answered_count, evaluation.empty_count, evaluation.vague_count, evaluation.total_count];
        (evaluation.verdict, counts)
    };
    let default = EvaluateOptions::default();
    assert_eq!(of(&default), (Verdict::Sufficient, [2, 0, 0, 2]));
    assert_eq!(of(&EvaluateOptions { refinements: true, ..default }), (Verdict::Mixed, [4, 1, 0, 5]));
    assert_eq!(of(&EvaluateOptions { literal: true, ..default }), (Verdict::Insufficient, [0, 0, 2, 2]));
    assert_eq!(parse(REFINEMENTS).outcome(), Outcome::Partial);
    let gaps = document.to_report().gaps;
    assert_eq!(gaps[0], "R1.2a is not answered: Who Corrects a Wrong Announcement");
}

/// A cut loses a question, a refinement, a section or the last answer, or it is inside the text of the last answer.
#[test]
fn no_cut_before_the_last_answer_is_a_success() {
    let mut text = REFINEMENTS[..REFINEMENTS.find("\n## Needs").unwrap()]
        .replace("**Answer:**\n", "**Answer:** The pilot, at once, by radio\n");
    for line_end in ["\n", "\r\n"] {
        text = text.replace("\r\n", "\n").replace('\n', line_end);
        assert_eq!(parse(&text).outcome(), Outcome::Completed);
        let last = text.rfind("**Answer:** A").unwrap() + "**Answer:** A".len();
        for cut in (0..last).filter(|at| text.is_char_boundary(*at)) {
            assert!(!parse(&text[..cut]).outcome().is_success(), "{cut}");
        }
    }
}

#[test]
fn frontmatter_of_a_program_is_read_back() {
    let mut document = parse(SUFFICIENT).into_result().expect("it is canonical");
    document.frontmatter.status = Some(" half # done".to_owned());
    document.frontmatter.extra = serde_json::from_value(serde_json::json!({
        "list": ["a, b", "c", "\"d", "e: f"], "text": "[x", "brackets": "[x]", "empty": "", "quoted": "\"x\"", "comment": "# x"
    }))
    .unwrap();
    assert_eq!(check(&document, &()).accepted(), Some(&document));
}

#[test]
fn fields_that_are_blocks_stand_below_their_label() {
    let mut document = parse(SUFFICIENT).into_result().expect("it is canonical");
    for answer in [
        "```\n### Q9: x\n```",
        "- one\n- two",
        "1. one\n2. two",
        "<think>\n### Q9: x\n</think>\nWe do as before.",
        "# 5 is\nit",
        "> a\n> b",
    ] {
        document.sections[0].questions[0].answer = Some(answer.to_owned());
        assert_eq!(check(&document, &()).accepted(), Some(&document), "{answer}");
    }
}

#[test]
fn older_forms_have_the_value_of_todays() {
    let today = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n---\n\n## Tides\n\n### Q1: Level\n\
                 Which?\n\nA. Low\nB. High\n\n**Recommendation:** A\n\n**Answer:** B\n\n#### Refinements\n\n##### R1.1: Year\nOf which?\n\n\
                 **Answer:** This one\n";
    let old = today
        .replace("Which?", "**Question**: Which?\n**Choices**:")
        .replace("A. Low\nB. High", "- [ ] a) Low\n- [x] b) High")
        .replace("**Recommendation:**", "- Recommendation:")
        .replace("**Answer:** B", "- Selected answer:")
        .replace("##### R1.1: Year", "**R1.1:** Year")
        .replace("sections: 1", "sections: [Tides]");
    let value = |text: &str| -> Clarifications { parse(text).into_result().expect("it is accepted") };
    assert_eq!(value(&old), value(today));
    assert_eq!(parse(&old).diagnostics().len(), 7);
    assert!(parse(&old).strict().accepted().is_none());
}

/// The codes of what is wrong with a canonical document after a replacement.
#[track_caller]
fn codes(text: &str, from: &str, to: &str) -> Vec<&'static str> {
    assert!(text.contains(from), "{from}");
    parse(&text.replacen(from, to, 1)).diagnostics().iter().map(|diagnostic| diagnostic.rule.code).collect()
}

#[test]
fn priority_questions_are_ids_or_nothing() {
    let codes = |value| codes(SUFFICIENT, "[Q1]", value);
    assert_eq!(codes("[Q1, Question 7]"), ["clarifications-md/priority-questions"]);
    assert_eq!(codes("Q1, Q2"), ["clarifications-md/priority-questions"]);
    assert_eq!(codes("none"), [""; 0]);
    assert_eq!(codes("Q1"), ["envelope-core/converted"]);
}

#[test]
fn a_label_inside_an_answer_does_not_end_it() {
    for label in ["- Choices: we keep both", "**Question:** none is left", "**Choices:**"] {
        let text = SUFFICIENT.replace("**Answer:** B\n", &format!("**Answer:** B, as the pilots say:\n{label}\n"));
        let document = parse(&text).into_result().expect("it is accepted");
        let expected = format!("B, as the pilots say:\n{label}");
        assert_eq!(document.sections[0].questions[0].answer.as_deref(), Some(expected.as_str()));
    }
}

#[test]
fn a_label_or_table_row_without_its_end_is_a_cut() {
    let is_cut = |text: &str| parse(text).truncated();
    let flags = format!("{}**Items:**", REFINEMENTS.strip_suffix("**Items:** R1.2a\n").expect("it ends so"));
    assert!(is_cut(&flags) && !is_cut(&format!("{flags} R1.2a")));
    let table = format!("{SUFFICIENT}\n| berth | ship |\n|---|---|\n| 4 | the sma");
    assert!(is_cut(&table) && !is_cut(&format!("{table}ller |")));
    assert!(!is_cut(&table.replace("ship |", "ship")));
}

#[test]
fn questions_are_detected_at_their_level() {
    let is_detected = |text: &str| Clarifications::detect(&Message::from(text)).is_some();
    assert!(is_detected(SUFFICIENT) && is_detected("### Q1: Level\n") && is_detected("```\n### Q1: Level\n```\n"));
    assert!(!is_detected("#### Q1: Level\n") && !is_detected("<think>\n## Q1: Level\n</think>\n"));
}

#[test]
fn text_behind_the_choices_stays_behind_them() {
    let notes = "The office uses A today.\nA. This line is no choice.";
    let text = SUFFICIENT.replace("\n_Consolidated", &format!("\n{notes}\n\n_Consolidated"));
    let document = parse(&text).into_result().expect("it is accepted");
    let question = &document.sections[0].questions[0];
    assert_eq!((question.choices.len(), question.notes.as_deref()), (3, Some(notes)));
    assert_eq!(check(&document, &()).accepted(), Some(&document));
}
