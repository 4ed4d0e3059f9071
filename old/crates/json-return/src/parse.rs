//! From a message to a return (R-A12, R-A14, R-A16, R-J2, R-J8).

use envelope_core::json::rules::UNEXPECTED;
use envelope_core::json::{self, Decoding, Refused, Request};
use envelope_core::report::carried_outcome;
use envelope_core::rules::{KEPT_ASIDE, MISSING_FIELD, TEMPLATE_ECHO, UNKNOWN_KEY};
use envelope_core::text::{Decorations, Word, read_word};
use envelope_core::{
    Amend, Diagnostic, Diagnostics, Draft, Envelope, FromReport, Issue, Limits, Loss, Need, Outcome, Parsed, Path,
    ReadOptions, Reading, Report, Rule, Source, Stated, Status, Tree, Verdict,
};

use crate::check::{check, reads_as_written, rules_on};
use crate::extra::is_conflict;
use crate::rules::{
    ARTIFACT_ABSENT, ARTIFACT_EMPTY, ARTIFACT_NO_FILE, ARTIFACT_SUMMARY_MISSING, ARTIFACT_TYPE_MISSING,
    ARTIFACTS_ON_FAILED, DELEGATION_PATH_END, ERROR_INCOMPLETE, ERRORS_MISSING, ERRORS_ON_COMPLETED, LEFT_OUT,
    NOTHING_RECOVERABLE, PHANTOM_WORK, RULES, STATUS_CONFLICT, SUMMARY_LENGTH,
};
use crate::{Dialect, Expectations, RETURN_FIELDS, ReturnStatus, SubagentReturn};

/// The keys by which a return is found in a message (R-A12).
pub const REQUIRED: &[&str] = &["status", "summary", "artifacts", "metadata"];

/// Reads and judges a message by the specification, tolerantly and without expectations.
///
/// For a dialect, a policy, limits or expectations call [`Envelope::parse_expecting`].
///
/// ```
/// use envelope_core::{Envelope, Outcome, ReadOptions, Source};
/// use json_return::{Dialect, Expectations, SubagentReturn, parse};
/// let text = r#"{"status": "planned", "artifacts": ["plans/one.md"],
///     "metadata": {"session_id": "sess_1735460684_a1b2c3", "agent_type": "planner"}}"#;
/// assert_eq!(parse(text).outcome(), Outcome::Failed, "`planned` is no word of the specification");
///
/// let options = ReadOptions::new(Dialect::contextual());
/// let expected = Expectations::default().session("sess_1735460684_a1b2c3");
/// let parsed = SubagentReturn::parse_expecting(&Source::new(text), &options, &expected);
/// assert_eq!(parsed.outcome(), Outcome::Completed);
/// ```
pub fn parse(text: &str) -> Parsed<SubagentReturn> {
    SubagentReturn::parse(&Source::new(text), &ReadOptions::default())
}

impl Envelope for SubagentReturn {
    const PROTOCOL: &'static str = "json-return";
    const IS_JSON: bool = true;
    const FALLBACK: Outcome = Outcome::Failed;
    const RULES: &'static [&'static Rule] = RULES;

    type Status = ReturnStatus;
    type Options = Dialect;
    type Expectations = Expectations;

    fn read(source: &Source<'_>, options: &ReadOptions<Dialect>) -> Reading<Self> {
        read_exact(source, options).unwrap_or_else(|| read_slow(source, options))
    }

    fn status(&self) -> Option<ReturnStatus> {
        Some(self.status)
    }

    fn stated(&self) -> Outcome {
        self.claimed()
    }

    fn carried_outcome(&self) -> Option<Outcome> {
        carried_outcome(self.carried.as_ref()?.as_map())
    }

    fn check(&self, expectations: &Expectations) -> Vec<Issue> {
        check(self, expectations)
    }

    fn check_draft(&self, expectations: &Expectations) -> Vec<Issue> {
        // Neither files nor tokens: a probe or a counter must not be asked for what nobody wrote.
        let mut issues = rules_on(self, &Expectations { artifacts: None, tokens: None, ..expectations.clone() });
        issues.retain(|issue| expectations.tokens.is_none() || issue.rule != &SUMMARY_LENGTH);
        issues
    }

    fn render(&self) -> String {
        crate::render(self)
    }

    fn to_report(&self, verdict: Verdict) -> Report {
        crate::report::to_report(self, verdict)
    }
}

