//! The rules on a value (R-S3 … R-S6).

use envelope_core::json::{denial_message, denies_success};
use envelope_core::report::{carried_denials, carried_outcome_is_read};
use envelope_core::rules::{KEPT_ASIDE, TEMPLATE_ECHO, UNKNOWN_KEY, WRONG_TYPE};
use envelope_core::text::{is_blank, placeholder, placeholder_among, stands_for_more};
use envelope_core::{Issue, Outcome, Path, Severity, Span, Status};
use serde_json::{Map, Value};

use crate::fields::{CARRIED, CONFIDENCE, FLAGS, Field, NOTHING, STATUS, Shape, is_echoed_path, is_plain_path};
use crate::parse::{self, has_key};
use crate::rules::{
    BAD_CARRIED, ERRORS_WITH_SUCCESS, EXTENSION_SECTION, LONELY_STATUS, MISSING_ERROR_FIELD, MISSING_ERRORS,
    MISSING_FIELD, MISSING_SECTION, ODD_ITERATIONS, PROSE_AROUND, SECOND_STATUS, STRAY_TEXT, UNKNOWN_CONFIDENCE,
    UNREADABLE_FLAG, VAGUE_CONTEXT,
};
use crate::{BlockStatus, Confidence, Iterations, Prose, Section, StatusBlock};

/// Applies every rule to a value that was read or that a program built.
///
/// ```
/// use status_block::{BlockStatus, StatusBlock, check};
/// let issues = check(&StatusBlock::new(BlockStatus::Success));
/// assert_eq!(issues[0].rule.code(), "status-block/lonely-status");
/// ```
pub fn check(block: &StatusBlock) -> Vec<Issue> {
    let mut issues = Vec::new();
    prose(block, &mut issues);
    extensions(block, &mut issues);
    // A section that is kept aside as text does not count: it may be what a cut left of one.
    if Section::ALL.iter().all(|section| !block.has(*section)) {
        let message = "none of the four sections stands beside the status";
        issues.push(Issue::new(&LONELY_STATUS, Path::root(), message).help("add SUMMARY, FILES and NEXT_ACTION"));
        return issues;
    }
    summary(block, &mut issues);
    files(block, &mut issues);
    next_action(block, &mut issues);
    errors(block, &mut issues);
    issues
}

fn path(section: Section) -> Path {
    Path::root().key(section.member())
}

fn prose(block: &StatusBlock, issues: &mut Vec<Issue>) {
    let at = |name: &str| Path::root().key("prose").key(name);
    let help = "send the block and nothing else";
    let parts = [("before", &block.prose.before), ("inside", &block.prose.inside), ("after", &block.prose.after)];
    for (name, text) in parts {
        if text.as_ref().is_some_and(|text| has_key(text, CARRIED)) {
            issues.push(misplaced_carried(at(name)));
        }
    }
    issues.extend(denied(block));
    if block.prose.before.is_some() {
        issues.push(Issue::new(&PROSE_AROUND, at("before"), "text before the block, kept as prose").help(help));
    }
    if block.prose.inside.is_some() {
        let help = "indent it under its key, or put it in quotes";
        issues.push(Issue::new(&STRAY_TEXT, at("inside"), "a line inside the block belongs to no key").help(help));
    }
    if block.prose.after.is_some() {
        issues.push(Issue::new(&PROSE_AROUND, at("after"), "text after the block, kept as prose").help(help));
    }
}

/// The first line of the prose that takes a success back (R-A2).
fn denied(block: &StatusBlock) -> Option<Issue> {
    let Prose { before, inside, after } = &block.prose;
    if block.prose.is_empty() || !block.status.outcome().is_success() {
        return None;
    }
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    // Together: a fence that opens before the block is closed behind it.
    let (before, inside) = (text(before), text(inside));
    let around = format!("{before}\n{}", text(after));
    let found = |text: &str, at: usize| parse::denied(text, Span::at(at)).map(|found| found.span);
    let (place, line) = match (found(&around, before.len()), found(&inside, 0)) {
        (Some(line), _) if line.start() < before.len() => ("before", line.of(&around)),
        (Some(line), _) => ("after", line.of(&around)),
        (None, line) => ("inside", line?.of(&inside)),
    };
    Some(Issue::new(&SECOND_STATUS, Path::root().key("prose").key(place), denial_message(line)).help(MEND))
}

