//! Whether git is told of files to ignore in every folder.

use std::env::{home_dir, var_os};
use std::fs::{self, Metadata};
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
    /// Nobody must ask: a device stands in the place of settings, as `/dev/zero`, and a walk would read it for ever.
    Endless,
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
            Ok(found) if found.is_dir() || is_null(settings, &found) => Self::Nothing,
            Ok(found) if is_device(&found) => Self::Endless,
            Ok(_) => Self::PerhapsOnce,
            Err(_) => Self::Nothing,
        }
    }

    /// Whether a walk is to ask.
    pub(super) fn is_asked(self) -> bool {
        matches!(self, Self::Perhaps | Self::PerhapsOnce)
    }

    /// Whether several walks are told the same.
    pub(super) fn is_lasting(self) -> bool {
        self != Self::PerhapsOnce
    }
}

/// What people name where there is to be nothing.
const NULL: &str = "/dev/null";

#[cfg(unix)]
fn is_null(settings: &Path, found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    settings == Path::new(NULL) || is_device(found) && fs::metadata(NULL).is_ok_and(|null| null.rdev() == found.rdev())
}

#[cfg(not(unix))]
fn is_null(settings: &Path, _: &Metadata) -> bool {
    settings == Path::new(NULL)
}

#[cfg(unix)]
fn is_device(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    found.file_type().is_char_device() || found.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}
