//! What is read: files, folders, or standard input.

mod backwards;
#[cfg(unix)]
mod direct;
mod everywhere;
mod ignores;
mod read;
mod regular;
mod walk;

use std::ffi::OsStr;
use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::io::{IsTerminal as _, stdin};
use std::iter::{empty, once};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

pub(crate) use backwards::Backwards;
use everywhere::Everywhere;
pub(crate) use read::{Message, make_of_each, text_of, up_to};
pub(crate) use regular::{open_regular, read_regular};
pub(crate) use walk::Seen;
use walk::{Globs, Order, walk};

use crate::exit::Failure;
use crate::parallel::Stop;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// One input, not yet read.
#[derive(Clone, Debug, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The input that an argument names.
    pub(crate) fn new(path: &Path) -> Self {
        if path == Path::new(STDIN) { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// The name as it was given or found, in its plainest spelling: without `./` and doubled slashes, so that one file
    /// named twice is one. Not yet fit for a terminal.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => STDIN.to_owned(),
            Self::File(path) => plain_name(path),
        }
    }

    /// What tells it from others: paths are not taken apart for it.
    fn key(&self) -> Option<&OsStr> {
        match self {
            Self::Stdin => None,
            Self::File(path) => Some(path.as_os_str()),
        }
    }
}

impl PartialEq for Input {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Hash for Input {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// A path in its plainest spelling.
fn plain_name(path: &Path) -> String {
    if is_plain(path) {
        return shown(path);
    }
    let plain: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    // A file of the name that stands for standard input keeps its `./`.
    shown(if plain.as_os_str().is_empty() || plain == Path::new(STDIN) { path } else { &plain })
}

/// Whether a path is in its plainest spelling for sure, as most that are found in folders.
fn is_plain(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let plain = |pair: &[u8]| pair != b"/." && pair != b"//";
    MAIN_SEPARATOR == '/' && !bytes.starts_with(b".") && !bytes.ends_with(b"/") && bytes.windows(2).all(plain)
}

/// A path as text. Bytes that are no UTF-8 are written as `\xff`, and so is a back-slash that would look like such an
/// escape: no two paths have the same text.
pub(crate) fn shown(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((before, after)) = rest.split_once("\\x").filter(|_| MAIN_SEPARATOR != '\\') {
            let _ = write!(text, "{before}{}", if is_escape(after) { "\\x5cx" } else { "\\x" });
            rest = after;
        }
        text.push_str(rest);
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Whether what follows `\x` makes an escape of it.
fn is_escape(after: &str) -> bool {
    after.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2
}

/// An input that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unreadable {
    /// Its name.
    pub(crate) name: String,
    /// What the system says.
    pub(crate) reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.name, self.reason)
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        Self::new(unreadable)
    }
}

/// An input, or why it cannot be read.
pub(crate) type Found = Result<Input, Unreadable>;

/// Inputs, as they are found.
pub(crate) type Inputs = Box<dyn Iterator<Item = Found> + Send>;

/// Every input that the arguments name, in their order; folders are walked as the inputs are drawn. No argument is
/// standard input.
pub(crate) fn collect(paths: &[PathBuf], globs: &[String], seen: &Seen) -> Result<Inputs, Failure> {
    let globs = Globs::new(globs)?;
    if paths.is_empty() && stdin().is_terminal() {
        return Err(no_input());
    }
    if paths.iter().filter(|path| path.as_path() == Path::new(STDIN)).count() > 1 {
        return Err(Failure::new("standard input (`-`) can be read once only"));
    }
    match paths {
        [] => Ok(Box::new(once(Ok(Input::Stdin)))),
        [path] => Ok(named(path, &globs, seen.clone())),
        _ => {
            let (paths, seen) = (paths.to_vec(), seen.clone());
            // One after the other and none inside another: there may be as many as a command line holds.
            Ok(Box::new(paths.into_iter().flat_map(move |path| named(&path, &globs, seen.clone()))))
        }
    }
}

/// What an argument names.
fn named(path: &Path, globs: &Globs, seen: Seen) -> Inputs {
    match Input::new(path) {
        Input::File(path) if path.is_dir() => {
            Box::new(walk(path, globs, seen, Order::Sorted).map(|path| path.map(Input::File)))
        }
        input => Box::new(once(Ok(input))),
    }
}

