#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests read the fixtures")]

use agent_envelope::{AnyProtocol, PROTOCOLS};

/// The fixtures: the name, the protocol, and the bytes of each message.
pub(crate) fn fixtures() -> Vec<(String, &'static AnyProtocol, Vec<u8>)> {
    let mut all = Vec::new();
    for protocol in PROTOCOLS {
        let folder = format!("{}/../../fixtures/{}", env!("CARGO_MANIFEST_DIR"), protocol.kind);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{}/{}", protocol.kind, path.file_name().unwrap().to_string_lossy());
            if !name.ends_with(".expected.json") {
                all.push((name, protocol, std::fs::read(path).unwrap()));
            }
        }
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}
