//! Opening what has to be a file, with the tools of the libraries.

pub(crate) use agent_envelope::envelope_core::fs::{open_regular, read_regular};

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::faults::{Scratch, pipe};

    #[test]
    fn only_files_are_opened_and_nothing_is_waited_for() {
        let scratch = Scratch::new();
        pipe(&scratch.path("pipe"));
        for path in [scratch.path("pipe"), "/dev/zero".into(), scratch.root().to_owned()] {
            let error = read_regular(&path, 9).unwrap_err().to_string();
            assert_eq!(error, "is no regular file", "{}", path.display());
        }
        fs::write(scratch.path("file"), "0123456789").unwrap();
        assert_eq!(read_regular(&scratch.path("file"), 3).unwrap(), b"0123");
        assert_eq!(read_regular(&scratch.path("file"), 10).unwrap(), b"0123456789");
    }
}
