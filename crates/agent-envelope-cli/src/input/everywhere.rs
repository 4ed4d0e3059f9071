//! Whether git is told of files to ignore in every folder.

use std::env::{home_dir, var_os};
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What names a file of such globs, in settings of any case.
const SETTING: &[u8] = b"excludesfile";

/// What is known of such files without a look at what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Everywhere {
    /// There are none.
    Nothing,
    /// There may be some.
    Perhaps,
    /// There may be some, but only the first who asks is told: settings come through a pipe.
    PerhapsOnce,
}

impl Everywhere {
    /// Looks once for all walks. A walk finds out itself, but with a regular expression that takes longer to make than a
    /// small folder to check; where no settings so much as mention such files it need not look.
    pub(super) fn look() -> Self {
        static KNOWN: OnceLock<Everywhere> = OnceLock::new();
        *KNOWN.get_or_init(|| {
            let variable = |name| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
            let at_home = |name: &str| home_dir().map(|home| home.join(name));
            let git = variable("XDG_CONFIG_HOME").or_else(|| at_home(".config")).map(|settings| settings.join("git"));
            let in_git = |name: &str| git.as_ref().map(|git| git.join(name));
            let system = variable("GIT_CONFIG_SYSTEM").unwrap_or_else(|| PathBuf::from("/etc/gitconfig"));
            let settings = [variable("GIT_CONFIG_GLOBAL"), at_home(".gitconfig"), in_git("config"), Some(system)];
            let told: Vec<Self> = settings.iter().flatten().map(|settings| Self::told_in(settings)).collect();
            if told.contains(&Self::PerhapsOnce) {
                Self::PerhapsOnce
            } else if told.contains(&Self::Perhaps) || in_git("ignore").is_some_and(|file| file.is_file()) {
                Self::Perhaps
            } else {
                Self::Nothing
            }
        })
    }

    fn told_in(settings: &Path) -> Self {
        let is_it = |word: &[u8]| word.eq_ignore_ascii_case(SETTING);
        let Ok(found) = fs::metadata(settings) else { return Self::Nothing };
        if is_pipe(found.file_type()) {
            return Self::PerhapsOnce;
        }
        // What is no file is left to the walk: to read it may never end.
        let mentioned = !found.is_file() || fs::read(settings).is_ok_and(|text| text.windows(SETTING.len()).any(is_it));
        if mentioned { Self::Perhaps } else { Self::Nothing }
    }
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}
