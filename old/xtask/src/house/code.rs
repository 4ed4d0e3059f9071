//! Rust source as code alone: comments, the insides of strings and test modules are blanked, lines stay.

/// The code of a file.
pub(super) fn code(source: &str) -> String {
    without_tests(&without_text(source))
}

/// Whether `word` stands in the code as a word of its own; gives the lines, from 1.
pub(super) fn lines_with_word(code: &str, word: &str) -> Vec<usize> {
    let is_word = |at: usize| {
        let before = code[..at].chars().next_back().is_some_and(in_word);
        let after = code[at + word.len()..].chars().next().is_some_and(in_word);
        !before && !after
    };
    code.match_indices(word).filter(|(at, _)| is_word(*at)).map(|(at, _)| line_of(code, at)).collect()
}

/// Every path that starts with `std::`, groups of a `use` taken apart, with its line.
pub(super) fn std_paths(code: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    for (at, start) in code.match_indices("std::") {
        if !code[..at].chars().next_back().is_some_and(in_word) {
            let mut found = Vec::new();
            path(&code[at + start.len()..], "std", &mut found);
            paths.extend(found.into_iter().map(|path| (line_of(code, at), path)));
        }
    }
    paths
}

/// Reads one path or group after `prefix::`, and gives what follows it.
fn path<'a>(rest: &'a str, prefix: &str, found: &mut Vec<String>) -> &'a str {
    let rest = rest.trim_start();
    if let Some(mut group) = rest.strip_prefix('{') {
        while !group.trim_start().is_empty() && !group.trim_start().starts_with('}') {
            let after = path(group, prefix, found);
            let end = after.find([',', '}']).unwrap_or(after.len());
            group = after[end..].strip_prefix(',').unwrap_or(&after[end..]);
        }
        return group.trim_start().strip_prefix('}').unwrap_or_default();
    }
    let end = rest.find(|character| !in_word(character)).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    let whole = if name == "self" { prefix.to_owned() } else { format!("{prefix}::{name}") };
    if let Some(deeper) = after.trim_start().strip_prefix("::") {
        return path(deeper, &whole, found);
    }
    found.push(whole);
    after
}

/// Blanks comments and the insides of strings and characters.
fn without_text(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let in_name = out.chars().next_back().is_some_and(in_word);
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            'b' | 'c' if !in_name && rest[1..].starts_with('r') => 1 + raw_string(&rest[1..]),
            'r' if !in_name => raw_string(rest),
            '"' => quoted(rest, '"'),
            '\'' if rest[1..].starts_with('\\') => quoted(rest, '\''),
            '\'' if rest.chars().nth(2) == Some('\'') => rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at),
            _ => 0,
        };
        if length > 1 {
            out.extend(rest[..length].chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a raw string at the start, 0 for anything else.
fn raw_string(rest: &str) -> usize {
    let hashes = rest[1..].chars().take_while(|character| *character == '#').count();
    let start = 1 + hashes;
    if !rest[start..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    rest[start + 1..].find(&end).map_or(rest.len(), |at| start + 1 + at + end.len())
}

/// The length of a quoted literal at the start.
fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == mark => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Blanks what `#[cfg(test)]` stands before: up to the closing brace of its block, or up to its semicolon.
fn without_tests(code: &str) -> String {
    let mut out = code.to_owned();
    while let Some(start) = out.find("#[cfg(test)]") {
        let mut depth = 0_usize;
        let mut end = out.len();
        for (at, character) in out[start..].char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && (character == '}' || character == ';') {
                end = start + at + 1;
                break;
            }
        }
        let blank: String =
            out[start..end].chars().map(|character| if character == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(start..end, &blank);
    }
    out
}

fn line_of(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

fn in_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[test]
fn only_code_is_left() {
    let source = "//! std::fs\nlet a = \"std::fs \\\" std::env\"; /* std::net /* x */ std::io */ b('\"', '\\'');\n\
                  let r = r#\"std::fs \" \"#; let l: &'static str = c;\n#[cfg(test)]\nmod tests {\n    fn f() { std::fs }\n}\nuse std::time;\n";
    let code = code(source);
    assert_eq!(std_paths(&code), [(8, "std::time".to_owned())], "{code}");
    assert_eq!(code.lines().count(), source.lines().count());
    assert!(code.contains("&'static str = c;"), "{code}");
}

#[test]
fn groups_are_taken_apart() {
    let paths = std_paths("use std::{fs::{self, File as F}, io::{Read, stdout}, fmt};\nlet x = std::env::var(1);");
    let names: Vec<&str> = paths.iter().map(|(_, path)| path.as_str()).collect();
    assert_eq!(names, ["std::fs", "std::fs::File", "std::io::Read", "std::io::stdout", "std::fmt", "std::env::var"]);
    assert_eq!(paths[5].0, 2);
    assert_eq!(lines_with_word("Instant\nInstantly an_Instant\n(Instant)", "Instant"), [1, 3]);
}
