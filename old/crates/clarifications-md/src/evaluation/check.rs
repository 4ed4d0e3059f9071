//! The rules on an evaluation: counts, verdict, ids (R-Q6, R-Q7).

use std::collections::{BTreeMap, HashSet};

use envelope_core::json::{extra_issues, has_spelling, refused_list};
use envelope_core::rules::{KEPT_ASIDE, MISSING_FIELD, TEMPLATE_ECHO};
use envelope_core::text::{is_blank, placeholder};
use envelope_core::{Issue, Path, Severity, Status as _};

use super::rules::{
    COUNT_SUM, DOCUMENT_REFUSED, FEWER_VERDICTS, LATER_WORD, MORE_VERDICTS, NO_REASONING, NO_VERDICTS,
    REFUSED_VERDICTS, REPEATED_VERDICT, STATUS_CONFLICT, VERDICT_COUNTS, VERDICT_ID, VERDICT_MISMATCH,
};
use super::table::{CONTRADICTORY_COUNT, DOCUMENT_ACCEPTED, PER_QUESTION};
use super::{EVALUATION_FIELDS, Evaluation, ItemVerdict, VERDICT_FIELDS, against};
use crate::{Clarifications, EvaluationVerdict};

pub(crate) fn rules_on(value: &Evaluation, document: Option<&Clarifications>) -> Vec<Issue> {
    let mut issues = Vec::new();
    counts(value, &mut issues);
    // Whatever else stands there does not say that the document was accepted.
    if value.document_accepted == Some(false) || value.extra.as_map().contains_key(DOCUMENT_ACCEPTED) {
        let message = "the document that this evaluates was not accepted";
        let issue = Issue::new(&DOCUMENT_REFUSED, Path::root().key(DOCUMENT_ACCEPTED), message);
        issues.push(issue.help("mend the document and evaluate it again"));
    }
    match value.reasoning.as_deref() {
        Some(text) if placeholder(text).is_some() => issues.push(echo(Path::root().key("reasoning"))),
        Some(text) if !is_blank(text) => {}
        _ => {
            let issue = Issue::new(&NO_REASONING, Path::root().key("reasoning"), "`reasoning` is missing");
            issues.push(issue.help("tell the counts in a sentence"));
        }
    }
    match &value.per_question {
        // What stands there and cannot be read is told as such.
        None if is_kept_aside(value, PER_QUESTION) => {}
        None => {
            let message = "`per_question` is missing: nobody knows which answers are open";
            issues.push(Issue::new(&NO_VERDICTS, at(), message));
        }
        Some(_) => per_question(value, document, &mut issues),
    }
    if let Some(document) = document {
        against::rules(value, document, &mut issues);
    }
    let mut extras = Vec::new();
    extra_issues(&value.extra, EVALUATION_FIELDS, &Path::root(), &mut extras);
    let conflicts: BTreeMap<Path, String> =
        value.conflicting().map(|other| (other.path.clone(), other.says())).collect();
    // That it is also an unknown member goes without saying.
    for issue in extras.into_iter().filter(|issue| !conflicts.contains_key(&issue.path)) {
        issues.push(match refused_list(&issue.path, &value.extra, EVALUATION_FIELDS) {
            Some(list) => {
                let message = format!("entries that were refused as those of `{list}`");
                let help = format!("write each of them as an object in `{list}`, and leave this member out");
                Issue::new(&REFUSED_VERDICTS, issue.path, message).help(help)
            }
            None => decisive(issue),
        });
    }
    for (path, says) in conflicts {
        let message = format!("`{says}` here, though the verdict is `{}`", value.verdict.as_str());
        issues.push(
            Issue::new(&STATUS_CONFLICT, path, message).help("state the verdict alone, and mend what it leaves out"),
        );
    }
    for (index, item) in value.per_question().iter().enumerate().filter(|(_, item)| !item.extra.is_empty()) {
        extra_issues(&item.extra, VERDICT_FIELDS, &at().index(index), &mut issues);
    }
    issues
}

/// Whether the member is there, and of another type than it should be.
fn is_kept_aside(value: &Evaluation, name: &str) -> bool {
    value.extra.as_map().get(name).is_some_and(|kept| !kept.is_null())
}

/// What is said of an unknown member. What the counts are to be compared with cannot be left aside: it may contradict
/// them, and nobody can tell (R-A2, R-Q6).
fn decisive(issue: Issue) -> Issue {
    let name = issue.path.as_str().strip_prefix('/');
    let help = match name.filter(|_| *issue.rule == KEPT_ASIDE) {
        Some(CONTRADICTORY_COUNT) => "write the number of contradictory answers, like `1`, or leave the member out",
        Some(PER_QUESTION) => "write a list, like `[{\"question_id\": \"Q1\", \"verdict\": \"clear\"}]`",
        _ => return issue,
    };
    issue.severity(Severity::Error).help(help)
}

/// Whether the slow path would give this very value, without a word: no text is blank or a placeholder.
pub(super) fn reads_as_written(value: &Evaluation) -> bool {
    !has_spelling(&value.extra, EVALUATION_FIELDS)
        && value.reasoning.as_deref().is_none_or(|text| placeholder(text).is_none())
        && value.per_question().iter().all(|item| {
            !has_spelling(&item.extra, VERDICT_FIELDS)
                && !is_blank(&item.question_id)
                && placeholder(&item.question_id).is_none()
        })
}

fn at() -> Path {
    Path::root().key(PER_QUESTION)
}

fn echo(path: Path) -> Issue {
    Issue::new(&TEMPLATE_ECHO, path, "a placeholder of the instruction, not a value")
}

