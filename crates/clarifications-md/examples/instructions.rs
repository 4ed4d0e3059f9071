//! One reading to count the instructions of: `ours` or `markdown`, of `small`, `large` or `html`.
//!
//! `valgrind --tool=callgrind --toggle-collect='*measured*' target/release/examples/instructions ours html`
#![expect(clippy::print_stderr, reason = "an example that tells how it is called")]

#[path = "../benches/documents/mod.rs"]
mod documents;

use std::hint::black_box;

use pulldown_cmark::{Options, Parser};

fn main() {
    let mut words = std::env::args().skip(1);
    let (who, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let found = documents::documents().into_iter().find(|(known, _)| *known == name);
    match (who.as_str(), found) {
        ("ours", Some((_, text))) => measured_ours(&text),
        ("markdown", Some((_, text))) => measured_markdown(&text),
        _ => eprintln!("name `ours` or `markdown`, then `small`, `large` or `html`"),
    }
}

#[inline(never)]
fn measured_ours(text: &str) {
    black_box(clarifications_md::parse(black_box(text)));
}

#[inline(never)]
fn measured_markdown(text: &str) {
    Parser::new_ext(black_box(text), Options::ENABLE_TABLES).into_offset_iter().for_each(drop);
}
