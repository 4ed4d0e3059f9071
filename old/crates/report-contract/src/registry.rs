//! The schemas of the agents' findings (report-contract, section 4.2; R-P5).

use std::collections::BTreeMap;
use std::fmt;

use envelope_core::json::{self, Extra};
use envelope_core::text::bare;
use envelope_core::{Issue, Limits, Path, Source};
use jsonschema::Validator;
use serde_json::Value;

use crate::rules::{FINDINGS_SHAPE, FINDINGS_UNCHECKED};
use crate::typed::cut;
use crate::{ContractReport, FindingsCheck, Verbosity};

/// What each agent's manual says: the schema of its findings, and the levels of detail that it offers (R-P5).
///
/// A schema is compiled once, when it is put in. Give the registry to
/// [`Expectations::findings`](crate::Expectations::findings), and what breaks a schema is told with its pointer and its
/// bytes. The findings of an agent that it does not know are not checked, which a note says; a name in other letter case,
/// with blanks or marks around it, is known all the same.
///
/// ```
/// use envelope_core::{Envelope, ReadOptions, Source};
/// use report_contract::{ContractReport, Expectations, FindingsRegistry, Verbosity};
/// let mut registry = FindingsRegistry::new();
/// registry.insert_text("counter", r#"{"type": "object", "properties": {"lines": {"type": "integer"}}}"#)?;
/// registry.offer("counter", &[Verbosity::Summary, Verbosity::Detailed]);
/// assert!(registry.ask("counter", Verbosity::Comprehensive).is_err(), "a usage error, told before anything is sent");
///
/// let text = r#"{"report_metadata": {"agent_name": "counter", "task_id": "t", "status": "completed",
///     "verbosity_level": "detailed", "confidence_level": 1}, "findings": {"lines": "many"}}"#;
/// let expected = Expectations::default().findings(registry);
/// let source = Source::new(text);
/// let parsed = ContractReport::parse_expecting(&source, &ReadOptions::default(), &expected);
/// let found = &parsed.diagnostics()[0];
/// assert_eq!(found.path.as_ref().map(|path| path.as_str()), Some("/findings/lines"));
/// assert_eq!(source.slice(found.span), "\"many\"");
/// # Ok::<(), report_contract::InvalidFindingsSchema>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FindingsRegistry {
    agents: BTreeMap<String, Manual>,
}

#[derive(Clone, Debug, Default)]
struct Manual {
    schema: Option<(Value, Validator)>,
    levels: Vec<Verbosity>,
}

impl FindingsRegistry {
    /// Knows no agent.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts in the schema of an agent's findings; one that was there before is replaced. It is read by the draft that it
    /// names, and by 2020-12 where it names none.
    pub fn insert(&mut self, agent: impl Into<String>, schema: Value) -> Result<(), InvalidFindingsSchema> {
        let agent = agent.into();
        let validator = jsonschema::validator_for(&schema)
            .map_err(|error| InvalidFindingsSchema::new(&agent, &error.masked().to_string()))?;
        self.agents.entry(agent).or_default().schema = Some((schema, validator));
        Ok(())
    }

    /// The same from the text of a file.
    pub fn insert_text(&mut self, agent: impl Into<String>, schema: &str) -> Result<(), InvalidFindingsSchema> {
        let agent = agent.into();
        let text = schema;
        let schema =
            serde_json::from_str(text).map_err(|error| InvalidFindingsSchema::new(&agent, &error.to_string()))?;
        if let Some(why) = repeated_key(text) {
            return Err(InvalidFindingsSchema::new(&agent, &why));
        }
        self.insert(agent, schema)
    }

    /// The same from a Rust type.
    #[cfg(feature = "schemars")]
    pub fn insert_type<F: schemars::JsonSchema>(
        &mut self,
        agent: impl Into<String>,
    ) -> Result<(), InvalidFindingsSchema> {
        self.insert(agent, schemars::schema_for!(F).to_value())
    }

    /// Names the levels of detail that an agent offers; without any it offers all.
    pub fn offer(&mut self, agent: impl Into<String>, levels: &[Verbosity]) {
        self.agents.entry(agent.into()).or_default().levels = levels.to_vec();
    }

    /// Whether an agent may be asked for a level of detail: to be called before it is briefed.
    pub fn ask(&self, agent: &str, level: Verbosity) -> Result<(), NotOffered> {
        let offered = self.manual(agent).map(|(_, manual)| manual.levels.clone()).unwrap_or_default();
        if offered.is_empty() || offered.contains(&level) {
            return Ok(());
        }
        Err(NotOffered { agent: agent.to_owned(), level, offered })
    }