/// The verdict that the counts ask for (R-Q6).
fn verdict_of(answered: u64, open: u64) -> EvaluationVerdict {
    match (answered, open) {
        (0, _) => EvaluationVerdict::Insufficient,
        (_, 0) => EvaluationVerdict::Sufficient,
        _ => EvaluationVerdict::Mixed,
    }
}

/// How many answers are counted as open.
fn open_count(value: &Evaluation) -> u64 {
    let contradictory = value.contradictory_count.map_or(0, envelope_core::Count::get);
    value.empty_count.get() + value.vague_count.get() + contradictory
}

/// How many answers are counted as something; `None` where a count is there and cannot be read.
fn counted(value: &Evaluation) -> Option<u64> {
    let sum = value.answered_count.get() + open_count(value);
    Some(sum).filter(|_| !is_kept_aside(value, CONTRADICTORY_COUNT))
}

fn counts(value: &Evaluation, issues: &mut Vec<Issue>) {
    let Some(sum) = counted(value) else { return };
    let total = value.total_count.get();
    if sum != total {
        let message = format!("the counts add up to {sum}, `total_count` says {total}");
        issues.push(Issue::new(&COUNT_SUM, Path::root().key("total_count"), message));
    }
    let expected = verdict_of(value.answered_count.get(), open_count(value));
    if value.verdict != expected {
        let (said, expected) = (value.verdict.as_str(), expected.as_str());
        let message = format!("the verdict is `{said}`, the counts say `{expected}`");
        issues.push(Issue::new(&VERDICT_MISMATCH, Path::root().key("verdict"), message));
    }
}

fn per_question(value: &Evaluation, document: Option<&Clarifications>, issues: &mut Vec<Issue>) {
    let list = value.per_question();
    let (length, total) = (u64::try_from(list.len()).unwrap_or(u64::MAX), value.total_count.get());
    let message = || format!("`per_question` has {length} entries, `total_count` says {total}");
    match length.cmp(&total) {
        // Of a total that is not the document's another rule tells.
        std::cmp::Ordering::Less if document.is_some_and(|document| !against::is_total(value, document)) => {}
        std::cmp::Ordering::Less => issues.push(Issue::new(&FEWER_VERDICTS, at(), message())),
        std::cmp::Ordering::Greater => issues.push(Issue::new(&MORE_VERDICTS, at(), message())),
        std::cmp::Ordering::Equal => {}
    }
    // Where the counts do not add up, they cannot be compared.
    if length <= total && counted(value) == Some(total) {
        kinds(value, length == total, issues);
    }
    let mut seen = HashSet::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let path = || at().index(index).key("question_id");
        let text = item.question_id.as_str();
        if is_blank(text) {
            issues.push(Issue::new(&MISSING_FIELD, path(), "`question_id` is missing"));
        } else if placeholder(text).is_some() {
            issues.push(echo(path()));
        } else if let Some(id) = item.id() {
            if !seen.insert(id) {
                issues.push(Issue::new(&REPEATED_VERDICT, path(), format!("{id} has a verdict already")));
            }
        } else {
            let issue = Issue::new(&VERDICT_ID, path(), format!("`{text}` is no id"));
            issues.push(issue.help("ids are those of the document's headings, like `Q12`, `R12.1` or `R12.1a`"));
        }
        if !item.verdict.is_specified() {
            let word = item.verdict.as_str();
            let counts = if item.verdict.is_answered() { "answered" } else { "not answered" };
            let message = format!("`{word}` is a later evaluator's word; it counts as {counts}");
            issues.push(Issue::new(&LATER_WORD, at().index(index).key("verdict"), message));
        }
    }
}

/// The entries are as many of each kind as the counts say; of an incomplete list, no more (R-Q6).
///
/// Where contradictory answers are not counted apart, they are among the empty or the vague ones (R-Q7).
fn kinds(value: &Evaluation, complete: bool, issues: &mut Vec<Issue>) {
    let number = |wanted: fn(ItemVerdict) -> bool| {
        let found = value.per_question().iter().filter(|item| wanted(item.verdict)).count();
        u64::try_from(found).unwrap_or(u64::MAX)
    };
    let contradictory = number(|verdict| verdict == ItemVerdict::Contradictory);
    let listed = [
        ("answered", number(ItemVerdict::is_answered), value.answered_count.get()),
        ("empty", number(|verdict| verdict == ItemVerdict::NotAnswered), value.empty_count.get()),
        ("vague", number(|verdict| verdict == ItemVerdict::Vague), value.vague_count.get()),
    ];
    let apart = value.contradictory_count.map(envelope_core::Count::get);
    let differs = |listed: u64, counted: u64| listed > counted || (complete && listed < counted);
    let [answered, open @ ..] = &listed;
    let open_differ = if let Some(counted) = apart {
        open.iter().any(|(_, listed, counted)| differs(*listed, *counted)) || differs(contradictory, counted)
    } else {
        let listed_open: u64 = open.iter().map(|(_, listed, _)| listed).sum();
        let counted_open: u64 = open.iter().map(|(.., counted)| counted).sum();
        let more = open.iter().any(|(_, listed, counted)| listed > counted);
        more || differs(listed_open + contradictory, counted_open)
    };
    let wrong = differs(answered.1, answered.2) || open_differ;
    if wrong {
        let told = listed.iter().map(|(name, listed, counted)| format!("{listed} {name} (counted {counted})"));
        let mut told: Vec<String> = told.collect();
        if contradictory > 0 || apart.is_some() {
            told.push(format!("{contradictory} contradictory (counted {})", apart.unwrap_or(0)));
        }
        let message = format!("the entries disagree with the counts: {}", told.join(", "));
        issues.push(Issue::new(&VERDICT_COUNTS, at(), message));
    }
}
