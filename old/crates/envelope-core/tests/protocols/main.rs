//! Two made-up protocols on the core's traits: they prove the traits before real protocols depend on them.

mod memo;
mod ticket;

use envelope_core::text::Lines;
use envelope_core::{
    Envelope, FromReport, Issue, Loss, Outcome, Parsed, Policy, ReadOptions, Report, Severity, Source, Stated, Verdict,
};
use memo::Memo;
use proptest::prelude::*;
use ticket::Ticket;

fn parse<T: Envelope>(text: &str) -> Parsed<T> {
    T::parse(&Source::new(text), &ReadOptions::new(T::Options::default()))
}

fn strict<T: Envelope>(text: &str) -> Parsed<T> {
    T::parse(&Source::new(text), &ReadOptions::new(T::Options::default()).policy(Policy::Strict))
}

fn rules<T: Envelope>(parsed: &Parsed<T>) -> Vec<&'static str> {
    parsed.diagnostics().iter().map(|diagnostic| diagnostic.rule.code()).collect()
}

#[test]
fn the_status_words_and_rules_keep_the_laws() {
    envelope_core::conformance::assert_envelope::<Memo>("memo");
    envelope_core::conformance::assert_envelope::<Ticket>("ticket");
    envelope_core::conformance::assert_rules("envelope-core", envelope_core::rules::RULES);
    envelope_core::conformance::assert_rules("envelope-core", envelope_core::json::rules::RULES);
}

#[test]
fn a_clean_memo_is_accepted() {
    let parsed = parse::<Memo>("MEMO: green\nBY: surveyor\nNOTE: the wall is dry\n");
    assert_eq!(rules(&parsed), [""; 0]);
    assert_eq!(parsed.outcome(), Outcome::Completed);
    assert_eq!(parsed.accepted().map(|memo| memo.by.as_str()), Some("surveyor"));
}

