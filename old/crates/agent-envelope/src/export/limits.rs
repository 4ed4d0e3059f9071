//! What code-scanning services take of a log and what they show of it; what is beyond is said, never cut here.
//!
//! The figures are those of GitHub ("SARIF support for code scanning"). A log of ours has one run, at most one location
//! and one related location a result, and one tag a rule, so the limits on those are never met.

/// Results of a run that are taken; beyond it the whole log is refused.
const TAKEN: usize = 25_000;
/// Results of a run that are kept and shown.
const SHOWN: usize = 5_000;
/// Rules of a run that are taken; beyond it the whole log is refused.
const RULES: usize = 25_000;
/// Bytes of a log that are taken, compressed.
const BYTES: usize = 10_000_000;

/// What a person should know about a log with so many results and rules.
pub(crate) fn counts(results: usize, rules: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if results > TAKEN {
        notes.push(format!(
            "warning: {results} results; code-scanning services refuse a run with more than {TAKEN}: split the inputs"
        ));
    } else if results > SHOWN {
        notes.push(format!(
            "note: {results} results; code-scanning services keep {SHOWN} of a run, the gravest first: split the inputs \
             to see all"
        ));
    }
    if rules > RULES {
        notes.push(format!(
            "warning: {rules} rules; code-scanning services refuse a run with more than {RULES}: split the inputs"
        ));
    }
    notes
}

/// What a person should know about a log of so many bytes.
///
/// ```
/// use agent_envelope::export::sarif::size_note;
/// assert!(size_note(10_000_000).is_none());
/// assert!(size_note(10_000_001).is_some_and(|note| note.starts_with("note: ")));
/// ```
pub fn size_note(bytes: usize) -> Option<String> {
    (bytes > BYTES).then(|| {
        format!(
            "note: the log has {bytes} bytes; code-scanning services take {BYTES} after compression with gzip: see that \
             it comes to less, or split the inputs"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_said_from_the_first_beyond_it() {
        assert!(counts(SHOWN, RULES).is_empty());
        assert!(counts(SHOWN + 1, 1).concat().starts_with("note: 5001 results"));
        assert!(counts(TAKEN, 1).concat().starts_with("note: 25000 results"));
        assert!(counts(TAKEN + 1, 1).concat().starts_with("warning: 25001 results"));
        assert!(counts(1, RULES + 1).concat().starts_with("warning: 25001 rules"));
    }
}