/// Files in the folders that the arguments name, in no order and without waiting for one; for whoever can begin with any.
pub(crate) fn unordered(paths: &[PathBuf], globs: &[String]) -> impl FnOnce(Stop) -> Inputs + Send {
    |stop| {
        // What is copied is freed by the same thread.
        let (paths, globs) = (paths.to_vec(), Globs::new(globs).ok());
        let Some(globs) = globs.filter(|_| Everywhere::look().is_lasting()) else {
            return Box::new(empty());
        };
        let (over, order) = (stop.clone(), Order::AsListed(stop));
        let paths = paths.into_iter().take_while(move |_| !over.is_over());
        let folders = paths.filter(|path| path != Path::new(STDIN) && path.is_dir());
        let files = folders.flat_map(move |folder| walk(folder, &globs, Seen::default(), order.clone()));
        // What cannot be read is for the walk in order to tell.
        Box::new(files.filter(Result::is_ok).map(|path| path.map(Input::File)))
    }
}

/// How many inputs the arguments name, for whoever asks: folders are walked once more for it, where that can be done.
pub(crate) fn counted(paths: &[PathBuf], globs: &[String]) -> impl FnOnce() -> Option<u64> + Send + use<> {
    let (paths, globs) = (paths.to_vec(), globs.to_vec());
    move || {
        let inputs = Everywhere::look().is_lasting().then(|| collect(&paths, &globs, &Seen::default()).ok())??;
        u64::try_from(inputs.count()).ok()
    }
}

/// What is said when nothing is named and nobody writes to standard input but a person.
pub(crate) fn no_input() -> Failure {
    Failure::new("no input: name a file, a folder, or `-` for standard input")
}

/// What is said when there is no input at all.
pub(crate) fn nothing_found(globs: &[String]) -> Failure {
    let fits = if globs.is_empty() { "" } else { " and fits the globs" };
    Failure::new(format!("no input found: the folders hold no file that is not ignored{fits}"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::HashSet;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Stdio;

    use super::*;
    use crate::faults::{Scratch, this_program};

    const ALONE: &str = "ENVELOPE_TEST_ALONE";

    /// In a process of its own, where this user has told git nothing.
    #[test]
    fn out_of_order_come_the_inputs_of_folders_by_the_same_paths() {
        let scratch = Scratch::new();
        if std::env::var_os(ALONE).is_none() {
            let test = "input::tests::out_of_order_come_the_inputs_of_folders_by_the_same_paths";
            let mut command = this_program(test);
            command.env(ALONE, "").env("HOME", scratch.root()).env("XDG_CONFIG_HOME", scratch.root());
            command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
            let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{output:?}");
            return;
        }
        for name in ["b", "a", "in/c", "in/deep/d", "in/.hidden", "out/e", ".git/f", "g.log"] {
            let path = scratch.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        std::fs::write(scratch.path(".gitignore"), "out\n").unwrap();
        let roots = ["", "in/", "./in", "in/../in", "a"].map(|name| scratch.path(name));
        let globs = ["!*.log".to_owned()];
        let found: Vec<Found> = collect(&roots, &globs, &Seen::default()).unwrap().collect();
        let in_folders: HashSet<&Found> = found.iter().filter(|found| **found != Ok(Input::new(&roots[4]))).collect();
        let unordered: Vec<Found> = unordered(&roots, &globs)(Stop::default()).collect();
        assert_eq!(found.len(), 15);
        assert_eq!(
            unordered.iter().filter(|found| found.as_ref() != Ok(&Input::new(&roots[4]))).collect::<HashSet<_>>(),
            in_folders
        );
    }

    #[test]
    fn no_two_files_have_one_name() {
        let name = |bytes: &[u8]| Input::new(Path::new(OsStr::from_bytes(bytes))).name();
        let cases: [(&[u8], &str); 10] = [
            (b"-", "-"),
            (b"./-", "./-"),
            (b"a\xff.md", "a\\xff.md"),
            (b"a\xfe.md", "a\\xfe.md"),
            (b"a\\xff.md", "a\\x5cxff.md"),
            (b"a\\x5cxff.md", "a\\x5cx5cxff.md"),
            (b"\\x\xff\\xg", "\\x\\xff\\xg"),
            ("é\\b.md".as_bytes(), "é\\b.md"),
            (b".//a/./b.md", "a/b.md"),
            (b".", "."),
        ];
        for (bytes, expected) in cases {
            assert_eq!(name(bytes), expected);
        }
    }
}
