//! Files that tell what git ignores, where they are none: a walk would read them whole, and a device or a pipe for ever.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Unreadable, plain_name};

/// What is said of one.
pub(super) const NO_PLAIN_FILE: &str = "what tells which files to ignore is no plain file of at most 1 MiB";

const NAMES: [&str; 3] = [".gitignore", ".ignore", ".git/info/exclude"];
const MOST: u64 = 1 << 20;

/// The first such file of a folder or of those that it is in.
pub(super) fn odd_above(folder: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(folder).ok()?;
    whole.ancestors().skip(1).find_map(odd_in)
}

fn odd_in(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|path| is_odd(path))
}

/// Whether it is neither a plain file, also behind a link, nor a folder, which the walk itself tells of.
fn is_odd(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_dir() && (!found.is_file() || found.len() > MOST))
}

/// The folders of a walk that are not read for such a file, not yet told of.
#[derive(Clone, Debug, Default)]
pub(super) struct Refused(Arc<Mutex<VecDeque<Unreadable>>>);

impl Refused {
    /// Whether the folder is one, which is told later.
    pub(super) fn refuses(&self, folder: &Path) -> bool {
        let odd = odd_in(folder).map(|path| Unreadable { name: plain_name(&path), reason: NO_PLAIN_FILE.to_owned() });
        let refuses = odd.is_some();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(odd);
        refuses
    }

    /// One that is still to be told.
    pub(super) fn take(&self) -> Option<Unreadable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::walk::{Globs, Order, Seen, walk};
    use crate::faults::Scratch;

    #[test]
    fn a_device_in_the_place_of_ignored_names_is_told_and_not_read() {
        let scratch = Scratch::new();
        for name in ["a/good.md", "b/other.md", "c/in/deep.md"] {
            std::fs::create_dir_all(scratch.path(name).parent().unwrap()).unwrap();
            std::fs::write(scratch.path(name), "").unwrap();
        }
        symlink("/dev/zero", scratch.path("b/.gitignore")).unwrap();
        std::fs::write(scratch.path("a/.gitignore"), "none\n").unwrap();
        std::fs::write(scratch.path("c/.ignore"), vec![b'x'; 2 << 20]).unwrap();
        let found = |folder: &str| {
            let globs = Globs::new(&[]).unwrap();
            let entries: Vec<_> = walk(scratch.path(folder), &globs, Seen::default(), Order::Sorted).collect();
            (
                entries.iter().filter(|entry| entry.is_ok()).count(),
                entries.iter().filter(|entry| entry.is_err()).count(),
            )
        };
        assert_eq!(found(""), (1, 2));
        assert_eq!(found("b"), (0, 1));
        assert_eq!(found("c/in"), (1, 0));
    }
}
