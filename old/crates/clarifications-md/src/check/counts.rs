//! Counts are claims, compared with the document (R-Q13).

use std::collections::BTreeSet;

use envelope_core::{Issue, Path};

use crate::QuestionId;
use crate::labels::{COUNTS, CountKey, PRIORITY};
use crate::model::Clarifications;
use crate::rules::{COUNT_MISMATCH, MISSING_COUNT, MISSING_FRONTMATTER, PRIORITY_MISMATCH};

impl Clarifications {
    /// What the document holds of what a count claims; `None` where only the agent knows.
    pub fn counted(&self, key: CountKey) -> Option<usize> {
        match key {
            CountKey::Questions => Some(self.questions().count()),
            CountKey::Sections => Some(self.sections.iter().filter(|section| section.title.is_some()).count()),
            CountKey::Refinements => Some(self.refinements().count()),
            CountKey::DuplicatesRemoved => None,
        }
    }
}

pub(super) fn check(document: &Clarifications, issues: &mut Vec<Issue>) {
    let path = Path::root().key("frontmatter");
    let Some(frontmatter) = &document.frontmatter else {
        let issue = Issue::new(&MISSING_FRONTMATTER, path, "the document has no front matter");
        issues.push(issue.help("start it with a block of `question_count`, `sections`, … between two lines `---`"));
        return;
    };
    for (key, counts) in COUNTS {
        let name = key.as_str();
        match (frontmatter.count(key), document.counted(key)) {
            (None, _) if frontmatter.value_span(name).is_none() => {
                let issue = Issue::new(&MISSING_COUNT, path.clone(), format!("`{name}` is missing"));
                issues.push(issue.help(format!("add `{name}: ` and {counts}")));
            }
            (Some(claimed), Some(counted)) if u64::try_from(counted).ok() != Some(claimed.get()) => {
                let message = format!("`{name}` claims {claimed}, the document has {counted}");
                issues.push(Issue::new(&COUNT_MISMATCH, path.clone().key(name), message));
            }
            _ => {}
        }
    }
    if let Some(claimed) = &frontmatter.priority_questions {
        let claimed: BTreeSet<QuestionId> = claimed.iter().copied().collect();
        let marked = document.questions().filter(|question| question.must_answer);
        let marked: BTreeSet<QuestionId> = marked.map(|question| question.id).collect();
        if claimed != marked {
            let list = |ids: Vec<&QuestionId>| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let missing = list(marked.difference(&claimed).collect());
            let surplus = list(claimed.difference(&marked).collect());
            let mut parts = Vec::new();
            if !missing.is_empty() {
                parts.push(format!("{missing} must be answered and is not listed"));
            }
            if !surplus.is_empty() {
                parts.push(format!("{surplus} is listed and carries no `[MUST ANSWER]`"));
            }
            issues.push(Issue::new(&PRIORITY_MISMATCH, path.key(PRIORITY), parts.join("; ")));
        }
    }
}
