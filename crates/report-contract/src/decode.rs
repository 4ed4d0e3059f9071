//! From the JSON object to the value, with all rules.

use envelope_core::json::{
    Fields, Kind, Located, Member, Place, Required, Shape, Value, is_absent, locate, report_flags,
};
use envelope_core::text::{find_word, is_placeholder};
use envelope_core::{Decoded, Info, Message, Protocol, Rule, Sink, Span, Status as _};
use serde_json::{Map, Value as Json};

use crate::context_map::{self, kind};
use crate::rules::{
    AGENT, BLOCKERS_ON_FAILED, CONFIDENCE, CONTEXT_MAP, EMPTY_FINDINGS, ERROR_ON_COMPLETED, FIELD_TYPE, INFO,
    LOW_CONFIDENCE, MISSING_BLOCKERS, MISSING_ERROR_MESSAGE, MISSING_FIELD, OLD_NAME, PLAIN_REFERENCE, TASK,
    UNKNOWN_STATUS, UNKNOWN_VERBOSITY, VERBOSITY,
};
use crate::status::{LEVELS, WORDS};
use crate::{ContractReport, ReportMetadata, Status, Verbosity};

const SHAPE: Shape<'static> =
    Shape { required: &["report_metadata", "findings"], status: &["report_metadata", "status"], words: &WORDS };
/// What the caller expects.
#[derive(Clone, Debug)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Options {
    /// The expected task.
    pub task_id: Option<String>,
    /// The expected agent.
    pub agent_name: Option<String>,
    /// The verbosity that was asked for.
    pub verbosity: Option<Verbosity>,
    /// Below this confidence a report has a note that a person should review it.
    pub review_threshold: f64,
    /// What each agent may put into its findings.
    #[cfg(feature = "findings-schema")]
    pub registry: crate::Registry,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            task_id: None,
            agent_name: None,
            verbosity: None,
            review_threshold: 0.7,
            #[cfg(feature = "findings-schema")]
            registry: crate::Registry::default(),
        }
    }
}

impl Protocol for ContractReport {
    const INFO: &'static Info = &INFO;
    type Status = Status;
    type Options = Options;
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        locate(message, &SHAPE)
    }

    /// An object with `report_metadata` (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        message.json().objects().find(|object| object.get("report_metadata").is_some()).map(Value::span)
    }

    fn decode(message: &Message<'_>, place: Place, options: &Options, sink: &mut Sink) -> Decoded<Self> {
        let object = place.open(message, sink);
        let mut decoder = Decoder { object, options, sink, status: None, status_span: object.opening() };
        let value = decoder.value();
        let status = decoder.status;
        let first = status.map(|status| (status.outcome(), decoder.status_span));
        let outcome = |word: &str| status_of(word).map(Status::outcome);
        let others = place.report_others(message, &SHAPE, first, outcome, sink);
        Decoded { value, status, worst: status.map(Status::outcome).max(others) }
    }

    fn status(&self) -> Status {
        self.report_metadata.status
    }

    fn render(&self) -> String {
        crate::render::render(self)
    }
}

struct Decoder<'d, 's> {
    object: Value<'d>,
    options: &'s Options,
    sink: &'s mut Sink,
    status: Option<Status>,
    status_span: Span,
}

