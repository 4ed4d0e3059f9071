//! Freeing a line of the marks before it and a word of the marks around it (R-A6).

use super::decoration::{Decoration, Decorations, is_emoji, sign_in};
use super::emphasis::{Opening, dangling_end, run_len, strip_emoji, strip_emoji_end};
use super::lines::{BLANKS, trim_blank};

/// A line without the marks before it (R-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marked<'a> {
    /// What is left, trimmed; a slice of the line.
    pub rest: &'a str,
    /// What was taken off.
    pub decorations: Decorations,
}

/// A word without the marks around it (R-A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bare<'a> {
    /// What is left, trimmed; a slice of the value.
    pub text: &'a str,
    /// What was taken off.
    pub decorations: Decorations,
}

/// Takes off what may stand before a marker or a key, in any order and again and again (R-A6).
///
/// That is: line numbers (digits with `→`, `|` or `│` after them), quote marks, list marks and task boxes, heading
/// marks, emoji, and the opening marks of bold, italics and code directly before the first word. When such a mark
/// opened there is closed only at the line's very end, the closing one goes too. An underscore must have a partner; a
/// star or back-tick may have lost it.
///
/// ```
/// use envelope_core::text::{Decoration, marker_line};
/// let line = marker_line("   12→> **STATUS: success**");
/// assert_eq!(line.rest, "STATUS: success");
/// assert!(line.decorations.contains(Decoration::LineNumber) && line.decorations.contains(Decoration::Bold));
/// assert_eq!(marker_line("| a | b |").rest, "| a | b |");
/// ```
pub fn marker_line(line: &str) -> Marked<'_> {
    let mut rest = trim_blank(line);
    let mut decorations = Decorations::new();
    let mut used = Decorations::new();
    loop {
        if let Some((after, kind)) = block_mark(rest) {
            decorations.insert(kind);
            rest = trim_blank(after);
        } else if let Some(open) = Opening::read(rest).filter(|open| open.first_use(&mut used)) {
            decorations = decorations.union(open.decorations());
            rest = if open.closer == Some(open.whole_end()) { open.inside() } else { open.body };
        } else {
            return Marked { rest, decorations };
        }
    }
}

/// Takes off blanks, emoji and the marks of bold, italics and code around a word (R-A6).
///
/// Marks go in pairs, or singly where the partner was lost (`success**`), but never when there is more of them inside,
/// so `**a** and **b**` stays as it is. Two exceptions keep words whole: an underscore always needs its partner (`_x`
/// stays), and a lone star *after* a word is a footnote mark, which qualifies the word (R-A2), so `success*` stays.
/// Struck-out text stays too: it says the contrary.
///
/// ```
/// use envelope_core::text::bare;
/// assert_eq!(bare(" ✅ **success** ").text, "success");
/// assert_eq!(bare("`high`").text, "high");
/// assert_eq!(bare("snake_case").text, "snake_case");
/// ```
pub fn bare(value: &str) -> Bare<'_> {
    let mut text = trim_blank(value);
    let mut decorations = Decorations::new();
    let mut used = Decorations::new();
    loop {
        let behind = strip_emoji(text);
        let without = strip_emoji_end(behind);
        if without.len() < text.len() {
            // By lengths: to compare what is left every time would be quadratic.
            let before = text.get(..text.len() - behind.len()).unwrap_or_default();
            let after = behind.get(without.len()..).unwrap_or_default();
            for removed in [before, after].into_iter().filter(|removed| !removed.is_empty()) {
                decorations.insert(sign_in(removed));
            }
            text = trim_blank(without);
            continue;
        }
        if let Some(open) = Opening::read(text) {
            let inside = match open.closer {
                Some(at) if at == open.whole_end() => Some(open.inside()),
                None if open.mark != '_' && !open.body.contains(open.mark) => Some(open.body),
                _ => None,
            };
            if let Some(inside) = inside.filter(|_| open.first_use(&mut used)) {
                decorations = decorations.union(open.decorations());
                text = inside;
                continue;
            }
        }
        match dangling_end(text) {
            Some((inside, kind)) => {
                decorations = decorations.union(kind);
                text = inside;
            }
            None => return Bare { text, decorations },
        }
    }
}

