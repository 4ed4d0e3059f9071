//! Signs that a value is not outermost: members that follow an object that was closed too early, and a key or a list
//! before an object whose own container was not read (R-A2, R-A4, R-A12).

use super::ahead::Ahead;
use super::marks::Quote;
use crate::Span;

/// How far back a key or a comment before a value is looked for.
const BACK: usize = 512;

/// Members that follow the end of a value, surplus closers and comments between them aside.
///
/// Called once for a message, so the look may go as far as it takes.
pub(super) fn leftover(ahead: Ahead<'_>, end: usize) -> Option<Span> {
    let trivia = |at: usize| {
        let mut next = ahead.skip_all_blanks(at);
        while let Some(end) = ahead.comment_end(next).filter(|end| *end > next) {
            next = ahead.skip_all_blanks(end);
        }
        next
    };
    let start = ahead.skip_all_blanks(end);
    let (mut key, comma) = past_closers(ahead, end, trivia);
    let is_key = |at: usize| {
        let quoted = || {
            let after = ahead.string_end(at, ahead.len());
            after.is_some_and(|after| ahead.colon_like(trivia(after)) > 0)
        };
        // `Note: …` and a name in back-ticks begin a sentence, unless a comma says that something goes on.
        match ahead.quote(at) {
            Some(Quote::BackTick) => comma && quoted(),
            Some(_) => quoted(),
            None => comma && ahead.bare_key_end(at).is_some(),
        }
    };
    let first = key;
    // The items of a list that was not closed may come before the members.
    while comma && !is_key(key) {
        let Some((next, true)) = item_end(ahead, key).map(|after| past_closers(ahead, after, trivia)) else { break };
        key = next;
    }
    let found = is_key(key) || goes_on(ahead, end, first, comma);
    let end = if start < first { first } else { start };
    let line = ahead.rest(end).lines().next().unwrap_or_default().trim_end();
    found.then(|| Span::new(start, end + line.len()))
}

/// The end of the item that begins here, if it is a value and no word of a sentence.
fn item_end(ahead: Ahead<'_>, at: usize) -> Option<usize> {
    match ahead.byte(at)? {
        b'{' | b'[' => Some(ahead.skip_container(at)),
        b'0'..=b'9' | b'-' => {
            let number = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
            Some(at + ahead.rest(at).as_bytes().iter().take_while(|byte| number(byte)).count())
        }
        _ => ahead.string_end(at, ahead.len()),
    }
}

/// Whether what follows a value that ends at `end` belongs to a container around it: it has a closer that nothing opened,
/// and looks like JSON before that. `first` is where it begins, closers aside.
fn goes_on(ahead: Ahead<'_>, end: usize, first: usize, comma: bool) -> bool {
    let Some(closer) = unmatched_closer(ahead, first) else { return false };
    let between = Span::new(first, closer).of(ahead.text);
    let touches =
        first < closer && (first == end || !ahead.text.as_bytes().get(first - 1).is_some_and(u8::is_ascii_whitespace));
    comma || touches || between.contains('"') || ahead.bare_key_end(first).is_some()
}

/// The first closer from here on that nothing opened, before the next fence.
fn unmatched_closer(ahead: Ahead<'_>, from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0_usize);
    while let Some(byte) = ahead.byte(at) {
        super::steps::count(1);
        match byte {
            b'`' | b'~' if ahead.is_fence_line(at) => return None,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return Some(at),
            b'}' | b']' => depth -= 1,
            b'"' => {
                let rest = ahead.text.as_bytes().get(at + 1..).unwrap_or_default();
                let end = memchr::memchr2(b'"', b'\n', rest).filter(|end| rest.get(*end) == Some(&b'"'));
                at += end.map_or(0, |end| end + 1);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether the value at `start` is a member or an item of something that was not read. `last` is where the value before
/// it ended.
pub(super) fn is_nested(ahead: Ahead<'_>, start: usize, last: Option<usize>) -> bool {
    let follows = last.is_some_and(|last| {
        let (next, comma) = past_closers(ahead, last, |at| ahead.past_trivia(at).min(start.max(at)));
        comma && next == start
    });
    follows || has_key(ahead, start, last.is_some())
}

/// Past closers, commas and what `trivia` passes over; whether a comma or semicolon was among them.
fn past_closers(ahead: Ahead<'_>, end: usize, trivia: impl Fn(usize) -> usize) -> (usize, bool) {
    let (mut at, mut comma) = (trivia(end), false);
    loop {
        let len = match ahead.byte(at) {
            Some(b'}' | b']' | b')') => 1,
            Some(b',' | b';') => {
                comma = true;
                1
            }
            _ if ahead.is_wide_comma(at) => {
                comma = true;
                '，'.len_utf8()
            }
            _ => return (at, comma),
        };
        super::steps::count(len);
        at = trivia(at + len);
    }
}

/// Whether a key and a colon stand before the value. A label in prose (`Result: {…}`) is none: a bare name is a key only
/// after a comma that ends a member.
fn has_key(ahead: Ahead<'_>, start: usize, after_value: bool) -> bool {
    let near = near_before(ahead, start);
    let before = without_trivia(near);
    let colons = [":", "=>", "=", "："];
    let Some(name) = colons.iter().find_map(|colon| before.strip_suffix(colon)) else { return false };
    let name = without_trivia(name);
    let Some(last) = name.chars().next_back() else { return false };
    let is_quote = matches!(last, '"' | '\'' | '“' | '”' | '‘' | '’' | '»');
    if is_quote {
        return true;
    }
    let name = name.strip_suffix('`').map_or(name, |name| name.rsplit_once('`').map_or(name, |(before, _)| before));
    let word = |character: char| character.is_alphanumeric() || "_$@-".contains(character);
    let Some(member) = without_trivia(name.trim_end_matches(word)).strip_suffix([',', ';', '{', '，']) else {
        return false;
    };
    let ends_value = |character: char| "\"'“”‘’»}]".contains(character);
    after_value || without_trivia(member).ends_with(ends_value)
}

/// The text before `start`, as far as it is looked at.
fn near_before(ahead: Ahead<'_>, start: usize) -> &str {
    let mut from = start.saturating_sub(BACK);
    while !ahead.text.is_char_boundary(from) {
        from += 1;
    }
    Span::new(from, start).of(ahead.text)
}

/// The text without blanks and comments at its end.
fn without_trivia(text: &str) -> &str {
    let mut whole = text;
    // A comment takes at least two bytes, so this ends.
    loop {
        let text = whole.trim_end();
        super::steps::count(whole.len() - text.len() + 1);
        let comment = if text.ends_with("*/") {
            text.strip_suffix("*/").and_then(|text| text.rfind("/*"))
        } else if !whole.get(text.len()..).is_some_and(|blanks| blanks.contains('\n')) {
            None
        } else {
            let line = text.rsplit_once('\n').map_or(text, |(_, line)| line);
            let mark = line.find("//").filter(|at| !line.get(..*at).is_some_and(|before| before.ends_with(':')));
            let after = mark.and_then(|at| line.get(..at)).map(str::trim_end);
            after.filter(|after| after.ends_with([':', ','])).map(|after| text.len() - line.len() + after.len())
        };
        let Some(before) = comment.and_then(|at| text.get(..at)) else { return text };
        whole = before;
    }
}
