//! Artifacts under a root: files, folders, pipes, links that stay and links that leave (R-J7).

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use envelope_core::{Envelope as _, Outcome, ReadOptions, Source};
use json_return::{ArtifactProbe as _, DiskArtifacts, Expectations, Found, SubagentReturn};

use crate::Scratch;

const FILE: Found = Found::File { bytes: 4 };

fn project() -> Scratch {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.path("project/docs")).expect("the scratch folder can be written");
    fs::write(scratch.path("secret"), "hush").expect("the scratch folder can be written");
    fs::write(scratch.path("project/docs/plan.md"), "plan").expect("the scratch folder can be written");
    fs::write(scratch.path("project/docs/empty.md"), "").expect("the scratch folder can be written");
    scratch
}

#[test]
fn what_stands_there_is_told() {
    let scratch = project();
    for probe in [DiskArtifacts::new(&scratch.path("project")), DiskArtifacts::without_links(&scratch.path("project"))]
    {
        let probe = probe.unwrap();
        for (path, found) in [
            ("docs/plan.md", FILE),
            ("./docs//plan.md", FILE),
            ("docs/../docs/plan.md", FILE),
            ("docs/empty.md", Found::File { bytes: 0 }),
            ("docs/other.md", Found::Missing),
            ("other/plan.md", Found::Missing),
            ("docs/plan.md/below", Found::Missing),
            ("docs/plan.md/", Found::Missing),
            ("docs/plan.md/..", Found::Missing),
            (".", Found::NotAFile),
            ("docs", Found::NotAFile),
            ("docs/", Found::NotAFile),
            // The rules refuse these by their text; the probe does not rely on it.
            ("../secret", Found::LeavesRoot),
            ("docs/../../secret", Found::LeavesRoot),
        ] {
            assert_eq!(probe.probe(path), found, "{path}");
        }
    }
}

#[test]
fn links_that_leave_the_root_are_never_followed() {
    let scratch = project();
    let at = |name: &str| scratch.path(&format!("project/{name}"));
    symlink("../secret", at("out")).unwrap();
    symlink(scratch.path("secret"), at("absolute")).unwrap();
    symlink("..", at("up")).unwrap();
    symlink("docs/plan.md", at("inside")).unwrap();
    symlink("docs", at("folder")).unwrap();
    symlink("loop", at("loop")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    symlink("/proc/self/root/etc", at("magic")).unwrap();
    let probe = DiskArtifacts::new(&scratch.path("project")).unwrap();
    for path in ["out", "absolute", "up/secret", "up/project/docs/plan.md", "magic/passwd"] {
        assert!(matches!(probe.probe(path), Found::LeavesRoot), "{path}: {:?}", probe.probe(path));
    }
    let strict = DiskArtifacts::without_links(&scratch.path("project")).unwrap();
    for path in ["out", "absolute", "up/secret", "up/project/docs/plan.md", "magic/passwd", "folder/../../secret"] {
        assert_eq!(strict.probe(path), Found::LeavesRoot, "{path}");
    }
    for path in ["inside", "folder/plan.md", "loop"] {
        assert!(matches!(strict.probe(path), Found::Unknown(_)), "{path}: {:?}", strict.probe(path));
    }
    assert_eq!(strict.probe("dangling"), Found::Missing);
    if cfg!(target_os = "linux") {
        assert_eq!(probe.probe("inside"), FILE);
        assert_eq!(probe.probe("folder/plan.md"), FILE);
        assert_eq!(probe.probe("dangling"), Found::Missing);
        assert!(matches!(probe.probe("loop"), Found::Unknown(_)));
    }
}

#[test]
fn a_pipe_does_not_hang() {
    let scratch = project();
    let made = Command::new("mkfifo").arg(scratch.path("project/pipe")).status().unwrap();
    assert!(made.success());
    let (send, receive) = mpsc::channel();
    let root = scratch.path("project");
    std::thread::spawn(move || {
        let found =
            [DiskArtifacts::new(&root), DiskArtifacts::without_links(&root)].map(|probe| probe.unwrap().probe("pipe"));
        send.send(found)
    });
    let found = receive.recv_timeout(Duration::from_secs(10)).expect("it came back");
    assert_eq!(found, [Found::NotAFile, Found::NotAFile]);
}

#[test]
fn a_file_that_may_not_be_read_exists_all_the_same() {
    let scratch = project();
    fs::set_permissions(scratch.path("project/docs/plan.md"), fs::Permissions::from_mode(0o000)).unwrap();
    let found = DiskArtifacts::new(&scratch.path("project")).unwrap().probe("docs/plan.md");
    if cfg!(target_os = "linux") {
        assert_eq!(found, FILE);
    }
}

/// While a folder is swapped for a link to the outside and back, no answer ever comes from outside: the file there has
/// another size.
#[test]
fn swapping_a_folder_for_a_link_does_not_help() {
    let scratch = project();
    fs::create_dir_all(scratch.path("outside")).unwrap();
    fs::write(scratch.path("outside/plan.md"), "a file outside").unwrap();
    symlink("../outside", scratch.path("project/link")).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let (docs, link, spare) =
        (scratch.path("project/docs"), scratch.path("project/link"), scratch.path("project/spare"));
    let swapper = {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                for (from, to) in [(&docs, &spare), (&link, &docs), (&docs, &link), (&spare, &docs)] {
                    fs::rename(from, to).unwrap();
                }
            }
        })
    };
    let probes = [DiskArtifacts::new(&scratch.path("project")), DiskArtifacts::without_links(&scratch.path("project"))];
    let (mut inside, mut refused) = (0, 0);
    for probe in probes.map(Result::unwrap) {
        for _ in 0..20_000 {
            match probe.probe("docs/plan.md") {
                FILE => inside += 1,
                Found::File { bytes } => panic!("{bytes} bytes from outside"),
                Found::LeavesRoot | Found::Unknown(_) => refused += 1,
                _ => {}
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    swapper.join().unwrap();
    assert!(inside > 0 && refused > 0, "both were met: {inside} {refused}");
}

#[test]
fn a_return_is_judged_by_what_the_disk_holds() {
    let scratch = project();
    let text = include_str!("../../../../fixtures/json-return/valid/least.json");
    let judge = |text: &str| {
        let probe = DiskArtifacts::new(&scratch.path("project")).unwrap();
        let expected = Expectations::default().artifacts(probe);
        let parsed = SubagentReturn::parse_expecting(&Source::new(text), &ReadOptions::default(), &expected);
        let code = parsed.diagnostics().first().map(|found| found.rule.code());
        (parsed.outcome(), code)
    };
    let at = |path: &str| text.replace("specs/ledger/plan.md", path);
    assert_eq!(judge(&at("docs/plan.md")), (Outcome::Completed, None));
    assert_eq!(judge(&at("docs/empty.md")), (Outcome::Failed, Some("json-return/artifact-empty")));
    assert_eq!(judge(&at("docs")), (Outcome::Failed, Some("json-return/artifact-no-file")));
    assert_eq!(judge(text), (Outcome::Failed, Some("json-return/artifact-absent")));
    assert!(DiskArtifacts::new(&scratch.path("nowhere")).is_err());
    assert!(DiskArtifacts::new(&scratch.path("secret")).is_err(), "a root is a folder");
}
