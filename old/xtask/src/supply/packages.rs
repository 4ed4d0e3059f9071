//! What is sent out: every crate can be packed, in the order of publishing, and holds its licences.

use std::path::Path;

use super::cargo;
use super::policy::{BUDGETS, IN_PACKAGE};

/// What is done with the packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packages {
    /// They are made.
    Packed,
    /// Each is built as well, with the packages of the ones before it; that takes minutes.
    Built,
}

/// Packs every crate.
pub(super) fn check(root: &Path, sent: Packages) -> Result<(), String> {
    let mut wrong = Vec::new();
    for (name, _) in BUDGETS {
        let list = cargo(root, &["package", "--list", "--allow-dirty", "--locked", "-p", name])?;
        wrong.extend(problems(name, &list));
    }
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let mut arguments = vec!["package", "--workspace", "--exclude", "xtask", "--allow-dirty", "--locked"];
    if sent == Packages::Packed {
        arguments.push("--no-verify");
    }
    cargo(root, &arguments).map(drop)
}

/// What a package lacks, and what it should not hold.
fn problems(name: &str, list: &str) -> Vec<String> {
    let files: Vec<&str> = list.lines().collect();
    let missing = IN_PACKAGE.iter().filter(|file| !files.contains(file));
    let missing = missing.map(|file| format!("{name}: {file} is missing in the package"));
    let by_cargo = ["Cargo.lock", "Cargo.toml.orig", ".cargo_vcs_info.json", "CHANGELOG.md"];
    let known = |file: &str| file.starts_with("src/") || IN_PACKAGE.contains(&file) || by_cargo.contains(&file);
    let strange = files.iter().map(|file| file.replace('\\', "/")).filter(|file| !known(file));
    missing.chain(strange.map(|file| format!("{name}: {file} does not belong in the package"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_package_lacks_is_named() {
        let whole = "Cargo.toml\nCargo.lock\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs\n";
        assert!(problems("a", whole).is_empty());
        assert_eq!(problems("a", &whole.replace("LICENSE-MIT\n", "")), ["a: LICENSE-MIT is missing in the package"]);
        assert_eq!(problems("a", &format!("{whole}.env\n")), ["a: .env does not belong in the package"]);
    }
}
