//! The rules on a decisions document (R-Q9, R-Q10, R-Q14).

use std::collections::{HashMap, HashSet};

use envelope_core::json::denies_success;
use envelope_core::rules::{TEMPLATE_ECHO, UNKNOWN_KEY};
use envelope_core::text::{frontmatter, placeholder, read_word, scalar, shortened};
use envelope_core::{Count, Issue, Path, Severity, Status as _};
use serde_json::Value;

use super::hidden::hides;
use super::labels::{
    CONFLICTS_RESOLVED, DECISION_COUNT, DRAFT, FIELDS, FINAL, FRONTMATTER_KEYS, FieldKind, KEYS, STATUS,
};
use super::parse::unheaded;
use super::rules::{
    CONFLICT_COUNT, DECISION_COUNT as COUNT_RULE, DECISION_ID, DECISION_TITLE, DECISIONS_COUNT_FORM, DECISIONS_LINE,
    DECISIONS_REPEATED_KEY, DENIED, DOCUMENT_STATUS, DRAFT_IN_FINAL, ENTRY_TEXT, HIDDEN_GAP, MISSING_KEY,
    NO_FRONTMATTER, NO_SOURCE, NO_STATUS, NOTHING_DECIDED, OPEN_FENCE, REASONED_DRAFT, REPEATED_DECISION,
    REPEATED_ENTRY_FIELD, SETTLED_GAP, SOURCE_ID, UNKNOWN_SOURCE, UNKNOWN_STATUS,
};
use super::stray::{Loose, strays};
use super::{Decision, Decisions, DecisionsFrontmatter, EntryStatus, SourceRef};
use crate::evaluate::{is_no_answer, is_undecided, says_something};
use crate::second::second_frontmatter;
use crate::{Clarifications, DecisionStatus, ItemId, Question, QuestionId};

pub(super) fn rules_on(value: &Decisions, document: Option<&Clarifications>) -> Vec<Issue> {
    let mut issues = Vec::new();
    match &value.frontmatter {
        None => {
            let issue =
                Issue::new(&NO_FRONTMATTER, Path::root().key("frontmatter"), "the decisions have no front matter");
            issues.push(issue.help("start with a block of `status` and `decision_count` between two lines `---`"));
        }
        Some(found) => front(value, found, &mut issues),
    }
    open_fence(&value.preamble, &Path::root().key("preamble"), &mut issues);
    issues.extend(strays(&value.preamble, Loose::Preamble).map(|(_, issue)| issue));
    if value.frontmatter.is_some() {
        another_document(&value.preamble, &Path::root().key("preamble"), &mut issues);
    }
    for (at, kept) in value.quarantine.iter().enumerate() {
        let path = Path::root().key("quarantine").index(at);
        let message = if unheaded(kept).is_some() {
            "this opens a decision, and is no heading at the start of a line"
        } else {
            "the heading starts like an id of a decision and has none"
        };
        issues.push(Issue::new(&DECISION_ID, path.clone(), message).help("a heading is like `### D12: Title`"));
        open_fence(kept, &path, &mut issues);
    }
    let mut seen = HashSet::new();
    for (at, found) in value.entries.iter().enumerate() {
        let path = Path::root().key("entries").index(at);
        if !seen.insert(found.id) {
            let message = format!("{} stands in the document already", found.id);
            issues.push(Issue::new(&REPEATED_DECISION, path.clone().key("id"), message));
        }
        entry(value, found, &path, &mut issues);
        issues.extend(strays(&found.other, Loose::Entry(at)).map(|(_, issue)| issue));
    }
    if let Some(document) = document {
        against(value, document, &mut issues);
    }
    issues
}

fn echo(path: Path, what: &str) -> Issue {
    Issue::new(&TEMPLATE_ECHO, path, format!("the {what} is a placeholder, not a value")).help("fill it in")
}

