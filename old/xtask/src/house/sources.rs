//! What Rust files look like: a first line that says what the file is, no unsafe code, libraries without I/O.

use std::path::{Path, PathBuf};

use super::code::{code, lines_with_word, std_paths};
use super::{assert_none, assert_one};
use crate::repo;

/// The one crate under `crates/` that talks to the world.
const COMMAND_LINE: &str = "agent-envelope-cli";
/// Parts of the standard library that a library crate keeps away from.
const OUTSIDE: [&str; 5] = ["std::fs", "std::env", "std::process", "std::net", "std::thread"];
/// The same, by the name used in the code.
const OUTSIDE_WORDS: [&str; 5] = ["SystemTime", "Instant", "stdin", "stdout", "stderr"];
const PRINTING: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Every Rust file under a folder of the repository, with its path from the root and its text.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let root = repo::root();
    let files = repo::walk(&root.join(folder)).expect("the repository can be read");
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    rust.map(|path| (repo::relative(&root, &path), repo::read_text(&path).expect("a Rust file is UTF-8"))).collect()
}

fn library_files() -> Vec<(String, String)> {
    let mut files = rust_files("crates");
    files.retain(|(path, _)| path.contains("/src/") && !path.starts_with(&format!("crates/{COMMAND_LINE}/")));
    let tests: Vec<PathBuf> = files.iter().flat_map(|(path, text)| test_modules(path, text)).collect();
    files.retain(|(path, _)| !tests.iter().any(|test| is_module(path, test)));
    files
}

/// Modules in files of their own that only tests have.
fn test_modules(path: &str, text: &str) -> Vec<PathBuf> {
    let path = Path::new(path);
    let folder = match path.file_name().and_then(|name| name.to_str()) {
        Some("lib.rs" | "main.rs" | "mod.rs") => path.with_file_name(""),
        _ => path.with_extension(""),
    };
    let after = text.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.trim_start().split_once(';'));
    let names = after.filter_map(|(item, _)| item.split_once("mod ").map(|(_, name)| name.trim()));
    names
        .filter(|name| name.chars().all(|character| character.is_alphanumeric() || character == '_'))
        .map(|name| folder.join(name))
        .collect()
}

fn is_module(path: &str, module: &Path) -> bool {
    Path::new(path).with_extension("") == module || Path::new(path).starts_with(module)
}

/// What reaches outside in a file that is not `fs.rs`.
fn reaches_outside(path: &str, text: &str) -> Vec<String> {
    if path.ends_with("/fs.rs") {
        return Vec::new();
    }
    let code = code(text);
    let under = |path: &str, outside: &str| {
        path.strip_prefix(outside).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let paths = std_paths(&code).into_iter().filter(|(_, path)| OUTSIDE.iter().any(|outside| under(path, outside)));
    let words = OUTSIDE_WORDS
        .iter()
        .flat_map(|word| lines_with_word(&code, word).into_iter().map(|line| (line, (*word).to_owned())));
    let macros = PRINTING.iter().map(|name| format!("{name}!"));
    let macros =
        macros.flat_map(|call| lines_with_word(&code, &call).into_iter().map(move |line| (line, call.clone())));
    let help = "a library does no I/O, reads no clock and prints nothing: take it from the caller, or move it to fs.rs";
    paths.chain(words).chain(macros).map(|(line, what)| format!("{path}:{line}: {what}: {help}")).collect()
}

/// `mod fs` without its feature before it; `text` is the file that declares it.
fn fs_without_feature(path: &str, text: &str) -> Vec<String> {
    let mut attributes = String::new();
    let mut problems = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.ends_with("mod fs;") && !line.starts_with("//") && !attributes.contains("#[cfg(feature = \"fs\")]") {
            problems.push(format!("{path}:{}: put `#[cfg(feature = \"fs\")]` before `mod fs`", at + 1));
        }
        attributes = if line.starts_with("#[") || line.starts_with("///") { attributes + line } else { String::new() };
    }
    problems
}

#[test]
fn every_file_says_what_it_is() {
    let files = [rust_files("crates"), rust_files("xtask")].concat();
    assert!(files.len() > 30, "the files are found");
    let silent = files.iter().filter(|(_, text)| !text.starts_with("//! "));
    assert_none(
        &silent
            .map(|(path, _)| format!("{path}: begin with a line `//! …` that says what the file is for"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn every_crate_forbids_unsafe_code() {
    let files = [rust_files("crates"), rust_files("xtask")].concat();
    let roots = files.iter().filter(|(path, _)| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"));
    let open = roots.filter(|(_, text)| !text.lines().any(|line| line == "#![forbid(unsafe_code)]"));
    assert_none(&open.map(|(path, _)| format!("{path}: add `#![forbid(unsafe_code)]`")).collect::<Vec<_>>());
}

#[test]
fn libraries_do_no_io() {
    let problems: Vec<String> = library_files().iter().flat_map(|(path, text)| reaches_outside(path, text)).collect();
    assert_none(&problems);
}

#[test]
fn the_disk_is_behind_a_feature() {
    let problems: Vec<String> =
        library_files().iter().flat_map(|(path, text)| fs_without_feature(path, text)).collect();
    assert_none(&problems);
}

#[test]
fn what_breaks_these_rules_is_found() {
    assert_one(&reaches_outside("a/src/lib.rs", "use std::{fmt, fs};"), "a/src/lib.rs:1: std::fs");
    assert_one(&reaches_outside("a/src/lib.rs", "\nfn f() { std::env::var(x); }"), ":2: std::env::var");
    assert_one(&reaches_outside("a/src/lib.rs", "fn f() { println!(); }"), "println!");
    assert_one(&reaches_outside("a/src/lib.rs", "fn f() { io::stdout(); }"), "stdout");
    assert_one(&reaches_outside("a/src/lib.rs", "use std::time::Instant;"), "Instant");
    assert_none(&reaches_outside("a/src/lib.rs", "//! std::fs\nuse std::io::Write; fn print() { my_println!() }"));
    assert_none(&reaches_outside("a/src/fs.rs", "use std::fs;"));
    assert_one(&fs_without_feature("a/src/lib.rs", "mod fs;"), "before `mod fs`");
    assert_none(&fs_without_feature("a/src/lib.rs", "#[cfg(feature = \"fs\")]\npub mod fs;"));
    let tests = test_modules("a/src/lib.rs", "#[cfg(test)]\nmod helper;\n#[cfg(test)]\nmod tests {\n let x;\n}");
    assert_eq!(tests, [PathBuf::from("a/src/helper")]);
    assert!(is_module("a/src/helper/x.rs", &tests[0]) && is_module("a/src/helper.rs", &tests[0]));
}
