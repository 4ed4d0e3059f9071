//! Where our code comes from and what is sent out: the crates that each of ours brings, their licences and build
//! scripts, and what a package holds. What is found is recorded under `docs/supply/`, so that a change to it is seen in
//! review; what breaks `policy.rs` fails.

mod licences;
mod packages;
mod policy;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::generated::{Generated, Mode, sync};
use crate::repo;
pub(crate) use packages::Packages;
use policy::{BANNED, BUDGETS, FETCHING};

/// Records are of one platform, or they would differ by who makes them.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Writes the records or compares them, and checks licences, budgets and packages.
pub(crate) fn run(root: &Path, mode: Mode, sent: Packages) -> Result<(), String> {
    let mut files = Vec::new();
    let mut wrong = Vec::new();
    for (name, budget) in BUDGETS {
        let tree = tree(root, name)?;
        let count = count(&tree);
        if count > budget {
            wrong.push(format!("{name}: {count} crates with its default features, its budget is {budget}"));
        }
        let text = format!("# {count} crates of at most {budget}\n{tree}");
        files.push(Generated { path: format!("docs/supply/{name}.txt"), text });
    }
    let packages = Package::all(&metadata(root, "Cargo.toml")?);
    wrong.extend(refused(&packages));
    // The fuzz targets have a lock file of their own; what it brings is built by us alone, under the same policy.
    let fuzzing = Package::all(&metadata(root, "fuzz/Cargo.toml")?);
    wrong.extend(refused(&fuzzing));
    let build_scripts = build_scripts(packages.iter().chain(&fuzzing));
    files.push(Generated { path: "docs/supply/build-scripts.txt".to_owned(), text: build_scripts });
    files.push(Generated { path: "docs/supply/licences.txt".to_owned(), text: licences_in_use(&packages) });
    if !wrong.is_empty() {
        return Err(format!("{}\nwhat is allowed stands in xtask/src/supply/policy.rs", wrong.join("\n")));
    }
    sync(root, &files, mode, "cargo xtask supply")?;
    packages::check(root, sent)?;
    println!("{} crates in the lock file, all within licences and budgets", packages.len());
    Ok(())
}

fn metadata(root: &Path, manifest: &str) -> Result<Value, String> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path", manifest];
    serde_json::from_str(&cargo(root, &arguments)?).map_err(|error| format!("cargo metadata: {error}"))
}

/// What we need to know of a crate.
#[derive(Debug)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// Where its build script lies, if it has one.
    build_script: Option<String>,
}

impl Package {
    /// Of every crate, by name; two versions of one crate are two.
    fn all(metadata: &Value) -> Vec<Self> {
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let build_script = |package: &Value| {
            let mut targets = package["targets"].as_array().into_iter().flatten();
            let script = targets.find(|target| target["kind"][0] == "custom-build")?;
            script["src_path"].as_str().map(str::to_owned)
        };
        let mut all: Vec<Self> = packages
            .map(|package| Self {
                name: package["name"].as_str().unwrap_or_default().to_owned(),
                version: package["version"].as_str().unwrap_or_default().to_owned(),
                licence: package["license"].as_str().map(str::to_owned),
                build_script: build_script(package),
            })
            .collect();
        all.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
        all
    }
}

/// What breaks the policy.
fn refused(packages: &[Package]) -> Vec<String> {
    let mut wrong = Vec::new();
    for package in packages {
        let name = &package.name;
        match package.licence.as_deref().map(licences::met) {
            Some(Ok(true)) => {}
            Some(Ok(false)) => {
                wrong.push(format!("{name}: its licence is not allowed: {}", package.licence.as_deref().unwrap_or("")));
            }
            Some(Err(error)) => wrong.push(format!("{name}: its licence cannot be read: {error}")),
            None => wrong.push(format!("{name}: it names no licence")),
        }
        if BANNED.contains(&name.as_str()) {
            wrong.push(format!("{name}: nothing here talks to the network, not even while it is built"));
        }
        if let Some(path) = &package.build_script {
            match repo::read_text(Path::new(path)) {
                Ok(script) => {
                    let found = FETCHING.iter().filter(|word| script.contains(**word));
                    wrong.extend(found.map(|word| format!("{name}: its build script says `{word}`")));
                }
                Err(error) => wrong.push(format!("{name}: its build script cannot be read: {error}")),
            }
        }
    }
    wrong
}

