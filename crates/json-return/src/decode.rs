//! From the JSON object to the value, with all rules.

use std::collections::BTreeSet;

use envelope_core::json::{
    Fields, Kind, Located, Member, Place, Required, Shape, Value, is_absent, locate, report_flags,
};
use envelope_core::text::is_placeholder;
use envelope_core::{Decoded, Info, Message, Protocol, Sink, Span, Status as _};

use crate::model::StatusWord;
use crate::rules::{
    AGENT, ARTIFACT_INCOMPLETE, ARTIFACT_PATH, ARTIFACT_TYPE, ARTIFACT_WITHOUT_PATH, ERROR_INCOMPLETE,
    ERROR_ON_COMPLETED, ERROR_WITHOUT_MESSAGE, FIELD_TYPE, INFO, MISSING_FIELD, NO_ARTIFACTS, NO_ERRORS, PHASES,
    RECOVERABLE_ON_COMPLETED, SESSION, SUMMARY_TOO_LONG, UNKNOWN_STATUS,
};
use crate::status::WORDS;
use crate::{ARTIFACT_TYPES, Artifact, Dialect, Metadata, ReturnError, Status, SubagentReturn};

/// The most tokens of a summary, where the caller counts them (R-J3).
const TOKEN_LIMIT: usize = 100;

const SHAPE: Shape<'static> =
    Shape { required: &["status", "summary", "artifacts", "metadata"], status: &["status"], words: &WORDS };
const KNOWN: [&str; 6] = ["status", "summary", "artifacts", "metadata", "errors", "next_steps"];
const METADATA: [&str; 8] = [
    "session_id",
    "agent_type",
    "delegation_depth",
    "delegation_path",
    "duration_seconds",
    "phase_count",
    "estimated_hours",
    "findings_count",
];

/// What the caller expects and allows.
#[derive(Clone, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "programs build it")]
pub struct Options {
    /// The expected session.
    pub session_id: Option<String>,
    /// The expected agent.
    pub agent_type: Option<String>,
    /// Words and fields beyond the specification.
    pub dialect: Dialect,
    /// Counts the tokens of the summary, which then has less than 100 of them instead of at most 400 characters.
    pub count_tokens: Option<fn(&str) -> usize>,
    /// The folder in which artifacts must exist.
    #[cfg(feature = "fs")]
    pub root: Option<std::path::PathBuf>,
}

impl Protocol for SubagentReturn {
    const INFO: &'static Info = &INFO;
    type Status = Status;
    type Options = Options;
    type Place = Place;

    fn locate(message: &Message<'_>) -> Located<Place> {
        locate(message, &SHAPE)
    }

    /// An object with `status` and two of the other fields (R-A18).
    fn detect(message: &Message<'_>) -> Option<Span> {
        let is_return = |object: &Value<'_>| {
            let found: BTreeSet<&str> = object.members().map(|member| member.key).collect();
            let others = KNOWN.iter().filter(|key| **key != "status" && found.contains(*key)).count();
            found.contains("status") && others >= 2
        };
        message.json().objects().find(is_return).map(Value::span)
    }

    fn decode(message: &Message<'_>, place: Place, options: &Options, sink: &mut Sink) -> Decoded<Self> {
        let object = place.open(message, sink);
        let mut decoder = Decoder::new(object, options, sink);
        let value = decoder.value();
        let status = decoder.status;
        let first = status.map(|status| (status.outcome(), decoder.status_span));
        let outcome = |word: &str| options.dialect.read(word).map(Status::outcome);
        let others = place.report_others(message, &SHAPE, first, outcome, sink);
        Decoded { value, status, worst: status.map(Status::outcome).max(others) }
    }

    fn status(&self) -> Status {
        self.status.status()
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
    /// Whether everything that is required was read.
    complete: bool,
}

impl<'d, 's> Decoder<'d, 's> {
    fn new(object: Value<'d>, options: &'s Options, sink: &'s mut Sink) -> Self {
        let status_span = object.opening();
        Self { object, options, sink, status: None, status_span, complete: true }
    }

