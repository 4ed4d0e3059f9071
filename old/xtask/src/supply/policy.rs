//! What the supply chain may look like: the tables that a person changes, with the reason beside each entry.

/// How many crates a library may bring into a build with its default features, itself counted. A program that reads
/// one protocol should not pay for the others, so a crate that grows past its budget is a decision and no accident.
pub(super) const BUDGETS: [(&str, usize); 8] = [
    ("envelope-core", 16),
    ("clarity-protocol", 20),
    ("json-return", 17),
    // Its nested sections are read by a YAML crate, which brings half of these.
    ("status-block", 32),
    ("report-contract", 17),
    ("clarifications-md", 20),
    ("agent-envelope", 40),
    // The command: arguments, snippets, folders, threads, schemas.
    ("agent-envelope-cli", 125),
];

/// Licences under which a crate may come, each with its reason. A crate is fine when its expression can be met with
/// these alone.
pub(super) const LICENCES: [(&str, &str); 10] = [
    ("MIT", "our own; asks for its text to be kept"),
    ("Apache-2.0", "our own; asks for its text and notices to be kept"),
    ("Apache-2.0 WITH LLVM-exception", "Apache-2.0 with one duty less"),
    ("MIT-0", "MIT without the duty to keep its text"),
    ("BSD-2-Clause", "as MIT"),
    ("BSD-3-Clause", "as MIT, and no advertising with the authors' names"),
    ("NCSA", "as BSD-3-Clause; of the runtime under the fuzz targets, which nobody is sent"),
    ("Unicode-3.0", "for tables of Unicode; asks for its text to be kept"),
    ("Unlicense", "no duties"),
    ("Zlib", "asks only that changes be marked"),
];

/// Programs that talk to the network or fetch while they build; none of these may be in the lock file, so that no build
/// script has the means.
pub(super) const BANNED: [&str; 11] =
    ["attohttpc", "curl", "curl-sys", "git2", "hyper", "isahc", "minreq", "native-tls", "reqwest", "rustls", "ureq"];

/// Words of a program that fetches; no build script of the lock files may hold one.
pub(super) const FETCHING: [&str; 6] = ["curl", "wget", "std::net", "TcpStream", "UdpSocket", "Invoke-WebRequest"];

/// What every package must hold beside its code.
pub(super) const IN_PACKAGE: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
