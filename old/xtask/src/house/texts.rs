//! What no tracked text holds: names of package registries, and paths of somebody's machine.

use std::process::Command;

use super::{assert_none, assert_one};
use crate::repo;

/// Hosts in two parts, so that this file does not name them.
const HOSTS: [[&str; 2]; 5] =
    [["crates", "io"], ["npmjs", "com"], ["npmjs", "org"], ["pypi", "org"], ["pythonhosted", "org"]];
/// Where machines keep the folders of their people, in parts for the same reason.
const HOMES: [[&str; 2]; 5] = [["/ho", "me/"], ["/Use", "rs/"], ["/ro", "ot/"], ["/wo", "rk/"], ["C:\\Use", "rs\\"]];
/// Written by cargo, which names where a package comes from.
const BY_CARGO: &str = "Cargo.lock";

/// What is in the text and should not be. Fixtures quote what agents write, so made-up paths are welcome there.
fn problems(path: &str, text: &str, own_root: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mut problem = |what: &str, help: &str| problems.push(format!("{path}:{}: {what}: {help}", at + 1));
        for host in HOSTS.map(|parts| parts.join(".")) {
            if line.contains(&host) {
                problem(&host, "name no registry; say \"the registry\"");
            }
        }
        if line.contains(own_root) {
            problem(own_root, "write the path from the root of the repository");
        }
        for home in HOMES.map(|parts| parts.concat()) {
            if !path.starts_with("fixtures/") && !line.contains(own_root) && starts_here(line, &home) {
                problem(&home, "write the path from the root of the repository, or make one up under /srv/");
            }
        }
    }
    problems
}

/// Whether the path starts here and is not the end of a longer one: `net/work/` is no machine's folder.
fn starts_here(line: &str, path: &str) -> bool {
    let joined = |before: char| before.is_alphanumeric() || "_-.*}".contains(before);
    line.match_indices(path).any(|(at, _)| !line[..at].chars().next_back().is_some_and(joined))
}

/// The files that git knows; `None` outside of a repository, as in an unpacked archive.
fn tracked() -> Option<Vec<String>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(repo::root()).output().ok()?;
    let names = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| names.split_terminator('\0').map(str::to_owned).collect())
}

#[test]
fn no_registry_and_no_machine_is_named() {
    let root = repo::root();
    let files = tracked().unwrap_or_else(|| {
        let folders =
            ["crates", "docs", "fixtures", "schemas", "xtask"].map(|folder| repo::walk(&root.join(folder)).unwrap());
        folders.concat().iter().map(|path| repo::relative(&root, path)).collect()
    });
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !file.ends_with(BY_CARGO)) {
        // A file that was just removed, or that is no text, has nothing to say here.
        let text = repo::read(&root.join(file)).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        found.extend(problems(file, &text.unwrap_or_default(), &root.to_string_lossy()));
    }
    assert_none(&found);
}

#[test]
fn what_breaks_these_rules_is_found() {
    let check = |path: &str, text: &str| problems(path, text, "/srv/checkout");
    for host in HOSTS.map(|parts| parts.join(".")) {
        assert_one(&check("README.md", &format!("\nsee https://{host}/x")), "README.md:2");
        assert_one(&check("README.md", &format!("from static.{host}.")), &host);
    }
    for home in HOMES.map(|parts| parts.concat()) {
        assert_one(&check("src/a.rs", &format!("// see {home}me/x")), "src/a.rs:1");
        assert_none(&check("fixtures/a.txt", &format!("wrote {home}me/x")));
        assert_none(&check("src/a.rs", &format!("frame{home}x")));
    }
    assert_one(&check("fixtures/a.txt", "in /srv/checkout/x"), "/srv/checkout");
}
