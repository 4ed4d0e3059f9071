//! A made-up text protocol: `MEMO: green|red`, `BY: author`, then any number of `NOTE:` lines.

use envelope_core::report::{Section, Target, carried, restore};
use envelope_core::rules::{DECORATION, TEMPLATE_ECHO};
use envelope_core::text::{Fences, LineRole, Word, marker_line, read_status, split_key};
use envelope_core::{Diagnostic, Diagnostics, LossKind, Mapped, Path, Places, Reading, Span, Status};
use proptest::prelude::*;

use super::{Envelope, FromReport, Issue, Lines, Loss, Outcome, ReadOptions, Report, Source, Stated, Verdict};

envelope_core::rules! {
    /// No colour.
    MISSING_COLOUR = "memo/missing-colour", Error, Content, "a memo names its colour", "no colour, no verdict", "made up";
    /// Two colours.
    SECOND_COLOUR = "memo/second-colour", Error, Content, "a memo names one colour", "two cannot both hold", "made up";
    /// No author, or two.
    AUTHOR = "memo/author", Error, Content, "a memo has one author", "nobody can be asked otherwise", "made up";
    /// An author that does not exist.
    NOBODY = "memo/nobody", Error, Content, "the author is somebody", "nobody cannot be asked", "made up";
    /// Not the author that was expected.
    OTHER_AUTHOR = "memo/other-author", Error, Content, "the author is the one expected", "reports get mixed up", "made up";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Light {
    Green,
    Red,
}

impl Status for Light {
    const ALL: &'static [Self] = &[Self::Green, Self::Red];

    fn as_str(self) -> &'static str {
        match self {
            Self::Green => "green",
            Self::Red => "red",
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Green => Outcome::Completed,
            Self::Red => Outcome::Failed,
        }
    }

    fn from_outcome(outcome: Outcome) -> Mapped<Self> {
        match outcome {
            Outcome::Completed => Mapped::exact(Self::Green),
            Outcome::CompletedWithFindings => Mapped::approximate(Self::Green, "that there are findings"),
            Outcome::Failed => Mapped::exact(Self::Red),
            Outcome::Partial | Outcome::Blocked => Mapped::approximate(Self::Red, "that it can go on"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Memo {
    pub(crate) colour: Light,
    pub(crate) by: String,
    pub(crate) notes: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Expected {
    pub(crate) by: Option<String>,
}

/// The note that holds what a memo has no place for.
const CARRIED: &str = "carried ";

impl Envelope for Memo {
    const PROTOCOL: &'static str = "memo";
    const FALLBACK: Outcome = Outcome::Failed;
    const RULES: &'static [&'static envelope_core::Rule] = RULES;
    type Status = Light;
    type Options = ();
    type Expectations = Expected;

    fn read(source: &Source<'_>, options: &ReadOptions<()>) -> Reading<Self> {
        let text = source.text();
        let mut found = Diagnostics::new(options.limits);
        let mut stated = Stated::nothing();
        let (mut colours, mut authors, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let mut places = Places::new(Span::new(0, text.len()));
        let mut fences = Fences::new();
        for line in Lines::new(text) {
            if fences.classify(line.text) != LineRole::Text {
                continue;
            }
            let marked = marker_line(line.text);
            let Some(pair) = split_key(marked.rest) else { continue };
            let span = Span::of_slice(text, pair.value);
            let mut decorations = marked.decorations.union(pair.decorations);
            match pair.key {
                "MEMO" => {
                    let (status, word) = read_status::<Light>(pair.value);
                    let status = status.filter(|status| !decorations.contradict(status.outcome()));
                    if let Word::Decorated { decorations: around, .. } = word {
                        decorations = decorations.union(around);
                    }
                    if let Some(status) = status {
                        stated = stated.and(status);
                    }
                    if let Word::Placeholder(_) = word {
                        found.push(Diagnostic::new(&TEMPLATE_ECHO, span, "a placeholder, not a colour"));
                    }
                    if !colours.is_empty() {
                        found.push(Diagnostic::new(&SECOND_COLOUR, span, "a second colour"));
                    }
                    colours.push(status);
                }
                "BY" => {
                    places.insert(Path::root().key("by"), span);
                    authors.push(pair.value.to_owned());
                }
                "NOTE" => notes.push(pair.value.to_owned()),
                _ => continue,
            }
            for kind in decorations.iter() {
                found.tally(&DECORATION, kind.as_str(), line.span, format!("read through {kind}"));
            }
        }
        let colour = colours.first().copied().flatten();
        if colour.is_none() {
            found.push(Diagnostic::new(&MISSING_COLOUR, Span::at(0), "no colour").help("MEMO: green"));
        }
        if authors.len() != 1 {
            found.push(Diagnostic::new(&AUTHOR, Span::at(0), "not one author").help("BY: name"));
        }
        let value = colour.zip(authors.into_iter().next()).map(|(colour, by)| Self { colour, by, notes });
        Reading::new(found).value(value).places(places).stated(stated)
    }

    fn status(&self) -> Option<Light> {
        Some(self.colour)
    }

    fn stated(&self) -> Outcome {
        let mut report = Report::new(self.colour.outcome());
        for object in self.notes.iter().filter_map(|note| serde_json::from_str(note.strip_prefix(CARRIED)?).ok()) {
            restore(&mut report, &object);
        }
        report.outcome
    }

    fn check(&self, expectations: &Expected) -> Vec<Issue> {
        let at = || Path::root().key("by");
        let mut issues = Vec::new();
        if self.by == "nobody" {
            issues.push(Issue::new(&NOBODY, at(), "nobody wrote this"));
        }
        if expectations.by.as_ref().is_some_and(|by| *by != self.by) {
            issues.push(Issue::new(&OTHER_AUTHOR, at(), "somebody else wrote this"));
        }
        issues
    }

    fn render(&self) -> String {
        let mut text = format!("MEMO: {}\nBY: {}\n", self.colour.as_str(), self.by);
        for note in &self.notes {
            text.push_str("NOTE: ");
            text.push_str(note);
            text.push('\n');
        }
        text
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        let mut report = Report::new(verdict.outcome());
        report.agent = Some(self.by.clone());
        for note in &self.notes {
            match note.strip_prefix(CARRIED).and_then(|json| serde_json::from_str(json).ok()) {
                Some(object) => drop(restore(&mut report, &object)),
                None => report.sections.push(Section::new("", note)),
            }
        }
        report
    }
}

impl FromReport for Memo {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        let mapped = Light::from_outcome(report.outcome);
        let mut losses = Vec::new();
        if let Some(lost) = mapped.lost() {
            losses.push(Loss::new("outcome", LossKind::Approximated, lost));
        }
        let mut notes: Vec<String> = report.sections.iter().map(|section| section.body.clone()).collect();
        // Of the four real targets a status block is the nearest to a memo; an author it has besides.
        let mut object = carried(report, Target::StatusBlock, !mapped.is_exact()).unwrap_or_default();
        object.shift_remove("agent");
        object.shift_remove("sections");
        if !object.is_empty() {
            notes.push(format!("{CARRIED}{}", serde_json::Value::Object(object)));
        }
        let by = report.agent.clone().unwrap_or_else(|| "nobody".to_owned());
        (Self { colour: mapped.status(), by, notes }, losses)
    }
}

pub(crate) fn any_memo() -> impl Strategy<Value = Memo> {
    let text = "[a-z][a-z0-9 :,.é漢-]{0,20}[a-z]";
    let colour = prop_oneof![Just(Light::Green), Just(Light::Red)];
    (colour, prop_oneof![text, Just("nobody".to_owned())], prop::collection::vec(text, 0..4))
        .prop_map(|(colour, by, notes)| Memo { colour, by, notes })
}
