//! Tasks for maintainers: `cargo xtask --help` lists them.
//!
//! Each task is one file and returns what is wrong as text; this file only picks the task and prints.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to the person who runs it")]
#![allow(clippy::disallowed_methods, reason = "the tasks read and write the repository and run cargo")]

mod api;
mod bench;
mod ci;
mod diff;
mod docs;
mod examples;
mod fixtures;
mod fuzz;
mod generated;
#[cfg(test)]
mod house;
mod interop;
mod kind;
mod kinds;
mod limits;
mod repo;
mod rulings;
mod schemas;
#[cfg(test)]
mod scratch;
mod supply;

use std::process::ExitCode;

use generated::Mode;
use kinds::KINDS;

const HELP: &str = "\
Tasks for maintainers

usage: cargo xtask <task>

  schemas [--check]       write schemas/ from the types; with --check compare only
  schemas --release V     keep schemas and valid fixtures as release V; later ones are checked against the last
  fixtures                read every case under fixtures/ and compare with what it expects
  fixtures --bless CASE   rewrite the expectation files of one case, for example
                          neutral-report/invalid/no-outcome; the first ones are written by hand
  docs [--check]          write the generated tables of README.md and docs/; with --check compare only
  interop [--all]         try schemas/ with the validators of other languages (Node.js and Python must be there), and
                          with their generators when schemas/ has changed since those last passed, or with --all
  interop --sarif         judge what the command writes as SARIF by the official schema, and nothing else
  interop --control       only take every rule of every schema away in turn and see that a document misses it
  api [--check]           write docs/api/, the public items of each library; with --check compare only
  supply [--check]        write docs/supply/ and check licences, numbers of crates, build scripts and packages
  supply --build          the same, and build every crate from its package
  limits [--small]        give the command inputs far beyond any sense and see that memory stays bounded
  fuzz --seconds N [--target T] [--jobs 2]
                          seeds and dictionaries from the fixtures and tables, then every target of fuzz/ for N seconds
  fuzz --seeds            the seeds and dictionaries only
  bench                   run the benchmarks, count instructions (valgrind) and write docs/speed.md: each goal, and
                          whether it is met
  bench --quick           the same with few samples, to target/bench.md; to see that it works
  bench --instructions    only count, to target/bench.md
  bench --command         only the command on 10,000 files, to target/bench.md
  ci [--all]              everything that must be green before a change is taken; --all runs the generators, too

exit status: 0 all is well, 1 the task failed or found something wrong, 2 it was called wrongly
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = repo::root();
    let done = match words.as_slice() {
        ["--help" | "-h" | "help"] => {
            print!("{HELP}");
            Ok(())
        }
        ["schemas"] => schemas::run(&root, KINDS, Mode::Write),
        ["schemas", "--check"] => schemas::run(&root, KINDS, Mode::Check),
        ["schemas", "--release", version] => schemas::record(&root, KINDS, version).map(|done| println!("{done}")),
        ["fixtures"] => fixtures::run(&root, KINDS).map(|summary| println!("{summary}")),
        ["fixtures", "--bless", case] => fixtures::bless(&root, KINDS, case).map(|text| print!("{text}")),
        ["docs"] => docs::run(&root, Mode::Write),
        ["docs", "--check"] => docs::run(&root, Mode::Check),
        ["interop"] => interop::run(&root, KINDS, interop::Generators::WhenChanged),
        ["interop", "--all"] => interop::run(&root, KINDS, interop::Generators::Always),
        ["interop", "--sarif"] => interop::sarif(&root),
        ["interop", "--control"] => interop::control(&root, KINDS),
        ["api"] => api::run(&root, Mode::Write),
        ["api", "--check"] => api::run(&root, Mode::Check),
        ["supply"] => supply::run(&root, Mode::Write, supply::Packages::Packed),
        ["supply", "--check"] => supply::run(&root, Mode::Check, supply::Packages::Packed),
        ["supply", "--build"] => supply::run(&root, Mode::Check, supply::Packages::Built),
        ["limits"] => limits::run(&root, limits::Scale::Full),
        ["limits", "--small"] => limits::run(&root, limits::Scale::Small),
        ["fuzz", options @ ..] => match fuzz::Options::read(options) {
            Some(options) => fuzz::run(&root, &options),
            None => return usage_error(&words),
        },
        ["bench"] => bench::run(&root, bench::What::All),
        ["bench", "--quick"] => bench::run(&root, bench::What::Quick),
        ["bench", "--instructions"] => bench::run(&root, bench::What::Instructions),
        ["bench", "--command"] => bench::run(&root, bench::What::Command),
        ["ci"] => ci::run(&root, interop::Generators::WhenChanged),
        ["ci", "--all"] => ci::run(&root, interop::Generators::Always),
        _ => return usage_error(&words),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn usage_error(words: &[&str]) -> ExitCode {
    let called = if words.is_empty() { "no task given".to_owned() } else { format!("unknown: {}", words.join(" ")) };
    eprintln!("{called}\n\n{HELP}");
    ExitCode::from(2)
}
