//! Which bytes a file had, so that the same file counts once (R-C13).

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::{Serialize, Serializer};

/// Length and FNV-1a hash of a file's bytes; written as `12-af63bd4c8601b7df` (R-C13).
///
/// It is the same on every machine. It need not withstand an attacker: two inputs count as one only where their names
/// and everything that was read of them are the same too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint {
    bytes: u64,
    hash: u64,
}

impl Fingerprint {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self { bytes: bytes.len() as u64, hash: bytes.iter().fold(0xcbf2_9ce4_8422_2325, step) }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:016x}", self.bytes, self.hash)
    }
}

/// The text is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidFingerprint;

impl fmt::Display for InvalidFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a length and a hash, like `12-af63bd4c8601b7df`")
    }
}

impl std::error::Error for InvalidFingerprint {}

impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (bytes, hash) = text.split_once('-').ok_or(InvalidFingerprint)?;
        let read = bytes.parse().ok().zip(u64::from_str_radix(hash, 16).ok());
        let read = read.map(|(bytes, hash)| Self { bytes, hash });
        read.filter(|read| read.to_string() == text).ok_or(InvalidFingerprint)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_published_hash() {
        assert_eq!(Fingerprint::of(b"").to_string(), "0-cbf29ce484222325");
        assert_eq!(Fingerprint::of(b"a").to_string(), "1-af63dc4c8601ec8c");
        assert_eq!("1-af63dc4c8601ec8c".parse(), Ok(Fingerprint::of(b"a")));
        for wrong in ["", "1", "1-x", "+1-af63dc4c8601ec8c", "1-AF63DC4C8601EC8C", "1-c"] {
            assert_eq!(wrong.parse::<Fingerprint>(), Err(InvalidFingerprint), "{wrong}");
        }
    }
}
