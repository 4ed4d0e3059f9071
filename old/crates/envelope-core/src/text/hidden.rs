//! What stands in a message without being said in it: thoughts between tags, and comments (R-A12).

use super::fence::{Fences, LineRole};
use super::lines::{Line, Lines, is_blank};
use crate::Span;

/// Tags in which models think aloud.
const THINKING: [&str; 14] = [
    "think",
    "thinking",
    "antthinking",
    "thought",
    "thoughts",
    "thinking_process",
    "inner_monologue",
    "reasoning",
    "reasoning_content",
    "reflection",
    "scratchpad",
    "analysis",
    "seed:think",
    "internal_thoughts",
];
/// Marks that some models put around a thought in place of tags: what opens it and what closes it.
const MARKS: [(&str, &str); 6] = [
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|thinking|>", "<|/thinking|>"),
    ("<|think|>", "<|/think|>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
];
/// The one among their closers that also ends what is no thought.
const END: &str = "<|end|>";
/// How far from its start a tag ends at most.
const FAR: usize = 512;
/// What begins and what ends a comment.
const COMMENT: (&str, &str) = ("<!--", "-->");

/// Marks of bold and italics.
const EMPHASIS: [char; 2] = ['*', '_'];

/// A tag in which a model thinks aloud, such as `<think>` (R-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThinkingTag {
    /// Whether it is the closing one.
    pub closing: bool,
    /// One past its `>`.
    pub end: usize,
    /// Whether it closes a thought only where one was opened: alone it says nothing.
    pub closes_only: bool,
}

/// The thinking tag that begins at `at`, if one does: in any letter case, with attributes or without, on one line. A tag
/// that closes itself holds nothing and is none.
///
/// ```
/// use envelope_core::text::thinking_tag;
/// assert!(thinking_tag("So <think>", 3).is_some_and(|tag| !tag.closing && tag.end == 10));
/// assert!(thinking_tag("<b>", 0).is_none());
/// ```
pub fn thinking_tag(text: &str, at: usize) -> Option<ThinkingTag> {
    let bytes = text.as_bytes();
    let rest = bytes.get(at..bytes.len().min(at.saturating_add(FAR)))?;
    if rest.first() != Some(&b'<') || rest.get(1) == Some(&b'|') {
        return mark(rest, at);
    }
    let inner = rest.strip_prefix(b"<")?;
    let closing = inner.first() == Some(&b'/');
    let name = inner.get(usize::from(closing)..)?;
    let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(byte)).count();
    let known =
        THINKING.iter().any(|tag| name.get(..len).is_some_and(|name| name.eq_ignore_ascii_case(tag.as_bytes())));
    if !known {
        return None;
    }
    let end = memchr::memchr2(b'>', b'\n', rest).filter(|end| rest.get(*end) == Some(&b'>'))?;
    (rest.get(end - 1) != Some(&b'/')).then_some(ThinkingTag { closing, end: at + end + 1, closes_only: false })
}

/// The mark of a thought that `rest` begins with.
fn mark(rest: &[u8], at: usize) -> Option<ThinkingTag> {
    let found = |closing: bool, mark: &str| {
        let tag = ThinkingTag { closing, end: at + mark.len(), closes_only: mark == END };
        rest.starts_with(mark.as_bytes()).then_some(tag)
    };
    MARKS.iter().find_map(|(open, close)| found(false, open).or_else(|| found(true, close)))
}

/// What hides a part of a message (R-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "who hides something another way is not understood, and must not be")]
pub enum Hiding {
    /// Tags in which the agent thinks aloud.
    Thinking,
    /// A comment of HTML, which nobody sees.
    Comment,
}

/// A part of a message that is not said in it (R-A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HiddenPart {
    /// From the opening tag to the end of the closing one. Where only one of them is there, from the part before it or
    /// to the end of the text.
    pub span: Span,
    /// The tag that shows it: the opening one, or the closing one where that stands alone.
    pub tag: Span,
    /// What hides it.
    pub hiding: Hiding,
    /// Whether a closing tag ends it. What nothing closes goes on to the end of the text, and the agent hardly meant to
    /// hide all of that.
    pub closed: bool,
}

