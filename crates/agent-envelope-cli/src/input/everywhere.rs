//! Whether git is told of files to ignore in every folder.

use std::env::{home_dir, var_os};
use std::fs;
use std::path::PathBuf;

/// What names a file of such globs, in settings of any case.
const SETTING: &[u8] = b"excludesfile";

/// Whether there may be such files. The walk finds out itself, but with a regular expression that takes longer to make
/// than a small folder to check; where no settings so much as mention them it need not look.
pub(super) fn may_be_ignored_everywhere() -> bool {
    let variable = |name| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let at_home = |name: &str| home_dir().map(|home| home.join(name));
    let git = variable("XDG_CONFIG_HOME").or_else(|| at_home(".config")).map(|settings| settings.join("git"));
    let system = variable("GIT_CONFIG_SYSTEM").unwrap_or_else(|| PathBuf::from("/etc/gitconfig"));
    let in_git = |name: &str| git.as_ref().map(|git| git.join(name));
    let settings = [variable("GIT_CONFIG_GLOBAL"), at_home(".gitconfig"), in_git("config"), Some(system)];
    in_git("ignore").is_some_and(|file| file.is_file()) || settings.into_iter().flatten().any(mentions)
}

fn mentions(settings: PathBuf) -> bool {
    let is_it = |word: &[u8]| word.eq_ignore_ascii_case(SETTING);
    fs::read(settings).is_ok_and(|text| text.windows(SETTING.len()).any(is_it))
}
