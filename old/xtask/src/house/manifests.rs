//! What manifests look like: which crate may know which, what is inherited, what is optional.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{assert_none, assert_one};
use crate::repo;

/// The protocol crates, none of which knows another.
const SIBLINGS: [&str; 5] = ["clarity-protocol", "json-return", "status-block", "report-contract", "clarifications-md"];
const INHERITED: [&str; 4] = ["version", "edition", "rust-version", "license"];
const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// The manifests of all members, with their paths.
fn members() -> Vec<(String, Table)> {
    let root = repo::root();
    let mut folders = repo::entries(&root.join("crates")).expect("the repository can be read");
    folders.push(root.join("xtask"));
    let manifests = folders.iter().map(|folder| folder.join("Cargo.toml"));
    manifests.map(|path| (repo::relative(&root, &path), parse(&repo::read_text(&path).expect("a manifest")))).collect()
}

fn parse(text: &str) -> Table {
    text.parse().expect("cargo reads this manifest too")
}

/// Every dependency: section, key, and the entry.
fn dependencies(manifest: &Table) -> Vec<(&str, &str, &Value)> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let tables = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
    let sections = tables.flat_map(|table| SECTIONS.iter().map(|section| (*section, table.get(*section))));
    let entries = sections.filter_map(|(section, entries)| Some((section, entries?.as_table()?)));
    entries
        .flat_map(|(section, entries)| entries.iter().map(move |(key, entry)| (section, key.as_str(), entry)))
        .collect()
}

fn name(manifest: &Table) -> &str {
    manifest.get("package").and_then(|package| package.get("name")).and_then(Value::as_str).unwrap_or_default()
}

fn sibling_edges(path: &str, manifest: &Table) -> Vec<String> {
    if !SIBLINGS.contains(&name(manifest)) {
        return Vec::new();
    }
    let package = |key, entry: &Value| entry.get("package").and_then(Value::as_str).unwrap_or(key).to_owned();
    let known = dependencies(manifest).into_iter().map(|(section, key, entry)| (section, package(key, entry)));
    let wrong = known.filter(|(_, package)| SIBLINGS.contains(&package.as_str()));
    let help = "protocol crates do not know each other; what two of them need belongs to envelope-core";
    wrong.map(|(section, package)| format!("{path}: {section}: {package}: {help}")).collect()
}

fn not_inherited(path: &str, manifest: &Table) -> Vec<String> {
    let of_workspace =
        |value: Option<&Value>| value.and_then(|value| value.get("workspace")) == Some(&Value::Boolean(true));
    let package = |key: &str| manifest.get("package").and_then(|package| package.get(key));
    let keys = INHERITED.iter().filter(|key| !of_workspace(package(key)));
    let keys = keys.map(|key| format!("{path}: write `{key}.workspace = true`"));
    let lints =
        (!of_workspace(manifest.get("lints"))).then(|| format!("{path}: write `[lints]` with `workspace = true`"));
    let own = dependencies(manifest).into_iter().filter(|(_, _, entry)| !of_workspace(Some(*entry)));
    let own = own.map(|(section, key, _)| {
        format!("{path}: {section}: {key}: write `workspace = true`, and its version and reason in the root manifest")
    });
    keys.chain(lints).chain(own).collect()
}

/// `schemars` is for generators: never in a default build of a library.
fn schemars_by_default(path: &str, manifest: &Table) -> Vec<String> {
    let mut problems = Vec::new();
    for (section, key, entry) in dependencies(manifest) {
        let optional = entry.get("optional") == Some(&Value::Boolean(true));
        if key == "schemars" && section == "dependencies" && !optional {
            problems.push(format!("{path}: schemars: write `optional = true`"));
        }
        let features = entry.get("features").and_then(Value::as_array).into_iter().flatten();
        if section != "dev-dependencies" && features.filter_map(Value::as_str).any(|feature| feature == "schemars") {
            problems.push(format!("{path}: {key}: move its feature `schemars` to this crate's feature `schemars`"));
        }
    }
    let features = manifest.get("features").and_then(Value::as_table);
    let mut reached = BTreeSet::new();
    let mut open = vec!["default".to_owned()];
    while let Some(feature) = open.pop() {
        let leads =
            features.and_then(|features| features.get(&feature)).and_then(Value::as_array).into_iter().flatten();
        let leads: Vec<String> = leads.filter_map(Value::as_str).map(str::to_owned).collect();
        if reached.insert(feature) {
            open.extend(leads);
        }
    }
    let schemars = |feature: &String| feature.split(['/', ':']).next_back() == Some("schemars");
    problems.extend(reached.iter().filter(|feature| schemars(feature)).map(|feature| {
        format!("{path}: take `{feature}` out of the default features: a reader needs no schema generator")
    }));
    problems
}