impl HiddenPart {
    /// What it is called in a message.
    pub const fn place(&self) -> &'static str {
        match self.hiding {
            Hiding::Thinking => "inside thinking tags",
            Hiding::Comment => "inside a comment",
        }
    }

    /// What is said of one that is [left open](left_open) beside a report.
    pub fn open_message(&self) -> String {
        format!("what stands {} is read for nothing, and nothing closes it", self.place())
    }
}

/// The part of `text` that nothing closes, if anything stands in it (R-A12). All of it is read for nothing, although the
/// agent may have meant to hide less; so a report beside it cannot be trusted.
///
/// ```
/// use envelope_core::text::{hidden_parts, left_open};
/// let text = "STATUS: success\n<!-- done\nSTATUS: failed\n";
/// assert!(left_open(&hidden_parts(text), text).is_some_and(|part| part.tag.of(text) == "<!--"));
/// assert!(left_open(&hidden_parts("a\n<think>\n"), "a\n<think>\n").is_none());
/// ```
pub fn left_open(parts: &[HiddenPart], text: &str) -> Option<HiddenPart> {
    let part = parts.last().filter(|part| !part.closed)?;
    (!is_blank(Span::new(part.tag.end(), part.span.end()).of(text))).then_some(*part)
}

/// The parts of `text` in which an agent thinks aloud or comments, in order (R-A12): what a line says there, it does not
/// report.
///
/// An opening tag counts where it begins its line, indented by at most three columns and outside of fences; in the middle
/// of a line it is something that the text speaks of. What it opens ends at its closing tag, wherever that stands, or with
/// the text. A closing thinking tag alone, at the start of a line or at its end however that is indented, ends a thought
/// that began in the prompt or in the middle of a line: all before it is hidden. Marks of bold and italics around a tag
/// say nothing.
///
/// ```
/// use envelope_core::text::hidden_parts;
/// let text = "<think>\nSTATUS: success\n</think>\nSTATUS: failed\n";
/// let [part] = hidden_parts(text)[..] else { panic!("one thought") };
/// assert_eq!((part.span.start(), part.tag.of(text)), (0, "<think>"));
/// assert!(part.span.of(text).ends_with("success\n</think>"));
/// ```
pub fn hidden_parts(text: &str) -> Vec<HiddenPart> {
    hidden_parts_except(text, |_, _| false)
}

/// A tag that would open a part, or close one that nothing opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LooseTag {
    /// Where it stands.
    pub span: Span,
    /// Whether it is a closing one.
    pub closing: bool,
}

/// The same as [`hidden_parts`], with the tags left out that `spoken` says are text, such as those in a quoted value
/// (R-A12). It is asked in the order of the text, with the place from which on nothing is hidden so far; inside a part
/// that is open it is not asked.
///
/// ```
/// use envelope_core::text::hidden_parts_except;
/// let text = "a: \"\n<think>\n\"\n<!-- b -->";
/// let [part] = hidden_parts_except(text, |_, tag| tag.span.start() < 10)[..] else { panic!("a comment") };
/// assert_eq!(part.span.of(text), "<!-- b -->");
/// ```
pub fn hidden_parts_except(text: &str, spoken: impl FnMut(usize, LooseTag) -> bool) -> Vec<HiddenPart> {
    let mut finder = Finder { open: None, depth: 0, fences: Fences::new(), found: Vec::new(), mentioned: 0, spoken };
    // Most messages have no tag at all.
    if Sign::next(text, 0).is_some() {
        Lines::after_bom(text).for_each(|line| finder.line(line));
    }
    finder.found.extend(finder.open.map(|(tag, hiding)| HiddenPart {
        span: Span::new(tag.start(), text.len()),
        tag,
        hiding,
        closed: false,
    }));
    finder.found
}

/// What opens or closes a hidden part.
#[derive(Clone, Copy)]
struct Sign {
    hiding: Hiding,
    closing: bool,
    end: usize,
    /// Whether it says nothing where no thought is open.
    closes_only: bool,
}

impl Sign {
    /// The sign that begins at `at`.
    fn at(text: &str, at: usize) -> Option<Self> {
        if let Some(tag) = thinking_tag(text, at) {
            let hiding = Hiding::Thinking;
            return Some(Self { hiding, closing: tag.closing, end: tag.end, closes_only: tag.closes_only });
        }
        let comment = text.get(at..)?.starts_with(COMMENT.0);
        comment.then_some(Self {
            hiding: Hiding::Comment,
            closing: false,
            end: at + COMMENT.0.len(),
            closes_only: false,
        })
    }

