//! What a document kind is to the tasks: how it is read, and which schema and rules it has.

use std::fmt;

use envelope_core::conformance::agree::is_in_schema;
use envelope_core::{Diagnostic, Envelope, Limits, Outcome, Policy, ReadOptions, Rule, Severity, Source, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// One kind of document; the registry of them is [`KINDS`](crate::kinds::KINDS).
#[derive(Debug)]
pub(crate) struct Kind {
    /// The name: of the schema, of the folder under `fixtures/`, on the command line.
    pub(crate) name: &'static str,
    /// How the names of its inputs end.
    pub(crate) ext: &'static str,
    /// Whether the document is JSON on the wire, so that the schema judges inputs too.
    pub(crate) wire_json: bool,
    /// The schema of the typed value, see [`root`].
    pub(crate) schema: Option<fn(&mut SchemaGenerator) -> Schema>,
    /// Whether agents write it through structured output, so that the narrowed schema is published.
    pub(crate) llm: bool,
    /// Reads an input, given the case's `options.json` or null; `Err` only when the options make no sense.
    pub(crate) read: fn(&[u8], &Value) -> Result<Seen, String>,
    /// The tables of rules that its fixtures cover. Several kinds may list one table: then each of its rules is
    /// covered by one of them.
    pub(crate) rules: &'static [&'static [&'static Rule]],
    /// The rulings that its fixtures must name, such as `R-C1`.
    pub(crate) rulings: &'static [&'static str],
}

impl Kind {
    /// All rules of its tables.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.rules.iter().flat_map(|table| table.iter().copied())
    }
}

/// What reading an input gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// Whether it was accepted.
    pub(crate) accepted: bool,
    /// What it comes to; `None` where the kind has no outcome.
    pub(crate) outcome: Option<Outcome>,
    /// The typed value, where one could be read.
    pub(crate) value: Option<Value>,
    /// What was found, in the order of the text.
    pub(crate) diagnostics: Vec<SeenDiagnostic>,
}

impl Seen {
    /// Whether something was found that the schema expresses too; where nothing was, it accepts the value.
    pub(crate) fn tells_schema(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.in_schema)
    }
}

/// A diagnostic as fixtures record it: its message may be reworded, its rule and place may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenDiagnostic {
    /// How grave it is.
    pub(crate) severity: Severity,
    /// The rule's code; `None` where a kind without rules of its own refuses an input.
    pub(crate) rule: Option<&'static str>,
    /// Whether the schema refuses the same, see [`is_in_schema`].
    pub(crate) in_schema: bool,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The column, from 1.
    pub(crate) column: usize,
    /// What is said, for examples; fixtures do not compare it.
    pub(crate) said: Option<Said>,
}

/// What a diagnostic says beyond its rule and place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Said {
    /// How grave it is.
    pub(crate) severity: Severity,
    /// What is wrong.
    pub(crate) message: String,
    /// The right form.
    pub(crate) help: Option<String>,
    /// The bytes, in the text.
    pub(crate) span: Span,
}

impl SeenDiagnostic {
    /// What is seen of a diagnostic that points into `source`.
    pub(crate) fn new(diagnostic: &Diagnostic, source: &Source<'_>) -> Self {
        let position = source.position(diagnostic.span.start());
        let Diagnostic { severity, message, help, span, .. } = diagnostic.clone();
        Self {
            severity,
            rule: Some(diagnostic.rule.code()),
            in_schema: is_in_schema(diagnostic),
            line: position.line,
            column: position.column,
            said: Some(Said { severity, message, help, span }),
        }
    }
}

impl fmt::Display for SeenDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}:{}", self.severity, self.rule.unwrap_or("-"), self.line, self.column)
    }
}

/// The schema of a type, for [`Kind::schema`].
pub(crate) fn root<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.root_schema_for::<T>()
}