/// `text` without the one mark of a block (or an emoji) that it starts with.
fn block_mark(text: &str) -> Option<(&str, Decoration)> {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(BLANKS);
    let first = text.chars().next()?;
    let rest = text.get(first.len_utf8()..)?;
    match first {
        '>' => Some((rest, Decoration::Quote)),
        '-' | '*' | '+' | '•' if ends(rest) => Some((rest, Decoration::List)),
        '[' => {
            let kind = if rest.starts_with(" ]") { Decoration::DoubtfulSign } else { Decoration::List };
            let rest = [" ]", "x]", "X]"].iter().find_map(|tick| rest.strip_prefix(tick))?;
            ends(rest).then_some((rest, kind))
        }
        '#' => {
            let len = run_len(text, '#');
            let rest = text.get(len..)?;
            (len < 7 && ends(rest)).then_some((rest, Decoration::Heading))
        }
        '0'..='9' => {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
            if let Some(item) = rest.strip_prefix(['.', ')']) {
                let short = text.len() - rest.len() < 10;
                return (short && ends(item)).then_some((item, Decoration::List));
            }
            let numbered = rest.strip_prefix(['→', '|']).or_else(|| trim_blank(rest).strip_prefix('│'))?;
            Some((numbered, Decoration::LineNumber))
        }
        _ if is_emoji(first) => {
            let rest = strip_emoji(text);
            Some((rest, sign_in(text.get(..text.len() - rest.len()).unwrap_or_default())))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_line(line: &str, rest: &str, decorations: &[Decoration]) {
        let expected = Marked { rest, decorations: decorations.iter().copied().collect() };
        assert_eq!(marker_line(line), expected, "{line}");
    }

    /// Would take minutes if each were looked for in all the others.
    #[test]
    fn any_number_of_signs_is_taken_off() {
        let text = "❌ ".repeat(500_000) + "done" + &" ✅".repeat(500_000);
        let found = bare(&text);
        assert_eq!(found.text, "done");
        let signs = [Decoration::DoubtfulSign, Decoration::Emoji];
        assert_eq!(found.decorations, signs.into_iter().collect());
    }

    #[test]
    fn marks_before_a_line() {
        use Decoration::{Bold, Code, DoubtfulSign, Emoji, Heading, Italic, LineNumber, List, Quote};
        check_line("RESULT: CLEAN", "RESULT: CLEAN", &[]);
        check_line("   12→RESULT: CLEAN", "RESULT: CLEAN", &[LineNumber]);
        check_line("12|RESULT", "RESULT", &[LineNumber]);
        check_line("  7   │ RESULT", "RESULT", &[LineNumber]);
        check_line("> > ## - RESULT", "RESULT", &[Quote, Heading, List]);
        check_line("1. [x] RESULT", "RESULT", &[List]);
        check_line("- [ ] RESULT", "RESULT", &[List, DoubtfulSign]);
        check_line("❌ RESULT: CLEAN", "RESULT: CLEAN", &[DoubtfulSign]);
        check_line("### ✅ **RESULT: CLEAN**", "RESULT: CLEAN", &[Heading, Emoji, Bold]);
        check_line("**⚠️ RESULT**: x", "RESULT**: x", &[Bold, DoubtfulSign]);
        check_line("***RESULT:*** x", "RESULT:*** x", &[Bold, Italic]);
        check_line("`RESULT: CLEAN`", "RESULT: CLEAN", &[Code]);
        check_line("_RESULT: CLEAN_", "RESULT: CLEAN", &[Italic]);
        check_line("*RESULT: CLEAN*", "RESULT: CLEAN", &[Italic]);
        check_line("**`RESULT`**: x", "RESULT`**: x", &[Bold, Code]);
        check_line("*RESULT: CLEAN", "RESULT: CLEAN", &[Italic]);
    }

    #[test]
    fn lines_that_stay() {
        let lines = "| a | b | ¦ 12 apples ¦ 3 → 4 ¦ 1.5: x ¦ -5 ¦ --- ¦ *** ¦ ** ¦ ```json ¦ #tag ¦ ####### ¦ \
            _private: 1 ¦ _a_b: 1 ¦ *.rs: glob ¦ **/*.rs ¦ [a](b) ¦ [ ]x ¦ +1 ¦ 1234567890. x ¦ "
            .split(" ¦ ");
        for line in lines {
            check_line(line, line, &[]);
        }
        check_line("*", "", &[Decoration::List]);
    }

    #[track_caller]
    fn check_word(value: &str, text: &str, decorations: &[Decoration]) {
        let expected = Bare { text, decorations: decorations.iter().copied().collect() };
        assert_eq!(bare(value), expected, "{value}");
    }

    #[test]
    fn marks_around_a_word() {
        use Decoration::{Bold, Code, Emoji, Italic};
        check_word(" success\r\n", "success", &[]);
        check_word("**success**", "success", &[Bold]);
        check_word("__success__", "success", &[Bold]);
        check_word("*success*", "success", &[Italic]);
        check_word("_snake_case_", "snake_case", &[Italic]);
        check_word("***success***", "success", &[Bold, Italic]);
        check_word("**`success`** ✅", "success", &[Bold, Code, Emoji]);
        check_word("**✅ success**", "success", &[Bold, Emoji]);
        check_word("✔️ success 🎉🎉", "success", &[Emoji]);
        check_word("success**", "success", &[Bold]);
        check_word("**success", "success", &[Bold]);
        check_word("success`", "success", &[Code]);
        check_word("**success ✅", "success", &[Bold, Emoji]);
        check_word("✅", "", &[Emoji]);
    }

    #[test]
    fn words_that_stay() {
        let words = "* ¦ ** ¦ * a ¦ snake_case ¦ _x ¦ x_ ¦ __init__.py ¦ **a** and **b** ¦ `a` b ¦ a `b` ¦ \
            success* ¦ ~~success~~ ¦ *.rs ¦ src/** ¦ **/*.rs ¦ a*b ¦ success ❓ ¦ not **success** ¦ ``` ¦ "
            .split(" ¦ ");
        for word in words {
            check_word(word, word, &[]);
        }
    }
}