    /// The first sign from `from` on, and where it begins.
    fn next(line: &str, from: usize) -> Option<(usize, Self)> {
        let rest = line.as_bytes().get(from..)?;
        memchr::memchr3_iter(b'<', b'[', 0xE2, rest).find_map(|at| Some((from + at, Self::at(line, from + at)?)))
    }
}

struct Finder<F> {
    /// The tag that opened the part that is open.
    open: Option<(Span, Hiding)>,
    /// How many thinking tags are open in it.
    depth: usize,
    fences: Fences,
    found: Vec<HiddenPart>,
    /// How many tags the line opens in its middle, where they are spoken of.
    mentioned: usize,
    /// Whether a tag is text.
    spoken: F,
}

impl<F: FnMut(usize, LooseTag) -> bool> Finder<F> {
    fn line(&mut self, line: Line<'_>) {
        if self.open.is_none() && self.fences.classify(line.text) != LineRole::Text {
            return;
        }
        self.mentioned = 0;
        let (start, mut from) = (line.span.start(), 0);
        // One past the last tag that counted on this line.
        let mut after = 0;
        while let Some(next) = match self.open {
            Some((tag, hiding)) => self.inside(line, from, tag, hiding),
            None => self.outside(line, from, after),
        } {
            from = next.max(from + 1);
            after = self.found.last().map_or(after, |part| part.span.end().saturating_sub(start).max(after));
        }
    }

    /// Looks for the end of the open part; gives the place to go on from.
    fn inside(&mut self, line: Line<'_>, from: usize, tag: Span, hiding: Hiding) -> Option<usize> {
        let end = match hiding {
            Hiding::Comment => {
                let end = memchr::memmem::find(line.text.as_bytes().get(from..)?, COMMENT.1.as_bytes())?;
                from + end + COMMENT.1.len()
            }
            Hiding::Thinking => {
                let (_, sign) = Sign::next(line.text, from)?;
                match (sign.hiding, sign.closing) {
                    (Hiding::Comment, _) => return Some(sign.end),
                    (Hiding::Thinking, false) => self.depth += 1,
                    (Hiding::Thinking, true) => self.depth = self.depth.saturating_sub(1),
                }
                if self.depth > 0 {
                    return Some(sign.end);
                }
                sign.end
            }
        };
        self.open = None;
        // A fence that was opened inside is not open outside.
        self.fences = Fences::new();
        self.found.push(HiddenPart {
            span: Span::new(tag.start(), line.span.start() + end),
            tag,
            hiding,
            closed: true,
        });
        Some(end)
    }