    /// The manual of an agent: that of this very name, else of one that differs only in how it is written. A schema is
    /// not to be escaped by a capital letter.
    fn manual(&self, agent: &str) -> Option<(&str, &Manual)> {
        let same = |known: &str| bare(known).text.eq_ignore_ascii_case(bare(agent).text);
        let known = self.agents.get_key_value(agent).or_else(|| self.agents.iter().find(|(known, _)| same(known)));
        known.map(|(agent, manual)| (agent.as_str(), manual))
    }

    /// What is said of an agent without a manual, where others have a schema: it may be one of them under another name.
    fn unchecked(&self, agent: &str) -> Option<Issue> {
        let known = self.agents.iter().filter(|(_, manual)| manual.schema.is_some()).map(|(agent, _)| agent.as_str());
        let known: Vec<&str> = known.take(MOST_NAMES).collect();
        if known.is_empty() {
            return None;
        }
        let path = Path::root().key("report_metadata").key("agent_name");
        let message = format!("there is no schema for the findings of `{}`; they are not checked", cut(agent));
        Some(
            Issue::new(&FINDINGS_UNCHECKED, path, message)
                .help(format!("there is one for `{}`", cut(&known.join("`, `")))),
        )
    }

    /// The schema of an agent's findings, for its prompt.
    pub fn schema(&self, agent: &str) -> Option<&Value> {
        self.manual(agent)?.1.schema.as_ref().map(|(schema, _)| schema)
    }
}

/// Of a key that stands twice one rule would be passed over (R-A11).
fn repeated_key(schema: &str) -> Option<String> {
    // Nearly every schema takes the quick way, which refuses repeated keys.
    if serde_json::from_str::<Extra>(schema).is_ok() {
        return None;
    }
    let limits = Limits::default().with_input(Limits::MAX_INPUT);
    let found = json::read(&Source::new(schema), &json::Request::default().limits(limits)).diagnostics();
    let twice = [json::rules::DUPLICATE_KEY.code(), json::rules::REPEATED_KEY.code()];
    found.into_iter().find(|found| twice.contains(&found.rule.code())).map(|found| found.message)
}

impl FindingsCheck for FindingsRegistry {
    fn check(&self, report: &ContractReport) -> Vec<Issue> {
        let Some((agent, manual)) = self.manual(&report.report_metadata.agent_name) else {
            return self.unchecked(&report.report_metadata.agent_name).into_iter().collect();
        };
        let Some((_, validator)) = &manual.schema else { return Vec::new() };
        let findings = Value::Object(report.findings.as_map().clone());
        let errors = validator.iter_errors(&findings).enumerate().map(|(index, error)| {
            // Masked: the plain message repeats the whole value.
            let message = cut(&error.masked_with("the value").to_string());
            let whole = Path::root().key("findings");
            if index >= MOST_PLACES {
                return Issue::new(&FINDINGS_SHAPE, whole, message);
            }
            let path = error.instance_path().as_str();
            let path =
                if path.len() > LONGEST_PATH { whole } else { format!("{whole}{path}").parse().unwrap_or(whole) };
            let help = match error.schema_path().as_str() {
                "" => format!("see the schema of `{agent}`"),
                place => format!("see the schema of `{agent}` at `{}`", cut(place)),
            };
            Issue::new(&FINDINGS_SHAPE, path, message).help(help)
        });
        errors.collect()
    }
}

/// How many known agents are named to one that is not.
const MOST_NAMES: usize = 8;
/// Past this number of violations, and for paths longer than this, the findings as a whole are pointed at (R-A9).
const MOST_PLACES: usize = 1000;
const LONGEST_PATH: usize = 4096;

/// The schema of an agent's findings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidFindingsSchema {
    /// The agent.
    pub agent: String,
    /// What is wrong with its schema.
    pub why: String,
}

impl InvalidFindingsSchema {
    fn new(agent: &str, why: &str) -> Self {
        Self { agent: agent.to_owned(), why: cut(why) }
    }
}

impl fmt::Display for InvalidFindingsSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the findings schema of `{}` cannot be used: {}", self.agent, self.why)
    }
}

impl std::error::Error for InvalidFindingsSchema {}

/// The agent does not offer this level of detail.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotOffered {
    /// The agent.
    pub agent: String,
    /// What was asked for.
    pub level: Verbosity,
    /// What it offers.
    pub offered: Vec<Verbosity>,
}

impl fmt::Display for NotOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offered: Vec<&str> = self.offered.iter().map(|level| level.as_str()).collect();
        write!(f, "`{}` does not report at the level `{}`, but at `{}`", self.agent, self.level, offered.join("`, `"))
    }
}