fn extensions(block: &StatusBlock, issues: &mut Vec<Issue>) {
    for (name, content) in &block.extensions {
        let at = Path::root().key("extensions").key(name);
        if name == CARRIED {
            let Some(members) = content.as_object().filter(|members| carried_outcome_is_read(members)) else {
                let message = "what a conversion carried along cannot be read";
                let words: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::as_str).collect();
                let help = format!("a map whose `outcome` is one of {}", words.join(", "));
                issues.push(Issue::new(&BAD_CARRIED, at, message).help(help));
                continue;
            };
            let denials = carried_denials(members, block.status.outcome());
            issues.extend(denials.into_iter().map(|key| denial(at.clone().key(key), key)));
        } else if is_word(name, CARRIED) || content.as_object().is_some_and(holds_carried) {
            issues.push(misplaced_carried(at));
        } else if let Some(section) = Section::from_marker(name) {
            if is_echo(content) {
                issues.push(echo(at, section.marker()));
            } else if section == Section::Errors && block.status == BlockStatus::Success && says_none(content) {
                let message = "ERRORS says that there are none; it is kept as it is";
                let issue = Issue::new(&KEPT_ASIDE, at, message).at_key().severity(Severity::Note);
                issues.push(issue.help("leave ERRORS out"));
            // Where errors are required, their absence is reported as such.
            } else if section != Section::Errors || block.status == BlockStatus::Success {
                let message = format!("{section} does not hold keys; its content is kept as it is");
                let help = format!("write `{section}:` and below it `  {}: …`", section.fields()[0].name);
                issues.push(Issue::new(&KEPT_ASIDE, at, message).at_key().help(help));
            }
        } else if is_echo(content) {
            issues.push(echo(at, name));
        } else if denies(block, name, content) {
            issues.push(denial(at, name));
        } else if is_word(name, STATUS) {
            let message = "another status is stated here";
            issues.push(Issue::new(&SECOND_STATUS, at, message).at_key().help("state the status once"));
        } else {
            let message = format!("{name} is no section of the specification; it is kept");
            issues.push(Issue::new(&EXTENSION_SECTION, at, message).at_key());
        }
    }
}

/// An empty list, or a word for nothing: no errors (R-A8).
fn says_none(content: &Value) -> bool {
    let nothing = |content: &Value| {
        content.as_str().is_some_and(|text| NOTHING.iter().any(|word| word.eq_ignore_ascii_case(text)))
    };
    nothing(content) || content.as_array().is_some_and(|items| items.iter().all(nothing))
}

/// Whether the name is the word, signs around it and letter case aside.
fn is_word(name: &str, word: &str) -> bool {
    name.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(word)
}

/// Whether a key that nobody knows denies the success beside which it stands (R-A2).
fn denies(block: &StatusBlock, key: &str, content: &Value) -> bool {
    block.status.outcome().is_success() && denies_success(key, content)
}

/// What mends it.
pub(crate) const MEND: &str = "state one outcome: the one that is true, in STATUS";

fn denial(at: Path, key: &str) -> Issue {
    Issue::new(&SECOND_STATUS, at, denial_message(key)).at_key().help(MEND)
}

fn holds_carried(members: &Map<String, Value>) -> bool {
    members.keys().any(|key| is_word(key, CARRIED))
}

/// What a conversion carried along, where it would not lower the outcome (R-A15).
fn misplaced_carried(at: Path) -> Issue {
    let message = "what a conversion carried along is not read here";
    Issue::new(&BAD_CARRIED, at, message).help(format!("write the section `{CARRIED}:` at the line's start"))
}

/// Whether the content, or an item of it, is a placeholder of the instruction (R-A5).
fn is_echo(content: &Value) -> bool {
    let is_placeholder = |content: &Value| content.as_str().is_some_and(|text| placeholder(text).is_some());
    let is_left_out = |item: &Value| item.as_str().is_some_and(stands_for_more);
    let stands_for_value = |item: &Value| is_placeholder(item) || is_left_out(item);
    is_placeholder(content) || content.as_array().is_some_and(|items| items.iter().any(stands_for_value))
}

