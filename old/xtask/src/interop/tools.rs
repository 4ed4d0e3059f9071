//! The tools of other languages: pinned packages, installed below `target/interop` and used from there.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use sha2::{Digest as _, Sha256};

use crate::repo;
use crate::schemas::hex;

/// A set of pinned packages with the scripts that use them, from `xtask/interop/<name>/`.
#[derive(Debug)]
pub(crate) struct Tools {
    folder: PathBuf,
}

impl Tools {
    /// Installs a set, unless what is installed was installed from the same lists.
    pub(crate) fn install(root: &Path, name: &str) -> Result<Self, String> {
        let versions = needed()?;
        let folder = root.join("target/interop").join(name);
        let mut hash = Sha256::new_with_prefix(versions);
        for path in repo::entries(&root.join("xtask/interop").join(name))? {
            let text = repo::read_text(&path)?;
            let file = repo::relative(&root.join("xtask/interop").join(name), &path);
            if ["package-lock.json", "requirements.txt"].contains(&file.as_str()) {
                hash.update(&text);
            }
            repo::write(&folder.join(&file), &text)?;
        }
        let tools = Self { folder };
        let (stamp, hash) = (tools.path("installed"), hex(&hash.finalize()));
        if !stamp.is_file() || repo::read_text(&stamp)? != hash {
            println!("    installing the {name} of other languages into {}", repo::relative(root, &tools.folder));
            tools.run("npm", &["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"])?;
            tools.run("python3", &["-m", "venv", "--clear", "python"])?;
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"];
            tools.python(&pip)?;
            repo::write(&stamp, &hash)?;
        }
        Ok(tools)
    }

    /// A file in the folder of the set.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Runs a script or module with the Python of the set.
    pub(crate) fn python(&self, arguments: &[&str]) -> Result<(), String> {
        self.run(&self.python_program(), arguments)
    }

    /// Runs a script with Node.
    pub(crate) fn node(&self, arguments: &[&str]) -> Result<(), String> {
        self.run("node", arguments)
    }

    /// What a script prints with the Python of the set.
    pub(crate) fn python_says(&self, arguments: &[&str]) -> Result<String, String> {
        self.says(&self.python_program(), arguments)
    }

    /// What a script prints with Node.
    pub(crate) fn node_says(&self, arguments: &[&str]) -> Result<String, String> {
        self.says("node", arguments)
    }

    fn python_program(&self) -> String {
        let program = if cfg!(windows) { "python/Scripts/python.exe" } else { "python/bin/python" };
        self.path(program).display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let mut command = command(program);
        let status = command.args(arguments).current_dir(&self.folder).stdin(Stdio::null()).status();
        self.judge(program, arguments, status)
    }

    fn says(&self, program: &str, arguments: &[&str]) -> Result<String, String> {
        let mut command = command(program);
        let output = command.args(arguments).current_dir(&self.folder).stdin(Stdio::null()).output();
        let (said, status) = match output {
            Ok(output) => ((output.stdout, output.stderr), Ok(output.status)),
            Err(error) => ((Vec::new(), Vec::new()), Err(error)),
        };
        let told = |error| format!("{error}\n{}", String::from_utf8_lossy(&said.1));
        // Both examples exit with 1 when a report is not valid; a crash shows as a missing answer.
        if !status.as_ref().is_ok_and(|status| status.code() == Some(1)) {
            self.judge(program, arguments, status).map_err(told)?;
        }
        String::from_utf8(said.0).map_err(|_| format!("{program} prints what is not UTF-8"))
    }

    fn judge(&self, program: &str, arguments: &[&str], status: io::Result<ExitStatus>) -> Result<(), String> {
        let first: Vec<&str> = arguments.iter().copied().take(4).collect();
        let shown = format!("{program} {}", first.join(" "));
        let status = status.map_err(|error| format!("cannot run {shown}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("failed in {}: {shown} ({status})", self.folder.display())) }
    }
}

/// What must be on the machine, and how it answers when asked for its version.
fn needed() -> Result<String, String> {
    let (mut versions, mut missing) = (String::new(), Vec::new());
    for (program, what) in [("node", "Node.js 20 or later"), ("npm", "npm"), ("python3", "Python 3.11 or later")] {
        match command(program).arg("--version").stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => versions += &String::from_utf8_lossy(&output.stdout),
            _ => missing.push(format!("{what} (the command `{program}`)")),
        }
    }
    if missing.is_empty() {
        return Ok(versions);
    }
    Err(format!(
        "the schemas were not tried with the tools of other languages: install {}, then run it again",
        missing.join(", ")
    ))
}

fn command(program: &str) -> Command {
    // On Windows npm is a script, which only the shell finds.
    if cfg!(windows) && program == "npm" {
        let mut command = Command::new("cmd");
        command.args(["/C", program]);
        return command;
    }
    Command::new(program)
}