impl<'d> Decoder<'d, '_> {
    fn value(&mut self) -> Option<ContractReport> {
        const REQUIRED: Required<'static> =
            Required { keys: SHAPE.required, missing: &MISSING_FIELD, mistyped: &FIELD_TYPE };
        let (mut metadata, mut findings, mut recommendations, mut gaps) = (None, None, None, None);
        let (mut blockers, mut stated) = (None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in self.object.members() {
            match field.key {
                "report_metadata" => metadata = fields.object(field),
                "findings" => findings = fields.object(field),
                "recommendations" => recommendations = fields.any_texts(field),
                "identified_gaps" => gaps = fields.any_texts(field),
                "gaps" if is_nothing(self.object.get("identified_gaps")) => {
                    fields.sink.push(&OLD_NAME, field.key_span, || "`gaps` is read as `identified_gaps`".to_owned());
                    gaps = fields.any_texts(field);
                }
                "blockers" => {
                    blockers = fields.any_texts(field);
                    stated = is_stated(field.value).then(|| field.value.span());
                }
                _ => fields.keep(field),
            }
        }
        let extra = fields.finish(self.object).0;
        let read = metadata.and_then(|metadata| self.metadata(metadata));
        self.check_blockers(blockers.as_ref(), stated);
        if let Some(findings) = findings {
            self.check_findings(findings, read.as_ref());
        }
        if self.status == Some(Status::Completed) {
            let is_other = |word: &str| status_of(word).is_some_and(|status| status != Status::Completed);
            report_flags(self.object, &[], is_other, self.status_span, self.sink);
            if let Some(metadata) = metadata {
                report_flags(metadata, &["status"], is_other, self.status_span, self.sink);
            }
        }
        let findings = match findings?.to_json() {
            Json::Object(findings) => findings,
            _ => Map::new(),
        };
        Some(ContractReport {
            report_metadata: read?,
            findings,
            recommendations,
            identified_gaps: gaps,
            blockers,
            extra,
        })
    }

    fn metadata(&mut self, object: Value<'d>) -> Option<ReportMetadata> {
        const REQUIRED: Required<'static> = Required {
            keys: &["agent_name", "task_id", "status", "confidence_level"],
            missing: &MISSING_FIELD,
            mistyped: &FIELD_TYPE,
        };
        let (mut agent, mut task, mut confidence, mut verbosity, mut error) = (None, None, None, None, None);
        let (mut tokens, mut seconds, mut stated) = (None, None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in object.members() {
            let span = field.value.span();
            match field.key {
                "agent_name" => agent = fields.text(field).map(|text| (text, span)),
                "task_id" => task = fields.text(field).map(|text| (text, span)),
                "status" => {
                    self.status_span = span;
                    self.status = fields.status(field, &WORDS, &UNKNOWN_STATUS).map(|index| Status::ALL[index]);
                }
                "verbosity_level" => {
                    let index = fields.word(field, &LEVELS, &UNKNOWN_VERBOSITY);
                    verbosity = index.map(|index| Verbosity::ALL[index]);
                }
                "confidence_level" => confidence = number(&mut fields, field).map(|number| (number, span)),
                "token_usage" => tokens = fields.count(field),
                "execution_time_seconds" => seconds = fields.count(field),
                "error_message" => {
                    error = fields.text(field);
                    stated = is_stated(field.value).then_some(span);
                }
                "error" if is_nothing(object.get("error_message")) => {
                    fields.sink.push(&OLD_NAME, field.key_span, || "`error` is read as `error_message`".to_owned());
                    error = fields.text(field);
                    stated = is_stated(field.value).then_some(span);
                }
                _ => fields.keep(field),
            }
        }
        let extra = fields.finish(object).0;
        self.expected("agent_name", agent.as_ref(), self.options.agent_name.as_deref(), &AGENT);
        self.expected("task_id", task.as_ref(), self.options.task_id.as_deref(), &TASK);
        self.check_verbosity(object, verbosity, agent.as_ref().map(|(agent, _)| agent.as_str()));
        self.check_error_message(object, error.is_some(), stated);
        if let Some((confidence, span)) = confidence
            && confidence < self.options.review_threshold
        {
            self.sink.push(&LOW_CONFIDENCE, span, || format!("confidence {confidence}: for human review"));
        }
        let mut metadata = ReportMetadata::new(agent?.0, task?.0, self.status?, confidence?.0);
        metadata.verbosity_level = verbosity;
        metadata.token_usage = tokens;
        metadata.execution_time_seconds = seconds;
        metadata.error_message = error;
        metadata.extra = extra;
        Some(metadata)
    }

    fn expected(&mut self, field: &str, found: Option<&(String, Span)>, expected: Option<&str>, rule: &'static Rule) {
        if let (Some((found, span)), Some(expected)) = (found, expected)
            && found != expected
        {
            self.sink.push(rule, *span, || format!("`{field}` is `{found}`, expected `{expected}`"));
        }
    }

    /// The level is the one that was asked for, and one that the agent offers (R-P2, R-P5).
    fn check_verbosity(&mut self, metadata: Value<'d>, level: Option<Verbosity>, agent: Option<&str>) {
        let stated = metadata.get("verbosity_level");
        // An unknown word was reported; what says nothing is `detailed`.
        let word = stated.and_then(Value::as_str).filter(|text| !is_absent(text) && !is_placeholder(text, &LEVELS));
        if level.is_none() && word.is_some() {
            return;
        }
        let span = stated.map_or(metadata.opening(), Value::span);
        let level = level.unwrap_or(Verbosity::Detailed);
        if let Some(asked) = self.options.verbosity.filter(|asked| *asked != level) {
            self.sink.push(&VERBOSITY, span, || format!("`{}`, asked for `{}`", level.as_str(), asked.as_str()));
        }
        #[cfg(feature = "findings-schema")]
        if let Some(agent) = agent.filter(|agent| !self.options.registry.offers(agent, level)) {
            let rule = &crate::rules::LEVEL_NOT_OFFERED;
            self.sink.push(rule, span, || format!("`{agent}` does not offer `{}`", level.as_str()));
        }
        #[cfg(not(feature = "findings-schema"))]
        let _ = agent;
    }

    /// A failed report has an error message, a completed one has none (R-P4).
    fn check_error_message(&mut self, metadata: Value<'d>, has_message: bool, stated: Option<Span>) {
        match (self.status, stated) {
            (Some(Status::Failed), _) if !has_message => self.sink.report(&MISSING_ERROR_MESSAGE, metadata.opening()),
            (Some(Status::Completed), Some(span)) => {
                let message = || "completed, with an `error_message`".to_owned();
                self.sink.push_pair(&ERROR_ON_COMPLETED, span, self.status_span, message);
            }
            _ => {}
        }
    }

    /// A blocked report has blockers, the others have none (R-P4).
    fn check_blockers(&mut self, blockers: Option<&Vec<String>>, stated: Option<Span>) {
        match (self.status, stated) {
            (Some(Status::Blocked), _) if blockers.is_none_or(Vec::is_empty) => {
                self.sink.report(&MISSING_BLOCKERS, self.object.opening());
            }
            (Some(Status::Completed), Some(span)) => {
                let message = || "completed, with blockers".to_owned();
                self.sink.push_pair(&ERROR_ON_COMPLETED, span, self.status_span, message);
            }
            (Some(Status::Failed), Some(span)) => self.sink.report(&BLOCKERS_ON_FAILED, span),
            _ => {}
        }
    }

    fn check_findings(&mut self, findings: Value<'d>, metadata: Option<&ReportMetadata>) {
        if self.status == Some(Status::Completed) && findings.members().all(|member| is_blank(member.value)) {
            self.sink
                .push_pair(&EMPTY_FINDINGS, findings.span(), self.status_span, || EMPTY_FINDINGS.summary.to_owned());
        }
        // The tree is at most 128 levels deep, and every container is looked at once.
        let mut open = vec![self.object];
        while let Some(value) = open.pop() {
            let is_container = |value: Value<'d>| matches!(value.kind(), Kind::Object | Kind::Array);
            for member in value.members() {
                match member.key {
                    "context_map" if !member.value.is_null() => self.check_context_map(member.value),
                    _ if is_container(member.value) => open.push(member.value),
                    _ => {}
                }
            }
            open.extend(value.items().filter(|item| is_container(*item)));
        }
        #[cfg(feature = "findings-schema")]
        if let (Some(metadata), Json::Object(json)) = (metadata, findings.to_json()) {
            for (pointer, fault) in self.options.registry.faults(&metadata.agent_name, &json) {
                let span = at_pointer(findings, &pointer).span();
                self.sink.push(&crate::rules::FINDINGS_SCHEMA, span, || format!("`/findings{pointer}`: {fault}"));
            }
        }
        #[cfg(not(feature = "findings-schema"))]
        let _ = metadata;
    }

    /// Pairs of a text and null or a place in the repository (R-P5).
    fn check_context_map(&mut self, map: Value<'d>) {
        if map.kind() != Kind::Array {
            self.sink.push(&CONTEXT_MAP, map.span(), || "a context map is a list of pairs".to_owned());
            return;
        }
        for entry in map.items() {
            let mut items = entry.items();
            let (Some(text), Some(place), None) = (items.next(), items.next(), items.next()) else {
                self.sink.push(&CONTEXT_MAP, entry.span(), || "an entry is a pair of a text and a place".to_owned());
                continue;
            };
            if text.as_str().is_none_or(is_absent) {
                self.sink.push(&CONTEXT_MAP, text.span(), || "the first of a pair is a text".to_owned());
            }
            match place.as_str().map(kind) {
                Some(context_map::Kind::Repo) => {}
                Some(context_map::Kind::Plain) => self.sink.report(&PLAIN_REFERENCE, place.span()),
                Some(context_map::Kind::Wrong(error)) => {
                    self.sink.push(&CONTEXT_MAP, place.span(), || error.to_string())
                }
                None if place.is_null() => {}
                None => {
                    self.sink.push(&CONTEXT_MAP, place.span(), || "the second of a pair is a place or null".to_owned())
                }
            }
        }
    }
}