/// Reads an envelope, for [`Kind::read`]. Every kind knows the options `policy` (`strict`) and `limits` (`input`,
/// `depth`, `diagnostics`); the two functions take the protocol's own, and a key that nobody takes is an error.
pub(crate) fn envelope<T: Envelope + Serialize>(
    bytes: &[u8],
    options: &Value,
    protocol: fn(&mut Options) -> Result<T::Options, String>,
    expectations: fn(&mut Options) -> Result<T::Expectations, String>,
) -> Result<Seen, String> {
    let mut options = Options::new(options)?;
    let read = ReadOptions::new(protocol(&mut options)?).policy(options.policy()?).limits(options.limits()?);
    let expected = expectations(&mut options)?;
    options.finish()?;
    let source = Source::from_bytes(bytes);
    let parsed = T::parse_expecting(&source, &read, &expected);
    let value = parsed.read().map(serde_json::to_value).transpose();
    let diagnostics = parsed.diagnostics().iter().map(|diagnostic| SeenDiagnostic::new(diagnostic, &source));
    Ok(Seen {
        accepted: parsed.accepted().is_some(),
        outcome: Some(parsed.outcome()),
        value: value.map_err(|error| format!("the value cannot be written as JSON: {error}"))?,
        diagnostics: diagnostics.collect(),
    })
}

/// Reads JSON of a type that has no reader and no rules of its own, for [`Kind::read`]: accepted is what serde takes;
/// a refusal is one diagnostic without a rule at the place that serde names.
pub(crate) fn strict_json<T: DeserializeOwned + Serialize>(bytes: &[u8], options: &Value) -> Result<Seen, String> {
    Options::new(options)?.finish()?;
    let refused = |error: serde_json::Error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let severity = Severity::Error;
        let diagnostic = SeenDiagnostic { severity, rule: None, in_schema: true, line, column, said: None };
        Seen { accepted: false, outcome: None, value: None, diagnostics: vec![diagnostic] }
    };
    let read = serde_json::from_slice::<T>(bytes).and_then(serde_json::to_value);
    Ok(read.map_or_else(refused, |value| Seen {
        accepted: true,
        outcome: None,
        value: Some(value),
        diagnostics: Vec::new(),
    }))
}

/// For protocols without options or expectations of their own.
#[expect(clippy::unnecessary_wraps, reason = "it stands where others may refuse an option")]
pub(crate) fn none<T: Default>(_: &mut Options) -> Result<T, String> {
    Ok(T::default())
}

/// The members of a case's `options.json` that nobody has taken yet.
#[derive(Debug)]
pub(crate) struct Options(Map<String, Value>);

impl Options {
    fn new(options: &Value) -> Result<Self, String> {
        match options {
            Value::Null => Ok(Self(Map::new())),
            Value::Object(members) => Ok(Self(members.clone())),
            _ => Err("the options are not a JSON object".to_owned()),
        }
    }

    /// Takes the member of this name, if it is there.
    pub(crate) fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        let value = self.0.shift_remove(name).map(serde_json::from_value).transpose();
        value.map_err(|error| format!("option `{name}`: {error}"))
    }

    fn policy(&mut self) -> Result<Policy, String> {
        match self.take::<String>("policy")?.as_deref() {
            None | Some("tolerant") => Ok(Policy::Tolerant),
            Some("strict") => Ok(Policy::Strict),
            Some(other) => Err(format!("option `policy`: `{other}` is neither `tolerant` nor `strict`")),
        }
    }

    fn limits(&mut self) -> Result<Limits, String> {
        let mut given = Self(self.take("limits")?.unwrap_or_default());
        let mut limits = Limits::default();
        limits = given.take("input")?.map_or(limits, |bytes| limits.with_input(bytes));
        limits = given.take("depth")?.map_or(limits, |containers| limits.with_depth(containers));
        limits = given.take("diagnostics")?.map_or(limits, |count| limits.with_diagnostics(count));
        given.finish().map(|()| limits)
    }

    fn finish(self) -> Result<(), String> {
        let unknown: Vec<String> = self.0.keys().map(|name| format!("`{name}`")).collect();
        if unknown.is_empty() { Ok(()) } else { Err(format!("unknown options: {}", unknown.join(", "))) }
    }
}