/// A published crate points at its published sibling: path and version, the workspace's own.
fn loose_internal(root: &Table) -> Vec<String> {
    let workspace = root.get("workspace");
    let version = workspace.and_then(|workspace| workspace.get("package")).and_then(|package| package.get("version"));
    let entries = workspace.and_then(|workspace| workspace.get("dependencies")).and_then(Value::as_table);
    let internal = entries.into_iter().flatten().filter(|(_, entry)| entry.get("path").is_some());
    let loose = internal.filter(|(_, entry)| entry.get("version").is_none() || entry.get("version") != version);
    loose.map(|(key, _)| format!("Cargo.toml: {key}: give it the version of the workspace beside its path")).collect()
}

fn each(check: fn(&str, &Table) -> Vec<String>, keep: fn(&str) -> bool) {
    let members = members();
    assert!(members.len() > SIBLINGS.len(), "the manifests are found");
    let problems = members.iter().filter(|(path, _)| keep(path)).flat_map(|(path, manifest)| check(path, manifest));
    assert_none(&problems.collect::<Vec<_>>());
}

#[test]
fn protocol_crates_do_not_know_each_other() {
    each(sibling_edges, |_| true);
    let names: Vec<String> = members().iter().map(|(_, manifest)| name(manifest).to_owned()).collect();
    assert!(SIBLINGS.iter().all(|sibling| names.iter().any(|name| name == sibling)), "{names:?}");
}

#[test]
fn manifests_inherit_from_the_workspace() {
    each(not_inherited, |_| true);
}

#[test]
fn schemars_is_off_by_default() {
    each(schemars_by_default, |path| path.starts_with("crates/"));
}

/// A package holds only what lies in its folder, so each has a copy; a link would not survive every checkout.
#[test]
fn every_crate_holds_the_licences() {
    let root = repo::root();
    let mut problems = Vec::new();
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = repo::read_text(&root.join(file)).unwrap();
        for folder in repo::entries(&root.join("crates")).unwrap() {
            let copy = folder.join(file);
            if repo::read_text(&copy).ok().as_ref() != Some(&text) {
                problems.push(format!("{}: copy {file} of the root here", repo::relative(&root, &copy)));
            }
        }
    }
    assert_none(&problems);
}

#[test]
fn internal_dependencies_have_path_and_version() {
    let root = parse(&repo::read_text(&repo::root().join("Cargo.toml")).unwrap());
    assert_none(&loose_internal(&root));
    let entries = root["workspace"]["dependencies"].as_table().unwrap();
    let problems = SIBLINGS.iter().filter(|name| entries.get(**name).and_then(|entry| entry.get("path")).is_none());
    assert_none(&problems.map(|name| format!("Cargo.toml: {name}: give it its path")).collect::<Vec<_>>());
}

#[test]
fn what_breaks_these_rules_is_found() {
    let edge = parse(
        "[package]\nname = \"json-return\"\n[target.'cfg(unix)'.dev-dependencies]\nx = { package = \"status-block\" }\n",
    );
    assert_one(&sibling_edges("m", &edge), "dev-dependencies: status-block");
    let sound = "[package]\nversion.workspace = true\nedition.workspace = true\nrust-version.workspace = true\nlicense.workspace = true\n[lints]\nworkspace = true\n";
    assert_none(&not_inherited("m", &parse(sound)));
    assert_one(
        &not_inherited("m", &parse(&sound.replace("edition.workspace = true", "edition = \"2024\""))),
        "edition.workspace",
    );
    assert_one(&not_inherited("m", &parse(&sound.replace("[lints]", "[other]"))), "[lints]");
    assert_one(
        &not_inherited("m", &parse(&format!("{sound}[build-dependencies]\nx = \"1\"\n"))),
        "build-dependencies: x",
    );
    assert_one(&schemars_by_default("m", &parse("[dependencies]\nschemars = { workspace = true }\n")), "optional");
    assert_one(&schemars_by_default("m", &parse("[dependencies]\na = { features = [\"schemars\"] }\n")), "a: move");
    let default = "[features]\ndefault = [\"full\"]\nfull = [\"envelope-core/schemars\"]\n";
    assert_one(&schemars_by_default("m", &parse(default)), "envelope-core/schemars");
    let root =
        "[workspace.package]\nversion = \"1\"\n[workspace.dependencies]\na = { path = \"a\", version = \"2\" }\n";
    assert_one(&loose_internal(&parse(root)), "Cargo.toml: a");
}