/// What every section has in common: missing as a whole, fields missing, keys beyond the table.
struct Fields<'b, 'i> {
    block: &'b StatusBlock,
    section: Section,
    extra: &'b Map<String, Value>,
    issues: &'i mut Vec<Issue>,
}

impl<'b, 'i> Fields<'b, 'i> {
    /// `None` when the section is not there, which is reported unless it is kept aside or not needed.
    fn of(
        block: &'b StatusBlock,
        section: Section,
        extra: Option<&'b Map<String, Value>>,
        issues: &'i mut Vec<Issue>,
    ) -> Option<Self> {
        let Some(extra) = extra else {
            if section != Section::Errors && !block.extensions.contains_key(section.marker()) {
                let message = format!("the section {section} is missing");
                issues.push(Issue::new(&MISSING_SECTION, path(section), message).help(format!("add `{section}:`")));
            }
            return None;
        };
        let mut fields = Self { block, section, extra, issues };
        fields.unknown_keys();
        Some(fields)
    }

    fn unknown_keys(&mut self) {
        for (key, content) in self.extra {
            let at = path(self.section).key("extra").key(key);
            let field = self.section.field(key).and_then(|at| self.section.fields().get(at));
            match field.map(|field| field.shape) {
                None if is_word(key, CARRIED) => self.issues.push(misplaced_carried(at)),
                None if is_echo(content) => self.issues.push(echo(at, key)),
                None if denies(self.block, key, content) => self.issues.push(denial(at, key)),
                None => {
                    let message = format!("`{key}` is no key of {}; it is kept", self.section);
                    self.issues.push(Issue::new(&UNKNOWN_KEY, at, message).at_key());
                }
                Some(Shape::Flag) => self.unreadable_flag(at, content),
                Some(Shape::Paths) => self.paths_aside(&at, content),
                Some(_) => {
                    let message = format!("`{key}` is not text; its content is kept as it is");
                    let rule = if self.requires(key) { &WRONG_TYPE } else { &KEPT_ASIDE };
                    self.issues.push(Issue::new(rule, at, message).help("write it as one text in double quotes"));
                }
            }
        }
    }

    fn unreadable_flag(&mut self, at: Path, content: &Value) {
        let text = content.as_str().unwrap_or_default();
        if placeholder_among(text, &FLAGS).is_some() {
            self.issues.push(echo(at, "can_retry"));
            return;
        }
        let severity = if self.requires("can_retry") { Severity::Error } else { Severity::Warning };
        let message = "`can_retry` is neither true nor false";
        self.issues.push(Issue::new(&UNREADABLE_FLAG, at, message).severity(severity).help("write `true` or `false`"));
    }

    /// A list with an item that is no path has an error for the item (R-A3); anything else is kept (R-A14).
    fn paths_aside(&mut self, at: &Path, content: &Value) {
        let help = "write a list of paths, like [\"src/lib.rs\"]";
        let Some(items) = content.as_array() else {
            let message = "this is no list of paths; it is kept as it is";
            self.issues.push(Issue::new(&KEPT_ASIDE, at.clone(), message).help(help));
            return;
        };
        for (index, item) in items.iter().enumerate() {
            if item.is_object() || item.is_array() || item.is_null() {
                let message = "an item of the list is no path";
                self.issues.push(Issue::new(&WRONG_TYPE, at.clone().index(index), message).help(help));
            }
        }
    }

    /// Reports what is wrong with the text of a field.
    fn text(&mut self, field: &Field, text: Option<&str>) {
        if text.is_none_or(is_blank) && !self.extra.contains_key(field.name) {
            self.missing(field.name);
        }
        self.echo(field, text);
    }

    /// Whether the text is an instruction copied back; reports it.
    fn echo(&mut self, field: &Field, text: Option<&str>) -> bool {
        let echoed = text.is_some_and(|text| field.is_echo(text));
        if echoed {
            self.issues.push(echo(path(self.section).key(field.name), field.name));
        }
        echoed
    }