/// A number from 0 to 1; one in quotes and a percentage in quotes are converted (R-P3).
fn number(fields: &mut Fields<'_>, field: Member<'_>) -> Option<f64> {
    let text = field.value.as_number().or(field.value.as_str()).map(str::trim).filter(|text| !is_absent(text));
    let Some(text) = text else { return fields.number(field) };
    fields.found(field);
    let (digits, whole) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent.trim_end(), 100.0));
    match digits.parse::<f64>().map(|number| number / whole) {
        Ok(number) if (0.0..=1.0).contains(&number) => {
            if field.value.kind() == Kind::String {
                fields.converted(field.value, "a number");
            }
            Some(number)
        }
        _ => {
            let message = || format!("the confidence `{text}` is no number from 0 to 1");
            fields.sink.push(&CONFIDENCE, field.value.span(), message);
            None
        }
    }
}

/// The status that a text states, decorated or not.
fn status_of(text: &str) -> Option<Status> {
    find_word(text, &WORDS).map(|word| Status::ALL[word.index])
}

fn is_nothing(value: Option<Value<'_>>) -> bool {
    value.is_none_or(|value| !value.says_something())
}

/// Whether a value says something; a number does, since it is kept as a text.
fn is_stated(value: Value<'_>) -> bool {
    let is_number = |value: Value<'_>| value.kind() == Kind::Number;
    value.says_something() || is_number(value) || value.items().any(is_number)
}

/// Whether a value of the findings is null, says nothing, or holds nothing.
fn is_blank(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Number | Kind::Boolean => false,
        Kind::Object | Kind::Array => value.is_empty(),
        Kind::Null | Kind::String => !value.says_something(),
    }
}

/// The value at a pointer, as far as it leads.
#[cfg(feature = "findings-schema")]
fn at_pointer<'d>(mut value: Value<'d>, pointer: &str) -> Value<'d> {
    for part in pointer.split('/').skip(1) {
        let key = part.replace("~1", "/").replace("~0", "~");
        let inner = value.get(&key).or_else(|| value.items().nth(key.parse().ok()?));
        let Some(inner) = inner else { break };
        value = inner;
    }
    value
}
