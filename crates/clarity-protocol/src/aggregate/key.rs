//! Texts in a form whose bytes compare as people expect.

/// Appends the normal form of a text (R-C11): trimmed, in lower case, without back-ticks and bold, blanks collapsed. Runs of
/// digits become their length and value, so that the bytes sort by value (R-C12); texts that differ have forms that differ.
pub(super) fn push(key: &mut Vec<u8>, text: &str) {
    let start = key.len();
    let mut zeros = Vec::new();
    let mut runs = 0;
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut is_blank = false;
    while let Some(byte) = bytes.get(at) {
        let begins = at;
        at += 1;
        match byte {
            b'`' => continue,
            b'*' if bytes.get(at) == Some(&b'*') => {
                at += 1;
                continue;
            }
            b' ' | b'\t'..=b'\r' | 0 => {
                is_blank = key.len() > start;
                continue;
            }
            _ => {}
        }
        if *byte < 0x80 {
            if std::mem::take(&mut is_blank) {
                key.push(b' ');
            }
            if byte.is_ascii_digit() {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let digits = text[begins..at].trim_start_matches('0');
                runs += 1;
                if digits.len() < at - begins {
                    push_number(&mut zeros, runs);
                    push_number(&mut zeros, at - begins - digits.len());
                }
                key.push(b'0');
                push_number(key, digits.len());
                key.extend_from_slice(digits.as_bytes());
            } else {
                key.push(byte.to_ascii_lowercase());
            }
        } else if let Some(c) = text[begins..].chars().next() {
            at = begins + c.len_utf8();
            if c.is_whitespace() {
                is_blank = key.len() > start;
                continue;
            }
            if std::mem::take(&mut is_blank) {
                key.push(b' ');
            }
            let mut buffer = [0; 4];
            c.to_lowercase().for_each(|c| key.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()));
        }
    }
    if key.len() > start {
        // Leading zeros count last: `7` and `07` are equal by value, but not the same.
        key.push(0);
        key.extend(zeros);
        key.push(0);
    }
}

/// A number whose bytes compare by value.
fn push_number(key: &mut Vec<u8>, number: usize) {
    match u8::try_from(number) {
        Ok(small) if small < u8::MAX => key.push(small),
        _ => {
            key.push(u8::MAX);
            key.extend((number as u64).to_be_bytes());
        }
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
