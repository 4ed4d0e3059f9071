//! Reads one of the bench's inputs once, by us or by the Markdown parser, for counting instructions:
//! `valgrind --tool=callgrind target/release/examples/count_instructions ours prose 3900`.

use std::hint::black_box;

use clarity_protocol::parse;
use pulldown_cmark::{Options, Parser};

#[path = "../benches/inputs/mod.rs"]
mod inputs;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [reader, input, size] = arguments.as_slice() else { panic!("ours|markdown|none findings|prose SIZE") };
    let size = size.parse().expect("a number");
    let text = if input == "prose" { inputs::prose(size) } else { inputs::message(size) };
    match reader.as_str() {
        "ours" => assert!(black_box(parse(black_box(text.as_str()))).accepted().is_some()),
        "markdown" => {
            let events = Parser::new_ext(black_box(&text), Options::ENABLE_TABLES).into_offset_iter();
            black_box(events.map(black_box).count());
        }
        _ => {}
    }
}
