//! Values that are an instruction copied back (R-A5).

use super::lines::{BLANKS, trim_blank};
use super::marks::bare;

/// What kind of placeholder stands for a value (R-A5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Placeholder {
    /// A name in angle brackets: `<path>`, `<pass>/<total>`.
    Angle,
    /// A name in braces: `{N}`, `{{name}}`, `${NAME}`.
    Brace,
    /// Three dots: `...`, `…`, `[...]`.
    Ellipsis,
    /// The words to choose from: `success | blocked | failed`.
    Alternatives,
}

impl Placeholder {
    /// Its name in a message (R-A5).
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Angle => "name in angle brackets",
            Self::Brace => "name in braces",
            Self::Ellipsis => "ellipsis",
            Self::Alternatives => "list of the allowed words",
        }
    }
}

/// The placeholder that the whole of `value` is, blanks and quotation marks around it aside (R-A5).
///
/// Several in a row with only punctuation between, such as `<pass>/<total>`, are one. HTML tags with attributes,
/// closing tags, comments, autolinks, mail addresses, JSON objects and code in braces are values.
///
/// ```
/// use envelope_core::text::{Placeholder, placeholder};
/// assert_eq!(placeholder("\"<path>\""), Some(Placeholder::Angle));
/// assert_eq!(placeholder("{N}"), Some(Placeholder::Brace));
/// assert_eq!(placeholder("[...]"), Some(Placeholder::Ellipsis));
/// assert_eq!(placeholder("see <path> for details"), None);
/// assert_eq!(placeholder(r#"{"a": 1}"#), None);
/// ```
#[inline]
pub fn placeholder(value: &str) -> Option<Placeholder> {
    if is_plain(value.as_bytes()) { None } else { read_placeholder(value) }
}

/// Whether an item of a list is an ellipsis with words behind it, which stands for items left out (R-A4).
///
/// ```
/// use envelope_core::text::stands_for_more;
/// assert!(stands_for_more("... and 5 more") && stands_for_more("…and 2 others"));
/// assert!(!stands_for_more(".../notes.md") && !stands_for_more("five more"));
/// ```
#[inline]
pub fn stands_for_more(item: &str) -> bool {
    // Nearly every item begins with a letter.
    !item.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && is_ellipsis_for_more(item)
}

fn is_ellipsis_for_more(item: &str) -> bool {
    let item = trim_blank(item);
    let dots = item.trim_start_matches('.');
    let rest = if item.len() - dots.len() > 2 { dots } else { item };
    let rest = rest.trim_start_matches('…');
    rest.len() < item.len() && (rest.starts_with(BLANKS) || rest.starts_with("and ") || rest.starts_with("plus "))
}

fn read_placeholder(value: &str) -> Option<Placeholder> {
    let text = unquoted(bare(value).text);
    if is_ellipsis(text) {
        return Some(Placeholder::Ellipsis);
    }
    // `planner|researcher|...`: words to choose from, whatever they are.
    let choice = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte))
    };
    if text
        .rsplit_once('|')
        .is_some_and(|(before, last)| is_ellipsis(trim_blank(last)) && before.split('|').all(choice))
    {
        return Some(Placeholder::Alternatives);
    }
    let kind = if text.starts_with('<') { Placeholder::Angle } else { Placeholder::Brace };
    let mut rest = text;
    loop {
        let after = match kind {
            Placeholder::Angle => after_angle(rest)?,
            _ => after_brace(rest)?,
        };
        if after.is_empty() {
            return Some(kind);
        }
        rest = after.trim_start_matches(|c| "/|,:.-–% ".contains(c));
        if rest.is_empty() && after == "%" {
            return Some(kind);
        }
    }
}

/// Nearly every value begins with a letter, and then only a choice that ends in an ellipsis can be a placeholder.
#[inline]
fn is_plain(value: &[u8]) -> bool {
    let ends_plainly = match value {
        [.., before, b'.'] => *before != b'.',
        [.., last] => last.is_ascii_alphanumeric(),
        [] => true,
    };
    value.first().is_some_and(u8::is_ascii_alphabetic) && (ends_plainly || has_no_bar(value))
}

fn has_no_bar(value: &[u8]) -> bool {
    memchr::memchr(b'|', value).is_none()
}

