//! The rule on what a conversion carried along (R-A15).

use envelope_core::report::is_outcome_key;
use envelope_core::{Issue, Outcome, Path};

use crate::parse::{CARRIED_HEADING, is_carried};
use crate::rules::BAD_CARRIED;
use crate::{Block, ClarityResult};

/// Carried objects can only lower the outcome, so none may go unread: a heading without its object, an outcome that is
/// none or is written otherwise, and a second object are errors.
pub(super) fn check_carried(result: &ClarityResult, issues: &mut Vec<Issue>) {
    let mut met = false;
    for (at, block) in result.blocks.iter().enumerate().filter(|(_, block)| is_carried(block)) {
        let message = match block {
            Block::Carried { .. } if std::mem::replace(&mut met, true) => "a second object was carried along",
            Block::Carried { object } => {
                let word = object.get("outcome");
                let known = word.is_none_or(|word| word.as_str().is_some_and(|word| word.parse::<Outcome>().is_ok()));
                // Written another way, it would not lower anything.
                let other = |key: &String| key != "outcome" && is_outcome_key(key);
                if known && !object.keys().any(other) {
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