    /// Looks for a tag that opens a part, or closes one that nothing opened.
    fn outside(&mut self, line: Line<'_>, from: usize, after: usize) -> Option<usize> {
        let (at, sign) = Sign::next(line.text, from)?;
        if sign.closes_only {
            return Some(sign.end);
        }
        let before = line.text.get(after..at)?.trim_end_matches(EMPHASIS);
        let begins = is_blank(before) && (after > 0 || before.len() < 4 && !before.contains('\t'));
        let ends = is_blank(line.text.get(sign.end..)?.trim_start_matches(EMPHASIS));
        let tag = Span::new(at, sign.end).shifted(line.span.start());
        let said_from = self.found.last().map_or(0, |part| part.span.end());
        if !begins && sign.hiding == Hiding::Thinking {
            // `it prints <think>…</think>` speaks of both.
            if !sign.closing {
                self.mentioned += 1;
            } else if self.mentioned > 0 {
                self.mentioned -= 1;
                return Some(sign.end);
            }
        }
        if !(begins || sign.closing && ends) || (self.spoken)(said_from, LooseTag { span: tag, closing: sign.closing })
        {
            return Some(sign.end);
        }
        if sign.closing {
            // A comment does not interrupt a thought.
            while self.found.pop_if(|part| part.hiding == Hiding::Comment).is_some() {}
            let thought_from = self.found.last().map_or(0, |part| part.span.end());
            self.found.push(HiddenPart {
                span: Span::new(thought_from, tag.end()),
                tag,
                hiding: sign.hiding,
                closed: true,
            });
            return Some(sign.end);
        }
        self.open = Some((tag, sign.hiding));
        self.depth = 1;
        // `<!-->` is a comment, too.
        Some(if sign.hiding == Hiding::Comment { at + 2 } else { sign.end })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let found: Vec<_> = hidden_parts(text).iter().map(|part| (part.span.of(text), part.tag.of(text))).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn thoughts() {
        check("a <b> c", &[]);
        check("<think>\na\n</think>\nb", &[("<think>\na\n</think>", "<think>")]);
        check("  <Thinking id=\"1\">a</THINKING> b", &[("<Thinking id=\"1\">a</THINKING>", "<Thinking id=\"1\">")]);
        check("<think>\na", &[("<think>\na", "<think>")]);
        check("<think>a<think>b</think>c</think>d", &[("<think>a<think>b</think>c</think>", "<think>")]);
        check("<think/>\na", &[]);
        check("**<think>**\na</think>b", &[("<think>**\na</think>", "<think>")]);
        check("<think>a</think> <think>b</think>", &[("<think>a</think>", "<think>"), ("<think>b</think>", "<think>")]);
        check("<thinker>\na", &[]);
        check("[THINK]a[/THINK]b", &[("[THINK]a[/THINK]", "[THINK]")]);
        check("◁think▷\na\n◁/think▷\nb", &[("◁think▷\na\n◁/think▷", "◁think▷")]);
        check("<seed:think>a</seed:think>b", &[("<seed:think>a</seed:think>", "<seed:think>")]);
        let channel = "<|channel|>analysis<|message|>";
        check(&format!("{channel}a<|end|>b"), &[(&format!("{channel}a<|end|>"), channel)]);
        check("a<|end|>", &[]);
        check("[think]\n“a”", &[]);
        check("\u{feff}<think>a</think>", &[("<think>a</think>", "<think>")]);
    }

    #[test]
    fn a_thought_that_began_in_the_prompt() {
        check("a\n</think>\nb", &[("a\n</think>", "</think>")]);
        check("a, then.</think>\nb", &[("a, then.</think>", "</think>")]);
        check("  a: \"b\"</think>\nb", &[("  a: \"b\"</think>", "</think>")]);
        check("a\n    </think>\nb", &[("a\n    </think>", "</think>")]);
        check("a </think> b", &[]);
        check("So that will do. </think>\nb", &[("So that will do. </think>", "</think>")]);
        check("Okay, <think>\na\n**</think>**\nb", &[("Okay, <think>\na\n**</think>", "</think>")]);
        check("it prints <think>a</think>\nb", &[]);
        check("a\n<!-- b -->\nc\n</think>\nd", &[("a\n<!-- b -->\nc\n</think>", "</think>")]);
        check("<think>a</think>b\n</think>c", &[("<think>a</think>", "<think>"), ("b\n</think>", "</think>")]);
    }

    #[test]
    fn tags_that_are_spoken_of() {
        check("the tag <think> opens\na", &[]);
        check("`<think>` opens", &[]);
        check("```\n<think>\n```\na", &[]);
        check("    <think>\na", &[]);
        check("\t<!-- a -->", &[]);
    }

    #[test]
    fn comments() {
        check("<!-- a\nb --> c", &[("<!-- a\nb -->", "<!--")]);
        check("<!-->\na", &[("<!-->", "<!--")]);
        check("<!-- a", &[("<!-- a", "<!--")]);
        check("<!-- <think> -->\na", &[("<!-- <think> -->", "<!--")]);
        check("<think>\n<!-- </think>\na", &[("<think>\n<!-- </think>", "<think>")]);
        check("a <!-- b", &[]);
        check("-->\na", &[]);
    }

    #[test]
    fn a_fence_does_not_outlive_a_thought() {
        check("<think>\n```\n</think>\n<!-- a -->", &[("<think>\n```\n</think>", "<think>"), ("<!-- a -->", "<!--")]);
    }

    proptest! {
        #[test]
        fn parts_follow_each_other(text in "(<think>|</think>|<!--|-->|\n|```|a| ){0,30}") {
            let mut end = 0;
            for part in hidden_parts(&text) {
                prop_assert!(part.span.start() >= end && part.span.contains(part.tag), "{:?}", part);
                end = part.span.end();
            }
            prop_assert!(end <= text.len());
        }
    }
}