fn front(value: &Decisions, found: &DecisionsFrontmatter, issues: &mut Vec<Issue>) {
    let path = || Path::root().key("frontmatter");
    for (key, required, says) in FRONTMATTER_KEYS {
        let there = match key {
            STATUS => found.status.is_some(),
            DECISION_COUNT => found.decision_count.is_some(),
            _ => found.conflicts_resolved.is_some(),
        };
        if required && !there && !found.extra.contains_key(key) {
            let issue = Issue::new(&MISSING_KEY, path(), format!("`{key}` is missing"));
            issues.push(issue.help(format!("add `{key}`: {says}")));
        }
    }
    match found.status.as_deref() {
        None | Some(DRAFT | FINAL) => {}
        Some(word) if placeholder(word).is_some() => issues.push(echo(path().key(STATUS), "status")),
        Some(word) => {
            let message = format!("`{word}` is neither `{DRAFT}` nor `{FINAL}`");
            issues.push(Issue::new(&DOCUMENT_STATUS, path().key(STATUS), message));
        }
    }
    let conflicts = value.entries.iter().filter(|entry| entry.known_status() == Some(DecisionStatus::ConflictResolved));
    for (rule, key, claimed, counted, what) in [
        (&COUNT_RULE, DECISION_COUNT, found.decision_count, value.entries.len() + value.quarantine.len(), "entries"),
        (&CONFLICT_COUNT, CONFLICTS_RESOLVED, found.conflicts_resolved, conflicts.count(), "conflict-resolved entries"),
    ] {
        if claimed.is_some_and(|claimed| !is(claimed, counted)) {
            let claimed = claimed.unwrap_or_default();
            let message = format!("`{key}` claims {claimed}, the count of {what} is {counted}");
            issues.push(Issue::new(rule, path().key(key), message));
        }
    }
    let success = value.derived().is_success();
    for (key, kept) in &found.extra {
        let at = path().key("extra").key(key);
        let says = kept.as_str().unwrap_or_default();
        issues.push(if placeholder(says).is_some() {
            echo(at, "value")
        } else if key == STATUS {
            Issue::new(&DOCUMENT_STATUS, at, format!("`{key}` is neither `{DRAFT}` nor `{FINAL}`"))
        } else if FRONTMATTER_KEYS.iter().any(|(known, ..)| known == key) {
            let issue = Issue::new(&DECISIONS_COUNT_FORM, at, format!("`{key}` is not a whole number"));
            issue.help(format!("write a number, like `{key}: 6`"))
        } else if success && denies_success(key, kept) {
            let issue = Issue::new(&DENIED, at, format!("`{key}: {}` denies that the decisions are made", shown(kept)));
            issue.help("leave it out, or state in the entries what is open")
        } else {
            Issue::new(&UNKNOWN_KEY, at, format!("`{key}` is not a key of the format; it is kept"))
        });
    }
    for (at, line) in found.other_lines.iter().enumerate() {
        let path = path().key("other_lines").index(at);
        issues.push(match repeated(found, line) {
            Some((key, same)) => {
                let also = if same { " with the same value" } else { "; the first value counts" };
                let issue = Issue::new(&DECISIONS_REPEATED_KEY, path, format!("`{key}` stands here again{also}"));
                if same { issue.severity(Severity::Warning) } else { issue }
            }
            None => Issue::new(&DECISIONS_LINE, path, "kept as it is: not a `key: value` of a flat list"),
        });
    }
}

fn shown(kept: &Value) -> String {
    let text = kept.as_str().map_or_else(|| kept.to_string(), ToOwned::to_owned);
    shortened(&text, 60).into_owned()
}

fn is(claimed: Count, counted: usize) -> bool {
    u64::try_from(counted).ok() == Some(claimed.get())
}

/// The key that a kept line repeats, and whether its value is the same (R-A11).
fn repeated(found: &DecisionsFrontmatter, line: &str) -> Option<(String, bool)> {
    crate::steps::count(line.len());
    let block = format!("---\n{line}\n---\n");
    let read = frontmatter(&block)?;
    let entry = read.entries.first()?;
    let key = scalar(entry.key.of(&block)).into_owned();
    let key = read_word(&key, &KEYS).index().and_then(|at| KEYS.get(at)).map_or(key, |known| (*known).to_owned());
    let value = scalar(entry.value.of(&block)).into_owned();
    let first = match key.as_str() {
        STATUS if found.status.is_some() => found.status.clone()?,
        DECISION_COUNT if found.decision_count.is_some() => found.decision_count?.to_string(),
        CONFLICTS_RESOLVED if found.conflicts_resolved.is_some() => found.conflicts_resolved?.to_string(),
        _ => found.extra.get(&key).map_or_else(String::new, |kept| kept.as_str().unwrap_or("\0").to_owned()),
    };
    let same = first == value;
    Some((key, same))
}

