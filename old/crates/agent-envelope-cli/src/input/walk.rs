//! Folders: every file in them, but for those that git ignores.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

use super::everywhere::Everywhere;
use super::ignores::{NO_PLAIN_FILE, Refused, odd_above};
use super::{Unreadable, plain_name, shown};
use crate::exit::Failure;
use crate::parallel::Stop;

/// What git and its kin keep in folders for themselves: no agent's message.
const HOUSEKEEPING: &[&str] = &[".git", ".gitignore", ".gitattributes", ".gitmodules", ".gitkeep", ".ignore"];

/// What people are told of the folders beside the messages in them; folders are walked on whichever thread draws the
/// next input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Arc<Mutex<Remarks>>);

#[derive(Debug, Default)]
struct Remarks {
    links: usize,
    not_understood: Vec<String>,
    empty: Vec<String>,
}

impl Seen {
    /// A line for each remark, not yet fit for a terminal. That a folder is empty goes without saying where no input was
    /// `found` at all.
    pub(crate) fn remarks(&self, found: bool) -> Vec<String> {
        let remarks = self.locked();
        let links = match remarks.links {
            0 => None,
            1 => Some("1 link not followed".to_owned()),
            count => Some(format!("{count} links not followed")),
        };
        let empty = remarks.empty.iter().filter(|_| found);
        remarks.not_understood.iter().chain(empty).cloned().chain(links).collect()
    }

    fn locked(&self) -> MutexGuard<'_, Remarks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which files of folders are read, by their names.
#[derive(Clone, Debug)]
pub(crate) struct Globs(Vec<String>);

impl Globs {
    /// The globs, if each is one.
    pub(crate) fn new(globs: &[String]) -> Result<Self, Failure> {
        let mut builder = OverrideBuilder::new("");
        for glob in globs {
            builder.add(glob).map_err(|error| Failure::new(format!("--glob {glob}: {error}")))?;
        }
        builder.build().map_err(|error| Failure::new(format!("--glob: {error}")))?;
        Ok(Self(globs.iter().flat_map(|glob| with_what_is_below(glob)).collect()))
    }

    /// The same below a folder.
    fn below(&self, folder: &Path) -> Override {
        let mut builder = OverrideBuilder::new(folder);
        let added = self.0.iter().try_for_each(|glob| builder.add(glob).map(|_| ()));
        added.and_then(|()| builder.build()).unwrap_or_else(|_| Override::empty())
    }
}

/// A glob, and one for what lies below a folder that it chooses: to choose a folder alone would choose no file.
fn with_what_is_below(glob: &str) -> Vec<String> {
    let path = glob.strip_prefix("./").unwrap_or(glob).trim_end();
    let folder = path.strip_suffix('/').unwrap_or(path);
    if folder.is_empty() || path.starts_with(['!', '#']) {
        return vec![glob.to_owned()];
    }
    // It counts at any depth, and with more slashes it would not.
    let anywhere = if folder.contains('/') { "" } else { "**/" };
    let below = format!("{anywhere}{folder}/**");
    if folder.len() < path.len() { vec![below] } else { vec![path.to_owned(), below] }
}

/// In which order the files of a folder come.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// By the bytes of their names, when all of them are known.
    Sorted,
    /// As the system lists them, at once, until it is over.
    AsListed(Stop),
}

impl Order {
    fn is_over(&self) -> bool {
        matches!(self, Self::AsListed(stop) if stop.is_over())
    }
}

/// The files under a folder as they are found; what git keeps for itself and what it ignores are left out, hidden files are
/// not, links are not followed. A folder that cannot be read is a failure, and the others go on.
pub(crate) fn walk(
    folder: PathBuf,
    globs: &Globs,
    seen: Seen,
    order: Order,
) -> impl Iterator<Item = Result<PathBuf, Unreadable>> + Send + use<> {
    let globs = globs.below(&folder);
    let refused = Refused::default();
    let whole = refused.refuses(&folder);
    let mut builder = WalkBuilder::new(&folder);
    if let Some(odd) = odd_above(&folder) {
        builder.parents(false);
        seen.locked().not_understood.push(format!("passed over: {}: {NO_PLAIN_FILE}", shown(&odd)));
    }
    builder.hidden(false).require_git(false).git_global(Everywhere::look().is_asked());
    if matches!(order, Order::Sorted) {
        // By bytes: to compare paths takes them apart every time.
        builder.sort_by_file_path(|one, other| {
            one.as_os_str().as_encoded_bytes().cmp(other.as_os_str().as_encoded_bytes())
        });
    }
    // The walk's own overrides would bring back what git ignores.
    let refusing = refused.clone();
    builder.filter_entry(move |entry| {
        let (name, is_folder) = (entry.file_name(), entry.file_type().is_some_and(|kind| kind.is_dir()));
        let is_left_out = || {
            HOUSEKEEPING.iter().any(|kept| name == *kept)
                || globs.matched(entry.path(), is_folder).is_ignore()
                // The next file is still given, so that whoever asks for it sees that it is over.
                || is_folder && (order.is_over() || refusing.refuses(entry.path()))
        };
        entry.depth() == 0 || !is_left_out()
    });
    let (mut entries, mut any) = ((!whole).then(|| builder.build()).into_iter().flatten(), false);
    std::iter::from_fn(move || {
        loop {
            let told = refused.take();
            let entry = if told.is_some() { None } else { entries.next() };
            let Some(entry) = entry else {
                // The last folders may have been refused while another entry was looked for.
                let Some(odd) = told.or_else(|| refused.take()) else { break };
                any = true;
                return Some(Err(odd));
            };
            let found = match entry {
                Ok(entry) => {
                    if let Some(error) = entry.error() {
                        let lines = error.to_string();
                        seen.locked().not_understood.extend(lines.lines().map(|line| format!("passed over: {line}")));
                    }
                    // A link or a pipe in a folder is not what anybody meant; a folder is walked.
                    let kind = entry.file_type();
                    let link = entry.depth() > 0 && kind.is_some_and(|kind| kind.is_symlink());
                    if link {
                        seen.locked().links += 1;
                    }
                    kind.is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path()))
                }
                Err(error) => Some(Err(unreadable(&folder, &error))),
            };
            if found.is_some() {
                any = true;
                return found;
            }
        }
        if !any {
            any = true;
            seen.locked().empty.push(format!("no message in {}", shown(&folder)));
        }
        None
    })
}

/// The innermost path and reason that the walk gives.
fn unreadable(folder: &Path, error: &ignore::Error) -> Unreadable {
    let (mut path, mut inner) = (folder, error);
    loop {
        inner = match inner {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            _ => break,
        };
    }
    // The system's own words: the walk wraps them in the operation and the path once more.
    let reason = inner.io_error().map_or_else(|| inner.to_string(), |error| error.kind().to_string());
    Unreadable { name: plain_name(path), reason }
}
