//! The rule on what a conversion carried along (R-A15).

use envelope_core::report::{CheckKind, carried_denials, carried_outcome_is_read};
use envelope_core::{Issue, Outcome, Path, Status as _};
use serde_json::{Map, Value};

use crate::parse::{CARRIED_HEADING, is_carried};
use crate::rules::BAD_CARRIED;
use crate::{Block, ClarityResult, ItemStatus, Passed};

/// Carried objects can only lower the outcome, so none may go unread: a heading without its object, an outcome that is
/// none or is written otherwise, and a second object are errors.
pub(super) fn check_carried(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let mut met = false;
    for (at, block) in result.blocks.iter().enumerate().filter(|(_, block)| is_carried(block)) {
        let message = match block {
            Block::Carried { .. } if std::mem::replace(&mut met, true) => "a second object was carried along",
            Block::Carried { object } => {
                let readable = carried_outcome_is_read(object);
                let stated = result.effective_status().outcome();
                if let Some(key) = carried_denials(object, stated).first().filter(|_| readable) {
                    let message = format!("`{key}` denies the success beside which it was carried along");
                    let path = Path::root().key("blocks").index(at);
                    issues.push(Issue::new(&BAD_CARRIED, path, message).help("mend this member or leave it out"));
                }
                if readable {
                    continue;
                }
                "what a conversion carried along has no outcome that can be read"
            }
            _ => "what a conversion carried along cannot be read",
        };
        let words: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::as_str).collect();
        let help = format!(
            "below `{CARRIED_HEADING}` one fence `json` with an object, its `outcome` one of {}",
            words.join(", ")
        );
        issues.push(Issue::new(&BAD_CARRIED, Path::root().key("blocks").index(at), message).help(help));
    }
}

/// What carried findings, checks and problems show, each with its number (R-C8).
pub(super) fn carried_counts(object: &Map<String, Value>) -> [(&'static str, u64); 3] {
    let count = |name: &str, shows: fn(&Value) -> bool| match object.get(name) {
        None | Some(Value::Null) => 0,
        Some(Value::Array(items)) => items.iter().filter(|item| shows(item)).count() as u64,
        Some(other) => u64::from(shows(other)),
    };
    [
        ("carried findings", count("findings", |item| !item.is_null())),
        (
            "failing checks that are carried",
            count("checks", |item| {
                let said = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
                is_failing(said("kind") == CheckKind::Item.as_str(), said("result"))
            }),
        ),
        ("blocking problems that are carried", count("problems", |item| item.get("blocking") == Some(&true.into()))),
    ]
}

/// Whether a check, be it an item of a checklist, is one that CLEAN may not have.
pub(crate) fn is_failing(item: bool, result: &str) -> bool {
    item && matches!(ItemStatus::read(result), ItemStatus::Partial | ItemStatus::Missing)
        || Passed::read(result) == Passed::No
}