fn open_fence(text: &str, path: &Path, issues: &mut Vec<Issue>) {
    if hides(text) {
        let message = "nothing closes a code fence or a comment here: it hides what follows";
        issues.push(Issue::new(&OPEN_FENCE, path.clone(), message));
    }
}

fn entry(value: &Decisions, found: &Decision, path: &Path, issues: &mut Vec<Issue>) {
    let at = |name: &str| path.clone().key(name);
    let id = found.id;
    if found.title.is_empty() {
        issues.push(Issue::new(&DECISION_TITLE, at("title"), format!("{id} has no title")));
    } else if placeholder(&found.title).is_some() {
        issues.push(echo(at("title"), "title"));
    }
    for (kind, label, member, _) in FIELDS {
        if found.text(kind).is_some_and(|text| placeholder(text).is_some()) {
            issues.push(echo(at(member), &format!("field `{label}`")));
        }
    }
    for (index, sided) in found.answers.iter().enumerate().filter(|(_, sided)| placeholder(&sided.text).is_some()) {
        issues.push(echo(at("answers").index(index), &format!("answer to {}", sided.item)));
    }
    match &found.status {
        None => {
            let issue = Issue::new(&NO_STATUS, path.clone(), format!("{id} has no status"));
            issues.push(issue.help("add `- **Status:** ` and a word of the list"));
        }
        Some(EntryStatus::Other(text)) if placeholder(text).is_some() => issues.push(echo(at("status"), "status")),
        Some(EntryStatus::Other(text)) => {
            let words: Vec<&str> = DecisionStatus::ALL.iter().map(|status| status.as_str()).collect();
            let message = format!("`{text}` is none of `{}`", words.join("`, `"));
            issues.push(Issue::new(&UNKNOWN_STATUS, at("status"), message));
        }
        Some(EntryStatus::Known(status)) => status_rules(value, found, *status, path, issues),
    }
    let answered =
        found.answers.iter().enumerate().map(|(index, sided)| (&sided.item, at("answers").index(index).key("item")));
    let named = found.source.iter().enumerate().map(|(index, source)| (source, at("source").index(index)));
    for (source, path) in named.chain(answered) {
        match source {
            SourceRef::Item(_) => {}
            other if other.is_placeholder() => issues.push(echo(path, "source")),
            SourceRef::Other(text) => {
                let issue = Issue::new(&SOURCE_ID, path, format!("`{text}` is no id of an item"));
                issues.push(issue.help("name items of the clarifications document, like `Q2, Q12`"));
            }
        }
    }
    // Looked up only where something stands there again.
    let sided = found.answers.iter().filter(|_| !found.fields.is_empty());
    let sided: HashMap<&SourceRef, &str> = sided.map(|sided| (&sided.item, sided.text.as_str())).collect();
    for (index, field) in found.fields.iter().enumerate() {
        let path = at("fields").index(index);
        issues.push(match again(found, &sided, &field.label) {
            Some(first) => {
                let same = first == field.text;
                let also = if same { " with the same text" } else { "" };
                let issue =
                    Issue::new(&REPEATED_ENTRY_FIELD, path, format!("`{}` stands in {id} already{also}", field.label));
                if same { issue.severity(Severity::Warning) } else { issue }
            }
            None => {
                Issue::new(&UNKNOWN_KEY, path, format!("`{}` is not a field of the format; it is kept", field.label))
            }
        });
    }
    if !found.other.is_empty() {
        issues.push(other_text(found, at("other")));
        open_fence(&found.other, &at("other"), issues);
        another_document(&found.other, &at("other"), issues);
    }
}