#[test]
fn decoration_is_read_through_and_told() {
    let parsed = parse::<Memo>("**MEMO**: Green ✅\nBY: surveyor\n");
    assert_eq!(parsed.outcome(), Outcome::Completed);
    assert!(parsed.diagnostics().iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    let parsed = strict::<Memo>("**MEMO**: Green ✅\nBY: surveyor\n");
    assert_eq!((parsed.verdict().accepted(), parsed.outcome()), (false, Outcome::Failed));
}

#[test]
fn what_is_not_stated_is_not_a_success() {
    for text in [
        "",
        "BY: surveyor",
        "MEMO:\nBY: surveyor",
        "MEMO: <colour>\nBY: surveyor",
        "MEMO: green | red\nBY: surveyor",
        "MEMO: green (mostly)\nBY: surveyor",
        "MEMO: greenish\nBY: surveyor",
        "MEMO: ❌ green\nBY: surveyor",
        "❌ MEMO: green\nBY: surveyor",
        "MEMO ❌: green\nBY: surveyor",
        "- [ ] MEMO: green\nBY: surveyor",
        "MEMO: green 🤔\nBY: surveyor",
        "> ```\n> MEMO: green\n> ```\nBY: surveyor",
        "- ```\nMEMO: green\n```\nBY: surveyor",
        "MEMO: green\nMEMO: red\nBY: surveyor",
        "MEMO: green",
        "MEMO: green\nBY: nobody",
        "MEMO: green\nBY: surveyor\nBY: mason",
    ] {
        let parsed = parse::<Memo>(text);
        assert_no_success(&parsed, text);
    }
    let parsed = parse::<Memo>("MEMO: green\nMEMO: red\nBY: surveyor");
    assert_eq!(parsed.status(), Some(memo::Light::Green), "the first word is shown");
    assert_eq!(parsed.stated(), Some(Outcome::Failed), "the worst one counts");
}

#[test]
fn refused_json_is_not_a_success() {
    for text in [
        "",
        "all done, everything is completed",
        r#"{"state": "closed", "owner": "mira""#,
        r#"{"state": "closed"}"#,
        r#"{"state": "closed", "owner": null}"#,
        r#"{"state": "open|closed", "owner": "mira"}"#,
        r#"{"state": "closed (almost)", "owner": "mira"}"#,
        r#"{"state": "closed", "state": "open", "owner": "mira"}"#,
        r#"{"state": "closed", "owner": "mira"} {"state": "open", "owner": "mira"}"#,
        r#"{"result": {"state": "closed", "owner": "mira"}}"#,
        r#"<think>{"state": "closed", "owner": "mira"}</think>"#,
        r#"{"state": "closed", "owner": "mira", "left": 3}"#,
        r#"{"state": "closed", "owner": "mira", "tags": [...]}"#,
    ] {
        let parsed = parse::<Ticket>(text);
        assert_no_success(&parsed, text);
    }
    let source = Source::from_bytes(b"{\"state\": \"closed\", \"owner\": \"mi\xFFra\"}");
    assert_no_success(&Ticket::parse(&source, &ReadOptions::default()), "bad UTF-8");
    let small = ReadOptions::new(()).limits(envelope_core::Limits::default().with_input(10));
    assert_no_success(&Ticket::parse(&Source::new(r#"{"state": "closed", "owner": "mira"}"#), &small), "too large");
}

/// No public path of a refused message leads to a success.
#[track_caller]
fn assert_no_success<T: Envelope>(parsed: &Parsed<T>, text: &str) {
    assert!(!parsed.verdict().accepted() && parsed.accepted().is_none(), "{text}");
    assert!(!parsed.outcome().is_success() && !parsed.verdict().outcome().is_success(), "{text}");
    assert!(parsed.render().is_none(), "{text}");
    assert!(parsed.verdict().fallback() || parsed.stated() == Some(parsed.outcome()), "{text}");
    if let Some(report) = parsed.to_report() {
        assert!(!report.outcome.is_success(), "{text}");
        let (memo, losses) = Memo::from_report(&report);
        let verdict = Verdict::of(&memo, &memo::Expected::default());
        assert!(!verdict.outcome().is_success(), "{text} became a good memo, losses {losses:?}");
        let (ticket, _) = Ticket::from_report(&report);
        assert!(!Verdict::of(&ticket, &()).outcome().is_success(), "{text} became a good ticket");
    }
}

#[test]
fn expectations_point_into_clean_json() {
    let source = Source::new("{\"state\": \"closed\", \"owner\": \"mira\"}");
    let parsed = Ticket::parse(&source, &ReadOptions::default());
    assert!(parsed.tree().is_none(), "the exact path was taken");
    let memo = Source::new("MEMO: green\nBY: surveyor\n");
    let parsed = Memo::parse_expecting(&memo, &ReadOptions::default(), &memo::Expected { by: Some("mason".into()) });
    assert_eq!(rules(&parsed), ["memo/other-author"]);
    assert_eq!(memo.slice(parsed.diagnostics()[0].span), "surveyor");
    assert_eq!(parsed.outcome(), Outcome::Failed);
}

#[test]
fn content_rules_find_their_place_in_clean_json() {
    let source = Source::new("{\"state\": \"open\", \"owner\": \"mira\", \"tags\": [\"a\", \"a\"]}");
    let parsed = Ticket::parse(&source, &ReadOptions::default());
    let records = parsed.records(&source);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].rule, "ticket/repeated-tag");
    assert_eq!(records[0].pointer.as_deref(), Some("/tags/1"));
    assert_eq!(records[0].span.of(source.text()), "\"a\"");
    assert_eq!((records[0].line, records[0].column), (1, 50));
}

#[test]
fn the_agent_is_told_what_to_fix() {
    let source = Source::new("{\"state\": \"closed\", \"owner\": \"\"}");
    let parsed = Ticket::parse(&source, &ReadOptions::default());
    let text = envelope_core::reask(&parsed, &source).expect("it was refused");
    assert!(text.contains("line 1, column 30 (`/owner`): `owner` is blank"), "{text}");
    assert!(text.contains("whole report again"), "{text}");
    assert!(envelope_core::reask(&parse::<Ticket>(r#"{"state": "open", "owner": "mira"}"#), &source).is_none());

    let hostile = format!("{{{}}}", "\"\u{1b}[31m`x`\n\": 1e999, ".repeat(5000));
    let source = Source::new(&*hostile);
    let text = envelope_core::reask(&Ticket::parse(&source, &ReadOptions::default()), &source).expect("it was refused");
    assert!(text.len() < 8000 && !text.contains('\u{1b}'), "bounded and inert: {} bytes", text.len());
    assert!(!parse::<Memo>(&text).verdict().accepted() && !parse::<Ticket>(&text).verdict().accepted());

    let source = Source::new("{\"state\": \"\u{202e}desolc\u{e0041}\", \"owner\": \"mira\"}");
    let text = envelope_core::reask(&Ticket::parse(&source, &ReadOptions::default()), &source).expect("it was refused");
    assert!(
        text.contains(r"`\u{202e}desolc\u{e0041}`") && !text.contains('\u{202e}'),
        "nothing turns it around: {text}"
    );
}

#[test]
fn reports_cross_over_and_come_back() {
    let parsed = parse::<Ticket>(r#"{"state": "waiting", "owner": "mira", "tags": ["a"], "odd": {"x": 1}}"#);
    let ticket = parsed.accepted().expect("accepted").clone();
    let report = parsed.to_report().expect("a value");
    let (memo, losses) = Memo::from_report(&report);
    assert_eq!(losses.iter().map(|loss: &Loss| loss.field.as_str()).collect::<Vec<_>>(), ["outcome"]);
    let text = memo.render();
    let back = parse::<Memo>(&text);
    assert_eq!(rules(&back), [""; 0], "{text}");
    let (again, _) = Ticket::from_report(&back.to_report().expect("a value"));
    assert_eq!(again.owner, ticket.owner);
    assert_eq!(again.extra, ticket.extra, "what a memo has no place for was carried");
    assert_eq!(Verdict::of(&again, &()).outcome(), Outcome::Failed, "a memo's red is worse than waiting, never better");
}

#[test]
fn findings_never_come_back_clean() {
    let mut report = Report::new(Outcome::CompletedWithFindings);
    report.agent = Some("surveyor".into());
    let (memo, _) = Memo::from_report(&report);
    let parsed = parse::<Memo>(&memo.render());
    assert_eq!(parsed.outcome(), Outcome::CompletedWithFindings, "{}", memo.render());
    assert_eq!(parsed.status(), Some(memo::Light::Green), "the word itself is as it was");
}

#[test]
fn nothing_stated_stays_nothing() {
    assert_eq!(Stated::<memo::Light>::nothing().lowered(Outcome::Completed), Stated::nothing());
}

proptest! {
    #[test]
    fn a_memo_survives_its_text(memo in memo::any_memo()) {
        let parsed = parse::<Memo>(&memo.render());
        prop_assert_eq!(parsed.read(), Some(&memo), "{}", memo.render());
        prop_assert!(parsed.diagnostics().iter().all(|diagnostic| diagnostic.rule.class() == envelope_core::Class::Content));
    }

    /// Law: whenever the fast path says clean, the slow path gives the same value and no diagnostics.
    #[test]
    fn the_fast_path_says_what_the_slow_path_says(text in ticket::any_ticket_text()) {
        let source = Source::new(&*text);
        let fast: Option<Ticket> = envelope_core::json::exact(&source, envelope_core::Limits::default());
        if let Some(fast) = fast {
            let (slow, diagnostics) = ticket::slow(&source, Policy::Tolerant);
            prop_assert_eq!(Some(fast), slow, "{}", text);
            prop_assert!(diagnostics.iter().all(|entry| entry.rule.code() == "envelope-core/unknown-key"), "{}: {:?}", text, diagnostics);
        }
    }

    #[test]
    fn any_bytes_are_judged(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let source = Source::from_bytes(&bytes);
        prop_assert!(!Memo::parse(&source, &ReadOptions::default()).outcome().is_success());
        prop_assert!(!Ticket::parse(&source, &ReadOptions::default()).outcome().is_success());
    }
}
