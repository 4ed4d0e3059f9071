//! Texts in a form whose bytes compare as people expect.

/// Appends the normal form of a text (R-C11): trimmed, in lower case, without back-ticks and bold, blanks collapsed. Runs of
/// digits become their length and value, so that the bytes sort by value (R-C12); texts that differ have forms that differ.
pub(super) fn push(key: &mut Vec<u8>, text: &str) {
    let start = key.len();
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
    let (mut zeros, mut runs, mut is_blank, mut rest) = (Vec::new(), 0, false, text);
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        match c {
            '`' => rest = behind,
            '*' if behind.starts_with('*') => rest = &behind[1..],
            c if c == '\0' || c.is_whitespace() => (is_blank, rest) = (key.len() > start, behind),
            c => {
                if std::mem::take(&mut is_blank) {
                    key.push(b' ');
                }
                if !c.is_ascii_digit() {
                    let mut buffer = [0; 4];
                    c.to_lowercase().for_each(|c| key.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()));
                    rest = behind;
                    continue;
                }
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let (run, after) = rest.split_at(end);
                let digits = run.trim_start_matches('0');
                if digits.len() < run.len() {
                    // Most runs have none, and take no room.
                    zeros.resize(4 * runs, 0);
                    zeros.extend(number(run.len() - digits.len()));
                }
                runs += 1;
                key.push(b'0');
                key.extend(number(digits.len()));
                key.extend_from_slice(digits.as_bytes());
                rest = after;
            }
        }
    }
    if key.len() > start {
        // Leading zeros count last: `7` and `07` are equal by value, but not the same.
        key.push(0);
        key.extend(zeros);
        key.push(0);
    }
}

/// The normal form of texts, see [`push`].
pub(super) fn normal<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut key = Vec::new();
    for text in texts {
        push(&mut key, text);
        key.push(0);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Vec<u8> {
        normal([text])
    }

    #[test]
    fn decoration_case_and_blanks_make_no_difference() {
        for text in ["`a.md`  **S2**", " A.md s2 ", "a.md\u{a0}S2", "a.md `S2`"] {
            assert_eq!(key(text), key("a.md S2"), "{text}");
        }
        assert_ne!(key("a.md S02"), key("a.md S2"));
        assert_ne!(key("a.mdS2"), key("a.md S2"));
        assert_eq!(key("``"), key(" "));
        assert_eq!(key("Ärger"), key("ärger"));
    }

    #[test]
    fn numbers_sort_by_value() {
        let sorted = ["a 2", "a 02", "a 2 b", "a 10", "a 10.2", "a 10.10", "a 99999999999999999999999", "b"];
        assert!(sorted.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert!(key("a07b") > key("a7a") && key("a07a") < key("a7b"));
    }
}