impl FromReport for SubagentReturn {
    fn from_report(report: &Report) -> (Self, Vec<Loss>) {
        crate::report::from_report(report)
    }
}

/// The fast path: the whole message is one return and the slow path would read the same value without a word.
///
/// What the rules say of the value is said all the same; the places are looked up when one is needed. That no text is
/// blank or a placeholder is left to the rules, too: where they find one, the slow path reads the message instead.
pub(crate) fn read_exact(source: &Source<'_>, options: &ReadOptions<Dialect>) -> Option<Reading<SubagentReturn>> {
    let value: SubagentReturn = json::exact(source, options.limits)?;
    // What another status says in the words of a dialect is for the slow path.
    let words_of_a_dialect =
        || value.may_conflict() && value.beside().next().is_some() && !options.protocol.synonyms().is_empty();
    if !reads_as_written(&value, &options.protocol) || words_of_a_dialect() {
        return None;
    }
    let stated = stated(&value, &[]);
    Some(
        Reading::new(Diagnostics::new(options.limits))
            .stated(stated)
            .value(Some(value))
            .amend(excuses(&options.protocol))
            .scan_later(scan)
            .read_again(|source, options, issues| {
                let refused = |issue: &Issue| [&MISSING_FIELD, &TEMPLATE_ECHO].contains(&issue.rule);
                issues.iter().any(refused).then(|| read_slow(source, options))
            }),
    )
}

/// The slow path: find, repair, decode by the table.
pub(crate) fn read_slow(source: &Source<'_>, options: &ReadOptions<Dialect>) -> Reading<SubagentReturn> {
    let request = Request::requiring(REQUIRED).policy(options.policy).limits(options.limits);
    let read = json::read(source, &request);
    let (truncated, at, contrary) = (read.truncated, read.span, read.contrary);
    let (tree, mut log) = read.into_parts();
    let root = tree.as_ref().map(Tree::root);
    // An object with none of the keys was found only to say that the envelope lies below it.
    let root = root.filter(|root| REQUIRED.iter().any(|key| json::member(*root, key).is_some()));
    let (Some(found), Some(_)) = (&tree, root) else {
        return Reading::new(log).tree(tree).truncated(truncated);
    };
    // An object that was closed too early does not show what it lacks.
    let left_over = log.iter().any(|found| found.rule == &UNEXPECTED && found.span.start() >= at.end());
    let synonyms = options.protocol.synonyms();
    let decoding =
        Decoding::new(options.policy).may_miss(options.protocol.optional()).synonyms(&synonyms).extras_are_checked();
    let decoding = decoding.drafting(!truncated && !left_over);
    let mut decoded = json::decode_with::<SubagentReturn>(found, RETURN_FIELDS, &decoding, &mut log);
    let words: Vec<ReturnStatus> = decoded.stated.iter().filter_map(|word| ReturnStatus::from_word(word)).collect();
    let mut stated = if let Some(value) = &decoded.value {
        stated(value, &words)
    } else {
        let stated = words.iter().fold(Stated::nothing(), |stated, word| stated.and(*word));
        // What else the message says of it can only lower it, and where nothing was read, nothing is.
        decoded.draft.as_ref().map_or(stated, |draft| stated.lowered(draft.value().claimed()))
    };
    let mut amend = excuses(&options.protocol).moved(decoded.moved);
    for path in decoded.again {
        amend.told(&UNKNOWN_KEY, path);
    }
    // Where the status itself was not read, nothing contradicts it.
    let draft = decoded.draft.as_ref().filter(|draft| !draft.is_hole("/status")).map(Draft::value);
    if let Some(value) = decoded.value.as_ref().or(draft) {
        for Meant { path, key, says, status, telling } in in_words_of(&options.protocol, value) {
            if status != value.status {
                stated = stated.and(status);
                if !telling {
                    let message = format!("`{says}` here, though the status is `{}`", value.status.as_str());
                    let span = found.span(&path).unwrap_or_default();
                    amend.told(&UNKNOWN_KEY, path.clone());
                    log.push(Diagnostic::new(&STATUS_CONFLICT, span, message).path(path).help("state one status"));
                }
            } else if telling {
                // It says the same in a word that the rules on the value do not know.
                let message = format!("`{key}` is not a key of the specification; it is kept");
                let span = found.key_span(&path).unwrap_or_default();
                amend.told(&STATUS_CONFLICT, path.clone());
                log.push(Diagnostic::new(&UNKNOWN_KEY, span, message).path(path));
            }
        }
    }
    if let Some(value) = decoded.value.as_mut().or(decoded.draft.as_mut().map(Draft::value_mut)) {
        for refused in decoded.refused {
            keep_refused(value, refused, &mut amend);
        }
    }
    for path in decoded.bare {
        // One warning for a bare string: that it was read as an object (R-A14).
        for key in ["type", "recoverable", "recommendation"] {
            amend.told(&ERROR_INCOMPLETE, path.clone().key(key));
        }
        amend.told(&ARTIFACT_TYPE_MISSING, path.clone());
        amend.told(&ARTIFACT_SUMMARY_MISSING, path);
    }
    let stated = json::denied(source.text(), at, contrary, stated, &STATUS_CONFLICT, &mut log);
    let reading = Reading::new(log).value(decoded.value).draft(decoded.draft, NEEDS);
    reading.stated(stated).amend(amend).truncated(truncated).tree(tree)
}