/// Whether `value` lists two or more of `words` and nothing else, but for other single words where `|` stands between all
/// of them (R-A5).
///
/// Between them stand `|`, `/`, a comma or "or"; they may be decorated, in another case, and together in `<…>`, `{…}`
/// or `(…)`. A `...` at the end stands for another word. For fields that hold one word: a list of words is a good value
/// for a field that holds several.
///
/// ```
/// use envelope_core::text::alternatives;
/// assert!(alternatives("high / medium / low", &["high", "medium", "low"]));
/// assert!(alternatives("<completed|partial|...>", &["completed", "partial", "failed"]));
/// assert!(!alternatives("foo | bar", &["high", "low"]));
/// ```
pub fn alternatives(value: &str, words: &[&str]) -> bool {
    let mut text = unquoted(value);
    for (open, close) in [('<', '>'), ('{', '}'), ('(', ')')] {
        if let Some(inside) = text.strip_prefix(open).and_then(|it| it.strip_suffix(close)) {
            text = trim_blank(inside);
            break;
        }
    }
    let known = |item: &str| {
        let item = bare(item).text;
        words.iter().any(|word| word.eq_ignore_ascii_case(item))
    };
    // Somebody else's list, if it has some of these words: nobody chose one.
    if is_choice(text) && text.split('|').filter(|part| known(part)).count() > 1 {
        return true;
    }
    let mut count = 0;
    let mut pieces = text.split('|').peekable();
    while let Some(piece) = pieces.next() {
        if known(piece) {
            count += 1;
            continue;
        }
        let mut items = items(piece).peekable();
        while let Some(item) = items.next() {
            let at_end = items.peek().is_none() && pieces.peek().is_none();
            if !(known(item) || at_end && is_ellipsis(item)) {
                return false;
            }
            count += 1;
        }
    }
    count > 1
}

/// The placeholder that stands for one of `words`: their list, or any other placeholder (R-A5).
///
/// ```
/// use envelope_core::text::{Placeholder, placeholder_among};
/// let words = ["success", "blocked", "failed"];
/// assert_eq!(placeholder_among("success | blocked | failed", &words), Some(Placeholder::Alternatives));
/// assert_eq!(placeholder_among("<STATUS>", &words), Some(Placeholder::Angle));
/// assert_eq!(placeholder_among("success", &words), None);
/// ```
pub fn placeholder_among(value: &str, words: &[&str]) -> Option<Placeholder> {
    if alternatives(value, words) { Some(Placeholder::Alternatives) } else { placeholder(value) }
}

/// `value` without the blanks and quotation marks around it.
fn unquoted(value: &str) -> &str {
    value.trim_matches(|c| BLANKS.contains(&c) || "\"'`“”‘’".contains(c))
}

/// The words of a list with `/`, commas and "or" between them.
fn items(piece: &str) -> impl Iterator<Item = &str> {
    // After a comma, "or" stands at the start.
    let unled = |part| trim_blank(part).strip_prefix("or ").unwrap_or(part);
    piece.split(['/', ',']).map(unled).flat_map(|part| part.split(" or ")).map(trim_blank)
}

/// Whether `text` is three dots or more, in any brackets and quotation marks.
fn is_ellipsis(text: &str) -> bool {
    let dots = text.trim_matches(|c| BLANKS.contains(&c) || "[](){}<>\"'`“”‘’".contains(c));
    match dots.strip_prefix('…') {
        Some(rest) => rest.chars().all(|c| c == '…'),
        None => dots.len() > 2 && dots.bytes().all(|byte| byte == b'.'),
    }
}

/// What follows the `<name>` that `text` starts with.
fn after_angle(text: &str) -> Option<&str> {
    let (name, after) = text.strip_prefix('<')?.split_once('>')?;
    let tag = name.starts_with(['/', '!', '?']) || name.ends_with('/') || name.contains(['<', '=', '\n']);
    let link = name.contains("://") || name.starts_with("mailto:");
    let mail =
        name.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !name.contains(' '));
    (!tag && !link && !mail && is_name(name)).then_some(after)
}

/// What follows the `{name}`, `{{name}}` or `${name}` that `text` starts with.
fn after_brace(text: &str) -> Option<&str> {
    let text = text.strip_prefix('$').unwrap_or(text).strip_prefix('{')?;
    let (name, after) = match text.strip_prefix('{') {
        Some(inside) => inside.split_once("}}")?,
        None => text.split_once('}')?,
    };
    // These make an object, a set or code of it.
    let value = name.contains(|c| ":;,=\"'`(){}[]<>\n".contains(c));
    (!value && is_name(name)).then_some(after)
}

fn is_name(name: &str) -> bool {
    name.contains(char::is_alphanumeric)
}

