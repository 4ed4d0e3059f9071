//! The rules on the summary (R-J3).

use envelope_core::text::is_blank;
use envelope_core::{Issue, Path};

use crate::rules::{SUMMARY_LENGTH, SUMMARY_SENTENCES};
use crate::{Expectations, SubagentReturn};

/// The longest summary in Unicode scalars, where no tokens are counted (R-J3).
pub const MAX_SUMMARY: usize = 400;

/// A summary has fewer tokens than this, where they are counted (R-J3).
pub const MAX_TOKENS: usize = 100;

/// How many sentences a summary has.
const SENTENCES: std::ops::RangeInclusive<usize> = 2..=5;

pub(super) fn rules(value: &SubagentReturn, expectations: &Expectations, issues: &mut Vec<Issue>) {
    let Some(summary) = value.summary.as_deref().filter(|summary| !is_blank(summary)) else { return };
    let at = || Path::root().key("summary");
    let too_long = if let Some(counter) = &expectations.tokens {
        let tokens = counter.count(summary);
        (tokens >= MAX_TOKENS).then(|| format!("the summary has {tokens} tokens; it has less than {MAX_TOKENS}"))
    } else {
        // Most summaries are shorter in bytes already, and then nothing needs counting.
        let length = if summary.len() <= MAX_SUMMARY { 0 } else { summary.chars().count() };
        (length > MAX_SUMMARY).then(|| format!("the summary has {length} characters; at most {MAX_SUMMARY}"))
    };
    if let Some(message) = too_long {
        let help = "say in two to five short sentences what was done";
        issues.push(Issue::new(&SUMMARY_LENGTH, at(), message).help(help));
    }
    let count = sentences(summary);
    if !SENTENCES.contains(&count) {
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("the summary has {count} sentence{plural}; two to five are asked for");
        issues.push(Issue::new(&SUMMARY_SENTENCES, at(), message));
    }
}

/// The text, cut to the length of a summary.
pub(crate) fn shortened(text: &str) -> Option<String> {
    let keep = text.char_indices().nth(MAX_SUMMARY - 1).map(|(at, _)| at)?;
    text.chars().nth(MAX_SUMMARY)?;
    Some(format!("{}…", text.get(..keep).unwrap_or_default()))
}

/// How many sentences the text has: a full stop, exclamation or question mark ends one where a new one can begin.
fn sentences(text: &str) -> usize {
    let mut count = 0;
    let mut open = text;
    let mut rest = text;
    while let Some(at) = mark_in(rest) {
        let marked = rest.get(at..).unwrap_or_default();
        let full_width = marked.starts_with(['。', '！', '？']);
        // A run of marks and what closes after it is looked at once.
        let after = marked.trim_start_matches(MARKS);
        let next = after.trim_start();
        // "e.g. this" goes on, and "v1.2" has no blank.
        let ends = next.is_empty() || next.len() < after.len() && !next.starts_with(char::is_lowercase);
        if full_width || ends {
            count += usize::from(is_said(open.get(..open.len() - marked.len()).unwrap_or_default()));
            open = after;
        }
        rest = after;
    }
    count + usize::from(is_said(open))
}

/// Where the first mark stands that can end a sentence. Looked for by bytes, since nearly all are letters.
fn mark_in(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) =
        bytes.get(from..)?.iter().position(|byte| matches!(byte, b'.' | b'!' | b'?' | 0xE2 | 0xE3 | 0xEF))
    {
        let at = from + at;
        if text.get(at..)?.starts_with(['.', '!', '?', '…', '。', '！', '？']) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// What ends a sentence, and what may close after it.
const MARKS: [char; 16] = ['.', '!', '?', '…', '。', '！', '？', '"', '\'', '”', '’', ')', ']', '*', '`', '»'];

fn is_said(sentence: &str) -> bool {
    sentence.bytes().any(|byte| byte.is_ascii_alphanumeric()) || sentence.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_counted() {
        for (text, count) in [
            ("", 0),
            ("...", 0),
            ("Done.", 1),
            ("Done", 1),
            ("Done. Tested", 2),
            ("Wrote v1.2 of the plan, e.g. phase one. Nothing else!", 2),
            ("Phases 1-2 of 3. Phase 3 timed out.", 2),
            ("He said \"stop.\" Then he left.", 2),
            ("What? How?! Why...", 3),
            ("完了。全て成功。", 2),
            ("“Ja” – sagte er… Dann ging er！", 2),
        ] {
            assert_eq!(sentences(text), count, "{text}");
        }
    }

    #[test]
    fn counting_is_linear() {
        // Quadratic counting of this would take minutes.
        assert_eq!(sentences(&"e.g. ".repeat(200_000)), 1);
        assert_eq!(sentences(&".".repeat(1_000_000)), 0);
    }

    #[test]
    fn a_long_text_is_cut_to_the_limit() {
        assert_eq!(shortened(&"é".repeat(400)), None);
        let cut = shortened(&"é".repeat(401)).unwrap();
        assert_eq!(cut.chars().count(), 400);
        assert!(cut.ends_with('…'));
    }
}
