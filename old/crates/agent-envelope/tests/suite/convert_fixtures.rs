//! Whole conversions: `fixtures/convert/<case>/` has a message, and what comes of it in other protocols (R-A15).
//!
//! - `input.<ext>`: the message; its protocol is detected.
//! - `<target>.losses`: the ruling that the conversion shows; then protocol, status and outcome of the message, `->`, status
//!   and outcome in the target, with `none` for what there is not; then a line `kind field` for each loss, sorted.
//! - `<target>.<ext>`: the text byte for byte; none where nothing could be read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use agent_envelope::envelope_core::{LossKind, Outcome, Source};
use agent_envelope::{Conversion, Protocol, Settings, convert, read};

fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

/// The lines of a `.losses` file below the first.
fn told(conversion: &Conversion) -> String {
    let or_none = |text: Option<&str>| text.unwrap_or("none").to_owned();
    let from = &conversion.from;
    let head = format!(
        "{} {} {} -> {} {}",
        or_none(from.protocol.map(Protocol::as_str)),
        or_none(from.status.as_deref()),
        from.outcome,
        or_none(conversion.status.as_deref()),
        or_none(conversion.outcome.map(|outcome| outcome.to_string()).as_deref())
    );
    let mut losses: Vec<String> =
        conversion.losses.iter().map(|loss| format!("{} {}", loss.kind, loss.field)).collect();
    losses.sort();
    [head].into_iter().chain(losses).map(|line| line + "\n").collect()
}

/// What the cases show together.
#[derive(Default)]
struct Shown {
    from: BTreeSet<Option<&'static str>>,
    unmoved: BTreeSet<&'static str>,
    approximated: BTreeSet<(Outcome, &'static str)>,
    lost: BTreeSet<&'static str>,
}

impl Shown {
    fn add(&mut self, conversion: &Conversion) {
        let (from, to) = (&conversion.from, conversion.protocol.as_str());
        self.from.insert(from.protocol.map(Protocol::as_str));
        if from.protocol == Some(conversion.protocol) && conversion.losses.is_empty() {
            self.unmoved.insert(to);
        }
        for loss in &conversion.losses {
            self.lost.insert(loss.kind.as_str());
            if loss.field == "outcome" && loss.kind == LossKind::Approximated {
                self.approximated.insert((from.outcome, to));
            }
        }
    }
}

#[test]
fn messages_convert_as_the_fixtures_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/convert");
    let (mut shown, mut wrong) = (Shown::default(), Vec::new());
    for case in listed(&root) {
        let (inputs, expected): (Vec<PathBuf>, _) = listed(&case).into_iter().partition(|path| stem(path) == "input");
        let [input] = inputs.as_slice() else { panic!("{} has one input", case.display()) };
        let envelope = read(&Source::from_bytes(&fs::read(input).unwrap()), &Settings::default());
        let targets: BTreeSet<&str> = expected.iter().map(|path| stem(path)).collect();
        assert!(!targets.is_empty(), "{} expects nothing", case.display());
        for target in targets {
            let to: Protocol = target.parse().unwrap_or_else(|_| panic!("{}: {target}", case.display()));
            let conversion = convert(&envelope, to).unwrap();
            shown.add(&conversion);
            let json = serde_json::to_string(&conversion).unwrap();
            assert_eq!(serde_json::from_str::<Conversion>(&json).unwrap(), conversion);
            let losses = fs::read_to_string(case.join(format!("{target}.losses"))).unwrap();
            let (why, losses) = losses.split_once('\n').unwrap();
            assert!(why.starts_with("# R-"), "{}: {target}.losses names a ruling", case.display());
            let text = expected.iter().find(|path| stem(path) == target && path.extension().unwrap() != "losses");
            let text = text.map(|path| fs::read_to_string(path).unwrap());
            for (expected, there_is) in
                [(Some(losses), Some(&*told(&conversion))), (text.as_deref(), conversion.text.as_deref())]
            {
                if expected != there_is {
                    let (expected, there_is) = (expected.unwrap_or("nothing\n"), there_is.unwrap_or("nothing\n"));
                    wrong.push(format!("{} -> {target}, expected:\n{expected}there is:\n{there_is}", case.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(shown.from.len(), Protocol::ALL.len() + 1, "messages of every protocol, and of none: {:?}", shown.from);
    let targets: BTreeSet<&str> = Protocol::targets().map(Protocol::as_str).collect();
    assert_eq!(shown.unmoved, targets, "every target stays what it is");
    assert_eq!(shown.lost, BTreeSet::from(["approximated", "dropped", "invented"]));
    // The words marked as approximations in the table of statuses.
    for approximated in [
        (Outcome::CompletedWithFindings, "json-return"),
        (Outcome::CompletedWithFindings, "status-block"),
        (Outcome::CompletedWithFindings, "report-contract"),
        (Outcome::Partial, "status-block"),
        (Outcome::Partial, "report-contract"),
        (Outcome::Blocked, "clarity"),
    ] {
        assert!(shown.approximated.contains(&approximated), "{approximated:?}");
    }
}