    /// The required ones among the fields, as the dialect has them.
    fn required(&self, fields: &[&'static str]) -> Vec<&'static str> {
        fields.iter().copied().filter(|field| !self.options.dialect.is_optional(field)).collect()
    }

    fn value(&mut self) -> Option<SubagentReturn> {
        let dialect = &self.options.dialect;
        let words = dialect.words();
        let mut keys = self.required(&["status", "summary", "artifacts"]);
        if !dialect.has_flat_metadata() {
            keys.push("metadata");
        }
        let required = Required { keys: &keys, missing: &MISSING_FIELD, mistyped: &FIELD_TYPE };
        let (mut word, mut summary, mut next_steps) = (None, None, None);
        let (mut artifacts, mut metadata, mut errors) = (None, None, None);
        let mut flat: Vec<Member<'d>> = Vec::new();
        let mut fields = Fields::new(self.sink, &required);
        for field in self.object.members() {
            match field.key {
                "status" => {
                    self.status_span = field.value.span();
                    word = fields.status(field, &words, &UNKNOWN_STATUS).map(|index| words[index]);
                }
                "summary" => summary = fields.text(field).map(|text| (text, field.value.span())),
                "artifacts" => artifacts = fields.list(field),
                "metadata" => metadata = fields.object(field),
                "errors" if field.value.kind() != Kind::Array && !is_nothing(field.value) => errors = Some(field.value),
                "errors" => errors = fields.list(field),
                "next_steps" => next_steps = fields.text(field),
                key if dialect.has_flat_metadata() && METADATA.contains(&key) => flat.push(field),
                _ => fields.keep(field),
            }
        }
        flat.retain(|field| {
            let is_taken = metadata.and_then(|metadata| metadata.get(field.key)).is_some_and(|value| !value.is_null());
            if is_taken {
                fields.keep(*field);
            }
            !is_taken
        });
        let (extra, is_complete) = fields.finish(self.object);
        self.complete &= is_complete;
        self.status = word.and_then(|word| dialect.status(word));
        let summary = summary.map(|(text, span)| self.summary(text, span));
        let artifacts = self.artifacts(artifacts);
        let errors = self.errors(errors);
        let metadata_read = (metadata.is_some() || dialect.has_flat_metadata()).then(|| self.metadata(metadata, &flat));
        self.flags(metadata);
        let status = StatusWord::new(self.status?, word?);
        let value = SubagentReturn { status, summary, artifacts, metadata: metadata_read, errors, next_steps, extra };
        self.complete.then_some(value)
    }

    fn summary(&mut self, text: String, span: Span) -> String {
        let limit = self.options.dialect.summary_limit();
        let fault = match self.options.count_tokens {
            Some(count) => Some(count(&text)).filter(|tokens| *tokens >= TOKEN_LIMIT).map(|tokens| (tokens, "tokens")),
            // A text has at most as many characters as bytes.
            None if text.len() <= limit => None,
            None => Some(text.chars().count()).filter(|length| *length > limit).map(|length| (length, "characters")),
        };
        if let Some((size, unit)) = fault {
            self.sink.push(&SUMMARY_TOO_LONG, span, || format!("the summary has {size} {unit}"));
        }
        text
    }

    fn artifacts(&mut self, list: Option<Value<'d>>) -> Option<Vec<Artifact>> {
        let mut artifacts = Vec::with_capacity(count(list));
        for item in list.into_iter().flat_map(Value::items) {
            match item.kind() {
                _ if is_nothing(item) => {}
                Kind::Object => artifacts.extend(self.artifact(item)),
                Kind::String => {
                    let path = item.as_str().unwrap_or_default().to_owned();
                    Fields::new(self.sink, &Required::NONE).converted(item, "an artifact");
                    self.path(&path, item.span());
                    artifacts.push(Artifact { path, ..Artifact::default() });
                }
                _ => self.unreadable(item, "an artifact"),
            }
        }
        let is_expected = matches!(self.status, Some(Status::Completed | Status::Partial));
        if let Some(list) = list.filter(|_| artifacts.is_empty() && is_expected)
            && !self.options.dialect.is_optional("artifacts")
        {
            let word = self.status.map_or("", |status| status.as_str());
            self.sink.push(&NO_ARTIFACTS, list.span(), || format!("{word} without artifacts"));
        }
        list.map(|_| artifacts)
    }

    fn artifact(&mut self, object: Value<'d>) -> Option<Artifact> {
        const REQUIRED: Required<'static> =
            Required { keys: &["path"], missing: &ARTIFACT_WITHOUT_PATH, mistyped: &FIELD_TYPE };
        let (mut kind, mut path, mut summary) = (None, None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in object.members() {
            match field.key {
                "type" if field.value.as_str().is_some_and(|text| is_placeholder(text, &ARTIFACT_TYPES)) => {
                    fields.keep(field)
                }
                "type" => kind = fields.text(field).map(|text| (text, field.value.span())),
                "path" => path = fields.text(field).map(|text| (text, field.value.span())),
                "summary" => summary = fields.text(field),
                _ => fields.keep(field),
            }
        }
        let (extra, is_complete) = fields.finish(object);
        self.complete &= is_complete;
        if kind.is_none() || summary.is_none() {
            let missing = if kind.is_none() { "type" } else { "summary" };
            self.sink.push(&ARTIFACT_INCOMPLETE, object.opening(), || format!("an artifact without a {missing}"));
        }
        let kind = kind.map(|(kind, span)| {
            if !self.options.dialect.has_artifact_type(&kind) {
                self.sink.push(&ARTIFACT_TYPE, span, || format!("unknown artifact type `{kind}`"));
            }
            kind
        });
        let (path, span) = path?;
        self.path(&path, span);
        Some(Artifact { r#type: kind, path, summary, extra })
    }

    /// A path stays below the root, and what is there exists (R-J7).
    fn path(&mut self, path: &str, span: Span) {
        let is_drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
        let has_dots = path.as_bytes().windows(2).any(|pair| pair == b"..");
        let leaves = has_dots && path.split(['/', '\\']).any(|part| part == "..");
        let leaves = is_drive || leaves || path.starts_with(['/', '\\']) || path.contains('\0');
        if leaves {
            self.sink.push(&ARTIFACT_PATH, span, || format!("`{path}` leaves the root of the project"));
        }
        #[cfg(feature = "fs")]
        if !leaves
            && let Some(root) = &self.options.root
            && let Some(fault) = crate::fs::missing_artifact(root, path)
        {
            use crate::rules::{ARTIFACT_MISSING, ARTIFACT_NOT_YET};
            let is_completed = self.status.is_none_or(|status| status == Status::Completed);
            let rule = if is_completed { &ARTIFACT_MISSING } else { &ARTIFACT_NOT_YET };
            self.sink.push(rule, span, || format!("`{path}` {fault}"));
        }
    }

    fn errors(&mut self, list: Option<Value<'d>>) -> Option<Vec<ReturnError>> {
        let mut errors = Vec::with_capacity(count(list));
        let alone = list.filter(|list| list.kind() != Kind::Array);
        for item in list.into_iter().flat_map(Value::items).chain(alone) {
            let error = match item.kind() {
                _ if is_nothing(item) => None,
                Kind::Object => {
                    if alone.is_some() {
                        Fields::new(self.sink, &Required::NONE).converted(item, "a list of one error");
                    }
                    self.error(item)
                }
                Kind::String => {
                    Fields::new(self.sink, &Required::NONE).converted(item, "an error");
                    let message = item.as_str().unwrap_or_default().to_owned();
                    Some(ReturnError { message, ..ReturnError::default() })
                }
                _ => {
                    self.unreadable(item, "an error");
                    None
                }
            };
            if let Some(error) = &error
                && self.status == Some(Status::Completed)
            {
                let is_recoverable = error.recoverable == Some(true);
                let rule = if is_recoverable { &RECOVERABLE_ON_COMPLETED } else { &ERROR_ON_COMPLETED };
                self.sink.push_pair(rule, item.span(), self.status_span, || rule.summary.to_owned());
            }
            errors.extend(error);
        }
        let is_unfinished = self.status.is_some_and(|status| status != Status::Completed);
        if errors.is_empty() && is_unfinished && !self.options.dialect.is_optional("errors") {
            let span = list.map_or(self.status_span, Value::span);
            let word = self.status.map_or("", |status| status.as_str());
            self.sink.push(&NO_ERRORS, span, || format!("{word}, and no error says why"));
        }
        list.map(|_| errors)
    }

    fn error(&mut self, object: Value<'d>) -> Option<ReturnError> {
        const REQUIRED: Required<'static> =
            Required { keys: &["message"], missing: &ERROR_WITHOUT_MESSAGE, mistyped: &FIELD_TYPE };
        let (mut kind, mut message, mut recoverable, mut recommendation) = (None, None, None, None);
        let mut fields = Fields::new(self.sink, &REQUIRED);
        for field in object.members() {
            match field.key {
                "type" => kind = fields.text(field),
                "message" => message = fields.text(field),
                "recoverable" => recoverable = fields.boolean(field),
                "recommendation" => recommendation = fields.text(field),
                _ => fields.keep(field),
            }
        }
        let (extra, is_complete) = fields.finish(object);
        self.complete &= is_complete;
        let missing = [("type", kind.is_none()), ("recoverable", recoverable.is_none())];
        let missing = missing.into_iter().chain([("recommendation", recommendation.is_none())]);
        if let Some((name, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            self.sink.push(&ERROR_INCOMPLETE, object.opening(), || format!("an error without `{name}`"));
        }
        Some(ReturnError { r#type: kind, message: message?, recoverable, recommendation, extra })
    }

    /// The metadata of an object, and fields of it that stand at the top level.
    fn metadata(&mut self, object: Option<Value<'d>>, flat: &[Member<'d>]) -> Metadata {
        let keys = self.required(&["session_id", "agent_type", "delegation_depth", "delegation_path"]);
        let required = Required { keys: &keys, missing: &MISSING_FIELD, mistyped: &FIELD_TYPE };
        let mut metadata = Metadata::default();
        let mut fields = Fields::new(self.sink, &required);
        let (mut session, mut agent) = (None, None);
        for field in object.into_iter().flat_map(Value::members).chain(flat.iter().copied()) {
            let span = field.value.span();
            match field.key {
                "session_id" => session = fields.text(field).map(|text| (text, span)),
                "agent_type" => agent = fields.text(field).map(|text| (text, span)),
                "delegation_depth" => metadata.delegation_depth = fields.count(field),
                "delegation_path" => metadata.delegation_path = fields.texts(field),
                "duration_seconds" => metadata.duration_seconds = fields.count(field),
                "phase_count" => metadata.phase_count = fields.count(field),
                "estimated_hours" => metadata.estimated_hours = fields.number(field),
                "findings_count" => metadata.findings_count = fields.count(field),
                _ => fields.keep(field),
            }
        }
        let (extra, is_complete) = fields.finish(object.unwrap_or(self.object));
        metadata.extra = extra;
        self.complete &= is_complete;
        let options = self.options;
        for (field, found, expected, rule) in [
            ("session_id", &session, &options.session_id, &SESSION),
            ("agent_type", &agent, &options.agent_type, &AGENT),
        ] {
            if let (Some((found, span)), Some(expected)) = (found, expected)
                && found != expected
            {
                self.sink.push(rule, *span, || format!("`{field}` is `{found}`, expected `{expected}`"));
            }
        }
        metadata.session_id = session.map(|(text, _)| text);
        metadata.agent_type = agent.map(|(text, _)| text);
        metadata
    }

    /// What contradicts a completed task beside its errors (R-A11, R-J8).
    fn flags(&mut self, metadata: Option<Value<'d>>) {
        if self.status != Some(Status::Completed) {
            return;
        }
        let dialect = &self.options.dialect;
        let is_other = |word: &str| dialect.read(word).is_some_and(|status| status != Status::Completed);
        report_flags(self.object, &KNOWN, is_other, self.status_span, self.sink);
        if let Some(metadata) = metadata {
            report_flags(metadata, &METADATA, is_other, self.status_span, self.sink);
        }
        if !dialect.has_flat_metadata() {
            return;
        }
        for object in [Some(self.object), metadata, self.object.get("partial_progress")].into_iter().flatten() {
            let digits = |value: Value<'d>| value.as_number().or(value.as_str());
            let count = |key: &str| object.get(key).and_then(digits)?.trim().parse::<f64>().ok();
            if let (Some(done), Some(all)) = (count("phases_completed"), count("phases_total"))
                && done < all
            {
                let span = object.get("phases_completed").map_or(self.status_span, Value::span);
                self.sink
                    .push_pair(&PHASES, span, self.status_span, || format!("{done} of {all} phases are completed"));
            }
        }
    }

    /// An item of a list that cannot be read (R-A3).
    fn unreadable(&mut self, item: Value<'d>, what: &str) {
        self.complete = false;
        self.sink.push(&FIELD_TYPE, item.span(), || format!("this is not {what}"));
    }
}

/// How many items a list has.
fn count(list: Option<Value<'_>>) -> usize {
    list.map_or(0, |list| list.items().count())
}

/// Whether an error says nothing (R-A8).
fn is_nothing(value: Value<'_>) -> bool {
    let is_nothing = |value: Value<'_>| value.is_null() || value.as_str().is_some_and(is_absent);
    match value.kind() {
        Kind::Object => value.members().all(|member| member.key == "recoverable" || is_nothing(member.value)),
        _ => is_nothing(value),
    }
}
