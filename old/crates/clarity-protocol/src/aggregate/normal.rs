//! Texts as they are compared: trimmed, folded, without back-ticks and bold, blanks collapsed (R-C11).

/// The text as it is compared with others, as UTF-8.
pub(super) fn normal(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    push_normal(&mut out, text);
    out
}

/// The same with its letter case kept: names of units are compared by it (R-C14).
pub(super) fn plain(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    pieces(text, |piece| out.extend_from_slice(piece.as_bytes()));
    out
}

/// Appends the normal form.
pub(super) fn push_normal(out: &mut Vec<u8>, text: &str) {
    let start = out.len();
    pieces(text, |piece| {
        if piece.is_ascii() {
            out.extend_from_slice(piece.as_bytes());
        } else {
            let folded = piece.chars().flat_map(char::to_lowercase);
            folded.for_each(|character| out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    });
    out.iter_mut().skip(start).for_each(u8::make_ascii_lowercase);
}

/// How many characters the text has without marks and needless blanks.
pub(super) fn length(text: &str) -> usize {
    let mut count = 0;
    pieces(text, |piece| count += piece.chars().count());
    count
}

/// Gives what is left of a text, piece by piece. Of the marks for bold only `**` goes: `__init__` is a name.
fn pieces<'t>(text: &'t str, mut put: impl FnMut(&'t str)) {
    let plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'`' | b'*');
    let (mut blank, mut begun) = (false, false);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = rest.bytes().take_while(|byte| plain(byte)).count();
        let length = match first {
            _ if run > 0 => run,
            '*' if rest.starts_with("**") => 2,
            _ => first.len_utf8(),
        };
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        if piece == "`" || piece == "**" {
            continue;
        }
        if run == 0 && first.is_whitespace() {
            blank = begun;
            continue;
        }
        if std::mem::take(&mut blank) {
            put(" ");
        }
        begun = true;
        put(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(String::from_utf8(normal(text)).as_deref(), Ok(expected));
    }

    #[test]
    fn decoration_case_and_blanks_do_not_count() {
        check("  **Docs/A.md**,\t`§ 3`  É ", "docs/a.md, § 3 é");
        check("** a ** b", "a b");
        check("a`` b", "a b");
        check("`**`", "");
        check("__init__.py *x", "__init__.py *x");
        assert_eq!(plain(" `API.md` "), b"API.md");
        assert_eq!((length(" **a**  b"), length("é"), length(" ")), (3, 1, 0));
    }
}
