//! To the neutral report (R-A15).

use envelope_core::report::Problem;
use envelope_core::{Protocol as _, Report, Status as _, ToReport};
use serde_json::json;

use super::{DecisionStatus, Decisions};

impl ToReport for Decisions {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        let open = self.decisions.iter().filter(|decision| !decision.status.is_final());
        for decision in open {
            let message = format!("{}: {} ({})", decision.id, decision.title, decision.status.as_str());
            match decision.status {
                DecisionStatus::Draft => report.gaps.push(message),
                _ => report.problems.push(Problem { message, blocking: true, ..Problem::default() }),
            }
        }
        report.data.insert("decisions".to_owned(), json!(self.decisions));
        report.extra.clone_from(&self.frontmatter.extra);
        report
    }
}