/// Rules that go by more than the place they point at.
static NEEDS: &[Need] = &[
    (&STATUS_CONFLICT, "/status"),
    (&ERRORS_MISSING, "/status"),
    (&ERRORS_ON_COMPLETED, "/status"),
    (&NOTHING_RECOVERABLE, "/status"),
    (&PHANTOM_WORK, "/status"),
    (&ARTIFACTS_ON_FAILED, "/status"),
    (&ARTIFACT_ABSENT, "/status"),
    (&ARTIFACT_EMPTY, "/status"),
    (&ARTIFACT_NO_FILE, "/status"),
    (&DELEGATION_PATH_END, "/metadata/agent_type"),
];

/// A further status in a word of the dialect.
struct Meant {
    path: Path,
    key: String,
    says: String,
    status: ReturnStatus,
    /// Whether the rules, which know no dialect, tell of it.
    telling: bool,
}

/// Further statuses in words of the dialect.
fn in_words_of(dialect: &Dialect, value: &SubagentReturn) -> Vec<Meant> {
    let synonyms = dialect.synonyms();
    let words: Vec<&str> = synonyms.iter().map(|synonym| synonym.word).collect();
    let meant = |text: &str| {
        let read = read_word(text, &words);
        let synonym = read.index().and_then(|index| synonyms.get(index))?;
        let status = ReturnStatus::from_word(synonym.means)?;
        let contradicted = |decorations: Decorations| decorations.contradict(status.outcome());
        let doubtful = matches!(read, Word::Decorated { decorations, .. } if contradicted(decorations));
        (!doubtful).then_some(status)
    };
    let others = value.beside().filter_map(|other| {
        let status = meant(other.value.as_str()?)?;
        let key = other.path.steps().last()?;
        Some(Meant { key, says: other.says(), telling: is_conflict(&other), path: other.path, status })
    });
    others.collect()
}

/// Keeps what was refused and told in the value (R-A3), so that it is written back and converted; nothing more is said
/// of it, nor of what is missing because of it.
fn keep_refused(value: &mut SubagentReturn, refused: Refused, amend: &mut Amend) {
    let Refused { path, item, value: kept, .. } = refused;
    if let Some(place) = value.keep_refused(&path, item, kept) {
        for rule in [&UNKNOWN_KEY, &KEPT_ASIDE, &TEMPLATE_ECHO] {
            amend.told(rule, place.clone());
        }
    }
    for rule in [&PHANTOM_WORK, &ERRORS_MISSING, &DELEGATION_PATH_END] {
        amend.told(rule, path.clone());
    }
}

/// The value's own claim, and every further word that stood beside it (R-A2).
fn stated(value: &SubagentReturn, words: &[ReturnStatus]) -> Stated<ReturnStatus> {
    let stated = words.iter().fold(Stated::status(value.status), |stated, word| stated.and(*word));
    if value.carried.is_none() && !value.may_conflict() {
        return stated;
    }
    let others = value.conflicting().filter_map(|other| other.status);
    let stated = others.fold(stated, Stated::and);
    value.carried_outcome().map_or(stated, |outcome| stated.lowered(outcome))
}

/// What the dialect excuses: missing fields are told as left out.
fn excuses(dialect: &Dialect) -> Amend {
    let mut amend = Amend::new();
    for field in dialect.optional() {
        let path = field.split('.').fold(Path::root(), Path::key);
        let rule = if *field == "errors" { &ERRORS_MISSING } else { &MISSING_FIELD };
        amend.excuse(rule, path, &LEFT_OUT);
    }
    amend
}

