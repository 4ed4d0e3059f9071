//! How often an agent was asked: a small file under the user's cache folder, one for each session, agent and protocol.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use agent_envelope::Protocol;
use agent_envelope::hook::{Client, Decision, HookInput, Memory, State};

use crate::args::AUTO;
use crate::fail_point::passed;
use crate::input::{open_regular, read_regular};

/// How long another hook may hold the lock; it holds it for two small files.
const PATIENCE: Duration = Duration::from_secs(1);

/// A state is a few bytes; what is larger is none.
const LARGEST: usize = 1 << 12;

/// The file of one agent; `None` where there is no place for it.
#[derive(Debug)]
pub(super) struct File(Option<PathBuf>);

impl File {
    /// The file of the agent that the input names. Hooks for two protocols each have tries of their own: the first one's
    /// must not spend the other's, nor its acceptance give them back.
    pub(super) fn new(client: Client, protocol: Option<Protocol>, input: &HookInput) -> Self {
        let protocol = protocol.map_or(AUTO, Protocol::as_str);
        Self(folder().zip(input.key()).map(|(folder, key)| folder.join(format!("{client}.{protocol}.{key}.json"))))
    }

    /// Reads the state, decides, and keeps the new one. Hooks that run at once do so one after the other.
    pub(super) fn update(&self, decide: impl Fn(Memory) -> (Decision, State)) -> Decision {
        let kept = self.0.as_deref().and_then(|path| {
            let _lock = lock(path.parent()?).ok()?;
            let known = read(path);
            let (decision, state) = decide(known);
            // A count that cannot be read stays so for the rest of the row: without it the tries would begin anew.
            let keeps = matches!((known, &decision), (Memory::Lost, Decision::Allow { .. }));
            let written = if keeps { Ok(()) } else { write(path, state) };
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
    match read_regular(path, LARGEST) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_or(Memory::Lost, Memory::Known),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Memory::Known(State::default()),
        Err(_) => Memory::Lost,
    }
}

/// All of it or nothing. It need not outlive the machine, so nobody waits for the disk. The lock is held, so the
/// temporary file has one name for all: what a killed hook left of it, or a link, is taken away and not written through.
fn write(path: &Path, state: State) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    remove(&temporary)?;
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        passed();
        file.write_all(&serde_json::to_vec(&state)?)?;
        passed();
        fs::rename(&temporary, path)?;
        passed();
        Ok(())
    })();
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
    let mut options = OpenOptions::new();
    let file = open_regular(&folder.join("lock"), options.read(true).write(true).create(true).truncate(false))?;
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::faults::{Dice, Scratch, done, killed_after_each_step, killed_under_way, meanwhile_at, this_program};

    const STATE: &str = "ENVELOPE_TEST_HOOK_STATE";
    const ROUNDS: &str = "ENVELOPE_TEST_HOOK_ROUNDS";

    fn state(blocks: u8) -> State {
        serde_json::from_value(serde_json::json!({ "blocks": blocks })).expect("a state")
    }

    /// Counts a try, as a hook does.
    fn count(path: &Path) -> u8 {
        let _lock = lock(path.parent().expect("a folder")).expect("the lock");
        let Memory::Known(known) = read(path) else { panic!("half of a state") };
        let blocks = known.blocks % 250 + 1;
        write(path, state(blocks)).expect("the state is written");
        blocks
    }

    /// The part of a hook that is killed.
    #[test]
    fn child() {
        let (Some(path), Ok(rounds)) = (std::env::var_os(STATE), std::env::var(ROUNDS)) else { return };
        for _ in 0..rounds.parse().unwrap() {
            done(&count(Path::new(&path)).to_string());
        }
    }

    fn hook(path: &Path, rounds: u32) -> std::process::Command {
        let mut command = this_program("commands::hook::memory::tests::child");
        command.env(STATE, path).env(ROUNDS, rounds.to_string());
        command
    }

    #[test]
    fn a_hook_that_dies_at_any_step_leaves_a_state() {
        let scratch = Scratch::new();
        let path = scratch.path("a.json");
        let deaths = killed_after_each_step(
            || hook(&path, 1),
            |step, _| {
                let counted = u8::try_from(step).unwrap().saturating_sub(2);
                assert_eq!(read(&path), Memory::Known(state(counted)), "step {step}");
            },
        );
        assert_eq!(deaths, 3);
        assert_eq!(scratch.names(), ["a.json", "lock"], "the next one took away what was left");
    }

    /// Somebody who does not wait for the lock puts another state, or none, in its place: what is left is a whole state.
    #[test]
    fn a_state_that_is_replaced_under_way_is_a_state() {
        for step in 1..=3 {
            for replaced in [true, false] {
                let scratch = Scratch::new();
                let path = scratch.path("a.json");
                count(&path);
                let (well, said) = meanwhile_at(hook(&path, 1), step, || {
                    fs::remove_file(&path).unwrap();
                    if replaced {
                        fs::write(&path, "{\"blocks\":7}").unwrap();
                    }
                });
                assert!(well && said.contains("done 2"), "step {step}: {said}");
                let left = match (step, replaced) {
                    // The try was counted before.
                    (3, true) => state(7),
                    (3, false) => state(0),
                    _ => state(2),
                };
                assert_eq!(read(&path), Memory::Known(left), "step {step}");
                assert!(!scratch.path("a.tmp").exists(), "step {step}");
            }
        }
    }

    #[test]
    fn fifty_kills_lose_no_try_that_was_counted() {
        let scratch = Scratch::new();
        let path = scratch.path("a.json");
        let mut dice = Dice::new(20_261_116);
        for round in 0..50 {
            let told = killed_under_way(hook(&path, 100_000), &mut dice);
            let last: u8 = told.last().unwrap().parse().unwrap();
            let next = last % 250 + 1;
            assert!([Memory::Known(state(last)), Memory::Known(state(next))].contains(&read(&path)), "round {round}");
        }
    }

    #[test]
    fn a_link_in_the_way_is_not_written_through() {
        let scratch = Scratch::new();
        fs::write(scratch.path("precious"), "keep me").unwrap();
        for name in ["a.json", "a.tmp", "lock"] {
            std::os::unix::fs::symlink("precious", scratch.path(name)).unwrap();
        }
        assert_eq!(read(&scratch.path("a.json")), Memory::Lost);
        let _lock = lock(scratch.root()).unwrap();
        write(&scratch.path("a.json"), state(2)).unwrap();
        assert_eq!(read(&scratch.path("a.json")), Memory::Known(state(2)));
        assert_eq!(fs::read_to_string(scratch.path("precious")).unwrap(), "keep me");
    }
}
