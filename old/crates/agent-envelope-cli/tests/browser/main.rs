//! The page of `aggregate --format html` in a real browser: whatever agents write, nothing of it runs, nothing is loaded,
//! and the filters show what they say.
//!
//! Where Chromium and its driver are not found the tests are listed as ignored, so that nobody takes them for passed.
//! The harness speaks the few words of libtest's that cargo and nextest use.
#![allow(clippy::disallowed_methods, reason = "the tests run the command and a browser")]
#![allow(clippy::print_stdout, reason = "a harness says what it does")]

mod canary;
mod driver;
mod looks;
mod page;

use std::panic::catch_unwind;
use std::process::ExitCode;

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("hostile_words_do_nothing", page::hostile_words_do_nothing),
    ("what_slips_through_the_escapes_does_nothing", page::what_slips_through_the_escapes_does_nothing),
    ("an_unguarded_page_is_caught", page::an_unguarded_page_is_caught),
    ("ten_thousand_findings_are_filtered", page::ten_thousand_findings_are_filtered),
    ("a_phone_needs_no_sideways_scrolling", page::a_phone_needs_no_sideways_scrolling),
    ("print_shows_everything_but_the_controls", looks::print_shows_everything_but_the_controls),
    ("words_can_be_read_in_light_and_dark", looks::words_can_be_read_in_light_and_dark),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let names: Vec<&String> = arguments.iter().filter(|argument| is_name(argument)).collect();
    let wanted = |name: &str| {
        names.is_empty()
            || names.iter().any(|own| if has("--exact") { *own == name } else { name.contains(own.as_str()) })
    };
    let tests: Vec<&Test> = TESTS.iter().filter(|(name, _)| wanted(name)).collect();
    let there = driver::programs().is_some();
    if has("--list") {
        // With `--ignored`, only what is ignored.
        for (name, _) in tests.iter().filter(|_| !has("--ignored") || !there) {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", tests.len());
    let mut failed = 0;
    for (name, test) in &tests {
        let result = match there {
            false => "ignored, Chromium and chromedriver are not there",
            true if catch_unwind(test).is_ok() => "ok",
            true => "FAILED",
        };
        failed += usize::from(result == "FAILED");
        println!("test {name} ... {result}");
    }
    let (count, ignored) = (tests.len(), if there { 0 } else { tests.len() });
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {} passed; {failed} failed; {ignored} ignored\n", count - failed - ignored);
    ExitCode::from(u8::from(failed > 0))
}

/// Flags are not names; those that cargo and nextest give take no value but `--format terse`.
fn is_name(argument: &str) -> bool {
    !argument.starts_with('-') && argument != "terse"
}
