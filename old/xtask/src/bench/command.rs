//! The goals of the command: 10,000 small files on two threads, on one, and with a Python loop that only validates.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::goals::{FILES, LAYOUTS, LEAST, ONE_THREAD, PYTHON, TWO_PROCESSES};
use super::{Measured, OURS, What, cargo};
use crate::interop::Tools;
use crate::repo;

/// What the peer does: reads each file, parses it, and asks the validator.
const LOOP: &str = "\
import json, pathlib, sys, time
from jsonschema import Draft202012Validator
validator = Draft202012Validator(json.load(open(sys.argv[1])))
start = time.perf_counter()
valid = sum(validator.is_valid(json.loads(path.read_bytes())) for path in sorted(pathlib.Path(sys.argv[2]).rglob('*.json')))
taken = time.perf_counter() - start
print(taken if valid == int(sys.argv[3]) else f'{valid} valid files')
";

/// Where the files are, and where each half of them is once more, by links: a process walks one folder, as the command does.
const WHOLE: &str = "files";
const HALVES: [&str; 2] = ["halves/one", "halves/other"];

/// The command as people run it, and with the least to do.
const CALLS: [(&str, &[&str]); 2] = [(FILES, &["check"]), (LEAST, &["check", "--quiet", "--protocol", "json-return"])];

/// Makes the files, in one folder and in many, and runs everybody on them.
pub(super) fn measure(root: &Path, target: &Path, what: What) -> Result<Vec<Measured>, String> {
    let status = cargo().args(["build", "--release", "--quiet", "-p", "agent-envelope-cli"]).current_dir(root).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("the command cannot be built".to_owned());
    }
    let tools = Tools::install(root, "validators")?;
    let mut measured = Vec::new();
    for (input, in_a_folder) in LAYOUTS {
        measured.extend(measure_layout(root, target, what, &tools, input, in_a_folder)?);
    }
    Ok(measured)
}

fn measure_layout(
    root: &Path,
    target: &Path,
    what: What,
    tools: &Tools,
    input: &str,
    in_a_folder: usize,
) -> Result<Vec<Measured>, String> {
    let (count, rounds): (usize, _) = if what == What::Quick { (500, 2) } else { (10_000, 101) };
    let folder = target.join("bench-files");
    // What an earlier run left would be read, too.
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let text = repo::read_text(&root.join("fixtures/json-return/valid/least.json"))?;
    for number in 0..count {
        let text = text.replace("specs/ledger/plan.md", &format!("specs/ledger/plan-{number}.md"));
        let name = format!("{:02}/{number:05}.json", number / in_a_folder);
        let file = folder.join(WHOLE).join(&name);
        repo::write(&file, &text)?;
        link(&file, &folder.join(HALVES[usize::from(number >= count / 2)]).join(&name))?;
    }
    println!("==> {FILES}, {input}");
    let program = target.join("release").join(format!("envelope{}", std::env::consts::EXE_SUFFIX));
    let spawn = |call: &[&str], threads: &str, part: &str| {
        let mut command = Command::new(&program);
        command.args(call).arg(part).env("ENVELOPE_THREADS", threads);
        let child = command.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        child.map_err(|error| format!("envelope check: {error}"))
    };
    let check = |call: &[&str], threads: &str, parts: &[&str]| {
        let start = Instant::now();
        let children = parts.iter().map(|part| spawn(call, threads, part)).collect::<Result<Vec<_>, _>>()?;
        for mut child in children {
            let status = child.wait().map_err(|error| format!("envelope check: {error}"))?;
            if !status.success() {
                return Err(format!("envelope check: {status}"));
            }
        }
        Ok(start.elapsed().as_secs_f64())
    };
    let script = folder.join("loop.py");
    repo::write(&script, LOOP)?;
    let schema = root.join("schemas/v1/json-return.schema.json");
    let shown = |path: &Path| path.display().to_string();
    let python = || {
        let arguments = [shown(&script), shown(&schema), shown(&folder.join(WHOLE)), count.to_string()];
        let said = tools.python_says(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
        said.trim().parse::<f64>().map_err(|_| format!("the Python loop said `{}`", said.trim()))
    };
    // In turns, so that a busy moment hurts all of them; the first round warms the files up and is not counted.
    let who = [(OURS, "2", &[WHOLE][..]), (ONE_THREAD, "1", &[WHOLE]), (TWO_PROCESSES, "1", &HALVES)];
    let (mut times, mut loops) = (BTreeMap::<_, Vec<f64>>::new(), Vec::new());
    for round in 0..=rounds {
        for (work, call) in CALLS {
            for (who, threads, parts) in who {
                let taken = check(call, threads, parts)?;
                if round > 0 {
                    times.entry((work, who)).or_default().push(taken);
                }
            }
        }
        if round > 0 && loops.len() < 3 {
            loops.push(python()?);
        }
    }
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    times.insert((FILES, PYTHON), loops);
    let measured = |((work, who), times): ((&str, &str), Vec<f64>)| Measured {
        work: work.to_owned(),
        who: who.to_owned(),
        input: input.to_owned(),
        value: median(times) * 1e9,
    };
    Ok(times.into_iter().map(measured).collect())
}

/// The same file under another name, so that nothing but the name is to be read once more.
fn link(file: &Path, other: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", other.display());
    other.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::hard_link(file, other)).map_err(told)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