impl std::error::Error for NotOffered {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{ConfidenceLevel, ContractStatus, ReportMetadata};

    fn report(agent: &str, findings: &Value) -> ContractReport {
        let metadata = ReportMetadata::new(agent, "t", ContractStatus::Completed, ConfidenceLevel::FULL);
        let mut report = ContractReport::new(metadata);
        *report.findings.as_map_mut() = findings.as_object().expect("an object").clone();
        report
    }

    #[test]
    fn schemas_that_cannot_be_used_are_refused() {
        let mut registry = FindingsRegistry::new();
        let twice = r#"{"type": "object", "type": "array"}"#;
        for bad in ["", "{", twice, r#"{"type": "strung"}"#, r#"{"$ref": "https://example.com/elsewhere.json"}"#] {
            let error = registry.insert_text("a", bad).expect_err("no schema");
            assert!(error.to_string().starts_with("the findings schema of `a`"), "{error}");
        }
        assert!(registry.check(&report("a", &json!({"x": 1}))).is_empty(), "nothing was put in");
    }

    #[test]
    fn a_schema_is_read_by_the_draft_that_it_names() {
        let first = |draft: &str| {
            // A list under `items` says what the first item is; since 2020-12 there is another word for that.
            let pair = json!({"items": [{"type": "string"}]});
            json!({"$schema": draft, "type": "object", "properties": {"pair": pair}})
        };
        let mut registry = FindingsRegistry::new();
        registry.insert("a", first("http://json-schema.org/draft-07/schema#")).expect("a schema of draft 7");
        assert!(registry.check(&report("a", &json!({"pair": ["x", 1]}))).is_empty());
        assert_eq!(registry.check(&report("a", &json!({"pair": [1]})))[0].path.as_str(), "/findings/pair/0");
        for draft in ["https://json-schema.org/draft/2020-12/schema", "https://example.com/mine"] {
            assert!(registry.insert("b", first(draft)).is_err(), "{draft}");
        }
    }

    #[test]
    fn every_violation_is_told_in_few_words() {
        let mut registry = FindingsRegistry::new();
        let schema = json!({"type": "object", "required": ["files"], "properties": {
            "files": {"type": "array", "items": {"type": "string"}}, "a/b": {"enum": ["x"]}}});
        registry.insert("reviewer", schema.clone()).expect("a schema");
        assert_eq!(registry.schema("reviewer"), Some(&schema));
        let long = "x".repeat(10_000);
        let issues = registry.check(&report("reviewer", &json!({"files": ["a", 1, {"b": long}], "a/b": long})));
        let mut paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["/findings/a~1b", "/findings/files/1", "/findings/files/2"]);
        assert!(issues.iter().all(|issue| issue.message.len() < 300), "{issues:?}");
        let missing = registry.check(&report("reviewer", &json!({})));
        assert_eq!(missing[0].path.as_str(), "/findings");
        let unknown = registry.check(&report("other", &json!({})));
        assert_eq!(unknown.iter().map(|issue| issue.rule.code()).collect::<Vec<_>>(), [FINDINGS_UNCHECKED.code()]);
        registry.offer("planner", &[Verbosity::Summary]);
        assert!(registry.check(&report("planner", &json!({}))).is_empty(), "its manual has no schema");
        for written in ["Reviewer", " reviewer ", "`reviewer`", "**REVIEWER**"] {
            assert_eq!(registry.check(&report(written, &json!({}))).len(), 1, "{written}");
        }
    }

    /// R-A9: all are counted, and what is told stays within bounds.
    #[test]
    fn many_violations_make_no_endless_paths() {
        let mut registry = FindingsRegistry::new();
        let schema = json!({"additionalProperties": {"items": {"type": "string"}}});
        registry.insert("reviewer", schema).expect("a schema");
        let issues = registry.check(&report("reviewer", &json!({"k".repeat(4_000): vec![1; 5_000]})));
        assert_eq!(issues.len(), 5_000);
        assert!(issues.iter().map(|issue| issue.path.as_str().len()).sum::<usize>() < 6_000_000);
    }

    #[cfg(feature = "schemars")]
    #[test]
    fn a_rust_type_is_a_schema() {
        #[derive(schemars::JsonSchema)]
        #[expect(dead_code, reason = "it is here for its schema")]
        struct Lines {
            lines: u32,
        }
        let mut registry = FindingsRegistry::new();
        registry.insert_type::<Lines>("counter").expect("a schema");
        assert!(registry.check(&report("counter", &json!({"lines": 3}))).is_empty());
        assert_eq!(registry.check(&report("counter", &json!({"lines": -3})))[0].path.as_str(), "/findings/lines");
    }
}
