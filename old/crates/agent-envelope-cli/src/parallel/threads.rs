//! How many threads work.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::thread;

use crate::exit::Failure;

/// The variable that names the number of threads, for machines that are shared.
const THREADS: &str = "ENVELOPE_THREADS";
/// More threads than this help nobody, whatever the variable says.
pub(super) const MOST_THREADS: usize = 256;

/// As many as the variable says, or as there are cores for this process.
pub(crate) fn threads() -> Result<usize, Failure> {
    wanted(std::env::var_os(THREADS).as_deref())
}

fn wanted(variable: Option<&OsStr>) -> Result<usize, Failure> {
    let threads = match variable.filter(|text| !text.is_empty()) {
        Some(text) => {
            let number = text.to_str().and_then(|text| text.parse::<NonZeroUsize>().ok());
            number.ok_or_else(|| Failure::new(format!("{THREADS} is no number of threads: {}", text.display())))?
        }
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    Ok(threads.get().min(MOST_THREADS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_a_number_or_a_mistake() {
        let number = |text: &str| wanted(Some(OsStr::new(text))).ok();
        assert_eq!((number("1"), number("3"), number("18446744073709551615")), (Some(1), Some(3), Some(MOST_THREADS)));
        for wrong in ["0", "abc", "-1", "2 ", "99999999999999999999"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
        assert_eq!(number(""), wanted(None).ok());
    }
}
