//! Two to eight processes append to one pad at once, and nothing is lost (R-S7).

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use status_block::fs;
use status_block::scratchpad::{NewEntry, Pad};

/// The pad and the number of the process; set only in the processes that this test starts.
const PAD: &str = "STATUS_BLOCK_TEST_PAD";
const NUMBER: &str = "STATUS_BLOCK_TEST_NUMBER";
const EACH: u32 = 25;

fn entry(process: u32, attempt: u32) -> NewEntry {
    let output = format!(
        "STATUS: success\nSUMMARY:\n  what_i_did: \"process {process}\"\n[AGENT OUTPUT ENDS]\n{}\n",
        "x".repeat(usize::try_from(attempt * 997 % 9000).unwrap())
    );
    NewEntry::new(process, format!("Process {process}"), attempt).agent("worker").output(output).after("done")
}

/// What a started process does; without its variables this is an empty test.
#[test]
fn child_appends() {
    let (Ok(pad), Ok(number)) = (std::env::var(PAD), std::env::var(NUMBER)) else { return };
    let number = number.parse().unwrap();
    for attempt in 1..=EACH {
        fs::append(Path::new(&pad), &entry(number, attempt)).unwrap();
    }
}

fn start(pad: &Path, number: u32) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "processes::child_appends", "--test-threads=1"])
        .env(PAD, pad)
        .env(NUMBER, number.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("status-block-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("pad.md")
}

/// Every attempt of the process stands in the pad once, whole and in order.
fn assert_all(pad: &Pad<'_>, process: u32) {
    let attempts: Vec<_> = pad.attempts(process).collect();
    assert_eq!(attempts.iter().map(|it| it.attempt).collect::<Vec<_>>(), (1..=EACH).map(Some).collect::<Vec<_>>());
    for (found, attempt) in attempts.into_iter().zip(1..) {
        assert_eq!(pad.output(found).unwrap().as_ref(), entry(process, attempt).output.unwrap());
        assert_eq!((found.agent.as_deref(), &found.after), (Some("worker"), &vec!["done".to_owned()]));
    }
}

#[test]
fn processes_at_once_lose_nothing() {
    for count in [2, 4, 8] {
        let pad = scratch(&format!("at-once-{count}"));
        let children: Vec<Child> = (1..=count).map(|number| start(&pad, number)).collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        let bytes = fs::read(&pad).unwrap();
        let read = Pad::read(&bytes);
        assert_eq!(read.diagnostics(), []);
        assert_eq!(read.entries().len(), (count * EACH) as usize);
        (1..=count).for_each(|number| assert_all(&read, number));
        std::fs::remove_dir_all(pad.parent().unwrap()).unwrap();
    }
}

/// One process is killed in the middle of its work: the others lose nothing, and what it finished stays whole.
#[test]
fn a_killed_process_harms_nobody() {
    for wait in [0, 3, 9] {
        let pad = scratch(&format!("killed-{wait}"));
        let others: Vec<Child> = (1..=3).map(|number| start(&pad, number)).collect();
        let mut victim = start(&pad, 4);
        // It is killed only after it has written something, or this shows nothing.
        let wrote = |pad: &Path| fs::read(pad).is_ok_and(|bytes| Pad::read(&bytes).attempts(4).next().is_some());
        let started = std::time::Instant::now();
        while !wrote(&pad) {
            assert!(started.elapsed().as_secs() < 60, "the victim writes nothing");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        std::thread::sleep(std::time::Duration::from_millis(wait));
        victim.kill().unwrap();
        victim.wait().unwrap();
        for mut child in others {
            assert!(child.wait().unwrap().success());
        }
        fs::close_torn(&pad).unwrap();
        let bytes = fs::read(&pad).unwrap();
        let read = Pad::read(&bytes);
        (1..=3).for_each(|number| assert_all(&read, number));
        assert!(read.attempts(4).next().is_some(), "the victim had written");
        for found in read.attempts(4).filter(|found| !found.torn) {
            assert_eq!(read.output(found).unwrap().as_ref(), entry(4, found.attempt.unwrap()).output.unwrap());
        }
        std::fs::remove_dir_all(pad.parent().unwrap()).unwrap();
    }
}
