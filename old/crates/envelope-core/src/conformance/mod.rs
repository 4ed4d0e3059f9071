//! The laws that every protocol keeps, as functions for its tests (feature `conformance`).

pub mod agree;
mod judges;
mod mutate;

pub use judges::{Document, Judges, assert_keywords_count};
pub use mutate::{Dice, edges, mutate};

use std::collections::HashSet;

use crate::{Envelope, Outcome, Rule, Status};

/// Checks the laws of RULINGS "Status mapping" for one protocol; panics at the first that is broken.
///
/// - The words are there, distinct, not blank, and read back as themselves.
/// - A status whose outcome maps back without loss maps back to the same outcome.
/// - An outcome for which an exact word exists gets an exact word or one marked as an approximation that says why.
/// - An approximation says in words what is lost.
/// - No outcome that is not a success becomes one, and no success ceases to be one.
///
/// # Panics
///
/// On the first law broken, with a message that names the status or outcome.
pub fn assert_status<S: Status>() {
    assert!(!S::ALL.is_empty(), "a protocol has at least one status");
    let mut words = HashSet::new();
    for &status in S::ALL {
        let word = status.as_str();
        assert!(!word.trim().is_empty(), "{status:?} has a blank word");
        assert!(words.insert(word.to_lowercase()), "the word `{word}` stands for two statuses");
        assert!(S::from_word(word) == Some(status), "`{word}` does not read back as {status:?}");
    }
    for outcome in Outcome::ALL {
        assert_outcome::<S>(outcome);
    }
}

/// Checks what the constants of a protocol must be: its fallback is no success (R-A2), its name is there, its status
/// words and its rules keep their laws.
///
/// # Panics
///
/// On the first law broken.
pub fn assert_envelope<E: Envelope>(crate_name: &str) {
    assert!(!E::FALLBACK.is_success(), "{}: what is not accepted must not be a success", E::PROTOCOL);
    assert!(!E::PROTOCOL.trim().is_empty(), "a protocol has a name");
    assert_status::<E::Status>();
    assert_rules(crate_name, E::RULES);
}

/// Checks that a rule table is sound: codes are `crate/kebab-name`, unique, and every rule says what and why.
///
/// # Panics
///
/// On the first rule that breaks a law, with its code.
pub fn assert_rules(crate_name: &str, rules: &[&'static Rule]) {
    let mut codes = HashSet::new();
    for rule in rules {
        let code = rule.code();
        assert!(codes.insert(code), "the code `{code}` stands twice in the table");
        let name = code.strip_prefix(crate_name).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
        let kebab = !name.is_empty()
            && name.split('-').all(|word| {
                !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            });
        assert!(kebab, "`{code}` is not `{crate_name}/kebab-name`");
        assert!(!rule.summary().is_empty() && !rule.why().is_empty(), "`{code}` does not say what it asks and why");
        assert!(!rule.cites().is_empty(), "`{code}` names no ruling and no section of a specification");
    }
}

fn assert_outcome<S: Status>(outcome: Outcome) {
    let mapped = S::from_outcome(outcome);
    let status = mapped.status();
    let back = status.outcome();
    let exact_exists = S::ALL.iter().any(|other| other.outcome() == outcome);
    assert!(S::ALL.contains(&status), "{outcome} maps to {status:?}, which is not in the list");
    assert!(mapped.lost().is_none_or(|lost| !lost.trim().is_empty()), "{outcome} loses something without a word");
    if exact_exists {
        assert!(back == outcome, "{outcome} has an exact word but maps to `{}`", status.as_str());
    } else {
        assert!(!mapped.is_exact(), "{outcome} has no exact word, so `{}` is an approximation", status.as_str());
    }
    if !outcome.is_success() {
        assert!(!back.is_success(), "{outcome} becomes the success `{}`", status.as_str());
    }
    if outcome.is_success() {
        assert!(back.is_success(), "the success {outcome} becomes `{}`", status.as_str());
    }
}
