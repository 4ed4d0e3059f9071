//! A protocol that the crate does not know: one line in a table, and it is detected, read, checked and converted.

use agent_envelope::envelope_core::report::Problem;
use agent_envelope::envelope_core::text::Lines;
use agent_envelope::envelope_core::{
    Canonical, Decoded, Example, Info, Located, Mapped, Sink, Status, ToReport, rules,
};
use agent_envelope::{
    AnyProtocol, Message, Options, Outcome, PROTOCOLS, Protocol, Report, Span, convert, detect, parse,
};
use serde::Serialize;

/// `DONE` or `STUCK: why` on a line of its own.
#[derive(Debug, PartialEq, Serialize)]
struct Shout {
    stuck: Option<String>,
}

rules! {
    RULES in "shout":

    NO_SHOUT = Error "no-shout": "no line is a shout" {
        why: "There is nothing to act on.",
        help: "write `DONE` or `STUCK: why`",
        source: "R-T1",
        example: Example::Edit { of: "done", from: "DONE", to: "" },
    }

    NO_REASON = Error "no-reason": "STUCK without a reason" {
        why: "Nobody can help without knowing why.",
        help: "write `STUCK: why`",
        source: "R-T2",
        example: Example::Edit { of: "done", from: "DONE", to: "STUCK:" },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word(bool);

impl Status for Word {
    const ALL: &'static [Self] = &[Self(false), Self(true)];

    fn as_str(self) -> &'static str {
        if self.0 { "STUCK" } else { "DONE" }
    }

    fn outcome(self) -> Outcome {
        if self.0 { Outcome::Blocked } else { Outcome::Completed }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        Mapped::approximate(Self(!outcome.is_success()), "only DONE and STUCK")
    }
}

impl Protocol for Shout {
    const INFO: &'static Info = &Info {
        name: "shout",
        is_json: false,
        fallback: Outcome::Blocked,
        missing: &NO_SHOUT,
        rules: RULES,
        shared: &[],
        canonical: &[Canonical { name: "done", text: "DONE\n", last_part: Some("DONE") }],
    };
    type Status = Word;
    type Options = ();
    type Place = Span;

    fn locate(message: &Message<'_>) -> Located<Span> {
        Self::detect(message).map_or(Located::Absent, Located::At)
    }

    fn detect(message: &Message<'_>) -> Option<Span> {
        let mut lines = Lines::new(message.text(), Span::new(0, message.text().len()));
        let line = lines.find(|line| line.text == "DONE" || line.text.starts_with("STUCK:"))?;
        Some(Span::new(line.start, line.end()))
    }

    fn decode(message: &Message<'_>, at: Span, (): &(), sink: &mut Sink) -> Decoded<Self> {
        let stuck = message.text()[at.start()..at.end()].strip_prefix("STUCK:").map(|why| why.trim().to_owned());
        if stuck.as_deref() == Some("") {
            sink.report(&NO_REASON, at);
        }
        let value = Self { stuck };
        Decoded { status: Some(value.status()), worst: Some(value.outcome()), value: Some(value) }
    }

    fn status(&self) -> Word {
        Word(self.stuck.is_some())
    }

    fn render(&self) -> String {
        self.stuck.as_ref().map_or("DONE\n".to_owned(), |why| format!("STUCK: {why}\n"))
    }
}

impl ToReport for Shout {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        let problem = |why: &String| Problem { message: why.clone(), blocking: true, ..Problem::default() };
        report.problems = self.stuck.iter().map(problem).collect();
        report
    }
}

#[test]
fn a_protocol_of_ones_own_is_one_line_in_a_table() {
    let table = [PROTOCOLS, &[AnyProtocol::of::<Shout>("shout", |_| vec![])]].concat();
    let message = "I looked everywhere.\nSTUCK: no key\n".into();
    let shout = detect(&message, &table).unwrap();
    let parsed = parse(&message, shout, &Options::default());
    assert_eq!((parsed.status(), parsed.outcome()), (Some("STUCK"), Outcome::Blocked));
    let converted = convert(&parsed, agent_envelope::find("status-block").unwrap(), false);
    assert_eq!((converted.status, converted.outcome), (Some("blocked"), Some(Outcome::Blocked)));
    assert!(converted.text.unwrap().contains("message: \"no key\""));
    assert!(convert(&parsed, shout, false).rejection.unwrap().to_string().contains("no report can be converted"));
    assert!(!parse(&"STUCK: ".into(), shout, &Options::default()).is_accepted());
}