/// That an entry has text in no field.
pub(super) fn other_text(found: &Decision, path: Path) -> Issue {
    let message = format!("text of {} that belongs to no field; kept: {} bytes", found.id, found.other.len());
    Issue::new(&ENTRY_TEXT, path, message)
}

/// The front matter of a further document in a text: what the first one says of itself is not all (R-A2).
fn another_document(text: &str, path: &Path, issues: &mut Vec<Issue>) {
    if second_frontmatter(text, DECISION_COUNT).is_some() {
        let message = "another front matter stands here, so the text is more than one document";
        let issue = Issue::new(&DECISIONS_REPEATED_KEY, path.clone(), message);
        issues.push(issue.help("send one document at a time"));
    }
}

/// What the first field of this label says; `None` for a field that the format does not know.
fn again(found: &Decision, sided: &HashMap<&SourceRef, &str>, label: &str) -> Option<String> {
    if let Some(of) = label.strip_suffix(')').and_then(|label| label.split_once(" (")) {
        let (base, of) = of;
        FieldKind::of(base).filter(|kind| *kind == FieldKind::Answer)?;
        let item = SourceRef::from(of);
        return sided.get(&item).map(|text| (*text).to_owned());
    }
    let kind = FieldKind::of(label)?;
    Some(match kind {
        FieldKind::Source => found.source.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        FieldKind::Status => found.status.as_ref().map_or_else(String::new, |status| status.as_str().to_owned()),
        kind => found.text(kind).unwrap_or_default().to_owned(),
    })
}

fn status_rules(value: &Decisions, found: &Decision, status: DecisionStatus, path: &Path, issues: &mut Vec<Issue>) {
    let at = |name: &str| path.clone().key(name);
    let (id, word) = (found.id, status.as_str());
    if status == DecisionStatus::Draft && value.is_final() {
        let message = format!("{id} is a draft in a document that calls itself final");
        issues.push(Issue::new(&DRAFT_IN_FINAL, at("status"), message));
    }
    let needs = matches!(status, DecisionStatus::Draft | DecisionStatus::CriticalGap | DecisionStatus::Contradiction);
    if needs && found.source.is_empty() {
        let issue = Issue::new(&NO_SOURCE, path.clone(), format!("{id} is `{word}` and names no source"));
        issues.push(issue.help("add `- **Source:** ` and the ids of its items"));
    }
    if status == DecisionStatus::Draft {
        for kind in [FieldKind::Reasoning, FieldKind::Implication] {
            if found.text(kind).is_some() {
                let message = format!("{id} is a draft and has a field `{}`", kind.label());
                issues.push(Issue::new(&REASONED_DRAFT, at(kind.member()), message));
            }
        }
    }
    if found.is_settled() {
        decided(found, word, path, issues);
    }
}

/// A settled entry says what is decided: a text that only tells that there is no answer is none.
fn decided(found: &Decision, word: &str, path: &Path, issues: &mut Vec<Issue>) {
    let at = |name: &str| path.clone().key(name);
    let id = found.id;
    let empty = |text: &Option<String>| text.as_deref().is_some_and(is_no_answer);
    let answered = found.answer.iter().any(|text| !is_undecided(text))
        || found.answers.iter().any(|sided| !is_undecided(&sided.text));
    let decided = found.decision.as_deref().is_some_and(says_something);
    let open = found.decision.is_some() && !decided && !answered;
    if empty(&found.decision) || (open && (found.answer.is_some() || !found.answers.is_empty())) {
        let message = format!("{id} is `{word}`, and its decision says that there is none");
        issues.push(Issue::new(&NOTHING_DECIDED, at("decision"), message).severity(Severity::Error));
    } else if found.decision.is_none() && !answered {
        let told =
            |path: Path, message: &str| Issue::new(&NOTHING_DECIDED, path, format!("{id} is `{word}` {message}"));
        issues.push(if found.answer.is_some() {
            told(at("answer"), "with neither a decision nor an answer").severity(Severity::Error)
        } else if !found.answers.is_empty() {
            told(at("answers").index(0), "with neither a decision nor an answer").severity(Severity::Error)
        } else if found.source.is_empty() {
            told(path.clone(), "without a decision, an answer or a source").severity(Severity::Error)
        } else {
            told(path.clone(), "and does not say what is decided")
        });
    }
}

