use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::files::root;

/// `cargo xtask interop`: other languages read the schemas, the fixtures and what the command prints with their own tools,
/// and their clients call the MCP server.
pub(crate) fn run() -> Result {
    let envelope = envelope()?;
    let pytest = ["-B", "-m", "pytest", "interop"];
    execute(Command::new(python()?).args(pytest).current_dir(root()).env("ENVELOPE", &envelope))?;
    for name in ["node", "browser"] {
        let test = ["--test", "--test-reporter=spec"];
        execute(Command::new("node").args(test).current_dir(node(name)?).env("ENVELOPE", &envelope))?;
    }
    Ok(())
}

/// The Python that has the packages of `interop/python`, installed if need be.
pub(crate) fn python() -> Result<PathBuf> {
    let requirements = root().join("interop/python/requirements.txt");
    let venv = root().join("target/interop/python");
    let bin = venv.join("bin/python");
    let version = version("python3", "install Python 3.11 or later, with its module venv")?;
    once(&venv.join("installed"), &[&version, &read(&requirements)?], || {
        execute(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        execute(Command::new(&bin).args(pip).arg(&requirements))
    })?;
    install_package(&bin)?;
    Ok(bin)
}

/// The package as users install it; cargo has a folder of its own for it, because maturin builds with other settings.
fn install_package(python: &Path) -> Result {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"];
    let package = root().join("crates/agent-envelope-python");
    let target = root().join("target/interop/cargo");
    execute(Command::new(python).args(pip).arg(package).env("CARGO_TARGET_DIR", target))
}

/// A folder of `interop` with the packages of its lock file, installed if need be.
pub(crate) fn node(name: &str) -> Result<PathBuf> {
    let folder = root().join("interop").join(name);
    let version = version("node", "install Node.js 20 or later, with npm")?;
    let lock = read(&folder.join("package-lock.json"))?;
    once(&folder.join("node_modules/installed"), &[&version, &lock], || {
        execute(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder))
    })?;
    Ok(folder)
}

/// Installs unless the stamp says that the same was installed before.
fn once(stamp: &Path, wanted: &[&str], install: impl FnOnce() -> Result) -> Result {
    let wanted = wanted.concat();
    if fs::read_to_string(stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

fn version(tool: &str, help: &str) -> Result<String> {
    let output = Command::new(tool).arg("--version").output();
    let output = output.map_err(|error| format!("{tool} cannot run: {help} ({error})"))?;
    if !output.status.success() {
        return Err(format!("`{tool} --version` fails: {help}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command, which cargo builds beside this one, with the features of all crates, as clippy and the tests do; beside
/// it the MCP server.
pub(crate) fn envelope() -> Result<PathBuf> {
    let build = ["build", "--workspace", "--all-features", "--locked", "--bin", "envelope", "--bin", "envelope-mcp"];
    execute(cargo().args(build))?;
    let xtask = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(xtask.with_file_name("envelope"))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root());
    cargo
}

pub(crate) fn execute(command: &mut Command) -> Result {
    let name = format!("{command:?}");
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed")) }
}
