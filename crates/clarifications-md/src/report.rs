//! To the neutral report (R-A15); nothing converts to clarifications.

use envelope_core::report::Problem;
use envelope_core::{Outcome, Protocol as _, Report, ToReport};

use crate::{AnswerVerdict, Clarifications, EvaluateOptions, evaluate};

impl ToReport for Clarifications {
    /// The outcome, and what is not clear: gaps, or problems where nothing is clear and the work waits for answers.
    fn to_report(&self) -> Report {
        let evaluation = evaluate(self, &EvaluateOptions { refinements: true, ..EvaluateOptions::default() });
        let mut report = Report::new(self.outcome());
        report.summary.clone_from(&evaluation.reasoning);
        let verdicts = evaluation.per_question.unwrap_or_default();
        for (item, verdict) in self.items().zip(verdicts) {
            let what = match verdict.verdict {
                AnswerVerdict::Clear => continue,
                AnswerVerdict::NotAnswered => "is not answered",
                _ => "is answered vaguely",
            };
            let message = format!("{} {what}: {}", item.id, item.title);
            if report.outcome == Outcome::Blocked {
                let recommendation = item.recommendation.clone();
                report.problems.push(Problem { message, recommendation, blocking: true, ..Problem::default() });
            } else {
                report.gaps.push(message);
            }
        }
        for flag in &self.needs_clarification {
            let items = flag.items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            report.gaps.push(format!("{} ({items})", flag.title));
        }
        report
    }
}
