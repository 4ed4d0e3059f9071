//! Whether a path stays under the root by its text alone (R-J7).

/// Why the path is not safe; `None` if it is. Slower than [`is_plain`], which answers for most.
pub(super) fn unsafe_because(path: &str) -> Option<&'static str> {
    let bytes = path.as_bytes();
    if bytes.contains(&0) {
        return Some("it holds a NUL");
    }
    if path.starts_with("\\\\") || path.starts_with("//") {
        return Some("it names another machine");
    }
    if path.starts_with(['/', '\\']) {
        return Some("it is absolute");
    }
    // A drive in the middle leaves the root, too, where a path is put together part by part.
    if path.split(['/', '\\']).any(names_a_drive) {
        return Some("it names a drive");
    }
    if let Some((scheme, _)) = path.split_once("://")
        && is_scheme(scheme)
    {
        return Some("it is an address, not a path");
    }
    if has_back_slash(path) && path.split(['/', '\\']).any(|part| part == "..") && beside_back_slash(path) {
        return Some("it goes up with a back-slash");
    }
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if depth == 0 => return Some("it leaves the root"),
            ".." => depth -= 1,
            _ => depth += 1,
        }
    }
    None
}

/// Whether the text can name the scheme of an address: `file`, `https`.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// `C:` and what begins so.
pub(crate) fn names_a_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Whether nothing in the path needs a closer look: one pass, eight bytes at a time, for the paths that nearly all are.
pub(super) fn is_plain(path: &str) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let equal = |eight: u64, byte: u8| {
        let zero = eight ^ (ONES * u64::from(byte));
        zero.wrapping_sub(ONES) & !zero & HIGH
    };
    let path = path.as_bytes();
    if path.first() == Some(&b'/') {
        return false;
    }
    let (chunks, rest) = path.as_chunks::<8>();
    let mut last = [b' '; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let mut dot_before = false;
    for chunk in chunks.iter().chain([&last]) {
        let eight = u64::from_le_bytes(*chunk);
        let dots = equal(eight, b'.');
        // A match may come with false ones above it, which costs a closer look and no more.
        let odd = equal(eight, 0) | equal(eight, b'\\') | equal(eight, b':') | (dots & (dots << 8));
        if odd != 0 || (dot_before && dots & 0xFF != 0) {
            return false;
        }
        dot_before = dots >> 56 != 0;
    }
    true
}

/// Whether a back-slash stands in the path.
pub(super) fn has_back_slash(path: &str) -> bool {
    path.contains('\\')
}

/// Whether a `..` stands before or after a back-slash as a part of its own.
fn beside_back_slash(path: &str) -> bool {
    path.split('/').any(|part| {
        let mut pieces = part.split('\\');
        part.contains('\\') && pieces.any(|piece| piece == "..")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_root_at_any_point_are_unsafe() {
        for path in [
            "/etc/passwd",
            "file:///etc/passwd",
            "https://example.org/a.md",
            "//host/share",
            "\\\\host\\share",
            "\\windows",
            "..",
            "../a",
            "a/../../b",
            "a/b/../../../a/b",
            "./../a",
            "a/./../../b",
            "..\\a",
            "a\\..\\b",
            "a/b\\..",
            "C:\\a",
            "c:/a",
            "c:a",
            "a/C:/x",
            "a/b/c:x",
            "a\\C:\\x",
            "1234567/../../x",
            "123456/../../x",
            "a\0b",
        ] {
            assert!(unsafe_because(path).is_some() && !is_plain(path), "{path:?}");
        }
    }

    /// The quick look never passes what a closer one would not.
    #[test]
    fn the_quick_look_sees_every_odd_byte_wherever_it_stands() {
        for odd in ["..", "\\", ":", "\0"] {
            for before in 0..24 {
                let path = format!("{}{odd}{}", "x".repeat(before), "y".repeat(11));
                assert!(!is_plain(&path), "{path:?}");
            }
        }
        for length in 0..24 {
            assert!(is_plain(&"a.b/c".repeat(length)));
        }
        assert!(!is_plain("/etc"));
    }

    #[test]
    fn other_paths_are_safe() {
        for path in [
            "a",
            "a/b.md",
            "./a",
            "a/../b",
            "a/..",
            ".hidden/x",
            "..a/b",
            "a..",
            "a/...",
            "a\\b",
            "a//b",
            "é/ü",
            "ab:c",
            "a/bc:d",
            "a/1:2",
            "~/x",
            "a b/c d",
        ] {
            assert_eq!(unsafe_because(path), None, "{path:?}");
        }
    }
}