/// The decisions beside the clarifications that they rest on (R-Q9).
fn against(value: &Decisions, document: &Clarifications, issues: &mut Vec<Issue>) {
    let known: HashSet<ItemId> = document.items().map(|(id, _)| id).collect();
    let open = open_questions(document);
    let empty = document.questions().filter(|question| !is_answered(document, question));
    let unanswered: HashMap<QuestionId, bool> = empty.map(|question| (question.id, question.must_answer)).collect();
    // Items that are answered clearly, by themselves or below.
    let clear = document.items().filter(|(_, item)| document.is_clear(item));
    let clear: HashSet<ItemId> = clear.flat_map(|(id, _)| std::iter::successors(Some(id), |at| at.parent())).collect();
    let mut named: HashSet<QuestionId> = HashSet::new();
    for (at, entry) in value.entries.iter().enumerate() {
        let path = Path::root().key("entries").index(at);
        for (index, id) in entry.source.iter().enumerate().filter_map(|(index, source)| Some((index, source.id()?))) {
            named.insert(id.question());
            if !known.contains(&id) {
                let message = format!("{id} is not in the clarifications document");
                issues.push(Issue::new(&UNKNOWN_SOURCE, path.clone().key("source").index(index), message));
            }
        }
        if entry.is_settled() {
            settled_gaps(entry, &path, &unanswered, &clear, issues);
        }
    }
    let hidden: Vec<String> = document
        .questions()
        .filter(|question| open.contains(&question.id) && !named.contains(&question.id))
        .map(|question| question.id.to_string())
        .collect();
    if !hidden.is_empty() {
        let message = format!("{} must be answered, is not, and no entry says so", hidden.join(", "));
        let issue = Issue::new(&HIDDEN_GAP, Path::root().key("entries"), message);
        issues.push(if value.is_final() { issue } else { issue.severity(Severity::Warning) });
    }
}

/// A settled entry over questions that are not answered. What one question says is no answer to another, so each needs a
/// clear answer among the sources of its own, and the text of the decision; what may be skipped is only told.
fn settled_gaps(
    entry: &Decision,
    path: &Path,
    unanswered: &HashMap<QuestionId, bool>,
    clear: &HashSet<ItemId>,
    issues: &mut Vec<Issue>,
) {
    let founded: HashSet<QuestionId> = entry.items().filter(|id| clear.contains(id)).map(ItemId::question).collect();
    let status = entry.status.as_ref().map_or("", EntryStatus::as_str);
    for (must, severity) in [(true, Severity::Error), (false, Severity::Warning)] {
        let open = |id: &ItemId| {
            let question = id.question();
            let founded = founded.contains(&question) && (entry.decision.is_some() || !must);
            unanswered.get(&question) == Some(&must) && !founded
        };
        let gaps: Vec<String> = entry.items().filter(open).map(|id| id.to_string()).collect();
        if !gaps.is_empty() {
            let message = format!("{} is `{status}`, but {} is not answered", entry.id, gaps.join(", "));
            issues.push(Issue::new(&SETTLED_GAP, path.clone().key("status"), message).severity(severity));
        }
    }
}

fn is_answered(document: &Clarifications, question: &Question) -> bool {
    document.judge(&question.item) != crate::AnswerVerdict::NotAnswered
}

/// The questions that must be answered and are not by themselves, whatever their refinements say.
pub(super) fn unanswered_questions(document: &Clarifications) -> HashSet<QuestionId> {
    let open = document.questions().filter(|question| question.must_answer && !is_answered(document, question));
    open.map(|question| question.id).collect()
}

/// The questions that must be answered and are not, neither by themselves nor clearly by a refinement.
fn open_questions(document: &Clarifications) -> HashSet<QuestionId> {
    let mut open = unanswered_questions(document);
    let refinements = document.refinements().filter(|refinement| document.is_clear(&refinement.item));
    for refinement in refinements {
        open.remove(&ItemId::from(refinement.id).question());
    }
    open
}
