//! What an agent is told: an instruction for each of the five types, made from the parser's tables (R-A17, R-C15).

use std::fmt::Write as _;

use envelope_core::Status as _;

use crate::line::MARKER;
use crate::roles::{FINDING_COLUMNS, Role};
use crate::{
    COVERAGE, Confidence, FIELDS, FindingSeverity, FindingType, ItemStatus, Metadata, Metric, MetricKind, REASON,
    ResultStatus, ResultType, TYPE,
};

/// The instruction to put into the prompt of an agent that is to answer with a result of this type.
///
/// It holds placeholders only: copied back, it is not accepted (R-A17).
///
/// ```
/// use clarity_protocol::{ResultType, parse, prompt};
/// let text = prompt(ResultType::Consistency);
/// assert!(text.contains("Pair: <docA>/<docB>"));
/// assert!(parse(text.as_str()).accepted().is_none());
/// ```
pub fn prompt(kind: ResultType) -> String {
    let mut text = String::from("Answer with one report in exactly this form. The first line, nothing before it:\n\n");
    let _ = writeln!(text, "{}\n", template_line(kind));
    let _ = writeln!(
        text,
        "With PARTIAL or ERROR add ` | {COVERAGE}: <X%> | {REASON}: <reason>`. Write a pipe inside a value as `\\|`.\n"
    );
    text.push_str("Then the metadata block:\n\n---\n");
    for (key, value) in metadata_template() {
        let _ = writeln!(text, "**{key}**: {value}");
    }
    text.push_str("---\n\nThen the details:\n");
    for line in details(kind) {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str("\nStatus:\n");
    for status in ResultStatus::ALL {
        let _ = writeln!(text, "- {}: {}", status.as_str(), meaning(*status, kind));
    }
    text
}

/// The summary line with a placeholder for every value.
pub(crate) fn template_line(kind: ResultType) -> String {
    let statuses: Vec<&str> = ResultStatus::ALL.iter().map(|status| status.as_str()).collect();
    let mut line = format!("{MARKER}: <{}> | {TYPE}: {kind}", statuses.join("|"));
    for metric in Metric::of(kind) {
        let _ = write!(line, " | {}: {}", metric.key, placeholder(metric));
    }
    line
}

/// What stands for the value of a metric.
fn placeholder(metric: &Metric) -> &'static str {
    match (metric.value, metric.key) {
        (MetricKind::Pair, _) => "<docA>/<docB>",
        (MetricKind::Count, _) => "<N>",
        (MetricKind::Ratio, _) => "<pass>/<total>",
        (MetricKind::Text, "Doc") => "<path>",
        (MetricKind::Text, "Task") => "<ID>",
        (MetricKind::Text, _) => "<name>",
    }
}

/// The fields of the metadata block with what stands for their values.
fn metadata_template() -> impl Iterator<Item = (&'static str, String)> {
    FIELDS.iter().map(|(key, _)| {
        let value = match *key {
            "Protocol" => Metadata::PROTOCOL.to_owned(),
            "Agent" => "<your role>".to_owned(),
            "Assigned" => "<what you were asked to do>".to_owned(),
            "Scope" => "<documents or work units>".to_owned(),
            COVERAGE => "<percentage, or the sections you covered>".to_owned(),
            _ => format!("<{}>", Confidence::WORDS.join(" | ")),
        };
        (*key, value)
    })
}

/// What the detail section holds.
fn details(kind: ResultType) -> Vec<String> {
    let table = |role: Role| {
        let spec = role.spec();
        let columns: Vec<&str> = spec.columns.iter().map(|column| column.name).collect();
        format!("under `## {}` a table with the columns {}", spec.heading, columns.join(", "))
    };
    let list = |role: Role| format!("under `## {}` a list", role.spec().heading);
    let finding_table = |when: &str| {
        let columns = FINDING_COLUMNS.join(", ");
        let types = FindingType::WORDS.join(", ");
        vec![
            format!(
                "{when} a table with the columns {columns}; one row a finding, ids F1, F2, …, `--` for no \
                 counter-location"
            ),
            format!(
                "Severity is {}: critical blocks progress, major is to be fixed before merging, minor is cosmetic",
                FindingSeverity::WORDS.join(", ")
            ),
            format!("Type is one of {types}"),
        ]
    };
    match kind {
        ResultType::Digest => {
            let mut lines = vec![
                table(Role::Sections),
                table(Role::Terms),
                table(Role::Decisions),
                table(Role::CrossReferences),
                "the counts on the first line are the rows of these tables".to_owned(),
            ];
            lines.extend(finding_table("with FINDINGS, under `## Findings`"));
            lines
        }
        ResultType::Consistency => {
            let mut lines = finding_table("where you found something,");
            lines.push(
                "below it, for each critical or major finding, a heading with its id and a full discussion".to_owned(),
            );
            lines
        }
        ResultType::Verification => vec![
            table(Role::Checklist),
            format!("Status is one of {}", ItemStatus::WORDS.join(", ")),
            "below it, for each partial or missing item, a heading with the item's name and the evidence".to_owned(),
        ],
        ResultType::Implementation => vec![
            table(Role::Files),
            format!("{}; Result is pass or fail", table(Role::Criteria)),
            format!("{}; Result is pass or fail", table(Role::Tests)),
            list(Role::Gaps),
        ],
        ResultType::DesignPlan => {
            let mut lines = vec![
                table(Role::Components),
                list(Role::Layout),
                list(Role::Tokens),
                list(Role::Content),
                list(Role::Instructions),
            ];
            lines.extend(finding_table("with FINDINGS, under `## Findings`"));
            lines
        }
    }
}

/// What a status means for a type.
fn meaning(status: ResultStatus, kind: ResultType) -> &'static str {
    match (status, kind) {
        (ResultStatus::Clean, ResultType::Digest) => "you read the whole document and found no issue in it",
        (ResultStatus::Clean, ResultType::Consistency) => "you compared everything and found nothing inconsistent",
        (ResultStatus::Clean, ResultType::Verification) => "every item is applied or does not apply",
        (ResultStatus::Clean, ResultType::Implementation) => "every criterion and every test passes",
        (ResultStatus::Clean, ResultType::DesignPlan) => "the plan is complete",
        (ResultStatus::Findings, ResultType::Digest) => {
            "you read the whole document and found issues in the document itself"
        }
        (ResultStatus::Findings, ResultType::Consistency) => "you compared everything and list what is inconsistent",
        (ResultStatus::Findings, ResultType::Verification) => "some items are partial or missing",
        (ResultStatus::Findings, ResultType::Implementation) => "some criteria or tests fail",
        (ResultStatus::Findings, ResultType::DesignPlan) => {
            "the plan is made but has issues of its own, such as missing components or broken constraints; \
             issues of the material you looked at do not count"
        }
        (ResultStatus::Partial, _) => "you could not finish; report what you have",
        (ResultStatus::Error, _) => "you could not do the work at all",
    }
}
