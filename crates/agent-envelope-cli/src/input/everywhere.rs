//! Whether git is told of files to ignore in every folder.

use std::env::{home_dir, var_os};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What names a file of such globs, in settings of any case.
const SETTING: &[u8] = b"excludesfile";

/// What is known of such files without a look at what they hold; of several places the last of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Everywhere {
    /// There are none.
    Nothing,
    /// There may be some.
    Perhaps,
    /// There may be some, but only the first walk that asks is told: settings come through a pipe or the like.
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
            let told = settings.iter().flatten().map(|settings| Self::told_in(settings));
            let usual = in_git("ignore").filter(|file| file.is_file()).map(|_| Self::Perhaps);
            told.chain(usual).max().unwrap_or(Self::Nothing)
        })
    }

    fn told_in(settings: &Path) -> Self {
        let is_it = |word: &[u8]| word.eq_ignore_ascii_case(SETTING);
        match fs::metadata(settings) {
            Ok(found) if found.is_file() => {
                let mentioned = fs::read(settings).is_ok_and(|text| text.windows(SETTING.len()).any(is_it));
                if mentioned { Self::Perhaps } else { Self::Nothing }
            }
            // What people name where there is to be nothing.
            Ok(found) if !found.is_dir() && settings != Path::new("/dev/null") => Self::PerhapsOnce,
            _ => Self::Nothing,
        }
    }
}