/// `a|b|c`: the words of a list with none chosen, whatever the list is. Text may say so and mean it; where something
/// else than text is wanted, it is a placeholder (R-A5).
pub(crate) fn is_choice(text: &str) -> bool {
    let word = |part: &str| {
        let part = part.trim();
        !part.is_empty()
            && part.len() <= 24
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    text.contains('|') && text.split('|').all(word)
}

/// The names of types, which templates put where a value of that type belongs.
const TYPES: [&str; 12] =
    ["string", "str", "text", "integer", "int", "float", "number", "boolean", "bool", "array", "list", "object"];

/// `integer (optional)`, `float`, `number | null`: the name of a type where a value of it is meant, with a remark in
/// brackets or without. Text may say so and mean it; where something else than text is wanted, it is a placeholder (R-A5).
pub(crate) fn is_type_name(text: &str) -> bool {
    let text = unquoted(text);
    let (name, remark) = text.split_once('(').map_or((text, ")"), |(name, remark)| (name, remark));
    let is_type = |name: &str| {
        let name = trim_blank(name).trim_end_matches('?');
        TYPES.iter().chain(&["null"]).any(|known| known.eq_ignore_ascii_case(name))
    };
    let known =
        TYPES.iter().any(|known| name.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known)));
    known && remark.ends_with(')') && name.split('|').all(is_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expected: Option<Placeholder>) {
        assert_eq!(placeholder(value), expected, "{value}");
    }

    #[test]
    fn placeholders() {
        for value in "<path> ¦  '<role description>'  ¦ <T> ¦ `<X%>` ¦ <pass>/<total> ¦ <docA>/<docB> ¦ \
            <file:line> ¦ <1-5> ¦ <high | medium | low> ¦ <what you did, in one line>"
            .split(" ¦ ")
        {
            check(value, Some(Placeholder::Angle));
        }
        for value in ["{N}", "{ N }", "{{name}}", "{{ user.name }}", "${NAME}", "{n}.{m}", "{path/to/file}", "{a|b}"] {
            check(value, Some(Placeholder::Brace));
        }
        for value in ["...", "…", "....", "\"...\"", "[...]", "(…)", "{ ... }", "<...>", "[\"...\"]"] {
            check(value, Some(Placeholder::Ellipsis));
        }
    }

    #[test]
    fn values() {
        for value in "\"\" ¦ a ¦ . ¦ .. ¦ ./a ¦ a... ¦ ... and more ¦ see <path> for details ¦ Vec<T> ¦ \
            <a href=\"b\"> ¦ </think> ¦ <br/> ¦ <!-- a --> ¦ <https://a.b> ¦ <mailto:a@b.c> ¦ <a@b.c> ¦ \
            <> ¦ <-> ¦ < 5 ¦ <path> done ¦ <path>{N} ¦ {} ¦ {\"a\":1} ¦ {a: 1} ¦ {a, b} ¦ { f(); } ¦ \
            {{a} ¦ $NAME ¦ ${A}/bin ¦ a/b ¦ foo | bar ¦ [] ¦ [x] ¦ - ¦ / ¦ "
            .split(" ¦ ")
        {
            check(value, None);
        }
    }

    #[test]
    fn names_of_types() {
        for text in ["integer (optional)", "float (0.0 to 1.0)", "Number", "`int`", "boolean | null", "string?"] {
            assert!(is_type_name(text), "{text}");
        }
        for text in ["", "null", "5", "integers", "integer 5", "int (a) b", "float is fine", "(optional)", "high"] {
            assert!(!is_type_name(text), "{text}");
        }
    }

    const WORDS: [&str; 4] = ["success", "blocked", "failed", "n/a"];

    #[test]
    fn lists_of_the_words() {
        for value in "success | blocked | failed ¦ success|blocked ¦ \"success|failed\" ¦ success / failed ¦ \
            success or failed ¦ success, blocked, or failed ¦ success|... ¦ success, … ¦ \
            <success|blocked|failed> ¦ {success|failed} ¦ ( Success | FAILED ) ¦ `success` | **failed** ¦ \
            success | n/a ¦ success|success ¦ done|success|failed ¦ success | blocked | passed"
            .split(" ¦ ")
        {
            assert!(alternatives(value, &WORDS), "{value}");
        }
        for value in "success ¦ n/a ¦ <success> ¦ success | done ¦ success failed ¦ ... | success | or what ¦ | ¦ \
            success | ¦ success, mostly ¦ success (failed) ¦ a/b ¦ success or not ¦ ... ¦ "
            .split(" ¦ ")
        {
            assert!(!alternatives(value, &WORDS), "{value}");
        }
    }
}