    /// Whether the block cannot be accepted without the field: `message` and `can_retry` of what did not succeed (R-S4).
    fn requires(&self, name: &str) -> bool {
        self.section == Section::Errors && self.block.status != BlockStatus::Success && name != "details"
    }

    fn missing(&mut self, name: &str) {
        let required = self.section == Section::Errors;
        if required && self.block.status == BlockStatus::Success {
            return;
        }
        let rule = if required { &MISSING_ERROR_FIELD } else { &MISSING_FIELD };
        let message = format!("`{name}` is missing in {}", self.section);
        self.issues.push(Issue::new(rule, path(self.section).key(name), message).help(format!("add `{name}: …`")));
    }
}

fn echo(at: Path, name: &str) -> Issue {
    let message = format!("`{name}` is a placeholder of the instruction, not a value");
    Issue::new(&TEMPLATE_ECHO, at, message).help("fill it in")
}

fn summary(block: &StatusBlock, issues: &mut Vec<Issue>) {
    let section = Section::Summary;
    let extra = block.summary.as_ref().map(|summary| &summary.extra);
    let Some(mut fields) = Fields::of(block, section, extra, issues) else { return };
    let Some(summary) = &block.summary else { return };
    let [what_i_did, _, iterations] = section.fields();
    fields.text(what_i_did, summary.what_i_did.as_deref());
    let at = |name: &str| path(section).key(name);
    match &summary.confidence {
        None if extra.is_some_and(|extra| extra.contains_key("confidence")) => {}
        None => fields.missing("confidence"),
        Some(Confidence::Other(word)) if placeholder_among(word, &CONFIDENCE).is_some() => {
            fields.issues.push(echo(at("confidence"), "confidence"));
        }
        Some(Confidence::Other(word)) => {
            let message = format!("`{word}` is no confidence; it is kept");
            let help = format!("write one of {}", CONFIDENCE.join(", "));
            fields.issues.push(Issue::new(&UNKNOWN_CONFIDENCE, at("confidence"), message).help(help));
        }
        Some(_) => {}
    }
    match &summary.iterations_used {
        None if extra.is_some_and(|extra| extra.contains_key("iterations_used")) => {}
        None => fields.missing("iterations_used"),
        Some(Iterations::Text(text)) if fields.echo(iterations, Some(text)) => {}
        Some(Iterations::Text(text)) => {
            let message = format!("`{text}` is no whole number; it is kept");
            fields
                .issues
                .push(Issue::new(&ODD_ITERATIONS, at("iterations_used"), message).help("write a number like 1"));
        }
        Some(Iterations::Count(_)) => {}
    }
}

fn files(block: &StatusBlock, issues: &mut Vec<Issue>) {
    let section = Section::Files;
    let extra = block.files.as_ref().map(|files| &files.extra);
    let Some(mut fields) = Fields::of(block, section, extra, issues) else { return };
    let Some(files) = &block.files else { return };
    for (name, list) in [("created", &files.created), ("modified", &files.modified), ("read", &files.read)] {
        match list {
            None if files.extra.contains_key(name) => {}
            None => fields.missing(name),
            Some(list) => {
                for (index, item) in list.iter().enumerate().filter(|(_, item)| !is_plain_path(item)) {
                    let at = || path(section).key(name).index(index);
                    if is_echoed_path(item) {
                        fields.issues.push(echo(at(), name));
                    } else if stands_for_more(item) {
                        let message = format!("an ellipsis in `{name}` stands for files left out");
                        fields.issues.push(Issue::new(&TEMPLATE_ECHO, at(), message).help("list them all"));
                    }
                }
            }
        }
    }
}

