//! Generated files: written, or compared with what is on disk.

use std::fmt::Write as _;
use std::path::Path;

use crate::diff::diff;
use crate::repo;

/// Whether a generator writes its files or only looks whether they are up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Create and overwrite.
    Write,
    /// Touch nothing; fail on any difference.
    Check,
}

/// One generated file.
#[derive(Debug)]
pub(crate) struct Generated {
    /// The path below the root, with `/`.
    pub(crate) path: String,
    /// All of its text.
    pub(crate) text: String,
}

/// Writes the files, or fails with every difference and the command that mends it.
pub(crate) fn sync(root: &Path, files: &[Generated], mode: Mode, command: &str) -> Result<(), String> {
    let mut wrong = String::new();
    for file in files {
        let path = root.join(&file.path);
        let known = if path.is_file() { Some(repo::read_text(&path)?) } else { None };
        match (mode, known) {
            (_, Some(known)) if known == file.text => {}
            (Mode::Write, _) => {
                repo::write(&path, &file.text)?;
                println!("wrote {}", file.path);
            }
            (Mode::Check, None) => drop(writeln!(wrong, "{} is missing", file.path)),
            (Mode::Check, Some(known)) => {
                let _ = write!(wrong, "{} is not what the code gives now:\n{}", file.path, diff(&known, &file.text));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong}to mend it, run `{command}` and commit the result")) }
}

/// Deals with files below `folder` that nothing generates: old generated ones (named `*.json`) are removed when
/// writing; what a person may have put there is never removed, only named. `by_hand` names files, and folders with a
/// `/` at the end, that belong there all the same.
pub(crate) fn strays(
    root: &Path,
    folder: &str,
    files: &[Generated],
    by_hand: &[&str],
    mode: Mode,
    command: &str,
) -> Result<(), String> {
    let mut wrong = String::new();
    for path in repo::walk(&root.join(folder))? {
        let name = repo::relative(root, &path);
        let kept = by_hand.iter().any(|kept| *kept == name || (kept.ends_with('/') && name.starts_with(kept)));
        if kept || files.iter().any(|file| file.path == name) {
            continue;
        }
        let old = path.extension().is_some_and(|ext| ext == "json");
        match (mode, old) {
            (Mode::Write, true) => {
                repo::remove(&path)?;
                println!("removed {name}");
            }
            (Mode::Check, true) => drop(writeln!(wrong, "{name} is stray: run `{command}`, which removes it")),
            (_, false) => drop(writeln!(wrong, "{name} is stray: {folder}/ holds generated files only, move it away")),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.trim_end().to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn file(text: &str) -> [Generated; 1] {
        [Generated { path: "out/a.json".to_owned(), text: text.to_owned() }]
    }

    #[test]
    fn writing_makes_checking_content() {
        let scratch = Scratch::new("generated");
        let missing = sync(scratch.path(), &file("one\n"), Mode::Check, "cargo make-it").unwrap_err();
        assert_eq!(missing, "out/a.json is missing\nto mend it, run `cargo make-it` and commit the result");
        sync(scratch.path(), &file("one\n"), Mode::Write, "").unwrap();
        sync(scratch.path(), &file("one\n"), Mode::Check, "").unwrap();
        scratch.write("out/a.json", "one\r\n");
        sync(scratch.path(), &file("one\n"), Mode::Check, "").expect("line ends are not a difference");
        let changed = sync(scratch.path(), &file("two\n"), Mode::Check, "cargo make-it").unwrap_err();
        assert!(changed.contains("- one") && changed.contains("+ two"), "{changed}");
    }

    #[test]
    fn strays_are_named_and_only_generated_ones_removed() {
        let scratch = Scratch::new("strays");
        for path in ["out/a.json", "out/old.json", "out/README.md", "out/notes.txt", "out/kept/b.json"] {
            scratch.write(path, "x");
        }
        let clean =
            |mode| strays(scratch.path(), "out", &file("x"), &["out/README.md", "out/kept/"], mode, "cargo make-it");
        let wrong = clean(Mode::Check).unwrap_err();
        assert!(wrong.contains("out/old.json is stray") && wrong.contains("out/notes.txt is stray"), "{wrong}");
        assert!(!wrong.contains("README") && !wrong.contains("a.json") && !wrong.contains("kept"), "{wrong}");
        let left = clean(Mode::Write).unwrap_err();
        assert!(left.contains("notes.txt") && !left.contains("old.json"), "{left}");
        assert!(!scratch.path().join("out/old.json").exists() && scratch.path().join("out/notes.txt").exists());
    }
}
