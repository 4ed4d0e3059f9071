//! Standard input, in which every line that a client sends can be read.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWriteExt as _, BufReader};

/// The lines of an input, repaired. The SDK drops a request with half of a surrogate pair without an answer, and a
/// client in JavaScript sends one where it cut a text inside an emoji.
pub(crate) fn repaired(input: impl AsyncRead + Send + Unpin + 'static) -> impl AsyncRead + Send + Unpin + 'static {
    let (mut write, read) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let (mut lines, mut line) = (BufReader::new(input), Vec::new());
        while lines.read_until(b'\n', &mut line).await? > 0 {
            replace_halves(&mut line);
            write.write_all(&line).await?;
            line.clear();
        }
        Ok::<_, std::io::Error>(())
    });
    read
}

/// Replaces the escape of half a surrogate pair by that of U+FFFD, as JavaScript does where it writes such a text as UTF-8.
fn replace_halves(line: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = line[at..].iter().position(|&byte| byte == b'\\') {
        let start = at + found;
        at = match (unit(line, start), unit(line, start + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => start + 12,
            (Some(0xD800..=0xDFFF), _) => {
                line[start + 2..start + 6].copy_from_slice(b"fffd");
                start + 6
            }
            _ => (start + 2).min(line.len()),
        };
    }
}

/// The UTF-16 code unit whose escape starts here.
fn unit(line: &[u8], start: usize) -> Option<u16> {
    let digits = line.get(start..start + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_halves_of_pairs_are_replaced() {
        for (line, expected) in [
            (r#"{"a":"\ud83d"}"#, r#"{"a":"\ufffd"}"#),
            (r#"{"a":"\uD83D\uDE00 \udE00x"}"#, r#"{"a":"\uD83D\uDE00 \ufffdx"}"#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d \\\ud83d\n""#, r#""\\ud83d \\\ufffd\n""#),
            (r"\ud83", r"\ud83"),
            ("\\", "\\"),
        ] {
            let mut bytes = line.as_bytes().to_vec();
            replace_halves(&mut bytes);
            assert_eq!(String::from_utf8_lossy(&bytes), expected, "{line}");
        }
    }
}