fn next_action(block: &StatusBlock, issues: &mut Vec<Issue>) {
    let section = Section::NextAction;
    let extra = block.next_action.as_ref().map(|next| &next.extra);
    let Some(mut fields) = Fields::of(block, section, extra, issues) else { return };
    let Some(next) = &block.next_action else { return };
    let [agent, reason, context] = section.fields();
    fields.text(agent, next.recommended_agent.as_deref());
    fields.text(reason, next.reason.as_deref());
    let name = context.name;
    match next.context_forward.as_deref() {
        None if next.extra.contains_key(name) => {}
        None => fields.missing(name),
        Some(text) if fields.echo(context, Some(text)) => {}
        Some(text) if is_vague(text) => {
            let message = "the next agent cannot act on this context";
            let help = "name files, lines and failures, verbatim; repeat nothing by pointing at it";
            fields.issues.push(Issue::new(&VAGUE_CONTEXT, path(section).key(name), message).help(help));
        }
        Some(_) => {}
    }
}

/// Phrases that point at something the next agent does not see (R-S5).
const POINTING_BACK: [&str; 6] =
    ["see above", "as above", "as discussed", "as mentioned above", "as described above", "see the summary above"];

/// Whether a context is too vague to act on: empty, pointing back, or under three words (R-S5).
pub(crate) fn is_vague(text: &str) -> bool {
    let sign = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | ',' | ';' | ':' | '(' | ')' | '"' | '\'');
    // Most texts end with a letter, or with one full stop.
    let text = text.strip_suffix('.').unwrap_or(text);
    let tight = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    let plain = if tight(bytes.first()) && tight(bytes.last()) { text } else { text.trim_matches(sign) };
    let first = plain.bytes().next().unwrap_or_default();
    let begins = |phrase: &&&str| phrase.bytes().next().is_some_and(|byte| byte.eq_ignore_ascii_case(&first));
    let points_back = POINTING_BACK.iter().filter(begins).any(|phrase| {
        let (start, rest) = plain.split_at_checked(phrase.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(phrase) && !rest.starts_with(char::is_alphanumeric) && names_nothing(rest)
    });
    points_back || !has_three_words(plain) && !is_without_blanks(plain)
}

fn has_three_words(text: &str) -> bool {
    // Mostly there is one blank between words that begin with a letter.
    next_word(text.as_bytes()).and_then(next_word).is_some() || text.split_whitespace().nth(2).is_some()
}

/// The text from the next word on, if a single blank and a letter or digit begin it.
fn next_word(text: &[u8]) -> Option<&[u8]> {
    let after = text.get(memchr::memchr(b' ', text)? + 1..)?;
    after.first().is_some_and(u8::is_ascii_alphanumeric).then_some(after)
}

/// Whether the text is a sentence of a script that puts no blanks between its words: two signs or so are a word there.
fn is_without_blanks(text: &str) -> bool {
    let sign = |c: &char| matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    text.chars().filter(sign).nth(5).is_some()
}

/// Whether nothing in the text looks like a path, a line or an identifier: `for details`, not `: fix line 45`.
fn names_nothing(text: &str) -> bool {
    let name = |word: &str| {
        let word = word.trim_matches(|c: char| ".!,;:()\"'".contains(c));
        word.contains(|c: char| c.is_ascii_digit() || "/\\_.:`".contains(c))
    };
    !text.split_whitespace().any(name)
}

fn errors(block: &StatusBlock, issues: &mut Vec<Issue>) {
    let section = Section::Errors;
    let success = block.status == BlockStatus::Success;
    let Some(errors) = &block.errors else {
        if !success {
            let message = format!("`{}` without the section ERRORS", block.status.as_str());
            let help = "add `ERRORS:` with `message` and `can_retry`";
            issues.push(Issue::new(&MISSING_ERRORS, path(section), message).help(help));
        }
        return;
    };
    if success {
        let message = "a success lists errors";
        let help = "leave ERRORS out, or say `blocked` or `failed`";
        issues.push(Issue::new(&ERRORS_WITH_SUCCESS, path(section), message).help(help));
    }
    let Some(mut fields) = Fields::of(block, section, Some(&errors.extra), issues) else { return };
    let [message, details, _] = section.fields();
    fields.text(message, errors.message.as_deref());
    fields.echo(details, errors.details.as_deref());
    if errors.can_retry.is_none() && !errors.extra.contains_key("can_retry") {
        fields.missing("can_retry");
    }
}