fn build_scripts<'a>(packages: impl Iterator<Item = &'a Package>) -> String {
    let head = "# Crates of the lock files that run a program of their own while they are built.\n\
        # Read the script of a new one and of a new version: it must fetch nothing and write only below OUT_DIR.\n";
    let with_script = packages.filter(|package| package.build_script.is_some());
    let lines: BTreeSet<String> =
        with_script.map(|package| format!("{} {}\n", package.name, package.version)).collect();
    head.to_owned() + &lines.into_iter().collect::<String>()
}

fn licences_in_use(packages: &[Package]) -> String {
    let mut lines: Vec<String> = packages
        .iter()
        .map(|package| format!("{}: {}", package.licence.as_deref().unwrap_or("none"), package.name))
        .collect();
    lines.sort();
    lines.dedup();
    format!("# The licence of every crate of the lock file, all platforms and features.\n{}\n", lines.join("\n"))
}

/// What a crate brings into a build of one's own; without the paths of this machine.
fn tree(root: &Path, name: &str) -> Result<String, String> {
    let tree =
        cargo(root, &["tree", "-p", name, "-e", "normal", "--locked", "--target", PLATFORM, "--charset", "ascii"])?;
    let lines = tree.lines().map(|line| {
        let path = line.find(" (/").or_else(|| line.find(":\\").and_then(|at| line[..at].rfind(" (")));
        path.map_or_else(
            || line.to_owned(),
            |at| {
                let after = line[at + 1..].find(')').map_or("", |end| &line[at + 1 + end + 1..]);
                format!("{}{after}", &line[..at])
            },
        )
    });
    Ok(lines.fold(String::new(), |text, line| text + line.trim_end() + "\n"))
}

/// How many crates the tree names.
fn count(tree: &str) -> usize {
    let name = |line: &str| {
        let line = line.trim_start_matches(|letter| "|`- ".contains(letter));
        line.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    tree.lines().map(name).collect::<BTreeSet<_>>().len()
}

/// What cargo prints.
fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let shown = format!("cargo {}", arguments.join(" "));
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = command.args(arguments).current_dir(root).output().map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{shown}: no UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn package(name: &str, licence: Option<&str>) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
            build_script: None,
        }
    }

    #[test]
    fn what_breaks_the_policy_is_found() {
        assert!(refused(&[package("serde", Some("MIT OR Apache-2.0"))]).is_empty());
        let wrong = refused(&[
            package("a", None),
            package("b", Some("GPL-3.0-only")),
            package("c", Some("MIT OR")),
            package("reqwest", Some("MIT")),
        ]);
        assert_eq!(wrong.len(), 4, "{wrong:?}");
        assert!(wrong[0].contains("no licence") && wrong[1].contains("not allowed"), "{wrong:?}");
        assert!(wrong[2].contains("cannot be read") && wrong[3].contains("network"), "{wrong:?}");
    }

    #[test]
    fn a_build_script_that_fetches_is_found() {
        let scratch = Scratch::new("fetching");
        scratch.write("quiet.rs", "fn main() { println!(\"cargo::rerun-if-changed=build.rs\"); }");
        scratch.write("loud.rs", "fn main() { std::process::Command::new(\"curl\"); }");
        let with = |script: &str| {
            let build_script = Some(scratch.path().join(script).display().to_string());
            refused(&[Package { build_script, ..package("a", Some("MIT")) }])
        };
        assert_eq!(with("quiet.rs"), Vec::<String>::new());
        assert!(with("loud.rs")[0].contains("curl"));
        assert!(with("none.rs")[0].contains("cannot be read"));
    }

    #[test]
    fn crates_are_counted_once() {
        let tree = "a v1.0.0\n|-- b v1.0.0\n|   `-- c v1.0.0\n|-- c v1.0.0 (*)\n`-- c v2.0.0\n";
        assert_eq!(count(tree), 4);
    }
}
