//! A message that is fenced as a whole (R-A6).

use super::fence::{Fence, Run, between};
use super::lines::{Lines, is_blank};

/// The fence that holds the whole of `text`, blanks and a byte order mark around it aside (R-A6).
///
/// Its opener is the first line that is not blank; its closer is the last such line, or it has none and runs to the
/// end.
///
/// A message is often put between three back-ticks although it holds such fences itself, so that the first inner closer
/// ends the outer fence by the rules. It counts as whole all the same when the last line could close the opener and the
/// lines between balance, every fence line with an info string being an opener and every bare one a closer. Inner
/// fences *without* an info string do not balance: then the message is as likely a row of separate fences, and the
/// answer is `None`.
///
/// ```
/// use envelope_core::text::whole_message_fence;
/// let text = "```\nSTATUS: success\n```json\n{}\n```\nDone.\n```\n";
/// assert_eq!(whole_message_fence(text).unwrap().inner.of(text), "STATUS: success\n```json\n{}\n```\nDone.\n");
/// assert!(whole_message_fence("```\na\n```\nand\n```\nb\n```").is_none());
/// ```
pub fn whole_message_fence(text: &str) -> Option<Fence> {
    let mut lines = Lines::after_bom(text).filter(|line| !is_blank(line.text)).peekable();
    let opener = lines.next()?;
    let outer = Run::read(opener.text).filter(Run::opens)?.mark;
    let mut closers = 0_usize;
    let mut closer = None;
    // The lengths of the inner fences that are open, by the second reading.
    let mut inner = Vec::new();
    let mut balanced = true;
    while let Some(line) = lines.next() {
        let run = Run::read(line.text).filter(|run| run.mark.byte == outer.byte && run.mark.len >= outer.len);
        let Some(run) = run else { continue };
        closers += usize::from(run.bare);
        if run.bare && lines.peek().is_none() {
            closer = Some(line);
        } else if run.bare {
            match inner.pop() {
                Some(len) if run.mark.len < len => inner.push(len),
                popped => balanced &= popped.is_some(),
            }
        } else if run.opens() {
            inner.push(run.mark.len);
        }
    }
    let whole = closers <= usize::from(closer.is_some()) || (closer.is_some() && balanced && inner.is_empty());
    whole.then(|| between(text, opener, closer))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fence::fences;
    use super::*;

    #[track_caller]
    fn check_whole(text: &str, expected: Option<(&str, bool)>) {
        let found = whole_message_fence(text);
        assert_eq!(found.map(|it| (it.inner.of(text), it.closed)), expected);
    }

    #[test]
    fn whole_messages() {
        check_whole("\n\n```text\na\n\n```\n \n", Some(("a\n\n", true)));
        check_whole("\u{feff}~~~\na\n", Some(("a\n", false)));
        check_whole("````\n```\na\n```\n````", Some(("```\na\n```\n", true)));
        check_whole("```\na\n~~~\nb\n```", Some(("a\n~~~\nb\n", true)));
        check_whole("```md\n```a\n1\n```\n```b\n2\n```\n```", Some(("```a\n1\n```\n```b\n2\n```\n", true)));
        check_whole("```md\n````a\n```\n1\n```\n````\n```", Some(("````a\n```\n1\n```\n````\n", true)));
        check_whole("```\na\n```\nafter", None);
        check_whole("before\n```\na\n```", None);
        check_whole("```json\na\n```\n```json\nb\n```", None);
        check_whole("```md\n```a\n1\n```\n```", Some(("```a\n1\n```\n", true)));
        check_whole("```md\n```a\n1\n```\n", Some(("```a\n1\n", true)));
        check_whole("```md\n```\n1\n```\n```", None);
        check_whole("```\na\n```\n```b\n```", None);
        check_whole("", None);
        check_whole("a", None);
        check_whole("```", Some(("", false)));
    }

    proptest! {
        #[test]
        fn one_fence_with_blanks_around_is_whole(text in "[`~a \n]{0,60}") {
            if let [only] = fences(&text)[..] {
                let outside = format!("{}{}", &text[..only.span.start()], &text[only.span.end()..]);
                prop_assert_eq!(is_blank(&outside), whole_message_fence(&text) == Some(only));
            }
        }
    }
}
