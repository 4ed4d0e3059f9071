//! Whether a path stays under the root by its text alone (R-J7).

/// Why the path is not safe; `None` if it is.
pub(super) fn unsafe_because(path: &str) -> Option<&'static str> {
    let bytes = path.as_bytes();
    if is_plain(bytes) {
        return None;
    }
    if bytes.contains(&0) {
        return Some("it holds a NUL");
    }
    if path.starts_with("\\\\") || path.starts_with("//") {
        return Some("it names another machine");
    }
    if path.starts_with(['/', '\\']) {
        return Some("it is absolute");
    }
    if bytes.get(1) == Some(&b':') && bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        return Some("it names a drive");
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

/// Whether nothing in the path needs a closer look: one pass for the paths that nearly all are.
fn is_plain(path: &[u8]) -> bool {
    // Written so that it compiles to vector code.
    let odd = path.iter().fold(0, |odd, byte| odd | u8::from(*byte == 0) | u8::from(*byte == b'\\'));
    let pairs = path.iter().zip(path.get(1..).unwrap_or_default());
    let dots = pairs.fold(0, |dots, (one, two)| dots | (u8::from(*one == b'.') & u8::from(*two == b'.')));
    odd | dots == 0 && path.first() != Some(&b'/') && path.get(1) != Some(&b':')
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
            "a\0b",
        ] {
            assert!(unsafe_because(path).is_some(), "{path:?}");
        }
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
            "~/x",
            "a b/c d",
        ] {
            assert_eq!(unsafe_because(path), None, "{path:?}");
        }
    }
}
