//! To the neutral report (R-A15).

use envelope_core::{Protocol as _, Report, ToReport};
use serde_json::{Map, Value};

use super::{AnswerVerdict, Evaluation};

impl ToReport for Evaluation {
    fn to_report(&self) -> Report {
        let mut report = Report::new(self.outcome());
        report.summary.clone_from(&self.reasoning);
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else { return report };
        let (metrics, data): (Map<_, _>, Map<_, _>) = fields.into_iter().partition(|(key, _)| key.ends_with("_count"));
        report.metrics = metrics;
        let unclear = self.per_question.iter().flatten().filter(|item| item.verdict != AnswerVerdict::Clear);
        report.gaps = unclear.map(|item| format!("{}: {}", item.question_id, item.verdict.as_str())).collect();
        report.data = data;
        report.data.retain(|key, _| key == "per_question");
        report.extra.clone_from(&self.extra);
        report
    }
}