fn scan(source: &Source<'_>) -> Option<Tree> {
    let limits = Limits::default().with_input(Limits::MAX_INPUT);
    json::read(source, &Request::requiring(REQUIRED).limits(limits)).tree
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcome, whether it was accepted, and whether the outcome is the fallback.
    fn judged(status: &str, more: &str, metadata: &str, dialect: Dialect) -> (Outcome, bool, bool) {
        let text = format!(
            r#"{{"status": "{status}", "summary": "Wrote the plan. It has three phases.", "artifacts": ["plan.md"],
            "metadata": {{"session_id": "sess_1735460684_a1b2c3", "agent_type": "planner", "delegation_depth": 1,
            "delegation_path": ["orchestrator", "planner"]{metadata}}}{more}}}"#
        );
        let parsed = SubagentReturn::parse(&Source::new(&text), &ReadOptions::new(dialect));
        (parsed.outcome(), parsed.verdict().accepted(), parsed.verdict().fallback())
    }

    #[test]
    fn a_second_status_that_says_the_same_changes_nothing() {
        let done = (Outcome::Completed, true, false);
        let same = r#", "status": "planned""#;
        assert_eq!(judged("planned", "", same, Dialect::contextual()), done);
        assert_eq!(judged("completed", "", r#", "status": "implemented""#, Dialect::contextual()), done);
        assert_eq!(judged("planned", r#", "Status": "planned""#, "", Dialect::contextual()), done);
        for nothing in [r#""draft""#, "3", r#"{"code": 0}"#] {
            let member = format!(r#", "status": {nothing}"#);
            assert_eq!(judged("completed", "", &member, Dialect::spec()), done, "{nothing}");
        }
    }

    #[test]
    fn a_second_status_that_cannot_be_read_refuses_and_states_nothing() {
        let other = r#", "status": "not completed""#;
        assert_eq!(judged("completed", "", other, Dialect::spec()), (Outcome::Failed, false, true));
        for word in ["unsuccessful", "timed_out", "killed", "access denied", "unable to go on", "NOK", "❌", "👎"] {
            let other = format!(r#", "Status": "{word}""#);
            assert_eq!(judged("completed", &other, "", Dialect::spec()), (Outcome::Failed, false, true), "{word}");
        }
        let failed = r#", "status": "failed""#;
        assert_eq!(judged("completed", "", failed, Dialect::spec()), (Outcome::Failed, false, false));
        let partial = r#", "status": "in_progress""#;
        assert_eq!(judged("planned", "", partial, Dialect::contextual()), (Outcome::Failed, false, true));
    }

    #[test]
    fn a_status_in_a_part_of_another_protocol_refuses() {
        for part in [
            r#"{"status": "failed"}"#,
            r#"{"status": "not completed"}"#,
            r#"{"success": false}"#,
            r#"{"status": "completed", "is_error": true}"#,
            r#"[{"status": "failed"}]"#,
            r#""{\"status\": \"failed\"}""#,
        ] {
            let other = format!(r#", "report_metadata": {part}"#);
            let (outcome, accepted, _) = judged("completed", &other, "", Dialect::spec());
            assert_eq!((outcome, accepted), (Outcome::Failed, false), "{part}");
        }
        for more in [
            r#""success": 0"#,
            r#""success": "no""#,
            r#""hasErrors": true"#,
            r#""verdict": "insufficient""#,
            r#""outcome": "**Failure**""#,
            r#""outcome": "blocked""#,
            r#""outcome": "timed_out""#,
            r#""outcome": "failed: no disk""#,
        ] {
            assert!(!judged("completed", &format!(", {more}"), "", Dialect::spec()).1, "{more}");
        }
        for more in [
            r#""verdict": "error handling is fine""#,
            r#""outcome": "the failure is understood""#,
            r#""outcome": "completed""#,
            r#""failed": 1"#,
            r#""report_metadata": {"status": "completed"}"#,
        ] {
            assert!(judged("completed", &format!(", {more}"), "", Dialect::spec()).1, "{more}");
        }
    }

    #[test]
    fn a_draft_knows_what_else_was_stated() {
        let judged = |more: &str, dialect: Dialect| {
            let text = format!(r#"{{"status": "planned", "artifacts": [], "metadata": {{}}, {more}}}"#);
            let verdict = SubagentReturn::parse(&Source::new(&text), &ReadOptions::new(dialect)).verdict();
            (verdict.accepted(), verdict.outcome(), verdict.fallback())
        };
        for more in [r#""Status": "failed", "STATUS": "failed""#, r#""carried": {"outcome": "failed"}"#] {
            assert_eq!(judged(more, Dialect::contextual()), (false, Outcome::Failed, false), "{more}");
        }
        assert_eq!(judged(r#""mood": "calm""#, Dialect::contextual()), (false, Outcome::Failed, true));
    }

    #[test]
    fn a_draft_is_shown_to_no_probe_and_no_counter() {
        struct Never;
        impl crate::ArtifactProbe for Never {
            fn probe(&self, path: &str) -> crate::Found {
                panic!("asked for {path}")
            }
        }
        let counter = |text: &str| -> usize { panic!("asked for {text}") };
        let expectations = Expectations::default().artifacts(Never).tokens(counter);
        let text = r#"{"status": "completed", "summary": "Wrote the plan.", "artifacts": ["plan.md"]}"#;
        let parsed = SubagentReturn::parse_expecting(&Source::new(text), &ReadOptions::default(), &expectations);
        assert!(parsed.read().is_none() && parsed.diagnostics().len() > 1);
    }

    #[test]
    fn what_is_carried_lowers_under_any_spelling_of_its_key() {
        let carried = |key: &str, word: &str| {
            judged("completed", &format!(r#", "{key}": {{"outcome": "{word}"}}"#), "", Dialect::spec())
        };
        assert_eq!(carried("carried", "failed"), (Outcome::Failed, true, false));
        assert_eq!(carried("Carried", "failed"), (Outcome::Failed, true, false));
        assert_eq!(carried("**carried**", "partial"), (Outcome::Partial, true, false));
        for key in ["Carried", "carried"] {
            assert_eq!((carried(key, "bogus").0, carried(key, "bogus").1), (Outcome::Failed, false), "{key}");
        }
        let twice = r#", "carried": {"outcome": "completed"}, "Carried": {"outcome": "failed"}"#;
        assert!(!judged("completed", twice, "", Dialect::spec()).1, "two spellings of one key");
    }

    #[test]
    fn a_key_in_another_spelling_is_read_and_two_spellings_are_not() {
        let read = |text: &str| SubagentReturn::parse(&Source::new(text), &ReadOptions::default());
        let whole = r#"{"Status": "completed", "SUMMARY": "Wrote the plan. It has three phases.", "artifacts": ["plan.md"],
            "Metadata": {"session_id": "sess_1735460684_a1b2c3", "Agent_Type": "planner", "delegation_depth": 1,
            "delegation_path": ["orchestrator", "planner"]}}"#;
        assert_eq!(read(whole).outcome(), Outcome::Completed);
        for (from, to) in [
            (r#""Status": "completed""#, r#""❌ status": "completed""#),
            (r#""Status": "completed""#, r#""Status": "completed", "STATUS": "failed""#),
            (r#""Status": "completed""#, r#""Status": "completed", "status": "failed""#),
            (r#""SUMMARY""#, r#""Summary": "It failed. Nothing is there.", "SUMMARY""#),
        ] {
            let text = whole.replace(from, to);
            assert_eq!(read(&text).outcome(), Outcome::Failed, "{text}");
        }
        let strict = ReadOptions::default().policy(envelope_core::Policy::Strict);
        let parsed = SubagentReturn::parse(&Source::new(whole), &strict);
        assert_eq!((parsed.outcome(), parsed.read()), (Outcome::Failed, None));
    }

    #[test]
    fn strict_reads_no_decorated_status() {
        let text = r#"{"status": "**completed**", "summary": "x"}"#;
        let strict = ReadOptions::default().policy(envelope_core::Policy::Strict);
        assert_eq!(SubagentReturn::parse(&Source::new(text), &strict).status(), None);
        assert_eq!(parse(text).status(), Some(ReturnStatus::Completed));
    }

    #[test]
    fn the_help_names_where_a_whole_return_stands() {
        let text =
            r#"{"status": "ok", "result": {"status": "completed", "summary": "x", "artifacts": [], "metadata": {}}}"#;
        let named = |help: &str| help.contains("`/result`");
        let parsed = parse(text);
        let told = parsed.diagnostics().iter().filter(|found| found.help.as_deref().is_some_and(named));
        assert_eq!((told.count(), parsed.outcome()), (3, Outcome::Failed));
    }
}
