//! How often an agent was asked: a small file under the user's cache folder, one for each session and agent.

use std::fs::{self, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use agent_envelope::hook::{Client, Decision, HookInput, Memory, State};

/// How long another hook may hold the lock; it holds it for two small files.
const PATIENCE: Duration = Duration::from_secs(1);

/// The file of one agent; `None` where there is no place for it.
#[derive(Debug)]
pub(super) struct File(Option<PathBuf>);

impl File {
    /// The file of the agent that the input names.
    pub(super) fn new(client: Client, input: &HookInput) -> Self {
        Self(folder().zip(input.key()).map(|(folder, key)| folder.join(format!("{client}.{key}.json"))))
    }

    /// Reads the state, decides, and keeps the new one. Hooks that run at once do so one after the other.
    pub(super) fn update(&self, decide: impl Fn(Memory) -> (Decision, State)) -> Decision {
        let kept = self.0.as_deref().and_then(|path| {
            let _lock = lock(path.parent()?).ok()?;
            let (decision, state) = decide(read(path));
            let written = if state == State::default() { remove(path) } else { write(path, state) };
            written.ok().map(|()| decision)
        });
        kept.unwrap_or_else(|| decide(Memory::Lost).0)
    }

    /// Forgets an agent whose report was accepted.
    pub(super) fn forget(&self) {
        if let Some(path) = &self.0 {
            remove(path).ok();
        }
    }
}

/// What the file says; what cannot be read says nothing that could be counted on.
fn read(path: &Path) -> Memory {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_or(Memory::Lost, Memory::Known),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Memory::Known(State::default()),
        Err(_) => Memory::Lost,
    }
}

/// All of it or nothing. It need not outlive the machine, so nobody waits for the disk.
fn write(path: &Path, state: State) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = fs::write(&temporary, serde_json::to_vec(&state)?).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        fs::remove_file(&temporary).ok();
    }
    written
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The lock that all hooks of the user share; it ends with the file handle.
fn lock(folder: &Path) -> io::Result<fs::File> {
    fs::create_dir_all(folder)?;
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(folder.join("lock"))?;
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if since.elapsed() > PATIENCE => return Err(io::ErrorKind::TimedOut.into()),
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(1)),
        }
    }
}

/// Where the platform keeps what programs may lose.
fn folder() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else {
            let home = std::env::home_dir().filter(|home| home.is_absolute())?;
            Some(home.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" }))
        }
    })?;
    Some(cache.join("agent-envelope").join("hooks"))
}
