//! One run of the command: what it reads, how much memory it holds, how it ends and what it says.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::cases::{Case, Input};
use crate::repo;

/// What was seen of a run.
#[derive(Debug)]
pub(super) struct Seen {
    /// The most memory that it held at once; known on Linux.
    pub(super) memory: Option<u64>,
    /// Its exit status; none where a signal ended it.
    pub(super) exit: Option<i32>,
    /// The beginning of what it said.
    pub(super) stderr: String,
    /// How many bytes it took from the pipe; those that the system holds for it are counted.
    pub(super) taken: u64,
}

impl Seen {
    /// The line with these words, or else the first one.
    pub(super) fn says(&self, words: &str) -> &str {
        let mut lines = self.stderr.lines();
        let found = self.stderr.lines().find(|line| !words.is_empty() && line.contains(words));
        found.or_else(|| lines.next()).unwrap_or_default()
    }
}

/// How much of standard error is kept.
const KEPT: usize = 1 << 16;

/// Makes the input and runs the command on it.
pub(super) fn run(program: &Path, case: &Case, folder: &Path) -> Result<Seen, String> {
    let failed = |error: io::Error| format!("{}: {error}", case.name);
    let path = folder.join(case.file);
    match &case.input {
        Input::Pipe(_) => {}
        Input::File(text) => write(&path, text).map_err(failed)?,
        Input::Folder(count, text) => {
            // The same folder serves several cases.
            if !path.exists() {
                for number in 0..*count {
                    repo::write(&path.join(format!("{:03}/{number:06}.md", number / 1000)), &text(number))?;
                }
            }
        }
    }
    let arguments = case.command.iter().map(|word| if *word == "FILE" { path.as_os_str() } else { word.as_ref() });
    let mut command = Command::new(program);
    command.args(arguments).env("XDG_CACHE_HOME", folder).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let status_file = format!("/proc/{}/status", child.id());
    let ended = AtomicBool::new(false);
    let (status, memory, taken, stderr) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| match (&case.input, stdin) {
            (Input::Pipe(text), Some(mut pipe)) => text.feed(&mut pipe),
            // To close it says that nothing comes.
            _ => 0,
        });
        let _stdout = scope.spawn(|| stdout.map(|mut out| io::copy(&mut out, &mut io::sink())));
        let reader = scope.spawn(|| stderr.map(keep).unwrap_or_default());
        let watcher = scope.spawn(|| {
            let mut most = None;
            while !ended.load(Ordering::Relaxed) {
                most = most.max(high_water(&status_file));
                std::thread::sleep(Duration::from_millis(1));
            }
            most
        });
        let status = child.wait();
        ended.store(true, Ordering::Relaxed);
        (
            status,
            watcher.join().unwrap_or_default(),
            writer.join().unwrap_or_default(),
            reader.join().unwrap_or_default(),
        )
    });
    if matches!(case.input, Input::File(_)) {
        repo::remove(&path)?;
    }
    Ok(Seen { memory, exit: status.map_err(failed)?.code(), stderr, taken })
}

fn write(path: &Path, text: &super::cases::Text) -> io::Result<()> {
    let mut file = io::BufWriter::with_capacity(1 << 20, File::create(path)?);
    text.feed(&mut file);
    file.flush()
}

/// The beginning of a stream, which is read to its end.
fn keep(mut stream: impl io::Read) -> String {
    let mut kept = vec![0; KEPT];
    let mut length = 0;
    while let Ok(read @ 1..) = stream.read(&mut kept[length..]) {
        length += read;
        if length == KEPT {
            io::copy(&mut stream, &mut io::sink()).ok();
            break;
        }
    }
    String::from_utf8_lossy(&kept[..length]).into_owned()
}

/// The most memory that a process has held so far.
fn high_water(status: &str) -> Option<u64> {
    let mut text = String::new();
    File::open(status).ok()?.read_to_string(&mut text).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
